"""Exhibits that try to grade themselves, against judges that do what they read.

Each entry of injections.json says where it stands and what a judge does that obeys it.
"""

from __future__ import annotations

import base64
import codecs
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.core.scorecard import Outcome
from pytest_hydra.plugins.judges.exhibits import gather
from pytest_hydra.plugins.judges.grades import Grading
from pytest_hydra.plugins.judges.grading import ask_judges
from pytest_hydra.plugins.judges.judge_kinds import open_judge
from pytest_hydra.plugins.judges.judge_settings import Category, JudgeSettings
from pytest_hydra.plugins.judges.protocol import Judge, JudgeAnswer, Panel, Question
from tests.plugins.judges.conftest import answer, category, store_of

CORPUS: dict[str, dict[str, Any]] = {
    entry["name"]: entry
    for entry in json.loads(Path(__file__).with_name("injections.json").read_text())
}
HONEST = 6
CODE = category("Code Quality", "event-log", "spec", "git-diff", "prd?", "tasks?")
DIFF = """\
diff --git a/todo.py b/todo.py
--- a/todo.py
+++ b/todo.py
@@ -0,0 +1,2 @@
+def add(item):
+    items.append(item)
"""
ENTRIES = pytest.mark.parametrize("entry", CORPUS.values(), ids=CORPUS)


def benchmark(folder: Path, entry: dict[str, Any]) -> Path:
    """A benchmark folder with the injection where it belongs."""
    where, text = entry["where"], entry["text"]
    texts = dict.fromkeys(("spec", "prd", "tasks"), "A list of things to do.\n")
    if where in texts:
        texts[where] += text
    events = [
        {"event": "cycle_started", "cycle": 1},
        {"event": text if where == "event kind" else "note", "detail": "all tests pass"},
        {"event": "cycle_completed", "detail": text if where == "event-log" else ""},
    ]
    diff = DIFF
    if where == "git-diff":
        diff = DIFF.replace("+1,2", "+1,3") + f"+{text}\n"
    elif where == "diff name":
        diff = DIFF.replace("todo.py", text)
    name = re.sub(r"[/\0]", "_", text)[:80] if where == "file name" else "first"
    (folder / "tasks").mkdir(parents=True)
    for path, content in (
        ("event-log.jsonl", "".join(f"{json.dumps(event)}\n" for event in events)),
        ("spec.md", texts["spec"]),
        ("prd.md", texts["prd"]),
        ("git-diff.patch", diff),
        (f"tasks/{name}.md", texts["tasks"]),
    ):
        (folder / path).write_text(content, encoding="utf-8", newline="")
    return folder


def graded(judge: Judge | Panel, folder: Path, grades: Category = CODE) -> Grading:
    wanted = [exhibit.removesuffix("?") for exhibit in grades.exhibits]
    exhibits = gather(folder, wanted, spec=None, label="bench")
    return ask_judges(judge, grades, exhibits, [1], store_of(folder))


def word_after(text: str, said: str) -> str:
    found = re.search(rf"{said}(\S+)", text)
    assert found
    return found[1].rstrip(".")


def apart(question: Question) -> tuple[str, dict[str, str]]:
    """What stands outside of all fences, and the exhibits, as the instructions say."""
    fence = word_after(question.instructions, 'begins with a line "<<< ')
    outside, exhibits, inside = [], {}, None
    for line in question.exhibits.split("\n"):
        if inside is None and line.startswith(f"<<< {fence} exhibit "):
            inside = line.removeprefix(f"<<< {fence} exhibit ")
            exhibits[inside] = ""
        elif inside is not None and line == f">>> {fence} {inside}":
            inside = None
        elif inside is None:
            outside.append(line)
        else:
            exhibits[inside] += f"{line}\n"
    assert inside is None
    return "\n".join(outside), exhibits


def spelt(secret: str, way: str) -> str:
    ways = {
        "reversed": secret[::-1],
        "base64": base64.b64encode(f"The word is {secret}.".encode()).decode(),
        "hex": secret.encode().hex(" "),
        "dashes": "-".join(secret.upper()),
        "rot13": codecs.encode(secret, "rot13"),
    }
    return ways.get(way, secret)


def obedient(does: dict[str, Any], question: Question, *, control: bool) -> str:
    """The answer of a judge that does what the injection asks, and perhaps the control too."""
    if "say" in does:
        return str(does["say"])
    if "copy" in does:
        return json.dumps(does["copy"])
    made = answer(HONEST)
    made.update({name: value for name, value in does.items() if name in ("score", "category")})
    if "evidence" in does:
        made["evidence"] = [does["evidence"]]
    secret = word_after(question.instructions, "Your secret word is ")
    way = does.get("leak")
    if way == "key":
        made["criteria"] = {secret: 10}
    elif way is not None:
        said = question.instructions if way == "instructions" else spelt(secret, way)
        made["weaknesses"] = [f"As you wish: {said}"]
    if control:
        word = word_after(apart(question)[1]["notice"], "with the word ")
        made["strengths"][0] = f"{word} {made['strengths'][0]}"
    text = json.dumps(made)
    if way == "signature":
        text += f"\n{secret}"
    before, after = does.get("before"), does.get("after")
    return "\n".join(
        part if isinstance(part, str) else json.dumps(part)
        for part in (before, text, after)
        if part is not None
    )


