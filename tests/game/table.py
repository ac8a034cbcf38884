"""A table for tests: hands and a stock that the test knows, the rest of the deck filled in, and play by words.

Cards are written as players write them. What a test does not say of the deck is filled with single cards, so
that nobody is dealt a triplet that the test has not asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from phzdsl.cards import KINDS, Kind, parse_cards, write_kind
from phzdsl.game import Action, Game, apply, legal, new_hand, payments
from phzdsl.game.events import Event, Paid
from phzdsl.game.state import Carried, Laid
from phzdsl.ruleset.library import load
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.options import bind
from tests.ruleset.support import child, ruleset_of

__all__ = ["Table", "game_of", "game_with"]

_FEW = 2


@cache
def game_of(variant: str, **options: str | int) -> Game:
    """Return the rules of a shipped variant with options by their words."""
    return _game(load(variant), options)


@cache
def game_with(body: str, parent: str = "common", **options: str | int) -> Game:
    """Return the rules of a variant that a test writes down."""
    return _game(ruleset_of(child(body, parent)), options)


def _game(ruleset: Ruleset, options: Mapping[str, str | int]) -> Game:
    return Game(bind(ruleset, {name: str(value) for name, value in options.items()}))


class Table:
    """A hand of play from a known deck.

    Attributes:
        let_go: who let which card go, in order.
    """

    def __init__(  # noqa: PLR0913 - what a deck is made of
        self,
        game: Game,
        hands: Mapping[int, str] | None = None,
        stock: str = "",
        *,
        dealer: int = 0,
        shown: str = "",
        last: str = "",
        never: str = "",
        carried: Carried | None = None,
    ) -> None:
        """Deal.

        Args:
            game: the rules.
            hands: by seat the cards that it is dealt; filled up where they are too few.
            stock: the stock from the top; filled up below.
            dealer: seat of the dealer.
            shown: the dealer's last card, beside those in ``hands``.
            last: the bottom card of the stock.
            never: cards that nobody is dealt but by ``hands``, as long as there are others.
            carried: what earlier hands leave.
        """
        self.game = game
        self.let_go: list[tuple[int, str | None]] = []
        self.deck = _deck(game, hands or {}, stock, dealer, shown, last, never)
        self.state = new_hand(game, deck=self.deck, dealer=dealer, carried=carried)

    # ------------------------------------------------------------ what may be done

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that must act."""
        return self.state.waiting

    def may(self, seat: int) -> set[str]:
        """Return what a seat may do, by name."""
        return {action.do for action in legal(self.state, seat)}

    def ways(self, seat: int, do: str) -> set[tuple[str, ...]]:
        """Return the sets of cards of a claim, each set written, the further sets after the first."""
        return {
            tuple("".join(map(write_kind, part)) for part in (action.cards, *action.bi))
            for action in legal(self.state, seat)
            if action.do == do
        }

    def discardable(self, seat: int) -> set[str]:
        """Return the cards that a seat may discard."""
        return {cards for (cards,) in self.ways(seat, "discard")}

    # ------------------------------------------------------------ doing it

    def do(self, seat: int, what: str, cards: str = "", *further: str) -> None:
        """Let a seat act; a claim with one way to make it needs no cards."""
        found = [one for one in legal(self.state, seat) if one.do == what]
        if cards or not found:
            bi = tuple(tuple(sorted(parse_cards(part))) for part in further)
            wanted = sorted(parse_cards(cards)) if cards else []
            found = [one for one in found if sorted(one.cards) == wanted and _same(one.bi, bi)]
        assert len(found) == 1, (seat, what, cards, further, legal(self.state, seat))
        self.state = apply(self.state, found[0])

    def discard(self, seat: int, card: str) -> None:
        """Let everybody pass, then a seat discard."""
        self.passing()
        self.do(seat, "discard", card)

    def claim(self, seat: int, what: str, cards: str = "", *further: str) -> None:
        """Let a seat claim the card on offer, and everybody else pass."""
        self.do(seat, what, cards, *further)
        self.passing()

    def passing(self) -> None:
        """Let everybody pass until a seat must do something."""
        while passes := [seat for seat in self.waiting if "pass" in self.may(seat)]:
            self.let_pass(passes[0])

    def let_pass(self, seat: int) -> None:
        """Let a seat pass, and note which card it let go."""
        self.let_go.append((seat, self.offered))
        self.state = apply(self.state, Action(seat, "pass"))

    def until(self, number: int) -> None:
        """Let everybody pass until so many stock cards have been drawn; who must discard stops it."""
        while self.game.stock - self.state.stock < number and not self.state.over:
            passes = [seat for seat in self.waiting if "pass" in self.may(seat)]
            assert passes, (self.waiting, self.state.phase)
            self.let_pass(passes[0])

    def run_out(self, left: int) -> None:
        """Let everybody pass, and discard the least card where one must, until so few stock cards are left."""
        while self.state.stock > left and not self.state.over:
            seat = self.waiting[0]
            if "pass" in self.may(seat):
                self.let_pass(seat)
            else:
                self.state = apply(self.state, legal(self.state, seat)[0])

    # ------------------------------------------------------------ what came of it

    def melds(self, seat: int) -> list[str]:
        """Return a seat's melds, such as ``peng 二二二``."""
        return [written(laid) for laid in self.state.seats[seat].melds]

    def hand(self, seat: int) -> str:
        """Return a seat's concealed cards."""
        counts = self.state.seats[seat].hand
        return "".join(write_kind(kind) * counts[kind] for kind in range(KINDS))

    def events(self, sort: type[Event]) -> list[Event]:
        """Return the events of one sort."""
        return [event for event in self.state.events if isinstance(event, sort)]

    def paid(self, at: str) -> list[tuple[int, int, int]]:
        """Return the payments at an event: payer, payee, amount."""
        found = (event for event in self.state.events if isinstance(event, Paid))
        return [(one.payer, one.payee, one.amount) for one in found if one.at == at]

    @property
    def totals(self) -> tuple[int, ...]:
        """What each seat has received less what it has paid."""
        return payments(self.state)

    @property
    def offered(self) -> str | None:
        """The card on offer."""
        return None if self.state.offer is None else write_kind(self.state.offer.card)


