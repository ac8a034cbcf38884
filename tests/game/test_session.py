"""Hand after hand: the next dealer, what is carried, when a session ends, and who pays whom then."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from phzdsl.errors import GameError
from phzdsl.game import Carried, Game, State, apply, legal, payments
from phzdsl.game.session import End, Session, after, deal, leave, open_session, staked
from phzdsl.ruleset.library import load, shipped
from tests.game.table import game_of, game_with

SOME = 40


def played(state: State, seed: int, *, wins: bool = True) -> State:
    """Play a hand to its end by chance; without wins, everybody lets every card pass that may be passed."""
    random = Random(seed)
    while state.waiting:
        seat = state.waiting[0]
        found = legal(state, seat)
        taken = [one for one in found if one.do == "win"] if wins else [one for one in found if one.do == "pass"]
        state = apply(state, taken[0] if taken else random.choice(found))
    return state


def hands(game: Game, seed: int = 0, *, count: int = SOME) -> Iterator[tuple[Session, State, Session]]:
    """Play a session, and yield before each hand, its end, and after it."""
    session = open_session(game, seed=seed)
    for number in range(count):
        if session.end is not None:
            return
        before = ready(session)
        state = played(deal(before, seed=1000 * seed + number), number)
        session = after(before, state, seed=number)
        yield before, state, session


def ready(session: Session) -> Session:
    """Declare stakes where the variant has them: each seat the number at its place."""
    stakes = session.game.session.stakes
    seats = range(session.game.total)
    return staked(session, {one.id: [one.numbers[seat % len(one.numbers)] for seat in seats] for one in stakes})


def seats_of(game: Game, seed: int, won: bool) -> Iterator[tuple[int, int, int | None]]:  # noqa: FBT001 - two halves of a test
    """Yield dealer, next dealer and winner of the hands that were won, or of those that were not."""
    for before, state, session in hands(game, seed):
        if state.result is not None and bool(state.result.winners) is won and session.end is None:
            winner = state.result.winners[0].seat if won else None
            yield before.dealer, session.dealer, winner


def drawn_hand(session: Session, number: int = 0) -> State:
    """Play the next hand so that nobody wins."""
    for seed in range(number, number + 200):
        state = played(deal(session, seed=seed), seed, wins=False)
        if state.result is not None and state.result.drawn:
            return state
    pytest.fail("every hand was won")


# ---------------------------------------------------------------- who deals


def test_the_first_dealer_is_drawn() -> None:
    """首庄 随机: every seat is drawn by some seed, and the same seed draws the same seat (s2.dealer)."""
    game = game_of("pc")
    drawn = [open_session(game, seed=seed).dealer for seed in range(30)]
    assert set(drawn) == {0, 1, 2}
    assert drawn == [open_session(game, seed=seed).dealer for seed in range(30)]


def test_the_winner_deals() -> None:
    """胡后 胡者: whoever won deals next (s2.dealer)."""
    found = list(seats_of(game_of("pc"), 1, won=True))
    assert len(found) > 5
    assert all(following == winner for _, following, winner in found)
    assert any(dealer != winner for dealer, _, winner in found)


@pytest.mark.parametrize(
    ("word", "step"), [("庄家", 0), ("下家", 1), ("上家", 2), ("对家", 1), ("坐醒者", 0), ("伙伴", 1)]
)
def test_roles_count_from_the_dealer(word: str, step: int) -> None:
    """胡后 and 荒后 name a seat as seen from the dealer."""
    game = game_with(f"局 {{\n  改 胡后 {word}\n}}\n")
    found = list(seats_of(game, 2, won=True))
    assert found
    assert {(following - dealer) % 3 for dealer, following, _ in found} == {step}


def test_the_dealer_may_be_drawn_after_each_hand() -> None:
    """胡后 随机: the next dealer is any seat."""
    game = game_with("局 {\n  改 胡后 随机\n  改 荒后 随机\n}\n")
    assert {session.dealer for _, _, session in hands(game, 3)} == {0, 1, 2}


def test_who_discarded_the_winning_card_may_deal() -> None:
    """胡后 打者: the discarder of the winning card deals, and the dealer stays where it was drawn."""
    game = game_with("动作 {\n  改 胡 见 任摸, 亮张, 他打\n}\n局 {\n  改 胡后 打者\n}\n")
    shots = 0
    for before, state, session in hands(game, 4):
        if state.result is None or state.result.drawn:
            continue
        if state.result.winners[0].hand.by.value == "discard":
            shots += 1
            assert session.dealer != state.result.winners[0].seat
        elif state.result.winners[0].hand.by.value == "self":
            assert session.dealer in {before.dealer, state.result.winners[0].seat}
    assert shots


def test_three_drawn_hands_in_a_row_pass_the_deal_on() -> None:
    """荒庄 leaves the dealer where he is; the third in a row passes the deal to the next player (s2.dealer)."""
    session = open_session(game_of("pc"), seed=5)
    dealers, in_row = [session.dealer], []
    for number in range(4):
        session = after(session, drawn_hand(session, 1000 * number), seed=number)
        dealers.append(session.dealer)
        in_row.append(session.carried.drawn)
    first = dealers[0]
    following = (first + 1) % 3
    assert in_row == [1, 2, 3, 4]
    assert dealers == [first, first, first, following, (following + 1) % 3]


def test_seats_change_and_a_dealer_is_drawn() -> None:
    """散局 换座: after each hand the players sit elsewhere, and what each has paid goes with him (s4.dealer)."""
    orders, dealers = set(), set()
    for before, state, session in hands(game_of("zjd"), 6):
        orders.add(session.players)
        dealers.add(session.dealer)
        by_player = dict(zip(before.players, map(sum, zip(before.paid, payments(state), strict=True)), strict=True))
        assert dict(zip(session.players, session.paid, strict=True)) == by_player
        assert session.carried.streaks == (0, 0, 0)
    assert len(orders) == 6
    assert dealers == {0, 1, 2}


def test_a_seat_that_sits_out_deals_too() -> None:
    """Four at a table for three: the deal goes round all four, and whoever sits out pays and is paid nothing."""
    game = game_with("座 {\n  增 坐家 对家\n}\n局 {\n  改 胡后 下家\n  改 荒后 下家\n}\n")
    assert (game.players, game.total) == (3, 4)
    dealers = []
    for before, state, session in hands(game, 7, count=8):
        dealers.append(before.dealer)
        assert payments(state)[(before.dealer + 2) % 4] == 0
        assert len(session.paid) == 4
    assert {(two - one) % 4 for one, two in pairwise(dealers)} == {1}


# ---------------------------------------------------------------- what is carried


def test_rows_and_drawn_hands_are_counted() -> None:
    """连荒 and 连胜 count hands in a row, and anything else begins them anew."""
    drawn, streaks = 0, [0, 0, 0]
    for before, state, session in hands(game_of("pc"), 8):
        assert (before.carried.drawn, list(before.carried.streaks)) == (drawn, streaks)
        assert state.result is not None
        won = {one.seat for one in state.result.winners}
        drawn = 0 if won else drawn + 1
        streaks = [streak + 1 if seat in won else 0 for seat, streak in enumerate(streaks)]
        assert session.carried.drawn == drawn


def test_a_factor_of_drawn_hands_is_paid() -> None:
    """黄番: the next win after a drawn hand counts double where the file says so (session.draw-carry)."""
    game = game_with("计 {\n  改 底 = 等 × 番 × (若 连荒 > 0 则 2 否则 1)\n}\n")
    for seed in range(300):
        plain = played(deal(open_session(game, seed=0), seed=seed), seed)
        if plain.result is not None and plain.result.winners:
            session = open_session(game, seed=0)
            again = after(session, drawn_hand(session), seed=0)
            doubled = played(deal(again, seed=seed), seed)
            assert payments(doubled) == tuple(2 * one for one in payments(plain))
            return
    pytest.fail("no hand was won")


def test_stakes_are_declared_and_paid() -> None:
    """飘: each seat declares before the hand, loser and winner pay both their stakes, and they last one hand."""
    game = game_with("局 {\n  增 飘 选 0, 1, 5\n}\n付 {\n  改 胡牌 计 底 + 本方注 + 对方注\n}\n")
    session = open_session(game, seed=0)
    with pytest.raises(GameError, match="not been declared"):
        deal(session, seed=0)
    for wrong in ({}, {"飘": [0, 1, 2]}, {"飘": [0, 1]}, {"坨": [0, 0, 0]}):
        with pytest.raises(GameError):
            staked(session, wrong)
    won = 0
    for before, state, following in hands(game, 9):
        assert before.carried.stakes == (0, 1, 5)
        assert following.carried.stakes == ()
        assert state.result is not None
        for winner in state.result.winners:
            won += 1
            for seat in {0, 1, 2} - {winner.seat}:
                due = winner.score.points + before.carried.stakes[winner.seat] + before.carried.stakes[seat]
                assert payments(state)[seat] == -due
    assert won


def test_options_of_the_room_choose_the_rows() -> None:
    """A row of the session may take its word and its number from the room's options."""
    body = "选项 {\n  增 轮庄 选 是, 否\n  增 几局 选 2, 3\n}\n局 {\n  改 胡后 若 轮庄 则 下家 否则 庄家\n  改 荒后 若 轮庄 则 下家 否则 庄家\n  增 局数 几局\n}\n"
    round_table = [one.dealer for one, _, _ in hands(game_with(body, 轮庄="是", 几局=3), 10)]
    staying = [one.dealer for one, _, _ in hands(game_with(body), 10)]
    assert [(one - round_table[0]) % 3 for one in round_table] == [0, 1, 2]
    assert len(staying) == 2
    assert len(set(staying)) == 1


