"""Score a hundred thousand dealt hands at once, and tell how often one is complete. Needs numpy."""

from __future__ import annotations

import numpy as np

import phzdsl

HANDS = 100_000
CARDS = 21


def main() -> None:
    """Deal 21 of the 80 cards again and again, and score each hand as it lies."""
    random = np.random.default_rng(1)
    order = random.permuted(np.tile(np.arange(80), (HANDS, 1)), axis=1)[:, :CARDS]
    hands = np.zeros((HANDS, 20), np.uint8)
    np.add.at(hands, (np.arange(HANDS)[:, None], order % 20), 1)
    variant = phzdsl.bind(phzdsl.load("cd-quan"))
    found = phzdsl.score_batch(variant, hands)
    print(f"{found.win.mean():.3%} of dealt hands win; the dearest is worth {found.points.max()} 点")


if __name__ == "__main__":
    main()
