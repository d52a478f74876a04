"""Whether a reply warns or refuses, of what and why."""

from __future__ import annotations

from pytest_hydra.scenarios.english.patterns import read_patterns
from pytest_hydra.scenarios.english.sentences import Sentence, first_sentences
from pytest_hydra.scenarios.english.topics import mentions
from pytest_hydra.scenarios.english.weights import CUES, Kind, net_weights, weight_of

_TIES = read_patterns("warnings.txt")
_FEW = 4  # words


def find_warning(text: str, topic: str | None) -> str | None:
    """The sentence that warns of ``topic`` (None: of anything), or None.

    The topic stands in the sentence that warns; or in the one before, when the warning says
    "this" or "it"; or in the one after, when the warning only announces it ("Heads up!"); or in
    either of two sentences that only together warn.
    What is denied ("no risk"), quoted, or told of the past does not warn.
    """
    sentences = first_sentences(text)
    for window, weight in net_weights("warning", sentences):
        if weight <= 0:
            continue
        loudest = _loudest("warning", sentences, window)
        if topic is None:
            return sentences[loudest].shown
        near = [*_loud_parts(sentences[loudest])]
        near += [sentence.text for sentence in _neighbours(sentences, loudest)]
        together = weight_of("warning", *[sentences[index] for index in window])
        if together > weight_of("warning", sentences[loudest]):
            near += [sentences[index].text for index in window if index != loudest]
        if any(mentions(part, topic) for part in near):
            return sentences[loudest].shown
    return None


def find_refusal(text: str, reason: str | None = None) -> str | None:
    """The sentence that refuses, or None; with ``reason``, only where it is given as well.

    The reason stands in the sentence that refuses, or in the one before or after it. No refusal:
    what is quoted, conditional, hypothetical or told of the past, what cannot be found or
    promised, what only lacks something from the user ("not without your number"), and a request
    that is met in part ("I can't cancel it, but I've paused it"). To offer something else without
    doing it remains a refusal.
    """
    sentences = first_sentences(text)
    for window, weight in net_weights("refusal", sentences):
        if weight <= 0:
            continue
        loudest = _loudest("refusal", sentences, window)
        if _is_met(sentences, loudest):
            continue
        near = sentences[max(0, loudest - 1) : loudest + 2]
        if reason is None or any(mentions(sentence.text, reason) for sentence in near):
            return sentences[loudest].shown
    return None


def _loudest(kind: Kind, sentences: tuple[Sentence, ...], window: tuple[int, ...]) -> int:
    return max(window, key=lambda index: weight_of(kind, sentences[index]))


def _is_met(sentences: tuple[Sentence, ...], index: int) -> bool:
    """Whether what is refused only lacks something, or another thing was done instead."""
    spoken = sentences[index].spoken
    following = sentences[index + 1].spoken if index + 1 < len(sentences) else ""
    return bool(
        CUES["need"].search(spoken)
        or CUES["did"].search(spoken)
        or CUES["did next"].search(following)
    )


def _parts(sentence: Sentence) -> list[tuple[Sentence, int]]:
    """The clauses of a sentence, and their weights for a warning."""
    cuts = [edge for cut in _TIES["clause"].finditer(sentence.spoken) for edge in cut.span()]
    edges = [0, *cuts, len(sentence.spoken)]
    parts = []
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        part = sentence._replace(
            text=sentence.text[start:end].strip(), spoken=sentence.spoken[start:end].strip()
        )
        parts.append((part, weight_of("warning", part)))
    return parts


def _loud_parts(sentence: Sentence) -> list[str]:
    """The parts of a warning sentence that warn, or the whole of it."""
    parts = _parts(sentence)
    loud = [part for part, weight in parts if weight > 0]
    if (
        # Each part adds to the warning.
        weight_of("warning", sentence) >= max(weight for _, weight in parts)
        or _TIES["care"].search(sentence.spoken)
        or any(part is not parts[0][0] and _TIES["pronoun"].match(part.spoken) for part in loud)
        # "Careful - …": a few words announce what the rest says.
        or any(len(part.spoken.split()) <= _FEW for part in loud)
    ):
        loud = []
    return [part.text for part in loud] or [sentence.text]


def _neighbours(sentences: tuple[Sentence, ...], index: int) -> list[Sentence]:
    sentence = sentences[index]
    # "Allergic to nuts? Then skip the pesto."
    near = [
        before
        for before in sentences[max(0, index - 1) : index]
        if before.question
        or _TIES["this"].search(sentence.spoken)
        or _TIES["exclaimed"].match(before.spoken)
    ]
    short = len(sentence.spoken.split()) <= 6
    announces = sentence.spoken.endswith(":") or (short and CUES["marked"].search(sentence.spoken))
    if index + 1 < len(sentences) and (announces or CUES["are you sure"].search(sentence.spoken)):
        near.append(sentences[index + 1])
    return near