# ---------------------------------------------------------------- the end, and accounts


def test_a_number_of_hands() -> None:
    """局数: the session ends after so many hands, drawn ones included, and nothing can be dealt any more."""
    *_, (_, _, session) = hands(game_with("局 {\n  增 局数 5\n}\n"), 11)
    assert (session.hands, session.end) == (5, End.HANDS)
    with pytest.raises(GameError, match="over"):
        deal(session, seed=0)


def test_a_race_to_a_total() -> None:
    """目标 with 只记: only the winner's account grows, by what his hand counts; the rows at 终局 settle the differences."""
    game = game_with(
        "局 {\n  增 目标 20\n  增 结算 只记\n}\n"
        "付 {\n  增 差额 于 终局 出 各家 入 本人 计 若 分差 < 20 则 分差 × 2 否则 分差 当 本方分 > 对方分\n}\n"
    )
    accounts = [0, 0, 0]
    *_, last = hands(game, 12, count=500)
    for _, state, session in hands(game, 12, count=500):
        assert state.result is not None
        for winner in state.result.winners:
            accounts[winner.seat] += winner.score.points
        assert list(session.carried.totals) == accounts
        assert (session.end is None) == (max(accounts) < 20)
        if session.end is None:
            assert session.paid == (0, 0, 0)
    session = last[2]
    assert session.end is End.GOAL

    def due(payee: int, payer: int) -> int:
        difference = accounts[payee] - accounts[payer]
        return 0 if difference <= 0 else difference * 2 if difference < 20 else difference

    wanted = [sum(due(seat, other) - due(other, seat) for other in range(3)) for seat in range(3)]
    assert list(session.paid) == wanted
    assert sum(wanted) == 0
    assert any(wanted)


