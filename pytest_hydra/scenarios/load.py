"""Load scenario files, or report all faults of a file in one error."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from itertools import product
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel

from pytest_hydra.core.numbers import Exact, exact
from pytest_hydra.core.plain import keyword_value, value
from pytest_hydra.core.scorecard import Repeat
from pytest_hydra.documents import Document, KeyPath, read
from pytest_hydra.documents.validation import MAX_PROBLEMS, validate
from pytest_hydra.errors import BadValueError, HydraError, InputError, Problem
from pytest_hydra.scenarios.attachments import Attachment, Parts, read_attachment
from pytest_hydra.scenarios.cases import Case, read_cases
from pytest_hydra.scenarios.expect.compile import UNCERTAIN, ExpectationScope, compile_nodes
from pytest_hydra.scenarios.expect.kinds import KINDS, Expectations, Kind
from pytest_hydra.scenarios.expect.matchers import OPERATORS, Operators, with_signs
from pytest_hydra.scenarios.expect.written_numbers import decimal_sign
from pytest_hydra.scenarios.format import (
    CasesModel,
    ScenarioList,
    ScenarioModel,
    StepModel,
    TriggersModel,
    fill_text,
    models_with,
    names_in,
    slug,
    substitute,
    variants,
)
from pytest_hydra.scenarios.keys import KEYS, Key, Plan, in_order
from pytest_hydra.settings import ScenarioSettings
from pytest_hydra.transcript.turn import Agreement

if TYPE_CHECKING:
    from pytest_hydra.scenarios.traces.trace import Trace
    from pytest_hydra.scenarios.treatments import Experiment, Treatment

# Of the variants that have one fault, as many are named beside the first.
_MOST_PLACES = 10
# The fields of a scenario and its parts that a matrix and cases fill in.
_TEMPLATES = frozenset(
    (
        *("context", "expect", "expectations", "steps", "messages", "user"),
        *("input", "content", "text", "image", "file"),
    )
)
_NOTHING_CHECKED = (
    "nothing is checked; write `expect` under a step, or beside `steps` for the whole conversation"
)
M = TypeVar("M", bound=BaseModel)


@value
class Step:
    """A message of the user, and the expectations of its reply."""

    user: str
    expect: Expectations | None = None
    agrees: Agreement = None
    parts: Parts = ()
    """Its texts, pictures and files, if it has some."""


@keyword_value
class Scenario:
    """One conversation to hold, and its expectations.

    It has ``steps``, perhaps after a ``history`` of messages, or a ``speaker``, or holds for
    ``each`` trace. ``id`` is unique in its file, except for variants of a matrix or of cases, which
    ``variant`` distinguishes. ``case`` has the columns of its row; results are grouped ``by`` some.
    ``expect`` applies to the whole conversation, each element separately.
    ``threshold`` is from 0 to 100. ``skip`` and ``xfail`` are reasons; a ``draft`` decides nothing.
    ``line`` counts from 1.
    ``traces`` are its recorded conversations; None if a bot is called. It is part of its file's
    ``experiment``, under a ``treatment``. With ``most_calls`` an agent is ended when it activates
    the skill of the experiment, or after these. ``case_id`` is the id of its row, and
    ``row`` where that is, if the id is a digest. ``filled`` are its columns in expectations.
    """

    id: str
    name: str
    steps: tuple[Step, ...]
    threshold: Exact
    history: tuple[Mapping[str, str], ...] = ()
    tags: tuple[str, ...] = ()
    category: str = ""
    bot: str | None = None
    context: Mapping[str, Any] = field(default_factory=dict)
    plans: Mapping[str, Plan] = field(default_factory=dict)
    """What it asks for by keys of plugins, in the order of `keys.in_order`."""
    expect: tuple[Expectations, ...] = ()
    skip: str | None = None
    xfail: str | None = None
    draft: bool = False
    repeat: Repeat = field(default_factory=Repeat)
    variant: str | None = None
    case: Mapping[str, str] = field(default_factory=dict)
    by: tuple[str, ...] = ()
    line: int = 1
    each: bool = False
    locale: tuple[str, ...] = ()
    experiment: Experiment | None = None
    treatment: Treatment | None = None
    case_id: str = ""
    row: str = ""
    filled: tuple[str, ...] = ()
    most_calls: int | None = None
    traces: tuple[Trace, ...] | None = None

    @property
    def demands(self) -> list[tuple[int | None, Expectations]]:
        """The expectations of each turn, counted from 1, and of the whole (None)."""
        steps = enumerate(self.steps, start=1)
        turns = [(turn, step.expect) for turn, step in steps if step.expect is not None]
        return [*turns, *[(None, expect) for expect in self.expect]]

    @property
    def messages(self) -> list[str]:
        """The user's messages, as far as known beforehand; at least one."""
        if not self.steps and self.plans:
            return [each.opening for each in self.plans.values() if each.opening is not None]
        return [step.user for step in self.steps]

    @property
    def calls(self) -> Sequence[tuple[str, str]]:
        """What is called beside the bot: tables of `Settings.called`, and the names there."""
        if not self.plans:
            return ()
        return [each for plan in self.plans.values() for each in plan.calls]

    @property
    def speaker(self) -> str | None:
        """The key whose environment speaks in the user's place; None if there is none."""
        if self.steps or not self.plans:
            return None
        return next((key for key, plan in self.plans.items() if plan.opening is not None), None)


