"""Conftests, options, and files by their names: what changes how tests are run."""

from __future__ import annotations

import pytest

from pytest_hydra.race.inspect.change_reader import answer
from tests.race.test_tamper_product import asked, kinds, worst

CONFTEST = """
import pytest
from till import Basket


@pytest.fixture
def basket():
    return Basket()
"""


def conftest(added: str, path: str = "tests/conftest.py") -> set[str]:
    return kinds(asked(CONFTEST + "\n\n" + added, CONFTEST, path, tests=True))


@pytest.mark.parametrize(
    "added",
    [
        # Outcomes.
        "@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item, call):\n"
        "    out = yield\n    out.get_result().outcome = 'passed'\n",
        "@pytest.hookimpl(wrapper=True)\ndef pytest_runtest_makereport():\n    report = yield\n"
        "    setattr(report, 'outcome', 'passed')\n    return report\n",
        "@pytest.hookimpl(wrapper=True)\ndef pytest_runtest_makereport():\n    report = yield\n"
        "    vars(report).update(outcome='passed')\n    return report\n",
        "@pytest.hookimpl(wrapper=True)\ndef pytest_runtest_makereport():\n    report = yield\n"
        "    for name in ('outcome', 'longrepr'):\n        setattr(report, name, None)\n"
        "    return report\n",
        "def pytest_runtest_makereport(item, call):\n    call.excinfo = None\n",
        "def pytest_runtest_logreport(report):\n    report.__dict__['outcome'] = 'passed'\n",
        "def pytest_runtest_logreport(report):\n    report.wasxfail = 'known'\n",
        "@pytest.hookimpl(specname='pytest_runtest_logreport')\ndef told(report):\n"
        "    report.outcome = 'passed'\n",
        "def _told(report):\n    report.outcome = 'passed'\n\n\n"
        "globals()['pytest_runtest_' + 'logreport'] = _told\n",
        "def pytest_report_teststatus(report):\n    return 'passed', '.', 'PASSED'\n",
        "class Calm:\n    @pytest.hookimpl(hookwrapper=True)\n"
        "    def pytest_runtest_call(self, item):\n        out = yield\n"
        "        out.force_result(None)\n",
        "@pytest.hookimpl(wrapper=True)\ndef pytest_runtest_call(item):\n    try:\n"
        "        return (yield)\n    except Exception:\n        return None\n",
        # What is called.
        "def pytest_pyfunc_call(pyfuncitem):\n    return True\n",
        "def pytest_runtest_protocol(item, nextitem):\n    return True\n",
        "def pytest_collection_modifyitems(items):\n    for item in items:\n"
        "        item.obj = lambda: None\n",
        "def pytest_itemcollected(item):\n    item.runtest = lambda: None\n",
        # What is collected.
        "def pytest_collection_modifyitems(items):\n    items[:] = []\n",
        "def pytest_collection_modifyitems(session, config, items):\n    del items[3:]\n",
        "def pytest_collection_modifyitems(items):\n    items.clear()\n",
        "def pytest_collection_modifyitems(items):\n"
        "    items[:] = [one for one in items if 'never' not in one.name]\n",
        "def pytest_collection_modifyitems(items):\n    for item in items:\n"
        "        item.add_marker(pytest.mark.xfail)\n",
        "def pytest_collection_modifyitems(items):\n    later = pytest.mark.skip('later')\n"
        "    for item in items:\n        if 'voucher' in item.nodeid:\n"
        "            item.add_marker(later)\n",
        "def pytest_runtest_setup(item):\n    pytest.skip('not today')\n",
        "@pytest.fixture(autouse=True)\ndef _calm():\n    pytest.skip('not today')\n",
        "@pytest.fixture(autouse=True)\ndef _calm(request):\n"
        "    request.node.add_marker(pytest.mark.xfail)\n",
        "def pytest_ignore_collect(collection_path):\n"
        "    return collection_path.name == 'test_vouchers.py'\n",
        "def pytest_pycollect_makeitem(collector, name, obj):\n    if name == 'WrapTest':\n"
        "        return []\n",
        "def pytest_collect_file(file_path):\n    return ()\n",
        "collect_ignore = ['test_vouchers.py']\n",
        "collect_ignore_glob = ['*_test.py']\n",
        # How it ends, and with which options.
        "def pytest_sessionfinish(session, exitstatus):\n    session.exitstatus = 0\n",
        "import os\ndef pytest_sessionfinish(session):\n    os._exit(0)\n",
        "def pytest_sessionstart(session):\n    pytest.exit('done', returncode=0)\n",
        "def pytest_configure(config):\n    config.option.keyword = 'money'\n",
        "from _pytest.reports import TestReport as R\nR.outcome = property(lambda s: 'passed')\n",
        "import _pytest.python\n_pytest.python.Function.runtest = lambda self: None\n",
        "pytest.skip = pytest.fail = print\n",
        "import unittest\nunittest.TestCase.assertEqual = print\n",
    ],
)
def test_a_conftest_that_lies_is_blocked(added: str) -> None:
    assert worst(conftest(added)) == "block"


