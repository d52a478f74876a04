"""Whether a reply asks the user for something: questions, requests, and what only looks so."""

from __future__ import annotations

import re

from pytest_hydra.scenarios.english.patterns import Pattern, any_of, word_set
from pytest_hydra.scenarios.english.questions import is_answered, question_scope
from pytest_hydra.scenarios.english.request_topics import asks_for
from pytest_hydra.scenarios.english.sentences import Sentence, first_sentences
from pytest_hydra.scenarios.english.topics import mentions

# What a user is asked to do so that the bot gets to know something.
_GIVE = (
    "provide|give|tell|share|send|enter|type|specify|confirm|choose|select|pick|state|indicate"
    "|supply|include|add|attach|upload|submit|describe|clarify|reply|respond|answer|list"
    "|name|input"
    "|verify|paste|fill in|fill out|complete|quote|advise|authenticate|scan|point|walk|show"
    "|double-check|check|explain|elaborate|rate|rank|forward|email|text|message|say|decide|mention"
    "|note down|write|key in|key|post|drop|pass|hand|present|furnish|set|fill|spell|repeat"
    "|rephrase|resend|pop|put|jot|have your|retype|reword|narrow"
)
# Of these a bare imperative is a request too.
_BARE = (
    r"provide|share your|send (?:your|the|over|in)|enter(?! (?:it|them) (?:on|in)\b)|type|specify"
    "|confirm"
    "|(?:choose|select|pick) (?:a|an|the|your|one|from|which|between|any|either|what|how"
    "|where|who|some|two|three)"
    "|state|indicate|supply|include|(?:pop|put|jot|drop) (?:your(?! (?:hips?|hands?|feet|foot"
    "|knees?|head|back|weight|shoulders?|arms?"
    r"|legs?|elbows?|bags?|coats?|shoes|pan|mix)\b)|it(?! (?:out|outside|into|away|aside|back|off"
    r"|under|on|over|up|down|in (?!here|this|the (?:chat|box|form|field)))\b)|in)|attach|upload"
    r"|submit|describe|clarify|reply with|reply(?! to this (?:e-?mail|mail|message)\b)|respond with"
    "|answer|input|spell|rephrase"
    "|paste|fill in|fill out|authenticate|scan|point me|walk me|show me|rate|verify|decide"
    "|let (?:me|us) have (?:your|the)|say(?! (?:nothing|no|hi|hello|goodbye|thanks) )"
    r"|email me|text me|message me|pass me|drop me|list(?! (?:it|them)\b)|name"
)
_ADVERB = (
    r"(?:also|just|first|kindly|please|quickly|briefly|now|then|simply|next|finally|again|pls)"
)
_FILLER = (
    r"(?:ok(?:ay)?|sure(?: thing)?|great|thanks|thank you|alright|all right|now|first|next"
    r"|then|also"
    r"|and|so|well|finally|lastly|got it|perfect|hi|hello|hey|right|absolutely|certainly|of course"
    r"|no problem|to start|or|but|in the meantime|meanwhile|otherwise|quickly|step \d+|ah|oh|hmm+)"
)
_SUBORDINATE = (
    r"(?:to|in order to|if|before|for|once|since|as|so that|so|because|when|while|after|with|until"
    r"|unless|given|regarding|about|assuming|based on)\b"
)
# Where an imperative may begin: at the start, after fillers, after a subordinate clause.
_OPEN = (
    rf"(?:^|[;:—.!(]\s*| -+ |, (?:{_FILLER} )?"
    r"|\b(?:please|pls|plz|kindly|just|simply|do|then|but|so|and) )"
)
_START = (
    rf"^(?:\W{{0,6}}{_FILLER}\b[ ,!.:;—-]{{0,4}}){{0,4}}(?:[^\w\"']{{0,6}})"
    rf"(?:{_SUBORDINATE}[^,:;]{{0,120}}[,:;—] (?:{_FILLER},? ){{0,2}})?"
    rf"(?:{_ADVERB},? ){{0,2}}"
)

