"""The table as one seat sees it, drawn with rich: all seats, the card on offer, one's own hand in groups.

Drawn anew at the width that the terminal has at that moment; where that is too narrow for a table, in plain lines.
What is said beside it is ``speech.py``.
"""

from __future__ import annotations

from collections.abc import Mapping

from rich import box
from rich.console import Group as Lines
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from phzdsl.cli.fitting import Fitting
from phzdsl.cli.speech import Speech
from phzdsl.game.grouping import Group, grouped
from phzdsl.game.rules import Game
from phzdsl.game.view import SeenSeat, View
from phzdsl.text.cells import visible

__all__ = ["board", "hand_columns"]

_TALLEST = 3
_CAME: Mapping[str, tuple[str, str]] = {
    "draw": ("摸的", "drawn by"),
    "discard": ("打的", "discarded by"),
    "shown": ("亮的", "shown by"),
}


def board(game: Game, view: View, speech: Speech, totals: tuple[int, ...]) -> RenderableType:
    """Draw the table.

    Args:
        game: the rules.
        view: what the seat sees.
        speech: who speaks to it.
        totals: by seat, points of the session before this hand.
    """
    parts: list[RenderableType] = [_seats(game, view, speech, totals)]
    own = view.seats[view.seat]
    if own.hand is not None and own.held:
        parts += [Text(speech.say("你的手牌", "your hand"), "dim"), _hand(grouped(game, own.hand), speech)]
    if view.offer is not None:
        parts.append(_offer(view, speech))
    return Lines(*parts)


def _seats(game: Game, view: View, speech: Speech, totals: tuple[int, ...]) -> Fitting:
    say, title = speech.say, _title(game, view, speech)
    table = Table(box=box.ROUNDED, title=title, title_justify="left", expand=True)
    table.add_column(say("座", "seat"), no_wrap=True)
    table.add_column(say("手", "hand"), justify="right", no_wrap=True)
    table.add_column(say("门子", "melds"), ratio=4, overflow="fold")
    table.add_column(say("打的", "discards"), ratio=2, overflow="fold")
    table.add_column(say("摸了没人要", "unused"), ratio=2, overflow="fold")
    table.add_column(say("分", "points"), justify="right", no_wrap=True)
    sits = game.sits(view.dealer)
    lines = [title]
    for step in range(game.total):
        at = (view.seat + step) % game.total
        seat = view.seats[at]
        points = totals[at] + view.paid[at]
        row = (
            _name(view, at, speech, sits=at == sits),
            Text("" if at == sits else str(seat.held)),
            _melds(seat, speech),
            speech.cards(seat.discards, " "),
            speech.cards(seat.unused, " "),
            Text(f"{points:+}" if points else "0"),
        )
        table.add_row(*row)
        lines += _stacked(row, [str(column.header) for column in table.columns])
    return Fitting(table, Lines(*lines))


def _stacked(row: tuple[Text, ...], heads: list[str]) -> list[Text]:
    """Return a row as lines: the seat, below it what else there is, each after its heading."""
    below = zip(heads[1:], row[1:], strict=True)
    return [row[0], *(Text.assemble("  ", (f"{head} ", "dim"), cell) for head, cell in below if cell)]


def _title(game: Game, view: View, speech: Speech) -> Text:
    ruleset = game.ruleset
    title = Text.assemble((visible(speech.say(f"{ruleset.title}（{ruleset.id}）", ruleset.id)), "bold"))
    title += Text(speech.say(f"　墩 {view.stock} 张", f"   stock {view.stock}"))
    for card, zh, en in ((view.shown, "　亮张 ", "   shown "), (view.indicator, "　翻 ", "   turned ")):
        if card is not None:
            title += Text(speech.say(zh, en)) + speech.card(card)
    return title


def _name(view: View, at: int, speech: Speech, *, sits: bool) -> Text:
    marks = [
        mark
        for holds, mark in (
            (at == view.dealer, speech.say("庄", "dealer")),
            (sits, speech.say("坐醒", "sits out")),
            (view.seats[at].declared, speech.say("报", "declared")),
        )
        if holds
    ]
    turn = at == view.turn and not view.over
    return Text.assemble((speech.name(at), "bold" if turn else ""), (f" {' '.join(marks)}" if marks else "", "cyan"))


def _melds(seat: SeenSeat, speech: Speech) -> Text:
    return Text("  ").join(
        Text.assemble((speech.meld(meld.meld) + speech.say("：", ":"), "dim"), speech.cards(meld.cards))
        for meld in seat.melds
    )  # fmt: skip


def _offer(view: View, speech: Speech) -> Text:
    offer = view.offer
    if offer is None:
        return Text("")
    zh, en = _CAME.get(offer.source, ("的", "of"))
    name, card = speech.name(offer.giver), speech.card(offer.card)
    said = (f"{name}{zh} ", card) if speech.chinese else (card, f", {en} {name}")
    return Text.assemble(("▶ ", "green"), *said)


def _hand(groups: tuple[Group, ...], speech: Speech) -> Fitting:
    named = [(speech.meld(group.meld), speech.cards(group.cards, " ")) for group in groups]
    lines = [Text.assemble("  ", (f"{name} ", "dim"), cards) for name, cards in named]
    return Fitting(hand_columns(groups, speech), Lines(*lines))


def hand_columns(groups: tuple[Group, ...], speech: Speech) -> Table:
    """Draw a hand as it is held: each group a column under its name, single cards in columns of three."""
    columns: list[tuple[str, tuple[int, ...]]] = []
    for group in groups:
        cards = group.cards
        if group.meld:
            columns.append((speech.meld(group.meld), cards))
            continue
        columns += [("" if at else speech.meld(""), cards[at : at + _TALLEST]) for at in range(0, len(cards), _TALLEST)]
    grid = Table.grid(padding=(0, 2))
    grid.add_column()
    for _ in columns:
        grid.add_column(justify="center")
    grid.add_row("", *[Text(name, "dim") for name, _ in columns])
    for row in range(max((len(cards) for _, cards in columns), default=0)):
        grid.add_row("", *[speech.card(cards[row]) if row < len(cards) else Text("") for _, cards in columns])
    return grid
