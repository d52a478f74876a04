"""Questions: which are put to the user, which are only phrases, which the bot answers itself."""

from __future__ import annotations

import re

from pytest_hydra.scenarios.english.patterns import any_of, word_set
from pytest_hydra.scenarios.english.sentences import Sentence

_AUXILIARY = (
    r"(?:is|are|was|were|do|does|did|would|will|should|shall|can|could|may|might|has|have|had|am)"
)
_WH = r"(?:what(?:'s|s)?|which|who(?:'s|m|se)?|where(?:'s)?|when(?:'s)?|why|how|whats|wheres|hows)"
_YOU = r"(?:you|u|ya|your|ur)"
# The start of a question, also without its mark: a question word with its verb, or a verb before
# its subject.
_QUESTION_WORD = rf"(?:(?:to|for|from|with|on|in|at|by|under|of|until|since|through) )?{_WH}\b"
_INVERTED = (
    rf"(?:{_AUXILIARY}(?:n't)? (?:i|you|u|we|he|she|it|they|there|this|that|these|those|the"
    rf"|your|any"
    r"|anyone|everyone|everything|either|all|someone|some|one)\b)"
)
_BEGIN = any_of(
    rf"(?:^|[,;:—!.(] *| -+ |\b(?:and|but|so|or|then|please|also|ok|okay"
    rf"|now) )(?P<cue>{_QUESTION_WORD}|{_INVERTED}|(?:mind|care to|any|anything|want me|wanna"
    rf"|d'you|fancy) )",
)
_UNMARKED = any_of(
    r"^(?:\W*(?:hi|hey|hello|sorry|ok|okay|great|and|so|also|thanks|sure|please|now|well"
    r"|right)\b\W{1,3}){0,3}(?:(?:to|for|before) [^,.?!]{1,80}, )?"
    r"(?:(?:what(?:'s|s| is| are)|whats|where(?:'s| is| are)|who(?:'s"
    r"| is| are)|when(?:'s| is| are| would| do| did| will)) (?:your|ur|the|you"
    r"|u)\b(?![^.]{0,60}\b(?:is|are|was)\b)|(?:what|which|how (?:much|many|long|often"
    r"|old)) (?:\w+ ){0,3}(?:do|would|are|did|should|will|shall|can) (?:you|u|i|we)\b|(?:how"
    r"|where|when|who|why) (?:do|would|are|did|should|will|shall) (?:you|u|i|we)\b|(?:can"
    r"|could|would|will) (?:you|u) (?:please |pls |kindly |also |just )?\w+|(?:do|did|are"
    r"|have) (?:you|u) \w+|(?:may|can|could) i (?:please |just |also )?(?:have|get|ask|take"
    r"|see)\b)",
)

# Offers, closing phrases and courtesies: nothing is needed.
_COURTESY = any_of(
    r"\b(?<!\bor )(?<!taking )(?<!using )(?:anything|something|what|how|where|who) else\b"
    r"(?! (?:was|were|is (?:coming|going))\b)(?![^?]{0,50}\b(?:should i know|i should know))",
    r"\banything (?:more|further|i can)\b|\bmore to add\b",
    r"\b(?:what|how|where) (?:can|may|could|might) (?:i|we) (?:help|assist|do\b|be of"
    r"|support|serve|get you)",
    r"\b(?:can|may|could|shall|might) (?:i|we) (?:\w+ )?(?:help|assist|offer|suggest"
    r"|recommend|interest|show|explain|walk|be of|do anything|tempt|point|propose|remind"
    r"|tell|give|let)\b",
    r"\bany (?:other |more |further |additional )?(?:questions|thoughts|concerns|queries"
    r"|luck|feedback)\b",
    r"\b(?:do|did|does|is|was|were|are) (?:that|this|it|you|everything) (?:all )?(?:help"
    r"|answer|make (?:any )?sense|clear|helpful|useful|sound (?:good|ok|fair)|follow"
    r"|see what|get it)\b",
    r"(?<!you )\bneed (?:any |more |some |a )?(?:help|assistance|hand|info|information"
    r"|support|advice|inspiration)\b",
    r"\b(?:do|would|could|might) you (?:like|need|want) (?:any |some |more |further "
    r"|additional |extra |a little )*(?:help|assistance|information|info|details|support"
    r"|tips|examples?|ideas|advice|suggestions)\b(?! with\W*$)",
    r"\bhow (?:are|r) (?:you|u|things)\b",
    r"\bhow's (?:it|everything|your (?:day|morning|evening))\b|\bmakes? sense\b",
    r"\b(?:got|get) it\b|\bsounds? (?:good|great|ok|okay|like)\b|\bdid (?:you|u) know\b",
    r"\byou know what\b|\bguess what\b|\bknow what\b|\bwhy not\b",
    r"\bwhy don't (?:we|you (?:try|take|give it|check|start))\b|\bwhat if\b|\bwhat about\b",
    r"\bhow about\b|\bhow (?:cool|great|nice|awesome|amazing|exciting|cute|lucky)\b",
    r"\b(?:isn't|aren't|wasn't|ain't) (?:it|that|this|they|he|she)\b",
    r"\bcan (?:you|u) (?:believe|imagine|tell i)\b|\bremember (?:when|how|that)\b",
    r"\b(?:is|are) (?:you|there) (?:ready|excited)\b",
    r"\bready to (?:go|start|begin|get started|dive|rock)\b|\bwould it help\b",
    r"\bwhat do you (?:call|get (?:if|when))\b|, (?:are|aren't|do|don't|have) we\W*$",
    r"^\W*why would\b|\bwould you believe\b|^\W*(?:do you )?remember the\b",
    r"\bhave you heard\b|\bdid i mention\b|\bwhat (?:could|can) (?:possibly )?go wrong\b",
    r"\bwho (?:doesn't|wouldn't|knew|knows|cares|needs|said|says|can resist|could|isn't"
    r"|hasn't)\b",
    r"\bwhat's not to\b|\bwhat's new\b|\bwhat's up\b|\bcare to (?:join|see)\b",
    r"^\W*\w+ yet\W*$",
)
_OFFER = any_of(
    r"\b(?:would (?:you|u) (?:like|prefer|want)|do (?:you|u) want|d'you want|want|wanna"
    r"|shall|like) (?:me|us)\b",
    r"\b(?:would (?:you|u) like|do (?:you|u) want|want|wanna|care) (?:to )?(?:know|see|hear"
    r"|learn|read|explore|try|find out|talk|speak|chat|discuss|browse|view|check out|dive"
    r"|dig|take a look|have a look|look at|go over|get started)\b",
    r"\bshall (?:i|we) (?:help|explain|show|walk|look|check|find|write|draft"
    r"|continue with the |tell|see|try|start|begin|dive|get started)\b",
    r"\bis there (?:a way|something|anything) (?:i|we)\b",
)
_CHOICE = any_of(r" or (?!not\b|anything|something)")
_WHICH = any_of(r"\b(?:which|what|where|when|who|whose|whom)\b")