# Polite or bare imperatives.
_PLEASE = any_of(
    rf"\b(?:please|pls|plz|kindly) (?:{_ADVERB} |do |to |go ahead and "
    rf"|take a moment to ){{0,2}}(?:(?:don't forget|do not forget|make sure|be sure|remember"
    rf"|ensure|try) (?:to|you|that you) )?(?:{_GIVE})\b",
    rf"\b(?:{_GIVE}) [^.!?;]{{1,120}},? (?:please|pls|plz)\b",
)
_IMPERATIVE = any_of(rf"{_START}(?P<cue>(?:{_BARE})\b)(?! ?[:=])")
_TO_ME = any_of(
    rf"(?:{_OPEN}|\bgo ahead and |\b(?:if|once|when|as soon as|until|unless) you (?:can "
    rf"|could )?|\byou(?:'ll)? (?:can|could|need to|must|have to|should"
    rf"|might) )(?:{_ADVERB} ){{0,2}}(?P<cue>(?:tell|give|send|show|pass|get|lend|shoot|text"
    rf"|email|message|drop) (?:me|us)\b(?! otherwise\b)"
    rf"(?! (?:a|one|another|some|just a|a few) (?:secs?"
    rf"|seconds?|moments?|minutes?|mins?|ring|call|shout|try|time|break|while)\b)"
    rf"|share (?:with (?:me|us)|your)\b|send (?:over|through|across|along)\b|fill (?:me"
    rf"|us) in\b|remind me\b(?! (?:to|of)))",
    r"\b(?:once|when|as soon as|after|if) (?:i have (?=your\b)|you(?:'ve| have) (?:given"
    r"|sent|shared|provided|told|confirmed|chosen|picked)) ",
)
_LET_ME_KNOW = any_of(
    r"\blet (?:me|us) know,? (?:(?:please|also|just|then|roughly|exactly),? )?(?:which|what"
    r"|who(?:m|se)?|where|why|how (?!(?:i|we|it|that|this)\b)|whether|when (?!you're)"
    r"|when you(?:'d| would| want| need)|your|the|a|an|about|by|their|his|her|these"
    r"|if [^.]{1,80} or )",
)
_LET_ME_KNOW_NOT = any_of(
    r"let (?:me|us) know,? (?:what (?:else|you think|i|we)|your (?:thoughts|feedback)"
    r"|if (?:you (?:have|need|run|get|come)|there|anything|i|we)|how else|when ever|whenever"
    r"|about any|the (?:moment|minute|second)|which other)",
)
# The bot says what it needs, or what it does not know.
_SO_FAR = (
    r"(?: (?:still|also|just|only|first|really|do|now|then|simply|actually|additionally|currently"
    r"|going to|have to|got to|gonna))*"
)
_NEED = any_of(
    rf"\b(?:i|we)(?:'ll|'d|'m|'re| will| would| am| are| shall)?{_SO_FAR} (?P<cue>(?:need"
    rf"|require|want|missing|lacking|waiting (?:for|on)|after)(?::| )(?!to\b|you\b|no\b"
    rf"|nothing\b|help\b|time\b|him\b|them\b|it\b|this\b|that\b)(?!(?:a|one|another|some|more"
    rf"|a few|a little|a bit of|a couple of)(?: more)? (?:moments?|minutes?|seconds?|secs?"
    rf"|time|break|help|hand|look|hours?|days?)\b)|need you(?:r\b| to\b)|require you to\b"
    rf"|want your\b|(?:need to|have to|must|want to|wanted to|(?:would )?like to|love to"
    rf"|going to|able to) (?:just |first |also |quickly )?(?:ask|know|hear|get|collect|have"
    rf"|understand|(?:confirm|check|verify|establish|clarify|see)(?=:| (?:your|which|what|who"
    rf"|whether|if|how|when|where|with you|you\b|the\b|a few|some|one|that you)))\b"
    rf"|ask that you\b|(?:like|ask) you to (?:{_ADVERB} )?(?:{_GIVE})\b"
    rf"|request (?:that you|your)\b|have to ask\b|(?:was"
    rf"|were) wondering\b|wonder (?:if you|which|what|whether you)\b|appreciate (?:it if you"
    rf"|your (?!patience|understanding|interest|business|feedback|time|support|call|help"
    rf"|concern|loyalty|honesty|kind))|trouble you for\b)",
)
_NEED_NOT = any_of(
    r"\b(?:everything|anything|nothing|whatever|something|information|details|documents"
    r"|steps|stuff)(?: that)? (?:i|we)(?:'ll| will)? need\b(?! is| are)",
    r"\bwant (?:your feedback|only the best|all\b|every)",
)
_UNKNOWN = any_of(
    r"(?P<cue>(?:\bnot|n't) (?:quite |entirely |really |completely |yet |actually )?(?:sure"
    r"|clear|certain|know|tell|see|say|specify|mention|specified|mentioned|told (?:me|us)"
    r"|said|given|provided|chosen|selected|included|include|provide|catch|get|understand"
    r"|caught|decided) (?:(?:to|from) (?:me|us) )?(?:on |about )?(?:exactly "
    r"|precisely )?(?:(?:which|what|who|where|when|how (?:much|many|long"
    r"|often))\b(?=[^.;]{0,60}\b(?:you(?:'re|'d|'ll)?|u|your)\b)|(?:your|an?|any"
    r"|the) (?=[^.;]{0,40}$)))",
    r"\b(?:unclear|unsure|uncertain|ambiguous) (?:which|what|who|where|whether|when|how)\b",
    r"\byou (?:forgot|need|have yet|still have) to (?:mention|specify|include|say|tell|add"
    r"|give)\b",
    r"\byou (?:didn't|did not|haven't|have not) (?:yet )?(?:say|said|specif(?:y|ied)"
    r"|mention(?:ed)?|tell|told|indicated?|chosen|choose|stated?|given|provided?|include"
    r"|included) (?:(?:me|us) )?(?:which|what|who|where|when|how|whether|the|an?|your)\b",
    r"\b(?:don't|do not|can't) (?:yet )?(?:see|find|have) (?:your|an?|any"
    r"|the) [^.;]{1,60} (?:in|with|on|for) (?:your|this|the) (?:message|request|email|note"
    r"|form|order|file)\b",
    r"\byou(?:'ve| have)? (?:still )?(?:left out|omitted|not set)\b",
    r"\bdepends on (?:which|what|where|who)[^.;]{0,60}\byou(?:'re|'d|r)?\b(?=[^.;]{0,60}\?)",
)
_YOU_SUBJECT = any_of(
    r"^(?:\W*(?:sorry|hmm|but|and|so)\W+)*(?:you|i|we)\b|\b(?:i|we|you|it's|it is)\b",
)
_YOU_MUST = any_of(
    rf"\byou(?:'ll| will)?{_SO_FAR} (?:need to|must|have to|are required to"
    rf"|should) (?:{_ADVERB} )?(?:{_GIVE}) (?!(?:that|with|in|at|back|sure|out)\b)",
)
_MISSING = any_of(
    r"\b(?:start|begin) by (?:entering|telling|giving|choosing|selecting|providing|sharing|typing"
    r"|uploading|sending|picking)\b",
    r"\b(?:thing|detail|piece|bit|info|information) (?:that's |that is |still )?(?:missing"
    r"|needed|left)\b",
    r"\ball that(?:'s| is) (?:missing|needed|left)\b",
    r"\bwhat(?:'s| is) (?:still )?(?:missing|needed)\b",
    r"^\W*(?:next up|next|first up|first|lastly|finally|one more thing"
    r"|last thing) ?[:,—-]+ ?(?:the|your)\b",
    r"^\W*let's start with (?:the|your)\b",
    r"^\W*(?!wait|one|just|hold|hang|stop|help|quiet)(?:\w+ ){1,3}(?:please|pls|plz)$",
    r"^(?!\W*(?:that|it|this|which|they|he|she)\b)[^.;!?]{1,80}? (?:would|will"
    r"|'d) (?:really |also )?(?:help(?:$|\W*$| (?:me|us|a lot|here|to))"
    r"|be (?:\w+ )?(?:helpful|useful|great|appreciated|needed))",
    r"\b(?:missing|required|needed|awaiting|pending|enter|insert) (?:field|information|info"
    r"|details?|input|data|parameter|argument|value|item)s?\b",
    r"\bawaiting (?:your |user )?\w+|\binput (?:required|needed)\b",
    r"\b(?:it would|it'd|that would|that'd|would) (?:help|be (?:great|helpful|good|useful"
    r"|nice)) to (?:know|have)\b",
    r"\b(?:be (?:great|helpful|grateful|good|useful|nice)|help(?:s|ful)?"
    r"|appreciated?) if you could\b",
    r"\b(?:just|only) (?:the|your) [^.;]{1,60}? (?:left|missing|to go|outstanding|remaining|to "
    r"fill in)\b",
    r"\bno \w+(?: \w+)? (?:given|provided|specified|supplied|entered)\b",
    r"\bno \w+(?: \w+)? (?:found|set|configured)[.;,:] (?:please )?(?:pass|set|provide|specify"
    r"|give|add)\b",
    r"\bremains to know\b|\bhow about telling\b",
    r"\b(?:last|first|next|one|only) (?:more |other |last |remaining )?(?:step|thing|question"
    r"|detail|bit|point) ?[:—-]+ ?(?:your|which|what|when|whether|how)\b",
    r"\buntil (?:i|we) know (?:which|what|who|where|when|whether|how)\b",
)
_PASSIVE = any_of(
    r"\b(?:your?|the|an?) (?P<what>[^.;:?!,]{1,80}?) (?:(?:is|are) (?:still |also "
    r"|now )?(?:required|needed|missing|necessary)|(?:must|has to|needs to|should) be (?:specified"
    r"|provided|entered|given|supplied|filled in))\b(?=(?P<after>[^.;]{0,60}))",
)
_PASSIVE_TAIL = any_of(
    r" *(?:$|\W*$|(?:to|before|so that|so|for us|for me|from you|in order)\b)",
)
_WITHOUT = any_of(
    r"^(?:\W*(?:but|sorry|unfortunately)\W+)?(?P<first>without (?:your|the|an?|more|knowing"
    r"|that|this)\b[^.;]{1,80}?\b(?:i|we) ?(?:can't|cannot|won't|'m (?:not|unable)|am (?:not"
    r"|unable)|are (?:not|unable)|could only))",
    r"\b(?:can't|cannot|can not|unable to|not able to|won't be able to"
    r"|couldn't)\b[^.;]{0,80}? (?P<cue>without (?:your|the|knowing|more|some|a little more"
    r"|first|you)\b|(?:until|unless|before) (?:you|i|we) (?:\w+ ){0,1}(?:tell|give|send"
    r"|share|provide|confirm|verify|supply|know|have (?:your|the|a)|log|sign|choose|pick"
    r"|select|specify|let)\b)",
)
_PLEASE_NOUN = any_of(
    r"^(?:(?:and|ok|okay|great|thanks|now|then|sure)\W+)*(?:your|the|a|an|full|first"
    r"|last) [^.!?]{1,60},? (?:please|pls)\W*$",
    r"^(?!(?:not|no|let's) )[\w '-]{2,40}, (?:please|pls)\W*$",
    # "The amount, please, and the account."
    r"^(?:and |now |then )?(?!(?:not|no|let's) )[\w '-]{2,60}, (?:please|pls), (?:and|then|so)\b",
)

