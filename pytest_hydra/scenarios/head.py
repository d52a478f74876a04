"""Scenarios in a session: their files, running ahead, and their part of the report."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property, partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hydra import registry
from pytest_hydra.core.plain import json_digest
from pytest_hydra.core.text import one_line, variables
from pytest_hydra.errors import InputError, Problem
from pytest_hydra.execution import now
from pytest_hydra.hookspecs import offers
from pytest_hydra.record.runs import unfinished_runs
from pytest_hydra.record.store import fingerprint, tracked
from pytest_hydra.record.wire import paused_gc
from pytest_hydra.session.head import Head, HydraFile, HydraItem, SessionContext, SummaryParts
from pytest_hydra.session.progress import answers_line

if TYPE_CHECKING:
    from pytest_hydra.scenarios.expect.model import Evidence, Kind
    from pytest_hydra.scenarios.expect.rules import Rule
    from pytest_hydra.scenarios.items import ScenarioItem
    from pytest_hydra.scenarios.running.offers import Offers
    from pytest_hydra.scenarios.running.quiet_hooks import QuietHooks
    from pytest_hydra.scenarios.running.session import ScenarioSession
    from pytest_hydra.session.head import Upcoming
    from pytest_hydra.settings import Settings

# The suffixes of scenario files.
SUFFIXES = (".scenario.yaml", ".scenario.yml", ".scenario.toml", ".scenario.json")
_DOCUMENTS = (".yaml", ".yml", ".toml", ".json")
# The pool is filled to a multiple of its limit: enough that one slow answer does not stall the
# others, and not so much that a stopped session has paid for many unused answers.
_LOOK_AHEAD = 4
# The time limit of a regular expression or a JSON Schema for one reply, in seconds.
_DECIDING_SECONDS = 5.0
_EVALS_RULE = "evals.json of a skill is in a folder 'evals' beside its SKILL.md"
_NAME_RULE = "the name of a scenario file ends in .scenario.yaml, .scenario.toml or .scenario.json"


class ScenarioHead(Head):
    """The scenarios of one process."""

    kind = "scenario"
    records = "scenarios"

    def __init__(self, context: SessionContext) -> None:
        """Raises InputError if hydra.toml names a path that does not exist."""
        gc.unfreeze()  # left by an earlier session in this process
        self.context = context
        self.item_types: tuple[type[HydraItem], ...] = ()
        self.files: list[HydraFile] = []
        self._is_listening = False
        self._quiet_hooks: QuietHooks | None = None
        #: The number of conversations held ahead; computed on first use.
        self._total = 0
        #: When the first conversation began; 0 before.
        self._began = 0.0
        #: What `--hydra-plan` says.
        self._plan: list[str] = []
        #: Notes on traces from a worker.
        self._notes: list[str] = []
        #: The paths of pictures and files by their sha256, from a worker.
        self._attachments: dict[str, str] = {}
        config, reuse = context.config, context.reuse
        context.add_paths(_paths(context.settings))
        may_resume = not (context.is_worker or reuse.fresh or reuse.replayed)
        if may_resume and (context.settings.root / ".hydra").is_dir():
            runs = unfinished_runs(
                context.settings.root, lambda: _fingerprint(context.settings, config.rootpath)
            )
            reuse.resumed = tuple(runs)

    @cached_property
    def session(self) -> ScenarioSession:
        """The session that holds conversations, created on first use."""
        from pytest_hydra.scenarios.running.session import ScenarioSession

        context = self.context
        session = ScenarioSession(
            context.settings,
            scenario_offers(context.config),
            context.reuse,
            processes=context.processes,
        )
        session.decider.ask = context.ask_judge
        if context.is_worker:
            inputs: dict[str, Any] = context.config.workerinput  # type: ignore[attr-defined]
            session.holder.worker = inputs["workerid"]
            if started := inputs["hydra_servers"]:
                session.holder.servers.started = started
        baseline = context.settings.root / (
            getattr(context.settings.report, "baseline", None) or "baseline.json"
        )
        own = (*session.case_files, baseline)
        session.states.code = lambda: _code(context.config.rootpath, own)
        return session

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Start the bots' servers, once for all of xdist's workers."""
        settings = self.context.settings
        bots = dict(settings.bots)
        for table in settings.others.values():
            bots |= {f"{bot.noun} {name}": bot for name, bot in table.items()}
        starts = self.context.reuse.replayed is None and any(bot.start for bot in bots.values())
        node.workerinput["hydra_servers"] = (
            self.session.holder.servers.start_all(bots) if starts else {}
        )

    def _is_wanted(self, path: Path) -> bool:
        """Whether a file has a format of a plugin, and is named or below `[scenarios] paths`.

        If its reader says so, it may also be ``below_named`` folders.
        """
        if path.name not in registry.words("formats"):
            return False
        reader, named = registry.offered("formats", path.name), self.context.named_paths([])
        folders = [
            *map(Path, _paths(self.context.settings)),
            *(named if reader.below_named else ()),
        ]
        is_named = path in named or any(map(path.is_relative_to, folders))
        return is_named and bool(reader.belongs(path))

    def collect(self, path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        """The collector of a scenario file."""
        if not (path.name.endswith(SUFFIXES) or self._is_wanted(path)):
            return None
        with paused_gc(for_good=True):
            from pytest_hydra.scenarios.items import SESSION, ScenarioFile, ScenarioItem

        if not self.item_types:
            self.item_types = (ScenarioItem,)
            self.context.config.stash[SESSION] = self.session
        file: ScenarioFile = ScenarioFile.from_parent(parent, path=path)
        self.files.append(file)
        return file

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self) -> None:
        """Prepare the collected items for the run."""
        if self.files:
            from pytest_hydra.scenarios.running.quiet_hooks import QuietHooks

            self._quiet_hooks = QuietHooks(self.context.config)
            for file in self.files:
                file.keep_hooks(self._quiet_hooks)  # type: ignore[attr-defined] # a ScenarioFile
            # Collected items live until the end. With 10,000 scenarios, the garbage collector would
            # spend a tenth of the session on traversing them.
            gc.freeze()

    def pytest_plugin_registered(self) -> None:
        """Look again who implements the hooks."""
        if self._quiet_hooks is not None:
            self._quiet_hooks.look()

    def run_ahead(self, item: ScenarioItem, /, upcoming: Upcoming) -> None:
        """Let the item, once its fixtures are set up, start the next conversations."""
        if self.context.stop_file is not None and not self._is_listening:
            # Only from the first scenario on: without scenarios xdist is left alone.
            self._is_listening = True
            threading.Thread(
                target=self.session.ahead.listen,
                args=(self.context.stop_file,),
                name="hydra-stop",
                daemon=True,
            ).start()
        if not len(self.session.ahead.pool) and item.most_at_once != 1:
            self._began = self._began or now()
            line = partial(self._progress, item.session, self._began)
            self.session.ahead.pool.on_wait = self.context.progress.on_wait(line)
        self.session.ahead.start = partial(self._start_ahead, item, upcoming)

    def _start_ahead(self, item: ScenarioItem, upcoming: Upcoming) -> None:
        """Hold the next conversations, with bots that hold several at a time."""
        if item.most_at_once == 1:
            return
        from pytest_hydra.scenarios.items import ScenarioItem

        pool = self.session.ahead.pool
        most = _LOOK_AHEAD * pool.limit
        if 4 * (most - len(pool)) < pool.limit:
            return  # wait for more room: adding many at once delays the others
        for following in upcoming(pool.limit):
            if getattr(following, "is_ahead", False):
                continue  # the most, towards the end of a session
            # Stop at the first item that does not run ahead: a user's test must not run beside
            # conversations, and all before it have been waited for.
            if not isinstance(following, ScenarioItem) or following.most_at_once == 1:
                return
            if len(pool) >= most:
                return
            following.is_ahead = True
            self.session.ahead.prepare(str(following.bot), following.scenario)
            for key, job in following.pending_jobs():
                if key not in pool:
                    pool.start(key, job, group=str(following.bot), most=following.most_at_once)

    def _progress(self, run: pytest.Session, began: float) -> str:
        pool, cost = self.session.ahead.pool, self.context.results.cost_usd
        if not self._total:
            from pytest_hydra.scenarios.items import ScenarioItem

            scenarios = (item for item in run.items if isinstance(item, ScenarioItem))
            self._total = sum(i.scenario.repeat.times for i in scenarios if i.most_at_once != 1)
        return answers_line(
            *(pool.done_count, self._total, "conversations", pool.active_count, cost),
            failed=run.testsfailed,
            seconds=now() - began,
        )

    def manifest(self) -> dict[str, Any]:
        """The bots, and the inputs that their answers depend on."""
        context = self.context
        replayed, settings = context.reuse.replayed, context.settings
        bots = settings.bots if replayed is None else replayed.manifest["bots"]
        states = self.session.states.all if bots and replayed is None else {}
        context.code = self.session.states.run_code if states else ""
        return {
            "bots": dict(self.session.bot_keys) if bots else {},
            **{table: self.session.identities(table) for table in settings.others},
            "states": states,
            "reused": context.reuse.reused.run_id if context.reuse.reused else None,
            "session": context.reuse.token,
            "fingerprint": _fingerprint(settings, context.config.rootpath),
        }

    def carry(self) -> dict[str, Any]:
        """The texts of the scenario files, from one of the workers."""
        config: Any = self.context.config
        is_first = config.workerinput["workerid"] == "gw0"
        if not (is_first and self.files):
            return {}
        attachments = self.session.attachments
        return {"suite": self._texts(), "traces": self._trace_notes(), "attachments": attachments}

    def receive(self, data: Mapping[str, Any]) -> None:
        """Merge the data of a worker."""
        self.context.suite.update(data.get("suite", {}))
        self._notes += data.get("traces", ())
        self._attachments.update(data.get("attachments", {}))
        self.context.results.amounts.update(data.get("amounts", {}))

    def report_fields(self) -> dict[str, Any]:
        """Store the texts of the scenario files, for comparison with later ones."""
        files = self.context.suite
        if self.files:
            files.update(self._texts())
        if files:
            record = self.context.suite_record()
            own = self.session.attachments if "session" in vars(self) else {}
            paths = {**self._attachments, **own}
            stored = {f"files/{sha256}": Path(path) for sha256, path in paths.items()}
            self.context.results.keep("suite.json", record, {**self._server_logs(), **stored})
        return {}

    def _server_logs(self) -> dict[str, Path]:
        """The logs of the bots' servers, without secrets."""
        if "session" not in vars(self) or "servers" not in vars(self.session.holder):
            return {}
        self.session.holder.stop_servers()
        logs = sorted(self.session.holder.servers.logs.glob("*.log"))
        for log in logs:
            log.write_text(self.session.hidden.redact(log.read_text("utf-8", "replace")), "utf-8")
        return {f"servers/{log.name}": log for log in logs}

    def _trace_notes(self) -> list[str]:
        recorded = self.session.recorded.values() if "session" in vars(self) else ()
        return [note for traces in recorded for note in traces.notes()]

    def _texts(self) -> dict[str, str]:
        """The text of each file, without secrets."""
        settings = self.context.settings
        hidden = [*chain.from_iterable(bot.hidden_texts() for bot in settings.all_called)]
        scrub: Callable[[str], str] = str
        if hidden:
            from pytest_hydra.execution import Secrets

            scrub = Secrets(hidden).scrub
        # Files excluded by a selection were not read.
        files = (file for file in self.files if file.item_count is not None)
        return {file.nodeid: scrub(file.text) for file in files}  # type: ignore[attr-defined]

    def summary(self) -> SummaryParts:
        """Reused conversations, and the cost of the bots."""
        notes, reuse_notes = [], []
        amounts = self.context.results.amounts
        reused = int(amounts["reused"])
        if reused:
            conversations = "1 conversation was" if reused == 1 else f"{reused} conversations were"
            run = self.context.reuse.reused
            source = f"run {run.run_id}" if run else "the interrupted run"
            reuse_notes.append(f"{conversations} taken from {source}")
            if run:
                reuse_notes.append("  variables that a bot reads by itself are not seen")
        cap = self.context.settings.scenarios.max_cost_usd
        if cap is not None and amounts["replies"]:
            notes.append(_cost(cap, amounts, " and ".join(self.context.settings.called)))
        notes += _unpriced(amounts) if cap is not None or amounts["cost_usd"] else []
        for start in registry.words("notes"):
            if any(name.startswith(start) for name in amounts):
                is_whole = self.context.config.get_verbosity() > 0
                notes += registry.offered("notes", start)(amounts, is_whole=is_whole)
        notes += self._notes or self._trace_notes()
        return {"notes": notes, "reused": reuse_notes}

    @pytest.hookimpl(tryfirst=True)
    def pytest_terminal_summary(
        self, terminalreporter: pytest.TerminalReporter, exitstatus: int
    ) -> None:
        """Explain how scenario files are named, if one is misnamed or none was found."""
        config = self.context.config
        if config.option.hydra_plan:
            from pytest_hydra.report import write_line

            for line in self._plan:
                write_line(terminalreporter, f"hydra: {line}")
            return
        # xdist's controller does not know what was collected.
        if config.pluginmanager.has_plugin("dsession"):
            return
        misnamed = _misnamed(config)
        collected = self.files or terminalreporter.stats.get("deselected")
        if exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED and not collected:
            problem = "no scenario was found" if misnamed is None else f"{misnamed} is not read"
        elif exitstatus == pytest.ExitCode.USAGE_ERROR and misnamed is not None:
            # pytest looked for it among its siblings, which may be scenarios.
            problem = f"{misnamed} is not read"
        else:
            return
        from pytest_hydra.report import write_line

        rule = _EVALS_RULE if "evals.json" in problem else _NAME_RULE
        write_line(terminalreporter, f"hydra: {problem}: {rule}")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> object:
        """With ``--hydra-plan``, say what would be asked instead."""
        if not self.context.config.option.hydra_plan:
            return None
        from pytest_hydra.scenarios.estimate import estimate

        items = [item for item in session.items if isinstance(item, self.item_types)]
        settings = self.context.settings
        history = settings.root / settings.hydra.history
        self._plan = estimate(items, settings.root, history)  # type: ignore[arg-type] # ours
        return True

    def close(self) -> None:
        """End the conversations that still run ahead."""
        if "session" in vars(self):
            self.session.close()


