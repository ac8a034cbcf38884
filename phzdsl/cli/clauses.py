"""Clauses of the lists of sources, and the rows that cite them: one clause as a page, or all of them to be counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import attrs
import tomli

from phzdsl.cli.console import Console, FailedError
from phzdsl.cli.faults import about, mends, nowhere
from phzdsl.cli.files import as_here
from phzdsl.cli.table import aligned
from phzdsl.cli.variants import Library
from phzdsl.paths import rules_folder, shipped
from phzdsl.ruleset.library import Loaded
from phzdsl.ruleset.sources import CitedClause, parse_sources, parse_unmodelled
from phzdsl.text.source import Span

__all__ = ["CitingRow", "Lists", "cites_of", "lists_of", "loaded_of", "show_clause"]


@attrs.frozen
class Lists:
    """What the lists of sources say.

    Attributes:
        clauses: every clause with the systems it belongs to, in reading order.
        titles: name of each system.
        reasons: why a clause cannot be modelled, in the reader's language.
        pages: each clause as its list has it.
        files: the list that each clause stands in.
    """

    clauses: dict[str, tuple[str, ...]]
    titles: dict[str, str]
    reasons: dict[str, str]
    pages: dict[str, CitedClause]
    files: dict[str, str]


@attrs.frozen
class CitingRow:
    """A row that cites a clause.

    Attributes:
        variant: the variant that states it.
        path: block and row.
        file, line: where it stands.
    """

    variant: str
    path: str
    file: str
    line: int

    @property
    def id(self) -> str:
        """Variant, block and row as one word."""
        return f"{self.variant}:{self.path}"


def show_clause(written: str, loaded: Iterable[Loaded], console: Console, *, as_json: bool) -> None:
    """Write what a clause says, and which rows of some variants cite it.

    Raises:
        FailedError: no list has such a clause.
    """
    rulesets = tuple(loaded)
    lists = lists_of(console, rulesets)
    clause = lists.pages.get(written.removeprefix("@"))
    if clause is None:
        fixes = mends(written.removeprefix("@"), lists.pages, nowhere(written))
        raise FailedError(about("D915", written, fixes=fixes))
    rows = cites_of(rulesets).get(clause.id, [])
    if as_json:
        console.write_json(_value(clause, rows, lists))
    else:
        console.write(_page(clause, rows, lists, console))


def _page(clause: CitedClause, rows: list[CitingRow], lists: Lists, console: Console) -> str:
    say = console.say
    place = say("，", ", ").join(part for part in (lists.files[clause.id], clause.where) if part)
    parts = [(say("出处", "source"), place)]
    systems = [f"{one} {lists.titles.get(one, '')}".strip() for one in lists.clauses[clause.id]]
    if systems:
        parts.append((say("规则", "systems"), say("、", "; ").join(systems)))
    if clause.unclear is not None:
        parts.append((say("存疑", "unclear"), clause.unclear))
    if clause.conflict:
        parts.append((say("相左", "conflicts with"), " ".join(f"@{one}" for one in clause.conflict)))
    if clause.id in lists.reasons:
        parts.append((say("写不了", "not modelled"), lists.reasons[clause.id]))
    lines = [f"@{clause.id}", "", clause.says, "", *aligned(parts), ""]
    lines.append(say(f"引它的有 {len(rows)} 行", f"cited by {len(rows)} row{'s' if len(rows) != 1 else ''}"))
    lines.extend(aligned([(one.variant, one.path, f"{one.file}:{one.line}") for one in rows], indent=2))
    return "\n".join(lines)


def _value(clause: CitedClause, rows: list[CitingRow], lists: Lists) -> dict[str, Any]:
    return {
        "id": clause.id,
        "list": lists.files[clause.id],
        "where": clause.where,
        "says": clause.says,
        "unclear": clause.unclear,
        "conflict": list(clause.conflict),
        "systems": list(lists.clauses[clause.id]),
        "unmodelled": lists.reasons.get(clause.id),
        "rows": [{"variant": one.variant, "row": one.path, "file": one.file, "line": one.line} for one in rows],
    }


# ---------------------------------------------------------------- what the lists say


def lists_of(console: Console, loaded: Iterable[Loaded]) -> Lists:
    """Return what the lists that ship say, and those that rule files name themselves."""
    found = Lists({}, {}, {}, {}, {})
    for path in sorted((rules_folder() / "sources").glob("*.toml")):
        text = path.read_text("utf-8")
        table = tomli.loads(text)
        systems = {one["id"]: tuple(one.get("systems", ())) for one in table.get("clause", ())}
        found.titles.update(table.get("systems", {}))
        found.reasons.update((one.id, console.say(one.why_zh, one.why_en)) for one in parse_unmodelled(text))
        for one in parse_sources(text):
            _put(found, one, path.name, systems[one.id])
    for variant in loaded:
        for name, clause in _own_clauses(variant):
            _put(found, clause, name, (variant.line[0],))
    return found


def _put(lists: Lists, clause: CitedClause, file: str, systems: tuple[str, ...]) -> None:
    lists.clauses[clause.id], lists.pages[clause.id], lists.files[clause.id] = systems, clause, file


def _own_clauses(loaded: Loaded) -> Iterator[tuple[str, CitedClause]]:
    """Yield the clauses of the lists that a rule file itself names; that a list cannot be read, ``check`` says."""
    for named in loaded.tree.sources:
        path = Path(loaded.source.name).parent / named.text
        try:
            yield from ((named.text, one) for one in parse_sources(path.read_text("utf-8")))
        except (OSError, ValueError):
            continue


# ---------------------------------------------------------------- what rows cite


def loaded_of(names: Iterable[str]) -> list[Loaded]:
    """Load variants by id or path; all that ship where none is named.

    Raises:
        FailedError: one is not there, or has faults.
    """
    library = Library()
    found = [library.load(name) for name in names or shipped()]
    faults = [fault for one in found if not one.ok for fault in one.diagnostics]
    if faults:
        raise FailedError(*faults)
    return found


def cites_of(loaded: Iterable[Loaded]) -> dict[str, list[CitingRow]]:
    """Return the rows that cite each clause, each once."""
    found: dict[str, list[CitingRow]] = {}
    for one in loaded:
        for cite, row in _rows(one):
            rows = found.setdefault(cite, [])
            if row.id not in {known.id for known in rows}:
                rows.append(row)
    return found


def _rows(loaded: Loaded) -> Iterator[tuple[str, CitingRow]]:
    if loaded.ruleset is not None:
        for row in loaded.ruleset.rows:
            for cite in row.cites:
                yield cite, _citing(row.origin, row.path, row.span)
    if loaded.tree.variant is not None:
        # A row that takes away a parent's row states a clause too, and is gone from the ruleset.
        for block in loaded.tree.variant.blocks:
            for node in block.rows():
                if node.operation is not None and node.operation.id in {"remove", "move"}:
                    path = f"{block.word.id}/{node.name.text}"
                    for stated in node.cites:
                        yield stated.id, _citing(loaded.tree.variant.name.text, path, node.span)


def _citing(variant: str, path: str, span: Span) -> CitingRow:
    return CitingRow(variant, path, as_here(span.source.name), span.start_place.line)
