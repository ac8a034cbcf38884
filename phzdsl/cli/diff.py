"""``phz diff``: in what two variants differ, row by row and hand by hand."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import attrs

from phzdsl.analysis.changes import Bearing, Change, Stated, changes, touches_hands
from phzdsl.cli.answer import options_of
from phzdsl.cli.choices import add_sides
from phzdsl.cli.console import Console, harmless
from phzdsl.cli.files import as_here
from phzdsl.cli.variants import Library, bound
from phzdsl.paths import shipped
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.options import bind
from phzdsl.text.diagnostics import Bilingual, Language
from phzdsl.text.source import Span

if TYPE_CHECKING:
    from phzdsl.analysis.compare import Comparison, Complete, Difference
    from phzdsl.cli.differences import Page
    from phzdsl.cli.parser import Parser

__all__ = ["add_arguments", "run"]

_RULES_ONLY = Bilingual("只比了规则，没有数牌", "only the rules were compared, no hands were counted")
_NO_NUMPY = Bilingual(
    "没有装 numpy，只比了规则，没有数牌；要数可以运行 pip install 'phzdsl[batch]'",
    "numpy is not installed, so only the rules were compared; to count hands too, run pip install 'phzdsl[batch]'",
)


def add_arguments(parser: Parser) -> None:
    """Say which words the command takes."""
    parser.takes(
        "sides",
        "两个变体：变体名或规则文件；--matrix 可以有很多，也可以是文件夹",
        "two variants: ids, or rule files; with --matrix any number, and folders",
        nargs="*",
        metavar="A B",
    )
    add_sides(parser)
    parser.choice(
        "--rules-only", zh="只比规则，不数牌", en="compare the rules alone, and count no hands", action="store_true"
    )
    parser.choice(
        "--exposed",
        zh="桌上有门子的牌也比：每一种摆法，要多等一会儿",
        en="compare hands with melds on the table too, in every layout; it takes longer",
        action="store_true",
    )
    parser.choice("--all", zh="每一类不同的牌都写出来", en="show every group of hands that differ", action="store_true")
    parser.choice("--exit-code", zh="有不同就以 1 结束", en="end with status 1 where they differ", action="store_true")
    parser.choice(
        "--format",
        zh="text、html 给人看（html 是一个网页）；json、github 给程序看",
        en="text and html (one page) for people; json, github for programs",
        choices=("text", "html", "json", "github"),
        default="text",
    )
    parser.choice(
        "--matrix",
        zh="很多变体两两相比，写成网页；不写就是自带的全部",
        en="many variants, each with each, as a page; all that ship where none is named",
        action="store_true",
    )
    parser.json_choice()
    parser.set_defaults(fail=parser.fail)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Compare, and say in what they differ."""
    if arguments.matrix:
        return _matrix(arguments, console)
    if len(arguments.sides) != len("AB"):
        arguments.fail(console.say("要写两个变体，A 和 B", "two variants are compared, A and B"))
    if arguments.exposed and arguments.rules_only:
        arguments.fail(
            console.say("--rules-only 不数牌，不带 --exposed", "--rules-only counts no hands, so it takes no --exposed")
        )
    library = Library()
    a = bound(library.usable(arguments.sides[0]), dict(arguments.options_a), "-a")
    b = bound(library.usable(arguments.sides[1]), dict(arguments.options_b), "-b")
    form = "json" if arguments.json else arguments.format
    found = changes(a, b)
    hands = None
    # A reader who sees that no row could show in a hand need not wait for a count of them all.
    if not arguments.rules_only and (form == "json" or any(map(touches_hands, found))):
        hands = _compared(a, b, found, console, exposed=arguments.exposed)
    # Rows that mean the same make the same of every hand; whatever else differs is not proved to be without effect.
    equivalent = all(one.bearing is Bearing.WORDS for one in found) and (hands is None or hands.equivalent)
    match form:
        case "json":
            console.write_json(_value(a, b, found, hands, console.language, equivalent=equivalent))
        case "github":
            _annotate(b, found, hands, console)
        case "html":
            from phzdsl.cli.diffpage import html_page  # noqa: PLC0415 - only this form needs it

            same = not any(map(touches_hands, found))
            console.out.write(harmless(html_page(a, b, found, hands, console.language, same_hands=same)))
        case _:
            page = _page(a, b, console, whole=arguments.all)
            _write(page, found, hands, console)
    return int(arguments.exit_code and not equivalent)


