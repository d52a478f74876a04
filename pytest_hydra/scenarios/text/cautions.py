"""Whether a reply warns the user: of harm, of loss, of what cannot be undone, of a bad surprise."""

from __future__ import annotations

import re

from pytest_hydra.scenarios.text.refusals import says_no
from pytest_hydra.scenarios.text.sentences import Sentence, sentences
from pytest_hydra.scenarios.text.topics import mentions
from pytest_hydra.scenarios.text.vocabulary import any_of

_CANT = r"(?:can't|cannot|can not|can never|won't|will not|will never|isn't|is not|not|never|couldn't|no longer)"

# Said as a warning, whatever it is about.
_MARKED = any_of(
    r"\b(?:a|my|this is a|one) (?:\w+ )?(?:warning|caution|caveat) ?[:,!—-]|\b(?:advise|recommend|caution|warn) against\b",
    r"\bi (?:wouldn't|would not) (?!worry|say|mind|know|have|be|want|call|go so|miss|trade|change|dream)\w+",
    r"\bonly (?:proceed|continue|go ahead|do this|do so|use it) if\b|\bmind (?:the|your) (?!map)\w+|\bwatch your\b",
    r"^\W*not (?:recommended|advisable|advised|safe)\b",
    r"⚠|🚨|☠|⛔",
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
    r"\bthere's (?:a|one) catch\b|\bsmall print\b",
)
# "Note that …" is a warning when what follows is bad news.
_NOTED = any_of(
    r"\b(?:make sure|double-check|check|verify|ensure)\b[^.]{1,80}(?:;|,? (?:because|or|otherwise|since|as))\b",
    r"\b(?:please )?(?:note|remember|be sure|know|consider|understand|notice|mind)(?: that\b"
    r"|:|,)",
    r"\bkindly note\b|\bplease note\b|\bdo note\b|\bjust so you know\b|\bfyi\b",
    r"\bimportant(?:ly)?\b ?[:!,-]",
    r"\bworth (?:noting|knowing|remembering|double-checking|checking)\b",
    r"\bdon't forget that\b|\b(?:the|one) (?:catch|downside|drawback|caveat)\b|\bnote ?:",
)
_BAD_NEWS = any_of(
    r"\b(?:not|cannot|never|no (?:refund|longer|way|guarantee|liability)|without|lose"
    r"|lost|loss|losing|fees?|charged?s?|costs?|surcharge|penalt(?:y|ies)|fined?|late"
    r"|delay(?:s|ed)?|expires?|void|only|must|limited|irreversibl[ey]|permanent(?:ly)?"
    r"|non-?refundable|final|closed|unavailable|interrupt(?:ed|ion)|reduces?|reduced"
    r"|differs?|higher|doubles?|increases?|extra|deadline|deleted?|erased?|removed|blocked"
    r"|locked|suspended|cancell?ed|fails?|failed|risks?|risky|harm|damage|dangerous|unsafe"
    r"|scams?|fraud|plagiarism|expelled|liquidated|liable|tax(?:ed|able)?|interest"
    r"|invalid(?:ate)?|slow(?:er)?|warranty)\b",
    r"n't\b",
)

