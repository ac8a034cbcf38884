"""The compiled count: the same as the plain count on facts drawn by lot, whether hands can have them or not."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from phzdsl.ruleset.library import load, loads, shipped
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.options import bind
from phzdsl.scoring.counting import count_reading
from phzdsl.scoring.facts import HandFacts, Values
from phzdsl.scoring.readings import Reading
from phzdsl.tables.features import FeatureSet, named_ranges
from phzdsl.tables.points import Outcome, Pricer, Valuer, best
from tests.scoring.hands import bound_rulesets

PATTERNS = """
版本 1
变体 t "试" 继承 common {{
  番 {{
    改 合并 {combine}
    增 甲番 当 红牌 >= 4            计 红牌   代替 乙番
    增 乙番 当 门子息 >= 12         计 3      代替 丙番
    增 丙番 当 大字 >= 5            计 2 + 他番数
    增 丁番 当 自摸 或 庄家         计 若 庄家 则 4 否则 1
    增 戊番 当 门子息 余 2 = 1      计 5
    {cap}
  }}
}}
"""


class Drawn(Values):
    """Facts drawn by lot; what was not drawn is 0."""

    def __init__(self, facts: Mapping[str, int], ruleset: Ruleset) -> None:
        super().__init__(HandFacts(facts, (0,) * 20), Reading(()), ruleset, lambda: 0)


def outcomes(ruleset: Ruleset, random: Random) -> tuple[Outcome, tuple[int | None, ...]]:
    """Value the same facts by both."""
    ranges = named_ranges(ruleset)
    drawn = {
        key: random.randint(low, min(high, 40))
        for key, (low, high) in ranges.items()
        if not key.startswith(("step:", "table:", "pattern:", "way:", "fact:pattern-count", "fact:other-patterns"))
    }
    counted = count_reading(ruleset, Drawn(drawn, ruleset))
    fan = sum(one.total for one in counted.tables if one.table.id == "fan")
    xi = counted.step("xi")
    plain = (drawn.get("fact:meld-xi", 0) if xi is None else xi, fan, counted.step("base") or 0)
    return Valuer(ruleset).value(drawn), plain


@pytest.mark.parametrize("variant", shipped())
def test_every_variant_under_every_option(variant: str) -> None:
    """60 draws with each single alternative of each option; expected: ``count_reading``."""
    random = Random(variant)
    for name, ruleset in bound_rulesets(load(variant)):
        for _ in range(60):
            outcome, plain = outcomes(ruleset, random)
            assert (outcome.xi, outcome.fan, outcome.points) == plain, name


@pytest.mark.parametrize("combine", ["相加", "相乘", "最高", "首个"])
@pytest.mark.parametrize("cap", ["", "增 封顶 7"])
def test_every_way_to_combine(combine: str, cap: str) -> None:
    """Replacing in a chain, 他番数, each way to combine, with a cap and without; expected: ``count_reading``."""
    ruleset = bind(loads(PATTERNS.format(combine=combine, cap=cap)))
    random = Random(combine)
    totals = set()
    for _ in range(300):
        outcome, plain = outcomes(ruleset, random)
        assert (outcome.xi, outcome.fan, outcome.points) == plain
        totals.add(outcome.fan)
    assert len(totals) > 3
    assert not cap or max(totals) == 7


def test_a_pricer_reads_vectors_as_a_valuer_reads_facts() -> None:
    """Vectors drawn by lot, unpacked and valued, and priced as they are."""
    ruleset = bind(load("cd-quan"))
    features, valuer = FeatureSet.of(ruleset), Valuer(ruleset)
    pricer = Pricer(valuer, features, {"fact:self-draw": 1, "fact:dealer": 1})
    random = Random(5)
    for _ in range(300):
        vector = random.getrandbits(features.bits)
        facts = {**features.unpack(vector), "fact:self-draw": 1, "fact:dealer": 1}
        assert pricer.price(vector) == valuer.value(facts)


def test_the_best_outcome() -> None:
    """A win before a richer hand that falls short; then points, 息, 番; None where equals report different things."""
    short, plain = Outcome(False, 30, 9, 90), Outcome(True, 15, 1, 1)
    more = Outcome(True, 18, 1, 1)
    assert best([short, plain, more]) == more
    assert best([short]) == short
    assert best([Outcome(True, 15, 2, 5, 3), Outcome(True, 15, 1, 5, 3)]) is None