def _matrix(arguments: argparse.Namespace, console: Console) -> int:
    """Compare many variants by their rows, each with its default options."""
    from phzdsl.analysis.kinship import kinship  # noqa: PLC0415 - only this form needs it
    from phzdsl.cli.matrix import matrix_page, matrix_value  # noqa: PLC0415 - as above
    from phzdsl.cli.progress import waited  # noqa: PLC0415 - as above

    taken = arguments.options_a, arguments.options_b, arguments.exit_code, arguments.exposed
    if any(taken) or arguments.format == "github":
        said = (
            "--matrix 不带 -a、-b、--exit-code、--exposed、--format github",
            "--matrix takes neither -a, -b, --exit-code, --exposed nor --format github",
        )
        arguments.fail(console.say(*said))
    library = Library()
    paths = dict.fromkeys(path for name in arguments.sides or shipped() for path in library.files(name))
    rulesets = [bind(library.usable(str(path))) for path in paths]
    with waited(console.say("两两相比", "comparing each with each"), console.err) as go_on:
        found = kinship(rulesets, go_on)
    if arguments.json or arguments.format == "json":
        console.write_json(matrix_value(rulesets, found))
    else:
        console.out.write(harmless(matrix_page(rulesets, found, console.language)))
    return 0


def _compared(a: Ruleset, b: Ruleset, found: Sequence[Change], console: Console, *, exposed: bool) -> Comparison | None:
    """Compare over all hands; without the library that this needs, say so and go on without."""
    try:
        from phzdsl.analysis.compare import compare  # noqa: PLC0415 - numpy, which not everybody has
    except ModuleNotFoundError as error:
        if error.name is not None and error.name.partition(".")[0] == "phzdsl":
            raise
        console.note(_NO_NUMPY.in_language(console.language))
        return None
    if not console.err.isatty():
        return compare(a, b, found, exposed=exposed)
    from phzdsl.cli.progress import waited  # noqa: PLC0415 - rich, which only a terminal needs

    with waited(console.say("数所有的牌", "counting all hands"), console.err) as go_on:
        return compare(a, b, found, exposed=exposed, check=go_on)


# ---------------------------------------------------------------- text


def _page(a: Ruleset, b: Ruleset, console: Console, *, whole: bool) -> Page:
    from phzdsl.cli.differences import Page  # noqa: PLC0415 - JSON does without

    return Page(a, b, console.language, colour=console.coloured(), whole=whole)


def _write(page: Page, found: Sequence[Change], hands: Comparison | None, console: Console) -> None:
    for line in (*page.head(), *page.rules(found), *(page.hands(hands) if hands is not None else ())):
        console.write(line)
    if found and not any(map(touches_hands, found)):
        console.write("")
        console.write(
            console.say("胡不胡、值多少，两边都一样", "who wins, and what a hand is worth, is the same in both")
        )


# ---------------------------------------------------------------- JSON


def _value(  # noqa: PLR0913 - what the document is made of
    a: Ruleset,
    b: Ruleset,
    found: Sequence[Change],
    hands: Comparison | None,
    language: Language,
    *,
    equivalent: bool,
) -> dict[str, Any]:
    layouts = None if hands is None else hands.laid
    return {
        "a": _side(a),
        "b": _side(b),
        "rules": [_change(one, language) for one in found],
        "complete": None if hands is None else _numbers(hands.closed.complete),
        "wins": None if hands is None else _numbers(hands.closed.wins),
        "classes": None if hands is None else [_class(one) for one in hands.classes],
        "unseen": [one.id for one in found if touches_hands(one)] if hands is None else list(hands.unseen),
        "equivalent": equivalent,
        "space": (_RULES_ONLY if hands is None else hands.space).in_language(language),
        "layouts": None
        if layouts is None
        else {
            "complete": _numbers(layouts.complete),
            "wins": _numbers(layouts.wins),
            "classes": [_class(one) for one in layouts.classes],
            "space": layouts.space.in_language(language),
        },
    }


