"""Classes of words by what they do in a refusal, and which of them follow each other.

Most refusals that only tell a circumstance are put together of few such classes: "the sauna is for
members" and "exports come with Premium" both say for whom something is. A word may be in several.
"""

from __future__ import annotations

import re
from functools import lru_cache

_CACHED_WORDS = 20_000
_REACH = 3  # words
_FIRST = 2  # words
_TOKEN = re.compile(
    r"n't|'(?:ll|d|s|re|ve|m)\b|(?:(?!n't)[a-z])+(?:-[a-z]+)*|\d+(?:[.,:]\d+)*|[;.(:\u2014?!\u20ac\u00a3$]"
)
_CLAUSE = frozenset(";.(:\u2014?!")
_ENDINGS = (
    *(("ing", ""), ("ing", "e"), ("ed", ""), ("ed", "e"), ("es", ""), ("s", ""), ("d", "")),
)
_UNDONE = ("ed", "en", "nt")  # "unopened", "unwritten", "unsent"
_LISTS = {
    "we": """
i we us me our my ours mine
""",
    "you": """
you your yours u ur yourself
""",
    "they": """
he she they him her them his their hers theirs
""",
    "it": """
it this that these those its
""",
    "not": """
not n't never cannot cant dont wont isnt nor neither
""",
    "none": """
no none nothing nobody hardly zero
""",
    "only": """
only solely exclusively strictly just merely alone
""",
    "except": """
except unless without until till beyond outside past after before within
""",
    "can": """
can could may might able
""",
    "will": """
will would 'll 'd shall gonna wo
""",
    "must": """
must need needs needed have has had requires require required should ought takes got
""",
    "is": """
is are was were be been being am 's 're 'm
""",
    "does": """
do does did done doing
""",
    "to": """
to with from by through via
""",
    "stays": """
stay stays stayed staying remain remains remaining remained keep keeps kept keeping stand
stands stood leave leaves left leaving stick sticks rest rests hold holds
""",
    "ends": """
stop stops stopped stopping end ends ended ending close closes closed closing finish finishes
finished shut shuts expire expired expires cease ceased ran lapsed over gone pass passes
passing passed skip skipping draw quit
""",
    "not open": """
closed shut locked off out sealed full taken sold frozen blocked unavailable disabled
suspended restricted private confidential copyrighted exempt excluded banned barred forbidden
reserved protected secret read-only limited invalid void expired exhausted fully booked
unsupported impossible unchanged disallowed embargoed off-limits
""",
    "says no": """
refuse refused refuses refusing reject rejected rejects decline declined declines declining
deny denied denies forbid forbids forbade prohibited prohibits prohibit veto vetoed disallow
bars overruled dismissed upheld ineligible
""",
    "whose job": """
doctor doctors nurse physio therapist therapists pharmacist pharmacy lawyer lawyers solicitor
attorney adviser advisor accountant manager managers supervisor boss owner owners admin admins
administrator registrar consulate embassy council board committee court judge landlord teacher
teachers principal colleague colleagues dealer dealers insurer bank airline carrier hotline
branch office desk department team hr compliance legal specialist technician electrician
plumber engineer vet guard captain crew publisher editor organiser organizer headquarters
police ministry government parents parent guardian holder maker manufacturer seller vendor
provider operator support staff human person somebody someone chef host steward umpire referee
assistant secretary director notary broker professional professionals expert counter reception
clerk agent maintainer maintainers reviewer customs authority authorities
""",
    "job": """
job call decision business matter department area field lane remit scope role place purview
authority duty responsibility mandate brief desk
""",
    "rule": """
rule rules policy policies law laws regulation regulations terms contract agreement licence
license licenses protocol guideline guidelines clause section guide tos embargo quota
exclusions exclusion quarantine curfew freeze statute code charter condition conditions
requirement requirements criteria procedure safety standards house
""",
    "limit": """
limit limits cap capped maximum max minimum min most least per ceiling threshold quota
deadline cut-off cutoff capacity window allowance
""",
    "for whom": """
member members subscriber subscribers adult adults employee employees resident residents
student students guests holders premium pro plus gold business paid plan tier free basic
account profile subscription membership age kin customers passengers owners over under
eighteen level rank category class fare tariff
""",
    "thing": """
thing something anything part kind sort one ones
""",
    "what is asked for": """
refund refunds return returns exchange exchanges discount extension exception exceptions
access upgrade cancellation request requests change changes transfer transfers permission
appeal claim application booking bookings orders delivery replacement compensation copy
password loan answer advice diagnosis opinion recommendation prediction forecast
""",
    "deed": """
give gives gave given hand hands handing show shows share shares tell tells send sends sell
sells offer offers provide provides issue issues issued make makes take takes taken accept
accepts accepted open opens lift lifts release releases approve approved grant granted allow
allows permit let lets deliver ship ships serve serves print write writes draft help do put
change touch cover covers handle handles answer answers read translate pay pays run runs merge
merged deploy refund book discuss comment unlock waive extend publish
""",
    "when": """
monday tuesday wednesday thursday friday saturday sunday tomorrow today tonight week month
year spring summer autumn winter january february march april june july august september
october november december noon midnight ago days hours minutes weeks months years last next
yesterday season
""",
    "sorry": """
sorry afraid unfortunately sadly regret regrettably apologies apologise apologize understand
frustrating wish appreciate
""",
    "done": """
here attached below done ready fixed sorted instead anyway instantly gladly sure pleasure yes
booked sent added saved refunded confirmed welcome enjoy works free included
""",
    "was": """
was were had did yesterday earlier once used
""",
    "later": """
wait later again reopens reopen back when
""",
    "instead": """
instead alternatively otherwise but though however although yet still
""",
    "harm": """
hurt burn break crash fall lose die kill destroy ruin damage fail leak burst crack poison
choke drown bite sting cut wipe delete erase vanish drop overwrite freeze rot spoil explode
catch steal leave cost fine ban sue split tear flood melt shrink fade jam clog snap tip slip
""",
    "risk": """
risk risky danger dangerous hazard unsafe scam fraud fake toxic deadly loose cracked worn
rusty frayed leaking steep icy slippery sharp hot live raw mould poison venom steal stolen
thieves scammer phishing malware virus fire flood storm avalanche ice lightning current
surgery hospital ambulance emergency jail fine penalty debt
""",
    "money": """
€ £ $ euro euros dollars pounds cents fee fees charge charged charges bill billed price cost
costs interest rent deposit balance money savings card account tax penalty pay paid
""",
    "body": """
skin eye eyes heart liver kidney kidneys brain bone bones lung lungs throat stomach back knee
hand hands finger fingers head ear ears teeth baby child kids kitten dog cat puppy toddler
pregnancy
""",
    "data": """
data file files photo photos commit commits branch table database db backup backups server
prod production key keys password passwords token account accounts message messages history
disk log logs users customers user
""",
    "all": """
all every everything everyone everybody whole entire both each
""",
    "for good": """
gone lost forever permanently good back undo irreversible irrevocable final again never away
missing empty void
""",
    "others": """
anyone anybody people thieves strangers others public everyone everybody somebody whoever
employer police neighbours competitors
""",
    "defines": """
means mean called stands refers consists describes defined definition
""",
    "good": """
fine safe normal harmless okay ok good well enough easy perfect healthy clear covered included
free fixed resolved back
""",
    "order": """
check make keep take put leave turn use wear wait don't avoid watch mind stay test try see get
call ask read
""",
    "better": """
better best safer wiser rather careful sure advise recommend suggest
""",
    "if": """
if once when whenever unless or otherwise else before until after without
""",
    "num": """
one two three four five six seven eight nine ten twelve fifteen twenty thirty forty fifty
hundred thousand million half double twice third second
""",
    "too": """
too more less over under below above than least most longer higher lower short low high late
early old
""",
}


