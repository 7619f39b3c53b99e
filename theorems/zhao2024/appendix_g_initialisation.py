"""Appendix G: conditioning at a random Gaussian initialisation of the one-hidden-layer linear network W V x.

W and V are sigma_w and sigma_v times matrices of independent standard normal entries.
"""

from typing import Any

from lemmata.language import (
    Dim,
    Id,
    Kind,
    Matrix,
    Psd,
    Scalar,
    Statement,
    chain,
    cond,
    exp,
    kron,
    maximum,
    smax,
    smin,
    sqrt,
)
from lemmata.language.domains import Positive
from lemmata.language.probability import Converges, Iid, P
from theorems.zhao2024 import ZHAO_2024

t = Scalar("t")
rows, columns = Dim("N"), Dim("n")
A = Iid("A", rows, columns, "gaussian")


def of_lemma_6(long: Any, short: Any, drawn: Any) -> Any:
    """The event of Lemma 6 for a matrix with these sides."""
    return chain(sqrt(long) - sqrt(short) - t, "<=", smin(drawn), "<=", smax(drawn), "<=", sqrt(long) + sqrt(short) + t)


lemma_6 = Statement(
    id="zhao.lemma-6",
    title="Extreme singular values of a Gaussian matrix",
    source=ZHAO_2024.at("Lemma 6", "(19)"),
    kind=Kind.PROBABILITY,
    given=t >= 0,
    claim=P(of_lemma_6(rows, columns, A)) >= 1 - 2 * exp(-(t**2) / 2),
)

m, d, k = Dim("m"), Dim("d"), Dim("k")
sigma_w, sigma_v = Scalar("sigma_w", domain=Positive()), Scalar("sigma_v", domain=Positive())


def gauss_newton(w: Any, v: Any, root: Any, outputs: Any) -> Any:
    """(4) with one hidden layer, root the square root of the covariance."""
    return kron(w @ w.T, root @ root) + kron(Id(outputs), root @ v.T @ v @ root)


W, V = Iid("W", k, m, "gaussian"), Iid("V", m, d, "gaussian")
R = Psd("R", d)
G = gauss_newton(sigma_w * W, sigma_v * V, R, k)


def bound(shift: Any) -> Any:
    """Sum of squares over both layers of sigma (sqrt m -+ sqrt width -+ t)."""
    return sigma_w**2 * shift(k) ** 2 + sigma_v**2 * shift(d) ** 2


above, below = bound(lambda size: sqrt(m) + sqrt(size) + t), bound(lambda size: sqrt(m) - sqrt(size) - t)
conditioned = cond(G) <= cond(R @ R) * (above / below)
lemma_7 = Statement(
    id="zhao.lemma-7",
    title="Condition number at a Gaussian initialisation",
    source=ZHAO_2024.at("Lemma 7"),
    kind=Kind.PROBABILITY,
    given=(m >= maximum(d, k), t >= 0),
    claim=P(conditioned) >= 1 - 8 * exp(-(t**2) / 2),
    depends_on=("zhao.lemma-1~sharpened", "zhao.lemma-6"),
    notes="t >= 0 is the range of Lemma 6, to which the proof appeals; Lemma 7 names none. All condition numbers are "
    "pseudo-condition numbers, the covariance is R^2.",
)

lemma_7_repaired = Statement(
    id="zhao.lemma-7~repaired",
    title="Condition number at a Gaussian initialisation, lower bounds of the singular values positive",
    source=ZHAO_2024.at("Lemma 7"),
    kind=Kind.PROBABILITY,
    given=(m >= maximum(d, k), t >= 0, t < sqrt(m) - sqrt(maximum(d, k))),
    claim=P(conditioned) >= 1 - 8 * exp(-(t**2) / 2),
    depends_on=("zhao.lemma-1~sharpened", "zhao.lemma-6"),
    notes="sigma_min >= a gives sigma_min^2 >= a^2 for a >= 0 only: a = sqrt(m) - sqrt(d) - t is negative for large t.",
)

lemma_7_sharpened = Statement(
    id="zhao.lemma-7~sharpened",
    title="Condition number at a Gaussian initialisation, two matrices",
    source=ZHAO_2024.at("Lemma 7"),
    kind=Kind.PROBABILITY,
    given=lemma_7_repaired.given,
    claim=P(conditioned) >= 1 - 4 * exp(-(t**2) / 2),
    depends_on=("zhao.lemma-7~event", "zhao.lemma-6"),
    notes="Lemma 6 holds both ends of one matrix at once with 2 exp(-t^2/2); there are two matrices.",
)

drawn_w, drawn_v = Matrix("W", k, m), Matrix("V", m, d)
lemma_7_event = Statement(
    id="zhao.lemma-7~event",
    title="Condition number wherever the singular values of both layers lie where Lemma 6 puts them",
    source=ZHAO_2024.at("Lemma 7", "proof"),
    kind=Kind.ALGEBRAIC,
    given=(
        *lemma_7_repaired.given,
        of_lemma_6(m, k, drawn_w),
        of_lemma_6(m, d, drawn_v),
    ),
    claim=cond(gauss_newton(sigma_w * drawn_w, sigma_v * drawn_v, R, k)) <= cond(R @ R) * (above / below),
    depends_on=("zhao.lemma-1~sharpened",),
    notes="What Lemma 7 adds to Lemma 6: every draw in the two events of Lemma 6 meets the bound. Each event fails "
    "with probability at most 2 exp(-t^2/2), which gives ~sharpened, and with it ~repaired.",
)

scale = Dim("n")
a, b, c = Dim("a"), Dim("b"), Dim("c")  # d : k : m
wide_w, wide_v = Iid("W", b * scale, c * scale, "gaussian"), Iid("V", c * scale, a * scale, "gaussian")


def ratio(largest: tuple[Any, Any], least: tuple[Any, Any]) -> Any:
    """Squares of the largest values, weighted by both variances, over those of the least."""
    top, bottom = (sigma_w**2 * w**2 + sigma_v**2 * v**2 for w, v in (largest, least))
    return top / bottom


eq_22 = Statement(
    id="zhao.eq-22",
    title="Limit of the condition number bound for wide layers",
    source=ZHAO_2024.at("(22)"),
    kind=Kind.LIMIT,
    given=c >= maximum(a, b),
    claim=Converges(
        ratio((smax(wide_w), smax(wide_v)), (smin(wide_w), smin(wide_v))),
        ratio((1 + sqrt(b / c), 1 + sqrt(a / c)), (1 - sqrt(b / c), 1 - sqrt(a / c))),
        scale,
        "almost surely",
    ),
    depends_on=("zhao.lemma-1~sharpened",),
    notes="C is the right-hand side of (6), which bounds the condition number at every draw; kappa(Sigma), a factor on "
    "both sides, is left out. The widths d, k, m grow together as a n, b n, c n.",
)

wide_limit = Statement(
    id="zhao.wide-limit",
    title="Condition number of a very wide network",
    source=ZHAO_2024.at("Appendix G"),
    kind=Kind.LIMIT,
    claim=Converges(cond(G), cond(R @ R), m, "almost surely"),
    notes="m much larger than max(d, k), read as m growing at fixed d, k, covariance and variances.",
)
