from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from pytest_hydra.errors import HydraError
from pytest_hydra.record.files import StoreError
from pytest_hydra.record.runs import (
    RunFolder,
    complete_runs,
    find_run,
    runs_folder,
    sweep,
    unfinished_runs,
)
from pytest_hydra.record.store import Run

NEEDS_MOUNT = pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0, reason="only root can mount a small disk"
)


def recorded(root: Path, *lines: str, complete: bool = True, fingerprint: str = "f") -> Run:
    run = Run.create(root, {"fingerprint": fingerprint})
    for line in lines:
        run.record("scenarios", line)
    run.finish(complete)
    return run


def cut_off(root: Path, *lines: str, fingerprint: str = "f") -> Run:
    run = Run.create(root, {"fingerprint": fingerprint})
    for line in lines:
        run.record("scenarios", line)
    run.close()
    return run


def child(code: str, *arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_run_is_read_back(tmp_path: Path) -> None:
    run = Run.create(tmp_path, {"policy": {"threshold": 80}})
    run.record("scenarios", '{"id": "a"}')
    run.record("scenarios", '{"id": "b"}')
    run.write("candidates/codex/diff.patch", "+1\n")
    run.finish(complete=True)

    folder = find_run(tmp_path, "latest")
    assert list(folder.records("scenarios")) == [{"id": "a"}, {"id": "b"}]
    assert list(folder.records("judging")) == []
    assert (folder.path / "candidates/codex/diff.patch").read_text() == "+1\n"
    assert folder.manifest["policy"] == {"threshold": 80}
    assert folder.complete
    assert sorted(folder.manifest["files"]) == [
        "candidates/codex/diff.patch",
        "journal.jsonl",
        "scenarios.jsonl",
    ]
    assert [entry["event"] for entry in folder.records("journal")] == ["started", "finished"]
    assert (tmp_path / ".hydra/.gitignore").read_text() == "*\n"


def test_a_gitignore_of_the_users_stays(tmp_path: Path) -> None:
    (tmp_path / ".hydra").mkdir()
    (tmp_path / ".hydra/.gitignore").write_text("runs/\n")
    recorded(tmp_path)
    assert (tmp_path / ".hydra/.gitignore").read_text() == "runs/\n"


def test_a_run_is_named_by_id_and_by_path(tmp_path: Path) -> None:
    first, last = recorded(tmp_path, "{}"), recorded(tmp_path, "{}")
    assert find_run(tmp_path, first.run_id).path == first.path
    assert find_run(tmp_path / "elsewhere", str(first.path)).run_id == first.run_id
    assert find_run(tmp_path, "latest").run_id == last.run_id


def test_latest_is_the_last_complete_one(tmp_path: Path) -> None:
    whole = recorded(tmp_path, "{}")
    recorded(tmp_path, "{}", complete=False)
    recorded(tmp_path)
    cut_off(tmp_path)
    assert find_run(tmp_path, "latest").run_id == whole.run_id


def test_latest_prefers_runs_with_recordings_to_those_of_ordinary_tests(tmp_path: Path) -> None:
    tests = recorded(tmp_path), recorded(tmp_path)
    assert find_run(tmp_path, "latest").run_id == tests[1].run_id
    assert [run.run_id for run in complete_runs(tmp_path)] == [run.run_id for run in tests[::-1]]
    whole = recorded(tmp_path, "{}")
    recorded(tmp_path)
    assert find_run(tmp_path, "latest").run_id == whole.run_id
    assert [run.run_id for run in complete_runs(tmp_path)] == [whole.run_id]


def test_run_ids_sort_by_time_and_never_collide(tmp_path: Path) -> None:
    ids = [cut_off(tmp_path).run_id for _ in range(30)]
    assert len(set(ids)) == 30
    assert sorted(ids) == ids


@pytest.mark.parametrize("name", ["nope", "20200101-000000-000000-abcd", "", "latest"])
def test_an_unknown_run_is_an_error_that_lists_what_there_is(tmp_path: Path, name: str) -> None:
    with pytest.raises(HydraError, match="there are no runs in "):
        find_run(tmp_path, name)
    run = cut_off(tmp_path)
    with pytest.raises(HydraError, match=rf"{run.run_id} \(unfinished\)"):
        find_run(tmp_path, name)


def test_a_run_that_is_being_written_is_not_replayed(tmp_path: Path) -> None:
    run = Run.create(tmp_path, {})
    with closing(run), pytest.raises(HydraError, match="still being written"):
        find_run(tmp_path, run.run_id)
    assert find_run(tmp_path, run.run_id).run_id == run.run_id


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (lambda path: path.write_text('{"id": "z"}\n'), "scenarios.jsonl: was changed"),
        (lambda path: path.unlink(), "scenarios.jsonl: cannot be read"),
    ],
)
def test_a_finished_run_that_was_changed_is_refused(
    tmp_path: Path, harm: object, said: str
) -> None:
    run = recorded(tmp_path, '{"id": "a"}')
    assert callable(harm)
    harm(run.path / "scenarios.jsonl")
    with pytest.raises(HydraError, match=said):
        find_run(tmp_path, run.run_id)


