"""Run public tasks of Harbor in a root, and measure trials: ``python -m benchmarks.harbor``.

The tasks are data that you provide: clones of harbor-framework/harbor-cookbook and of
zjysteven/terminal-bench-env. ``--root`` is a folder with a system in which apt and pip work, made
for this: benchmarks/README.md says how. Solutions of three terminal tasks are ours, beside this.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from contextlib import ExitStack, closing
from pathlib import Path
from statistics import median, quantiles

from pytest_hydra.plugins.harbor.harbor_settings import HarborSettings
from pytest_hydra.plugins.harbor.task_images import Images
from pytest_hydra.plugins.harbor.task_key import task_in
from pytest_hydra.plugins.harbor.task_root import TaskRoot
from pytest_hydra.plugins.harbor.verifier import verified

SOLUTIONS = Path(__file__).parent / "solutions"
RECIPES = ("simple-task", "multi-reward", "skills")
TERMINAL = (
    "a_b_testing_models_medium",
    "asana_task_custom_fields_hard",
    "background_job_stdout_terminal_hard",
    "cmake_target_link_libraries_order_medium",
    "dbscan_clustering_hard",
    "expectation_maximization_hard",
    "fastq_sequence_quality_filtering_medium",
    "gcc_nostdlib_freestanding_medium",
    "memory_pool_allocation_medium",
    "mv_cross_filesystem_rename_medium",
    "tar_sparse_file_extraction_hard",
    "vocab_mismatch_error_medium",
)
# Tests of the recipes start pytest by uv, which they fetch from a site of its own.
_UVX = """#!/bin/sh
while [ "$1" = --with ]; do shift 2; done
[ "$2" = --ctrf ] && { program=$1; shift 3; set -- "$program" "$@"; }
exec "$@"
"""
_TRIVIAL = {
    "task.toml": "[verifier]\ntimeout_sec = 60\n",
    "instruction.md": "Do nothing.",
    "environment/Dockerfile": "FROM one\nWORKDIR /app\n",
    "tests/test.sh": "#!/bin/sh\necho 1 > /logs/verifier/reward.txt\n",
}


def main() -> None:
    """Print what was earned, and what trials took."""
    parser = argparse.ArgumentParser(prog="benchmarks.harbor", description=__doc__)
    parser.add_argument("--root", type=Path, required=True)
    parser.add_argument("--cookbook", type=Path, help="a clone of harbor-cookbook")
    parser.add_argument("--terminal", type=Path, help="a clone of terminal-bench-env")
    parser.add_argument("--trials", type=int, default=0, help="trials of one image to measure")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="harbor-") as name:
        work = Path(name)
        work.chmod(0o755)
        if options.cookbook is not None:
            (options.root / "usr/local/bin/uvx").write_text(_UVX)
            (options.root / "usr/local/bin/uvx").chmod(0o755)
            audit(work, options.root, options.cookbook, "harbor_cookbook/recipes", RECIPES)
        if options.terminal is not None:
            audit(work, options.root, options.terminal, "environments_harbor", TERMINAL)
        if options.trials:
            measure(work, options.root, options.trials)


def audit(work: Path, root: Path, clone: Path, folder: str, names: tuple[str, ...]) -> None:
    """Print what nothing and the solutions earn for tasks of a clone, as they are committed."""
    project = work / folder
    project.mkdir(parents=True)
    archive = subprocess.run(
        ["git", "-C", str(clone), "archive", "HEAD", *(f"{folder}/{name}" for name in names)],  # noqa: S607
        check=True,
        capture_output=True,
    )
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as tasks:
        tasks.extractall(work, filter="data")
    for name in names:
        ours = SOLUTIONS / f"{name}.sh"
        if ours.exists():
            (project / name / "solution").mkdir(exist_ok=True)
            shutil.copy(ours, project / name / "solution" / "solve.sh")
    images = f'[harbor.images]\n"*" = {json.dumps(str(root.resolve()))}\n'
    (project / "hydra.toml").write_text(images)
    started = time.perf_counter()
    # Some of these tests may say nothing: the lines tell.
    line = [sys.executable, "-m", "pytest_hydra", "audit", "tasks", "."]
    subprocess.run(line, cwd=project, check=False)
    print(f"{len(names)} tasks of {folder}: {time.perf_counter() - started:.0f} s", flush=True)


def measure(work: Path, root: Path, trials: int) -> None:
    """Print what the first trial of an image took, and what the others did."""
    project = work / "one"
    for name, text in _TRIVIAL.items():
        path = project / "task" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    archive = project / "image.tar"
    layer = pack(root, archive)
    images = HarborSettings(images={"one": "image.tar"})
    with closing(Images(project, images)) as known:
        times = [trial(project / "task", known)]
        first = size(known.cache)
        times += [trial(project / "task", known) for _ in range(trials - 1)]
        last = size(known.cache)
    # A layer of the image, and what WORKDIR made.
    layers = [path for path in (known.cache / "layers").iterdir() if path.is_dir()]
    print(f"image: 1 layer of {layer / 1e9:.2f} GB in files; load {os.getloadavg()[0]:.1f}")
    print(f"first trial: {times[0][0]:.1f} s, with the unpacking")
    for name, index in (("to the end of its tests", 0), ("with the removal", 1)):
        rest = [1000 * each[index] for each in times[1:]]
        spread = f"min {min(rest):.0f} ms, 95% within {quantiles(rest, n=20)[-1]:.0f} ms"
        print(f"{len(rest)} others, {name}: median {median(rest):.0f} ms, {spread}")
    print(
        f"cache after 1: {first / 1e9:.2f} GB, after {trials}: {last / 1e9:.2f} GB, "
        f"{len(layers)} layers"
    )


def trial(task: Path, images: Images) -> tuple[float, float]:
    """The seconds until the tests of a trial have ended, and until all is removed.

    Its agent is `true`, and its tests write 1, in a fresh root.
    """
    started = time.perf_counter()
    with ExitStack() as stack:
        root = TaskRoot(task_in(task), images, stack)
        log = root.place / "log"
        ended = root.space.run(
            root.laid, ["/bin/true"], variables=root.variables(), log=log, seconds=60
        )
        record = verified(root, "fresh")
        ended_after = time.perf_counter() - started
    if ended.exit != 0 or record["rewards"] != {"reward": 1}:
        raise SystemExit(f"the trial failed: {record}")
    return ended_after, time.perf_counter() - started


def pack(root: Path, archive: Path) -> int:
    """Pack a root as `docker save` does, with one layer, and return its size in bytes."""
    layer = archive.with_name("layer.tar")
    with tarfile.open(layer, "w") as packed:
        packed.add(root, ".")
    with layer.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    config = {"config": {}, "rootfs": {"type": "layers", "diff_ids": [f"sha256:{digest}"]}}
    manifest = [{"Config": "config.json", "RepoTags": ["one"], "Layers": ["layer.tar"]}]
    with tarfile.open(archive, "w") as whole:
        whole.add(layer, "layer.tar")
        for name, data in (("config.json", config), ("manifest.json", manifest)):
            text = json.dumps(data).encode()
            entry = tarfile.TarInfo(name)
            entry.size = len(text)
            whole.addfile(entry, io.BytesIO(text))
    layer.unlink()
    return size(root)


def size(folder: Path) -> int:
    """What a folder uses on the disk, in bytes."""
    files = [entry.lstat() for entry in folder.rglob("*")]
    return sum({file.st_ino: 512 * file.st_blocks for file in files}.values())


if __name__ == "__main__":
    main()
