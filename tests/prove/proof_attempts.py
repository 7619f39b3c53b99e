"""Claims of no paper, and attempts to prove them."""

from lemmata.language import Dim, Matrix, Scalar, Symmetric
from lemmata.language.proof import Proof, Step
from lemmata.prove.proofs import examine
from tests.made import statement

n = Dim("n")
A, B = Matrix("A", n, n), Matrix("B", n, n)
N, P = Symmetric("N", n), Symmetric("P", n)
x, y, z = Scalar("x"), Scalar("y"), Scalar("z")
rho = Scalar("rho", 0, 1)


def attempt(claim, *steps, given=()):
    """The report on steps offered for a claim; a bare reason states the claim."""
    steps = tuple(s if isinstance(s, Step) else Step("claim", claim, s) for s in steps)
    return examine(statement(claim, given), Proof("test", steps))


def refusal(claim, *steps, given=()):
    """Why an attempt fails, the empty string when it does not."""
    return attempt(claim, *steps, given=given).failure or ""
