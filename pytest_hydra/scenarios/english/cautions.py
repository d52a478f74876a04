"""Words of warning, and what takes them back: denials, the past, what others say, definitions."""

from __future__ import annotations

from pytest_hydra.scenarios.english.vocabulary import any_of

# Said as a warning, whatever it is about.
_MARKED = any_of(
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

_ARE_YOU_SURE = any_of(
    r"\b(?:are you (?:really |absolutely |quite |100% )?(?:sure|certain|positive)"
    r"|do you really want|you(?:'re| are) about to|really (?:want|wish) to"
    r"|should i really)\b",
)
_DESTRUCTIVE = any_of(
    r"\b(?:delet|eras|wip|remov|clos|cancel|reset|overwrit|drop|destroy|format|terminat"
    r"|deactivat|empty|everything|all\b|discard|unsubscrib|revok|leav|uninstall|transfer"
    r"|send|run\b|push|deploy|spend|exceed|lose|force|disabl|permanent)",
)

_TRAILING_DENIAL = any_of(
    r"\b(?:is|are) (?:practically |almost |virtually |close to |next to |very )?(?:zero|nil"
    r"|negligible|minimal|low|none)\b",
    r"\b(?:risk|danger|hazard|worry|stress|scam|penalty)-free\b|\bdon't worry\b",
    r"\bno worries\b|\bnothing to (?:worry|fear)|\bwithout worry\b",
    r"\bfree of (?:risk|charge)\b",
    r"\b(?:lose|loses|losing|risk|risks|pay|pays|costs?|owe) (?:you )?(?:nothing|none)\b",
)
_TOLD = any_of(
    r"\bthank(?:s|ing)?\b[^.]{0,40}\b(?:careful|aware|warn\w*|cautious)|\bnever mind\b",
    r"\b(?:was|were|been|got|had|he|she|they|it|who|nobody|everyone"
    r"|which) (?:\w+ )?(?:warned|cautioned|alerted|advised)\b",
    r"\b(?:i|we) warned\b",
    r"\b(?:warning|alert|risk|fraud|scam|danger|hazard|security)s? (?:settings?|team"
    r"|department|email|message|light|sign|assessment|profile|form|level|score|manager"
    r"|management|analysis|appetite|report|center|centre|policy|notifications?|preferences"
    r"|badge|label)\b",
    r"\b(?:was|were|had|might have|could have|would have|looked as if) [^.]{0,30}\b(?:lose"
    r"|lost|risk|risky|dangerous|scam|fail)\b",
    r"\bif (?:there|it|this) (?:were|was)\b|\bused to\b",
    r"\bin the (?:story|novel|film|movie|game|poem)\b",
    r"^\W*the (?:story|novel|film|movie|book|poem|song) ",
    # History, the news, and what others say.
    r"^(?![^.]*\b(?:will|may|might|could|can|can't|if|until|don't|is|are|so)\b)[^.]*\b(?:was|were"
    r"|got)"
    r" (?:\w+ )?(?:locked|blocked|suspended|closed|cancell?ed|rejected|refused|fined|charged"
    r"|damaged"
    r"|delayed|injured|killed|reduced|dismissed|lost|stolen)\b",
    r"^(?![^.]*\b(?:will|may|might|could|you|your|if|until|don't|so)\b)[^.]*\b(?:in (?:1\d|20)\d\d"
    r"|last (?:year|month|week|night|summer|winter|spring|autumn)|ago|yesterday|back in"
    r"|according to"
    r"|once upon|historically)\b",
    r"\blong before your\b",
    r"\b(?:some|many|most|other|a few|lots of)(?: \w+)? (?:people|folks|users|players|customers"
    r"|parents"
    r"|reviewers|critics|fans)? ?(?:swear|say|claim|believe|think|argue|reckon|feel|worry)\b",
    r"\b(?:researchers?|scientists|experts|studies|critics|reports?|historians|legend|myth)"
    r" (?:\w+ )?(?:say|says|found|find|suggest|suggests|show|shows|claim|claims|has it|believe)\b",
    r"\bwould(?:n't| not)? have (?:had|gone|been|become|\w{3,}ed|\w{2,}wn|lost)\b",
    r"^\W*an? [\w-]+(?: [\w-]+){0,2} is (?:what|when|how|where|an? \w+ (?:in|that|by|where|which"
    r"|of)"
    r"|the \w+ (?:that|of|which|in))\b",
    r"^\W*(?:he|she|they) (?:\w+ )?(?:\w{3,}ed|fought|lost|won|broke|burn(?:ed|t)|crashed|fell"
    r"|died|survived"
    r"|escaped|paid|was|were|had)\b",
    r"^(?![^.]*\b(?:will|may|might|could|can|is|are|if|so)\b)[^.]*\b(?:heard|was|were|came|took"
    r"|went"
    r"|\w{3,}ed) [^.]{0,40}\bin (?:january|february|march|april|may|june|july|august|september"
    r"|october|november|december)\b",
    r"^\W*in (?:chess|football|tennis|rugby|poker|hockey|baseball|mythology|fiction"
    r"|the \w+ (?:act|chapter|scene|book|film|episode|season|verse|level|half|century))\b",
    # Good news in the shape of a warning.
    r"\b(?:heads[- ]?up|(?:keep|bear) in mind|be aware|note)\b(?![^.]*(?:\b(?:but|only|not|fees?"
    r"|until|unless|late|before|must|can't)\b|n't))[^.]*\b(?:arrives?|here (?:if|for|to)|ready|free"
    r"|you can|included|welcome|happy|on (?:its|the) way|available)\b",
    r"\b(?:i'm|we're|i am|we are) (?:well |already )?aware\b|\b(?:is|are|was) no (?:problem|trouble"
    r"|issue|match)\b",
    r"\b(?:deletes?|removes?|changes?|breaks?|loses?|destroys?|sends?|leaks?|touches"
    r"|overwrites?|harms?) nothing\b",
    r"\beven if\b[^.]*\b(?:stays?|fine|works?|won't|still|ok|okay|good|tastes?|looks?)\b",
    r"\b(?:you'll|you will) be (?:fine|ok|okay|good|back|safe)\b|\bwhenever you (?:like|want"
    r"|wish)\b",
    # What a word means.
    r"^\W*[\w-]+(?: [\w-]+)? means \w+ing\b|\bis an? (?:\w+ )?(?:attempt|practice|method|tactic"
    r"|trick|strategy) (?:to|of|in|by|that|where)\b",
    r"^\W*an? \w+ is (?:awarded|given|issued|imposed|paid|charged|filed|declared)\b",
    r"^(?![^.]*\b(?:you|your)\b)[^.]*\b(?:(?<!there )(?:is|are) (?:the|an?) (?:\w+ "
    r"){0,2}(?:penalty|fine|fee|charge"
    r"|sum|term|word|name|process|type|kind|form|measure|attack|technique|amount|share)"
    r" (?:that|which|an?|for|paid|where|when|in which|of|by)|means? that|refers? to|is defined"
    r"|stands for|is short for|is when|is one whose|plots?)\b",
    r"\bmust (?:say|warn|admit|confess),? i\b|\bwarn you,? i (?:do|am|love|like|can)\b",
)

CAUTIONS = {
    "marked": _MARKED,
    "are you sure": _ARE_YOU_SURE,
    "destructive": _DESTRUCTIVE,
    "trailing denial": _TRAILING_DENIAL,
    "told": _TOLD,
}
