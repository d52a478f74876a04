"""Questions: which are put to the user, which are only phrases, which the bot answers itself."""

from __future__ import annotations

import re

from pytest_hydra.scenarios.text.sentences import Sentence

_AUXILIARY = (
    r"(?:is|are|was|were|do|does|did|would|will|should|shall|can|could|may|might|has|have|had|am)"
)
_WH = (
    r"(?:what(?:'s|s)?|which|who(?:'s|m|se)?|where(?:'s)?|when(?:'s)?|why|how|whats|wheres|hows)"
)
_YOU = r"(?:you|u|ya|your|ur)"
# The start of a question, also without its mark: a question word with its verb, or a verb before
# its subject.
_QUESTION_WORD = (
    rf"(?:(?:to|for|from|with|on|in|at|by|under|of|until|since|through)\s)?{_WH}\b"
)
_INVERTED = (
    rf"(?:{_AUXILIARY}(?:n't)?\s(?:i|you|u|we|he|she|it|they|there|this|that|these|those|the|your|any"
    r"|anyone|everyone|everything|either|all|someone|some|one)\b)"
)
_BEGIN = re.compile(
    rf"(?:^|[,;:—!.(]\s*|\s-+\s|\b(?:and|but|so|or|then|please|also|ok|okay|now)\s)(?P<cue>{_QUESTION_WORD}|{_INVERTED}"
    r"|(?:mind|care\sto|any|anything|want\sme|wanna|d'you|fancy)\s)"
)
_UNMARKED = re.compile(
    r"^(?:\W*(?:hi|hey|hello|sorry|ok|okay|great|and|so|also|thanks|sure|please|now|well|right)\b\W{1,3}){0,3}"
    r"(?:(?:what(?:'s|s|\sis|\sare)|whats|where(?:'s|\sis|\sare)|who(?:'s|\sis|\sare)|when(?:'s|\sis|\sare|\swould|\sdo|\sdid|\swill))"
    r"\s(?:your|ur|the|you|u)\b(?![^.]{0,60}\b(?:is|are|was)\b)"
    r"|(?:what|which|how\s(?:much|many|long|often|old))\s(?:\w+\s){0,3}(?:do|would|are|did|should|will|shall|can)\s(?:you|u|i|we)\b"
    r"|(?:how|where|when|who|why)\s(?:do|would|are|did|should|will|shall)\s(?:you|u|i|we)\b"
    r"|(?:can|could|would|will)\s(?:you|u)\s(?:please\s|pls\s|kindly\s|also\s|just\s)?\w+"
    r"|(?:do|did|are|have)\s(?:you|u)\s\w+|(?:may|can|could)\si\s(?:please\s|just\s|also\s)?(?:have|get|ask|take|see)\b)"
)

