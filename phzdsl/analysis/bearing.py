"""What a row bears on: who wins, what a hand is worth, who pays, what may be claimed, the session.

Told from what the row means: its own place in the rules, and everything that names it, directly or through steps,
patterns and ways. So that a step is ``who may win`` where the minimum asks for it and is not where it does not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from enum import Enum

from phzdsl.ruleset.expressions import Expr, refs
from phzdsl.ruleset.model import Claim, Meld, Ruleset
from phzdsl.tables.features import unsettled_rows

__all__ = ["Bearing", "Bears"]


class Bearing(Enum):
    """What a row bears on, the weightiest first."""

    WIN = "who may win"
    WORTH = "what a hand is worth"
    PAY = "who pays"
    CLAIM = "what may be claimed"
    SESSION = "session"
    WORDS = "words only"


_HANDS = frozenset({Bearing.WIN, Bearing.WORTH})
_AT_TABLE = frozenset({Bearing.CLAIM, Bearing.SESSION})
_BLOCKS: Mapping[str, Bearing] = {
    "deck": Bearing.WIN,
    "seats": Bearing.SESSION,
    "melds": Bearing.WIN,
    "claims": Bearing.CLAIM,
    "discards": Bearing.CLAIM,
    "win": Bearing.WIN,
    "count": Bearing.WORTH,
    "fan": Bearing.WORTH,
    "pay": Bearing.PAY,
    "faults": Bearing.CLAIM,
    "session": Bearing.SESSION,
}
_ROWS: Mapping[str, Bearing] = {
    "deck/red": Bearing.WORTH,
    "deck/bonus": Bearing.WORTH,
    "deck/indicator": Bearing.WORTH,
    "deck/removed": Bearing.SESSION,
    "seats/deal": Bearing.WIN,
    "seats/last": Bearing.WIN,
    "seats/shown": Bearing.CLAIM,
}
# What else a row bears on by its place.
_BESIDES: Mapping[str, frozenset[Bearing]] = {
    "seats/players": frozenset({Bearing.PAY}),
    "seats/deal": _HANDS,
    "win/groups": _HANDS,
    "deck/small-cards": _HANDS,
    "deck/big-cards": _HANDS,
    "deck/wild": _HANDS,
}
# Parts of a meld that neither let a hand win nor keep it from winning.
_PRICES, _PLAYED = frozenset({"value"}), frozenset({"face_up", "whole_for"})
# Parts of a claim that say how the winning card may join a hand; the others are asked at the table only.
_JOINING = frozenset({"on", "holding", "into", "forced", "when", "rank", "after"})
# What the colours of the cards decide.
_COLOURED = (
    "fact:red-cards", "fact:black-cards", "fact:red-groups", "fact:red-sets", "fact:this-red", "fact:ate-red", "fact:ate-black",
)  # fmt: skip
_WORTHS = ("fact:meld-xi", "fact:scoring-groups", "fact:passed-xi")
_PATTERNS = ("fact:pattern-count", "fact:other-patterns")


class Bears:
    """Follows what a row of one bound ruleset decides to wherever it is asked for."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._ways = {way.row.path: way for way in ruleset.win.ways}
        self._melds = {meld.row.path: meld for meld in ruleset.melds}
        self._claims = {claim.row.path: claim for claim in ruleset.claims}
        self._wins = {claim.row.path for claim in ruleset.claims if claim.wins}
        self._wins |= {bar.row.path for bar in ruleset.bars if "win" in bar.actions}
        self._counted_as = {f"fact:{fact}" for way in ruleset.win.ways for fact in way.counts_as}
        self._named = list(_definitions(ruleset))
        self._asked = list(_questions(ruleset))

    def own(self, path: str, parts: Collection[str]) -> Bearing:
        """Return what a row bears on by its own place in the rules.

        Args:
            path: path of the row.
            parts: the parts of its meaning that are looked at; all of them for a row that comes or goes.
        """
        block = path.partition("/")[0]
        if path in self._wins:
            return Bearing.WIN
        if path in self._ways and not self._ways[path].waives:
            # A way that waives nothing is a name for hands that win anyway.
            return Bearing.WORTH
        if block == "melds" and parts and _PRICES.issuperset(parts):
            return Bearing.WORTH
        if block == "melds" and parts and _PLAYED.issuperset(parts):
            return Bearing.CLAIM
        return _ROWS.get(path, _BLOCKS[block])

    def on(self, path: str, parts: Collection[str]) -> frozenset[Bearing]:
        """Return everything that a row bears on, ``parts`` as for ``own``."""
        own = self.own(path, parts)
        keys = self._reached(set(self._keys(path, parts)))
        # What a way counts as is so for the count of a win, not at the table.
        at_table = keys - self._counted_as
        found = {one for expr, one in self._asked if _names(expr, at_table if one in _AT_TABLE else keys)}
        if any(key.startswith(("step:", "pattern:", "table:")) for key in keys):
            found.add(Bearing.WORTH)
        return frozenset({own} | found | self._besides(path, parts))

    def _besides(self, path: str, parts: Collection[str]) -> frozenset[Bearing]:
        """Return what a row bears on though nothing names it."""
        if "undefined" in parts:
            return frozenset({Bearing.WIN})
        if path in self._claims:
            return self._joined(self._claims[path], parts)
        if path in self._ways:
            return frozenset({Bearing.WIN} if "waives" in parts and self._ways[path].waives else ())
        if path in self._melds:
            return frozenset() if (_PRICES | _PLAYED).issuperset(parts) else _HANDS | {Bearing.CLAIM}
        return _BESIDES.get(path, frozenset())

    @staticmethod
    def _joined(claim: Claim, parts: Collection[str]) -> frozenset[Bearing]:
        """Return what a claim bears on: the winning card joins a hand by one, and a chi may have laid what it makes."""
        asked = _JOINING if claim.holding or claim.wins else {"into", "holding"}
        return _HANDS if asked & set(parts) else frozenset()

    # ------------------------------------------------------------ what names what

    def _keys(self, path: str, parts: Collection[str]) -> Iterator[str]:
        """Yield the reference keys whose values a row decides by itself."""
        block, _, name = path.rpartition("/")
        head, _, table = block.partition("/")
        if head == "count":
            yield f"step:{name}"
        elif head == "fan":
            table = table or "fan"
            yield from (f"table:{table}", f"pattern:{table}/{name}", *_PATTERNS)
        elif path in self._ways:
            yield f"way:{name}"
            yield from (f"fact:{fact}" for fact in self._ways[path].counts_as)
        elif path == "deck/red":
            yield from _COLOURED
            if any(_coloured(meld) for meld in self._ruleset.melds):
                yield from _WORTHS
        elif path == "deck/bonus":
            yield "fact:bonus-cards"
        elif path == "deck/indicator" or (path in self._melds and "value" in parts):
            yield from _WORTHS
        elif path == "seats/players":
            yield "fact:players"
        elif path == "seats/last":
            yield "fact:last"

    def _reached(self, keys: set[str]) -> set[str]:
        """Return the keys with those whose values depend on them."""
        grown = True
        while grown:
            grown = False
            for made, exprs in self._named:
                if not keys.issuperset(made) and any(_names(expr, keys) for expr in exprs):
                    keys.update(made)
                    grown = True
        return keys


