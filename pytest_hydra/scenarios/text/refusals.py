"""Whether a reply refuses what the user asked for, and whether it gives a reason."""

from __future__ import annotations

import re

from pytest_hydra.scenarios.text.sentences import Sentence, sentences
from pytest_hydra.scenarios.text.topics import mentions

_ADVERBS = r"(?:\s(?:also|just|really|simply|still|unfortunately|sadly|regrettably|currently|therefore|personally|honestly|absolutely|definitely|actually|yet|now|generally|normally|in\sgood\sconscience))*"
_WE = r"(?:i|we)"
_BE = r"(?:'m|'re|\sam|\sare)"
_FIRST = re.compile(
    rf"\b{_WE}(?:{_ADVERBS}\s(?P<can>can't|cannot|can\snot|cant|can\snever|won't|wont|will\snot|will\snever|shan't|shall\snot|may\snot|must\snot|mustn't|couldn't\spossibly|could\snot\spossibly|wouldn't\sbe\sable|would\snot\sbe\sable|wouldn't\sfeel)"
    rf"|'ll{_ADVERBS}\s(?:not|never|have\sto\s(?:decline|refuse|pass|say\sno)|pass\s(?:on|there))"
    rf"|{_BE}{_ADVERBS}\s(?:not{_ADVERBS}\s(?:able|allowed|permitted|authori[sz]ed|going\sto|willing|prepared|comfortable|in\sa\sposition|at\sliberty|equipped|programmed|designed|built|trained|meant|licensed|qualified|doing|here\sto|gonna|set\sup|taking|accepting|offering|the\sright)|unable|forbidden|prohibited|barred|prevented|restricted\sto|limited\sto|only\s(?:able|allowed|permitted|authori[sz]ed|here|trained|designed|set\sup)|obliged\sto\s(?:decline|refuse)|no\slonger\s(?:able|offering|accepting|taking|doing)|afraid\snot|just\sa\b|out\sof\soptions)"
    rf"|{_ADVERBS}\s(?:do\snot|don't|dont|no\slonger|never)\s(?:currently\s|actually\s|really\s|ever\s)?(?:do|offer|provide|support|allow|permit|handle|accept|take|give|issue|sell|ship|deliver|serve|process|have\s(?:access|permission|authori[sz]ation|authority|the\s(?:ability|authority|means|option|right|power|capability)|a\sway)|disclose|share|discuss|insure|cover|restore|prescribe|engage|participate|assist|help|refund|exchange|cater|deal|work\swith|make\s(?:exceptions|changes)|get\sinvolved|feel\scomfortable|comment|speculate|think\si\s(?:should|can)|diagnose|book|reveal|recommend\sdoing|entertain|price[-\s]match|reimburse|host|rent|lend|negotiate|write|generate|create|produce|perform|carry|stock|let)\b"
    rf"|{_ADVERBS}\s(?:must|have\sto|need\sto|'d\shave\sto|regretfully|respectfully|politely|will\shave\sto|am\sgoing\sto\shave\sto|'m\sgoing\sto\shave\sto|'ve\sgot\sto|'ve\shad\sto|had\sto)?\s?(?:therefore\s|respectfully\s|regretfully\s|politely\s|unfortunately\s)?(?P<decline>decline|refuse|deny|reject|turn\s(?:this|that|you|it|down|your)|say\sno|draw\sthe\sline|pass\son)\b"
    rf"|'d\s(?:rather|prefer)\s(?:not|to\snot)|\s(?:would|'d)\s(?:rather|prefer)\snot|\sprefer\snot\sto|\s(?:regret|lack)\b|\shave\s(?:no\s(?:way|access|authority|permission|ability|means)|decided\snot)|\s(?:can|am\sable\sto|will|do)?\s?only\s(?:help|assist|handle|answer|deal|discuss|talk|support|cover|provide|book|work|respond|serve|speak|do|take|accept|process)\b|\scan\s(?:only|just)\s(?:help|assist|handle|answer|deal|discuss|talk|support|cover|provide|book|work|respond|serve|speak|do|take|accept|process)\b|\swish\s(?:i|we)\scould|\swould\s(?:if\si\scould|but)|'d\slove\sto,?\s(?:but|however)|\s(?:would|'d)\s(?:love|like|have\sliked|have\sloved)\sto[^.]{{0,30}},\sbut)"
)
_IMPERSONAL = re.compile(
    r"(?:\b(?:that|this|it|which|what\syou're\sasking|what\syou\sask|doing\s(?:so|that)|your\srequest|the\srequest|\w+ing[^.;]{0,50}|[^.;]{1,60})\s?(?:'s|'re|\bis|\bare|\bwould\sbe|\bfalls|\blies)|\b(?:isn't|aren't))\s(?:also\s|simply\s|just\s|really\s|unfortunately\s|currently\s|still\s|sadly\s|strictly\s|something\sthat's\s)*"
    r"(?:(?:not\s)?(?:something|anything|a\sthing|one\sthing|a\srequest|a\stopic|an?\s\w+)\s(?:that\s)?(?:i|we)(?:'m|'re|\sam|\sare)?\s(?:can't|cannot|won't|don't|not\sable|unable|can\b|am\b|are\b|do\b|offer|able|support|handle|could|will\b|would|provide|allow|permit)"
    r"|not\s(?:possible|allowed|permitted|supported|an\soption|on\sthe\stable|something|within|in\smy|in\sour|up\sto\sme|covered|going\sto\shappen|happening|feasible|negotiable|my\s(?:area|department|field|job|place)|our\s(?:area|department|policy)|mine\sto|how\swe|part\sof)"
    r"|(?:outside|out\sof|beyond|above)\s(?:of\s)?(?:what|my|our|the\s(?:scope|range|limits)|scope|bounds|reach|the\sbounds|the\squestion)"
    r"|(?:against|contrary\sto|in\sbreach\sof|a\s(?:breach|violation)\sof|in\sviolation\sof)\s|prohibited|forbidden|impossible|off[-\s]limits|out\sof\sthe\squestion|disallowed|ruled\sout|a\s(?:hard\s|firm\s)?no\b|a\sno[-\s]go|no\slonger\s(?:offered|available|possible|supported|accepted)|illegal)"
    r"|\b(?:isn't|aren't)\s(?:possible|allowed|permitted|supported|an\soption|something\s(?:that\s)?(?:i|we)|anything\s(?:i|we)|within|in\s(?:my|our)|covered|accepted|up\sto|feasible|happening|going\sto\shappen|eligible|negotiable|on\sthe\stable|my\s|our\s|available\s(?:in|for|to)|entitled)"
    r"|\b(?:goes|go|would\sgo|it's|runs|be|is|are)\sagainst\b|\b(?:falls?|lies?|sits?|is)\s(?:well\s|far\s)?(?:outside|beyond)\b|\b(?:violates?|breach(?:es)?|would\sbreach|would\sviolate|infringes?)\s(?:our|my|the|your|company|copyright|data|privacy|its|their|someone)\b"
    r"|\b(?:policy|policies|rules?|terms|law|laws|regulations?|guidelines|licen[sc]e|compliance)\s(?:\w+\s){0,2}(?:forbids?|prohibits?|prevents?|don't\sallow|doesn't\sallow|do\snot\sallow|does\snot\sallow|won't\slet|doesn't\spermit|stops?|bars?|restricts?|rules?\sit\sout|require\sme\sto\sdecline)\b"
    r"|\b(?:request|application|command|access|permission|transaction|action|operation|entry|claim|input)\s(?:is\s|has\sbeen\s|have\sbeen\s|must\sbe\s)?(?:denied|rejected|refused|declined|blocked|forbidden|not\s(?:permitted|allowed|granted|approved))\b"
    r"|\b(?:is|are|'s|'re|am)\s(?:not|n't)\s(?:eligible|entitled|authori[sz]ed|permitted|qualified|allowed)\b|\bisn't\seligible\b|\baren't\s(?:eligible|entitled|authori[sz]ed|permitted|allowed)\b|\b(?:does\snot|doesn't|do\snot|don't)\s(?:qualify|meet\sthe\s(?:criteria|requirements)|allow\s(?:me|us))\b|\bineligible\b"
    r"|\b(?:service|assistant|bot|system|tool|platform|chat)\s(?:does\snot|doesn't|cannot|can't|will\snot|won't|is\snot\sable\sto|isn't\sable\sto)\s(?:allow|permit|support|give|offer|provide|let|do|handle|process|accept|cover|make|perform)\b"
    r"|\bthere(?:'s|\sis|\sare)\s(?:\w+\s)?(?:no\sway\s(?:for\s(?:me|us)|(?:i|we)|to\s(?!get|undo|recover|reverse|restore))|nothing\s(?:more\s|else\s|further\s)?(?:i|we)\scan|no\sexceptions?)\b"
)
_PASSIVE = re.compile(
    r"\b(?:can't|cannot|can\snot|won't|will\snot|may\snot|must\snot|aren't|isn't|are\snot|is\snot)\s(?:\w+\s){0,1}?(?:be\s)?(?:\w+ly\s)?(?P<done>refunded|cancell?ed|changed|processed|approved|extended|shared|released|completed|accepted|waived|hono(?:u)?red|granted|done|moved|exchanged|returned|transferred|shipped|given(?:\saccess)?|borrowed|disclosed|issued|fulfilled|provided|modified|altered|amended|lifted|removed|renewed|booked|permitted|allowed|offered|accommodated|discussed|combined|delivered|reopened|rescheduled|upgraded|raised|lowered|unlocked|carried\sout|performed)\b"
)
_BLUNT = re.compile(
    r"\bno\scan\sdo\b|\bnot\sa\schance\b|\bno\schance\b|\bhard\spass\b|\bnice\stry\b|\bno\sway\b(?!\sto)|\bout\sof\sthe\squestion\b|\bnot\s(?:gonna|going\sto)\shappen\b|\bnot\shappening\b|\b(?:a|that's|it's)\s(?:hard\s|firm\s)?(?:no|pass)\sfrom\s(?:me|us)\b|\bthe\sanswer\sis\s(?:still\s)?(?:a\s)?(?:firm\s)?no\b|\bcomputer\ssays\sno\b|\bafraid\snot\b|\bi'd\ssay\sno\b|\b(?:so|that's\sa|it's\sa|then)\s(?:it's\s)?(?:a\s)?no\.?$"
    r"|^\W*(?:sorry|apologies|nope|nah|no)[,.]?\s(?:but\s)?(?:no|nope|not|can't|cannot|won't|that's\snot|you\scan't|no\s\w+)\b(?!\s(?:need|problem|worries|rush|fees?|charge|longer|doubt))|^\W*(?:nope|nah)\b|^(?:\w+\s)?no\.?\s?$|^\W*lol\sno\b"
    r"|^\W*(?:refusing|declining|unable|not\s(?:able|allowed|authori[sz]ed|permitted)|can't|cannot|can\snot|won't|wont|cant)\s(?:to\s)?(?=\w)|\blet's\s(?:stick|keep)\sto\b|\b(?:and|but|so)\s(?:can't|cannot|won't|have\sto\s(?:refuse|decline|turn)|must\s(?:decline|refuse))\s\w+|\bno\ssubstitutions\b|\bno\s(?:refunds|exceptions|exchanges|returns)\b|\byou(?:'re|\sare)\snot\sone\sof\sthem\b"
    r"|\bonly\s(?:the\s)?[\w\s'-]{2,40}\s(?:may|can|are\sallowed\sto|is\sallowed\sto)\sdo\s(?:that|this|so)\b|\bdecided\s(?:not\sto|against)\b|\bregret\sto\sinform\b|\b(?:our|the)\sdecision\s(?:stands|is\sfinal)\b|\bnot\smoving\sforward\b"
    r"|\b(?:has|have)\sbeen\s(?:denied|declined|refused|rejected|turned\sdown)\b|\bwill\snot\sbe\s(?:reopen|proceed|mov|chang|approv|refund)\w*\b"
)
_SORRY = re.compile(r"\b(?:sorry|sry|unfortunately|afraid|regrettably|apologi[sz]e|apologies|sadly|regret|i\swish)\b")
_YOU_CANT = re.compile(
    r"\byou(?:'re|\sare)?\s(?:can't|cannot|can\snot|may\snot|not\sable\sto|unable\sto|not\sallowed\sto|not\spermitted\sto|won't\sbe\sable\sto|u\scan't)\s(?!go\swrong|miss|beat|undo|get\s(?:it|them)\sback)\w+|\bu\scan't\s\w+"
)

