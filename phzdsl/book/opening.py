"""Cards, seats and melds: what lies on the table before anybody plays."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from phzdsl.book.pages import Cards, Chapter, Line, Lines, Piece, Table, line
from phzdsl.book.teller import Teller
from phzdsl.cards import Kind, is_big
from phzdsl.ruleset.expressions import Expr
from phzdsl.ruleset.model import Meld
from phzdsl.ruleset.parts import Bonus, Value, constant, word_of
from phzdsl.ruleset.read.melds import spell_shape
from phzdsl.ruleset.vocabulary import terms

__all__ = ["cards", "melds", "seats"]


def cards(teller: Teller) -> Chapter:
    """Tell which cards there are."""
    say, deck = teller.say, teller.room.deck
    lines: list[Line] = []
    for part in deck.cards:
        big = all(map(is_big, part.kinds))
        name = say("大字", "big cards") if big else say("小字", "small cards")
        each = constant(part.each)
        lines.append(
            teller.told(
                part.row, f"{name}{say('：', ': ')}", Cards(part.kinds), say(f"，每种 {each} 张", f", {each} of each")
            )
        )
    if deck.red_row is not None:
        lines.append(teller.told(deck.red_row, say("红牌：", "red: "), Cards(tuple(sorted(deck.red)))))
    lines.append(line(say(f"一共 {sum(deck.copies())} 张。", f"{sum(deck.copies())} cards in all.")))
    if deck.wild is not None:
        number = constant(deck.wild.value)
        lines.append(teller.told(deck.wild.row, say(f"另有王 {number} 张", f"besides, {number} wild cards")))
    if deck.removed is not None:
        number = constant(deck.removed.value)
        lines.append(
            teller.told(
                deck.removed.row,
                say(f"打之前从墩里抽掉 {number} 张", f"{number} cards are taken out of the stock before play"),
            )
        )
    if deck.bonus is not None:
        lines.append(teller.told(deck.bonus.row, _bonus(deck.bonus, teller)))
    if deck.indicator is not None:
        matched = _matched(deck.indicator, teller)
        said = say(f"开局翻一张将：{matched}升值", f"a card is turned before play; it raises {matched}")
        lines.append(teller.told(deck.indicator.row, said))
    return Chapter(say("牌", "Cards"), (Lines(tuple(lines)),), name="cards")


def _matched(bonus: Bonus, teller: Teller) -> str:
    return teller.listed(teller.means("match", word_of(one) or "") for one in bonus.match)


def _bonus(bonus: Bonus, teller: Teller) -> str:
    matched = _matched(bonus, teller)
    turned = [teller.means("turned", one) for one in bonus.turns]
    first = teller.say("；没有了就用", "; where there is none, ").join(turned)
    again = "" if bonus.again is None else teller.sentences.when(bonus.again)
    zh = f"胡了以后翻醒{f'（{first}）' if first else ''}：手里有{matched}就中醒" + (
        f"；{again}再翻一张" if again else ""
    )
    en = f"after a win a card is turned{f' ({first})' if first else ''}; cards of {matched} match the bonus"
    return teller.say(zh, en + (f"; another is turned {again}" if again else ""))


# ---------------------------------------------------------------- seats


def seats(teller: Teller) -> Chapter:
    """Tell who sits where, what is dealt and which card is shown."""
    return Chapter(teller.say("座位和发牌", "Seats and deal"), (Lines(tuple(_seats(teller))),), name="seats")


def _seats(teller: Teller) -> Iterator[Line]:
    say, seats_ = teller.say, teller.room.seats
    if seats_.players is not None:
        number = constant(seats_.players.value)
        yield teller.told(seats_.players.row, say(f"{number} 个人打", f"{number} players hold cards"))
    if seats_.sitter_row is not None:
        who = teller.means("role", word_of(seats_.sitter) or "none")
        yield teller.told(seats_.sitter_row, say(f"坐醒（数底，不拿牌）的：{who}", f"who sits out: {who}"))
    if seats_.deal_row is not None and seats_.dealer_cards is not None and seats_.other_cards is not None:
        dealer, other = constant(seats_.dealer_cards), constant(seats_.other_cards)
        said = say(
            f"起手：庄家 {dealer} 张，闲家 {other} 张",
            f"dealt: {dealer} cards to the dealer, {other} to each other player",
        )
        yield teller.told(seats_.deal_row, said)
    if seats_.shown_row is not None:
        card = teller.means("shown-card", word_of(seats_.shown) or "none")
        yield teller.told(seats_.shown_row, say(f"亮张：{card}", f"card shown to all: {card}"))
    if seats_.last_row is not None:
        rules = teller.listed(teller.means("last-card", one) for one in sorted(seats_.last))
        yield teller.told(seats_.last_row, say(f"墩上最后一张：{rules}", f"the last stock card {rules}"))
    if seats_.stock is not None:
        number = constant(seats_.stock.value)
        yield teller.told(seats_.stock.row, say(f"发完牌墩上剩 {number} 张", f"{number} cards are left in the stock"))


# ---------------------------------------------------------------- melds

_Column = tuple[str, str, int]
_SIZES: tuple[_Column, ...] = (("小", "small", 0), ("大", "big", 2))
_COLOURS: tuple[_Column, ...] = (("黑", "black", 0), ("红", "red", 1))
_QUARTERS: tuple[_Column, ...] = (
    ("小黑", "small black", 0),
    ("小红", "small red", 1),
    ("大黑", "big black", 2),
    ("大红", "big red", 3),
)
_RAISED: tuple[_Column, ...] = (("小升", "small raised", 4), ("大升", "big raised", 5))


def melds(teller: Teller) -> Chapter:
    """Tell what makes a meld and what it is worth, in as many columns as the values need."""
    say, room = teller.say, teller.room
    columns = _columns([meld.value for meld in room.melds])
    if columns is None:
        heads: list[str] = []
    elif columns:
        heads = [say(zh, en) for zh, en, _ in columns]
    else:
        heads = [say("息", "xi")]
    rows = []
    taken: set[tuple[Kind, ...]] = set()
    for meld in room.melds:
        amounts = (
            [] if columns is None else [meld.value.place(place) for _, _, place in columns] or [meld.value.small_black]
        )
        rows.append((
            teller.cell(meld.row, teller.nouns.meld(meld.id), say("", f" ({meld.called})")),
            line(*_forms(meld, taken, teller)),
            *(line(str(constant(one))) for one in amounts),
            line(_besides(meld, teller)),
        ))  # fmt: skip
        taken.update(meld.forms if meld.in_hand and not meld.same else ())
    table = Table(
        (say("门子", "meld"), say("样子", "cards"), *heads, say("在哪里，怎样", "where, and how")),
        tuple(rows),
        frozenset(range(2, 2 + len(heads))),
    )
    said = say("门子都不算息。", "No meld is worth xi.") if columns is None else say("数是胡息。", "Numbers are xi.")
    return Chapter(say("门子", "Melds"), (Lines((line(said),)), table), name="melds")


def _columns(values: Collection[Value]) -> tuple[_Column, ...] | None:
    """Return the columns that values need: none for a single number, None where all are nothing."""

    def same(one: int, other: int) -> bool:
        return all(_is(value.place(one), value.place(other)) for value in values)

    raised = _RAISED if any(one.raised_small is not None or one.raised_big is not None for one in values) else ()
    by_size, by_colour = not (same(0, 2) and same(1, 3)), not (same(0, 1) and same(2, 3))
    if not by_size and not by_colour and not raised and all(constant(one.small_black) == 0 for one in values):
        return None
    plain = _QUARTERS if by_size and by_colour else _SIZES if by_size else _COLOURS if by_colour or raised else ()
    return (*plain, *raised)


def _is(one: Expr, other: Expr) -> bool:
    return constant(one) == constant(other)


def _forms(meld: Meld, taken: Collection[tuple[Kind, ...]], teller: Teller) -> list[Piece]:
    """Return what a meld looks like: shapes by name, other sets of cards one by one; those of a meld above are left out."""
    pieces: list[Piece] = []
    left = dict.fromkeys(meld.forms)
    for shape in dict.fromkeys(one.id for one in terms("shape").values()):
        every = spell_shape(shape)
        if any(form in left for form in every) and all(form in left or form in taken for form in every):
            pieces += [teller.means("shape", shape), teller.say("，", ", ")]
            left = {form: None for form in left if form not in every}
    smalls = [form for form in left if not any(map(is_big, form))]
    bigs = [form for form in left if form not in smalls]
    for form in (*smalls, *bigs):
        pieces += [Cards(form), " "]
    return pieces[:-1]


def _besides(meld: Meld, teller: Teller) -> str:
    say = teller.say
    where = (
        say("手里、桌上", "in hand, on the table")
        if meld.in_hand and meld.on_table
        else say("手里", "in hand")
        if meld.in_hand
        else say("桌上", "on the table")
    )
    parts = [where]
    if meld.face_up is not None:
        number = constant(meld.face_up)
        parts.append(say(f"亮 {number} 张", f"{number} face up") if number else say("扣着", "face down"))
    if meld.whole_for:
        every = len(meld.whole_for) == len({one.id for one in terms("split").values()})
        uses = teller.listed(teller.means("split", one) for one in sorted(meld.whole_for))
        parts.append(say("不能拆", "may not be split") if every else say(f"{uses}不能拆", f"may not be split {uses}"))
    for bound, zh, en in ((meld.exactly, "正好", "exactly"), (meld.at_most, "最多", "at most")):
        if bound is not None:
            much = teller.sentences.number(bound, zh, en)
            parts.append(say(f"胡牌时{much}", f"in a win: {much}"))
    remarks = teller.remarks(meld.row)
    return say("；", "; ").join(parts) + remarks
