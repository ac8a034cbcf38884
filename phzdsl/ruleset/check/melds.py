"""Melds that can be laid from the deck, and amounts of them that make sense."""

from __future__ import annotations

from collections.abc import Iterator

from phzdsl.cards import Kind, write_cards
from phzdsl.ruleset import expressions as ex
from phzdsl.ruleset.check.walk import blamed
from phzdsl.ruleset.model import Meld, Row, Ruleset
from phzdsl.ruleset.read.melds import spell_shape
from phzdsl.ruleset.words import joined
from phzdsl.text.diagnostics import Bilingual, Diagnostic, Related, Severity, Value

__all__ = ["counts", "face_up", "forms", "values"]

_SHAPES = ("pair", "triplet", "quad", "run", "mixed")
_MOST_SHOWN = 4
_EXACTLY, _AT_MOST = Bilingual("恰", "exactly"), Bilingual("至多", "at-most")


def forms(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Check that every meld has a form, and the deck has the cards for those that are spelled out."""
    deck = [0] * 20
    for part in ruleset.deck.cards:
        for kind in part.kinds:
            deck[kind] += ex.bounds(part.each)[1]
    wild = ruleset.deck.wild
    for meld in ruleset.melds:
        if not meld.forms:
            yield Diagnostic("A514", meld.row.span, {"meld": meld.row.written})
        elif wild is None and ruleset.deck.cards:
            cards = [part.row for part in ruleset.deck.cards]
            yield from _laid(meld, deck, blamed(ruleset, [meld.row, *cards]) or meld.row)


def _laid(meld: Meld, deck: list[int], row: Row) -> Iterator[Diagnostic]:
    """Name the forms that the deck cannot give; of a shape that holds for all kinds only when it gives none."""
    missing = [form for form in meld.forms if any(deck[kind] < form.count(kind) for kind in form)]
    if not missing:
        return
    shaped = {form for shape in _SHAPES for form in _whole(shape, meld)}
    spelled = [form for form in missing if form not in shaped]
    told = missing if len(missing) == len(meld.forms) else spelled
    if told:
        shown = joined(write_cards(form) for form in told[:_MOST_SHOWN])
        values: dict[str, Value] = {"meld": meld.row.written, "forms": shown}
        related = () if row == meld.row else (Related(meld.row.span, Bilingual("这种门子", "the meld")),)
        yield Diagnostic("A506", row.span, values, related, severity=Severity.WARNING)


def _whole(shape: str, meld: Meld) -> tuple[tuple[Kind, ...], ...]:
    """Return the forms of a shape if the meld has all but what a row above it took."""
    spelled, forms = spell_shape(shape), set(meld.forms)
    return spelled if sum(form in forms for form in spelled) * 2 > len(spelled) else ()


def face_up(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Check that a meld shows no more cards than it has."""
    for meld in ruleset.melds:
        if meld.face_up is None or not meld.forms:
            continue
        low, high = ex.bounds(meld.face_up)
        size = max(len(form) for form in meld.forms)
        if low < 0 or high > size:
            values: dict[str, Value] = {"meld": meld.row.written, "number": low if low < 0 else high, "size": size}
            yield Diagnostic("A508", meld.row.span, values)


def values(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Check that no meld is worth less than nothing."""
    for meld in ruleset.melds:
        low = min(ex.bounds(part)[0] for part in meld.value.parts())
        if low < 0:
            yield Diagnostic("A513", meld.row.span, {"meld": meld.row.written, "number": low})


def counts(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Check that a hand can have as many of a meld as it must, and as it may."""
    groups = ruleset.win.groups
    if groups is None:
        return
    most = ex.bounds(groups.value)[1]
    for meld in ruleset.melds:
        for word, expr in ((_EXACTLY, meld.exactly), (_AT_MOST, meld.at_most)):
            if expr is None:
                continue
            low, high = ex.bounds(expr)
            if low > most or high < 0:
                number = low if low > most else high
                values: dict[str, Value] = {
                    "meld": meld.row.written,
                    "word": word,
                    "number": number,
                    "groups": most,
                }
                yield Diagnostic("A524", meld.row.span, values)
