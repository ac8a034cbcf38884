"""Hands as people write them: ``碰 二二二 / 手 一二三 ... / 胡 柒``.

The groups are those of the command line's contract; a variant's own names for its melds are understood
too. What cannot be laid from the deck is refused here, so that scoring meets only hands that can exist.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from operator import index
from typing import TypeVar

from phzdsl.cards import BIG_DIGITS, SMALL_DIGITS, Kind, parse_cards, point_of, write_cards, write_kind
from phzdsl.errors import CardError, HandError, expect
from phzdsl.ruleset.facts import fact
from phzdsl.ruleset.model import Meld, Ruleset, constant
from phzdsl.ruleset.options import bind
from phzdsl.ruleset.vocabulary import term, terms
from phzdsl.scoring.hand import By, Hand, TableMeld, way_of
from phzdsl.syntax.limits import Limits
from phzdsl.text.diagnostics import Bilingual
from phzdsl.text.similar import Likeness, closest, likeness

__all__ = [
    "GREATEST_FACT",
    "card_bounds",
    "check_hand",
    "fact_value",
    "named_facts",
    "parse_facts",
    "parse_hand",
    "write_hand",
]

_QUAD = 4
GREATEST_FACT = Limits().magnitude
T = TypeVar("T")
_ASCII_GROUPS: Mapping[str, str] = {"hand": "hand-cards", "hu": "win"}
_WIN, _HAND = "win", "hand-cards"
# What players write for cards and groups, and how they are written here.
_CARDS = str.maketrans("参參叄弎貳弍陸漆", "叁叁叁叁贰贰陆柒")
_GROUPS: Mapping[str, str] = {"龙": "提", "龍": "提", "扫": "偎", "掃": "偎", "舵": "跑", "啸": "偎", "歪": "偎", "湖": "胡",
                              "手牌": "手", "手里": "手", "手中": "手", "胡牌": "胡", "胡张": "胡"}  # fmt: skip


def parse_hand(text: str, ruleset: Ruleset, by: By | str = By.SELF, facts: Mapping[str, int] | None = None) -> Hand:
    """Read a hand in the notation of the command line.

    Args:
        text: groups parted by ``/``.
        ruleset: a ruleset, with its default options unless it is bound; its melds and deck decide what can lie.
        by: how the winning card came; a hand without 胡 is won at the deal.
        facts: further facts by either spelling.

    Raises:
        ArgumentError: an argument is of no use (a ``TypeError``).
        HandError: the hand cannot be laid; ``code`` says in which way.
    """
    expect("text", text, str, "a hand in words")
    ruleset = bind(ruleset) if getattr(ruleset, "bound", None) is None else ruleset
    table: list[TableMeld] = []
    concealed: list[Kind] = []
    card: Kind | None = None
    for group in text.replace("／", "/").split("/"):
        word, cards = _group(group, ruleset)
        if word == "hand-cards":
            concealed.extend(cards)
        elif word == "win":
            if len(cards) != 1 or card is not None:
                raise _two_wins(group.strip(), len(cards))
            card = cards[0]
        else:
            table.append(_laid(word, cards, ruleset, group.strip()))
    how = way_of(by)
    if card is None:
        how = By.DEAL
    elif how is By.DEAL:
        zh, en = write_kind(card), write_kind(card, ascii_only=True)
        raise _refused(
            code="D922",
            zh=f"写了「胡 {zh}」，又说是起手就胡；牌都写在「手」里，或者去掉 --by deal",
            en=f"there is `hu {en}`, and it is said to be won at the deal; write all cards after `hand`, or leave out --by deal",
        )
    if card is None:
        _check_dealt(table, ruleset)
    known = parse_facts({} if facts is None else facts)
    if how is By.DEAL and _dealers(len(concealed) + sum(len(meld.cards) for meld in table), ruleset):
        known.setdefault("dealer", 1)
    hand = Hand(tuple(table), tuple(sorted(concealed)), card, how, tuple(sorted(known.items())))
    check_hand(hand, ruleset)
    return hand


def _dealers(cards: int, ruleset: Ruleset) -> bool:
    """Tell whether only the dealer can be dealt so many cards."""
    dealer, other = ruleset.seats.dealer_cards, ruleset.seats.other_cards
    return dealer is not None and other is not None and cards == constant(dealer) != constant(other)


def _group(group: str, ruleset: Ruleset) -> tuple[str, tuple[Kind, ...]]:
    """Split a group into what it is and its cards."""
    whole = group.strip()
    written, cards = _split(whole, ruleset)
    word = _word(written, ruleset)
    if word is None:
        raise _no_group(whole, written, ruleset)
    if not cards:
        raise _refused(code="D923", zh=f"「{whole}」后面没有牌", en=f"`{whole}` has no cards", part=whole or None)
    try:
        return word, parse_cards(cards)
    except CardError as error:
        raise _no_cards(whole, cards) from error


def _split(group: str, ruleset: Ruleset) -> tuple[str, str]:
    """Part the word of a group from its cards, between which the blank may be left out: 碰壹壹壹."""
    written, _, cards = group.partition(" ")
    if not group.split(maxsplit=1)[1:] and _word(group, ruleset) is None:
        known = max((one for one in _words(ruleset) if group.startswith(one)), key=len, default="")
        return (known, group.removeprefix(known)) if known else (group, "")
    parts = group.split(maxsplit=1)
    return (parts[0], parts[1]) if len(parts) > 1 else (written, cards)


def _word(written: str, ruleset: Ruleset) -> str | None:
    """Return the id of a group's word, None when no group is called so."""
    called = next((meld.id for meld in ruleset.melds if written in {meld.called, meld.id}), None)
    known = term("hand-group", _ASCII_GROUPS.get(written, written)) or term("meld", written)
    return known.id if known is not None and known.group == "hand-group" else called or (known.id if known else None)


