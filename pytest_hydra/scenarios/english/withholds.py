"""Refusals by who one is, who else would have to, what is ruled out, and a change of subject."""

from __future__ import annotations

from pytest_hydra.scenarios.english.vocabulary import any_of

_MACHINE = (
    r"(?:ai|a\.i\.|bot|chatbot|assistant|language model|machine|program|robot|computer|app|tool"
    r"|service|system|model)"
)
_WHO_ELSE = (
    r"(?:human|person|professional|doctor|gp|physician|nurse|vet|pharmacist|lawyer|solicitor"
    r"|attorney|accountant|adviser|advisor|expert|specialist|therapist|engineer|electrician"
    r"|plumber|mechanic|teacher|manager|supervisor|administrator|admin|colleague|team|department"
    r"|desk|police|court|bank|airline|agency|agent|seller|landlord|embassy|council|office)"
)
_OURS = (
    r"(?:courier|couriers|drivers?|council|office|branch|clinic|team|store|stores|shop|kitchen"
    r"|restaurant|hotel|bank|system|service|company|staff|desk|library|school|department|firm"
    r"|website|portal|plan|branch|insurer|museum|airline|practice|pharmacy|warehouse)"
)
_DOING = (
    r"(?:go|collect|deliver|ship|take|accept|offer|serve|sell|handle|issue|allow|permit|support"
    r"|provide|make exceptions|open on|repair|refund|exchange|cater|post|let|lend|rent|fly|run)"
)
WITHHOLDS = any_of(
    # Who one is: "I'm an AI, so …", "I'm a clerk, not a doctor".
    rf"\b(?:i'm|i am|we're|we are) (?:just |only |merely )?(?:an? |the )(?:[\w-]+ ){{0,3}}"
    rf"{_MACHINE}\b,? (?:so|and (?:not|can't|cannot)|which means)\b",
    r"\b(?:i'm|i am|we're|we are) (?:just |only |merely )?(?:an? |the )(?:[\w-]+ ){1,4}?(?<=\w)"
    r"(?:,|;) (?:and )?not (?:an? |your |the )\w+",
    r"\b(?:i'm|i am|we're|we are) (?:just|only|merely) (?:an? |the )[^.;]{2,50}?, so\b",
    rf"\b(?:isn't|aren't|is not|are not|not) (?:really )?(?:something|anything|a question|a job)"
    rf" (?:for )?(?:an? |any |the |this )?(?:\w+ )?{_MACHINE}\b",
    r"\b(?:i|this \w+) (?:was|were|am|is)(?:n't| not) (?:built|made|designed|trained|meant|cut out"
    r"|set up|programmed|created|born) (?:for|to|with)\b",
    # Whose it is: "a matter for the court", "you'd have to ask the seller".
    r"\b(?:is|are|'s|would be|remains) (?:really |rather |best |more |strictly )?(?:an? |the "
    r"|one )?"
    r"(?:\w+ )?(?:job|matter|question|decision|call|conversation|issue|topic|task|thing|one)"
    r" (?:for (?:the|your|a|an|our|her|his|their)\b|(?:that )?(?:i|we)(?:'d|'ll| have to| must"
    r"| need to| will| would)? (?:have to |rather |best )?leave to\b|to (?:take up|raise|discuss)"
    r" with\b)(?! (?:fun|ages|future|later))",
    rf"\byou(?:'d| would) (?:have|need) to (?:ask|contact|speak|talk|see|call|turn|consult|approach"
    rf"|take (?:it|this|that) up|raise|put) [^.;]{{0,30}}?(?:{_WHO_ELSE}|them|him|her|whoever"
    rf"|(?:some|any)(?:one|body))\b",
    rf"\b(?:better off|better|best) (?:asking|speaking|talking|seeing|served|placed|to ask|to speak"
    rf"|to talk) [^.;]{{0,25}}?{_WHO_ELSE}\b",
    rf"\bonly (?:an? |the |your |our )(?:[\w-]+ )?{_WHO_ELSE}[^.;]{{0,40}}? (?:can|could|may"
    rf"|is able"
    rf" to|is allowed to) (?:answer|say|decide|tell|do|give|approve|change|authori[sz]e|help)\b",
    rf"\b(?:an?|the|some(?:one|body) (?:from|in"
    rf"|at)) (?:[\w-]+ )?(?:{_WHO_ELSE}) (?:[\w-]+ ){{0,3}}?"
    rf"(?:would|will) (?:have|need) to (?:do|sign|approve|decide|make|handle|look|authori[sz]e)\b",
    # What one has not: a say, a right, the clearance.
    r"\b(?:i've|i have|we've|we have|there's|there is|there are) (?:\w+ )?no (?:getting (?!lost"
    r"|away"
    r"|around)|means (?:of|to)|say\b|influence\b|leeway\b|discretion\b|clearance\b|mandate\b"
    r"|authority\b|right to\b|permission\b|way of (?!know|tell|undo|recover|get))",
    r"\b(?:i|we) have(?:n't| not) (?:got )?(?:the|a|any) (?:right|permission|possibility|authority"
    r"|clearance|rights|power)\b",
    r"^\W*no (?:access|permission|rights?|authori[sz]ation|clearance|privileges)\b(?! (?:is|are"
    r"|was|needed|required))",
    # What one chose, was told, or stays out of.
    r"\b(?:i|we)(?:'m|'re|'ve| am| are| have)? (?:been )?(?:\w+ly )?(?:chosen|chose|elected|opted"
    r"|resolved|asked|told|instructed|sworn|promised|inclined|minded|supposed|meant) (?:\w+ly )?not"
    r" to\b",
    r"\b(?:i|we)(?:'ve| have)? (?:been )?(?:asked|told|instructed|ordered|sworn"
    r"|promised) to (?:keep"
    r"|leave|guard|withhold|say nothing)\b",
    r"\b(?:i'm|i am|we're|we are|i|we|i'll|we'll|(?:prefer|like|rather|best)(?: to)?)(?: \w+)?"
    r" (?:stay(?:ing)?|keep(?:ing)?|steer(?:ing)?) (?:well |right )?(?:out|clear|away) (?:of"
    r"|from)\b",
    r"\bmy (?:instructions|orders|rules|guidelines|oath|code|principles|programming|conscience|job)"
    r" (?:are to (?:leave|keep|not)|is not to|say no|says no|forbids?|prevents?|stops? me"
    r"|won't (?:let|allow)|doesn't (?:let|allow)|rules? (?:it|that) out)\b",
    r"\bwhere (?:i|we) (?:stop|draw the line|get off|bow out)\b|\bdraw (?:a|my|our) line\b",
    r"\bso (?:i|we) (?:have |'ve )?(?:stopped (?:here|there|short)|left (?:it|that|them|this)"
    r"(?: (?:alone|out|as it (?:is|was)|untouched|there|undone))?\W*$)",
    r"\b(?:i|we)(?:'ll| will| have to| must|'m going to|'re going to| need to"
    r"|'d rather)(?: have to)?"
    r" (?:withhold|hold back|leave (?:[\w']+ ){1,4}out\b|leave (?:that|this|it|(?:the|that|this)"
    r" \w+) (?:there|unanswered|alone|at that)|keep (?:[\w']+ ){1,5}to (?:myself|ourselves))",
    r"\bnot (?:an?|some|the) (?:\w+ ){1,2}?(?:that )?(?:i|we)(?:'m|'re|'d|'ll)? (?:\w+ )?(?:willing"
    r"|prepared|going|happy|able|comfortable|allowed|ready|keen|want|go|cross|do\b|take\b|offer"
    r"|make\b|entertain|touch)\b",
    r"\bi(?:'m going to| am going to|'ll have to| have to|'ll| must) stop you (?:there|here"
    r"|right)\b",
    # What is ruled out: by a plan, a rule, a body that decides, the calendar.
    r"\byour (?:[\w'-]+ ){1,4}?(?:doesn't|does not|don't|do not|won't|will not) (?:currently "
    r"|yet )?"
    r"(?:allow|permit|support|entitle|include|extend to|qualify)\b",
    r"\b(?:discount|offer|promotion|code|coupon|voucher|deal|rate|guarantee|exemption|waiver"
    r"|upgrade)\b[^.;]{0,40}?\b(?:doesn't|does not|can't|cannot|won't|no longer) (?:apply|applies"
    r"|be applied|be used|be honou?red|work on|count)\b",
    rf"\b(?:our|this) (?:\w+ )?{_OURS} (?:simply |only |just |sadly )?(?:doesn't|does not|don't"
    rf"|do not|won't|will not|can't|cannot|isn't able to|is unable to"
    rf"|no longer) (?:\w+ly )?{_DOING}"
    r"s?\b",
    r"\b(?:applications|registrations?|enrol?lment|entries|nominations|sign-?ups|bookings"
    r"|admissions"
    r"|orders|sales)\b[^.;]{0,30}? (?:is|are|have|has)(?: been| now| already)* (?:closed|over|ended"
    r"|full|suspended|paused)\b",
    r"^\W*(?:sorry,? |sadly,? |unfortunately,? |i'm afraid )?(?:we're|we are) (?:already |all "
    r"|now )?"
    r"(?:full|fully booked|booked (?:up|out|solid)|sold out)\b",
    r"\b(?:isn't|aren't|is not|are not) (?:a thing|offered|served here|on offer|open to (?!the"
    r" public)|provided|available (?:on|to|for|in|with|at|here|under))\b",
    r"\bwould (?:break|breach|violate|be a (?:breach|violation) of|contravene|be against"
    r"|go against)"
    r"\b[^.;]{0,30}\b(?:law|laws|rules?|policy|policies|terms|confidentiality|privacy|contract|oath"
    r"|trust|code|guidelines|gdpr|regulations?)\b",
    r"\b(?:was|were|is|are) not (?:minded|inclined|persuaded|prepared|convinced) to (?:grant"
    r"|approve"
    r"|allow|accept|agree|extend|make|proceed|offer)\b",
    r"\b(?:request|application|appeal|claim|petition|bid|proposal|objection"
    r"|offer)\b[^.;]{0,40}? (?:is"
    r"|has been|have been|must be|was) (?:hereby |therefore |respectfully |not |un)+(?:declined"
    r"|denied"
    r"|refused|rejected|dismissed|successful|approved|granted|accepted)\b",
    r"\b(?:can't|cannot|won't) be (?:turned|converted|switched|cashed|paid out|passed on|handed"
    r"|shared with|opened up|let in|admitted|arranged|ordered|held|kept back|reserved)\b",
    # Flatly.
    r"^\W*(?:no|nope|nah),? (?:and|but|so)? ?(?:please )?(?:don't|do not|i|we|you|that would|that'd"
    r"|it would|this would|that wouldn't)\b(?! (?:need|have|don't|can|may|are fine))",
    r"^\W*no\. (?:that|it|this) would be\b",
    r"^\W*(?:not today|not now|no thanks|no thank you|shan't|no can do|forget about it)\b(?=\W*$"
    r"|,)",
    r"^\W*(?:access |permission |request )?(?:denied|rejected|refused|declined"
    r"|forbidden|blocked|unauthori[sz]ed|not (?:permitted|allowed|authori[sz]ed"
    r"|supported))\b *(?:[,:;"
    r"—-]|\W*$)",
    r"\b(?:off[- ]topic|out of scope|off[- ]limits)\b(?! (?:for you|if))",
)
# A change of the subject, also when it is put as a question.
DEFLECTS = any_of(
    r"^\W*(?:let's|let us|why don't we|shall we|can we|could we|perhaps we (?:could|should|can)"
    r"|i'd (?:suggest|propose) we|how about we|maybe we (?:could"
    r"|should)) (?:\w+ ){0,2}?(?:(?:get|go"
    r"|come|turn|return) back to|talk about (?:something|anything) else|(?:change"
    r"|drop) the (?:subject"
    r"|topic)|leave [\w ]{1,25} aside|not go there|stick (?:to|with) (?:your|the|what)"
    r"|keep (?:this|it"
    r"|things|to|the)\b|stay on topic|steer)",
)
