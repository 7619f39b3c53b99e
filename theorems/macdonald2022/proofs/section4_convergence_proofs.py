"""Section 4.3: the derivative of entrywise weight normalisation, and the product over all steps."""

from typing import Any

from sympy import Rational

from lemmata.theorems.classical import A as symmetric
from lemmata.theorems.classical import x as column
from lemmata.theorems.classical.proofs.kronecker_proofs import resolution, units
from lemmata.theorems.classical.proofs.spectra_proofs import eigenvector
from lemmata.theorems.language import (
    Id,
    Index,
    ProdOver,
    SumOver,
    Unit,
    Vector,
    diag,
    entries,
    entry,
    eq,
    exp,
    lam,
    lmin,
    log,
    maximum,
    minimum,
    ones,
    s,
    smin,
    sqrt,
    tr,
)
from lemmata.theorems.language.core import power, quantity
from lemmata.theorems.language.proof import (
    Antisymmetric,
    Apply,
    At,
    Combine,
    Congruence,
    Entrywise,
    EveryTerm,
    Identity,
    Induction,
    Instance,
    LargestTerm,
    Multiply,
    Proof,
    Refute,
    Sign,
    Step,
    Summed,
    Unrolled,
)
from lemmata.theorems.macdonald2022 import eps
from lemmata.theorems.macdonald2022 import section4_convergence as s43

n, w = s43.n, s43.w
slopes = s43.slope_of_entrywise(entries(w))
D, least, value = diag(slopes), minimum(slopes), lam(diag(slopes), n)
k, u = Index("l", 1, n), Vector("u", n)
e, part = Unit(n, k), tr(Unit(n, k).T @ u)
slope = s43.slope_of_entrywise(entry(w, k))
moved = entry(s43.moved, k)
derivative = s43.eq_28.conjuncts[0]
eq_28 = Proof(
    "quotient rule; the diagonal matrix at the unit columns and at a unit eigenvector to its least eigenvalue",
    (
        Step("square", moved**2 >= 0, Sign()),
        Step("radicand", eps + moved**2 > 0, Combine({"square": 1})),
        Step("root", sqrt(eps + moved**2) > 0, Sign()),
        Step("entry", eq(entry(derivative.lhs, k), entry(derivative.rhs, k)), Identity()),
        Step("derivative", derivative, Entrywise("entry", k)),
        Step("weight squared", entry(w, k) ** 2 >= 0, Sign()),
        Step("weight radicand", eps + entry(w, k) ** 2 > 0, Combine({"weight squared": 1})),
        Step("positive", slope > 0, Sign()),
        Step("negative", -slope <= 0, Combine({"positive": 1})),
        Step("all negative", maximum(-slopes) <= 0, EveryTerm("negative", k)),
        Step("least", eq(least, -maximum(-slopes)), Identity()),
        Step("of all", -slope <= maximum(-slopes), LargestTerm()),
        Step("column", eq(D @ e, slope * e), Identity()),
        Step("unit", eq(e.T @ e, Id(1)), Identity()),
        Step("form", eq(e.T @ D @ e, slope * (e.T @ e)), Multiply({"column": (e.T, None)})),
        Step(
            "rayleigh",
            lmin(D) * tr(e.T @ e) <= tr(e.T @ D @ e),
            Apply("classical.rayleigh", {symmetric: D, column: e}, 0),
        ),
        Step("each", -slope <= -lmin(D), Combine({"rayleigh": 1, "form": 1, "unit": slope - lmin(D)})),
        Step("every", maximum(-slopes) <= -lmin(D), EveryTerm("each", k)),
        Step("below", lmin(D) <= least, Combine({"every": 1, "least": -1})),
        *eigenvector("u", D, n, u),
        units("units", n),
        Step("row", eq(u.T @ D @ e, slope * (u.T @ e)), Multiply({"column": (u.T, None)})),
        Step("row of u", eq(e.T @ D @ u, value * (e.T @ u)), Multiply({"u": (e.T, None)})),
        Step(
            "term",
            least * part**2 <= value * part**2,
            Combine({"least": part**2, "of all": part**2, "row": -part, "row of u": part}),
        ),
        Step(
            "sum",
            SumOver(k, 1, n, least * part**2) <= SumOver(k, 1, n, value * part**2),
            Summed("term", k),
        ),
        Step("length", eq(tr(u.T @ resolution(n) @ u), tr(u.T @ u)), Congruence("units")),
        Step("parts", eq(tr(u.T @ resolution(n) @ u), SumOver(k, 1, n, part**2)), Identity()),
        Step(
            "above",
            least <= lmin(D),
            Combine({"sum": 1, "parts": value - least, "length": least - value, "u, unit": least - value}),
        ),
        Step("equal", eq(lmin(D), least), Antisymmetric("below", "above")),
        Step("semidefinite", lmin(D) >= 0, Combine({"above": 1, "all negative": 1, "least": 1})),
        Step("singular values", eq(s(D), lam(D)), Apply("classical.psd-singular-values", {symmetric: D})),
        Step("last", eq(smin(D), lmin(D)), At("singular values", n)),
        Step("smallest", eq(smin(D), least), Combine({"last": 1, "equal": 1})),
    ),
)

