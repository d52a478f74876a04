"""Cue phrases: what calls itself a warning, what refuses, and what takes a refusal back."""

from __future__ import annotations

from pytest_hydra.scenarios.english.patterns import any_of

# Said as a warning, whatever it is about.
MARKED = any_of(
    r"\b(?:a|my|this is a|one) (?:\w+ )?(?:warning|caution|caveat) ?[:,!—-]",
    r"\b(?:advise|recommend|caution|warn) against\b",
    r"\bi (?:wouldn't|would not) (?!worry|say|mind|know|have|be|want|call|go so|miss|trade"
    r"|change|dream)\w+",
    r"\bonly (?:proceed|continue|go ahead|do this|do so|use it) if\b",
    r"\bmind (?:the|your) (?!map)\w+|\bwatch your\b",
    r"^\W*not (?:recommended|advisable|advised|safe)\b|⚠|🚨|☠|⛔",
    r"^\W*(?:(?:important|security|safety|fair|final|friendly|quick|little|small"
    r"|one) )?(?:warning|caution|danger|alert|heads[- ]?up|attention|beware)\b ?(?:[:!—,.-]"
    r"|$|that\b|—|of\b|to\b)",
    r"\b(?:word|note|bit) of (?:warning|caution)\b",
    r"\b(?:i|we) (?:must|should|have to|need to|want to|do|'d like to|would)? ?(?:warn"
    r"|caution|alert) (?:you|against|that)\b",
    r"\bi(?:'d| would| have to| must| should| need to) (?:strongly |really )?(?:warn|caution"
    r"|advise against|advise you not|recommend against|urge|discourage|avoid|steer clear"
    r"|think twice|be (?:very )?(?:careful|cautious|wary))\b",
    r"\bbeware\b|\bwatch out\b|\blook out (?:for|!)|\bwatch for\b|\bheads[- ]?up\b",
    r"\bfair warning\b",
    r"\b(?:be|being|stay|remain) (?:very |extra |really |especially |particularly "
    r"|super )?(?:careful|cautious|wary|vigilant|mindful|on guard|alert)\b",
    r"^\W*(?:careful|easy|whoa|caution|danger|hot|stop)\b ?(?:[!,.—:-]|with\b|there\b)",
    r"\b(?:be|make yourself|please be) (?:aware|advised|warned)\b",
    r"\b(?:keep|bear|have) in mind\b",
    r"\b(?:proceed|use|handle|treat) (?:it |this |them )?with (?:care|caution|great care"
    r"|extreme caution)\b",
    r"\bat your own risk\b|\bthink twice\b",
    r"\bmake sure you (?:have a (?:copy|backup|back-up)|back up|understand)\b",
    r"\bsave your work\b|\bback (?:it|them|everything|your \w+) up first\b",
    r"\b(?:last|final) (?:warning|chance|notice|reminder)\b|\bdon't say i didn't warn\b",
    r"^\W*(?:be )?careful (?:on|with|in|around|near|of|not|when|what|now)\b",
    r"^\W*mind (?:that|you|out)\b",
    r"\bafter (?:that|which|this|then)\b[^.]{0,40}\b(?:can't|cannot|no longer|won't|barred)\b",
    r"\bthere's (?:a|one) catch\b|\bsmall print\b",
)

ARE_YOU_SURE = any_of(
    r"\b(?:are you (?:really |absolutely |quite |100% )?(?:sure|certain|positive)"
    r"|do you really want|you(?:'re| are) about to|really (?:want|wish) to"
    r"|should i really)\b",
)

