"""Unit columns and products over an index: shapes, unrolling, values in every interpreter."""

from fractions import Fraction

import pytest
import torch
from sympy import Integer

from lemmata.checker.evaluate import Evaluator
from lemmata.checker.text_form import Sizes, instantiate, parse_expression
from lemmata.checker.violation import CertificateError
from lemmata.evaluate import floats
from lemmata.evaluate.decide import decide
from lemmata.language import Dim, Index, Layers, MatProdOver, Matrix, Scalar, Unit, eq, maxabs, ones
from lemmata.language.instance import Instance
from lemmata.language.instantiate import substitute
from lemmata.language.matrices import MatTimes

n, p, i, j = Dim("n"), Dim("p"), Index("i"), Index("j")
A = Matrix("A", n, p)


def test_a_unit_column_picks_a_column():
    a = torch.arange(6, dtype=torch.float64).reshape(1, 2, 3)
    node = substitute(A @ Unit(p, j), {"n": 2, "p": 3}, {j: 2})
    assert floats.evaluate(node, {"A": a})[0, :, 0].tolist() == [1, 4]
    rows = [[Fraction(3 * r + c) for c in range(3)] for r in range(2)]
    for column, wanted in ((2, "holds"), (3, "broken")):
        right = Unit(2, 1) + 4 * Unit(2, 2)
        claim = eq(Matrix("A", 2, 3) @ Unit(3, column), right)
        assert decide(claim, Instance({}, {"A": rows})).status == wanted


def test_products_take_the_largest_index_first():
    W = Layers("W", p, n, n, n)
    node = substitute(MatProdOver(i, 1, p, 2 * W.layer(i)), {"n": 1, "p": 3})
    assert isinstance(node, MatTimes)
    assert [str(factor) for factor in node.args] == ["2 * W_3", "2 * W_2", "2 * W_1"]
    assert str(substitute(MatProdOver(i, 2, 2, W.layer(i)), {"n": 1, "p": 3})) == "W_2"
    assert str(substitute(MatProdOver(i, 2, p, W.layer(i)), {"n": 3, "p": 1})) == "I(3)"  # of no factors
    assert MatProdOver(i, 1, p, ones(n, n)).shape == (n, n)


def checked(text, dims, **values):
    tree = instantiate(parse_expression(text), Sizes(dims, {}))
    return Evaluator(values)(tree)


def test_the_checker_agrees():
    assert checked("unit(3, 2)", {}).rows == ((0,), (1,), (0,))
    assert checked("prod(i * I(2) for i in 1..p)", {"p": 4}).rows == ((24, 0), (0, 24))
    assert checked("prod(vstack(unit(2, i).T, unit(2, 1).T) for i in 1..2)", {}).rows == ((1, 0), (1, 0))
    for wrong in ("unit(2, 3)", "unit(2, 0)"):
        with pytest.raises(CertificateError):
            checked(wrong, {})


def test_largest_entry_of_a_unit_column():
    x = Scalar("x")
    assert decide(
        eq(maxabs(x * Unit(Integer(4), Integer(4))), abs(x)), Instance({}, {"x": Fraction(-7, 3)})
    ).established
