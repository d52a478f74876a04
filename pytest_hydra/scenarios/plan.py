"""The bots that hold the scenarios of a file, and the names of the items."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hydra.errors import BadValueError, InputError, Problem, did_you_mean
from pytest_hydra.scenarios.expect.kinds import Expectations
from pytest_hydra.scenarios.expect.model import Single
from pytest_hydra.scenarios.keys import Asking, Plan, in_order
from pytest_hydra.scenarios.load import Scenario
from pytest_hydra.settings import Settings, find_settings

if TYPE_CHECKING:
    from pytest_hydra.scenarios.running.session import ScenarioSession
    from pytest_hydra.scenarios.treatments import Treatment


def plan(
    scenarios: Sequence[Scenario],
    session: ScenarioSession,
    path: Path,
    label: str,
    *,
    overridden: bool,
) -> list[tuple[str, Scenario, str | None]]:
    """The items of a file: each with its name, scenario and bot; None is the fixture's bot.

    ``label`` is the file's ``path`` for messages; ``overridden``: the fixture replaces the bots of
    hydra.toml. Raises InputError if a scenario has no bot, or if
    max_cost_usd cannot count what they cost.
    """
    pairs = [
        (treated, bot)
        for scenario in scenarios
        for bot in _bots(scenario, session, path, label, overridden)
        for placed in [_placed(scenario, session, path, label, bot)]
        for adapted in session.adapt(placed, bot)
        for treated in _treatments(adapted, session, label, bot)
    ]
    for name in dict.fromkeys(bot for _, bot in pairs if bot is not None):
        _check_budget(session, name)
    _check_requirements([scenario for scenario, _ in pairs], label)
    is_choice = len(session.bot_keys) > 1
    names = []
    for scenario, bot in pairs:
        treatment = None if scenario.treatment is None else scenario.treatment.name
        parts = (scenario.variant, treatment, bot if is_choice and bot != scenario.bot else None)
        variant = "-".join(filter(None, parts))
        names.append(f"{scenario.id}[{variant}]" if variant else scenario.id)
    counts = Counter(names)
    # Joined names of a variant and a bot may collide: a-b and c, a and b-c.
    return [
        (name if counts[name] == 1 else f"{scenario.id}[{scenario.variant}][{bot}]", scenario, bot)
        for name, (scenario, bot) in zip(names, pairs, strict=True)
    ]


def _bots(
    scenario: Scenario, session: ScenarioSession, path: Path, label: str, overridden: bool
) -> tuple[str | None, ...]:
    """The names of the bots that hold this scenario; None is the fixture's bot."""
    names, name = tuple(session.bot_keys), scenario.bot
    if scenario.each:
        names = tuple([name for name in names if "recorded" in session.bot_keys[name]])
        if not names or overridden or name not in (None, *names):
            message = "`each: trace` is for bots that are `recorded`: [bots.NAME] in hydra.toml"
            raise InputError([Problem(message, file=label, line=scenario.line, key="each")])
    if overridden and name is None:
        return (None,)
    if name is None:
        # Programs work in any folder; a Python bot has to be written for it.
        wanted = any("folder" in plan.offers for plan in scenario.plans.values())
        takes = _is_program if wanted else _is_agent
        fitting = [name for name in names if takes(session.bot_keys[name]) is wanted]
        names = tuple(fitting) or names
    if overridden:
        message = (
            "a conftest.py above replaces the bots of hydra.toml with its hydra_bot "
            f"fixture: remove 'bot: {name}' or the fixture"
        )
    elif name is None:
        if names:
            return names
        message = _no_bot(session, path)
    elif chosen := tuple([each for each in names if each.partition("[")[0] == name]):
        return chosen
    else:
        options = f"valid: {', '.join(names)}" if names else "no bots are configured"
        message = f"there is no bot {name!r}{did_you_mean(name, names) or ';'} {options}"
    key = None if name is None else "bot"
    raise InputError([Problem(message, file=label, line=scenario.line, key=key)])


def _check_requirements(scenarios: Sequence[Scenario], label: str) -> None:
    """Raise InputError if the file requires what none of its outcomes could show."""
    compared = [each for each in scenarios if each.experiment and each.most_calls is None]
    cases = {(each.id, each.case_id) for each in compared if not each.draft}
    for scenario in compared[:1]:
        assert scenario.experiment is not None  # noqa: S101 - it is compared
        if message := scenario.experiment.never_met(len(cases)):
            raise InputError([Problem(message, file=label, key="require")])


def _check_budget(session: ScenarioSession, name: str) -> None:
    """Raise InputError if max_cost_usd is to limit a bot whose model has no price."""
    cap = session.settings.scenarios.max_cost_usd
    if not cap or session.replayed:
        return
    model = session.settings.bots[name].without_price(session.settings.prices)
    if model is None:
        return
    message = (
        f"the cost of bot {name!r} cannot be counted, as its model {model!r} has no price: write "
        f"{model!r} under [prices] (0 for a server of your own), or pip install "
        '"pytest-hydra[prices]", which knows the models of the usual providers'
    )
    raise InputError([Problem(message, file="hydra.toml", key="scenarios.max_cost_usd")])