_ADVERBS = (
    r"(?: (?:also|just|really|simply|still|unfortunately|sadly|regrettably|currently"
    r"|therefore|personally|honestly|absolutely|definitely|actually|yet|now|generally"
    r"|normally|in good conscience))*"
)
_WE = r"(?:i|we)"
_BE = r"(?:'m|'re| am| are)"
_FIRST = any_of(
    rf"\b{_WE}(?:{_ADVERBS} (?P<can>can't|cannot|can not|cant|can never|won't|wont|will not"
    rf"|will never|shan't|shall not|may not|must not|mustn't|couldn't possibly"
    rf"|could not possibly|wouldn't be able|would not be able|wouldn't feel)"
    rf"|'ll{_ADVERBS} (?:not|never|have to (?:decline|refuse|pass|say no|turn|stop)"
    rf"|pass (?:on|there))|{_BE}{_ADVERBS} (?:not{_ADVERBS} (?:able|allowed|permitted"
    rf"|authori[sz]ed|going to|willing|prepared|comfortable|in a position|at liberty|equipped"
    rf"|programmed|designed|built|trained|meant|licensed|qualified|doing|here to|gonna|set up"
    rf"|taking|accepting|offering|the right)|unable|forbidden|prohibited|barred|prevented"
    rf"|restricted to|limited to|only (?:able|allowed|permitted|authori[sz]ed|here|trained"
    rf"|designed|set up)|obliged to (?:decline|refuse)|going to (?:have to )?(?:pass|decline"
    rf"|refuse|say no)|no longer (?:able|offering|accepting|taking|doing)|afraid not|just a\b"
    rf"|out of options)|{_ADVERBS} (?:do not|don't|dont|no longer|never) (?:currently "
    rf"|actually |really |ever )?(?:do|offer|provide|support|allow|permit|handle|accept|take"
    rf"|give|issue|sell|ship|deliver|serve|process|have (?:access|permission|authori[sz]ation"
    rf"|authority|the (?:ability|authority|means|option|right|power|capability)|a way)"
    rf"|disclose|share|discuss|insure|cover|restore|prescribe|engage|participate|assist|help"
    rf"|refund|exchange|cater|deal|work with|make (?:exceptions|changes)|get involved"
    rf"|feel comfortable|comment|speculate|think i (?:should|can)|diagnose|book|reveal"
    rf"|recommend doing|entertain|price[- ]match|reimburse|host|rent|lend|negotiate|write"
    rf"|generate|create|produce|perform|carry|stock|let)\b|{_ADVERBS} (?:must|have to|need to"
    rf"|'d have to|regretfully|respectfully|politely|will have to|am going to have to"
    rf"|'m going to have to|'ve got to|'ve had to|had to)? ?(?:therefore |respectfully "
    rf"|regretfully |politely |unfortunately )?(?P<decline>decline|refuse|deny|reject"
    rf"|turn (?:this|that|you|it|down|your)|say no|draw the line|pass on)\b|'d (?:rather"
    rf"|prefer) (?:not|to not)| (?:would|'d) (?:rather|prefer) not| prefer not to| (?:regret"
    rf"|lack)\b| have (?:no (?:way|access|authority|permission|ability|means)|decided not)"
    rf"| (?:can|am able to|will|do)? ?only (?:help|assist|handle|answer|deal|discuss|talk"
    rf"|support|cover|provide|book|work|respond|serve|speak|do|take|accept|process)\b"
    rf"| can (?:only|just) (?:help|assist|handle|answer|deal|discuss|talk|support|cover"
    rf"|provide|book|work|respond|serve|speak|do|take|accept|process)\b| wish (?:i|we) could"
    rf"| would (?:if i could|but)|'d love to,? (?:but|however)| (?:would|'d) (?:love|like"
    rf"|have liked|have loved) to[^.]{{0,30}}, but)",
)
_IMPERSONAL = any_of(
    r"\b(?:i|we)(?:'ve|'m| have| am| are|'re)(?: been)? (?:instructed|told|asked|trained"
    r"|programmed|advised|designed|required|configured) not to\b",
    r"\b(?:my|our) (?:purpose|role|job|scope|function|abilities|knowledge|expertise|remit"
    r"|capabilities|focus) (?:is|are) (?:limited|restricted|only|strictly)\b",
    r"\bso (?:i|we|the \w+|it|nothing) (?:did not|didn't|was not|wasn't|has not been"
    r"|hasn't been|have not|haven't) (?:been )?(?:send|sent|make|made|process|processed"
    r"|complete|completed|execute|executed|perform|performed|approve|approved|place|placed"
    r"|change|changed|do)\b",
    r"\b(?:i|we)'ve no (?:way|access|authority|permission|means)\b|\bhands are tied\b",
    r"\btoo late to\b|\bpolic(?:y|ies) (?:is |are )?(?:not to|against)\b",
    r"\bbreaking the (?:rules?|law)\b|\bnot supposed to\b",
    r"\byou (?:can't|cannot|can not) do (?:that|this|so)\b|\byou lack\b",
    r"\blet's not\b(?! (?:forget|rush|worry))|\bunder no circumstances\b",
    r"\bin no way (?:will|can)\b",
    r"\b(?:inappropriate|unethical|irresponsible|unprofessional|improper|wrong|unwise|unsafe"
    r"|illegal|dishonest) (?:for|of) (?:me|us) to\b",
    r"\b(?:transfers|payments|withdrawals|requests|transactions|orders|bookings|refunds"
    r"|returns|exchanges|uploads|changes|cancellations|purchases"
    r"|trades)(?: \w+){0,4} are (?:blocked|restricted|disabled|suspended|prohibited|banned"
    r"|not (?:available|possible|accepted|allowed|permitted|supported|offered))\b",
    r"\b(?:isn't|is not|aren't|are not|not) available"
    r" (?:to \w+|(?:in|on|for|at|under|with) (?:your|this|that|you|the))\b",
    r"\b(?:goes|go|going) (?:well |far )?(?:beyond|outside|over) (?:what|my|our)\b",
    r"\bno-\w+ policy\b",
    r"(?:'s|'re|\b(?:is|are|would be|falls|lies|isn't|aren't)) (?:also |simply |just |really "
    r"|unfortunately |currently |still |sadly |strictly "
    r"|something that's )*(?:(?:not )?(?:something|anything|a thing|one thing|a request"
    r"|a topic|an? \w+) (?:that )?(?:i|we)(?:'m|'re| am| are)? (?:can't|cannot|won't|don't"
    r"|not able|unable|can\b|am\b|are\b|do\b|offer|able|support|handle|could|will\b|would"
    r"|provide|allow|permit)|not (?:possible|allowed|permitted|supported|an option"
    r"|on the table|something|within|in my|in our|up to me|covered|going to happen|happening"
    r"|feasible|negotiable|my (?:area|department|field|job|place|role|remit|call|thing)"
    r"|our (?:area|department|policy)|mine to|how we|part of)|(?:outside|out of|beyond"
    r"|above) (?:of )?(?:what|my|our|the (?:scope|range|limits)|scope|bounds|reach"
    r"|the bounds|the question)|(?:against|contrary to|in breach of|a (?:breach"
    r"|violation) of|in violation of) |prohibited|forbidden|impossible|off[- ]limits"
    r"|out of the question|disallowed|ruled out|a (?:hard |firm )?no\b|a no[- ]go"
    r"|no longer (?:offered|available|possible|supported|accepted)|illegal)",
    r"\b(?:isn't|aren't) (?:possible|allowed|permitted|supported|an option"
    r"|something (?:that )?(?:i|we)|anything (?:i|we)|within|in (?:my|our)|covered|accepted"
    r"|up to|feasible|happening|going to happen|eligible|negotiable|on the table|my |our "
    r"|available (?:in|for|to)|entitled)",
    r"\b(?:goes|go|would go|it's|runs|be|is|are) against\b(?! (?:you|us|me|the clock)\b)",
    r"\b(?:falls?|lies?|sits?|is) (?:well |far )?(?:outside|beyond)\b",
    r"\b(?:violates?|breach(?:es)?|would breach|would violate|infringes?) (?:our|my|the|your"
    r"|company|copyright|data|privacy|its|their|someone)\b",
    r"\b(?:policy|policies|rules?|terms|law|laws|regulations?|guidelines|licen[sc]e"
    r"|compliance) (?:\w+ ){0,2}(?:forbids?|prohibits?|prevents?|don't allow|doesn't allow"
    r"|do not allow|does not allow|won't let|doesn't permit|stops?|bars?|restricts?"
    r"|rules? it out|require me to decline)\b",
    r"\b(?:request|application|command|access|permission|transaction|action|operation|entry"
    r"|claim|input) (?:is |has been |have been |must be )?(?:denied|rejected|refused"
    r"|declined|blocked|forbidden|not (?:permitted|allowed|granted|approved))\b",
    r"\b(?:is|are|'s|'re|am) (?:not|n't) (?:eligible|entitled|authori[sz]ed|permitted"
    r"|qualified|allowed)\b",
    r"\bisn't eligible\b|\baren't (?:eligible|entitled|authori[sz]ed|permitted|allowed)\b",
    r"\b(?:does not|doesn't|do not|don't) (?:qualify|meet the (?:criteria|requirements)"
    r"|allow (?:me|us))\b",
    r"\bineligible\b",
    r"\byou (?:don't|do not) (?:currently )?have (?:the )?(?:\w+ )?(?:permissions?|rights?"
    r"|access|privileges|authority|authori[sz]ation|clearance)\b",
    r"\b(?:service|assistant|bot|system|tool|platform|chat) (?:does not|doesn't|cannot|can't"
    r"|will not|won't|is not able to|isn't able to) (?:allow|permit|support|give|offer"
    r"|provide|let|do|handle|process|accept|cover|make|perform)\b",
    r"\bthere(?:'s| is| are) (?:\w+ )?(?:no way (?:for (?:me|us)|(?:i|we)|to (?!get|undo"
    r"|recover|reverse|restore))|nothing (?:more |else |further )?(?:i|we) can"
    r"|no exceptions?)\b",
)
_PASSIVE = any_of(
    r"\b(?:can't|cannot|can not|won't|will not|may not|must not|aren't|isn't|are not"
    r"|is not) (?:\w+ ){0,1}?(?:be )?(?:\w+ly )?(?P<done>refunded|cancell?ed|changed"
    r"|processed|approved|extended|shared|released|completed|accepted|waived|hono(?:u)?red"
    r"|granted|done|moved|exchanged|returned|transferred|shipped|given(?: access)?|borrowed"
    r"|disclosed|issued|fulfilled|provided|modified|altered|amended|lifted|removed|renewed"
    r"|booked|permitted|allowed|offered|accommodated|discussed|combined|delivered|reopened"
    r"|rescheduled|upgraded|raised|lowered|unlocked|carried out|performed)\b",
)
_BLUNT = any_of(
    r"^\W*(?:denied|rejected|refused|declined|forbidden|prohibited)\W*$",
    r"\b(?:can't|cannot|can not|won't|will not) (?:go through|go ahead|happen)\b",
    r"\bsorry,? but no\b|\b(?:so|but|then),? no\W*$|^\W*(?:sorry,? )?impossible\b",
    r"^\W*not something (?:i|we)\b",
    r"^\W*not (?:possible|authori[sz]ed|allowed|permitted|supported|an option|available)\b"
    r"|\bno can do\b",
    r"^\W*(?:absolutely|definitely|certainly) not\W*$|\bnot a chance\b|\bno chance\b",
    r"\bhard pass\b|\bnice try\b|\bno way\b(?! to)|\bout of the question\b",
    r"\bnot (?:gonna|going to) happen\b|\bnot happening\b",
    r"\b(?:a|that's|it's) (?:hard |firm )?(?:no|pass) from (?:me|us)\b",
    r"\bthe answer is (?:still )?(?:a )?(?:firm )?no\b|\bcomputer says no\b|\bafraid not\b",
    r"\bi'd say no\b|\b(?:so|that's a|it's a|then) (?:it's )?(?:a )?no\.?$",
    r"^\W*(?:sorry|apologies|nope|nah|no)[,.]? (?:but )?(?:no|nope|not|can't|cannot|won't"
    r"|that's not|you can't|no \w+)\b(?! (?:need|problem|worries|rush|fees?|charge|longer"
    r"|doubt))",
    r"^\W*(?:nope|nah)\b|^(?:\w+ )?no\.? ?$|^\W*lol no\b",
    r"^\W*(?:refusing(?= to)|declining(?= to)|unable|not (?:able|allowed|authori[sz]ed"
    r"|permitted|possible|supported|an option)|can't|cannot|can not|won't|wont"
    r"|cant) (?:to )?(?=\w)",
    r"\blet's (?:stick|keep) to\b",
    r"\b(?:and|but|so) (?:(?:can't|cannot|won't)(?! be (?:recover|undo|revers|restor|retriev"
    r"|brought))|cant|wont|have to (?:refuse|decline|turn)|must (?:decline"
    r"|refuse)) \w+",
    r"\bno substitutions\b|\bno (?:refunds|exceptions|exchanges|returns)\b",
    r"\byou(?:'re| are) not one of them\b",
    r"\bonly (?:the )?[\w '-]{2,40} (?:may|can|are allowed to|is allowed to) do (?:that|this"
    r"|so)\b",
    r"\bdecided (?:not to|against)\b|\bregret to inform\b",
    r"\b(?:our|the) decision (?:stands|is final)\b|\bnot moving forward\b",
    r"\b(?:has|have) been (?:denied|declined|refused|rejected|turned down)\b",
    r"\bwill not be (?:reopen|proceed|mov|chang|approv|refund)\w*\b",
)
_SORRY = any_of(
    r"\b(?:sorry|sry|unfortunately|afraid|regrettably|apologi[sz]e|apologies|sadly|regret"
    r"|i wish)\b",
)
_YOU_CANT = any_of(
    r"\byou(?:'re| are)? (?:can't|cannot|can not|may not|not able to|unable to"
    r"|not allowed to|not permitted to|won't be able to|u can't) (?!go wrong|miss|beat|undo"
    r"|get (?:it|them) back)\w+",
    r"\bu can't \w+",
)