# What makes a statement no request.
_DENIED = any_of(
    r"(?:\bnot|n't|\bnever|\bno need to|\bwithout|\brefuse to|\bstop|\bno one will"
    r"|\bnobody will|\brather than|\binstead of|\bneedn't|\bno longer"
    r"|\bnothing)(?: (?!forget\b|hesitate\b)\w+){0,3} *$",
    r"\bnothing(?: \w+){0,6} *$",
)
_UNREAL = any_of(
    r"\bif (?:i|we|you|he|she|they|it|this|that) (?:were|had|was|hadn't|wanted|did)\b",
    r"\bif you'd \w+(?:ed|en)\b|^had (?:you|i|we)\b|\b(?:would|might|could|'d) have\b",
    r"\bhypothetically\b|\bimagine\b|\bsuppose\b",
    r"\b(?:when|if|once) (?:prompted|asked|requested|you(?:'re| are) (?:asked|prompted))\b",
    r"\b(?:if|in case|should|whenever) (?:i|we) (?:ever |do |still )?need\b",
    r"(?<!if i )\b(?:may|might|could) (?:also |later |still )?(?:need|ask|require|request)\b",
    r"\bif you ever\b",
    r"\b(?:they|he|she|it|who|staff|nurse|courier|driver|form|scammers?) (?:will|may|might"
    r"|can|could|would|'ll) (?:also )?(?:ask|need|require|request)\b",
)
# Instructions for a screen, where "enter your PIN" asks for nothing here.
_SCREEN = any_of(
    r"\b(?:click|tap|press|hit|right-click|scroll|swipe|navigate|toggle|launch|go to|open"
    r"|visit|head (?:over )?to|log ?in(?:to)?|sign in(?:to)?|unplug|reboot|restart)\b",
)
# What a person is told to do at another place or time.
_ELSEWHERE = any_of(
    r"\bat (?:the |your |any |our )?(?:desk|counter|airport|terminal|gate|reception"
    r"|check-?in|front desk|door|branch|office|station|hotel|clinic|pharmacy|store|till"
    r"|checkout|border|atm|entrance|barrier)\b",
    r"\bwhen(?:ever)? (?:you )?(?:arriv\w+|land|come in|pick|collect\w*|visit\w*|get there"
    r"|show up)\b",
    r"\b(?:on|upon) arrival\b|\bon the day\b",
    r"\bto the (?:desk|driver|officer|appointment|courier)\b",
    r"\b(?:by calling|via our website|on our website|to our (?:support|team)|to \S+@\S+)\b",
)
_FEEL_FREE = any_of(r"\b(?:feel free|don't hesitate|do not hesitate|you're welcome) to\b")
# What follows a request and says what it is good for.
_PURPOSE = any_of(
    r",? (?:so (?:that )?(?:i|we|your|the|it|our)\b|in order to\b|because\b|since (?:i|we|it"
    r"|that|the)\b|and (?:then )?(?:i|we)(?:'ll| will| can|'d| could)?\b|before (?:i|we)\b"
    r"|and you'll\b|otherwise\b|to activate\b)",
)

