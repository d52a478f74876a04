"""Whether a reply asks the user for something: questions, requests, and what only looks so."""

from __future__ import annotations

import re
from functools import lru_cache

from pytest_hydra.scenarios.text.questions import is_answered, question_scope
from pytest_hydra.scenarios.text.sentences import Sentence, sentences
from pytest_hydra.scenarios.text.topics import mentions, telling_words

# What a user is asked to do so that the bot gets to know something.
_GIVE = (
    "provide|give|tell|share|send|enter|type|specify|confirm|choose|select|pick|state|indicate"
    "|supply|include|add|attach|upload|submit|describe|clarify|reply|respond|answer|list|name|input"
    "|verify|paste|fill in|fill out|complete|quote|advise|authenticate|scan|point|walk|show"
    "|double-check|check|explain|elaborate|rate|rank|forward|email|text|message|say|decide|mention"
    "|note down|write|key in|key|post|drop|pass|hand|present|identify|read|let"
)
# Of these a bare imperative is a request too.
_BARE = (
    "provide|give|tell|share|send|enter|type|specify|confirm|choose|select|pick|state|indicate"
    "|supply|attach|upload|submit|describe|clarify|reply with|reply|respond with|answer|input"
    "|paste|fill in|fill out|authenticate|scan|point me|walk me|show me|rate|say|verify|decide"
    "|email me|text me|message me|pass me|drop me|list|name"
)
_ADVERB = r"(?:also|just|first|kindly|please|quickly|briefly|now|then|simply|next|finally|again|pls)"
_FILLER = (
    r"(?:ok(?:ay)?|sure(?: thing)?|great|thanks|thank you|alright|all right|now|first|next|then|also"
    r"|and|so|well|finally|lastly|got it|perfect|hi|hello|hey|right|absolutely|certainly|of course"
    r"|no problem|to start|or|but|in the meantime|meanwhile|otherwise|quickly|step \d+|ah|oh|hmm+)"
)
_SUBORDINATE = (
    r"(?:to|in order to|if|before|for|once|since|as|so that|so|because|when|while|after|with|until"
    r"|unless|given|regarding|about|assuming|based on)\b"
)
# Where an imperative may begin: at the start, after fillers, after a subordinate clause.
_OPEN = (
    rf"(?:^|[;:—.!(]\s*|\s-+\s|,\s(?:{_FILLER}\s)?"
    r"|\b(?:please|pls|plz|kindly|just|simply|do|then|but|so)\s)"
)
_START = (
    rf"^(?:\W{{0,6}}{_FILLER}\b[\s,!.:;—-]{{0,4}}){{0,4}}(?:[^\w\"']{{0,6}})"
    rf"(?:{_SUBORDINATE}[^,:;]{{0,120}}[,:;—]\s(?:{_FILLER},?\s){{0,2}})?"
    rf"(?:{_ADVERB},?\s){{0,2}}(?:you can\s)?"
)

