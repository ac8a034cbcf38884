"""The judge on whole games: clean ones of every variant, spoiled ones, and records as people write them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from random import Random

import pytest

from phzdsl.game import Action, Game, State, apply, legal, new_hand
from phzdsl.game.events import Drawn, Turned
from phzdsl.game.judge import IMPOSSIBLE, OTHER, judge
from phzdsl.game.state import Source
from phzdsl.game.step import shuffled
from phzdsl.ruleset.library import load, rules_folder
from tests.game.driver import clumped
from tests.game.judging import WAITING, did, melds, named, verdict
from tests.game.table import Table, game_of

VARIANTS = sorted(path.stem for path in rules_folder().glob("*.phz"))

# ---------------------------------------------------------------- what a record may be like


def test_a_record_without_draws() -> None:
    """A record of passes alone is read too: a claim where nobody was asked is found at its card."""
    table = Table(game_of("jiben"), {0: "三", 1: "三三", 2: "一"}, "五三")
    acts, state = ["0 discard 三"], apply(table.state, did("0 discard 三"))
    while state.waiting and state.stock == table.state.stock:
        acts.append(f"{state.waiting[0]} pass")
        state = apply(state, did(acts[-1]))
    assert "1 pass" in acts
    found = verdict(table, [*acts, "1 peng", "1 discard 四"])
    assert named(found) == [(1, "took-dead-card")]


def test_a_pass_of_who_is_not_asked_says_nothing() -> None:
    """A pass that answers nothing does not let anything go by."""
    table = Table(game_of("lz-deng"), {0: "三", 1: "三三"})
    found = verdict(table, ["0 discard 三", "0 pass", "3 pass", "1 peng"])
    assert found.clean
    assert melds(found, 1) == ["peng"]


def test_what_has_no_name_is_told() -> None:
    """A 碰 of one's own draw is against the rules, though no word names it; cards that are not there cannot be laid."""
    table = Table(game_of("jiben"), {0: "一", 1: "五五"}, "五")
    found = verdict(table, ["0 discard 一", "1 draw", "1 peng", "1 chi 九九玖"])
    assert [one.fault for one in found.findings] == [OTHER, "missed-ti", IMPOSSIBLE]


def test_a_draw_out_of_turn() -> None:
    """Who draws before its turn is told, and the card is drawn."""
    found = verdict(Table(game_of("jiben"), {0: "一"}, "五"), ["0 discard 一", "2 draw"])
    assert named(found) == [(2, OTHER)]
    assert found.state.turn == 2


def test_actions_after_the_end_are_counted() -> None:
    """What stands after the end of a hand is no part of it."""
    table = Table(game_of("jiben"), {0: "一", 1: WAITING}, "十玖")
    found = verdict(table, ["0 discard 一", "1 draw", "2 draw", "1 win", "0 draw", "0 discard 三"])
    assert found.clean
    assert found.state.over
    assert found.unread == 2


# ---------------------------------------------------------------- games of all kinds


@cache
def rules(variant: str) -> Game:
    """Return the rules of a variant; made once."""
    return Game(load(variant))


def played(game: Game, seed: int, *, judged: bool) -> State:
    """Play a hand by lot."""
    chance, state = Random(seed), new_hand(game, seed=seed, judged=judged)
    while state.waiting:
        state = apply(state, chance.choice(legal(state, chance.choice(state.waiting))))
    return state


@pytest.mark.parametrize("judged", [False, True])
@pytest.mark.parametrize("variant", VARIANTS)
def test_legal_games_are_clean(variant: str, judged: bool) -> None:  # noqa: FBT001 - both kinds of record
    """A hand that was played by the rules has no fault, and comes to the same end, event by event."""
    game = rules(variant)
    for seed in range(8):
        state = played(game, seed, judged=judged)
        found = judge(game, shuffled(game, seed), state.actions, judged=judged)
        assert found.findings == ()
        assert (found.state.events, found.state.paid, found.unread) == (state.events, state.paid, 0)


