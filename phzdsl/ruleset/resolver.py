"""Where the texts come from that a rule file names: parents and lists of sources.

A loader reads nothing itself; it asks a ``Resolver``. The one for the disk keeps to the shipped rules and one
folder. A caller's own is kept to its word by ``Guarded``, so that its faults are told as its own.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import attrs

from phzdsl.errors import PhzError, ResolverError, expect
from phzdsl.fields import ByFields
from phzdsl.paths import rules_folder, shipped
from phzdsl.syntax.limits import Limits
from phzdsl.syntax.reading import read_source
from phzdsl.text.diagnostics import Diagnostic
from phzdsl.text.source import Source, Span

TYPE_CHECKING = False  # importing typing would cost start-up time
if TYPE_CHECKING:
    from typing import Protocol, TypeVar

    T = TypeVar("T")
else:
    Protocol = object

__all__ = ["Folder", "Guarded", "Resolver", "read_path"]

# Four bytes a character at most, and one character too many.
_MOST_BYTES = 4 * (Limits().characters + 1)
_ASKED = ("variant", "source_list", "known")


class Resolver(Protocol):
    """Gives a loader the texts that a rule file names."""

    def variant(self, name: str, *, beside: str, quoted: bool) -> Source | Diagnostic | None:
        """Return a parent by id, or by a quoted path relative to the file ``beside``; None if there is none."""

    def source_list(self, name: str, *, beside: str) -> str | None:
        """Return the text of a source list, None if there is none."""

    def known(self) -> tuple[str, ...]:
        """Return the ids that can be inherited from, for suggestions."""


@attrs.frozen(repr=False, eq=False)
class Folder(ByFields):
    """Reads parents from the shipped rules and, by path, from one folder and what is in it."""

    root: Path | None = None

    def variant(self, name: str, *, beside: str, quoted: bool) -> Source | Diagnostic | None:
        """Return a parent's source."""
        if not quoted:
            own = rules_folder() / f"{name}.phz"
            return read_path(own) if name.isascii() and own.is_file() else None
        if self.root is None:
            return None
        path = _resolved(Path(beside).parent / name)
        if path is None:
            return None
        if not path.is_relative_to(self.root.resolve()):
            return Diagnostic("I410", _nowhere(beside), {"path": name})
        if path.is_dir():
            return Diagnostic("I411", _nowhere(beside), {"path": name})
        return read_path(path) if path.is_file() else None

    def source_list(self, name: str, *, beside: str) -> str | None:
        """Return the text of a source list beside a rule file."""
        if self.root is None:
            return None
        path = _resolved(Path(beside).parent / name)
        if path is None or not path.is_relative_to(self.root.resolve()) or not path.is_file():
            return None
        return _bytes(path).decode("utf-8", errors="replace")

    def known(self) -> tuple[str, ...]:
        """Return the ids of the shipped variants."""
        return shipped()


def read_path(path: Path) -> Source | Diagnostic:
    """Read a rule file from the disk."""
    data = _bytes(path)
    # What is longer than any rule file may be is cut between characters: its length is the fault to report.
    return read_source(str(path), data if len(data) < _MOST_BYTES else data.decode("utf-8", "ignore").encode())


def _bytes(path: Path) -> bytes:
    """Read a file, not more of it than the language allows."""
    if path.stat().st_size < _MOST_BYTES:
        return path.read_bytes()
    with path.open("rb") as stream:
        return stream.read(_MOST_BYTES)


def _resolved(path: Path) -> Path | None:
    """Return where a path leads, None for a circle of links and for what can be no path."""
    try:
        # What the system cannot look up, such as a name that is too long, is no file.
        path.stat()
    except (FileNotFoundError, PermissionError):
        pass
    except (OSError, ValueError):
        return None
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError):
        return None


def _nowhere(name: str) -> Span:
    return Span(Source(name, ""), 0, 0)


class Guarded:
    """A caller's resolver, what it gives looked at before it is used.

    Raises:
        ArgumentError: it is no resolver.
        ResolverError: when it is asked and fails, or gives what cannot be used.
    """

    def __init__(self, resolver: Resolver) -> None:
        for name in _ASKED:
            if not callable(getattr(resolver, name, None)):
                expect("resolver", resolver, (), f"a Resolver, with a method {name}")
        self._resolver = resolver

    def variant(self, name: str, *, beside: str, quoted: bool) -> Source | Diagnostic | None:
        """Return a parent's source."""
        found = self._given("variant", lambda: self._resolver.variant(name, beside=beside, quoted=quoted))
        return self._of("variant", found, (Source, Diagnostic, type(None)), "a Source, a Diagnostic or None")

    def source_list(self, name: str, *, beside: str) -> str | None:
        """Return the text of a source list."""
        found = self._given("source_list", lambda: self._resolver.source_list(name, beside=beside))
        return self._of("source_list", found, (str, type(None)), "a text or None")

    def known(self) -> tuple[str, ...]:
        """Return the ids that can be inherited from."""
        found = self._of("known", self._given("known", self._resolver.known), (tuple, list), "a tuple of ids")
        return tuple(self._of("known", one, (str,), "a tuple of ids") for one in found)

    @staticmethod
    def _given(name: str, ask: Callable[[], T]) -> T:
        try:
            return ask()
        except PhzError:
            raise
        except Exception as error:  # whatever it is, it is told as the resolver's own
            msg = f"the resolver's {name} failed: {type(error).__name__}: {error}"
            raise ResolverError(msg) from error

    @staticmethod
    def _of(name: str, found: T, kinds: tuple[type, ...], wanted: str) -> T:
        if not isinstance(found, kinds):
            msg = f"the resolver's {name} gives {wanted}, not {type(found).__name__}"
            raise ResolverError(msg)
        return found
