"""Files that steer: a candidate's metadata and dependencies, and the base's runner and linter."""

from __future__ import annotations

import configparser
import json
from collections.abc import Mapping

import pytest
import tomli
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_hydra.git.diff import FileChange, difference
from pytest_hydra.git.repository import Repository
from pytest_hydra.git.trees import files_of, read_file
from pytest_hydra.race import paths
from pytest_hydra.race.record import Source
from pytest_hydra.race.steering import overlay_base, steered
from pytest_hydra.race.tests_inside import InlineTests, inline_tests
from pytest_hydra.results.outcomes import TestRun
from pytest_hydra.settings.race import Policy
from tests.race import recorded
from tests.race.conftest import Checkout, MakeCheckout

PYPROJECT = """\
[build-system]
requires = ["hatchling"]

[project]
name = "shop"
dependencies = ["attrs"]  # needed

[tool.hatch.version]
path = "shop.py"

[tool.hatch.envs.default.scripts]
test = "pytest"

[tool.pytest.ini_options]
addopts = ["-q"]
cases = [
    ["a"],
    ["b"]
]

[tool.ruff]
line-length = 100
[tool.ruff.lint]
select = ["ALL"]

[[tool.mypy.overrides]]
module = "a"
[[tool.mypy.overrides]]
module = "b"
"""


def pyproject(base: str | None, own: str | None) -> str | None:
    return steer("pyproject.toml", base, own)


def steer(name: str, base: str | None, own: str | None) -> str | None:
    sides = [None if entry is None else entry.encode() for entry in (base, own)]
    made = steered(name, *sides)
    return None if made is None else made.decode()


def test_a_new_dependency_is_the_candidates() -> None:
    own = PYPROJECT.replace('["attrs"]', '["attrs", "httpx"]')
    assert pyproject(PYPROJECT, own) == own


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('addopts = ["-q"]', 'addopts = ["-q", "--deselect=tests/test_a.py"]'),
        ("[tool.ruff]\n", '[tool.ruff]\nextend-exclude = ["shop.py"]\n'),
        ('select = ["ALL"]', "select = []"),
        ('test = "pytest"', 'test = "true"'),
        ('[[tool.mypy.overrides]]\nmodule = "b"\n', ""),
        ("line-length = 100", "line-length = 100.0"),
        ("[project]", '[tool.coverage.run]\nomit = ["*"]\n\n[project]'),
        ("[project]", "[tool.nobody.knows]\nit = 1\n\n[project]"),
        ("[build-system]", "tool.pytest.x = 1\n[build-system]"),
        ("[build-system]", "x = 1\n[build-system]"),
    ],
)
def test_steering_is_the_bases(old: str, new: str) -> None:
    changed = PYPROJECT.replace(old, new)
    assert changed != PYPROJECT
    assert pyproject(PYPROJECT, changed) == PYPROJECT
    # And beside a change of its own.
    both = changed.replace('name = "shop"', 'name = "store"')
    made = pyproject(PYPROJECT, both)
    assert made is not None
    assert tomli.loads(made) == tomli.loads(PYPROJECT.replace('name = "shop"', 'name = "store"'))


@pytest.mark.parametrize(
    "value",
    [
        *("true", "1", "1.5", "inf", "-nan", "1e300", "2026-12-31", "2026-12-31T10:00:00.5+02:00"),
        *(
            "10:00:00",
            "[]",
            "{}",
            "[[1, {a = {}}], 'x']",
            "{ 'a b' = 1, \"\\u00e4.\\n\" = [true] }",
        ),
        *("'\\'", '"""\nx\n\\u0001\\U0001F600\\""""'),
    ],
)
def test_whatever_is_written_stays_as_it_is(value: str) -> None:
    own = f"[project]\n'a key' = {value}\nb = {value}\n[project.urls]\nc = {value}\n"
    made = pyproject("[tool.ruff]\nx = 1\n", own)
    assert made is not None
    assert repr(tomli.loads(made)) == repr(tomli.loads(f"{own}[tool.ruff]\nx = 1\n"))


