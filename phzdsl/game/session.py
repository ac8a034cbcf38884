"""Hand after hand: who deals next, what one hand leaves to the next, when it ends and how accounts are settled.

A session is a value, as a hand is. ``open_session`` draws the first dealer, ``deal`` starts a hand, ``after`` takes
a finished one in; whatever is left to a lot comes from a seed. What is paid for good sums to zero at every moment.
How a hand itself is played is ``step.py``.

    >>> from phzdsl import load
    >>> from phzdsl.game import Game, apply, legal
    >>> from phzdsl.game.session import after, deal, open_session
    >>> session = open_session(Game(load("peng")), seed=1)
    >>> state = deal(session, seed=2)
    >>> while state.waiting:
    ...     state = apply(state, legal(state, state.waiting[0])[0])
    >>> session = after(session, state, seed=3)
    >>> session.hands, sum(session.paid)
    (1, 0)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from itertools import combinations
from random import Random

import attrs

from phzdsl.cards import Kind
from phzdsl.errors import GameError
from phzdsl.game.around import Around
from phzdsl.game.deal import dealt
from phzdsl.game.events import Paid, Won
from phzdsl.game.rules import Game
from phzdsl.game.settle import pay_for
from phzdsl.game.state import Carried, State
from phzdsl.game.step import new_hand
from phzdsl.ruleset.expressions import evaluate
from phzdsl.ruleset.model import SessionRule
from phzdsl.ruleset.parts import constant, word_of

__all__ = ["End", "Session", "after", "booked", "deal", "leave", "open_session", "staked"]

_END = "session-end"
# What lies under this in a difference is its odd part (零头).
_ROUND = 10


class End(Enum):
    """What ended a session."""

    HANDS = "hands"
    GOAL = "goal"
    LEFT = "someone-leaves"


@attrs.frozen
class Session:
    """Where hand after hand stands; everything by seat goes with the player when seats change.

    Attributes:
        game: the rules of the room.
        dealer: who deals the next hand.
        hands: how many were played.
        carried: what they leave to the next: drawn hands in a row, hands won in a row, totals, the stakes declared.
        paid: by seat, points received less points paid for good; it sums to zero.
        players: by seat, the seat that its player had at first.
        end: what ended the session, None while it goes on.
        settled: the payments made when it ended.
    """

    game: Game = attrs.field(eq=False, repr=False)
    dealer: int
    hands: int
    carried: Carried
    paid: tuple[int, ...]
    players: tuple[int, ...]
    end: End | None = None
    settled: tuple[Paid, ...] = ()


def open_session(game: Game, *, seed: int) -> Session:
    """Open a session: nothing has been played, and the first dealer is drawn where the rules leave it to a lot."""
    none = (0,) * game.total
    return Session(game, _first_dealer(game, _lot(seed)), 0, Carried(0, none, none), none, tuple(range(game.total)))


# ---------------------------------------------------------------- a hand begins


def staked(session: Session, chosen: Mapping[str, Sequence[int]]) -> Session:
    """Return the session with the stakes of the next hand declared.

    Args:
        session: as it stands.
        chosen: by the name of each stake of the variant, what each seat stakes.

    Raises:
        GameError: a stake that the variant does not have, one that is missing, or a number that may not be staked.
    """
    game = session.game
    stakes = {stake.id: stake.numbers for stake in game.session.stakes}
    if chosen.keys() != stakes.keys():
        msg = f"{game.ruleset.id} has the stakes {sorted(stakes)}, not {sorted(chosen)}"
        raise GameError(msg)
    for name, amounts in chosen.items():
        if len(amounts) != game.total or not set(amounts) <= set(stakes[name]):
            msg = f"each of {game.total} seats stakes one of {stakes[name]} for {name}, not {list(amounts)}"
            raise GameError(msg)
    sums = tuple(map(sum, zip(*chosen.values(), strict=True)))
    return attrs.evolve(session, carried=attrs.evolve(session.carried, stakes=sums))


def deal(
    session: Session, *, seed: int | None = None, deck: Sequence[Kind] | None = None, judged: bool = False
) -> State:
    """Deal the next hand.

    Raises:
        GameError: the session is over, stakes are still to be declared, or as ``new_hand``.
    """
    if session.end is not None:
        msg = f"the session is over: {session.end.value}"
        raise GameError(msg)
    if session.game.session.stakes and not session.carried.stakes:
        msg = "the stakes of this hand have not been declared"
        raise GameError(msg)
    return new_hand(session.game, seed=seed, deck=deck, dealer=session.dealer, carried=session.carried, judged=judged)


# ---------------------------------------------------------------- a hand has ended


def after(session: Session, state: State, *, seed: int) -> Session:
    """Return the session after a hand.

    Args:
        session: as it stood when the hand was dealt.
        state: the hand, at its end.
        seed: of the lots that are drawn, for a dealer or for seats.

    Raises:
        GameError: the hand has not ended, or is none of this session.
    """
    if state.result is None or state.game is not session.game or state.carried != session.carried:
        msg = "this is no hand of the session that has ended"
        raise GameError(msg)
    drawn = session.carried.drawn + 1 if state.result.drawn else 0
    won = {winner.seat for winner in state.result.winners}
    streaks = tuple(streak + 1 if seat in won else 0 for seat, streak in enumerate(session.carried.streaks))
    totals = _sum(session.carried.totals, booked(session.game, state))
    carried = Carried(drawn, streaks, totals)
    paid = _sum(session.paid, state.paid) if _settles(session.game) == "each-hand" else session.paid
    session = attrs.evolve(session, hands=session.hands + 1, carried=carried, paid=paid)
    end = _end_of(session)
    if end is not None:
        return _settled(session, end)
    random = _lot(seed)
    if _word(session.game, "restart") == "seats-change":
        return _new_seats(session, random)
    return attrs.evolve(session, dealer=_next_dealer(session, state, random))


def leave(session: Session) -> Session:
    """Return the session after a player has left: over where the rules say so, else as it was.

    Whoever stays opens another.
    """
    if session.end is None and _word(session.game, "restart") == "someone-leaves":
        return _settled(session, End.LEFT)
    return session


def _end_of(session: Session) -> End | None:
    hands, goal = _rule(session.game, "hands"), _rule(session.game, "goal")
    if hands is not None and hands.amount is not None and session.hands >= constant(hands.amount):
        return End.HANDS
    if goal is not None and goal.amount is not None and max(session.carried.totals) >= constant(goal.amount):
        return End.GOAL
    return None


# ---------------------------------------------------------------- who deals


def _first_dealer(game: Game, random: Random) -> int:
    """Return who deals first: drawn, unless the rules name somebody, who can only be the first at the table."""
    return random.randrange(game.total) if _word(game, "first-dealer") in {"random", None} else 0


def _next_dealer(session: Session, state: State, random: Random) -> int:  # noqa: PLR0911 - one line a role
    game, total, dealer = session.game, session.game.total, session.dealer
    role = _word(game, "after-win")
    if session.carried.drawn:
        again = _rule(game, "after-draws")
        role = _word(game, "after-draws" if again is not None and _holds(again, session) else "after-drawn")
    match role:
        case "winner" | "actor":
            return state.result.winners[0].seat if state.result is not None and state.result.winners else dealer
        case "next":
            return (dealer + 1) % total
        case "previous":
            return (dealer - 1) % total
        case "opposite" | "partner":
            return (dealer + total // 2) % total
        case "random":
            return random.randrange(total)
        case "discarder":
            return next((one.giver for one in state.events if isinstance(one, Won) and one.giver is not None), dealer)
        case "who-sits":
            sits = game.sits(dealer)
            return dealer if sits is None else sits
    return dealer


def _holds(rule: SessionRule, session: Session) -> bool:
    """Tell whether the condition of a row holds; it asks about the hand that has just ended, and its dealer."""
    values = {
        "fact:draws-in-row": session.carried.drawn,
        "fact:streak": session.carried.streaks[session.dealer],
        "fact:players": session.game.players,
        "fact:dealer": 1,
        "fact:after-dealer": 0,
    }
    return rule.when is None or bool(evaluate(rule.when, values))


def _new_seats(session: Session, random: Random) -> Session:
    """Let the players change seats; what is counted in a row starts anew, and a dealer is drawn."""
    order = list(range(session.game.total))
    random.shuffle(order)

    def moved(amounts: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(amounts[seat] for seat in order)

    return attrs.evolve(
        session,
        dealer=_first_dealer(session.game, random),
        carried=Carried(0, (0,) * session.game.total, moved(session.carried.totals)),
        paid=moved(session.paid),
        players=moved(session.players),
    )


# ---------------------------------------------------------------- accounts


def _settles(game: Game) -> str:
    return _word(game, "settle") or "each-hand"


def booked(game: Game, state: State) -> tuple[int, ...]:
    """Return by how much each total grows: by what was paid, or where only accounts are kept by what a win counts, at the end."""
    if not game.session.only_booked:
        return state.paid
    worth = {winner.seat: winner.score.points for winner in state.result.winners} if state.result else {}
    return tuple(worth.get(seat, 0) for seat in range(game.total))


def _settled(session: Session, end: End) -> Session:
    """End a session: the rows at 终局 say what is paid; without any, what the way of settling leaves to be paid."""
    game = session.game
    made = _stated(session)
    if _END not in game.payments:
        how = _settles(game)
        made = _deferred(session) if how == "differences" else _halved(session) if how == "halved" else ()
    paid = list(session.paid)
    for one in made:
        paid[one.payer] -= one.amount
        paid[one.payee] += one.amount
    return attrs.evolve(session, end=end, settled=made, paid=tuple(paid))


def _stated(session: Session) -> tuple[Paid, ...]:
    """Return the payments of the rows at 终局, between each two players."""
    if _END not in session.game.payments:
        return ()
    draft = dealt(session.game, session.game.cards, session.dealer, session.carried, judged=False)
    # Who sat out last is settled with as well.
    everybody = tuple((session.dealer + step) % session.game.total for step in range(session.game.total))
    draft.around = Around.of(everybody)
    pay_for(draft, (_END,), None)
    return tuple(event for event in draft.events if isinstance(event, Paid))


def _deferred(session: Session) -> tuple[Paid, ...]:
    """Return payments that bring every total to zero: those who are behind pay those who are ahead, seat by seat."""
    left = list(session.carried.totals)
    made: list[Paid] = []
    for payer, payee in ((one, other) for one in range(len(left)) for other in range(len(left))):
        amount = min(-left[payer], left[payee])
        if amount > 0:
            left[payer] += amount
            left[payee] -= amount
            made.append(_payment(session, payer, payee, amount))
    return tuple(made)


def _halved(session: Session) -> tuple[Paid, ...]:
    """Return what each two players pay: the difference of their accounts, its odd part halved (零头减半)."""
    made: list[Paid] = []
    for one, other in combinations(range(session.game.total), 2):
        ahead, behind = sorted((one, other), key=lambda seat: -session.carried.totals[seat])
        difference = session.carried.totals[ahead] - session.carried.totals[behind]
        odd = difference % _ROUND
        amount = difference - odd + odd // 2
        if amount:
            made.append(_payment(session, behind, ahead, amount))
    return tuple(made)


def _payment(session: Session, payer: int, payee: int, amount: int) -> Paid:
    rule = _rule(session.game, "settle")
    return Paid(payer, payee, amount, _END, "" if rule is None else rule.row.path)


# ---------------------------------------------------------------- rows


def _rule(game: Game, name: str) -> SessionRule | None:
    return next((rule for rule in game.session.rules if rule.id == name), None)


def _word(game: Game, name: str) -> str | None:
    rule = _rule(game, name)
    return None if rule is None else word_of(rule.word)


def _sum(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(left + right for left, right in zip(one, other, strict=True))


def _lot(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - a lot of a game; a server passes a seed of its own
