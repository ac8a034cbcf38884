"""Whether some winning hand is worth nothing, or less: the winner would gain nothing, or pay.

Bounds come first (``least.py``), and of most files leave no question. Then samples, then every complete hand that has the
facts asked for (``reach.py``). What is told is shown: a hand scored by the plain search. No such hand found proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

import attrs

from phzdsl.analysis.clock import Clock, OutOfTimeError
from phzdsl.analysis.least import BASE
from phzdsl.analysis.sample import Sample, sample_hands
from phzdsl.analysis.spelled import named
from phzdsl.errors import OptionError
from phzdsl.ruleset.check.walk import blamed
from phzdsl.ruleset.expressions import Combined, Comparison, Constant, Expr, Ref, Unit, evaluate, refs
from phzdsl.ruleset.model import Option, Ruleset, Step
from phzdsl.ruleset.options import bind
from phzdsl.ruleset.rewriting import substitute
from phzdsl.scoring.counting import count_reading
from phzdsl.scoring.facts import HandFacts, Values
from phzdsl.text.diagnostics import Bilingual, Diagnostic, Language, Related, Severity, Value

TYPE_CHECKING = False  # importing typing would cost start-up time
if TYPE_CHECKING:
    from phzdsl.cards import Kind
    from phzdsl.scoring.hand import Hand
    from phzdsl.scoring.score import Score

__all__ = ["worthless"]

_XI = "fact:meld-xi"
_SAMPLES = 600
_MANY_SAMPLES = 2_000
# So many hands that look like it are scored.
_MOST_SCORED = 60
_BY = {
    "self": Bilingual("自摸", "self-draw"),
    "draw": Bilingual("他摸", "others-draw"),
    "discard": Bilingual("他打", "others-discard"),
    "deal": Bilingual("起手", "deal"),
}


def worthless(ruleset: Ruleset, below: Iterable[tuple[dict[str, int], int]], clock: Clock) -> Iterator[Diagnostic]:
    """Yield what is said of a ruleset where a hand was found that wins and is worth too little, in some room.

    Nothing where none was found in the turn of the clock. ``below`` are the rooms that the bounds leave, each with how much
    is too little.
    """
    first = None
    try:
        for values, most in below:
            looking = _made(ruleset, values, most, clock)
            found = None if looking is None else looking.few()
            if found is not None:
                yield _told(ruleset, found)
                return
            first = first or looking
        found = None if first is None else first.many()
        if found is not None:
            yield _told(ruleset, found)
    except (OutOfTimeError, ValueError, OverflowError):
        # Time is up, or the hands of a room are such that no automaton holds them: nothing is said.
        return


def _made(ruleset: Ruleset, values: dict[str, int], most: int, clock: Clock) -> _Looking | None:
    """Return what looks for hands in a room; None where no room may choose so, or no automaton holds its hands."""
    try:
        return _Looking(bind(ruleset, values), most, clock)
    except (OptionError, ValueError, OverflowError):
        return None


class _Looking:
    """Looks for a hand of one room that wins and is worth no more than something."""

    def __init__(self, room: Ruleset, most: int, clock: Clock) -> None:
        from phzdsl.scoring.score import Scorer  # noqa: PLC0415 - of most files the bounds leave no question

        self._room = room
        self._most = most
        self._clock = clock
        self._scorer = Scorer(room, remember=False)
        self._samples = sample_hands(room)

    def few(self) -> Score | None:
        """Return such a hand, if some samples show one.

        Raises:
            OutOfTimeError: the turn of the clock is over.
        """
        return self._shown(self._sampled(_SAMPLES))

    def many(self) -> Score | None:
        """Return such a hand, if many samples show one, or some complete hand that has the facts asked for is one.

        Raises:
            OutOfTimeError: the turn of the clock is over.
        """
        return self._shown(self._sampled(_MANY_SAMPLES)) or self._shown(self._reached())

    def _shown(self, hands: Iterator[Hand]) -> Score | None:
        """Return the first hand that is worth so little however it is read, with no more facts of play than it needs."""
        for hand in islice(hands, _MOST_SCORED):
            self._clock.check_turn()
            for one in (attrs.evolve(hand, facts=()), hand):
                score = self._scorer.score(one)
                if (
                    score.win
                    and score.points <= self._most
                    and all(paid.amount <= self._most for paid in score.payments)
                ):
                    return score
        return None

    def _sampled(self, many: int) -> Iterator[Hand]:
        """Yield sampled hands of which a reading wins and is worth so little, the cheapest first."""
        found: list[tuple[int, int, Hand]] = []
        for sample in islice(self._samples, many):
            self._clock.check_turn()
            worth = self._worth(sample)
            if worth is not None and worth <= self._most:
                found.append((worth, sample.reading.xi, sample.hand))
        yield from (hand for _, _, hand in sorted(found, key=lambda one: one[:2]))

    def _worth(self, sample: Sample) -> int | None:
        """Return what one reading is worth, None where it does not reach what a win must."""
        values = Values(HandFacts.of(sample.hand, self._room), sample.reading, self._room, lambda: 1)
        count = count_reading(self._room, values)
        waives = {waived for way in count.ways for waived in way.waives}
        minimum = self._room.win.minimum
        short = minimum is not None and "minimum" not in waives and not evaluate(minimum.value, count.values)
        return None if short or (sample.reading.rest and "groups" not in waives) else count.step("base")

    def _reached(self) -> Iterator[Hand]:
        """Yield complete hands that reach the minimum and are worth so little before any pattern, if all facts are sums."""
        from phzdsl.analysis.arcs import arcs_of  # noqa: PLC0415 - samples leave no question of most files
        from phzdsl.analysis.reach import reach  # noqa: PLC0415 - as above
        from phzdsl.analysis.unfold import Unfolder, play_choices  # noqa: PLC0415 - as above

        parts = [_least_tables(Unfolder(self._room).unfold(one)) for one in self._asked()]
        arcs = None
        for fixed in play_choices(self._room, parts):
            self._clock.check_turn()
            if fixed.get("fact:deal-win"):
                continue
            condition = substitute(Combined("and", (*parts, Constant(1))), fixed)
            keys = frozenset(ref.key for ref in refs(condition))
            if isinstance(condition, Constant):
                continue
            arcs = arcs_of(self._room, self._clock.check_turn) if arcs is None else arcs
            reached = reach(self._room, arcs, keys)
            for vector in () if reached is None else reached.vectors:
                self._clock.check_turn()
                if reached is not None and evaluate(condition, vector):
                    yield from self._hands(reached.witness(self._room, vector), fixed)

    def _asked(self) -> list[Expr]:
        """Return the conditions of a hand that reaches the minimum and is worth so little."""
        base = next(step for step in self._room.count.steps if step.id == "base")
        minimum = self._room.win.minimum
        low = Comparison("<=", Ref(BASE, base.unit, 0, 0), Constant(self._most))
        return [low] if minimum is None else [low, minimum.value]

    def _hands(self, melds: tuple[tuple[str, tuple[Kind, ...]], ...], fixed: Mapping[str, int]) -> Iterator[Hand]:
        """Yield hands of some melds, the card that wins in each of them that may stand in hand."""
        from phzdsl.scoring.hand import By, Hand, TableMeld  # noqa: PLC0415 - as above

        by = By.SELF if fixed.get("fact:self-draw") else By.DISCARD if fixed.get("fact:discard-win") else By.DRAW
        came = {"self-draw", "discard-win", "deal-win", "players"}
        facts = {key.removeprefix("fact:"): value for key, value in fixed.items() if value}
        kept = tuple(sorted((name, value) for name, value in facts.items() if name not in came))
        in_hand = {meld.id for meld in self._room.melds if meld.in_hand}
        for place, (_, (card, *cards)) in enumerate(melds):
            others = melds[:place] + melds[place + 1 :]
            laid = tuple(TableMeld(meld, kinds) for meld, kinds in others if meld not in in_hand)
            held = [kind for meld, kinds in others if meld in in_hand for kind in kinds]
            yield Hand(laid, tuple(sorted([*held, *cards])), card, by, kept)


def _least_tables(expr: Expr) -> Expr:
    """Put what a table gives without any pattern in place of its total."""
    return substitute(expr, {ref.key: max(0, ref.low) for ref in refs(expr) if ref.key.startswith("table:")})


# ---------------------------------------------------------------- what is said


def _told(ruleset: Ruleset, found: Score) -> Diagnostic:
    """Say how little a hand is worth, at the row that the variant itself states, with the step where it shows."""
    minimum = ruleset.win.minimum
    steps = _named_by_base(ruleset)
    counted = found.counted
    ways = [way.row for way in counted.ways if "minimum" in way.waives] if counted is not None else []
    rows = [*ways, None if minimum is None else minimum.row, *(step.row for step in steps)]
    row = blamed(ruleset, rows) or steps[0].row
    values = {f"step:{one.name}": one.value for one in found.steps}
    step = _yielding(steps, values)
    got = values[f"step:{step.id}"]
    words = Bilingual(
        f"这手牌的「{named(step.row)}」在这里只有 {got}",
        f"here the hand has only {got} `{named(step.row, Language.EN)}`",
    )
    related = (Related(step.row.span, words),) if step.row.span != row.span else ()
    said: dict[str, Value] = {"points": found.points, "hand": _written(found, steps)}
    return Diagnostic("R828", row.span, said, related, severity=Severity.WARNING)


def _named_by_base(ruleset: Ruleset) -> list[Step]:
    """Return the steps that the base is made of, itself first, each before those that it names."""
    wanted = {BASE}
    found: list[Step] = []
    for step in reversed(ruleset.count.steps):
        if f"step:{step.id}" in wanted:
            found.append(step)
            wanted |= {ref.key for ref in refs(step.formula)}
    return found


def _yielding(steps: list[Step], values: Mapping[str, int]) -> Step:
    """Return the step that makes a base so little: the innermost after 息 that is no more than 0 and feels it."""
    felt = {_XI, "step:xi"}
    for step in reversed(steps):
        if any(ref.key in felt for ref in refs(step.formula)):
            felt.add(f"step:{step.id}")
    low = [step for step in steps if values[f"step:{step.id}"] <= 0 and step.unit is not Unit.XI]
    return next((step for step in reversed(low) if f"step:{step.id}" in felt), steps[0])


def _written(found: Score, steps: list[Step]) -> Bilingual:
    """Write a hand with what it gives, as an example in a rule file."""
    values = {one.name: one.value for one in found.steps}
    zh, en = (_example(found, language) for language in (Language.ZH, Language.EN))
    given = [step.row for step in reversed(steps)]
    zh += "  得 " + ", ".join(f"{named(row)} = {values[row.name]}" for row in given)
    en += "  gives " + ", ".join(f"{named(row, Language.EN)} = {values[row.name]}" for row in given)
    return Bilingual(zh, en)


def _example(found: Score, language: Language) -> str:
    """Write a hand, how its card came, and what of the facts and the room is not as usual."""
    from phzdsl.ruleset.facts import fact  # noqa: PLC0415 - as above
    from phzdsl.scoring.notation import write_hand  # noqa: PLC0415 - as above

    english = language is Language.EN
    hand = found.hand
    text = f"{write_hand(hand, ascii_only=english)}  {'by' if english else '由'} {_BY[hand.by.value].in_language(language)}"
    known = [(one, value) for name, value in hand.facts if value and (one := fact(name)) is not None]
    words = [(one.id if english else one.zh, "" if one.unit is Unit.TRUTH else f" = {value}") for one, value in known]
    facts = [name + value for name, value in words]
    bound = dict(found.ruleset.bound or ())
    chosen = [
        f"{one.id} = {_choice(one, bound[one.id], language)}"
        for one in found.ruleset.options
        if bound[one.id] != one.default
    ]
    text += f"  {'given' if english else '事'} {', '.join(facts)}" if facts else ""
    return text + (f"  {'sets' if english else '设'} {', '.join(chosen)}" if chosen else "")


def _choice(option: Option, value: int, language: Language) -> str:
    """Write what is chosen; yes and no in the language."""
    if option.truth and language is Language.ZH:
        return "是" if value else "否"
    return str(value) if option.numbers else option.choices[value]