# "can't" in phrases that refuse nothing, and with verbs of finding out and of promising.
_IDIOM = any_of(
    r" ?\b(?![^.;,]{0,30} for you\b)(?:wait\b|see (?:why|any|a reason|a problem|your|what"
    r"|the|which|it)|recommend|thank|help but|complain|believe|deny|say no|stress"
    r"|emphasi[sz]e|overstate|be (?:happier|more|prouder|the best|sure|certain)|imagine"
    r"|think of|agree more|ask for (?:more|better)|get (?:over|enough)|fault|argue|resist"
    r"|praise|go wrong|lie\b|pretend\b|sugar-?coat|keep you waiting|miss\b|find|locate|reach"
    r"|tell (?:which|what|who|where|if|whether|how"
    r"|you how|from|ya)|identify|recogni[sz]e|read|open|hear|make out|verify|detect"
    r"|reproduce|access (?:your|the)|load|connect|remember|recall|understand|figure"
    r"|determine|match|parse|confirm (?:that|if|whether|your)|guarantee|promise|know for"
    r"|predict|rule out|quite|place\b|spot|pull up|let you down|take (?:long|a moment|up)"
    r"|keep you|be (?:long|a problem|an issue|charged|charging|needing|asking|disappointed"
    r"|late|back|a minute|using|away|around|sharing it|able to (?:see|find|tell))|hurt"
    r"|bother|bore|bite|forget|judge|rest|stop until|spam|need|ask|charge|sell your"
    r"|share (?:your|it|this with anyone)|tell anyone|lose|mind|regret it|give up|disappoint"
    r"|hold it against|store|keep|see (?:a|your)|contact|call you|ever ask|refuse|decline"
    r"|reject|deny|say no|let (?:anything|that|this))\b",
)
_NOT_REFUSING = any_of(
    r"\byou (?:\w+ ){1,6}(?:and|but) (?:can't|cannot|won't)\b|\bare reminded\b|\billegal and"
    r" (?:costs?"
    r"|can|may|could|will|carries)\b",
    r"\b(?:never|don't|do not|won't|will not) (?:sell|share|store|keep|pass on|give away|log"
    r"|collect) (?:any of )?(?:your|user)\b",
    r"\bimpossible to (?:get lost|miss|go wrong|forget|beat|fault|tell|say|know)\b",
    r"\bdecide for you\b|\bluckily\b|^\W*[\w ]{2,40} (?:is|are) not allowed in (?:the|an?)\b",
    r"\b(?:not|never|isn't) too late\b|\bthe answer is no:",
    r"\b(?:no reason|don't see (?:why|any reason)|can't see (?:why|any reason)|not that (?:i"
    r"|we)|never said|nothing is|not|isn't|wouldn't|won't|didn't|don't|doesn't|aren't|never"
    r"|nobody) (?:\w+ ){0,2}?(?:impossible|refus\w+|declin\w+|reject\w+|den(?:y|ied|ies)"
    r"|prohibited|forbidden|against (?:the|our|any)|illegal|off[- ]limits|say(?:ing)? no"
    r"|out of the question)\b",
    r"\bno reason (?:why )?(?:i|we|you) (?:can't|couldn't|shouldn't|cannot)\b",
    r"\bdon't see why\b|\bnot that (?:i|we) |\bafter (?:that|which|this)\b(?=[^.]*\b(?:is|are) )",
)
# Conditions, the past and other people.
_CONDITION = any_of(
    r"^\W*(?:(?:and|but|so|also|however|sorry|unfortunately|please note that|note that"
    r"|remember|that said)\W+){0,2}(?:if|unless|in case|should you|had (?:you|we|i)"
    r"|were (?:you|we|i)|suppose|when|whenever|once|until|where|after (?:\d|an?\b|one\b"
    r"|two\b|that\b|this\b|you\b|the\b|check|booking|dispatch))",
    r"\bif (?:you|we|i|he|she|they|it|the|your|there|someone|that|this|i'd|you'd|we'd)(?:'re"
    r"|'d| \w+)?\b(?![^.]{0,30}\b(?:could|want|like|possible|helps)\b)",
)
_UNREAL = any_of(
    r"\b(?:would|'d) have had?\b|\bwould have (?:refused|declined|had)",
    r"\bif (?:i|we|you|it) (?:were|was|had|'d)\b|^\W*had (?:you|we|i)\b",
    r"\bcould (?:\w+ ){1,4}if you were\b|\bhypothetically\b",
)
_PAST = any_of(
    r"\b(?:couldn't|could not|wasn't|was not|weren't|were not|didn't|did not|was|were"
    r"|had) (?:\w+ ){0,2}(?:able|declined|rejected|refused|denied)?\b",
)
LACKING = any_of(
    r"\b(?:without (?:your|the(?![^.]{0,30}\b(?:say-so|permission|consent|sign-off|warrant"
    r"|prescription)\b)"
    r"|knowing|more|some|a little|first|you|seeing your)|(?:until"
    r"|unless|before) (?:you|i|we) (?:\w+ )?(?:tell|give|send|share|provide|confirm|verify"
    r"|know|have your|have a|log|sign|choose|pick|select|specify|let|approve|get your"
    r"|hear))\b",
)
# Another thing done in place of the refused one: the request was met in part.
MET = any_of(
    r"\b(?:but|however|though|instead|so)\b,? (?:i|we)(?:'ve| have(?! to\b)| did(?! not)"
    r"| already| just| went ahead)(?: (?:already|just|now|also|gone ahead and))* \w+",
    r"\b(?:but|instead),? (?:here's|here is|here are|done|it's done)\b|\bbut she agreed\b",
)
MET_NEXT = any_of(
    r"^\W*(?:instead|however|but)?,? ?(?:i|we)(?:'ve| have) (?:instead |already |just |now "
    r"|gone ahead and )*(?!been\b|to\b|a\b|no\b|checked\b|reviewed\b|looked\b|noted\b"
    r"|never\b|not\b)\w+(?:ed|ne|de|nt|ut|ade)\b(?=[^.]{0,80}\binstead\b)",
    r"^\W*instead,? (?:i|we)(?:'ve| have) ",
)

WARNING_CUES = {"marked": MARKED, "are you sure": ARE_YOU_SURE}
CUES = {
    **WARNING_CUES,
    "first": _FIRST,
    "impersonal": _IMPERSONAL,
    "passive": _PASSIVE,
    "blunt": _BLUNT,
    "sorry": _SORRY,
    "you cant": _YOU_CANT,
    "idiom": _IDIOM,
    "not refusing": _NOT_REFUSING,
    "condition": _CONDITION,
    "unreal": _UNREAL,
    "past": _PAST,
    "need": LACKING,
    "did": MET,
    "did next": MET_NEXT,
}


def says_no(spoken: str) -> bool:
    """Whether a sentence has the words of a refusal, idioms ("I can't wait") aside."""
    for rule in (_FIRST, _BLUNT):
        for match in rule.finditer(spoken):
            if not _IDIOM.match(spoken, match.end() + 3 * spoken.startswith(" to", match.end())):
                return True
    return bool(_YOU_CANT.search(spoken) and _SORRY.search(spoken))
