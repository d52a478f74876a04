"""The forms of an English word: inflections, nouns of doing, British and American spellings.

Forms are made, not cut back: "fee" makes "fees" and never meets "feed" or "coffee", "university"
and "universe" have no form in common. A form that is no word ("shiped") does no harm, since
nobody writes it.
"""

from __future__ import annotations

import re
from functools import cache

from pytest_hydra.scenarios.english.patterns import word_set

_VOWELS = "aeiou"

# Base, then its irregular forms.
_IRREGULAR = [
    line.split()
    for line in """
be is are was were been being|begin began begun|break broke broken|bring brought|build built
buy bought|catch caught|choose chose chosen|come came|cost|cut cutting|deal dealt|do did done
draw drew drawn|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed
feel felt|fight fought|find found|fly flew flown|forget forgot forgotten|freeze froze frozen
get got gotten|give gave given|go went gone|grow grew grown|have has had|hear heard|hide hid hidden
hit|hold held|hurt|keep kept|know knew known|lead led|leave left|lend lent|let|lose lost|make made
mean meant|meet met|pay paid|put|quit|read|ride rode ridden|rise rose risen|run ran|say said
see saw seen|seek sought|sell sold|send sent|set|shake shook shaken|shoot shot|show shown|shut
sleep slept|speak spoke spoken|spend spent|split|spread|steal stole stolen|swim swam swum
take took taken|teach taught|tell told|think thought|throw threw thrown|understand understood
wake woke woken|wear wore worn|win won|withdraw withdrew withdrawn|write wrote written
overdraw overdrew overdrawn|undo undid undone|repay repaid|rebuild rebuilt|reset|upset
child children|man men|woman women|foot feet|tooth teeth|mouse mice|person people
knife knives|wife wives|life lives|leaf leaves|half halves|shelf shelves|self selves|thief thieves
wolf wolves|loaf loaves|scarf scarves|criterion criteria|analysis analyses|diagnosis diagnoses
crisis crises|basis bases|index indices|appendix appendices|medium media|datum data|quiz quizzes
cheap cheaper cheapest|fast faster fastest|slow slower slowest|large larger largest
big bigger biggest|high higher highest|low lower lowest|long longer longest|safe safer safest
""".replace("\n", "|").split("|")
    if line
]

# A verb and the nouns of doing it: who asks to confirm asks for a confirmation.
_FAMILIES = [
    line.split()
    for line in """
confirm confirmation|cancel cancellation cancelation|verify verification
authorise authorisation|authenticate authentication|register registration|reserve reservation
subscribe subscription|notify notification|approve approval|renew renewal|withdraw withdrawal
remove removal|delete deletion|pay payment|repay repayment|ship shipment|deliver delivery
install installation|activate activation|deactivate deactivation|identify identification
expire expiry expiration|lose loss|terminate termination|modify modification
prescribe prescription|vaccinate vaccination|apply application|reject rejection|refuse refusal
describe description|explain explanation|migrate migration|configure configuration
irreversible irreversibly|permanent permanently|harass harassment|donate donation
translate translation|decide decision|consume consumption|liquidate liquidation
arrive arrival|depart departure|eligible eligibility ineligible|available availability unavailable
complain complaint|enrol enrolment|adjust adjustment|reimburse reimbursement|replace replacement
violate violation|infringe infringement|prohibit prohibition|diagnose diagnosis
allergy allergic|danger dangerous|risk risky|hazard hazardous|toxin toxic|addiction addictive
law lawful unlawful|illegal illegally illegality|private privacy|safe safety|secure security
confidential confidentiality|private privately|duplicate duplication|suspend suspension
limit limitation|reverse reversal|transact transaction|estimate estimation|inspect inspection
age aged|compatible compatibility|invest investment|overdose overdosing|fraud fraudulent
malice malicious|penalise penalty
""".replace("\n", "|").split("|")
    if line
]

