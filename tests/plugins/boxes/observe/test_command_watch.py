"""What a command runs, as the kernel reports it: without a box, and in one."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from pytest_hydra.core.observed_runs import Line, ObservedRuns
from pytest_hydra.plugins.boxes.observe.command_watch import CommandWatch, unobservable

BOX = ("--dev-bind", "/", "/", "--unshare-pid", "--proc", "/proc", "--die-with-parent")


def watched(
    words: Sequence[str], folder: Path, programs: Sequence[str] = ("git",), **given: object
) -> tuple[ObservedRuns, str]:
    """What a command ran, and what it printed."""
    watch = CommandWatch(programs, **given)  # type: ignore[arg-type]
    line, descriptors = watch.wrap(words)
    with subprocess.Popen(
        line,
        cwd=folder,
        pass_fds=descriptors,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(folder), "LANG": "C.UTF-8"},
    ) as process:
        watch.started()
        output, _ = process.communicate(timeout=60)
    return watch.close(), output


def _plain(watch: CommandWatch, words: list[str]) -> None:
    line, descriptors = watch.wrap(words)
    with subprocess.Popen(line, pass_fds=descriptors) as process:
        watch.started()
        process.wait(timeout=60)


WHY_NOT = unobservable(_plain)
pytestmark = pytest.mark.skipif(WHY_NOT is not None, reason=f"no commands are seen: {WHY_NOT}")


@pytest.fixture(scope="module", params=["plain", "boxed"])
def box(request: pytest.FixtureRequest) -> Iterator[tuple[str, ...]]:
    """The words before a command."""
    if request.param == "plain":
        yield ()
        return
    bwrap = shutil.which("bwrap")
    if bwrap is None or subprocess.run([bwrap, *BOX, "true"], check=False).returncode:
        pytest.skip("bubblewrap does not work here")
    yield (bwrap, *BOX)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with some scripts."""
    folder = tmp_path_factory.mktemp("repository")
    subprocess.run(["git", "init", "-q", str(folder)], check=True)  # noqa: S607
    (folder / "x.sh").write_text("#!/bin/sh\ngit push\n")
    (folder / "x.sh").chmod(0o755)
    (folder / "m.mk").write_text("all:\n\t@-git push\n")
    (folder / "npm").write_text("#!/usr/bin/env python3\n")
    (folder / "npm").chmod(0o755)
    (folder / "tool.py").write_text("import subprocess\nsubprocess.run(['git', 'push'])\n")
    return folder


def is_push(line: Line) -> bool:
    """Whether a command line pushes."""
    words = [word for word in line[1:] if not word.startswith("-")]
    return line[:1] == ("git",) and "push" in words and "stash" not in words


RUN = [
    "git push",
    "/usr/bin/git push",
    "env -i /usr/bin/git push",
    "PATH=/usr/bin:/bin git push",
    "bash -lc 'git push'",
    "eval 'git push'",
    "G=git; $G push",
    "r''m -f gone; gi''t push",
    "echo push | xargs git",
    "find . -name m.mk -exec git push {} ';'",
    "bash ./x.sh",
    "./x.sh",
    "make -s -f m.mk",
    "python3 tool.py",
    "python3 -c \"import os; os.posix_spawn('/usr/bin/git', ['git', 'push'], {})\"; wait; sleep 0",
    "python3 -c \"import os; os.execve('/usr/bin/git', ['git', 'push'], {})\"",
    "cp /usr/bin/git ./g; ./g push; rm g",
    "cp /usr/bin/git ./g; printf x >> g; ./g push; rm g",
    "ln -sf /usr/bin/git g; ./g push; rm g",
    "ln -sf /usr/bin/git g; (exec -a harmless ./g push); rm g",
    "git -c alias.p=push p",
    '"$(git --exec-path)"/git push',
    "(git push & wait); git --version",
    "git -C . -c a.b=c push",
    "for i in 1 2 3; do /bin/true; done; git push",
    'perl -e \'exec {"/usr/bin/git"} "x", "push"\'',
]
NOT_RUN = [
    "false && git push",
    "if false; then git push; fi",
    "echo 'git push'",
    "git commit -q --allow-empty -m 'then git push'",
    "command -v git; type git",
    "git status --short",
    "git stash push -q || true",
    "cat <<'E'\ngit push\nE",
]


@pytest.mark.parametrize("line", RUN)
def test_each_way_to_run_a_program_is_seen(line: str, box: Sequence[str], folder: Path) -> None:
    seen, output = watched([*box, "bash", "-c", line], folder)
    assert seen.fault is None
    assert seen.found(is_push), (output, seen.runs)