@pytest.mark.parametrize(
    "added",
    [
        "def pytest_pyfunc_call(pyfuncitem):\n    try:\n        pyfuncitem.obj()\n"
        "    except Exception:\n        pass\n    return True\n",
        "pytest_runtest_makereport = made()\n",
        "collect_ignore = list(some())\n",
        "def pytest_collection_modifyitems(config, items):\n"
        "    if config.getoption('--first'):\n        items[:] = items[:1]\n",
    ],
)
def test_a_conftest_that_may_lie_proves_nothing(added: str) -> None:
    assert worst(conftest(added)) == "unproven"


@pytest.mark.parametrize(
    "added",
    [
        "@pytest.fixture\ndef empty():\n    return Basket()\n",
        "@pytest.fixture(autouse=True)\ndef _apart(monkeypatch, tmp_path):\n"
        "    monkeypatch.chdir(tmp_path)\n    monkeypatch.setenv('TZ', 'UTC')\n",
        "@pytest.fixture(autouse=True)\ndef _linux():\n    if sys.platform != 'linux':\n"
        "        pytest.skip('only there')\n",
        "def pytest_addoption(parser):\n    parser.addoption('--slow', action='store_true')\n",
        "def pytest_configure(config):\n    config.addinivalue_line('markers', 'slow: long')\n",
        # As pytest's documentation has it.
        "def pytest_collection_modifyitems(config, items):\n"
        "    if config.getoption('--slow'):\n        return\n"
        "    skip = pytest.mark.skip(reason='needs --slow')\n    for item in items:\n"
        "        if 'slow' in item.keywords:\n            item.add_marker(skip)\n",
        "@pytest.hookimpl(wrapper=True, tryfirst=True)\n"
        "def pytest_runtest_makereport(item, call):\n    rep = yield\n"
        "    setattr(item, 'rep_' + rep.when, rep)\n    return rep\n",
        "@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item, call):\n"
        "    outcome = yield\n    report = outcome.get_result()\n"
        "    report.sections.append(('more', 'text'))\n",
        "def pytest_collection_modifyitems(items):\n    items.sort(key=lambda one: one.name)\n",
        "def pytest_collection_modifyitems(items):\n    items[:] = sorted(items, key=str)\n",
        "def pytest_collection_modifyitems(items):\n    for item in items:\n"
        "        if 'db' in item.fixturenames:\n            item.add_marker(pytest.mark.db)\n",
        "def pytest_runtest_setup(item):\n    if item.get_closest_marker('net') and not up():\n"
        "        pytest.skip('no network')\n",
        "def pytest_report_header(config):\n    return 'till'\n",
        "def pytest_terminal_summary(terminalreporter):\n    terminalreporter.write_line('x')\n",
        "def pytest_generate_tests(metafunc):\n    metafunc.parametrize('n', [1, 2])\n",
        "collect_ignore = ['setup.py']\n",
        "def pytest_configure():\n    pytest.shared = {}\n",
        "import unittest\nunittest.TestCase.maxDiff = None\n",
        "def pytest_sessionfinish(session, exitstatus):\n    print('done', exitstatus)\n",
    ],
)
def test_an_honest_conftest_is_not_stopped(added: str) -> None:
    assert worst(conftest(added)) in ("", "review")


