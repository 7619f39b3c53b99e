"""Sequences along depth: text, notation, declarations and what is refused."""

from lemmata.language import Dim, Index, Scalar, eq, forall
from lemmata.language.families import ProdOver
from lemmata.language.sequences import Eventually, Sequence, along_depth, term
from lemmata.language.text import declaration, write
from lemmata.language.typeset import latex, mathml

L, l = Dim("L"), Index("l")  # noqa: E741
lam = Sequence("lambda_1")
whole = ProdOver(l, 1, L, 1 + term(lam, l))


def test_text_and_declaration() -> None:
    assert write(whole) == "product(1 + lambda_1[l] for l in 1..L)"
    assert write(Eventually(eq(whole, 0), L)) == "product(1 + lambda_1[l] for l in 1..L) == 0 for all large L"
    assert declaration(lam) == "lambda_1 = sequence()"


def test_notation() -> None:
    assert "prod" in latex(whole)
    assert "for all large" in mathml(Eventually(eq(whole, 0), L))
    assert "λ" in mathml(forall(l, 1, L, abs(term(lam, l)) > 0))


def test_which_clauses_speak_of_depth() -> None:
    x = Scalar("x")
    assert along_depth([x > 0, forall(l, 1, L, term(lam, l) > 0)])
    assert along_depth([Eventually(eq(x, 0), L)])
    assert not along_depth([x > 0, forall(l, 1, L, x > l)])
