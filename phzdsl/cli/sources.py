"""``phz sources``: which clauses of the sources are modelled by a row, which cannot be, which are missing; or one of them."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import attrs

from phzdsl.cli.clauses import Lists, cites_of, lists_of, loaded_of, show_clause
from phzdsl.cli.console import Console
from phzdsl.cli.table import aligned

if TYPE_CHECKING:
    from phzdsl.cli.parser import Parser

__all__ = ["add_arguments", "run"]


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
    parser.choice(
        "--show",
        zh="看一条条款写了什么，哪些行引了它",
        en="show what one clause says, and which rows cite it",
        metavar="ID",
    )
    parser.json_choice()


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Compare what the sources say with what rows cite, or show one clause."""
    loaded = loaded_of(arguments.variants)
    if arguments.show is not None:
        show_clause(arguments.show, loaded, console, as_json=arguments.json)
        return 0
    lists = lists_of(console, loaded)
    cites = {clause: [row.id for row in rows] for clause, rows in cites_of(loaded).items()}
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


# ---------------------------------------------------------------- the comparison


def _within(lists: Lists, wanted: set[str] | None) -> list[str]:
    """Return the clauses of some variants: those of their systems and of the sheets called like them."""
    if wanted is None:
        return list(lists.clauses)
    sheets = {f"sheet.{name}" for name in wanted}
    return [one for one, systems in lists.clauses.items() if one in sheets or wanted & set(systems)]


def _share(system: str, title: str, clauses: Iterable[str], cites: dict[str, list[str]], lists: Lists) -> _Share:
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


def _value(whole: _Share, systems: list[_Share], cites: dict[str, list[str]], lists: Lists) -> dict[str, Any]:
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
