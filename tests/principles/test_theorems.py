"""Theorems about random matrices: what follows from them with a row, what does not, and draws that agree with them."""

import math
from dataclasses import replace

import numpy as np
import pytest

from lemmata import catalogue
from lemmata.language import Dim, Kind, Matrix, Scalar, chain, exp, smax, smin, sqrt
from lemmata.language.probability import Converges, Iid, P
from lemmata.principles.templates import PrincipleError
from lemmata.principles.theorems import THEOREMS

GORDON = THEOREMS["Gordon's inequality and Gaussian concentration"]
EDGES = THEOREMS["edges of the spectrum of large matrices"]
n, t = Dim("n"), Scalar("t")
DRAWN, UNIFORM, ANY = Iid("K", n, n, "gaussian"), Iid("K", n, n, "uniform"), Matrix("K", n, n)


def near(k):
    return chain(sqrt(n) - sqrt(n) - t, "<=", smin(k), "<=", smax(k), "<=", sqrt(n) + sqrt(n) + t)


def claimed(kind, claim, *given):
    return replace(catalogue.get("zhao.lemma-6"), kind=kind, claim=(claim,), given=given)


TOP = 2 * sqrt(n) + t


def drawn(lost, *given, k=DRAWN, top=TOP):
    return claimed(Kind.PROBABILITY, P(smax(k) <= top) >= 1 - lost, *given)


def surely(*given):
    return claimed(Kind.ALGEBRAIC, smax(ANY) <= TOP, *given)


TAIL = exp(-(t**2) / 2)
ROW = surely(t >= 0, near(ANY))


def test_a_row_on_an_event_holds_with_its_probability():
    for count in (2, 3):
        assert GORDON.follows(drawn(count * TAIL, t >= 0), ROW)
    assert GORDON.follows(drawn(2 * TAIL, t > 4), surely(t > 4, near(ANY)))
    less = P(smax(DRAWN) <= TOP) >= 1 - 2 * TAIL - P(smax(DRAWN) >= 1)
    assert GORDON.follows(claimed(Kind.PROBABILITY, less, t >= 0), ROW)


@pytest.mark.parametrize(
    ("statement", "row"),
    [
        (drawn(1 * TAIL, t >= 0), ROW),
        (drawn(2 * exp(-(t**2)), t >= 0), ROW),
        (drawn(2 * TAIL, t >= 0, top=2 * sqrt(n)), ROW),
        (drawn(2 * TAIL), surely(near(ANY))),
        (drawn(2 * TAIL, t > -4), surely(t > -4, near(ANY))),
        (drawn(2 * TAIL, t >= 0, k=UNIFORM), ROW),
        (drawn(2 * TAIL, t >= 0, n > 2), ROW),
        (drawn(2 * TAIL, t >= 0), surely(t >= 0)),
        (drawn(2 * TAIL, t >= 0), surely(t >= 0, near(ANY), smax(ANY) <= 1)),
    ],
    ids=("count", "exponent", "claim", "no sign", "sign", "law", "hypothesis", "no event", "another event"),
)
def test_what_does_not_follow_is_refused(statement, row):
    with pytest.raises(PrincipleError):
        GORDON.follows(statement, row)


NETS = THEOREMS["norms of matrices with subgaussian entries"]
BOTH = Iid("K", n, n, "gaussian", "uniform")
HIGH = 2 * sqrt(8 * n)


ABOVE, NEAR = smax(BOTH) / 2 >= sqrt(8 * n), (smax(ANY) < HIGH,)
BOUND = exp(-5 * n)


def rarely(event=ABOVE, most=BOUND):
    return claimed(Kind.PROBABILITY, P(event) <= most)


def wherever(*claim, given=NEAR):
    return replace(catalogue.get("zhao.lemma-6"), kind=Kind.ALGEBRAIC, claim=claim, given=given)


BELOW = smax(ANY) / 2 < sqrt(8 * n)
SMALL = exp(-5 * n) <= exp(-5 * n)


def test_an_event_is_as_rare_as_the_one_that_it_needs():
    assert NETS.follows(rarely(), wherever(BELOW, SMALL))


