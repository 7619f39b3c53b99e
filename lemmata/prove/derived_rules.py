"""Rules of reasoning that the kernel's own make: each does no more than call them."""

from __future__ import annotations

from collections.abc import Sequence

from lemmata import kernel as logic
from lemmata.kernel import FALSE, ONE, ZERO, KernelError, R, Term, Theorem, num, sort_of, sub


#   G_k |- A_k = B_k     A - B = sum of L_k (A_k - B_k) R_k
#  ---------------------------------------------------------   numbers a_k = b_k count as multiples of I
#   all G |- A = B
def matrix_linear(goal: Term, items: Sequence[tuple[Term, Theorem, Term]]) -> Theorem:
    """A = B, seen as A = B + sum of L_k (A_k - B_k) R_k, in which each A_k is replaced by its B_k."""
    if goal[0] != "=" or sort_of(goal[1])[0] != "M" or any(fact.conclusion[0] != "=" for _, fact, _ in items):
        raise KernelError("equations, the goal between matrices, are wanted")
    _, a, b = goal

    def whole(firsts: Sequence[Term]) -> Term:
        total = b
        for (left, fact, right), x in zip(items, firsts, strict=True):
            y = fact.conclusion[2]
            if sort_of(y)[0] == "M":
                between: Term = ("m+", x, ("sc", num(-1), y))
            else:
                between = ("sc", sub(x, y), ("id", sort_of(left)[2]))
            total = ("m+", total, ("mm", ("mm", left, between), right))
        return total

    firsts = [fact.conclusion[1] for _, fact, _ in items]
    th = logic.identity(a, whole(firsts))
    for k, (_, fact, _) in enumerate(items):
        _, x, y = fact.conclusion
        hole = _hole(x)
        th = logic.rewrite(fact, th, hole, ("=", a, whole([*firsts[:k], hole, *firsts[k + 1 :]])))
        firsts[k] = y
    return logic.rewrite(logic.identity(whole(firsts), b), th, _hole(b), ("=", a, _hole(b))) if items else th


def _hole(x: Term) -> Term:
    sort = sort_of(x)
    return ("v", "hole__", sort if sort[0] == "M" else R)


#   G, a = 0 |- 0 < 0
#  -------------------
#      G |- a != 0
def deny(th: Theorem, a: Term) -> Theorem:
    """a is not zero, since that is absurd, or a is below or above."""
    unequal = ("!=", a)
    below, above = (logic.meaning("different", a, side) for side in ("below", "above"))
    return logic.trichotomy(below, logic.absurd(th, unequal), above, a, ZERO)


#   G |- a != 0     D |- a = 0
#  ----------------------------
#         G, D |- 0 < 0
def clash(unequal: Theorem, equal: Theorem) -> Theorem:
    """A contradiction: a inv(a) is 1, and 0."""
    a = unequal.conclusion[1]
    inverse = logic.cut(unequal, logic.meaning("inverse", a))
    return logic.linear(FALSE, [(num(-1), None, inverse), (("inv", a), None, equal)])


#   G |- a <= b     D |- b <= a
#  -----------------------------   below and above
#         G, D |- a = b
def antisymmetric(goal: Term, below: Theorem, above: Theorem) -> Theorem:
    """The equation a = b, since it is absurd that one side is below the other."""
    _, a, b = goal
    less, more = (
        logic.absurd(logic.linear(FALSE, [(ONE, None, logic.assume(("<", x, y))), (ONE, None, fact)]), goal)
        for x, y, fact in ((a, b, above), (b, a, below))
    )
    return logic.trichotomy(less, logic.assume(goal), more, a, b)


#      G |- a < b
#  -----------------   a and b are integers
#   G |- a + 1 <= b
def discrete(th: Theorem) -> Theorem:
    """What is below an integer, by one at least."""
    return logic.cut(th, logic.meaning("discrete", *th.conclusion[1:]))
