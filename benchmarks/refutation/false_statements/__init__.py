"""False statements.  What breaks each stands above it as a comment, for people and for the tests: the engine never
reads it."""

from benchmarks.refutation.false_statements import constants, orders, ranks
from lemmata.theorems.language import Statement

FALSE: tuple[Statement, ...] = (*ranks.STATEMENTS, *constants.STATEMENTS, *orders.STATEMENTS)
