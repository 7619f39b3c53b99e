"""Where the statements of the benchmark come from, and how a collection of them is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lemmata.theorems.language import Kind, Paper, Source, Statement

Add = Callable[..., Statement]

KEY = "literature"


def work(authors: str, title: str) -> Paper:
    """A book or an article; all share one key, as they are one collection."""
    return Paper(KEY, title, authors)


HORN_JOHNSON = work("R. A. Horn, C. R. Johnson", "Matrix Analysis, second edition, 2013")
TOPICS = work("R. A. Horn, C. R. Johnson", "Topics in Matrix Analysis, 1991")
BHATIA = work("R. Bhatia", "Matrix Analysis, 1997")
POSITIVE = work("R. Bhatia", "Positive Definite Matrices, 2007")
ZHAN = work("X. Zhan", "Matrix Inequalities, 2002")
ZHANG = work("F. Zhang", "Matrix Theory: Basic Results and Techniques, second edition, 2011")
HIGHAM = work("N. J. Higham", "Accuracy and Stability of Numerical Algorithms, second edition, 2002")
STEWART_SUN = work("G. W. Stewart, J. Sun", "Matrix Perturbation Theory, 1990")
MAJORIZATION = work(
    "A. W. Marshall, I. Olkin, B. C. Arnold", "Inequalities: Theory of Majorization and Its Applications, 2011"
)
ARAKI_YAMAGAMI = work("H. Araki, S. Yamagami", "An inequality for Hilbert-Schmidt norm, 1981")
AUDENAERT = work(
    "K. M. R. Audenaert",
    "Spectral radius of Hadamard product versus conventional product for non-negative matrices, 2010",
)
BHATIA_DAVIS = work("R. Bhatia, C. Davis", "A better bound on the variance, 2000")
BHATIA_KITTANEH = work("R. Bhatia, F. Kittaneh", "On the singular values of a product of operators, 1990")
BOETTCHER_WENZEL = work("A. Böttcher, D. Wenzel", "The Frobenius norm and the commutator, 2008")
FIEDLER = work("M. Fiedler", "Bounds for the determinant of the sum of hermitian matrices, 1971")
GOLDBERG_ZWAS = work("M. Goldberg, G. Zwas", "On matrices having equal spectral radius and spectral norm, 1974")
GUGGENHEIMER = work(
    "H. W. Guggenheimer, A. S. Edelman, C. R. Johnson",
    "A simple estimate of the condition number of a linear system, 1995",
)
HADAMARD = work("J. Hadamard", "Résolution d'une question relative aux déterminants, 1893")
HILLAR_JOHNSON = work(
    "C. J. Hillar, C. R. Johnson",
    "On the positivity of the coefficients of a certain polynomial defined by two positive definite matrices, 2005",
)
JACOBSON = work("N. Jacobson", "Rational methods in the theory of Lie algebras, 1935")
KITTANEH = work("F. Kittaneh", "Norm inequalities for commutators of positive operators and applications, 2008")
LEE = work("E.-Y. Lee", "How to compare the absolute value of operator sums and the sums of absolute values, 2012")
LEVINGER = work("B. W. Levinger", "An inequality for nonnegative matrices, 1970")
MIRSKY = work("L. Mirsky", "The spread of a matrix, 1956")
POPOVICIU = work("T. Popoviciu", "Sur les équations algébriques ayant toutes leurs racines réelles, 1935")
THOMPSON = work("C. J. Thompson", "Inequality with applications in statistical mechanics, 1965")


def collector(prefix: str, into: list[Statement]) -> Add:
    """A function that writes statements `prefix.name` into a list."""

    def add(name: str, title: str, source: Source, claim: Any, given: Any = ()) -> Statement:
        made = Statement(
            id=f"{prefix}.{name}", title=title, source=source, kind=Kind.ALGEBRAIC, claim=claim, given=given
        )
        into.append(made)
        return made

    return add