def scenario_offers(config: pytest.Config) -> Offers:
    """The expectations, operators and bots for this session: ours, and those of plugins."""
    from pytest_hydra.registry import Offered
    from pytest_hydra.scenarios.expect.kinds import CORE_KINDS, KINDS, LATE_KINDS
    from pytest_hydra.scenarios.expect.matchers import finds
    from pytest_hydra.scenarios.expect.model import PartResult
    from pytest_hydra.scenarios.running.offers import Offers

    operators = offers(config, "matchers")
    # Patterns of the suite have a time limit for each reply.
    regex = operators["regex"]

    def limited_schema(name: str) -> Kind:
        from pytest_hydra.scenarios.expect.custom import fits

        schema = KINDS[name]

        def decide_limited(validator: Any, evidence: Evidence) -> list[PartResult]:
            decide = partial(schema.decide, validator, evidence)
            results = _in_time(decide, fits, validator.schema, evidence.replies[-1])
            return [PartResult(*result) for result in results]

        limited: Kind = replace(schema, decide=decide_limited)
        return limited

    def compile_limited(pattern: Any, *arguments: Any) -> Rule:
        rule: Rule = regex.compile(pattern, *arguments)
        test = rule.test
        return replace(rule, test=lambda text: _in_time(partial(test, text), finds, pattern, text))

    late = {**LATE_KINDS, "responseSchema": limited_schema}
    kinds = Offered("expectations", {**CORE_KINDS, **offers(config, "expectations")}, late)
    operators[regex.name] = replace(regex, compile=compile_limited)
    keys = Offered("keys", offers(config, "keys"))
    return Offers(kinds, operators, offers(config, "bots"), offers(config, "cases"), keys)


