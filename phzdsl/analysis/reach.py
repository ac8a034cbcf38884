"""Which vectors of facts winning hands can have, exactly, with a hand for each.

Every hand is looked at: each set of melds that the deck can lay, on the table or in hand, with the right
number of groups and pairs. A programme over the ten points keeps, for each half-read division, the set of
vectors reached as the bits of one integer. Only the facts asked for are kept. Wins that need no groups
(three 提 at the deal) are asked about in ``dealt.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from phzdsl.analysis.arcs import Arcs
from phzdsl.cards import POINTS, Kind
from phzdsl.ruleset.model import Ruleset
from phzdsl.tables.features import form_share
from phzdsl.tables.shapes import HandShape

__all__ = ["MOST_BITS", "Radix", "Reach", "bits_of", "reach", "size_of"]

MOST_BITS = 1_000_000


@attrs.frozen
class Radix:
    """Vectors as numbers in mixed radix, so that adding vectors is adding numbers."""

    keys: tuple[str, ...]
    sizes: tuple[int, ...]

    @property
    def places(self) -> tuple[int, ...]:
        """Weight of each key, and at the end that of all together."""
        places = [1]
        for size in self.sizes:
            places.append(places[-1] * size)
        return tuple(places)

    def pack(self, values: Mapping[str, int]) -> int:
        """Return the number of a vector."""
        return sum(values[key] * place for key, place in zip(self.keys, self.places, strict=False))

    def unpack(self, number: int) -> dict[str, int]:
        """Return the vector of a number."""
        values: dict[str, int] = {}
        for key, size in zip(self.keys, self.sizes, strict=True):
            number, values[key] = divmod(number, size)
        return values


@attrs.frozen(eq=False)
class Reach:
    """The vectors that complete hands have.

    Attributes:
        vectors: every vector, ascending by its number; 四同数 is always among the facts.
    """

    vectors: tuple[dict[str, int], ...]
    _arcs: Arcs = attrs.field(repr=False)
    _radix: Radix
    _weights: tuple[tuple[int, ...], ...] = attrs.field(repr=False)
    _layers: tuple[dict[int, int], ...] = attrs.field(repr=False)

    def witness(self, ruleset: Ruleset, vector: Mapping[str, int]) -> tuple[tuple[str, tuple[Kind, ...]], ...]:
        """Return the melds of a complete hand that has a vector, each as its id and cards.

        Raises:
            KeyError: no complete hand has it.
        """
        number = self._radix.pack(vector)
        for configuration, mask in self._layers[-1].items():
            if _accepted(self._arcs, self._radix, configuration, mask) >> number & 1:
                forms = (self._arcs.shape.free[index] for index in self._back(configuration, number))
                return tuple((ruleset.melds[form.meld].id, form.kinds) for form in forms)
        raise KeyError(number)

    def _back(self, configuration: int, number: int) -> list[int]:
        """Walk the programme backwards from an ending; return the forms that lead there."""
        found: list[int] = []
        for point in reversed(range(POINTS)):
            configuration, number, forms = self._before(point, configuration, number)
            found.extend(forms)
        return found

    def _before(self, point: int, configuration: int, number: int) -> tuple[int, int, tuple[int, ...]]:
        for earlier, mask in self._layers[point].items():
            for target, cover in self._arcs.steps[point].get(earlier, ()):
                if target != configuration:
                    continue
                for weight, forms in zip(self._weights[cover], self._arcs.covers[cover], strict=True):
                    if number >= weight and mask >> (number - weight) & 1:
                        return earlier, number - weight, forms
        raise KeyError(configuration)


def reach(ruleset: Ruleset, arcs: Arcs, keys: frozenset[str]) -> Reach | None:
    """Return all vectors of some facts over every complete hand of a bound ruleset.

    None where a fact is no sum over melds, or the vectors would be too many.
    """
    order = (*sorted(keys - {"fact:quads"}), "fact:quads")
    shares = [share for key in order if (share := form_share(key, ruleset)) is not None]
    if len(shares) < len(order):
        return None
    forms = arcs.shape.free
    amounts = [[share(form) for form in forms] for share in shares]
    radix = Radix(order, tuple(arcs.shape.groups * max(amount, default=0) + 1 for amount in amounts))
    if radix.places[-1] > MOST_BITS:
        return None
    packed = [
        sum(amount[index] * place for amount, place in zip(amounts, radix.places, strict=False))
        for index in range(len(forms))
    ]
    weights = tuple(tuple(sum(packed[index] for index in way) for way in ways) for ways in arcs.covers)
    layers = _layers(arcs, [tuple(set(one)) for one in weights])
    complete = 0
    for configuration, mask in layers[-1].items():
        complete |= _accepted(arcs, radix, configuration, mask)
    return Reach(tuple(radix.unpack(number) for number in bits_of(complete)), arcs, radix, weights, layers)


def size_of(ruleset: Ruleset, shape: HandShape, keys: frozenset[str]) -> int:
    """Return about how many vectors some facts may have, all of them sums over melds; ``MOST_BITS`` is the most."""
    size = 1
    for key in keys | {"fact:quads"}:
        share = form_share(key, ruleset)
        size *= shape.groups * max(map(share, shape.free), default=0) + 1 if share is not None else 1
    return size


def _layers(arcs: Arcs, weights: list[tuple[int, ...]]) -> tuple[dict[int, int], ...]:
    """Run the programme: by point, the vectors reached by each configuration."""
    layers = [{0: 1}]
    for steps in arcs.steps:
        after: dict[int, int] = {}
        for configuration, mask in layers[-1].items():
            for target, cover in steps.get(configuration, ()):
                reached = after.get(target, 0)
                for weight in weights[cover]:
                    reached |= mask << weight
                after[target] = reached
        layers.append(after)
    return tuple(layers)


def _accepted(arcs: Arcs, radix: Radix, configuration: int, mask: int) -> int:
    """Keep the vectors of an ending whose number of groups and pairs is right for its quads."""
    place = radix.places[-2]
    kept = 0
    for quads in arcs.finals.get(configuration, ()):
        kept |= mask & ((1 << place) - 1) << quads * place
    return kept


def bits_of(mask: int) -> Iterator[int]:
    """Yield the places of the bits that are set, ascending."""
    # By bytes: taking the lowest bit off a long number costs its whole length.
    for place, byte in enumerate(mask.to_bytes((mask.bit_length() + 7) // 8, "little")):
        for bit in range(8) if byte else ():
            if byte >> bit & 1:
                yield 8 * place + bit