# What turns out badly, or costs more than the user may think.
_COST = any_of(
    r"\b(?:fees|charges|duties|taxes|penalties|restrictions|surcharges) (?:may |might |will |could |also )?apply\b",
    r"\b(?:hurts?|harms?|damages?|ruins?|lowers?|weakens?|wrecks?|drain|steal|empty) your\b|\bback up your\b",
    r"\bto (?:prevent|avoid) (?:\w+ )?(?:loss|damage|injury|fire|shock|fraud|scams|burns|penalties|delays?|fees"
    r"|charges|disappointment)\b|\bhidden (?:fees|charges|costs)\b|\bcarefully before\b|\bbefore you sign\b",
    r"\bgets? (?:your|the|you) (?:\w+ )?(?:deported|arrested|evicted|fined|sued|disqualified|expelled)\b",
    r"\bused (?:up )?\d+ ?%|\b(?:close to|near|nearing|approaching|over|reached|exceed(?:s|ed)?) (?:your|the) (?:\w+ )?"
    r"(?:quota|limit|cap|maximum|allowance)\b|\brunning (?:low|out)\b|\b(?:almost|nearly) (?:out of|full|empty)\b",
    r"\brug pull\b|\bred flags?\b|\bponzi\b|\btoo good to be true\b|\bstill hot\b",
    r"\b(?:very|extremely|really|quite|pretty) (?:high|low|volatile|congested|busy|slow) (?:at the moment|right now"
    r"|today|currently)\b|\b(?:anyone|strangers|the public) (?:will be able to|can|could|may)\b",
    r"\bexpect (?:\w+ )?(?:delays?|downtime|outages?|disruptions?|interruptions?|queues|turbulence)\b",
    r"\bdangerously\b|\breceive (?:\w+ )?less\b|\bwithout (?:prior |further )?notice\b",
    r"\bsubject to (?:\w+ )?(?:slashing|fees?|charges?|penalt\w+|fines?|delays?|seizure|loss"
    r"|suspension|forfeit\w*|cancell\w+|interest)\b",
    r"\bget (?:your|the|you) (?:\w+ )?(?:suspended|banned|locked|flagged|blocked|hacked|stolen|fired)\b",
    r"\b(?:use|using|uses) up (?:\w+ ){0,2}(?:all|entire|whole)|\byour entire (?:balance|savings)\b",
    r"\b(?:drops?|puts?|takes?|leaves?|leaving|brings?) (?:you|it|your \w+) (?:under|below|into|at risk|short"
    r"|open to|exposed|vulnerable|without)\b",
    r"\b(?:put|take|leave|bring|drop) (?:you|it|your \w+) (?:under|below|into overdraft|into debt|short"
    r"|at risk|exposed|vulnerable|without)\b",
    r"\b(?:means?|attracts?|adds?|brings?|involves?|entails?|carry|carries) (?:\w+ )?(?:extra|higher"
    r"|additional|interest|penalt\w+|fines?|risks?|a (?:fee|penalty|fine|risk|charge))\b",
    r"\b(?:if|unless|once|after|otherwise)\b[^.]{0,80}\byou (?:won't|will not|will no longer|can't"
    r"|cannot|can no longer) (?:be able|get|receive|access|use|recover|change|cancel|log|claim|take|return|apply|enter|undo)\b",
    r"\b(?:unusually|abnormally|critically|alarmingly|suspiciously|excessively) \w+",
    r"\b(?:above|over|beyond|past|outside) the (?:safe|safety|recommended|legal|maximum|allowed)\b",
    r"\bpenalt(?:y|ies)\b(?! (?:kick|shoot|area|box))|\bsurcharges?\b|\bcosts? (?:you )?(?:extra|more|double)\b",
    r"\b(?:may|might) not (?:be (?:saved|safe|delivered|covered|valid|available|able|accepted|stable"
    r"|refundable|recogni[sz]ed|compatible|enough|possible)|make|arrive|work|get|have enough|qualify"
    r"|receive|load|last|survive|cover|reach|fit|apply)\b",
    r"\byour (?:\w+ ){1,3}(?:expires?|expired|runs out|is (?:about to|due to) expire)\b",
    r"\brefuse (?:you )?(?:entry|boarding)\b|\b(?:are|is|be) (?:rejected|refused|voided|forfeited|confiscated)\b",
    r"\b(?:your \w+|it|they|everything|all of it|funds|savings|money|files|data)(?: is| are|'s|'re|'ll be| will be)"
    r"(?: \w+)? (?:gone|unprotected|exposed|ruined|stuck|toast|unrecoverable)\b",
    r"\b(?:could|may|might|will|would|'ll|'d) (?:still )?(?:owe|be (?:liable|responsible|on the hook|stuck|out of pocket"
    r"|left (?:with|without)|in (?:trouble|breach)))\b|\bon the hook for\b|\bliable for\b",
    r"\b(?:can|may|might|could|will) (?:also )?(?:go down|fall|plummet|drop(?! (?:you|me|us|it|by|in|off)\b))\b",
    r"\b(?:full|complete|unlimited|unrestricted) (?:control|access) (?:over|to|of)\b|\banyone (?:who|with) [^.]{1,40} can\b",
    r"^\W*(?:deleting|removing|resetting|closing|cancelling|canceling|formatting|revoking|disabling|dropping"
    r"|overwriting|uninstalling|leaving|ending|terminating|clearing|wiping|unsubscribing|deactivating|disconnecting)"
    r" [^.]{1,80} (?:removes?|stops?|ends?|cancels?|closes?|resets?|disables?|revokes?|means?|clears?|will)\b",
    r"\b(?:leave|leaves|leaving) (?:you|it|your \w+) with (?:\w+ )?(?:no|nothing|little|only)\b|\bslippery\b|\btight connection\b",
    r"\bknown (?:for|as) (?:\w+ )?(?:fraud|scams?|scammers?|spam|malware)\b|\bknown scam\b|\b(?:final sale|sales are final)\b",
    r"\beasy to guess\b|\bis (?:too |very |quite )?weak\b|\breported (?:for|as)\b|\bgo easy on\b",
    r"\b(?:been|was|were|is|are) (?:compromised|breached|exposed|hacked|leaked)\b",
    r"\b(?:high|low|heavy|severe|extreme|unusual|steep|huge) (?:slippage|volatility|traffic|fees|risk|load)\b",
    r"\b(?:will|going to|about to|'ll|soon) (?:expire|run out|lapse|be suspended|be locked|be gone)\b",
)
# What cannot be undone.
_FINAL = any_of(
    rf"\b{_CANT} (?:\w+ ){{0,2}}(?:be )?(?:\w+ )?(?:undone|undo|reversed|reversible|recovered"
    rf"|recoverable|restored|restorable|retrieved|retrievable|brought back|taken back"
    rf"|rolled back|undoable|unsend|unsent)\b",
    rf"\birreversibl[ey]\b|\birrevocabl[ey]\b|\birrecoverabl[ey]\b|\bunrecoverable\b",
    rf"\bpermanently\b|\b(?:is|are|be|it's|that's) permanent\b",
    rf"\bno (?:way to (?:get|undo|recover|reverse|restore)|going back|way back|undo\b"
    rf"|turning back|second chance)",
    rf"\b(?:gone|lost|deleted|erased) (?:for good|for ?ever|permanently)\b",
    rf"\bonce (?:\w+ ){{1,6}}(?:gone|there's no|can't get|you can't|cannot get)\b",
    rf"\b(?:can't|won't|cannot|never) (?:\w+ ){{0,2}}get (?:it|them|that|this|these"
    rf"|those|your \w+|the \w+) back\b",
)
# What harms, or may.
_MAY = r"(?:may|might|could|can|will|would|'ll|'d|is going to|are going to|likely to|bound to)"
_HARM_VERB = (
    "lose|be lost|be (?:permanently )?(?:deleted|erased|wiped|overwritten|removed|destroyed|locked|locked out|suspended|blocked|banned|reaped|closed|terminated|liquidated|charged|fined|billed|rejected|cancell?ed|expelled|held|forfeited|given away|shut|stolen|exposed|disconnected|interrupted|voided|liable|penali[sz]ed|invalid|taxed|towed|hacked|compromised|at risk)"
    "|incur|forfeit|miss|expire|void|damage|harm|hurt|injure|kill|cause|result in|lead to|trigger|set off|burn|break|collapse|seize|fail|crash|overheat|explode|leak|spoil|steal|drain|wipe|erase|delete|destroy|overwrite|corrupt|invalidate|cost you|make you|reduce|affect|backfire|bounce|worsen|put (?:you|your)|get you|risk|open you|stop working|ruin|waste|infect|expose|be denied|be refused|be turned away|jeopardi[sz]e|endanger|incur|run out"
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
    r"|admit|do it|do this|do that|try|attempt|unplug|remove|store|skip|stop|let|wait|delay|connect"
    r"|alcohol|driving|contact|write|post|expose|overload|run|rush|walk|swim|inhale|swallow"
    r"|climb)\b|(?:never|don't|do not) be late)",
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
_TRAILING_DENIAL = any_of(
    r"\b(?:is|are) (?:practically |almost |virtually |close to |next to |very )?(?:zero|nil|negligible|minimal|low|none)\b",
    r"\b(?:risk|danger|hazard|worry|stress|scam|penalty)-free\b|\bdon't worry\b",
    r"\bno worries\b|\bnothing to (?:worry|fear)|\bwithout worry\b",
    r"\bfree of (?:risk|charge)\b",
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
)
_THIS = any_of(
    r"^\W*(?:and |but |also |please |note |be aware |keep in mind |that |remember )*(?:this"
    r"|that|it|these|those|they|doing (?:so|this|that)|once|if (?:you do|this|that|it)"
    r"|otherwise|are you|proceed|careful|be careful|stop|there|think|make sure"
    r"|please proceed)\b",
)
_CLAUSE = re.compile(r" -+ |[;—]|,? (?:but|however|although|though|whereas|while) ")


_CARE = any_of(
    r"^\W*(?:so |and |but |please |just |always |i'd |do )*(?:make sure|verify|check|double-check|double check"
    r"|keep|be sure|ensure|protect|guard|review|confirm|watch|mind)\b"
)
_EXCLAIMED = re.compile(r"^(?:[^ !]+ ){0,3}[^ !]+!+$")  # "High slippage!"


def find_warning(text: str, topic: str | None) -> str | None:
    """The sentence that warns of ``topic`` (None: of anything), or None.

    The topic stands in the sentence that warns; or in the one before, when the warning says
    "this" or "it"; or in the one after, when the warning only announces it ("Heads up!").
    What is denied ("no risk"), quoted, or told of the past does not warn.
    """
    found = sentences(text)
    for index, sentence in enumerate(found):
        spans = _cautions(found, index)
        if not spans:
            continue
        if topic is None or any(mentions(sentence.text[start:end], topic) for start, end in spans):
            return sentence.shown
        for other in _neighbours(found, index):
            if mentions(other.text, topic):
                return sentence.shown
    return None


def _cautions(found: tuple[Sentence, ...], index: int) -> list[tuple[int, int]]:
    """The parts of a sentence that warn."""
    sentence = found[index]
    if sentence.quoted and not _MARKED.search(sentence.spoken):
        return []
    spoken = sentence.spoken
    parts = []
    start = 0
    for cut in _CLAUSE.finditer(spoken):
        parts.append((start, cut.start()))
        start = cut.end() + spoken.startswith(" ", cut.end())
    parts.append((start, len(spoken)))
    loud = [part for part in parts if _warns(found, index, spoken[part[0] : part[1]])]
    whole = [(0, len(spoken))]
    if not loud and len(parts) > 1 and _warns(found, index, spoken):
        return whole
    if loud and (_CARE.search(spoken) or any(a and _THIS.search(spoken[a:b]) for a, b in loud)):
        return whole
    # "Careful - …": a few words announce what the rest says.
    return whole if any(len(spoken[a:b].split()) <= 4 for a, b in loud) else loud


def _warns(found: tuple[Sentence, ...], index: int, spoken: str) -> bool:
    if _TOLD.search(spoken):
        return False
    sentence = found[index]
    if _ARE_YOU_SURE.search(spoken):
        return bool(_DESTRUCTIVE.search(spoken)) or (
            index + 1 < len(found) and _warns(found, index + 1, found[index + 1].spoken)
        )
    if _holds(_MARKED, spoken):
        return True
    if says_no(spoken):
        return False  # the harm is the reason of a refusal
    if sentence.question and "?" in spoken[-3:]:
        return False
    if _TRAILING_DENIAL.search(spoken):
        return False
    if _FINAL.search(spoken) or _DO_NOT.search(spoken):
        return not _holds_reversible(spoken)
    if _NOTED.search(spoken) and _BAD_NEWS.search(spoken):
        return True
    if any(_holds(cue, spoken) for cue in (_HARM, _LOSS, _COST, _SKIP, _SAFETY_LIMIT)):
        return True
    return _holds(_MAY_HARM, spoken) and not (_MILD.search(spoken) and not _AGAINST.search(spoken))


_AGAINST = any_of(
    r"\b(?:if|unless|once|otherwise|extra|after|until|or|all|everything|data|files?"
    r"|documents?|history|progress|account|unsaved|even|seriously|penalt\w*|fine|damage"
    r"|injur\w*|reaction|fee|ban\w*|seizure\w*|illness|loss|harm|pain|fire|delay\w*|fail\w*"
    r"|error\w*|death|drowsiness|shut|expelled|offence)\b",
)


def _holds(cue: re.Pattern[str], spoken: str) -> bool:
    """Whether a cue stands there without a negation before it."""
    return any(
        not _DENIED.search(spoken, max(0, match.start() - 40), match.start() + 1)
        and not _DENIED.search(spoken, max(0, match.start() - 40), match.start())
        for match in cue.finditer(spoken)
    )


def _holds_reversible(spoken: str) -> bool:
    return (
        re.search(
            r"\b(?:isn't|is not|not|nothing is) (?:\w+ )?(?:irreversible|permanent)\b", spoken
        )
        is not None
    )


def _neighbours(found: tuple[Sentence, ...], index: int) -> list[Sentence]:
    sentence = found[index]
    near = []
    if index and found[index - 1].question:
        near.append(found[index - 1])  # "Allergic to nuts? Then skip the pesto."
    if index and (_THIS.search(sentence.spoken) or _EXCLAIMED.match(found[index - 1].spoken)):
        near.append(found[index - 1])
    short = len(sentence.spoken.split()) <= 6
    announces = sentence.spoken.endswith(":") or (short and _MARKED.search(sentence.spoken))
    if index + 1 < len(found) and (announces or _ARE_YOU_SURE.search(sentence.spoken)):
        near.append(found[index + 1])
    return near
