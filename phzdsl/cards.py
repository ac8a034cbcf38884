"""The 80 cards: twenty kinds, their size and point, and how people write them.

A kind is an ``int`` from 0 to 19: 0-9 are small (小字) 一..十, 10-19 big (大字) 壹..拾. Which
kinds are red belongs to a rule file and is not known here.
"""

from __future__ import annotations

from collections.abc import Iterable

from phzdsl.errors import CardError

__all__ = [
    "BIG_DIGITS",
    "KINDS",
    "POINTS",
    "SMALL_DIGITS",
    "Kind",
    "is_big",
    "kind_of",
    "parse_cards",
    "parse_number",
    "point_of",
    "write_cards",
    "write_kind",
]

Kind = int

SMALL_DIGITS = "一二三四五六七八九十"
BIG_DIGITS = "壹贰叁肆伍陆柒捌玖拾"
POINTS = 10
KINDS = 20

_MOST_DIGITS = 2

_KIND_BY_CHARACTER = {character: kind for kind, character in enumerate(SMALL_DIGITS + BIG_DIGITS)}
_DIGIT_VALUES = {character: value for value, character in enumerate("〇一二三四五六七八九")} | {"零": 0, "两": 2}
_PLACE_VALUES = {"十": 10, "百": 100, "千": 1000}


def is_big(kind: Kind) -> bool:
    """Tell whether a kind is big (大字)."""
    return kind >= POINTS


def point_of(kind: Kind) -> int:
    """Return the point of a kind, 1 to 10."""
    return kind % POINTS + 1


def kind_of(point: int, *, big: bool) -> Kind:
    """Return the kind of a point (1 to 10) and size.

    Raises:
        CardError: the point is not 1 to 10.
    """
    if not 1 <= point <= POINTS:
        msg = f"no card has the point {point}"
        raise CardError(msg)
    return point - 1 + (POINTS if big else 0)


def write_kind(kind: Kind, *, ascii_only: bool = False) -> str:
    """Write a kind as 一..十 and 壹..拾, or as ``s1``..``s10`` and ``b1``..``b10``.

    >>> write_kind(16), write_kind(16, ascii_only=True)
    ('柒', 'b7')
    """
    if ascii_only:
        return f"{'b' if is_big(kind) else 's'}{point_of(kind)}"
    return (SMALL_DIGITS + BIG_DIGITS)[kind]


def write_cards(kinds: Iterable[Kind], *, ascii_only: bool = False) -> str:
    """Write cards in the order given, without spaces in Chinese and with them in ASCII."""
    separator = " " if ascii_only else ""
    return separator.join(write_kind(kind, ascii_only=ascii_only) for kind in kinds)


def parse_cards(text: str) -> tuple[Kind, ...]:
    """Read a run of cards; spaces between cards are ignored.

    >>> parse_cards("二七 十"), parse_cards("s2 b10")
    ((1, 6, 9), (1, 19))

    Raises:
        CardError: something in the text is no card.
    """
    kinds: list[Kind] = []
    position = 0
    while position < len(text):
        character = text[position]
        position += 1
        if character.isspace():
            continue
        if character in _KIND_BY_CHARACTER:
            kinds.append(_KIND_BY_CHARACTER[character])
        elif character in "sbSB":
            end = position
            while end < len(text) and text[end] in "0123456789" and end - position < _MOST_DIGITS:
                end += 1
            number = text[position:end]
            if not number or not 1 <= int(number) <= POINTS:
                msg = f"no card is written {character + number!r}"
                raise CardError(msg)
            kinds.append(kind_of(int(number), big=character in "bB"))
            position = end
        else:
            msg = f"no card is written {character!r}"
            raise CardError(msg)
    return tuple(kinds)


def parse_number(text: str) -> int | None:
    """Read a Chinese numeral below 10,000 such as 十五 or 二十; None when it is none.

    >>> parse_number("十五"), parse_number("一百二十"), parse_number("二七十")
    (15, 120, None)
    """
    total = 0
    digit: int | None = None
    place = 10_000
    for character in text:
        if character in _DIGIT_VALUES:
            if digit:
                return None
            digit = _DIGIT_VALUES[character]
        elif character in _PLACE_VALUES and _PLACE_VALUES[character] < place:
            place = _PLACE_VALUES[character]
            if digit is None and total:
                return None
            total += (1 if digit is None else digit) * place
            digit = None
        else:
            return None
    return total + (digit or 0) if text else None