def _in_time(decide: Callable[[], Any], *fallback: Any) -> Any:
    """The result of ``decide``; raises UndecidedError if it takes too long.

    ``fallback`` is a function and its arguments with the same result, for another process: in this
    one only the main thread can be interrupted.
    """
    from pytest_hydra.execution import ProcessError, bounded, time_limits
    from pytest_hydra.scenarios.expect.rules import UndecidedError

    try:
        if time_limits.can_interrupt():
            return time_limits.in_time(_DECIDING_SECONDS, decide)
        return bounded.run_bounded(*fallback, seconds=_DECIDING_SECONDS, memory_mb=None)
    except (time_limits.TimeUpError, ProcessError) as error:
        reason = str(error) or f"it took longer than {_DECIDING_SECONDS:g} s"
        raise UndecidedError(
            f"a pattern was not searched to the end: {reason}; write it without a repetition "
            "inside another, as in (a+)+"
        ) from None


def _paths(settings: Settings) -> list[str]:
    """The folders and files in hydra.toml. Raises InputError if one does not exist."""
    paths = []
    for index, name in enumerate(settings.scenarios.paths):
        path = settings.root / name
        if not os.path.exists(path):
            file = None if settings.file is None else str(settings.file)
            message = f"there is no {name!r} beside hydra.toml"
            raise InputError([Problem(message, file=file, key=f"scenarios.paths[{index}]")])
        paths.append(str(path))
    return paths


