"""Floor 2: a variant with its meaning, complete and typed.

Enters: the trees of a file and its parents. Leaves: a ``Ruleset`` in which every name is resolved, every
expression typed and bounded, every row traced to the file and source that states it; and diagnostics.
Invariants: a ruleset without errors can be bound to option values and evaluated without a failure.
Knows nothing of the grammar's text nor of how hands are divided.
"""
