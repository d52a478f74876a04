"""Which files a command of tests names, directly and through the files that it names."""

from __future__ import annotations

import pytest

from pytest_hydra.plugins.race.judging_files import judging_files

FILES = {
    "ci/run.py": "from shop import total\n",
    "shop.py": "def total(): ...\n",
    "tests/test_other.py": "import shop  # shop.py\n",
    "tests/run.sh": "sh greet.sh\n",
    "greet.sh": "",
    "README.md": "",
}


def named(command: str, **files: str) -> set[str]:
    """The existing files that are named; a double underscore stands for a slash."""
    found = FILES | {path.replace("__", "/").replace("_dot_", "."): t for path, t in files.items()}
    return judging_files(
        command,
        found,
        lambda path: found.get(path, "").encode(),
        lambda path: path.startswith("tests/"),
    ) & {*found}


@pytest.mark.parametrize(
    "command",
    [
        "python ci/run.py",
        "./ci/run.py",
        "python -m ci.run",
        "PYTHONPATH=ci python -m run",
        "sh -c 'python ci/run.py'",
        "timeout 60 nice -n 5 python ci/run.py",
        "for f in ci/*.py; do python $f || exit 1; done",
        "python - < ci/run.py",
        "cat ci/run.py | python -",
        "(cd ci; python run.py)",
        'X=$(pwd); python "$X/ci/run.py"',
        "find . -name '*.pyc'; xargs python <<< ci/run.py",
        "python -c 'exec(open(\"ci/run.py\").read())'",
        "pytest -q && python ci/run.py",
    ],
)
def test_a_script_that_a_command_names_in_any_way(command: str) -> None:
    assert named(command) == {"ci/run.py"}


@pytest.mark.parametrize(
    "command",
    [
        "make check",
        "make",
        "python -m pytest -q tests shop.py",
        "cargo test",
        "jest shop.py",
        "echo shop",
        "python -m unittest discover",
        "python --version 2>ci",
    ],
)
def test_commands_that_name_nothing(command: str) -> None:
    assert named(command) == set()


@pytest.mark.parametrize(
    ("command", "name", "text"),
    [
        ("make -f build/all.mk", "build__all_dot_mk", "all:\n\tpython ci/run.py\n"),
        ("make -C ci", "ci__Makefile", "all:\n\tcd .. && python ci/run.py\n"),
        ("make check", "Makefile", "RUNNER = ci/run.py\ncheck:\n\tpython $(RUNNER)\n"),
        ("make", "GNUmakefile", "all: prepare\nprepare: ci/run.py\n\t./$<\n"),
        ("make all", "Makefile", "all:\n\tmake other\nother:\n\tpython -m ci.run\n"),
        ("sh ci/test.sh", "ci__test_dot_sh", 'd=$(dirname "$0")\nexec python "$d/run.py"\n'),
        ("bash ci/test.sh", "ci__test_dot_sh", 'cd "${0%/*}"; python run.py\n'),
        (
            "npm --prefix web run t",
            "web__package_dot_json",
            '{"scripts": {"t": "python ci/run.py"}}',
        ),
        ("node ci/go.js", "ci__go_dot_js", "execFileSync('python', ['ci/run.py'])"),
        ("invoke check", "tasks_dot_py", "c.run('python ci/run.py')"),
        ("just", "justfile", "all:\n  python ci/run.py\n"),
    ],
)
def test_a_script_that_another_file_names(command: str, name: str, text: str) -> None:
    path = name.replace("__", "/").replace("_dot_", ".")
    assert named(command, **{name: text}) == {path, "ci/run.py"}


def test_scripts_of_packages_that_run_one_another() -> None:
    scripts = '"test:all": "node ci/go.js", "pretest": "node a.js", "lint": "node lint.js"'
    package = f'{{"scripts": {{"test": "npm run test:all", {scripts}}}}}'
    files = {"package_dot_json": package, "ci__go_dot_js": "", "a_dot_js": "", "lint_dot_js": ""}
    expected = {"package.json", "ci/go.js", "a.js"}
    assert named("npm test", **files) == expected
    assert named("npm t", **files) == expected


def test_what_no_target_of_a_command_reaches() -> None:
    makefile = "test:\n\tsh tests/run.sh\nlint:\n\tsh -n greet.sh\nrun: shop.py\n\tpython shop.py\n"
    assert named("make test", Makefile=makefile) == {"Makefile", "tests/run.sh"}
    assert named("make test run", Makefile=makefile) == {"Makefile", "tests/run.sh", "shop.py"}


def test_data_and_configuration_of_scripts() -> None:
    files = {"cases_dot_txt": "", "ci__limits_dot_json": "", "qa__checks_dot_py": ""}
    assert named("python ci/run.py cases.txt", **files) == {"ci/run.py", "cases.txt"}
    assert named("python ci/all.py", ci__all_dot_py="open('limits.json')", **files) == {
        *("ci/all.py", "ci/limits.json"),
    }
    assert named("python -m unittest qa.checks.A.test_a", **files) == {"qa/checks.py"}
    assert named("pytest -p qa.checks -c qa/run.ini", qa__run_dot_ini="", **files) == {
        *("qa/checks.py", "qa/run.ini"),
    }
    assert named("python -m doctest shop.py README.md") == {"shop.py", "README.md"}


def test_prose_and_patterns_of_a_compiler_name_no_judge() -> None:
    scripts = '{"test": "npm run docs && tsc -p tsconfig.json", "docs": "check README.md"}'
    files = {
        "package_dot_json": f'{{"scripts": {scripts}}}',
        "tsconfig_dot_json": '{"include": ["lib/*.js"], "files": ["types.d.ts"]}',
        "types_dot_d_dot_ts": "",
        "lib__shop_dot_js": "",
        "README_dot_md": "Use lib/shop.js.",
    }
    assert named("npm test", **files) == {
        *("package.json", "tsconfig.json", "types.d.ts", "README.md"),
    }


def test_a_folder_with_the_name_of_a_script_is_none() -> None:
    scripts = (
        '{"test": "check $(git ls-files | grep -v dist/)", "dist": "pack shop.py > dist/shop.py"}'
    )
    assert named("npm test", package_dot_json=f'{{"scripts": {scripts}}}') == {"package.json"}


@pytest.mark.parametrize("command", ["python ci", "python3.11 -B ./ci", "sh run.sh"])
def test_a_folder_that_python_runs(command: str) -> None:
    files = {"ci/__main__.py": "", "shop/__main__.py": "", "run.sh": "lint shop\npython ci\n"}
    found = judging_files(command, files, lambda path: files[path].encode(), lambda _: False)
    assert found - {"run.sh"} == {"ci/__main__.py"}
