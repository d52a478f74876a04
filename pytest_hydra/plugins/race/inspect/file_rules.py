"""Rules for files of any language: names and locations, bytes, characters and lines."""

from __future__ import annotations

import fnmatch
import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence, Set
from pathlib import PurePosixPath

from pytest_hydra.core.path_patterns import matches
from pytest_hydra.core.text import crop, read_words
from pytest_hydra.plugins.race.inspect import LONGEST_QUOTE, ChangedFile, Note, new_lines

_WORDS = read_words(__file__, "files.txt")

# Invisible and misleading characters.

_OVERRIDES = "\u202a\u202b\u202d\u202e"
_MARKS = "\u200e\u200f\u061c"
_JOINERS = "\u200c\u200d"
_DOUBTFUL = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e"
    "\u2060-\u2069\u3164\ufeff\uffa0\U000e0000-\U000e01ef]"
)
_FAR = " " * 100
_FLAG = "\U0001f3f4"
# Words that mix Latin letters with look-alikes of other scripts.
_GREEK = (
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f"
    "\u03a1\u03a4\u03a5\u03a7\u03bf\u03bd"
)
_ALIKE = rf"[\u0400-\u052f{_GREEK}\uff21-\uff5a]"
_MIXED = re.compile(rf"\w*(?:[A-Za-z_]{_ALIKE}|{_ALIKE}[A-Za-z_])\w*")


def hidden_text(path: str, old: str, new: str) -> list[Note]:
    """New lines that a reviewer may not see as they are.

    They have invisible or misleading characters, or code far to the right.
    """
    prose = path.lower().endswith(_WORDS["prose"])
    if new.isascii() and _DOUBTFUL.search(new) is None and (prose or _FAR not in new):
        return []
    findings = []
    for number, line in new_lines(old, new):
        text = line.removeprefix("\ufeff") if number == 1 else line
        doubt = next(_hidden_characters(text, prose=prose), None)
        if doubt is not None:
            findings.append(Note("hidden-text", number, doubt))
    return findings


def _hidden_characters(line: str, *, prose: bool) -> Iterator[str]:
    for match in _DOUBTFUL.finditer(line):
        char, index = match[0], match.start()
        if prose and char not in _OVERRIDES and ord(char) < 0xE0000:
            continue
        if char in _JOINERS and index and _joins(line[index - 1]):
            continue
        if char in _MARKS and any(
            unicodedata.bidirectional(entry) in ("R", "AL") for entry in line
        ):
            continue
        if ord(char) >= 0xE0000 and _is_flag(line, index):
            continue
        yield f"an invisible or misleading character ({_name(char)})"
    if prose:
        return
    if _FAR in line.strip():
        yield f"code after {len(_FAR)} or more spaces"
    if word := _MIXED.search(line[:2000]):
        letter = next(entry for entry in word[0] if not entry.isascii())
        yield f"a look-alike letter in {word[0][:40]!r} ({_name(letter)})"


def _name(char: str) -> str:
    return unicodedata.name(char, f"U+{ord(char):04X}")


def _joins(character: str) -> bool:
    """Whether a joiner is usual after this character: an emoji, or a letter of a joined script."""
    emoji = unicodedata.category(character) in ("So", "Sk") or character == "\ufe0f"
    return emoji or 0x0590 <= ord(character) <= 0x1CFF or 0xA800 <= ord(character) <= 0xABFF


def _is_flag(line: str, index: int) -> bool:
    """Whether a tag character is part of a region's flag, which is written with them."""
    while index > 0 and 0xE0000 <= ord(line[index]) <= 0xE007F:
        index -= 1
    return line[index] == _FLAG


# Data that a reviewer cannot read.