def _fingerprint(settings: Settings, rootdir: Path) -> str:
    files = fingerprint(rootdir, _input_files(settings), (".py", *SUFFIXES))
    # The environment may determine where requests go, and their content.
    templates = [
        [bot.url, bot.openai and bot.openai.base_url, bot.request] for bot in settings.all_called
    ]
    values = [[name, os.environ.get(name)] for name in variables(templates)]
    return json_digest([files, values, tracked(rootdir)])


def _code(rootdir: Path, own: Iterable[Path]) -> str:
    """The digest of all code that a bot in Python may use, without the suite's ``own`` files.

    Those are all tracked files, as it may read prompts and data; without git, its Python files.
    """
    names = [os.path.relpath(path, rootdir) for path in own]
    cases = sorted(name for name in names if not name.startswith(".."))
    suite = [f"**/*{suffix}" for suffix in SUFFIXES]
    return tracked(rootdir, [*suite, "**/hydra.toml", *cases]) or fingerprint(rootdir)


def _input_files(settings: Settings) -> Iterator[Path]:
    """Files that answers may depend on, wherever they are."""
    if settings.file is not None:
        yield settings.file
    for name in settings.scenarios.paths:
        path = settings.root / name
        if os.path.isfile(path):
            yield path
        elif os.path.isdir(path):
            yield from path.rglob("*.scenario.*")
    for bot in settings.all_called:
        # A bot that is a program depends on the files in its command line.
        words = (settings.root / word for word in bot.command or ())
        # Not Path.is_file, which raises for words longer than a file name may be.
        yield from (word for word in words if os.path.isfile(word))
        if bot.recorded:
            from pytest_hydra.scenarios.traces.recorded import files_of

            yield from files_of(bot.recorded, settings.root)
        if bot.openai is not None and bot.openai.tools is not None:
            yield settings.root / bot.openai.tools


