"""Hands for a rule book: scored by the engine under the room's options, drawn by groups, counted line by line.

Hands come from the examples of the rules, then from those of their neighbours; where none shows a pattern, one of them is won
otherwise (drawn oneself, on the last card, ...) until one does; then whoever asked for the book may search further (``find``). A hand is shown only as it scores,
and with melds on the table only where they can lie there: before anybody claims, that is what was dealt.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

import attrs

from phzdsl.analysis.occasions import occasions, stretches
from phzdsl.book.pages import Drawn, Shown
from phzdsl.book.teller import Teller
from phzdsl.book.tidy import tidied
from phzdsl.cards import write_kind
from phzdsl.cli.answer import payee_of
from phzdsl.cli.differences import open_groups
from phzdsl.cli.formula import with_numbers
from phzdsl.cli.names import option_word
from phzdsl.cli.situation import facts_named
from phzdsl.errors import HandError, OptionError
from phzdsl.ruleset.expressions import Expr, Ref, Unit, evaluate, refs
from phzdsl.ruleset.facts import fact
from phzdsl.ruleset.model import Example, Pattern, PatternTable, Row, Ruleset, constant
from phzdsl.ruleset.options import bind
from phzdsl.ruleset.read.count import COMBINE
from phzdsl.scoring.counting import Counted, TableCount
from phzdsl.scoring.hand import By, Hand, TableMeld
from phzdsl.scoring.notation import check_hand, parse_hand, write_hand
from phzdsl.scoring.score import Score, Scorer

__all__ = ["Find", "Hands"]

Find = Callable[[PatternTable, Pattern], Hand | None]
"""Looks for a hand that has a pattern, among all there are."""

_EVENTS = {By.SELF: "self-draw", By.DRAW: "others-draw", By.DISCARD: "others-discard", By.DEAL: "deal"}
# Wins before which the winner can have claimed no card.
_EARLY = frozenset({"deal-win", "shown-win", "first-discard-win", "first", "untouched"})
# More hands are not tried for one pattern.
_TRIED = 400
# More patterns make a hand no better to learn from.
_TELLING = 3
# Steps that are told of every hand; the others of the one that is counted in full.
_SHORT = frozenset({"xi", "deng", "base"})
_SIGNS = {"sum": " + ", "product": " × "}


class Hands:
    """Scores and draws hands of one room."""

    def __init__(self, teller: Teller, neighbours: Sequence[Ruleset], find: Find | None) -> None:
        self._teller, self._find = teller, find
        self._scorer = Scorer(teller.room)
        bound, asked = dict(teller.room.bound or ()), {one.id for one in facts_named(teller.room)}
        meant = [one for one in teller.room.examples if dict(one.options).items() <= bound.items()]
        self._examples = [(one, score) for one in meant if (score := self._scored(one)) is not None]
        # Examples of other rooms and of neighbours are hands like any others: their titles say nothing of this room.
        others = [one for one in teller.room.examples if one not in meant]
        others += [one for other in neighbours for one in other.examples]
        self._theirs = [score for one in others if (score := self._scored(one, asked)) is not None]
        self._used: set[str] = set()
        self._dealt = frozenset(meld for claim in teller.room.claims if "deal" in claim.events for meld in claim.into)

    def _scored(self, example: Example, asked: Collection[str] | None = None) -> Score | None:
        """Score the hand of an example in this room, with the facts that are asked; None where it cannot be held there."""
        facts = {name: value for name, value in example.facts if asked is None or name in asked}
        try:
            return self._scorer.score(parse_hand(example.hand, self._teller.room, example.by, facts))
        except HandError:
            return None

    # ------------------------------------------------------------ which hands

    def worked(self) -> Shown | None:
        """Return a hand to be counted in full: one that wins, with a pattern and with melds of many kinds."""
        won = [(one, score) for one, score in self._examples if score.hand.card is not None and self._can_lie(score)]
        if won:
            example, score = max(won, key=lambda one: _telling(one[1]))
            return self._shown(score, example.title, example.row, whole=True)
        theirs = [score for score in self._theirs if score.hand.card is not None and self._can_lie(score)]
        return self._shown(max(theirs, key=_telling), whole=True) if theirs else None

    def of(self, table: PatternTable, pattern: Pattern) -> Shown | None:
        """Return a hand in which a pattern counts, with as few others as there are.

        Where none is found, one in which it holds and another counts instead; None where there is none of these either.
        """
        having = [(one, score) for one, score in self._examples if _counts(score, pattern) and self._can_lie(score)]
        if having:
            example, score = min(having, key=lambda one: (len(one[1].patterns), one[0].row.path in self._used))
            self._used.add(example.row.path)
            return self._shown(score, example.title, example.row)
        known = [score for score in self._theirs if _counts(score, pattern) and self._can_lie(score)]
        if known:
            return self._shown(min(known, key=lambda one: len(one.patterns)))
        held: Score | None = None
        for scores in ([score for _, score in self._examples], self._theirs):
            for hand in self._varied(pattern, scores):
                score = self._scorer.score(hand)
                if _counts(score, pattern):
                    return self._shown(score)
                held = score if held is None and _holds(score, pattern) else held
        found = self._find(table, pattern) if self._find is not None else None
        if found is not None and _counts(searched := self._scorer.score(found), pattern):
            return self._shown(searched)
        return None if held is None else self._shown(held)

    def rest(self) -> Iterator[tuple[Example, Shown | None]]:
        """Yield the examples of the rules that were not shown, each in the room that its author meant.

        None stands for one that cannot be held there.
        """
        for example in self._teller.room.examples:
            if example.row.path not in self._used:
                yield example, self._in_its_room(example)

    def _varied(self, pattern: Pattern, scores: Sequence[Score]) -> Iterator[Hand]:
        """Yield hands won otherwise, with no more facts of play than the pattern names."""
        named = _named(self._teller.room, pattern.when)
        every, _ = occasions(stretches(dict.fromkeys(named, (0, 1)), frozenset()))
        tried = 0
        for occasion in every:
            for score in scores:
                hand = self._closed(attrs.evolve(score.hand, by=occasion.by, facts=occasion.facts))
                if (hand.card is None) is (occasion.by is By.DEAL) and tried < _TRIED and self._can_be(hand):
                    tried += 1
                    yield hand

    def _can_lie(self, score: Score) -> bool:
        """Tell whether a hand wins, and what lies on its table could be claimed before."""
        return score.win and self._closed(score.hand) == score.hand

    def _closed(self, hand: Hand) -> Hand:
        """Return a hand that was won before anybody claims with all cards in hand but those laid at the deal."""
        claimed = [meld for meld in hand.table if meld.meld not in self._dealt]
        if not claimed or _EARLY.isdisjoint(name for name, value in hand.stated().items() if value):
            return hand
        cards = (*hand.concealed, *(kind for meld in claimed for kind in meld.cards))
        laid = [meld for meld in hand.table if meld.meld in self._dealt]
        for meld in self._teller.room.melds:
            whole = [form for form in meld.forms if meld.same and all(cards.count(one) == len(form) for one in form)]
            if meld.id in self._dealt:
                laid += [TableMeld(meld.id, form) for form in whole]
                cards = tuple(kind for kind in cards if all(kind not in form for form in whole))
        return attrs.evolve(hand, table=tuple(laid), concealed=tuple(sorted(cards)))

    def _can_be(self, hand: Hand) -> bool:
        try:
            check_hand(hand, self._teller.room)
        except HandError:
            return False
        return True

    def _in_its_room(self, example: Example) -> Shown | None:
        """Show an example with this room's options but for those that it chooses; where that cannot be, with its own alone."""
        bound = dict(self._teller.room.bound or ())
        for chosen in (bound | dict(example.options), dict(example.options)):
            try:
                room = bind(self._teller.ruleset, chosen)
                score = Scorer(room).score(parse_hand(example.hand, room, example.by, dict(example.facts)))
            except (HandError, OptionError):
                continue
            other = tuple((name, value) for name, value in room.bound or () if bound.get(name) != value)
            return self._shown(score, example.title, example.row, options=other)
        return None

    # ------------------------------------------------------------ how they are shown

    def _shown(
        self,
        score: Score,
        title: str = "",
        row: Row | None = None,
        *,
        whole: bool = False,
        options: tuple[tuple[str, int], ...] = (),
    ) -> Shown:
        if row is not None:
            self._used.add(row.path)
        hand = score.hand
        return Shown(
            hand=write_hand(hand),
            by=hand.by.value,
            facts=hand.facts,
            options=options,
            chosen=self._chosen(options),
            came=self._came(hand),
            groups=self._groups(score),
            counted=tuple(map(self._teller.begun, self._counted(score, whole=whole))),
            win=score.win,
            points=score.points,
            counts=tuple(one.row.path for one in score.patterns),
            title=title,
            row="" if row is None else row.path,
        )

    def _groups(self, score: Score) -> tuple[Drawn, ...]:
        """Return a hand as it is divided, with what is in no group; one that cannot be divided as it is held."""
        if score.reading is None:
            return (Drawn("", score.hand.cards(), "", wins=False, laid=False),)
        laid = open_groups(score)
        valued = any(group.xi for group in score.melds)
        found = [
            Drawn(
                self._teller.nouns.meld(group.meld), group.cards, str(group.xi) if valued else "", group.wins, at < laid
            )
            for at, group in enumerate(score.melds)
        ]
        rest = score.reading.rest
        return (*found, *([Drawn("", rest, "", wins=False, laid=False)] if rest else []))

    def _chosen(self, options: tuple[tuple[str, int], ...]) -> str:
        language, ruleset = self._teller.language, self._teller.ruleset
        each = ((ruleset.option(name), name, value) for name, value in options)
        return self._teller.listed(
            f"{name} = {value if one is None else option_word(one, value, language)}" for one, name, value in each
        )

    def _came(self, hand: Hand) -> str:
        say = self._teller.say
        word = self._teller.means("event", _EVENTS[hand.by])
        card = [] if hand.card is None else [say("胡 ", "wins on ") + write_kind(hand.card)]
        return say("，", ", ").join([*card, word, *(self._fact(name, value) for name, value in hand.facts)])

    def _fact(self, name: str, value: int) -> str:
        known = fact(name)
        if known is None:
            return f"{name} {value}"
        if name == "turned-card":
            return self._teller.say(f"翻的是 {write_kind(value - 1)}", f"{write_kind(value - 1)} was turned")
        if known.unit is Unit.TRUTH:
            return self._teller.nouns.truth(Ref(f"fact:{name}", Unit.TRUTH, 0, 1), holds=True)
        return f"{self._teller.say(known.zh, known.id)} {value}"

    def _counted(self, score: Score, *, whole: bool) -> Iterator[str]:
        """Yield how a hand is counted: every step for ``whole``, else the patterns and what one loser pays."""
        say, counted = self._teller.say, score.counted
        if score.reason is not None:
            yield say("不胡：", "no win: ") + (
                self._short(score) or score.reason.words.in_language(self._teller.language)
            )
            return
        if counted is None:
            return
        if whole:
            yield from (say(f"胡法：{way.row.written}", f"way to win: {way.row.written}") for way in counted.ways)
        values = [group.xi for group in score.melds if group.xi]
        if whole and values:
            added = " + ".join(map(str, values))
            yield say("各门息的和", "xi of all melds together") + f" = {_equals(added, sum(values))}"
        tables = {one.table.id: one for one in counted.tables}
        steps = {step.id: value for step, value in counted.steps}
        for key in score.ruleset.count.order:
            kind, _, name = key.partition(":")
            if kind == "table" and tables[name].counted:
                yield self._of_table(tables[name])
            elif kind == "step" and (whole or name in _SHORT):
                yield self._of_step(name, steps[name], counted, score.ruleset)
        yield from self._paid(score)

    def _short(self, score: Score) -> str:
        """Say which requirement a hand falls short of, where that is more than a number that is missing."""
        reason, counted, win = score.reason, score.counted, score.ruleset.win
        if reason is None or reason.code != "short" or reason.missing or counted is None:
            return ""
        due = [
            one
            for one in (win.minimum, *win.requirements)
            if one is not None and not evaluate(one.value, counted.values)
        ]
        return (
            self._teller.say("不合：", "it is not so: ") + self._teller.sentences.condition(due[0].value) if due else ""
        )

    def _of_step(self, name: str, value: int, counted: Counted, room: Ruleset) -> str:
        step = next(one for one in room.count.steps if one.id == name)
        numbers = (
            with_numbers(tidied(step.formula), counted.values, self._teller.language)
            .replace("*", "×")
            .replace("/", "÷")
        )
        return f"{self._teller.step(name)} = {_equals(numbers, self._teller.amount(value, step.unit))}"

    def _of_table(self, table: TableCount) -> str:
        unit = table.table.unit
        each = [f"{pattern.called} {worth}" for pattern, worth in table.counted]
        name, colon = self._teller.table(table.table.id), self._teller.say("：", ": ")
        combine = COMBINE[constant(table.table.combine)]
        if len(each) == 1 and table.total == table.counted[0][1]:
            return f"{name}{colon}{table.counted[0][0].called} {self._teller.amount(table.total, unit)}"
        added = _SIGNS.get(combine, self._teller.say("、", ", ")).join(each)
        return f"{name}{colon}{added} = {self._teller.amount(table.total, unit)}"

    def _paid(self, score: Score) -> Iterator[str]:
        for one in score.payments:
            payer, payee = self._teller.party(one.payer), self._teller.party(payee_of(one))
            amount = self._teller.amount(one.amount, score.unit)
            yield self._teller.say(f"{payer}付给{payee} {amount}", f"{payer} pays {payee} {amount}")


