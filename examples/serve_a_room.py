"""A server's loop: the seat that must act is shown what it may know, and answers by number. Four lines a turn."""

from __future__ import annotations

from random import Random

from phzdsl import load
from phzdsl.game import Game, View, apply, new_hand, payments, view


class Client:
    """Stands for a player at the other end of a wire, who may send anything at all."""

    def __init__(self, seat: int) -> None:
        self.random = Random(seat)  # noqa: S311 - a player's whims

    def ask(self, seen: View) -> int:
        """Choose one of ``seen.actions`` by its number, and now and then send nonsense."""
        return self.random.randrange(len(seen.actions) + 1)


def main() -> None:
    """Serve a hand, and print how it went."""
    room = Game(load("zjd"))
    clients = [Client(seat) for seat in range(room.total)]
    state = new_hand(room, seed=7)
    while state.waiting:
        seen = view(state, state.waiting[0])
        answer = clients[seen.seat].ask(seen)
        if answer in range(len(seen.actions)):
            state = apply(state, seen.actions[answer])
    print(*state.events, sep="\n")
    print("points by seat:", payments(state))


if __name__ == "__main__":
    main()
