"""A bot against players who do anything; it is told no more than its seat may know."""

from __future__ import annotations

from phzdsl import load
from phzdsl.game import Action, Game, View, apply, new_hand, payments, view
from phzdsl.game.players import Player, RandomPlayer

HANDS = 100


class Bot:
    """Wins when it can, claims what makes three or four of a kind, and discards what goes with nothing."""

    def choose(self, seen: View) -> Action:
        """Return one of ``seen.actions``."""
        return max(seen.actions, key=lambda action: self.worth(action, seen))

    def worth(self, action: Action, seen: View) -> int:
        """Tell how much an action is liked."""
        if action.do == "discard":
            return -self.company(action.cards[0], seen.seats[seen.seat].hand or b"")
        return {"win": 3, "peng": 1, "chi": -1}.get(action.do, 0)

    def company(self, card: int, hand: bytes) -> int:
        """Count what stands beside a card in hand: its equals, its neighbours, its other size."""
        points = [at for at in (card - 2, card - 1, card + 1, card + 2) if at // 10 == card // 10]
        return 3 * hand[card] + sum(hand[at] > 0 for at in points) + (hand[(card + 10) % 20] > 0)


def main() -> None:
    """Let the bot sit at seat 0 for many hands, and print what each seat has won."""
    room = Game(load("peng"))
    players: list[Player] = [Bot(), *(RandomPlayer(room, seat) for seat in range(1, room.total))]
    totals = [0] * room.total
    for seed in range(HANDS):
        state = new_hand(room, seed=seed, dealer=seed % room.total)
        while state.waiting:
            seat = state.waiting[0]
            state = apply(state, players[seat].choose(view(state, seat)))
        totals = [total + points for total, points in zip(totals, payments(state), strict=True)]
    print(f"points after {HANDS} hands: the bot {totals[0]}, the others {totals[1:]}")


if __name__ == "__main__":
    main()