T, mu, alpha, Gamma, times = s43.T, s43.mu, s43.alpha, s43.Gamma, s43.times
here, until = Index("l", 1, T), Index("j", 1, Index("l", 1, T))
far, near = Index("k", 1, T), Index("k", 1, T - 1)
quarter, one = Rational(1, 4), entry(entries(ones(T, 1)), until)


def fourth_root(name: str, y: Any) -> tuple[Step, ...]:
    """Steps `name`: (y^(1/4))^4 = y, and `name, slope`: y^(-3/4) (y^(1/4))^3 = 1, for y > 0, by exponentials."""
    log_y = log(y)
    values = {exponent: exp(exponent * log_y) for exponent in (-3 * quarter, quarter, 2 * quarter, quantity(1))}
    low, part, half, whole = values.values()

    def exponential(exponent: Any) -> tuple[Step, ...]:
        label, value = f"{name}, {exponent}", y**exponent
        return (
            Step(f"{label}, sign", value > 0, Sign()),
            Step(
                f"{label}, log",
                eq(log(value), exponent * log_y),
                Apply("classical.logarithm-of-power", {"x": y, "p": exponent}),
            ),
            Step(f"{label}, exp", eq(exp(log(value)), values[exponent]), Congruence(f"{label}, log")),
            Step(
                f"{label}, back",
                eq(exp(log(value)), value),
                Apply("classical.logarithm-of-exponential", {"y": value}, 1),
            ),
            Step(label, eq(value, values[exponent]), Combine({f"{label}, exp": 1, f"{label}, back": -1})),
        )

    def product(label: str, first: Any, second: Any, both: Any) -> Step:
        return Step(
            f"{name}, {label}",
            eq(values[both], values[first] * values[second]),
            Apply("classical.exponential-sum", {"x": first * log_y, "y": second * log_y}),
        )

    a, c = y**quarter, y ** (-3 * quarter)
    return (
        Step(f"{name}, base", y > 0, Sign()),
        *exponential(quarter),
        *exponential(-3 * quarter),
        product("half", quarter, quarter, 2 * quarter),
        product("whole", 2 * quarter, 2 * quarter, quantity(1)),
        product("down", -3 * quarter, quantity(1), quarter),
        Step(f"{name}, itself", eq(whole, y), Apply("classical.logarithm-of-exponential", {"y": y}, 1)),
        Step(
            name,
            eq(a**4, y),
            Combine(
                {
                    f"{name}, 1/4": a**3 + a**2 * part + a * part**2 + part**3,
                    f"{name}, half": -(half + part**2),
                    f"{name}, whole": -1,
                    f"{name}, itself": 1,
                }
            ),
        ),
        Step(
            f"{name}, down by one",
            eq(a, c * y),
            Combine(
                {f"{name}, 1/4": 1, f"{name}, down": 1, f"{name}, -3/4": -whole, f"{name}, itself": c},
            ),
        ),
        Step(
            f"{name}, slope",
            eq(c * a**3, 1),
            Combine({f"{name}, down by one": -1 / a, name: c / a}),
        ),
    )