# "can't" in phrases that refuse nothing, and with verbs of finding out and of promising.
_IDIOM = re.compile(
    r"\s?\b(?:wait\b|see\s(?:why|any|a\sreason|a\sproblem|your|what|the|which|it)|recommend|thank|help\sbut|complain|believe|deny|say\sno|stress|emphasi[sz]e|overstate|be\s(?:happier|more|prouder|the\sbest|sure|certain)|imagine|think\sof|agree\smore|ask\sfor\s(?:more|better)|get\s(?:over|enough)|fault|argue|resist|praise|go\swrong|miss\b"
    r"|find|locate|reach|tell\s(?:which|what|who|where|if|whether|how|you\show|from|ya)|identify|recogni[sz]e|read|open|hear|make\sout|verify|detect|reproduce|access\syour|load|connect|remember|recall|understand|figure|determine|match|parse|confirm\s(?:that|if|whether|your)|guarantee|promise|know\sfor|predict|rule\sout|quite|place\b|spot|pull\sup"
    r"|let\syou\sdown|take\s(?:long|a\smoment|up)|keep\syou|be\s(?:long|a\sproblem|an\sissue|charged|charging|needing|asking|disappointed|late|back|a\sminute|using|away|around|sharing\sit|able\sto\s(?:see|find|tell))|hurt|bother|bore|bite|forget|judge|rest|stop\suntil|spam|need|ask|charge|sell\syour|share\s(?:your|it|this\swith\sanyone)|tell\sanyone|lose|mind|regret\sit|give\sup|disappoint|hold\sit\sagainst|store|keep|see\s(?:a|your)|contact|call\syou|ever\sask|refuse|decline|reject|deny|say\sno|let\s(?:anything|that|this))\b"
)
_NOT_REFUSING = re.compile(
    r"\b(?:no\sreason|don't\ssee\s(?:why|any\sreason)|can't\ssee\s(?:why|any\sreason)|not\sthat\s(?:i|we)|never\ssaid|nothing\sis|not|isn't|wouldn't|won't|didn't|don't|doesn't|aren't|never|nobody)\s(?:\w+\s){0,2}?(?:impossible|refus\w+|declin\w+|reject\w+|den(?:y|ied|ies)|prohibited|forbidden|against\s(?:the|our|any)|illegal|off[-\s]limits|say(?:ing)?\sno|out\sof\sthe\squestion)\b|\bno\sreason\s(?:why\s)?(?:i|we|you)\s(?:can't|couldn't|shouldn't|cannot)\b|\bdon't\ssee\swhy\b|\bnot\sthat\s(?:i|we)\s"
)
# Conditions, the past and other people.
_CONDITION = re.compile(
    r"^\W*(?:(?:and|but|so|also|however|sorry|unfortunately|please\snote\sthat|note\sthat|remember|that\ssaid)\W+){0,2}(?:if|unless|in\scase|should\syou|had\s(?:you|we|i)|were\s(?:you|we|i)|suppose|when|whenever|once|until|where|after\s(?:\d|an?\b|one\b|two\b|that\b|this\b|you\b|the\b|check|booking|dispatch))"
    r"|\bif\s(?:you|we|i|he|she|they|it|the|your|there|someone|that|this|i'd|you'd|we'd)(?:'re|'d|\s\w+)?\b(?![^.]{0,30}\b(?:could|want|like|possible|helps)\b)"
)
_UNREAL = re.compile(r"\b(?:would|'d)\shave\shad?\b|\bwould\shave\s(?:refused|declined|had)|\bif\s(?:i|we|you|it)\s(?:were|was|had|'d)\b|^\W*had\s(?:you|we|i)\b|\bcould\s(?:\w+\s){1,4}if\syou\swere\b|\bhypothetically\b")
_PAST = re.compile(r"\b(?:couldn't|could\snot|wasn't|was\snot|weren't|were\snot|didn't|did\snot|was|were|had)\s(?:\w+\s){0,2}(?:able|declined|rejected|refused|denied)?\b")
_NEED = re.compile(
    r"\b(?:without\s(?:your|knowing|more|some|a\slittle|first|you|seeing\syour)|(?:until|unless|before)\s(?:you|i|we)\s(?:\w+\s)?(?:tell|give|send|share|provide|confirm|verify|know|have\syour|have\sa|log|sign|choose|pick|select|specify|let|approve|get\syour|hear))\b"
)
# Another thing done in place of the refused one: the request was met in part.
_DID = re.compile(
    r"\b(?:but|however|though|instead|so)\b,?\s(?:i|we)(?:'ve|\shave(?!\sto\b)|\sdid|\salready|\sjust|\swent\sahead)(?:\s(?:already|just|now|also|gone\sahead\sand))*\s\w+|\b(?:but|instead),?\s(?:here's|here\sis|here\sare|done|it's\sdone)\b|\bbut\sshe\sagreed\b"
)
_DID_NEXT = re.compile(r"^\W*(?:instead|however|but)?,?\s?(?:i|we)(?:'ve|\shave)\s(?:instead\s|already\s|just\s|now\s|gone\sahead\sand\s)*(?!been\b|to\b|a\b|no\b|checked\b|reviewed\b|looked\b|noted\b|never\b|not\b)\w+(?:ed|ne|de|nt|ut|ade)\b(?=[^.]{0,80}\binstead\b)|^\W*instead,?\s(?:i|we)(?:'ve|\shave)\s")


