"""Warnings in set phrases, in figures on a gauge, and in calls to get away."""

from __future__ import annotations

from pytest_hydra.scenarios.english.vocabulary import any_of

_PERISHABLE = (
    r"(?:codes?|offers?|sales?|deals?|links?|sessions?|quotes?|tickets?|pass(?:es)?|vouchers?"
    r"|credits?"
    r"|points?|reservations?|holds?|windows?|slots?|rates?|prices?|coupons?|discounts?|trials?"
    r"|tokens?"
    r"|certificates?|licen[sc]es?|memberships?|subscriptions?|miles|minutes|days|permits?|visas?"
    r"|passwords?)"
)
_SOON = (
    r"(?:tonight|today|tomorrow|soon|at \d|at midnight|in (?:\d+|one|two|three|a few|a couple of)"
    r"(?:\.\d+)? (?:seconds?|minutes?|mins?|hours?|days?|weeks?)|this (?:week|evening|afternoon"
    r"|friday|month))"
)
SAYS = any_of(
    r"\b(?:ends?|ended|end up) (?:badly|in (?:tears|disaster|trouble|an? \w+))\b|\b(?:never"
    r"|rarely|seldom) ends well\b",
    r"\b(?:you(?:'re|'d be| are| would be)|we're) looking at an? \w+|\bwaiting to happen\b",
    r"\b(?:bad|poor|terrible|awful|dangerous|risky|unwise|lousy|nasty|lethal|deadly) (?:news|move"
    r"|idea|combination|combo|mix"
    r"|sign|plan|bet|practice|choice|habit|decision|time|cocktail|neighbo(?:u)?rhood|area|deal)\b",
    r"\b(?:not|isn't|never) (?:a|the) (?:good|great|wise|smart|safe|bright|clever|best) (?:idea"
    r"|sign|time|look|mix|move|plan|bet|place|choice)\b",
    r"\bcutting it (?:very )?(?:fine|close)\b|\bpush(?:ing)? (?:it|your luck)\b|\btempt(?:ing)? "
    r"fate\b|\bdice with\b",
    r"\bhard to (?:remove|undo|reverse|get (?:out|back|rid)|recover|fix|shift|clean)\b|\bcomes "
    r"at a (?:price|cost)\b",
    r"\bthe hard way\b|\b(?:costly|expensive) (?:mistake|error|lesson)\b|\bnever a good\b"
    r"|\bdoesn't add up\b|\bdon't fall for\b",
    r"\b(?:fake|bogus|counterfeit|fraudsters?|impostors?|imposters?|con artists?|crooks?|rip-off"
    r"|clickbait|spyware|stalkerware)\b",
    r"\b(?:wire|cable|rail|circuit|fence|socket|terminal)s? (?:is|are) (?:still )?live\b|\blive "
    r"(?:wire|rail|cable)\b",
    r"\bcontains? (?:\w+ )?(?:asbestos|lead|mercury|arsenic|cyanide|solvents?|lye|bleach|acid)\b",
    r"\breleas(?:es|ing|e) (?:\w+ )?(?:fumes|fib(?:re|er)s|gas|smoke|toxins?|spores|chlorine"
    r"|vapou?rs?)\b",
    r"\b(?:in|a|be in) (?:breach|violation|contempt) of\b|\bf[ao]ll foul of\b|\brun afoul of\b"
    r"|\bvoid(?:s|ing)? your\b",
    r"\b(?:more|higher|faster|longer|later|older) than (?:the|what's|is|what is|your) (?:\w+ "
    r")?(?:safe|recommended|allowed|permitted|legal"
    r"|advised|maximum|prescribed|rated|healthy)\b|\b(?:well |far |way |already )?(?:over|above"
    r"|past|beyond) (?:the|your) (?:\w+ )?limit\b",
    r"\bno (?:later|other|further) (?:flight|train|bus|ferry|connection|sailing)\b|\bthe last "
    r"(?:flight|train|bus|ferry) \b",
    r"\bmandatory\b(?=[^.]*\b(?:even|or|otherwise|without)\b)|\bat the mercy of\b|\bno good "
    r"reason for (?:that|it|this)\b",
    r"\bknocks? (?:you|it|them) (?:flat|out|over)\b|\bknock \w+ (?:points|marks) off\b|\bchas(?:e"
    r"|ing) (?:your )?losses\b",
    r"\b(?:never|hasn't|haven't) met you and\b|\b(?:wants|asks|asking|asked) (?:you )?for money\b"
    r"|\bgift cards?\b(?=[^.]*\b(?:pay|scam|ask)\b)",
    # How far a gauge has gone.
    r"\b(?:battery|charge|fuel|ink|toner|tank|filter|credit|balance|signal"
    r"|oxygen)\b[^.?]{0,12}\b(?:[0-9]|1[0-2]) ?(?:%|percent)",
    r"\b9\d(?:\.\d+)? ?(?:%|percent) (?:full|used|of (?:your|the)|capacity)\b|\b(?:almost|nearly"
    r"|dangerously) (?:full|empty|flat|out|dead)\b",
    r"\b(?:is|are|'s|'re|gets?|running|getting|way|far|temperature|pressure|voltage|level|speed"
    r"|humidity) (?:\w+ )?too (?:high|hot|low|cold|fast|loud|close|weak|heavy|old|tight|deep|dry"
    r"|wet|steep|thin|shallow|strong|long)\b",
    r"\b(?:uv|air quality|pollen|avalanche|fire) (?:index|danger|level|risk"
    r"|count)\b[^.]{0,12}\b(?:[6-9]|1\d|high|extreme|severe|very high)\b",
    r"\b(?:dense|thick|heavy|freezing|severe|strong|gale-force|flash) (?:fog|snow|rain|ice|winds?"
    r"|gusts|hail|smog|smoke|currents?|flood(?:s|ing)?)\b",
    rf"\b{_PERISHABLE} (?:\w+ )?(?:\w+ )?(?:dies|die|expires?|laps(?:e|es)|ends?|vanish(?:es)?"
    rf"|disappears?|goes|runs? out|times? out|closes?) {_SOON}",
    # "Pull over!", "Walk away."
    r"(?:^|[.!;:—,] ?| -+ |\b(?:and|so|then|please) )(?:pull over|walk away|evacuate|get (?:out "
    r"of there|down|away from|off the)"
    r"|leave (?:early|now|at once|immediately|the (?:building|area|room|house))|stay (?:put"
    r"|inside|low|off the|out of)|hang up"
    r"|stop the (?:car|engine|machine|treatment|download|transfer)|switch (?:it )?off at|kill "
    r"the power|cut the power"
    r"|turn off the (?:power|gas|water|mains)|isolate the|go to (?:a&e|the er|hospital|casualty)"
    r"|see a doctor|wear (?:gloves|goggles"
    r"|a (?:mask|helmet)|eye|ear|protective))\b",
    r"\bmind (?:the|your) (?:\w+ )?(?:step|head|gap|fingers|grandchildren|children|kids|pets|dog"
    r"|cat|drop|edge|gap|traffic|ice)\b",
    r"\b(?:fades|bleaches|yellows|scars?|dissolves|eats (?:into|through)|discolou?rs|weakens"
    r"|loosens|dries out|strips) (?:the|your|any|most)\b",
    r"\b(?:tends? to end in|leads? straight to|is a (?:\w+ )?(?:trap|hazard|menace|liability|fall"
    r"|death ?trap|time bomb|money pit|minefield))\b",
    r"\bgets? (?:damp|mouldy|moldy|icy|slippery|flooded|dangerous|rough|nasty|ugly|violent"
    r"|crowded|out of hand|confiscated|binned|lost|stolen|damaged)\b",
)
