"""The names of faults: what is wrong with an act, and whether it can have been done at all.

An act is compared with what the rules allow there, and with what they would allow if the seat had passed
nothing, or might split what it holds: so a fault gets its name from what would have to be otherwise. What
follows from it is ``judge.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import attrs

from phzdsl.cards import Kind
from phzdsl.game.asked import Moment, Question, question
from phzdsl.game.claims import allowed, options, seen_as
from phzdsl.game.draft import Draft
from phzdsl.game.judged import Spot
from phzdsl.game.rules import ClaimPlan, Game, Growth
from phzdsl.game.state import FIRST, Action, Offer, Option, Phase, Seat, Source, State
from phzdsl.game.why import Because, Why, why, why_kept, why_own
from phzdsl.ruleset.parts import Fault, Row, word_of

__all__ = ["Naming"]

_TRIPLET = 3
_QUAD = 4
# The place of those who are neither the giver of a card nor next to it.
_OTHERS = 2
_ASIDE = frozenset({"pass", "discard", "no-discard"})


class Naming:
    """What may be wrong under the rules of one room."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.plans: Mapping[str, ClaimPlan] = {
            plan.claim.id: plan for places in game.places.values() for place in places for plan in place.own
        }
        self.called: dict[str, tuple[str, ...]] = {}
        for claim in game.ruleset.claims:
            self.called[claim.called] = (*self.called.get(claim.called, ()), claim.id)
        self.rows = game.ruleset.faults
        self.when: Mapping[str, Question] = {row.id: question(row.when) for row in self.rows if row.when is not None}

    def ways(self, act: Action) -> list[Action]:
        """Return what an act may be by the ids of claims: players may call several claims by one word (招)."""
        if act.do in self.plans:
            return [act]
        return [attrs.evolve(act, do=one) for one in self.called.get(act.do, (act.do,))]

    # ------------------------------------------------------------ what is in order

    def in_order(self, spot: Spot, act: Action) -> Option | None:
        """Return the option that an act takes, None where it takes none of those that the seat has."""
        asked = spot.asked(act.seat)
        offered = asked.options if asked is not None else ()
        for option in offered:
            if option.wins and self.wins(act):
                return option if _won_with(act, spot) else None
            if _same(option.action, act):
                return option
        alike = [one for one in offered if one.action.do == act.do and not act.bi]
        exact = [one for one in alike if one.plan is not None and one.plan.growths and _spells(act.cards, one)]
        # Where there is one way to make a claim, the card alone says which, or the claim alone.
        short = alike if len(alike) == 1 and set(act.cards) <= _about(alike[0], spot) and len(act.cards) <= 1 else []
        return next(iter(exact or short), None)

    @staticmethod
    def passes(spot: Spot, act: Action) -> bool:
        """Tell whether an act is the pass of a seat that is asked; it may be against the rules."""
        return act.do == "pass" and spot.asked(act.seat) is not None

    def wins(self, act: Action) -> bool:
        """Tell whether an act is to win."""
        return act.do == "win" or (act.do in self.plans and self.plans[act.do].wins)

    # ------------------------------------------------------------ what can have been done

    def possible(self, spot: Spot, act: Action) -> bool:
        """Tell whether an act against the rules can have been done: the cards are there."""
        if spot.over or act.do == "pass" or spot.answered_by(act.seat):
            return False
        if act.do == "discard":
            return _can_discard(spot, act)
        if act.do == "no-discard":
            return spot.due(act.seat)
        plan = self.plans.get(act.do)
        if self.wins(act) or plan is None:
            return self.wins(act) and _won_with(act, spot)
        if spot.on_table is None or plan.declares:
            return _own_turn(spot, act.seat) and self.as_done(spot, act) is not None
        return self.as_done(spot, act) is not None

    def as_done(self, spot: Spot, act: Action) -> Option | None:
        """Return an act as an option, as if it were in order; None for what takes no card, or cards that are not there."""
        if act.do == "discard":
            return Option(act, FIRST)
        plan = self.plans.get(act.do)
        if act.do in _ASIDE or plan is None:
            return None
        place, offer = spot.state.seats[act.seat], spot.on_table
        if offer is None or plan.declares:
            return _from_hand(plan, place, act)
        if offer.source is Source.SHOWN and offer.giver == act.seat:
            # It lies among its own cards.
            return None
        order = plan.claim.rank, Draft.of(spot.state).away(offer.giver, act.seat)
        done = _grown(plan, place, act, offer.card) if plan.growths else _eaten(plan, place, act, offer.card)
        return None if done is None else attrs.evolve(done, order=order)

    # ------------------------------------------------------------ what is wrong

    def faults(self, spot: Spot, act: Action) -> list[str]:
        """Return the names of what is wrong with an act that is not in order."""
        if self.wins(act):
            return ["dead-win" if _won_alive(spot, act.seat) else "false-win"]
        if act.do == "no-discard":
            return ["too-many"]
        if act.do == "discard":
            return [self._discard_fault(spot, act)]
        option = self.as_done(spot, act)
        if option is None or option.plan is None or spot.on_table is None:
            return ["other"]
        found = self._claim_faults(spot, option, spot.on_table)
        asked = spot.asked(act.seat)
        # A lesser claim in place of a forced one is no fault besides that the forced one is missed.
        forced = asked is not None and not asked.passes
        return found or ([] if forced else ["other"])

    def _discard_fault(self, spot: Spot, act: Action) -> str:
        (kind,) = act.cards
        if not spot.due(act.seat) and spot.kept != act.seat:
            return "too-few"
        draft = Draft.of(spot.state)
        if spot.kept == act.seat and any(rule.when(Moment(draft, act.seat)) for rule in self.game.skips):
            return "discard-on-second"
        return "split-kan" if spot.state.seats[act.seat].hand[kind] >= _TRIPLET else "other"

    def _claim_faults(self, spot: Spot, option: Option, offer: Offer) -> list[str]:
        plan, act = option.plan, option.action
        if plan is None:
            return []
        draft, seat, card = Draft.of(spot.state), act.seat, offer.card
        hand = draft.seats[seat].hand
        found: list[str] = []
        if not self._seen(draft, offer, plan, seat):
            found.append("other")
        elif not allowed(plan, Moment(draft, seat, card)):
            cleared = Draft.of(_forgetful(spot.state, seat))
            found.append("took-dead-card" if allowed(plan, Moment(cleared, seat, card)) else "other")
        if self._splits(plan, hand, option):
            found.append("split-kan")
        if plan.sets:
            known = {tuple(sorted(eaten.made)) for eaten in plan.sets[card]}
            if not all(tuple(sorted(made)) in known for made in (act.cards, *act.bi)):
                found.append("other")
            if plan.claim.bi is not None and hand[card] > option.uses.count(card):
                found.append("missed-bi")
        return found

    def _seen(self, draft: Draft, offer: Offer, plan: ClaimPlan, seat: int) -> bool:
        """Tell whether a claim may be on a card from there at all."""
        away = draft.away(offer.giver, seat)
        return plan in self.game.places[seen_as(offer)][min(away, _OTHERS)].own

    def _splits(self, plan: ClaimPlan, hand: bytes, option: Option) -> bool:
        if plan.growths:
            return self.game.kan_whole and option.joins is None and hand[option.makes[0]] > len(option.uses)
        loose = self.game.loose_chi
        return any(
            hand[kind] >= _TRIPLET and number > loose[hand[kind]] for kind, number in Counter(option.uses).items()
        )

    def void(self, act: Action, faults: list[str]) -> bool:
        """Tell whether a chi without the bi that is due is void (作废)."""
        plan = self.plans.get(act.do)
        return "missed-bi" in faults and plan is not None and word_of(plan.claim.bi) == "void"

    def missed(self, spot: Spot, option: Option | None) -> str:
        """Return the name of what was due and is not done: a forced claim, or a discard where there is none."""
        if option is None:
            return "too-many"
        if option.plan is None or option.plan.wins or option.plan.declares:
            return "other"
        offer = spot.state.offer
        own = offer is None or offer.giver == option.action.seat
        if len(option.makes) == _QUAD:
            # One's own fourth card on an open triplet that was claimed is a pao, on anything else a ti.
            from_hand = option.joins is None or spot.state.seats[option.action.seat].melds[option.joins].meld != "peng"
            return "missed-ti" if own and from_hand else "missed-pao"
        return "missed-ti" if own and option.plan.wants else "missed-peng"

    def reason(self, spot: Spot, act: Action) -> Why | Row | None:
        """Return why an act is not in order: of a claim what fails, of a discard the row; None where nothing tells it."""
        if act.do == "discard":
            return next((row for kind, row in why_kept(spot.state, act.seat) if act.cards == (kind,)), None)
        plan = self.plans.get(act.do)
        if spot.on_table is None or (plan is not None and plan.declares):
            return None if plan is None or plan.wins else why_own(spot.state, act.seat, plan)
        won = self.wins(act)
        told = [one for one in why(spot.state, act.seat) if one.claim.id == act.do or (won and one.claim.wins)]
        # Of several claims that win, the one that this card is for says most.
        return min(told, key=lambda one: one.because is Because.EVENT, default=None)

    # ------------------------------------------------------------ what the file says

    def own(self, spot: Spot, act: Action) -> list[str]:
        """Return the author's faults that an act is."""
        do = "win" if self.wins(act) else act.do
        moment = Moment(Draft.of(spot.state), act.seat, self.card(spot, act))
        return [
            row.id
            for row in self.rows
            if {do, act.do} & set(row.events) and (row.id not in self.when or self.when[row.id](moment))
        ]

    def row(self, spot: Spot, fault: str, seat: int, card: Kind | None) -> Fault | None:
        """Return the row that lists a fault, None where none does."""
        moment = Moment(Draft.of(spot.state), seat, card)
        for row in self.rows:
            if row.id == fault and (row.id not in self.when or self.when[row.id](moment)):
                return row
        return None

    @staticmethod
    def card(spot: Spot, act: Action) -> Kind | None:
        """Return the card that an act is about: the one discarded, or the one on offer."""
        if act.do == "discard":
            return act.cards[0]
        return None if spot.state.offer is None else spot.state.offer.card