# Headlines in the shape of a question: "Lost your card? Freeze it in the app."
_HEADLINE = any_of(
    r"^\W*(?:still |just |already |also )?(?:need|want|looking|lost|forgot(?:ten)?|ready"
    r"|having|got|worried|curious|interested|not sure|thinking|tired|changed|running"
    r"|travell?ing|can't|cannot|don't|didn't|hungry|allergic|stuck|trouble|confused"
    r"|questions?|new (?:here|to)|in a hurry|bored|planning|wondering|feeling|prefer"
    r"|problems?|issues?|concerned|seen|heard|fancy|struggling|unsure|short of|low on|out of"
    r"|moved|moving|missed|broken|sick|dreaming|craving|no|never)\b",
    r"^\W*(?:\w+ ){1,3}(?:ate|broke|stopped|failed|froze|died|crashed|went|keeps?|won't|isn't"
    r"|didn't) ",
)
# "No yeast? No problem."
_LACKING = any_of(r"^\W*no \w+")
# The answer that follows a question of the bot's own.
_ANSWER = any_of(
    r"^\W*(?:yes|no|nope|yep|yeah|yup|nah|absolutely|better not"
    r"|not (?:at all|really|necessarily|quite"
    r"|always|yet|usually|in\b|for\b|if\b|only)|of course|certainly|definitely|in (?:general"
    r"|short|most|that case)|never|none|nothing|nobody|no one|everything|everyone|it depends"
    r"|that depends|depends|usually|typically|generally|normally|most(?:ly)?|around|roughly"
    r"|up to|between|because|easy|simple|simply|always|sometimes|only|well,|actually|sadly"
    r"|can't|cannot|dunno|who knows|not sure|hard to say|sorry|unfortunately|it (?:is|isn't"
    r"|does|doesn't|was|will|won't|has|can)[.!]|it is!|they are[.!]|we do[.!]|i do[.!]"
    r"|they do[.!]|you do[.!]|you can[.!]|(?:i|we|you|they) did[.!])(?=\W|$)"
    r"|^\W*\d[\d.,:]*(?:\W*$|, )",
)
_ANSWER_NOT = any_of(
    r"^\W*(?:no (?:rush|worries|problem|hurry|pressure|need|judg\w+|matter|wrong)|yes ?(?:/"
    r"|or) ?no|yes to\b|only if\b|y/n)",
)
# Where the user finds what was asked for.
_HINT = any_of(
    r"\b(?:should|must|has to|needs to|can be found|(?:usually|normally|often|printed|shown"
    r"|located|written|listed) (?:on|in|at|near|as)|you(?:'ll| can| will)? (?:can |will "
    r"|should )?(?:usually |normally )?(?:find|see|locate)|starts? with|looks? like|is (?:on"
    r"|in|at) (?:the|your)|consists|\d+[ -]digit|begins? with|helps (?:me|us)|lets (?:me"
    r"|us))\b",
)
_FIRST_PERSON = any_of(
    r"^\W*(?:and |but |so )?(?:(?:do|did|will|must|am|would|have) i\b(?! have (?:your"
    r"|the right|that right|this right))|(?:can|could|may) i (?!(?:please |just "
    r"|also )?(?:get|have|ask|take|see|trouble|grab|borrow|confirm|check|assume|verify|use"
    r"|put|charge))|(?:how|where|when|what|why|which)\b[^?]{0,30}?\b(?:do|can|will|did|am"
    r"|if) i\b|what if\b|[^?]{0,60}\bmy\b)",
)
_GENERIC = any_of(
    r"^\W*(?:how (?:do|can|could|would|does) (?:you|one|we|people)\b(?! (?:like|want|prefer"
    r"|feel|plan|wish|intend|know|use|pay))|what (?:should|can|do) (?:you|one) (?:do|get|pay"
    r"|order|expect|bring)\b(?! want)|why (?:should|do|would|must|are|is|does|did)\b"
    r"|what (?:happens|does|else|makes)\b|how (?:does|long does|long will|long is|come)\b"
    r"|when (?:should|can) (?:you|one)\b|is it (?:safe|ok|okay|risky|possible|worth|legal"
    r"|free|hard|easy|true|normal|dangerous|bad|good)\b|is (?:your|the|my) \w+ (?:safe"
    r"|secure|protected)|are (?:your|my) \w+ (?:safe|secure|protected)|what is an? "
    r"|what's an? |what is (?!it\b|this\b|that\b|wrong\b)\w+\W*$|how (?:do|does) (?!you\b)\w+"
    r" (?:\w+ )?works?\b|what are (?!you|the last|the first)\w+s\b)",
)
_BOT_GOES_ON = any_of(
    r"^\W*(?:i(?:'ll|'d|'m|'ve| )|we(?:'ll|'d|'re|'ve| )|please\b|if\b|once\b|then\b|and\b"
    r"|or\b|for (?:example|instance)|e\.g|thanks|thank\b|just\b|also\b|feel\b|your\b"
    r"|currently\b|right now|at the moment|take your|let me|let us|(?:the )?options|choose"
    r"|select|pick|reply|type|enter|be\b|so\b)",
)
_PRONOUN = any_of(
    r"^\W*(?:it|it's|they|they're|that|that's|this|there|there's|he|she|here|here's|go|use"
    r"|ask|send|open|just|try|check)\b",
)
_LABEL = any_of(r"\W*(?:[\w']+ ){0,2}[\w']+ ?[:—-]+ ?$")
_OURS = any_of(
    r"^\W*(?:we(?:'re| are| have| offer| ship| deliver| accept| open| close| charge)|our)\b",
)
_STATE = any_of(r"\W*(?:is|are|does|do|has|have|can't|isn't|won't|doesn't)\b")
_ADVICE = any_of(
    r"\W*(?:then )?(?:try|check|restart|tap|click|visit|call|see|go|open|use|switch|turn|reset)\b"
)
_COMMENT = any_of(
    r"^\W*(?:that's|that is|that would|that|it's|it is|this is|done|here|not\b|we\b|i\b"
    r"|there)\b",
)
# "You pressed Start by mistake? That happens.": what the user said, said again.
_ECHO = any_of(
    r"^\W*(?:so )?(?:you(?:'re|'ve|'d)?|he|she|they|someone|somebody) (?!(?:ok|okay|sure|ready"
    r"|coming|free|there|with)\b)[\w' ]{3,}",
)
_GOES_ON = any_of(r"^\W*(?:then\b|that\b|that's|don't|do not|hang up|no problem|it happens)")
_BOLD = re.compile(r"(?:\d+[.)] )?\*\*[^*]{1,300}\*\*")
_CONTENT = re.compile(r"[^\W_]{4,}")
_COMMON = word_set(
    """what which when where does that this with from your have will would should could there
    they them then than into about long much many"""
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
    # "Moving date: when should we come?"
    return 0 if _LABEL.match(spoken, 0, begin) else begin


def is_answered(found: tuple[Sentence, ...], index: int, asked: str) -> bool:
    """Whether the reply goes on by answering the question itself."""
    following = _following(found, index)
    if following is None:
        return False
    answer = following.spoken
    if _ANSWER_NOT.search(answer) and not _LACKING.search(asked):
        return False
    if _ANSWER.search(answer):
        return True
    if any(rule.search(asked) for rule in (_HEADLINE, _FIRST_PERSON, _GENERIC)):
        return True
    if found[index].title and not following.title:
        return True
    # "**Is it legal?** It is, since 2019."
    bold = following.block == found[index].block and _BOLD.fullmatch(found[index].shown)
    if bold or _OURS.search(answer) or (_ECHO.search(asked) and _GOES_ON.search(answer)):
        return True
    # "Is your computer slow? Try closing some tabs."
    if _STATE.match(asked) and _ADVICE.match(answer):
        return True
    if re.search(r"\b(?:you|your|you're|you'd|u|ur|i|we)\b", asked):
        return False
    if not re.match(rf"\W*(?:{_WH}|{_AUXILIARY})\b", asked):
        if _HINT.search(answer):
            return False
        asks_on = _BOT_GOES_ON.search(answer) or _CHOICE.search(asked) or _WHICH.search(asked)
        return bool(_COMMENT.match(answer)) or not asks_on
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