# Polite or bare imperatives.
_PLEASE = re.compile(
    rf"\b(?:please|pls|plz|kindly)\s(?:{_ADVERB}\s|do\s|go ahead and\s|take a moment to\s){{0,2}}"
    rf"(?:(?:don't|do not) forget to\s)?(?:{_GIVE})\b"
    rf"|\b(?:{_GIVE})\s[^.!?;]{{1,120}},?\s(?:please|pls|plz)\b"
)
_IMPERATIVE = re.compile(rf"{_START}(?P<cue>(?:{_BARE})\b)(?!\s?[:=])")
_TO_ME = re.compile(
    rf"(?:{_OPEN}|\b(?:if|once|when|as soon as|until|unless)\syou\s(?:can\s|could\s)?"
    rf"|\byou(?:'ll)?\s(?:can|could|need to|must|have to|should|might)\s)(?:{_ADVERB}\s){{0,2}}"
    r"(?P<cue>(?:tell|give|send|show|pass|get|lend|shoot|text|email|message|drop)\s(?:me|us)\b"
    r"|share\s(?:with\s(?:me|us)|your)\b|send\s(?:over|through|across|along)\b"
    r"|fill\s(?:me|us)\sin\b|remind\sme\b(?!\s(?:to|of)))"
)
_LET_ME_KNOW = re.compile(
    r"\blet\s(?:me|us)\sknow,?\s(?:(?:please|also|just|then|roughly|exactly),?\s)?"
    r"(?:which|what|who(?:m|se)?|where|why|how\s(?!(?:i|we|it|that|this)\b)|whether|when\s(?!you're)"
    r"|when\syou(?:'d|\swould|\swant|\sneed)|your|the|a|an|about|by|their|his|her|these|if\s[^.]{1,80}\sor\s)"
)
_LET_ME_KNOW_NOT = re.compile(
    r"let\s(?:me|us)\sknow,?\s(?:what\s(?:else|you\sthink|i|we)|your\s(?:thoughts|feedback)"
    r"|if\s(?:you\s(?:have|need|run|get|come)|there|anything|i|we)|how\selse|when\sever"
    r"|whenever|about\sany|the\s(?:moment|minute|second)|which\sother)"
)
# The bot says what it needs, or what it does not know.
_SO_FAR = (
    r"(?:\s(?:still|also|just|only|first|really|do|now|then|simply|actually|additionally|currently"
    r"|going\sto|have\sto|got\sto|gonna))*"
)
_NEED = re.compile(
    rf"\b(?:i|we)(?:'ll|'d|'m|'re|\swill|\swould|\sam|\sare|\sshall)?{_SO_FAR}\s"
    r"(?P<cue>(?:need|require|want|missing|lacking|waiting\s(?:for|on)|after)(?::|\s)"
    r"(?!to\b|you\b|no\b|nothing\b|help\b|time\b|him\b|them\b|it\b|this\b|that\b)"
    r"(?!(?:a|one|another|some|more|a\sfew|a\slittle|a\sbit\sof|a\scouple\sof)(?:\smore)?\s"
    r"(?:moments?|minutes?|seconds?|secs?|time|break|help|hand|look|hours?|days?)\b)"
    r"|need\syou(?:r\b|\sto\b)|require\syou\sto\b|want\syour\b"
    r"|(?:need\sto|have\sto|must|want\sto|wanted\sto|(?:would\s)?like\sto|love\sto|going\sto|able\sto)\s"
    r"(?:just\s|first\s|also\s|quickly\s)?(?:ask|know|hear|get|collect|have|understand"
    r"|(?:confirm|check|verify|establish|clarify|see)(?=:|\s(?:your|which|what|who|whether|if"
    r"|how|when|where|with\syou|you\b|the\b|a\sfew|some|one|that\syou)))\b"
    r"|ask\sthat\syou\b|ask\syou\sto\b|request\s(?:that\syou|your)\b|have\sto\sask\b"
    r"|(?:was|were)\swondering\b|wonder\s(?:if\syou|which|what|whether\syou)\b"
    r"|appreciate\s(?:it\sif\syou|your\s(?!patience|understanding|interest|business|feedback|time"
    r"|support|call|help|concern|loyalty|honesty|kind))|trouble\syou\sfor\b)"
)
_NEED_NOT = re.compile(
    r"\b(?:everything|anything|nothing|whatever|something|information|details|documents|steps|stuff)"
    r"(?:\sthat)?\s(?:i|we)(?:'ll|\swill)?\sneed\b(?!\sis|\sare)"
    r"|\bwant\s(?:your\sfeedback|only\sthe\sbest|all\b|every)"
)
_UNKNOWN = re.compile(
    r"(?P<cue>(?:\bnot|n't)\s(?:quite\s|entirely\s|really\s|completely\s|yet\s|actually\s)?"
    r"(?:sure|clear|certain|know|tell|see|say|specify|mention|specified|mentioned|told\s(?:me|us)|said"
    r"|given|provided|chosen|selected|included|include|provide|catch|get|understand|caught|decided)\s"
    r"(?:(?:to|from)\s(?:me|us)\s)?(?:on\s|about\s)?"
    r"(?:exactly\s|precisely\s)?(?:(?:which|what|who|where|when|how\s(?:much|many|long|often))\b"
    r"(?=[^.;]{0,60}\b(?:you(?:'re|'d|'ll)?|u|your)\b)|(?:your|an?|any|the)\s(?=[^.;]{0,40}$)))"
    r"|\b(?:unclear|unsure|uncertain|ambiguous)\s(?:which|what|who|where|whether|when|how)\b"
    r"|\byou\s(?:forgot|need|have\syet|still\shave)\sto\s(?:mention|specify|include|say|tell|add|give)\b"
    r"|\byou(?:'ve|\shave)?\s(?:still\s)?(?:left\sout|omitted|not\sset)\b"
    r"|\bdepends\son\s(?:which|what|where|who)[^.;]{0,60}\byou(?:'re|'d|r)?\b(?=[^.;]{0,60}\?)"
)
_YOU_SUBJECT = re.compile(r"^(?:\W*(?:sorry|hmm|but|and|so)\W+)*(?:you|i|we)\b|\b(?:i|we|you|it's|it\sis)\b")
_YOU_MUST = re.compile(
    rf"\byou(?:'ll|\swill)?{_SO_FAR}\s(?:need\sto|must|have\sto|are\srequired\sto|should)\s"
    rf"(?:{_ADVERB}\s)?(?:{_GIVE})\s(?!(?:that|with|in|at|back|sure|out)\b)"
)
_MISSING = re.compile(
    r"\b(?:missing|required|needed|awaiting|pending|enter|insert)\s"
    r"(?:field|information|info|details?|input|data|parameter|argument|value|item)s?\b"
    r"|\bawaiting\s(?:your\s|user\s)?\w+|\binput\s(?:required|needed)\b"
    r"|\b(?:it\swould|it'd|that\swould|that'd|would)\s(?:help|be\s(?:great|helpful|good|useful|nice))"
    r"\sto\s(?:know|have)\b|\b(?:be\s(?:great|helpful|grateful|good|useful|nice)|help(?:s|ful)?|appreciated?)"
    r"\sif\syou\scould\b|\bremains\sto\sknow\b|\bhow\sabout\stelling\b"
)
_PASSIVE = re.compile(
    r"\b(?:your?|the|an?)\s(?P<what>[^.;:?!]{1,80}?)\s(?:is|are)\s(?:still\s|also\s|now\s)?"
    r"(?:required|needed|missing|necessary)\b(?=(?P<after>[^.;]{0,60}))"
)
_PASSIVE_TAIL = re.compile(r"\s*(?:$|\W*$|(?:to|before|so\sthat|so|for\sus|for\sme|from\syou|in\sorder)\b)")
_WITHOUT = re.compile(
    r"\b(?:can't|cannot|can\snot|unable\sto|not\sable\sto|won't\sbe\sable\sto|couldn't)\b[^.;]{0,80}?\s"
    r"(?P<cue>without\s(?:your|knowing|more|some|a\slittle\smore|first|you)\b"
    r"|(?:until|unless|before)\s(?:you|i|we)\s(?:\w+\s){0,1}(?:tell|give|send|share|provide|confirm|verify|supply"
    r"|know|have\syour|log|sign|choose|pick|select|specify|let)\b)"
)
_PLEASE_NOUN = re.compile(
    r"^(?:(?:and|ok|okay|great|thanks|now|then|sure)\W+)*(?:your|the|a|an|full|first|last)\s[^.!?]{1,60},?\s(?:please|pls)\W*$"
    r"|^[\w\s'-]{2,40},\s(?:please|pls)\W*$"
)

