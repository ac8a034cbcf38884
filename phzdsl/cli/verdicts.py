"""Files that were checked and found in order: remembered, so that an unchanged file is not checked again.

A verdict holds for one text of the file, the same texts of everything that it was checked with (parents, source
lists) and the same program. Only 'nothing found' is remembered. Kept in the cache folder; where there is none
every file is checked anew.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

from phzdsl.paths import cache_folder

__all__ = ["Verdicts"]

_PACKAGE = Path(__file__).resolve().parent.parent


class Verdicts:
    """The remembered verdicts of one run."""

    def __init__(self) -> None:
        folder = cache_folder()
        self._folder = folder / "verdicts" if folder is not None else None
        self._program = _program() if folder is not None else ""
        self._texts: dict[str, str] = {}

    def clean(self, path: Path) -> bool:
        """Tell whether a file, as it is now, was found in order before."""
        note = self._note(path)
        if note is None:
            return False
        try:
            lines = note.read_text("utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            return False
        if not lines or lines[-1] != "clean":
            return False
        beside = (line.partition(" ") for line in lines[:-1])
        return all(self._text(name) == text for text, _, name in beside)

    def keep(self, path: Path, beside: Iterable[Path]) -> None:
        """Remember that a file was found in order, checked with some other files."""
        note = self._note(path)
        if note is None:
            return
        names = sorted({str(one.resolve()) for one in beside})
        content = "".join(f"{self._text(name)} {name}\n" for name in names) + "clean\n"
        made = note.with_name(f"{note.name}.{os.getpid()}")
        try:
            note.parent.mkdir(exist_ok=True)
            made.write_text(content, "utf-8")
            made.replace(note)
        except OSError:
            made.unlink(missing_ok=True)

    def _note(self, path: Path) -> Path | None:
        """Return where the verdict on a file's present text stands; None where nothing can be remembered."""
        text = self._text(str(path))
        if self._folder is None or not text:
            return None
        name = hashlib.sha256(f"{self._program} {path.resolve()} {text}".encode("utf-8", "surrogatepass")).hexdigest()
        return self._folder / name

    def _text(self, name: str) -> str:
        """Return the digest of a file's content, empty when it cannot be read."""
        if name not in self._texts:
            try:
                # A pipe can be read but once, and not here.
                plain = Path(name).is_file()
                self._texts[name] = hashlib.sha256(Path(name).read_bytes()).hexdigest() if plain else ""
            except (OSError, ValueError):
                self._texts[name] = ""
        return self._texts[name]


def _program() -> str:
    """Return a mark of the program itself: a change of any of its files makes all verdicts void."""
    mark = hashlib.sha256()
    for folder, _, names in sorted(os.walk(_PACKAGE)):
        for name in sorted(names):
            if name.endswith((".py", ".toml", ".lark")):
                seen = Path(folder, name).stat()
                mark.update(f"{folder} {name} {seen.st_size} {seen.st_mtime_ns}\n".encode())
    return mark.hexdigest()
