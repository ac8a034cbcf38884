"""Values that are shown and compared by their fields: as the methods are that attrs would write itself."""

from __future__ import annotations

import copy
import pickle

import attrs
import pytest

from phzdsl.fields import ByFields
from phzdsl.ruleset.expressions import Arithmetic, Constant, Unit
from phzdsl.syntax.nodes import Name, Text
from phzdsl.text.source import Source, Span

SPAN = Span(Source("a.phz", "一二三"), 0, 2)
OTHER = Span(Source("b.phz", "一二三"), 1, 3)


@attrs.frozen
class Theirs:
    """A value whose methods attrs writes."""

    name: str
    parts: tuple[int, ...] = ()
    hidden: int = attrs.field(default=0, repr=False)
    place: int = attrs.field(default=0, eq=False, kw_only=True)
    shouted: str = attrs.field(default="x", repr=str.upper)


@attrs.frozen(repr=False, eq=False)
class Ours(ByFields):
    """The same fields, with the methods of the base."""

    name: str
    parts: tuple[int, ...] = ()
    hidden: int = attrs.field(default=0, repr=False)
    place: int = attrs.field(default=0, eq=False, kw_only=True)
    shouted: str = attrs.field(default="x", repr=str.upper)


class Narrower(Ours):
    """A class of its own with the fields of another."""

    __slots__ = ()


def both(name: str, parts: tuple[int, ...] = (), hidden: int = 0, place: int = 0) -> tuple[Theirs, Ours]:
    """Return the same value of both classes."""
    return Theirs(name, parts, hidden, place=place), Ours(name, parts, hidden, place=place)


VALUES = [both("a"), both("a"), both("b"), both("a", (1,)), both("a", hidden=1), both("a", place=1), both("a", (1,), 1)]


def test_a_value_is_shown_as_attrs_shows_it() -> None:
    """The class and the fields in order, ``repr`` of a field heeded."""
    for theirs, ours in VALUES:
        assert repr(ours) == repr(theirs).replace("Theirs", "Ours")
    assert repr(VALUES[3][1]) == "Ours(name='a', parts=(1,), place=0, shouted=X)"


def test_values_compare_as_those_of_attrs_do() -> None:
    """Each pair is equal, and has one hash, just where attrs has it so; a field with ``eq=False`` counts for nothing."""
    for theirs, ours in VALUES:
        for their_other, our_other in VALUES:
            assert (ours == our_other) == (theirs == their_other)
            assert (hash(ours) == hash(our_other)) == (hash(theirs) == hash(their_other))
    assert VALUES[0][1] == VALUES[5][1] != VALUES[4][1]


def test_another_class_is_another_value() -> None:
    """Values of two classes differ though their fields agree, also where one derives from the other."""
    theirs, ours = both("a")
    assert ours != theirs
    assert Narrower("a") != ours
    assert Narrower("a") == Narrower("a")
    assert len({ours, Narrower("a"), Ours("a")}) == 2
    assert Name("碰", span=SPAN) != Text("碰", span=SPAN)


def test_a_value_stays_frozen_and_can_be_copied() -> None:
    """The base takes nothing away: no field can be set, a copy and what comes out of a pickle are equal."""
    ours = both("a", (1, 2), 3)[1]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        ours.name = "b"  # type: ignore[misc]  # that is what is tested
    assert not hasattr(ours, "__dict__")
    assert copy.copy(ours) == pickle.loads(pickle.dumps(ours)) == attrs.evolve(ours) == ours  # noqa: S301 - our own bytes


def test_a_field_without_a_hash_is_refused() -> None:
    """What holds a list can be in no set, as with attrs."""
    with pytest.raises(TypeError, match="unhashable"):
        hash(Ours("a", parts=[1]))  # type: ignore[arg-type]  # that is what is tested


def test_places_do_not_count() -> None:
    """Trees and formulas that say the same are equal wherever they stand."""
    assert Name("碰", span=SPAN) == Name("碰", span=OTHER)
    one, other = (Arithmetic("+", Constant(1, span=at), Constant(2), Unit.XI, span=at) for at in (SPAN, OTHER))
    assert one == other
    assert hash(one) == hash(other)
    assert repr(SPAN) == "Span(source=a.phz, start=0, end=2)"