def _words(ruleset: Ruleset) -> Iterator[str]:
    """Yield the Chinese words that groups may begin with."""
    yield from (one.zh for group in ("hand-group", "meld") for one in terms(group).values())
    yield from (meld.called for meld in ruleset.melds)


def _laid(word: str, cards: tuple[Kind, ...], ruleset: Ruleset, group: str) -> TableMeld:
    """Return a meld on the table, if its cards can be one."""
    ordered = tuple(sorted(cards, key=lambda kind: (point_of(kind), kind)))
    melds = _melds_of(word, ruleset)
    if any(ordered in meld.forms for meld in melds):
        return TableMeld(word, ordered)
    name = group_word(word, ruleset)
    if not melds:
        raise _refused(
            code="D926",
            zh=f"「{group}」，{ruleset.title}没有能摆在桌上的「{name}」",
            en=f"`{group}`; {ruleset.id} has no {word} that lies on the table",
            part=group,
        )
    raise _refused(code="D926", zh=f"「{group}」", en=f"`{group}`", part=group)


def _check_dealt(table: list[TableMeld], ruleset: Ruleset) -> None:
    """Refuse a hand without a winning card on whose table lies what only a claim makes."""
    dealt = {meld.id for meld in ruleset.melds if meld.in_hand}
    claimed = next((meld for meld in table if meld.meld not in dealt), None)
    if claimed is None:
        return
    name = group_word(claimed.meld, ruleset)
    raise _refused(
        code="D935",
        zh=f"桌上有「{name}」，就不是起手胡；胡的那张单独写成一组，如「/ 胡 柒」",
        en=f"a {claimed.meld} lies on the table, so it was not won at the deal; write the winning card as a group, as in `/ hu b7`",
    )


def group_word(word: str, ruleset: Ruleset) -> str:
    """Return what a group is called in Chinese."""
    known = term("hand-group", word) or term("meld", word)
    called = next((meld.called for meld in ruleset.melds if meld.id == word), word)
    return known.zh if known is not None else called


# ---------------------------------------------------------------- what is wrong


def _refused(*, code: str, zh: str, en: str, part: str | None = None, mend: str | None = None) -> HandError:
    return HandError(en, code=code, words=Bilingual(zh, en), part=part, mend=mend)


def _two_wins(group: str, count: int) -> HandError:
    if count == 1:
        return _refused(
            code="D921", zh=f"「{group}」是第二个「胡」", en=f"`{group}` is the second winning card", part=group
        )
    return _refused(code="D921", zh=f"「{group}」写了 {count} 张", en=f"`{group}` has {count}", part=group)


def _no_group(whole: str, written: str, ruleset: Ruleset) -> HandError:
    """Say that no group is called so, or that its word is missing."""
    try:
        parse_cards(whole.translate(_CARDS))
    except CardError:
        pass
    else:
        zh = f"「{whole}」前面没写是什么（手、胡、碰……）" if whole else "有一组是空的，多写了一个 /"
        en = f"`{whole}` does not say what it is (hand, hu, peng ...)" if whole else "a group is empty: a / too many"
        mend = f"手 {whole}" if whole else None
        return _refused(code="D923", zh=zh, en=en, part=whole or None, mend=mend)
    known = tuple(dict.fromkeys(_words(ruleset)))
    likely = _GROUPS.get(written) or next(iter(closest(written, known)), None)
    if likely is None and whole == written:
        # 糊柒: the word itself is mistyped, and no blank follows it.
        likely = next((one for one in known if _sounds_alike(whole[: len(one)], one)), None)
        written = whole[: len(likely)] if likely is not None else written
    mend = None if likely is None else f"{likely} {whole.removeprefix(written).strip()}"
    return _refused(code="D924", zh=f"「{written}」", en=f"`{written}`", part=whole, mend=mend)


def _sounds_alike(word: str, other: str) -> bool:
    alike = likeness(word, other)
    return alike is not None and alike < Likeness.EDITED


def _no_cards(whole: str, cards: str) -> HandError:
    """Say which characters of a group are no cards, and how they are written if that is plain."""
    wrong = "".join(dict.fromkeys(one for one in cards if not (one.isspace() or one in SMALL_DIGITS + BIG_DIGITS)))
    mended = cards.translate(_CARDS)
    try:
        parse_cards(mended)
    except CardError:
        mend = None
    else:
        mend = whole.removesuffix(cards) + mended
    return _refused(code="D925", zh=f"「{whole}」里的「{wrong}」", en=f"`{wrong}` in `{whole}`", part=whole, mend=mend)


