"""Players: they do what is legal, from what they see alone, and the sensible one plays sensibly."""

from __future__ import annotations

from collections.abc import Iterator

import attrs
import pytest

from phzdsl import shipped
from phzdsl.cards import parse_cards, write_cards
from phzdsl.errors import GameError
from phzdsl.game import Game, State, apply, legal, new_hand, view
from phzdsl.game.counts import counts_of, more
from phzdsl.game.players import Player, RandomPlayer, SensiblePlayer
from phzdsl.game.prospects import Prospects
from phzdsl.game.risks import unseen_cards
from phzdsl.game.state import Action
from phzdsl.scoring.hand import TableMeld
from tests.game.table import Table, game_of, game_with

VARIANTS = shipped()


def states(game: Game, players: tuple[Player, ...], seed: int) -> Iterator[tuple[State, Action]]:
    """Yield each state of a hand in which a seat acts, and what it does."""
    state = new_hand(game, seed=seed, dealer=seed % game.total)
    while state.waiting:
        seat = state.waiting[0]
        action = players[seat % len(players)].choose(view(state, seat))
        yield state, action
        state = apply(state, action)
    yield state, Action(0, "over")


def last(game: Game, players: tuple[Player, ...], seed: int) -> State:
    """Return the end of a hand."""
    return [state for state, _ in states(game, players, seed)][-1]


# ---------------------------------------------------------------- any variant


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_action_is_legal(variant: str) -> None:
    """On every variant that ships, both players choose legal actions until the hand ends."""
    game = game_of(variant)
    players = (SensiblePlayer(game), RandomPlayer(game, 1))
    for seed in range(2):
        for state, action in states(game, players, seed):
            assert state.over or action in legal(state, action.seat)


def test_the_same_seed_does_the_same() -> None:
    """A random player is as its seed; a sensible one leaves nothing to chance."""
    game = game_of("common")
    first, again, other = (last(game, (RandomPlayer(game, seed),), 3).actions for seed in (5, 5, 6))
    assert first == again != other
    assert last(game, (SensiblePlayer(game, 1),), 3).actions == last(game, (SensiblePlayer(game, 2),), 3).actions


def test_players_may_share_what_they_work_out() -> None:
    """Sharing prospects changes no choice."""
    game = game_of("cd-quan")
    shared = Prospects(game)
    apart = tuple(SensiblePlayer(game) for _ in range(game.total))
    together = tuple(SensiblePlayer(game, prospects=shared) for _ in range(game.total))
    assert last(game, apart, 11).actions == last(game, together, 11).actions


def test_a_view_without_actions_is_refused() -> None:
    """A player that is asked for nothing says so."""
    game = game_of("common")
    state = new_hand(game, seed=1)
    idle = next(seat for seat in range(game.total) if seat not in state.waiting)
    with pytest.raises(GameError):
        SensiblePlayer(game).choose(view(state, idle))


# ---------------------------------------------------------------- what is sensible


@pytest.mark.parametrize("variant", ["common", "peng", "lz-deng"])
def test_wins_are_taken_and_whole_groups_kept(variant: str) -> None:
    """The sensible player passes no win, and discards from no triplet."""
    game = game_of(variant)
    player = SensiblePlayer(game)
    wins = {"win"}
    for seed in range(5):
        for state, action in states(game, (player,), seed):
            offered = {one.do for one in legal(state, action.seat)} if not state.over else set()
            assert not wins & offered or action.do in wins
            if action.do == "discard":
                assert state.seats[action.seat].hand[action.cards[0]] < 3


def test_a_lonely_card_is_discarded() -> None:
    """Of a hand of sets and one card that goes with nothing, that card is discarded."""
    table = Table(game_of("common"), {0: "壹壹壹叁叁叁一二三四五六二七十七八九捌捌"}, shown="拾", dealer=0)
    action = SensiblePlayer(table.game).choose(view(table.state, 0))
    assert (action.do, write_cards(action.cards)) == ("discard", "拾")


def test_a_claim_that_finishes_a_group_is_made() -> None:
    """A pair that another's card completes is claimed where it brings the hand nearer, and its 息 the minimum."""
    table = Table(game_of("common"), {0: "捌", 1: "捌捌壹壹壹二七十一二三四五六九玖玖"}, dealer=0)
    table.do(0, "discard", "捌")
    assert SensiblePlayer(table.game).choose(view(table.state, 1)).do == "peng"


