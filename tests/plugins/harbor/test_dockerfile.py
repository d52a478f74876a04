"""The instructions of a Dockerfile."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_hydra.errors import InputError
from pytest_hydra.plugins.harbor.dockerfile import fill_in, pairs, read_dockerfile, words


def read(tmp_path: Path, text: str) -> list[tuple[str, str, int]]:
    path = tmp_path / "Dockerfile"
    path.write_text(text)
    return [tuple(one) for one in read_dockerfile(path)]  # type: ignore[misc]


def test_instructions(tmp_path: Path) -> None:
    text = (
        "# syntax=docker/dockerfile:1\nARG TAG=12\nfrom debian:$TAG as base\n\nLABEL a=b\n"
        "RUN apt-get update && \\\n    # a comment\n\n    apt-get install -y x\n"
        'COPY a b /c/\nCMD ["x"]\nEXPOSE 80\n'
        "RUN cat <<'EOF' > /x\none\n# two\nEOF\nRUN <<END\na\nb\nEND\nRUN last"
    )
    assert read(tmp_path, text) == [
        ("ARG", "TAG=12", 2),
        ("FROM", "debian:$TAG as base", 3),
        ("RUN", "apt-get update &&     apt-get install -y x", 6),
        ("COPY", "a b /c/", 10),
        ("RUN", "cat <<'EOF' > /x\none\n# two\nEOF", 13),
        ("RUN", "a\nb", 17),
        ("RUN", "last", 21),
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("FROM x\nUSER dev", "Dockerfile:2: USER is not supported"),
        ("FROM x\nVOLUME /x", "VOLUME is not supported"),
        ("FROM x\nADD a b", "ADD is not supported"),
        ("FROM x\nENTRYPOINT x", "ENTRYPOINT is not supported"),
        ("FROM x\nHEALTHCHECK NONE", "HEALTHCHECK is not supported"),
        ("FROM x AS y\nFROM z", "2: FROM again is not supported"),
        ("FROM --platform=linux/amd64 x", "FROM --platform is not supported"),
        ("FROM x\nCOPY --from=y a b", "COPY --from is not supported"),
        ("FROM x\nRUN --mount=type=cache,target=/x y", "RUN --mount is not supported"),
        ('FROM x\nRUN ["a"]', "RUN in the exec form is not supported"),
        ("FROM x\nCOPY <<EOF /x\na\nEOF", "COPY with a text is not supported"),
        ("FROM x\nCOPY a", "COPY needs a source and a target"),
        ("FROM x\nENV A='b", "ENV A='b cannot be read"),
        ("FROM x\nRUN", "RUN says nothing"),
        ("RUN x", "RUN stands before FROM"),
        ("# nothing", "has no FROM"),
        ("\0", "is not supported"),
    ],
)
def test_others_are_refused_by_name_and_line(tmp_path: Path, text: str, fault: str) -> None:
    with pytest.raises(InputError, match=fault):
        read(tmp_path, text)


def test_variables() -> None:
    known = {"A": "1", "E": ""}
    assert fill_in(r"$A ${A} ${E:-x} ${A:+y} ${E:+y} \$A $B", known) == "1 1 x y  $A "
    assert pairs('A=1 B="2 3"') == {"A": "1", "B": "2 3"}
    assert pairs("A 1 2") == {"A": "1 2"}
    assert pairs("A") == {}
    assert words('["a b", "c"]') == ["a b", "c"]