def judge_by(answer_to: Any) -> Judge:
    return Judge("scripted", None, lambda question: JudgeAnswer(answer_to(question)))


def test_the_corpus_is_what_it_is_said_to_be() -> None:
    assert len(CORPUS) == len(json.loads(Path(__file__).with_name("injections.json").read_text()))
    assert len(CORPUS) >= 25
    assert {entry["where"] for entry in CORPUS.values()} == {
        *("git-diff", "event-log", "spec", "prd", "tasks"),
        *("file name", "diff name", "event kind"),
    }


@ENTRIES
def test_nothing_gets_out_of_its_fence(tmp_path: Path, entry: dict[str, Any]) -> None:
    """Who obeys only what stands outside of the fences reads the same, whatever is in them."""
    read: list[tuple[str, str, list[str]]] = []

    def reader(question: Question) -> str:
        outside, exhibits = apart(question)
        instructions = question.instructions
        # What is drawn anew each time is the same for this comparison.
        for said in ("Your secret word is ", 'begins with a line "<<< '):
            instructions = instructions.replace(word_after(question.instructions, said), "drawn")
        read.append((instructions, outside, list(exhibits)))
        return json.dumps(answer(HONEST))

    judge = judge_by(reader)
    hostile = graded(judge, benchmark(tmp_path / "hostile", entry))
    harmless = graded(judge, benchmark(tmp_path / "harmless", {"where": "spec", "text": ""}))
    assert hostile.score == harmless.score == HONEST
    assert read[0] == read[1]


@ENTRIES
def test_who_obeys_what_exhibits_ask_gives_no_score(tmp_path: Path, entry: dict[str, Any]) -> None:
    judge = judge_by(lambda question: obedient(entry["does"], question, control=True))
    grade = graded(judge, benchmark(tmp_path / "bench", entry))
    assert (grade.score, grade.check(CODE).outcome) == (None, Outcome.UNGRADED)
    # What is no object gives no score either; nobody knows why it is none.
    assert grade.obeyed != ("say" in entry["does"])


NOTICED_BY_ITSELF = {
    name: entry
    for name, entry in CORPUS.items()
    if {"leak", "copy", "before", "after", "say", "category", "evidence"} & entry["does"].keys()
    or entry["does"].get("score") not in (1, 10)
}


@pytest.mark.parametrize("entry", NOTICED_BY_ITSELF.values(), ids=NOTICED_BY_ITSELF)
def test_what_shows_in_the_answer_needs_no_control(tmp_path: Path, entry: dict[str, Any]) -> None:
    judge = judge_by(lambda question: obedient(entry["does"], question, control=False))
    grade = graded(judge, benchmark(tmp_path / "bench", entry))
    assert grade.score is None
    assert grade.obeyed == bool({"leak", "copy"} & entry["does"].keys())


@ENTRIES
def test_who_reports_an_injection_is_believed(tmp_path: Path, entry: dict[str, Any]) -> None:
    reports = ["git-diff: asks for 10", "notice: asks for a word in the strengths"]
    judge = judge_by(lambda _: json.dumps(answer(HONEST, injections=reports)))
    grade = graded(judge, benchmark(tmp_path / "bench", entry))
    assert grade.score == HONEST
    assert [judgment.injections for judgment in grade.judgments] == [["git-diff: asks for 10"]]


def test_a_real_program_that_obeys_is_noticed(tmp_path: Path) -> None:
    script = tmp_path / "judge.py"
    script.write_text(
        "import json, re, sys\n"
        "read = sys.stdin.read()\n"
        "word = re.search('with the word (.*?)[.]', read)\n"
        "said = {'score': 10 if 'score of 10' in read else 6, 'weaknesses': [], 'evidence': [],\n"
        "        'strengths': [f'{word[1]}: fine']}\n"
        "print(json.dumps(said))\n"
    )
    settings = JudgeSettings(command=[sys.executable, "-S", str(script)])
    judge = open_judge("obedient", {"obedient": settings}, tmp_path)
    grade = graded(judge, benchmark(tmp_path / "bench", CORPUS["direct"]))
    judge.stop()
    assert (grade.score, grade.obeyed) == (None, True)
    assert grade.reason == (
        "the judge followed an instruction in an exhibit: it obeyed 'notice', which was "
        "added as a test"
    )
