"""Random edits of the variants that ship, and what must hold of the changes that are found in them.

An edit puts another number, sign or word of the language in place of one, takes a line away, turns two round, or gives a
row another name. Edits after which the text is no rule file are left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain, islice
from random import Random

import attrs

from phzdsl.analysis.changes import Bearing, Change, changes, touches_hands
from phzdsl.analysis.compare import compare
from phzdsl.analysis.sample import sample_hands
from phzdsl.errors import PhzError
from phzdsl.ruleset.export import digest
from phzdsl.ruleset.library import load, loads, rules_folder
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.options import bind
from phzdsl.scoring.hand import By, Hand
from phzdsl.scoring.score import Scorer
from tests.analysis.smalldeck import GROUPS, few

__all__ = ["Edited", "Effect", "edits", "effect", "wrong"]

_EXAMPLES = re.compile(r"\n  例 \{.*?\n  \}\n", re.DOTALL)
_NUMBER = re.compile(r"(?<![\w.@-])\d+(?!\w)")
_SIGN = re.compile(r">=|<=|>|<|(?<![<>!])=")
_ADDED = re.compile(r"增 (\w+)")
_SIGNS = (">=", "<=", ">", "<", "=")
_WORD = re.compile(
    "红牌|黑牌|大字|小字|自摸|放炮|末张|首张|庄家|碰|偎|坎|提|跑|句|顺|绞|他打|他摸|任摸|必|可|各家|打者|相加|最高|首个|相乘|且|或|底|番|等|息"
)
_WORDS = tuple(_WORD.pattern.split("|"))
_FIRST_ROW = 3


@attrs.frozen
class Edited:
    """A shipped variant in the room of its defaults, and what an edit makes of it."""

    before: Ruleset
    after: Ruleset
    text: str


def edits(name: str, random: Random) -> Iterator[Edited]:
    """Yield random edits of a variant without end; its examples, which an edit would break, are taken out first."""
    before = bind(load(name))
    text = _EXAMPLES.sub("\n", (rules_folder() / f"{name}.phz").read_text("utf-8"))
    while True:
        changed = text
        for _ in range(random.choice((1, 1, 2))):
            changed = random.choice(_EDITS)(changed, random)
        try:
            yield Edited(before, bind(loads(changed)), changed)
        except PhzError:
            continue


def wrong(edit: Edited, hands: int = 20) -> str | None:
    """Say what does not hold of the changes that are found in an edit, None where all does."""
    found = changes(edit.before, edit.after)
    mirrored = {one.id: one for one in (change.mirrored() for change in found)}
    if {one.id: one for one in changes(edit.after, edit.before)} != mirrored:
        return "the other way round is no mirror"
    if digest(edit.before) == digest(edit.after) and any(one.bearing is not Bearing.WORDS for one in found):
        return "rules that mean the same differ"
    if not any(map(touches_hands, found)) and _shown(edit, hands):
        return f"harmless changes show in a hand: {_listed(found)}"
    return None


def _shown(edit: Edited, hands: int) -> bool:
    """Tell whether a hand drawn from the corners of either sheet comes out otherwise under the other."""
    sides = edit.before, edit.after
    scorers = [Scorer(side) for side in sides]
    for sample in chain(*(islice(sample_hands(side, seed=len(edit.text)), hands) for side in sides)):
        one, other = (scorer.score(sample.hand) for scorer in scorers)
        if (one.win, one.points) != (other.win, other.points):
            return True
    return False


@attrs.frozen
class Effect:
    """What the comparison of all hands of a small deck says of an edit, and what is wrong with that.

    Attributes:
        found: hands come out otherwise.
        proved: it is proved that none does.
        wrong: hands drawn by lot say otherwise; None where they agree.
    """

    found: bool
    proved: bool
    wrong: str | None


def effect(edit: Edited, random: Random, hands: int = 40) -> Effect:
    """Compare both sides of an edit over every closed hand and every layout of a few points, and look at some by lot."""
    a, b = (few(side) for side in (edit.before, edit.after))
    found = changes(a, b)
    said = compare(a, b, found, exposed=True)
    shown = bool(said.closed.classes) or (said.laid is not None and bool(said.laid.classes))
    scorers = Scorer(a), Scorer(b)
    drawn = next((hand for hand in (_closed(random, a) for _ in range(hands)) if _differs(hand, scorers)), None)
    rows = {rule for one in (*said.closed.classes, *(said.laid.classes if said.laid else ())) for rule in one.rules}
    fault = None
    if drawn is not None and not shown and not said.unseen:
        fault = f"{drawn} comes out otherwise, and is said not to"
    elif not rows <= {one.id for one in found}:
        fault = f"rows that did not change bear blame: {rows}"
    elif said.equivalent and shown:
        fault = "equivalent, with hands that come out otherwise"
    return Effect(shown, not shown and not said.unseen, fault)


def _differs(hand: Hand, scorers: tuple[Scorer, Scorer]) -> bool:
    one, other = (scorer.score(hand) for scorer in scorers)
    return (one.win, one.points) != (other.win, other.points)


def _closed(random: Random, ruleset: Ruleset) -> Hand:
    """Draw a closed hand of the size that wins, with the last card of one of the three sorts."""
    copies = ruleset.deck.copies()
    cards = [kind for kind, count in enumerate(copies) for _ in range(count)]
    chosen = random.sample(cards, 3 * GROUPS)
    by = random.choice((By.SELF, By.DRAW, By.DISCARD))
    return Hand((), tuple(sorted(chosen[1:])), chosen[0], by)


def _listed(found: tuple[Change, ...]) -> str:
    return ", ".join(f"{one.id} {one.bearing.value}" for one in found)


# ---------------------------------------------------------------- single edits


def _instead(pattern: re.Pattern[str], choose: Callable[[str, Random], str]) -> Callable[[str, Random], str]:
    def edit(text: str, random: Random) -> str:
        places = list(pattern.finditer(text))
        if not places:
            return text
        place = random.choice(places)
        return text[: place.start()] + choose(place[0], random) + text[place.end() :]

    return edit


def _less_a_line(text: str, random: Random) -> str:
    lines = text.split("\n")
    del lines[random.randrange(_FIRST_ROW, len(lines))]
    return "\n".join(lines)


def _lines_turned(text: str, random: Random) -> str:
    lines = text.split("\n")
    at = random.randrange(_FIRST_ROW, len(lines))
    lines[at - 1 : at + 1] = lines[at - 1 : at + 1][::-1]
    return "\n".join(lines)


def _renamed(text: str, random: Random) -> str:
    names = _ADDED.findall(text)
    if not names:
        return text
    name = random.choice(names)
    return re.sub(rf"(?<!\w){name}(?!\w)", f"{name}新", text)


_EDITS = (
    _instead(_NUMBER, lambda one, random: str(max(0, int(one) + random.choice((-3, -2, -1, 1, 2, 3, 5))))),
    _instead(_SIGN, lambda _, random: random.choice(_SIGNS)),
    _instead(_WORD, lambda _, random: random.choice(_WORDS)),
    _less_a_line,
    _lines_turned,
    _renamed,
)