@pytest.mark.parametrize("how", ["逐局", "差额"])
def test_settled_at_once_or_at_the_end(how: str) -> None:
    """差额 pays at the end what 逐局 pays hand by hand; until then nothing changes hands."""
    game = game_with(f"局 {{\n  增 局数 9\n  增 结算 {how}\n}}\n")
    total = [0, 0, 0]
    for _, state, session in hands(game, 13):
        total = [one + more for one, more in zip(total, payments(state), strict=True)]
        if session.end is None:
            assert list(session.paid) == (total if how == "逐局" else [0, 0, 0])
    assert list(session.paid) == total
    assert any(total)
    assert bool(session.settled) == (how == "差额")


def test_odd_parts_are_halved() -> None:
    """减半: accounts grow by what wins count, and at the end each two settle their difference, what is under ten halved."""
    game = game_with("局 {\n  增 局数 9\n  增 结算 减半\n}\n计 {\n  改 底 = 等 × 番 × 7\n}\n")
    *_, (_, _, session) = hands(game, 14)
    accounts = session.carried.totals

    def due(one: int, other: int) -> int:
        difference = accounts[one] - accounts[other]
        return difference // 10 * 10 + difference % 10 // 2 if difference > 0 else -due(other, one) if difference else 0

    wanted = tuple(sum(due(seat, other) for other in range(3)) for seat in range(3))
    assert session.paid == wanted
    assert any(wanted)
    assert sum(wanted) == 0


def test_someone_leaves() -> None:
    """散局 有人离开 ends the session where the file says so (s2.leave), and changes nothing where it does not."""
    assert leave(open_session(game_of("pc"), seed=0)).end is End.LEFT
    session = open_session(game_of("jiben"), seed=0)
    assert leave(session) is session


def test_all_seats_settle_at_the_end() -> None:
    """At the end a player who sat out the last hand settles with the others."""
    game = game_with(
        "座 {\n  增 坐家 对家\n}\n局 {\n  增 局数 6\n}\n付 {\n  增 贺 于 终局 出 各家 入 本人 计 1 当 庄家\n}\n"
    )
    *_, (before, _, session) = hands(game, 15)
    dealer = before.dealer
    assert sorted((one.payer, one.payee, one.amount) for one in session.settled) == sorted(
        (seat, dealer, 1) for seat in range(4) if seat != dealer
    )


@pytest.mark.parametrize("name", shipped())
def test_a_session_sums_to_zero(name: str) -> None:
    """Over a session of every shipped variant, what is paid sums to zero after each hand."""
    game = Game(load(name))
    for _, _, session in hands(game, 16, count=12):
        assert sum(session.paid) == 0
        assert len(session.paid) == game.total


def test_another_hand_is_refused() -> None:
    """Only a finished hand of the session itself is taken in."""
    game = game_of("pc")
    session = open_session(game, seed=0)
    unfinished = deal(session, seed=1)
    with pytest.raises(GameError):
        after(session, unfinished, seed=0)
    other = open_session(game_of("jiben"), seed=0)
    with pytest.raises(GameError):
        after(other, played(unfinished, 0), seed=0)
    assert session.carried == Carried(0, (0, 0, 0), (0, 0, 0))
