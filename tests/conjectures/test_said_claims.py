"""Claims as users make them: each is read as it is said, refuted with a certificate where it is false, and else not."""

import time

import pytest

from lemmata.claims.budget import Budget
from lemmata.conjectures.checking import check
from lemmata.language.conjecture_files import build

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


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("claim", "said"), [("normN(G) <= 2 * normN(F)", "supported"), ("normN(F) <= normN(G)", "refuted")]
)
def test_channels_of_many_definitions(claim, said):
    start = time.process_time()
    build("channel", STATES, [], [claim], define=CHANNEL)
    assert time.process_time() - start < 0.5
    assert verdict(STATES, claim, define=CHANNEL) == said