@pytest.mark.parametrize("line", NOT_RUN)
def test_what_is_only_named_was_not_run(line: str, box: Sequence[str], folder: Path) -> None:
    seen, output = watched([*box, "bash", "-c", line], folder)
    assert not seen.found(is_push), output
    assert not seen.found(is_push, "tried")
    assert seen.doubt("git") is None


def test_words_are_exact(box: Sequence[str], folder: Path) -> None:
    words = ("rm", "-f", "a b\nc", "", "'\"$x")
    seen, _ = watched([*box, "sh", "-c", shlex.join(words)], folder)
    assert seen.found(lambda line: line == words)


def test_a_run_has_its_status_and_its_time(box: Sequence[str], folder: Path) -> None:
    seen, _ = watched([*box, "bash", "-c", "git push; sleep 0.2; exit 7"], folder)
    (push,) = seen.found(is_push)
    (sleep,) = seen.found(lambda line: line == ("sleep", "0.2"))
    shell = seen.found(lambda line: line[0] == "bash")[-1]
    assert (push.exit, sleep.exit, shell.exit) == (128, 0, 7)
    assert sleep.seconds is not None
    assert 0.2 <= sleep.seconds < 5
    assert push.at <= sleep.at


def test_what_a_signal_ends_has_no_status(folder: Path) -> None:
    seen, _ = watched(["bash", "-c", "sleep 60 & kill -9 $!; wait"], folder)
    runs = seen.found(lambda line: line[0] == "sleep")
    assert [run.exit for run in runs] in ([None], [])  # it may be ended before it starts


def test_the_program_that_replaces_a_shell_has_the_status(folder: Path) -> None:
    seen, _ = watched(["sh", "-c", "exec git push"], folder)
    assert [run.exit for run in seen.found(is_push)] == [128]
    assert [run.exit for run in seen.found(lambda line: line[0] == "sh")] == [128]


def test_modules_and_scripts_count_by_their_names(folder: Path) -> None:
    lines = "python3 -W ignore -m json.tool </dev/null; python3 ./npm install; ./npm ci; sh x.sh"
    seen, _ = watched(["bash", "-c", lines], folder, ["git", "npm"])
    for wanted in (("json.tool",), ("npm", "install"), ("npm", "ci"), ("x.sh",)):
        assert seen.found(lambda line, wanted=wanted: line == wanted), wanted  # type: ignore[misc]
    scripts = [path for run in seen.runs for path in run.files if path.startswith(str(folder))]
    assert {Path(path).name for path in scripts} == {"npm", "x.sh"}


def test_inline_code_is_no_script(folder: Path) -> None:
    seen, _ = watched(["bash", "-c", "python3 -c pass ./npm; bash -c : npm"], folder, ["npm"])
    assert not seen.found(lambda line: line[0] == "npm")


def test_a_program_that_is_not_there_was_only_tried(folder: Path) -> None:
    code = "import subprocess; subprocess.run(['gh', 'pr'])"
    seen, _ = watched([sys.executable, "-c", code], folder, ["gh"])
    assert not seen.found(lambda line: line[0] == "gh")
    assert seen.found(lambda line: line[0] == "gh", "tried")


def test_a_program_can_be_stopped(box: Sequence[str], folder: Path) -> None:
    words = [*box, "bash", "-c", "git push; echo $?"]
    seen, output = watched(words, folder, stop=lambda line: line[:2] == ("git", "push"))
    assert output.endswith("126\n")
    assert seen.found(is_push, "stopped")
    assert not seen.found(is_push)


def test_our_own_start_is_left_out(folder: Path) -> None:
    own = [sys.executable, "tool.py", "-x"]
    line = ["sh", "-c", f"exec env {shlex.join(own)}"]
    seen, _ = watched(line, folder, own=own)
    assert [run.lines[0] for run in seen.runs if run.fate == "ran"] == [("git", "push")]
    own = [str(folder / "x.sh"), "now"]
    seen, _ = watched(["sh", "-c", f"exec {shlex.join(own)}"], folder, own=own)
    assert [run.lines[0] for run in seen.runs if run.fate == "ran"] == [("git", "push")]


def test_many_at_once_are_all_seen(folder: Path) -> None:
    line = "for i in $(seq 300); do echo $i; done | xargs -P 8 -n 1 /bin/echo"
    seen, _ = watched(["bash", "-c", line], folder)
    assert len(seen.found(lambda line: line[0] == "echo")) == 300
    assert seen.fault is None


