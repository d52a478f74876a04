"""Text in lines and columns."""

from columns.table import Table
from columns.wrap import indent, wrap

__all__ = ["Table", "indent", "wrap"]
__version__ = "0.9.2"
