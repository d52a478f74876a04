"""What a race makes of candidates whose worth is known, and whether it can be trusted."""

from __future__ import annotations

import json
from dataclasses import asdict, replace

import pytest

from pytest_hydra.plugins.engine.unit import CommandRun
from pytest_hydra.plugins.git.repository import Repository
from pytest_hydra.plugins.git.trees import files_of, read_file
from pytest_hydra.plugins.race.change import broken, known_bad, pin_base
from pytest_hydra.plugins.race.decide.decision import decide_race
from pytest_hydra.plugins.race.decide.dimensions import failures_to_see
from pytest_hydra.plugins.race.decide.measure import files_over_base
from pytest_hydra.plugins.race.decide.model import Audit, RaceResult
from pytest_hydra.plugins.race.decide.outcome import race_entry
from pytest_hydra.plugins.race.record import KNOWN_BAD, CandidateRecord, RaceRecord, Source
from pytest_hydra.plugins.results.outcomes import Outcome, TestRun
from pytest_hydra.record.wire import from_plain
from tests.plugins.race.conftest import Checkout
from tests.plugins.race.recorded import base, candidate, counts, done, race, ran, rules, timed_out
from tests.plugins.race.recorded import broken as could_not_run


def bad(**runs: CommandRun) -> CandidateRecord:
    source = Source(agent=KNOWN_BAD, kind="base", named="main", tree="d" * 40)
    return CandidateRecord(source=source, runs=runs)


def decided(base_run: CommandRun, record: CandidateRecord | None) -> RaceResult:
    """A race of one honest candidate, with what became of the known-bad one."""
    made = race(base(tests=base_run), candidate(tests=base_run))
    return decide_race(with_bad(made, record))


def with_bad(made: RaceRecord, record: CandidateRecord | None) -> RaceRecord:
    plain = {**made.plain(), "known_bad": None if record is None else asdict(record)}
    return from_plain(RaceRecord, json.loads(json.dumps(plain)))


@pytest.mark.parametrize(
    ("base_run", "bad_run", "known_bad"),
    [
        (ran("pp"), ran("f.", problems=("collected, but not run",)), "blocked"),
        (ran("pp"), ran("pp"), "passed"),
        (ran("pf"), ran("pf"), "passed"),
        (ran("fp"), ran("ff"), "blocked"),
        (ran("pp"), ran("ps"), "blocked"),
        (ran("fp"), ran({}, exit=2), "blocked"),
        (ran("pp"), ran("pp", exit=2), "blocked"),
        (ran("pp"), could_not_run(), "not tried"),
        (ran("pp"), timed_out(600), "blocked"),
        (counts(passed=3), counts(passed=3), "passed"),
        (counts(1, passed=3, failed=1), counts(1, passed=1, failed=3), "blocked"),
        (counts(1, passed=3, failed=1), counts(1, passed=3, failed=1), "passed"),
    ],
)
def test_what_becomes_of_the_known_bad_candidate(
    base_run: CommandRun, bad_run: CommandRun, known_bad: str
) -> None:
    result = decided(base_run, bad(tests=bad_run))
    assert result.audit.known_bad == known_bad
    assert (result.audit.problem is None) == (known_bad != "passed")
    gate = result.candidate("codex").gate("tests")
    assert gate is not None
    if known_bad == "passed":
        assert str(gate.state) == "unproven"
        assert gate.reason == (
            "this race cannot be trusted: the base's tests still pass after every product file was "
            "broken, so they test other code, perhaps an installed copy"
        )
        assert not result.passed
    else:
        assert "cannot be trusted" not in gate.reason


def test_a_build_that_fails_blocks_it_as_well() -> None:
    failed = bad(build=done("make", exit=2), tests=ran("p"))
    assert decided(ran("p"), failed).audit.known_bad == "blocked"
    passed = bad(build=done("make"), tests=ran("p"))
    assert decided(ran("p"), passed).audit.known_bad == "passed"


def test_what_an_exit_code_tells() -> None:
    told = TestRun(evidence="exit", source="exit", counts={"passed": 1})
    run = done("make test", tests=told)
    assert failures_to_see(run) == 1
    assert decided(run, bad(tests=replace(run, exit=1))).audit.known_bad == "blocked"
    assert decided(run, bad(tests=run)).audit.known_bad == "passed"
    assert failures_to_see(replace(run, exit=1)) is None


def test_without_one_nothing_is_said() -> None:
    result = decided(ran("pf"), None)
    assert result.audit == Audit(known_bad="not tried")
    assert result.candidate("codex").mergeable
    assert race_entry(result)["audit"] == {
        "known_bad": "not tried",
        "problem": None,
    }


