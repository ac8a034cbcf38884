"""Merged rows to the parts of a ruleset, a module for each group of blocks.

Enters: rows after inheritance. Leaves: frozen parts of ``model.py`` and the faults of meaning. A row with
a fault is left out of its part, so that the rest is still read.
"""
