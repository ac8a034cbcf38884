"""A person's seat in one hand: what happened is told, the table is drawn, an action is asked for; at the end the account.

What a person may ask while choosing: why a claim is not offered, the table again, to leave.
"""

from __future__ import annotations

from collections.abc import Mapping

from rich import box
from rich.columns import Columns
from rich.console import Console as Screen
from rich.console import Group as Lines
from rich.table import Table
from rich.text import Text

from phzdsl.cards import parse_cards
from phzdsl.cli.answers import Answers
from phzdsl.cli.board import board
from phzdsl.cli.fitting import Fitting
from phzdsl.cli.names import cited
from phzdsl.cli.speech import Speech
from phzdsl.cli.trace import trace
from phzdsl.errors import CardError
from phzdsl.game import Game, State, View, view
from phzdsl.game.players import Player
from phzdsl.game.session import Session, booked
from phzdsl.game.state import Action
from phzdsl.game.why import Because, why, why_kept
from phzdsl.text.cells import visible
from phzdsl.text.diagnostics import Language

__all__ = ["LeftError", "Seat"]

_WHY, _TABLE, _LEAVE = {"?", "？", "为什么", "why"}, {"t", "桌", "table"}, {"q", "离开", "quit"}


class LeftError(Exception):
    """The person has left the table."""


