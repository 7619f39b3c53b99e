"""Each operator on small trees: what it gives, and where it keeps away."""

import pytest

from lemmata.language import Scalar
from lemmata.mutants.operators import OPERATORS
from lemmata.mutants.variants import _changed
from tests import table
from tests.language.samples import read
from tests.made import statement as made

TABLE = table(__file__, "operators.toml")["made"]


@pytest.mark.parametrize(("operator", "claim", "expected"), TABLE)
def test_what_an_operator_makes_of_a_claim(operator, claim, expected):
    statement = made(read(claim, x=Scalar("x")))
    assert [draft.change[0] for draft in _changed(statement, OPERATORS[operator])] == expected
