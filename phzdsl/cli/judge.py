"""``phz judge``: read games that people played, and name every act against the rules."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import attrs

from phzdsl.analysis.recordfile import is_head
from phzdsl.cards import write_cards, write_kind
from phzdsl.cli.console import Console, FailedError
from phzdsl.cli.faults import about
from phzdsl.cli.intake import lines_of
from phzdsl.cli.names import cited, word
from phzdsl.cli.variants import Library
from phzdsl.errors import RecordError
from phzdsl.game.form import action_form
from phzdsl.game.judge import DEAD_WIN, IMPOSSIBLE, OTHER, Finding, Verdict
from phzdsl.game.state import Action
from phzdsl.game.told import Told, judged_by, told_from
from phzdsl.game.why import Because, Why
from phzdsl.ruleset.parts import Row
from phzdsl.ruleset.vocabulary import term, translate
from phzdsl.syntax.limits import Limits
from phzdsl.text.cells import visible
from phzdsl.text.diagnostics import Bilingual, Language

if TYPE_CHECKING:
    from phzdsl.cli.parser import Parser

__all__ = ["add_arguments", "run"]

_UNNAMED = {
    OTHER: Bilingual("不合规矩", "against the rules"),
    DEAD_WIN: Bilingual("死手胡牌", "a win with a dead hand"),
    IMPOSSIBLE: Bilingual("做不成：没有这样的牌，或者没有牌可要", "cannot be done: no such cards, or no card to claim"),
}
_REASONED = frozenset({OTHER, "false-win"})
_NOTHING_THERE = Bilingual("桌上没有他可要的牌", "no card lies there that it may claim")
_NOTHING_DUE = {
    "discard": Bilingual("没轮到他打", "no discard of its own is due"),
    "win": Bilingual("桌上没有牌可胡", "no card lies there to win on"),
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
        "牌谱：一行一局的文件，记录或手写的；整份文件就是一局的，可以分行写；- 从标准输入读",
        "games, one a line, records or written by hand; a file of one game may be laid out; - reads standard input",
        metavar="GAME",
    )
    parser.choice(
        "--variant",
        zh="照这份规则文件，不照牌谱里的名字去找",
        en="under this rule file, not the variant that the game names",
        metavar="VARIANT",
    )
    parser.json_choice()
    parser.epilog = parser.console.say(
        '手写的一局：{"variant": "peng", "deck": "…", "actions": ["0 打 三", "1 碰", "1 打 六"]}；'
        "怎样写，见 docs/play.md「手写的牌谱」",
        'A game by hand: {"variant": "peng", "deck": "…", "actions": ["0 discard 三", "1 peng", "1 discard 六"]}; '
        "how it is written stands in docs/play.md, “Games by hand”",
    )


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
        for text in _games(name):
            number += 1
            told = told_from(text)
            chosen = variant or _named_in(told)
            yield _Told(number, chosen, judged_by(told, library.usable(chosen)))
    except RecordError as error:
        raise FailedError(about(error.code, f"{name}:{number}", what=error.words)) from error


def _named_in(told: Told) -> str:
    """Return the variant that a game names."""
    if not told.variant:
        zh, en = "没有写「variant」是哪种打法，也没有用 --variant", "it has no `variant`, and --variant names none"
        raise RecordError(Bilingual(zh, en))
    return told.variant


def _games(name: str) -> Iterator[str]:
    """Yield the text of each game: a line, or as many as it takes where the first line is no whole one."""
    texts = (line.decode("utf-8", "backslashreplace") for line in lines_of(name))
    lines = (text for text in texts if text.strip() and not is_head(text))
    first = next(lines, None)
    if first is None:
        return
    if _end(first) is None:
        yield from _laid_out(_joined(first, lines, name))
    else:
        yield first
        yield from lines


def _joined(first: str, lines: Iterable[str], name: str) -> str:
    """Return the rest of a file, no more of it than a line may have."""
    parts, limit = [first], Limits().characters
    size = len(first)
    for line in lines:
        parts.append(line)
        size += len(line)
        if size > limit:
            raise FailedError(about("D919", name, line=len(parts), limit=limit))
    return "".join(parts)


def _laid_out(text: str) -> Iterator[str]:
    """Yield each object of a text; what is none ends it, for the reader to say so."""
    while text:
        end = _end(text) or len(text)
        yield text[:end]
        text = text[end:].lstrip()


def _end(text: str) -> int | None:
    """Return where the value ends that a text begins with; None where it begins with no whole one."""
    try:
        blanks = len(text) - len(text.lstrip())
        return json.JSONDecoder().raw_decode(text, blanks)[1]
    except (ValueError, RecursionError):
        return None


# ---------------------------------------------------------------- what is shown


def _lines(told: list[_Told], console: Console) -> Iterator[str]:
    for one in told:
        for found in one.verdict.findings:
            yield _line(found, one, console)
        if one.verdict.lost is not None:
            yield _lost(one.number, one.verdict.lost + 1, one.verdict.unread, console)
        elif one.verdict.unread:
            yield console.say(
                f"第 {one.number} 局：打完以后还有 {one.verdict.unread} 个动作",
                f"hand {one.number}: {_counted(one.verdict.unread, 'action')} after its end",
            )
    faults = sum(found.fault != IMPOSSIBLE for one in told for found in one.verdict.findings)
    lost = sum(one.verdict.lost is not None for one in told)
    unfit = console.say(f"，{lost} 局对不上", f", {lost} that did not fit") if lost else ""
    hands = console.say(
        f"{len(told)} 局，犯规 {faults} 处", f"{_counted(len(told), 'hand')}, {_counted(faults, 'fault')}"
    )
    yield hands + unfit


def _counted(number: int, what: str) -> str:
    """Return so many things in English."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def _lost(number: int, action: int, unread: int, console: Console) -> str:
    """Say from where on a game does not fit what was written."""
    zh = f"，后面 {unread} 个动作没有读" if unread else ""
    en = f"; {_counted(unread, 'action')} after it not read" if unread else ""
    return console.say(
        f"第 {number} 局：从动作 {action} 起和写下的对不上{zh}；它前面是不是漏写了一个动作？",
        f"hand {number}: from action {action} on the game does not fit what was written{en};"
        " is an action missing before it?",
    )


