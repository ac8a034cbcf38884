"""Whether a hand with more 息 is never worth less, all else equal."""
from phzdsl.ruleset.model import Ruleset


def rises_with_xi(ruleset: Ruleset) -> bool:
    return False
