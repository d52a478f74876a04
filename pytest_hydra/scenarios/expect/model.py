"""The parts of every kind of expectation, and the tree that expectations compile to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import PurePath
from typing import Annotated, Any, Literal, NamedTuple

from pytest_hydra.core.numbers import Exact
from pytest_hydra.core.plain import keyword_value, value
from pytest_hydra.core.text import describe_place, one_line, read_rows
from pytest_hydra.errors import BadValueError, HydraError
from pytest_hydra.scenarios.expect.matchers import OPERATORS, KeyPath, Operators
from pytest_hydra.scenarios.expect.rules import is_named, names, quoted
from pytest_hydra.scenarios.reply import BY_TURN, Conversation
from pytest_hydra.transcript.named_calls import named_calls
from pytest_hydra.transcript.tool_names import after_server
from pytest_hydra.transcript.turn import Call, Reply, Turn, spoken_text


def _no_validators(name: str) -> Callable[..., object]:
    raise HydraError(f"customValidator {name}: no validators can be loaded here")


WordKind = Literal["refusal", "warning", "request", "mention"]


class WordQuestion(NamedTuple):
    """Whether a reply refuses, warns, asks or speaks, and of which topic.

    The topic None stands for anything. Of consent it is the call that the user agreed to.
    """

    kind: WordKind | Literal["consent"]
    topic: str | None


class WordAnswer(NamedTuple):
    """Whether it holds, None if unknown, and the phrase that decided, or why it is unknown.

    ``hardly``: it is unknown, but unlikely.
    """

    holds: bool | None
    text: str
    hardly: bool = False


@keyword_value
class Subject:
    """What is judged: one turn of a conversation, counted from 1, or the whole (None).

    ``words`` says who reads replies: ``rules``, ``always`` (also where they are unsure), or
    ``judge``, who gets all questions of a turn at once by ``read_words``. ``validators`` resolves
    ``package.module:function`` to the function. ``judge`` gives the judge's result for a criterion
    and a turn, or None for the whole; without it such checks are ungraded. ``prefer`` notes that
    the answer is to be compared with that of others, by a criterion. ``read_only`` are patterns of
    functions that change nothing, None if unknown. ``scores``, for a conversation with
    secrets, are the recorded results by expectation: they decide if secrets are ``unset``, and are
    recorded otherwise.
    """

    conversation: Conversation
    turn: int | None = None
    words: str = "rules"
    validators: Callable[[str], Callable[..., object]] = _no_validators
    judge: Callable[[str, int | None], PartResult] | None = None
    read_words: (
        Callable[[Sequence[WordQuestion], int | None], Mapping[WordQuestion, Any]] | None
    ) = None
    prefer: Callable[[str, int | None], None] | None = None
    read_only: Sequence[str] | None = None
    scores: dict[str, Any] | None = None
    unset: Sequence[str] = ()


@value
class Evidence:
    """The turns of a subject that can be judged.

    ``reply`` is the turn's reply, or the last of the conversation, or all as one if somebody spoke
    in the user's place. ``calls`` are the calls of all judged turns, in order; ``tries`` include
    those that failed. ``cut`` is why the conversation is incomplete, "" if it is not.
    ``forbids``: under a ``not``. ``is_condition``: in a ``when``. ``questions`` are those of all
    expectations of the subject about words.
    """

    subject: Subject
    turns: tuple[Turn, ...]
    replies: tuple[Reply, ...]
    reply: Reply
    calls: tuple[Call, ...]
    tries: tuple[Call, ...]
    cut: str = ""
    forbids: bool = False
    is_condition: bool = False
    questions: tuple[WordQuestion, ...] = ()

    def made(self, reply: Reply) -> tuple[Call, ...]:
        """The calls of a reply that count: those that failed do so only if failed calls count."""
        counts_failed = self.calls is self.tries
        return reply.calls if counts_failed else tuple([c for c in reply.calls if c.was_made])

    def record(self, key: str) -> Mapping[str, Any] | None:
        """What the environment of a scenario's key saw, as plain JSON; None if there was none.

        Under a step it is that after its turn, unless the environment says so in its own record.
        """
        records, turn = self.subject.conversation.records, self.subject.turn
        turns = records.get(BY_TURN, {}).get(key, ())
        found: Mapping[str, Any] | None = records.get(key)
        return turns[turn - 1] if turn is not None and turn <= len(turns) else found

    def text(self, should_be: bool = True) -> str:
        """Where to look for words: the last text, or all that the bot said; see `reads_last`."""
        return self.reply.text if self.reads_last(should_be) else spoken_text(*self.replies)

    def reads_last(self, should_be: bool) -> bool:
        """Whether words count in the last text alone, as those do that have to be there.

        Words that must not be there, and those of a ``when``, count wherever the bot said them.
        ``should_be`` is what the kind demands; under a ``not`` it demands the opposite.
        """
        return should_be != self.forbids and not self.is_condition


class Part(NamedTuple):
    """One check of an expectation: its name, and the expected value as plain JSON.

    An empty name stands for the name of the kind.
    """

    name: str = ""
    expected: Any = None


class PartResult(NamedTuple):
    """The result of one part. ``score`` is from 0 to 100, or None if ungraded.

    ``actual`` is plain JSON. ``expected`` replaces the part's if it is not None. ``optional``: if
    it is ungraded, that does not matter.
    """

    score: Exact | None
    message: str
    actual: Any = None
    expected: Any = None
    optional: bool = False


class CompiledExpectation(NamedTuple):
    """A compiled expectation: the value for its kind's ``decide``, and its checks."""

    value: Any
    parts: tuple[Part, ...]