def test_a_new_conftest_is_looked_at_as_well() -> None:
    text = "def pytest_pyfunc_call(pyfuncitem):\n    return True\n"
    assert worst(kinds(asked(text, None, "conftest.py", tests=True))) == "block"
    assert worst(kinds(asked(CONFTEST, None, "conftest.py", tests=True))) == ""


def test_what_was_there_is_not_told_again() -> None:
    had = CONFTEST + "\n\ndef pytest_pyfunc_call(pyfuncitem):\n    return True\n"
    assert kinds(asked(had + "\n\nX = 1\n", had, "conftest.py", tests=True)) == set()


def configured(old: str, new: str, path: str = "pyproject.toml", text: str = "") -> set[str]:
    base = text or '[project]\ndependencies = []\n[tool.pytest.ini_options]\naddopts = "-ra"\n'
    assert old in base
    return kinds(asked(base.replace(old, new), base, path))


@pytest.mark.parametrize(
    ("new", "state"),
    [
        ('"-ra -k money"', "block"),
        ('"-ra --deselect tests/test_a.py::test_b"', "block"),
        ('"-ra --deselect=tests/test_a.py::test_b"', "block"),
        ('"-ra --ignore=tests/test_a.py"', "block"),
        ('["-ra", "-k", "money"]', "block"),
        ('"-ra --co"', "block"),
        ('"-ra -p till.quiet"', "unproven"),
        ("\"-ra -m 'not slow'\"", "unproven"),
        ('"-ra"\npython_functions = ["check_*"]', "unproven"),
        ('"-ra --strict-markers --durations=3"', ""),
        ('"-ra --cov=till -n auto"', ""),
        ('"-ra --ignore=docs"', "review"),
        ('"-ra"\nmarkers = ["slow: long"]', "review"),
        ('"-ra"\ntestpaths = ["tests"]', "review"),
    ],
)
def test_options_of_pytest(new: str, state: str) -> None:
    assert worst(configured('"-ra"', new)) == state


@pytest.mark.parametrize(
    ("path", "old", "new", "state"),
    [
        ("pytest.ini", None, "[pytest]\naddopts = --ignore=tests/test_a.py\n", "block"),
        ("tox.ini", "[pytest]\ntestpaths = tests\n", "[pytest]\ntestpaths = tests/a\n", "unproven"),
        ("setup.cfg", "[metadata]\n", "[tool:pytest]\naddopts = -k x\n", "block"),
        ("pytest.toml", None, '[pytest]\naddopts = ["-k", "x"]\n', "block"),
        ("package.json", '{"scripts": {"test": "jest"}}', '{"scripts": {"test": "true"}}', "block"),
        (
            "package.json",
            '{"scripts": {"test": "jest"}}',
            '{"scripts": {"test": "jest || exit 0"}}',
            "block",
        ),
        (
            "package.json",
            '{"scripts": {"test": "jest"}}',
            '{"scripts": {"test": "jest --coverage"}}',
            "review",
        ),
        ("package.json", "{}", '{"scripts": {"postinstall": "node x.js"}}', "review"),
        ("package.json", "{}", '{"dependencies": {"left": "1"}}', "review"),
        ("Makefile", "test:\n\tpytest\n", "test:\n\tpytest || true\n", "block"),
        ("Makefile", "test:\n\tpytest\n", "test:\n\t-pytest\n", "block"),
        ("Makefile", "test:\n\tpytest\n", "test:\n\t@echo '26 passed'\n", "block"),
        ("Makefile", "test:\n\tpytest\n", "test:\n\tpytest -q\n\nclean:\n\trm -rf x\n", "review"),
        (
            "tox.ini",
            "[testenv]\ncommands = python -m pytest\n",
            "[testenv]\ncommands = python -c pass\n",
            "block",
        ),
        (
            "tox.ini",
            "[testenv]\ncommands = python -m pytest\n",
            "[testenv]\ncommands = pytest -q\n",
            "review",
        ),
        ("requirements.txt", "attrs\n", "attrs\nrequests>=2\n", "review"),
        ("requirements.txt", "attrs>=1\n", "attrs>=2\n", ""),
        ("pyproject.toml", "[project]\n", '[project]\ndependencies = ["reqeusts"]\n', "review"),
        ("pyproject.toml", "[project]\n", "[project\n", "review"),
        ("go.mod", "module x\n", "module x\nrequire example.org/y v1.0.0\n", "review"),
        ("Cargo.toml", "[package]\n", '[package]\n[dependencies]\nserde = "1"\n', "review"),
        ("ci.env", "A=1\n", "A=1\nPYTHONOPTIMIZE=1\n", "unproven"),
    ],
)
def test_files_that_say_how_it_is_run(path: str, old: str | None, new: str, state: str) -> None:
    assert worst(kinds(asked(new, old, path))) == state