def _numbers(counts: Complete | None) -> dict[str, int] | None:
    return None if counts is None else attrs.asdict(counts)


def _side(ruleset: Ruleset) -> dict[str, Any]:
    return {"variant": ruleset.id, "title": ruleset.title, "options": options_of(ruleset)}


def _change(change: Change, language: Language) -> dict[str, Any]:
    order = list(Bearing)
    return {
        "id": change.id,
        "change": change.change,
        "class": change.bearing.value,
        "bears_on": [bearing.value for bearing in sorted(change.bears, key=order.index)],
        "parts": sorted(change.parts),
        "renamed": change.renamed,
        "moved": change.moved,
        "a": _stated(change.a, language),
        "b": _stated(change.b, language),
    }


def _stated(stated: Stated | None, language: Language) -> dict[str, Any] | None:
    if stated is None:
        return None
    return {
        "id": stated.path,
        "text": stated.text.in_language(language),
        "origin": stated.origin,
        "cites": list(stated.cites),
        "file": stated.span.source.name,
        "line": stated.span.start_place.line,
    }


def _class(one: Difference) -> dict[str, Any]:
    from phzdsl.scoring.notation import write_hand  # noqa: PLC0415 - loaded by now

    return {
        "rules": list(one.rules),
        "count": one.count,
        "share": float(one.share),
        "largest": one.largest,
        "mean": float(one.mean),
        "witness": {
            "hand": write_hand(one.witness.hand),
            "by": one.witness.by.value,
            "facts": dict(one.witness.facts),
            "a": one.witness.a,
            "b": one.witness.b,
        },
    }


# ---------------------------------------------------------------- marks on GitHub


def _annotate(b: Ruleset, found: Sequence[Change], hands: Comparison | None, console: Console) -> None:
    """Mark each change in the files of B, rows that are gone at its name; and say of which hands it shows in."""
    from phzdsl.cli.differences import BEARINGS  # noqa: PLC0415 - only this form and text need it
    from phzdsl.scoring.notation import write_hand  # noqa: PLC0415 - as above
    from phzdsl.text.diagnostics import Severity  # noqa: PLC0415 - as above
    from phzdsl.text.machine import annotation  # noqa: PLC0415 - as above

    language = console.language
    named = b.span
    for one in found:
        span = named if one.b is None else one.b.span
        severity = Severity.NOTE if one.bearing is Bearing.WORDS else Severity.WARNING
        title = f"{BEARINGS[one.bearing].in_language(language)}: {one.id}"
        sides = (("A", one.a), ("B", one.b))
        said = [f"{name} {stated.text.in_language(language)}" for name, stated in sides if stated is not None]
        if span is not None:
            console.write(annotation(severity, _here(span), title, said))
    closed = [] if hands is None else [(one, ("手牌", "hands")) for one in hands.classes]
    laid = [] if hands is None or hands.laid is None else [(one, ("种摆法", "layouts")) for one in hands.laid.classes]
    for shown, (zh, en) in (*closed, *laid):
        witness = shown.witness
        title = console.say(f"{shown.count:,} {zh}不同", f"{shown.count:,} {en} differ")
        said = [", ".join(shown.rules), write_hand(witness.hand), f"A {witness.a}, B {witness.b}"]
        if named is not None:
            console.write(annotation(Severity.NOTE, _here(named), title, said))
    rows = len(found)
    console.note(console.say(f"规则有 {rows} 行不同", f"{rows} row{'' if rows == 1 else 's'} of the rules differ"))


def _here(span: Span) -> Span:
    """Return a place in a file that is named from the working folder, as GitHub asks for it."""
    source = attrs.evolve(span.source, name=as_here(span.source.name))
    return attrs.evolve(span, source=source)
