"""The tables of hydra.toml for commands on trees: their sandbox, and where they run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import Field, model_validator

from pytest_hydra import registry
from pytest_hydra.documents.validation import StrictModel
from pytest_hydra.settings import Text, Variable

if TYPE_CHECKING:
    Engine = str
else:
    Engine = Literal["local", *registry.words("executors")]


class SandboxSettings(StrictModel):
    """Isolation of checks."""

    mode: Literal["auto", "bubblewrap", "none"] = "auto"
    """`none`: resource limits alone. `auto`: bubblewrap where it works."""
    network: bool = False
    """Whether checks may use the network. Without a sandbox it cannot be denied."""
    env: list[Variable] = Field(default_factory=list)
    """Further environment variables for checks."""
    memory_mb: int | None = Field(None, ge=1)
    """Memory limit of a check (Linux; default: three quarters of the machine's or container's)."""
    cpu: int | None = Field(None, ge=1)
    """Processors of a check (Linux)."""


class ExecutionSettings(StrictModel):
    """Where the commands of a race run."""

    engine: Engine = "local"
    """The engine."""
    scheduler: Text | None = None
    """The address of the engine's scheduler, such as `tcp://10.0.0.1:8786`."""

    @model_validator(mode="after")
    def _has_a_scheduler(self) -> ExecutionSettings:
        if self.scheduler is not None and self.engine == "local":
            raise ValueError("'scheduler' is for another engine than \"local\"")
        if self.scheduler is None and self.engine != "local":
            needs = "needs a 'scheduler', such as tcp://10.0.0.1:8786"
            raise ValueError(f'engine = "{self.engine}" {needs}')
        return self


class EngineTables(StrictModel):
    """The tables for commands on trees."""

    sandbox: SandboxSettings = SandboxSettings()
    execution: ExecutionSettings = ExecutionSettings()