_LOCKS = ("package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "pdm.lock")
_RUN = re.compile(r"[0-9A-Za-z+/=_-]{24,}")
_DIGIT = re.compile(r"[0-9]")
_MOST = 2**17


def opaque_data(file: ChangedFile, *, binary: bool) -> list[Note]:
    """A finding if a new or changed product file is data that a reviewer cannot read.

    It may contain the answers to tests.
    """
    path, new = PurePosixPath(file.path), file.new
    if new is None or new == file.old or file.tests or file.is_link:
        return []
    # Media, keys and the like are usual there; archives are reported by their first bytes.
    if path.name in _LOCKS or path.suffix.lower() in _WORDS["known data"]:
        return []
    if binary:
        return [Note("opaque-data", None, f"{len(new)} bytes of binary data")]
    text = new[:_MOST].decode("utf-8", "replace")
    # A long word has no digits; encoded data nearly always has some.
    words = [match[0] for match in _RUN.finditer(text) if _DIGIT.search(match[0])]
    size = sum(map(len, words))
    if size and size * 5 > len("".join(text.split())) * 3:
        return [Note("opaque-data", None, f"encoded data: {words[0][:40]}")]
    return []


# Names and locations.

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
_DOCUMENTS = (".docx", ".xlsx", ".pptx", ".odt", ".svgz")
_CODE_IN_ZIP = re.compile(rb"PK\x03\x04.{26}[ -~]{1,200}?\.pyc?", re.DOTALL)
_PYC = re.compile(rb"\A..\r\n", re.DOTALL)
_INSTALLED = re.compile(
    r"(?:^|/)(?:site-packages|node_modules|\.venv|venv|dist-packages|\.tox|\.nox)/|^vendor/(?:[\w-]+\.)+[a-z]+/"
)
_METADATA = re.compile(r"[^/]+\.(?:dist-info|egg-info)(?:/|\Z)")
# Purposes of files by name: section of files.txt, kind of sign, and description.
_PURPOSES = (
    ("runner", "runner-file", "it configures how the project is built and tested"),
    ("compiled in", "builds-tests", "cargo runs it before it builds the tests"),
    ("lint", "runner-file", "it configures how the project is linted"),
    ("opened", "opened", "editors and agents read or run it when they open the project"),
    ("environment", "runner-file", "it configures the environment of the project"),
)


def path_signs(file: ChangedFile, roots: Sequence[str], own: Set[str]) -> Iterator[Note]:
    """Signs from a file's name, location and first bytes.

    ``roots`` are the folders from which modules are imported, ``""`` included, and ``own`` the
    base's own modules.
    """
    path, status = file.path, file.status
    content = file.new or b""
    # Files may be anywhere in a zip archive.
    head = content if content.startswith(b"PK") else content[:4096]
    snapshot = matches(path, _WORDS["snapshots"])
    if snapshot and (status == "deleted" or (status != "added" and not file.tests)):
        yield Note("snapshot", None, "the expected output of a test was changed")
    if status == "deleted":
        if file.tests and not snapshot:
            yield Note("test-gone", None, "the file was deleted with all its tests")
        return
    if file.is_link:
        if file.tests and status != "added":
            yield Note("test-edited", None, "a symbolic link replaces the file")
        yield from _link(path, head)
        return
    yield from _autoload(path, status, file.mode, head)
    if status in ("added", "renamed"):
        yield from _shadowing_module(path, roots, own)
        folder, _, name = path.rpartition("/")
        module = name.removesuffix(".py")
        is_usual = name == "conftest.py" or name.startswith("test_") or not folder
        if file.tests and name != module and module in own and not is_usual:
            yield Note("hides", None, f"pytest may import it in place of {module}")
    yield from _binary(path, head)
    for patterns, kind, words in _PURPOSES:
        if matches(path, _WORDS[patterns]):
            yield Note(kind, None, words)


def _link(path: str, head: bytes) -> Iterator[Note]:
    target = head.decode("utf-8", "replace")
    depth = path.count("/")
    for part in target.split("/"):
        depth += {"..": -1, ".": 0, "": 0}.get(part, 1)
        if depth < 0:
            break
    if target.startswith("/") or depth < 0:
        text = f"it is a link to {target[:100]}, outside the project"
        yield Note("link-out", None, text)


def _autoload(path: str, status: str, mode: str, head: bytes) -> Iterator[Note]:
    """Files that Python, pytest or a shell loads on its own, or in place of the intended ones."""
    parts = path.split("/")
    name, stem = parts[-1], parts[-1].partition(".")[0]
    if _METADATA.search(path) and (name == "entry_points.txt" or path.endswith("-info")):
        kind = "planted" if b"pytest11" in head else "runner-file"
        yield Note(kind, None, "it declares the entry points of an installed package")
    elif name.endswith(".pth") or name in ("sitecustomize.py", "usercustomize.py"):
        yield Note("planted", None, "Python runs it at each start")
    elif "node_modules/.bin/" in path:
        yield Note("planted", None, "it is run in place of an installed program")
    elif _INSTALLED.search(path):
        yield Note("installed", None, "it is used in place of an installed file")
    program = stem if name.endswith((".sh", ".py", ".cmd", ".bat", ".exe", ".ps1")) else name
    is_program = mode == "100755" or head.startswith(b"#!") or {"bin", "Scripts"} & set(parts)
    if status == "added" and program in _WORDS["programs"] and is_program and name != "bash":
        yield Note("planted", None, f"it is a program with the name of a common tool: {name}")


def _shadowing_module(path: str, roots: Sequence[str], own: Set[str]) -> Iterator[Note]:
    """Modules that are imported in place of the test runner's or the standard library's."""
    for root in roots:
        if root and not path.startswith(f"{root}/"):
            continue
        relative = path[len(root) + 1 :] if root else path
        top, _, rest = relative.partition("/")
        module, dot, suffix = top.partition(".")
        if not rest and not (dot and suffix.split(".")[-1] in ("py", "pyc", "so", "pyd", "pyi")):
            continue
        if rest and not rest.endswith((".py", ".pyc", ".so")):
            continue
        if module in own and rest and not rest.startswith("__init__."):
            continue  # a submodule of the project's own package
        if module in _WORDS["runner modules"]:
            text = f"it is imported in place of {module}, which runs or supports tests"
            yield Note("planted", None, text)
        elif module in sys.stdlib_module_names and rest in ("", "__init__.py"):
            kind = "package" if rest else "module"
            yield Note("shadows", None, f"it replaces Python's own {kind} {module}")


# Attributes by which a checkout on Linux has other bytes than the repository, and a workspace.
_BYTES = re.compile(r"\s(?:eol=crlf|working-tree-encoding=|ident\b|filter=).*")


def checkout_bytes(old: bytes, new: bytes, paths: Iterable[str]) -> list[str]:
    """The lines that differ in a ``.gitattributes`` and change bytes in a checkout of the paths.

    A pattern is compared with names of files only, so it may match too many. One in quotes may
    match all, and so may a macro, which others use.
    """
    texts = (side.decode("utf-8", "replace") for side in (old, new))
    sides = ({*filter(_BYTES.search, text.splitlines())} for text in texts)
    names = {path.rpartition("/")[2] for path in paths}
    return [
        line
        for line in sorted(set.symmetric_difference(*sides))
        for pattern in [line.split(None, 1)[0].rpartition("/")[2]]
        if pattern[:1] in ("", '"') or line.startswith("[") or fnmatch.filter(names, pattern)
    ]


def _binary(path: str, head: bytes) -> Iterator[Note]:
    if _CODE.search(path) or head.startswith(_MAGIC) or "__pycache__/" in path:
        yield Note("binary-code", None, "it is compiled code")
    elif _PYC.match(head) and not head.isascii():
        yield Note("binary-code", None, "it is compiled Python code")
    elif _CODE_IN_ZIP.search(head):
        yield Note("binary-code", None, "Python can import code from this archive")
    elif head.startswith(_ARCHIVES) and not path.lower().endswith(_DOCUMENTS):
        yield Note("archive", None, "its first bytes are those of an archive")


# Lines.

_SUPPRESSIONS = re.compile(
    r"#\s*noqa\b|#\s*(?:ruff|flake8|ty|pyrefly):\s*(?:noqa|disable|ignore|file-ignore)\b"
    r"|#\s*type:\s*ignore|#\s*pyright:|#\s*pylint:\s*disable|#\s*nosec|#\s*mypy:"
    r"|#\s*pragma:\s*no\s*cover|(?:es|ox|style|ts)lint[-:]disable|deno-lint-ignore"
    r"|@ts-(?:ignore|nocheck|expect-error)|//\s*nolint|#!?\[allow\(|@SuppressWarnings"
    r"|rubocop:disable|istanbul\s+ignore|c8\s+ignore|biome-ignore"
)


def text_signs(path: str, old: str, new: str) -> list[Note]:
    """Signs in the text of a file of any language."""
    findings = hidden_text(path, old, new)
    suppressions = [
        Note("suppression", number, crop(line.strip(), LONGEST_QUOTE))
        for number, line in new_lines(old, new)
        for _ in _SUPPRESSIONS.findall(line)
    ]
    # Only as many as there are more than before: one that moved silences nothing new.
    growth = len(_SUPPRESSIONS.findall(new)) - len(_SUPPRESSIONS.findall(old))
    return findings + suppressions[: max(0, growth)]
