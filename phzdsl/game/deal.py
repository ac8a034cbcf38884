"""The deal: cards given out, one shown, dealt quads laid, declarations and wins before anybody has played."""

from __future__ import annotations

from phzdsl.cards import KINDS, Kind
from phzdsl.game.asked import Moment
from phzdsl.game.claims import allowed, ask_of, dealt_options, forced_of, winners_at_most
from phzdsl.game.counts import counts_of
from phzdsl.game.draft import Draft, Next, Step
from phzdsl.game.events import Shown, Turned
from phzdsl.game.finish import win
from phzdsl.game.laying import lay
from phzdsl.game.offer import offered
from phzdsl.game.rules import ClaimPlan, Game
from phzdsl.game.state import FIRST, NOTHING, Action, Ask, Carried, Offer, Option, Phase, Seat, Source
from phzdsl.game.wins import wins

__all__ = ["answered", "claims", "dealt", "first_turn", "offer_shown", "show", "wins_answered", "wins_asked"]


def dealt(game: Game, cards: tuple[Kind, ...], dealer: int, carried: Carried, *, judged: bool) -> Draft:
    """Deal; nothing has happened yet."""
    around = game.around(dealer)
    seats = [Seat(bytes(KINDS))] * game.total
    at = 0
    for seat in around.order:
        size = game.dealt[seat != dealer]
        seats[seat] = Seat(counts_of(cards[at : at + size]))
        at += size
    indicator = None
    if game.ruleset.deck.indicator is not None:
        indicator, at = cards[at], at + 1
    shown = cards[game.dealt[0] - 1] if game.shown == "dealers-last" else None
    stock = cards[at : at + game.stock]
    if game.shown == "stock-bottom" and stock:
        # A red bottom card changes places with the top one where the rules say so.
        shown = stock[-1]
        if "red-swapped" in game.last and shown in game.red:
            stock = (stock[-1], *stock[1:-1], stock[0]) if len(stock) > 1 else stock
    elif game.shown == "stock-top" and stock:
        shown = stock[0]
    cards = cards[:at] + stock + cards[at + game.stock :]
    return Draft(
        game=game, dealer=dealer, carried=carried, deck=cards, top=at, end=at + game.stock, shown=shown,
        indicator=indicator, seats=seats, turn=dealer, phase=Phase.DEAL, offer=None, take=NOTHING, asks=[], actions=[],
        events=[], paid=[0] * game.total, opened=False, judged=judged, result=None, around=around,
    )  # fmt: skip


def show(draft: Draft, dealer: int) -> Next:
    """Show what is shown at the deal, and ask for claims with dealt cards (摆提, 报)."""
    if draft.indicator is not None:
        draft.events.append(Turned(draft.indicator))
    if draft.shown is not None:
        draft.events.append(Shown(draft.shown, dealer if draft.game.shown == "dealers-last" else None))
    return (Step.DEAL_CLAIMS, dealer)


def claims(draft: Draft, dealer: int) -> Next:
    """Lay the quads that must be laid; ask for what is free."""
    draft.phase = Phase.DEAL
    draft.asks = []
    if not draft.game.places["deal"][0].own:
        return (Step.DEAL_WINS, dealer)
    for seat in draft.order:
        found = dealt_options(draft, seat)
        while not draft.judged and (forced := forced_of(found)) is not None:
            lay(draft, forced, None)
            found = dealt_options(draft, seat)
        ask = ask_of(seat, found, judged=True)
        if ask is not None:
            draft.asks.append(ask)
    return None if draft.asks else (Step.DEAL_WINS, dealer)


def answered(draft: Draft, dealer: int) -> Next:
    """Make the claims that seats chose with their dealt cards, and ask those seats whether they can make another."""
    if not all(ask.answered for ask in draft.asks):
        return None
    taken = [ask.reply for ask in draft.asks if ask.reply is not None]
    for option in taken:
        lay(draft, option, None)
    asks = [ask_of(one.action.seat, dealt_options(draft, one.action.seat), judged=True) for one in taken]
    draft.asks = [ask for ask in asks if ask is not None]
    return None if draft.asks else (Step.DEAL_WINS, dealer)


def wins_asked(draft: Draft, dealer: int) -> Next:
    """Ask the seats whose dealt cards win; a forced win is taken without asking."""
    draft.phase = Phase.DEAL_WINS
    draft.asks = []
    for seat in draft.order:
        plan = _win_at_deal(draft, seat) if _may_win(draft, seat) else None
        if plan is None or wins(draft, seat, None) is None:
            continue
        forced = plan.claim.forced
        option = Option(Action(seat, plan.claim.id), FIRST, plan, "win")
        alone = forced and not draft.judged
        draft.asks.append(Ask(seat, (option,), not forced, alone, option if alone else None))
    return (Step.DEAL_WINS_ANSWERED, dealer)


def _may_win(draft: Draft, seat: int) -> bool:
    """Tell quickly whether dealt cards are not far from a win."""
    game = draft.game
    if game.dealt_ways is None or game.glance.complete(draft.seats[seat].hand):
        return True
    return any(holds(Moment(draft, seat)) for holds in game.dealt_ways)


def _win_at_deal(draft: Draft, seat: int) -> ClaimPlan | None:
    """Return the claim that a seat's win at the deal goes by: one stated for it, else the win as such, unless barred."""
    moment = Moment(draft, seat)
    stated = (plan for plan in draft.game.places["deal"][0].own if plan.wins)
    found = next((plan for plan in stated if allowed(plan, moment)), draft.game.deal_win_free)
    return None if found is None or any(bar(moment) for bar in found.bars) else found


def wins_answered(draft: Draft, dealer: int) -> Next:
    """End the hand where a dealt hand wins, else go on."""
    if not all(ask.answered for ask in draft.asks):
        return None
    winning = [ask.reply for ask in draft.asks if ask.reply is not None]
    passed = [ask.seat for ask in draft.asks if ask.reply is None]
    draft.asks = []
    if winning:
        return win(draft, winning[: winners_at_most(draft)], None)
    for seat in passed:
        draft.remember(seat, passed_win=True, passed_xi=wins(draft, seat, None) or 0, changed=False)
    return (Step.SHOWN, dealer)


def offer_shown(draft: Draft, dealer: int) -> Next:
    """Offer the dealer's shown card to those who may claim it, unless it lies in a quad already."""
    game, shown = draft.game, draft.shown
    claimed = game.shown == "dealers-last" and game.places["shown"][2].own
    if shown is not None and claimed and draft.seats[dealer].hand[shown]:
        return offered(draft, Offer(shown, dealer, Source.SHOWN))
    return (Step.FIRST_TURN, dealer)


def first_turn(draft: Draft, dealer: int) -> Next:
    """Let the dealer discard where it was dealt a card more than the others, else draw."""
    draft.offer = None
    draft.take = NOTHING
    extra = draft.game.dealt[0] > draft.game.dealt[1]
    return (Step.TURN if extra else Step.DRAW, dealer)
