"""Which rule files a word of the command line names; looks at names only, and reads nothing."""

from __future__ import annotations

import os
from pathlib import Path

from phzdsl.paths import rules_folder, shipped

__all__ = ["as_here", "is_folder", "is_there", "named_files", "rule_files", "shipped_file"]

_ENDING = ".phz"


def named_files(word: str) -> tuple[Path, ...]:
    """Return the rule files that an id, a path or a folder names; empty where it names none."""
    if word in shipped():
        return (shipped_file(word),)
    path = Path(word)
    if is_folder(path):
        return rule_files(word)
    return (path,) if is_there(path) else ()


def shipped_file(name: str) -> Path:
    """Return the file of a variant that ships, as people would write its path here."""
    return Path(as_here(str(rules_folder() / f"{name}{_ENDING}")))


def as_here(name: str) -> str:
    """Return a path as people would write it here: without the working folder, where it lies in it."""
    path, here = Path(name), Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else name


def rule_files(folder: str) -> tuple[Path, ...]:
    """Return the rule files in and under a folder, sorted; what begins with a dot is left out."""
    found: list[Path] = []
    for where, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        found.extend(Path(where, name) for name in sorted(names) if name.endswith(_ENDING) and name[0] != ".")
    return tuple(found)


def is_folder(path: Path) -> bool:
    """Tell whether a path is a folder."""
    try:
        return path.is_dir()
    except OSError:  # a name that is too long, say: reading it tells why
        return False


def is_there(path: Path) -> bool:
    """Tell whether a path names something, or something that cannot be looked at."""
    try:
        return path.exists()
    except OSError:
        return True