def _treatments(
    scenario: Scenario, session: ScenarioSession, label: str, bot: str | None
) -> Iterator[Scenario]:
    """The scenario under each treatment of its file. Raises InputError if the bot has no such."""
    treatments = () if scenario.experiment is None else scenario.experiment.treatments
    if not treatments:
        yield scenario
    for treatment in treatments:
        try:
            if bot is not None and session.replayed is None:
                session.holder.settings_of(bot, treatment)
            found = _with_treatment(scenario, bot, treatment, session.settings)
        except ValueError as error:
            message = f"{treatment.name}: {error}"
            raise InputError([Problem(message, file=label, key="treatments")]) from None
        if bot is None and treatment.changes:
            message = f"{treatment.name}: the hydra_bot fixture has nothing to change"
            raise InputError([Problem(message, file=label, key="treatments")])
        yield found


def _is_agent(key: Mapping[str, Any]) -> bool:
    return "format" in key


def _is_program(key: Mapping[str, Any]) -> bool:
    return "command" in key


def _placed(
    scenario: Scenario, session: ScenarioSession, path: Path, label: str, bot: str | None
) -> Scenario:
    """The scenario with the plans that its bot asks for. Raises InputError for a fault of a key."""
    asked = session.asked_keys(bot)
    if not (asked or scenario.plans):
        return scenario
    keys, settings = session.offers.keys, session.settings
    identity = {} if bot is None else session.bot_keys[bot]
    names = {*scenario.plans, *asked}
    offered = frozenset[str]().union(*[each.offers for each in scenario.plans.values()])
    asking = Asking(
        bot,
        settings.bots.get(bot or ""),
        settings,
        identity,
        path.parent,
        scenario.demands,
        session.identities,
        offered,
    )
    plans: dict[str, Plan] = {}
    for name in in_order(sorted(names)):
        try:
            found = keys[name].for_bot(scenario.plans.get(name), asking)
        except BadValueError as error:
            key = ".".join([name, *map(str, error.at)])
            problem = Problem(error.message, file=label, line=scenario.line, key=key)
            raise InputError([problem]) from None
        if found is not None:
            plans[name] = found
    return replace(scenario, plans=plans)


def with_files(scenario: Scenario, files: Mapping[str, str | Path | None]) -> Scenario:
    """The scenario with further files in its environments; see `Plan.with_files`."""
    if not files:
        return scenario
    plans = {name: plan.with_files(files) for name, plan in scenario.plans.items()}
    return replace(scenario, plans=plans)


def _with_treatment(
    scenario: Scenario, bot: str | None, treatment: Treatment, settings: Settings
) -> Scenario:
    """The scenario under a treatment, without expectations of skills that it does not install."""
    sources = treatment.changes.get("skills")
    if sources is None:
        known = settings.bots.get(bot or "")
        places = () if known is None else known.kit.skills
        skills = {place.rpartition("/")[2] for place in places}
    else:
        from pytest_hydra.settings import skill_name

        skills = {skill_name(source, treatment.folder) for source in sources}
    if scenario.experiment is not None:
        skills.add(scenario.experiment.skill)  # triggers need it
    steps = [
        step if step.expect is None else replace(step, expect=_left(step.expect, skills))
        for step in scenario.steps
    ]
    expect = [left for each in scenario.expect if (left := _left(each, skills)) is not None]
    context = {**scenario.context, **treatment.context}
    scenario = replace(
        scenario,
        treatment=treatment,
        context=context,
        steps=tuple(steps),
        expect=tuple(expect),
    )
    return with_files(scenario, treatment.files)


def _left(expect: Expectations, skills: set[str]) -> Expectations | None:
    """The expectations without those of skills that are not installed; None if none is left."""
    nodes = tuple([node for node in expect.nodes if not _is_of_missing(node, skills)])
    return replace(expect, nodes=nodes) if nodes else None


def _is_of_missing(node: object, skills: set[str]) -> bool:
    if not isinstance(node, Single) or node.kind.name != "expectedSkill":
        return False
    return bool(node.value) and skills.isdisjoint(node.value)


def _no_bot(session: ScenarioSession, path: Path) -> str:
    settings_file = None if session.settings.file is not None else find_settings(path.parent)
    if settings_file is not None:
        # hydra.toml is searched from the invocation directory, so this one was not found.
        return f"no bot is configured: to use {settings_file}, name it with --hydra-config"
    return (
        "no bot is configured: define one in hydra.toml ([bots.NAME] with "
        'python = "package.module:attribute" or command = ["…"]), or with '
        "--hydra-bot NAME=TARGET, or write a hydra_bot fixture"
    )