def test_programs_of_one_file_are_told_by_their_names(tmp_path: Path, folder: Path) -> None:
    """As rustup's cargo and rustc, or pyenv's pip and python."""
    for name in ("cargo", "rustc"):
        (tmp_path / name).write_text("#!/bin/sh\nexit 0\n")
        (tmp_path / name).chmod(0o755)
    path = f"{tmp_path}:/usr/bin"
    line = "cargo build; cp cargo copy; ./copy build"
    watch = {"path": path}
    seen, _ = watched(
        ["sh", "-c", f"cd {tmp_path}; PATH={path}; {line}"], folder, ["rustc"], **watch
    )
    assert seen.found(lambda line: line == ("cargo", "build"))
    # The copy is no program that was installed: it may be any of the two.
    (run,) = seen.found(lambda line: line[0] == "rustc")
    assert run.lines[0] == ("copy", "build")


FLIPS = r"""
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/syscall.h>
static char word[8] = "status"; static char *args[] = {"git", word, 0}; extern char **environ;
static int wait_us;
static void *flip(void *x) {
  usleep(wait_us); memcpy(word, "push\0\0\0", 8);
  for (;;) pause();
}
static void *run(void *x) { execve("/usr/bin/git", args, environ); return 0; }
int main(int count, char **given) {
  pthread_t t; wait_us = atoi(given[1]); pthread_create(&t, 0, flip, 0);
  if (count > 2) {  /* this thread pretends to be a new program, again and again */
    unsigned long fs; syscall(158, 0x1003, &fs);
    pthread_create(&t, 0, run, 0); for (;;) syscall(158, 0x1002, fs);
  }
  run(0); return 1;
}
"""


@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs a compiler")
@pytest.mark.parametrize("more", [[], ["pretend"]])
def test_words_that_change_while_they_are_read_do_not_fool(
    tmp_path: Path, folder: Path, more: list[str]
) -> None:
    (tmp_path / "flips.c").write_text(FLIPS)
    program = str(tmp_path / "flips")
    build = ["gcc", "-pthread", "-o", program, str(tmp_path / "flips.c")]
    subprocess.run(build, check=True)
    for microseconds in (20, 100, 300):
        for _ in range(5):
            seen, output = watched([program, str(microseconds), *more], folder)
            pushed = "push" in output.lower()
            assert bool(seen.found(is_push)) == pushed, (output, seen.runs)


def test_an_agent_has_nothing_of_ours(folder: Path) -> None:
    code = "import os; print(sorted(int(n) for n in os.listdir('/proc/self/fd'))[:-1])"
    _, output = watched([sys.executable, "-c", code], folder)
    assert output.strip() == "[0, 1, 2]"


def test_a_listener_in_a_listener_is_refused(folder: Path) -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import subprocess\n"
        "from pytest_hydra.plugins.boxes.observe.command_watch import unobservable\n"
        "def run(watch, words):\n"
        "    line, fds = watch.wrap(words)\n"
        "    with subprocess.Popen(line, pass_fds=fds) as process:\n"
        "        watch.started()\n"
        "print(unobservable(run))\n"
    )
    root = Path(__file__).parents[3]
    _, output = watched([sys.executable, "-c", code, str(root)], folder)
    assert "there is no listener: Device or resource busy" in output


def test_without_a_start_nothing_is_known() -> None:
    assert CommandWatch().close().doubt() == "it has not started"


def test_a_record_is_plain_data(folder: Path) -> None:
    seen, _ = watched(["bash", "-c", "git push; ./missing"], folder)
    assert ObservedRuns.from_plain(seen.to_plain()).to_plain() == seen.to_plain()


def _ran(*lines: Line, **given: object) -> ObservedRuns:
    runs = [{"lines": [line], "fate": "ran", "at": 0.0} for line in lines]
    return ObservedRuns.from_plain(
        {"runs": runs, "fault": None, "hides": False, "boxed": False} | given
    )


@pytest.mark.parametrize(
    ("seen", "program", "doubt"),
    [
        (_ran(("bash",)), "git", None),
        (_ran(("bash",)), "kill", "shells run kill in themselves"),
        (_ran(("python3",)), "kill", None),
        (_ran(("docker", "run")), "git", "docker may have run it elsewhere"),
        (_ran(("docker", "run"), boxed=True), "git", None),
        (_ran(("sh",), hides=True), "git", "a shell like busybox runs programs in itself"),
        (_ran(fault="ended"), "git", "ended"),
        (
            _ran(runs=[{"lines": [], "fate": "unreadable", "at": 0.0}]),
            "git",
            "what a process ran could not be read",
        ),
    ],
)
def test_absence_counts_only_where_nothing_can_be_missing(
    seen: ObservedRuns, program: str, doubt: str | None
) -> None:
    assert seen.doubt(program) == doubt
