"""Words that warnings are made of, in classes by what they mean; each in its base form."""

from __future__ import annotations

from functools import lru_cache

from pytest_hydra.scenarios.english.vocabulary import word_set

_CACHED_WORDS = 20_000

# What befalls people, things and data.
_HARM = """
abuse aggravate asphyxiate assault attack bankrupt batter betray bite blackmail bleach bleed
blind blister boil-over break brick bruise buckle bully burn burst capsize char cheat choke clog
clobber collapse collide combust compromise con contaminate corrode corrupt crack crash cripple
crumble crush curdle damage deadlock deceive defraud degrade dehydrate dent derail destroy
deteriorate detonate die disable disfigure disrupt distort drain drown electrocute endanger
erode evict explode exploit extort faint fall fester flake flare fleece flood foul fracture fray
fry gouge groom hack harass harm hijack hurt ignite impair impersonate implode infect inflame
infringe injure intercept irritate jeopardise jeopardize kill leak maim malfunction maul melt
mislead misfire mug overcharge overdose overflow overheat overload overwhelm paralyse paralyze
peel perish phish pickpocket poison pollute provoke puncture rob rot ruin rupture rust sabotage
scald scam scar scorch scratch scuff segfault seize shatter shock short-circuit shrink shrivel
singe skid slip smash smother smell snap snoop sour spill splinter spoil sprain spy stain stalk
stall starve steal sting strain strand strangle strip stumble suffer suffocate swell swindle
swamp taint tarnish tear threaten topple trap trash throw trigger trip tumble undermine vomit
warp weaken wear wilt wither worsen wound wreck zap backfire bounce blow clash crumple curl
diverge dull eat fade fail fizzle freeze haunt hinder jam lag lapse leach loosen misread misuse
regret relapse sag sink skew slump snag snowball spiral split stick struggle stunt tangle thin
vanish wobble
"""
# Harm as a thing, and who does it.
_ILL = """
accident addiction allergy ambulance anaphylaxis avalanche bacteria bankruptcy blackout blaze
blindness blockage botulism breach breakage breakdown bug burglar burglary burn-out cancer
catastrophe chaos concussion complication con-artist corruption cramp crime criminal crook
cyanide danger death debt deficiency dehydration delay depression disaster disease disorder
disruption dizziness downtime drawback drought drowsiness e-coli electrocution emergency error
explosion exposure extortion failure fatality fatigue fever fire fireball flame fraud fraudster
fume gangrene germ hacker hangover havoc hazard headache heartache hypothermia illness infection
infestation injury insolvency intruder itch jeopardy lawsuit leakage liability lightning
listeria loss malware menace mess migraine misconduct misery mishap mold mould nausea nightmare
offence offense outage overdraft overdose pain panic paralysis parasite peril pest phishing
plagiarism poison poisoning predator pressure-drop problem prosecution ransomware rash rebound
recoil reinfection relapse ruin salmonella scam scammer seizure shock shortage shortfall
side-effect slippage smoke sore spam spyware starvation stroke suffocation thief theft threat
tornado toxin tragedy trauma trojan trouble tumour tumor ulcer vandalism victim violation
violence virus vulnerability weakness withdrawal-symptoms worm wound pickpocket tout mosquito
dengue malaria venom undertow current quicksand landslide splinter shard ember spark blade acid
lead dust radiation regression hole loophole trap pitfall snag glitch outlier catch chlorine
asbestos ammonia arsenic monoxide vapour botnet keylogger bleeding flooding bruising choking
cheating stalking drowning scarring swelling
"""
# What the law, a firm or a school does to whoever is caught.
_SANCTION = """
arrest ban bar barred blacklist blocklist clamp confiscate court deport deportation dismiss
dismissal disqualify disqualification dock eject eviction exclude expel expulsion fine fined
flag forfeit forfeiture garnish impound imprison invalidate jail liable lock lockout mute
nullify penalise penalize penalty prison probation prosecute punish punishable refuse reject
repossess restrict revoke sack sanction sentence slash sue suspend suspension terminate throttle
tow unenforceable void voided
"""
# How things are that one should keep away from, or be careful with.
_BAD = """
abusive addictive aggressive avoidable awful bad badly brittle careless catastrophic combustible
contagious corrosive corrupted costly counterfeit criminal cruel dangerous dangerously deadly
deceptive delicate destructive dicey dire dishonest disastrous dodgy dreadful drowsy dubious
embarrassing explosive exposed faint fake false fatal fatally faulty fishy flammable flimsy
fragile fraudulent frostbitten harmful harsh hazardous hostile icy illegal illegally infectious
inflammable insecure iffy irreparable lethal life-threatening live malicious mandatory mouldy
moldy misleading nasty nauseous notorious numb painful perilous poisonous precarious predatory
radioactive reckless rancid risky rotten rusty scary severe severely shady shaky sharp sick
sketchy slippery sleepy spoilt spoiled steep stranded stuck suspect suspicious terrible toxic
treacherous ugly unsafe unattended unauthorised unauthorized uncooked undercooked unencrypted
unforgiving unhealthy uninsured unlawful unlicensed unlocked unprotected unreliable unsecured
unstable unsupervised untested untrusted unverified unwise venomous vicious violent volatile
vulnerable weak worse worst wrong risqué drunk dizzy deaf lame ill fraught gruesome grim
"""
# A thing that is worse than it was, or than one thinks: alone it warns of nothing.
_WORSE = """
cold congested crowded dark deep dear dearer delayed difficult dirty down dull empty expensive
extra fast fewer foreign full hard harder heavy hidden high higher hot huge inaccurate
incomplete incorrect late later least less little long longer low lower missing narrow noisy
obsolete offline old outdated overdue permanently poor pricey pricier public quickly raw rough
scarce shallow short shorter slow slower soaked stale strange strict strong stronger tight
tighter tiny too unavailable unclear uneven unexpected unfamiliar unfinished unknown unlikely
unpaid unread unsaved unsent unsigned unsupported untraceable unusual useless vague visible wet
wobbly worthless unreachable untouched unhashed unmaintained unaudited unfixed triple double
twice rubber mess muddy blurry bitter soggy lumpy pixelated burnt backlog
"""
# What goes away, and does not come back.
_LOSS = """
lose lost losing forfeit gone goodbye vanish disappear evaporate expire lapse miss sacrifice
surrender wasted waste squander cancel cancelled canceled discard void unrecoverable withdrawn
bin binned scrap written-off
"""
_DESTROY = """
clear close deactivate delete deletion detach disconnect discard drop empty end erase flush
format kill nuke orphan overwrite prune purge remove removal replace reset rewrite revert shred
terminate truncate uninstall unlink unsubscribe wipe archive revoke sever dissolve disband cut
"""
_FINAL = """
forever permanent permanently irreversible irreversibly irrevocable irrevocably irretrievable
irretrievably unrecoverable irrecoverable non-refundable nonrefundable irreparably final
nonreturnable non-returnable unrepeatable
"""
# Money that one would rather keep.
_COST = """
bill charge cost costs cut deposit duty duties excess expense fee forfeit interest invoice levy
owe overpay overspend pay payable payment penalty postage premium price surcharge tax taxable
taxed taxes taxation tariff toll customs deductible overage markup commission
"""
# Who may come in, and what they may see.
_STRANGER = """
anybody anyone attacker burglar crawler everybody everyone followers hacker outsider outsiders
public scammer somebody someone strangers stranger thief thieves whoever employer recruiter
competitors advertisers abuser police creditors criminals crooks predators
"""
_REACH = """
access browse copy discover download find grab guess identify impersonate intercept listen open
overhear read reach scrape search see share spot spy take track use view visible watch spend
sign log join publish post reshare screenshot
"""
_CARE = """
attention aware beware careful carefully caution cautious cautiously check confirm double-check
ensure mind note remember reminded reconsider sure think triple-check verify warn warned warning
watch wary vigilant alert advise advised
"""
_LIMIT = """
afterwards cap ceiling cutoff deadline expiry latest maximum midnight minimum only once
otherwise quota until unless before within without
"""
# People and things that are easily hurt.
_FRAIL = """
baby babies child children heart kidney liver lungs eye eyes ear ears skin spine knee knees
finger fingers hand hands back stomach bone bones brain throat windpipe tooth teeth toddler
newborn infant pregnancy foetus fetus pet dog cat puppy kitten mother engine battery warranty
guarantee deposit savings score credit reputation identity password passwords privacy account
data backup backups files photos visa licence license refund claim evidence sleep pressure
"""
_GOOD = """
absolutely beautifully benefit best better calm clean covered delicious easier easiest enough
faster fresh friendly fun improve improved juicy sweet tasty love yes protect protects soothe
included cheap guaranteed forgiving comfortable congratulations easily easy enjoy excellent fine
free glad good gladly great happy harmless healthy ideal intact lovely luckily nice normal
normally okay ok perfect perfectly pleased protected recovered refundable reliable relax
removable restored reversible safe safely secure smooth smoothly solved sound stable
successfully thanks undamaged unharmed welcome well worry-free approved settled done fixed
restores
"""
_FORWARD = """
will would could may might can 'll 'd shall gonna likely probably soon eventually bound tends
tend going about risk risks chance
"""
_CONDITION = """
if unless once when whenever otherwise else without until till after before whoever anyone
moment lest provided should while because since so then
"""
_YOU = """
you your yours u ur yourself yourselves ya yr
"""
_SELF = """
i we me us my our i'm mine ours
"""
_THIRD = """
he she him her his hers they them their
"""
_DENIAL = """
no not n\'t never nothing none neither nor nobody without hardly barely cannot cant dont wont
isnt doesnt zero free prevents prevent avoid avoids stops
"""
_ALL = """
all every everything whole entire everyone everybody each any anything completely entirely half
most double twice triple thousands millions million forever rest
"""
_ADDITION = """
also too even along extra more further additional another both including together otherwise
instead
"""