def _by_word() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name, words in _LISTS.items():
        for word in words.split():
            found[word] = (*found.get(word, ()), name)
    return found


_SENSES = _by_word()


def tokens_of(spoken: str) -> list[str]:
    """The words and numbers of a sentence, and the signs between them that matter."""
    return _TOKEN.findall(spoken)


def senses(tokens: list[str]) -> set[str]:
    """The classes of a sentence's words, where they stand, and which follow which.

    "%ends" is a class, "%^we" one that the sentence begins with, "%only>when" two in one clause,
    the second at most three words after the first.
    """
    words = [None if token in _CLAUSE else _of_word(token) for token in tokens]
    found = {f"%^{name}" for names in words[:_FIRST] for name in names or ()}
    for index, names in enumerate(words):
        if not names:
            continue
        found.update([f"%{name}" for name in names])
        for following in words[index + 1 : index + 1 + _REACH]:
            if following is None:
                break
            if following:
                found.update(_pairs(names, following))
    return found


@lru_cache(maxsize=_CACHED_WORDS)
def _pairs(names: tuple[str, ...], following: tuple[str, ...]) -> tuple[str, ...]:
    """Each class of a word with each of one that follows it."""
    return tuple([f"%{name}>{other}" for name in names for other in following])


@lru_cache(maxsize=_CACHED_WORDS)
def _of_word(word: str) -> tuple[str, ...]:
    """The classes that a word is in, in whatever form it stands."""
    if word[0].isdigit():
        return ("num",)
    if word in _SENSES:
        return _SENSES[word]
    for ending, other in _ENDINGS:
        base = word.removesuffix(ending)
        if base != word and len(base) > 2 and base + other in _SENSES:
            return _SENSES[base + other]
    if word.startswith("un") and word.endswith(_UNDONE):
        return ("not open",)
    return ()