class Seat:
    """A seat for a hand, which a person takes or watches."""

    def __init__(  # noqa: PLR0913 - what a seat is made of
        self,
        game: Game,
        seat: int,
        screen: Screen,
        answers: Answers,
        language: Language,
        *,
        totals: tuple[int, ...],
        stand_in: Player | None = None,
    ) -> None:
        """Sit down.

        Args:
            game: the rules.
            seat: which seat.
            screen: where the table is drawn.
            answers: where a person answers.
            language: what is spoken.
            totals: by seat, points of the session before this hand.
            stand_in: who plays while the person watches.
        """
        self._game = game
        self._seat = seat
        self._screen = screen
        self._answers = answers
        self._language = language
        self._totals = totals
        self._stand_in = stand_in
        self._told = 0
        self._speech = Speech(game, seat, language)
        self.say = self._speech.say

    # ------------------------------------------------------------ during the hand

    def tell(self, state: State) -> View:
        """Tell what has happened since the last time, and return what the seat sees."""
        seen = view(state, self._seat)
        for line in self._speech.events(seen.events[self._told :]):
            if line.plain:
                self._screen.print(Text.assemble(("· ", "dim"), line))
        self._told = len(seen.events)
        return seen

    def choose(self, state: State) -> Action:
        """Return what the person does.

        Raises:
            NoMoreError: there are no more answers.
            LeftError: the person leaves.
        """
        seen = self.look(state)
        if self._stand_in is not None:
            action = self._stand_in.choose(seen)
            self._screen.print(Text.assemble(("→ ", "green"), self._label(seen, action)))
            return action
        self._show_actions(seen)
        while True:
            answer = self._answers.ask(
                self.say(f"选 1-{len(seen.actions)}，? 问为什么：", f"1-{len(seen.actions)}, ? for why: ")
            )
            chosen = self._chosen(answer, seen, state)
            if chosen is not None:
                self._answers.good()
                return chosen

    def _chosen(self, answer: str, seen: View, state: State) -> Action | None:
        """Return the action that an answer means, None where it asks for something else or means nothing."""
        if answer.isascii() and answer.isdecimal() and 1 <= int(answer) <= len(seen.actions):
            return seen.actions[int(answer) - 1]
        word = answer.casefold()
        if word in _LEAVE:
            raise LeftError
        if word in _WHY:
            self._why(state)
        elif word in _TABLE:
            self._screen.print(board(self._game, seen, self._speech, self._totals))
            self._show_actions(seen)
        else:
            card = _card_of(answer)
            named = [one for one in seen.actions if one.do == "discard" and one.cards == (card,)]
            if named:
                return named[0]
            self._answers.bad()
            self._screen.print(
                self.say(
                    f"没有这一项：{visible(answer)}。写 1 到 {len(seen.actions)} 的数，打牌也可以写牌；? 问为什么不能，t 再看桌面，q 离开。",
                    f"no such choice: {visible(answer)}. Write a number from 1 to {len(seen.actions)}, or the card to discard; "
                    "? asks why not, t shows the table, q leaves.",
                ),
                style="yellow",
            )
        return None

    def _show_actions(self, seen: View) -> None:
        labels = [
            Text.assemble((f"{at:>2} ", "cyan"), self._label(seen, one), overflow="fold")
            for at, one in enumerate(seen.actions, 1)
        ]
        self._screen.print(Columns(labels, padding=(0, 3)))

    def _label(self, seen: View, action: Action) -> Text:
        return self._speech.action(action, None if seen.offer is None else seen.offer.card)

    def _why(self, state: State) -> None:
        """Tell for each claim why it is not offered, or which cards may not be discarded."""
        told = why(state, self._seat)
        rows: list[tuple[Text, Text]] = []
        for one in sorted(told, key=lambda one: one.because is Because.EVENT):
            style = "green" if one.because is Because.OFFERED else "dim" if one.because is Because.EVENT else ""
            rows.append((Text(self._speech.claim(one.claim)), Text(self._speech.why(one), style)))
        for kind, row in why_kept(state, self._seat) if not told else ():
            what = Text(self.say("打 ", "discard ")) + self._speech.card(kind)
            rows.append((what, Text(visible(f"{row.written} {cited(row)}"))))
        if rows:
            grid = Table.grid(padding=(0, 2))
            for what, reason in rows:
                grid.add_row(what, reason)
            lines = [Text.assemble(what, self.say("：", ": "), reason) for what, reason in rows]
            self._screen.print(Fitting(grid, Lines(*lines)))
        else:
            self._screen.print(
                self.say("桌上没有牌可要，手里的都可以打。", "No card is on offer, and any may be discarded.")
            )

    def sit_out(self, state: State) -> None:
        """Tell a person who sits this hand out, and draw what is open to everybody."""
        self._screen.print(
            self.say(
                "这一局你坐醒：不拿牌，看别家打。", "You sit this hand out: no cards for you, you watch the others."
            )
        )
        self.look(state)

    def look(self, state: State) -> View:
        """Tell what has happened, draw the table, and return what the seat sees."""
        seen = self.tell(state)
        self._screen.print()
        self._screen.print(board(self._game, seen, self._speech, self._totals))
        return seen

    # ------------------------------------------------------------ afterwards

    def settle(self, state: State, session: Session, paid: tuple[int, ...]) -> None:
        """Tell how the hand ended: the score of each winner, and what everybody has.

        Args:
            state: the hand, at its end.
            session: as it stands after the hand.
            paid: by seat of this hand, the points of the session.
        """
        self.tell(state)
        for winner in state.result.winners if state.result is not None else ():
            name = self._speech.name(winner.seat)
            self._screen.rule(Text(self.say(f"{name}胡了", f"a win: {name}"), "bold"))
            # What is traced is text of many lines, aligned already.
            self._screen.print(trace(winner.score, self._language), soft_wrap=True)
        grown = booked(self._game, state)
        title = self.say(f"第 {session.hands} 局", f"hand {session.hands}")
        if self._game.session.only_booked:
            self._screen.print(self.say("只记账，不当场付。", "Accounts only: nobody pays yet."))
        self._accounts(title, {self.say("这一局", "this hand"): grown, self.say("一共", "in all"): paid})

    def _accounts(self, title: str, columns: Mapping[str, tuple[int, ...]]) -> None:
        """Print what every seat has, a column a head."""
        heads = tuple(columns)
        table = Table(box=box.ROUNDED, title=title, title_justify="left")
        table.add_column("")
        for head in heads:
            table.add_column(head, justify="right", no_wrap=True)
        lines = [Text(title)]
        for seat in range(self._game.total):
            name, numbers = self._speech.name(seat), [_signed(points[seat]) for points in columns.values()]
            table.add_row(name, *numbers)
            parts = [f"{head} {number}" for head, number in zip(heads, numbers, strict=True)]
            lines.append(Text(" ".join((name, *parts))))
        self._screen.print(Fitting(table, Lines(*lines)))

    def close(self, session: Session) -> None:
        """Tell that the session is over, and what is settled at its end."""
        self._screen.print(self.say("一场打完了。", "The session is over."))
        for one in session.settled:
            self._screen.print(self._speech.paid(one))
        standing = {self.say("账上", "account"): session.carried.totals}
        if session.paid != session.carried.totals:
            standing[self.say("收付", "received")] = session.paid
        self._accounts(self.say(f"一共 {session.hands} 局", f"{session.hands} hands in all"), standing)


def _signed(points: int) -> str:
    return f"{points:+}" if points else "0"


def _card_of(answer: str) -> int | None:
    try:
        cards = parse_cards(answer)
    except CardError:
        return None
    return cards[0] if len(cards) == 1 else None