# What looks like a form of another word and is none.
_ALONE = word_set(
    """news goods customs means odds evening morning nothing something anything everything
    during ceiling accounting wedding sibling lightning always perhaps series species lens
    canvas bias physics maths indeed hundred naked sacred police bed red king ring wing
    spring string thanks besides premises"""
)

# British and American, replaced in both directions.
_SPELLINGS = (
    (
        r"^((?:dis|water|multi|techni|un|mis)?(?:col|fav|behavi|hon|lab|neighb|rum|harb|endeav"
        r"|flav|hum|parl|vap|arm|glam"
        r"|od|rig|tum|vig|splend|cand|sav))our",
        r"^((?:dis|water|multi|techni|un|mis)?(?:col|fav|behavi|hon|lab|neighb|rum|harb|endeav"
        r"|flav|hum|parl|vap|arm|glam"
        r"|od|rig|tum|vig|splend|cand|sav))or",
        r"\1or",
        r"\1our",
    ),
    (
        r"(?<=\w{3})is(e|es|ed|ing|er|ers|ation|ations|able)$",
        r"(?<=\w{3})iz(e|es|ed|ing|er|ers|ation|ations|able)$",
        r"iz\1",
        r"is\1",
    ),
    (r"lys(e|es|ed|ing|er|ers)$", r"lyz(e|es|ed|ing|er|ers)$", r"lyz\1", r"lys\1"),
    (
        r"((?:^|kilo|milli|centi)(?:cent|met|lit|theat|fib|calib|lust|somb|spect|meag))re(s?)$",
        r"((?:^|kilo|milli|centi)(?:cent|met|lit|theat|fib|calib|lust|somb|spect|meag))er(s?)$",
        r"\1er\2",
        r"\1re\2",
    ),
    (r"^(licen|defen|offen|preten)ce", r"^(licen|defen|offen|preten)se", r"\1se", r"\1ce"),
    (r"^practis(e|es|ed|ing)$", r"^practic(e|es|ed|ing)$", r"practic\1", r"practis\1"),
    # British English doubles an l that is not stressed.
    (
        r"^(\w*[aeiou]\w*[aeiou])ll(ed|ing|ers?|ors?)$",
        r"^(\w*[aeiou]\w*[aeiou])l(ed|ing|ers?|ors?)$",
        r"\1l\2",
        r"\1ll\2",
    ),
    (r"ogue(s?)$", r"og(s?)$", r"og\1", r"ogue\1"),
)
_PAIRS = [
    pair.split("/")
    for pair in sorted(
        word_set(
            """grey/gray programme/program tyre/tire kerb/curb aluminium/aluminum plough/plow
            jewellery/jewelry ageing/aging judgement/judgment
            acknowledgement/acknowledgment mould/mold sceptic/skeptic pyjama/pajama
            moustache/mustache cosy/cozy aeroplane/airplane enquir/inquir
            instalment/installment enrolment/enrollment fulfilment/fulfillment
            skilful/skillful wilful/willful anaesth/anesth paediatr/pediatr
            gynaecol/gynecol haemo/hemo oestr/estr orthopaed/orthoped
            diarrhoea/diarrhea foetus/fetus leukaemia/leukemia anaemia/anemia
            manoeuvr/maneuver encyclopaed/encycloped archaeol/archeol enrols/enrolls
            fulfils/fulfills"""
        )
    )
]


@cache
def _spelling_rules() -> list[tuple[re.Pattern[str], re.Pattern[str], str, str]]:
    return [
        (re.compile(british), re.compile(american), to_american, to_british)
        for british, american, to_american, to_british in _SPELLINGS
    ]


def forms(word: str) -> frozenset[str]:
    """All forms of a case-folded ``word`` that count as the same word, itself among them."""
    found = {word}
    if word.isascii() and word.isalpha() and len(word) > 1:
        bases = _bases(word)
        bases |= {relative for base in bases for relative in _RELATIVES.get(base, ())}
        for base in bases:
            found |= _inflected(base)
        found -= _ALONE - {word}
    found.update([other for form in found for other in spellings(form)])
    return frozenset(found)


