"""``phz ask``: how many hands of a variant are as a condition says, which is the smallest, or that there is none."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from phzdsl.cli.answer import answer, options_of
from phzdsl.cli.came import by_words
from phzdsl.cli.choices import add_options
from phzdsl.cli.console import Console, FailedError
from phzdsl.cli.counting import counting
from phzdsl.cli.faults import about, about_hand, nowhere
from phzdsl.cli.table import aligned
from phzdsl.cli.variants import Library, bound
from phzdsl.errors import HandError, LoadError
from phzdsl.ruleset.model import Ruleset
from phzdsl.text.cells import visible

if TYPE_CHECKING:
    from phzdsl.analysis.asked import Answer, Tally
    from phzdsl.analysis.question import Question
    from phzdsl.cli.parser import Parser

__all__ = ["add_arguments", "run"]


def add_arguments(parser: Parser) -> None:
    """Say which words the command takes."""
    parser.takes("variant", "变体名或规则文件", "id of a variant, or a rule file", metavar="VARIANT")
    parser.takes(
        "condition",
        "条件，像规则文件里「当」后面那样写，如：'红牌 >= 10 且 自摸'",
        "a condition, written as after `when` in a rule file, such as: 'red-cards >= 10 and self-draw'",
        metavar="CONDITION",
    )
    parser.choice(
        "--complete",
        zh="成牌都算，够不够起胡不管",
        en="count complete hands, whether or not they reach what a win must",
        action="store_true",
    )
    add_options(parser)
    parser.json_choice()


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Ask, and tell."""
    room = bound(Library().usable(arguments.variant), dict(arguments.options))
    question = _question(room, arguments.condition)
    console.report(question.remarks)
    found = _asked(room, question, console, wins=not arguments.complete)
    if arguments.json:
        console.write_json(_value(room, question, found, console))
    else:
        for line in _lines(room, question, found, console):
            console.write(line)
    return 0


def _question(room: Ruleset, text: str) -> Question:
    from phzdsl.analysis.question import read_question  # noqa: PLC0415 - only when it is run

    try:
        return read_question(room, text)
    except LoadError as error:
        raise FailedError(*error.diagnostics) from error


def _asked(room: Ruleset, question: Question, console: Console, *, wins: bool) -> Answer:
    with counting(console) as check:
        from phzdsl.analysis.asked import UncountableError, ask  # noqa: PLC0415 - numpy, which not everybody has

        try:
            return ask(room, question.condition, wins=wins, check=check)
        except UncountableError as error:
            raise FailedError(about("D934", room.id, why=error.words)) from error
        except HandError as error:  # the smallest hand can be divided in too many ways
            raise FailedError(about_hand(error, nowhere(room.id))) from error


# ---------------------------------------------------------------- text


def _lines(room: Ruleset, question: Question, found: Answer, console: Console) -> Iterator[str]:
    """Yield the page."""
    from phzdsl.analysis.asked_of import asked_of  # noqa: PLC0415 - loaded by now
    from phzdsl.cli.trace import trace  # noqa: PLC0415 - only here

    say = console.say
    yield say(f"{visible(room.title)}（{room.id}）", room.id)
    yield say("问：", "asked: ") + visible(" ".join(question.text.split()))
    yield ""
    yield from _numbers(found, console)
    yield ""
    if found.smallest is not None:
        yield say("最小的一手", "the smallest")
        # Whose rules these are stands above.
        yield from (f"  {line}".rstrip() for line in trace(found.smallest, console.language).splitlines()[1:])
    else:
        yield _none(found, console)
    yield ""
    yield say("数的是：", "counted: ") + asked_of(found).in_language(console.language)


def _numbers(found: Answer, console: Console) -> Iterator[str]:
    from phzdsl.cli.differences import percent  # noqa: PLC0415 - loaded with the trace

    say = console.say
    undecided = bool(found.all.undecided)

    def row(name: str, tally: Tally, share: str = "") -> tuple[str, str, str, str]:
        return (name, f"{tally.count:,}", share, f"{tally.undecided:,}" if undecided else "")

    rows = [(say("成牌", "complete hands"), f"{found.complete:,}", "", say("未定", "undecided") if undecided else "")]
    rows.append(row(say("是这样的", "that are so"), found.all, percent(float(found.share)) if found.complete else ""))
    rows += [row(f"  {by_words(by, console.language)}", tally) for by, tally in found.by]
    yield from aligned(rows, right=(1, 2, 3))


def _none(found: Answer, console: Console) -> str:
    """Say that no hand was found, and how much of that is proved."""
    say = console.say
    if not found.none:
        return say("没有找到一手确实这样的", "no hand was found that is certainly so")
    proved = {
        "all": say(
            "，而且证明了：随便哪种胡法，桌上有没有门子，都不会这样",
            ", and it is proved of every win, with melds on the table or without",
        ),
        "groups": say(
            "，而且证明了：凑够门数的胡牌，桌上有没有门子，都不会这样（免门数的胡法没有证）",
            ", and it is proved of every win that makes its groups, with melds on the table or without (not of wins that need no groups)",
        ),
    }
    return say("数过的牌里一手也没有", "of the hands counted none is so") + proved.get(found.never.value, "")


# ---------------------------------------------------------------- JSON


def _value(room: Ruleset, question: Question, found: Answer, console: Console) -> dict[str, Any]:
    from phzdsl.analysis.asked_of import asked_of  # noqa: PLC0415 - loaded by now

    smallest = found.smallest
    return {
        "variant": room.id,
        "title": room.title,
        "options": options_of(room),
        "condition": question.text,
        "wins": found.wins,
        "complete": found.complete,
        **_tally(found.all),
        "share": float(found.share),
        "by": {by.value: _tally(tally) for by, tally in found.by},
        "occasions": [
            {"by": occasion.by.value, "facts": dict(occasion.facts), **_tally(tally)}
            for occasion, tally in found.occasions
        ],
        "smallest": None if smallest is None else answer(smallest, console.language),
        "none": found.none,
        "never": found.never.value,
        "space": asked_of(found).in_language(console.language),
    }


def _tally(tally: Tally) -> dict[str, int]:
    return {"count": tally.count, "undecided": tally.undecided}
