"""Scenarios in a session: which files they are, where they run ahead, what they add to a report."""

from __future__ import annotations

import gc
import hashlib
import json
import os
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property, partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hydra.core.text import counted, one_line, variables
from pytest_hydra.errors import InputError, Problem
from pytest_hydra.hookspecs import by_name, offers
from pytest_hydra.record.runs import unfinished_runs
from pytest_hydra.record.store import fingerprint, tracked
from pytest_hydra.session.head import Head, HydraFile, HydraItem, SessionContext, SummaryParts
from pytest_hydra.session.progress import asked_line

if TYPE_CHECKING:
    from _pytest.terminal import TerminalReporter

    from pytest_hydra.scenarios.expect.model import Evidence
    from pytest_hydra.scenarios.expect.rules import Rule
    from pytest_hydra.scenarios.items import ScenarioItem
    from pytest_hydra.scenarios.session import Offers, ScenarioSession
    from pytest_hydra.session.head import Upcoming
    from pytest_hydra.settings.file import Settings

# How the names of scenario files end.
SUFFIXES = (".scenario.yaml", ".scenario.yml", ".scenario.toml", ".scenario.json")
_DOCUMENTS = (".yaml", ".yml", ".toml", ".json")
# How many times its limit a pool is filled: enough that one slow answer does not stop the others,
# and not so much that a session which is stopped has paid for answers that nobody reads.
_LOOK_AHEAD = 4
# How long a regular expression, or a JSON Schema, may take with one reply, in seconds.
_DECIDING_SECONDS = 5.0
_NAMING = "the name of a scenario file ends in .scenario.yaml, .scenario.toml or .scenario.json"


