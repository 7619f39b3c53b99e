"""zhao2024, sections 2, 4.3, 5 and appendix A: instances by hand, ends of ranges, constructions, negative controls."""

import pytest

from lemmata import language as lang
from lemmata.evaluate.decide import judge
from lemmata.evaluate.randomness import Stream
from lemmata.language.instantiate import instantiate
from lemmata.language.proof import Apply, EveryTerm, Identity, Step
from lemmata.sample.batches import exact as exact_row
from lemmata.sample.registry import constructions
from tests.prove.proof_attempts import attempt
from tests.theorems.riedi_statements import verdict
from theorems.zhao2024 import appendix_a_spectra, section2_descent, section4_residual, section5_leaky_relu

MODULES = (section2_descent, section4_residual, section5_leaky_relu, appendix_a_spectra)
ROWS = {v.id: v for module in MODULES for v in vars(module).values() if isinstance(v, lang.Statement)}


# --- counterexamples that a reader can check by hand
I2 = [[1, 0], [0, 1]]
SWAP = [[0, 1], [1, 0]]
FALSE = [
    ("zhao.skip-ratio", {"r": 1, "c": 1}, {"W": [[1]], "beta": 1}),
    ("zhao.eq-12", {"n": 2}, {"A": [[0, 0], [0, -1]], "B": [[-1, 0], [0, 0]]}),
    ("zhao.eq-12", {"n": 2}, {"A": [[1, 0], [0, -2]], "B": [[1, 0], [0, -2]]}),
    ("zhao.lemma-4", {"d": 1, "n": 1, "m": 1, "k": 2}, {"X": [[1]], "V": [[1]], "W": [[1], [0]], "alpha": 1}),
    ("zhao.eq-25", {"d": 2, "n": 2, "m": 2}, {"X": I2, "V": [[1, -2], [-2, 1]], "alpha": "1/2"}),
    ("zhao.eq-26", {"d": 2, "n": 2, "m": 2}, {"X": I2, "V": [[1, 1], [1, -1]], "alpha": 0}),
    (
        "zhao.eq-8",
        {"n": 2, "L": 2, "l": 1},
        {
            **{"U_1": I2, "V_1": I2, "W_1": I2, "W_beta_1": [[2, 0], [0, 2]], "Delta": [[1, 0], [0, 1]], "beta": 1},
            **{"U_2": SWAP, "V_2": I2, "W_2": [[0, 1], [0, 0]], "W_beta_2": [[1, 1], [0, 1]]},
        },
    ),
    (
        "zhao.skip-second-bound",
        {"n": 2, "L": 2},
        {
            **{"U_1": I2, "V_1": I2, "W_1": I2, "W_beta_1": [[2, 0], [0, 2]], "Delta": [[1, 1], [0, 0]], "beta": 1},
            **{"U_2": I2, "V_2": I2, "W_2": I2, "W_beta_2": [[2, 0], [0, 2]], "R": I2},
        },
    ),
]


@pytest.mark.parametrize(("name", "dims", "values"), FALSE, ids=[f"{name} {k}" for k, (name, *_) in enumerate(FALSE)])
def test_counterexamples_by_hand(name, dims, values):
    assert verdict(ROWS[name], dims, **values).outcome == "violation"


# --- the ends of the ranges


@pytest.mark.parametrize("alpha", ["0", "1/2", "1"])
def test_repaired_rows_of_section_5_at_the_ends_of_the_slopes(alpha):
    dims = {"d": 2, "n": 2, "m": 2}
    values = {"X": I2, "V": [[1, -2], [-2, 1]], "alpha": alpha}
    assert verdict(ROWS["zhao.eq-25~repaired"], dims, **values).outcome == ("tight" if alpha == "1" else "holds")
    delta = {"Delta": [[1, alpha], [alpha, 1]]}
    assert verdict(ROWS["zhao.eq-26~repaired"], dims, **values, **delta).outcome in ("holds", "tight")
    wide = {"W": [[1, 0], [0, 2]], "X": [[1, 1], [0, 1]], "V": [[1, -2], [-2, 1]], "alpha": alpha}
    assert verdict(ROWS["zhao.lemma-4~repaired"], {**dims, "k": 2}, **wide, **delta).outcome in ("holds", "tight")