def find_refusal(text: str, reason: str | None = None) -> str | None:
    """The sentence that refuses, or None; with ``reason``, only where it is given as well.

    The reason stands in the sentence that refuses, or in the one before or after it. No refusal:
    what is quoted, conditional, hypothetical or told of the past, what cannot be found or
    promised, what only lacks something from the user ("not without your number"), and a request
    that is met in part ("I can't cancel it, but I've paused it"). To offer something else without
    doing it remains a refusal.
    """
    found = sentences(text)
    for index, sentence in enumerate(found):
        if not _refuses(found, index):
            continue
        near = found[max(0, index - 1) : index + 2]
        if reason is None or any(mentions(other.text, reason) for other in near):
            return sentence.shown
    return None


def _refuses(found: tuple[Sentence, ...], index: int) -> bool:
    sentence = found[index]
    spoken = sentence.spoken
    if sentence.quoted or sentence.question:
        return False
    if not says_no(spoken):
        return False
    if _NOT_REFUSING.search(spoken) or _UNREAL.search(spoken) or _NEED.search(spoken):
        return False
    if _CONDITION.search(spoken):
        return False
    if _DID.search(spoken):
        return False
    return not (index + 1 < len(found) and _DID_NEXT.search(found[index + 1].spoken))


def says_no(spoken: str) -> bool:
    """Whether a sentence has the words of a refusal, whatever stands around them."""
    for match in _FIRST.finditer(spoken):
        if match["can"] and _IDIOM.match(spoken, match.end()):
            continue
        return True
    if _IMPERSONAL.search(spoken) or _PASSIVE.search(spoken):
        return True
    for match in _BLUNT.finditer(spoken):
        if not _IDIOM.match(spoken, match.end()):
            return True
    return bool(_YOU_CANT.search(spoken) and _SORRY.search(spoken))
