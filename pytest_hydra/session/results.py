"""The results of all items: gathered, written to the run folder, and turned into the report."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any

from pytest_hydra import registry
from pytest_hydra.core.numbers import exact, half_up_beside, six_places
from pytest_hydra.core.result import session_score
from pytest_hydra.errors import HydraError
from pytest_hydra.record import wire
from pytest_hydra.record.runs import sweep
from pytest_hydra.record.store import Run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    from pytest_hydra.record.runs import RunFolder

Sent = dict[str, Any] | str
"""What an item sends: plain data, or JSON if it comes from another process."""


class Results:
    """The results of one session, in the process that sees all of them.

    They are stored as plain data until the report is built. The run folder is created with the
    first result, from ``manifest``: a session without items of ours leaves no trace. A replay
    writes no run. ``records`` maps kinds of results to files of the run; problems are appended to
    ``problems``.
    """

    def __init__(
        self,
        root: Path,
        manifest: Callable[[], Mapping[str, Any]],
        replayed: RunFolder | None,
        records: Mapping[str, str],
        problems: list[str],
    ) -> None:
        self.problems = problems
        self.run: Run | None = None
        #: The number of items that failed in their call, by kind.
        self.failures: Counter[str] = Counter()
        #: The number of failures of the whole session; None if it ended abnormally.
        self.session_failures: int | None = None
        #: Sums of the ``amounts`` in results, such as costs and replies.
        self.amounts: Counter[str] = Counter()
        #: What the bots have cost so far, in US dollars.
        self.cost_usd = 0.0
        self._root = root
        self._manifest = manifest
        self._replayed = replayed
        self._records = records
        self._sent: dict[str, dict[str, Any]] = {}

    def __bool__(self) -> bool:
        """Whether any item sent a result."""
        return bool(self._sent)

    @property
    def path(self) -> Path | None:
        """The folder of the run."""
        run = self._replayed or self.run
        return None if run is None else run.path

    @property
    def run_id(self) -> str:
        """The id of the replayed or recorded run; empty if nothing was recorded."""
        run = self._replayed or self.run
        return "" if run is None else run.run_id

    def gather(self, nodeid: str, kind: str, sent: Sent, line: str | None) -> None:
        """Store the result of an item. Of several attempts the last one counts, and all are paid.

        ``line`` is its recording, which is written to the run folder and not kept. Without one, the
        result itself is written.
        """
        self.add_try(nodeid, sent)
        if self._replayed is not None:
            return
        try:
            if self.run is None and not self.problems:
                self.run = Run.create(self._root, self._manifest())
            if self.run is not None:
                if line is None:
                    line = sent if isinstance(sent, str) else wire.encode_plain(sent)
                self.run.record(self._records[kind], line)
        except HydraError as error:
            self.problems.append(str(error))

    def add_try(self, nodeid: str, sent: Sent | None) -> None:
        """Keep the result of an attempt, if it is ours, with what the earlier ones cost."""
        if sent is None:
            return
        new = wire.decode(sent) if isinstance(sent, str) else sent
        self.cost_usd += new.get("amounts", {}).get("cost_usd", 0.0)
        earlier = self._sent.get(nodeid)
        self._sent[nodeid] = new if earlier is None else _with_spent(new, earlier)

    def sent(self, nodeid: str) -> dict[str, Any]:
        """What an item sent: its ``result``, and more; empty if it sent nothing."""
        return self._sent.get(nodeid, {})

    def take(self) -> Iterator[dict[str, Any]]:
        """All that was sent; each is released as it is taken."""
        while self._sent:
            _, sent = self._sent.popitem()
            if self._replayed is None and "amounts" in sent:
                self.amounts.update(sent["amounts"])
            yield sent

    def reaches(self, least: float) -> bool:
        """Whether the session's score reaches ``least`` (0 to 100); adds a problem if not."""
        score = session_score(self._sent.values())
        if score is None:
            self.problems.append(f"no scenario or test has a score, so {least} is not reached")
        elif score < exact(least):
            text = half_up_beside(score, 1, exact(least))
            self.problems.append(f"score {text} is below --hydra-min-score {least}")
        return score is not None and score >= exact(least)

    def check_experiments(self) -> bool:
        """Whether all that experiments require holds; adds problems for what does not."""
        results = [sent["result"] for sent in self._sent.values() if sent["result"] is not None]
        if not any("experiment" in result["details"] for result in results):
            return True
        if (plugin := registry.service("experiments")) is None:
            self.problems.append("nothing installed decides what experiments require")
            return False
        found = plugin.file_experiments(results, complete=True)
        failures = [f"{entry['file']}: {text}" for entry in found for text in entry["failures"]]
        self.problems += failures
        return not failures

    def keep(self, name: str, record: Mapping[str, Any], files: Mapping[str, Path]) -> None:
        """Write a head's record into the run folder, with copies of ``files`` by name.

        Does nothing in a replay.
        """
        if self._replayed is not None or self.run is None:
            return
        try:
            for target, path in files.items():
                if path.is_file():
                    with path.open("rb") as file:
                        self.run.write(target, iter(partial(file.read, 2**20), b""))
            self.run.write(name, wire.encode(record))
        except (HydraError, OSError) as error:
            self.problems.append(str(error))

    def seal(
        self,
        report: Iterable[bytes],
        add: Callable[[Path], None],
        finished: bool,
        complete: bool,
        graded: bool,
    ) -> Path | None:
        """Write report.json into the run folder and seal the run; its path, or None.

        ``add`` writes further files into the folder, and never raises. ``finished``: the session
        ended normally, so there is nothing to resume; ``graded``: something passed or failed.
        """
        run = self.run
        if run is None or run.broken is not None:
            return None
        try:
            run.write("report.json", report)
            add(run.path)
            if finished:
                run.finish(complete, graded)
            else:
                run.log("interrupted")
                run.close()
        except HydraError as error:
            self.problems.append(str(error))
            return None
        return run.path / "report.json"

    def sweep(self, keep: int) -> None:
        """Delete the oldest runs beyond ``keep``."""
        if self.run is None:
            return
        try:
            sweep(self._root, keep)
        except HydraError as error:
            self.problems.append(str(error))


def _with_spent(sent: dict[str, Any], earlier: Mapping[str, Any]) -> dict[str, Any]:
    """What an item sent in its last attempt, with what the earlier ones took and cost."""
    result, before = sent["result"], earlier["result"]
    if result is None or before is None:
        return sent
    usage = Counter({name: exact(amount) for name, amount in result["usage"].items()})
    usage.update({name: exact(amount) for name, amount in before["usage"].items()})
    amounts = Counter(earlier.get("amounts", {}))
    amounts.update(sent.get("amounts", {}))
    spent = {name: six_places(exact(amount)) for name, amount in usage.items()}
    if (name := "first_token_seconds") in spent:
        spent[name] = max(side[name] for side in (result["usage"], before["usage"]) if name in side)
    return {
        **sent,
        "result": {**result, "usage": spent},
        **({"amounts": dict(amounts)} if amounts else {}),
    }
