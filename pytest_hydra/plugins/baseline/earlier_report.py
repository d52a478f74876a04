"""Reports to compare with: finding, completing and shortening them, and the commands for it."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pytest_hydra import registry
from pytest_hydra.core.numbers import is_number
from pytest_hydra.core.plain import brief, differences
from pytest_hydra.core.result import LISTS, Result, is_graded, item_name
from pytest_hydra.core.text import counted, one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.record.files import read_file, write_whole
from pytest_hydra.record.runs import MANIFEST, complete_runs, find_run, is_run, report_file
from pytest_hydra.record.wire import decode

if TYPE_CHECKING:
    from pytest_hydra.plugins.baseline.regressions import Change
    from pytest_hydra.settings import Settings

FILE = "baseline.json"
# The maximum number of scenarios whose conversations are shown.
_MOST_SHOWN = 20
_GIT = "git:"
_KEPT = ("schema_version", "engine", "run_id", "complete", "policy_digest", "digest", "suite")


class Earlier(NamedTuple):
    """A report to compare with; ``folder`` is that of its run, if it is known."""

    name: str
    report: dict[str, Any]
    folder: Path | None = None


def find_report(root: Path, name: str) -> Earlier:
    """A report by its file, or by its run as for `find_run`. Raises HydraError."""
    if os.path.isfile(name):
        return _of_file(name, Path(name))
    run = find_run(root, name)
    return _of_file(f"run {run.run_id}", report_file(run.path))


def _of_file(name: str, file: Path) -> Earlier:
    report = _read(str(file), read_file(file))
    return Earlier(name, {**report, "suite": report["suite"] or _suite(file)}, file.parent)


def with_earlier_runs(report: Mapping[str, Any], history: Path) -> dict[str, Any]:
    """The report, whose scenarios have their runs in earlier sessions of the same suite and bot."""
    from pytest_hydra.record.past_runs import History, earlier_runs

    counts = earlier_runs(History.read(history), report.get("run_id") or "")
    if not counts:
        return dict(report)
    return {**report, "scenarios": [_with_earlier(each, counts) for each in report["scenarios"]]}


def since_green(root: Path, history: Path, report: Mapping[str, Any]) -> dict[str, Any] | None:
    """What differs since the last run that passed, and had an item that does not pass now.

    None if there is no such run any more, or nothing is known to differ.
    """
    from pytest_hydra.plugins.baseline.answered import changed_prompts, what_differs
    from pytest_hydra.record.past_runs import History
    from pytest_hydra.report import items_of

    now = items_of(report)
    failing = {name for (_, name), result in now.items() if result["status"] != "passed"}
    for line in History.read(history).read_runs() if failing else ():
        if line["verdict"] == "passed" and not failing.isdisjoint(line["letters"]):
            with suppress(HydraError):
                green = find_report(root, line["run_id"])
                before = items_of(green.report)
                pairs = [(before[key], now[key]) for key in now if key in before]
                prompts = changed_prompts(green.report, report)
                differs = [*what_differs(pairs, green.report, report, prompts)]
                return {"run": line["run_id"], "differs": differs} if differs else None
    return None


def _with_earlier(result: Result, counts: Mapping[str, tuple[int, int]]) -> Result:
    passed, runs = counts.get(item_name(result), (0, 0))
    if not runs or "earlier" in result["details"]:
        return result
    return {**result, "details": {**result["details"], "earlier": {"passed": passed, "runs": runs}}}


def _suite(file: Path) -> dict[str, Any] | None:
    """The scenario files and settings of a run, if they are beside its report."""
    for name in ("suite.json", MANIFEST) if file.name == "report.json" else ():
        with suppress(OSError, ValueError):
            data = decode((file.parent / name).read_bytes())
            if isinstance(data.get("policy"), dict):
                # The files in a manifest are those of the run, not of the suite.
                return data if name != MANIFEST else {"policy": data["policy"], "files": {}}
    return None


def easier(before: Mapping[str, Any], after: Mapping[str, Any], offers: Any) -> list[str] | None:
    """What makes the suite and settings of the later report easier; None if unknown."""
    from pytest_hydra.plugins.baseline.loosening import looser

    old, new = before.get("suite"), after.get("suite")
    if not old or not new:
        return None
    settings = _looser_settings(old.get("policy", {}), new.get("policy", {}))
    return [*looser(old, new, offers), *settings]


# The tables that decide verdicts; changes of other tables show in the results.
_JUDGED_BY = ("judging", "judges", "prices", "race", "scoring")
_LEAST = ("threshold", "min", "samples")


def _looser_settings(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    """The differences in hydra.toml, except those that are certainly stricter now."""
    old, new = map(_policy, (before, after))
    for key, was, now in differences(old, new):
        if (was or now) and not _is_stricter(key.rpartition(".")[2], was, now):
            yield one_line(f"hydra.toml: {key}: {brief(was)} to {brief(now)}", 200)


def _policy(policy: Mapping[str, Any]) -> dict[str, Any]:
    """The tables that decide verdicts, and the lists of read-only calls."""
    bots = {f"bots.{name}": bot for name, bot in _table(policy, "bots").items()}
    readers = {**bots, "scenarios": policy.get("scenarios")}
    return {
        **{name: policy.get(name) for name in _JUDGED_BY},
        **{f"{name}.read_only": _table(readers, name).get("read_only") for name in readers},
    }


def _table(policy: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """A table of the settings in a report, which may be anything there."""
    value = policy.get(name)
    return value if isinstance(value, Mapping) else {}


def _is_stricter(name: str, was: Any, now: Any) -> bool:
    if isinstance(now, bool):
        return name.startswith("require_" if now else "allow_")
    if name not in _LEAST and not name.startswith("max_"):
        return False
    if is_number(was) and is_number(now):
        return now > was if name in _LEAST else now < was
    return was is None  # there was no limit


def find_baseline(settings: Settings, option: str | None, start: Path) -> Earlier:
    """The baseline of a session: a file, a run, or ``git:REF:PATH``. Raises HydraError.

    If HEAD has commits that the base lacks, a file is read at the base commit, so that a change
    cannot bless itself. The path of the ``option`` is relative to ``start``. Without the option,
    hydra.toml names the baseline, which need not exist yet.
    """
    if option == "":
        raise HydraError("--hydra-baseline: a name is missing (is a variable of the shell empty?)")
    name = option or getattr(settings.report, "baseline", None) or FILE
    start = start if option else settings.root
    if name.startswith(_GIT):
        ref, _, path = name.removeprefix(_GIT).partition(":")
        if not (ref and path):
            raise HydraError(f"--hydra-baseline {name}: git:REF:PATH is expected")
        return _commit_baseline(settings, ref, path)
    file = Path(os.path.abspath(start / name))
    if not file.is_file() and is_run(settings.root, name):
        return find_report(settings.root, name)
    base = None if file.is_dir() else _base_beyond(settings, file)
    if base is not None:
        return _commit_baseline(settings, *base, must_be=False)
    if file.is_file():
        return _of_file(name, file)
    if option is None and not file.is_dir():
        return _unknown(name)
    label = f"{'--hydra-baseline' if option else '[report] baseline'} {one_line(name, 100)}"
    fault = "not the folder of a run" if file.is_dir() else "there is no such file, and no such run"
    hint = "python -m pytest_hydra bless latest FILE writes a baseline"
    raise HydraError(f"{label}: {fault}; {hint}")


def _base_beyond(settings: Settings, file: Path) -> tuple[str, str] | None:
    """The base and the file's path in its tree, if HEAD has commits that the base lacks."""
    folders = (file.parent, *file.parent.parents)
    in_repository = any(os.path.exists(folder / ".git") for folder in folders)
    if not in_repository or "commits" not in registry.words("services"):
        return None
    commits = registry.offered("services", "commits")
    repository = commits.repository_at(settings.root)
    if not repository.run("rev-parse", "--verify", "--quiet", "HEAD", accept=(0, 1), as_user=True):
        return None  # nothing is committed yet
    base = "main"
    if "base_of" in registry.words("services"):
        base = registry.offered("services", "base_of")(settings)
    try:
        commit = commits.resolve(repository, base)
    except HydraError as error:
        raise HydraError(
            f"the baseline {one_line(file.name, 60)} is read at the base commit where HEAD has "
            f"more commits: {error} (set the base with --hydra-base or [race] base; "
            "git:REF:PATH names another commit)"
        ) from None
    if not commits.head_has_commits_beyond(repository, commit):
        return None
    # A link is read as it is at the base. A file outside of the repository is not in any change.
    root = Path(os.path.abspath(settings.root))
    is_below = file.is_relative_to(root)
    place = Path(os.path.realpath(root if is_below else file.parent))
    place /= file.relative_to(root) if is_below else file.name
    top = os.path.realpath(repository.path)
    return (base, place.relative_to(top).as_posix()) if place.is_relative_to(top) else None


