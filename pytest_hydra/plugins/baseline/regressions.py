"""The rule for what is worse and what is better, common to all comparisons with earlier reports.

An item that was not repeated has no noise: it is worse if it passed and no longer does, or if one
of its checks newly fails. For repeated items Fisher's exact test decides whether the change may be
due to chance, held to a false discovery rate over the session; but a critical check that newly
fails is always worse.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import chain
from typing import Literal, NamedTuple, get_args

from pytest_hydra.core.exact_tests import PValue, Rates, discoveries, fisher_exact_p
from pytest_hydra.core.numbers import Exact
from pytest_hydra.core.result import (
    MERGE_WORDS,
    Result,
    is_flaky,
    passes,
    row_of,
)
from pytest_hydra.core.text import one_line
from pytest_hydra.plugins.baseline.answered import judges_differ
from pytest_hydra.report import Key, status_of, tolerated

CheckKey = tuple[str, int | None]
Proven = set[CheckKey | None]
"""The checks of a result whose change is no chance; None is the result itself."""
Checks = Mapping[CheckKey, Result]
Word = Literal["worse", "gone", "ungraded", "new", "better", "not comparable", "within noise"]
WORDS: tuple[Word, ...] = get_args(Word)
"""The words, in the order in which the changes are told."""

SIGNIFICANT = Fraction(1, 20)
"""The significance level: changes with a smaller p-value are reported."""

_STATES = {"pass": "passed", "block": "failed", "unproven": "ungraded"}


class Change(NamedTuple):
    """The change of one item, with a description."""

    word: Word
    kind: str
    name: str
    detail: str
    fails: bool
    """Whether it fails a session with --hydra-fail-on worse."""
    row: str
    """Its row, if it has no id of its own."""

    @property
    def label(self) -> str:
        """Its name for people."""
        return one_line(self.row or self.name, 200)


def runs_of(result: Result) -> tuple[int, int]:
    """The planned runs that passed, and all; the status of a result with one run counts as it.

    Those of a baseline include its runs in earlier sessions of the same suite and bot.
    """
    earlier = result["details"].get("earlier", {"passed": 0, "runs": 0})
    if result["runs"][1:] or is_flaky(result):
        passed, runs = passes(result), len(result["runs"])
    else:
        passed, runs = int(status_of(result) == "passed"), 1
    return passed + earlier["passed"], runs + earlier["runs"]


def _rates(before: Result, after: Result) -> Rates:
    """The runs of one case now, with those that were asked again, and before."""
    passed, runs = runs_of(after)
    again = after["details"].get("again", {"passed": 0, "failed": 0})
    return (passed + again["passed"], runs + sum(again.values()), *runs_of(before))


def is_whole(result: Result) -> bool:
    """False for a benchmark of which only some categories were selected."""
    return bool(result["details"].get("complete", True))


def checks_of(result: Result) -> Checks:
    """What decides a result, by name and turn: its gates if it has some, else its checks."""
    # Of several checks with one name, a failed one counts.
    return dict(sorted(_checks(result), key=lambda entry: entry[1]["outcome"] == "failed"))


def _checks(result: Result) -> list[tuple[CheckKey, Result]]:
    if not result["gates"]:
        return [((check["name"], check["turn"]), check) for check in result["checks"]]
    return [
        (
            (f"gate {gate['name']}", None),
            {"outcome": _STATES[gate["state"]], "message": gate["reason"]},
        )
        for gate in result["gates"]
    ]


def changes_of(
    before: Mapping[Key, Result], after: Mapping[Key, Result], left_out: Iterable[Key] = ()
) -> list[Change]:
    """The changes of items, the worst first; unchanged items are omitted.

    ``left_out`` are items that were deselected this time.
    """
    keys = dict.fromkeys((*before, *after))
    for key in left_out:
        keys.pop(key, None)
    both = {key: (before[key], after[key]) for key in keys if key in before and key in after}
    proven = _proven(both)
    changes = []
    for key in keys:
        old, new = before.get(key), after.get(key)
        if old is not None and new is not None:
            word, detail = _compare(old, new, proven.get(key, set()))
            if word in ("worse", "better") and _is_judged_apart(old, new):
                word, detail = "not comparable", f"{detail}; the judge changed"
        else:
            word, detail = ("new", "") if old is None else ("gone", "")
        item = new or before[key]
        if word is None:
            continue
        detail = detail or f"{_state(item)}{_first_failure(item, {})}"
        is_new = word == "new" and status_of(item) != "passed"
        fails = is_new or word in ("worse", "gone", "ungraded")
        kind, name = key
        if kind == "candidate":  # the candidates differ from race to race
            fails = word == "worse"
        changes.append(Change(word, kind, name, one_line(detail, 300), fails, row_of(item)))
    return sorted(changes, key=lambda change: WORDS.index(change.word))


def _is_judged_apart(before: Result, after: Result) -> bool:
    """Whether another judge alone may have changed it."""
    changed = [*new_failures(before, after).values(), *new_failures(after, before).values()]
    judged = changed and all(check.get("kind") == "judge" for check in changed)
    return bool(judged or after["kind"] == "benchmark") and judges_differ(before, after)


def _are_graded(before: Result, after: Result) -> bool:
    is_graded = "ungraded" not in (status_of(before), status_of(after))
    return is_graded and is_whole(before) and is_whole(after)


def _are_repeated(before: Result, after: Result) -> bool:
    """Whether they are compared by their runs."""
    is_repeated = before["runs"][1:] or after["runs"][1:] or "again" in after["details"]
    return bool(is_repeated and _are_graded(before, after))


def _compare(before: Result, after: Result, proven: Proven) -> tuple[Word | None, str]:
    old, new = status_of(before), status_of(after)
    if old == new == "ungraded":
        return None, ""
    word = _status_change(old, new)
    failures = new_failures(before, after)
    detail = f"{_state(before)}, now" if old != new else "still"
    detail += f" {_state(after)}{_first_failure(after, failures)}"
    if "ungraded" in (old, new):
        return word or ("ungraded" if new == "ungraded" else None), detail
    if not (is_whole(before) and is_whole(after)):
        # Of a part of a benchmark only the categories are compared.
        return ("worse" if failures else None), detail
    if _are_repeated(before, after):
        return _compare_runs(before, after, failures, proven)
    if old == new == "failed":
        # It failed both times, so its failing checks are compared.
        if failures:
            return "worse", f"still fails, now also{_first_failure(after, failures)}"
        # One that is gone, ungraded or no longer critical is not fixed.
        shares, now = _failed_shares(before), _failed_shares(after)
        fixed = [name for (name, turn), share in now.items() if share < shares.get((name, turn), 0)]
        return "better" if fixed else None, f"still fails, but no longer in: {', '.join(fixed)}"
    return word, detail


def _compare_runs(
    before: Result, after: Result, failures: Checks, proven: Proven
) -> tuple[Word | None, str]:
    rates = _rates(before, after)
    new, new_runs, old, old_runs = rates
    detail = f"{old} of {old_runs} runs passed, now {new} of {new_runs}"
    critical = [name for (name, _), check in failures.items() if check.get("critical")]
    if critical:
        return "worse", f"{detail}; critical: {critical[0]}"
    word = _rate_word(rates)
    detail += f"; p = {float(fisher_exact_p(*rates)):.2g}" if word else ""
    if word and None in proven:
        if word == "worse":
            detail += _first_failure(after, failures)
        return word, detail
    if status_of(after) == "failed":
        for check, rates in _rates_of_checks(before, after).items():
            if check in proven and _rate_word(rates) == "worse":
                return "worse", f"{detail}; {check[0]} passed in {rates[2]}, now in {rates[0]}"
    return ("within noise" if word else None), detail


def _rates_of_checks(before: Result, after: Result) -> dict[CheckKey, Rates]:
    """In how many runs each check that fails now passed: now, and before."""
    (failed, old_runs), (fails, new_runs) = map(_failed_runs, (before, after))
    return {
        check: (new_runs - fails[check], new_runs, old_runs - failed[check], old_runs)
        for check in fails
    }


def _proven(pairs: Mapping[Key, tuple[Result, Result]]) -> dict[Key, Proven]:
    """The changes of repeated items that are no chance, of all of which 5% may be false.

    A session compares many of them: each by itself would be worse by chance in every fourth session
    of a bot that never changes. If failures were asked again, an item that passed is one of these
    too: it could have been asked as often.
    """
    tests: dict[tuple[Key, CheckKey | None], PValue] = {}
    graded = {key: pair for key, pair in pairs.items() if _are_graded(*pair)}
    all_rates = {key: _rates(*pair) for key, pair in graded.items()}
    asked = [rates[1] for key, rates in all_rates.items() if "again" in graded[key][1]["details"]]
    for key, rates in all_rates.items():
        before, after = graded[key]
        is_repeated = _are_repeated(before, after)
        if not (asked or is_repeated):
            continue
        test = PValue.of(rates) if is_repeated else PValue(Fraction(1), ())
        if asked:
            test = test.that_could_be(fisher_exact_p(0, max(asked), *rates[2:]))
        tests[key, None] = test
        if is_repeated and status_of(after) == "failed":
            for check, of_check in _rates_of_checks(before, after).items():
                tests[key, check] = PValue.of(of_check)
    proven: dict[Key, Proven] = {key: set() for key in pairs}
    for (key, part), holds in zip(tests, discoveries([*tests.values()], SIGNIFICANT), strict=True):
        if holds:
            proven[key].add(part)
    return proven


def _rate_word(rates: Rates) -> Word | None:
    """How a rate changed, whether or not that is chance."""
    new, new_runs, old, old_runs = rates
    if new * old_runs == old * new_runs:
        return None
    return "worse" if new * old_runs < old * new_runs else "better"


def _failed_runs(result: Result) -> tuple[Counter[CheckKey], int]:
    """In how many runs each check failed, and the number of runs."""
    runs = result["runs"] if result["runs"][1:] else [result]
    failed = (
        {
            (check["name"], check["turn"])
            for check in run.get("checks", ())
            if check["outcome"] == "failed"
        }
        for run in runs
    )
    return Counter(chain.from_iterable(failed)), len(runs)


def _status_change(before: str, after: str) -> Word | None:
    """The change of an item that was not repeated, by its status."""
    if before == after or (after == "ungraded" and before != "passed"):
        return None
    return "better" if after == "passed" else "worse"


def new_failures(before: Result, after: Result) -> Checks:
    """The checks of which more fail, or that failed before but are only now critical.

    Of checks with one name the share that fails is compared.
    """
    known, shares = checks_of(before), _failed_shares(before)
    now = _failed_shares(after)
    return {
        key: check
        for key, check in checks_of(after).items()
        if check["outcome"] == "failed"
        and (
            now[key] > shares.get(key, 0)
            or (check.get("critical") and not known[key].get("critical"))
        )
    }


def _failed_shares(result: Result) -> dict[CheckKey, Fraction]:
    """The share of failed checks among the graded ones with one name."""
    outcomes = defaultdict[CheckKey, list[bool]](list)
    for key, check in _checks(result):
        if check["outcome"] != "ungraded":
            outcomes[key].append(check["outcome"] == "failed")
    return {key: Fraction(sum(failed), len(failed)) for key, failed in outcomes.items()}


def _state(result: Result) -> str:
    status = status_of(result)
    is_graded = status in ("passed", "failed") and result["total"] is not None
    if result["kind"] == "benchmark" and is_graded:
        return f"{status} with {result['total']:g}"
    return MERGE_WORDS[status] if result["kind"] == "candidate" else status


def _importance(check: Result) -> tuple[bool, float]:
    return bool(check.get("critical")), check.get("weight", 0)


def _first_failure(result: Result, failures: Checks) -> str:
    failed = failures or {
        key: check for key, check in checks_of(result).items() if check["outcome"] == "failed"
    }
    first = result["details"].get("error") or ""
    if failed:
        # As of `first_check`: a critical one, else the heaviest.
        (name, _), check = max(failed.items(), key=lambda entry: _importance(entry[1]))
        first = ": ".join(filter(None, (name, check["message"])))
    return f": {first}" if first and status_of(result) != "passed" else ""


def failing(
    changes: Iterable[Change], after: Mapping[Key, Result], allowed: Exact | None
) -> dict[str, int]:
    """The numbers of changes that fail a session, in the words of its reason."""
    counts = {"worse": 0, "gone": 0, "ungraded": 0, "new that did not pass": 0}
    excused = tolerated(after, allowed)
    for change in changes:
        if change.fails and (change.kind, change.name) not in excused:
            counts[change.word if change.word != "new" else "new that did not pass"] += 1
    return counts
