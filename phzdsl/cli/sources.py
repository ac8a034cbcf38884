"""``phz sources``: which clauses of the sources are modelled by a row, which cannot be, which are missing."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import tomli

from phzdsl.cli.console import Console, FailedError
from phzdsl.cli.table import aligned
from phzdsl.cli.variants import Library
from phzdsl.paths import rules_folder, shipped
from phzdsl.ruleset.library import Loaded
from phzdsl.ruleset.sources import parse_sources, parse_unmodelled
from phzdsl.syntax import nodes

if TYPE_CHECKING:
    from phzdsl.cli.parser import Parser

__all__ = ["add_arguments", "run"]


@attrs.frozen
class _Lists:
    """What the lists of sources say.

    Attributes:
        clauses: every clause with the systems it belongs to, in reading order.
        titles: name of each system.
        reasons: why a clause cannot be modelled, in the reader's language.
    """

    clauses: dict[str, tuple[str, ...]]
    titles: dict[str, str]
    reasons: dict[str, str]


@attrs.frozen
class _Share:
    """The clauses of one system or of all, and what became of each."""

    id: str
    title: str
    clauses: tuple[str, ...]
    cited: tuple[str, ...]
    unmodelled: tuple[str, ...]
    missing: tuple[str, ...]


def add_arguments(parser: Parser) -> None:
    """Say which words the command takes."""
    parser.takes(
        "variants",
        "变体名或规则文件；不写就是自带的全部",
        "ids of variants or rule files; all that ship when left out",
        nargs="*",
        metavar="VARIANT",
    )
    parser.choice("--missing", zh="列出还没写成规则的条款", en="list the clauses that are missing", action="store_true")
    parser.choice(
        "--strict", zh="有条款还没写成规则就算不合格", en="fail when a clause is missing", action="store_true"
    )
    parser.json_choice()


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Compare what the sources say with what rows cite."""
    library = Library()
    loaded = [_loaded(library, name) for name in arguments.variants or shipped()]
    lists = _lists(console, loaded)
    cites = _cites(loaded)
    wanted = {one.ruleset.id for one in loaded if one.ruleset is not None} if arguments.variants else None
    whole = _share("", "", _within(lists, wanted), cites, lists)
    systems = [
        _share(system, title, [one for one in whole.clauses if system in lists.clauses[one]], cites, lists)
        for system, title in lists.titles.items()
        if wanted is None or system in wanted
    ]
    rest = [one for one in whole.clauses if not lists.clauses[one]]
    if rest:
        systems.append(_share("", console.say("其他牌单", "other sheets"), rest, cites, lists))
    if arguments.json:
        console.write_json(_value(whole, systems, cites, lists))
    else:
        _write(whole, systems, console, missing=arguments.missing)
    return int(arguments.strict and bool(whole.missing))


# ---------------------------------------------------------------- what the lists say


def _lists(console: Console, loaded: Iterable[Loaded]) -> _Lists:
    clauses: dict[str, tuple[str, ...]] = {}
    titles: dict[str, str] = {}
    reasons: dict[str, str] = {}
    for path in sorted((rules_folder() / "sources").glob("*.toml")):
        text = path.read_text("utf-8")
        table = tomli.loads(text)
        titles.update(table.get("systems", {}))
        systems = {one["id"]: tuple(one.get("systems", ())) for one in table.get("clause", ())}
        clauses.update((one.id, systems[one.id]) for one in parse_sources(text))
        reasons.update((one.id, console.say(one.why_zh, one.why_en)) for one in parse_unmodelled(text))
    for one in loaded:
        clauses.update((clause, (one.line[0],)) for clause in _own_clauses(one))
    return _Lists(clauses, titles, reasons)


def _own_clauses(loaded: Loaded) -> Iterator[str]:
    """Yield the clauses of the lists that a rule file itself names; that a list cannot be read, ``check`` says."""
    for named in loaded.tree.sources:
        path = Path(loaded.source.name).parent / named.text
        try:
            yield from (one.id for one in parse_sources(path.read_text("utf-8")))
        except (OSError, ValueError):
            continue


