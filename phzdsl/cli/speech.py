"""What is said at the table to one seat: who does what, which actions it has, why a claim is not among them.

Cards are coloured; what is said is ``rich`` text, of which nothing is read as markup. A whole record is told by
``course.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.text import Text

from phzdsl.cards import write_cards, write_kind
from phzdsl.cli.formula import facts_in, written
from phzdsl.cli.names import cited, meld_name, paid_in, unit_name
from phzdsl.game.events import Declared, Discarded, Drawn, Ended, Kept, Left, Paid, Shown, Taken, Turned, Won
from phzdsl.game.rules import Game
from phzdsl.game.state import Action
from phzdsl.game.view import SeenCard, SeenDraw, SeenEvent, SeenTake
from phzdsl.game.why import Because, Why
from phzdsl.ruleset.expressions import Unit
from phzdsl.ruleset.parts import Claim
from phzdsl.ruleset.vocabulary import term
from phzdsl.text.cells import visible
from phzdsl.text.diagnostics import Language

__all__ = ["Speech"]

_RED, _BLACK, _HIDDEN = "bold red", "bold", "dim"
_FACE_DOWN = "▒▒"
_NEXT, _OPPOSITE, _PREVIOUS = ("下家", "next"), ("对家", "opposite"), ("上家", "previous")
_SEATS = {2: (_OPPOSITE,), 3: (_NEXT, _PREVIOUS), 4: (_NEXT, _OPPOSITE, _PREVIOUS)}


class Speech:
    """Speaks to one seat in one language.

    Attributes:
        seat: the seat.
    """

    def __init__(self, game: Game, seat: int, language: Language) -> None:
        self._game = game
        self._language = language
        self.seat = seat
        self._claims = {claim.id: claim for claim in game.ruleset.claims}
        self._units = paid_in(game.ruleset, language)

    @property
    def chinese(self) -> bool:
        """Tell whether it speaks Chinese."""
        return self._language is Language.ZH

    def say(self, zh: str, en: str) -> str:
        """Return what is said in the reader's language."""
        return zh if self._language is Language.ZH else en

    # ------------------------------------------------------------ names

    def name(self, seat: int) -> str:
        """Return what a seat is called, seen from this one."""
        if seat == self.seat:
            return self.say("你", "you")
        others = _SEATS.get(self._game.total)
        if others is None:
            return self.say(f"{seat}座", f"seat {seat}")
        return self.say(*others[(seat - self.seat) % self._game.total - 1])

    def cards(self, cards: Iterable[SeenCard], between: str = "") -> Text:
        """Return cards, the red ones red, those face down hidden."""
        return Text(between).join(self.card(card) for card in cards)

    def card(self, card: SeenCard) -> Text:
        """Return one card."""
        if card is None:
            return Text(_FACE_DOWN, _HIDDEN)
        return Text(write_kind(card), _RED if card in self._game.red else _BLACK)

    def claim(self, claim: Claim | str) -> str:
        """Return what a claim is called."""
        found = self._claims.get(claim) if isinstance(claim, str) else claim
        if found is None:
            return visible(str(claim))
        return visible(self.say(found.called, "win" if found.id == "win" else found.id))

    def meld(self, meld: str) -> str:
        """Return what a meld is called, or a group of a hand."""
        usual = {"": ("散", "single"), "pair": ("对", "pair"), "chi": ("吃", "chi")}
        if meld in usual:
            return self.say(*usual[meld])
        return visible(meld_name(self._game.ruleset, meld, self._language))

    # ------------------------------------------------------------ what happens

    def events(self, events: Sequence[SeenEvent]) -> Iterator[Text]:
        """Yield a line for what happened; a draw and that nobody wanted it are one."""
        line: Text | None = None
        for event in events:
            if isinstance(event, Left) and line is not None:
                line.append(self.say("，没人要", ", nobody takes it"), "dim")
                continue
            if line is not None:
                yield line
            line = self.event(event)
        if line is not None:
            yield line

    def event(self, event: SeenEvent) -> Text:  # noqa: C901, PLR0911 - one line an event
        """Return what happened."""
        say = self.say
        match event:
            case Shown():
                return Text(say("亮张 ", "shown: ")) + self.card(event.card)
            case Turned():
                return Text(say("翻 ", "turned: ")) + self.card(event.card)
            case Drawn():
                hidden = event.hidden and event.seat == self.seat
                return (
                    self._doing(event.seat, "摸", "draw")
                    + self.card(event.card)
                    + Text(say("（没亮）", " (not shown)") if hidden else "", "dim")
                )
            case SeenDraw():
                return self._doing(event.seat, "摸了一张，没亮", "draw a card that is not shown", card=False)
            case Discarded():
                return self._doing(event.seat, "打", "discard") + self.card(event.card)
            case Left():
                return self._doing(event.seat, "放下", "leave") + self.card(event.card)
            case Taken() | SeenTake():
                return self._taken(event)
            case Declared():
                return self._doing(event.seat, self.claim(event.claim), self.claim(event.claim), card=False)
            case Kept():
                return self._doing(event.seat, "不打", "discard nothing", card=False)
            case Paid():
                return self.paid(event)
            case Won():
                called, card = self.claim(event.claim), () if event.card is None else (event.card,)
                return self._doing(event.seat, called, called, card=bool(card)) + self.cards(card)
            case Ended():
                return Text(say("荒庄：墩空了", "drawn hand: the stock is empty") if event.drawn else "")

    def _doing(self, seat: int, zh: str, en: str, *, card: bool = True) -> Text:
        """Return who does what; a card follows, or nothing."""
        if self._language is Language.ZH:
            return Text(f"{self.name(seat)}{zh}" + " " * card)
        return Text(f"{self.name(seat)}: {en}" + " " * card)

    def _taken(self, event: Taken | SeenTake) -> Text:
        called = self.claim(event.claim)
        line = self._doing(event.seat, called, called)
        line += self.cards(event.cards)
        for further in event.bi if isinstance(event, Taken) else ():
            line += Text(self.say("，比 ", ", bi ")) + self.cards(further)
        return line

    def paid(self, event: Paid) -> Text:
        """Return a payment."""
        amount = f"{event.amount} {self._units.get(event.row) or unit_name(Unit.POINTS, self._language)}"
        row = visible(event.row.rpartition("/")[2])
        payer, payee = self.name(event.payer), self.name(event.payee)
        verb = "pay" if event.payer == self.seat else "pays"
        said = self.say(f"{payer}付{payee} {amount}（{row}）", f"{payer} {verb} {payee} {amount} ({row})")
        return Text(said, "yellow")

    # ------------------------------------------------------------ what may be done

    def action(self, action: Action, offered: SeenCard) -> Text:
        """Return an action as one chooses it."""
        if action.do == "pass":
            return Text(self.say("过", "pass"))
        if action.do == "no-discard":
            return Text(self.say("不打", "discard nothing"))
        if action.do == "discard":
            return Text(self.say("打 ", "discard ")) + self._spelled(action.cards)
        line = Text.assemble((self.claim(action.do), "green"))
        if action.cards:
            line += Text(" ") + self._spelled(action.cards)
            for further in action.bi:
                line += Text(self.say(" 比 ", " bi ")) + self._spelled(further)
        elif offered is not None:
            line += Text(" ") + self._spelled((offered,))
        return line

    def _spelled(self, cards: tuple[int, ...]) -> Text:
        """Return cards, in English with what a keyboard has for them."""
        shown = self.cards(cards)
        if self._language is Language.EN:
            shown.append(f" {write_cards(cards, ascii_only=True)}", "dim")
        return shown

    # ------------------------------------------------------------ why not

    def why(self, why: Why) -> str:  # noqa: C901, PLR0911 - one line a reason
        """Return why a claim may not be made, or that it may."""
        say, held = self.say, why.held
        match why.because:
            case Because.OFFERED:
                return say("可以", "you may")
            case Because.EVENT:
                events = [self._event_words(event) for event in why.claim.events]
                return say(f"只认{'、'.join(events)}", f"only on {', '.join(events)}")
            case Because.HOLDING:
                wanted = [self._holding(one) for one in why.claim.holding]
                return say(f"要有 {'、'.join(wanted)}；手里有 {held} 张", f"needs {', '.join(wanted)}; you hold {held}")
            case Because.WHOLE:
                return say("要拆三张或四张相同的，不能拆", "three or four of a kind would be split, and stay whole")
            case Because.SETS:
                return say("手里没有两张和它成一门", "no two cards of yours make a set with it")
            case Because.BI:
                return say(f"手里还有 {held} 张，比不成", f"you hold {held} more, and they cannot be laid too")
            case Because.CONDITION | Because.BAR:
                return self._row(why)
            case Because.BOUND:
                return say(f"一局最多 {held} 次", f"at most {held} times in a hand")
            case Because.HAND:
                return "" if why.reason is None else visible(why.reason.words.in_language(self._language))
            case Because.DEAD:
                return say("死手，这一局不能再胡", "a dead hand, which wins no more")
            case Because.FORCED:
                other = "" if why.other is None else self.claim(why.other)
                return say(f"必须{other}", f"{other} must be made")
            case Because.RANK:
                return say("别家先", "another comes first")

    def _event_words(self, event: str) -> str:
        found = term("event", event)
        return event if found is None else self.say(found.means_zh, found.means_en)

    def _holding(self, holding: str) -> str:
        if holding == "two":
            return self.say("一对", "a pair")
        return self.meld(holding)

    def _row(self, why: Why) -> str:
        """Say which condition fails, or which row forbids, with what it asks and its citation."""
        if why.expr is None or why.row is None:
            return ""
        facts = facts_in(why.expr, why.values, self._language)
        said = visible(f"{written(why.expr, self._language)}〔{facts}〕 {cited(why.row)}".rstrip())
        if why.because is Because.BAR:
            return self.say(f"{visible(why.row.written)}：{said}", f"{visible(why.row.written)}: {said}")
        return self.say(f"要 {said}", f"requires {said}")
