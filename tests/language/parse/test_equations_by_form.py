"""Equations among hypotheses, and how what meets them is drawn: reflections, projectors, isometries, lengths."""

from dataclasses import replace
from itertools import product

import pytest

from lemmata.claims.algebraic import check
from lemmata.claims.profiles import PROFILES
from lemmata.evaluate.decide import judge
from lemmata.evaluate.membership import as_asked
from lemmata.evaluate.randomness import Stream
from lemmata.language.conjecture_files import build
from lemmata.language.instantiate import instantiate
from lemmata.language.parse.normalised import LENGTHS, SCALED
from lemmata.language.recipes import searched
from lemmata.language.verdicts import Verdict
from lemmata.sample import batches
from lemmata.sample.matrix_laws import ENSEMBLES

LET = {
    "n": "integer(2, 3)", "A": "symmetric(n)", "B": "symmetric(n)", "U": "real(n, n)", "Q": "real(3, 2)",
    "W": "real(2, n)", "V": "complex(n, n)", "H": "hermitian(n)", "P": "psd(n)", "x": "real(n, 1)",
}  # fmt: skip


@pytest.mark.parametrize(
    ("given", "claim", "read"),
    [
        ("A @ A == I(n)", "tr(A) <= n", "tr(A0 @ A1 @ A0.T) <= n"),
        ("I(n) == A @ A", "tr(A) <= n", "tr(A0 @ A1 @ A0.T) <= n"),
        ("P @ P == P", "tr(P) <= n", "tr(P0 @ P1 @ P0.T) <= n"),
        ("U.T @ U == I(n)", "tr(U) <= n", "tr(U0) <= n"),
        ("U @ U.T == I(n)", "tr(U) <= n", "tr(U0) <= n"),
        ("norm(x)**2 == 1", "sum(x) <= n", "sum(x0 @ unit(n, 1)) <= n"),
    ],
)
def test_drawn_by_form_and_kept(given, claim, read):
    statement = build("a", LET, [given], [claim])
    assert statement.text["claim"] == [claim] and len(statement.text["given"]) == 1
    assert (searched(statement).text["given"], searched(statement).text["claim"]) == ([], [read])


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        ("V.H @ V == I(n)", "norm2(V) <= 1"),
        ("H @ H == I(n)", "tr(H) <= n"),
        ("H @ H == H", "tr(H) <= n"),
        ("Q.T @ Q == I(2)", "normF(Q) <= 2"),
    ],
)
def test_complex_ones_and_isometries(given, claim):
    statement = build("a", LET, [given], [claim])
    assert len(statement.text["given"]) == 1 and searched(statement).text["given"] == []
    assert outcomes(statement) in ({"holds"}, {"tight"}, {"holds", "tight"})


BOTH = ("real", "nonnegative")
EQUATIONS = [
    *product([(form.format(x="x"), "x", "real(n, 1)") for form in LENGTHS], ("1", "2", "4", "1/4", "0.25", "9")),
    *product(
        [(f"{word}(x)", "x", f"{head}(n, {1 if word == 'sum' else 'n'})" if head in BOTH else f"{head}(n)")
         for word, heads in SCALED.items() for head in heads],
        ("1", "2", "4", "1/4", "0.25", "9"),
    ),
    *product([("x @ x", "x", "symmetric(n)"), ("x @ x", "x", "hermitian(n)")], ("x", "I(n)")),
    *product([("x @ x", "x", "psd(n)"), ("x @ x", "x", "complex_psd(n)")], ("x",)),
    *product([("x.T @ x", "x", "real(n, n)"), ("x @ x.T", "x", "real(n, n)")], ("I(n)",)),
    *product([("x.H @ x", "x", "complex(n, n)"), ("x @ x.H", "x", "complex(n, n)")], ("I(n)",)),
    *product([("x.T @ x", "x", "real(3, 2)"), ("x.H @ x", "x", "complex(3, 2)")], ("I(2)",)),
]  # fmt: skip


def outcomes(statement, many=10):
    """What is decided of the hypotheses as they were asked at instances that are drawn."""
    found = set()
    for n in (2, 3) if "n" in {leaf.name for leaf in statement.let} else (0,):
        dims = {"n": n} if n else {}
        concrete = instantiate(searched(statement), dims)
        if not concrete.admissible:
            continue
        usable = [e for e in ENSEMBLES.values() if batches.usable(concrete, e)]
        for ensemble in usable[1:2]:
            values = batches.draw(concrete, ensemble, Stream(f"{ensemble.name} {n}", 0), many)
            for row in range(many):
                instance = batches.exact(concrete, values, row, None)
                own = None if instance is None else as_asked(statement, instance)
                if own is not None:
                    found.add(judge(instantiate(statement, dims), own).outcome)
    return found


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("said", "other"), EQUATIONS)
def test_what_is_drawn_meets_what_was_asked(said, other):
    """Every form, at every number: the claim that all is as asked is decided at the instances drawn."""
    side, name, domain = said
    number = other not in ("x", "I(n)", "I(2)")
    claim = "0 <= maxabs(x)" if "complex" not in domain and domain != "hermitian(n)" else "0 <= norm2(x)"
    let = {name: domain} if "n" not in domain.replace("complex", "") else {"n": "integer(1, 3)", name: domain}
    statement = build("a", let, [f"{side} == {other}"], [claim])
    assert statement.text["given"], "the hypothesis stays"
    irrational = number and "2" in (other,) and "norm" in side and "**" in side
    if searched(statement) is statement:
        assert irrational or other == "2" and "norm" not in side, "no recipe where there was one"
        return
    assert outcomes(statement) <= {"holds", "tight", "out_of_domain"} and outcomes(statement) - {"out_of_domain"}


def test_a_wrong_recipe_finds_nothing():
    """Control: a recipe for half the length that was asked meets nothing, and refutes nothing."""
    statement = build("a", LET, ["norm(x)**2 == 4"], ["norm(x) <= 1"])
    (recipe,) = statement.recipes
    wrong = replace(statement, recipes=(replace(recipe, values={x: v / 2 for x, v in recipe.values.items()}),))
    assert outcomes(statement) == {"violation"} and outcomes(wrong) == {"out_of_domain"}
    quick = replace(PROFILES["quick"], first=None, turns=0)
    assert check(statement, quick, 0).verdict is Verdict.REFUTED
    assert check(wrong, quick, 0).verdict is Verdict.VACUOUS


@pytest.mark.parametrize(
    "given", ["U @ U == I(n)", "A @ B == I(n)", "W.T @ W == I(n)", "A @ A == 2 * I(n)", "U @ U == U"]
)
def test_others_stay_hypotheses(given):
    claim = "normF(U) + normF(A) + normF(B) + normF(W) <= 1"
    assert build("a", LET, [given], [claim]).text["given"] == [given]