# --- constructions
@pytest.mark.parametrize("name", [s.id for s in ROWS.values() if s.construct is not None])
def test_constructed_instances_meet_the_hypotheses_and_break_nothing_true(name):
    row = ROWS[name]
    sizes = {"m": 2, "l": 2, "L": 2, "n": 2, "d": 1, "k": 1}
    concrete = instantiate(row, {v.name: sizes[v.name] for v in row.let if isinstance(v, lang.Dim)})
    values = constructions()[row.construct](concrete, Stream("built"), 24)
    again = constructions()[row.construct](concrete, Stream("built"), 24)
    assert all(values[k].equal(again[k]) for k in values)
    judged = [judge(concrete, exact_row(concrete, values, k)) for k in range(24)]
    met = [o for o in judged if all(d.established for d in o.hypotheses) and o.conjuncts]
    assert len(met) >= 6
    if name.partition("~")[0] not in ("zhao.eq-8", "zhao.skip-second-bound") or name.endswith("~repaired"):
        outcomes = {o.outcome for o in met}
        assert outcomes <= {"holds", "tight", "out_of_domain"} and outcomes & {"holds", "tight"}


# --- products over an index


# --- rules of proof
def test_every_term_asks_for_a_bound_that_does_not_depend_on_the_index():
    n, L, free = lang.Dim("n"), lang.Dim("L"), lang.Index("i")
    family, c = lang.Layers("M", L, n, n, n), lang.Scalar("c")
    i = lang.Index("i", 1, L)
    largest = lang.MaxOver(free, 1, L, lang.smax(family.layer(free)))
    order = Step("term", lang.smax(family.layer(i)) <= lang.smax(family.layer(i)) + 1, Apply("classical.order", {}, 1))
    assert not attempt(largest <= c, order, Step("all", largest <= c, EveryTerm("term", i))).ok
    bounded = lang.forall(free, 1, L, lang.smax(family.layer(free)) <= c)
    assert attempt(largest <= c, Step("all", largest <= c, EveryTerm("given 0", i)), given=bounded).ok
    assert not attempt(largest <= c - 1, Step("all", largest <= c - 1, EveryTerm("given 0", i)), given=bounded).ok
    growing = lang.forall(free, 1, L, lang.smax(family.layer(free)) <= c + free)
    assert not attempt(largest <= c + i, Step("all", largest <= c + i, EveryTerm("given 0", i)), given=growing).ok
    equal = lang.forall(free, 1, L, lang.eq(lang.smax(family.layer(free)), c))
    assert attempt(largest <= c, Step("all", largest <= c, EveryTerm("given 0", i)), given=equal).ok


def test_sums_leave_a_kronecker_product_on_either_side_but_not_through_each_other():
    n, L, i, j = lang.Dim("n"), lang.Dim("L"), lang.Index("i"), lang.Index("j")
    P, Q, A = lang.Layers("P", L, n, n, n), lang.Layers("Q", L, n, n, n), lang.Symmetric("A", n)
    rights = lang.MatSumOver(i, 1, L, Q.layer(i))
    lefts = lang.MatSumOver(i, 1, L, P.layer(i))
    right = lang.eq(lang.kron(A, rights), lang.MatSumOver(i, 1, L, lang.kron(A, Q.layer(i))))
    assert attempt(right, Step("right", right, Identity())).ok
    crossed = lang.eq(lang.kron(lefts, rights), lang.MatSumOver(i, 1, L, lang.kron(P.layer(i), Q.layer(i))))
    assert not attempt(crossed, Step("crossed", crossed, Identity())).ok
    nested = lang.eq(
        lang.MatSumOver(i, 1, L, lang.kron(P.layer(i), lang.MatSumOver(j, 1, L, Q.layer(j)))),
        lang.MatSumOver(i, 1, L, lang.kron(P.layer(i), L * Q.layer(i))),
    )
    assert not attempt(nested, Step("nested", nested, Identity())).ok