def test_a_file_that_was_slipped_into_a_finished_run_is_not_read(tmp_path: Path) -> None:
    run = recorded(tmp_path)
    (run.path / "scenarios.jsonl").write_text('{"id": "planted"}\n')
    assert list(find_run(tmp_path, run.run_id).records("scenarios")) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not the manifest of a run"),
        ("[]", "not the manifest of a run"),
        ("[" * 5000, "not the manifest of a run"),
        ('{"schema_version": 99}', "schema_version 1 is expected"),
        ('{"schema_version": 1, "run_id": 5}', "run_id: a str is expected"),
        (
            '{"schema_version": 1, "run_id": "r", "finished": true, "complete": true, "files": {},'
            ' "bots": 5}',
            "bots: a dict is expected",
        ),
    ],
)
def test_a_broken_manifest_is_an_error_for_who_names_the_run(
    tmp_path: Path, text: str, said: str
) -> None:
    whole, broken = recorded(tmp_path, "{}"), recorded(tmp_path, "{}")
    (broken.path / "manifest.json").write_text(text)
    with pytest.raises(HydraError, match=said):
        find_run(tmp_path, broken.run_id)
    # Not the older one in its place: nobody would see that it is not the last.
    with pytest.raises(HydraError, match=said):
        find_run(tmp_path, "latest")
    assert find_run(tmp_path, whole.run_id).complete
    assert sweep(tmp_path, keep=0) == [broken.run_id]


def test_a_torn_last_line_is_left_out(tmp_path: Path) -> None:
    run = cut_off(tmp_path, '{"id": "a"}')
    with (run.path / "scenarios.jsonl").open("a") as file:
        file.write('{"id": "b"')
    folder = find_run(tmp_path, run.run_id)
    assert list(folder.records("scenarios")) == [{"id": "a"}]


@pytest.mark.parametrize("line", ["{", "[]", '{"a": NaN}', "\udc80"])
def test_any_other_broken_line_is_an_error_with_its_place(tmp_path: Path, line: str) -> None:
    run = cut_off(tmp_path, '{"id": "a"}', line, '{"id": "c"}')
    folder = find_run(tmp_path, run.run_id)
    with pytest.raises(HydraError, match=r"scenarios\.jsonl:2: the recording is broken"):
        list(folder.records("scenarios"))


def test_the_next_session_goes_on_from_what_was_cut_off(tmp_path: Path) -> None:
    first = cut_off(tmp_path, '{"id": "a"}')
    cut_off(tmp_path, fingerprint="another")
    second = cut_off(tmp_path, '{"id": "b"}')
    with closing(Run.create(tmp_path, {"fingerprint": "f"})):
        found = unfinished_runs(tmp_path, lambda: "f")
    assert [folder.run_id for folder in found] == [second.run_id, first.run_id]


def test_a_finished_run_ends_what_can_be_gone_on_from(tmp_path: Path) -> None:
    cut_off(tmp_path, '{"id": "a"}')
    recorded(tmp_path, complete=False)
    # And nobody reads the project for that.
    assert unfinished_runs(tmp_path, lambda: pytest.fail("a fingerprint was asked for")) == []


def test_a_run_without_a_manifest_has_nothing_to_say(tmp_path: Path) -> None:
    run = cut_off(tmp_path)
    (run.path / "manifest.json").unlink()
    assert unfinished_runs(tmp_path, lambda: "f") == []
    with pytest.raises(HydraError, match="before it recorded anything"):
        find_run(tmp_path, run.run_id)


def test_sweep_keeps_the_newest_the_last_complete_one_and_the_living(tmp_path: Path) -> None:
    with closing(Run.create(tmp_path, {})) as living:
        complete = recorded(tmp_path, "{}")
        doomed = [recorded(tmp_path, complete=False).run_id, cut_off(tmp_path).run_id]
        kept = recorded(tmp_path, complete=False)
        assert sweep(tmp_path, keep=1) == doomed[::-1]
        there = {path.name for path in runs_folder(tmp_path).iterdir()}
        assert there == {living.run_id, complete.run_id, kept.run_id}
    assert sweep(tmp_path, keep=0) == [kept.run_id, living.run_id]


