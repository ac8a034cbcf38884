"""A hand driven card by card from a known deck: what is dealt, what is drawn, who does what, and what it costs."""

from __future__ import annotations

from collections import Counter

from phzdsl import load
from phzdsl.cards import parse_cards
from phzdsl.game import Action, Game, apply, new_hand, payments

HANDS = (
    "一二三四五六七八九十壹贰叁肆伍",
    "二二四四六六八八壹叁伍柒玖拾",
    "三五七九壹贰叁肆伍陆柒捌玖拾",
    "一一五七九十贰肆陆柒捌捌玖拾",
)
STOCK = "四八"
PLAY = ("0 discard 二", "1 peng", "1 discard 壹", "2 pass", "1 peng", "1 discard 叁")


def action(words: str) -> Action:
    """Read an action such as ``1 discard 二``."""
    seat, do, *cards = words.split()
    return Action(int(seat), do, parse_cards("".join(cards)))


def main() -> None:
    """Play the script, and print everything that happens."""
    room = Game(load("peng"))
    known = parse_cards("".join(HANDS) + STOCK)
    rest = Counter(room.cards) - Counter(known)
    state = new_hand(room, deck=(*known, *rest.elements()))
    for words in PLAY:
        told = len(state.events)
        state = apply(state, action(words))
        print(f"{words}:", *state.events[told:], sep="\n    ")
    print("points by seat:", payments(state))


if __name__ == "__main__":
    main()
