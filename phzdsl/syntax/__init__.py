"""Floor 1: the text of a rule file as a tree.

Enters: a ``Source``. Leaves: a ``FileNode`` with a span on every node, and diagnostics of the text; and,
the other way, a tree and its comments as canonical text. Knows how words are spelled in two languages,
not what they mean: whether a row makes sense is asked on floor 2.
"""