def test_files_of_one_side() -> None:
    steering = PYPROJECT[PYPROJECT.index("[tool.pytest") :]
    scripts = '[tool.hatch.envs.default.scripts]\ntest = "pytest"\n\n'
    # Removed: the runner and the linter are steered as before.
    made = pyproject(PYPROJECT, None)
    assert made is not None
    assert tomli.loads(made) == tomli.loads(scripts + steering)
    assert pyproject('[project]\nname = "a"\n', None) is None
    assert pyproject(steering, None) == steering
    # Added: it steers nothing.
    made = pyproject(None, PYPROJECT)
    assert made is not None
    assert tomli.loads(made) == {
        "build-system": {"requires": ["hatchling"]},
        "project": {"name": "shop", "dependencies": ["attrs"]},
        "tool": {"hatch": {"version": {"path": "shop.py"}}},
    }
    assert pyproject(None, steering) is None


def test_a_file_without_the_end_of_its_last_line() -> None:
    base, own = "[tool.ruff]\nline-length = 100", '[project]\nname = "a"\n[tool.ruff]\nx = 1'
    made = pyproject(base, f'{own}\n[project.urls]\nhome = "x"')
    assert made is not None
    assert tomli.loads(made) == {
        "project": {"name": "a", "urls": {"home": "x"}},
        "tool": {"ruff": {"line-length": 100}},
    }


@pytest.mark.parametrize(
    "own",
    [
        '[project\nname = "a"\n',
        '[project]\nname = "a"\n[project]\n',
        "a = " + "[" * 100_000,
        "\ufeff[project]\n",
        "[project]\n\udcff".encode("utf-8", "surrogateescape"),
        b"\0",
    ],
)
def test_what_cannot_be_taken_apart_is_the_bases(own: str | bytes) -> None:
    data = own.encode() if isinstance(own, str) else own
    assert steered("pyproject.toml", PYPROJECT.encode(), data) == PYPROJECT.encode()
    assert steered("pyproject.toml", None, data) is None


@pytest.mark.parametrize(
    "own",
    [
        'project = {name = "a"}\ntool = {ruff = {x = 1}, hatch = {y = 1}}\n',
        '[tool]\nruff.line-length = 1\nhatch.y = 1\n[project]\nname = "a"\n',
        "[project]\nname = '''\n"
        + "[tool.pytest]\n" * 200
        + "'''\n[tool]\nruff.x = 1\nhatch.y = 1",
    ],
)
def test_tables_are_taken_apart_however_they_are_written(own: str) -> None:
    made = pyproject("[tool.ruff]\nx = 2\n", own)
    assert made is not None
    assert tomli.loads(made) == {
        "project": tomli.loads(own)["project"],
        "tool": {"hatch": {"y": 1}, "ruff": {"x": 2}},
    }


def test_a_base_that_cannot_be_taken_apart_stays() -> None:
    assert pyproject("[project", PYPROJECT) == "[project"


def test_heads_in_texts_and_lists_are_none() -> None:
    own = (
        '[project]\nname = "a"\ndescription = """\n[tool.pytest.ini_options]\naddopts = "-x"\n"""\n'
        "keywords = [\n[\"tool\"]\n]\nurls.x = '''\n[tool.ruff]\n'''\n[tool.ruff]\nx = 1\n"
    )
    made = pyproject(PYPROJECT, own)
    assert made is not None
    found = tomli.loads(made)
    assert found["project"] == tomli.loads(own)["project"]
    assert found["tool"]["pytest"] == tomli.loads(PYPROJECT)["tool"]["pytest"]
    assert found["tool"]["ruff"] == tomli.loads(PYPROJECT)["tool"]["ruff"]


NAMES = st.sampled_from(
    (
        *("project", "project.urls", "build-system", "tool.ruff", "tool.ruff.lint", "tool.hatch"),
        *("tool.hatch.envs.a", "tool.uv", "tool.pytest.ini_options", "x", "tool"),
    )
)
TABLES = st.dictionaries(
    NAMES, st.sampled_from(["", "a = 1\n", "a = 2\n", "b = [\n[1],\n['x']\n]\n", "c = '''\n[x]'''"])
)


def written(tables: dict[str, str]) -> str:
    return "".join(f"[{name}]\n{said}\n" for name, said in tables.items())


