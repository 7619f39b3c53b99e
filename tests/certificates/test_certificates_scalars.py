"""False formulas about numbers alone: refuted by the engine, certificates accepted; ties and true ones are not."""

from fractions import Fraction

import pytest
from sympy import Rational, pi

from lemmata.certificates import build_violation
from lemmata.language import Dim, Index, Scalar, eq, forall, maximum, minimum, sqrt
from lemmata.language import domains as dm
from lemmata.language.core import Exp, Log, power, quantity
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.language.verdicts import Verdict
from tests.certificates.certificate_samples import certificate, examine
from tests.claims.engine_runs import TINY, accepted, check
from tests.made import statement as posed

x, y = Scalar("x", 0, 1), Scalar("y", 0, 10)
p, q = Scalar("p", domain=dm.Positive()), Scalar("q", domain=dm.Positive())
o = Scalar("o", domain=dm.OpenInterval(quantity(0), quantity(1)))
n, k = Dim("n"), Index("k")


FALSE_OF_NUMBERS = {
    "means reversed": posed((p + q) / 2 <= sqrt(p * q)),
    "means strict": posed((p + q) / 2 > sqrt(p * q)),
    "root of a sum": posed(sqrt(p) + sqrt(q) <= sqrt(p + q)),
    "square on the interval": posed(x**2 >= x),
    "quotient cut short": posed((1 + x) / (1 - x) <= 1 + 2 * x + 2 * x**2),
    "monotone": posed(p / (1 + p) <= q / (1 + q)),
    "monotone the wrong way": posed(p / (1 + p) >= q / (1 + q), p <= q),
    "strict on the open interval": posed(o * (1 - o) < Rational(1, 4)),
    "irrational tie": posed(sqrt(p) * sqrt(q) < sqrt(p * q)),
    "larger of two": posed(maximum(p, q) <= sqrt(p * q) + 1),
    "smaller of two": posed(minimum(p, q) >= p * q / (p + q + 1) + 1),
    "powers": posed(p**3 + q**3 <= (p + q) ** 3 / 2),
    "negative power": posed(p ** (-2) <= 1 / p),
    "pi": posed(p * pi >= 3 * p + p**2),
    "asymptotic": posed(sqrt(p + n) - sqrt(p) <= n / (4 * sqrt(p))),
    "for all k": posed(forall(k, 1, n, k * p <= n)),
    "under a hypothesis": posed(eq(p, q), p**2 + q**2 <= 2),
}


@pytest.mark.parametrize("name", FALSE_OF_NUMBERS)
def test_false_formulas_are_refuted_with_an_accepted_certificate(tmp_path, name):
    finding = check(FALSE_OF_NUMBERS[name], TINY)
    assert finding.verdict is Verdict.REFUTED
    assert accepted(finding.certificate, tmp_path)
    assert finding.counterexample["explain"]


@pytest.mark.parametrize(
    ("claim", "values"),
    [
        (sqrt(p + q + 2 * sqrt(p * q)) < sqrt(p) + sqrt(q), {"p": "2", "q": "3"}),
        (sqrt(p) * sqrt(q) < sqrt(p * q), {"p": "2", "q": "3"}),
        (1 / (sqrt(p) + sqrt(q)) < (sqrt(p) - sqrt(q)) / (p - q), {"p": "2", "q": "3"}),
    ],
    ids=str,
)
def test_a_strict_claim_is_broken_by_an_irrational_tie(tmp_path, claim, values):
    statement = posed(claim)
    assert examine(tmp_path, certificate(statement, {}, 0, judged=False, **values)) == 0
    weak = posed(claim.lhs <= claim.rhs)
    assert examine(tmp_path, certificate(weak, {}, 0, judged=False, **values)) == 1


def forged(statement, lhs, rhs, dims=(), **values):
    """A certificate with sides written by hand, whatever the engine can evaluate."""
    concrete = instantiate(statement, dict(dims))
    exact = {name: Fraction(v) for name, v in values.items()}
    return build_violation(statement, Instance(dict(dims), exact), 0, concrete.claim[0], lhs, rhs)


THIRD = Rational(1, 3)


@pytest.mark.parametrize(
    ("claim", "sides", "values", "code"),
    [
        (Exp(x) <= 1 + x, ("[2.718281828 +/- 1e-9]", "2"), {"x": "1"}, 0),
        (Exp(x) >= 1 + x, ("[2.718281828 +/- 1e-9]", "2"), {"x": "1"}, 1),
        (Log(p) >= p - 1, ("[0.693147181 +/- 1e-9]", "1"), {"p": "2"}, 0),
        (Log(p) <= p - 1, ("0", "0"), {"p": "1"}, 1),
        (Log(p) < p - 1, ("0", "0"), {"p": "1"}, 0),
        (Log(p - 1) <= p, ("0", "1"), {"p": "1"}, 1),
        (power(p, q) >= p, ("[0.707106781 +/- 1e-9]", "2"), {"p": "2", "q": "-1/2"}, 1),  # q is positive
        (power(p, q) >= p, ("[1.4142135624 +/- 1e-9]", "2"), {"p": "2", "q": "1/2"}, 0),
        (power(p, THIRD) * power(p, 2 * THIRD) < p, ("[2 +/- 1e-9]", "2"), {"p": "2"}, 0),
        (power(p, THIRD) * power(p, 2 * THIRD) <= p, ("[2 +/- 1e-9]", "2"), {"p": "2"}, 1),
        (power(p, THIRD) + power(q, THIRD) <= power(p + q, THIRD), ("2", "[1.26 +/- 1e-2]"), {"p": "1", "q": "1"}, 0),
        (Exp(Log(p)) < p, ("[3 +/- 1e-9]", "3"), {"p": "3"}, 1),  # a tie, but of transcendental numbers: undecided
        (Exp(p) <= 1, ("[1 +/- 1]", "1"), {"p": "1000000"}, 1),  # too large, said so
        (power(p - 2, q) <= 1, ("1", "1"), {"p": "1", "q": "2"}, 1),  # a negative base: undefined
    ],
    ids=str,
)
def test_exponentials_logarithms_and_real_powers(tmp_path, claim, sides, values, code):
    assert examine(tmp_path, forged(posed(claim), *sides, **values)) == code
