"""Diffs and logs, as the page shows them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pytest_hydra.plugins.page.code import (
    FileDiff,
    Hunk,
    LexTime,
    Token,
    first_line,
    line_tokens,
    read_diff,
    shown_hunks,
    shown_log,
)

DIFF = """\
diff --git a/shop/basket.py b/shop/basket.py
index 1..2 100644
--- a/shop/basket.py
+++ b/shop/basket.py
@@ -3,4 +3,5 @@ class Basket:
 def total(self):
-    return self.sum
--- a line that looks like a head
+    # all of it
+    return self.sum + 1
+++ and one more
 end = "x"
\\ No newline at end of file
diff --git a/old.txt b/old.txt
deleted file mode 100644
--- a/old.txt
+++ /dev/null
@@ -1 +0,0 @@
-gone
diff --git "a/\\303\\244 \\"b\\".md" "b/\\303\\244 \\"b\\".md"
--- "a/\\303\\244 \\"b\\".md"
+++ "b/\\303\\244 \\"b\\".md"
@@ -0,0 +1 @@
+new
"""


def test_a_diff_is_read_by_the_counts_of_its_hunks() -> None:
    basket, old, quoted = read_diff(DIFF)
    assert (basket.path, old.path, quoted.path) == ("shop/basket.py", "old.txt", 'ä "b".md')
    [hunk] = basket.hunks
    assert (hunk.old, hunk.new, hunk.head) == (3, 3, "class Basket:")
    assert [sign for sign, _ in hunk.lines] == [" ", "-", "-", "+", "+", "+", " "]
    assert hunk.lines[2] == ("-", "-- a line that looks like a head")
    assert (old.new_path, old.hunks[0].lines) == (None, [("-", "gone")])


def test_a_hunk_may_begin_inside_a_docstring() -> None:
    ends = [" more of it", '     """', " x = 1"]
    begins = [" def f():", '     """', "     Do it.", '     """', " x = 1"]
    for rows in (ends, begins):
        hunk = f"@@ -1,{len(rows)} +1,{len(rows)} @@\n" + "\n".join(rows)
        [shown] = shown_hunks(read_diff(f"--- a/a.py\n+++ b/a.py\n{hunk}\n")[0])
        assert len(shown["lines"]) == len(rows)
        assert shown["lines"][-1] == [" ", "x = ", ["n", "1"]]


def test_lines_have_the_tokens_of_their_side() -> None:
    [hunk] = shown_hunks(read_diff(DIFF)[0])
    assert hunk["lines"][0] == [" ", ["k", "def"], " ", ["f", "total"], "(self):"]
    assert hunk["lines"][3] == ["+", "    ", ["c", "# all of it"]]
    assert hunk["lines"][6] == [" ", "end = ", ["s", '"x"']]


def test_of_a_long_diff_the_first_lines_are_shown() -> None:
    file = FileDiff("a", "a", [Hunk(1, 1, "", [("+", "x")] * 5), Hunk(9, 14, "", [("+", "y")])])
    assert [len(hunk["lines"]) for hunk in shown_hunks(file, 3)] == [3]
    assert shown_hunks(file, 0) == []


def test_of_a_long_log_the_ends_are_shown() -> None:
    lines = [f"line {number}" for number in range(1000)]
    shown = shown_log("\n".join(lines) + "\n")
    assert shown == [*lines[:60], None, *lines[-240:]]
    assert shown_log("one\r\ntwo\n") == ["one", "two"]
    assert len(shown_log("x" * 10_000)[0]) == 600


def test_a_test_is_found_where_it_is_gone_or_else_where_it_stands() -> None:
    lines = [(" ", "def test_a():"), ("-", "def test_b():"), ("+", "def test_b():")]
    file = FileDiff("t.py", "t.py", [Hunk(10, 20, "", lines)])
    assert first_line(file, "test_a") == ("new", 20)
    assert first_line(file, "test_b") == ("old", 11)
    assert first_line(file, "test") is None


_TEXT = st.text(alphabet=st.sampled_from("def x(\"'#\\{}=1é\U0001f600\n\r\x0c\u2028"), max_size=80)


def _text(token: Token) -> str:
    return token if isinstance(token, str) else token[1]


@given(st.lists(_TEXT.map(lambda text: text.replace("\n", " ")), max_size=6))
def test_no_character_is_lost_by_colours(lines: list[str]) -> None:
    from pygments.lexers import get_lexer_by_name

    tokens = line_tokens(get_lexer_by_name("python"), lines, LexTime())
    texts = [
        "".join(each if isinstance(each, str) else each[1] for each in line) for line in tokens
    ]
    assert texts == (lines or [""])


@given(st.text(alphabet=st.sampled_from('-+ @,0123456789abdiff\n/"\\'), max_size=300))
def test_nothing_that_looks_like_a_diff_breaks_it(text: str) -> None:
    for prefix in ("", "--- a/x.py\n+++ b/x.py\n@@ -1,9 +1,9 @@\n"):
        for file in read_diff(prefix + text):
            shown_hunks(file)


def test_code_that_exhausts_a_lexer_is_shown_without_colours() -> None:
    time = LexTime(0.05)
    lines = [("+", "a " * 290)] * 100  # quadratic time in the lexer of Java
    [hunk] = shown_hunks(FileDiff(None, "A.java", [Hunk(0, 1, "", lines)]), time=time)
    assert hunk["lines"] == [["+", line] for _, line in lines]
    assert -1 < time.left <= 0
    # Nothing is left for other files.
    [hunk] = shown_hunks(FileDiff(None, "a.py", [Hunk(0, 1, "", [("+", "x = 1")])]), time=time)
    assert hunk["lines"] == [["+", "x = 1"]]
