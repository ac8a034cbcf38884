"""Why a hand does not have a pattern, and the smallest change that gives it.

Three sorts of changes, each looked for by itself: of how the hand was won and of facts of play; of options of the
variant; of cards, as few as are enough. A change that leaves the cards as they are is told before one of cards. Where
none is enough by itself, a few cards and how the hand was won are changed together. Every answer is a hand scored by the
plain search. Where nothing near has the pattern, ``asked.py`` says whether any hand can.
Importing this module imports numpy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import combinations, product

import attrs

from phzdsl.analysis.asked import UncountableError, ask
from phzdsl.analysis.nearest import Sought, other_cards, other_plays
from phzdsl.analysis.never import Never, never
from phzdsl.analysis.occasions import Stretch, stretches
from phzdsl.analysis.unfold import Unfolder
from phzdsl.cards import Kind
from phzdsl.errors import HandError, OptionError
from phzdsl.ruleset.expressions import Combined, Expr, Not, Ref, Unit, bounds, children, refs
from phzdsl.ruleset.facts import FACTS, Origin
from phzdsl.ruleset.model import Option, Pattern, Ruleset
from phzdsl.ruleset.options import bind, settings
from phzdsl.ruleset.rewriting import substitute
from phzdsl.scoring.facts import HandFacts
from phzdsl.scoring.hand import By, Hand
from phzdsl.scoring.notation import check_hand
from phzdsl.scoring.score import Score, Scorer
from phzdsl.tables.features import named_ranges

__all__ = ["MOST_CARDS", "Change", "Part", "WhyNot", "pattern_named", "why_not"]

Check = Callable[[], None]

MOST_CARDS = 3
"""So many cards are replaced at most."""
# What hands that are won alike share; the number of waits is a matter of their cards.
_PLAY = frozenset(f"fact:{one.id}" for one in FACTS if one.origin in {Origin.PLAY, Origin.TABLE}) - {"fact:waits"}
# So many other ways to have won are tried together with other cards, and so many cards then.
_MOST_PLAYS, _MOST_WITH_PLAY = 12, 2
_PROOF_TIME = 2.0
# So many pairs of options are tried where none is enough alone.
_MOST_PAIRS = 300


@attrs.frozen
class Part:
    """A condition, or one that it is made of.

    Attributes:
        condition: the expression, whose values ``WhyNot.values`` holds.
        holds: whether it does; None where no reading of the hand tells.
        parts: those that a combined condition is made of; of a name its own condition.
    """

    condition: Expr
    holds: bool | None
    parts: tuple[Part, ...] = ()


@attrs.frozen
class Change:
    """A hand that has the pattern, and in what it differs from the one that has not.

    Attributes:
        score: the hand, scored.
        by: how its card came, where that is another.
        card: which of the same cards came last, where that is another.
        facts: facts of play that are others, each with its value before and after.
        options: options that are others, likewise.
        out, into: the cards that are replaced, and those that take their place; one more or less where there are other quads.
    """

    score: Score
    by: By | None = None
    card: Kind | None = None
    facts: tuple[tuple[str, int, int], ...] = ()
    options: tuple[tuple[Option, int, int], ...] = ()
    out: tuple[Kind, ...] = ()
    into: tuple[Kind, ...] = ()


@attrs.frozen
class WhyNot:
    """What ``why_not`` found.

    Attributes:
        score: the hand as it is.
        pattern: the pattern in the room that was chosen; None where the options leave it out.
        has: the hand wins and the pattern counts.
        held: its condition holds, also where another pattern counts instead or the hand is no win.
        condition: its condition with its parts; None with the pattern.
        values: what the parts name, by reference key, as far as known.
        play: the nearest change of how the hand was won.
        option: the fewest options to change.
        cards: the fewest cards to replace.
        both: a change of cards and of how the hand was won, looked for where neither is enough.
        looked: so many cards were replaced at most; 0 where no cards could help.
        never: of which wins in this room it is proved that none has it; not asked where a change was found.
        example: the smallest closed hand that has it, looked for where no change was found.
    """

    score: Score
    pattern: Pattern | None
    has: bool
    held: bool
    condition: Part | None
    values: Mapping[str, int]
    play: Change | None = None
    option: Change | None = None
    cards: Change | None = None
    both: Change | None = None
    looked: int = 0
    never: Never = Never.NONE
    example: Score | None = None

    @property
    def changes(self) -> tuple[Change, ...]:
        """Every change that was found, the smallest first: those that leave the cards as they are before the others."""
        return tuple(one for one in (self.play, self.option, self.cards, self.both) if one is not None)


def pattern_named(ruleset: Ruleset, name: str) -> str | None:
    """Return the path of a pattern of that name, as its row or its players call it; None where there is none.

    Of several the last, as in a condition; ``table/row`` says which.
    """
    every = [(table, one) for table, one in ruleset.patterns()][::-1]
    spelled = (
        lambda table, one: f"{table.id}/{one.id}" == name,
        lambda _, one: one.id == name,
        lambda _, one: one.called == name,
    )
    return next((one.row.path for says in spelled for table, one in every if says(table, one)), None)


def why_not(
    ruleset: Ruleset,
    hand: Hand,
    path: str,
    options: Mapping[str, int | str] | None = None,
    *,
    check: Check = lambda: None,
) -> WhyNot:
    """Say why a hand does not have a pattern, and what would give it.

    Args:
        ruleset: what ``load`` gives; of one that is bound already no option is changed.
        hand: the hand.
        path: of the pattern, such as ``pattern_named`` gives.
        options: the room, as for ``bind``.
        check: called now and then; it may raise to stop.

    Raises:
        HandError: the hand cannot be laid in this room.
        OptionError: as ``bind``.
    """
    room = bind(ruleset, options)
    check_hand(hand, room)
    asking = _Asking(room, hand, path, check)
    found = asking.told()
    if found.has:
        return found
    chosen = {} if ruleset.bound is not None else settings(ruleset, options)
    option = _other_options(ruleset, chosen, asking)
    found = attrs.evolve(found, option=option)
    return found if found.pattern is None else asking.looked_for(found)


class _Asking:
    """One hand and one pattern in one room."""

    def __init__(self, room: Ruleset, hand: Hand, path: str, check: Check) -> None:
        self.room, self.hand, self.path, self.check = room, hand, path, check
        self.score = Scorer(room).score(hand)
        self._pattern = next((one for _, one in room.patterns() if one.row.path == path), None)
        self._unfolder = Unfolder(room)
        self._defined = {f"way:{one.id}": one.when for one in room.win.ways}
        self._defined |= {f"pattern:{table.id}/{one.id}": one.when for table, one in room.patterns()}

    def satisfies(self, score: Score) -> bool:
        """Tell whether a hand wins and has the pattern."""
        return score.win and any(one.row.path == self.path for one in score.patterns)

    def told(self) -> WhyNot:
        """Say whether the hand has the pattern, and which parts of its condition hold."""
        pattern = self._pattern
        if pattern is None:
            return WhyNot(self.score, None, has=False, held=False, condition=None, values={})
        values = self._values()
        condition = self._part(pattern.when, values, frozenset())
        has = self.satisfies(self.score)
        return WhyNot(self.score, pattern, has, condition.holds is True, condition, values)

    # ------------------------------------------------------------ why

    def _values(self) -> dict[str, int]:
        """Return what is known by reference key: everything of a reading, else what cards and play settle."""
        keys = {ref.key for one in self._defined.values() for ref in refs(one)}
        if self.score.counted is not None:
            return {key: self.score.counted.values[key] for key in keys}
        facts = HandFacts.of(self.hand, self.room).values
        return {key: facts.get(key, 0) for key in keys if key in facts or key in _PLAY}

    def _part(self, condition: Expr, values: Mapping[str, int], above: frozenset[str]) -> Part:
        """Return a condition with its parts; what is no truth has none."""
        low, high = bounds(substitute(condition, values))
        holds = bool(low) if low == high else None
        below: tuple[Expr, ...] = ()
        if isinstance(condition, (Combined, Not)):
            # 胡在(碰, 偎) is one condition to its reader, though it asks two.
            below = tuple(one for one in children(condition) if one.unit is Unit.TRUTH and one.span != condition.span)
        elif isinstance(condition, Ref) and condition.key not in above:
            below = (self._defined[condition.key],) if condition.key in self._defined else ()
            above |= {condition.key}
        parts = tuple(self._part(one, values, above) for one in below)
        return Part(condition, _from_parts(condition, parts) if holds is None and parts else holds, parts)

    # ------------------------------------------------------------ what would give it

    def looked_for(self, found: WhyNot) -> WhyNot:
        """Look for changes of this hand."""
        sought = Sought(self.room, self.satisfies, (), self.check)
        plays = list(other_plays(sought, self.hand, self._varied()))
        scorer = Scorer(self.room)
        play = next((score for one in plays if self.satisfies(score := scorer.score(one))), None)
        cards, looked = self._cards()
        found = attrs.evolve(
            found,
            play=None if play is None else self.change(play),
            cards=None if cards is None else self.change(cards),
            looked=looked,
        )
        if found.changes:
            return found
        both = self._both(plays)
        return attrs.evolve(found, both=self.change(both)) if both is not None else self._anywhere(found)

    def _anywhere(self, found: WhyNot) -> WhyNot:
        """Say whether any hand has the pattern in this room."""
        # What can be proved is mostly proved sooner than all hands are counted.
        proved = never(self.room, self._own, _PROOF_TIME)
        if proved is not Never.NONE:
            return attrs.evolve(found, never=proved)
        try:
            answer = ask(self.room, self._own, check=self.check)
        except UncountableError:
            return found
        return attrs.evolve(found, never=answer.never, example=answer.smallest)

    @property
    def _own(self) -> Expr:
        """The condition that the pattern's own condition holds."""
        table, _, name = self.path.removeprefix("fan/").rpartition("/")
        return Ref(f"pattern:{table or 'fan'}/{name}", Unit.TRUTH, 0, 1)

    def _varied(self) -> tuple[Stretch, ...]:
        """Return the facts of play that may matter: those that the pattern or the win asks for, and those stated."""
        win = self.room.win
        asked = [self._own] + [one.value for one in (win.minimum, *win.requirements) if one is not None]
        asked += [way.when for way in win.ways]
        asked += [claim.when for claim in self.room.claims if claim.wins and claim.when is not None]
        named = {ref.key for one in asked for ref in refs(self._unfolder.unfold(one))}
        events = {event for claim in self.room.claims if claim.wins for event in claim.events}
        named |= {"fact:shown-win"} if "shown" in events else set()
        named |= {"fact:first-discard-win"} if "first-discard" in events else set()
        ranges = {key: reach for key, reach in named_ranges(self.room).items() if key in named}
        ranges |= dict.fromkeys(named & {"fact:shown-win", "fact:first-discard-win"}, (0, 1))
        for name, value in self.hand.facts:
            low, high = ranges.get(f"fact:{name}", (0, value))
            ranges[f"fact:{name}"] = low, max(high, value)
        return stretches(ranges, frozenset({"fact:bonus-cards"}))

    def _needed(self, hand: Hand) -> Expr:
        """Return what cards must meet for a hand won as this one to have the pattern."""
        stated = HandFacts.of(hand, self.room).values
        known = {key: stated.get(key, 0) for key in _PLAY}
        return substitute(self._unfolder.unfold(self._own), known)

    def _cards(self) -> tuple[Score | None, int]:
        """Return a hand with the fewest cards replaced, and how many were tried at most."""
        needed = self._needed(self.hand)
        if not bounds(needed)[1]:
            return None, 0
        sought = Sought(self.room, self.satisfies, (needed,), self.check)
        for number in range(1, MOST_CARDS + 1):
            score = other_cards(sought, self.hand, number)
            if score is not None:
                return score, number
        return None, MOST_CARDS

    def _both(self, plays: list[Hand]) -> Score | None:
        """Return a hand with some cards replaced that was won otherwise."""
        same = [one for one in plays if one.card in {self.hand.card, None} or self.hand.card is None]
        able = [(one, needed) for one in same if bounds(needed := self._needed(one))[1]][:_MOST_PLAYS]
        for number, (one, needed) in product(range(1, _MOST_WITH_PLAY + 1), able):
            score = other_cards(Sought(self.room, self.satisfies, (needed,), self.check), one, number)
            if score is not None:
                return score
        return None

    def change(self, score: Score) -> Change:
        """Say in what a hand that has the pattern differs from this one."""
        before, after = self.hand, score.hand
        facts = [dict(one.facts) for one in (before, after)]
        out, into = Counter(before.cards()), Counter(after.cards())
        rooms = [dict(one.bound or ()) for one in (self.room, score.ruleset)]
        moved = before.card != after.card and None not in {before.card, after.card}
        return Change(
            score,
            by=after.by if after.by is not before.by else None,
            card=after.card if moved or (before.card is None and after.card is not None) else None,
            facts=tuple(
                (name, facts[0].get(name, 0), facts[1].get(name, 0))
                for name in sorted(facts[0].keys() | facts[1].keys())
                if facts[0].get(name, 0) != facts[1].get(name, 0)
            ),
            options=tuple(
                (option, rooms[0][option.id], rooms[1][option.id])
                for option in score.ruleset.options
                if rooms[0].get(option.id) != rooms[1].get(option.id)
            ),
            out=tuple(sorted((out - into).elements())),
            into=tuple(sorted((into - out).elements())),
        )


