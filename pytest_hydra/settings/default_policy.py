"""The policy of tables that a hydra.toml has not, so that their models need not be made for it."""

from __future__ import annotations

from typing import Any, Final

DEFAULT_JUDGE: Final = "claude"
"""The judge that grades where nobody names one."""


def default_policy() -> dict[str, Any]:
    """By table what `pytest_hydra.settings.file.policy` would read from the models, all of it new.

    A test holds it to them.
    """
    judge = {"command": ["claude", "--print", "--output-format", "json"]}
    return {
        "judging": {
            "judge": DEFAULT_JUDGE,
            "threshold": 7.0,
            "samples": 1,
            "max_cost_usd": None,
            "rubric": None,
            "categories": [],
        },
        "judges": {DEFAULT_JUDGE: judge},
        "race": {"setup": None, "require": "one", "ignore": []},
        "scoring": {
            "profile": "none",
            "timeout_per_check_seconds": None,
            "skip_after_failed_build": False,
            "speed_of_failed": True,
            "commands": {"build": None, "test": None, "lint": None, "security": None},
            "weights": {
                "build": 30.0,
                "tests": 30.0,
                "lint": 15.0,
                "diff_scope": 15.0,
                "speed": 10.0,
                "cost": 0.0,
                "security": 0.0,
            },
            "gates": {
                "require_build_pass": True,
                "max_test_regression_percent": 0.0,
                "max_dropped_tests": 0,
                "require_security_pass": True,
                "allow_empty_diff": False,
                "require_isolation": False,
            },
            "diff_scope": {
                "max_files_soft": 20,
                "max_churn_soft": 800,
                "protected_paths": [],
                "allowed_paths": [],
            },
            "build": {"outputs": []},
            "results": {"junit": None, "ctrf": None, "sarif": None},
            "tests": {
                "files": [],
                "pythonpath": [],
                "plugins": [],
                "removed_ok": [],
                "changed_ok": [],
                "reruns": 2,
                "rerun_budget_seconds": None,
            },
            "dimensions": [],
            "waivers": [],
        },
        "prices": {},
        "sandbox": {
            "mode": "auto",
            "network": False,
            "env": [],
            "memory_mb": None,
            "cpu": None,
        },
    }
