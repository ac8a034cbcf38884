"""Every legal reading of a hand, by trying everything: the plain search.

Meant to be read beside a rule text. First the winning card arrives: a claim joins it to a meld, by force
where the claim outranks the win, or it stays a loose card. Then what may not be split is set aside, and
the loose cards are divided into melds in every way.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from phzdsl.cards import KINDS, Kind, point_of
from phzdsl.ruleset.expressions import evaluate
from phzdsl.ruleset.model import Claim, Meld, Ruleset, constant
from phzdsl.scoring.hand import EVENTS, Hand, TableMeld
from phzdsl.tables.features import PLACED, named_keys

__all__ = ["Arrival", "Group", "Reading", "Searcher"]

_TRIPLET = 3
_QUAD = 4


@attrs.frozen
class Group:
    """A meld of a reading.

    Attributes:
        meld: id of the meld.
        cards: its cards, ascending by point.
        xi: its worth in 息.
        wins: the winning card stands in it.
        loose: it was made of loose cards of the hand.
    """

    meld: str
    cards: tuple[Kind, ...]
    xi: int
    wins: bool = False
    loose: bool = False


@attrs.frozen
class Reading:
    """One way to read a hand: its groups, and the cards left over where a win waives the groups."""

    groups: tuple[Group, ...]
    rest: tuple[Kind, ...] = ()

    @property
    def xi(self) -> int:
        """Total of the groups, in 息."""
        return sum(group.xi for group in self.groups)


@attrs.frozen
class Arrival:
    """How the winning card joins the hand.

    Attributes:
        table: melds on the table afterwards.
        counts: concealed copies by kind, the winning card among them where it stays loose.
        fresh: the loose winning card, None where a claim joined it to a meld.
        claimed: index in ``table`` of the meld that it made.
        raised: kinds whose melds an indicator card raises.
    """

    table: tuple[TableMeld, ...]
    counts: tuple[int, ...]
    fresh: Kind | None = None
    claimed: int | None = None
    raised: frozenset[Kind] = frozenset()


def _order(kind: Kind) -> tuple[int, int]:
    return point_of(kind), kind


class Searcher:
    """Reads hands under one bound ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self._melds = {meld.id: meld for meld in ruleset.melds}
        self._worths: dict[frozenset[Kind], dict[tuple[str, tuple[Kind, ...]], int]] = {}
        self._whole = {
            copies: next((meld for meld in ruleset.melds if meld.in_hand and meld.whole and meld.same == copies), None)
            for copies in (_TRIPLET, _QUAD)
        }
        self._forms: dict[Kind, list[tuple[str, tuple[Kind, ...]]]] = {kind: [] for kind in range(KINDS)}
        for meld in ruleset.melds:
            if meld.in_hand and not (meld.whole and meld.same in {_TRIPLET, _QUAD}):
                for form in meld.forms:
                    self._forms[form[0]].append((meld.id, form))
        self._wins = tuple(claim for claim in ruleset.claims if claim.wins)
        self._indicator = ruleset.deck.indicator
        self._places_matter = any(key.startswith(PLACED) for key in named_keys(ruleset))
        self.groups_needed = constant(ruleset.win.groups.value) if ruleset.win.groups else 0
        self._breaks = ruleset.win.break_quad is None or bool(constant(ruleset.win.break_quad.value))

    # ------------------------------------------------------------ the winning card

    def win_claim(self, hand: Hand) -> Claim | None:
        """Return the claim by which the hand may be won; None when such a card may not be won on."""
        events = self.events(hand)
        found = (one for one in self._wins if set(one.events) & events and self._allowed(one, hand))
        return next(found, None)

    @staticmethod
    def events(hand: Hand) -> frozenset[str]:
        """Return the card events that the winning card is."""
        facts = dict(hand.facts)
        events = EVENTS[hand.by]
        if facts.get("shown-win"):
            events |= {"shown"}
        if facts.get("first-discard-win"):
            events |= {"first-discard"}
        return events

    def arrivals(self, hand: Hand) -> Iterator[Arrival]:
        """Yield every way in which the winning card may join the hand."""
        counts = [0] * KINDS
        for kind in hand.concealed:
            counts[kind] += 1
        raised = self._raised(hand)
        if hand.card is None:
            yield Arrival(hand.table, tuple(counts), raised=raised)
            return
        claims = [claim for claim in self.ruleset.claims if self._acts(claim, hand)]
        win = self.win_claim(hand)
        win_rank = win.rank if win is not None else 0
        must = False
        joined: list[Arrival] = []
        for claim in claims:
            found = [attrs.evolve(one, raised=raised) for one in self._joins(claim, hand, hand.card, counts)]
            if found and claim.forced and claim.rank < win_rank:
                yield from found
                return
            makes_quad = any(self._melds[meld].same == _QUAD for meld in claim.into)
            must = must or bool(found and makes_quad and not self._breaks)
            joined.extend(found)
        yield from dict.fromkeys(joined)
        if not must:
            counts[hand.card] += 1
            yield Arrival(hand.table, tuple(counts), fresh=hand.card, raised=raised)

    def _raised(self, hand: Hand) -> frozenset[Kind]:
        """Return the kinds whose melds the indicator card raises."""
        if self._indicator is None or hand.turned is None:
            return frozenset()
        return self._indicator.matched(hand.turned)

    def worth(self, raised: frozenset[Kind]) -> dict[tuple[str, tuple[Kind, ...]], int]:
        """Return the 息 of every form by meld, for the kinds that an indicator raises."""
        if raised not in self._worths:
            red = self.ruleset.deck.red
            self._worths[raised] = {
                (meld.id, form): meld.value.of(form, red, raised) for meld in self.ruleset.melds for form in meld.forms
            }
        return self._worths[raised]

    def _acts(self, claim: Claim, hand: Hand) -> bool:
        return bool(claim.holding) and bool(set(claim.events) & self.events(hand)) and self._allowed(claim, hand)

    @staticmethod
    def _allowed(claim: Claim, hand: Hand) -> bool:
        """Evaluate a claim's condition with the facts that the hand states; the others are 0."""
        if claim.when is None:
            return True
        return bool(evaluate(claim.when, _Stated(hand.stated())))

    def _joins(self, claim: Claim, hand: Hand, card: Kind, counts: list[int]) -> Iterator[Arrival]:
        """Yield what a claim makes of the winning card."""
        for held in claim.holding:
            if held == "two" or self._melds[held].in_hand:
                needed = 2 if held == "two" else self._melds[held].same
                whole = counts[card] == _TRIPLET and self._whole[_TRIPLET] is not None
                if counts[card] == needed or (counts[card] > needed and not whole):
                    left = tuple(count - needed if kind == card else count for kind, count in enumerate(counts))
                    yield from self._made(claim, hand.table, (card,) * (needed + 1), left)
            for at, meld in enumerate(hand.table):
                if meld.meld == held and set(meld.cards) == {card}:
                    rest = (*hand.table[:at], *hand.table[at + 1 :])
                    yield from self._made(claim, rest, (*meld.cards, card), tuple(counts))

    def _made(
        self, claim: Claim, table: tuple[TableMeld, ...], cards: tuple[Kind, ...], counts: tuple[int, ...]
    ) -> Iterator[Arrival]:
        for meld in claim.into:
            if cards in self._melds[meld].forms:
                yield Arrival((*table, TableMeld(meld, cards)), counts, claimed=len(table))

    # ------------------------------------------------------------ division

    def readings(self, hand: Hand) -> Iterator[Reading]:
        """Yield every complete division, the number of groups and of pairs not yet asked."""
        for arrival in self.arrivals(hand):
            for laid in self.laid(arrival):
                aside, loose = self.set_aside(arrival)
                for divided in self._divide(loose, arrival):
                    for placed in self._placed(divided, arrival.fresh):
                        yield Reading((*laid, *aside, *placed))

    def _placed(self, groups: tuple[Group, ...], fresh: Kind | None) -> Iterator[tuple[Group, ...]]:
        """Say in which group the loose winning card stands: in each in turn where that may matter."""
        places = [index for index, group in enumerate(groups) if fresh in group.cards]
        for place in places if self._places_matter else places[:1]:
            yield (*groups[:place], attrs.evolve(groups[place], wins=True), *groups[place + 1 :])
        if not places:
            yield groups

    def waived(self, hand: Hand) -> Iterator[Reading]:
        """Yield the readings of a win that needs no groups: what is set aside counts, the rest is left over."""
        for arrival in self.arrivals(hand):
            for laid in self.laid(arrival):
                aside, loose = self.set_aside(arrival)
                rest = tuple(kind for kind, count in enumerate(loose) for _ in range(count))
                yield Reading((*laid, *aside), rest)

    def laid(self, arrival: Arrival) -> Iterator[tuple[Group, ...]]:
        """Yield the table's melds as groups; what a chi laid may be any meld of those cards."""
        worth = self.worth(arrival.raised)
        choices: list[list[Group]] = []
        for at, meld in enumerate(arrival.table):
            wins = at == arrival.claimed
            choices.append([Group(one.id, meld.cards, worth[one.id, meld.cards], wins) for one in self._kinds(meld)])
        yield from _products(choices)

    def _kinds(self, meld: TableMeld) -> list[Meld]:
        if meld.meld in self._melds:
            return [self._melds[meld.meld]]
        made = {made for claim in self.ruleset.claims if not claim.holding for made in claim.into}
        return [one for one in self.ruleset.melds if one.id in made and one.on_table and meld.cards in one.forms]

    def set_aside(self, arrival: Arrival) -> tuple[tuple[Group, ...], tuple[int, ...]]:
        """Set aside what may not be split; the winning card itself belongs to none of it."""
        worth = self.worth(arrival.raised)
        loose = list(arrival.counts)
        groups: list[Group] = []
        for kind in range(KINDS):
            own = loose[kind] - (arrival.fresh == kind)
            for copies in (_QUAD, _TRIPLET):
                meld, cards = self._whole[copies], (kind,) * copies
                if meld is not None and own == copies and cards in meld.forms:
                    groups.append(Group(meld.id, cards, worth[meld.id, cards]))
                    loose[kind] -= copies
                    break
        return tuple(groups), tuple(loose)

    def _divide(self, loose: tuple[int, ...], arrival: Arrival) -> Iterator[tuple[Group, ...]]:
        """Yield every division of loose cards into melds, the lowest card first."""
        worth = self.worth(arrival.raised)
        counts = list(loose)
        found: list[Group] = []
        order = sorted(range(KINDS), key=_order)

        def first(start: int) -> int:
            while start < KINDS and not counts[order[start]]:
                start += 1
            return start

        def search(start: int, floor: tuple[str, tuple[Kind, ...]] | None) -> Iterator[tuple[Group, ...]]:
            place = first(start)
            if place == KINDS:
                yield tuple(found)
                return
            for meld, form in self._forms[order[place]]:
                # Equal lowest cards take their melds in one order, so that no division comes twice.
                if floor is not None and place == start and (meld, form) < floor:
                    continue
                if all(counts[kind] >= form.count(kind) for kind in set(form)):
                    for kind in form:
                        counts[kind] -= 1
                    found.append(Group(meld, form, worth[meld, form], loose=True))
                    yield from search(place, (meld, form))
                    found.pop()
                    for kind in form:
                        counts[kind] += 1

        yield from search(0, None)

    def fewest_left(self, arrival: Arrival) -> int:
        """Return how few loose cards can be left over when the others make melds."""
        _, loose = self.set_aside(arrival)
        best: dict[tuple[int, ...], int] = {}

        def search(counts: tuple[int, ...]) -> int:
            if counts in best:
                return best[counts]
            place = next((kind for kind in sorted(range(KINDS), key=_order) if counts[kind]), None)
            if place is None:
                return 0
            without = tuple(count - (kind == place) for kind, count in enumerate(counts))
            fewest = 1 + search(without)
            for _, form in self._forms[place]:
                left = tuple(count - form.count(kind) for kind, count in enumerate(counts))
                if min(left) >= 0 and fewest:
                    fewest = min(fewest, search(left))
            best[counts] = fewest
            return fewest

        return search(loose)


class _Stated(dict[str, int]):
    """The facts that a hand states, by reference key; whatever it does not state is 0."""

    def __init__(self, stated: dict[str, int]) -> None:
        super().__init__({f"fact:{name}": value for name, value in stated.items()})

    def __missing__(self, key: str) -> int:
        return 0


def _products(choices: list[list[Group]]) -> Iterator[tuple[Group, ...]]:
    if not choices:
        yield ()
        return
    *rest, last = choices
    for before in _products(rest):
        for one in last:
            yield (*before, one)