def test_sweep_follows_no_link_and_touches_nothing_else(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "precious").touch()
    run = cut_off(tmp_path)
    (run.path / "inside").symlink_to(outside)
    (runs_folder(tmp_path) / "20200101-000000-000000-aaaa").symlink_to(outside)
    (runs_folder(tmp_path) / "notes").mkdir()
    assert sweep(tmp_path, keep=0) == [run.run_id]
    assert (outside / "precious").exists()
    assert (runs_folder(tmp_path) / "notes").is_dir()
    assert (runs_folder(tmp_path) / "20200101-000000-000000-aaaa").is_symlink()


def test_sweep_finishes_what_a_killed_sweep_left(tmp_path: Path) -> None:
    run = cut_off(tmp_path)
    left = runs_folder(tmp_path) / f".swept-{run.run_id}"
    run.path.rename(left)
    assert sweep(tmp_path, keep=20) == []
    assert not left.exists()


def test_sweep_of_nothing(tmp_path: Path) -> None:
    assert sweep(tmp_path, keep=0) == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["", "/etc/x", "../x", "a/../../x", "a//b", "manifest.json", "."])
def test_nothing_is_written_out_of_the_run_folder(tmp_path: Path, name: str) -> None:
    with (
        closing(Run.create(tmp_path, {})) as run,
        pytest.raises(ValueError, match="does not name a file"),
    ):
        run.write(name, "")


def test_a_lone_surrogate_is_written_as_its_escape(tmp_path: Path) -> None:
    run = recorded(tmp_path, '{"id": "\ud800"}')
    assert list(find_run(tmp_path, run.run_id).records("scenarios")) == [{"id": "\ud800"}]


KILLED = """
import os, sys
from pathlib import Path
from pytest_hydra.record.store import Run
run = Run.create(Path(sys.argv[1]), {"fingerprint": "f"})
for number in range(10**9):
    run.record("scenarios", '{"number": %d}' % number)
    if number == 500:
        print("going", flush=True)
"""


def test_a_killed_session_keeps_what_it_had_recorded(tmp_path: Path) -> None:
    with child(KILLED, tmp_path) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "going\n"
        assert unfinished_runs(tmp_path, lambda: "f") == []  # alive
        process.kill()
        process.wait()
    assert process.returncode == -signal.SIGKILL
    (folder,) = unfinished_runs(tmp_path, lambda: "f")
    numbers = [record["number"] for record in folder.records("scenarios")]
    assert len(numbers) > 500
    assert numbers == list(range(len(numbers)))


# The writer goes on after the first failure, and says what it met.
FULL = """
import json, resource, sys
from pathlib import Path
from pytest_hydra.record.files import StoreError
from pytest_hydra.record.store import Run
run = Run.create(Path(sys.argv[1]), {"fingerprint": "f"})
if len(sys.argv) > 2:
    import signal
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
errors = []
for number in range(5000):
    try:
        run.record("scenarios", json.dumps({"number": number, "text": "x" * 90}))
    except StoreError as error:
        errors.append(str(error))
try:
    run.write("report.json", "{}")
    run.finish(True)
except StoreError as error:
    errors.append(str(error))
print(json.dumps([errors, str(run.broken)]))
"""


def full_disk(root: Path, *arguments: object) -> tuple[list[str], RunFolder]:
    with child(FULL, root, *arguments) as process:
        out, err = process.communicate()
    assert err == ""
    errors, broken = json.loads(out)
    assert errors == [broken], "said once, and remembered"
    (folder,) = unfinished_runs(root, lambda: "f")
    numbers = [record["number"] for record in folder.records("scenarios")]
    assert numbers == list(range(len(numbers)))
    assert len(numbers) > 50
    return errors, folder


def test_what_was_recorded_before_a_limit_is_kept(tmp_path: Path) -> None:
    (error,), folder = full_disk(tmp_path, 20_000)
    assert error == f"cannot write {folder.path}/scenarios.jsonl: File too large"
    assert not (folder.path / "scenarios.jsonl").read_bytes().endswith(b"\n")


@NEEDS_MOUNT
def test_what_was_recorded_before_the_disk_was_full_is_kept(tmp_path: Path) -> None:
    mounted = subprocess.run(
        ["/bin/mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", tmp_path],
        check=False,
        capture_output=True,
    )
    if mounted.returncode != 0:
        pytest.skip("mounting is not allowed here")
    try:
        (error,), folder = full_disk(tmp_path)
        assert error == f"cannot write {folder.path}/scenarios.jsonl: No space left on device"
    finally:
        subprocess.run(["/bin/umount", "-l", tmp_path], check=True)