def steering_of(text: str) -> dict[str, object]:
    """All that is neither the project's nor of a tool that builds, read by other means."""
    found = tomli.loads(text)
    tools = found.pop("tool", {})
    envs = tools.pop("hatch", {}).get("envs")
    tools.pop("uv", None)
    for name in ("project", "build-system"):
        found.pop(name, None)
    return {**found, "tool": {**tools, **({"envs": envs} if envs else {})}}


@settings(max_examples=60, deadline=None)
@given(TABLES, TABLES)
def test_no_candidate_steers(base: dict[str, str], own: dict[str, str]) -> None:
    made = pyproject(written(base), written(own))
    there = steering_of(written(base))
    assert steering_of(made or "") == there
    # What is its own is there, but where both would have to be written into one table.
    if made is not None and made != written(base):
        assert tomli.loads(made).get("project") == tomli.loads(written(own)).get("project")


# --- setup.cfg and tox.ini ----------------------------------------------------------------------

SETUP = """\
# it
[metadata]
name = shop

[options]
install_requires =
    attrs

[options.extras_require]
all = httpx

[tool:pytest]
addopts = -q

[flake8]
max-line-length = 100
"""


def sections(text: str | None) -> dict[str, dict[str, str]]:
    parser = configparser.ConfigParser()
    parser.read_string(text or "")
    return {name: dict(parser[name]) for name in parser.sections()}


def test_setup_cfg() -> None:
    own = SETUP.replace("attrs", "attrs\n    numpy")
    assert steer("setup.cfg", SETUP, own) == own
    relaxed = SETUP.replace("-q", "-q -k nothing") + "[mypy]\nignore_errors = true\n"
    assert steer("setup.cfg", SETUP, relaxed) == SETUP
    both = relaxed.replace("attrs", "attrs\n    numpy") + "[DEFAULT]\nignore = E\n"
    assert sections(steer("setup.cfg", SETUP, both)) == sections(own)
    assert sections(steer("setup.cfg", SETUP, None)) == {
        "tool:pytest": {"addopts": "-q"},
        "flake8": {"max-line-length": "100"},
    }
    assert list(sections(steer("setup.cfg", None, both))) == [
        "metadata", "options", "options.extras_require",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "hidden",
    [
        # configparser takes these for heads.
        "[metadata]\n  [mypy]\nignore_errors = true\n",
        "[mypy] # it\nignore_errors = true\n",
        # pytest's own reader takes these for lines of their own.
        "[metadata]\nname = a\x0c[tool:pytest]\x0caddopts = -x\n",
        "[metadata]\nname = a\u2028[tool:pytest]\u2028addopts = -x\n",
        "[metadata]\nname = a\r[tool:pytest]\raddopts = -x\n",
        "[metadata]\nname = a\n[metadata]\nname = b\n",
        "name = a\n[metadata]\n",
        "[metadata\nname = a\n",
        "[metadata][mypy]\nname = a\n",
        "\ufeff[metadata]\nname = a\n",
    ],
)
def test_sections_that_parsers_disagree_on(hidden: str) -> None:
    assert steer("setup.cfg", SETUP, hidden) == SETUP
    assert steer("setup.cfg", None, hidden) is None


def test_all_of_tox_ini_steers() -> None:
    assert steer("tox.ini", "[tox]\n", "[tox]\nx = 1\n") == "[tox]\n"
    assert steer("tox.ini", None, "[pytest]\n") is None
    assert steer("tox.ini", "[pytest]\n", None) == "[pytest]\n"


# --- package.json -------------------------------------------------------------------------------

PACKAGE = json.dumps(
    {
        "name": "shop",
        "scripts": {"test": "jest"},
        "jest": {"bail": False},
        "exports": {".": {"import": "./a.mjs", "default": "./a.js"}},
        "dependencies": {"left-pad": "1"},
    }
)


