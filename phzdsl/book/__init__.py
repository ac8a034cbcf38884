"""The rule book of a room: what ``phz doc`` shows its players, made from the resolved ruleset alone.

Enters: a bound ruleset, its neighbours, the clauses that its rows cite. Leaves: a ``Book``, chapters of sentences, tables and
hands in one language, and two ways to write it, Markdown and HTML. Every row of the ruleset stands in it once at least, under
its path; every hand in it was scored when the book was made. No text of a rule file is read, and nothing is known of any variant.
"""