# What makes a statement no request.
_DENIED = re.compile(
    r"(?:\bnot|n't|\bnever|\bno need to|\bwithout|\brefuse to|\bstop|\bno one will|\bnobody will"
    r"|\brather than|\binstead of|\bneedn't|\bno longer|\bnothing)"
    r"(?:\s(?!forget\b|hesitate\b)\w+){0,3}\s*$|\bnothing(?:\s\w+){0,6}\s*$"
)
_UNREAL = re.compile(
    r"\bif\s(?:i|we|you|he|she|they|it|this|that)\s(?:were|had|was|hadn't|wanted|did)\b|\bif\syou'd\s\w+(?:ed|en)\b"
    r"|^had\s(?:you|i|we)\b|\b(?:would|might|could|'d)\shave\b|\bhypothetically\b|\bimagine\b|\bsuppose\b"
    r"|\b(?:when|if|once)\s(?:prompted|asked|requested|you(?:'re|\sare)\s(?:asked|prompted))\b"
    r"|\b(?:if|in\scase|should|whenever)\s(?:i|we)\s(?:ever\s|do\s|still\s)?need\b"
    r"|\b(?:may|might|could)\s(?:also\s|later\s|still\s)?(?:need|ask|require|request)\b"
    r"|\bif\syou\sever\b|\b(?:they|he|she|it|who|staff|nurse|courier|driver|form|scammers?)\s"
    r"(?:will|may|might|can|could|would|'ll)\s(?:also\s)?(?:ask|need|require|request)\b"
)
# Instructions for a screen, where "enter your PIN" asks for nothing here.
_SCREEN = re.compile(
    r"\b(?:click|tap|press|hit|right-click|scroll|swipe|navigate|toggle|launch|go\sto|open|visit|head\s(?:over\s)?to"
    r"|log\s?in(?:to)?|sign\sin(?:to)?|unplug|reboot|restart)\b"
)
_FEEL_FREE = re.compile(r"\b(?:feel\sfree|don't\shesitate|do\snot\shesitate|you're\swelcome)\sto\b")
# What follows a request and says what it is good for.
_PURPOSE = re.compile(
    r",?\s(?:so\s(?:that\s)?(?:i|we|your|the|it|our)\b|in\sorder\sto\b|because\b|since\s(?:i|we|it|that|the)\b"
    r"|and\s(?:then\s)?(?:i|we)(?:'ll|\swill|\scan|'d|\scould)?\b|before\s(?:i|we)\b|and\syou'll\b"
    r"|otherwise\b|to\sactivate\b)"
)
_TO_VERB = re.compile(r"(?<!like)(?<!want)(?<!need)(?<!wish)(?<!prefer)(?<!have)(?<!going)(?<!able)\sto\s(?P<verb>\w+)")


