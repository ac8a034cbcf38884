"""What happens at the table, as a log that a program or a page can follow.

An event tells the whole truth; what a seat may see of it is decided in ``view.py``.
"""

from __future__ import annotations

import attrs

from phzdsl.cards import Kind

__all__ = [
    "Declared", "Discarded", "Drawn", "Ended", "Event", "Kept", "Left", "Paid", "Shown", "Taken", "Turned", "Won",
]  # fmt: skip


@attrs.frozen
class Shown:
    """A card is shown at the deal: the dealer's last, or one of the stock."""

    card: Kind
    seat: int | None = None


@attrs.frozen
class Turned:
    """A card is turned: before play (翻将), or after a win (醒)."""

    card: Kind


@attrs.frozen
class Drawn:
    """A seat turns the next stock card; ``hidden`` while only that seat has seen it."""

    seat: int
    card: Kind
    hidden: bool = False


@attrs.frozen
class Discarded:
    """A seat discards a card."""

    seat: int
    card: Kind


@attrs.frozen
class Left:
    """Nobody took a drawn card: it lies beside its drawer."""

    seat: int
    card: Kind


@attrs.frozen
class Taken:
    """A claim lays a meld.

    Attributes:
        claim: id of the claim.
        meld: id of the meld that it makes.
        cards: its cards.
        face_up: how many of them the others see.
        card: the card taken, None where the meld was dealt.
        giver: who drew or discarded it.
        bi: the further sets laid.
    """

    seat: int
    claim: str
    meld: str
    cards: tuple[Kind, ...]
    face_up: int
    card: Kind | None = None
    giver: int | None = None
    bi: tuple[tuple[Kind, ...], ...] = ()


@attrs.frozen
class Declared:
    """A seat makes a declaration (报)."""

    seat: int
    claim: str


@attrs.frozen
class Kept:
    """A seat discards nothing after a take."""

    seat: int


@attrs.frozen
class Paid:
    """A payment.

    Attributes:
        amount: in points, from payer to payee.
        at: what it is due for: id of a claim, ``win``, ``drawn-hand``, ``session-end`` or a fault.
        row: path of the row that states it.
    """

    payer: int
    payee: int
    amount: int
    at: str
    row: str


@attrs.frozen
class Won:
    """A seat wins; its hand is open from now on."""

    seat: int
    claim: str
    card: Kind | None
    giver: int | None


@attrs.frozen
class Ended:
    """The hand is over; ``drawn`` when nobody won."""

    drawn: bool


Event = Shown | Turned | Drawn | Discarded | Left | Taken | Declared | Kept | Paid | Won | Ended
