"""Formulas among the words of a review: what is set as mathematics, and what stays as it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lemmata.catalogue import all_statements
from lemmata.language.writers import write_latex
from lemmata.report.formulas import Formula
from lemmata.report.prose import prose


def set_(said: str) -> str:
    """The words with their formulas as LaTeX between dollar signs."""
    parts = (
        part if isinstance(part, str) or part.box is None else f"${write_latex(part.box)}$" for part in prose(said)
    )
    return "".join(map(str, parts)).replace(r" \, ", " ")


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("At w = eps = 1 it is false.", r"At $w = \epsilon = 1$ it is false."),
        ("|J^T g|^2 >= sigma^2 holds", r"$\lvert J^{\top} g \rvert^{2} \ge \sigma^{2}$ holds"),
        ("(2 w^2 - eps) w/(eps + w^2)^(5/2)", r"$( 2 w^{2} - \epsilon ) w / ( \epsilon + w^{2} )^{5 / 2}$"),
        ("at most sqrt(8n) and 2-Lipschitz", r"at most $\sqrt{8 n}$ and 2-Lipschitz"),
        ("V = [[1, 1], [1, 0]] has", r"$V = \left[ \begin{matrix} 1 & 1 \\ 1 & 0 \end{matrix} \right]$ has"),
        ("[0 1] times [1; 0]", r"$\left[ \begin{matrix} 0 & 1 \end{matrix} \right]$ times "
         r"$\left[ \begin{matrix} 1 \\ 0 \end{matrix} \right]$"),
        ("P[Z_n >= 8] < 1e-6", r"$P [ Z_{n} \ge 8 ] < 10^{- 6}$"),
        ("at most abs(X)_F long", r"at most $\lvert X \rvert_{F}$ long"),
        ("the limit is 1 ± sqrt(r/q)", r"the limit is $1 \pm \sqrt{r / q}$"),
        ("Id (x) X^T is wide", r"$\mathrm{Id} \otimes X^{\top}$ is wide"),
        ("Weyl's inequality for A and B", "Weyl's inequality for A and $B$"),
        ("a unit is off; Theorem 22 (53), 2.4 of 8", "a unit is off; Theorem 22 (53), 2.4 of 8"),
        ("see riedi.lemma-8.eq-37~rows, (42), pre-trained", "see riedi.lemma-8.eq-37~rows, (42), pre-trained"),
        ("side by side (c x cd), the d_0 N x p and the a x b", r"side by side ($c$ × cd), the "
         r"$d_{0} N \times p$ and the $a \times b$"),
        ("a product with x is wide, phi(x) = |x|_2^3", r"a product with $x$ is wide, "
         r"$\phi ( x ) = \lvert x \rvert_{2}^{3}$"),
        ("smin(J) >= lmax(A)/2", r"$s_{\mathrm{min}} ( J ) \ge \lambda_{\mathrm{max}} ( A ) / 2$"),
        ("a mu-PL function, i.e. mu - b", r"a mu-PL function, i.e. $\mu - b$"),
        ("x = (a, b", "$x$ = ($a$, $b$".replace("$a$", "a")),
        ("max", "max"),
    ],
)  # fmt: skip
def test_formulas_are_set_and_words_are_left(said: str, shown: str) -> None:
    assert set_(said) == shown


@given(st.text(alphabet="ab eT(x)[]|^_/*-+=<>.,;'019~é\n", max_size=40))
def test_nothing_is_left_out_or_reordered(said: str) -> None:
    kept = "".join(part.text if isinstance(part, Formula) else part for part in prose(said))
    assert kept.replace(" × ", " x ") == said


def test_every_note_of_the_suite_is_kept_whole() -> None:
    for statement in all_statements():
        said = statement.notes or ""
        parts = prose(said)
        kept = "".join(part.text if isinstance(part, Formula) else part for part in parts)
        assert kept.replace(" × ", " x ") == said
        assert all(write_latex(part.box).isascii() for part in parts if isinstance(part, Formula) and part.box), said
