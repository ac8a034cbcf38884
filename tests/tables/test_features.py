"""Packed features: what is packed comes out again, and fields are neither too narrow nor confused."""

from __future__ import annotations

from random import Random

import pytest

from phzdsl.cards import KINDS, POINTS
from phzdsl.ruleset.library import load, shipped
from phzdsl.ruleset.options import bind
from phzdsl.scoring.facts import HandFacts, Values
from phzdsl.scoring.readings import Reading, Searcher
from phzdsl.scoring.score import Scorer
from phzdsl.tables.features import FeatureSet
from phzdsl.tables.plan import Plan
from phzdsl.tables.shapes import Form
from tests.ruleset.support import child, load_text
from tests.scoring.hands import Dealer, counts_of


@pytest.mark.parametrize("variant", shipped())
def test_sums_are_the_facts_of_a_reading(variant: str) -> None:
    """Melds and cards of won readings, packed, added and unpacked, give the facts that the plain search reads off."""
    ruleset = bind(load(variant))
    features = FeatureSet.of(ruleset)
    rows = {meld.id: index for index, meld in enumerate(ruleset.melds)}
    scorer, searcher = Scorer(ruleset), Searcher(ruleset)
    checked = 0
    for hand in Dealer(ruleset, Random(variant)).hands(300):
        if not scorer.score(hand).win:
            continue
        for reading in searcher.readings(hand):
            if len(reading.groups) != searcher.groups_needed:
                continue
            packed = sum(features.of_form(Form(rows[one.meld], one.cards, one.xi)) for one in reading.groups)
            packed += features.of_cards(counts_of(hand))
            facts = Values(HandFacts.of(hand, ruleset), Reading(reading.groups), ruleset, lambda: 0)
            values = features.unpack(packed)
            assert values == {key: facts[key] for key in values}
            checked += 1
    assert checked > 20


@pytest.mark.parametrize("variant", shipped())
def test_no_field_can_overflow_in_a_complete_hand(variant: str) -> None:
    """What as many of the dearest meld as a hand has groups add up to, and what all its cards do, fit each field."""
    ruleset = bind(load(variant))
    plan = Plan.of(ruleset)
    assert plan is not None
    forms = [
        Form(index, form, meld.value.of(form, ruleset.deck.red))
        for index, meld in enumerate(ruleset.melds)
        for form in meld.forms
    ]
    copies = plan.shape.copies
    for feature in plan.features.features:
        of_deck = sum(feature.of_point(point, copies[point], copies[point + POINTS]) for point in range(POINTS))
        of_forms = plan.shape.groups * max(feature.of_form(form) for form in forms)
        assert max(of_forms, min(of_deck, 4 * plan.shape.groups)) < 1 << feature.width, feature.key


def test_places_follow_one_another() -> None:
    """Shift and mask of each field, as ``places`` tells them, read what ``of_point`` and ``of_form`` write."""
    ruleset = bind(load("cd-quan"))
    features = FeatureSet.of(ruleset)
    counts = tuple(Random(1).randint(0, 2) for _ in range(KINDS))
    packed = features.of_cards(counts)
    read = {key: packed >> shift & mask for key, shift, mask in features.places}
    assert read["fact:red-cards"] == sum(counts[kind] for kind in ruleset.deck.red)
    assert read["fact:big-cards"] == sum(counts[10:])
    assert read["fact:all-cards"] == sum(counts)
    by_point = features.by_point()
    assert packed == sum(by_point[point][counts[point]][counts[point + 10]] for point in range(10))


def test_a_deck_with_fewer_copies_of_some_kinds() -> None:
    """Four small and three big of a few kinds: sums of counts that the deck does not have still have room."""
    small = "牌 {\n  改 小字 一..四 各 4\n  改 大字 壹..肆 各 3\n  改 红 二贰\n}\n"
    more = "座 {\n  改 起手 庄 6 闲 5\n  改 余墩 12\n}\n胡 {\n  改 门数 2\n}\n番 {\n  增 红胡 当 红牌 >= 2 计 2\n}"
    ruleset = load_text(child(small + more)).ruleset
    assert ruleset is not None
    features = FeatureSet.of(bind(ruleset))
    assert features.unpack(features.by_point()[1][4][4])["fact:red-cards"] == 8


def test_a_value_that_has_no_room_is_refused() -> None:
    """A negative 息, and one beyond the field, raise instead of running into the next field."""
    features = FeatureSet.of(bind(load("common")))
    for xi in (-1, 1 << features.features[0].width):
        with pytest.raises(OverflowError, match="meld-xi"):
            features.of_form(Form(0, (0, 0, 0), xi))


def test_where_the_winning_card_stands() -> None:
    """Melds that only claims make are told apart from those of loose cards: peng asks for pao and ti (跑双)."""
    features = FeatureSet.of(bind(load("peng")))
    assert features.claimed == {"pao", "ti"}
    assert features.placed == frozenset()