def _equals(worked: str, result: object) -> str:
    text = str(result)
    return text if worked in {text, text.partition(" ")[0]} else f"{worked} = {text}"


def _telling(score: Score) -> tuple[int, int]:
    """Rank a hand to learn from: one with some patterns, then with melds of many kinds."""
    return min(len(score.patterns), _TELLING), len({group.meld for group in score.melds})


def _counts(score: Score, pattern: Pattern) -> bool:
    return any(one.row.path == pattern.row.path for one in score.patterns)


def _holds(score: Score, pattern: Pattern) -> bool:
    """Tell whether a pattern of a win holds, and another counts instead."""
    tables = score.counted.tables if score.win and score.counted is not None else ()
    return any(one.row.path == pattern.row.path for table in tables for one in table.replaced)


def _named(room: Ruleset, condition: Expr) -> set[str]:
    """Return the keys that a condition names, and those that what it names is made of."""
    made = {f"way:{way.id}": way.when for way in room.win.ways}
    made |= {f"step:{step.id}": step.formula for step in room.count.steps}
    made |= {f"pattern:{table.id}/{one.id}": one.when for table, one in room.patterns()}
    found: set[str] = set()
    waiting = [condition]
    while waiting:
        for ref in refs(waiting.pop()):
            if ref.key not in found:
                found.add(ref.key)
                waiting += [made[ref.key]] if ref.key in made else []
    return found