def _line(found: Finding, one: _Told, console: Console) -> str:
    """Return a fault in one line: where, who, what, what it costs, and what says so."""
    zh = console.language is Language.ZH
    where = console.say(f"第 {one.number} 局 动作 {found.at + 1}：", f"hand {one.number} action {found.at + 1}: ")
    told = [_named(found, console.language), console.say("，", ", ").join(_acts(found, one.verdict, console.language))]
    why = _why(found, one.verdict, console.language)
    after = [why] if why else []
    after += [word("result", found.result, console.language)] if found.result else []
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
    called = word("fault", found.fault, language)
    means = known.means_zh if language is Language.ZH else known.means_en
    if means == called:
        return called
    return f"{called}（{means}）" if language is Language.ZH else f"{called} ({means})"


def _why(found: Finding, verdict: Verdict, language: Language) -> str:
    """Return why an act is not allowed; empty where its name says it all."""
    zh, act = language is Language.ZH, found.action
    if act is None:
        return ("该做没做" if zh else "it was due") if found.fault == OTHER else ""
    if act.do == "draw":
        turn = ", ".join(str(due.seat) for due in found.due)
        return (f"轮到座{turn} 摸" if zh else f"seat {turn} draws") if turn and found.fault == OTHER else ""
    if isinstance(found.why, Row):
        return visible(found.why.written)
    if not isinstance(found.why, Why):
        return _NOTHING_DUE.get(act.do, _NOTHING_THERE).in_language(language) if found.fault in _REASONED else ""
    if found.why.because is Because.OFFERED:
        return "这样摆不成" if zh else "not laid so"
    from phzdsl.cli.speech import Speech  # noqa: PLC0415 - a game without such a fault does not pay for it

    return Speech(verdict.state.game, found.seat, language).why(found.why)


def _acts(found: Finding, verdict: Verdict, language: Language) -> Iterator[str]:
    """Yield what the seat did, and where it did nothing, what was due."""
    if found.action is not None:
        yield _act(found.action, language, found.card, verdict)
        return
    for due in found.due:
        yield _act(due, language, found.card, verdict)


def _act(act: Action, language: Language, card: int | None, verdict: Verdict) -> str:
    called = {claim.id: claim.called for claim in verdict.state.game.ruleset.claims}
    zh = _DONE.get(act.do) or called.get(act.do) or translate(act.do, to_chinese=True)
    do = act.do if language is Language.EN else zh
    cards = " ".join(write_cards(one) for one in (act.cards, *act.bi) if one)
    return f"{do} {cards or ('' if card is None else write_kind(card))}".rstrip()


def _value(told: _Told, language: Language) -> dict[str, Any]:
    verdict = told.verdict
    return {
        "number": told.number,
        "variant": told.variant,
        "faults": [_fault(one, verdict, language) for one in verdict.findings],
        "payments": list(verdict.state.paid),
        "over": verdict.state.over,
        "unread": verdict.unread,
        "lost": None if verdict.lost is None else verdict.lost + 1,
    }


def _fault(found: Finding, verdict: Verdict, language: Language) -> dict[str, Any]:
    return {
        "at": found.at + 1,
        "seat": found.seat,
        "fault": found.fault,
        "words": _named(found, language),
        "why": _why(found, verdict, language) or None,
        "action": None if found.action is None else action_form(found.action),
        "card": None if found.card is None else write_kind(found.card),
        "due": [action_form(one) for one in found.due],
        "row": None if found.row is None else found.row.row.path,
        "cites": [] if found.row is None else list(found.row.row.cites),
        "result": found.result,
        "paid": [{"from": one.payer, "to": one.payee, "amount": one.amount, "row": one.row} for one in found.paid],
    }
