"""What sounds of harm, loss, cost and no way back: what warnings are made of."""

from __future__ import annotations

from pytest_hydra.scenarios.english.vocabulary import any_of

_CANT = (
    r"(?:can't|cannot|can not|can never|won't|will not|will never|isn't|is not|not|never"
    r"|couldn't|no longer)"
)
# "Note that …" is a warning when what follows is bad news.
_NOTED = any_of(
    r"\b(?:make sure|double-check|check|verify|ensure)\b[^.]{1,80}(?:;|,? (?:because|or"
    r"|otherwise|since|as))\b",
    r"\b(?:please )?(?:note|remember|be sure|know|consider|understand|notice|mind)(?: that\b"
    r"|:|,)",
    r"\bkindly note\b|\bplease note\b|\bdo note\b|\bjust so you know\b|\bfyi\b",
    r"\bimportant(?:ly)?\b ?[:!,-]",
    r"\bworth (?:noting|knowing|remembering|double-checking|checking)\b",
    r"\bdon't forget that\b|\b(?:the|one) (?:catch|downside|drawback|caveat)\b|\bnote ?:",
)
_BAD_NEWS = any_of(
    r"\b(?:not|cannot|never|no (?:refund|longer|way|guarantee|liability)|without|lose|lost"
    r"|loss|losing|fees?|charged?s?|costs?|surcharge|penalt(?:y|ies)|fined?|late|delay(?:s"
    r"|ed)?|expires?|void|only|must|limited|irreversibl[ey]|permanent(?:ly)?|non-?refundable"
    r"|final|closed|unavailable|interrupt(?:ed|ion)|reduces?|reduced|differs?|higher"
    r"|doubles?|increases?|extra|deadline|deleted?|erased?|removed|blocked|locked|suspended"
    r"|cancell?ed|fails?|failed|risks?|risky|harm|damage|dangerous|unsafe|scams?|fraud"
    r"|plagiarism|expelled|liquidated|liable|tax(?:ed|able)?|interest|invalid(?:ate)?"
    r"|slow(?:er)?|warranty)\b",
    r"n't\b",
)
# What turns out badly, or costs more than the user may think.
_COST = any_of(
    r"\b(?:may|might|could|will) be (?:an? |some )?(?:additional|extra) (?:fees?|charges?"
    r"|costs?)\b",
    r"\bpay (?:an? |the )?(?:\w+ )?(?:fee|penalty|fine|extra|surcharge)\b",
    r"\b(?:legal|serious|severe|dire|bad) consequences\b",
    r"\bnon-?refundable\b|\bnot refundable\b|\b(?:proceed|handle|read|check|use it) carefully\b",
    r"\b(?:could|may|might|will|would) (?:get|be|end up|face|become|receive|suffer|experience)"
    r"(?: \w+){0,3} (?:worse|fine|penalty|trouble|problems|errors?|loss|losses|shock|delays?)\b",
    r"\b(?:identity theft|ransomware|spyware|electrocution|electric shock|suffocation)\b",
    r"(?<!\bi )(?<!\bwe )\b(?:will|may|might|could|can) (?:lock|suspend|block|ban|freeze|terminate"
    r"|disable|deactivate|disconnect) (?:you|your|the account)\b|\b(?:is"
    r"|are) locked (?:up )?for\b",
    r"\b(?:hasn't|haven't|has not|have not|not|never) (?:yet )?been (?:audited|verified"
    r"|tested|vetted)\b",
    r"\b(?:fees|charges|duties|taxes|penalties|restrictions|surcharges) (?:may |might |will "
    r"|could |also )?apply\b",
    r"\b(?:hurts?|harms?|damages?|ruins?|lowers?|weakens?|wrecks?|drain|steal|empty) your\b",
    r"\bback up your\b",
    r"\bto (?:prevent|avoid) (?:\w+ )?(?:loss|damage|injury|fire|shock|fraud|scams|burns"
    r"|penalties|delays?|fees|charges|disappointment)\b",
    r"\bhidden (?:fees|charges|costs)\b|\bcarefully before\b|\bbefore you sign\b",
    r"\bgets? (?:your|the|you) (?:\w+ )?(?:deported|arrested|evicted|fined|sued|disqualified"
    r"|expelled)\b",
    r"\bused (?:up )?\d+ ?%",
    r"\b(?:close to|near|nearing|approaching|over|reached|exceed(?:s|ed)?) (?:your"
    r"|the) (?:\w+ )?(?:quota|limit|cap|maximum|allowance)\b",
    r"\brunning (?:low|out)\b|\b(?:almost|nearly) (?:out of|full|empty)\b|\brug pull\b",
    r"\bred flags?\b|\bponzi\b|\btoo good to be true\b|\bstill hot\b",
    r"\b(?:very|extremely|really|quite|pretty) (?:high|low|volatile|congested|busy"
    r"|slow) (?:at the moment|right now|today|currently)\b",
    r"\b(?:anyone|strangers|the public) (?:will be able to|can|could|may)\b",
    r"\bexpect (?:\w+ )?(?:delays?|downtime|outages?|disruptions?|interruptions?|queues"
    r"|turbulence)\b",
    r"\bdangerously\b|\breceive (?:\w+ )?less\b|\bwithout (?:prior |further )?notice\b",
    r"\bsubject to (?:\w+ )?(?:slashing|fees?|charges?|penalt\w+|fines?|delays?|seizure|loss"
    r"|suspension|forfeit\w*|cancell\w+|interest)\b",
    r"\bget (?:your|the|you) (?:\w+ )?(?:suspended|banned|locked|flagged|blocked|hacked"
    r"|stolen|fired)\b",
    r"\b(?:use|using|uses) up (?:\w+ ){0,2}(?:all|entire|whole)",
    r"\byour entire (?:balance|savings)\b",
    r"\b(?:drops?|puts?|takes?|leaves?|leaving|brings?) (?:you|it|your \w+) (?:under|below"
    r"|into|at risk|short|open to|exposed|vulnerable|without)\b",
    r"\b(?:put|take|leave|bring|drop) (?:you|it|your \w+) (?:under|below|into overdraft"
    r"|into debt|short|at risk|exposed|vulnerable|without)\b",
    r"\b(?:means?|attracts?|adds?|brings?|involves?|entails?|carry"
    r"|carries) (?:\w+ )?(?:extra|higher|additional|interest|penalt\w+|fines?|risks?"
    r"|a (?:fee|penalty|fine|risk|charge))\b",
    r"\b(?:if|unless|once|after|otherwise)\b[^.]{0,80}\byou (?:won't|will not|will no longer"
    r"|can't|cannot|can no longer) (?:be able|get|receive|access|use|recover|change|cancel"
    r"|log|claim|take|return|apply|enter|undo)\b",
    r"\b(?:unusually|abnormally|critically|alarmingly|suspiciously|excessively) \w+",
    r"\b(?:above|over|beyond|past|outside) the (?:safe|safety|recommended|legal|maximum"
    r"|allowed)\b",
    r"\bpenalt(?:y|ies)\b(?! (?:kick|shoot|area|box))|\bsurcharges?\b",
    r"\bcosts? (?:you )?(?:extra|more|double)\b",
    r"\b(?:may|might) not (?:be (?:saved|safe|delivered|covered|valid|available|able"
    r"|accepted|stable|refundable|recogni[sz]ed|compatible|enough|possible)|make|arrive|work"
    r"|get|have enough|qualify|receive|load|last|survive|cover|reach|fit|apply)\b",
    r"\byour (?:\w+ ){1,3}(?:expires?|expired|runs out|is (?:about to|due to) expire)\b",
    r"\brefuse (?:you )?(?:entry|boarding)\b",
    r"\b(?:are|is|be) (?:rejected|refused|voided|forfeited|confiscated)\b",
    r"\b(?:your \w+|it|they|everything|all of it|funds|savings|money|files|data)(?: is| are"
    r"|'s|'re|'ll be| will be)(?: \w+)? (?:gone|unprotected|exposed|ruined|stuck|toast"
    r"|unrecoverable)\b",
    r"\b(?:could|may|might|will|would|'ll|'d) (?:still )?(?:owe|be (?:liable|responsible"
    r"|on the hook|stuck|out of pocket|left (?:with|without)|in (?:trouble|breach)))\b",
    r"\bon the hook for\b|\bliable for\b",
    r"\b(?:can|may|might|could|will) (?:also )?(?:go down|fall|plummet|drop(?! (?:you|me|us"
    r"|it|by|in|off)\b))\b",
    r"\b(?:full|complete|unlimited|unrestricted) (?:control|access) (?:over|to|of)\b",
    r"\banyone (?:who|with) [^.]{1,40} can\b",
    r"^\W*(?:deleting|removing|resetting|closing|cancelling|canceling|formatting|revoking"
    r"|disabling|dropping|overwriting|uninstalling|leaving|ending|terminating|clearing"
    r"|wiping|unsubscribing|deactivating|disconnecting) [^.]{1,80} (?:removes?|stops?|ends?"
    r"|cancels?|closes?|resets?|disables?|revokes?|means?|clears?|will)\b",
    r"\b(?:leave|leaves|leaving) (?:you|it|your \w+) with (?:\w+ )?(?:no|nothing|little"
    r"|only)\b",
    r"\bslippery\b|\btight connection\b",
    r"\bknown (?:for|as) (?:\w+ )?(?:fraud|scams?|scammers?|spam|malware)\b|\bknown scam\b",
    r"\b(?:final sale|sales are final)\b|\beasy to guess\b|\bis (?:too |very |quite )?weak\b",
    r"\breported (?:for|as)\b|\bgo easy on\b",
    r"\b(?:been|was|were|is|are) (?:compromised|breached|exposed|hacked|leaked)\b",
    r"\b(?:high|low|heavy|severe|extreme|unusual|steep|huge) (?:slippage|volatility|traffic"
    r"|fees|risk|load)\b",
    r"\b(?:will|going to|about to|'ll|soon) (?:expire|run out|lapse|be suspended|be locked"
    r"|be gone)\b",
)
# What cannot be undone.
_FINAL = any_of(
    rf"\b{_CANT} (?:\w+ ){{0,2}}(?:be )?(?:\w+ )?(?:undone|undo|reversed|reversible|recovered"
    rf"|recoverable|restored|restorable|retrieved|retrievable|brought back|taken back"
    rf"|rolled back|undoable|unsend|unsent)\b",
    r"\birreversibl[ey]\b|\birrevocabl[ey]\b|\birrecoverabl[ey]\b|\bunrecoverable\b",
    r"\bpermanently\b|\b(?:is|are|be|it's|that's) permanent\b",
    r"\bno (?:way to (?:get|undo|recover|reverse|restore)|going back|way back|undo\b"
    r"|turning back|second chance)",
    r"\b(?:gone|lost|deleted|erased) (?:for good|for ?ever|permanently)\b",
    r"\bonce (?:\w+ ){1,6}(?:gone|there's no|can't get|you can't|cannot get)\b",
    r"\b(?:can't|won't|cannot|never) (?:\w+ ){0,2}get (?:it|them|that|this|these|those"
    r"|your \w+|the \w+) back\b",
)
# What harms, or may.
_MAY = r"(?:may|might|could|can|will|would|'ll|'d|is going to|are going to|likely to|bound to)"
_HARM_VERB = (
    "lose|be lost|be (?:permanently )?(?:deleted|erased|wiped|overwritten|removed|destroyed"
    "|locked|locked out|suspended|blocked|banned|reaped|closed|terminated|liquidated"
    "|charged|fined|billed|rejected|cancell?ed|expelled|held|forfeited|given away|shut"
    "|stolen|exposed|disconnected|interrupted|voided|liable|penali[sz]ed|invalid|taxed"
    "|towed|hacked|compromised|at risk)"
    "|incur|forfeit|miss|expire|void|damage|harm|hurt|injure|kill|cause|result in|lead to"
    "|trigger|set off|burn|break|collapse|seize|fail|crash|overheat|explode|leak|spoil"
    "|steal|drain|wipe|erase|delete|destroy|overwrite|corrupt|invalidate|cost you|make you"
    "|reduce|affect|backfire|bounce|worsen|put (?:you|your)|get you|risk|open you"
    "|stop working|ruin|waste|infect|expose|be denied|be refused|be turned away"
    "|compromise|jeopardi[sz]e|endanger|incur|run out"
)
_MAY_HARM = any_of(
    rf"(?:\b|(?=')){_MAY} (?:also |even |well |seriously |permanently |immediately "
    rf"|automatically |then |be (?=charged)|all |no longer )*(?:{_HARM_VERB})\b",
)
# Of these some are harmless, when they are all that is said.
_MILD = any_of(
    rf"{_MAY} (?:also |then |automatically )*(?:be (?:charged|billed|closed|removed|deleted"
    rf"|cancell?ed|held)|cause|make you|affect|reduce|stop|delete|remove|put|get you|set off"
    rf"|lead to|result in|trigger|expire|run out)\b",
)
_AGAINST = any_of(
    r"\b(?:tax|bill|if|unless|once|otherwise|extra|after|until|or|all|everything|data|files?"
    r"|documents?|history|progress|account|unsaved|even|seriously|penalt\w*|fine|damage"
    r"|injur\w*|reaction|fee|ban\w*|seizure\w*|illness|loss|harm|pain|fire|delay\w*|fail\w*"
    r"|error\w*|death|drowsiness|shut|expelled|offence)\b",
)
_HARM = any_of(
    r"\b(?:is|are|it's|they're|that's|be|can be|may be|could be|looks?|seems?|potentially"
    r"|very|quite|extremely|highly|really|too|considered) (?:(?!not\b|no\b|nothing\b|never\b"
    r"|hardly\b|less\b|neither\b)\w+ ){0,2}(?:dangerous|risky|unsafe|hazardous|toxic"
    r"|poisonous|deadly|lethal|fatal|harmful|malicious|suspicious|insecure|dodgy|fraudulent"
    r"|a scam|scams?|phishing|illegal|criminal|an? (?:criminal )?offen[cs]e|flammable"
    r"|contagious|rotten|fishy|vulnerable|severe)\b",
    r"\bnot (?:\w+ )?(?:safe|advisable|recommended|advised|secure)\b",
    r"\b(?:unsafe|hazardous|poisonous)\b|\bisn't (?:safe|advisable|recommended|secure)\b",
    r"\b(?:fire|safety|health|security|tripping|choking) (?:hazard|risk)\b|\bhazard\b",
    r"\brisk (?:of |losing|making|that\b|being|getting|damag|your)",
    r"\brisks (?:losing|being|of|include)",
    r"\b(?:at|high|higher|serious|real|great|big|huge|significant|considerable"
    r"|security)[ -]risks?\b",
    r"\bthere(?:'s| is| are) (?:a|an|some|real|serious) (?:\w+ )?(?:risks?|danger"
    r"|chance (?:that )?you)\b",
    r"\bcomes? with (?:\w+ )?risks?\b|\byou risk\b|\bruns? the risk\b|\bscams?\b",
    r"\bscammers?\b|\bphishing\b|\bmalware\b|\b(?:a|is|be|looks? like) (?:\w+ )?fraud\b",
    r"\btax fraud\b|\blife-threatening\b|\bside effects\b|\bbad idea\b|\bsteer clear\b",
    r"\bstay (?:away|clear|indoors|back)\b|\bkeep (?:away|clear|out of reach)\b",
    r"\bleave (?:\w+ ){1,3}alone\b|\bget out\b|\bheart attack\b",
    r"\b(?:smoke|fire|gas leak|leak|intruder|carbon monoxide|overheating|malware|virus|fraud"
    r"|breach|unusual (?:activity|sign-?in|login)) (?:has been |was )?detected\b",
    r"\bseek (?:\w+ )?(?:medical|emergency)\b",
    r"\bcall (?:911|999|112|an ambulance|emergency|the fire)\b",
    r"\bstop (?:taking|using|if|immediately|at once)\b|\bunattended\b|\bpoisoning\b",
    r"\b(?:severe|extreme) (?:\w+ )?(?:weather|storm|thunderstorm|reaction|penalt|damage"
    r"|injur|pain)",
    r"\b(?:expect|likely|face) (?:long(?:er)? |severe |major |some )?(?:delays?|disruption"
    r"|queues)\b",
    r"\bblack ice\b",
    r"\b(?:storm|hurricane|tornado|flood|flooding|blizzard|thunderstorm|heatwave|ice"
    r"|snow)s? (?:is|are|warning) ?(?:coming|expected|approaching|likely|forecast"
    r"|in effect)?\b",
    r"\brough weather\b|\bslow down\b|\bworn (?:down|out)\b",
    r"\bgets? (?:\w+ )?(?:expensive|banned|locked|suspended)\b|\bbadly hurt\b",
    r"\bsensitive to the sun\b|\bmisleading\b|\bputs? (?:\w+'?s? ){1,4}at risk\b",
    r"\bunverified\b|\bcan steal\b|\bpoisonous\b",
)
# What the user should not do, for their own good.
_DO_NOT = any_of(
    r"(?:^|[.,;:—!] *| -+ |\b(?:so|and|please|but|just|then|or) )(?:(?:you (?:should|must)"
    r"|make sure you|be sure you) )?(?:(?:do not|don't|never|dont|shouldn't|must not|mustn't"
    r"|should not|avoid) (?:ever |do )?(?:share|sharing|click(?:ing)?|open|opening|give"
    r"|giving|tell|disclose|reveal|send|sending|pay|paying|drink|drinking|eat|drive|driving"
    r"|operate|take|taking|use|using|touch|touching|ignore|mix|mixing|leave|leaving|switch"
    r"|turn|force|delete|install|download|enter|reply|respond|trust|sign|store|reuse|exceed"
    r"|admit|do it|do this|do that|try|attempt|unplug|remove|store|skip|invest|stake|spend"
    r"|bet|gamble|buy|stop|let|wait|delay"
    r"|connect|alcohol|driving|contact|write|post|expose|overload|run|rush|walk|swim|inhale"
    r"|swallow|climb)\b|(?:never|don't|do not) be late)",
    r"\byou (?:should|must|need to|have to|ought to) (?:avoid|stay away|refrain|steer)\b",
    r"^\W*avoid\b|\bplease (?:avoid|refrain)\b",
)
_SKIP = any_of(
    r"(?:^|[,;:—] )(?:then )?skip (?:it|them|the|this)\b",
    r"\bif (?:this|that|it) (?:wasn\'t|was not|isn\'t) you\b",
    r"\bif you (?:don\'t|do not|didn\'t) (?:recogni[sz]e|make|request|initiate)\b",
    r"\ballergic (?:to|reaction)|\bunsafe\b|\bnot suitable for\b",
    r"\bcontains? (?:traces of )?(?:nuts|peanuts|shellfish|gluten|allergens)\b",
)
# Money, time and rights that the user stands to lose.
_LOSS = any_of(
    r"\b(?:you(?:'ll| will| would|'d)?|and|or|then|is|are|means|all|use it or|means you"
    r"|interest is) (?:also |automatically |then |all )?(?:lose|losing|lost|forfeit"
    r"|miss out)\b",
    r"\blosing (?:all|your|access|the|everything|data|it)\b",
    r"\blose (?:them|it|access|your|the|all|everything|money)\b",
    r"\b(?:late|early \w+|cancellation|termination|penalty|overdraft|no-show|extra"
    r"|additional|restocking|exit|hidden) (?:fees?|charges?|penalt(?:y|ies)"
    r"|cost)\b[^.]{0,40}\b(?:appl(?:y|ies)|coming|charged|if\b|incurred|of\b)",
    r"\b(?:resulted|results?|resulting) in (?:a |an )?(?:penalty|fine|loss|fee|suspension"
    r"|charge|ban)",
    r"\bpenalt(?:y|ies) (?:of|if|are severe|appl(?:y|ies))|\bfined? (?:of|up to)\b",
    r"\bcost you\b|\b(?:is|are) charged at\b",
    r"\b(?:rewrites|erases|wipes|overwrites|destroys|drops|deletes|flattens|leaks|drains"
    r"|voids|breaks|invalidates|kills|jumps to|lapses?)\b",
    r"\b(?:wipe|erase|overwrite|destroy|delete) (?:everything|all|every|the remote|your"
    r"|history)\b",
    r"\b(?:is|are|be|being|gets?) (?:also )?(?:wiped|erased|overwritten|destroyed|forfeited"
    r"|reaped)\b",
    r"\bwithout saving\b|\blapse[sd]?\b|\bgets? (?:\w+ )?(?:banned|suspended|locked)\b",
    r"\bloses? (?:\d|value|money|all|points|marks)",
    r"\b(?:so|or|otherwise|and) (?:you|your|it) (?:could|may|might|will|won't) (?:miss|lose"
    r"|not)\b",
    r"\bexpires?\b[^.]{0,40}\b(?:so|or|use|if|unless|before)\b|\bstarts? taking damage\b",
    r"\bnot valid\b|\bwill be closed\b|\b(?:your|the) (?:\w+ ){0,2}(?:runs?|running) out\b",
    r"\bwill run out\b",
)
_SAFETY_LIMIT = any_of(
    r"\b(?:irreversible|only have \d+ minutes|below the (?:existential|minimum)"
    r"|insufficient (?:cover|protection))\b",
)
# What takes a warning back.
_DENIED = any_of(
    r"n't (?:\w+ ){0,3}?$",
    r"\b(?:no|not|n't|without|zero|nothing|never|neither|nor|none|free of|isn't|aren't"
    r"|wasn't|won't|don't|doesn't|can't|cannot|hardly|little|unlikely to|less|low|any"
    r"|removed?|lowers?|reduces?|minimi[sz]es?|prevents?|protects? (?:\w+ )?(?:from|against)"
    r"|avoids?|rid of|instead of)(?: (?:\w+ ){0,3}?)$",
)
_REVERSIBLE = any_of(
    r"\b(?:isn't|is not|not|nothing is) (?:\w+ )?(?:irreversible|permanent)\b",
)

HARMS = {
    "noted": _NOTED,
    "bad news": _BAD_NEWS,
    "cost": _COST,
    "final": _FINAL,
    "may harm": _MAY_HARM,
    "mild": _MILD,
    "against": _AGAINST,
    "harm": _HARM,
    "do not": _DO_NOT,
    "skip": _SKIP,
    "loss": _LOSS,
    "safety limit": _SAFETY_LIMIT,
    "denied": _DENIED,
    "reversible": _REVERSIBLE,
}
