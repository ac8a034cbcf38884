"""Floor 4: what a hand is worth under a bound ruleset.

Enters: a ``Hand`` or an array of hands. Leaves: the best legal reading as a trace, or the reason why the
hand is no win; arrays for batches. Invariants: the reading chosen has the greatest payoff, equal ones are
settled by a stated order; nothing here knows turns or seats. Two implementations agree: the plain search
(``readings.py``), which can be read beside a rule text, and the automaton of floor 3.
"""