def find_request(text: str, topic: str | None) -> str | None:
    """The sentence that asks the user for ``topic`` (None: for anything), or None.

    It asks when a question or a request mentions the topic, also in the list that it announces.
    What is denied, quoted, past or hypothetical does not ask, nor do offers, closing phrases and
    questions that the reply answers itself. Reasons ("to find your refund, …", "… so I can …")
    are no part of what is asked for.
    """
    found = sentences(text)
    announced = False
    for index, sentence in enumerate(found):
        if sentence.quoted:
            continue
        if announced and sentence.item and not sentence.question and index:
            if _asks(sentence.text, sentence.spoken, topic):
                return sentence.shown
            continue
        scope = _scope(found, index)
        announced = bool(sentence.item and announced)
        if scope is None:
            continue
        announced = sentence.spoken.endswith(":")
        start, end = scope
        if _asks(sentence.text[start:end], sentence.spoken[start:end], topic):
            return sentence.shown
    return None


def _scope(found: tuple[Sentence, ...], index: int) -> tuple[int, int] | None:
    """From where to where a sentence says what it asks for; None when it asks for nothing."""
    sentence = found[index]
    spoken = sentence.spoken
    asked = question_scope(sentence)
    if asked is not None:
        start = asked
        if is_answered(found, index, spoken[start:]):
            return None
        if not _UNREAL.search(spoken):
            return start, _end(spoken, start)
        return None
    if sentence.question:
        return None
    stated = _statement(found, index)
    if stated is None:
        return None
    start, end = stated
    return start, end if end < len(spoken) else _end(spoken, start)


def _statement(found: tuple[Sentence, ...], index: int) -> tuple[int, int] | None:
    sentence = found[index]
    spoken = sentence.spoken
    if _UNREAL.search(spoken) or _FEEL_FREE.search(spoken):
        return None
    starts = []
    for cue in (_PLEASE, _TO_ME, _NEED, _YOU_MUST, _UNKNOWN, _WITHOUT, _MISSING):
        match = cue.search(spoken)
        if match is None or _is_denied(cue, match, spoken):
            continue
        starts.append(match.start("cue") if "cue" in cue.groupindex else match.start())
    match = _LET_ME_KNOW.search(spoken)
    if match and not _LET_ME_KNOW_NOT.search(spoken):
        starts.append(match.start())
    match = _IMPERATIVE.match(spoken)
    if match and not _is_instruction(found, index):
        starts.append(match.start("cue"))
    if starts:
        return min(starts), len(spoken)
    if _PLEASE_NOUN.search(spoken):
        return 0, len(spoken)
    match = _PASSIVE.search(spoken)
    if match and _PASSIVE_TAIL.match(match["after"]) and not re.match(r"no\b", match["what"]):
        return match.start(), match.end()
    return None