# ---------------------------------------------------------------- cards


def _same(left: Action, right: Action) -> bool:
    """Tell whether two acts are one, in whatever order their cards are written."""
    return (
        left.do == right.do
        and sorted(left.cards) == sorted(right.cards)
        and sorted(map(sorted, left.bi)) == sorted(map(sorted, right.bi))
    )


def _spells(cards: tuple[Kind, ...], option: Option) -> bool:
    """Tell whether cards are those of a claim on its like: the meld, those laid from the hand, or one of them."""
    return sorted(cards) in [sorted(option.makes), sorted(option.uses), list(option.makes[:1])]


def _about(option: Option, spot: Spot) -> set[Kind]:
    """Return the card that a claim takes, or those it lays of the hand at its own turn."""
    card = _lying(spot)
    return set(option.makes) if card is None else {card}


def _lying(spot: Spot) -> Kind | None:
    """Return the card on offer, be it claimed already; None where there is none."""
    offer = spot.state.offer
    return offer.card if offer is not None and spot.state.phase is Phase.OFFER else None


def _won_with(act: Action, spot: Spot) -> bool:
    """Tell whether the cards written with a win may be those of it: the card on offer is among them."""
    # Where several may win, another has claimed the card already.
    card = _lying(spot)
    return not act.cards or spot.state.phase is Phase.DEAL or card in act.cards


