"""True statements: what an engine that calls one of them false has got wrong."""

from benchmarks.refutation.true_statements import norms, positivity, spectral_inequalities
from lemmata.theorems.language import Statement

TRUE: tuple[Statement, ...] = (*spectral_inequalities.STATEMENTS, *norms.STATEMENTS, *positivity.STATEMENTS)
