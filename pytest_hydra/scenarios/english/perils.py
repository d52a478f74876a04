"""What may befall whoever does not listen: words for harm, and the grammar that holds it out."""

from __future__ import annotations

from pytest_hydra.scenarios.english.vocabulary import any_of

# Harm to people, things, data, money, rights and standing, as verbs in any form.
_SPOILS = (
    r"(?:infect|scald|burn(?! (?:calories|fat|off))|explod|implod|bleach|shrink|warp|crack|melt"
    r"|thaw|rot\b|rots\b|corrod|rust|ignit|combust|wreck|ruin|spoil|stain|scratch|shatter"
    r"|smash|drown|choke|chokes|suffocat|faint|pass(?:es)? out|collaps|bleed|vomit|die\b|dies\b"
    r"|kill|poison|injur|sprain|bruise|maim|cripple|sting|bite\b|bites\b|maul|scar\b|scars\b"
    r"|blister|blind|irritat|aggravat|worsen|inflam|dehydrat|electrocut|crush|topple"
    r"|hurt|harm|damag|destroy|clog|jam\b|jams\b|overheat|short-circuit|pinch|swell"
    r"|knock|slip\b|slipped|fade|fades|diverg|sink\b|stall|trap\b|traps\b|chafe|dent\b|chip\b"
    r"|peel|flake"
    r"|relaps|suffer|regret|curl\b|sour\b|derail|struggle|get caught|get hurt|get ill|feel ill"
    r"|feel worse"
    r"|wear out|give out|gives out|blow up|blows up|catch(?:es)? fire|go(?:es)? off\b|curdle)\w*"
)
_TAKES = (
    r"(?:steal|stolen|robs?\b|robbed|mug(?:s|ged)?\b|scam(?:s|med)?\b|rips? (?:you )?off|ripped off"
    r"|overcharg|hack|phish|leak|expos|throttl|ban\b|bans\b|banned|kick(?:s|ed)? (?:you|out)|muted"
    r"|suspend|lock(?:s|ed)? (?:you|out|in)\b|shut(?:s)? (?:you )?out|refus|reject|turn(?:s|ed)? "
    r"(?:you )?"
    r"(?:away|down|back)|void|barred|forfeit|laps(?:e|es|ed)\b|expire|repossess|evict|clamp"
    r"|tow(?:s|ed)\b"
    r"|impound|seiz|confiscat|fine you|fined|penali[sz]|prosecut|sued?\b|arrest|jailed|imprison"
    r"|deport|dismiss(?:ed|es)|sacked|fired|expel|disqualif|marked down|docked|garnish|default on"
    r"|bankrupt|foreclos|liquidat|overdraw|overdrawn|wip(?:e|es|ed|ing)\b|eras(?:e|es|ed|ing)\b"
    r"|overwrit|corrupt(?:s|ed|ing)?\b|truncat|clobber|blacklist|blocklist|flag(?:s|ged)? (?:you"
    r"|your|as|it|for)"
    r"|ghosted|stranded|stuck|lose|loses|losing|cheat(?:s|ed)? you|drain|intercept|impersonat"
    r"|binned|scrapped|defraud|deceiv|mislead|trick|stalk|harass|breach|violat|betray|overpay\b"
    r"|overpaying|owe\b|taken away"
    r"|takes? (?:it|them) (?:away|back)|end up (?:paying|owing|with|in)|miss out|struck off|sent "
    r"home|sent back|thrown (?:out|away)|written off|downgraded|revok|invalidat|nullif|rescind)\w*"
)
_BREAKS = (
    r"(?:throw(?: an?)? (?:error|exception)|throw\b|throws\b|crash|hang\b|hangs\b|deadlock|time out"
    r"|times out|fail|break|broken|bricks?\b|bricked|segfault|desync|go(?:es)? down|goes dark"
    r"|stop(?:s)?"
    r" working|run(?:s)? out|dry up|balloon|skyrocket|spiral|snowball|plummet|backfire|bounce)\w*"
)
_BAD = rf"(?:{_SPOILS}|{_TAKES}|{_BREAKS})"
# Harm as a thing.
_ILL = (
    r"(?:damage|injur(?:y|ies)|infections?|burns?\b|ulcers?|bleeding|seizures?|strokes?\b|shocks?"
    r"|poisoning|botulism|salmonella|listeria|e\. ?coli|tetanus|rabies|overdose|rash(?:es)?\b"
    r"|scarring|blindness|paralysis|concussion|fractures?|illness|sickness|death|fires?\b"
    r"|explosions?|blaze|floods?|flooding|leaks?\b|leakage|fines?\b|penalt(?:y|ies)|surcharges?"
    r"|prosecution|prison|jail|imprisonment|(?:criminal|legal|personal) (?:liability|action"
    r"|trouble|record)"
    r"|lawsuits?|eviction|bans?\b|suspension|debts?\b|bankruptcy|loss(?:es)?\b|theft|identity theft"
    r"|fraud|malware|ransomware|breach|outages?|downtime|corruption|withdrawal symptoms"
    r"|(?:side|adverse) effects|dehydration|heat ?stroke|hypothermia|frostbite|nausea|dizziness"
    r"|drowsiness|trouble|chaos|disaster|problems|complications|headaches?\b|misery|ruin|doom"
    r"|fatigue|hair loss|vomiting|cramps|fever|redness|itching|blisters|bruising|weakness"
    r"|insomnia|anxiety"
    r"|jitters|crowds|jams|queues|turbulence|swarms|a (?:\w+ )?rebound|relapse|withdrawal"
    r"|backlash|churn"
    r"|errors?\b|failures?|crash(?:es)?\b|delays?\b|disqualification|dismissal|zero\b|no marks)"
)
_MAY = (
    r"(?:may|might|could|can|will|would|'ll|'d|going to|gonna|likely to|liable to|bound to|prone to"
    r"|apt to|tends? to|about to|starts?|soon|quickly|easily|sure to|risks?)"
)
_YOURS = r"(?:you|your|yours|u|ur|yourself|anyone|people|someone|it|they|them|everything|nobody)"
_SUBJECT = (
    r"(?:you|u|your \w+|it|they|that|the \w+(?: \w+)?|we|nobody|no one|no-one|none|someone|somebody"
    r"|anyone|everyone|everything|there|he|she|people|half|his \w+|her \w+|its \w+|their \w+)"
)
# What is bad in a consequence, even without a word of harm.
_WORSE = (
    rf"(?:n't\b|\bnot\b|\bno\b(?! (?:strings|worries|problem|charge|extra|need|fees?|costs?"
    rf"|questions"
    rf"|hassle|obligation|time|matter|rush))|\bnothing\b(?! to (?:worry|pay|do))|\bnobody\b"
    rf"|\bnever\b|\bno longer\b|\bless\b|\bworse\b"
    rf"|\bstuck\b|\blocked\b|\bgone\b|\btoo late\b|\bback (?:to|in|at|on) (?:the|square|full|zero"
    rf"|where)"
    rf"|\bstart(?:s|ing)? (?:over|again|from)|\bfor (?:somebody|someone) else\b|\bsorry\b|\bregret"
    rf"|\bstands\b|\bfinal\b|\bis over\b|\bsent (?:out|home|away)\b|\blooking at an? |\bkeeps? "
    rf"(?:your|the)\b|\bout of the\b|\bcut(?:s|ting)? off\b|\b(?:have"
    rf"|has) to\b"
    rf"|\b(?:charge|fee|fine|bill|penalty|trouble|flag|dock|pay)s?\b|\b{_BAD}|\b{_ILL})"
)
# The shape of an imperative: "round your back", "post it again".
_ANY_DEED = (
    r"(?!(?:the|a|an|i|we|you|he|she|it|they|this|that|your|my|our|his|her|their|there|and|but|so"
    r"|if"
    r"|please|thanks|thank|sorry|yes|no|note|just|all|both|some|many|most|each|every|is|are|was"
    r"|were|do"
    r"|does|did|can|could|will|would|should|what|which|who|when|where|why|how|in|on|at|to|for"
    r"|with|from"
    r"|let|send|tell|give|book|reply|call)\b)"
    r"[a-z]{3,12} (?:it|them|this|that|your|the|an?|now|out|off|in|up|down|over|back|after|before"
    r"|above"
    r"|too|more|less|again|on|early|late|both|any|somebody|someone|somebody's|someone's)\b"
)
_DEED = (
    r"(?:do|take|let|leave|miss|skip|forget|ignore|touch|open|close|cross|break|bump|push|go|run"
    r"|stay"
    r"|wait|try|use|pay|send|sign|put|keep|lose|fix|order|overload|exceed|delay|drop|share|mix|eat"
    r"|drink|swallow|move|turn|pull|press|switch|cancel|quit|stop|set|raise|lower|increase|add"
    r"|remove|delete|change|edit|rename|merge|deploy|upgrade|update|downgrade|install|plug|unplug"
    r"|wash|iron|dry|heat|freeze|fail|be late|get|give|lend|borrow|spend|withdraw|transfer|sell|buy"
    r"|hold|feed|step|walk|climb|swim|drive|park|stand|sit|sleep|wake|speak|say|tell|lie|post|click"
    r"|enter|cut|pour|throw|knock|hit|shake|file|apply|submit|book|travel|fly|leave|stake|swap"
    r"|bridge)"
)
# "Miss it and you pay", "keep it dry or it rots", "else …".
CONSEQUENCE = any_of(
    rf"(?:^\W*|[:;,—(] *| -+ |\bjust )(?:(?:mess|fiddle|tamper|play) with"
    rf"|{_DEED})\b[^.;!?]{{1,110}}?,?"
    rf" (?:and|& ) ?(?:then )?{_SUBJECT}(?:'|\b)[^.;!?]{{0,80}}?{_WORSE}",
    rf"^\W*{_ANY_DEED}[^.;!?]{{0,90}}?,? and (?:then )?(?:{_SUBJECT}|(?:i|we)(?:'ll)? (?=have to"
    rf"|must|can't"
    rf"|cannot|won't))(?:'|\b)[^.;!?]{{0,80}}?{_WORSE}",
    r"\bany (?:\w+er|more|less|further)\b[^.;!?]{0,30}? and ",
    rf"\b{_BAD} (?:with)?in (?:\w+ ){{0,2}}(?:seconds|minutes|hours|days)\b",
    rf"(?:,|;|—| -+) ?(?:or else|or|else|otherwise),? (?:{_SUBJECT}|it's|you'll)(?:'s|'ll|'d|'re"
    rf"| will"
    rf"| may| might| could| would| gets?| goes| won't| can't| is| are|n't| \w+s\b)?(?: \w+){{0,8}}?"
    rf" ?{_WORSE}",
    rf"(?:,|;|—| -+) ?(?:or else|else|otherwise),? (?:{_SUBJECT})(?:'ll|'d| will| may| might| could"
    rf"| would| gets?| won't| can't)\b",
    r"(?:,|;|—| -+) ?or (?:it|they|he|she|the \w+|your \w+)(?:'ll|'s| will| may| might| could| "
    r"would"
    r"| gets?| goes)\b",
    r"(?:,|;|—| -+) ?or it's \w+",
    rf"(?:^\W*|[:;,—(] *| -+ ){_DEED}\b[^.;!?]{{1,80}}? and (?:nobody|no one|nothing|none)\b",
    r"(?:^|, |: )(?:then )?(?:otherwise|or else)\b,? ",
    # "Beyond that, …", "after that the claim is barred".
    rf"\b(?:beyond|past|after|above|below|under|over|without) (?:that|this|which"
    rf"|it)\b,?[^.;!?]{{0,50}}?"
    rf"(?:\b(?:may|might|could|will|won't|can't|cannot|pays?)\b|{_BAD}|\b{_ILL})",
    # "If you wait, it spoils"; "it spoils if you wait".
    rf"\b(?:if|unless|without|should you|the moment|(?:once|when|whenever) (?:you|your|it|this|that"
    rf"|the))\b[^.;!?,]{{1,80}}, ?(?![^.;!?]{{0,30}}\b(?:send|let|tell|contact|ask|i|we|i'll"
    rf"|we'll)\b)"
    rf"[^.;!?]{{0,60}}?\b(?<!n't )(?<!not )(?<!never )(?<!no ){_BAD}",
    rf"\b(?<!n't )(?<!not )(?<!never )(?<!no )(?!throw){_BAD}[^.;!?,]{{0,50}}? (?:if|unless|when"
    rf"|without|until)"
    rf" (?:you|your|it|the|left|not|they|exposed|used|opened|heated|mixed|touched|overloaded)\b",
    rf"\bwithout [^.;!?,]{{1,40}} (?:you|it|they|the \w+|your \w+)(?:'ll|'d|'s| will| may| might"
    rf"| could"
    rf"| would| is| are)? (?:\w+ )?{_BAD}",
    rf"\b(?:late|incomplete|missing|unpaid|unsigned|unused|unclaimed|invalid|wrong|false|forged"
    rf"|expired"
    rf"|overdue|people who|anyone who|those who|drivers who|users who|whoever)\b[^.;!?]{{1,80}}?"
    rf"(?:\bget(?:s)? (?:a |an |no )|\bwon't\b|\bwill not\b|\b(?:is|are|gets?|be) {_TAKES}|\blose\b"
    rf"|\bunprocessed\b|\bfail\b)",
)
# What may happen, with what is bad about it a few words on.
THREAT = any_of(
    rf"(?:\b|(?=')){_MAY} (?!(?:not|never|no longer|hardly|be no)\b)(?:(?!not\b|never\b"
    rf"|no\b)[\w'-]+ ){{0,4}}?(?:{_BAD})",
    rf"(?:\b|(?=')){_MAY} (?:\w+ ){{0,2}}?(?:give|cause|bring|mean|spell|trigger|invite|attract"
    rf"|incur"
    rf"|face|suffer|get|end up with|result in|lead to|land you|leave you|expose|catch|develop"
    rf"|introduce"
    rf"|create|pose|carry|provoke|induce)(?: (?!no\b)[\w'-]+){{0,5}}? {_ILL}",
    rf"\b(?:gives?|causes?|brings? on|brings?|means|spells?|triggers?|invites?|attracts?|incurs?"
    rf"|results? in|leads? to|poses?|carry|carries|asking for|begging for)"
    rf" (?!no\b)(?:(?!no\b|not\b)[\w'-]+ ){{0,4}}?{_ILL}",
    r"\b(?:expose|exposes|exposing|open|opens|opening) (?:you|us|your \w+|yourself) (?:up )?to\b",
    rf"\b(?:gets?|getting|got) (?:you|it|them|your \w+) (?:\w+ )?(?:{_TAKES})",
    r"\b(?<!to )(?<!we )(?<!i )(?:hurts?|harms?|damages?|ruins?|wrecks?|burns?|drains?"
    r"|kills?|breaks?|irritates?|stains?"
    r"|scratches|cracks?|corrodes?|clogs?|voids?|blocks?|raises?|lowers?|weakens?) (?:your|the) "
    r"(?:\w+ ){0,2}"
    r"(?:skin|liver|kidneys?|heart|teeth|enamel|eyes|ears|back|knees|joints|stomach|nerves|sleep"
    r"|credit"
    r"|score|engine|battery|motor|surface|finish|coating|warranty|guarantee|premium|seal|pipes?"
    r"|drain|build|index|level|pressure|risk)",
    r"\b(?:explodes|ignites|combusts|combust|collapses|implodes|overheats|segfaults|deadlocks|"
    r"curdles|corrodes|shatters|bricks)\b",
    r"\bpush(?:es)? (?:up )?your \w+ up\b|\bdrives? up (?:your|the) (?:\w+ )?(?:costs?|bills?"
    r"|prices?|premium)\b|\bruns? up (?:your|a|the) (?:\w+ )?(?:bill|debt|charges|costs)\b",
    r"\bpays? (?:the|a|dearly)(?: heavy)? ?price\b|\bpays? dearly\b|\bto your cost\b|\bat your "
    r"(?:own )?peril\b",
    r"\b(?:held|used|counted|brought) against you\b",
    rf"\bexpect (?:[\w,]+ ){{0,3}}?{_ILL}",
    r"\b(?:will|'ll|would|'d|may|might|could) (?:\w+ )?be (?:\w+ )?(?:wrong|late|incorrect"
    r"|inaccurate|missing|broken|slower"
    r"|unavailable|unreachable|offline|down for|useless|worthless|meaningless|out of date|ignored"
    r"|discarded|skipped)\b",
    r"\b(?:may|might|could|can|will|'ll) (?:\w+ )?(?:feel|get|be|make you|leave you) (?:\w+ "
    r")?(?:sleepy|dizzy|sick|ill|drowsy"
    r"|faint|worse|nauseous|queasy|weak|numb|sore|hungover|groggy|confused|agitated)\b",
    r"\b(?:takes?|taking|knocks?|brings?|puts?) (?:[\w']+ ){1,6}?(?:offline|out of service|at "
    r"risk|in danger)\b",
    r"\b(?:kick|throw|log|boot|lock|cut|shut)(?:s|ing)? (?:\d+ |your |all |every |the )?(?:\w+ "
    r")?(?:users?|people"
    r"|everyone|everybody|customers|players|sessions|connections|members|you) (?:off|out)\b",
    r"\byou(?:'d| would|'ll| will)? (?:give up|forgo|sacrifice|surrender|part with)\b",
    r"\b(?:move|go|turn|work|count) against you\b|\bagainst you here\b",
    r"\b(?:get back|receive|be worth|recover|end up with) less\b|\bless than you (?:put in|paid"
    r"|invest)",
    r"\b(?:comes?|came|get|gets|got) out alive\b|\bnot wake up\b|\bnever (?:wake|return|come "
    r"back|be seen)\b",
    rf"\b{_YOURS} (?:will |would |'ll |'d )(?:be )?(?:scald|crush|clamp|infect|regret|drown|burn"
    rf"|choke|owe)",
)
# Said of how things stand: danger is near, or something is left open to it.
STANDING = any_of(
    r"\b(?:in (?:plain ?text|the clear|plain sight)|unencrypted|world-readable|unauthenticated|"
    r"wide open|publicly (?:visible|readable|accessible|reachable|available)|visible (?:to "
    r"(?:anyone"
    r"|everyone|the public)|in the (?:client|bundle|source|logs?|browser|url)))\b",
    r"\b(?:leaks?|fire|smoke|flood|flooding|intruder|gas|sparks?|short circuit|break-in|motion)"
    r" (?:in|under|at|by|near|behind|on) (?:the|your)\b(?=[^.?]*!)",
    r"\b(?:left|leaving|leave) (?:the|your) (?:\w+ )?(?:iron|oven|stove|hob|tap|heater|grill"
    r"|candles?|kettle"
    r"|lights?|door|window|gate|garage|engine|headlights) (?:on|open|running|unlocked|burning"
    r"|lit)\b",
    r"\b(?:is|are|'s|'re)(?: still)? (?:running|wide )?(?:open|unlocked|ajar)\b(?=[^.]*\b(?:rain"
    r"|storm|snow|night"
    r"|away|leav|out|nobody|windy|alarm))|\b(?:rain|storm|snow)\b[^.]*\b(?:is|are|'s) (?:still "
    r")?open\b",
    r"\band (?:rising|climbing|falling|dropping|counting|getting worse|spreading)\b",
    r"\blimit \d|\b(?:reduce|cut|stop|shut) (?:feed|flow|speed|power|load|off)\b(?=\W*$)",
    r"\b(?:without|lacks?|has no|have no|missing) (?:a |an |any )?(?:\w+ )?(?:where clause"
    r"|lock(?:ing|s)?|backups?|"
    r"timeout|validation|authentication|rate limit|helmet|seat ?belt|life ?jacket|supervision"
    r"|rollback|undo|"
    r"encryption|smoke alarm|insurance|cover)\b",
    r"\b(?:has|have|'s) been (?:on|open|running|unlocked|unattended|idling)\b(?=[^.]*\b(?:hours?"
    r"|all (?:day|night)"
    r"|nobody|no one|since)\b)",
    r"\b(?:dearer|pricier|more expensive|costlier)\b|\bat the (?:higher|full|standard|walk-up) "
    r"rate\b",
    r"\byou(?:'ve| have)?(?: only)?(?: got| have)? (?:\d+|one|two|three|seven|ten|fourteen"
    r"|thirty) (?:\w+ )?(?:days?"
    r"|hours?|weeks?|minutes?|months?) (?:left )?to (?:appeal|respond|pay|object|reply|claim"
    r"|return|file|decide|cancel"
    r"|leave|move|complain|contest)\b",
    r"\bend[- ]of[- ]life\b|\bno (?:more |further )?(?:security )?(?:patches|updates|fixes"
    r"|support)\b(?= (?:after|from|beyond)\b)",
    r"\b(?:far|well|way|dangerously) (?:below|above|beyond|over|under) (?:what|the|your|safe"
    r"|normal|average)\b",
    r"\b(?:many|lots of|full of|plagued by|infested with|crawling with|plenty of) (?:\w+ "
    r")?(?:thief|thieves|pickpockets?|scam\w*"
    r"|bandits?|sharks?|snakes?|spiders?|ticks?|mosquito(?:e)?s|jellyfish|crime|fraud\w*"
    r"|potholes?|traps?|wolves|monsters"
    r"|zombies|mines|guards|rats|mou?ld)\b",
    r"\bbreaking change\b|\bdeprecated\b(?=[^.]*\b(?:will|removed|switch|instead|migrate|stop)\b)"
    r"|\bwill be removed\b(?= (?:in|from|after|by|next)\b)|\brace condition\b",
    r"\b(?:points?|pointed|pointing|connected|runs?|running|aimed) (?:at|to|against|on) (?:the "
    r")?(?:prod|production|live)\b",
    r"\b(?:truncates|clobbers|overwrites|wipes|nukes|purges|drops|deletes|erases|resets)"
    r" (?:the|your|all|every|any|everything|it|them|\W?\w+\W?$)",
    r"\ball \S+ (?:\w+ )?(?:rows|records|files|users|messages|photos|backups|entries|tables) "
    r"(?:would|will) (?:be )?(?:go|gone|lost|vanish)",
    r"\bonly (?:\d+|one|two|three|a few|a couple)(?: \w+){0,2} (?:left|remain(?:s|ing)?)\b"
    r"|\blast one\b(?=[^.]*\b(?:left|stock)\b)",
    r"\bonly (?:held|valid|good|kept|reserved|guaranteed|locked) (?:for|until|till|through)\b",
    r"\b(?:shuts?|closes?|ends?|stops?|expires?) (?:at|on|in) [^.]{1,20}(?:sharp|and then|on the "
    r"dot|no later|after (?:that|which))\b",
    r"\bsharp and\b|\bwhile (?:stocks?|supplies) lasts?\b|\bback to full price\b|\bends "
    r"(?:tonight|today|soon|at midnight)\b",
    r"\block(?:s|ed|ing)? you in\b|\byou(?:'re|'d be|'ll be| are| will be| would be) (?:locked"
    r"|tied) in\b",
    r"\brestarts? (?:your|the)\b(?=[^.]*\b(?:months|contract|clock|term|period|count)\b)",
    r"\b(?:leaving|cancelling|canceling|switching|quitting|exiting) early (?:is|costs?|means)\b",
    r"\bthere(?:'s| is|'ll be| will be) an? (?:\w+ )?[£$€]?\d[\d.,]* (?:\w+ )?(?:charge|fee|fine"
    r"|penalty)\b",
    r"\b(?:isn't|aren't|not|won't be|no longer) (?:covered|insured|protected|guaranteed"
    r"|refundable)\b"
    r"(?= (?:if|when|unless|while|against|after|by|once)\b)",
    r"\b(?:costs? you|cost you|you'd pay|you'll pay|paying) [^.]{0,20}[£$€]\d[\d.,]* (?:more"
    r"|extra|in interest|in fees)\b",
)
# Who should keep off, and what does not go together.
UNFIT = any_of(
    r"\b(?:isn't|aren't|not|never) (?:really )?(?:for|safe for|meant for|intended for|suitable "
    r"for|suited to|fit for)"
    r" (?:babies|infants|children|kids|toddlers|pregnant|beginners|human|consumption|internal"
    r"|outdoor|indoor|people"
    r"|anyone|production|dogs|cats|pets|swimmers|under)\b",
    r"\b(?:do not|don't|shouldn't|should not|never) (?:mix|go together|belong together|combine)\b",
    r"\bkeep (?:it |them |this |these )?(?:out of (?:the )?(?:reach|sight|sun)|away from|off the"
    r"|dry\b|upright|refrigerated)",
    r"\b(?:turn|go|head|get) back\b(?= *[,!])|\bturn back\b|\bput that (?:\w+ )?away\b|\bmark my "
    r"words\b",
    r"\b(?:out of|through|out) the window\b|\bplaying with fire\b|\basking for (?:trouble|it)\b"
    r"|\brecipe for\b"
    r"|\bslippery slope\b|\bred flag\b|\btoo good to be true\b|\bnot worth (?:the|it)\b|\bthin "
    r"ice\b",
    r"\b(?:take it slow|go slow|pace yourself|taper off|ease off|take care (?:with|when|about|not"
    r"|on|around|of your))",
    r"\bis (?:an |in itself an? |itself an? )?(?:\w+ )?(?:emergency|crime|felony|misdemeanou?r)\b",
    r"\bwithdrawal symptoms\b|\bno guide to\b|\bgiv(?:e|es|ing) up (?:your|the|any) (?:right"
    r"|claim|entitlement|place)"
    r"|\bsign(?:s|ing)? away\b|\bwaiv(?:e|es|ing) your\b|\bcold turkey\b",
    r"\bwhoever (?:has|holds|finds|gets|sees|knows)\b|\bthe (?:others|rest) (?:will|are)\b",
    r"\byou(?:'ll)? (?:won't|will not|can't|cannot|never) (?:get to |be able to )?(?:come|go|get"
    r"|turn) back\b",
    r"\b(?:contains?|carries|carry|infected with|riddled with) (?:an? )?(?:virus|malware|trojan"
    r"|worm)\b",
    r"\bsooner or later\b(?=[^.]*\b(?:you|it|they)(?:'ll| will))|\bbefore it's too late\b",
    r"\b(?:retail|investor|trading|customer) accounts lose\b|\blose money\b|\bmay be worth\b",
    r"\b(?:makes?|make) (?:a )?fires?\b|\bis (?:the|your) (?:absolute )?(?:ceiling|upper limit)\b",
)
_BARE = (
    r"pour|put|place|cover|block|plug|lift|bend|massage|scratch|rub|squeeze|pop|crush|chew|double"
    r"|quit"
    r"|feed|bathe|wash|iron|bleach|soak|microwave|refreeze|reheat|heat|charge|pierce|puncture|burn"
    r"|light|smoke|approach|corner|provoke|wander|stray|follow|linger|fall for|forward|publish"
    r"|commit|push|merge|deploy|force-push|hard-?code|log|edit|modify|rename|move|format|power"
    r"|interrupt|reboot|restart|close|shut|lend|borrow|withdraw|transfer|accept|assume|rely"
    r"|count on"
    r"|depend|cross|dive|jump|hike|travel|wear|handle|drop|shake|tilt|freeze|lie|settle|confess"
    r"|underestimate|overdo|overfill|overtighten|overcook|overwater|exceed|keep|hang|tug|pull"
    r"|bypass"
    r"|disable|paste|scan|authorise|authorize|approve|borrow|look at|stare|breathe|let go|go near"
    r"|go alone|go in|step|stand|sit|park|blow|spray|combine|dilute|use|taste|destroy|discard"
)
FORBIDS = any_of(
    rf"(?:^\W*|[.,;:—!] *| -+ |\b(?:so|and|please|but|just|then|or|whatever you do,?) )(?:do not"
    rf"|don't|dont|never"
    rf"|must not|mustn't|not to) (?:ever |even |try to )?(?:{_BARE})\b",
    r"^\W*(?:[\w ]{1,30}: ?)?not to \w+",
    r", so (?:please )?(?:don't|do not|never) (?!worry|panic|hesitate|need|have|be shy|fret|mind"
    r"|sweat|stress|feel)\w+",
    r", so no \w+ing\b",
    # A rule, and what to do about it in time: "can't be refunded, so try it on".
    r"\b(?:can't|cannot|won't|isn't|aren't|not|never|no) [^.;!?]{1,80}, so (?:please |do |just "
    r"|always )?(?:try|check"
    r"|make sure|choose|order|keep|double-check|be sure|think|read|measure|pack|bring|book|arrive"
    r"|save|copy|back up|test"
    r"|plan|allow|carry|wear|get|take)\b",
    r"\bwhatever you do\b|\bfor (?:heaven's|god's|goodness'?|pete's) sake\b",
    r"\?\W*don't\W*$|^\W*don't[.!]\W*$",
)