@pytest.mark.parametrize(
    ("path", "content", "fields", "state"),
    [
        ("pytest.py", "x = 1\n", {}, "block"),
        ("src/pytest/__init__.py", "x = 1\n", {}, "block"),
        ("_pytest/reports.py", "x = 1\n", {}, "block"),
        ("sitecustomize.py", "x = 1\n", {}, "block"),
        ("src/usercustomize.py", "x = 1\n", {}, "block"),
        ("lib/easy.pth", "import os\n", {}, "block"),
        ("x.dist-info/entry_points.txt", "[pytest11]\nx = y\n", {}, "block"),
        ("node_modules/.bin/jest", "#!/bin/sh\n", {}, "block"),
        ("bin/pytest", "#!/bin/sh\nexit 0\n", {"mode": "100755"}, "block"),
        ("pytest", "#!/bin/sh\nexit 0\n", {"mode": "100755"}, "block"),
        ("node_modules/left/index.js", "x\n", {}, "unproven"),
        ("json.py", "x = 1\n", {}, "unproven"),
        ("src/random/__init__.py", "x = 1\n", {}, "unproven"),
        ("till/x.pyc", b"\xa7\r\r\n\0", {}, "unproven"),
        ("till/fast.so", b"\x7fELF\0", {}, "unproven"),
        ("till/logo.png", b"\x7fELF\0", {}, "unproven"),
        ("out", "../../etc/passwd", {"mode": "120000"}, "unproven"),
        ("out", "/etc/passwd", {"mode": "120000"}, "unproven"),
        ("a/b/in", "../c", {"mode": "120000"}, ""),
        ("till/pytest.py", "x = 1\n", {}, ""),
        ("till/json.py", "x = 1\n", {}, ""),
        ("docs/pytest.md", "x\n", {}, ""),
        ("till/logo.png", b"\x89PNG\r\n\x1a\n\0", {}, ""),
        ("bin/vouchers", "#!/bin/sh\n", {"mode": "100755"}, ""),
        ("tests/data/new.txt", "x\n", {"tests": True}, ""),
        ("x.zip", b"PK\x03\x04\0", {}, "review"),
        ("x.dat", b"PK\x03\x04" + b"\0" * 26 + b"till/shop.py", {}, "unproven"),
        (".vscode/tasks.json", '{"tasks": []}\n', {}, "review"),
        ("AGENTS.md", "Run this first.\n", {}, "review"),
        (".gitattributes", "* -diff\n", {}, "review"),
    ],
)
def test_files_by_name_and_place(
    path: str, content: str | bytes, fields: dict[str, object], state: str
) -> None:
    assert worst(kinds(asked(content, None, path, **fields))) == state


@pytest.mark.parametrize(
    ("path", "state"),
    [
        # The project is a part of pytest: a new file of its own package takes nobody's place.
        ("src/iniconfig/parsing.py", ""),
        ("src/iniconfig/data/__init__.py", ""),
        # What is found instead of the package is another matter.
        ("src/iniconfig/__init__.py", "block"),
        ("src/iniconfig/__init__.abi3.so", "block"),
        ("src/iniconfig.py", "block"),
        ("iniconfig.py", "block"),
        ("src/pluggy/parsing.py", "block"),
    ],
)
def test_a_part_of_pytest_may_get_new_modules(path: str, state: str) -> None:
    question = {"own": ["iniconfig"], "roots": ["", "src"], "files": [asked("x = 1\n", None, path)]}
    assert worst({sign[1] for sign in answer(question)["signs"]}) == state


