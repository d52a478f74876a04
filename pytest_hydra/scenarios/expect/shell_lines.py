"""Read the commands in a shell line, as far as they can be known without running it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from posixpath import basename, join, normpath
from typing import TYPE_CHECKING, NamedTuple

from pytest_hydra.core.text import read_words

if TYPE_CHECKING:
    from tree_sitter import Language, Node, Parser

_WORDS = read_words(__file__, "shell_words.txt")
_DEEPEST_LINE = 8
"""Of lines in lines: ``bash -c "bash -c …"``."""
_DEEPEST_NODE = 100
_MOST_PIPED = 20  # texts
_EXPANSIONS = ("simple_expansion", "expansion", "arithmetic_expansion")
# That the line succeeded does not say that commands in these did.
_CONDITIONAL = (
    "if_statement",
    "case_statement",
    "while_statement",
    "function_definition",
    "negated_command",
)
# Alternatives within a word: {a,b}.py
_BRACES = re.compile(r"(?<!\$)\{([^{}\s]*,[^{}\s]*)\}")
_MOST_BRACES = 4
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|[0-7]{1,3}|.)", re.DOTALL)
_CONTROLS = {"n": "\n", "t": "\t", "r": "\r", "e": "\x1b"}


class Word(NamedTuple):
    """A word of a line. It is not ``clear`` if the shell replaces a part that is not known here."""

    text: str
    clear: bool = True


@dataclass(frozen=True, slots=True)
class Command:
    """A simple command: its words, without assignments and redirections.

    ``reads`` are the files of its standard input, and ``texts`` what else the line says of it: the
    words before a pipe, and here-documents. ``folder`` is the folder that the line changed to,
    relative to where it began; None if that is not known. ``runs_others``: what it runs is among
    the commands of the line, too. ``sure``: it was run and ended if the line succeeded.
    """

    words: tuple[Word, ...]
    reads: tuple[Word, ...] = ()
    texts: tuple[str, ...] = ()
    folder: str | None = ""
    runs_others: bool = False
    sure: bool = True

    @property
    def program(self) -> str:
        """The name of the program, without its folder."""
        return basename(self.words[0].text).removesuffix(".exe")


@dataclass(slots=True)
class ShellLine:
    """The commands of a line; it is not ``clear`` if it may run others, which cannot be seen.

    ``valid``: the whole line could be read. If not, even the commands are not certain.
    """

    commands: list[Command] = field(default_factory=list)
    clear: bool = True
    valid: bool = True


class _Given(NamedTuple):
    """What is given to the commands of a node by what surrounds it."""

    sure: bool = True
    piped: tuple[str, ...] = ()
    reads: tuple[Word, ...] = ()
    documents: tuple[Word, ...] = ()

    @property
    def texts(self) -> tuple[str, ...]:
        return (*self.piped, *[document.text for document in self.documents])


def read_line(text: str) -> ShellLine:
    """The commands of a shell line, also those inside of ``bash -c``, ``$(…)`` and ``xargs``."""
    reader = _Reader()
    reader.read(text, _Given())
    return reader.line


@cache
def _grammar() -> tuple[type[Parser], Language]:
    # Together: another test in this process may import the library anew, with types of its own.
    import tree_sitter
    import tree_sitter_bash

    return tree_sitter.Parser, tree_sitter.Language(tree_sitter_bash.language())


class _Reader:
    """Walks the syntax tree of a line. ``folder`` is that of the next command."""

    def __init__(self) -> None:
        self.line = ShellLine()
        self.folder: str | None = ""
        self.depth = 0

    def read(self, text: str, given: _Given) -> None:
        """Add the commands of a line, which may be a part of another one."""
        if self.depth == _DEEPEST_LINE:
            self.line.clear = False
            return
        self.depth += 1
        parser, language = _grammar()
        root = parser(language).parse(text.encode(errors="replace")).root_node
        if root.has_error:
            self.line.clear = self.line.valid = False
        self._visit(root, given)
        self.depth -= 1

    def _visit(self, node: Node, given: _Given, depth: int = 0) -> tuple[str, ...]:
        """Add the commands of a node; the words that may be in its output."""
        if depth > _DEEPEST_NODE:
            self.line.clear = False
            return ()
        match node.type:
            case "command" | "declaration_command" | "unset_command":
                return self._command(node, given)
            case "redirected_statement":
                return self._redirected(node, given, depth)
            case "pipeline":
                return self._pipeline(node, given, depth)
            case "list":
                left, *_, right = node.named_children
                texts = self._visit(left, given, depth + 1)
                is_next = any(child.type == "&&" for child in node.children)
                given = given._replace(sure=given.sure and is_next)
                return texts + self._visit(right, given, depth + 1)
            case "subshell" | "command_substitution" | "process_substitution":
                folder = self.folder
                texts = self._redirected(node, given, depth)
                self.folder = folder
                return texts
        if node.type in _CONDITIONAL:
            given = given._replace(sure=False)
        return self._each(node.children, given, depth)

    def _each(self, nodes: Sequence[Node], given: _Given, depth: int) -> tuple[str, ...]:
        texts: tuple[str, ...] = ()
        for index, node in enumerate(nodes):
            is_background = [after.type for after in nodes[index + 1 : index + 2]] == ["&"]
            sure = given.sure and not is_background
            texts += self._visit(node, given._replace(sure=sure), depth + 1)
            texts = texts[-_MOST_PIPED:]
        return texts

    def _pipeline(self, node: Node, given: _Given, depth: int) -> tuple[str, ...]:
        for part in node.named_children:
            given = _Given(given.sure, piped=self._visit(part, given, depth + 1))
        return given.piped

    def _redirected(self, node: Node, given: _Given, depth: int) -> tuple[str, ...]:
        """The commands of a node whose last children may be redirections."""
        redirections, others = _redirections(node)
        given, following = self._input(redirections, given)
        if given.reads and not any(child.is_named for child in others):
            self._add([Word("cat")], given)  # $(<file)
        texts = self._each(others, given, depth)
        for part in following:
            texts += self._visit(part, _Given(given.sure, piped=texts), depth + 1)
        return texts

    def _input(self, nodes: Iterable[Node], given: _Given) -> tuple[_Given, list[Node]]:
        """What redirections give to a command, and the commands that follow a here-document."""
        reads, documents = [*given.reads], [*given.documents]
        following: list[Node] = []
        for node in nodes:
            if node.type == "file_redirect":
                words = [word for child in node.named_children for word in self._words(child)]
                reads += words if any(child.type in ("<", "<>") for child in node.children) else []
            elif node.type == "herestring_redirect":
                documents += self._words(node.named_children[-1])
            else:
                documents.append(self._document(node))
                parts = [c for c in node.named_children if not c.type.startswith("heredoc_")]
                inner = [part for part in parts if part.type.endswith("_redirect")]
                more, others = self._input(inner, _Given())
                reads, documents = [*reads, *more.reads], [*documents, *more.documents]
                following += [*[part for part in parts if part not in inner], *others]
        return given._replace(reads=tuple(reads), documents=tuple(documents)), following

    def _document(self, node: Node) -> Word:
        """The text of a here-document."""
        start = _source(next(c for c in node.children if c.type == "heredoc_start"))
        body = next((child for child in node.children if child.type == "heredoc_body"), None)
        if body is None:
            return Word("")
        text, is_quoted = _source(body), not start.isalnum()
        for child in () if is_quoted else body.named_children:
            self._visit(child, _Given())
        if "`" in text and not is_quoted:
            self.line.clear = False
        return Word(text, is_quoted or "$" not in text)

    def _command(self, node: Node, given: _Given) -> tuple[str, ...]:
        redirections, others = _redirections(node)
        given, _ = self._input(redirections, given)
        words: list[Word] = []
        for child in others:
            found = self._words(child)  # an assignment may run others, too
            is_assignment = child.type == "variable_assignment" and node.type == "command"
            words += [] if is_assignment else found
        self._add(words, given)
        return (*given.texts, *[word.text for word in words[1:]])[-_MOST_PIPED:]

    # --- words ------------------------------------------------------------------------------------

    def _words(self, node: Node) -> list[Word]:
        """The words that the shell makes of a node: many of braces, none of a substitution."""
        if node.type == "process_substitution":
            self._visit(node, _Given())
            return []
        text, clear = self._text(node)
        parts = node.children if node.type == "concatenation" else [node]
        quoted = [part for part in parts if part.type not in ("word", *_EXPANSIONS)]
        if any("{" in _source(part) for part in quoted):
            return [Word(text, clear)]
        return [Word(found, clear) for found in _alternatives(text)]

    def _text(self, node: Node) -> tuple[str, bool]:
        """The text of a word or a part of one, and whether all of it is known."""
        source = _source(node)
        match node.type:
            case "raw_string":
                return source[1:-1], True
            case "ansi_c_string":
                return _ESCAPE.sub(_unescaped, source[2:-1]), True
            case "string":
                return self._joined(node, in_quotes=True)
            case "concatenation" | "command_name" | "translated_string" | "variable_assignment":
                return self._joined(node)
            case "command_substitution":
                self._visit(node, _Given())
                return "$(…)", False
        self._visit(node, _Given())
        if node.type in _EXPANSIONS:
            return source, False
        return re.sub(r"\\(\n|.)", _unescaped_character, source), True

    def _joined(self, node: Node, *, in_quotes: bool = False) -> tuple[str, bool]:
        source, pieces, clear = node.text or b"", list[str](), True
        at = 1 if in_quotes else 0
        # The parser leaves out blanks between two expansions, so texts are what is around them.
        for child in node.named_children if in_quotes else node.children:
            if child.type in ("string_content", "$"):
                continue
            pieces.append(_in_quotes(source[at : child.start_byte - node.start_byte]))
            text, is_clear = self._text(child)
            pieces.append(text)
            clear = clear and is_clear
            at = child.end_byte - node.start_byte
        end = len(source) - 1 if in_quotes else len(source)
        return "".join([*pieces, _in_quotes(source[at:end])]), clear

    # --- commands that run others -----------------------------------------------------------------

    def _add(self, words: Sequence[Word], given: _Given) -> None:
        """Add a command, and those that it runs."""
        if not words:
            return
        if [word.text for word in words[:2]] in (["command", "-v"], ["command", "-V"]):
            words = [Word("which"), *words[2:]]
        command = Command(tuple(words), given.reads, given.texts, self.folder, sure=given.sure)
        index = len(self.line.commands)
        self.line.commands.append(command)
        self.line.clear = self.line.clear and words[0].clear
        self._add_what_it_runs(command, given)
        runs_others = len(self.line.commands) > index + 1
        self.line.commands[index] = replace(command, runs_others=runs_others)

    def _add_what_it_runs(self, command: Command, given: _Given) -> None:
        name, rest = command.program, [*command.words[1:]]
        both = f"{name}-{rest[0].text}" if rest else ""
        if name == "cd":
            target = [word for word in rest if not word.text.startswith("-")][:1]
            is_known = given.sure and self.folder is not None and target and target[0].clear
            self.folder = normpath(join(self.folder or "", target[0].text)) if is_known else None
        elif name in _WORDS["shells"]:
            self._shell(name, rest, given)
        elif name == "eval":
            self._run(rest, given)
        elif name in _WORDS["wrappers"] or both in _WORDS["wrappers"]:
            if both in _WORDS["wrappers"]:
                name, rest = both, rest[1:]
            rest = _behind_options(name, rest)
            if rest and len(rest[0].text.split()) > 1:
                self._run(rest, given)  # env -S 'git push'
            else:
                self._add(rest, given)
        elif name == "find":
            for index, word in enumerate(rest):
                if word.text in ("-exec", "-execdir", "-ok", "-okdir"):
                    self._add(rest[index + 1 :], _Given(given.sure))

    def _shell(self, name: str, rest: Sequence[Word], given: _Given) -> None:
        others = _behind_options(name, rest)
        options = [word.text for word in rest[: len(rest) - len(others)]]
        if any(re.fullmatch("-[a-zA-Z]*c[a-zA-Z]*", option) for option in options):
            self._run(others[:1], given)
        elif not others and given.documents:
            self._run(given.documents, given._replace(documents=()))
        elif not others:
            self.line.clear = False  # it reads commands from its input

    def _run(self, words: Sequence[Word], given: _Given) -> None:
        if words and all(word.clear for word in words):
            self.read(" ".join(word.text for word in words), given)
        else:
            self.line.clear = False


def _behind_options(program: str, words: Sequence[Word]) -> list[Word]:
    """The words from the first one that is no option, no value of one, and no assignment.

    The options of a wrapper may have durations and numbers as values: timeout 5s.
    """
    at = 0
    while at < len(words):
        text = words[at].text
        if text.startswith(("-", "+")):
            # Of short options that are written together, the last one may have a value.
            spellings = (f"{program}{text}", f"{program}{text[:1]}{text[-1:]}")
            at += 2 if any(spelling in _WORDS["valued"] for spelling in spellings) else 1
        elif _is_assignment(text) or text.rstrip("smhdk").replace(".", "", 1).isdigit():
            at += 1
        else:
            break
    return [*words[at:]]


def _is_assignment(text: str) -> bool:
    name, equals, _ = text.partition("=")
    return bool(equals) and name.removesuffix("+").isidentifier()


def _alternatives(text: str, depth: int = 0) -> list[str]:
    match = _BRACES.search(text)
    if match is None or depth == _MOST_BRACES:
        return [text]
    words = [f"{text[: match.start()]}{part}{text[match.end() :]}" for part in match[1].split(",")]
    return [found for word in words for found in _alternatives(word, depth + 1)]


def _redirections(node: Node) -> tuple[list[Node], list[Node]]:
    """The children that are redirections, and the others."""
    found: tuple[list[Node], list[Node]] = ([], [])
    for child in node.children:
        found[0 if child.type.endswith("_redirect") else 1].append(child)
    return found


def _source(node: Node) -> str:
    return (node.text or b"").decode()


def _in_quotes(source: bytes) -> str:
    """A text in double quotes without the backslashes that the shell removes there."""
    return re.sub(r'\\([$`"\\\n])', _unescaped_character, source.decode())


def _unescaped_character(match: re.Match[str]) -> str:
    return "" if match[1] == "\n" else match[1]


def _unescaped(match: re.Match[str]) -> str:
    """What a backslash and what follows are in $'…'."""
    code = match[1]
    if code[0] in "xu" and code[1:]:
        return chr(int(code[1:], 16))
    return chr(int(code, 8)) if code.isdigit() and code < "8" else _CONTROLS.get(code, code)
