"""Refusals that never say "I can't": not doing it, who alone may have it, rules, sayings."""

from __future__ import annotations

from pytest_hydra.scenarios.english.vocabulary import any_of

# Habits that deny nothing to the user: "we don't charge for that", "I'm not seeing it".
_HARMLESS = (
    r"have|need|know|think|see|mind|want|charge|believe|understand|worry|expect|ask|sell your|share"
    r" your|store|keep|track|recall|remember|find|get|like|blame|doubt|guarantee|require|use|show"
    r"|seem|care|judge|bite|say|forget|log|tell|look|feel|mean|wish|hear|plan|suggest|spam|save"
    r"|read"
    r"|rush|work|live|pass on|lose|retain|collect|intend|own|agree|appear|close"
)
_GOING_ON = (
    r"seeing|finding|getting|having|joking|kidding|saying|suggesting|asking|charging|trying|judging"
    r"|complaining|blaming|counting|feeling|missing|using|storing|changing anything|worrying|lying"
    r"|being|going anywhere|seeking|expecting|leaving you|closing"
)
_TOPICS = r"(?:isn't|aren't|is not|are not|not|off|out of)"
DECLINES = any_of(
    rf"\b(?:i|we)(?:'m|'re| am| are) (?:certainly |definitely |really |just )?not "
    rf"(?!(?:{_GOING_ON})\b)\w+ing\b",
    rf"^(?:\W*(?:sorry|no|hmph|apologies|nope|unfortunately|alas|well|ah|oh|but|and|so|as a "
    rf"rule)\W+){{0,2}}"
    rf"(?:i|we) (?:don't|do not|never) (?!(?:{_HARMLESS})\b)\w+\b(?! (?:your|you)\b)",
    r"\b(?:i|we)(?:'ll|'d| will| shall| must| would| have to| need to| can)? (?:\w+ )?(?:refrain"
    r"|abstain|desist)\b",
    r"\bnothing (?:more |else )?(?:i|we) (?:can|could|may|'re able to|are able to) (?:do|pay"
    r"|offer|change|add|say|give|send)\b",
    rf"\b{_TOPICS} (?:on )?(?:the |my |our )?(?:cards|table|menu|agenda|remit|limits|bounds"
    rf"|brief)\b",
    r"\b(?:non-starter|no-go|no dice|out of luck|no luck|nothing doing|over my dead body|not on "
    r"my watch"
    r"|lips are sealed|my job's worth|jog on|you've got the wrong \w+|not a prayer|when hell "
    r"freezes)\b",
    r"^\W*(?:not (?:doing|going there)|won't do|no deal|no dice|no go|no luck|nothing doing"
    r"|forget it"
    r"|dream on|in your dreams|fat chance|off with you|begone|get lost|away with you|be gone)\b",
    r"^\W*(?:sorry,? )?(?:can't|cannot|won't|shan't|unable)(?: do(?: (?:it|that|this))?)?\W*$",
    r"^\W*no [\w ]{2,20}, no \w+(?:, (?:i'm afraid|sorry|mate|sir|madam))?\W*$",
    r"\b(?:i|we) (?:won't|will not|shan't) (?:read|open|access|predict|identify|guess|speculate"
    r"|recommend"
    r"|reproduce|load|verify|tell you (?:which|what|how|who))\b",
    r"\b(?:the (?:most|best|furthest|nearest|closest)|all) (?:that )?(?:i|we)(?:'ll| can| could| "
    r"will)?"
    r" (?:do|offer|give|go|say|share) (?:\w+ )?(?:is|are)\b",
    r"\b(?:is|are) only (?:\w+ed|given|sold|made|shown|open|available)(?: out)? (?:in person|by"
    r"|at|to"
    r"|through|via|after|on|with|against|during|from)\b(?! (?:you|your)\b)",
    r"\bnot (?:a (?:minute|day|second|moment) )(?:earlier|sooner|before)\b",
    r"\b(?:none|nothing) left to (?:sell|give|offer|send|book)\b|\b(?:i|we)(?:'ve| have) none\b",
    r"\b(?:stays?|remains?) (?:shut|locked|closed|off|frozen|blocked|sealed|disabled) (?:while"
    r"|until|till|as long as|during)\b",
    r"\buntil [^.,]{2,20}, no \w+",
    r"^\W*(?:negative|denied|veto(?:ed)?|declined|nay|never|rejected)\W*$",
    r"\b(?:i|we) (?:won't|will not|shan't|shall not) be (?!needing|charging|asking|using|storing"
    r"|long\b|sharing your)\w+ing\b",
    r"\b(?:won't|will not|wouldn't|would not|can't|cannot) be (?:\w+ )?(?:possible|available to"
    r"|doable|feasible|allowed)\b",
    r"\b(?:has|have|'s|'ve|was|were|been) (?:turned|knocked|voted|thrown) (?:[^.]{0,30} )?(?:down"
    r"|back|out)\b",
    r"\b(?:isn't|aren't|is not|are not|not) (?:mine|ours|my \w+|our \w+|for me|for us|my place) "
    r"to \w+",
    r"^\W*(?:error|fatal|failed) ?: [^.]*\b(?:protected|denied|refus\w+|not (?:allowed|permitted)"
    r"|forbidden|read-only"
    r"|locked|unauthori[sz]ed|insufficient|prohibited)\b",
    r"\bclosed to\b|\b(?:list|register|ballot|waitlist) is (?:now )?(?:closed|full)\b"
    r"|\bclosed\b[^.]{0,30}, so (?:i|we|there|it|that)\b",
    r"\bthat's a matter for\b|\b(?:not|never) with me\b|\bbanned from\b",
    r"\b(?:can't|cannot|won't|may not|will not) be (?:stacked|reinstated|combined|substituted"
    r"|split|replaced|swapped"
    r"|bypassed|overridden|skipped|backdated|brought forward|prescribed|dispensed|named|posted"
    r"|mailed|published"
    r"|installed|deployed|merged|applied|redeemed|claimed|carried over|rolled over|bought|sold"
    r"|rented)\b",
    r"^\W*(?:fresh|all|clean|sold) out\b(?=[^.]{0,20}\b(?:sorry|afraid|sadly)\b)",
    # What a machine prints.
    r"^\W*(?:[\w/-]+ ){1,4}(?:rejected|denied|refused|inhibited|aborted|blocked|forbidden"
    r"|prohibited"
    r"|disallowed|vetoed|unauthori[sz]ed|not permitted|not allowed)\b(?=\W*$|\W*[(:;,—-]|\.)",
    # As those say it who learn the language.
    r"\b(?:i|we) no (?:have|can|do|allow|accept|sell)\b|\b(?:is|it's) not possible\b|^\W*not can\b",
    r"\b(?:i|we) (?:am|are) not (?:can|have|do)\b",
    # Who alone may have it.
    r"\bonly (?!you\b)[^.;]{2,60}? (?:may|can|are (?:allowed|eligible|entitled)|qualify"
    r"|get)\b[^.;]{0,60}?"
    r"(?:,|;| -) ?(?:and|but|while|whereas)? ?(?:you|your)\b",
    r"(?:'s|'re|\bis|\bare) (?:strictly |just )?(?:for|to|open to) (?!you\b)[\w ]{2,40} only\b"
    r"|\b(?:reserved|restricted) (?:for|to) (?!you\b)\w+\b",
    r"\b(?:that|this|it|one)(?:'s| is) (?:one |a job |a question |a matter )?for (?:a|an|the) "
    r"(?:\w+ )?"
    r"(?:engineer|doctor|lawyer|professional|specialist|expert|vet|accountant|pharmacist"
    r"|therapist|manager"
    r"|solicitor|electrician|plumber|adviser|advisor|mechanic|police|court|board|committee)\b",
    # What became of the request.
    r"^\W*(?:your|the) (?:application|request|claim|bid|order|entry|submission|appeal)\b[^.;]{0,40}"
    r"\b(?:didn't|did not|hasn't|has not) (?:make it|pass|go through|succeed|been successful|get "
    r"through)"
    r"|\b(?:was|were|been) unsuccessful\b",
    # Rules, and what stays unsaid.
    r"\b(?:is|are|'s|'re) (?:\w+ )?(?:blocked|barred|banned|frozen|excluded|restricted|prohibited"
    r"|disabled|locked)\b"
    r"(?=[^.]*\b(?:under|by (?:law|policy|the|our)|so (?:i|we|there|it|no)|sanctions)\b)",
    r"^\W*(?:what|that|those|this|these|her|his|their|another)\b(?![^.]*\byour\b)[^.;]{0,60}"
    r" (?:stays?|remains?) (?:\w+ )?(?:confidential|private|secret|sealed|classified|under wraps"
    r"|between)\b",
    r"\b(?:stays|remains|kept) in the family\b|\btied in (?:until|till|for)\b",
    r"\bincompatible with (?:your|our|the) (?:licen[sc]e|policy|terms|contract|rules)\b",
    r"\b(?:would|'d|had) (?:rather|sooner|prefer) (?:i|we|you|it|that|this|not)\b(?=[^.]*(?:n't"
    r"|\bnot)\b)",
    r"\b(?:can't|cannot|won't|not going to) make (?:an )?exceptions?\b|\bno exceptions\b",
    # Someone else's business, and what the speaker stays out of.
    r"\b(?:is|are|'s|'re) (?:\w+ )?(?:a |an )?(?:job|matter|question|task|case|one|decision"
    r"|call) for"
    r" (?!you\b|us\b|me\b)(?:a |an |the |your )?\w+(?:[^.]{0,30}\b(?:not|than) (?:for )?(?:me"
    r"|us)\b)",
    r"\byou(?:'d| would|'ll| will)?(?: need| have|'ve got)? (?:to|best|better) (?:look|go|turn"
    r"|try|ask"
    r"|shop|search) (?:elsewhere|somewhere else|someone else|somebody else)\b"
    r"|\b(?:look|go|try|ask|find|turn to) (?:elsewhere|someone else|somebody else|another"
    r" (?:bot|assistant|agent|shop|firm|lawyer|accountant))\b",
    r"^\W*(?:not (?:me|us|with (?:me|us)|from (?:me|us)|by (?:me|us)|here|on this \w+"
    r"|for (?:love or )?money)|never here)\b(?=\W*$|[,.!])|\bnot with (?:me|us)\b",
    r"\b(?:i|we)(?:'ll|'d| will| would| want| have|'ve)?(?: \w+)? no (?:say|part) in\b"
    r"|\b(?:party|accessory) to (?:that|this|it|such)\b(?=[^.]*(?:\bno|\bnot|n't)\b)",
    r"\b(?:not|n't) (?:be )?(?:a |any )?part(?:y)? (?:of|to|in) (?:that|this|it|any|such"
    r"|something)\b",
    r"\b(?:out of|not in|beyond) my (?:hands|power|gift|control|authority)\b|\bnot (?:my|our|mine)"
    r" (?:call|decision|to (?:give|make|decide|share|change))\b",
    r"\babove my (?:\w+ )?(?:clearance|grade|pay grade|station|authority|rank)\b",
    r"\b(?:i|we) (?:\w+ )?(?:draw|hold|keep to) the line\b|\b(?:is|'s) a line (?:i|we)\b|\bred"
    r" line\b",
    r"\b(?:i|we)(?:'ll| will| have to| must| need to){1,2} (?:have to )?disappoint\b"
    r"|\b(?:i|we) (?:have to|must|'ll have to) (?:sit (?:this|that) (?:one )?out|bow out"
    r"|leave it (?:there|at that))\b",
    r"\b(?:i|we|that's something (?:i|we)|something (?:i|we)) (?:keep|leave) (?:[\w' ]{1,40}"
    r" )?(?:to"
    r" (?:myself|ourselves|(?:the )?(?:\w+ )?(?:professionals?|experts?|fitters?|doctors?|lawyers?"
    r"|specialists?|pros|others|them|people)))\b",
    r"\b(?:i|we)(?:'ve)? (?:have )?(?:stopped|ceased|given up|discontinued|done away with)"
    r" (?:\w+ing)\b(?! (?:charg|ask|tak))",
    r"\b(?:isn't|aren't|is not|are not|not) (?:currently )?(?:taking|accepting|seeing|admitting)"
    r" (?:on )?(?:any|new|more|further)\b",
    # Nobody gets it.
    r"\b(?:hard|firm|flat|clear|definite|big|absolute|strict) no\b(?! (?:risk|harm|fee))",
    r"\b(?:so|therefore|hence|and|then),? no\W*$|\bain'?t (?:gonna|going to|happening|gon)\b|\bno"
    r" (?:way|chance),? (?:jos|mate|friend|buddy|pal|sir)",
    r"^\W*(?:what|who|how much|that|this|those|these|her|his|their|other \w+'s|other people's"
    r"|another)\b"
    r"(?![^.]*\byour\b)[^.;]{0,60} (?:is|are|stays?|remains?) (?:strictly |kept )?(?:confidential"
    r"|classified|restricted|private|with (?:me|us|him|her|them)|between)\b",
    r"\b(?:stays?|remains?) (?:with (?:me|us)|between|locked|shut|closed|sealed|off|put|where)\b"
    r"(?=[^.]*\b(?:approval|say|until|without|rules?|me|us|ranked|public|policy)\b)",
    r"\b(?:sees?|find|finds|found|saw) no (?:grounds?|reason|basis|cause|case) (?:to|for)\b",
    r"\b(?:rules are rules|a rule is a rule|the price is the price|the answer stays)\b"
    r"|\b(?:is|are|'s) (?:already |now )?(?:fully booked|sold out|taken"
    r"|oversubscribed)\b(?=[^.]*\b(?:"
    r"sorry|afraid|so|unfortunately)\b)",
    r"\bfor (?:grown-ups|adults|members|staff|residents|employees|officers)(?: only)?, so (?:we"
    r"|i|let)",
    r"\b(?:we|i) (?:simply|just|flatly) (?:don't|do not|won't|can't)\W*$",
    r"\b(?:i|we)(?:'d| would) be (?:breaking|breaching|violating|bending|betraying|lying)\b",
    r"\bneed to be (?:an? )?[\w ]{1,30} (?:to|for) (?:do|that|this)[^.]{0,20}\b(?:sorry|afraid)\b",
    r"\b(?:would|'d) be (?:fraud|theft|cheating|illegal|unlawful|a crime|wrong of me|unethical"
    r"|dishonest)\b[^.]{0,30}(?:\bso\b|,? and (?:i|we)\b)",
)