@value
class CompileContext:
    """The position of a value that is being compiled.

    ``siblings`` are the expectations and modifiers of the same mapping, by canonical names.
    ``signs`` are the decimal signs of the file's locales, "" if it names none. ``folder`` is that
    of the scenario file; None where no scenario is held.
    """

    at: KeyPath = ()
    siblings: Mapping[str, Any] = field(default_factory=dict)
    operators: Operators = field(default_factory=lambda: OPERATORS)
    signs: str = ""
    folder: PurePath | None = None


Compile = Callable[[Any, CompileContext], CompiledExpectation]
Decide = Callable[[Any, Evidence], Sequence[PartResult]]
FinalScore = Literal[0, 100] | None
"""The score that an expectation keeps whatever follows: 0 for what must never happen, 100 for what
must happen once, None for neither."""
GiveFinal = Callable[[Any, Evidence], FinalScore | list[FinalScore]]
#: How two values of a kind are compared by what they demand.
Order = Literal["same", "matchers", "fewer", "more", "alternatives", "sources", "identities"]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of expectation.

    ``value`` is the type of its value, as pydantic reads types; the JSON Schema is generated from
    it. ``compile`` reads a value and raises BadValueError if it is invalid. ``decide`` gets the
    compiled value and the evidence, and returns one result for each part, in order; it is pure.
    ``weight`` is shared equally by the parts. ``siblings`` names the other entries of the mapping
    that ``compile`` reads; if it is not None, equal entries are compiled once. ``final`` is the
    score that stays, or a function that gives it, or a list with one for each part. ``order`` says
    which of two values demands more, for kinds of plugins: ``same``, they must be equal;
    ``matchers``, by a matcher for each name; ``fewer`` or ``more`` entries; ``alternatives``,
    fewer of which one must hold; ``sources`` or ``identities``, more that have such an attribute.
    """

    name: str
    weight: Exact
    doc: str
    value: Any
    compile: Compile
    decide: Decide
    critical: bool = False
    siblings: tuple[str, ...] | None = None
    final: FinalScore | GiveFinal = None
    order: Order = "same"


class KindTable:
    """The kinds of one folder of the package: ``kinds.txt`` has their weights and descriptions."""

    def __init__(self, file: str) -> None:
        rows = read_rows(file, "kinds.txt")
        self._rows = {name: (int(weight), doc) for name, weight, doc in rows}

    def kind(  # noqa: PLR0913 - a kind, but for what the table says
        self,
        name: str,
        value: Any,
        compile_value: Compile,
        decide: Decide,
        *,
        critical: bool = False,
        siblings: tuple[str, ...] = (),
        final: FinalScore | GiveFinal = None,
        order: Order = "same",
    ) -> Kind:
        """A kind that stands in the table."""
        weight, doc = self._rows[name]
        own = (critical, siblings, final, order)
        return Kind(name, weight, doc, value, compile_value, decide, *own)


own_kind = KindTable(__file__).kind


def once_if_any(expected: Any, _: Evidence) -> FinalScore:
    """The final score of a kind whose empty value, or false, is what must never happen."""
    return 100 if expected else 0


@dataclass(frozen=True, slots=True)
class SchemaKeyword:
    """A keyword for the JSON Schema of an annotated type."""

    keyword: str
    value: str | int | bool

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> dict[str, Any]:
        return {**handler(schema), self.keyword: self.value}


# A text that is not blank, and one or several of them.
Text = Annotated[str, SchemaKeyword("pattern", r"\S")]
Texts = Text | Annotated[list[Text], SchemaKeyword("minItems", 1)]
# A number from 0, and a whole one.
Amount = Annotated[float, SchemaKeyword("minimum", 0)]
Whole = Annotated[int, SchemaKeyword("minimum", 0)]


def verdict(passed: bool, message: str, actual: Any = None) -> PartResult:
    """A result that passed (100) or failed (0)."""
    return PartResult(100 if passed else 0, message, actual)


FAULTS = (Exception, SystemExit)
"""What code of the suite may raise; it ends neither the session nor a time limit."""


def undecided(error: BaseException, subject: str = "") -> PartResult:
    """The ungraded result of code that raised: an error of the suite, which concerns its checks."""
    if isinstance(error, HydraError):
        return PartResult(None, one_line(str(error), 300))
    return PartResult(None, f"{subject} raised {describe_place(error)}".lstrip())


def unless_unknown(
    results: list[PartResult],
    evidence: Evidence,
    certain: Exact | None,
    functions: Iterable[str] = (),
) -> list[PartResult]:
    """The results about calls; if there may be unknown calls, only those with score ``certain``.

    Further calls could not change these; the others become ungraded. ``functions`` are those that
    the results are about: one that is never called, and named in a text as a call would name it,
    may be called there.
    """
    kinds = [kind for reply in evidence.replies for kind in reply.unknown_calls]
    behind = calls_behind_server(evidence, functions)
    if kinds:
        message = f"the reply probably contains a call that is not understood: {names(kinds)}"
    elif behind:
        message = BEHIND_SERVER.format(names(behind))
    else:
        called = {call.function for call in evidence.tries}
        open_ones = [name for name in functions if not any(is_named(c, [name]) for c in called)]
        written = named_calls(spoken_text(*evidence.replies), open_ones) if open_ones else ()
        if not written:
            return results
        message = f"the text may call {names(written)}"
    return [
        result if result.score == certain else PartResult(None, message, result.actual)
        for result in results
    ]


BEHIND_SERVER = "{} may be a server's tool of that name: write the name that is reported"


def calls_behind_server(evidence: Evidence, functions: Iterable[str]) -> list[str]:
    """The functions called that may be one of these behind the name of its server."""
    wanted = [*functions]
    called = [
        call.function
        for reply in evidence.replies
        if reply.servers_in_names
        for call in reply.calls
    ]
    return [
        name
        for name in dict.fromkeys(called)
        if not is_named(name, wanted) and any(is_named(tool, wanted) for tool in after_server(name))
    ]


def as_text(value: Any, at: KeyPath, noun: str = "a text") -> str:
    """Return the value, a text that is not blank. Raises BadValueError."""
    if not isinstance(value, str):
        raise BadValueError(f"should be {noun}, not {quoted(value)}", at)
    if not value or value.isspace():
        raise BadValueError(f"is blank; it should be {noun}", at)
    return value


def each_of(value: Any, at: KeyPath, wanted: str) -> list[tuple[Any, KeyPath]]:
    """A value, or the entries of a list, each with its place. Raises BadValueError if it is empty.

    ``wanted`` says what it should be, as in "name a command".
    """
    if not isinstance(value, list | tuple):
        return [(value, at)]
    if not value:
        raise BadValueError(f"is an empty list; it should {wanted}", at)
    return [(entry, (*at, index)) for index, entry in enumerate(value)]


def as_texts(value: Any, at: KeyPath, noun: str = "a text or a list of texts") -> tuple[str, ...]:
    """The distinct texts of a text or a list of texts. Raises BadValueError."""
    if isinstance(value, str):
        return (as_text(value, at, noun),)
    if not isinstance(value, list | tuple):
        raise BadValueError(f"should be {noun}, not {quoted(value)}", at)
    if not value:
        raise BadValueError(f"is an empty list; it should be {noun}", at)
    texts = tuple(as_text(text, (*at, index)) for index, text in enumerate(value))
    for index, text in enumerate(texts):
        if text in texts[:index]:
            raise BadValueError(f"{quoted(text)} is listed twice", (*at, index))
    return texts


def as_number(value: Any, at: KeyPath, is_whole: bool = False) -> int | float:
    """Return the value, a number from 0 on. Raises BadValueError."""
    kind = "whole number" if is_whole else "number"
    types = int if is_whole else int | float
    if isinstance(value, bool) or not isinstance(value, types) or not 0 <= value < float("inf"):
        raise BadValueError(f"should be a {kind} of at least 0, not {quoted(value)}", at)
    return value


@dataclass(slots=True)
class Single:
    """One expectation: its compiled value, and its checks, each of weight ``share``."""

    kind: Kind
    value: Any
    parts: tuple[Part, ...]
    weight: Exact
    share: Exact
    critical: bool
    optional: bool


@dataclass(slots=True)
class Composite:
    """``any``: at least one branch holds; ``not``: its only branch does not hold."""

    name: str
    branches: tuple[tuple[Node, ...], ...]
    weight: Exact
    critical: bool
    optional: bool

    @property
    def share(self) -> Exact:
        """The weight of its single check."""
        return self.weight


@dataclass(slots=True)
class When:
    """``when``: expectations under a condition."""

    condition: tuple[Node, ...]
    then: tuple[Node, ...]
    otherwise: tuple[Node, ...] = ()

    @property
    def weight(self) -> Exact:
        """The weight of the heavier branch."""
        return max(weight_of(self.then), weight_of(self.otherwise))


Node = Single | Composite | When


def values_in(nodes: Iterable[Node], kind: str) -> Iterator[Any]:
    """The compiled values of the expectations of a kind in the nodes, at any depth."""
    for node in nodes:
        if not isinstance(node, Single):
            branches = (node.condition, node.then, node.otherwise) if isinstance(node, When) else ()
            inner = node.branches if isinstance(node, Composite) else branches
            yield from values_in(chain.from_iterable(inner), kind)
        elif node.kind.name == kind:
            yield node.value


def weight_of(nodes: Iterable[Node]) -> Exact:
    """The total weight of the nodes."""
    return sum((node.weight for node in nodes), 0)