def _names(expr: Expr, keys: Collection[str]) -> bool:
    return any(ref.key in keys for ref in refs(expr))


def _coloured(meld: Meld) -> bool:
    small_black, small_red, big_black, big_red = meld.value.parts()
    return (small_black, big_black) != (small_red, big_red)


def _definitions(ruleset: Ruleset) -> Iterator[tuple[tuple[str, ...], tuple[Expr, ...]]]:
    """Yield what is named in the rules by its keys, with the expressions that decide its value."""
    for step in ruleset.count.steps:
        yield (f"step:{step.id}",), (step.formula,)
    for way in ruleset.win.ways:
        yield (f"way:{way.id}", *(f"fact:{fact}" for fact in way.counts_as)), (way.when,)
    for table in ruleset.count.tables:
        for pattern in table.patterns:
            yield (f"pattern:{table.id}/{pattern.id}", f"table:{table.id}", *_PATTERNS), (pattern.when,)
            yield (f"table:{table.id}",), (pattern.worth,)
        if table.cap is not None:
            yield (f"table:{table.id}",), (table.cap.value,)
    for meld in ruleset.melds:
        yield _WORTHS, meld.value.parts()


def _questions(ruleset: Ruleset) -> Iterator[tuple[Expr, Bearing]]:
    """Yield every expression that decides something at the table, with what it decides."""
    for expr in _asked_of_a_win(ruleset):
        yield expr, Bearing.WIN
    for pay in ruleset.payments:
        if pay.when is not None:
            yield pay.when, Bearing.PAY
        if "win" not in pay.events:
            # What is paid for a win is what the hand is worth.
            yield pay.amount, Bearing.PAY
    for claim in ruleset.claims:
        bearing = Bearing.WIN if claim.wins else Bearing.CLAIM
        yield from ((asked, bearing) for asked in (claim.when, claim.at_most) if asked is not None)
    at_table = [bar.when for bar in ruleset.bars] + [rule.when for rule in ruleset.discards]
    yield from (
        (when, Bearing.CLAIM) for when in (*at_table, *(fault.when for fault in ruleset.faults)) if when is not None
    )
    for rule in ruleset.session.rules:
        yield from ((asked, Bearing.SESSION) for asked in (rule.amount, rule.when) if asked is not None)


def _asked_of_a_win(ruleset: Ruleset) -> Iterator[Expr]:
    """Yield the conditions of a win, and bounds of its melds."""
    win = ruleset.win
    yield from (one.value for one in (win.minimum, win.break_quad, *win.requirements) if one is not None)
    yield from (way.when for way in win.ways if way.waives)
    yield from (row.undefined for row in unsettled_rows(ruleset) if row.undefined is not None)
    for meld in ruleset.melds:
        yield from (bound for bound in (meld.exactly, meld.at_most) if bound is not None)
