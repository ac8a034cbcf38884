"""Actions, events and results as plain values, and actions and what was carried back from them.

Cards are written as players write them, ``二七十``; whatever is as it usually is stays unsaid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import groupby

import attrs

from phzdsl.cards import Kind, parse_cards, write_cards
from phzdsl.errors import CardError, GameError, RecordError
from phzdsl.game.events import Event, Paid
from phzdsl.game.state import Action, Carried, Result, Winner
from phzdsl.ruleset.meaning import Plain, canonical
from phzdsl.text.diagnostics import Bilingual

__all__ = [
    "action_form", "action_of", "cards_of", "carried_form", "carried_of", "event_forms", "number_of",
    "result_form", "short", "text_of", "unfit",
]  # fmt: skip

_SHOWN = 160
_CARDS: Mapping[str, Callable[[object], Plain]] = {
    "card": lambda kind: None if kind is None else write_cards((kind,)),  # type: ignore[arg-type] # fields by name
    "cards": write_cards,  # type: ignore[dict-item]  # as above
    "bi": lambda sets: [write_cards(kinds) for kinds in sets],  # type: ignore[attr-defined]  # as above
}


# ---------------------------------------------------------------- what happened


def event_forms(events: Iterable[Event]) -> list[Plain]:
    """Return events in order; payments that are due together in one order, whatever row states them first."""
    found: list[Plain] = []
    for paid, run in groupby(events, key=lambda event: isinstance(event, Paid)):
        together = [_event(event) for event in run]
        if paid:
            together.sort(key=_payment_key)
        found += together
    return found


def _event(event: Event) -> dict[str, Plain]:
    word, parts = _parts(type(event))  # type: ignore[arg-type] # a class has a hash
    form: dict[str, Plain] = {"event": word}
    for name, usual, write in parts:
        value = getattr(event, name)
        if value != usual:
            form[name] = value if write is None else write(value)
    return form


@cache
def _parts(kind: type) -> tuple[str, tuple[tuple[str, object, Callable[[object], Plain] | None], ...]]:
    """Return the word for a sort of event and its fields: name, the value that stays unsaid, how it is written."""
    # A field without a usual value is compared with the mark of that, which is no value of any.
    fields = tuple((field.name, field.default, _CARDS.get(field.name)) for field in attrs.fields(kind))
    return kind.__name__.lower(), fields


def _payment_key(form: dict[str, Plain]) -> tuple[str, ...]:
    return tuple(str(form[key]) for key in ("row", "payer", "payee", "amount"))


def result_form(result: Result) -> dict[str, Plain]:
    """Return how a hand ended: winners with what each was counted, and the cards turned."""
    return {"winners": [_winner(one) for one in result.winners], "turned": write_cards(result.turned)}


def _winner(winner: Winner) -> Plain:
    score, card = winner.score, winner.hand.card
    return {
        "seat": winner.seat,
        "claim": winner.claim,
        "by": winner.hand.by.value,
        "card": None if card is None else write_cards((card,)),
        "xi": score.xi,
        "fan": score.fan,
        "points": score.points,
        "patterns": [one.name for one in score.patterns],
    }


# ---------------------------------------------------------------- what players did


def action_form(action: Action) -> Plain:
    """Return what a player did."""
    form: dict[str, Plain] = {"seat": action.seat, "do": action.do}
    if action.cards:
        form["cards"] = write_cards(action.cards)
    if action.bi:
        form["bi"] = [write_cards(one) for one in action.bi]
    return form


def action_of(form: Plain) -> Action:
    """Return the action of a form.

    Raises:
        RecordError: it is none.
    """
    if not isinstance(form, dict):
        raise RecordError(Bilingual("一个动作要是一个对象", "an action is an object"))
    bi = form.get("bi", [])
    if not isinstance(bi, list):
        raise RecordError(Bilingual("「bi」要是一列牌", "`bi` is a list of cards"))
    sets = tuple(cards_of({"bi": one}, "bi") for one in bi)
    return Action(number_of(form, "seat"), text_of(form, "do"), cards_of(form, "cards", ""), sets)


# ---------------------------------------------------------------- what earlier hands left


def carried_form(carried: Carried) -> Plain:
    """Return what earlier hands left; None where they left nothing."""
    found = {name: value for name, value in attrs.asdict(carried).items() if value}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in found.items()} or None


def carried_of(form: Plain, seats: int) -> Carried:
    """Return what earlier hands left, at a table of so many seats.

    Raises:
        RecordError: it is nothing of the kind.
    """
    if form is None:
        return Carried()
    if not isinstance(form, dict) or form.keys() - {field.name for field in attrs.fields(Carried)}:
        raise RecordError(Bilingual("「carried」里有不认识的", "`carried` holds something unknown"))
    return Carried(
        number_of(form, "drawn", 0),
        tuple(_amounts(form, "streaks", seats)),
        tuple(_amounts(form, "totals", seats)),
        tuple(_amounts(form, "stakes", seats)),
    )


def _amounts(form: Mapping[str, Plain], name: str, seats: int) -> Iterator[int]:
    found = form.get(name)
    if found is None:
        return
    if not isinstance(found, list) or len(found) != seats:
        raise RecordError(
            Bilingual(f"「{name}」要每座一个数，共 {seats} 个", f"`{name}` has a number for each of {seats} seats")
        )
    for at in range(seats):
        yield number_of({name: found[at]}, name)


# ---------------------------------------------------------------- single values


def number_of(form: Mapping[str, Plain], key: str, usual: int | None = None) -> int:
    """Return a number of a form; ``usual`` where it says nothing."""
    value = form.get(key, usual)
    if not isinstance(value, int) or isinstance(value, bool):
        raise RecordError(Bilingual(f"「{key}」要是一个整数", f"`{key}` is a whole number"))
    return value


def text_of(form: Mapping[str, Plain], key: str) -> str:
    """Return a text of a form."""
    value = form.get(key)
    if not isinstance(value, str):
        raise RecordError(Bilingual(f"「{key}」要是一段文字", f"`{key}` is a text"))
    return value


def cards_of(form: Mapping[str, Plain], key: str, usual: str | None = None) -> tuple[Kind, ...]:
    """Return cards of a form; those of ``usual`` where it says nothing."""
    value = form.get(key, usual)
    try:
        return parse_cards(value) if isinstance(value, str) else _no_cards(key)
    except CardError:
        return _no_cards(key)


def _no_cards(key: str) -> tuple[Kind, ...]:
    raise RecordError(Bilingual(f"「{key}」里有不是牌的", f"`{key}` holds something that is no card"))


def unfit(error: GameError) -> RecordError:
    """Return what is said of a hand whose cards or seats are not those of its game."""
    why = "" if error.words is None else f"（{error.words.zh}）"
    return RecordError(Bilingual(f"牌或座位不是这个变体的{why}", str(error)))


def short(value: Plain) -> str:
    """Write a value for a message, not all of it where it is long."""
    text = canonical(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