def _from_parts(condition: Expr, parts: tuple[Part, ...]) -> bool | None:
    """Tell whether a condition holds by its parts, of which some may be unknown; of a name by its own condition."""
    said = {one.holds for one in parts}
    match condition:
        case Combined(operator="and"):
            return False if False in said else None if None in said else True
        case Combined():
            return True if True in said else None if None in said else False
        case Not():
            return None if None in said else not parts[0].holds
    return parts[0].holds


# ---------------------------------------------------------------- options


def _other_options(ruleset: Ruleset, chosen: Mapping[str, int], asking: _Asking) -> Change | None:
    """Return the fewest options to change, one or two, so that the hand has the pattern."""
    others = [
        (option.id, value)
        for option in ruleset.options
        if option.id in chosen
        for value in option.numbers or range(len(option.choices))
        if value != chosen[option.id]
    ]
    pairs = [pair for pair in combinations(others, 2) if pair[0][0] != pair[1][0]]
    for some in (*((one,) for one in others), *(pairs if len(pairs) <= _MOST_PAIRS else ())):
        asking.check()
        try:
            room = bind(ruleset, dict(chosen) | dict(some))
            check_hand(asking.hand, room)
        except (OptionError, HandError):
            continue
        score = Scorer(room).score(asking.hand)
        if asking.satisfies(score):
            return asking.change(score)
    return None