def written(laid: Laid) -> str:
    """Return a meld in words."""
    return f"{laid.meld} {''.join(map(write_kind, laid.cards))}"


def _same(left: tuple[tuple[Kind, ...], ...], right: tuple[tuple[Kind, ...], ...]) -> bool:
    return sorted(tuple(sorted(one)) for one in left) == sorted(right)


# ---------------------------------------------------------------- the deck


def _deck(  # noqa: PLR0913, PLR0917 - what a deck is made of
    game: Game, hands: Mapping[int, str], stock: str, dealer: int, shown: str, last: str, never: str
) -> tuple[Kind, ...]:
    order = game.order(dealer)
    left = list(game.cards)

    def take(cards: str) -> list[Kind]:
        kinds = list(parse_cards(cards)) if cards else []
        for kind in kinds:
            left.remove(kind)
        return kinds

    given = {seat: take(hands.get(seat, "")) for seat in order}
    top, bottom, show = take(stock), take(last), take(shown)
    barred = set(parse_cards(never)) if never else set()
    for seat in order:
        size = game.dealt[seat != dealer] - (len(show) if seat == dealer else 0)
        assert len(given[seat]) <= size, (seat, len(given[seat]))
        while len(given[seat]) < size:
            given[seat].append(_filler(left, given[seat], top, barred))
    given[dealer] += show
    dealt = [kind for seat in order for kind in given[seat]]
    under = game.stock - len(top) - len(bottom)
    assert under >= 0
    # Cards of one kind lie apart, so that few draws make a pair of the draw before.
    rest = _spread(left)
    return (*dealt, *top, *rest[:under], *bottom, *rest[under:])


def _filler(left: list[Kind], held: Sequence[Kind], coming: Sequence[Kind], barred: set[Kind]) -> Kind:
    """Take a card of which a hand has fewest; better none that the stock will bring, and barred ones at the last."""

    def order(kind: Kind) -> tuple[bool, bool, int, bool, int, Kind]:
        number = held.count(kind)
        return number >= _FEW, kind in barred, number, kind in coming, -left.count(kind), kind

    kind = min(set(left), key=order)
    assert held.count(kind) < _FEW, "a hand cannot be filled without a triplet"
    left.remove(kind)
    return kind


def _spread(left: list[Kind]) -> list[Kind]:
    return [kind for copy in range(4) for kind in range(KINDS) if left.count(kind) > copy]