def _misnamed(config: pytest.Config) -> str | None:
    """The first path on the command line that looks like a misnamed scenario file."""
    for argument in config.args:
        is_misnamed = argument.endswith(_DOCUMENTS) and not argument.endswith(SUFFIXES)
        if is_misnamed and os.path.isfile(config.invocation_params.dir / argument):
            return one_line(argument)
    return None


def _unpriced(amounts: Mapping[str, float]) -> list[str]:
    """The line that names the models without a price, if any."""
    from pytest_hydra.scenarios.conversation import NO_PRICE

    names = [name.removeprefix(NO_PRICE) for name in sorted(amounts) if name.startswith(NO_PRICE)]
    if not names:
        return []
    return [f"no price for {', '.join(names)}: write it under [prices] in hydra.toml"]


def _cost(cap: float, amounts: Mapping[str, float], who: str) -> str:
    """The line with the cost of those who are called, and the number of replies of unknown cost."""
    from pytest_hydra.core.numbers import dollars

    cost = dollars(amounts["cost_usd"])
    line = f"the {who} cost {cost} of max_cost_usd = {dollars(cap)}"
    unknown = int(amounts["unknown"])
    if unknown:
        replies = f"{unknown} of {int(amounts['replies'])} replies"
        line += f"; the limit does not cover {replies}, which reported no cost"
    return line