_CLASSES = {
    name: word_set(words)
    for name, words in {
        "harm": _HARM,
        "ill": _ILL,
        "sanction": _SANCTION,
        "bad": _BAD,
        "worse": _WORSE,
        "loss": _LOSS,
        "destroy": _DESTROY,
        "final": _FINAL,
        "cost": _COST,
        "stranger": _STRANGER,
        "reach": _REACH,
        "care": _CARE,
        "limit": _LIMIT,
        "frail": _FRAIL,
        "good": _GOOD,
        "forward": _FORWARD,
        "condition": _CONDITION,
        "you": _YOU,
        "self": _SELF,
        "third": _THIRD,
        "denial": _DENIAL,
        "all": _ALL,
        "addition": _ADDITION,
    }.items()
}
# Forms that the endings do not tell.
_IRREGULAR = {
    form: base
    for base, forms in {
        "bite": "bit bitten",
        "blow": "blew blown",
        "break": "broke broken",
        "burn": "burnt",
        "cut": "cutting",
        "eat": "ate eaten",
        "fall": "fell fallen",
        "freeze": "froze frozen",
        "shrink": "shrank shrunk",
        "sink": "sank sunk",
        "spill": "spilt",
        "spoil": "spoilt",
        "steal": "stole stolen",
        "sting": "stung",
        "stick": "stuck",
        "swell": "swollen",
        "tear": "tore torn",
        "wear": "wore worn",
        "wound": "wounds",
        "pay": "paid",
    }.items()
    for form in forms.split()
}


@lru_cache(maxsize=_CACHED_WORDS)
def classes(word: str) -> frozenset[str]:
    """The classes that a case-folded word is in, in whatever form it stands."""
    bases = [word, *_bases(word)]
    return frozenset(name for name, words in _CLASSES.items() if not words.isdisjoint(bases))


def _bases(word: str) -> list[str]:
    found = [_IRREGULAR[word]] if word in _IRREGULAR else []
    for ending, others in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > 2:
            found += [stem + other for other in others]
            if len(stem) > 3 and stem[-1] == stem[-2] and "" in others:
                found.append(stem[:-1])
            break
    return found


_ENDINGS = (
    ("'s", ("",)),
    ("ies", ("y",)),
    ("ied", ("y",)),
    ("ing", ("", "e")),
    ("es", ("", "e")),
    ("ed", ("", "e")),
    ("s", ("",)),
)
