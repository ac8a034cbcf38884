"""What comes of amounts put together: 等 and 番 may be multiplied, 等 and 息 not added."""

from __future__ import annotations

from phzdsl.ruleset.expressions import Unit

__all__ = ["fits", "joint_unit", "product_unit", "result_unit"]


def fits(found: Unit, wanted: Unit) -> bool:
    """Tell whether an amount may stand where another unit is wanted; pure numbers go anywhere."""
    return found in {wanted, Unit.NUMBER} or (wanted is Unit.NUMBER and found is Unit.FAN)


def result_unit(operator: str, left: Unit, right: Unit) -> Unit | None:
    """Return the unit of a sign's result, None where the two do not go together.

    >>> result_unit("*", Unit.DENG, Unit.FAN), result_unit("/", Unit.XI, Unit.XI), result_unit("+", Unit.XI, Unit.FAN)
    (<Unit.POINTS: 'points'>, <Unit.NUMBER: 'number'>, None)
    """
    match operator:
        case "+" | "-":
            return joint_unit(left, right)
        case "*":
            return product_unit(left, right)
        case "/" | "mod":
            return Unit.NUMBER if right in {Unit.NUMBER, left} else None
        case _:
            return Unit.NUMBER if left is Unit.NUMBER and right in {Unit.NUMBER, Unit.FAN} else None


def joint_unit(left: Unit, right: Unit) -> Unit | None:
    """Return the unit of a sum or a difference."""
    if Unit.NUMBER in {left, right} or left is right:
        return right if left is Unit.NUMBER else left
    return None


def product_unit(left: Unit, right: Unit) -> Unit | None:
    """Return the unit of a product: 等 by 番 are 点, and 番 leave any other unit as it is."""
    if Unit.NUMBER in {left, right}:
        return right if left is Unit.NUMBER else left
    if Unit.FAN in {left, right}:
        other = right if left is Unit.FAN else left
        return Unit.POINTS if other is Unit.DENG else other
    return None