def load_scenarios(  # noqa: PLR0913 - keyword arguments
    document: Document,
    settings: ScenarioSettings,
    kinds: Mapping[str, Kind] = KINDS,
    operators: Operators = OPERATORS,
    *,
    keys: Mapping[str, Key] = KEYS,
    folder: Path | None = None,
    read_rows: Callable[[CasesModel], list[Case]] | None = None,
    times: int | None = None,
) -> list[Scenario]:
    """The scenarios of a file, in its order.

    ``keys`` are those of plugins. ``folder`` is that of the file; without it hidden files are not
    read. ``read_rows`` reads its
    cases. ``times`` is how often each is run, whatever the file says. Raises InputError with all
    faults of the file.
    """
    loader = _Loader(document, settings, kinds, operators, folder)
    if read_rows is not None:
        loader.read_rows = read_rows
    if times is not None:
        loader.is_repeated, loader.repeat = True, replace(loader.repeat, times=times)
    data = document.data
    if not isinstance(data, dict):
        loader.report(
            "a scenario file should be a mapping: one scenario, or a list under `scenarios`", ()
        )
        raise loader.error()
    # Report a misspelt `scenarios` as such, not as a scenario without steps.
    is_list = any(key.lower().startswith("scenario") for key in data) or "triggers" in data
    loader.use_keys(keys, _used_keys(data, keys))
    shapes = models_with(tuple(loader.keys.values()))
    try:
        if is_list:
            model = _validate(shapes.several, document, keys)
            models: Sequence[ScenarioModel] = model.scenarios
            loader.failed_calls, loader.locale = model.failed_calls, model.locale
            loader.expect, loader.bot = model.expect, model.bot
            if model.threshold is not None:
                loader.threshold = exact(model.threshold)
            loader.of_file = {name: getattr(model, name, None) for name in loader.keys}
            loader.set_experiment(model)
        else:
            models = [_validate(shapes.one, document, keys)]
    except InputError as error:
        loader.problems.extend(error.problems)
        if len(loader.problems) <= MAX_PROBLEMS:
            # Also check the valid parts, so that one run shows all faults.
            loader.check_raw(data.get("scenarios") if is_list else [data], is_list)
        raise loader.error() from None
    scenarios = [*loader.build(models, is_list), *loader.triggers()]
    if loader.problems:
        raise loader.error()
    return scenarios


_NO_PLANS: Mapping[str, Plan] = {}


