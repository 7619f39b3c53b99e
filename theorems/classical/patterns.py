"""Facts about matrices beside an activation pattern that proofs lean on: entries kept and entries changed, counted."""

from lemmata.theorems.classical import TEXTBOOK, M, P, n
from lemmata.theorems.classical.entries import D, eta, m
from lemmata.theorems.language import (
    ActivationPattern,
    Dim,
    Id,
    Index,
    Kind,
    Statement,
    cond,
    entry,
    eq,
    forall,
    lam,
    lmin,
    maxabs,
    normF,
    s,
    smax,
    smin,
    total,
    tr,
)

pattern_trace = Statement(
    id="classical.pattern",
    title="A pattern has m entries eta and n - m entries 1",
    source=TEXTBOOK.at("Section 0.9", "definition"),
    kind=Kind.ALGEBRAIC,
    claim=eq(tr(D), n - m + eta * m),
)

pattern_spectrum = Statement(
    id="classical.pattern-spectrum",
    title="Eigenvalues of a pattern and of what it changes and keeps",
    source=TEXTBOOK.at("Section 0.9"),
    kind=Kind.ALGEBRAIC,
    claim=(
        eq((lam(D) - 1) * (lam(D) - eta), 0),
        lam(D) <= 1,
        lam(D) >= eta,
        lmin(Id(n) - D) >= 0,
        lmin(D - eta * Id(n)) >= 0,
    ),
)

changed = Id(n) - D  # diagonal, m entries 1 - eta
same = D - eta * Id(n)  # diagonal, n - m entries 1 - eta
entries_beside_a_pattern = Statement(
    id="classical.entries-beside-a-pattern",
    title="Entries that a pattern changes, counted",
    source=TEXTBOOK.at("Section 5.6"),
    kind=Kind.ALGEBRAIC,
    claim=(
        eq(tr(changed), (1 - eta) * m),
        tr(changed @ M) <= (1 - eta) * m * maxabs(M),
        normF(M @ changed) ** 2 <= (1 - eta) ** 2 * m * n * maxabs(M) ** 2,
        normF(changed @ M @ changed) ** 2 <= (1 - eta) ** 4 * m**2 * maxabs(M) ** 2,
        normF(changed @ M @ same) ** 2 <= (1 - eta) ** 4 * m * (n - m) * maxabs(M) ** 2,
    ),
    notes="Id - D picks m rows or columns, times 1 - eta, and D - eta Id the other n - m.",
)

hidden = Dim("m", 1, n)
deleted = ActivationPattern("D", hidden, n, 0)
i = Index("i")
pattern_tail = Statement(
    id="classical.projection",
    title="The last m singular values of a coordinate projection of rank n - m vanish",
    source=TEXTBOOK.at("Section 2.6"),
    kind=Kind.ALGEBRAIC,
    claim=forall(i, n - hidden + 1, n, eq(s(deleted, i), 0)),
)

deleted_tail = Statement(
    id="classical.deleted-tail",
    title="A matrix with m deleted columns has m singular values zero",
    source=TEXTBOOK.at("Corollary 7.3.6"),
    kind=Kind.ALGEBRAIC,
    claim=forall(i, n - hidden + 1, n, eq(s(P @ deleted, i), 0)),
)

relu, j = ActivationPattern("D", m, n, 0), Index("j")
product = P @ relu
deleted_columns = Statement(
    id="classical.deleted-columns",
    title="Deleting m columns leaves m singular values zero",
    source=TEXTBOOK.at("Theorem 2.6.3"),
    kind=Kind.ALGEBRAIC,
    claim=(
        forall(
            j, 1, n - m,
            abs(entry(s(M), j) ** 2 - entry(s(product), j) ** 2) + m * smin(M) ** 2
            <= total(abs(s(M) ** 2 - s(product) ** 2)),
        ),
        forall(
            j, 1, n - m,
            (entry(s(M), j) - entry(s(product), j)) ** 2 + m * smin(M) ** 2 <= total((s(M) - s(product)) ** 2),
        ),
    ),
    notes="P D has rank at most n - m, so each of the last m terms on the right is at least the square of s_n(M).",
)  # fmt: skip

few = Dim("m", 0, n - 1)
deleting = ActivationPattern("D", few, n, 0)
some = P @ deleting
condition_of_kept_columns = Statement(
    id="classical.condition-of-kept-columns",
    title="Condition number of a matrix with deleted columns and otherwise of full rank",
    source=TEXTBOOK.at("Section 5.8"),
    kind=Kind.ALGEBRAIC,
    given=entry(s(some), n - few) > 0,
    claim=eq(cond(some), smax(some) / entry(s(some), n - few)),
    notes="Non-zero singular values only: the other m vanish.",
)

entries_of_sum = Statement(
    id="classical.entries-of-sum",
    title="Largest entry of a sum and of a transpose",
    source=TEXTBOOK.at("Section 5.6"),
    kind=Kind.ALGEBRAIC,
    claim=(maxabs(M + P) <= maxabs(M) + maxabs(P), eq(maxabs(M.T), maxabs(M))),
)

whole = Dim("m", 0)
integer_square = Statement(
    id="classical.integer-square",
    title="A natural number is at most its square",
    source=TEXTBOOK.at("real numbers"),
    kind=Kind.ALGEBRAIC,
    claim=whole <= whole**2,
)
