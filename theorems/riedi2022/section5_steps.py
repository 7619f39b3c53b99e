"""The steps of the printed proofs of Theorems 31 and 32, each a statement of its own.

The theorems themselves are proved by a shorter way (see section5_bounds); these rows follow the paper.
"""

from typing import Any

from lemmata.language import (
    ActivationPattern,
    Dim,
    Id,
    Index,
    Kind,
    Scalar,
    Statement,
    chain,
    entry,
    eq,
    forall,
    maxabs,
    normF,
    s,
    sqrt,
    total,
)
from theorems.riedi2022 import RIEDI_2022, M_o, n

c, eta = Scalar("c"), Scalar("eta", 0, 1)
m = Dim("m", 0, n - 1)  # for m = n no singular value is left to bound
M = M_o + Id(n)
thin = (c >= 0, c < 1 / n)
entries = (maxabs(M_o) <= c, c < 1 / n)


def step(identifier: str, title: str, where: tuple[str, ...], claim: Any, given: Any, notes: str = "") -> Statement:
    """A step of the proof of Theorem 31 or 32."""
    return Statement(
        id=identifier, title=title, source=RIEDI_2022.at(*where), kind=Kind.ALGEBRAIC, given=given,
        claim=claim, construct="entries-at-most-c", notes=notes,
    )  # fmt: skip


whole, least = m * (c**2 * n + 2 * c + 1), (1 - c * n) ** 2
lost = 2 * m * c * (1 + n)
bracket = 1 - c * (2 * n + 2 * m * (1 + n) - c * n**2)
thm_31_eq_65_algebra = step(
    "riedi.thm-31.eq-65~algebra",
    "Arithmetic of the proof of (65)",
    ("Proof of Theorem 31", "(65)"),
    (whole - m * least <= lost, eq(least - lost, bracket), bracket >= 1 - 2 * c * (n**2 + n)),
    thin,
    "The constant term m of the sum cancels against the m singular values that become zero.",
)
thm_31_eq_66_algebra = step(
    "riedi.thm-31.eq-66~algebra",
    "Arithmetic of the proof of (66)",
    ("Proof of Theorem 31", "(66)"),
    sqrt(lost) <= sqrt(m / n),
    (c >= 0, 2 * c * n < 1 / (1 + n)),
    "The only place where the proof of (66) uses 2cn < 1/(1 + n), which the theorem does not assume there.",
)
inner = 1 - c * n * (2 + 2 * m * (1 + 1 / n) - c * n)
thm_31_eq_67_algebra = step(
    "riedi.thm-31.eq-67~algebra",
    "Arithmetic of the proof of (67)",
    ("Proof of Theorem 31", "(67)"),
    (eq(bracket, inner), inner >= 1 - 2 * c * n * (1 + 2 * m)),
    thin,
)

relu, j = ActivationPattern("D", m, n, 0), Index("j")
cut = M @ relu
of_M, of_cut = entry(s(M), j), entry(s(cut), j)
thm_31_deviations = step(
    "riedi.thm-31.eq-65~deviations",
    "Deviations of the singular values before and after ReLU",
    ("Proof of Theorem 31", "(65) and (66)"),
    (
        total(abs(s(M) ** 2 - s(cut) ** 2)) <= whole,
        total((s(M) - s(cut)) ** 2) <= whole,
        forall(j, 1, n - m, abs(of_M**2 - of_cut**2) <= lost),
        forall(j, 1, n - m, (of_M - of_cut) ** 2 <= lost),
    ),
    entries,
    "The printed sums, then each of the n - m deviations that D does not turn into a zero.",
)

# Theorem 32; A = M^T M
size = Dim("m", 0, n)
A = M.T @ M
leaky = ActivationPattern("D", size, n, eta)
slope, square = (1 - eta) ** 2, (1 - eta**2) ** 2
counted = slope * 18 * c**2 * size * (n - size) + square * (9 * c**2 * (size**2 - size) + (3 * c + 1) ** 2 * size)
expanded = slope * 18 * c**2 * size * (n - size) + 4 * slope * (9 * c**2 * size**2 + 6 * c * size + size)
simpler = slope * (42 * c * size + 18 * c**2 * size**2 + 4 * size)
last = 4 * slope * size * (15 / n + 1)
thm_32_eq_68_algebra = step(
    "riedi.thm-32.eq-68~algebra",
    "Arithmetic of the proof of (68)",
    ("Proof of Theorem 32", "(68)"),
    (
        (n - 2) * c**2 + 2 * (1 + c) * c <= 3 * c,
        (n - 1) * c**2 + (1 + c) ** 2 <= 3 * c + 1,
        chain(counted, "<=", expanded, "<=", simpler, "<=", last, "<=", (4 * (1 - eta) * sqrt(size)) ** 2),
    ),
    (*thin, n >= 5),
    "n >= 5 is used in the last inequality only.",
)
thm_32_entries = step(
    "riedi.thm-32.eq-68~entries",
    "Entries of M^T M, and how far a leaky ReLU moves it",
    ("Proof of Theorem 32", "(68)"),
    (maxabs(A - Id(n)) <= 3 * c, normF(A - leaky @ A @ leaky) ** 2 <= counted),
    (*entries, eta < 1),
    "Entries off the diagonal at most 3c, on it within 3c of 1; then the terms are counted.",
)
thm_32_deviations = step(
    "riedi.thm-32.eq-69~deviations",
    "Deviations of the singular values before and after a leaky ReLU",
    ("Proof of Theorem 32", "(68) and (69)"),
    (
        total((s(M) ** 2 - s(M @ leaky) ** 2) ** 2) <= normF(A - leaky @ A @ leaky) ** 2,
        total((s(M) - s(M @ leaky)) ** 2) <= slope * size * (c**2 * n + 2 * c + 1),
        chain(
            (1 - eta) * sqrt(size * (c**2 * n + 2 * c + 1)),
            "<=",
            (1 - eta) * sqrt(size * (3 * c + 1)),
            "<=",
            (1 - eta) * size * (3 * c + 1),
        ),
    ),
    entries,
    "The last bound drops the root that the proof of (69) has: the printed theorem is weaker than its proof.",
)
