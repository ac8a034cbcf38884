"""Whether what a file cites is in a list of sources."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from phzdsl.ruleset.suggest import suggestions
from phzdsl.syntax import nodes
from phzdsl.text.diagnostics import Bilingual, Diagnostic, Severity
from phzdsl.text.source import Source, Span

TYPE_CHECKING = False  # importing typing would cost start-up time
if TYPE_CHECKING:
    from typing import Protocol

    from phzdsl.ruleset.sources import SourceListError
else:
    Protocol = object

__all__ = ["Citations", "Lists"]

# The lists that ship are ours and keep to this form; reading them whole would cost more than the rest of a run.
_CLAUSE_ID = re.compile(r'^\[\[clause\]\]\s*\nid = "([^"]+)"', re.MULTILINE)
_PLACING_ONLY = frozenset({"remove", "move"})
_MOST_NAMES = 4


class Lists(Protocol):
    """Gives the texts of the lists that a file names."""

    def source_list(self, name: str, *, beside: str) -> str | None:
        """Return the text of a source list, None if there is none."""


class Citations:
    """Checks citations; keep one for a run, so that each list is read once."""

    def __init__(self, lists: Lists, folder: Path) -> None:
        self._lists = lists
        self._folder = folder
        self._read: dict[tuple[str, str], tuple[str, ...] | SourceListError | None] = {}

    @cached_property
    def _shipped(self) -> dict[str, str]:
        """The clauses of the lists that ship, and the list of each."""
        files = sorted(self._folder.glob("*.toml"))
        return {clause: file.name for file in files for clause in _CLAUSE_ID.findall(file.read_text("utf-8"))}

    def check(self, tree: nodes.FileNode, source: Source) -> Iterator[Diagnostic]:
        """Yield the faults of a file's lists and citations."""
        rows = _rows(tree)
        if not tree.sources and not any(row.cites for row in rows):
            return
        known = dict(self._shipped)
        whole = True
        for named in tree.sources:
            clauses, fault = self._clauses(named, source)
            if fault is not None:
                yield fault
                whole = False
            for clause in clauses:
                if clause in known and known[clause] != named.text:
                    values = {"id": clause, "list": named.text, "other": known[clause]}
                    yield Diagnostic("C604", named.span, dict(values), severity=Severity.WARNING)
                known[clause] = named.text
        for row in rows:
            yield from _row(row, known, whole=whole)
        yield from _uncited(tree)

    def _clauses(self, named: nodes.Text, source: Source) -> tuple[tuple[str, ...], Diagnostic | None]:
        """Return the clauses of a list, or what is wrong with it."""
        from phzdsl.ruleset.sources import SourceListError, parse_sources  # noqa: PLC0415 - few files have a list

        key = (named.text, str(Path(source.name).parent))
        if key not in self._read:
            text = self._lists.source_list(named.text, beside=source.name)
            try:
                self._read[key] = None if text is None else tuple(one.id for one in parse_sources(text))
            except SourceListError as error:
                self._read[key] = error
        read = self._read[key]
        if read is None:
            return (), Diagnostic("C605", named.span, {"list": named.text})
        if isinstance(read, SourceListError):
            return (), Diagnostic("C603", named.span, {"list": named.text, "why": read.words})
        return read, None


def _rows(tree: nodes.FileNode) -> tuple[nodes.RowNode, ...]:
    blocks = tree.variant.blocks if tree.variant else ()
    return tuple(row for block in blocks for row in block.rows())


def _row(row: nodes.RowNode, known: dict[str, str], *, whole: bool) -> Iterator[Diagnostic]:
    for cite in row.cites:
        # After a list that could not be read, an unknown clause may stand in it.
        if cite.id not in known and whole:
            span = Span(cite.span.source, cite.span.start + 1, cite.span.start + 1 + len(cite.id))
            yield Diagnostic("C601", cite.span, {"id": cite.id}, fixes=suggestions(cite.id, known, span))


def _uncited(tree: nodes.FileNode) -> Iterator[Diagnostic]:
    """Yield one note on the rows that cite nothing; examples need no source, and what is taken out has none."""
    blocks = tree.variant.blocks if tree.variant else ()
    rows = [
        row
        for block in blocks
        if block.word.id != "examples"
        for row in block.rows()
        if not row.cites and (row.operation is None or row.operation.id not in _PLACING_ONLY)
    ]
    if rows:
        names = [row.name.text for row in rows[:_MOST_NAMES]]
        more = len(rows) > _MOST_NAMES
        listed = Bilingual("、".join(names) + "等" * more, ", ".join(names) + " ..." * more)
        yield Diagnostic("C602", rows[0].name.span, {"count": len(rows), "rows": listed}, severity=Severity.NOTE)
