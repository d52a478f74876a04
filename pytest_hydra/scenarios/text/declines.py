"""Refusals that never say "I can't": not doing it, who alone may have it, rules, sayings."""

from __future__ import annotations

from pytest_hydra.scenarios.text.vocabulary import any_of

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
    r"\b(?:would|'d|had) (?:rather|sooner|prefer) (?:i|we|you|it|that|this|not)\b(?=[^.]*\b(?:n't"
    r"|not)\b)",
    r"\b(?:can't|cannot|won't|not going to) make (?:an )?exceptions?\b|\bno exceptions\b",
)
