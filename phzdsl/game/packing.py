"""How well concealed cards pack into groups: done, begun by two cards, or not at all.

A packing gives each card to at most one group; the best one has the greatest weight, and what a group done or
begun weighs is an argument. Cards are read from point one to ten while it is remembered which groups may still
grow. What follows from what is worked out once and kept, so that a hand costs some twenty look-ups. Groups of
points that lie far apart (二七十) would have to be remembered for too long: their few uses are tried one by one.
Only the likeliest ways are followed, so a packing is good, not always the best: for players, not for scores.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

import attrs

from phzdsl.cards import KINDS, POINTS, Kind

__all__ = ["Packed", "Packer", "Weights"]

_Item = tuple[Kind, ...]
_Ways = dict[tuple[_Item, ...], int]

_NEAR = 2
_PAIR = 2
_GROUP = 3
_COUNTS = 5
# Ways that are followed at each kind, and nodes kept before all of them are forgotten.
_BEAM = 8
_MOST_NODES = 60_000
# Places in one number: the weight above groups done, groups begun, those begun by a pair, and 息.
_WEIGHT, _DONE, _BEGUN, _PAIRS = 1 << 24, 1 << 20, 1 << 16, 1 << 12
_FIELD, _XI_FIELD = 0xF, 0xFFF
_NEVER = -1 << 60


@attrs.frozen
class Weights:
    """What groups weigh.

    Attributes:
        done: of a group done.
        begun: of one that two cards begin.
        xi: of each 息 of a group done; half of it of one begun.
    """

    done: int
    begun: int
    xi: int


@attrs.frozen
class Packed:
    """The best packing found.

    Attributes:
        done, begun: groups of three cards, and of two that a third would complete.
        pairs: how many of those begun are two of a kind.
        xi: what all of them are worth once they are done.
    """

    weight: int
    done: int
    begun: int
    pairs: int
    xi: int


class _Node:
    """What may still grow before the cards of a kind are read: values by the items that are open.

    An item is one card or two, all of whose groups have a card still to come.
    """

    __slots__ = ("after", "at", "ways")

    def __init__(self, at: int, ways: _Ways) -> None:
        self.at = at
        self.ways = ways
        self.after: list[tuple[_Node, int] | None] = [None] * _COUNTS


class Packer:
    """Packs cards into the groups of one variant; keep one for many hands."""

    def __init__(self, forms: Mapping[_Item, int], weights: Weights) -> None:
        """Prepare to pack.

        Args:
            forms: the sets of three cards that make a group, ascending, with their 息.
            weights: what groups weigh.
        """
        near = [form for form in forms if _spread(form) <= _NEAR]
        self._far = tuple(tuple(_parts(form, _GROUP, _PAIR)) for form in forms if form not in near)
        self._worth = dict(_worths(forms, weights))
        self._grows = _growing(near)
        items = {part for form in near for part in _parts(form, 1, _PAIR)}
        self._last = {item: max(max(map(_point, form)) for form in near if _within(item, form)) for item in items}
        # What one open card, or two, may be thought to bring yet. Less than the utmost: ways that fall behind by more
        # hardly ever win, and leaving them makes the nodes few.
        done = weights.done * _WEIGHT
        self._hopes = (0, done // 4, done * 5 // 12)
        self._order = tuple(sorted(range(KINDS), key=lambda kind: (_point(kind), kind)))
        self._nodes: dict[tuple[int, frozenset[tuple[tuple[_Item, ...], int]]], _Node] = {}
        self._start = self._node(0, {(): 0})

    def pack(self, counts: bytes | bytearray) -> Packed:
        """Return the best packing of some cards, by kind, 0 to 4 of each."""
        best = max(self._packings(bytearray(counts), 0, 0))
        if len(self._nodes) > _MOST_NODES:
            self._nodes.clear()
            self._start = self._node(0, {(): 0})
        done, begun, pairs = (best // place & _FIELD for place in (_DONE, _BEGUN, _PAIRS))
        return Packed(best // _WEIGHT, done, begun, pairs, best & _XI_FIELD)

    def _packings(self, counts: bytearray, at: int, value: int) -> Iterator[int]:
        """Yield the value of the best packing for each use of the far groups from one on."""
        if at == len(self._far):
            yield value + self._near(counts)
            return
        yield from self._packings(counts, at + 1, value)
        for part in self._far[at]:
            if all(counts[kind] for kind in part):
                for kind in part:
                    counts[kind] -= 1
                # A far group may be done twice; to begin a second one as well would hardly ever pay.
                again = at if len(part) == _GROUP else at + 1
                yield from self._packings(counts, again, value + self._worth[part])
                for kind in part:
                    counts[kind] += 1

    def _near(self, counts: bytearray) -> int:
        """Return the value of the best packing into groups that are not far."""
        node, value = self._start, 0
        for kind in self._order:
            count = counts[kind]
            node, gain = node.after[count] or self._step(node, kind, count)
            value += gain
        return value

    # ------------------------------------------------------------ what follows from what

    def _step(self, node: _Node, kind: Kind, count: int) -> tuple[_Node, int]:
        """Return what follows a node when so many cards of a kind are read, and what they bring."""
        ways = node.ways
        for _ in range(count):
            ways = self._with_card(ways, kind)
        # The big cards of a point come after its small ones.
        ways = self._kept(ways, _point(kind) - (kind < POINTS))
        best = max(ways.values())
        step = self._node(node.at + 1, {items: value - best for items, value in ways.items()}), best
        node.after[count] = step
        return step

    def _with_card(self, ways: _Ways, kind: Kind) -> _Ways:
        """Let a card begin an item, or join one that is open."""
        found: _Ways = {}
        for items, value in ways.items():
            _better(found, (*items, (kind,)), value)
            for item in set(items):
                grown = self._grows[item].get(kind)
                if grown is not None:
                    rest = list(items)
                    rest.remove(item)
                    if len(grown) < _GROUP:
                        rest.append(grown)
                    _better(found, tuple(rest), value + self._worth[grown] - self._worth.get(item, 0))
        return found

    def _kept(self, ways: _Ways, point: int) -> _Ways:
        """Close items that no card after a point joins, and leave the ways that fall behind."""
        closed: _Ways = {}
        for items, value in ways.items():
            _better(closed, tuple([item for item in items if self._last.get(item, 0) > point]), value)
        kept: list[tuple[tuple[_Item, ...], int]] = []
        for items, value in sorted(closed.items(), key=lambda one: (-one[1], one[0])):
            if all(value + self._hope(items, others) > ahead for others, ahead in kept):
                kept.append((items, value))
                if len(kept) == _BEAM:
                    break
        return dict(kept)

    def _hope(self, items: tuple[_Item, ...], others: tuple[_Item, ...]) -> int:
        """Return what open items may bring beyond what others may."""
        left = list(others)
        hope = 0
        for item in items:
            if item in left:
                left.remove(item)
            else:
                hope += self._hopes[len(item)]
        return hope

    def _node(self, at: int, ways: _Ways) -> _Node:
        return self._nodes.setdefault((at, frozenset(ways.items())), _Node(at, ways))


def _better(ways: _Ways, items: tuple[_Item, ...], value: int) -> None:
    key = tuple(sorted(items))
    if ways.get(key, _NEVER) < value:
        ways[key] = value


def _point(kind: Kind) -> int:
    return kind % POINTS


def _spread(form: _Item) -> int:
    points = [_point(kind) for kind in form]
    return max(points) - min(points)


def _within(item: _Item, form: _Item) -> bool:
    return all(item.count(kind) <= form.count(kind) for kind in item)


def _parts(form: _Item, *sizes: int) -> list[_Item]:
    """Return the different parts of a group of some sizes."""
    return list(dict.fromkeys(part for size in sizes for part in combinations(form, size)))


def _worths(forms: Mapping[_Item, int], weights: Weights) -> Iterator[tuple[_Item, int]]:
    """Yield what each group, begun or done, is worth."""
    begun: dict[_Item, int] = {}
    for form, xi in forms.items():
        yield form, (weights.done + weights.xi * xi) * _WEIGHT + _DONE + xi
        for part in _parts(form, _PAIR):
            begun[part] = max(begun.get(part, 0), xi)
    for part, xi in begun.items():
        pair = _PAIRS if part[0] == part[1] else 0
        yield part, (weights.begun + weights.xi * xi // 2) * _WEIGHT + _BEGUN + pair + xi


def _growing(forms: list[_Item]) -> dict[_Item, dict[Kind, _Item]]:
    """Return what each part of a group becomes with a further card; every kind is a part."""
    grows: dict[_Item, dict[Kind, _Item]] = {(kind,): {} for kind in range(KINDS)}
    for form in forms:
        for part in _parts(form, _PAIR, _GROUP):
            for at, kind in enumerate(part):
                grows.setdefault(part[:at] + part[at + 1 :], {})[kind] = part
    return grows