def spellings(word: str) -> set[str]:
    """``word`` in British and in American spelling."""
    found = {word}
    for british, american, to_american, to_british in _spelling_rules():
        found.add(british.sub(to_american, word))
        found.add(american.sub(to_british, word))
    for pair, other in _PAIRS:
        if word.startswith(pair):
            found.add(other + word[len(pair) :])
        elif word.startswith(other):
            found.add(pair + word[len(other) :])
    return found


def _bases(word: str) -> set[str]:
    """The words of which ``word`` may be a form."""
    found = {word}
    if word in _ALONE:
        return found
    for spelling in spellings(word):
        found |= _IRREGULAR_BASES.get(spelling, set())
        found |= _cut(spelling)
    return found


def _cut(word: str) -> set[str]:
    found = {word}
    if len(word) < 4:
        return found
    if word.endswith("ies"):
        found |= {word[:-3] + "y", word[:-1]}
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        found.add(word[:-1])
        if word.endswith(("ses", "xes", "zes", "ches", "shes", "oes")):
            found.add(word[:-2])
    elif word.endswith("ied"):
        found.add(word[:-3] + "y")
    elif word.endswith("ed") and not word.endswith("eed"):
        found |= _stems(word[:-2])
    elif word.endswith("eed") and _has_vowel(word[:-3]):
        found.add(word[:-1])
    elif word.endswith("ing"):
        found |= _stems(word[:-3])
    return found


def _stems(stem: str) -> set[str]:
    """What "-ed" or "-ing" was added to."""
    if len(stem) < 2 or not _has_vowel(stem):
        return set()
    if len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] not in _VOWELS:
        return {stem, stem[:-1]}
    # "rat" would have become "ratted": "rated" is a form of "rate" alone.
    return {stem + "e"} if _doubles(stem) else {stem, stem + "e"}


def _has_vowel(text: str) -> bool:
    return any(letter in text for letter in "aeiouy")


def _doubles(base: str) -> bool:
    """Whether a one-syllable word ends in one vowel and one consonant that is doubled."""
    return (
        len(base) > 1
        and base[-1] not in "aeiouwxy"
        and base[-2] in "aeiouy"
        and not any(letter in _VOWELS for letter in base[:-2])
    )


def _inflected(base: str) -> set[str]:
    found = {base, *_IRREGULAR_FORMS.get(base, ())}
    last, before = base[-1], base[-2]
    if last == "y" and before not in _VOWELS:
        return found | {base[:-1] + "ies", base[:-1] + "ied", base + "ing"}
    if base.endswith(("s", "x", "z", "ch", "sh")):
        found.add(base + "es")
    elif last == "o":
        found |= {base + "s", base + "es"}
    else:
        found.add(base + "s")
    if last == "e":
        if before != "e" or _has_vowel(base[:-2]):  # "fee" makes no "feed", "agree" makes "agreed"
            found.add(base + "d")
        if base.endswith("ie"):
            found.add(base[:-2] + "ying")
        found.add(base + "ing" if before in "eoy" else base[:-1] + "ing")
    elif _doubles(base):
        found |= {base + last + "ed", base + last + "ing"}
    else:
        found |= {base + "ed", base + "ing"}
        if last not in "aeiouwxy" and before in _VOWELS:
            found |= {base + last + "ed", base + last + "ing"}
    return found


_IRREGULAR_FORMS = {base: tuple(others) for base, *others in _IRREGULAR}
_IRREGULAR_BASES: dict[str, set[str]] = {}
for _base, *_others in _IRREGULAR:
    for _other in _others:
        _IRREGULAR_BASES.setdefault(_other, set()).add(_base)
_RELATIVES: dict[str, set[str]] = {}
for _family in _FAMILIES:
    for _member in _family:
        _RELATIVES.setdefault(_member, set()).update(_family)
