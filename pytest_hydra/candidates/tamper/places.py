"""What a file is by its name, its place and its first bytes, whatever stands in it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Final

from pytest_hydra.candidates.paths import matches
from pytest_hydra.candidates.tamper.seen import Seen

_RUNNER_MODULES: Final = frozenset(
    {
        "pytest",
        "_pytest",
        "py",
        "pluggy",
        "unittest",
        "doctest",
        "xdist",
        "iniconfig",
        "pytest_asyncio",
    }
)
_PROGRAMS: Final = frozenset(
    {
        *("pytest", "py.test", "python", "python3", "node", "npm", "npx", "yarn", "pnpm", "bun"),
        *("jest", "vitest", "mocha", "ava", "karma", "playwright", "cypress", "tsc", "eslint"),
        *("cargo", "rustc", "go", "ruff", "mypy", "flake8", "pylint", "tox", "nox", "hatch", "uv"),
        *("make", "coverage", "cargo-nextest", "golangci-lint", "git", "sh", "bash", "env", "pip"),
    }
)
_CODE = re.compile(
    r"\.(?:pyc|pyo|so|pyd|dll|dylib|exe|o|a|lib|class|jar|war|node|wasm|whl|egg|beam|elf)\Z"
    r"|\.so\.\d[\d.]*\Z|\.cpython-\w+",
    re.IGNORECASE,
)
_MAGIC = (
    *(b"\x7fELF", b"MZ", b"\xca\xfe\xba\xbe", b"\xcf\xfa\xed\xfe", b"\xfe\xed\xfa", b"\0asm"),
    *(b"\xce\xfa\xed\xfe", b"!<arch>\n"),
)
_ARCHIVES = (b"PK\x03\x04", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd")
_CODE_IN_ZIP = re.compile(rb"PK\x03\x04.{26}[ -~]{1,200}?\.pyc?", re.DOTALL)
_PYC = re.compile(rb"\A..\r\n", re.DOTALL)
_SNAPSHOTS = (
    *(
        "__snapshots__/",
        "*.snap",
        "*.ambr",
        "*.approved.*",
        "*.golden",
        "/snapshots/",
        "snapshots/",
    ),
    *("cassettes/", "__image_snapshots__/", "golden/", "goldens/", "testdata/*.golden"),
)
_SOURCES = (
    *(".py", ".pyi", ".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".go", ".rs", ".java", ".kt"),
    *(".rb", ".php", ".cs", ".swift", ".toml", ".ini", ".cfg", ".md"),
)
_RUNNER_FILES = (
    *("Makefile", "makefile", "GNUmakefile", "*.mk", "justfile", "Justfile", "Taskfile.y*ml"),
    *("tox.ini", "noxfile.py", "/tasks.py", "/dodo.py", ".github/workflows/", ".gitlab-ci.yml"),
    *("azure-pipelines.yml", ".circleci/", ".travis.yml", "Jenkinsfile", "appveyor.yml"),
    *("pytest.ini", ".pytest.ini", "pytest.toml", "jest.config.*", "vitest.config.*", ".mocharc*"),
    *("karma.conf.*", "playwright.config.*", "/.config/nextest.toml", ".cargo/config*", "build.rs"),
    *(
        ".pre-commit-config.yaml",
        ".coveragerc",
        "gulpfile.*",
        "Gruntfile.*",
        "turbo.json",
        *("nx.json", ".gitattributes", ".gitmodules", "hydra.toml"),
    ),
)
_LINT_FILES = (
    *("ruff.toml", ".ruff.toml", ".flake8", ".pylintrc", "pylintrc", "mypy.ini", ".mypy.ini"),
    *(".eslintrc*", "eslint.config.*", ".eslintignore", "biome.json*", ".golangci.*"),
    *("clippy.toml", ".clippy.toml"),
)
_ENVIRONMENT = (
    ".env",
    ".env.*",
    ".envrc",
    "pyvenv.cfg",
    ".python-version",
    ".tool-versions",
    ".npmrc",
    ".yarnrc*",
    "pip.conf",
)
# What the tools of people and of agents run, or are told by, when they open a project.
_OPENED = (
    *(".vscode/", ".devcontainer/", ".devcontainer.json", ".idea/", ".fleet/", ".zed/", ".vs/"),
    *(".claude/", ".cursor/", ".codex/", ".gemini/", ".windsurf/", ".continue/", ".mcp.json"),
    *("AGENTS.md", "AGENT.md", "CLAUDE.md", "GEMINI.md", ".cursorrules", ".windsurfrules"),
    *(".clinerules", ".aider*", ".goosehints", ".github/copilot-instructions.md"),
    *(".husky/", ".githooks/", "lefthook.y*ml", ".lefthook*", "*.code-workspace", ".gitpod.yml"),
    *(".replit", "mise.toml", ".mise.toml", "devbox.json", "flake.nix", "shell.nix"),
    *("Dockerfile", "*.dockerfile", "Dockerfile.*", "Containerfile", "Vagrantfile"),
    *("docker-compose*.y*ml", "compose.y*ml"),
)
_INSTALLED = re.compile(
    r"(?:^|/)(?:site-packages|node_modules|\.venv|venv|dist-packages|\.tox|\.nox)/"
)
_METADATA = re.compile(r"[^/]+\.(?:dist-info|egg-info)(?:/|\Z)")


def seen_by_place(  # noqa: PLR0913 - all that is known of a file without reading it through
    path: str,
    status: str,
    mode: str,
    head: bytes,
    *,
    old_path: str | None,
    tests: bool,
    roots: tuple[str, ...],
) -> Iterator[Seen]:
    """What is worth a word of a file that a change adds or alters, or takes away.

    ``head`` are its first bytes, or where a link leads; ``roots`` are the folders, ``""`` among
    them, from which modules are imported.
    """
    if status == "deleted":
        yield from _gone(path, tests=tests)
        return
    if tests and old_path is not None and _is_collected(old_path) and not _is_collected(path):
        yield Seen("test-gone", None, f"it was {old_path}, whose tests are run by its name")
    if tests and mode == "120000" and status != "added":
        yield Seen("test-deselected", None, "a link stands in the place of a file of tests")
    elif tests and status == "modified" and not path.endswith(_SOURCES):
        yield Seen("snapshot", None, "it is data that tests go by")
    if mode == "120000":
        yield from _link(path, head)
        return
    yield from _planted(path, status, mode, head, roots)
    yield from _binary(path, head)
    if not tests and matches(path, _SNAPSHOTS) and status != "added":
        yield Seen("snapshot", None, "what a test expects was recorded anew")
    if matches(path, _RUNNER_FILES):
        yield Seen("runner-file", None, "it says how the project is built and tested")
    if matches(path, _LINT_FILES):
        yield Seen("runner-file", None, "it says how the project is linted")
    if matches(path, _OPENED):
        yield Seen("opened", None, "it is read, or run, as soon as somebody works on it")
    if matches(path, _ENVIRONMENT):
        yield Seen("runner-file", None, "it says with what the project is run")


def _is_collected(path: str) -> bool:
    name = path.rpartition("/")[2]
    return not name.endswith(".py") or name.startswith("test_") or name.endswith("_test.py")


def _gone(path: str, *, tests: bool) -> Iterator[Seen]:
    if matches(path, _SNAPSHOTS):
        yield Seen("snapshot", None, "what a test expects is gone")
    elif tests:
        yield Seen("test-gone", None, "the file is gone, and the tests in it")


def _link(path: str, head: bytes) -> Iterator[Seen]:
    target = head.decode("utf-8", "replace")
    depth = path.count("/")
    for part in target.split("/"):
        depth += {"..": -1, ".": 0, "": 0}.get(part, 1)
        if depth < 0:
            break
    if target.startswith("/") or depth < 0:
        yield Seen("link-out", None, f"it is a link to {target[:100]}, which is not in the project")


def _planted(
    path: str, status: str, mode: str, head: bytes, roots: tuple[str, ...]
) -> Iterator[Seen]:
    """Files that are found where another one was meant, by who runs the tests."""
    whole = PurePosixPath(path)
    name, stem = whole.name, whole.name.partition(".")[0]
    if _METADATA.search(path) and (name == "entry_points.txt" or path.endswith("-info")):
        kind = "planted" if b"pytest11" in head else "runner-file"
        yield Seen(kind, None, "it tells Python what an installed package plugs into others")
    elif name.endswith(".pth") or name in ("sitecustomize.py", "usercustomize.py"):
        yield Seen("planted", None, "Python runs it each time that it starts")
    elif "node_modules/.bin/" in path:
        yield Seen("planted", None, "it is run in place of an installed program")
    elif _INSTALLED.search(path):
        yield Seen("installed", None, "it is what an installation makes, and is run in its place")
    else:
        yield from _named_alike(path, status, roots)
    programs = stem if name.endswith((".sh", ".py", ".cmd", ".bat", ".exe", ".ps1")) else name
    runs = (
        mode == "100755"
        or head.startswith(b"#!")
        or "bin" in whole.parts
        or "Scripts" in whole.parts
    )
    if status == "added" and programs in _PROGRAMS and runs and name != "bash":
        yield Seen("planted", None, f"it is a program that is called {name}, as others are")


def _named_alike(path: str, status: str, roots: tuple[str, ...]) -> Iterator[Seen]:
    """Modules that are found before those of the runner, or of Python itself."""
    if status not in ("added", "renamed"):
        return
    for root in roots:
        if root and not path.startswith(f"{root}/"):
            continue
        inside = path[len(root) + 1 :] if root else path
        top, _, below = inside.partition("/")
        module, dot, suffix = top.partition(".")
        if not below and not (dot and suffix.split(".")[-1] in ("py", "pyc", "so", "pyd", "pyi")):
            continue
        if below and not below.endswith((".py", ".pyc", ".so")):
            continue
        if module in _RUNNER_MODULES:
            yield Seen(
                "planted",
                None,
                f"it is found in place of the module {module}, by which tests are run",
            )
        elif module in sys.stdlib_module_names and not below:
            yield Seen("shadows", None, f"it is found in place of Python's own module {module}")
        elif module in sys.stdlib_module_names and below == "__init__.py":
            yield Seen("shadows", None, f"it is found in place of Python's own package {module}")


def _binary(path: str, head: bytes) -> Iterator[Seen]:
    if _CODE.search(path) or head.startswith(_MAGIC) or ("__pycache__/" in path):
        yield Seen("binary-code", None, "it is compiled code, which nobody can read")
    elif _PYC.match(head) and not head.isascii():
        yield Seen("binary-code", None, "it is compiled Python, which nobody can read")
    elif _CODE_IN_ZIP.search(head):
        yield Seen("binary-code", None, "it is an archive with code, which Python can load from it")
    elif head.startswith(_ARCHIVES) and not path.lower().endswith(
        (".docx", ".xlsx", ".pptx", ".odt", ".svgz")
    ):
        yield Seen("archive", None, "it is an archive, which was not looked into")