def test_package_json() -> None:
    own = PACKAGE.replace('{"left-pad": "1"}', '{"left-pad": "2", "right-pad": "1"}')
    assert steer("package.json", PACKAGE, own) == own
    relaxed = PACKAGE.replace('"jest"}', '"true"}').replace("false", "true")
    assert steer("package.json", PACKAGE, relaxed) == PACKAGE
    both = json.dumps(json.loads(own) | {"scripts": {"test": "true"}, "mocha": {}, "babel": {}})
    made = steer("package.json", PACKAGE, both)
    assert made is not None
    assert json.loads(made) == json.loads(own)
    # The order of conditions tells.
    turned = json.loads(PACKAGE)
    turned["exports"]["."] = {"default": "./a.js", "import": "./a.mjs"}
    assert steer("package.json", PACKAGE, json.dumps(turned)) == json.dumps(turned)
    assert json.loads(steer("package.json", PACKAGE, None) or "") == {
        "scripts": {"test": "jest"},
        "jest": {"bail": False},
    }
    assert json.loads(steer("package.json", None, both) or "").keys() == {
        "name", "exports", "dependencies",
    }  # fmt: skip


@pytest.mark.parametrize(
    "own",
    [
        "",
        "[]",
        "{",
        '{"name": NaN}',
        '{"name": "a", "name": "b"}',
        '\ufeff{"name": "a"}',
        '{"name": ' + "[" * 100_000,
        '{"name": ' + "9" * 5000 + "}",
        # A half of a character is no text that can be written, but as it stood.
        '{"name": "\\ud800", "scripts": {}',
    ],
)
def test_what_is_no_plain_package_json(own: str) -> None:
    assert steer("package.json", PACKAGE, own) == PACKAGE
    assert steer("package.json", None, own) is None


def test_halves_of_characters_in_package_json() -> None:
    made = steer("package.json", PACKAGE, '{"name": "\\ud800", "scripts": {}}')
    assert made is not None
    assert json.loads(made)["name"] == "\ud800"


# --- in trees -----------------------------------------------------------------------------------


def laid(checkout: Checkout, repository: Repository, base: str, own: str) -> str:
    one, two = checkout.tree(base), checkout.tree(own)
    changed = difference(repository, one, two).changes
    tests, lint = paths.test_paths(changed, Policy()), paths.lint_paths(changed)
    made = overlay_base(repository, two, one, tests, Policy())
    linted = overlay_base(repository, two, one, lint, Policy())
    for path in set(tests) & set(lint):
        assert read_file(repository, made, path) == read_file(repository, linted, path)
    return made


def test_the_tree_in_which_the_bases_tests_run(checkout: Checkout, repository: Repository) -> None:
    base = checkout.commit(
        {
            "pyproject.toml": PYPROJECT,
            "package.json": PACKAGE,
            "web/package.json": PACKAGE,
            "tests/pyproject.toml": PYPROJECT,
            "tox.ini": "[pytest]\n",
            "setup.cfg": SETUP,
            "link/setup.cfg": SETUP,
            "tests/test_calc.py": "def test_it(): pass\n",
        }
    )
    changed = PYPROJECT.replace("attrs", "httpx").replace('"-q"', '"-x"')
    (checkout.path / "link/setup.cfg").unlink()
    (checkout.path / "link/setup.cfg").symlink_to("../setup.cfg")
    own = checkout.commit(
        {
            "pyproject.toml": changed,
            "package.json": PACKAGE.replace("1", "2"),
            "web/package.json": None,
            "sub/package.json": PACKAGE,
            "tests/pyproject.toml": changed,
            "tests/setup.cfg": SETUP,
            "tox.ini": "[pytest]\naddopts = -x\n",
            "setup.cfg": None,
            "calc.py": "def add(a, b):\n    return b + a\n",
            "tests/test_calc.py": "def test_it(): assert 1\n",
        }
    )
    tree = laid(checkout, repository, base, own)
    found = {path: read_file(repository, tree, path) or b"" for path in files_of(repository, tree)}
    project = tomli.loads(found["pyproject.toml"].decode())
    assert project["project"]["dependencies"] == ["httpx"]
    assert project["tool"] == tomli.loads(PYPROJECT)["tool"]
    assert found["package.json"].decode() == PACKAGE.replace("1", "2")
    assert json.loads(found["web/package.json"]).keys() == {"scripts", "jest"}
    assert json.loads(found["sub/package.json"]).keys() == {"name", "exports", "dependencies"}
    # What lies among the tests is the base's as a whole, and so is what is no plain file.
    assert found["tests/pyproject.toml"].decode() == PYPROJECT
    assert found["link/setup.cfg"].decode() == SETUP
    assert "tests/setup.cfg" not in found
    assert found["tox.ini"] == b"[pytest]\n"
    assert found["tests/test_calc.py"] == b"def test_it(): pass\n"
    assert found["calc.py"] == b"def add(a, b):\n    return b + a\n"
    assert list(sections(found["setup.cfg"].decode())) == ["tool:pytest", "flake8"]