# Offers, closing phrases and courtesies: nothing is needed.
_COURTESY = re.compile(
    r"\b(?:anything|something|what|how|who|where)\selse\b(?![^?]{0,50}\b(?:should\si\sknow|i\sshould\sknow))"
    r"|\banything\s(?:more|further|i\scan)\b|\bmore\sto\sadd\b"
    r"|\b(?:what|how|where)\s(?:can|may|could|might)\s(?:i|we)\s(?:help|assist|do\b|be\sof|support|serve|get\syou)"
    r"|\b(?:can|may|could|shall|might)\s(?:i|we)\s(?:\w+\s)?(?:help|assist|offer|suggest|recommend|interest|show|explain|walk|be\sof"
    r"|do\sanything|tempt|point|propose|remind|tell|give|let)\b"
    r"|\bany\s(?:other\s|more\s|further\s|additional\s)?(?:questions|thoughts|concerns|queries|luck|feedback)\b"
    r"|\b(?:do|did|does|is|was|were|are)\s(?:that|this|it|you|everything)\s(?:all\s)?(?:help|answer|make\s(?:any\s)?sense|clear|helpful|useful"
    r"|sound\s(?:good|ok|fair)|follow|see\swhat|get\sit)\b"
    r"|\bneed\s(?:any\s|more\s|some\s|a\s)?(?:help|assistance|hand|info|information|support|advice|inspiration)\b"
    r"|\b(?:do|would|could|might)\syou\s(?:like|need|want)\s(?:any\s|some\s|more\s|further\s|additional\s|extra\s|a\slittle\s)*"
    r"(?:help|assistance|information|info|details|support|tips|examples?|ideas|advice|suggestions)\b"
    r"|\bhow\s(?:are|r)\s(?:you|u|things)\b|\bhow's\s(?:it|everything|your\s(?:day|morning|evening))\b|\bmakes?\ssense\b"
    r"|\b(?:got|get)\sit\b|\bsounds?\s(?:good|great|ok|okay|like)\b|\bdid\s(?:you|u)\sknow\b|\byou\sknow\swhat\b|\bguess\swhat\b"
    r"|\bknow\swhat\b|\bwhy\snot\b|\bwhy\sdon't\s(?:we|you\s(?:try|take|give\sit|check|start))\b|\bwhat\sif\b|\bwhat\sabout\b|\bhow\sabout\b"
    r"|\bhow\s(?:cool|great|nice|awesome|amazing|exciting|cute|lucky)\b|\b(?:isn't|aren't|wasn't|ain't)\s(?:it|that|this|they|he|she)\b"
    r"|\bcan\s(?:you|u)\s(?:believe|imagine|tell\si)\b|\bremember\s(?:when|how|that)\b|\b(?:is|are)\s(?:you|there)\s(?:ready|excited)\b"
    r"|\bready\sto\s(?:go|start|begin|get\sstarted|dive|rock)\b|\bwould\sit\shelp\b|\bhave\syou\sheard\b|\bdid\si\smention\b"
    r"|\bwhat\s(?:could|can)\s(?:possibly\s)?go\swrong\b|\bwho\s(?:doesn't|wouldn't|knew|knows|cares|needs|said|says|can\sresist|could|isn't|hasn't)\b"
    r"|\bwhat's\snot\sto\b|\bwhat's\snew\b|\bwhat's\sup\b|\bcare\sto\s(?:join|see)\b|^\W*\w+\syet\W*$"
)
_OFFER = re.compile(
    r"\b(?:would\s(?:you|u)\s(?:like|prefer|want)|do\s(?:you|u)\swant|d'you\swant|want|wanna|shall|like)\s(?:me|us)\b"
    r"|\b(?:would\s(?:you|u)\slike|do\s(?:you|u)\swant|want|wanna|care)\s(?:to\s)?(?:know|see|hear|learn|read|explore|try|find\sout|talk|speak"
    r"|chat|discuss|browse|view|check\sout|dive|dig|take\sa\slook|have\sa\slook|look\sat|go\sover|get\sstarted)\b"
    r"|\bshall\s(?:i|we)\s(?:help|explain|show|walk|look|check|find|write|draft|continue\swith\sthe\s|tell|see|try|start|begin|dive|get\sstarted)\b"
    r"|\bis\sthere\s(?:a\sway|something|anything)\s(?:i|we)\b"
)
_CHOICE = re.compile(r"\sor\s(?!not\b|anything|something)")
_WHICH = re.compile(r"\b(?:which|what|where|when|who|whose|whom)\b")