def rate(y: Any) -> Any:
    """4 alpha Gamma y^(1/4)."""
    return 4 * alpha * Gamma * power(y, quarter)


def shrink(at: Any) -> Any:
    """x_l = alpha mu_l."""
    return alpha * entry(mu, at)


def factors(at: Any) -> Any:
    """The factors up to a step."""
    i = Index("i", 1, at)
    return ProdOver(i, 1, at, 1 - shrink(i))


root, slope, beyond = here**quarter, here ** (-3 * quarter), (here + 1) ** quarter
bound, x_l = rate(here + 1) - rate(here), shrink(here)


def up_to(at: Any) -> Any:
    """The claim up to a step, multiplied out."""
    return factors(at) * (1 + rate(at + 1) - 4 * alpha * Gamma) <= 1


def at_time(name: str, at: Any) -> tuple[Step, ...]:
    """What holds for every x_l, at one step."""
    x, steps = shrink(at), rate(at + 1) - rate(at)
    return tuple(
        Step(f"{name}, {fact}", states, Instance(fact, here, at))
        for fact, states in (("step", steps <= x), ("shrinks", x >= 0), ("positive", x < 1))
    )


the_clock = (  # the entry of (1, ..., T) at time l is l
    Step("ones", eq(entries(ones(T, 1)), 1), Apply("classical.ones", {"r": T, "q": 1}, 3)),
    Step("before", until <= here, Sign()),
    Step("range", here <= T, Sign()),
    Step("inside", until <= T, Combine({"before": 1, "range": 1})),
    Step("one", eq(one, 1), At("ones", until)),
    Step("count", eq(SumOver(until, 1, here, one), SumOver(until, 1, here, 1)), Summed("one", until)),
    Step("counted", eq(SumOver(until, 1, here, 1), here), Identity()),
    Step("time", eq(entry(times, here), here), Combine({"count": 1, "counted": 1})),
)
at_first = power(1, quarter)
series_divergence = Proof(
    "by induction, the product up to t is at most 1/(1 + 4 alpha Gamma ((t + 1)^(1/4) - 1))",
    (
        *the_clock,
        Step("at that time", eq(entry(times, here) ** (-3 * quarter), slope), Congruence("time")),
        Step("rate", entry(mu, here) >= Gamma * entry(times, here) ** (-3 * quarter), At("given 0", here)),
        *fourth_root("root", here),
        *fourth_root("beyond", here + 1),
        Step("square", (beyond - root) ** 2 >= 0, Sign()),
        Step("factor", beyond**2 + 2 * root * beyond + 3 * root**2 >= 0, Sign()),
        Step(
            "tangent",
            4 * root**3 * (beyond - root) <= beyond**4 - root**4,
            Combine({"square": beyond**2 + 2 * root * beyond + 3 * root**2}),
        ),
        Step(
            "rise",
            4 * (beyond - root) <= slope,
            Combine(
                {"tangent": slope, "beyond": slope, "root": -slope, "root, slope": -4 * (beyond - root)},
            ),
        ),
        Step("at least", alpha * Gamma * slope <= x_l, Combine({"rate": alpha, "at that time": alpha * Gamma})),
        Step("step", bound <= x_l, Combine({"rise": alpha * Gamma, "at least": 1})),
        Step("factor sign", alpha * Gamma * slope >= 0, Sign()),
        Step("shrinks", x_l >= 0, Combine({"at least": 1, "factor sign": 1})),
        Step("positive", x_l < 1, At("given 1", here)),
        Step("larger base", here >= 1, Sign()),
        Step(
            "grows",
            beyond >= 1,
            Refute({"contrary": beyond**3 + beyond**2 + beyond + 1, "beyond": 1, "larger base": 1}),
        ),
        Step("start", eq(at_first**4, 1), Instance("root", here, 1)),
        Step("start sign", at_first > 0, Instance("root, 1/4, sign", here, 1)),
        Step("start squared", eq(at_first**2, 1), Apply("classical.equal-squares", {"x": at_first**2, "y": 1})),
        Step("starts at 1", eq(at_first, 1), Apply("classical.equal-squares", {"x": at_first, "y": 1})),
        Step(
            "not negative, at every time",
            factors(far) >= 0,
            Induction(
                far,
                (
                    *at_time("first", quantity(1)),
                    Step("one factor", eq(factors(quantity(1)), 1 - shrink(1)), Unrolled()),
                    Step("first", factors(quantity(1)) >= 0, Combine({"one factor": -1, "first, positive": 1})),
                ),
                (
                    *at_time("next", near + 1),
                    Step("more", eq(factors(near + 1), (1 - shrink(near + 1)) * factors(near)), Unrolled()),
                    Step("next", factors(near + 1) >= 0, Combine({"more": -1, "before": 1 - shrink(near + 1)})),
                ),
            ),
        ),
        Step(
            "at every time",
            up_to(far),
            Induction(
                far,
                (
                    *at_time("first", quantity(1)),
                    Step("one factor", eq(factors(quantity(1)), 1 - shrink(1)), Unrolled()),
                    Step("square", shrink(1) ** 2 >= 0, Sign()),
                    Step(
                        "first",
                        up_to(quantity(1)),
                        Combine(
                            {
                                "first, step": 1 - shrink(1),
                                "square": 1,
                                "one factor": 1 + rate(2) - 4 * alpha * Gamma,
                                "starts at 1": 4 * alpha * Gamma * (1 - shrink(1)),
                            }
                        ),
                    ),
                ),
                (
                    *at_time("next", near + 1),
                    Step("near range", near <= T, Sign()),
                    Step("grown", (near + 1) ** quarter >= 1, Instance("grows", here, near)),
                    Step("so far", factors(near) >= 0, Instance("not negative, at every time", far, near)),
                    Step("more", eq(factors(near + 1), (1 - shrink(near + 1)) * factors(near)), Unrolled()),
                    Step(
                        "excess",
                        shrink(near + 1) + rate(near + 1) - 4 * alpha * Gamma >= 0,
                        Combine({"grown": 4 * alpha * Gamma, "next, shrinks": 1}),
                    ),
                    Step("weight", factors(near) * shrink(near + 1) >= 0, Combine({"so far": shrink(near + 1)})),
                    Step(
                        "next",
                        up_to(near + 1),
                        Combine(
                            {
                                "before": 1,
                                "weight": shrink(near + 1) + rate(near + 1) - 4 * alpha * Gamma,
                                "more": 1 + rate(near + 2) - 4 * alpha * Gamma,
                                "next, step": factors(near) * (1 - shrink(near + 1)),
                            }
                        ),
                    ),
                ),
            ),
        ),
        Step("in the end", up_to(T), Instance("at every time", far, T)),
        Step("claim, below", s43.series_divergence.conjuncts[0], Instance("not negative, at every time", far, T)),
        Step("grown in the end", (T + 1) ** quarter >= 1, Instance("grows", here, T)),
        Step("divisor", 1 + rate(T + 1) - 4 * alpha * Gamma > 0, Combine({"grown in the end": 4 * alpha * Gamma})),
        Step(
            "claim",
            s43.series_divergence.conjuncts[1],
            Combine({"in the end": 1 / (1 + rate(T + 1) - 4 * alpha * Gamma)}),
        ),
    ),
)

PROOFS = {"macdonald.eq-28": eq_28, "macdonald.series-divergence": series_divergence}