def _melds_of(word: str, ruleset: Ruleset) -> tuple[Meld, ...]:
    """Return the melds that a word of the notation may mean; ``chi`` means any that a chi makes."""
    if word != "chi":
        return tuple(meld for meld in ruleset.melds if meld.id == word and meld.on_table)
    made = {meld for claim in ruleset.claims if not claim.holding for meld in claim.into}
    return tuple(meld for meld in ruleset.melds if meld.id in made and meld.on_table)


def parse_facts(written: Mapping[str, int]) -> dict[str, int]:
    """Return facts by id.

    Raises:
        ArgumentError: they are no mapping.
        HandError: a name is no fact, or a value no whole number that a fact may have.
    """
    return {name: fact_value(name, value) for name, value in named_facts(written).items()}


def named_facts(written: Mapping[str, T]) -> dict[str, T]:
    """Return what is said of facts by their ids, not yet looked at.

    Raises:
        ArgumentError: they are no mapping.
        HandError: a name is no fact.
    """
    expect("facts", written, Mapping, "a mapping of facts to numbers")
    found: dict[str, T] = {}
    for name, value in written.items():
        known = fact(name) if isinstance(name, str) else None
        if known is None or known.takes is not None:
            raise _refused(code="D927", zh=f"没有叫「{name}」的牌局情况", en=f"no fact is called {name!r}")
        found[known.id] = value
    return found


def fact_value(name: str, value: object) -> int:
    """Return the value of a fact as a plain number.

    Raises:
        HandError: it is no whole number from 0 on, or too great.
    """
    try:
        number = index(value)  # type: ignore[arg-type]  # what it is is what is asked
    except TypeError:
        number = -1
    if not 0 <= number <= GREATEST_FACT:
        raise _refused(
            code="D905",
            zh=f"「{name}」不能是 {value!r}：它是 0 到 {GREATEST_FACT} 的整数",
            en=f"{name} cannot be {value!r}: it is a whole number from 0 to {GREATEST_FACT}",
        )
    return number


def check_hand(hand: Hand, ruleset: Ruleset) -> None:
    """Refuse a hand that cannot exist.

    Raises:
        HandError: more copies than the deck has, or a number of cards that no player can hold.
    """
    counts = Counter(hand.cards())
    if not counts:
        raise _refused(code="D920", zh="一张牌也没写", en="nothing is written")
    copies = ruleset.deck.copies()
    for kind, count in sorted(counts.items()):
        if count > copies[kind]:
            zh, en = write_kind(kind), write_kind(kind, ascii_only=True)
            raise _refused(
                code="D928",
                zh=f"「{zh}」写了 {count} 张，一副牌只有 {copies[kind]} 张",
                en=f"{count} cards {zh} ({en}), and the deck has {copies[kind]}",
            )
    least, most = card_bounds(hand.by, ruleset)
    if hand.by is not By.DEAL:
        most += sum(count == _QUAD for count in counts.values())
    if not least <= sum(counts.values()) <= most:
        raise _wrong_number(hand, sum(counts.values()), least, most)


def _wrong_number(hand: Hand, count: int, least: int, most: int) -> HandError:
    due = f"{least} 到 {most}" if most > least else str(least)
    with_win = hand.card is not None
    zh = f"现在是 {count} 张{'，连胡的那张' if with_win else ''}；应是 {due} 张{'，胡的那张也算在内' if with_win else ''}"
    en = f"there are {count}{', the winning card among them' if with_win else ''}; such a hand has {due.replace('到', 'to')}"
    return _refused(code="D929", zh=zh, en=en)


def card_bounds(by: By, ruleset: Ruleset) -> tuple[int, int]:
    """Return how few and how many cards a hand may have; but at the deal, each quad may bring one more."""
    seats = ruleset.seats
    if seats.other_cards is None or seats.dealer_cards is None:
        return 1, sum(ruleset.deck.copies())
    other, dealer = constant(seats.other_cards), constant(seats.dealer_cards)
    if by is By.DEAL:
        return min(other, dealer), max(other, dealer)
    return min(other + 1, dealer), max(other + 1, dealer)


def write_hand(hand: Hand, *, ascii_only: bool = False) -> str:
    """Write a hand in the notation that ``parse_hand`` reads."""
    words = [(meld.meld, meld.cards) for meld in hand.table]
    if hand.concealed:
        words.append(("hand-cards", hand.concealed))
    if hand.card is not None:
        words.append(("win", (hand.card,)))
    groups = []
    for word, cards in words:
        known = term("hand-group", word) or term("meld", word)
        name = (
            word if known is None else {"hand-cards": "hand", "win": "hu"}.get(word, word) if ascii_only else known.zh
        )
        groups.append(f"{name} {write_cards(cards, ascii_only=ascii_only)}")
    return " / ".join(groups)