def test_a_free_declaration_needs_a_card_to_wait_for() -> None:
    """报 is made with a hand that waits, and passed with one that does not."""
    game = game_with("动作 { 增 报 见 己轮 可 至多 1 当 进牌数 = 0 }")
    player = SensiblePlayer(game)
    for hand, wanted in (("壹壹壹叁叁叁一二三四五六七八九柒捌肆伍陆", "declare"), ("一三五七九贰肆陆捌拾", "pass")):
        table = Table(game, {0: hand}, shown="玖", dealer=0)
        table.passing()
        seen = view(table.state, 0)
        if "declare" in {one.do for one in seen.actions}:
            assert player.choose(seen).do == wanted or sum(seen.seats[0].hand or b"") % 3 == 0


def test_unseen_cards_are_those_seen_nowhere() -> None:
    """What is unseen, with what lies open and what the seat holds, is the deck; face-down cards are unseen."""
    game = game_of("common")
    for state, action in states(game, (SensiblePlayer(game),), 4):
        if state.over:
            continue
        seen = view(state, action.seat)
        hidden = [kind for kind, count in enumerate(unseen_cards(game, seen)) for _ in range(count)]
        others = [state.seats[one] for one in range(game.total) if one != action.seat]
        down = sum(sum(card is None for card in meld.cards) for one in seen.seats for meld in one.melds)
        waiting = seen.offer is not None and seen.offer.card is None
        assert len(hidden) == state.stock + sum(sum(one.hand) for one in others) + down + waiting


def test_nothing_hidden_changes_a_choice() -> None:
    """With the cards that a seat cannot see dealt otherwise, it chooses alike."""
    game = game_of("common")
    player = SensiblePlayer(game)
    for state, action in states(game, (player,), 9):
        if state.over or state.phase.value != "discard":
            continue
        mixed = attrs.evolve(state, deck=state.deck[: state.top] + state.deck[state.top :][::-1])
        assert SensiblePlayer(game).choose(view(mixed, action.seat)) == action


@pytest.mark.parametrize(("variant", "hands"), [("common", 45), ("cd-quan", 45), ("peng", 24), ("lz-deng", 24)])
def test_the_sensible_one_beats_random_ones(variant: str, hands: int) -> None:
    """Over the same seats and deals it wins more hands than all random players together, and gains points."""
    game = game_of(variant)
    sensible, others = SensiblePlayer(game), RandomPlayer(game, 2)
    points = won = lost = 0
    for seed in range(hands):
        seat = seed % game.total
        players = tuple(sensible if one == seat else others for one in range(game.total))
        end = last(game, players, seed)
        points += end.paid[seat]
        winners = [winner.seat for winner in end.result.winners] if end.result is not None else []
        won += seat in winners
        lost += any(one != seat for one in winners)
    assert points > hands
    assert won > 2 * lost


# ---------------------------------------------------------------- prospects


def test_distance_of_a_hand_that_waits() -> None:
    """A hand that lacks one card is at distance 1 and waits for it; taking a set apart puts it at 2."""
    prospects = Prospects(game_of("common"))
    hand = counts_of(parse_cards("壹壹壹叁叁叁一二三四五六七八九柒捌肆伍陆"))
    assert prospects.rests(hand, ())
    assert prospects.of(hand, ()).distance == 1
    assert {write_cards((kind,)) for kind in prospects.waits(hand, (), [4] * 20)} >= {"玖"}
    worse = counts_of(parse_cards("壹壹壹叁叁叁一二三四五六七八拾柒捌肆伍陆"))
    assert prospects.of(worse, ()).distance == 2
    assert prospects.of(worse, ()).worth < prospects.of(hand, ()).worth


def test_missing_xi_are_told() -> None:
    """Groups worth 3 息 leave 12 short of the minimum of 15; where no minimum is stated none are."""
    hand = counts_of(parse_cards("一二三四五六七八九柒捌玖肆伍陆五六七八九"))
    assert Prospects(game_of("common")).of(hand, ()).short == 12
    assert Prospects(game_of("peng")).of(counts_of(parse_cards("一二三四五六七八九柒捌玖肆伍")), ()).short == 0


def test_quads_need_a_pair() -> None:
    """With a quad on the table the hand rests with one card fewer, and a pair is one of its groups."""
    prospects = Prospects(game_of("common"))
    quad = (TableMeld("pao", (9, 9, 9, 9)),)
    hand = counts_of(parse_cards("壹壹壹叁叁叁一二三四五六七八九捌"))
    assert prospects.rests(hand, quad)
    assert not prospects.rests(more(hand, (17,)), quad)
    assert prospects.rests(more(hand, (17,)), (TableMeld("peng", (9, 9, 9)),))
    assert prospects.of(hand, quad).distance == 1
