"""How warnings and harmless statements are put together: frames, each of which marks a sentence.

None of them says enough by itself; ``evidence`` weighs them together with the classes of words.
"""

from __future__ import annotations

from pytest_hydra.scenarios.english.vocabulary import any_of

_WONT = r"(?:won't|will not|wouldn't|would not|can't|cannot|never|doesn't|don't|aren't|isn't|not)"
_OTHERS = r"(?:them|any|anybody|anyone|others)"
_LEFT_OUT = r"(?:i|we|you|it|they|he|she)"
_NUMBER = (
    r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|twenty|thirty"
    r"|half an?|an?|a few|a couple of)"
)
_SPAN = r"(?:seconds?|minutes?|mins?|hours?|days?|weeks?|months?|years?|nights?)"
_DAY = (
    r"(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|tonight|tomorrow|midnight|noon"
    r"|january|february|march|april|may|june|july|august|september|october|november|december"
    r"|\d{1,2}(?:st|nd|rd|th)?\b|(?:the )?end of)"
)
_ORDER = (
    r"(?:leave|keep|put|take|turn|switch|wear|use|wait|check|test|add|give|get|go|stay|stop|avoid"
    r"|hold|plug|unplug|call|ring|tell|ask|read|print|pay|send|save|store|treat|lock|open|close"
    r"|remove|clean|wash|dry|charge|copy|download|export|back|bring|book|cut|pour|heat|cool|let"
    r"|make|move|pull|push|set|sign|skip|stand|start|throw|try|update|always|never|don't|do not"
    r"|please|carry|cover|drop|finish|rinse|soak|shut|peel|see|talk|have|be|pick|plan|write|plant"
    r"|stash|allow|order)"
)

