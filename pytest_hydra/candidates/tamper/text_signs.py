"""Signs in files of any language: by their lines, and by tests as they look there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import NamedTuple

from pytest_hydra.candidates.tamper.file_signs import hidden_text
from pytest_hydra.candidates.tamper.signs import MOST_SHOWN, Seen

_SUPPRESSIONS = re.compile(
    r"#\s*noqa\b|#\s*(?:ruff|flake8):\s*noqa|#\s*type:\s*ignore|#\s*pyright:|#\s*pylint:\s*disable|#\s*nosec|#\s*mypy:"
    r"|#\s*pragma:\s*no\s*cover|eslint-disable|@ts-(?:ignore|nocheck|expect-error)|//\s*nolint"
    r"|#!?\[allow\(|@SuppressWarnings|rubocop:disable|istanbul\s+ignore|c8\s+ignore|biome-ignore"
)


class _Language(NamedTuple):
    """How tests look in a language."""

    test: re.Pattern[str]
    asserts: re.Pattern[str]
    skips: re.Pattern[str]
    only: re.Pattern[str]
    idle: re.Pattern[str]
    dead: re.Pattern[str]
    swallows: re.Pattern[str]
    comment: re.Pattern[str]


_NOTHING = re.compile(r"(?!)")
_SLASHES = re.compile(r"(?<![:'\"\w])//[^\n]*|/\*.*?\*/", re.DOTALL)
_JS = _Language(
    test=re.compile(r"\b(?:it|test|specify)(?:\.(?!each)\w+)*\s*\(\s*(['\"`])(?P<name>.+?)\1"),
    asserts=re.compile(
        r"\bexpect\b|\bassert|\bshould\b|\bt\.(?:is|not|true|deepEqual|throws|equal|snapshot|assert|ok)\b"
    ),
    skips=re.compile(
        r"\b(?:it|test|describe|context|suite|specify)\.(?:skip|todo|fixme|fails|failing)\b"
        r"|\bx(?:it|test|describe|context|specify)\s*\(|\bthis\.skip\(|\bpending\("
        r"|\bskip\s*:\s*(?:true|['\"`])|\bt\.skip\("
    ),
    only=re.compile(
        r"\b(?:it|test|describe|context|suite|specify)\.only\b|\bf(?:it|describe)\s*\("
        r"|\bonly\s*:\s*true"
    ),
    idle=re.compile(
        r"expect\((true|1)\)\.(?:toBe|toEqual|toStrictEqual)\(\1\)|expect\(true\)\.toBeTruthy\(\)"
        r"|assert(?:\.ok|\.isTrue|\.isOk)?\((?:true|1)\b[^)]*\)"
        r"|assert\.(?:equal|strictEqual)\((\w+), ?\2\)"
        r"|expect\.assertions\(0\)"
    ),
    dead=re.compile(
        r"\A[^{]*?(?:=>|\))\s*\{\s*return[^\S\n]*(?:[;\n}]|null|undefined|true|false)"
        r"|\bif\s*\(\s*(?:false|0|!true)\s*\)|\bif\s*\(\s*(?:true|1)\s*\)\s*\{?\s*return"
    ),
    swallows=re.compile(
        r"\bcatch\s*(?:\([^)]*\))?\s*\{\s*(?:return;?\s*)?\}|\.catch\(\s*(?:\(\w*\)|\w+)\s*=>\s*\{\s*\}\s*\)"
    ),
    comment=_SLASHES,
)
_GO = _Language(
    test=re.compile(r"^func\s+(?P<name>Test\w+)\s*\(", re.MULTILINE),
    asserts=re.compile(
        r"\bt\.(?:Error|Fatal|Fail)\w*\(|\b(?:assert|require|is|qt|must)\.\w+\(|\bcmp\.Diff\b"
    ),
    skips=re.compile(r"\b[tb]\.Skip(?:Now|f)?\(|\btesting\.Short\(\)"),
    only=re.compile(
        r"^//\s*\+build\s+ignore|^//go:build\s+(?:ignore|never)|\bos\.Exit\(0\)", re.MULTILINE
    ),
    idle=re.compile(r"\b(?:assert|require)\.(?:True|Equal)\(t, ?true(?:, ?true)?\)"),
    dead=re.compile(r"\A[^{]*\{\s*return\b|\bif\s+false\b|\bif\s+true\s*\{\s*return\b"),
    swallows=re.compile(r"\brecover\(\)"),
    comment=_SLASHES,
)
_RUST = _Language(
    test=re.compile(
        r"#\[(?:\w+::)?test[^\]]*\](?:\s*#\[[^\]]*\])*\s*(?:pub\s+)?(?:async\s+)?fn\s+(?P<name>\w+)"
    ),
    asserts=re.compile(
        r"\b(?:debug_)?assert\w*!|\bpanic!|\bunreachable!|\.unwrap\w*\(|\.expect\w*\(|insta::"
    ),
    skips=re.compile(r"#\[ignore\b|#\[cfg_attr\([^)]*ignore|#\[should_panic"),
    only=re.compile(r"#\[cfg\((?:not\(test\)|any\(\)|FALSE)\)\]"),
    idle=re.compile(r"assert!\(true[^)]*\)|assert_eq!\((\w+), ?\1\)"),
    dead=re.compile(r"\A[^{]*\{\s*return\b|\bif\s+false\b|\bif\s+true\s*\{\s*return\b"),
    swallows=re.compile(r"\bcatch_unwind\b"),
    comment=_SLASHES,
)
_OTHER = _Language(
    test=_NOTHING,
    asserts=_NOTHING,
    skips=re.compile(
        r"@Disabled\b|@Ignore\b|\[Ignore\b|\bSkip\s*=\s*\"|\bmarkTestSkipped\b|\bmarkTestIncomplete\b"
        r"|^\s*(?:skip|pending|xit|xdescribe|xcontext)\b|@tag\s+:skip|\bXCTSkip\b|\bt\.Skip\b"
        r"|\bAssume\.assume",
        re.MULTILINE,
    ),
    only=re.compile(r"\bfocus:\s*true|\bfit\b|\bfdescribe\b"),
    idle=_NOTHING,
    dead=_NOTHING,
    swallows=_NOTHING,
    comment=_NOTHING,
)
_BY_SUFFIX: Mapping[str, _Language] = {
    **dict.fromkeys((".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".vue"), _JS),
    ".go": _GO,
    ".rs": _RUST,
    **dict.fromkeys(
        (".java", ".kt", ".cs", ".rb", ".php", ".ex", ".exs", ".swift", ".scala"), _OTHER
    ),
}


def seen_in_text(path: str, old: str | None, new: str, *, tests: bool) -> list[Seen]:
    """What is worth a word in a file of any language. ``tests``: it counts as one of them."""
    found = hidden_text(path, old or "", new)
    found += _suppressed(old or "", new)
    language = _BY_SUFFIX.get(PurePosixPath(path).suffix.lower())
    # In Rust tests stand beside the code.
    if language is not None and (tests or language is _RUST):
        found += _tests(language, old, new)
    return found


def fresh_lines(old: str, new: str) -> Iterator[tuple[int, str]]:
    """The lines that are not in the old text, with their numbers from 1."""
    known = Counter(old.splitlines())
    for number, line in enumerate(new.splitlines(), 1):
        if known[line] > 0:
            known[line] -= 1
        else:
            yield number, line


def _suppressed(old: str, new: str) -> list[Seen]:
    """One for each that there is more than before: a linter would have found as much."""
    more = len(_SUPPRESSIONS.findall(new)) - len(_SUPPRESSIONS.findall(old))
    fresh = [
        Seen("suppression", number, _shown(line))
        for number, line in fresh_lines(old, new)
        for _ in _SUPPRESSIONS.findall(line)
    ]
    return fresh[: max(0, more)]


def _tests(language: _Language, old: str | None, new: str) -> Iterator[Seen]:
    if old is None:
        return  # what is new may be as it likes
    before, after = _segments(language, old), _segments(language, new)
    told = set()
    for name, was in before.items():
        if name not in after:
            yield Seen("test-gone", None, f"the test {name!r} is gone, or is called otherwise")
            continue
        line, now = after[name]
        seen = None if was[1] == now else _compared(language, name, line, was[1], now)
        if seen is not None:
            told.add(name)
            yield seen
    for number, fresh in fresh_lines(old, new):
        if language.only.search(fresh):
            yield Seen("test-deselected", number, f"other tests are not run: {_shown(fresh)}")
        elif language.skips.search(fresh):
            yield Seen("test-skipped", number, _shown(fresh))


def _compared(language: _Language, name: str, line: int, was: str, now: str) -> Seen | None:
    before, after = (len(language.asserts.findall(entry)) for entry in (was, now))
    if before and not after:
        return Seen("test-emptied", line, f"{name!r} asserts nothing any more")
    for pattern, kind, what in (
        (language.dead, "test-guarded", "asserts where it may never come to"),
        (language.swallows, "test-swallowed", "keeps failures to itself"),
    ):
        if before and len(pattern.findall(now)) > len(pattern.findall(was)):
            return Seen(kind, line, f"{name!r} {what}")
    if after < before:
        return Seen(
            "test-weakened",
            line,
            f"{name!r} asserts {before - after} fewer than {before} on the base",
        )
    lines = (
        Counter(entry for entry in text.splitlines() if language.asserts.search(entry))
        for text in (was, now)
    )
    if next(lines) - next(lines):
        return Seen("test-edited", line, f"{name!r} asserts otherwise")
    return None


def _segments(language: _Language, text: str) -> dict[str, tuple[int, str]]:
    """Tests by name: on which line each begins, and what stands there, up to the next one."""
    clean = language.comment.sub(lambda found: "\n" * found[0].count("\n"), text)
    clean = language.idle.sub("", clean)
    starts = list(language.test.finditer(clean))
    ends = [*(entry.start() for entry in starts[1:]), len(clean)][: len(starts)]
    found: dict[str, tuple[int, str]] = {}
    line, at = 1, 0
    for start, end in zip(starts, ends, strict=True):
        line, at = line + clean.count("\n", at, start.start()), start.start()
        name = start["name"][:100]
        while name in found:
            name += "'"
        found[name] = line, clean[start.end() : end]
    return found


def _shown(line: str) -> str:
    text = line.strip()
    return text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN - 1]}…"