class ScenarioHead(Head):
    """The scenarios of one process."""

    kind = "scenario"
    records = "scenarios"

    def __init__(self, context: SessionContext) -> None:
        """Raises InputError where hydra.toml names a path that is not there."""
        gc.unfreeze()  # what an earlier session of this process left
        self.context = context
        self.item_types: tuple[type[HydraItem], ...] = ()
        self.files: list[HydraFile] = []
        self._is_listening = False
        #: How many conversations are held ahead; counted when somebody wants to know it.
        self._whole = 0
        #: What a worker says of traces.
        self._notes: list[str] = []
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
        """What holds conversations, made where there is something to hold."""
        from pytest_hydra.scenarios.session import ScenarioSession

        context = self.context
        session = ScenarioSession(
            context.settings,
            scenario_offers(context.config),
            context.reuse,
            processes=context.processes,
        )
        session.ask = context.ask_judge
        return session

    def collect(self, path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        """The collector of a scenario file."""
        if not path.name.endswith(SUFFIXES):
            return None
        from pytest_hydra.scenarios.items import SESSION, ScenarioFile, ScenarioItem

        if not self.item_types:
            self.item_types = (ScenarioItem,)
            self.context.config.stash[SESSION] = self.session
        file: ScenarioFile = ScenarioFile.from_parent(parent, path=path)
        self.files.append(file)
        return file

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self) -> None:
        """Note what stays as it is from here on."""
        for file in self.files:
            file.keep_hooks()  # type: ignore[attr-defined] # all are ScenarioFiles
        if self.files:
            # What is collected stays: with 10,000 scenarios to walk through again and again the
            # collector of cycles would take a tenth of the session.
            gc.freeze()

    def run_ahead(self, item: ScenarioItem, /, upcoming: Upcoming) -> None:
        """Hold the next conversations, with bots that hold several at a time."""
        if self.context.stop_file is not None and not self._is_listening:
            # From the first scenario on: without any xdist is left as it is.
            self._is_listening = True
            threading.Thread(
                target=self.session.listen,
                args=(self.context.stop_file,),
                name="hydra-stop",
                daemon=True,
            ).start()
        if self.session.replayed is not None or item.most_at_once == 1:
            return
        from pytest_hydra.scenarios.items import ScenarioItem

        pool = self.session.pool
        if not len(pool):
            pool.look = self.context.progress.look(partial(self._progress, item.session.items))
        most = _LOOK_AHEAD * pool.limit
        if 4 * (most - len(pool)) < pool.limit:
            return  # look again when there is room for some: to put in many at once holds others up
        for following in upcoming(pool.limit):
            # Only while items are ours and run ahead: whatever else comes, a test of the user's
            # above all, finds nothing running, since everything before it was waited for.
            if not isinstance(following, ScenarioItem) or following.most_at_once == 1:
                return
            if len(pool) >= most:
                return
            if not following.is_ahead:
                following.is_ahead = True
                for key, job in following.ahead():
                    if key not in pool:
                        pool.start(key, job, group=str(following.bot), most=following.most_at_once)

    def _progress(self, items: list[pytest.Item]) -> str:
        pool, cost = self.session.pool, self.context.results.amounts["cost_usd"]
        if not self._whole:
            from pytest_hydra.scenarios.items import ScenarioItem

            ours = (item for item in items if isinstance(item, ScenarioItem))
            self._whole = sum(i.scenario.repeat.times for i in ours if i.most_at_once != 1)
        return asked_line(pool.made, self._whole, "conversations", pool.at_work, cost)

    def manifest(self) -> dict[str, Any]:
        """The bots, and what their answers depended on."""
        context = self.context
        replayed, settings = context.reuse.replayed, context.settings
        bots = settings.bots if replayed is None else replayed.manifest["bots"]
        return {
            "bots": dict(self.session.bot_keys) if bots else {},
            **({"users": dict(self.session.user_keys)} if settings.users else {}),
            "session": context.reuse.token,
            "fingerprint": _fingerprint(settings, context.config.rootpath),
        }

    def carry(self) -> dict[str, Any]:
        """What the files say, from one of the workers."""
        config: Any = self.context.config
        is_first = config.workerinput["workerid"] == "gw0"
        if not (is_first and self.files):
            return {}
        return {"suite": self._texts(), "traces": self._trace_notes()}

    def receive(self, data: Mapping[str, Any]) -> None:
        """Take it."""
        self.context.suite.update(data.get("suite", {}))
        self._notes += data.get("traces", ())

    def report_fields(self) -> dict[str, Any]:
        """Keep what the files say, which others are held against."""
        from pytest_hydra.settings.file import policy

        files = self.context.suite
        if self.files:
            files.update(self._texts())
        if files:
            record = {"policy": policy(self.context.settings), "files": files}
            self.context.results.keep("suite.json", record, {})
        return {}

    def _trace_notes(self) -> list[str]:
        recorded = self.session.recorded.values() if "session" in vars(self) else ()
        return [note for traces in recorded for note in traces.notes()]

    def _texts(self) -> dict[str, str]:
        """What each file says, without the secrets that may stand in it."""
        from pytest_hydra.execution.http_json import Secrets

        settings = self.context.settings
        players = chain(settings.bots.values(), settings.users.values())
        scrub = Secrets(chain.from_iterable(each.hidden_texts() for each in players)).scrub
        # One that a selection left out was not read.
        files = (file for file in self.files if file.whole is not None)
        return {file.nodeid: scrub(file.text) for file in files}  # type: ignore[attr-defined]

    def summary(self) -> SummaryParts:
        """What was taken from other runs, and what the bots cost."""
        notes, told = [], []
        amounts = self.context.results.amounts
        reused = int(amounts["reused"])
        if reused:
            conversations = "1 conversation was" if reused == 1 else f"{reused} conversations were"
            told.append(f"{conversations} taken from the run that was cut off")
        cap = self.context.settings.scenarios.max_cost_usd
        if cap is not None and amounts["replies"]:
            notes.append(_cost(cap, amounts, bool(self.context.settings.users)))
        notes += _faults(amounts) if any(amounts.values()) else []
        notes += self._notes or self._trace_notes()
        return {"notes": notes, "reused": told}

    @pytest.hookimpl(tryfirst=True)
    def pytest_terminal_summary(self, terminalreporter: TerminalReporter, exitstatus: int) -> None:
        """Say how scenario files are named, where one was meant, or nothing was there to select."""
        config = self.context.config
        # xdist's controller does not know what was found.
        if config.pluginmanager.has_plugin("dsession"):
            return
        misnamed = _misnamed(config)
        collected = self.files or terminalreporter.stats.get("deselected")
        if exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED and not collected:
            problem = "no scenario was found" if misnamed is None else f"{misnamed} is not read"
        elif exitstatus == pytest.ExitCode.USAGE_ERROR and misnamed is not None:
            # pytest looked for it among what is beside it, which may be scenarios.
            problem = f"{misnamed} is not read"
        else:
            return
        terminalreporter.write_line(f"hydra: {problem}: {_NAMING}")

    def close(self) -> None:
        """End what still runs ahead."""
        if "session" in vars(self):
            self.session.close()


def scenario_offers(config: pytest.Config) -> Offers:
    """What scenarios may use in this session: ours, and what other plugins offer."""
    from pytest_hydra.scenarios.expect.custom import fits
    from pytest_hydra.scenarios.expect.matchers import finds
    from pytest_hydra.scenarios.expect.model import PartResult
    from pytest_hydra.scenarios.session import Offers

    offered = reversed(offers(config, "pytest_hydra_expectations"))
    kinds = {kind.name: kind for several in offered for kind in several}
    operators = by_name(offers(config, "pytest_hydra_matchers"))
    # What a pattern of the suite's own may make of a reply has a limit.
    schema, regex = kinds["responseSchema"], operators["regex"]

    def decide_limited(validator: Any, evidence: Evidence) -> list[PartResult]:
        decide = partial(schema.decide, validator, evidence)
        results = _in_time(decide, fits, validator.schema, evidence.replies[-1])
        return [PartResult(*result) for result in results]

    def compile_limited(pattern: Any, *given: Any) -> Rule:
        rule: Rule = regex.compile(pattern, *given)
        test = rule.test
        return replace(rule, test=lambda text: _in_time(partial(test, text), finds, pattern, text))

    kinds[schema.name] = replace(schema, decide=decide_limited)
    operators[regex.name] = replace(regex, compile=compile_limited)
    return Offers(kinds, operators, by_name(offers(config, "pytest_hydra_bots")))


