"""Floor 3: the compiler. A bound ruleset enters; automata, packed features and point tables leave.

Nothing here knows a region: melds, values and conditions are rows of the ruleset. Invariants: a table
depends only on the ruleset's digest; evaluating one never fails and never loops.
"""