def test_a_run_folder_that_is_removed_is_said_once(tmp_path: Path) -> None:
    run = Run.create(tmp_path, {})
    run.record("scenarios", "{}")
    run.path.rename(tmp_path / "moved")
    (tmp_path / "moved/scenarios.jsonl").unlink()
    run.record("scenarios", "{}")
    with pytest.raises(StoreError, match=r"scenarios\.jsonl was removed while it was being"):
        run.write("report.json", "{}")
    run.record("scenarios", "{}")
    run.write("report.json", "{}")
    run.finish(complete=True)
    assert run.broken is not None
    assert not run.path.exists()


def test_a_removed_run_folder_is_noticed_at_the_end(tmp_path: Path) -> None:
    run = Run.create(tmp_path, {})
    run.record("scenarios", "{}")
    shutil.rmtree(run.path)
    with pytest.raises(StoreError, match="was removed while it was being written"):
        run.finish(complete=True)


def test_a_run_that_cannot_be_sealed_is_closed_and_unfinished(tmp_path: Path) -> None:
    run = Run.create(tmp_path, {})
    (run.path / "manifest.json").unlink()
    (run.path / "manifest.json").mkdir()
    with pytest.raises(StoreError, match=r"manifest\.json|Is a directory"):
        run.finish(complete=True)
    assert run.broken is not None
    journal = (run.path / "journal.jsonl").read_text()
    run.log("late")  # neither raises nor writes
    assert (run.path / "journal.jsonl").read_text() == journal


def test_a_place_where_nothing_can_be_made(tmp_path: Path) -> None:
    (tmp_path / ".hydra").write_text("a file\n")
    with pytest.raises(StoreError, match=r"cannot write .*\.hydra: "):
        Run.create(tmp_path, {})


@NEEDS_MOUNT
def test_a_read_only_disk(tmp_path: Path) -> None:
    mounted = subprocess.run(
        ["/bin/mount", "-t", "tmpfs", "-o", "ro,size=64k", "tmpfs", tmp_path],
        check=False,
        capture_output=True,
    )
    if mounted.returncode != 0:
        pytest.skip("mounting is not allowed here")
    try:
        with pytest.raises(StoreError, match=r"\.hydra: Read-only file system"):
            Run.create(tmp_path, {})
    finally:
        subprocess.run(["/bin/umount", "-l", tmp_path], check=True)


def test_no_descriptor_is_left_open(tmp_path: Path) -> None:
    recorded(tmp_path, "{}")  # whatever the first one loads
    before = len(os.listdir("/dev/fd"))
    recorded(tmp_path, "{}")
    cut_off(tmp_path, "{}")
    find_run(tmp_path, "latest")
    sweep(tmp_path, keep=0)
    assert len(os.listdir("/dev/fd")) == before


@pytest.mark.parametrize("name", ["../outside", "/dev/zero", "pipe", "a\ud800", "a\0b"])
def test_what_a_manifest_names_is_looked_for_in_the_run_alone(tmp_path: Path, name: str) -> None:
    path = recorded(tmp_path, '{"id": "a"}').path
    (path.parent / "outside").write_text("")
    os.mkfifo(path / "pipe")
    manifest = json.loads((path / "manifest.json").read_text())
    manifest["files"][name] = "0" * 64
    (path / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(HydraError, match="this run can't be trusted any more"):
        find_run(tmp_path, path.name)


@pytest.mark.parametrize("target", ["nowhere/lock", "lock.other"])
def test_a_lock_that_is_a_link_is_none(tmp_path: Path, target: str) -> None:
    (tmp_path / ".hydra").mkdir()
    (tmp_path / ".hydra" / "lock").symlink_to(tmp_path / target)
    with pytest.raises(StoreError) as caught:
        Run.create(tmp_path, {})
    said = ".hydra: 'lock' is a link, but a lock must be a file; remove it"
    assert str(caught.value).endswith(said)
    assert not (tmp_path / target).exists(), "nothing is made where a link leads"


def test_a_run_whose_lock_is_a_link_is_nobodys(tmp_path: Path) -> None:
    run = cut_off(tmp_path, '{"id": "a"}')
    (run.path / "lock").unlink()
    (run.path / "lock").symlink_to(tmp_path / "nowhere")
    assert [entry.path for entry in unfinished_runs(tmp_path, lambda: "f")] == [run.path]


@pytest.mark.parametrize(
    ("session", "token"), [("6f1c", "6f1c"), ("", ""), ("a/../../other", ""), (["6f1c"], "")]
)
def test_a_manifest_names_no_folder_outside(tmp_path: Path, session: object, token: str) -> None:
    assert RunFolder(tmp_path, {"session": session}).session == token
    assert RunFolder(tmp_path, {}).session == ""