def test_where_a_new_dependency_is_all_the_tree_is_its_own(
    checkout: Checkout, repository: Repository
) -> None:
    base = checkout.commit({"pyproject.toml": PYPROJECT})
    own = checkout.commit({"pyproject.toml": PYPROJECT.replace("attrs", "httpx")})
    assert laid(checkout, repository, base, own) == checkout.tree(own)
    assert overlay_base(repository, checkout.tree(own), checkout.tree(base), (), Policy()) == (
        checkout.tree(own)
    )


def test_the_mode_of_a_file_is_its_own(checkout: Checkout, repository: Repository) -> None:
    base = checkout.commit({"package.json": PACKAGE})
    (checkout.path / "package.json").chmod(0o755)
    own = checkout.commit({"package.json": PACKAGE.replace("1", "2")})
    tree = laid(checkout, repository, base, own)
    assert files_of(repository, tree)["package.json"][0] == "100755"


def test_files_and_folders_of_one_name(checkout: Checkout, repository: Repository) -> None:
    base = checkout.commit({"setup.cfg/tests/test_a.py": "x = 1\n", "testdata": "a\n"})
    (checkout.path / "setup.cfg/tests/test_a.py").unlink()
    (checkout.path / "setup.cfg/tests").rmdir()
    (checkout.path / "setup.cfg").rmdir()
    (checkout.path / "testdata").unlink()
    own = checkout.commit({"setup.cfg": SETUP, "testdata/pyproject.toml": PYPROJECT})
    files = files_of(repository, laid(checkout, repository, base, own))
    assert "setup.cfg/tests/test_a.py" in files
    assert "setup.cfg" not in files


def test_a_large_file_is_the_bases(checkout: Checkout, repository: Repository) -> None:
    base = checkout.commit({"pyproject.toml": PYPROJECT})
    own = checkout.commit({"pyproject.toml": PYPROJECT.replace("attrs", "x") + "#" * 2**18})
    tree = laid(checkout, repository, base, own)
    assert read_file(repository, tree, "pyproject.toml") == PYPROJECT.encode()


# --- decided ------------------------------------------------------------------------------------


def test_a_new_dependency_alone_leaves_nothing_open() -> None:
    change = FileChange(path="package.json", status="modified", added=1)
    before = recorded.base(tests=recorded.counts(passed=9))
    record = recorded.candidate("codex", change, tests=recorded.counts(passed=9))
    assert not paths.touched_tests((change,), Policy())
    assert recorded.states(recorded.one(before, record)) == {}


# --- files with tests, whatever they are called -------------------------------------------------

RUST = """\
/// Adds.
///
/// ```
/// assert_eq!(shop::add(1), 20);
/// ```
pub fn add(a: i32) -> i32 {
    a + 19
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds() {
        assert_eq!(add(1), 20);
    }
}

pub fn last() {}
"""
FILES = {
    "test.py": "from shop import f\n\n\ndef helper(): pass\n\n\ndef test_f(): assert f()\n",
    "shop.py": "def f(): return 1\n\n\ndef test_f(): assert f()\n",
    "app.py": "from shop import f\n\n\ndef test_f(): assert f()\n",
    # It knows of others that are called so.
    "other.py": "from django import test\n# from shop import test\nx = {'test:a b': 1}\n",
    "sub/__init__.py": "from shop import f\n\n\ndef test_f(): assert f()\n",
    "sub/user.py": "def g():\n    import sub\n",
    "docs.py": '"""It.\n\n>>> 1\n1\n"""\n',
    "README.rst": ">>> 1\n1\n",
    "src/lib.rs": RUST,
    "web.ts": "describe('it', () => {})\n",
    "setup.cfg": "[options.entry_points]\nconsole_scripts =\n    shop = app:main\n",
}
COLLECTED = {
    "test.py::test_f": "test.py",
    "shop.py::test_f[a.b]": "shop.py",
    "app.py::test_f": "app.py",
    "sub/__init__.py::test_f": "sub/__init__.py",
    "docs.py::docs": "docs.py",
    "README.rst::README.rst": "README.rst",
    "web.ts::it": "web.ts",
}


