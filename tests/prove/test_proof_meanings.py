"""What the words of the language mean to the proof checker, beyond their names."""

from lemmata.language import Dim, Index, Unit, eq, maximum, minimum, normF, tr
from lemmata.language.families import VStack
from lemmata.language.proof import Identity, Sign
from tests.prove.proof_attempts import A, B, attempt, n, x, y, z

order = Dim("n")

m, k = Dim("m", 0, n), Index("k", 1, n)


def test_what_words_mean():
    assert attempt(eq(normF(A) ** 2, tr(A.T @ A)), Identity()).ok
    assert not attempt(eq(normF(A), tr(A.T @ A)), Identity()).ok
    assert not attempt(eq(normF(A) ** 2, tr(A @ A)), Identity()).ok
    for extreme, wrong in ((maximum, minimum), (minimum, maximum)):
        both = extreme(x, y)
        assert attempt(eq((both - x) * (both - y), 0), Identity()).ok
        assert not attempt(eq((both - x) * (both - z), 0), Identity()).ok
        assert not attempt(eq((both - x) * (wrong(x, y) - y), 0), Identity()).ok
    assert attempt(y <= maximum(x, y), Sign()).ok
    assert attempt(minimum(x, y) <= y, Sign()).ok
    assert not attempt(maximum(x, y) <= y, Sign()).ok
    assert not attempt(y <= minimum(x, y), Sign()).ok
    e_1, e_2, e_k = Unit(2, 1), Unit(2, 2), Unit(n, k)
    assert attempt(eq(tr(e_1.T @ e_2), 0), Identity()).ok
    assert attempt(eq(tr(e_k.T @ e_k), 1), Identity()).ok
    assert not attempt(eq(tr(Unit(n, 1).T @ e_k), 0), Identity()).ok
    stacked = VStack(A, B)
    assert attempt(eq(stacked.T @ stacked, A.T @ A + B.T @ B), Identity()).ok
    assert not attempt(eq(stacked.T @ stacked, A.T @ A + A.T @ B), Identity()).ok
