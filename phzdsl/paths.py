"""Where things are on the disk: the rules that ship, and the folder for what can be made again."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["cache_folder", "rules_folder", "shipped"]


def cache_folder() -> Path | None:
    """Return the cache folder, made if it was missing; None where none can be written.

    ``PHZDSL_CACHE`` names it; else it is ``phzdsl`` in ``XDG_CACHE_HOME`` or ``~/.cache``.
    """
    named = os.environ.get("PHZDSL_CACHE")
    try:
        base = os.environ.get("XDG_CACHE_HOME")
        folder = Path(named) if named else Path(base or Path.home() / ".cache") / "phzdsl"
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return None
    return folder if os.access(folder, os.W_OK) else None


def rules_folder() -> Path:
    """Return the folder of the rules that ship: inside the package, or beside it in a checkout."""
    package = Path(__file__).resolve().parent
    inside = package / "rules"
    return inside if inside.is_dir() else package.parent / "rules"


def shipped() -> tuple[str, ...]:
    """Return the ids of the variants that ship, sorted."""
    return tuple(sorted(path.stem for path in rules_folder().glob("*.phz")))
