"""Real numbers and columns: exponentials, logarithms, powers, means, and the norms of Hoelder."""

from lemmata.theorems.classical import BHATIA, RUDIN
from lemmata.theorems.classical.chapters import collector
from lemmata.theorems.language import (
    Dim,
    Matrix,
    Scalar,
    Statement,
    Vector,
    chain,
    entries,
    eq,
    exp,
    log,
    maxabs,
    norm1,
    norm2,
    normF,
    norminf,
    sqrt,
    total,
    tr,
)

SCALARS: list[Statement] = []
theorem = collector(SCALARS)
x, y, p = Scalar("x"), Scalar("y"), Scalar("p")
t = Scalar("t", 0, 1)
n, r, q = Dim("n"), Dim("r"), Dim("q")
u, v = Vector("u", n), Vector("v", n)
T = Matrix("T", r, q)
positive = (x > 0, y > 0)

theorem(
    "classical.weighted-means", "Arithmetic and geometric mean with weights", (BHATIA, "Section I.4"),
    x**t * y ** (1 - t) <= t * x + (1 - t) * y, positive,
)  # fmt: skip
theorem(
    "classical.young", "Young's inequality", (RUDIN, "Exercise 6.10"),
    x * y <= x**p / p + (p - 1) / p * y ** (p / (p - 1)), (*positive, p > 1),
)  # fmt: skip
theorem(
    "classical.exponential-tangent", "The exponential lies above its tangent", (RUDIN, "Chapter 8"), 1 + x <= exp(x)
)
theorem(
    "classical.exponential-sum", "The exponential of a sum", (RUDIN, "Chapter 8"), eq(exp(x + y), exp(x) * exp(y)),
)  # fmt: skip
theorem("classical.exponential-monotone", "The exponential grows", (RUDIN, "Chapter 8"), exp(x) <= exp(y), x <= y)
theorem(
    "classical.exponential-convex", "The exponential is convex", (RUDIN, "Chapter 8"),
    exp(t * x + (1 - t) * y) <= t * exp(x) + (1 - t) * exp(y),
)  # fmt: skip
theorem(
    "classical.logarithm-product", "The logarithm of a product and of a quotient", (RUDIN, "Chapter 8"),
    (eq(log(x * y), log(x) + log(y)), eq(log(x / y), log(x) - log(y))), positive,
)  # fmt: skip
theorem("classical.logarithm-grows", "The logarithm grows", (RUDIN, "Chapter 8"), log(x) <= log(y), (x > 0, x <= y))
theorem(
    "classical.logarithm-tangent", "The logarithm lies below its tangent", (RUDIN, "Chapter 8"),
    chain(1 - 1 / x, "<=", log(x), "<=", x - 1), x > 0,
)  # fmt: skip
theorem(
    "classical.logarithm-concave", "The logarithm is concave", (RUDIN, "Chapter 8"),
    t * log(x) + (1 - t) * log(y) <= log(t * x + (1 - t) * y), positive,
)  # fmt: skip
theorem(
    "classical.logarithm-of-exponential", "Logarithm and exponential are inverse to each other", (RUDIN, "Chapter 8"),
    (eq(log(exp(x)), x), eq(exp(log(y)), y)), y > 0,
)  # fmt: skip
theorem(
    "classical.logarithm-of-power", "The logarithm of a power", (RUDIN, "Chapter 8"), eq(log(x**p), p * log(x)), x > 0,
)  # fmt: skip
theorem(
    "classical.powers-grow", "Powers grow with the base", (RUDIN, "Chapter 8"),
    x**p <= y**p, (x >= 0, x <= y, p > 0),
)  # fmt: skip
theorem(
    "classical.power-of-product", "The power of a product", (RUDIN, "Chapter 8"),
    eq((x * y) ** p, x**p * y**p), (x >= 0, y >= 0, p > 0),
)  # fmt: skip
theorem(
    "classical.bernoulli", "Bernoulli's inequality", (RUDIN, "Chapter 1"),
    1 + p * x <= (1 + x) ** p, (x > -1, p >= 1),
)  # fmt: skip
theorem(
    "classical.roots-grow", "Roots grow, and the root of a product is the product of the roots", (RUDIN, "Chapter 1"),
    (sqrt(x) <= sqrt(y), eq(sqrt(x * y), sqrt(x) * sqrt(y)), sqrt(x + y) <= sqrt(x) + sqrt(y)), (x >= 0, x <= y),
)  # fmt: skip
theorem(
    "classical.inner-product-by-entries", "The inner product of columns, entry by entry", "Section 0.6",
    (eq(tr(u.T @ v), total(entries(u) * entries(v))), eq(normF(u) ** 2, total(entries(u) ** 2))),
)  # fmt: skip
theorem(
    "classical.hoelder-columns", "Hoelder's inequality between the norms of sum and maximum", "Corollary 5.4.9",
    (abs(tr(u.T @ v)) <= norm1(u) * norminf(v), normF(u) ** 2 <= norm1(u) * norminf(u)),
)  # fmt: skip
theorem(
    "classical.norms-of-columns", "The three norms of a column compared", "Section 5.4",
    (
        norminf(u) <= normF(u), normF(u) <= norm1(u), norm1(u) <= sqrt(n) * normF(u), normF(u) <= sqrt(n) * norminf(u),
        norm1(u) <= n * norminf(u), norminf(u) <= norm1(u),
    ),
)  # fmt: skip
theorem(
    "classical.sum-norms-compared", "Row and column sums beside the operator norm", "Section 5.6",
    (
        norm2(T) <= sqrt(r) * norminf(T), norminf(T) <= sqrt(q) * norm2(T), norm1(T) <= sqrt(r) * norm2(T),
        norm2(T) <= sqrt(q) * norm1(T), maxabs(T) <= norm1(T), norminf(T) <= q * maxabs(T), norm1(T) <= r * maxabs(T),
    ),
)  # fmt: skip
theorem(
    "classical.sum-norms-of-multiple", "Row and column sums of a multiple", "Section 5.6",
    (eq(norminf(x * T), abs(x) * norminf(T)), eq(norm1(x * T), abs(x) * norm1(T))),
)  # fmt: skip
