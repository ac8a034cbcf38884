"""Where phzdsl keeps what it can make again: the cache folder."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["cache_folder"]


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