def _used_keys(data: Mapping[str, Any], keys: Mapping[str, Key]) -> list[str]:
    """The keys of plugins that the file, or one of its scenarios, has."""
    entries = data.get("scenarios")
    mappings = [data, *(entries if isinstance(entries, list) else ())]
    known, used = frozenset(keys), set[str]()
    for entry in mappings:
        if isinstance(entry, dict):
            used.update(known.intersection(entry))
    return in_order(sorted(used))


def _validate(model: type[M], document: Document, keys: Mapping[str, Key]) -> M:
    """Validate a document; if it is not valid, with all keys, so that unknown ones get a hint."""
    try:
        return validate(model, document)
    except InputError:
        shapes = models_with(tuple([keys[name] for name in in_order(keys)]))
        validate(shapes.several if issubclass(model, ScenarioList) else shapes.one, document)
        raise


class _Loader:
    """Turns the models of one document into scenarios, and collects the faults."""

    def __init__(
        self,
        document: Document,
        settings: ScenarioSettings,
        kinds: Mapping[str, Kind],
        operators: Operators,
        folder: Path | None,
    ) -> None:
        self.document = document
        self.folder = folder
        self.threshold = exact(settings.threshold)
        self.repeat = Repeat(
            settings.repeat, settings.pass_k, exact(settings.pass_at), settings.stop_early
        )
        weights = {kind: exact(weight) for kind, weight in settings.weights.items()}
        self.policies = {"": ExpectationScope(kinds, operators, weights, folder=folder)}
        self.failed_calls: str | None = None
        self.locale: list[str] = []
        self.bot = ""
        #: What is expected of each conversation.
        self.expect: dict[str, Any] = {}
        #: The keys of plugins in this file, what it says of them, and the plans of scenarios that
        #: say nothing of their own.
        self.keys: Mapping[str, Key] = {}
        self.of_file: dict[str, Any] = {}
        self.shared: dict[str, Plan | None] = {}
        self.templates = _TEMPLATES
        self.text_fields = frozenset[str]()
        #: Whether ``repeat`` has precedence over the scenarios' own.
        self.is_repeated = False
        self.experiment: Experiment | None = None
        self.trigger_model: TriggersModel | None = None
        self.problems: list[Problem] = []
        self.read_rows: Callable[[CasesModel], list[Case]] = partial(
            read_cases, folder=folder or Path(), file=document.file, readers={}
        )

    def use_keys(self, keys: Mapping[str, Key], names: Sequence[str]) -> None:
        """Read these keys of plugins."""
        if names:
            self.keys = {name: keys[name] for name in names}
            filled = [key.templates for key in self.keys.values()]
            self.templates = _TEMPLATES.union(self.keys, *filled)
            self.text_fields = self.text_fields.union(*[key.texts for key in self.keys.values()])

    def report(self, message: str, at: KeyPath) -> None:
        """Add a fault."""
        self.problems.append(self.document.problem(message, at))

    def error(self) -> InputError:
        """The faults in the order of the file; if there are too many, the first and a count."""
        # A problem without a line is the count of those omitted.
        # What the file expects of each conversation has the same fault in each.
        located = sorted(
            dict.fromkeys(problem for problem in self.problems if problem.line),
            key=lambda problem: problem.line or 0,
        )
        rest = [problem for problem in self.problems if not problem.line]
        if len(located) > MAX_PROBLEMS:
            rest = [Problem(f"… and {len(located) - MAX_PROBLEMS} more", self.document.file)]
        return InputError([*located[:MAX_PROBLEMS], *rest])

    def set_experiment(self, model: ScenarioList) -> None:
        """Take over what the file says of treatments, triggers and repeats."""
        self.trigger_model = model.triggers
        if model.treatments or model.triggers or model.require:
            from pytest_hydra.scenarios.treatments import experiment_of

            skill = "" if model.triggers is None else model.triggers.skill
            folder = self.folder or Path()
            try:
                self.experiment = experiment_of(model.treatments, model.require, skill, folder)
            except ValueError as error:
                self.report(str(error), ("require",))
        if model.repeat is not None and not self.is_repeated:
            self.repeat = replace(self.repeat, times=model.repeat)

    def triggers(self) -> Iterator[Scenario]:
        """A scenario for each message that should, or should not, activate a skill."""
        model = self.trigger_model
        if model is None:
            return
        from pytest_hydra.scenarios.treatments import queries, trigger_expectations

        at: KeyPath = ("triggers",)
        messages = [*[(text, True) for text in model.fires], *[(t, False) for t in model.silent]]
        if model.source:
            try:
                path = (self.folder or Path()) / model.source
                messages += queries(read(path, model.source).data, model.source)
            except (ValueError, InputError) as error:
                self.report(str(error), (*at, "from"))
        kinds = {fires for _, fires in messages}
        if kinds != {True, False}:
            missing = "`fires`" if True not in kinds else "`silent`"
            self.report(f"needs messages under {missing}: one kind alone says little", at)
            return
        counts: dict[bool, int] = {True: 0, False: 0}
        for text, fires in messages:
            counts[fires] += 1
            name = f"{'fires' if fires else 'silent'}-{counts[fires]}"
            expect = trigger_expectations(model.skill, fires=fires)
            one = ScenarioModel(
                id=name,
                name=text,
                tags=["fires" if fires else "silent"],
                steps=[StepModel(user=text)],
                expect=expect,
            )
            found = self.scenario(one, self.document.line(at), at)
            yield replace(found, most_calls=model.max_calls)

    def build(self, models: Sequence[ScenarioModel], is_list: bool) -> list[Scenario]:
        """The scenarios without faults."""
        lines = [self.document.line(())]
        if is_list:
            lines = self.document.entry_lines("scenarios") if models else []
        self.check_ids([model.id for model in models], is_list)
        has_places = "{{" in self.document.text
        scenarios: list[Scenario] = []
        for index, (model, line) in enumerate(zip(models, lines, strict=True)):
            at: KeyPath = ("scenarios", index) if is_list else ()
            if model.matrix or model.cases:
                scenarios += self.expand(model, line, at)
            else:
                filled = self.fill_in(model, {}, at) if has_places else model
                shared = self.shared_expect({}) if self.expect else {}
                if shared or not self.expect:
                    scenarios.append(self.scenario(filled, line, at, shared=shared))
        return scenarios

    def scenario(  # noqa: PLR0913 - keyword arguments
        self,
        model: ScenarioModel,
        line: int,
        at: KeyPath,
        *,
        variant: str | None = None,
        case: Case | None = None,
        shared: Mapping[str, Any] = MappingProxyType({}),
    ) -> Scenario:
        """The scenario of a model, with what the file expects of each.

        Faults of its expectations go to ``problems``.
        """
        count = len(self.problems)
        count_failed = bool(model.failed_calls or self.failed_calls)
        locale = tuple(model.locale or self.locale)
        signs = "".join(sorted(set(map(decimal_sign, locale))))
        compile_at = partial(self.compile, count_failed=count_failed, signs=signs)
        steps = [
            self.step(step, compile_at(step.expect, at, "steps", index, "expect"), at, index)
            for index, step in enumerate(model.steps)
        ]
        expects = self.expects(model, at, compile_at, shared)
        threshold = case.threshold if case and case.threshold else model.threshold
        demands = [*expects, *[step.expect for step in steps]]
        certain = [expect.certain for expect in demands if expect is not None]
        if len(self.problems) == count and True not in certain:
            self.report(UNCERTAIN, at)
        return Scenario(
            id=model.id,
            name=model.name or model.id,
            tags=(*model.tags, *(case.tags if case else ())),
            category=(case and case.category) or model.category,
            case={} if case is None else case.columns(),
            # Results are grouped by category anyway.
            by=tuple(name for name in model.cases.by if name != "category") if model.cases else (),
            bot=model.bot or self.bot or None,
            context=model.context,
            plans=self.plans(model, at) if self.keys else _NO_PLANS,
            threshold=self.threshold if threshold is None else exact(threshold),
            steps=tuple(steps),
            history=tuple([message.model_dump() for message in model.messages]),
            expect=tuple(expects),
            skip=model.skip or None,
            xfail=model.xfail or None,
            draft=model.draft,
            repeat=self.repetition(model, at),
            variant=variant,
            line=line,
            each=model.each is not None,
            locale=locale,
            experiment=self.experiment,
            case_id=case.id if case else "",
            row=case.row_place if case else "",
        )

    def expects(
        self,
        model: ScenarioModel,
        at: KeyPath,
        compile_at: Callable[..., Expectations | None],
        shared: Mapping[str, Any],
    ) -> list[Expectations]:
        """What is expected of the whole conversation: by the scenario, and by its file."""
        found = [compile_at(model.expect, at, "expect")]
        for index, expect in enumerate(model.expectations):
            found.append(compile_at(expect, at, "expectations", index))
        if shared:
            found.append(compile_at(shared, (), "expect"))
        elif not (self.expect or model.is_checked):
            self.report(_NOTHING_CHECKED, at)
        return [expect for expect in found if expect is not None]

    def step(self, model: StepModel, expect: Expectations | None, at: KeyPath, index: int) -> Step:
        """A step; faults of its pictures and files go to ``problems``."""
        agrees = tuple(model.agrees) if isinstance(model.agrees, list) else model.agrees
        if isinstance(model.user, str):
            return Step(model.user or model.input, expect, agrees)
        parts: list[str | Attachment] = []
        for number, part in enumerate(model.user):
            kind = "image" if part.image else "file"
            name = part.image or part.file
            try:
                parts.append(part.text or self.attachment(kind, name))
            except ValueError as error:
                self.report(str(error), (*at, "steps", index, "user", number, kind))
        return Step("\n".join(map(str, parts)), expect, agrees, tuple(parts))

    def attachment(self, kind: str, name: str) -> Attachment:
        """The picture or file; of a file of a past run only the name. Raises ValueError."""
        if self.folder is None:
            return Attachment(kind, name, "", "", "")
        return read_attachment(kind, name, self.folder)

    def plans(self, model: ScenarioModel, at: KeyPath) -> Mapping[str, Plan]:
        """What the scenario asks for, by key; faults go to ``problems``."""
        found = {}
        for name, key in self.keys.items():
            own = getattr(model, name, None)
            if own is None and name in self.shared:
                plan = self.shared[name]
            else:
                of_file = self.of_file.get(name)
                place = (name,) if own is None and of_file is not None else (*at, name)
                plan = None
                try:
                    plan = key.plan(of_file, own, self.folder or Path())
                except ValueError as error:
                    self.report(str(error), place)
                except BadValueError as error:
                    self.report(error.message, (*place, *error.at))
            if own is None:
                self.shared[name] = plan
            if plan is not None:
                found[name] = plan
        return found

    def repetition(self, model: ScenarioModel, at: KeyPath) -> Repeat:
        """How often the scenario runs: its own setting, else that of hydra.toml."""
        settings: dict[str, Any] = {
            "times": self.repeat.times if self.is_repeated else model.repeat,
            "pass_k": model.pass_k,
            "pass_at": None if model.pass_at is None else exact(model.pass_at),
            "stop_early": model.stop_early,
        }
        if self.experiment is not None and self.experiment.is_measured:
            settings["stop_early"] = False
        changes = {name: value for name, value in settings.items() if value is not None}
        repeat = replace(self.repeat, **changes) if changes else self.repeat
        if repeat.k > repeat.times:
            self.report(
                f"pass_k is {repeat.k}, but it is run {repeat.times} times; "
                "pass_k is at most `repeat`",
                (*at, "passK") if model.pass_k is not None else at,
            )
        return repeat

    def expand(self, model: ScenarioModel, line: int, at: KeyPath) -> list[Scenario]:
        """A scenario for each case and combination of the matrix; none if there is a fault."""
        combinations: dict[str, dict[str, Any]] = {"": {}}
        cases: list[Case | None] = [None]
        try:
            if model.matrix:
                combinations = variants(substitute(model.matrix, {}))
            if model.cases:
                cases = [*self.read_rows(model.cases)]
        except BadValueError as error:
            self.report(error.message, (*at, "matrix", *error.at))
            return []
        except InputError as error:
            self.problems += error.problems
            return []
        placeholders = set(names_in(model.model_dump(include=set(self.templates))))
        placeholders.update(names_in(self.expect))
        for name in model.matrix:
            if name not in placeholders:
                self.report(
                    f"nothing uses {{{{{name}}}}}; use it or leave it out", (*at, "matrix", name)
                )
        self.check_cases(model, cases, placeholders, at)
        filled_columns = self.in_expectations(model)
        scenarios: list[Scenario] = []
        #: The faults of one place of the file, and the variants that have them.
        faults: dict[tuple[int | None, str | None], list[tuple[Problem, str]]] = {}
        count = len(self.problems)
        for case, (combination, values) in product(cases, combinations.items()):
            variant = "-".join(filter(None, (case.id if case else "", combination)))
            columns = {**(case.values if case else {}), **values}
            filled = self.fill_in(model, columns, at)
            shared = self.shared_expect(columns)
            if len(self.problems) == count:
                scenario = self.scenario(
                    filled, line, at, variant=variant, case=case, shared=shared
                )
                used = [name for name in filled_columns if name in scenario.case]
                scenarios.append(replace(scenario, filled=tuple(used)) if used else scenario)
            name = case.place if case else repr(variant)
            for problem in self.problems[count:]:
                faults.setdefault((problem.line, problem.key), []).append((problem, name))
            del self.problems[count:]
        for found in faults.values():
            problem, first = found[0]
            others = list(dict.fromkeys(name for _, name in found if name != first))
            place = f"the case at {first}" if model.cases else f"the variant {first}"
            if others:
                place += f"; also {', '.join(others[:_MOST_PLACES])}"
            if len(others) > _MOST_PLACES:
                place += f" and {len(others) - _MOST_PLACES} more"
            message = f"{problem.message} (in {place})"
            self.problems.append(replace(problem, message=message))
        return scenarios

    def in_expectations(self, model: ScenarioModel) -> list[str]:
        """The names that fill in what is expected."""
        expects = [model.expect, *model.expectations, *[step.expect for step in model.steps]]
        return list(dict.fromkeys(names_in([self.expect, *expects])))

    def check_cases(
        self,
        model: ScenarioModel,
        cases: Sequence[Case | None],
        placeholders: Container[str],
        at: KeyPath,
    ) -> None:
        """Add a fault if cases make no scenario, or all the same one."""
        columns = {name: None for case in cases if case for name in case.values}
        if not cases:
            self.report("no row is left; check `where` and the files", (*at, "cases"))
        elif columns and not any(name in placeholders for name in columns):
            message = f"no column is used; write one as in {{{{{next(iter(columns))}}}}}"
            self.report(message, (*at, "cases"))
        for name in model.matrix:
            if name in columns:
                self.report("is the name of a column of `cases` too", (*at, "matrix", name))

    def fill_in(
        self, model: ScenarioModel, values: Mapping[str, Any], at: KeyPath
    ) -> ScenarioModel:
        """The model with the variant's values in its user texts, context and expectations."""

        def fill(value: Any, key: KeyPath) -> Any:
            if isinstance(value, BaseModel):
                filled = {
                    name: fill(entry, (*key, name))
                    for name, entry in value
                    if entry and name in self.templates
                }
                return value.model_copy(update=filled)
            if isinstance(value, list) and isinstance(value[0], BaseModel):
                return [fill(entry, (*key, index)) for index, entry in enumerate(value)]
            try:
                # A message remains a text, whatever value is filled in, and so does a file.
                if isinstance(value, str):
                    return fill_text(value, values, key)
                if key[-1:] and key[-1] in self.text_fields:
                    return {
                        name: fill_text(text, values, (*key, name)) if text is not None else None
                        for name, text in value.items()
                    }
                return substitute(value, values, key)
            except BadValueError as error:
                self.report(error.message, error.at)
                return value

        filled: ScenarioModel = fill(model, at)
        for index, step in enumerate(filled.steps):
            if isinstance(step.user, str) and not (step.user or step.input).strip():
                key = "user" if model.steps[index].user else "input"
                self.report("must not be empty", (*at, "steps", index, key))
        return filled

    def shared_expect(self, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """What the file expects of each conversation, with the variant's values."""
        try:
            filled: Mapping[str, Any] = substitute(self.expect, values, ("expect",))
        except BadValueError as error:
            self.report(error.message, error.at)
            return {}
        return filled

    def compile(
        self,
        expect: Mapping[str, Any],
        at: KeyPath,
        *key: str | int,
        count_failed: bool = False,
        signs: str = "",
    ) -> Expectations | None:
        """Compile an ``expect``; None if it is empty or has a fault, which goes to ``problems``."""
        if not expect:
            return None
        if signs not in self.policies:
            policy = self.policies[""]
            operators = with_signs(policy.operators, signs)
            self.policies[signs] = replace(policy, operators=operators, signs=signs, compiled={})
        try:
            nodes = compile_nodes(expect, (), self.policies[signs], set())
            return Expectations(nodes, expect, count_failed)
        except BadValueError as error:
            self.report(error.message, (*at, *key, *error.at))
        except HydraError as error:
            # A package required by an expectation is not installed.
            self.report(str(error), (*at, *key))
        return None

    def check_raw(self, entries: object, is_list: bool) -> None:
        """Find deeper faults in data whose shape is not valid."""
        if not isinstance(entries, list):
            return
        ids: list[str] = []
        for index, entry in enumerate(entries):
            at: KeyPath = ("scenarios", index) if is_list else ()
            ids.append(_raw_id(entry))
            for key, expect in _raw_expects(entry):
                self.compile(expect, at, *key)
        self.check_ids(ids, is_list)

    def check_ids(self, ids: Sequence[str], is_list: bool) -> None:
        """Add a fault for each duplicate id."""
        if not is_list or len(set(ids)) == len(ids):
            return
        first: dict[str, int] = {}
        lines = self.document.entry_lines("scenarios")
        for index, name in enumerate(ids):
            if name and first.setdefault(name, index) != index:
                self.report(
                    f"the id {name!r} is taken by the scenario on line {lines[first[name]]}; "
                    "ids are unique within a file",
                    ("scenarios", index, "id"),
                )


def _raw_id(entry: object) -> str:
    if not isinstance(entry, dict):
        return ""
    key, name = entry.get("id"), entry.get("name")
    return key if isinstance(key, str) else slug(name) if isinstance(name, str) else ""


def _raw_expects(entry: object) -> Iterator[tuple[KeyPath, dict[str, Any]]]:
    """Each mapping in the place of an ``expect``; none in a scenario that is filled in."""
    if not isinstance(entry, dict) or "matrix" in entry or "cases" in entry:
        return
    places: list[tuple[KeyPath, Any]] = [(("expect",), entry.get("expect"))]
    for name in ("steps", "expectations"):
        items = entry.get(name)
        for index, item in enumerate(items if isinstance(items, list) else ()):
            if name == "expectations":
                places.append(((name, index), item))
            elif isinstance(item, dict):
                places.append(((name, index, "expect"), item.get("expect")))
    yield from ((key, expect) for key, expect in places if isinstance(expect, dict))
