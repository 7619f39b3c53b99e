"""Which dimensions a statement is tried at."""

import pytest

from lemmata import catalogue
from lemmata.claims.profiles import PROFILES, UnknownProfile, profile
from lemmata.language import Dim, Matrix, Scalar, smax
from lemmata.sample.plan import MAX_ORDER, dimensions, largest_order, plan
from tests.claims.engine_runs import made


def dims(statement, size, keep=1000):
    return [dict(c.dims) for c in plan(statement, size, keep)]


def test_one_dimension_takes_the_size_itself():
    statement = catalogue.get("riedi.cor-2")
    assert [dims(statement, size) for size in (0, 1, 5)] == [[], [{"n": 1}], [{"n": 5}]]


def test_small_sizes_are_complete():
    """m x n with m from 0 to n - 1: the largest dimension has the size, every smaller one occurs."""
    assert dims(catalogue.get("riedi.prop-5.cauchy"), 3) == [{"n": 3, "m": m} for m in (0, 1, 2)]


def test_hypotheses_on_dimensions_are_respected():
    found = [d for size in range(1, 6) for d in dims(catalogue.get("zhao.lemma-1"), size)]
    assert found and all(d["m"] > max(d["d"], d["k"]) for d in found)
    assert min(sum(d.values()) for d in found) == 4


def test_a_statement_without_dimensions_has_one_plan():
    x = Scalar("x")
    statement = made(x**2 >= 0)
    assert dimensions(statement) == []
    assert [len(plan(statement, size, 3)) for size in range(4)] == [0, 1, 0, 0]


def test_what_is_kept_is_spread():
    statement = catalogue.get("zhao.lemma-1")
    every, few = dims(statement, 4), dims(statement, 4, 3)
    assert len(few) == 3 < len(every)
    assert all(d in every for d in few)
    assert len({d["d"] for d in few}) > 1


@pytest.mark.parametrize("size", [4, 8, 64])
def test_no_plan_builds_matrices_beyond_the_limit(size):
    for name in ("zhao.eq-4", "zhao.lemma-1", "classical.kronecker"):
        assert all(largest_order(c) <= MAX_ORDER for c in plan(catalogue.get(name), size, 8))


def test_bounded_dimensions_stay_in_their_bounds():
    n = Dim("n", 2, 3)
    statement = made(smax(Matrix("A", n, n)) >= 0)
    assert [dims(statement, size) for size in range(5)] == [[], [], [{"n": 2}], [{"n": 3}], []]


LATE = {"riedi.thm-32.eq-68": 5, "riedi.thm-32.eq-68~algebra": 5}  # n >= 5 by hypothesis


def test_every_algebraic_statement_has_instances_at_small_sizes():
    for statement in catalogue.all_statements():
        if statement.kind.value in "ADI":
            first = next(size for size in PROFILES["quick"].sizes if plan(statement, size, 2))
            assert first <= 3 or first == LATE[statement.id], statement.id


def test_profiles_have_names():
    assert profile("quick") is PROFILES["quick"]
    with pytest.raises(UnknownProfile, match=r"unknown profile 'fast': choose one of quick, standard, deep"):
        profile("fast")