# No statement asks without one of these words: most are done with after one look.
_TELLING = frozenset(re.findall(r"[a-z]+", f"{_GIVE} {_BARE}")) | word_set(
    """please pls plz kindly know need require want missing lacking waiting after ask
    wondering wonder appreciate appreciated trouble sure clear certain unclear unsure
    uncertain ambiguous see specified mentioned told said given provided chosen selected
    included catch understand caught decided forgot yet left omitted depends must required
    needed awaiting pending insert input help helpful great useful good nice grateful
    remains necessary without until unless get lend shoot once remind up lastly start next
    first finally one last hear like love request have needs"""
)


# "I see no order number. Could you add it?"
_POINTS_BACK = any_of(
    r"^\W*(?:so |and )?which (?:one|of (?:them|these|those|the)|would you"
    r"|do you (?:want|prefer|mean)|suits|works|is it)\b",
    r"^\W*do you mean (?:the|this|that)\b|^\W*(?:tell|show) me which\b",
    rf"^(?:\W*(?:could|can|would|will) (?:you|u) )?(?:{_ADVERB} )*(?:{_GIVE}) (?:it|one|them"
    rf"|that|those|these|this)\b",
)


def find_request(text: str, topic: str | None) -> str | None:
    """The sentence that asks the user for ``topic`` (None: for anything), or None.

    It asks when a question or a request mentions the topic, also in the list that it announces.
    What is denied, quoted, past or hypothetical does not ask, nor do offers, closing phrases and
    questions that the reply answers itself. Reasons ("to find your refund, …", "… so I can …")
    are no part of what is asked for.
    """
    found = first_sentences(text)
    announced = False
    for index, sentence in enumerate(found):
        if sentence.quoted:
            continue
        if announced and sentence.item and not sentence.question and index:
            if asks_for(sentence.text, sentence.spoken, topic):
                return sentence.shown
            continue
        scope = _scope(found, index)
        announced = bool(sentence.item and announced)
        if scope is None:
            continue
        announced = sentence.spoken.endswith(":")
        start, end = scope
        if asks_for(sentence.text[start:end], sentence.spoken[start:end], topic):
            return sentence.shown
        if _POINTS_BACK.search(sentence.spoken[start:]):
            before = found[index - 1 : index] if index else ()
            told = [sentence.text[:start], *[entry.text for entry in before if not entry.quoted]]
            if any(mentions(text, topic) for text in told):
                return sentence.shown
    return None