# Headlines in the shape of a question: "Lost your card? Freeze it in the app."
_HEADLINE = re.compile(
    r"^\W*(?:still\s|just\s|already\s|also\s)?(?:need|want|looking|lost|forgot(?:ten)?|ready|having|got|worried|curious|interested|not\ssure|thinking|tired"
    r"|changed|running|travell?ing|can't|cannot|don't|didn't|hungry|allergic|stuck|trouble|confused|questions?|new\s(?:here|to)"
    r"|in\sa\shurry|bored|planning|wondering|feeling|prefer|problems?|issues?|concerned|seen|heard|fancy|struggling|unsure"
    r"|short\sof|low\son|out\sof|moved|moving|missed|broken|sick|dreaming|craving)\b"
)
# The answer that follows a question of the bot's own.
_ANSWER = re.compile(
    r"^\W*(?:yes|no|nope|yep|yeah|yup|nah|absolutely|not\s(?:at\sall|really|necessarily|quite|always|yet|usually|in\b|for\b|if\b|only)|of\scourse|certainly"
    r"|definitely|in\s(?:general|short|most|that\scase)|never|none|nothing|nobody|no\sone|everything|everyone|it\sdepends|that\sdepends|depends|usually"
    r"|typically|generally|normally|most(?:ly)?|around|roughly|up\sto|between|because|easy|simple|simply|always|sometimes|only|well,|actually|sadly"
    r"|unfortunately|it\s(?:is|isn't|does|doesn't|was|will|won't|has|can)[.!]|it\sis!|they\sare[.!]|we\sdo[.!]|i\sdo[.!]|they\sdo[.!]|you\sdo[.!]|you\scan[.!])(?=\W|$)"
)
_ANSWER_NOT = re.compile(
    r"^\W*(?:no\s(?:rush|worries|problem|hurry|pressure|need|judg\w+|matter|wrong)|yes\s?(?:/|or)\s?no|yes\sto\b|only\sif\b|y/n)"
)
# Where the user finds what was asked for.
_HINT = re.compile(
    r"\b(?:should|must|has\sto|needs\sto|can\sbe\sfound|(?:usually|normally|often|printed|shown|located|written|listed)\s(?:on|in|at|near|as)|you(?:'ll|\scan|\swill)?"
    r"\s(?:can\s|will\s|should\s)?(?:usually\s|normally\s)?(?:find|see|locate)|starts?\swith|looks?\slike|is\s(?:on|in|at)\s(?:the|your)|consists|\d+[\s-]digit"
    r"|begins?\swith|helps\s(?:me|us)|lets\s(?:me|us))\b"
)
_FIRST_PERSON = re.compile(
    r"^\W*(?:and\s|but\s|so\s)?(?:(?:do|did|will|must|am|would|have)\si\b(?!\shave\s(?:your|the\sright|that\sright|this\sright))|(?:can|could|may)\si\s(?!(?:please\s|just\s|also\s)?(?:get|have|ask|take|see"
    r"|trouble|grab|borrow|confirm|check|assume|verify|use|put|charge))|(?:how|where|when|what|why|which)\b[^?]{0,30}?\b(?:do|can|will|did|am|if)\si\b|what\sif\b"
    r"|[^?]{0,60}\bmy\b)"
)
_GENERIC = re.compile(
    r"^\W*(?:how\s(?:do|can|could|would|does)\s(?:you|one|we|people)\b(?!\s(?:like|want|prefer|feel|plan|wish|intend|know|use|pay))|what\s(?:should|can|do)\s(?:you|one)\s"
    r"(?:do|get|pay|order|expect|bring)\b(?!\swant)|why\s(?:should|do|would|must|are|is|does|did)\b|what\s(?:happens|does|else|makes)\b|how\s(?:does|long\sdoes|long\swill|long\sis|come)\b"
    r"|when\s(?:should|can)\s(?:you|one)\b|is\sit\s(?:safe|ok|okay|risky|possible|worth|legal|free|hard|easy|true|normal|dangerous|bad|good)\b"
    r"|is\s(?:your|the|my)\s\w+\s(?:safe|secure|protected)|are\s(?:your|my)\s\w+\s(?:safe|secure|protected)|what\sis\san?\s|what's\san?\s|what\sare\s(?!you|the\slast|the\sfirst)\w+s\b)"
)
_BOT_GOES_ON = re.compile(
    r"^\W*(?:i(?:'ll|'d|'m|'ve|\s)|we(?:'ll|'d|'re|'ve|\s)|please\b|if\b|once\b|then\b|and\b|or\b|for\s(?:example|instance)|e\.g|thanks|thank\b|just\b|also\b|feel\b|your\b|currently\b"
    r"|right\snow|at\sthe\smoment|take\syour|let\sme|let\sus|(?:the\s)?options|choose|select|pick|reply|type|enter|be\b|so\b)"
)
_PRONOUN = re.compile(r"^\W*(?:it|it's|they|they're|that|that's|this|there|there's|he|she|here|here's|go|use|ask|send|open|just|try|check)\b")
_CONTENT = re.compile(r"[^\W_]{4,}")
_COMMON = frozenset(
    """what which when where does that this with from your have will would should could there they
    them then than into about long much many""".split()
)


def question_scope(sentence: Sentence) -> int | None:
    """Where the question that a sentence puts to the user begins; None when it puts none."""
    spoken = sentence.spoken
    if not sentence.question:
        return 0 if _UNMARKED.match(spoken) and not _COURTESY.search(spoken) else None
    if not re.search(r"[^\W_]", spoken.replace("\x01", "")):
        return None
    begin = 0
    for match in _BEGIN.finditer(spoken):
        begin = match.start("cue")
        break
    asked = spoken[begin:]
    if _COURTESY.search(asked):
        return None
    if _OFFER.search(asked) and not (_CHOICE.search(asked) or _WHICH.match(asked)):
        return None
    return begin


def is_answered(found: tuple[Sentence, ...], index: int, asked: str) -> bool:
    """Whether the reply goes on by answering the question itself."""
    following = _following(found, index)
    if following is None:
        return False
    answer = following.spoken
    if _ANSWER_NOT.search(answer):
        return False
    if _ANSWER.search(answer):
        return True
    if _HEADLINE.search(asked) or _FIRST_PERSON.search(asked) or _GENERIC.search(asked):
        return True
    if found[index].title and not following.title:
        return True
    if re.search(r"\b(?:you|your|you're|you'd|u|ur|i|we)\b", asked) or not re.match(rf"\W*(?:{_WH}|{_AUXILIARY})\b", asked):
        return False
    if _HINT.search(answer) or _BOT_GOES_ON.search(answer):
        return False
    if _PRONOUN.search(answer) or len(answer.split()) <= 6:
        return True
    shared = set(_CONTENT.findall(asked)) & set(_CONTENT.findall(answer))
    return bool(shared - _COMMON)


def _following(found: tuple[Sentence, ...], index: int) -> Sentence | None:
    """The statement right after a question, in its paragraph or as the next one."""
    if index + 1 >= len(found):
        return None
    following = found[index + 1]
    if following.question or following.quoted or following.item != found[index].item:
        return None
    if following.block > found[index].block + 1:
        return None
    return following
