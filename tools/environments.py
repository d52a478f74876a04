"""An environment with pytest only, as in small projects."""

from __future__ import annotations

import shutil
import venv
from importlib.metadata import distribution
from pathlib import Path

_PACKAGES = ("pytest", "pluggy", "iniconfig", "packaging", "pygments")


def make_environment(folder: Path) -> Path:
    """Copy pytest into a new environment, unless it exists, and return its interpreter."""
    python = folder / "bin" / "python"
    if python.exists():
        return python
    venv.create(folder, symlinks=True)
    (place,) = folder.glob("lib/python*/site-packages")
    for name in _PACKAGES:
        package = distribution(name)
        tops = {file.parts[0] for file in package.files or () if file.parts[0] not in ("..", "/")}
        for top in sorted(tops - {"__pycache__"}):
            source = Path(str(package.locate_file(top)))
            # File times are kept, as Python compares them with those of compiled files.
            if source.is_dir():
                shutil.copytree(source, place / top, dirs_exist_ok=True)
            else:
                shutil.copy2(source, place / top)
    script = folder / "bin" / "pytest"
    script.write_text(
        f"#!{python}\nimport sys\nfrom pytest import console_main\nsys.exit(console_main())\n",
        encoding="utf-8",
    )
    script.chmod(0o755)
    return python
