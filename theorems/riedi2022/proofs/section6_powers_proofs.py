"""Section 6.2: the bound of (77), where third roots are compared by their cubes."""

from typing import Any

from sympy import Rational

from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.exponents_proofs import SUM, power
from lemmata.theorems.language import eq, exp, log, maximum, smax, sqrt
from lemmata.theorems.language.proof import Apply, Combine, Proof, Refute, Sign, Step
from lemmata.theorems.riedi2022 import section6_random as r6

n, third = r6.n, Rational(1, 3)
a, b, two = sqrt(n - 1), sqrt(n), sqrt(2)
mu, q, Y, positive = r6.mu, r6.q, r6.Y, maximum(r6.Y, 0)
root, base = sqrt(mu), 1 / a + 1 / b
of_base, of_n = base**third, n**third
bound = 2 * two * of_n


def cube(name: str, x: Any) -> tuple[Step, ...]:
    """The cube of x^(1/3) is x, for x > 0 known."""
    step = third * log(x)
    once, twice = x**third, x ** (2 * third)
    return (
        *power(f"{name}, once", x, third),
        *power(f"{name}, twice", x, 2 * third),
        Step(f"{name}, sum", eq(exp(2 * step), exp(step) * exp(step)), Apply(SUM, {"x": step, "y": step})),
        Step(
            f"{name}, square",
            eq(twice, once**2),
            Combine({f"{name}, twice": 1, f"{name}, sum": 1, f"{name}, once": -(once + exp(step))}),
        ),
        cite(f"{name}, whole", eq(once * twice, x), "powers", {"x": x, "y": 1}, 1),
        Step(name, eq(once**3, x), Combine({f"{name}, whole": 1, f"{name}, square": -once})),
    )


eq_77_repaired = Proof(
    "mu_n <= 4n, and the cube of q_n is at most 16 sqrt(2) n",
    (
        Step("a", a > 0, Sign()),
        cite("order", a <= b, "roots-grow", {"x": n - 1, "y": n}, 0),
        Step("mu", mu <= 4 * n, Combine({"order": a + 3 * b})),
        cite("root", root <= 2 * b, "square-roots", {"x": root, "y": 2 * b}),
        cite("beside", b <= two * a, "square-roots", {"x": b, "y": two * a}),
        cite("one", two >= 1, "square-roots", {"x": 1, "y": two}),
        Step("base", base <= 2 * two / b, Combine({"beside": 1 / (a * b), "one": 1 / b})),
        Step("base, sign", base > 0, Sign()),
        *cube("of base", base),
        *cube("of n", n),
        Step("q, positive", q > 0, Sign()),
        Step("bound, positive", bound > 0, Sign()),
        Step(
            "cubes",
            q**3 <= bound**3,
            Combine(
                {
                    "of base": root**3,
                    "base": root**3,
                    "root": mu * 2 * two / b,
                    "mu": 4 * two,
                    "of n": -16 * two,
                }
            ),
        ),
        Step("q", q <= bound, Refute({"contrary": q**2 + q * bound + bound**2, "cubes": 1})),
        Step("at most", positive >= Y, Sign()),
        Step("non-negative", positive >= 0, Sign()),
        Step("formula", eq(smax(r6.sigma * r6.K) ** 2, r6.exact_square), Apply("riedi.lemma-36.eq-77.equality")),
        Step("inverse", eq(1 / two, two / 2), Combine({})),
        Step(
            "claim",
            r6.lemma_36_eq_77_repaired.conjuncts[0],
            Combine(
                {
                    "formula": 1,
                    "mu": r6.one_over / (4 * n),
                    "at most": r6.one_over * q / (4 * of_n * r6.square),
                    "q": r6.one_over * positive / (4 * of_n * r6.square),
                    "inverse": -r6.one_over * positive / r6.square,
                }
            ),
        ),
    ),
)

PROOFS = {"riedi.lemma-36.eq-77.inequality~repaired": eq_77_repaired}
