"""Attacks that come to nothing: `hostile_cases.toml` put to the readers, the checker, the prover and a whole check."""

import hashlib
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from lemmata.certificates.confirmation import checked
from lemmata.claims.budget import Budget
from lemmata.conjectures.checking import check
from lemmata.conjectures.supremum import supremum
from lemmata.evaluate.decide import judge
from lemmata.kernel import KernelError, read
from lemmata.language import conjecture_files
from lemmata.language.conjecture_files import build
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.language.parse import ReadingError
from lemmata.prove.attempts import attempt
from lemmata.search.growing import growing
from tests import table
from tests.certificates.certificate_samples import examine, sealed
from tests.checker.test_attacks import violation

CASES = table(__file__, "hostile_cases.toml")
UNREADABLE, FALSE, NEVER = CASES["unreadable"], CASES["false"], CASES["never"]
VALUES = {"real": "2", "positive": "2", "(real)": "2", "positive(3)": "2"}


@pytest.mark.parametrize("name", UNREADABLE)
def test_no_reader_takes_it(name: str, tmp_path: Path) -> None:
    let, claim = UNREADABLE[name]
    text = "\n".join([*(f"let: {line}" for line in let), f"claim: {claim}"])
    with pytest.raises(KernelError):
        read("made.hostile", "A", text)
    dims, values = {}, dict[str, Any]()
    for line in let:
        variable, domain = line.split(" = ")
        sizes = [int(x) for x in re.findall(r"\d", domain)] * 2
        if domain.startswith("integer"):
            dims[variable] = 2
        elif domain in VALUES:
            values[variable] = VALUES[domain]
        else:
            values[variable] = [[str(int(i == j) + 1) for j in range(sizes[1] if "real" in domain else sizes[0])]
                                for i in range(sizes[0])]  # fmt: skip
    assert examine(tmp_path, violation(let, claim, dims, values)) == 2
    for part, line in (("claim", claim), ("given", f"{claim} for nobody in 2..1")):  # of which nothing is evaluated
        hidden = violation(["z = real", *let], "z <= 1", dims, {"z": "2", **values})
        hidden["text"][part] += [line]
        lines = [f"{part}: {line}" for part in ("let", "given", "claim") for line in hidden["text"][part]]
        hidden["hash"] = hashlib.sha256("\n".join(["A", *lines]).encode(errors="replace")).hexdigest()
        assert examine(tmp_path, sealed(hidden)) == 2


def statement(let: dict[str, str], given: list[str], claim: str) -> Any:
    return conjecture_files.build("hostile", let, given, [claim])


@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_somewhere_is_not_proved(name: str) -> None:
    let, given, claim, dims, values = FALSE[name]
    made = statement(let, given, claim)
    at = Instance(dims, {k: [[Fraction(x) for x in row] for row in v] if isinstance(v, list) else Fraction(v)
                         for k, v in values.items()})  # fmt: skip
    assert judge(instantiate(made, dims), at).outcome == "violation"
    assert attempt(made, 1.0).report is None


@pytest.mark.parametrize("name", NEVER)
def test_what_is_never_said_is_neither_refuted_nor_supported(name: str) -> None:
    from lemmata.claims.budget import Budget
    from lemmata.conjectures.checking import check

    entry = check(statement(*NEVER[name]), Budget(0.3), 0)
    assert entry["verdict"] in ("vacuous", "inconclusive"), entry["verdict"]


@pytest.mark.parametrize("claim", ["sum(a for a in 1..n) <= n * a", "sum(sum(i for i in 1..i) for i in 1..n) <= n**2"])
def test_an_index_is_not_called_like_another_thing(claim: str) -> None:
    with pytest.raises(ReadingError, match="already"):
        statement({"n": "integer(1, 3)", "a": "real"}, [], claim)


# --- The largest value of a quantity: from below, by order, and along families where it grows


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
    found = supremum("smax(A)", SQUARE, ["normF(A) < 0"], {}, 1.0, 0)
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
