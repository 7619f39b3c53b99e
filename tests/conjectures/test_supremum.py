"""The largest value of a quantity: from below, by order, and along families where it grows."""

from fractions import Fraction

import pytest

from lemmata.certificates.confirmation import checked
from lemmata.claims.budget import Budget
from lemmata.conjectures.checking import check
from lemmata.conjectures.supremum import supremum
from lemmata.language import conjecture_files
from lemmata.language.conjecture_files import build
from lemmata.language.instantiate import instantiate
from lemmata.search.growing import growing

SQUARE = {"n": "integer(1, 3)", "A": "real(n, n)"}


def families(quantity: str, let: dict[str, str], given: tuple[str, ...] = (), **dims: int) -> list[tuple[dict, str]]:
    statement = conjecture_files.build("growing", let, list(given), [f"{quantity} <= 0"])
    return [(f.written, f.growth) for f in growing(instantiate(statement, dims), 0)]


@pytest.mark.long
def test_a_commutator_is_bounded() -> None:
    let = {"A": "real(2, 2)", "B": "real(2, 2)"}
    found = supremum("normF(A @ B - B @ A) / (normF(A) * normF(B))", let, [], {}, 12.0, 0)
    assert found.best is not None and Fraction(1) < Fraction(found.best["above"]) <= Fraction(3, 2)  # it is sqrt(2)
    assert found.best["certificate"] and found.lines()[0].startswith("normF") and not found.unbounded


@pytest.mark.long
def test_a_largest_value_that_is_attained_is_not_said_to_be_exceeded() -> None:
    found = supremum("tr(A) / smax(A)", {"A": "psd(2)"}, [], {}, 6.0, 0)
    assert found.best is not None and Fraction(found.best["above"]) == 2
    said = found.lines()
    assert said[0].startswith("tr(A) / smax(A) >= 2, certified") and not any("> 2" in line for line in said)
    assert any(line.startswith("tried and not exceeded: ") for line in said)


@pytest.mark.long
def test_every_order_has_its_largest_value() -> None:
    let = {"n": "integer(1, 4)", "A": "real(n, n)", "B": "real(n, n)"}
    found = supremum("smax(A @ B - B @ A) / (smax(A) * smax(B))", let, [], {}, 20.0, 0)
    values = {where: Fraction(r["above"]) for where, r in found.by_dimensions.items()}
    assert values["n = 1"] == 0
    assert all(Fraction(19999, 10000) < values[f"n = {n}"] <= 2 for n in (2, 3, 4))
    for r in found.by_dimensions.values():
        result, said = checked(r["certificate"])
        assert result.accepted, said


def test_impossible_hypotheses_have_no_largest_value() -> None:
    found = supremum("smax(A)", SQUARE, ["normF(A) < 0"], {}, 3.0, 0)
    assert found.best is None and found.lines() == [f"no value of smax(A) was certified in {found.seconds:.1f} s"]


@pytest.mark.parametrize(
    "quantity, let, given",
    [
        ("normF(A) / smax(A)", SQUARE, ()),
        ("1 - 1 / (1 + smax(A))", SQUARE, ()),  # rises for ever, and stays below 1
        ("smax(A)", SQUARE, ("smax(A) <= 5",)),
        ("cond(A)", {"n": "integer(1, 3)", "A": "orthogonal(n)"}, ()),
        ("smax(A)", SQUARE, ("normF(A) < 0",)),  # no instance at all
    ],
)
def test_what_is_bounded_has_no_family(quantity: str, let: dict[str, str], given: tuple[str, ...]) -> None:
    assert families(quantity, let, given, n=2) == []


# --- Claims about random matrices next to fixed ones that fail at few of these, and neighbours of members of domains

SIGNS = {"n": "integer(1, 3)", "x": "unit(n)", "r": "rademacher(n, 1)"}


@pytest.mark.long
@pytest.mark.parametrize(
    "claim, expected",
    [
        ("E(abs(tr(x.T @ r))) >= 18/25", "refuted"),  # S. J. Szarek: 1 / sqrt(2), near (1, 1) / sqrt(2)
        ("E(abs(tr(x.T @ r))) >= 7/10", "supported"),
        ("P(abs(tr(x.T @ r)) >= 1) >= 3/10", "refuted"),  # 1/4 where all entries are about alike, from order 3 on
        ("P(abs(tr(x.T @ r)) <= 1) >= 1/2", "supported"),  # N. Keller, O. Klein
    ],
)
def test_unit_vectors_beside_signs(claim: str, expected: str) -> None:
    entry = check(build("signs", SIGNS, [], [claim]), Budget(6.0))
    assert entry["error"] is None and entry["verdict"] == expected
