"""Signs in a file's name, place, first bytes and characters, whatever language it is in."""

from __future__ import annotations

import io
import re
import sys
import tokenize
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import Final

from pytest_hydra.candidates.paths import matches
from pytest_hydra.candidates.tamper.signs import Seen

_OVERRIDES = frozenset("\u202a\u202b\u202d\u202e")
_MARKS = frozenset("\u200e\u200f\u061c")
_JOINERS = frozenset("\u200c\u200d")
_UNSEEN = frozenset(
    "\u200b\u2060\u2061\u2062\u2063\u2064\u00ad\u180e\u115f\u1160\u3164\uffa0\ufeff\u034f"
)
_DOUBTFUL = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e"
    "\u2060-\u2069\u3164\ufeff\uffa0\U000e0000-\U000e01ef]"
)
_FAR = " " * 100
_FLAG = "\U0001f3f4"
# Latin letters beside letters of other scripts that look like them.
_GREEK = (
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f"
    "\u03a1\u03a4\u03a5\u03a7\u03bf\u03bd"
)
_ALIKE = rf"[\u0400-\u052f{_GREEK}\uff21-\uff5a]"
_MIXED = re.compile(rf"\w*(?:[A-Za-z_]{_ALIKE}|{_ALIKE}[A-Za-z_])\w*")
_PROSE = (
    *(".md", ".rst", ".txt", ".po", ".pot", ".json", ".html", ".htm", ".xml", ".properties"),
    *(".strings", ".arb", ".xliff", ".xlf", ".ftl", ".csv", ".tsv", ".srt", ".svg", ".resx"),
    *(".yml", ".yaml", ".adoc", ".tex", ".snap", ".ambr"),
)


def hidden_text(path: str, old: str, new: str) -> list[Seen]:
    """Lines that were not there before and have something in them that is not seen."""
    prose = path.lower().endswith(_PROSE)
    if new.isascii() and _DOUBTFUL.search(new) is None and (prose or _FAR not in new):
        return []
    known = Counter(old.splitlines())
    found = []
    for number, line in enumerate(new.splitlines(), 1):
        if known[line] > 0:
            known[line] -= 1
            continue
        shown = line.removeprefix("\ufeff") if number == 1 else line
        seen = next(_doubts(shown, prose=prose), None)
        if seen is not None:
            found.append(Seen("hidden-text", number, seen))
    return found


def _doubts(line: str, *, prose: bool) -> Iterator[str]:
    for match in _DOUBTFUL.finditer(line):
        char, at = match[0], match.start()
        before = line[at - 1] if at else ""
        name = unicodedata.name(char, f"U+{ord(char):04X}")
        if prose and (char not in _OVERRIDES and ord(char) < 0xE0000):
            continue
        if char in _JOINERS and _joins(before):
            continue
        if char in _MARKS and any(
            unicodedata.bidirectional(entry) in ("R", "AL") for entry in line
        ):
            continue
        if ord(char) >= 0xE0000 and _is_flag(line, at):
            continue
        yield f"a character that is not seen ({name})"
    if not prose and _FAR in line.strip():
        yield "code that stands far to the right"
    if not prose and (mixed := _MIXED.search(line[:2000])):
        odd = next(entry for entry in mixed[0] if not entry.isascii())
        name = unicodedata.name(odd, f"U+{ord(odd):04X}")
        yield f"a letter that looks like another, in {mixed[0][:40]!r} ({name})"


def _joins(before: str) -> bool:
    """Whether it may be part of an emoji, or of a script whose letters are joined."""
    if not before:
        return False
    emoji = unicodedata.category(before) in ("So", "Sk") or before == "\ufe0f"
    return emoji or 0x0590 <= ord(before) <= 0x1CFF or 0xA800 <= ord(before) <= 0xABFF


def _is_flag(line: str, at: int) -> bool:
    """Whether it belongs to the flag of a region, which is spelled so."""
    while at > 0 and 0xE0000 <= ord(line[at]) <= 0xE007F:
        at -= 1
    return line[at] == _FLAG


def disguised_names(old: str, new: str) -> list[Seen]:
    """Names in Python that are read as others: it takes letters of many shapes for plain ones."""
    if new.isascii():
        return []
    known = {name for name, _ in _odd_names(old)}
    return [
        Seen("disguised-name", line, f"{name!r} is read as {unicodedata.normalize('NFKC', name)}")
        for name, line in _odd_names(new)
        if name not in known
    ]


def _odd_names(source: str) -> Sequence[tuple[str, int]]:
    found = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.NAME and not token.string.isascii():
                plain = unicodedata.normalize("NFKC", token.string)
                if plain != token.string and plain.isascii():
                    found.append((token.string, token.start[0]))
    except (tokenize.TokenError, SyntaxError):
        return found  # what cannot be read is told of elsewhere
    return found


# What programs show, play or sign by; what is compressed is told of by its first bytes.
_KNOWN: Final = frozenset(
    {
        *(".png", ".jpg", ".jpeg", ".gif", ".webp", ".ico", ".icns", ".bmp", ".tif", ".tiff"),
        *(".avif", ".pdf", ".ttf", ".otf", ".woff", ".woff2", ".eot", ".mp3", ".mp4", ".wav"),
        *(".ogg", ".webm", ".mov", ".flac", ".mo", ".docx", ".xlsx", ".pptx", ".odt", ".ods"),
        *(".svg", ".svgz", ".map", ".lock", ".sum", ".pem", ".crt", ".cer", ".key", ".pub"),
        *(".asc", ".sig", ".sha256", ".sha512", ".md5", ".zip", ".gz", ".bz2", ".xz", ".zst"),
        *(".whl", ".jar", ".7z", ".tar", ".tgz"),
    }
)
_LOCKS = ("package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "pdm.lock")
_RUN = re.compile(r"[0-9A-Za-z+/=_-]{24,}")
_DIGIT = re.compile(r"[0-9]")
_MOST = 2**17


def opaque_data(path: str, old: bytes | None, new: bytes, *, binary: bool) -> list[Seen]:
    """Whether a file that is new, or has changed, is data that is not written to be read."""
    name = PurePosixPath(path).name
    if old == new or name in _LOCKS or PurePosixPath(name).suffix.lower() in _KNOWN:
        return []
    if binary:
        return [Seen("opaque-data", None, f"{len(new)} bytes that are no text")]
    text = new[:_MOST].decode("utf-8", "replace")
    # A word has no digits; what is coded nearly always has.
    coded = [match[0] for match in _RUN.finditer(text) if _DIGIT.search(match[0])]
    size = sum(map(len, coded))
    if size and size * 5 > len("".join(text.split())) * 3:
        return [Seen("opaque-data", None, f"coded, and not to be read: {coded[0][:40]}")]
    return []


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