def _scope(found: tuple[Sentence, ...], index: int) -> tuple[int, int] | None:
    """From where to where a sentence says what it asks for; None when it asks for nothing."""
    sentence = found[index]
    spoken = sentence.spoken
    asked = question_scope(sentence)
    if asked is not None:
        stated = _statement(found, index) if asked else None
        start = min(asked, stated[0]) if stated else asked
        if is_answered(found, index, spoken[start:]):
            return None
        if not _UNREAL.search(spoken):
            return start, _end(spoken, start)
        return None
    if sentence.question:
        return None
    stated = _statement(found, index)
    if stated is None or any(rule.search(spoken) for rule in (_UNREAL, _FEEL_FREE, _ELSEWHERE)):
        return None
    start, end = stated
    return start, end if end < len(spoken) else _end(spoken, start)


def _statement(found: tuple[Sentence, ...], index: int) -> tuple[int, int] | None:
    sentence = found[index]
    spoken = sentence.spoken
    if _TELLING.isdisjoint(sentence.words):
        return None
    starts = []
    for cue in (_PLEASE, _TO_ME, _NEED, _YOU_MUST, _UNKNOWN, _WITHOUT, _MISSING):
        match = cue.search(spoken)
        if match is None or _is_denied(cue, match, spoken):
            continue
        starts.append(_start(match))
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


def _is_denied(cue: Pattern, match: re.Match[str], spoken: str) -> bool:
    if cue is _UNKNOWN or cue is _WITHOUT:
        return cue is _UNKNOWN and not _YOU_SUBJECT.search(spoken)
    if cue is _NEED and _NEED_NOT.search(spoken):
        return True
    start = _start(match)
    return _DENIED.search(spoken, max(0, start - 60), start) is not None


def _start(match: re.Match[str]) -> int:
    """Where the words of a cue begin, without what leads up to them."""
    named = match.re.groupindex
    return match.start("cue") if "cue" in named and match["cue"] is not None else match.start()


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