def _in_time(decide: Callable[[], Any], *again: Any) -> Any:
    """What it gives; raises UndecidedError where it takes too long.

    ``again`` is a function and its arguments that give the same in a process of its own: here only
    the main thread can be interrupted.
    """
    from pytest_hydra.execution import limits, time_limits
    from pytest_hydra.execution.process_tree import ProcessError
    from pytest_hydra.scenarios.expect.rules import UndecidedError

    try:
        if time_limits.can_interrupt():
            return time_limits.in_time(_DECIDING_SECONDS, decide)
        return limits.apart(*again, seconds=_DECIDING_SECONDS, memory_mb=None)
    except (time_limits.TimeUpError, ProcessError) as error:
        why = str(error) or f"it took longer than {_DECIDING_SECONDS:g} s"
        raise UndecidedError(
            f"a pattern was not looked for to the end: {why}; write it so that no repetition "
            "stands within another, as in (a+)+"
        ) from None


def _paths(settings: Settings) -> list[str]:
    """The folders and files that hydra.toml names. Raises InputError where one is not there."""
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
    files = fingerprint(rootdir, _files_beside(settings), (".py", *SUFFIXES))
    # Where bots are asked, and what, may be said by variables.
    asked = [
        [bot.url, bot.openai and bot.openai.base_url, bot.request]
        for bot in chain(settings.bots.values(), settings.users.values())
    ]
    values = [[name, os.environ.get(name)] for name in variables(asked)]
    said = json.dumps([files, values, tracked(rootdir)]).encode("ascii")
    return hashlib.sha256(said).hexdigest()


def _files_beside(settings: Settings) -> Iterator[Path]:
    """Files that answers may depend on, wherever they stand."""
    if settings.file is not None:
        yield settings.file
    for name in settings.scenarios.paths:
        path = settings.root / name
        if os.path.isfile(path):
            yield path
        elif os.path.isdir(path):
            yield from path.rglob("*.scenario.*")
    for bot in chain(settings.bots.values(), settings.users.values()):
        # A bot that is a program changes with the files on its command line.
        words = (settings.root / word for word in bot.command or ())
        # Not Path.is_file, which raises for a word that is longer than a name may be.
        yield from (word for word in words if os.path.isfile(word))
        if bot.recorded:
            from pytest_hydra.scenarios.traces.recorded import files_of

            yield from files_of(bot.recorded, settings.root)
        if bot.openai is not None and bot.openai.tools is not None:
            yield settings.root / bot.openai.tools


def _misnamed(config: pytest.Config) -> str | None:
    """The first path of the command line that may be meant for a scenario file and is none."""
    for argument in config.args:
        is_meant = argument.endswith(_DOCUMENTS) and not argument.endswith(SUFFIXES)
        if is_meant and os.path.isfile(config.invocation_params.dir / argument):
            return one_line(argument)
    return None


def _faults(amounts: Mapping[str, float]) -> list[str]:
    """The line that counts what simulated users did wrong, where they did."""
    if not amounts:  # as in a session without scenarios, which loads nothing of them
        return []
    from pytest_hydra.scenarios.conversation import USER_FAULT

    kinds = {name: int(count) for name, count in amounts.items() if name.startswith(USER_FAULT)}
    if not kinds:
        return []
    told = [f"{name.removeprefix(USER_FAULT)}: {kinds[name]}" for name in sorted(kinds)]
    conversations = counted(sum(kinds.values()), "conversation")
    return [f"{conversations} ended by a fault of the simulated user ({', '.join(told)})"]


def _cost(cap: float, amounts: Mapping[str, float], has_users: bool) -> str:
    """The line that says what the bots cost, and of how many replies nobody knows it."""
    from pytest_hydra.core.numbers import exact
    from pytest_hydra.execution.quotas import dollars

    cost = dollars(exact(amounts["cost_usd"]))
    line = f"the bots{' and users' * has_users} cost {cost} of max_cost_usd = {dollars(exact(cap))}"
    unknown = int(amounts["unknown"])
    if unknown:
        replies = f"{unknown} of {int(amounts['replies'])} replies"
        line += f"; the cap cannot hold for {replies}, which did not say what they cost"
    return line
