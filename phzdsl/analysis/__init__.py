"""Floor 6: questions about a whole variant, answered over all of its hands.

Enters: bound rulesets and their tables. Leaves: counts, proofs and witnesses as values. Invariants: what
is called a proof has looked at every hand; nothing here knows how an answer is shown.
"""
