"""Which vectors of facts winning hands can have, exactly, with a hand for each.

Every hand is looked at: each set of melds that the deck can lay, on the table or in hand, with the right
number of groups and pairs. A programme over the ten points keeps, for each half-read division, the set of
vectors reached as the bits of one integer, so that all hands are covered in a second. Only the facts
asked for are kept. Wins that need no groups (three 提 at the deal) are asked about by ``waived``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import attrs

from phzdsl.cards import KINDS, POINTS, Kind
from phzdsl.ruleset.model import Ruleset
from phzdsl.tables.division import Division, Mode, accepted, endings
from phzdsl.tables.features import form_share
from phzdsl.tables.shapes import Form, HandShape, shape_of

__all__ = ["Reach", "Witness", "reach"]

_MOST_BITS = 4_000_000


@attrs.frozen
class Witness:
    """A division that has a vector: its melds, by id, with their cards."""

    groups: tuple[tuple[str, tuple[Kind, ...]], ...]


@attrs.frozen
class _Radix:
    """Vectors as numbers in mixed radix, so that adding vectors is adding numbers."""

    keys: tuple[str, ...]
    sizes: tuple[int, ...]

    @property
    def places(self) -> tuple[int, ...]:
        """Weight of each key."""
        places: list[int] = []
        weight = 1
        for size in self.sizes:
            places.append(weight)
            weight *= size
        return tuple(places)

    def pack(self, values: Mapping[str, int]) -> int:
        """Return the number of a vector."""
        return sum(values[key] * place for key, place in zip(self.keys, self.places, strict=True))

    def unpack(self, number: int) -> dict[str, int]:
        """Return the vector of a number."""
        values: dict[str, int] = {}
        for key, size in zip(self.keys, self.sizes, strict=True):
            number, values[key] = divmod(number, size)
        return values


@attrs.frozen
class Reach:
    """The vectors that complete hands have.

    Attributes:
        keys: the facts kept, by reference key.
        vectors: every vector, ascending by its number.
    """

    keys: tuple[str, ...]
    vectors: tuple[dict[str, int], ...]
    _search: _Search = attrs.field(repr=False, eq=False)

    def witness(self, vector: Mapping[str, int]) -> Witness:
        """Return a division that has a vector."""
        return self._search.witness(vector)


def reach(ruleset: Ruleset, keys: frozenset[str]) -> Reach | None:
    """Return all vectors of some facts over every complete hand of a bound ruleset.

    None where a fact is no sum over melds, or the vectors would be too many.
    """
    order = (*sorted(keys - {"fact:quads"}), "fact:quads")
    shares = {key: share for key in order if (share := form_share(key, ruleset)) is not None}
    if len(shares) < len(order):
        return None
    search = _Search(ruleset, shares)
    if search.bits > _MOST_BITS:
        return None
    return Reach(order, tuple(search.vectors()), search)


class _Search:
    """The programme over the points, and the way back from a vector to a hand."""

    def __init__(self, ruleset: Ruleset, shares: Mapping[str, Callable[[Form], int]]) -> None:
        self._melds = ruleset.melds
        self._shape = _open_shape(ruleset)
        weights = {form: {key: share(form) for key, share in shares.items()} for form in self._shape.free}
        most = {key: max((weight[key] for weight in weights.values()), default=0) for key in shares}
        self._radix = _Radix(tuple(shares), tuple(self._shape.groups * most[key] + 1 for key in shares))
        self._packed = {form: self._radix.pack(weight) for form, weight in weights.items()}
        # Quads are free melds here: no number of pairs may be ruled out before the last point.
        most_pairs = max(most for _, most in self._shape.pair_bounds)
        loose = attrs.evolve(self._shape, pair_bounds=((0, most_pairs),) * len(self._shape.pair_bounds))
        self._division = Division(loose, self._packed.__getitem__, Mode.ALL)
        self._layers: list[dict[int, int]] = []

    @property
    def bits(self) -> int:
        """Number of different vectors that the radix has room for."""
        total = 1
        for size in self._radix.sizes:
            total *= size
        return total

    def vectors(self) -> Iterator[dict[str, int]]:
        """Run the programme and yield the vectors of complete hands."""
        self._layers = [{0: 1}]
        for point in range(POINTS):
            self._layers.append(self._advance(point, self._layers[-1]))
        complete = 0
        for configuration, mask in self._layers[-1].items():
            complete |= self._accepted(configuration, mask)
        for number in _bits(complete):
            yield self._radix.unpack(number)

    def _advance(self, point: int, layer: Mapping[int, int]) -> dict[int, int]:
        caps = self._division.caps
        after: dict[int, int] = {}
        for configuration, mask in layer.items():
            for small in range(caps[point] + 1):
                for big in range(caps[point + POINTS] + 1):
                    for reached, weight in self._division.moves(point, configuration, small, big):
                        after[reached] = after.get(reached, 0) | (mask << weight)
        return after

    def _accepted(self, configuration: int, mask: int) -> int:
        """Keep the vectors of an ending whose number of groups and pairs is right for its quads."""
        ended = endings(((configuration, 0),))
        kept = 0
        for quads in range(self._shape.groups + 1):
            if accepted(self._shape, ended, 0, quads):
                kept |= mask & self._with_quads(quads)
        return kept

    def _with_quads(self, quads: int) -> int:
        """Return the mask of all vectors with a number of quads; that fact has the highest place."""
        place = self._radix.places[-1]
        return ((1 << place) - 1) << (quads * place) if quads < self._radix.sizes[-1] else 0

    # ------------------------------------------------------------ the way back

    def witness(self, vector: Mapping[str, int]) -> Witness:
        """Return a division with a vector, found by walking the programme backwards.

        Raises:
            KeyError: no complete hand has it.
        """
        number = self._radix.pack(vector)
        for configuration, mask in self._layers[-1].items():
            if self._accepted(configuration, mask) >> number & 1:
                return Witness(tuple(self._back(configuration, number)))
        raise KeyError(number)

    def _back(self, configuration: int, number_wanted: int) -> list[tuple[str, tuple[Kind, ...]]]:
        counts, number = [0] * KINDS, number_wanted
        for point in reversed(range(POINTS)):
            configuration, number, small, big = self._before(point, configuration, number)
            counts[point], counts[point + POINTS] = small, big
        return self._groups(tuple(counts), number_wanted)

    def _before(self, point: int, configuration: int, number: int) -> tuple[int, int, int, int]:
        caps = self._division.caps
        for earlier, mask in self._layers[point].items():
            for small in range(caps[point] + 1):
                for big in range(caps[point + POINTS] + 1):
                    for reached, weight in self._division.moves(point, earlier, small, big):
                        if reached == configuration and number >= weight and mask >> (number - weight) & 1:
                            return earlier, number - weight, small, big
        raise KeyError(configuration)

    def _groups(self, counts: tuple[int, ...], number: int) -> list[tuple[str, tuple[Kind, ...]]]:
        """Divide known cards so that the melds add up to a vector."""
        found: list[Form] = []

        def search(left: tuple[int, ...], wanted: int) -> bool:
            place = next((kind for kind in _ORDER if left[kind]), None)
            if place is None:
                return wanted == 0 and len(found) == self._shape.groups
            for form in self._shape.free:
                if form.kinds[0] != place or wanted < self._packed[form]:
                    continue
                rest = tuple(count - form.kinds.count(kind) for kind, count in enumerate(left))
                if min(rest) < 0:
                    continue
                found.append(form)
                if search(rest, wanted - self._packed[form]):
                    return True
                found.pop()
            return False

        search(counts, number)
        return [(self._melds[form.meld].id, form.kinds) for form in found]


_ORDER = sorted(range(KINDS), key=lambda kind: (kind % POINTS, kind))


def _open_shape(ruleset: Ruleset) -> HandShape:
    """Return the shape in which every meld, on the table or in hand, is made of free cards."""
    shape = shape_of(ruleset)
    red = ruleset.deck.red
    forms = tuple(
        Form(index, kinds, meld.value.of(kinds, red))
        for index, meld in enumerate(ruleset.melds)
        for kinds in meld.forms
    )
    nothing: tuple[Form | None, ...] = (None,) * KINDS
    return attrs.evolve(shape, free=forms, triplets=nothing, quads=nothing)


def _bits(mask: int) -> Iterator[int]:
    """Yield the places of the bits that are set, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