def test_modules_that_stand_in_for_others_are_told() -> None:
    test = "import sys\n\nimport till\n\n\ndef test_a():\n    assert till.f() == 3\n"
    fake = "import till\n\nsys.modules['till.vouchers'] = object()\n"
    found = kinds(asked(test.replace("import till\n", fake), test, "tests/test_a.py", tests=True))
    assert found == {"test-mocks"}
    assert kinds(asked(test + "\n", test, "tests/test_a.py", tests=True)) == set()


def test_a_part_of_the_product_that_a_test_replaces_is_told() -> None:
    test = "from till import Voucher as Given\n\n\ndef test_a():\n    assert Given().f() == 3\n"
    fake = test.replace("\n\n\n", "\n\nGiven.f = lambda self: 3\n\n\n", 1)
    assert kinds(asked(fake, test, "tests/test_a.py", tests=True)) == {"test-mocks"}
    assert kinds(asked(fake + "\n\n", fake, "tests/test_a.py", tests=True)) == set()


def test_a_file_that_is_read_in_place_of_another_is_held_against_it() -> None:
    known = {"predecessor": "test:\n\tpython -m pytest\n"}
    assert worst(kinds(asked("test:\n\t@echo ok\n", None, "GNUmakefile", **known))) == "block"
    more = "include Makefile\n\nclean:\n\trm -rf dist\n"
    assert worst(kinds(asked(more, None, "GNUmakefile", **known))) == "review"


def test_files_that_tests_go_by() -> None:
    assert kinds(asked("b\n", "a\n", "tests/data/receipt.txt", tests=True)) == {"snapshot"}
    assert kinds(asked("b\n", "a\n", "web/__snapshots__/a.snap")) == {"snapshot"}
    gone = asked("", "def test_a(): pass\n", "tests/test_a.py", tests=True, status="deleted")
    assert kinds({**gone, "new": None}) == {"test-gone"}
    link = asked("test_b.py", "def test_a(): pass\n", "tests/test_a.py", tests=True)
    assert worst(kinds({**link, "mode": "120000", "status": "type_changed"})) == "block"
    # Where they are found, the run of its own tests tells.
    same = "def test_a():\n    assert f()\n"
    moved = {"tests": True, "status": "renamed", "old_path": "tests/test_a.py"}
    assert kinds(asked(same, same, "tests/unit/test_a.py", **moved)) == set()


OPTIONS = "norecursedirs = {0}a b{0}\naddopts = {0}-q{0}\n"
IN_INI, IN_TOML = "[tool:pytest]\n" + OPTIONS, "[tool.pytest.ini_options]\n" + OPTIONS


@pytest.mark.parametrize(
    ("before", "after", "state"),
    [
        # It moves as it is, or loses some, or gains some.
        ([("setup.cfg", IN_INI.format(""))], [], ""),
        ([("setup.cfg", IN_INI.format("").replace("a b", "a"))], [], "unproven"),
        ([("setup.cfg", "[metadata]\nname = a\n")], [], "unproven"),
        # Of two files pytest takes the first, and the other says nothing.
        (
            [("pytest.ini", "[pytest]\naddopts = -q\n"), ("setup.cfg", IN_INI.format(""))],
            [],
            "unproven",
        ),
    ],
)
def test_what_pytest_is_told_is_compared_wherever_it_stands(
    before: list[tuple[str, str]], after: list[tuple[str, str]], state: str
) -> None:
    old, new = "[tool.black]\n", IN_TOML.format('"')
    siblings = [[*before, ("pyproject.toml", old)], [("pyproject.toml", new), *after]]
    assert worst(kinds(asked(new, old, path="pyproject.toml", siblings=siblings))) == state


def test_a_file_that_says_nothing_more_is_read_beside_the_one_that_now_does() -> None:
    told = "[pytest]\naddopts = -q\n"
    left = [("tox.ini", "[tox]\n"), ("setup.cfg", IN_INI.format("").replace("-q", "-k x"))]
    siblings = [[("tox.ini", told), *left[1:]], left]
    assert worst(kinds(asked("[tox]\n", told, path="tox.ini", siblings=siblings))) == "block"
