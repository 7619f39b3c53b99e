# ruff: noqa: E501 - claims are left in one piece
"""True inequalities of the same look as the conjectures: what calls one of them false is wrong."""

from __future__ import annotations

from benchmarks.conjectures.collection import THREE, TWO, power

N4 = {"n": "integer(1, 4)"}
REAL = {**N4, "A": "real(n, n)", "B": "real(n, n)"}
PAIR = {**N4, "H": "symmetric(n)", "K": "symmetric(n)"}
ABOVE = {**N4, "B": "pd(n)", "C": "psd(n)"}
MEAN = "sqrtm(A) @ sqrtm(inv(sqrtm(A)) @ B @ inv(sqrtm(A))) @ sqrtm(A)"

# name, variables, hypotheses, claim
CONTROLS: tuple[tuple[str, dict[str, str], tuple[str, ...], str], ...] = (
    ("golden-thompson", PAIR, (), "tr(expm(H + K)) <= tr(expm(H) @ expm(K))"),
    ("lieb-thirring", {**TWO, "p": "interval(1, 4)"}, (),
     f"tr({power('sqrtm(A) @ B @ sqrtm(A)', 'p')}) <= tr({power('A', 'p')} @ {power('B', 'p')})"),
    ("word-of-length-four", TWO, (), "tr(A @ B @ A @ B) >= 0"),
    ("mixed-powers-inside", {**TWO, "p": "interval(0, 1)"}, (),
     f"tr({power('A', 'p')} @ sqrtm(B) @ {power('A', '1 - p')} @ sqrtm(B)) <= tr(A @ B)"),
    ("löwner-heinz", {**ABOVE, "p": "interval(0, 1)"}, (), f"lmin({power('(B + C)', 'p')} - {power('B', 'p')}) >= 0"),
    ("logarithm-is-monotone", ABOVE, (), "lmin(logm(B + C) - logm(B)) >= 0"),
    ("inverse-is-antitone", ABOVE, (), "lmin(inv(B) - inv(B + C)) >= 0"),
    ("arithmetic-geometric", TWO, (), f"lmin((A + B) / 2 - {MEAN}) >= 0"),
    ("bhatia-kittaneh", TWO, (), "2 * s(A @ B) <= lam(A @ A + B @ B)"),
    ("fan-hoffman", {**N4, "A": "real(n, n)"}, (), "lam(sym(A)) <= s(A)"),
    ("schur-product", TWO, (), "lmin(had(A, B)) >= lmin(A) * lmin(B)"),
    ("oppenheim", TWO, (), "det(had(A, B)) >= det(A) * prod(diag(B))"),
    ("ando-hadamard-squares", TWO, (), "lmin(had(A @ A, B @ B) - had(A, B) @ had(A, B)) >= 0"),
    ("fiedler", {**N4, "A": "pd(n)"}, (), "lmin(had(A, inv(A)) - I(n)) >= 0"),
    ("minkowski-determinant", TWO, (), "det(A + B)**(1/n) >= det(A)**(1/n) + det(B)**(1/n)"),
    ("lin-determinant", {**TWO, "C": "psd(n)"}, (), "det(A + B + C) + det(C) >= det(A + C) + det(B + C)"),
    ("böttcher-wenzel", REAL, (), "normF(A @ B - B @ A) <= sqrt(2) * normF(A) * normF(B)"),
    ("araki-yamagami", REAL, (), "normF(absm(A) - absm(B)) <= sqrt(2) * normF(A - B)"),
    ("rotfeld", {**REAL, "p": "interval(1/4, 1)"}, (), "sum(s(A + B)**p) <= sum(s(A)**p) + sum(s(B)**p)"),
    ("heinz", {**TWO, "p": "interval(0, 1)", "X": "real(n, n)"}, (),
     f"smax({power('A', 'p')} @ X @ {power('B', '1 - p')} + {power('A', '1 - p')} @ X @ {power('B', 'p')})"
     " <= smax(A @ X + X @ B)"),
    ("variation-of-roots", {**TWO, "r": "interval(0, 1)"}, (),
     f"smax({power('A', 'r')} - {power('B', 'r')}) <= smax(A - B)**r"),
    ("furuta", {**ABOVE, "r": "interval(0, 4)"}, (),
     f"lmin(sqrtm({power('B', 'r/2')} @ {power('(B + C)', '2 + r')} @ {power('B', 'r/2')}) - {power('B', '1 + r')}) >= 0"),
    ("numerical-radius-power", {**N4, "A": "nonnegative(n, n)"}, (), "lmax(sym(A @ A)) <= lmax(sym(A))**2"),
    ("symmetrised-exponentials", THREE, (), "tr(expm(H + K)) <= exp(lmax(K)) * tr(expm(H))"),
    ("compression-of-squares", {"A": "symmetric(3)"}, (), "lmin((A @ A)[1..2, 1..2] - A[1..2, 1..2] @ A[1..2, 1..2]) >= 0"),
)  # fmt: skip
