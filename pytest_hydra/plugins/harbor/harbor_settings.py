"""The table ``[harbor]`` of hydra.toml."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from pytest_hydra.documents.validation import StrictModel
from pytest_hydra.settings import Text

VerifierMode = Literal["fresh", "shared"]


class HarborSettings(StrictModel):
    """How tasks of Harbor run."""

    images: dict[Text, Text] = Field(default_factory=dict)
    """What stands for an image: a folder or an `image.tar` of `docker save`, relative to
    hydra.toml, or `host`, the system folders of this machine. `*` in a name fits anything."""
    verifier: VerifierMode = "fresh"
    """Where tests run: in a `fresh` root, with the working folder and the artifacts as the agent
    left them, or in the one that the agent `shared`."""


class HarborTables(StrictModel):
    """The table of tasks."""

    harbor: HarborSettings = HarborSettings()
