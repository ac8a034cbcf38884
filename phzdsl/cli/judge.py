"""``phz judge``: read games that people played, and name every act against the rules."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import attrs

from phzdsl.cards import write_cards, write_kind
from phzdsl.cli.console import Console, FailedError
from phzdsl.cli.faults import about
from phzdsl.cli.intake import lines_of
from phzdsl.cli.names import cited, word
from phzdsl.cli.variants import Library
from phzdsl.errors import RecordError
from phzdsl.game.form import action_form
from phzdsl.game.judge import IMPOSSIBLE, OTHER, Finding, Verdict
from phzdsl.game.state import Action
from phzdsl.game.told import judged_by, told_from
from phzdsl.ruleset.vocabulary import term, translate
from phzdsl.text.diagnostics import Bilingual, Language

if TYPE_CHECKING:
    from phzdsl.cli.parser import Parser

__all__ = ["add_arguments", "run"]

_UNNAMED = {
    OTHER: Bilingual("不合规矩", "against the rules"),
    IMPOSSIBLE: Bilingual("没有这样的牌，不算", "the cards are not there, so it is left out"),
}
_DONE = {"discard": "打", "no-discard": "不打", "pass": "过", "draw": "摸"}


@attrs.frozen
class _Told:
    """A game and what the judge says of it."""

    number: int
    variant: str
    verdict: Verdict


def add_arguments(parser: Parser) -> None:
    """Say which words the command takes."""
    parser.takes(
        "game",
        "牌谱：一行一局的文件，记录或手写的；- 从标准输入读",
        "games, one a line, records or written by hand; - reads standard input",
        metavar="GAME",
    )
    parser.choice(
        "--variant",
        zh="照这份规则文件，不照牌谱里的名字去找",
        en="under this rule file, not the variant that the game names",
        metavar="VARIANT",
    )
    parser.json_choice()


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Judge; the status tells whether a fault was found."""
    told = list(_judged(arguments.game, arguments.variant))
    if arguments.json:
        console.write_json({"hands": [_value(one, console.language) for one in told]})
    else:
        for line in _lines(told, console):
            console.write(line)
    return int(any(not one.verdict.clean for one in told))


def _judged(name: str, variant: str | None) -> Iterator[_Told]:
    library = Library()
    number = 0
    try:
        for number, line in enumerate((one for one in lines_of(name) if one.strip()), start=1):
            told = told_from(line.decode("utf-8", "backslashreplace"))
            chosen = variant or told.variant
            yield _Told(number, chosen, judged_by(told, library.usable(chosen)))
    except RecordError as error:
        raise FailedError(about(error.code, f"{name}:{number}", what=error.words)) from error


# ---------------------------------------------------------------- what is shown


def _lines(told: list[_Told], console: Console) -> Iterator[str]:
    for one in told:
        for found in one.verdict.findings:
            yield _line(found, one.number, console)
        if one.verdict.unread:
            yield console.say(
                f"第 {one.number} 局：打完以后还有 {one.verdict.unread} 个动作",
                f"hand {one.number}: {one.verdict.unread} actions stand after its end",
            )
    faults = sum(len(one.verdict.findings) for one in told)
    yield console.say(f"{len(told)} 局，犯规 {faults} 处", f"{len(told)} hands, {faults} faults")


def _line(found: Finding, number: int, console: Console) -> str:
    """Return a fault in one line: where, who, what, what it costs, and what says so."""
    zh = console.language is Language.ZH
    where = console.say(f"第 {number} 局 动作 {found.at + 1}：", f"hand {number} action {found.at + 1}: ")
    told = [_named(found, console.language), console.say("，", ", ").join(_acts(found, console.language))]
    after = [word("result", found.result, console.language)] if found.result else []
    after += [
        console.say(f"付 座{one.payee} {one.amount}", f"pays seat {one.payee} {one.amount}") for one in found.paid
    ]
    if found.row is None and found.fault not in _UNNAMED:
        after.append(console.say("这个变体没有列", "not listed by this variant"))
    text = console.say("：", ": ").join(part for part in told if part) + "".join(
        f"{'；' if zh else '; '}{part}" for part in after
    )
    cites = "" if found.row is None else cited(found.row.row)
    return f"{where}{console.say('座', 'seat ')}{found.seat} {text}  {cites}".rstrip()


def _named(found: Finding, language: Language) -> str:
    if found.fault in _UNNAMED:
        return _UNNAMED[found.fault].in_language(language)
    known = term("fault", found.fault)
    if known is None:
        return found.fault
    means = f"（{known.means_zh}）" if language is Language.ZH else f" ({known.means_en})"
    return word("fault", found.fault, language) + means


def _acts(found: Finding, language: Language) -> Iterator[str]:
    """Yield what the seat did, and where it did nothing, what was due."""
    if found.action is not None:
        yield _act(found.action, language, found.card)
        return
    for due in found.due:
        yield _act(due, language, found.card)


def _act(act: Action, language: Language, card: int | None) -> str:
    do = act.do if language is Language.EN else _DONE.get(act.do) or translate(act.do, to_chinese=True)
    cards = " ".join(write_cards(one) for one in (act.cards, *act.bi) if one)
    return f"{do} {cards or ('' if card is None else write_kind(card))}".rstrip()


def _value(told: _Told, language: Language) -> dict[str, Any]:
    verdict = told.verdict
    return {
        "number": told.number,
        "variant": told.variant,
        "faults": [_fault(one, language) for one in verdict.findings],
        "payments": list(verdict.state.paid),
        "over": verdict.state.over,
        "unread": verdict.unread,
    }


def _fault(found: Finding, language: Language) -> dict[str, Any]:
    return {
        "at": found.at,
        "seat": found.seat,
        "fault": found.fault,
        "words": _named(found, language),
        "action": None if found.action is None else action_form(found.action),
        "card": None if found.card is None else write_kind(found.card),
        "due": [action_form(one) for one in found.due],
        "row": None if found.row is None else found.row.row.path,
        "cites": [] if found.row is None else list(found.row.row.cites),
        "result": found.result,
        "paid": [{"from": one.payer, "to": one.payee, "amount": one.amount, "row": one.row} for one in found.paid],
    }
