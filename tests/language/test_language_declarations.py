"""Every kind of variable as it is introduced: where it lives, in mathematics."""

from xml.dom import minidom

import pytest

from lemmata.language import (
    ActivationPattern,
    Diagonal,
    Dim,
    Index,
    Layers,
    Matrix,
    Nonnegative,
    PositiveDefinite,
    Projection,
    Psd,
    Rows,
    Scalar,
    Signs,
    SkewSymmetric,
    Symmetric,
    Upper,
    Vector,
    domains,
    networks,
    open_interval,
)  # fmt: skip
from lemmata.language.sentences import DECLARATIONS, declaration
from lemmata.language.typeset import write_latex, write_mathml
from tests.language import architecture_samples, experiment_samples, probability_samples, sequence_samples
from tests.language.markup import balanced
from tests.language.samples import W, d, eta, k, m, n, nu, rho, v

DECLARED = [
    *probability_samples.DECLARED,
    *experiment_samples.DECLARED,
    *sequence_samples.DECLARED,
    (Dim("n"), r"n \ge 1"),
    (Dim("n", 2, 8), r"2 \le n \le 8"),
    (Index("i", 1, n), r"1 \le i \le n"),
    (Scalar("c"), r"c \in \mathbb{R}"),
    (Scalar("c", domain=domains.integers(0, 3)), r"0 \le c \le 3 \text{ integer}"),
    (Scalar("beta", domain=domains.Positive()), r"\beta > 0"),
    (rho, r"0 \le \rho \le 1"),
    (Scalar("eta", domain=open_interval(0, 1)), r"0 < \eta < 1"),
    (Matrix("M_o", n, n), r"M_{o} \in \mathbb{R}^{n \times n}"),
    (Matrix("K", n - m, n + 1), r"K \in \mathbb{R}^{( n - m ) \times ( n + 1 )}"),
    (Vector("x", n), r"x \in \mathbb{R}^{n}"),
    (Symmetric("N", n), r"N \in \mathbb{R}^{n \times n} \text{ symmetric}"),
    (Psd("S", d), r"S \succeq 0 \text{ of order } d"),
    (Diagonal("D", n), r"D \in \mathbb{R}^{n \times n} \text{ diagonal}"),
    (Matrix("Q", domain=domains.Orthogonal(n)), r"Q \in \mathbb{R}^{n \times n} \text{ orthogonal}"),
    (PositiveDefinite("S", n), r"S \succ 0 \text{ of order } n"),
    (SkewSymmetric("K", n), r"K \in \mathbb{R}^{n \times n} \text{ skew-symmetric}"),
    (Signs("D", n), r"D \in \mathbb{R}^{n \times n} \text{ diagonal with entries \(\pm\)1}"),
    (Projection("P", n), r"P \in \mathbb{R}^{n \times n} \text{ diagonal with entries 0 and 1}"),
    (Upper("R", n), r"R \in \mathbb{R}^{n \times n} \text{ upper triangular}"),
    (Nonnegative("A", n, m), r"A \in \mathbb{R}^{n \times m} \text{ without negative entries}"),
    (ActivationPattern("D", m, n, eta), r"D \in \mathcal{D} ( m , n , \eta )"),
    (Rows("K", k, n), r"K \in \{ 0 , 1 \}^{k \times n} \text{ selects } k \text{ rows in order}"),
    (
        W,
        r"W^{l} \in \mathbb{R}^{a_{l} \times a_{l - 1}} \text{ for } 1 \le l \le L"
        r" \text{, } a_{0} = d \text{, } a_{L} = k \text{, } \text{otherwise } a_{l} = m",
    ),
    (
        Layers("V", Dim("l"), d, m, k),
        r"V^{p} \in \mathbb{R}^{a_{p} \times a_{p - 1}} \text{ for } 1 \le p \le l"
        r" \text{, } a_{0} = d \text{, } a_{l} = k \text{, } \text{otherwise } a_{p} = m",
    ),
    (Layers("V", Dim("l"), n, n, n), r"V^{p} \in \mathbb{R}^{n \times n} \text{ for } 1 \le p \le l"),
    (nu, r"\nu \text{ is a directed acyclic network of linear, ReLU or leaky ReLU neurons}"),
    (
        networks.Network("mu", "layered", ("relu",)),
        r"\mu \text{ is a fully connected layered network of ReLU neurons}",
    ),
    (v, r"v \text{ is an inner vertex of } \nu \text{ with learnable edges}"),
    *architecture_samples.DECLARED,
]


@pytest.mark.parametrize(("leaf", "tex"), DECLARED, ids=[tex for _, tex in DECLARED])
def test_declarations(leaf, tex):
    assert write_latex(declaration(leaf)) == tex
    assert balanced(tex)
    assert minidom.parseString(f"<math>{write_mathml(declaration(leaf))}</math>")


def test_every_domain_is_declared():
    def concrete(cls):
        for child in cls.__subclasses__():
            yield from concrete(child)
            if child.name:
                yield child

    assert set(concrete(domains.Domain)) == set(DECLARATIONS)
    assert {type(leaf.domain) for leaf, _ in DECLARED if hasattr(leaf, "domain")} == set(DECLARATIONS)