def test_one_that_blocks_anyhow_stays_blocked() -> None:
    made = race(base(tests=ran("pp")), candidate(tests=ran("pf")))
    result = decide_race(with_bad(made, bad(tests=ran("pp"))))
    gate = result.candidate("codex").gate("tests")
    assert gate is not None
    assert str(gate.state) == "block"
    assert "cannot be trusted" in gate.reason


@pytest.mark.parametrize(
    ("run", "failures"),
    [
        (ran("pp"), 1),
        (ran("pfep"), 3),
        (ran("ff"), None),
        (ran("ss"), None),
        (ran("pp", problems=("no end",)), None),
        (ran("pp", modules={"shop": "/elsewhere/shop.py"}), None),
        (counts(passed=2, failed=1), 2),
        (timed_out(3), None),
        (could_not_run(), None),
        (done("make test"), None),
        (None, None),
    ],
)
def test_how_many_failures_show_that_a_test_was_lost(
    run: CommandRun | None, failures: int | None
) -> None:
    assert failures_to_see(run) == failures


@pytest.mark.parametrize(
    ("run", "own", "files"),
    [
        ("t.py::a p", "t.py::a p", ""),
        ("t.py::a p", "t.py::a p, t.py::new f, t.py::other s", ""),
        ("t.py::a p", "t.py::a p, u.py::new p, v.py::new f", "u.py"),
        ("t.py::a f, u.py::b p", "t.py::a p, u.py::b p", "t.py"),
        ("t.py::a f", "t.py::a f", ""),
        # A test of its product code, which both runs have.
        ("t.py::a p, shop.py::shop p", "t.py::a p, shop.py::shop p", "shop.py"),
    ],
)
def test_over_the_base_s_code_those_are_run_that_have_something_to_tell(
    run: str, own: str, files: str
) -> None:
    kinds: dict[str, Outcome] = {"p": "passed", "f": "failed", "s": "skipped"}

    def fates_in(text: str, source: str = "recorder") -> TestRun:
        entries = [entry.split() for entry in text.split(", ")]
        outcomes = {test: kinds[kind] for test, kind in entries}
        return TestRun(evidence="ids", source=source, outcomes=outcomes)

    base = fates_in("t.py::a p, u.py::b p")
    assert files_over_base(base, fates_in(run), fates_in(own)) == set(files.split())
    unknown = {""} if files else set()
    assert files_over_base(base, fates_in(run), fates_in(own, "junit")) == unknown


def test_product_code_is_broken_and_nothing_else() -> None:
    policy = rules(test_files=("checks/", "!/tests/"))
    product = ["shop.py", "src/shop/__init__.py", "web/app.ts", "a.mjs", "tests/a.py"]
    kept = [
        *("checks/all.py", "conftest.py", "setup.py", "vite.config.ts", ".eslintrc.cjs"),
        *("types/shop.d.ts", "README.md", "main.rs", "run_checks.py", "noxfile.py"),
    ]
    command = "python run_checks.py"
    assert [entry for entry in [*product, *kept] if broken(entry, command, policy)] == product
    assert b"raise RuntimeError" in (broken("shop.py", command, policy) or b"")
    assert b"throw new Error" in (broken("web/app.ts", command, policy) or b"")


@pytest.mark.parametrize(
    "command",
    [
        "pytest -q test_shop.py",
        "python -m pytest 'tests/shop.py::test_a' tests/old_shop.py",
        "sh -c 'pytest myshop.py' # --cov=shop",
    ],
)
def test_a_command_names_words_not_parts_of_them(command: str) -> None:
    assert broken("shop.py", command, rules()) is not None


@pytest.mark.parametrize(
    "command",
    [
        "python shop.py",
        "sh -c 'python ./shop.py'",
        "X=shop.py; python $X",
        'python -- "$D/shop.py"',
    ],
)
def test_files_that_a_command_names_are_not_broken(command: str) -> None:
    assert broken("shop.py", command, rules()) is None


def test_it_is_made_of_the_base(checkout: Checkout, repository: Repository) -> None:
    (checkout.path / "link.py").symlink_to("calc.py")
    checkout.commit({"tests/test_calc.py": "", "README.md": "x"})
    pinned = pin_base(repository, "main")
    made = known_bad(repository, pinned, "pytest", rules())
    assert made.tree is not None
    before, after = files_of(repository, str(pinned.tree)), files_of(repository, made.tree)
    assert [path for path in before if before[path] != after[path]] == ["calc.py"]
    assert read_file(repository, made.tree, "calc.py") == broken("calc.py", "", rules())


def test_without_product_code_there_is_none(checkout: Checkout, repository: Repository) -> None:
    checkout.commit({"calc.py": None, "tests/test_shop.py": "", "main.go": "package main\n"})
    assert known_bad(repository, pin_base(repository, "main"), "pytest", rules()).tree is None