def _commit_baseline(settings: Settings, ref: str, path: str, *, must_be: bool = True) -> Earlier:
    """The baseline at a commit; without ``must_be`` a missing file is an empty baseline."""
    if "commits" not in registry.words("services"):
        raise HydraError(f"--hydra-baseline: nothing installed reads commits, such as {ref}")
    commits = registry.offered("services", "commits")
    repository = commits.repository_at(settings.root)
    try:
        commit = commits.resolve(repository, ref)
    except HydraError as error:
        raise HydraError(f"--hydra-baseline: {error}") from None
    name = f"{one_line(path, 100)} at {one_line(ref, 60)} ({commit[:12]})"
    at = f"{commit}:{path}"
    contents = {} if "\n" in path else repository.blobs([at])
    if at in contents:
        return Earlier(name, _read(name, contents[at]))
    if must_be:
        top = "its path begins at the top of the repository"
        raise HydraError(f"--hydra-baseline: there is no {name}; {top}")
    return _unknown(name)


def _unknown(name: str) -> Earlier:
    """An empty baseline: every item is new."""
    nothing: dict[str, Any] = {name: [] for name in LISTS.values()}
    return Earlier(f"{name}, which does not exist", {**nothing, "policy_digest": None})


def _read(name: str, data: bytes) -> dict[str, Any]:
    from pytest_hydra.report import read_for_comparison

    return read_for_comparison(one_line(name, 200), data)