def _is_denied(cue: re.Pattern[str], match: re.Match[str], spoken: str) -> bool:
    if cue is _UNKNOWN or cue is _WITHOUT:
        return cue is _UNKNOWN and not _YOU_SUBJECT.search(spoken)
    if cue is _NEED and _NEED_NOT.search(spoken):
        return True
    start = match.start("cue") if "cue" in cue.groupindex else match.start()
    return _DENIED.search(spoken, max(0, start - 60), start) is not None


def _is_instruction(found: tuple[Sentence, ...], index: int) -> bool:
    """Whether a bare imperative is a step on a screen rather than a request."""
    sentence = found[index]
    near = [sentence]
    for step in (-1, 1):
        other = index + step
        if 0 <= other < len(found):
            near.append(found[other])
    if any(_SCREEN.search(other.spoken) for other in near):
        return True
    if sentence.item != "1":
        return False
    return any(_SCREEN.search(other.spoken) for other in found if other.item == "1")


def _end(spoken: str, start: int) -> int:
    """Where the request ends and its purpose begins."""
    end = len(spoken)
    purpose = _PURPOSE.search(spoken, start + 1)
    return purpose.start() if purpose else end


_CONSENT = frozenset(
    "confirm confirmation approve approval permission consent agree agreement go-ahead proceed".split()
)
_ASKS_CONSENT = re.compile(
    r"\b(?:proceed|go\sahead|continue|confirm|are\syou\s(?:sure|certain|happy)|shall\si|should\si|do\syou\s"
    r"(?:agree|approve|consent|accept|authori[sz]e)|y/n|yes\s?(?:/|or)\s?no|is\s(?:that|this|it|everything)\s(?:all\s)?"
    r"(?:correct|right|ok|okay)|type\syes|reply\syes|look\s(?:right|good|correct|ok))\b"
)
# Question words that ask for a thing without naming it.
_ASKING_WORDS = (
    (re.compile(r"\bhow\smuch\b"), "amount quantity sum price budget cost value"),
    (re.compile(r"\bhow\smany\b"), "number quantity count amount size"),
    (re.compile(r"^\W*(?:and\s)?(?:(?:by|until|since|from)\s)?when\b|\bwhat\s(?:day|time)\b"), "date time day"),
    (re.compile(r"^\W*(?:and\s)?(?:to\s)?where\b"), "address location place destination city"),
    (re.compile(r"^\W*(?:and\s)?(?:(?:to|with|for|from)\s)?who(?:m|se)?\b"), "recipient person name payee contact beneficiary"),
    (re.compile(r"^\W*(?:and\s)?why\b|\bhow\scome\b|\bwhat\smakes\syou\b"), "reason motive"),
    (re.compile(r"\bhow\s(?:long|many\s(?:days|nights|weeks|hours|months|years))\b"), "duration length"),
    (re.compile(r"\bhow\soften\b"), "frequency"),
    (re.compile(r"\bhow\sold\b"), "age"),
    (re.compile(r"\bhow\stall\b"), "height"),
    (re.compile(r"\bhow\sheavy\b"), "weight"),
)
# A topic whose last word says little: who asks for an email asks for the email address.
_SHORT = {"email address": "email", "e-mail address": "email", "phone number": "phone"}


def _asks(text: str, spoken: str, topic: str | None) -> bool:
    if topic is None or mentions(text, topic):
        return True
    words = telling_words(topic)
    short = _SHORT.get(" ".join(words))
    if short and mentions(text, short):
        return True
    if len(words) == 1 and words[0] in _CONSENT and _ASKS_CONSENT.search(spoken):
        return True
    rest = " ".join(words[:-1])
    return any(
        words[-1] in things and word.search(spoken) and (not rest or mentions(text, rest))
        for word, things in _things()
    )


@lru_cache(maxsize=1)
def _things() -> tuple[tuple[re.Pattern[str], frozenset[str]], ...]:
    return tuple((word, frozenset(things.split())) for word, things in _ASKING_WORDS)
