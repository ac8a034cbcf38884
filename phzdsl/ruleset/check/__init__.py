"""Checks on a resolved ruleset that need no search over hands, a module for each group of blocks.

Enters: a ruleset without faults. Leaves: diagnostics. Each check reads one thing and knows no other check;
the list of them is ``ruleset/checks.py``.
"""
