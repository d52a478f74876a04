"""The scenarios of one pytest process: who their bots are, and what stands for them.

Three parts do the work: `Holder` holds conversations, `Decider` decides them, and `RunAhead` holds
those of later items in the meantime.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property, partial
from itertools import count, takewhile
from typing import TYPE_CHECKING, Any

from pytest_hydra.record.runs import Reuse
from pytest_hydra.scenarios.attachments import paths_of
from pytest_hydra.scenarios.bots import bot_kinds
from pytest_hydra.scenarios.bots.states import BotStates
from pytest_hydra.scenarios.conversation import conversation_digest
from pytest_hydra.scenarios.keys import asked
from pytest_hydra.scenarios.running.ahead import RunAhead
from pytest_hydra.scenarios.running.deciding import Decider
from pytest_hydra.scenarios.running.hidden import Hidden
from pytest_hydra.scenarios.running.holding import Holder
from pytest_hydra.scenarios.running.reuse import Recordings

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_hydra.scenarios.load import Scenario
    from pytest_hydra.scenarios.running.offers import Offers
    from pytest_hydra.scenarios.traces.recorded import Traces
    from pytest_hydra.settings import Settings


class ScenarioSession:
    """The bots' identities and recordings of one pytest process, and its three parts.

    ``reuse`` names the runs whose recordings replace conversations. ``processes`` is the number of
    pytest processes that share the session's limits.
    """

    def __init__(
        self, settings: Settings, offers: Offers, reuse: Reuse | None = None, *, processes: int = 1
    ) -> None:
        self.settings = settings
        self.offers = offers
        reuse = reuse or Reuse()
        self.replayed = reuse.replayed
        self.hidden = hidden = Hidden(settings)
        self.states = BotStates(settings.called)
        self.recordings = Recordings(settings.root, reuse, hidden.secrets, self.states)
        self.holder = Holder(
            settings, offers.openers, hidden, token=reuse.token, processes=processes
        )
        self.decider = Decider(settings, hidden, is_replay=self.replayed is not None)
        self.ahead = RunAhead(settings, self.holder, self.recordings, processes=processes)
        #: The files with cases of the scenarios: what they say is in the scenarios.
        self.case_files: set[Path] = set()
        #: The pictures and files of the scenarios: their paths, by their sha256.
        self.attachments: dict[str, str] = {}
        #: The states that this process has recorded, by digest: each is stored once.
        self.stored_states: set[str] = set()
        #: The traces of recorded bots that hold scenarios.
        self.recorded: dict[str, Traces] = {}
        self._asked: dict[str | None, list[str]] = {}

    @cached_property
    def bot_keys(self) -> dict[str, Any]:
        """The identity of each bot in recordings, by name; in a replay that of the run."""
        return self.identities("bots")

    def identities(self, table: str) -> dict[str, Any]:
        """The identity of each of a table of `Settings.called`, by name; see `bot_keys`."""
        if self.replayed is not None:
            return dict(self.replayed.manifest.get(table, {}))
        called = self.settings.called.get(table, {})
        return {name: bot_kinds.bot_key(bot) for name, bot in called.items()}

    def asked_keys(self, bot: str | None) -> list[str]:
        """The keys that may give a bot an environment that no file names."""
        if bot not in self._asked:
            identity = {} if bot is None else self.bot_keys[bot]
            self._asked[bot] = asked(self.offers.keys, self.settings, identity)
        return self._asked[bot]

    def adapt(self, scenario: Scenario, bot: str | None) -> list[Scenario]:
        """The scenario to hold with a bot: unchanged, or adapted to the bot's traces."""
        if bot is None or "recorded" not in self.bot_keys[bot]:
            return [scenario]
        if self.replayed is not None and not scenario.each:
            # Once per recording: the trace files may no longer exist.
            runs = map(partial(self.digest, bot, "", scenario), count())
            times = sum(1 for _ in takewhile(partial(self.recordings.find, ""), runs))
            repeat = replace(scenario.repeat, times=max(times, scenario.repeat.pass_k or 1))
            return [replace(scenario, traces=(), repeat=repeat)]
        if bot not in self.recorded:
            from pytest_hydra.scenarios.traces.recorded import Traces

            pattern, settings = self.bot_keys[bot]["recorded"], self.settings
            self.recorded[bot] = Traces(bot, pattern, settings.root, settings.prices)
        return self.recorded[bot].with_traces(scenario)

    def digest(
        self, name: str | None, file: str, scenario: Scenario, number: int, attempt: int = 0
    ) -> str:
        """Identify one conversation by the bot, its input, and the number of the run.

        ``name`` is None for the fixture's bot, which depends on the conftest.py files above the
        scenario file. ``number`` and ``attempt`` count from 0.
        """
        users: Any = scenario.messages
        if scenario.history:
            users = {"history": scenario.history, "messages": users}
        if any(step.parts for step in scenario.steps):
            users = {"users": users, "files": list(paths_of(s.parts for s in scenario.steps))}
        key = {"fixture": file} if name is None else self.bot_keys[name]
        places = {key: plan.identity for key, plan in scenario.plans.items()}
        if places and scenario.speaker is not None:
            users = {**places.pop(scenario.speaker), **({"attempt": attempt} if attempt else {})}
        if scenario.treatment is not None or scenario.most_calls is not None:
            changes = None if scenario.treatment is None else scenario.treatment.identity
            key = {"bot": key, "treatment": changes, "most_calls": scenario.most_calls}
        return conversation_digest([name, key], users, scenario.context, number, **places)

    def close(self) -> None:
        """End the conversations that still run ahead, processes and servers."""
        self.ahead.close()
        self.holder.close()
