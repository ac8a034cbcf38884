"""What is counted about a hand, packed into one integer.

Only what the count of a variant names is kept. Features of the cards are sums over points, features of the
division sums over melds; both add up as a hand is read, so a total is one addition a step. Fields are
checked for their width: one bit short gives a wrong count that looks right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import attrs

from phzdsl.cards import POINTS, Kind
from phzdsl.ruleset.expressions import Expr, refs
from phzdsl.ruleset.model import Meld, Row, Ruleset, constant
from phzdsl.tables.shapes import Form

__all__ = [
    "PLACED",
    "Feature",
    "FeatureSet",
    "card_share",
    "form_share",
    "named_keys",
    "named_ranges",
    "unsettled_rows",
]

_QUAD = 4
_TRIPLET = 3
_LEAST_MELD = 3

# Facts that follow from others, so that fewer fields are kept.
_DERIVED = {
    "fact:black-cards": ("fact:all-cards", "fact:red-cards"),
    "fact:small-cards": ("fact:all-cards", "fact:big-cards"),
}
PLACED = ("wins-in:", "fact:wins-middle", "fact:waits")


@attrs.frozen
class Feature:
    """One field.

    Attributes:
        key: reference key, such as ``fact:red-cards`` or ``count:ju``.
        width: bits.
        of_point: what (small, big) copies of a point (0 to 9) add.
        of_form: what a meld adds.
    """

    key: str
    width: int
    of_point: Callable[[int, int, int], int]
    of_form: Callable[[Form], int]


def named_keys(ruleset: Ruleset) -> frozenset[str]:
    """Return every reference key that the win and the count of a bound ruleset name."""
    return frozenset(named_ranges(ruleset))


def named_ranges(ruleset: Ruleset, also: Iterable[Expr] = ()) -> dict[str, tuple[int, int]]:
    """Return every reference key that the win and the count of a bound ruleset name, with its range there.

    Args:
        ruleset: the bound ruleset.
        also: further expressions whose references are wanted.
    """
    ranges: dict[str, tuple[int, int]] = {}
    for expr in (*_exprs(ruleset), *also):
        for ref in refs(expr):
            low, high = ranges.get(ref.key, (ref.low, ref.high))
            ranges[ref.key] = max(low, ref.low), min(high, ref.high)
    return ranges


def _exprs(ruleset: Ruleset) -> Iterator[Expr]:
    if ruleset.win.minimum is not None:
        yield ruleset.win.minimum.value
    for requirement in ruleset.win.requirements:
        yield requirement.value
    for way in ruleset.win.ways:
        yield way.when
    for step in ruleset.count.steps:
        yield step.formula
    for _, pattern in ruleset.patterns():
        yield pattern.when
        yield pattern.worth
    for table in ruleset.count.tables:
        if table.cap is not None:
            yield table.cap.value
    yield from (row.undefined for row in unsettled_rows(ruleset) if row.undefined is not None)


def unsettled_rows(ruleset: Ruleset) -> Iterator[Row]:
    """Yield the rows of win and count that say when their rule is not settled."""
    win = ruleset.win
    rows = [way.row for way in win.ways] + [one.row for one in win.requirements]
    rows += [one.row for one in (win.minimum, win.groups, win.break_quad) if one is not None]
    rows += [step.row for step in ruleset.count.steps] + [pattern.row for _, pattern in ruleset.patterns()]
    yield from (row for row in rows if row.undefined is not None)


@attrs.frozen
class FeatureSet:
    """The fields of one variant, the lowest bits first; 息 of the melds is always the lowest field.

    Fields are wide enough for a complete hand, and for what any dealt hand sets aside. Those of an
    incomplete hand may run into each other: they mean nothing.

    Attributes:
        features: the fields.
        claimed: melds that the winning card is asked to stand in, and that loose cards never make: known
            from how the card joined the hand.
        placed: keys that depend on where the winning card stands among loose cards, which no sum can say.
    """

    features: tuple[Feature, ...]
    claimed: frozenset[str]
    placed: frozenset[str]

    @classmethod
    def of(cls, ruleset: Ruleset, also: Iterable[Expr] = ()) -> FeatureSet:
        """Return the fields that a bound ruleset needs, and those that further expressions name."""
        keys = frozenset(named_ranges(ruleset, also))
        wanted = {"fact:meld-xi", *keys}
        for key in keys & _DERIVED.keys():
            wanted.update(_DERIVED[key])
        made = [one for one in (_feature(key, ruleset) for key in sorted(wanted)) if one is not None]
        # What melds add stands low, so that the weights of the automaton are small numbers.
        made.sort(key=lambda one: (one.key != "fact:meld-xi", one.of_form is _nothing))
        loose = {f"wins-in:{meld.id}" for meld in ruleset.melds if meld.in_hand and not _aside(meld)}
        placed = frozenset(key for key in keys if key.startswith(PLACED))
        known = frozenset(key for key in placed if key.startswith("wins-in:")) - loose
        return cls(tuple(made), frozenset(key.partition(":")[2] for key in known), placed - known)

    @property
    def keys(self) -> frozenset[str]:
        """Reference keys of the fields and of what follows from them."""
        return frozenset({feature.key for feature in self.features} | set(self.derived))

    @property
    def derived(self) -> tuple[str, ...]:
        """Keys that follow from fields."""
        named = {feature.key for feature in self.features}
        return tuple(key for key, parts in _DERIVED.items() if named.issuperset(parts))

    @property
    def places(self) -> tuple[tuple[str, int, int], ...]:
        """Key, shift and mask of each field."""
        shift, places = 0, []
        for feature in self.features:
            places.append((feature.key, shift, (1 << feature.width) - 1))
            shift += feature.width
        return tuple(places)

    @property
    def bits(self) -> int:
        """Width of a packed vector."""
        return sum(feature.width for feature in self.features)

    def of_point(self, point: int, small: int, big: int) -> int:
        """Return what the copies of a point add, packed."""
        return self._packed(lambda feature: feature.of_point(point, small, big))

    def of_form(self, form: Form) -> int:
        """Return what a meld adds, packed."""
        return self._packed(lambda feature: feature.of_form(form))

    def of_cards(self, counts: tuple[int, ...]) -> int:
        """Return what the copies of all kinds add, packed."""
        return sum(self.of_point(point, counts[point], counts[point + POINTS]) for point in range(POINTS))

    def by_point(self) -> list[list[list[int]]]:
        """Return by point, small and big copies what these add, packed."""
        each = range(_QUAD + 1)
        return [[[self.of_point(point, small, big) for big in each] for small in each] for point in range(POINTS)]

    def unpack(self, packed: int) -> dict[str, int]:
        """Return the value of each field by key, derived facts among them."""
        values: dict[str, int] = {}
        for feature in self.features:
            values[feature.key] = packed & ((1 << feature.width) - 1)
            packed >>= feature.width
        for key, (whole, part) in _DERIVED.items():
            if whole in values and part in values:
                values[key] = values[whole] - values[part]
        return values

    def divides(self, free: Iterable[Form]) -> bool:
        """Tell whether a field besides 息 may depend on how cards are divided into these forms."""
        fields = [feature for feature in self.features if feature.key != "fact:meld-xi"]
        return any(feature.of_form(form) for form in free for feature in fields)

    def _packed(self, value: Callable[[Feature], int]) -> int:
        total = shift = 0
        for feature in self.features:
            part = value(feature)
            if part < 0 or part >> feature.width:
                msg = f"{feature.key} has no room for {part}"
                raise OverflowError(msg)
            total |= part << shift
            shift += feature.width
        return total


# ---------------------------------------------------------------- the fields


def _nothing(_: Form) -> int:
    return 0


def _no_cards(_point: int, _small: int, _big: int) -> int:
    return 0


def _feature(key: str, ruleset: Ruleset) -> Feature | None:
    """Return the field of a key, None for what is no sum over cards or melds."""
    of_point = _point_function(key, ruleset.deck.red)
    if of_point is not None:
        return Feature(key, _width(_greatest_of_cards(of_point, ruleset)), of_point, _nothing)
    of_form = _form_function(key, ruleset)
    if of_form is None:
        return None
    return Feature(key, _width(_most_groups(ruleset) * _dearest(of_form, ruleset)), _no_cards, of_form)


def _width(greatest: int) -> int:
    return max(1, greatest.bit_length())


def _aside(meld: Meld) -> bool:
    """Tell whether concealed copies that make the meld are set aside."""
    return meld.whole and meld.same in {_TRIPLET, _QUAD}


def _most_groups(ruleset: Ruleset) -> int:
    """Return how many groups a win has, or a dealt hand sets aside, at most."""
    groups = constant(ruleset.win.groups.value) if ruleset.win.groups else 0
    seats = ruleset.seats
    if seats.dealer_cards is None or seats.other_cards is None:
        return max(groups, sum(ruleset.deck.copies()) // _LEAST_MELD)
    return max(groups, max(constant(seats.dealer_cards), constant(seats.other_cards)) // _LEAST_MELD)


def _greatest_of_cards(of_point: Callable[[int, int, int], int], ruleset: Ruleset) -> int:
    """Return what the cards of a winning hand add up to at most, and four small and four big of any point in any deck."""
    copies = ruleset.deck.copies()
    all_cards = sum(of_point(point, copies[point], copies[point + POINTS]) for point in range(POINTS))
    longest = max((len(form) for meld in ruleset.melds for form in meld.forms), default=0)
    one_point = max(of_point(point, _QUAD, _QUAD) for point in range(POINTS))
    return max(one_point, min(all_cards, _most_groups(ruleset) * max(longest, _QUAD)))


def _dearest(of_form: Callable[[Form], int], ruleset: Ruleset) -> int:
    """Return the most that one meld adds."""
    red = ruleset.deck.red
    forms = [
        Form(index, form, meld.value.of(form, red)) for index, meld in enumerate(ruleset.melds) for form in meld.forms
    ]
    return max((of_form(form) for form in forms), default=0)


def _point_function(  # noqa: PLR0911 - one line a fact
    key: str, red: frozenset[Kind]
) -> Callable[[int, int, int], int] | None:
    if key.startswith("copies:"):
        kinds = frozenset(int(part) for part in key.partition(":")[2].split("+"))
        return lambda point, small, big: small * (point in kinds) + big * (point + POINTS in kinds)
    match key:
        case "fact:red-cards":
            return lambda point, small, big: small * (point in red) + big * (point + POINTS in red)
        case "fact:big-cards":
            return lambda _, __, big: big
        case "fact:all-cards":
            return lambda _, small, big: small + big
        case "fact:pairs":
            return lambda _, small, big: small // 2 + big // 2
        case "fact:fours":
            return lambda _, small, big: (small == _QUAD) + (big == _QUAD)
        case "fact:reunions":
            return lambda _, small, big: int(small == big == _QUAD)
    return None


def _form_function(key: str, ruleset: Ruleset) -> Callable[[Form], int] | None:  # noqa: PLR0911 - one line a fact
    if key.startswith("count:"):
        wanted = key.partition(":")[2]
        indices = frozenset(index for index, meld in enumerate(ruleset.melds) if meld.id == wanted)
        return lambda form: int(form.meld in indices)
    red = ruleset.deck.red
    match key:
        case "fact:meld-xi":
            return lambda form: form.xi
        case "fact:group-count":
            return lambda _: 1
        case "fact:scoring-groups":
            return lambda form: int(form.xi > 0)
        case "fact:red-groups":
            return lambda form: int(any(kind in red for kind in form.kinds))
        case "fact:red-sets":
            return lambda form: int(_same(form) >= _TRIPLET and form.kinds[0] in red)
        case "fact:mixed-groups":
            return lambda form: int(_same(form) == 0)
        case "fact:quads":
            return lambda form: int(_same(form) == _QUAD)
        case "fact:triplets":
            return lambda form: int(_same(form) == _TRIPLET)
    return None


def _same(form: Form) -> int:
    return len(form.kinds) if len(set(form.kinds)) == 1 else 0


# Facts of the cards that are sums over single cards, so that each meld brings its own share.
_LINEAR = frozenset({"fact:red-cards", "fact:black-cards", "fact:big-cards", "fact:small-cards", "fact:all-cards"})


def form_share(key: str, ruleset: Ruleset) -> Callable[[Form], int] | None:
    """Return what one meld adds to a fact of the whole hand; None where the fact is no sum over melds."""
    by_form = _form_function(key, ruleset)
    if by_form is not None:
        return by_form
    if key not in _LINEAR and not key.startswith("copies:"):
        return None
    if key in _DERIVED:
        whole, part = (form_share(one, ruleset) for one in _DERIVED[key])
        return None if whole is None or part is None else lambda form: whole(form) - part(form)
    of_point = _point_function(key, ruleset.deck.red)
    if of_point is None:
        return None
    return lambda form: sum(of_point(kind % POINTS, int(kind < POINTS), int(kind >= POINTS)) for kind in form.kinds)


def card_share(key: str, ruleset: Ruleset) -> Callable[[int, int, int], int] | None:
    """Return what (small, big) copies of a point add to a fact of the cards; None for other facts."""
    if key in _DERIVED:
        whole, part = (card_share(one, ruleset) for one in _DERIVED[key])
        if whole is None or part is None:
            return None
        return lambda point, small, big: whole(point, small, big) - part(point, small, big)
    return None if key == "fact:reunions" else _point_function(key, ruleset.deck.red)