@pytest.mark.parametrize("variant", VARIANTS)
def test_decks_with_many_quads_are_clean(variant: str) -> None:
    """Where several seats are dealt several quads the program's own record has no fault, and comes to the same end."""
    game = rules(variant)
    for seed in range(8):
        chance = Random(seed)
        deck = clumped(game, chance)
        state = new_hand(game, deck=deck)
        while state.waiting:
            state = apply(state, chance.choice(legal(state, chance.choice(state.waiting))))
        found = judge(game, deck, state.actions, judged=False)
        assert found.findings == ()
        assert (found.state.events, found.state.paid) == (state.events, state.paid)


def test_two_dealt_quads_are_both_laid() -> None:
    """s0.ti-hand: where forced claims are not written, a seat dealt two quads has laid both, as has one that was dealt one."""
    table = Table(game_of("jiben"), {0: "三", 1: "一一一一四四四四", 2: "九九九九"})
    found = judge(table.game, table.deck, [did("0 discard 三")], judged=False)
    assert found.clean
    assert [melds(found, seat) for seat in (1, 2)] == [["ti", "ti"], ["ti"]]


def as_people_write(game: Game, seed: int, acts: Sequence[Action]) -> list[Action]:
    """Return a record as people write it: every card drawn, and nothing of those who let it go by."""
    state = new_hand(game, seed=seed, judged=True)
    written, told = [], 0
    for act in (None, *acts):
        if act is not None:
            state = apply(state, act)
            written += [act] if act.do != "pass" else []
        written += [Action(event.seat, "draw") for event in state.events[told:] if isinstance(event, Drawn)]
        told = len(state.events)
    return written


@pytest.mark.parametrize("variant", VARIANTS)
def test_legal_games_are_clean_as_people_write_them(variant: str) -> None:
    """With draws in place of passes the same hand has no fault either, and comes to the same end."""
    game = rules(variant)
    for seed in range(8):
        state = played(game, seed, judged=True)
        found = judge(game, shuffled(game, seed), as_people_write(game, seed, state.actions))
        assert found.findings == ()
        assert (found.state.seats, found.state.paid, found.state.result) == (state.seats, state.paid, state.result)


def spoiled(game: Game, seed: int) -> list[Action]:
    """Return a record with acts left out and any others put in."""
    chance, ids = Random(seed), [claim.id for claim in game.ruleset.claims]
    acts = list(played(game, seed, judged=True).actions)
    acts = as_people_write(game, seed, acts) if seed % 2 else acts
    for _ in range(6):
        seat, cards = chance.randrange(game.total), tuple(sorted(chance.choices(game.cards, k=3)))
        acts.insert(
            chance.randrange(len(acts) + 1),
            chance.choice(
                [
                    Action(seat, "discard", cards[:1]),
                    Action(seat, chance.choice(ids), cards),
                    Action(seat, chance.choice([*ids, "pass", "no-discard"])),
                ]
            ),
        )
        del acts[chance.randrange(len(acts))]
    return acts


def everywhere(state: State) -> Counter[int]:
    """Return every card, wherever it is."""
    cards = [kind for seat in state.seats for kind in seat.cards()] + list(state.deck[state.top :])
    if state.offer is not None and state.offer.source is Source.DRAW and not state.over:
        cards.append(state.offer.card)
    cards += [] if state.indicator is None else [state.indicator]
    cards += [event.card for event in state.events if isinstance(event, Turned) and state.over]
    return Counter(cards)


@pytest.mark.parametrize("variant", VARIANTS)
def test_any_record_is_read_to_its_end(variant: str) -> None:
    """Whatever a record says, every card stays somewhere and payments sum to zero."""
    game = rules(variant)
    for seed in range(12):
        state = judge(game, shuffled(game, seed), spoiled(game, seed)).state
        assert sum(state.paid) == 0
        assert everywhere(state) == Counter(game.cards)
