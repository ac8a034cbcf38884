"""Every legal reading of a hand, by trying everything: the plain search.

Meant to be read beside a rule text. First the winning card arrives: a claim joins it to a meld, by force
where the claim outranks the win, or it stays a loose card. Then what may not be split is set aside, and
the loose cards are divided into melds in every way.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from phzdsl.cards import KINDS, Kind
from phzdsl.ruleset.expressions import evaluate
from phzdsl.ruleset.model import Claim, Meld, Ruleset, constant
from phzdsl.scoring.dividing import Divider, Group, too_many
from phzdsl.scoring.hand import EVENTS, Hand, TableMeld
from phzdsl.syntax.limits import Limits
from phzdsl.tables.features import PLACED, named_keys

__all__ = ["Arrival", "Group", "Reading", "Searcher"]

_TRIPLET = 3
_QUAD = 4
# So many steps and patterns are worked out for all readings of a hand together; so many readings are always looked at.
_MOST_COUNTED = 1_000_000
_FEWEST = 200


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


class Searcher:
    """Reads hands under one bound ruleset."""

    def __init__(self, ruleset: Ruleset, limits: Limits | None = None) -> None:
        """Prepare to read hands; ``limits`` bound the ways to divide one, fewer where the count is very long."""
        self.ruleset = ruleset
        bounds = limits or Limits()
        counted = len(ruleset.count.steps) + sum(1 for _ in ruleset.patterns())
        self._limits = attrs.evolve(bounds, readings=min(bounds.readings, max(_FEWEST, _MOST_COUNTED // (counted + 1))))
        self._melds = {meld.id: meld for meld in ruleset.melds}
        self._worths: dict[frozenset[Kind], dict[tuple[str, tuple[Kind, ...]], int]] = {}
        self._whole = {
            copies: next((meld for meld in ruleset.melds if meld.in_hand and meld.whole and meld.same == copies), None)
            for copies in (_TRIPLET, _QUAD)
        }
        self._forms = [
            (meld.id, form)
            for meld in ruleset.melds
            if meld.in_hand and not (meld.whole and meld.same in {_TRIPLET, _QUAD})
            for form in meld.forms
        ]
        self._interned: dict[tuple[object, ...], Group] = {}
        self._asides: dict[frozenset[Kind], dict[tuple[Kind, int], Group]] = {}
        self._dividers: dict[frozenset[Kind], Divider] = {}
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
        return bool(evaluate(claim.when, _Stated(hand)))

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

    def readings(self, hand: Hand) -> list[Reading]:
        """Return every complete division once, the number of groups and of pairs not yet asked.

        Raises:
            TooManyReadingsError: there are more than the limits allow.
        """
        arrivals = list(self.arrivals(hand))
        found: list[Reading] = []
        for arrival in arrivals:
            aside, loose = self.set_aside(arrival)
            divisions = self._divide(loose, arrival.raised)
            for laid in self.laid(arrival) if divisions else ():
                first = laid + aside
                if arrival.fresh is None:
                    found += [Reading(first + divided) for divided in divisions]
                else:
                    placed = [one for divided in divisions for one in self._placed(divided, arrival.fresh)]
                    found += [Reading(first + one) for one in placed]
                if len(found) > self._limits.readings:
                    raise too_many()
        # Only two arrivals can end in the same groups.
        return found if len(arrivals) == 1 else list(dict.fromkeys(found))

    def _placed(self, groups: tuple[Group, ...], fresh: Kind) -> Iterator[tuple[Group, ...]]:
        """Say in which group the loose winning card stands: in each in turn where that may matter."""
        places = [index for index, group in enumerate(groups) if fresh in group.cards]
        for place in places if self._places_matter else places[:1]:
            stands = groups[place]
            wins = self.group(stands.meld, stands.cards, stands.xi, wins=True, loose=True)
            yield (*groups[:place], wins, *groups[place + 1 :])
        if not places:
            yield groups

    def waived(self, hand: Hand) -> Iterator[Reading]:
        """Yield the readings of a win that needs no groups: what is set aside counts, the rest is left over."""
        for arrival in self.arrivals(hand):
            for laid in self.laid(arrival):
                aside, loose = self.set_aside(arrival)
                rest = tuple(kind for kind, count in enumerate(loose) for _ in range(count))
                yield Reading((*laid, *aside), rest)

    def group(self, meld: str, cards: tuple[Kind, ...], xi: int, *, wins: bool = False, loose: bool = False) -> Group:
        """Return a group; equal ones are the same object."""
        key = meld, cards, xi, wins, loose
        made = self._interned.get(key)
        if made is None:
            made = self._interned[key] = Group(*key)
        return made

    def laid(self, arrival: Arrival) -> Iterator[tuple[Group, ...]]:
        """Yield the table's melds as groups; what a chi laid may be any meld of those cards."""
        if not arrival.table:
            yield ()
            return
        worth = self.worth(arrival.raised)
        choices: list[list[Group]] = []
        for at, meld in enumerate(arrival.table):
            wins = at == arrival.claimed
            kinds = self._kinds(meld)
            choices.append([self.group(one.id, meld.cards, worth[one.id, meld.cards], wins=wins) for one in kinds])
        yield from _products(choices)

    def _kinds(self, meld: TableMeld) -> list[Meld]:
        if meld.meld in self._melds:
            return [self._melds[meld.meld]]
        made = {made for claim in self.ruleset.claims if not claim.holding for made in claim.into}
        return [one for one in self.ruleset.melds if one.id in made and one.on_table and meld.cards in one.forms]

    def set_aside(self, arrival: Arrival) -> tuple[tuple[Group, ...], tuple[int, ...]]:
        """Set aside what may not be split; the winning card itself belongs to none of it."""
        counts, fresh = arrival.counts, arrival.fresh
        if max(counts) < _TRIPLET:
            return (), counts
        whole = self._whole_groups(arrival.raised)
        loose = list(counts)
        groups: list[Group] = []
        for kind in [kind for kind, count in enumerate(counts) if count >= _TRIPLET]:
            own = counts[kind] - (fresh == kind)
            group = whole.get((kind, own))
            if group is not None:
                groups.append(group)
                loose[kind] -= own
        return tuple(groups), tuple(loose)

    def _whole_groups(self, raised: frozenset[Kind]) -> dict[tuple[Kind, int], Group]:
        """Return by kind and copies what may not be split."""
        found = self._asides.get(raised)
        if found is None:
            worth = self.worth(raised)
            found = self._asides[raised] = {
                (form[0], copies): self.group(meld.id, form, worth[meld.id, form])
                for copies, meld in self._whole.items()
                if meld is not None
                for form in meld.forms
            }
        return found

    def _divide(self, loose: tuple[int, ...], raised: frozenset[Kind]) -> list[tuple[Group, ...]]:
        """Return every division of loose cards into melds."""
        return self._divider(raised).divisions(loose)

    def _divider(self, raised: frozenset[Kind]) -> Divider:
        divider = self._dividers.get(raised)
        if divider is None:
            worth = self.worth(raised)
            groups = [self.group(meld, form, worth[meld, form], loose=True) for meld, form in self._forms]
            divider = self._dividers[raised] = Divider(dict.fromkeys(groups), self._limits)
        return divider

    def leftover(self, hand: Hand) -> tuple[tuple[Kind, ...], tuple[tuple[Kind, ...], ...]]:
        """Return the fewest cards that are left over, and the sets in hand that may not be split to take them in."""
        arrivals = list(self.arrivals(hand))
        counts = [self.fewest_left(arrival) for arrival in arrivals]
        if not counts:
            return (), ()
        best = arrivals[counts.index(min(counts))]
        aside, loose = self.set_aside(best)
        return self._divider(best.raised).left_over(loose), tuple(group.cards for group in aside)

    def fewest_left(self, arrival: Arrival) -> int:
        """Return how few loose cards can be left over when the others make melds."""
        _, loose = self.set_aside(arrival)
        return self._divider(arrival.raised).fewest_left(loose)


class _Stated(dict[str, int]):
    """What a hand states and has on the table, by reference key; whatever it does not state is 0."""

    def __init__(self, hand: Hand) -> None:
        super().__init__({f"fact:{name}": value for name, value in hand.stated().items()})
        self._table = [meld.meld for meld in hand.table]

    def __missing__(self, key: str) -> int:
        kind, _, name = key.partition(":")
        return self._table.count(name) if kind == "count" else 0


def _products(choices: list[list[Group]]) -> Iterator[tuple[Group, ...]]:
    if not choices:
        yield ()
        return
    *rest, last = choices
    for before in _products(rest):
        for one in last:
            yield (*before, one)
