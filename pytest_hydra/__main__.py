"""``python -m pytest_hydra``: commands besides test runs."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pytest_hydra.audit import add_audit
from pytest_hydra.baseline import add_baseline
from pytest_hydra.core.text import counted, one_line
from pytest_hydra.doctor import add_doctor
from pytest_hydra.errors import HydraError, limit
from pytest_hydra.first_race.init import add_init
from pytest_hydra.mutate import add_mutate
from pytest_hydra.record.files import read_file, write_whole
from pytest_hydra.record.runs import RunFolder, find_run, report_file
from pytest_hydra.schema import SCHEMAS, schema_text
from pytest_hydra.series.choices import add_choices
from pytest_hydra.series.races import Say, add_series
from pytest_hydra.series.swebench import add_swebench_export, add_swebench_import
from pytest_hydra.show import add_show
from pytest_hydra.skill import add_skill, page_text


def _add_commands(parser: argparse.ArgumentParser) -> None:
    """Add the subcommands, each with its options."""
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    schema = commands.add_parser(
        "schema",
        help="print or write the JSON Schemas",
        description="Print a JSON Schema for an editor or a validator, or write all of them to a "
        "folder: for report.json, scenario files, series or hydra.toml (settings).",
    )
    schema.add_argument("name", nargs="?", choices=list(SCHEMAS), help="which one (default: all)")
    schema.add_argument("--write", metavar="DIR", type=Path, help="write files instead of printing")
    schema.set_defaults(act=_schema)
    reference = commands.add_parser(
        "reference",
        help="print or write the reference of options, keys, expectations and matchers",
        description="Print the reference as Markdown, or write it to a file.",
    )
    reference.add_argument(
        "--write",
        metavar="FILE",
        nargs="?",
        type=Path,
        const=Path("docs", "reference.md"),
        help="write this file instead of printing (default: docs/reference.md)",
    )
    reference.set_defaults(act=_reference)
    add_init(commands)
    _add_world(commands)
    _add_merge(commands)
    _add_page(commands)
    _add_writers(commands)
    _add_import(commands)
    _add_export(commands)
    add_series(commands)
    add_choices(commands)
    add_show(commands)
    add_skill(commands)
    add_mutate(commands)
    add_audit(commands)
    add_doctor(commands)
    add_baseline(commands)


def _add_merge(commands: Any) -> None:
    merge = commands.add_parser(
        "merge",
        help="join the reports of shards into one",
        description="Join reports (report.json) of parts of one suite or race into one; candidates "
        "are ranked again. Reports with different bases, policies or versions, or with two "
        "outcomes of one item, are refused. The exit status is 0 if the verdict is passed.",
    )
    merge.add_argument("reports", nargs="+", metavar="REPORT", type=Path, help="a report in JSON")
    merge.add_argument(
        "-o",
        "--output",
        action="append",
        required=True,
        metavar="[FORMAT:]PATH",
        help="the file to write, as for --hydra-report; repeatable",
    )
    merge.add_argument(
        "--min-score",
        type=limit,
        metavar="N",
        help="the minimum total score (1-100), as for --hydra-min-score",
    )
    merge.set_defaults(act=_merge)


def _add_page(commands: Any) -> None:
    page = commands.add_parser(
        "page",
        help="write the page of a run",
        description="Write the page of a run, a single HTML file, and print its path. RUN is a run "
        "id, 'latest' or a run folder.",
    )
    page.add_argument("run", nargs="?", metavar="RUN", default="latest")
    page.add_argument(
        *("-o", "--output"), metavar="FILE", type=Path, help="default: report.html in its folder"
    )
    page.set_defaults(act=_page)


def _add_writers(commands: Any) -> None:
    """Add the commands that write scenario files of a run and of traces."""
    freeze = commands.add_parser(
        "freeze",
        help="write a conversation as a scenario with fixed steps",
        description="Write a conversation of a run as a scenario file with fixed steps, each with "
        "the calls that were made: for a CI without a simulated user.",
        epilog="example: python -m pytest_hydra freeze latest refund -o refund.scenario.json",
    )
    freeze.add_argument("run", metavar="RUN", help="a run id, 'latest' or the path of its folder")
    freeze.add_argument("scenario", metavar="SCENARIO", help="its id, or its node id")
    freeze.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="a new file (default: print it)"
    )
    freeze.set_defaults(act=_freeze)
    drafts = commands.add_parser(
        "from-traces",
        help="propose scenarios from recorded conversations",
        description="Write drafts of scenarios from traces of other tools: a few of each group "
        "with the same functions called and the same type of the last reply, without near "
        "duplicates, and with what happened as expectations. A draft decides nothing until "
        "its mark is removed.",
        epilog="example: python -m pytest_hydra from-traces 'traces/*.json' -o drafts",
    )
    drafts.add_argument("traces", nargs="+", metavar="GLOB", help="files of traces")
    drafts.add_argument(
        "--each", type=int, metavar="N", default=3, help="the most of each group (default: 3)"
    )
    drafts.add_argument(
        *("-o", "--output"), metavar="DIR", type=Path, default=Path(), help="where the file goes"
    )
    drafts.set_defaults(act=_from_traces)


def _add_import(commands: Any) -> None:
    other = commands.add_parser("import", help="make scenarios or races from tasks of other tools")
    formats = other.add_subparsers(dest="format", required=True, metavar="FORMAT")
    tau2 = formats.add_parser(
        "tau2",
        help="scenarios from a domain of tau2-bench",
        description="Convert the tasks of a domain of tau2-bench to a scenario file, write a "
        "skeleton of its world, and list what could not be converted.",
        epilog="example: python -m pytest_hydra import tau2 data/tau2/domains/retail -o scenarios",
    )
    tau2.add_argument("folder", metavar="DIR", type=Path, help="a folder with tasks.json")
    promptfoo = formats.add_parser(
        "promptfoo",
        help="scenarios from a configuration of promptfoo",
        description="Convert the tests of a promptfoo configuration to a scenario file, and list "
        "what could not be converted. Nothing is run, and nothing is read outside its folder.",
        epilog="example: python -m pytest_hydra import promptfoo promptfooconfig.yaml -o scenarios",
    )
    promptfoo.add_argument("folder", metavar="FILE", type=Path, help="a configuration")
    adk = formats.add_parser(
        "adk",
        help="scenarios from an eval set of Google's ADK",
        description="Convert the cases of an eval set to a scenario file with the expected calls "
        "of each turn, and list what could not be converted.",
        epilog="example: python -m pytest_hydra import adk dice.evalset.json -o scenarios",
    )
    adk.add_argument("folder", metavar="FILE", type=Path, help="*.evalset.json or *.test.json")
    for parser in (tau2, promptfoo, adk):
        parser.add_argument(
            *("-o", "--output"), metavar="DIR", type=Path, default=Path(), help="where files go"
        )
        parser.set_defaults(act=_import)
    add_swebench_import(formats)


def _add_export(commands: Any) -> None:
    export = commands.add_parser("export", help="write results in the format of other tools")
    written = export.add_subparsers(dest="format", required=True, metavar="FORMAT")
    add_swebench_export(written)
    skill = written.add_parser(
        "skill",
        help="benchmark.json, and grading.json of each run, as skill-creator writes them",
        description="Write what a run measured of a skill, for the viewer of skill-creator: "
        "benchmark.json, and grading.json and timing.json of each conversation. RUN is a run id, "
        "'latest' or a run folder, of a file with treatments; the first is without the skill.",
    )
    skill.add_argument("run", metavar="RUN")
    skill.add_argument("-o", "--output", metavar="DIR", type=Path, required=True)
    skill.set_defaults(act=_export_skill)
    otlp = written.add_parser(
        "otlp",
        help="send the conversations of a run as traces of OpenTelemetry",
        description="Send each conversation of a run as a trace, with its checks as events, to a "
        "collector, or to a service that takes OTLP over HTTP. ${NAME} in the address and in a "
        "header is replaced from the environment. RUN is a run id, 'latest' or a run folder.",
    )
    otlp.add_argument("run", metavar="RUN")
    to = "to which /v1/traces is appended"
    otlp.add_argument("--endpoint", metavar="URL", required=True, help=to)
    more = {"action": "append", "default": [], "help": "a header of each request; repeatable"}
    otlp.add_argument("--header", metavar="NAME=VALUE", **more)
    otlp.set_defaults(act=_export_otlp)


def _add_world(commands: Any) -> None:
    world = commands.add_parser(
        "world",
        help="list the tools of a world, as a model sees them",
        description="List the tools of a Python world with their parameters, as a model sees them: "
        "python -m pytest_hydra world shop_world:Shop",
    )
    world.add_argument("target", metavar="MODULE:CLASS", help="as for `use` in a scenario file")
    world.add_argument("-o", "--output", choices=["text", "json"], default="text")
    world.set_defaults(act=_world)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m pytest_hydra", description="Companion of the pytest plugin pytest-hydra."
    )
    _add_commands(parser)
    options = parser.parse_args(arguments)
    if options.command == "schema" and options.write is None and options.name is None:
        parser.error(f"schema: name one to print ({', '.join(SCHEMAS)}), or where to --write all")
    status: int = 0
    try:
        status = options.act(options, _root(), _print)
    except BrokenPipeError:
        # The reader closed the pipe. Flushing the buffer must not fail at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        parser.exit(2, f"\n{parser.prog} {options.command}: interrupted\n")
    except HydraError as error:
        parser.exit(1, f"{parser.prog} {options.command}: error: {error}\n")
    except OSError as error:
        prog = f"{parser.prog} {options.command}"
        parser.exit(1, f"{prog}: error: {error.filename}: {error.strerror}\n")
    return status


def _schema(options: Any, _: Path, say: Say) -> int:
    """Print one schema, or write one or all of them to the folder."""
    names, folder = [options.name] if options.name else list(SCHEMAS), options.write
    if folder is None:
        say("".join(map(schema_text, names)))
    else:
        folder.mkdir(parents=True, exist_ok=True)
        paths = {name: folder / SCHEMAS[name].file for name in names}
        for name, path in paths.items():
            write_whole(path, schema_text(name).encode())
        say("".join(f"{path}\n" for path in paths.values()))
    return 0


def _reference(options: Any, _: Path, say: Say) -> int:
    """Print the reference, or write it to the file."""
    text = page_text("reference")
    file = options.write
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, text.encode())
    say(text if file is None else f"{file}\n")
    return 0


def _world(options: Any, root: Path, say: Say) -> int:
    """Print the tools of the target class."""
    from pytest_hydra.scenarios.world.world_kinds import tool_text, tools_of

    tools = tools_of(options.target, root)
    text = json.dumps([tool.schema for tool in tools], indent=2, ensure_ascii=False)
    say(f"{text}\n" if options.output == "json" else "\n".join(map(tool_text, tools)))
    return 0


def _root() -> Path:
    from pytest_hydra.settings.file import find_settings

    file = find_settings(Path.cwd())
    return Path.cwd() if file is None else file.parent


def _report_of(root: Path, name: str) -> tuple[Mapping[str, Any], RunFolder]:
    """The report of a run, and its folder. Raises HydraError."""
    from pytest_hydra.report.merge import read_any_report

    run = find_run(root, name)
    file = report_file(run.path)
    return read_any_report(one_line(str(file), 200), read_file(file)), run


def _export_skill(options: Any, root: Path, say: Say) -> int:
    """Write what a run measured of a skill, and name the files."""
    from pytest_hydra.scenarios.foreign.skill_benchmark import skill_files

    texts = skill_files(_report_of(root, options.run)[0])
    for name, text in texts.items():
        path = options.output / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, f"{text}\n".encode(), flush=False)
    say(f"wrote {options.output / 'benchmark.json'} and {counted(len(texts) - 1, 'more file')}\n")
    return 0


def _export_otlp(options: Any, root: Path, say: Say) -> int:
    """Send the conversations of a run, and say how many."""
    from pydantic import ValidationError

    from pytest_hydra.otlp.send import send_run
    from pytest_hydra.settings.file import OtlpSettings

    headers = {name: text for name, _, text in (each.partition("=") for each in options.header)}
    try:
        to = OtlpSettings(endpoint=options.endpoint, headers=headers)
    except ValidationError as error:
        problem = error.errors()[0]
        raise HydraError(f"{problem['loc'][0]}: {problem['ctx']['error']}") from None
    say(f"{send_run(*_report_of(root, options.run), to)}\n")
    return 0


def _freeze(options: Any, root: Path, say: Say) -> int:
    """Print or write a recorded conversation as a scenario file."""
    from pytest_hydra.scenarios.users.freeze import freeze

    text = freeze(find_run(root, options.run), options.scenario, root)
    if options.output is None:
        say(text)
    else:
        _write_new({options.output: text}, say)
    return 0


def _from_traces(options: Any, _: Path, say: Say) -> int:
    """Write drafts of scenarios, and print their groups and what was left out; 1 without any."""
    from pytest_hydra.scenarios.traces.drafts import drafts_of, left_out_lines
    from pytest_hydra.scenarios.traces.recorded import Traces

    folders = (Traces("traces", pattern, Path.cwd(), {}) for pattern in options.traces)
    traces = [trace for folder in folders for trace in folder.all]
    drafts = drafts_of(traces, options.each)
    if drafts.scenarios:
        text = json.dumps({"scenarios": drafts.scenarios}, indent=1, ensure_ascii=False)
        options.output.mkdir(parents=True, exist_ok=True)
        _write_new({options.output / "traces.scenario.json": f"{text}\n"}, say)
    lines = [*drafts.groups, *left_out_lines(traces, drafts.left_out)]
    say("".join(f"{line}\n" for line in lines or ["no trace was found"]))
    return 0 if drafts.scenarios else 1


def _import(options: Any, _: Path, say: Say) -> int:
    """Write scenario files from tasks, and print what was not converted; 1 if that is all."""
    from pytest_hydra.scenarios.foreign import adk, promptfoo, tau2

    if options.format == "promptfoo":
        files, left_out = promptfoo.convert(options.folder, has_judge=_has_judge())
    else:
        convert = adk.convert if options.format == "adk" else tau2.convert
        files, left_out = convert(options.folder)
    options.output.mkdir(parents=True, exist_ok=True)
    _write_new({options.output / name: text for name, text in files.items()}, say)
    say("".join(f"{line}\n" for line in left_out))
    return 0 if files else 1


def _has_judge() -> bool:
    """Whether the nearest hydra.toml configures a judge."""
    from pytest_hydra.settings.file import find_settings, load_settings

    file = find_settings(Path.cwd())
    settings = None if file is None else load_settings(file, file.name)
    return settings is not None and (settings.has("judges") or settings.has("judging"))


def _write_new(files: dict[Path, str], say: Say) -> None:
    for path in files:
        if path.exists():
            raise HydraError(f"{path} exists already: choose another name")
    for path, text in files.items():
        write_whole(path, text.encode())
        say(f"{path}\n")


def _page(options: Any, root: Path, say: Say) -> int:
    """Write the page of a run, and print its path."""
    from pytest_hydra.record.labels import saved_labels
    from pytest_hydra.report.page.page import page_of

    report, run = _report_of(root, options.run)
    path = options.output or run.path / "report.html"
    page = page_of(report, [run.path], saved_labels(root)[0])
    write_whole(path, page.encode("utf-8", "replace"))
    say(f"{path}\n")
    return 0


def _merge(options: Any, _: Path, __: Say) -> int:
    """Merge reports, and write and show the result; returns 0 if the verdict is ``passed``."""
    from pytest_hydra.race.decide.pace import rank_again
    from pytest_hydra.record.checkout import checkout
    from pytest_hydra.report.merge import merge, read_report, unexplained
    from pytest_hydra.report.terminal import write_summary
    from pytest_hydra.report.writers import parse_report_option, write_merged

    files: Sequence[Path] = options.reports
    least: float | None = options.min_score
    targets = [parse_report_option(text, option="-o") for text in options.output]
    inputs = {os.path.realpath(file) for file in files}
    for target in targets:
        if os.path.realpath(target.path) in inputs:
            raise HydraError(f"-o {target.path}: it is one of the reports to merge")
    parts = [read_report(one_line(str(file), 200), read_file(file)) for file in files]
    try:
        report, problems = merge(parts, rank_again), []
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
            *write_merged(report, targets, [file.parent for file in files]),
        ]
        write_summary(
            _Terminal(),
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

    def write_sep(self, sep: str, title: str) -> None:
        """Write a separator line with a title."""
        self.write_line(f" {title} ".center(80, sep))

    def write_line(self, line: str, **_: bool) -> None:
        """Write a line."""
        _print(f"{line}\n")


def _print(text: str) -> None:
    # UTF-8 on every machine, whatever its locale.
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    sys.exit(main())
