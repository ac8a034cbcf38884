"""``phz doc``: the rule book of a room, for its players, as Markdown or as one HTML page."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from phzdsl.cli.choices import add_options
from phzdsl.cli.clauses import lists_of
from phzdsl.cli.console import Console, FailedError, harmless
from phzdsl.cli.variants import Library, bound
from phzdsl.paths import shipped
from phzdsl.ruleset.model import Pattern, PatternTable, Ruleset

if TYPE_CHECKING:
    from phzdsl.book.pages import Book
    from phzdsl.book.teller import Kept
    from phzdsl.cli.parser import Parser
    from phzdsl.ruleset.library import Loaded
    from phzdsl.scoring.hand import Hand
    from phzdsl.syntax.nodes import RowNode
    from phzdsl.text.source import Span

__all__ = ["add_arguments", "run"]

_RELATIVES = 2


def add_arguments(parser: Parser) -> None:
    """Say which words the command takes."""
    parser.takes("variant", "变体名或规则文件", "id of a variant, or a rule file", metavar="VARIANT")
    add_options(parser)
    parser.choice(
        "--format",
        zh="md 是 Markdown，html 是一个网页",
        en="md for Markdown, html for one page",
        choices=("md", "html"),
        default="md",
    )
    parser.choice(
        "--quick",
        zh="没有例子的番不去找一手牌",
        en="look for no hand where no example shows a pattern",
        action="store_true",
    )


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Make the book, and write it."""
    from phzdsl.book.html import html  # noqa: PLC0415 - only when it is run
    from phzdsl.book.making import rule_book  # noqa: PLC0415 - as above
    from phzdsl.book.markdown import markdown  # noqa: PLC0415 - as above

    library = Library()
    loaded = library.load(arguments.variant)
    if not loaded.ok or loaded.ruleset is None:
        raise FailedError(*loaded.diagnostics)
    ruleset = loaded.ruleset
    room = bound(ruleset, dict(arguments.options))
    kept = _kept(loaded)
    neighbours, clauses = _neighbours(ruleset, library), lists_of(console, (loaded,)).pages

    def made(check: Callable[[], None]) -> Book:
        find = None if arguments.quick else _finder(room, check)
        return rule_book(
            ruleset, console.language, room=room, neighbours=neighbours, clauses=clauses, kept=kept, find=find
        )

    if console.err.isatty():
        from phzdsl.cli.progress import waited  # noqa: PLC0415 - rich, which only a terminal needs

        with waited(console.say("找牌例", "looking for hands"), console.err) as go_on:
            book = made(go_on)
    else:
        book = made(lambda: None)
    console.out.write(harmless(html(book) if arguments.format == "html" else markdown(book)))
    return 0


def _kept(loaded: Loaded) -> Kept:
    """Return the rows that a file of the line changes, but whose sources, question or remark stand in a parent's file."""
    from phzdsl.book.teller import Kept  # noqa: PLC0415 - only when it is run

    return Kept(
        cites=_changed(loaded, lambda node: [cite.span for cite in node.cites]),
        doubts=_changed(loaded, lambda node: [one.span for one in node.clauses if one.word.id == "unclear"]),
        remarks=_changed(loaded, lambda node: [one.span for one in node.clauses if one.word.id == "remark"]),
    )


def _changed(loaded: Loaded, places: Callable[[RowNode], list[Span]]) -> frozenset[str]:
    """Return the paths of rows some part of which stands in a file further up the line than the row as it is now."""
    order = {name: at for at, name in enumerate(loaded.files)}
    found = set()
    for block in loaded.layer.blocks:
        for merged in loaded.layer.rows(block):
            own = order.get(merged.node.span.source.name, 0)
            if any(order.get(span.source.name, 0) > own for span in places(merged.node)):
                found.add(f"{block}/{merged.name}")
    return frozenset(found)


def _neighbours(ruleset: Ruleset, library: Library) -> list[Ruleset]:
    """Return the variants that ship and are next of kin: parent, children, and children of the same parent."""
    others = [library.usable(name) for name in shipped() if name != ruleset.id]
    return [other for other in others if _kin(ruleset.line, other.line)]


def _kin(line: Iterable[str], other: Iterable[str]) -> bool:
    one, two = tuple(line)[:_RELATIVES], tuple(other)[:_RELATIVES]
    return one[0] in two[1:] or two[0] in one[1:] or (len(one) == len(two) == _RELATIVES and one[1] == two[1])


def _finder(room: Ruleset, check: Callable[[], None]) -> Callable[[PatternTable, Pattern], Hand | None]:
    """Return what looks for the smallest closed hand that has a pattern; it finds none where numpy is not there."""

    def find(table: PatternTable, pattern: Pattern) -> Hand | None:
        from phzdsl.ruleset.expressions import Ref, Unit  # noqa: PLC0415 - only when it is run

        try:
            from phzdsl.analysis.asked import UncountableError, ask  # noqa: PLC0415 - numpy, which not everybody has
        except ModuleNotFoundError as error:
            if error.name is not None and error.name.partition(".")[0] == "phzdsl":
                raise
            return None
        condition = Ref(f"pattern:{table.id}/{pattern.id}", Unit.TRUTH, 0, 1)
        try:
            smallest = ask(room, condition, check=check).smallest
        except UncountableError:
            return None
        return None if smallest is None else smallest.hand

    return find
