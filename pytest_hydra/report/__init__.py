"""The report: its model, its file formats, and its summary on the terminal.

Other rooms take only these names, each of which is imported on its first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_hydra.late_names import late_names

if TYPE_CHECKING:
    from pytest_hydra.report.build import build_report as build_report
    from pytest_hydra.report.build import session_verdict as session_verdict
    from pytest_hydra.report.build import validate as validate
    from pytest_hydra.report.exit_rule import FailOn as FailOn
    from pytest_hydra.report.exit_rule import Key as Key
    from pytest_hydra.report.exit_rule import failure_reason as failure_reason
    from pytest_hydra.report.exit_rule import items_of as items_of
    from pytest_hydra.report.exit_rule import status_of as status_of
    from pytest_hydra.report.exit_rule import tolerated as tolerated
    from pytest_hydra.report.figures.breakdown import case_share as case_share
    from pytest_hydra.report.figures.causes import first_cause as first_cause
    from pytest_hydra.report.figures.causes import first_check as first_check
    from pytest_hydra.report.figures.causes import reason as reason
    from pytest_hydra.report.figures.properties import item_properties as item_properties
    from pytest_hydra.report.figures.triage import conversations as conversations
    from pytest_hydra.report.markdown import escape as escape
    from pytest_hydra.report.merge import merge_parts as merge_parts
    from pytest_hydra.report.merge import read_any_report as read_any_report
    from pytest_hydra.report.merge import read_for_comparison as read_for_comparison
    from pytest_hydra.report.merge import read_report as read_report
    from pytest_hydra.report.merge import unexplained as unexplained
    from pytest_hydra.report.model import Choice as Choice
    from pytest_hydra.report.model import Count as Count
    from pytest_hydra.report.model import ExperimentEntry as ExperimentEntry
    from pytest_hydra.report.model import Report as Report
    from pytest_hydra.report.report_json import json_bytes as json_bytes
    from pytest_hydra.report.report_json import json_pieces as json_pieces
    from pytest_hydra.report.report_json import to_json as to_json
    from pytest_hydra.report.source import SHORT as SHORT
    from pytest_hydra.report.source import ReportSource as ReportSource
    from pytest_hydra.report.source import read_records as read_records
    from pytest_hydra.report.source import shorten as shorten
    from pytest_hydra.report.tables import WIDTH as WIDTH
    from pytest_hydra.report.tables import aligned as aligned
    from pytest_hydra.report.tables import behind_winner as behind_winner
    from pytest_hydra.report.tables import judge_health as judge_health
    from pytest_hydra.report.tables import race_warnings as race_warnings
    from pytest_hydra.report.tables import rank_note as rank_note
    from pytest_hydra.report.tables import shortfalls as shortfalls
    from pytest_hydra.report.tables import show_fixed as show_fixed
    from pytest_hydra.report.tables import show_result as show_result
    from pytest_hydra.report.tables import show_total as show_total
    from pytest_hydra.report.tables import wrap_text as wrap_text
    from pytest_hydra.report.terminal import COLOURS as COLOURS
    from pytest_hydra.report.terminal import MARKS as MARKS
    from pytest_hydra.report.terminal import encodable as encodable
    from pytest_hydra.report.terminal import write_annotations as write_annotations
    from pytest_hydra.report.terminal import write_line as write_line
    from pytest_hydra.report.terminal import write_summary as write_summary
    from pytest_hydra.report.verdict import DIFFERS as DIFFERS
    from pytest_hydra.report.verdict import cost_parts as cost_parts
    from pytest_hydra.report.verdict import leading_causes as leading_causes
    from pytest_hydra.report.verdict import not_passed as not_passed
    from pytest_hydra.report.verdict import passed_parts as passed_parts
    from pytest_hydra.report.verdict import share_of as share_of
    from pytest_hydra.report.writers import FORMATS as FORMATS
    from pytest_hydra.report.writers import LateFormat as LateFormat
    from pytest_hydra.report.writers import ReportTarget as ReportTarget
    from pytest_hydra.report.writers import is_appended as is_appended
    from pytest_hydra.report.writers import parse_report_option as parse_report_option
    from pytest_hydra.report.writers import write_merged as write_merged
    from pytest_hydra.report.writers import write_report as write_report

__getattr__ = late_names(
    __name__,
    {
        "build": "build_report session_verdict validate",
        "exit_rule": "FailOn failure_reason items_of Key status_of tolerated",
        "figures.breakdown": "case_share",
        "figures.causes": "first_cause first_check reason",
        "figures.properties": "item_properties",
        "figures.triage": "conversations",
        "markdown": "escape",
        "merge": "merge_parts read_any_report read_for_comparison read_report unexplained",
        "model": "Choice Count ExperimentEntry Report",
        "report_json": "json_bytes json_pieces to_json",
        "source": "read_records ReportSource SHORT shorten",
        "tables": (
            "aligned behind_winner judge_health race_warnings rank_note shortfalls "
            "show_fixed show_result show_total WIDTH wrap_text"
        ),
        "terminal": "COLOURS encodable MARKS write_annotations write_line write_summary",
        "verdict": "cost_parts DIFFERS leading_causes not_passed passed_parts share_of",
        "writers": (
            "FORMATS is_appended LateFormat parse_report_option ReportTarget write_merged "
            "write_report"
        ),
    },
)
