"""What checks that did not pass have in common."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_hydra.report.figures.breakdown import by_bot, by_tag, usage
from pytest_hydra.report.figures.causes import add_causes, cause_of
from tests import results

Entry = dict[str, Any]


def check(name: str = "shouldContain", message: str = "", **fields: Any) -> Entry:
    outcome = fields.pop("outcome", "failed")
    return results.check(name, outcome, message, **fields)


def test_the_status_of_an_answer_is_kept_whole() -> None:
    cause = cause_of(check(message="the server answered 429 Too Many Requests (tried 3 times)"))
    assert cause is not None
    assert "answered 429 Too Many Requests" in cause.general


def test_a_score_without_a_message_is_its_own_cause() -> None:
    one, other = (cause_of(check("tone", score=score)) for score in (70, 40))
    assert one is not None
    assert other is not None
    assert (one.text, one.general, one.key) == ("tone: scored 70", "tone: scored …", other.key)


def scenario(*checks: Entry, **fields: Any) -> Entry:
    about = {"file": "a.yaml", "line": 1, "subject": "b", "total": 50, **fields}
    return results.scenario(about.pop("id", "a"), checks, **about)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ('is margherita: "A margherita?"', 'is margherita: "A marg…'),
        ("count is 2, expected 1", "count is 17.5, expected 3"),
        ("order is 'A-7'", "order is 'it\\'s B'"),
        ('count is 2; not listed: pizza "a"', "count is 2"),
        ("no order 1f0c9a77-22aa-4e1b", "no order 00000000-99ff-4e1c"),
        ("overloaded (req_00abbeef)", "overloaded (req_9911ccdd)"),
        ("overloaded: req_011CSHoEeqs5C35K2UUqR7Fy", "overloaded: req_018EeWyXxfu5pfWkrYcMdjWG"),
        ("chatcmpl-A1b2C3d4E5 timed out", "chatcmpl-Zz9Yx8Wv7U timed out"),
        ("trace 01ARZ3NDEKTSV4RRFFQ69G5FAV lost", "trace 01BX5ZZKBKACTAV9WEVGEMMVRZ lost"),
    ],
)
def test_what_differs_each_time_makes_no_other_cause(one: str, other: str) -> None:
    first, second = cause_of(check(message=one)), cause_of(check(message=other))
    assert first is not None
    assert second is not None
    assert first.key == second.key
    assert first.general == second.general


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (check('shouldContain "done"', 'no "done"'), check('shouldContain "sorry"', 'no "sorry"')),
        (check(message="called refund"), check(message="called cancel")),
        (check(message="called getUser2Account"), check(message="called payOrder2Now")),
        (check(message="run-tests failed"), check(message="run-builds failed")),
        (check("shouldContain"), check("shouldMention")),
        (
            check(message="the server answered 500", outcome="ungraded"),
            check(message="the server answered 429", outcome="ungraded"),
        ),
    ],
)
def test_what_is_another_matter_makes_another_cause(one: Entry, other: Entry) -> None:
    first, second = cause_of(one), cause_of(other)
    assert first is not None
    assert second is not None
    assert first.key != second.key


@pytest.mark.parametrize(
    ("messages", "text"),
    [
        (
            ("ReadTimeout: pool 3 of api.example", "APITimeoutError: Request timed out."),
            "timed out",
        ),
        (("ConnectionError: refused", "the bot could not be reached: no route"), "no connection"),
        (("the server answered 503 Busy", "APIStatusError: Error code: 503 - {}"), "answered 503"),
        (("the judge did not answer within 60 s", "judge timed out"), "the judge: timed out"),
    ],
)
def test_an_outage_is_one_cause_however_its_messages_differ(
    messages: tuple[str, ...], text: str
) -> None:
    entries = [
        scenario(check(message=each, outcome="ungraded"), id=each, error=each) for each in messages
    ]
    assert [(each["items"], each["text"]) for each in add_causes(entries)] == [(2, text)]
    [alone] = add_causes(entries[:1])
    assert alone["text"] == messages[0]


def test_a_quoted_text_is_no_outage() -> None:
    quoted = cause_of(check(message="unclear: 'the connection timed out'", outcome="ungraded"))
    assert quoted is not None
    assert quoted.outage == ""


def test_of_what_is_ungraded_the_reason_is_the_cause_whatever_was_to_be_checked() -> None:
    one = cause_of(check("shouldContain", "TimeoutError: no", outcome="ungraded"))
    other = cause_of(check("forbiddenFunctions", "TimeoutError: no", outcome="ungraded"))
    assert one == other
    assert one is not None
    assert one.text == "TimeoutError: no"
    assert cause_of(check(outcome="ungraded", optional=True)) is None
    assert cause_of(check(outcome="passed")) is None


@given(st.text(max_size=400), st.text(max_size=400))
def test_any_text_has_a_cause(name: str, message: str) -> None:
    found = cause_of(check(name, message))
    assert found is not None
    assert len(found.key) == 12
    assert len((found.text + found.general).splitlines()) <= 1


def test_causes_add_up_and_come_in_the_order_in_which_to_act() -> None:
    word = check('shouldContain "done"', 'does not contain "done"')
    call = check("forbiddenFunctions", "called refund", critical=True)
    gone = check(message="TimeoutError: 30 s", outcome="ungraded")
    entries = [
        *[scenario(dict(word), id=f"word-{i}") for i in range(3)],
        scenario(dict(word, weight=9), dict(call), id="both", file="b.yaml"),
        scenario(dict(call)),
        scenario(dict(gone), error="TimeoutError: 30 s"),
        scenario(dict(word), xfail="known"),
        scenario(check(outcome="passed"), dict(word), status="passed"),
    ]
    causes = add_causes(entries)
    told = [(cause["text"], cause["items"], cause["checks"], cause["files"]) for cause in causes]
    assert told == [
        ("forbiddenFunctions: called refund", 2, 2, 2),
        # What failed may follow from what did not answer.
        ("TimeoutError: 30 s", 1, 1, 1),
        ('shouldContain "done": does not contain "done"', 3, 5, 1),
    ]
    assert [cause["critical"] for cause in causes] == [True, False, False]
    assert [cause["no_answer"] for cause in causes] == [False, True, False]
    assert causes[0]["example"] == "b.yaml::both"
    assert {entry["checks"][0].get("cause") for entry in entries[:3]} == {causes[2]["cause"]}


def test_a_critical_failure_is_a_cause_of_its_own() -> None:
    failure = check(message="does not contain it")
    entries = [
        scenario(dict(failure)),
        scenario(dict(failure)),
        scenario(failure | {"critical": True}),
    ]
    found = [(cause["critical"], cause["items"]) for cause in add_causes(entries)]
    assert found == [(True, 1), (False, 2)]


def test_what_differs_is_left_out_of_the_text_of_several() -> None:
    entries = [scenario(check(message=f"count is {n}, expected 1")) for n in (2, 3)]
    (cause,) = add_causes(entries)
    assert cause["text"] == "shouldContain: count is …, expected …"
    (alone,) = add_causes(entries[:1])
    assert alone["text"] == "shouldContain: count is 2, expected 1"


def test_a_test_that_raises_has_that_for_its_cause() -> None:
    checks = [check(outcome="passed")]
    test = results.ordinary("test", checks, file="t.py", status="failed", error="ValueError: no")
    (cause,) = add_causes([test])
    assert (cause["text"], cause["items"]) == ("ValueError: no", 1)
    assert cause["example"] == "t.py::test"


def test_groups_say_what_came_of_each_bot_and_tag_and_what_it_took() -> None:
    entries: Any = [
        scenario(check(outcome="passed"), subject="a", tags=["x", "x"], seconds=1.0, cost_usd=0.5),
        scenario(check(), subject="b", tags=["x", "y"], seconds=6.0, runs=2),
        scenario(check(), subject=None, total=None),
    ]
    assert [(group["name"], group["scenarios"]["passed"]) for group in by_bot(entries)] == [
        ("a", 1),
        ("b", 0),
    ]
    (x, y) = by_tag(entries)
    assert (x["name"], x["score"], x["scenarios"]["failed"]) == ("x", 50.0, 1)
    assert y["usage"] == {"seconds_p50": 3.0, "seconds_p95": 3.0, "seconds": 6.0}
    assert usage(entries) == {
        "seconds_p50": 1.0,
        "seconds_p95": 3.0,
        "seconds": 7.0,
        "cost_usd": 0.5,
    }


def test_what_is_expected_by_a_column_is_one_cause() -> None:
    def row(said: str, expected: str, answer: str, **details: Any) -> Any:
        each = check(f'shouldContain "{expected}"', message=f'does not contain "{expected}"')
        return scenario(each, id=said, case={"answer": answer}, **details)

    answers = ["Größe 3", "a parcel", "x" * 60, 'say "always"']
    texts = [*answers[:2], f"{answers[2][:40]}…", 'say \\"always\\"']
    entries = [
        row(text, text, answer, filled=["answer"])
        for text, answer in zip(texts, answers, strict=True)
    ]
    (cause,) = add_causes(entries)
    assert cause["text"] == 'shouldContain "{{answer}}": does not contain "{{answer}}"'
    (alone,) = add_causes(entries[:1])
    assert alone["text"] == 'shouldContain "Größe 3": does not contain "Größe 3"'
    within = [row(a, f"It is {a}.", a, filled=["answer"]) for a in answers[:2]]
    assert [each["items"] for each in add_causes(within)] == [2]
    # A literal text is another cause than what a row contains by chance.
    literal = [row(a, a, a) for a in answers[:2]]
    assert len(add_causes(literal)) == 2
