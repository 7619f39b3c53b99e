"""Exponentials of sums and pseudo-inverses in proofs: what the rows of the textbook give, and what they do not."""

import pytest

from lemmata import catalogue
from lemmata.language.conjecture_files import build
from lemmata.prove.judge import judge

SIZES = {"n": "integer(1, 4)", "r": "integer(1, 4)", "q": "integer(1, 4)"}
MATRICES = {"M": "real(n, n)", "P": "real(n, n)", "T": "real(r, q)", "S": "real(r, q)"}


def claim(text: str, **let: str):
    """The claim about these matrices."""
    return build("claim.beside", SIZES | MATRICES | let, [], [text])


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("classical.exponential-inverse", "cond(expm(M)) <= exp(smax(M))"),
        ("classical.exponential-inverse", "smax(expm(M) @ expm(P)) <= exp(smax(M))"),
        ("classical.dissipative-exponential", "smax(expm(M)) <= 1"),
        ("classical.pseudo-inverse-rank", "normF(T @ pinv(T)) == rank(T)"),
        ("classical.pseudo-inverse-rank", "rank(T) <= normF(T)"),
        ("classical.pseudo-inverse-residuals", "normF(S - T @ pinv(T) @ S) == 0"),
        ("classical.pseudo-inverse-projectors", "smax(T @ pinv(T)) == 1"),
    ],
)
def test_they_give_nothing_more(name, said):
    assert not judge(claim(said), catalogue.proof_of(name)).accepted


def test_exponentials_of_what_need_not_commute_do_not_multiply():
    from lemmata.language import eq, expm
    from lemmata.language.proof import Apply, Proof, Step

    beside = claim("expm(M + P) == expm(M) @ expm(P)")
    M, P = (next(v for v in beside.let if v.name == x) for x in "MP")  # noqa: N806
    script = Proof("", (Step("sum", eq(expm(M + P), expm(M) @ expm(P)), Apply("classical.exponential-of-commuting")),))
    assert not judge(beside, script).accepted