FRAMES = {
    # Advice to take care: "stay clear", "double-check it".
    "told to take care": any_of(
        r"(?:^\W*|[,;:.!—] ?| -+ |\b(?:and|so|please|but|do|then|kindly) )(?:please |do |always "
        r"|just |kindly )*(?:watch|mind|keep (?!up|me|in touch|going)|stay|stop|hold (?:off|on)"
        r"|turn (?:back|round|around|off)|wear|check|double-check|triple-check|make sure"
        r"|be (?:sure|careful|prepared|aware)|go (?:easy|slow)|beware|careful|treat it"
        r"|bring (?:cash|water|a)|think (?:about|twice)|test|get it|switch|lock|bin it|look after"
        r"|take care|back up|protect|cover|expect|leave (?:it|them|that)|read)\b",
    ),
    "advised to take care": any_of(
        r"\b(?:i'd|id|i would|we'd|we would|you'd better|you had better|better|best|wiser?|safer"
        r"|prudent) (?:\w+ )?(?:not|rather (?:you )?(?:not|didn't)|check|verify|double|triple|wait"
        r"|hold|avoid|stay|keep|think|read|leave|skip|steer|move|pass|have \w+ (?:\w+ )?(?:looked"
        r"|checked|tested)|get \w+ (?:\w+ )?(?:looked|checked|tested)|back|talk to|ask|look"
        r"|you not|test|run|see (?:a|your))\b",
        r"\b(?:i|we) wouldn't\b|(?:^|[,;—] ?| -+ )wouldn't\b",
        r"\brecommend (?:that you|not|against|\w+ing)|\badvis(?:e|able)\b",
    ),
    "advised": any_of(
        r"\b(?:i'd|i would|we'd|we would|better|best|wise|wiser|safer|prudent|advisable) "
        r"(?!like|love|be happy|be glad)\w+",
    ),
    "told not to": any_of(
        r"(?:^|[.,;:—!(] *| -+ |\b(?:so|and|please|pls|but|just|then|or) )(?:do not|don't|dont"
        r"|never|avoid|not to|no \w+ing)\b(?! (?:worry|hesitate|need|have|mind|stress|panic|sweat"
        r"|forget))",
    ),
    "asked to listen": any_of(
        r"\b(?:just so you know|so you know|worth (?:knowing|noting|remembering|mentioning"
        r"|bearing)|heads[- ]?up|fyi|keep in mind|bear in mind|borne in mind|be (?:aware|advised"
        r"|informed|warned|careful|sure)|are reminded|note that|please note|kindly note|to note"
        r"|mind you|draw your attention|attention|remember (?:that|,)|don't forget|before you"
        r"|a word)\b",
    ),
    "so do": any_of(
        r", so (?:please |do |just |always |be |only )?(?!i\b|we\b|you\b|it\b|they\b|that|the\b"
        r"|there|your\b|he\b|she\b)\w+",
    ),
    # "Miss it and you …", "leave it or it …".
    "do it and": any_of(
        r"^\W*(?!i\b|we\b|you\b|it\b|this\b|that\b|the\b|your\b|there\b|an?\b|my\b|he\b|she\b"
        r"|they\b)[a-z]+ [^.;!?]{1,80}?,? (?:and|or) (?:then )?(?:you|it|the|they|your|part|half"
        r"|everything|somebody|nobody)\b",
    ),
    "doing it": any_of(
        r"^\W*(?:\w+ ){0,2}?(?!(?:no|any|some|every)thing|during|morning|evening)[a-z]{3,}ing\b"
        r" (?!to\b)"
    ),
    "risky deed": any_of(
        r"\b(?:skipping|leaving|rushing|reusing|lifting|ignoring|removing|renaming|deleting"
        r"|merging|sending|selling|posting|answering|heating|cutting|mixing|opening|sharing"
        r"|signing|paying|changing|switching|turning|closing|dropping|stopping|quitting"
        r"|taking|driving|using|putting|storing|arriving|waiting|moving|pulling|pushing"
        r"|downgrading|cancelling|withdrawing|unplugging|disabling|bypassing|overriding|resetting"
        r"|telling|(?:not|without) \w+ing)\b",
    ),
    "if you": any_of(
        r"\b(?:if|unless|once|when|whenever|should|the (?:moment|second)|without|until|after|by)"
        r" (?:you|u|your|it|this|that|the|they)\b",
    ),
    "denied": any_of(
        r"\b(?:can't|cannot|can not|can never|won't|will not|isn't|aren't|doesn't|don't|no longer"
        r"|not|never)\b",
    ),
    # What will not work out: "won't make it", "never come back".
    "will not": any_of(
        rf"\b{_WONT} (?:\w+ )?(?:back|make|survive|come|get|let|cover|save|last|hold|work|pay|wait"
        r"|fit|reach|count|board|accept|set|load|start|open|heal|grow|arrive|see|notice|take"
        r"|be (?:able|let|ready))\b",
        rf"\b{_WONT} (?:be )?(?:\w+ )?(?:considered|returned|insured|covered|refunded|honou?red"
        r"|guaranteed|meant|intended|allowed|recommended|designed|supported|backed|tested|saved"
        r"|accepted|available|enough)\b",
    ),
    "not fit for": any_of(
        r"(?:\b(?:not|isn't|aren't|never|no good|not good)|n't) (?:\w+ )?(?:for|to (?:be|exceed|put"
        r"|use|charge|open|touch|drink|leave|walk)|insured|covered|suitable|recommended|allowed"
        r"|meant|intended|safe|wise|advisable|worth|enough|used to|tested|confirmed|audited"
        r"|encrypted|backed up|maintained|supervised|licensed|real|fit|guaranteed|honou?red"
        r"|accepted|returned|refunded|considered|reversible|refundable)\b",
    ),
    "lacking": any_of(
        r"\b(?:no|without|isn't any|aren't any|not any|nor|lacks?|missing) (?:(?:a|an|any|the|your"
        r"|other|known|proper|written|working) ){0,3}(?:refunds?|returns?|backups?|copy|undo"
        r"|unsend|way (?:back|to|round|around|over|out)|signal|rail|cover|insurance|guarantee"
        r"|warranty|lock|lights?|helmet|goggles|gloves|mask|references?|contract|proof|replica"
        r"|tests?|supervision|seat ?belts?|recovery|turning|going|longer|doctor|exit|escape|limit"
        r"|password|login|visa|permit|licen[cs]e|check|confirmation|oversight|phone|water"
        r"|experience|training|audit|track record|second)\b",
    ),
    # Who gets to see or have it.
    "into other hands": any_of(
        r"\b(?:shared? with|goes (?:to|straight)|sends? (?:\w+ ){1,5}to|uploads?|becomes? theirs"
        r"|sells? (?:your|what|it)|visible to|sees?|shows? (?:your|where|who|them)|tells? (?:the"
        r"|them|anyone|everyone|strangers|spammers|thieves)|puts? (?:your|her|his|their) \w+ in"
        rf"|(?:lets?|allows?|gives?) (?:the|{_OTHERS})|lets? it|gives? away|hand(?:s|ing)?"
        r" (?:over|them|that|it|the))\b",
    ),
    "to others": any_of(
        r"\b(?:people|kids|children|users|customers|hikers|swimmers|climbers|houses|investors"
        r"|patients|players|others|many|thieves|scammers|touts|pickpockets|bots)\b",
    ),
    # What is dangerous, or often abused.
    "delicate": any_of(
        r"\b(?:high voltage|live wire|open fire|volts|naked flame|chemicals?|fumes?|acid|ice"
        r"|current"
        r"|wire|wiring|blade|edge|cliff|asbestos|gas|petrol|bleach|pills?|tablets|dose|dosage"
        r"|drugs?|alcohol|wine|beer|mushrooms?|peanuts?|nuts|honey|raw|fever|snake|strangers?"
        r"|spam\w*|links?|attachments?|gift cards|pin|password|seed|cash|crypto|contract|clause"
        r"|permission|production|prod|main|root|force)\b",
    ),
    # Verbs of falling, going and taking away.
    "falls off": any_of(
        r"\b(?:com(?:e|es|ing)|fall(?:s|ing)?|go(?:es|ing)?|wear(?:s|ing)?|break(?:s|ing)?"
        r"|cut(?:s|ting)?|thr(?:ow|ows|own|owing)|turn(?:s|ed|ing)?|shuts?|lock(?:s|ed|ing)?"
        r"|kick(?:s|ed)?|signs?|burn(?:s|t)?|giv(?:e|es|ing)|run(?:s|ning)?|sold|sells?|sen(?:d|ds"
        r"|t)|eats?|driv(?:e|es)|knocks?|blows?|dr(?:y|ies)|los(?:e|es)|wip(?:e|es)|weighs?"
        r"|t(?:ake|akes|aken)|tears?|lets?|leav(?:e|es|ing)) (?!back to|in to)(?:\w+ ){0,2}?(?:off"
        r"|out|down|away|under|apart|over|up|back|behind|in)\b",
    ),
    "goes wrong": any_of(
        r"\b(?:catch(?:es)? fire|on fire|falls? (?:over|off|apart|for)|go(?:es)? wrong|gone wrong"
        r"|lets? you down|runs? (?:out|dry|up)|gives? out|breaks? down|brings? down|blows? up"
        r"|burns? (?:down|through)|hits? by|slows? (?:\w+ ){1,4}to a crawl|grinds? to"
        r"|comes? back to bite|in trouble|in hot water|up in smoke|down the drain|at risk|at stake"
        r"|on the line|the hard way|too late|out of (?:pocket|luck|hand|control|cover)|sleepless"
        r"|cuts? off|thrown out|kicked out|turned away|gets? lost|dies?|dead|deadly|kills?)\b",
    ),
    "may": any_of(r"(?<!in )(?<!on )\b(?:may|might|could)\b(?! \d)"),
    "can": any_of(r"\bcan\b"),
    "will": any_of(r"(?:\b(?:will|would|going to|gonna)|'ll|'d)\b"),
    "is": any_of(r"(?:\b(?:is|are|looks?|seems?|smells?|feels?)|'s|'re) (?:\w+ ){0,2}"),
    "is done": any_of(
        r"\b(?:is|are|be|gets?|being|been) (?:\w+ ){0,2}?\w+(?:ed|en|wn|lost|shut|cut)\b"
    ),
    # What takes the edge off.
    "was": any_of(
        rf"^\W*(?:{_LEFT_OUT}|[\w' ]{{2,25}}) (?:\w+ly )?(?:was|were|had|did|went|came"
        rf"|\w{{3,}}ed)\b",
    ),
    "only was": any_of(
        r"^(?!.*\b(?:will|would|may|might|could|can|is|are|do|does|don't|get|gets|have|has)\b)"
        r"(?!.*'(?:ll|d|re|s)\b).*\b(?:was|were|had|did|\w{3,}ed|lost|came|went|fell|said|broke"
        r"|won)\b",
    ),
    "no harm": any_of(
        r"\bno (?:risks?|harm|damage|danger|fees?|charges?|cost|penalt\w+|problem|worries|stress"
        r"|need|issue|fumes|obligation|extra|side|small|cause|questions)\b",
        r"\bnothing (?:to (?:worry|fear|pay)|extra|bad|is charged|leaves|else)\b|\bfree of\b"
        r"|\bcosts? nothing\b",
    ),
    "you can": any_of(
        r"\b(?:you|u) can (?!lose|only|get \w+ed|no\b|never)\w+",
        r"\bwhenever you (?:like|want)|\bany time\b",
    ),
    "ends well": any_of(
        r"\b(?:you'll (?:love|get|see|find|enjoy|be fine|like|have|land|receive|be able)|as you"
        r" (?:asked|wished|wanted|like|requested)|for you|is returned|refund(?:s|ed)?|for free"
        r"|free of|at no|get (?:it|everything) back|come out|goes down|back to normal|at once"
        r"|right away|whenever|any time|anytime|no matter|as often|if you (?:like|want|wish"
        r"|prefer|need|don't like)|in no time|included|fun|best|restored|well done|thanks|love"
        r"|lovely|delicious|fits?|perfect\w*|fresh|green|better|easier|faster|smoother|stronger"
        r"|twice as fast)\b",
    ),
    # Orders, limits, sums, and what brings harm about.
    "told to": any_of(
        rf"(?:^\W*|[;:.!—] ?)(?:please |always |just |so |then |first,? )?{_ORDER}\b",
    ),
    "until when": any_of(
        rf"\b(?:you have|you've (?:got)?|until|by|within|before|in|after|no later than|latest"
        rf"|left) (?:\w+ ){{0,2}}?(?:{_NUMBER} {_SPAN}|{_DAY})",
    ),
    "so much": any_of(
        r"[£$€]\s?\d|\d ?(?:%|percent\b|per cent\b|euros?|dollars?|pounds|quid)",
    ),
    "often": any_of(
        r"\b(?:nearly|almost|practically) (?:always|every|all|certain)|\ball the time\b"
        r"|\bevery (?:time|year|day)\b|\b(?:usually|often|always|regularly|frequently|rarely"
        r"|seldom|sooner or later|tends? to|likely|bound to|known to|notorious)\b",
    ),
    "makes it so": any_of(
        r"\b(?:makes?|leaves?|puts?|takes?|turns?|gets?|lets?|means?|costs?|brings?|sends?"
        r"|throws?|drags?|keeps?|drives?|knocks?|strips?|rips?|pulls?) (?:you|your|it|them|the"
        r"|every|all|any|everyone|anyone|half|a)\b",
    ),
    "too much": any_of(
        r"\b(?:too|more than|less than|at least|over|above|beyond|past|below|under|exceed\w*"
        r"|only|barely|hardly) \w+",
    ),
    "before": any_of(
        r"\b(?:before|first|otherwise|or else|unless|lest|in case|just in case|if not)\b",
    ),
    "because": any_of(
        r"\b(?:because|since|as|so that|that's why|which is why|for fear)\b",
    ),
    "whoever may": any_of(
        r"\b(?:whoever|anyone|anybody|everyone|strangers?|somebody|someone|thieves"
        r"|people) (?:who|with|that|can|could|will|has|holds|may|might|on|in)\b",
    ),
    "not known": any_of(
        r"\b(?:don't know|unknown|never (?:met|seen|know|heard)|nobody knows|not sure|unverified"
        r"|no idea|can't tell)\b",
    ),
    "should not": any_of(
        r"\b(?:shouldn't|should not|mustn't|must not|oughtn't|ought not|wouldn't"
        r"|isn't something to|not something to|no place for|not for|best left"
        r"|out of the question|off limits|are out|is out)\b",
    ),
    "headed": any_of(
        r"^\W*(?:\w+ ){1,4}?(?:risk|danger|caveat|catch|snag|downside|problem|warning|caution"
        r"|note|important|beware|careful)\W",
    ),
    "is taken": any_of(
        r"\b(?:is|are|be|get|gets|being|'s|'re) (?:\w+ ){0,2}?(?:lost|wiped|deleted|erased"
        r"|overwritten|voided|forfeited|charged|billed|blocked|locked|banned|fined|rejected"
        r"|refused|returned|withdrawn|cancelled|canceled|destroyed|damaged|exposed|stolen"
        r"|cut off|shut|towed|gone|removed|dropped|ruined|final|binding|barred|retained|kept"
        r"|published|shared|visible)\b",
    ),
    "lapses": any_of(
        r"\b(?:lapses?|expires?|ends?|closes?|runs? out|times? out|finish(?:es)?|stops?|retires?"
        r"|goes? away|disappears?|vanish(?:es)?|removed) (?:on|at|in|after|by|from|next|this"
        r"|tonight|tomorrow|soon|when|once|if|with)\b",
    ),
    "body": any_of(
        r"\b(?:your|the|a|an) (?:\w+ )?(?:skin|liver|kidneys?|heart|teeth|eyes?|ears?|back"
        r"|knees?|joints?|stomach|throat|lungs?|bones?|fingers?|hands?|neck|head|nerves?|brain"
        r"|bowel|discs?|muscles?|hips?|blood)\b",
    ),
    # What a word means, what would have been, what others report, what was done: no warnings.
    "defines": any_of(
        r"^\W*(?:an?|the|[\w#'-]+) (?:\w+ ){0,3}?(?:is|are|was|means?|refers? to"
        r"|stands for) (?:(?:the|an?|when|what|how|where|why|short for|that|one|something"
        r"|someone|usually|called|one of)\b)(?![^.]*\byou\b)",
    ),
    "would have": any_of(
        r"\b(?:would|could|might|should)(?:n't| not)?(?: \w+)? have\b|\bwould've\b|\b(?:if"
        r"|had) (?:i|you|we|they|he|she|it) (?:had|were|hadn't)\b|^\W*had (?:you|we|i|they)\b",
    ),
    "reassures": any_of(
        r"\b(?:not|n't|never|no|nothing|without|hardly|isn't|aren't|doesn't"
        r"|won't) (?:\w+ ){0,3}?(?:toxic|dangerous|harm\w*|hurt\w*|risk\w*|worry|worried"
        r"|problem\w*|issue\w*|charge\w*|fee\w*|cost\w*|penalt\w*|lose|lost|loss\w*|affect\w*"
        r"|damage\w*|break\w*|fail\w*|expire\w*|change|matter\w*|delet\w*|danger\w*|fault\w*"
        r"|error\w*|bad|late|cut\w*|sting|go off|goes off|spoil\w*|count)\b|\b(?:is|are|'s|'re"
        r"|be) (?:\w+ ){0,2}?(?:fine|safe|ok|okay|normal|harmless|included|free|covered|welcome"
        r"|expected|natural|common|allowed|encrypted|reversible|optional|healthy|gone away"
        r"|sorted|fixed|resolved|over|back)\b|\b(?:keeps|lasts|stays) (?:for|fresh|warm|cool|dry"
        r"|valid|put)\b",
    ),
    # "If it's too dry, add a spoonful of milk."
    "if so, do": any_of(
        rf"^\W*(?:if|when|should|once|whenever) [^,;:.!?]{{3,80}}, (?:just |then |simply |also )*"
        rf"(?:you can|you'll (?:get|find|see)|you (?:get|pay|need|save)|we|i|it's|it can|there's"
        rf"|{_ORDER})\b",
    ),
    "is to be had": any_of(
        r"\b(?:is|are|isn't|aren't) (?:\w+ )?(?:valid|included|free|available|possible|needed|ready"
        r"|open|closed|confirmed|booked|due|accepted|welcome|allowed|covered)\b",
    ),
    "reports": any_of(
        r"\b(?:according to|said|says|told|reported|argues|claims|wrote|warns that|explains"
        r"|describes|author|article|essay|novel|film|book|chapter|song|myth|legend|history"
        r"|century|study|research|scientists|in (?:1\d|20)\d\d|yesterday|last (?:week|year|month"
        r"|night)|this morning)\b",
    ),
    "we did": any_of(
        r"\b(?:i|we)(?:'ve| have| just|'ll| will)? (?:\w+ )?(?:moved|refunded|fixed|booked|sent"
        r"|saved|blocked|ordered|changed|updated|added|removed|deleted|cancelled|canceled"
        r"|renewed|replaced|restarted|rolled|reset|paid|checked|found|dropped|kept|topped|set"
        r"|made|turned|switched|started|finished|confirmed|applied)\b|^\W*(?:done|sorted|fixed"
        r"|sent|booked|saved|updated|refunded|cancelled|deleted|dropped|moved|all set|great"
        r"|good news|congratulations|yes|sure|of course|happy to|glad)\b",
    ),
}
