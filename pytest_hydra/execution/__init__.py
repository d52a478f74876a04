"""Running other people's programs: time-outs, limits, whole trees ended.

Other rooms take only these names, each of which is imported on its first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_hydra.late_names import late_names

if TYPE_CHECKING:
    from pytest_hydra.execution.bounded import machine_memory as machine_memory
    from pytest_hydra.execution.bounded import run_bounded as run_bounded
    from pytest_hydra.execution.event_loop import EventLoop as EventLoop
    from pytest_hydra.execution.event_loop import LoopWork as LoopWork
    from pytest_hydra.execution.http_client import HttpClient as HttpClient
    from pytest_hydra.execution.http_json import ExchangeError as ExchangeError
    from pytest_hydra.execution.http_json import HttpAnswer as HttpAnswer
    from pytest_hydra.execution.http_json import HttpError as HttpError
    from pytest_hydra.execution.http_json import JsonAddress as JsonAddress
    from pytest_hydra.execution.http_json import Secrets as Secrets
    from pytest_hydra.execution.http_json import StreamError as StreamError
    from pytest_hydra.execution.http_json import place_of as place_of
    from pytest_hydra.execution.http_json import proxy_for as proxy_for
    from pytest_hydra.execution.pipes import LogError as LogError
    from pytest_hydra.execution.pipes import last_lines as last_lines
    from pytest_hydra.execution.pipes import read_log as read_log
    from pytest_hydra.execution.process import EndedError as EndedError
    from pytest_hydra.execution.process import Ending as Ending
    from pytest_hydra.execution.process import Process as Process
    from pytest_hydra.execution.process import Watch as Watch
    from pytest_hydra.execution.process import find_command as find_command
    from pytest_hydra.execution.process import run_logged as run_logged
    from pytest_hydra.execution.process_tree import TERMINATION as TERMINATION
    from pytest_hydra.execution.process_tree import Owner as Owner
    from pytest_hydra.execution.process_tree import ProcessError as ProcessError
    from pytest_hydra.execution.quotas import AGAIN as AGAIN
    from pytest_hydra.execution.quotas import NARROWED as NARROWED
    from pytest_hydra.execution.quotas import Budget as Budget
    from pytest_hydra.execution.quotas import RateLimit as RateLimit
    from pytest_hydra.execution.quotas import backoff as backoff
    from pytest_hydra.execution.quotas import environment_variables as environment_variables
    from pytest_hydra.execution.quotas import now as now
    from pytest_hydra.execution.quotas import pause as pause
    from pytest_hydra.execution.quotas import tries as tries
    from pytest_hydra.execution.tasks import StoppedError as StoppedError
    from pytest_hydra.execution.tasks import Tasks as Tasks
    from pytest_hydra.execution.tasks import TasksStoppedError as TasksStoppedError
    from pytest_hydra.execution.time_limits import TimeUpError as TimeUpError
    from pytest_hydra.execution.time_limits import Worker as Worker
    from pytest_hydra.execution.time_limits import can_interrupt as can_interrupt
    from pytest_hydra.execution.time_limits import in_time as in_time
    from pytest_hydra.execution.time_limits import is_the_bots as is_the_bots
    from pytest_hydra.execution.time_limits import traceback_text as traceback_text

__getattr__ = late_names(
    __name__,
    {
        "bounded": "machine_memory run_bounded",
        "event_loop": "EventLoop LoopWork",
        "http_client": "HttpClient",
        "http_json": (
            "ExchangeError HttpAnswer HttpError JsonAddress place_of proxy_for Secrets StreamError"
        ),
        "pipes": "last_lines LogError read_log",
        "process": "EndedError Ending find_command Process run_logged Watch",
        "process_tree": "Owner ProcessError TERMINATION",
        "quotas": "AGAIN backoff Budget environment_variables NARROWED now pause RateLimit tries",
        "tasks": "StoppedError Tasks TasksStoppedError",
        "time_limits": "can_interrupt in_time is_the_bots TimeUpError traceback_text Worker",
    },
)