def found_in(checkout: Checkout, changes: Mapping[str, str | None], **more: str) -> InlineTests:
    """What was done to the tests of `FILES`, of which a base's run collected `COLLECTED`."""
    repository = Repository.find(checkout.path, checkout.path.parent / "objects")
    trees = [checkout.tree("main"), checkout.tree(checkout.branch("own", {**changes}))]
    source = Source(
        agent="a",
        kind="ref",
        named="own",
        tree=trees[1],
        changes=difference(repository, *trees).changes,
    )
    told = TestRun(
        evidence="ids",
        source="recorder",
        files=COLLECTED | more,
        examples={"docs.py::docs": ("0" * 64,)},
    )
    run = recorded.done(tests=told)
    return inline_tests(repository, trees[0], source, Policy(), lambda: run)


def test_what_tests_are_collected_from_is_taken_for_what_it_is(make_checkout: MakeCheckout) -> None:
    checkout = make_checkout({**FILES})
    changed = {name: f"{text}\n# more\n" for name, text in FILES.items()}
    inside = found_in(checkout, changed)
    # A module that others know of, or that is a program, is product code; setup.cfg only steers.
    assert inside == InlineTests(
        suites=("README.rst", "test.py"), mixed=("app.py", "shop.py", "sub/__init__.py", "web.ts")
    )
    gone = found_in(make_checkout({**FILES}, "other"), dict.fromkeys(FILES))
    assert gone == InlineTests(suites=("README.rst", "test.py"))


def test_nobody_waits_where_no_changed_file_may_hold_tests(make_checkout: MakeCheckout) -> None:
    checkout = make_checkout({"a.py": "def f(): return 1\n", "tests/test_a.py": ""})
    commit = checkout.branch("own", {"a.py": "def f(): return 2\n", "b.txt": ""})
    repository = Repository.find(checkout.path, checkout.path.parent / "objects")
    trees = checkout.tree("main"), checkout.tree(commit)
    changes = difference(repository, *trees).changes
    source = Source(agent="a", kind="ref", named="own", tree=trees[1], changes=changes)
    asked: list[None] = []
    inline = inline_tests(repository, trees[0], source, Policy(), lambda: asked.append(None))
    assert inline == InlineTests()
    assert asked == []


@pytest.mark.parametrize(
    ("own", "joined"),
    [
        # The base's module of tests in its code; what is the same but for that is left alone.
        (RUST.replace("19", "20").replace("20);\n    }", "21);\n    }"), RUST.replace("19", "20")),
        (RUST.replace("19", "20"), None),
        # Also where they have moved to a file of their own, which is no longer there.
        (
            f"{RUST[: RUST.index('mod tests')]}mod tests;\n\npub fn last() {{}}\n".replace(
                "19", "20"
            ),
            RUST.replace("19", "20"),
        ),
        # One that is new is not the base's.
        (
            RUST.replace("#[cfg", "#[cfg(test)]\nmod more;\n\n#[cfg"),
            RUST.replace("}\n\npub fn last", "}\n\n\npub fn last"),
        ),
        (
            RUST[: RUST.index("#[cfg")],
            f"{RUST[: RUST.index('#[cfg')]}\n{RUST[RUST.index('#[cfg') :]}",
        ),
    ],
)
def test_modules_of_tests_in_rust_are_the_bases(
    make_checkout: MakeCheckout, own: str, joined: str | None
) -> None:
    inside = found_in(make_checkout({**FILES}), {"src/lib.rs": own})
    wanted = None if joined is None else joined.removesuffix("\npub fn last() {}\n")
    assert inside.doubtful == ()
    made = inside.joined.get("src/lib.rs")
    assert (None if made is None else made.decode().removesuffix("\npub fn last() {}\n")) == wanted


