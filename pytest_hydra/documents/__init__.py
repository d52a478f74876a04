"""Files that people write (YAML, TOML, JSON) as plain data, with the line of every value."""

from pytest_hydra.documents.document import Document, KeyPath, format_path, show
from pytest_hydra.documents.reader import read

__all__ = ["Document", "KeyPath", "format_path", "read", "show"]