@pytest.mark.parametrize(
    ("statement", "row"),
    [
        (rarely(most=exp(-6 * n)), wherever(BELOW, SMALL)),
        (rarely(event=smax(BOTH) / 2 <= sqrt(8 * n)), wherever(BELOW, SMALL)),
        (rarely(event=smax(BOTH) / 2 > sqrt(8 * n)), wherever(BELOW, SMALL)),
        (rarely(event=smax(DRAWN) / 2 >= sqrt(8 * n)), wherever(BELOW, SMALL)),
        (rarely(), wherever(BELOW)),
        (rarely(), wherever(BELOW, SMALL, given=())),
        (rarely(), wherever(BELOW, SMALL, given=(smax(ANY) <= HIGH,))),
        (rarely(), wherever(BELOW, SMALL, given=(smax(ANY) < HIGH, n > 2))),
    ],
    ids=("bound", "event", "strictness", "law", "no bound", "no event", "another event", "hypothesis"),
)
def test_an_event_that_is_not_shown_to_be_rare_is_refused(statement, row):
    with pytest.raises(PrincipleError):
        NETS.follows(statement, row)


def test_the_largest_singular_value_is_as_rarely_large_as_the_nets_say():
    stream = np.random.default_rng(1)
    for k in (1, 2):
        draws = stream.standard_normal((20_000, k, k)), stream.uniform(-(3**0.5), 3**0.5, (20_000, k, k))
        for x in draws:
            assert np.mean(np.linalg.norm(x, 2, axis=(1, 2)) >= 2 * math.sqrt(8 * k)) <= math.exp(-5 * k)


@pytest.mark.parametrize("name", ["riedi.thm-38.eq-83", "riedi.thm-38.eq-84"])
def test_a_limit_follows_from_all_that_the_row_says(name):
    limit, row = catalogue.get(name), catalogue.get(f"{name}~limit")
    assert EDGES.follows(limit, row)
    for k in range(len(row.claim)):
        with pytest.raises(PrincipleError):
            EDGES.follows(limit, replace(row, claim=row.claim[:k] + row.claim[k + 1 :]))
    with pytest.raises(PrincipleError):
        EDGES.follows(replace(limit, given=()), row)


@pytest.mark.parametrize("quantity", [lambda w: n * smax(w), smin, smax], ids=("grows", "no limit", "another limit"))
def test_what_has_no_such_limit_does_not_follow(quantity):
    limit, row = catalogue.get("riedi.thm-38.eq-83"), catalogue.get("riedi.thm-38.eq-83~limit")
    r = Scalar("r")
    w = 1 / (r * sqrt(8 * n)) * Iid("K", n, n, "gaussian", "uniform")
    for target in (1 / r, 1 / (sqrt(2) * r) + 1):
        with pytest.raises(PrincipleError):
            EDGES.follows(replace(limit, claim=(Converges(quantity(w), target, n, "in probability"),)), row)


def test_draws_agree_with_the_theorems():
    rng = np.random.default_rng(1)
    rows, columns, above, count = 12, 5, 1.0, 4000
    values = np.linalg.svd(rng.standard_normal((count, rows, columns)), compute_uv=False)
    root, width = math.sqrt(rows), math.sqrt(columns)
    inside = (root - width - above <= values[:, -1]) & (values[:, 0] <= root + width + above)
    assert inside.mean() >= 1 - 2 * math.exp(-(above**2) / 2)
    order, r = 900, 2.0
    for k in (rng.standard_normal((order, order)), rng.uniform(-math.sqrt(3), math.sqrt(3), (order, order))):
        w = k / (r * math.sqrt(8 * order))
        eigenvalues = np.linalg.eigvalsh(w + w.T)
        found = {"smax": np.linalg.norm(w, 2), "lmax": eigenvalues[-1], "lmin": eigenvalues[0]}
        for _, quantity, value in EDGES.limits:
            said = eval(value, {"sqrt": math.sqrt, "r": r})
            assert abs(found[quantity[:4]] - said) < 0.03