def _won_alive(spot: Spot, seat: int) -> bool:
    """Tell whether a seat whose hand is dead would win on what lies there if it were not."""
    place, offer = spot.state.seats[seat], spot.on_table
    if offer is None or not place.memory.dead:
        return False
    draft = Draft.of(spot.state)
    draft.remember(seat, dead=False)
    return any(one.wins for one in options(draft, offer, seat))


def _held(hand: bytes, cards: tuple[Kind, ...]) -> bool:
    return all(hand[kind] >= number for kind, number in Counter(cards).items())


def _can_discard(spot: Spot, act: Action) -> bool:
    """Tell whether a seat can lay a card down now: it has it, and no claim is being made that a discard follows."""
    if len(act.cards) != 1 or not _held(spot.state.seats[act.seat].hand, act.cards):
        return False
    offer = spot.on_table
    # The dealer's first discard follows its shown card, about which nothing more is said.
    lies = offer is not None and offer.source is not Source.SHOWN
    return spot.draws or lies or spot.state.phase is Phase.DISCARD


def _own_turn(spot: Spot, seat: int) -> bool:
    """Tell whether a seat may claim with its own cards now: at the deal, or before its discard."""
    phase = spot.state.phase
    return phase is Phase.DEAL or (phase is Phase.TURN and spot.asked(seat) is not None)


def _from_hand(plan: ClaimPlan, place: Seat, act: Action) -> Option | None:
    """Return a declaration, or a meld laid of one's own cards."""
    order = plan.claim.rank, 0
    if plan.declares:
        return Option(act, order, plan)
    if len(set(act.cards)) != 1:
        return None
    for growth in plan.growths:
        made = act.cards[:1] * growth.size
        if len(act.cards) in {1, growth.size} and _held(place.hand, made):
            return Option(attrs.evolve(act, cards=made), order, plan, growth.into, made, growth.face_up, None, made)
    return None


def _grown(plan: ClaimPlan, place: Seat, act: Action, card: Kind) -> Option | None:
    claim = Action(act.seat, act.do)
    for growth in plan.growths:
        found = None
        if growth.copies and place.hand[card] >= growth.copies:
            found = _option(plan, growth, claim, card, None)
        elif not growth.copies:
            laid = enumerate(place.melds)
            at = next((at for at, one in laid if one.meld == growth.held and one.cards[0] == card), None)
            found = None if at is None else _option(plan, growth, claim, card, at)
        if found is not None and (not act.cards or _spells(act.cards, found)):
            return found
    return None


def _option(plan: ClaimPlan, growth: Growth, act: Action, card: Kind, joins: int | None) -> Option:
    makes, uses = (card,) * growth.size, (card,) * growth.copies
    return Option(act, FIRST, plan, growth.into, makes, growth.face_up, joins, uses)


def _eaten(plan: ClaimPlan, place: Seat, act: Action, card: Kind) -> Option | None:
    if card not in act.cards or any(len(one) != _TRIPLET for one in (act.cards, *act.bi)):
        return None
    uses = list(act.cards)
    uses.remove(card)
    uses += [kind for made in act.bi for kind in made]
    if not _held(place.hand, tuple(uses)):
        return None
    return Option(act, FIRST, plan, "chi", act.cards, len(act.cards), None, tuple(uses))


def _forgetful(state: State, seat: int) -> State:
    """Return the hand of play as if a seat had passed and discarded nothing."""
    place = state.seats[seat]
    memory = attrs.evolve(place.memory, passed_chi=0, passed_peng=0, discarded=0)
    seats = tuple(place.with_memory(memory) if at == seat else one for at, one in enumerate(state.seats))
    return attrs.evolve(state, seats=seats)
