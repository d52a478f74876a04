"""Treatments: the same scenarios with and without something, such as a skill; and triggers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from pytest_hydra.core.experiment import FEWEST
from pytest_hydra.core.plain import keyword_value
from pytest_hydra.core.text import counted
from pytest_hydra.documents import show
from pytest_hydra.documents.validation import unknown_name

if TYPE_CHECKING:
    from pytest_hydra.scenarios.format import TreatmentModel
    from pytest_hydra.settings import BotSettings, Settings

FIGURES = ("recall", "precision", "specificity")
"""What can be required of triggers, in percent."""


class Treatment(NamedTuple):
    """One arm of an experiment: what it changes of a bot, a context, and a workspace's files.

    Paths are relative to ``folder``, that of the scenario file.
    """

    name: str
    changes: Mapping[str, Any]
    files: Mapping[str, str | None]
    folder: Path
    context: Mapping[str, Any] = MappingProxyType({})
    """Added to that of each scenario."""

    @property
    def identity(self) -> list[Any]:
        """What identifies conversations with it, beside those of the scenario: plain JSON."""
        return [dict(self.changes), dict(self.files)]


@keyword_value
class Experiment:
    """The treatments of a file, the first of which is the baseline, and what is required of them.

    ``skill`` is that of the file's triggers. ``is_measured``: no single item decides.
    """

    treatments: tuple[Treatment, ...] = ()
    require: Mapping[str, Any]
    skill: str = ""

    def never_met(self, cases: int) -> str:
        """Why no outcome of so many cases could meet what is required; empty if one could."""
        better = [name for name, wanted in self.require.items() if wanted == "better"]
        if not better or cases >= FEWEST:
            return ""
        have = counted(cases, "case")
        return (
            f"{have} can never show that {better[0]!r} is better: by chance alone all of so few "
            f"may differ; {FEWEST} are the least, and repeats do not replace them"
        )

    @property
    def is_measured(self) -> bool:
        """Whether items are only measured, and the requirements decide."""
        return bool(self.skill) or len(self.treatments) > 1


def experiment_of(
    models: Mapping[str, TreatmentModel], require: Mapping[str, Any], skill: str, folder: Path
) -> Experiment | None:
    """The experiment of a file in ``folder``; None without treatments and triggers.

    Raises ValueError for a requirement of something else.
    """
    if not (models or skill):
        if require:
            raise ValueError("needs `treatments` or `triggers`")
        return None
    baseline = next(iter(models), "")
    for name, wanted in require.items():
        if name not in models and not (skill and name in FIGURES):
            valid = [*models, *(FIGURES if skill else ())]
            raise ValueError(unknown_name("treatment", name, valid))
        if isinstance(wanted, str) and (name == baseline or name in FIGURES):
            raise ValueError(f"{show(name)} needs a number, as it is compared with nothing")
    treatments = []
    for name, model in models.items():
        changes = model.model_dump(exclude_unset=True)
        files = changes.pop("files", {})
        context = changes.pop("context", {})
        treatments.append(Treatment(name, changes, files, folder, context))
    return Experiment(treatments=tuple(treatments), require=require, skill=skill)


def treated(settings: Settings, name: str, treatment: Treatment | None) -> BotSettings:
    """The settings of a bot under a treatment. Raises ValueError if it cannot have it."""
    bot = settings.bots[name]
    if treatment is None or not treatment.changes:
        return bot
    refused = [key for key in treatment.changes if key not in bot.changeable]
    if refused:
        raise ValueError(f"bot {show(name)} has no {', '.join(refused)} to change")
    return bot.treated(treatment.changes, treatment.folder)


def trigger_expectations(skill: str, *, fires: bool) -> dict[str, Any]:
    """What is expected for a message that should, or should not, activate a skill."""
    return {"expectedSkill": skill} if fires else {"forbiddenSkills": skill}


def queries(entries: object, name: str) -> Iterator[tuple[str, bool]]:
    """The messages of a list as skill-creator writes it, and whether they should activate.

    Raises ValueError.
    """
    for entry in entries if isinstance(entries, list) else [entries]:
        values = entry if isinstance(entry, Mapping) else {}
        query, fires = values.get("query"), values.get("should_trigger")
        if not isinstance(query, str) or not query.strip() or not isinstance(fires, bool):
            raise ValueError(f"{name} should be a list of {{query, should_trigger}}")
        yield query, fires
