"""Cuts a release: ``python -m tools.release VERSION``, in a checkout without changes.

It names the version in the package and in the changelog, builds the sdist and the wheel in
``dist/``, checks them, tries the wheel in an environment of its own, commits, and tags. If anything
fails, the files are as they were. Nothing is pushed or uploaded: the last lines say how.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import venv
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
_VERSION = re.compile(r"\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?")
_OPEN = "## [Unreleased]\n"


def with_version(source: str, version: str) -> str:
    """The package's source with this version. Raises ValueError if it names none."""
    changed, count = re.subn(
        r'^__version__ = ".*"$', f'__version__ = "{version}"', source, flags=re.M
    )
    if count != 1:
        raise ValueError("the package names no version")
    return changed


def with_section(changelog: str, version: str, day: str) -> str:
    """The changelog with what is unreleased under this version.

    Raises ValueError if nothing is, or if it has that version already.
    """
    before, found, after = changelog.partition(_OPEN)
    if not found or not after.partition("\n## ")[0].strip():
        raise ValueError("the changelog has nothing under [Unreleased]")
    if f"## [{version}]" in after:
        raise ValueError(f"the changelog has {version} already")
    return f"{before}{_OPEN}\n## [{version}] - {day}\n{after}"


def release(version: str) -> None:
    """Cut the release. Raises ValueError, and CalledProcessError with the output of what failed."""
    if not _VERSION.fullmatch(version):
        raise ValueError(f"{version!r} is not a version such as 1.2.0 or 1.2.0rc1")
    if _run("git", "status", "--porcelain"):
        raise ValueError("the checkout has changes: commit them first")
    if _run("git", "tag", "--list", f"v{version}"):
        raise ValueError(f"there is a tag v{version} already")
    package, changelog = ROOT / "pytest_hydra/__init__.py", ROOT / "CHANGELOG.md"
    old = {path: path.read_text(encoding="utf-8") for path in (package, changelog)}
    try:
        package.write_text(with_version(old[package], version), encoding="utf-8")
        day = f"{datetime.now(UTC):%Y-%m-%d}"
        changelog.write_text(with_section(old[changelog], version, day), encoding="utf-8")
        _try_packages(version)
        _run("git", "commit", "--quiet", "--all", f"--message=Release {version}")
    except BaseException:
        for path, text in old.items():
            path.write_text(text, encoding="utf-8")
        raise
    _run("git", "tag", "--annotate", f"v{version}", f"--message=pytest-hydra {version}")


def _try_packages(version: str) -> None:
    """Build the sdist and the wheel, and use the wheel."""
    names = [f"dist/pytest_hydra-{version}{end}" for end in (".tar.gz", "-py3-none-any.whl")]
    _run(sys.executable, "-m", "build")
    _run(sys.executable, "-m", "twine", "check", "--strict", *names)
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = f"{folder}/bin/python"
        _run(python, "-m", "pip", "install", "--quiet", str(ROOT / names[1]))
        # Isolated: the checkout's own package must not be taken for it.
        said = _run(python, "-I", "-c", "import pytest_hydra; print(pytest_hydra.__version__)")
        if said != version:
            raise ValueError(f"the wheel says that it is {said}")
        _run(python, "-I", "-m", "pytest_hydra", "write", "schema", "scenario")


def _run(*words: str) -> str:
    done = subprocess.run(  # noqa: S603 - words of ours
        words, cwd=ROOT, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def main() -> int:
    """Cut a release, and say how to publish it."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__)
    parser.add_argument("version", metavar="VERSION")
    version = parser.parse_args().version
    try:
        release(version)
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        print(f"{error}\n{error.stdout}{error.stderr}", file=sys.stderr)
        return 1
    print(f"v{version} is committed, tagged and in dist/. To publish it:")
    print(f"    git push --follow-tags\n    python -m twine upload dist/pytest_hydra-{version}*")
    return 0


if __name__ == "__main__":
    sys.exit(main())