def _within(lists: _Lists, wanted: set[str] | None) -> list[str]:
    """Return the clauses of some variants: those of their systems and of the sheets called like them."""
    if wanted is None:
        return list(lists.clauses)
    sheets = {f"sheet.{name}" for name in wanted}
    return [one for one, systems in lists.clauses.items() if one in sheets or wanted & set(systems)]


# ---------------------------------------------------------------- what rows cite


def _loaded(library: Library, name: str) -> Loaded:
    loaded = library.load(name)
    if not loaded.ok:
        raise FailedError(*loaded.diagnostics)
    return loaded


def _cites(loaded: Iterable[Loaded]) -> dict[str, list[str]]:
    """Return the rows that cite each clause, as ``variant:block/row``."""
    found: dict[str, list[str]] = {}
    for one in loaded:
        for cite, row in _rows(one):
            rows = found.setdefault(cite, [])
            if row not in rows:
                rows.append(row)
    return found


def _rows(loaded: Loaded) -> Iterator[tuple[str, str]]:
    if loaded.ruleset is not None:
        for row in loaded.ruleset.rows:
            for cite in row.cites:
                yield cite, f"{row.origin}:{row.path}"
    if loaded.tree.variant is not None:
        # A row that takes away a parent's row states a clause too, and is gone from the ruleset.
        for block in loaded.tree.variant.blocks:
            for node in block.rows():
                if node.operation is not None and node.operation.id in {"remove", "move"}:
                    yield from _taken_away(loaded.tree.variant.name.text, block, node)


def _taken_away(variant: str, block: nodes.BlockNode, node: nodes.RowNode) -> Iterator[tuple[str, str]]:
    for cite in node.cites:
        yield cite.id, f"{variant}:{block.word.id}/{node.name.text}"


# ---------------------------------------------------------------- the comparison


def _share(system: str, title: str, clauses: Iterable[str], cites: dict[str, list[str]], lists: _Lists) -> _Share:
    known = tuple(clauses)
    cited = tuple(one for one in known if one in cites)
    unmodelled = tuple(one for one in known if one not in cites and one in lists.reasons)
    missing = tuple(one for one in known if one not in cites and one not in lists.reasons)
    return _Share(system, title, known, cited, unmodelled, missing)


def _write(whole: _Share, systems: list[_Share], console: Console, *, missing: bool) -> None:
    say = console.say
    heads = (
        say("规则", "system"),
        "",
        say("条款", "clauses"),
        say("已写", "cited"),
        say("写不了", "unmodelled"),
        say("还缺", "missing"),
    )
    total = attrs.evolve(whole, title=say("一共", "in all"))
    rows = [heads, *(_cells(one) for one in [*systems, total])]
    for line in aligned(rows, right=(2, 3, 4, 5)):
        console.write(line)
    if missing and whole.missing:
        console.write("")
        for one in whole.missing:
            console.write(f"@{one}")


def _cells(share: _Share) -> tuple[str, ...]:
    numbers = (share.clauses, share.cited, share.unmodelled, share.missing)
    return (share.id, share.title, *(str(len(one)) for one in numbers))


def _value(whole: _Share, systems: list[_Share], cites: dict[str, list[str]], lists: _Lists) -> dict[str, Any]:
    return {
        "clauses": list(whole.clauses),
        "cited": list(whole.cited),
        "unmodelled": [{"id": one, "why": lists.reasons[one]} for one in whole.unmodelled],
        "missing": list(whole.missing),
        "unknown": sorted(cites.keys() - lists.clauses.keys()),
        "rows": {one: cites[one] for one in whole.cited},
        "systems": [
            {
                "id": one.id,
                "title": one.title,
                "clauses": len(one.clauses),
                "cited": len(one.cited),
                "unmodelled": len(one.unmodelled),
                "missing": list(one.missing),
            }
            for one in systems
        ],
    }
