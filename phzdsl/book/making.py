"""A rule book made: every chapter of it, in the order in which one reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from phzdsl.book import opening, playing, rooms, winning
from phzdsl.book.hands import Find, Hands
from phzdsl.book.kin import not_played
from phzdsl.book.pages import Book, Chapter, Line, Lines, Part, line
from phzdsl.book.teller import Kept, Teller
from phzdsl.cli.names import option_word
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.options import bind
from phzdsl.ruleset.sources import CitedClause
from phzdsl.text.diagnostics import Language

__all__ = ["rule_book"]


def rule_book(  # noqa: PLR0913 - what a book is made from
    ruleset: Ruleset,
    language: Language,
    *,
    room: Ruleset | None = None,
    neighbours: Sequence[Ruleset] = (),
    clauses: Mapping[str, CitedClause] | None = None,
    kept: Kept | None = None,
    find: Find | None = None,
) -> Book:
    """Make the rule book of a room.

    Args:
        ruleset: the variant, not bound; what is said of its options is read from it.
        language: the reader's.
        room: the same bound to what the room chose; the default options where left out.
        neighbours: variants near to it; what they play and it does not is told, and their examples are tried here.
        clauses: what rows may cite, by id.
        kept: rows that keep sources, questions or remarks of the rows that they change.
        find: looks for a hand that has a pattern where no example shows one; none is looked for where left out.
    """
    known = clauses or {}
    teller = Teller(ruleset, bind(ruleset) if room is None else room, language, known, kept)
    hands = Hands(teller, neighbours, find)
    chapters = [
        opening.cards(teller),
        opening.seats(teller),
        opening.melds(teller),
        playing.claims(teller),
        playing.bars(teller),
        playing.discards(teller),
        winning.win(teller),
        winning.count(teller, hands),
        *winning.patterns(teller, hands),
        rooms.payments(teller),
        rooms.faults(teller),
        rooms.session(teller),
        rooms.options(teller),
        rooms.left_out(teller),
        rooms.open_readings(teller),
        not_played(teller, neighbours, known),
        _examples(teller, hands),
    ]
    return Book(
        title=teller.room.title or teller.room.id,
        language=language.value,
        variant=teller.room.id,
        red=teller.room.deck.red,
        head=tuple(_head(teller)),
        chapters=tuple(one for one in chapters if one is not None),
        sources=teller.sources(),
        sources_title=teller.sources_title(),
        sources_said=teller.sources_said(),
    )


def _head(teller: Teller) -> list[Line]:
    say, room = teller.say, teller.room
    lines = [line(say("变体：", "Variant: ") + say(" 继承 ", " inherits ").join(room.line))]
    bound = dict(room.bound or ())
    chosen = [
        f"{option.id} = {option_word(option, bound[option.id], teller.language)}"
        for option in teller.ruleset.options
        if bound.get(option.id, option.default) != option.default
    ]
    settled = say("选项都照默认", "all options have their defaults") if not chosen else teller.listed(chosen)
    lines.append(line(say("这一桌：", "This room: ") + settled))
    return lines


def _examples(teller: Teller, hands: Hands) -> Chapter | None:
    parts: list[Part] = []
    for example, shown in hands.rest():
        none = teller.say(f"{example.title}：这一桌摆不出", f"{example.title}: cannot be held in this room")
        parts.append(Lines((teller.told(example.row, none),)) if shown is None else shown)
    return Chapter(teller.say("再举几手", "More hands"), tuple(parts), name="hands") if parts else None
