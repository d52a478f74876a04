"""What the commands do that have no room of their own; ``commands.toml`` lists all of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hydra import registry
from pytest_hydra.core.text import counted, one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.record.files import read_file, write_new, write_whole
from pytest_hydra.schema import SCHEMAS, schema_text
from pytest_hydra.skill import page_text

if TYPE_CHECKING:
    from pytest_hydra.scenarios.running.offers import Offers

Say = Callable[[str], object]


def write_schemas(options: Any, _: Path, say: Say) -> int:
    """Print one schema, or write one or all of them to the folder."""
    names, folder = [options.name] if options.name else list(SCHEMAS), options.output
    if folder is None and options.name is None:
        raise HydraError(f"name one to print ({', '.join(SCHEMAS)}), or a folder for all: -o DIR")
    texts = {name: schema_text(name) for name in names if name != "scenario"}
    if "scenario" in names:
        offers = _scenario_offers(options.plugins)
        texts["scenario"] = schema_text("scenario", offers.kinds, offers.keys)
    if folder is None:
        say("".join(texts.values()))
    else:
        folder.mkdir(parents=True, exist_ok=True)
        paths = {name: folder / SCHEMAS[name].file for name in names}
        for name, path in paths.items():
            write_whole(path, texts[name].encode())
        say("".join(f"{path}\n" for path in paths.values()))
    return 0


def write_reference(options: Any, _: Path, say: Say) -> int:
    """Print the reference, or write it to the file."""
    from pytest_hydra.extensions import reference_of

    text = page_text("reference") + reference_of(_scenario_offers(options.plugins))
    file = options.output
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, text.encode())
    say(text if file is None else f"{file}\n")
    return 0


def _scenario_offers(plugins: Sequence[str]) -> Offers:
    from pytest_hydra.extensions import ask_plugins
    from pytest_hydra.scenarios.head import scenario_offers

    return ask_plugins(scenario_offers, plugins)


def write_tasks(converted: tuple[dict[str, str], list[str]], folder: Path, say: Say) -> int:
    """Write scenario files made of tasks, and print what was not converted; 1 if that is all."""
    files, left_out = converted
    folder.mkdir(parents=True, exist_ok=True)
    write_new({folder / name: text for name, text in files.items()}, say)
    say("".join(f"{line}\n" for line in left_out))
    return 0 if files else 1


def _ranked_again(candidates: Sequence[Any], is_apart: bool) -> Sequence[Any]:
    """The candidates of several reports in one order, which the plugin of races knows."""
    if not candidates:
        return ()
    if "rank_again" not in registry.words("services"):
        raise HydraError("the reports have candidates, and nothing here ranks them")
    ranked: Sequence[Any] = registry.offered("services", "rank_again")(candidates, is_apart)
    return ranked


def merge_reports(options: Any, _: Path, say: Say) -> int:
    """Merge reports, and write and show the result; returns 0 if the verdict is ``passed``."""
    from pytest_hydra.extensions import ask_plugins
    from pytest_hydra.hookspecs import offers
    from pytest_hydra.record.checkout import checkout
    from pytest_hydra.report import (
        FORMATS,
        merge_parts,
        parse_report_option,
        read_report,
        unexplained,
        write_merged,
        write_summary,
    )

    files: Sequence[Path] = options.reports
    least: float | None = options.min_score
    try:
        formats = FORMATS
        targets = [parse_report_option(text, formats, option="-o") for text in options.output]
    except HydraError:  # those of plugins take time
        formats = ask_plugins(lambda config: offers(config, "report_formats"), options.plugins)
        targets = [parse_report_option(text, formats, option="-o") for text in options.output]
    inputs = {os.path.realpath(file) for file in files}
    for target in targets:
        if os.path.realpath(target.path) in inputs:
            raise HydraError(f"-o {target.path}: it is one of the reports to merge")
    parts = [read_report(one_line(str(file), 200), read_file(file)) for file in files]
    try:
        report, problems = merge_parts(parts, _ranked_again), []
        own = checkout(Path.cwd()).get("repository")
        if own and own["files"] and report["repository"]:
            # Links lead where this job is, whatever a report says.
            report["repository"]["files"] = own["files"]
        score = report["totals"]["score"]
        if least is not None and (score is None or score < least):
            report["verdict"] = "failed"
            problems.append(f"the score is below --min-score {least:g}, or there is none")
        sessions = counted(len(report["shards"]), "session")
        notes = [
            f"{counted(len(files), 'report')} merged, of {sessions}",
            *write_merged(report, targets, [file.parent for file in files], formats),
        ]
        write_summary(
            _Terminal(say),
            report,
            width=80,
            notes=notes,
            problems=problems,
            history={},
            others=unexplained(parts),
        )
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        # Some values are any JSON (inputs of dimensions, results of the base), yet computed with.
        reason = one_line(f"{type(error).__name__}: {error}", 200)
        raise HydraError(f"the merged reports are not valid: {reason}") from error
    return int(report["verdict"] != "passed")


class _Terminal:
    """Standard output for a summary: plain, and 80 columns wide, as pytest's without a terminal."""

    verbosity = 0

    def __init__(self, say: Say) -> None:
        self._say = say

    def write_sep(self, sep: str, title: str) -> None:
        """Write a separator line with a title."""
        self.write_line(f" {title} ".center(80, sep))

    def write_line(self, line: str, **_: bool) -> None:
        """Write a line."""
        self._say(f"{line}\n")
