"""Hands of any variant, drawn by lot: every other one complete by construction.

A complete hand is laid from the variant's own melds, some of them on the table; the winning card is then
one of the loose cards, or what a peng, wei, kan, pao or ti lacked before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from random import Random

import attrs

from phzdsl.cards import KINDS, Kind
from phzdsl.errors import OptionError
from phzdsl.ruleset.expressions import refs
from phzdsl.ruleset.facts import FACTS, Origin, Scope
from phzdsl.ruleset.model import Meld, Option, Ruleset
from phzdsl.ruleset.options import bind, settings
from phzdsl.scoring.hand import By, Hand, TableMeld
from phzdsl.tables.features import named_keys
from phzdsl.tables.shapes import HandShape, shape_of

Form = tuple[Meld, tuple[Kind, ...]]
_GREATEST = 3


def bound_rulesets(ruleset: Ruleset) -> Iterator[tuple[str, Ruleset]]:
    """Yield the ruleset with default options and with every single alternative, named."""
    seen: set[tuple[tuple[str, int], ...]] = set()
    for name, chosen in _choices(ruleset):
        try:
            values = tuple(sorted(settings(ruleset, chosen).items()))
        except OptionError:
            continue
        if values not in seen:
            seen.add(values)
            yield name, bind(ruleset, chosen)


def _choices(ruleset: Ruleset) -> Iterator[tuple[str, dict[str, int]]]:
    yield "default", {}
    for option in ruleset.options:
        for value in _values(option):
            yield f"{option.id}={value}", {option.id: value}


def _values(option: Option) -> tuple[int, ...]:
    if option.choices:
        return tuple(range(len(option.choices)))
    # Of a long range the ends and a number between them say as much as all.
    return tuple(dict.fromkeys((option.numbers[0], option.numbers[len(option.numbers) // 2], option.numbers[-1])))


class Dealer:
    """Deals hands under one bound ruleset."""

    def __init__(self, ruleset: Ruleset, random: Random) -> None:
        self.ruleset = ruleset
        self.shape: HandShape = shape_of(ruleset)
        self._random = random
        self._copies = ruleset.deck.copies()
        self._in_hand = self._forms(lambda meld: meld.in_hand)
        self._on_table = self._forms(lambda meld: meld.on_table)
        bounded = {index for index, meld in enumerate(ruleset.melds) if meld.exactly or meld.at_most}
        self._paired = [form for form in self._in_hand if ruleset.melds.index(form[0]) in bounded]
        self._plain = [form for form in self._in_hand if form not in self._paired]
        self._chi = {meld for claim in ruleset.claims if not claim.holding for meld in claim.into}
        self._facts = self._named_facts()

    def _forms(self, wanted: object) -> list[Form]:
        assert callable(wanted)
        return [(meld, form) for meld in self.ruleset.melds if wanted(meld) for form in meld.forms]

    def _named_facts(self) -> list[tuple[str, int]]:
        """Return facts that a hand may state and that the variant names, with their greatest value here."""
        claims = chain.from_iterable(refs(claim.when) for claim in self.ruleset.claims if claim.when is not None)
        named = named_keys(self.ruleset) | {ref.key for ref in claims}
        stated = {"bonus-cards", "wild-cards"}
        found = []
        for fact in FACTS:
            of_play = fact.origin is Origin.PLAY or (fact.origin is Origin.TABLE and Scope.CLAIM in fact.scopes)
            if f"fact:{fact.id}" in named and (of_play or fact.id in stated) and fact.id not in _CAME:
                found.append((fact.id, 1 if fact.unit.value == "truth" else _GREATEST))
        return found

    def hands(self, number: int, by: By | None = None, *, closed: bool = False) -> Iterator[Hand]:
        """Deal hands, every other one complete.

        Args:
            number: how many.
            by: how the winning card came; by lot unless given.
            closed: no melds on the table.
        """
        for turn in range(number):
            yield self.hand(by or self._random.choice(tuple(By)), complete=bool(turn % 2), closed=closed)

    def hand(self, by: By, *, complete: bool, closed: bool = False) -> Hand:
        """Deal one hand."""
        while True:
            on_table = 0 if closed or by is By.DEAL else self._random.choice((0, 1, 2, 3, 4, self.shape.groups - 1))
            table, cards = (self._complete if complete else self._anything)(on_table)
            counts = Counter([*cards, *(kind for _, form in table for kind in form)])
            if all(count <= self._copies[kind] for kind, count in counts.items()):
                break
        laid = [TableMeld(self._word(meld), form) for meld, form in table]
        self._random.shuffle(laid)
        if by is By.DEAL:
            return Hand(tuple(laid), tuple(sorted(cards)), None, by, self._stated())
        laid, cards, card = self._winning(laid, cards)
        return Hand(tuple(laid), tuple(sorted(cards)), card, by, self._stated())

    def _complete(self, on_table: int) -> tuple[list[Form], list[Kind]]:
        """Lay groups with as many pairs as their quads ask for, rarely one more or less."""
        random = self._random
        table = random.choices(self._on_table, k=on_table) if on_table and self._on_table else []
        held: list[Form] = []
        for _ in range(self.shape.groups - len(table)):
            quads = sum(len(form) == 4 for _, form in (*table, *held))
            paired = sum((meld, form) in self._paired for meld, form in held)
            least, _ = self.shape.pair_bounds[min(quads, len(self.shape.pair_bounds) - 1)]
            lacks = self._paired and paired < least
            held.append(
                random.choice(self._paired if lacks or (self._paired and random.random() < 0.01) else self._plain)
            )
        return table, [kind for _, form in held for kind in form]

    def _anything(self, on_table: int) -> tuple[list[Form], list[Kind]]:
        random = self._random
        table = random.choices(self._on_table, k=on_table) if on_table and self._on_table else []
        left = Counter(dict(enumerate(self._copies)))
        left.subtract(kind for _, form in table for kind in form)
        deck = [kind for kind, count in left.items() for _ in range(max(0, count))]
        number = 3 * (self.shape.groups - len(table)) + random.choice((0, 0, 0, 1, -1))
        return table, random.sample(deck, min(max(1, number), len(deck)))

    def _word(self, meld: Meld) -> str:
        return "chi" if meld.id in self._chi and self._random.random() < 0.5 else meld.id

    def _winning(self, laid: list[TableMeld], cards: list[Kind]) -> tuple[list[TableMeld], list[Kind], Kind]:
        """Take the winning card out of the loose cards, or out of a meld that a claim makes."""
        random = self._random
        if laid and (random.random() < 0.4 or not cards):
            for claim in random.sample(self.ruleset.claims, len(self.ruleset.claims)):
                at = next((at for at, meld in enumerate(laid) if meld.meld in claim.into and claim.holding), None)
                if at is not None:
                    return self._unmade(laid, cards, at, random.choice(claim.holding))
        if not cards:
            cards = list(laid.pop().cards)
        card = cards.pop(random.randrange(len(cards)))
        return laid, cards, card

    def _unmade(
        self, laid: list[TableMeld], cards: list[Kind], at: int, held: str
    ) -> tuple[list[TableMeld], list[Kind], Kind]:
        made = laid.pop(at)
        rest = made.cards[1:]
        if held != "two" and (held, rest) in {(meld.id, form) for meld, form in self._on_table}:
            return [*laid, TableMeld(held, rest)], cards, made.cards[0]
        return laid, [*cards, *rest], made.cards[0]

    def _stated(self) -> tuple[tuple[str, int], ...]:
        random = self._random
        return tuple(sorted((name, random.randint(0, most)) for name, most in self._facts if random.random() < 0.4))


_CAME = frozenset({"self-draw", "discard-win", "from-discard", "from-draw", "deal-win", "players", "waits"})


def counts_of(hand: Hand) -> tuple[int, ...]:
    """Return the copies of each kind in a whole hand."""
    counted = Counter(hand.cards())
    return tuple(counted[kind] for kind in range(KINDS))


def swapped(hand: Hand) -> Hand:
    """Return the hand with small and big cards exchanged."""

    def other(kinds: tuple[Kind, ...]) -> tuple[Kind, ...]:
        exchanged = [(kind + KINDS // 2) % KINDS for kind in kinds]
        return tuple(sorted(exchanged, key=lambda kind: (kind % (KINDS // 2), kind)))

    table = tuple(TableMeld(meld.meld, other(meld.cards)) for meld in hand.table)
    card = None if hand.card is None else other((hand.card,))[0]
    return attrs.evolve(hand, table=table, concealed=tuple(sorted(other(hand.concealed))), card=card)
