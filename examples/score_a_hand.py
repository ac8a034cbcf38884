"""Score one hand under two variants and say why they differ."""

from __future__ import annotations

import phzdsl

HAND = "碰 壹壹壹 / 碰 叁叁叁 / 偎 肆肆肆 / 碰 伍伍伍 / 偎 陆陆陆 / 手 捌捌捌一一 / 胡 一"


def main() -> None:
    """Print what the hand is worth in each variant, and the patterns that make it so."""
    for name in ("ban", "cd-quan"):
        variant = phzdsl.bind(phzdsl.load(name))
        found = phzdsl.score(variant, phzdsl.parse_hand(HAND, variant, "draw"))
        patterns = ", ".join(f"{pattern.name} {pattern.fan}" for pattern in found.patterns)
        print(f"{variant.title}: {found.xi} 息, {found.deng} 等, {found.fan} 番 ({patterns}), {found.points} 点")


if __name__ == "__main__":
    main()
