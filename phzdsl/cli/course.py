"""The course of a hand in words, a line for what happens, for people who read it afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from phzdsl.cards import write_cards, write_kind
from phzdsl.cli.names import meld_name, paid_in, unit_name
from phzdsl.game.events import (
    Declared,
    Discarded,
    Drawn,
    Ended,
    Event,
    Kept,
    Left,
    Paid,
    Shown,
    Taken,
    Turned,
    Won,
)
from phzdsl.ruleset.expressions import Unit
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.vocabulary import translate
from phzdsl.text.diagnostics import Language

__all__ = ["Course", "result_lines"]


class Course:
    """Tells what happens under one room's rules, in one language."""

    def __init__(self, ruleset: Ruleset, language: Language) -> None:
        self._ruleset = ruleset
        self._language = language
        self._units = paid_in(ruleset, language)

    def lines(self, events: Iterable[Event]) -> Iterator[str]:
        """Yield a line for each event."""
        return map(self._line, events)

    def _say(self, zh: str, en: str) -> str:
        return zh if self._language is Language.ZH else en

    def _line(self, event: Event) -> str:  # noqa: C901, PLR0911 - one line an event
        say = self._say
        match event:
            case Shown():
                whose = "" if event.seat is None else say(f"座{event.seat} ", f"seat {event.seat} ")
                return whose + say(f"亮张 {write_kind(event.card)}", f"shows {write_kind(event.card)}")
            case Turned():
                return say(f"翻出 {write_kind(event.card)}", f"{write_kind(event.card)} is turned")
            case Drawn():
                unseen = say("（没亮）", " (unseen)") if event.hidden else ""
                return self._seat(event.seat) + say("摸 ", "draws ") + write_kind(event.card) + unseen
            case Discarded():
                return self._seat(event.seat) + say("打 ", "discards ") + write_kind(event.card)
            case Left():
                return self._seat(event.seat) + say("不要 ", "leaves ") + write_kind(event.card)
            case Taken():
                return self._seat(event.seat) + self._taken(event)
            case Declared():
                return self._seat(event.seat) + say(self._claim(event.claim), f"declares {event.claim}")
            case Kept():
                return self._seat(event.seat) + say("不打", "discards nothing")
            case Paid():
                return self._paid(event)
            case Won():
                return self._seat(event.seat) + self._won(event)
            case Ended():
                return say("荒庄", "drawn hand") if event.drawn else say("终", "end")

    def _seat(self, seat: int) -> str:
        return self._say(f"座{seat} ", f"seat {seat} ")

    def _claim(self, claim_id: str) -> str:
        claim = next((one for one in self._ruleset.claims if one.id == claim_id), None)
        return claim_id if claim is None else self._say(claim.called, claim.id)

    def _taken(self, event: Taken) -> str:
        say, claim = self._say, self._claim(event.claim)
        cards = " ".join(map(write_cards, (event.cards, *event.bi)))
        # Where a claim makes a meld of another name, such as a 碰 that grows, both are said.
        meld = "" if event.meld in {event.claim, "chi"} else meld_name(self._ruleset, event.meld, self._language)
        into = f" {meld}" if meld and meld != claim else ""
        bi = say(f"，比 {len(event.bi)} 副", f", {len(event.bi)} further") if event.bi else ""
        unseen = len(event.cards) - event.face_up
        down = say(f"，暗 {unseen} 张", f", {unseen} face down") if unseen else ""
        return f"{claim}{into} {cards}{bi}{down}"

    def _won(self, event: Won) -> str:
        say, claim = self._say, self._claim(event.claim)
        if event.card is None:
            return claim + say("（起手）", " with the dealt cards")
        by = "" if event.giver in {None, event.seat} else say(f"（座{event.giver} 的）", f" of seat {event.giver}")
        return f"{claim} {write_kind(event.card)}{by}"

    def _paid(self, event: Paid) -> str:
        at, row = translate(event.at, to_chinese=True), event.row.rpartition("/")[2]
        amount = f"{event.amount} {self._units.get(event.row) or unit_name(Unit.POINTS, self._language)}"
        zh = f"座{event.payer} 付 座{event.payee} {amount}（{at}：{row}）"
        return self._say(zh, f"seat {event.payer} pays seat {event.payee} {amount} ({event.at}: {row})")


def result_lines(payments: Iterable[int], language: Language) -> Iterator[str]:
    """Yield a line for what each seat received less what it paid."""
    for seat, points in enumerate(payments):
        amount = f"{points:+} {unit_name(Unit.POINTS, language)}"
        yield f"座{seat}  {amount}" if language is Language.ZH else f"seat {seat}  {amount}"
