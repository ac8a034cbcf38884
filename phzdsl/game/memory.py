"""What is remembered of a seat for the rest of the hand: what it passed, discarded, took and declared.

What follows from it is for the bars and conditions of the rules; ``asked.py`` answers them.
"""

from __future__ import annotations

import attrs

from phzdsl.cards import Kind

__all__ = ["NO_MEMORY", "Memory"]


@attrs.frozen
class Memory:
    """What is remembered of a seat; sets of kinds are bits, ``1 << kind``.

    Attributes:
        passed_chi, passed_peng: kinds of which a chi or peng was passed (过吃, 过碰).
        discarded: kinds discarded (己打过).
        passed_win, passed_xi, changed: a win was passed (过胡), its 息, and whether a card was taken since.
        takes: cards taken in by claims (进牌数).
        dealt_quads: quads dealt (起手提).
        declared: has declared (报警).
        fed_wei: discarded a card that another holds as an open 偎 (喂明偎).
        quad_discard: discarded at the second quad where it was free (重跑打过).
        dead: may win no more (死手).
        done: how often each claim with a bound was made.
    """

    passed_chi: int = 0
    passed_peng: int = 0
    discarded: int = 0
    passed_win: bool = False
    passed_xi: int = 0
    changed: bool = False
    takes: int = 0
    dealt_quads: int = 0
    declared: bool = False
    fed_wei: bool = False
    quad_discard: bool = False
    dead: bool = False
    done: tuple[str, ...] = ()

    def taking(self, claim: str, *, quads: int = 0, card: bool = True) -> Memory:
        """Return what is remembered after a claim: of a card, or of so many dealt quads."""
        return Memory(
            self.passed_chi, self.passed_peng, self.discarded, self.passed_win, self.passed_xi, self.changed or card,
            self.takes + card, self.dealt_quads + quads, self.declared, self.fed_wei, self.quad_discard, self.dead,
            (*self.done, claim),
        )  # fmt: skip

    def passing(self, chi: int, peng: int) -> Memory:
        """Return what is remembered once some kinds, as bits, were passed."""
        return Memory(
            self.passed_chi | chi, self.passed_peng | peng, self.discarded, self.passed_win, self.passed_xi, self.changed,
            self.takes, self.dealt_quads, self.declared, self.fed_wei, self.quad_discard, self.dead, self.done,
        )  # fmt: skip

    def discarding(self, kind: Kind, *, feeds: bool) -> Memory:
        """Return what is remembered after a discard, which may feed another's open 偎."""
        return Memory(
            self.passed_chi, self.passed_peng, self.discarded | 1 << kind, self.passed_win, self.passed_xi, self.changed,
            self.takes, self.dealt_quads, self.declared, self.fed_wei or feeds, self.quad_discard, self.dead, self.done,
        )  # fmt: skip


NO_MEMORY = Memory()