# --- the short form -----------------------------------------------------------------------------

# Fields of checks without influence on the comparison, and their values in the short form.
_CHECK = {"message": "", "expected": None, "actual": None}
_DETAILS = frozenset(
    {
        *("threshold", "scale", "xfail", "error", "judge", "mock", "path", "complete"),
        *("again", "earlier", "answered", "row"),
    }
)


def short_form(report: Mapping[str, Any]) -> dict[str, Any]:
    """The parts of a report needed for a comparison: outcomes, without texts and costs."""
    lists = {name: list(map(_short_result, report[name])) for name in LISTS.values()}
    kept = {key: report[key] for key in _KEPT if key in report}
    if report.get("experiments") is not None:
        kept["experiments"] = [
            {key: entry[key] for key in ("file", "require", "decided", "failures")}
            for entry in report["experiments"]
            if entry["require"]
        ]
    return {**kept, **lists}


def _short_result(result: Result) -> dict[str, Any]:
    details = {key: value for key, value in result["details"].items() if key in _DETAILS}
    # Of candidates only gates are compared: the inputs of dimensions differ each time.
    checks = [] if result["gates"] else list(map(_short_check, result["checks"]))
    gates = [{**gate, "reason": ""} for gate in result["gates"]]
    return {**result, "checks": checks, "gates": gates, "usage": {}, "details": details}


def _short_check(check: Result) -> dict[str, Any]:
    short = {**check, **_CHECK}
    short.pop("cause", None)
    details = short.pop("details", {})
    return short | ({"details": {"min": details["min"]}} if "min" in details else {})


# --- the commands -------------------------------------------------------------------------------


