"""Tries the package without plugins: ``python -m tools.detach NAME …``, in a checkout.

``all`` leaves the core alone. A copy of the checkout loses the plugins' folders, their sections of
the registry and of hydra.toml, their tests, their pages with the links to them, and those plugins
that need them. There every module must be importable, the JSON Schema and the help must be made,
the walls must stand, and the examples must run that use no word of them and nothing of what
hydra.toml lost. ``--full`` runs all other tests too.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from pytest_hydra import registry
from pytest_hydra.documents import read

ROOT: Final = Path(__file__).parents[1]
_IMPORT_ALL = """
import importlib, pkgutil, pytest_hydra
for found in pkgutil.walk_packages(pytest_hydra.__path__, "pytest_hydra."):
    # These are programs: they run when they are imported.
    if not found.name.endswith(("__main__", "_launcher")) and ".recorder" not in found.name:
        importlib.import_module(found.name)
"""
_LEFT_OUT = (".git", ".venv", ".hydra", "__pycache__", "node_modules", ".mypy_cache", ".ruff_cache")
# Texts that a test of the whole package compares: they are written anew, without the plugin.
_GENERATED = ("tests/test_reference.py", "tests/test_schema.py", "tests/test_examples.py")


def needing(names: list[str], table: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """The plugins, and those that need them, also by another."""
    found = [*names]
    for plugin in found:
        users = [user for user, entry in table.items() if plugin in entry.get("needs", ())]
        found += [user for user in users if user not in found]
    return found


def words_of(kind: str, names: list[str], table: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """The words of a kind by which a file uses the plugins."""
    return [word for name in names for word in table[name].get(kind, ())]


def without(text: str, names: list[str]) -> str:
    """The registry, or hydra.toml, without the sections of these plugins."""
    sections = re.split(r"(?m)^(?=\[)", text)
    gone = re.compile(rf"\[(?:{'|'.join(names)})[.\]]")
    return "".join(section for section in sections if not gone.match(section))


def unlinked(text: str, names: list[str]) -> str:
    """A page without the links to the pages of these plugins, and without their lines of a list."""
    link = rf"\[([^\]]*)\]\((?:docs/)?(?:{'|'.join(names)})\.md[^)]*\)"
    return re.sub(link, r"\1", re.sub(rf"(?m)^- {link}.*\n", "", text))


def detach(names: list[str], copy: Path) -> None:
    """Copy the checkout without these plugins."""
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*_LEFT_OUT))
    for name in names:
        shutil.rmtree(copy / "pytest_hydra" / "plugins" / name)
        shutil.rmtree(copy / "tests" / "plugins" / name, ignore_errors=True)
        (copy / "docs" / f"{name}.md").unlink(missing_ok=True)
    for page in (*copy.glob("*.md"), *copy.glob("docs/*.md")):
        page.write_text(unlinked(page.read_text("utf-8"), names), "utf-8")
    known = registry.table()
    words = [word for name in names for word in known[name].get("settings", ())]
    tables = [*names, *words]
    for file in (copy / "pytest_hydra" / "plugins" / "registry.toml", copy / "hydra.toml"):
        file.write_text(without(file.read_text("utf-8"), tables), "utf-8")


def examples(copy: Path, names: list[str], table: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """The example files that use no word of these plugins, and nothing of their tables."""
    keys, words = (words_of(kind, names, table) for kind in ("keys", "expectations"))
    lost = re.findall(rf"(?m)^\[(?:{'|'.join(names)})\.(.+)\]", (ROOT / "hydra.toml").read_text())
    expected = rf"\b(?:{'|'.join(words)})\"?\s*[:=]" if words else "(?!)"
    values = rf"[:=]\s*\"?(?:{'|'.join(lost)})\b" if lost else "(?!)"
    uses = re.compile(f"{expected}|{values}")
    files = sorted((copy / "example_scenarios").glob("*.scenario.*"))
    return [
        str(file)
        for file in files
        if not (uses.search(file.read_text("utf-8")) or _has_key(file, keys))
    ]


def _has_key(file: Path, keys: list[str]) -> bool:
    """Whether the file, or a scenario in it, has one of these keys."""
    data = read(file, file.name).data
    return any(not entry.keys().isdisjoint(keys) for entry in (data, *data.get("scenarios", ())))


def run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command on the package in this folder."""
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST", "HYDRA"))}
    return subprocess.run(  # noqa: S603 - commands of ours
        command,
        cwd=folder,
        env={**inherited, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


def main() -> int:
    """Try the package without the named plugins, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.detach", description=__doc__)
    known = [*registry.table(), "all"]
    parser.add_argument("names", nargs="+", metavar="NAME", choices=known, help=", ".join(known))
    parser.add_argument("--full", action="store_true", help="run all other tests too")
    options = parser.parse_args()
    table = registry.table()
    names = needing(list(table) if "all" in options.names else options.names, table)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "checkout"
        detach(names, copy)
        python, ours = sys.executable, [sys.executable, "-m", "pytest_hydra"]
        tests = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
        hydra = [*tests, "--hydra", "-p", "pytest_hydra.plugin"]
        commands = {
            "all modules": [python, "-W", "ignore", "-c", _IMPORT_ALL],
            "the schema": [*ours, "write", "schema", "scenario"],
            "the help": [*ours, "--help"],
            "the examples": [*hydra, *examples(copy, names, table)],
            "the walls": [*tests, "tests/test_walls.py"],
        }
        if options.full:
            ignored = [f"--ignore={name}" for name in _GENERATED]
            commands["all tests"] = [*tests, *ignored]
        for what, command in commands.items():
            done = run(command, copy)
            word = "ok" if done.returncode == 0 else f"status {done.returncode}"
            if done.returncode and what == "the walls" and run(command, ROOT).returncode:
                word += ", and with the plugin too"
            sys.stdout.write(f"without {', '.join(names)}: {what}: {word}\n")
            if done.returncode:
                sys.stdout.write(f"{done.stdout[-4000:]}{done.stderr[-4000:]}")
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
