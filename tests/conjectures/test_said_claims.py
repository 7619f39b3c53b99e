"""Claims as users make them: each is read as it is said, refuted with a certificate where it is false, and else not."""

import random
import time
from fractions import Fraction

import numpy as np
import pytest

from lemmata.claims.budget import Budget
from lemmata.conjectures.checking import check
from lemmata.evaluate.decide import decide
from lemmata.language.conjecture_files import build
from lemmata.language.instance import Instance
from lemmata.language.instantiate import substitute
from lemmata.language.parse import ReadingError

# a channel of two Kraus operators, after the copy |i> -> |i i> of a state and without it
CHANNEL = {
    "K": "V[1..2, 1..2]",
    "L": "V[3..4, 1..2]",
    "D": "R - S",
    "P": "[[1, 0], [0, 0], [0, 0], [0, 1]]",
    "W": "P @ D @ P.T",
    "F": "kron(K, I(2)) @ W @ kron(K, I(2)).H + kron(L, I(2)) @ W @ kron(L, I(2)).H",
    "G": "K @ D @ K.H + L @ D @ L.H",
}
STATES = {"V": "complex_isometry(4, 2)", "R": "complex_density(2)", "S": "complex_density(2)"}


def verdict(let, claim, given=(), define=None):
    entry = check(build("said", let, list(given), [claim], define=define), Budget(5.0))
    assert entry["error"] is None, entry["error"]
    assert bool(entry["certificate"]) is (entry["verdict"] == "refuted")
    return entry["verdict"]


MATRICES = {"n": "integer(2, 3)", "A": "real(n, n)", "B": "real(n, n)", "R": "real(2, n)", "P": "psd(n)", "Q": "psd(n)"}
Z_MATRICES = [f"{x}[{at}] <= 0 for i in 1..n-1 for j in i+1..n" for x in "AB" for at in ("i, j", "j, i")]
M_MATRICES = ["entrywise(A >= B)", *Z_MATRICES, "entrywise(inv(A) >= 0)", "entrywise(inv(B) >= 0)"]


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("claim", "given", "said"),
    [
        ("entrywise(inv(A) <= inv(B))", M_MATRICES, "supported"),
        ("entrywise(inv(A) >= inv(B))", M_MATRICES, "refuted"),
        ("entrywise(A @ B >= 0)", ["entrywise(A >= 0)", "entrywise(0 <= B)"], "supported"),
        ("entrywise(inv(A) >= 0)", ["entrywise(A >= 0)"], "refuted"),
        ("maxabs(R) <= 1", ["entrywise(-ones(2, n) <= R <= ones(2, n))"], "supported"),
        ("maxabs(R) < 1", ["entrywise(-ones(2, n) <= R <= ones(2, n))"], "refuted"),
        ("entrywise(P >= 0)", [], "refuted"),  # in the order of Loewner it is
        ("entrywise(had(P, P) >= 0)", [], "supported"),
        ("rho(A) <= rho(B)", ["entrywise(0 <= A)", "entrywise(A <= B)"], "supported"),
        ("rho(A) <= rho(B)", ["entrywise(A <= B)"], "refuted"),
    ],
)
def test_orders_of_entries(claim, given, said):
    assert verdict(MATRICES, claim, given) in ({"supported", "proved"} if said == "supported" else {said})


@pytest.mark.parametrize("claim", ["A >= B", "P @ Q >= 0", "A <= 0", "R >= 0", "inv(A) >= 0"])
def test_an_order_that_is_not_said_is_asked_for(claim):
    with pytest.raises(ReadingError, match=r"entrywise\("):
        build("said", MATRICES, [], [claim])


COMPLEX = {"n": "integer(1, 3)", "M": "complex(n, n)", "N": "complex(n, n)"}


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("re(det(I(n) + M @ conj(M))) >= 0", "supported"),
        ("re(det(I(n) + M @ M)) >= 0", "refuted"),
        ("re(det(M)) >= 0", "refuted"),
        ("im(det(M)) <= normF(M)**n", "supported"),
        ("det(M @ N) == det(M) * det(N)", "supported"),
        ("det(M + N) == det(M) + det(N)", "refuted"),
        ("det(M.H) == conj(det(M))", "supported"),
        ("det(M.H) == det(M)", "refuted"),
        ("abs(det(M) / det(N)) == abs(det(M)) / abs(det(N))", "supported"),
        ("re(1 / det(M)) <= 1", "refuted"),
    ],
)
def test_complex_determinants(claim, said):
    assert verdict(COMPLEX, claim) in ({"supported", "proved"} if said == "supported" else {said})


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_complex_determinants_have_their_values(n):
    draw, let = random.Random(n), {"M": f"complex({n}, {n})"}
    for singular in (False, True):
        parts = {x: [[Fraction(draw.randint(-3, 3)) for _ in range(n)] for _ in range(n)] for x in ("M0", "M1")}
        if singular:  # the last row is zero, or a copy of the first
            for rows in parts.values():
                rows[-1] = rows[0] if n > 1 else [Fraction(0)] * n
        value = np.linalg.det([[float(x) + 1j * float(y) for x, y in zip(*r)] for r in zip(*parts.values())])  # noqa: B905
        for word, known in (("re", round(value.real)), ("im", round(value.imag))):
            for wrong, status in ((0, "holds"), (1, "broken")):
                made = build("det", let, [], [f"{word}(det(M)) == {known + wrong}"])
                assert decide(substitute(made.conjuncts[0], {}), Instance({}, parts)).status == status, word


@pytest.mark.sampled(2, 1)
@pytest.mark.parametrize(
    ("claim", "said"), [("normN(G) <= 2 * normN(F)", "supported"), ("normN(F) <= normN(G)", "refuted")]
)
def test_channels_of_many_definitions(claim, said):
    start = time.process_time()
    build("channel", STATES, [], [claim], define=CHANNEL)
    assert time.process_time() - start < 0.5
    assert verdict(STATES, claim, define=CHANNEL) == said