def bless(options: Any, root: Path, say: Callable[[str], object]) -> int:
    """Write the short form, and print a summary of it."""
    from pytest_hydra.report import read_any_report, to_json

    path = Path(options.file) if options.file else root / _configured_file(root)
    name = options.run
    file = Path(name) if os.path.isfile(name) else report_file(find_run(root, name).path)
    report = read_any_report(one_line(str(file), 200), read_file(file))
    if not report["complete"]:
        raise HydraError(
            f"{file}: not a complete run, so the baseline would lack items; run all of them"
        )
    if not is_graded(report):
        raise HydraError(f"{file}: nothing was graded, so it says nothing of what was tested")
    path.parent.mkdir(parents=True, exist_ok=True)
    report = with_earlier_runs(report, _history_file(root))
    suite = _suite(file)
    baseline = short_form(report) | ({} if suite is None else {"suite": suite})
    write_whole(path, to_json(baseline).encode())
    parts = []
    for kind, name in LISTS.items():
        counts = Counter(result["status"] for result in report[name])
        details = ", ".join(f"{counts[bad]} {bad}" for bad in ("failed", "ungraded") if counts[bad])
        if counts:
            parts.append(counted(counts.total(), kind) + (f" ({details})" if details else ""))
    run = f", of run {one_line(report['run_id'], 60)}" if report["run_id"] else ""
    say(f"{path}: {', '.join(parts) or 'nothing'}{run}\n")
    return 0


def _history_file(root: Path) -> Path:
    from pytest_hydra.settings import FILE_NAME, HydraSettings, load_settings

    file = root / FILE_NAME
    hydra = load_settings(file, FILE_NAME).hydra if file.is_file() else HydraSettings()
    return root / hydra.history


def _configured_file(root: Path) -> str:
    """The file of [report] baseline. Raises HydraError if that is not a file."""
    from pytest_hydra.settings import FILE_NAME, load_settings

    file = root / FILE_NAME
    report = load_settings(file, FILE_NAME).report if file.is_file() else None
    name: str = getattr(report, "baseline", None) or FILE
    if name.startswith(_GIT) or (not (root / name).is_file() and is_run(root, name)):
        raise HydraError(f"[report] baseline = {name!r} is not a file: name the FILE to write")
    return name


def compare_runs(options: Any, root: Path, say: Callable[[str], object]) -> int:
    """Print the comparison of two reports, and return the exit status."""
    from pytest_hydra.plugins.baseline.compare import as_data, as_markdown, compare, describe
    from pytest_hydra.plugins.baseline.label_agreement import describe_labels, labeled_results
    from pytest_hydra.record.labels import saved_labels
    from pytest_hydra.scenarios.expect.kinds import KINDS

    after = find_report(root, options.after)
    before = find_report(root, options.before or _run_before(root, after))
    loosened = easier(before.report, after.report, KINDS)
    earlier = with_earlier_runs(before.report, _history_file(root))
    comparison = compare(earlier, after.report, looser=loosened)
    since, failure = before.name, comparison.failure(options.fail_on)
    if options.output == "text":
        labels, bad = saved_labels(root)
        items = {label.item for label in labels}
        both = (before, after)
        results = [labeled_results(side.report, side.folder or root, items) for side in both]
        lines = [*describe(comparison, since), *describe_labels(labels, bad, *results)]
        if failure:
            lines = [*lines, f"\nexit status 1: {failure} (--fail-on {options.fail_on})"]
        say("\n".join([*lines, ""]))
    else:
        replies = [_replies(root, side, comparison.changes) for side in (before, after)]
        if options.output == "md":
            say(as_markdown(comparison, since, *replies))
        else:
            data = as_data(comparison, since, *replies)
            say(json.dumps(data, indent=2, ensure_ascii=False) + "\n")
    return int(bool(failure))


def _run_before(root: Path, after: Earlier) -> str:
    own = after.folder.name if after.folder is not None else ""
    for run in complete_runs(root):
        if run.run_id < own and run.graded:
            return str(run.path)
    raise HydraError(f"there is no complete run before {after.name}; name one")


def _replies(root: Path, side: Earlier, changes: Iterable[Change]) -> dict[str, list[str]]:
    """The conversations of changed scenarios, in lines, as far as they are recorded."""
    from pytest_hydra.scenarios.recordings import item_lines

    results = {item_name(result): result for result in side.report["scenarios"]}
    replies: dict[str, list[str]] = {}
    for change in [change for change in changes if change.name in results][:_MOST_SHOWN]:
        with suppress(HydraError):
            nodeid = results[change.name]["nodeid"]
            replies[change.name] = item_lines(root, nodeid, str(side.folder))
    return replies