@pytest.mark.parametrize(
    "own",
    [
        # In another place than a module by itself, or hidden from who looks for the base's.
        RUST.replace("#[cfg(test)]\n", "#[cfg(test)] "),
        RUST.replace("#[cfg(test)]", "#[cfg(all(test))]"),
        RUST.replace("pub fn last() {}", "#[test]\nfn more() {}"),
        RUST * 60,
    ],
)
def test_what_cannot_be_taken_apart_is_doubtful(make_checkout: MakeCheckout, own: str) -> None:
    assert found_in(make_checkout({**FILES}), {"src/lib.rs": own}).doubtful == ("src/lib.rs",)


def test_examples_in_rust_count_where_they_are_run(make_checkout: MakeCheckout) -> None:
    own = RUST.replace("19", "20").replace("(1), 20);\n/// `", "(1), 21);\n/// `")
    checkout = make_checkout({**FILES})
    assert found_in(checkout, {"src/lib.rs": own}) == InlineTests()
    checkout = make_checkout({**FILES}, "other")
    told = {"shop/doc::src/lib.rs - add": "src/lib.rs"}
    assert found_in(checkout, {"src/lib.rs": own}, **told).doubtful == ("src/lib.rs",)


HELPED = {
    "shop.py": "from speed_test import rate\n\n\ndef f(n):\n    assert n\n    return rate(n)\n",
    "speed_test.py": "def rate(n): return n\n",
    "other_test.py": "def rate(n): return n\n",
    "close.py": "def close(a, b):\n    assert abs(a - b) < 1\n",
    "cases.py": "import unittest\nfrom close import close\n",
    "made.py": "def made(): return 1\n",
    "guard.py": "def guard(a):\n    assert a\n",
    "named.py": "def named(a):\n    assert a\n",
    "kit/plugged.py": "def one(): return 1\n",
    "kit/entry.py": "def one(): return 1\n",
    "app.py": "import guard\n",
    "setup.cfg": "[options]\npy_modules = named\n",
    "pyproject.toml": "[project.entry-points.pytest11]\ne = 'kit.entry'\n",
    "tests/conftest.py": "pytest_plugins = [\n    'kit.plugged',  # ours\n    'kit.entry',\n]\n",
    "tests/test_f.py": "import cases, close, guard, named\nimport made\nfrom shop import f\n",
}


def test_what_tests_alone_know_of_and_what_is_no_test_are_told_apart(
    make_checkout: MakeCheckout,
) -> None:
    checkout = make_checkout({**HELPED})
    inside = found_in(checkout, {name: f"{text}# more\n" for name, text in HELPED.items()})
    assert inside.suites == ("cases.py", "close.py", "kit/plugged.py")
    # Of the others that are called so nobody knows, and they may be run by their names.
    assert inside.product == ("speed_test.py",)
    moved = found_in(
        make_checkout({**HELPED}, "moved"),
        {"close.py": None, "testing/close.py": HELPED["close.py"], "speed_test.py": None},
    )
    assert (moved.suites, moved.product) == (("close.py", "testing/close.py"), ("speed_test.py",))
    own = {
        "shop.py": HELPED["shop.py"].replace("from speed_test", "import ab_test\nfrom pace_test"),
        "speed_test.py": None,
        "pace_test.py": HELPED["speed_test.py"],
        "ab_test.py": "",
        "app.py": "from tests import test_b\n",
        "tests/test_b.py": "",
        "alone_test.py": "",
    }
    # So are they where they are new or moved, but not among the base's tests.
    new = found_in(make_checkout({**HELPED}, "new"), own)
    assert new.product == ("ab_test.py", "pace_test.py", "speed_test.py")
    more = {"speed_test.py::test_it": "speed_test.py"}
    changed = {"speed_test.py": "def rate(n): return 2 * n\n"}
    assert found_in(make_checkout({**HELPED}, "run"), changed, **more).product == ()
