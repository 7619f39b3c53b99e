"""What is used of layers of networks and of the losses they are trained on: rectifiers with a slope, probability
vectors, normalised columns, quadratic losses, regularised least squares."""

from lemmata.theorems.classical import BHATIA, M, T, c, n, x
from lemmata.theorems.classical.chapters import collector
from lemmata.theorems.classical.norm_theorems import S, absolute
from lemmata.theorems.language import (
    Dim,
    Id,
    Index,
    Layers,
    Matrix,
    Nonnegative,
    PositiveDefinite,
    Psd,
    Scalar,
    Statement,
    Vector,
    cond,
    det,
    diag,
    eq,
    exp,
    inv,
    lmax,
    lmin,
    log,
    norm2,
    normF,
    ones,
    relu,
    smax,
    smin,
    sqrt,
    sqrtm,
    total,
    tr,
)
from lemmata.theorems.language.columns import Entries
from lemmata.theorems.language.domains import Positive
from lemmata.theorems.language.families import MatProdOver, ProdOver, SumOver

NETWORKS: list[Statement] = []
theorem = collector(NETWORKS)
K, D = Psd("K", n), PositiveDefinite("D", n)
X, p = Nonnegative("X", n, n), Nonnegative("p", n, 1)
m = Dim("m")
V, N = Matrix("V", n, m), Matrix("N", m, m)
y = Vector("y", n)
a, t, g = Scalar("a"), Scalar("t"), Scalar("g", domain=Positive())
e = ones(n, 1)
depth = Dim("L")
family, links = Layers("W", depth, Dim("d"), m, Dim("k")), Layers("W", depth, n, n, n)
layer = Index("l")
rows = diag(1 / Entries(X @ e)) @ X
spread = diag(Entries(p)) - p @ p.T

theorem(
    "classical.leaky-rectifier", "A rectifier with a slope of at most one is Lipschitz with constant one",
    "real numbers, entry by entry",
    (
        normF(relu(T) - t * relu(-T)) <= normF(T),
        normF(relu(T) - t * relu(-T) - relu(S) + t * relu(-S)) <= normF(T - S),
    ),
    abs(t) <= 1,
)  # fmt: skip
theorem(
    "classical.rectifier-parts", "A rectifier is homogeneous, and two of them give back a matrix",
    "real numbers, entry by entry",
    (
        eq(relu(c * T), c * relu(T)), eq(relu(T) - relu(-T), T),
        eq(normF(relu(T)) ** 2 + normF(relu(-T)) ** 2, normF(T) ** 2), eq(normF(absolute), normF(T)),
    ),
    c >= 0,
)  # fmt: skip
theorem(
    "classical.probability-vector", "The covariance of a choice: the derivative of softmax", "Theorem 6.1.10",
    (
        lmin(spread) >= 0, 2 * smax(spread) <= 1, n * tr(spread) <= n - 1, eq(spread @ e, 0 * e),
        normF(p) <= 1, normF(p) ** 2 * n >= 1,
    ),
    eq(total(Entries(p)), 1),
)  # fmt: skip
theorem(
    "classical.rows-divided-norms", "Norms of rows divided by their sums", "Section 8.7",
    (smax(rows) <= sqrt(n), normF(rows) <= sqrt(n), smax(rows) >= 1),
)  # fmt: skip
theorem(
    "classical.normalised-columns", "Dunkl and Williams: unit columns of two columns",
    (
        "C. F. Dunkl, K. S. Williams, A simple norm inequality, Amer. Math. Monthly 71 (1964), 53-54",
    ),
    (normF(x / normF(x) - y / normF(y)) * (normF(x) + normF(y)) <= 2 * normF(x - y), eq(normF(x / normF(x)), 1)),
    (normF(x) > 0, normF(y) > 0),
)  # fmt: skip
theorem(
    "classical.gradient-length", "The gradient of a quadratic loss and its value", "Theorem 4.2.2",
    (
        lmin(K) * tr(x.T @ K @ x) <= normF(K @ x) ** 2, normF(K @ x) ** 2 <= lmax(K) * tr(x.T @ K @ x),
        lmin(K) * normF(x) <= normF(K @ x),
    ),
)  # fmt: skip
theorem(
    "classical.weight-decay", "A short step on a convex quadratic loss with weight decay", "Section 4.2",
    (eq(smax(a * Id(n) - c * K), a - c * lmin(K)), normF(a * x - c * K @ x) <= (a - c * lmin(K)) * normF(x)),
    (c >= 0, c * lmax(K) <= a),
)  # fmt: skip
theorem(
    "classical.ridge-residual", "What ridge regression leaves of the weights", (BHATIA, "Chapter V"),
    (
        eq(smax(Id(n) - inv(K + g * Id(n)) @ K), g / (lmin(K) + g)),
        normF(x - inv(K + g * Id(n)) @ K @ x) <= g / (lmin(K) + g) * normF(x),
        normF(inv(K + g * Id(n)) @ K @ x) <= normF(x),
    ),
)  # fmt: skip
theorem(
    "classical.condition-of-root", "The condition number of a square root", "Theorem 7.2.6",
    (eq(cond(sqrtm(D)) ** 2, cond(D)), smin(sqrtm(D)) > 0),
)  # fmt: skip
theorem(
    "classical.orthonormal-factor", "Orthonormal columns keep singular values", "Theorem 2.6.3",
    (eq(smax(V @ N), smax(N)), eq(smin(V @ N), smin(N)), eq(cond(V @ N), cond(N)), eq(normF(V @ N), normF(N))),
    eq(V.T @ V, Id(m)),
)  # fmt: skip
theorem(
    "classical.log-determinant-update", "The logarithm of a determinant after a change of rank one", "Section 0.8",
    (
        eq(log(det(D + x @ x.T)), log(det(D)) + log(1 + tr(x.T @ inv(D) @ x))),
        log(det(D + x @ x.T)) - log(det(D)) <= tr(x.T @ inv(D) @ x),
    ),
)  # fmt: skip
theorem(
    "classical.condition-of-link", "A residual link is as far from singular as its branch is short", "Corollary 5.6.16",
    (
        cond(Id(n) + M) <= (1 + smax(M)) / (1 - smax(M)), cond(Id(n) - M) <= (1 + smax(M)) / (1 - smax(M)),
        smin(Id(n) + M) > 0,
    ),
    smax(M) < 1,
)  # fmt: skip
theorem(
    "classical.norm-of-layers", "The norm of a product of layers is at most the product of their norms", "Section 5.6",
    (
        smax(family.product(depth, 1)) <= ProdOver(layer, 1, depth, smax(family.layer(layer))),
        smax(family.product(depth, 1)) <= ProdOver(layer, 1, depth, norm2(family.layer(layer))),
        normF(family.product(depth, 1)) <= ProdOver(layer, 1, depth, normF(family.layer(layer))),
    ),
)  # fmt: skip
theorem(
    "classical.norm-of-residual-links", "The norm of a product of residual links", "Section 5.6",
    tuple(
        smax(MatProdOver(layer, 1, depth, Id(n) + links.layer(layer))) <= bound
        for norm in (smax, norm2)
        for bound in (
            ProdOver(layer, 1, depth, 1 + norm(links.layer(layer))),
            exp(SumOver(layer, 1, depth, norm(links.layer(layer)))),
        )
    ),
)  # fmt: skip
theorem("classical.condition-at-least-one", "No condition number is below one", "Section 5.8", cond(T) >= 1)
