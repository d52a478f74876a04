"""Which commands build, test and lint a project of a kind, unless it names its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pytest_hydra.candidates.results import commands


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """The commands of a kind of project by step (build, test, lint), and its environment."""

    commands: Mapping[str, str]
    environment: Mapping[str, str] = field(default_factory=dict)


_MANIFESTS = frozenset(
    {
        *("package.json", "pyproject.toml", "setup.py", "setup.cfg", "requirements.txt"),
        *("Cargo.toml", "go.mod", "Gemfile", "composer.json"),
    }
)

PROFILES: Mapping[str, Profile] = {
    "js-node": Profile(
        commands={
            "build": "npm run build",
            "test": "npm test -- --runInBand",
            "lint": "npm run lint",
        },
        # Runners that watch for changes where there is a person would never end.
        environment={"CI": "true"},
    ),
    "rust": Profile(
        commands={
            "build": "cargo build --all-targets",
            "test": "cargo test",
            "lint": "cargo clippy --all-targets -- -D warnings",
        }
    ),
    "python": Profile(commands={"test": "pytest -q", "lint": "ruff check ."}),
    "go": Profile(
        commands={"build": "go build ./...", "test": "go test ./...", "lint": "go vet ./..."}
    ),
}

LOCK_FILES = ("package-lock.json", "npm-shrinkwrap.json")
USUAL_SETUP = "npm ci"
"""What makes js-node's dependencies ready where the base has one of `LOCK_FILES`."""

_RUN_IN_BAND = " -- --runInBand"
# What `npm init` writes.
_NO_TESTS = 'echo "Error: no test specified" && exit 1'


def commands_of(profile: str, package: bytes | None = None) -> dict[str, str]:
    """The commands of a profile by step (build, test, lint).

    ``package`` is the base's package.json: a script that it lacks is no command, and
    ``--runInBand`` is for jest alone. Raises KeyError for an unknown profile.
    """
    found = dict(PROFILES[profile].commands)
    if profile != "js-node" or package is None:
        return found
    scripts = commands.scripts(package)
    for step, command in list(found.items()):
        script = commands.script_of(command)
        text = scripts.get(script.name) if script is not None else None
        if text is None or text == _NO_TESTS:
            del found[step]
        elif commands.runner_of(text) != "jest":
            found[step] = command.removesuffix(_RUN_IN_BAND)
    return found


def is_manifest(path: str) -> bool:
    """Whether a file says what is to be installed: where it is another, the setup is run again."""
    name = path.rpartition("/")[2]
    return name in _MANIFESTS or name.endswith((".lock", "-lock.json", "-lock.yaml"))
