"""Complex values read into real ones: every function against NumPy, domains, orders, and what is refused."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.linalg
import torch

from lemmata.evaluate.floats import Evaluation
from lemmata.language.conjecture_files import build
from lemmata.language.defined import unfolded
from lemmata.language.instantiate import substitute
from lemmata.language.parse import ReadingError, read_claim
from lemmata.language.parse.complex_words import TAKES_COMPLEX
from lemmata.language.parse.declarations import read_variables
from lemmata.language.parse.definitions import Definitions
from lemmata.language.parse.normalised import NORMALISED, unfold
from lemmata.language.parse.vocabulary import FUNCTIONS

N = 3
LET = {
    "n": "integer(3, 8)", "A": "complex(n, n)", "B": "complex(n, n)", "F": "complex(n, 2)", "H": "hermitian(n)",
    "P": "complex_pd(n)", "Q": "complex_pd(n)", "U": "unitary(n)", "x": "complex(n, 1)", "z": "complex", "w": "complex",
    "M": "real(n, n)", "T": "complex(4, 4)",
}  # fmt: skip
REAL_ONLY = {  # of what is real: orders among numbers, functions of real numbers, factors by index
    "erf", "gelu", "I", "layernorm", "log", "lup_l", "lup_p", "lup_u", "max", "min", "ones", "prod", "relu", "rmsnorm",
    "schur", "sigmoid", "sign", "silu", "singular_dyad", "softmax", "softplus", "sort",
    "spectral_projector", "sqrt", "sym", "tanh", "zeros",
}  # fmt: skip


def scope() -> tuple[dict[str, Any], dict[str, Any]]:
    """Names as the reader has them, and random values of the real variables behind them."""
    simple = unfold(LET, {}, ())
    names = Definitions(read_variables(simple.let, {"n"}))
    names.read(simple.define, simple.origin)
    draw = np.random.default_rng(5)
    values = {}
    for name, text in simple.let.items():
        head, _, rest = text.partition("(")
        if head == "integer":
            continue
        if head in ("real", "positive") and not rest:
            values[name] = abs(draw.normal()) + 0.5
            continue
        shape = [N if a == "n" else int(a) for a in rest.rstrip(")").replace(" ", "").split(",")]
        shape = shape if len(shape) == 2 else shape * 2
        value = draw.normal(size=shape)
        value = value + value.T if head == "symmetric" else value - value.T if head == "skew" else value
        values[name] = np.linalg.qr(value)[0] if head == "orthogonal" else value
    return names.names, values


NAMES, VALUES = scope()


def computed(text: str) -> np.ndarray:
    """What a claim `text == 0` makes of its left side: for complex sides real parts above imaginary ones."""
    side = substitute(unfolded(read_claim(text, NAMES)).args[0], {"n": N})
    return (
        Evaluation({k: torch.tensor(v, dtype=torch.float64)[None] for k, v in VALUES.items()}).value(side)[0, 0].numpy()
    )


def both(text: str) -> Any:
    """The value of a complex expression, by its real and its imaginary part."""
    re, im = (computed(f"{part}({text}) == {part}({text})") for part in ("re", "im"))
    return np.squeeze(re) + 1j * np.squeeze(im)


def known(name: str) -> Any:
    """The value of a variable in NumPy, from its definition."""
    v = VALUES
    if name in ("P", "Q"):
        g = v[f"{name}0"] + 1j * v[f"{name}1"]
        return g @ g.conj().T + v[f"{name}2"] * np.eye(N)
    if name == "U":
        t = v["U1"][:, 0]
        return v["U0"] @ np.diag((1 + 1j * t) / (1 - 1j * t)) @ v["U2"]
    return v["M"] if name == "M" else v[f"{name}0"] + 1j * v[f"{name}1"]


A, B, F, H, P, Q, U, X, Z, W, M, T = (known(name) for name in "ABFHPQUxzwMT")
S = np.linalg.svd(A, compute_uv=False)
BY_NUMPY: dict[str, Any] = {
    "A @ B": A @ B, "A + M": A + M, "M - A": M - A, "A.H": A.conj().T, "A.T": A.T, "(A @ B).T": (A @ B).T,
    "conj(A @ B)": (A @ B).conj(), "(2 - 3j) * A": (2 - 3j) * A, "z * (A @ B)": Z * (A @ B), "A / z": A / Z,
    "1j * M": 1j * M, "-A": -A, "A @ x": (A @ X)[:, 0], "U": U, "P": P, "z * w": Z * W, "z / w": Z / W, "2 / z": 2 / Z,
    "z - 1": Z - 1, "1 - z": 1 - Z, "z**3": Z**3, "z**(-2)": Z**-2, "conj(z)": Z.conjugate(), "exp(z)": np.exp(Z),
    "abs(z)": abs(Z), "abs(x)": abs(X[:, 0]), "x * x": X[:, 0] ** 2, "x * conj(x)": abs(X[:, 0]) ** 2,
    "A[1, 2]": A[0, 1], "(A @ B)[2, 1]": (A @ B)[1, 0], "A[:, 2]": A[:, 1], "A[2, :]": A[1], "A[1..2, 1..2]": A[:2, :2],
    "H[1, 1]": H[0, 0], "[[1, 1j], [-1j, z]]": np.array([[1, 1j], [-1j, Z]]), "[[A, F]]": np.hstack([A, F]),
    "[[A, x], [x.H, 0]]": np.block([[A, X], [X.conj().T, np.zeros((1, 1))]]),
    "[[0, A], [0, 0]]": np.block([[0 * A, A], [0 * A, 0 * A]]), "[[0, M], [0, 0]]": np.kron([[0, 1], [0, 0]], M),
    "[[A, F], [0, 0]]": np.block([[A, F], [np.zeros((2, 5))]]),
    "[[x, A], [2, 0]]": np.block([[X, A], [np.full((1, 1), 2), np.zeros((1, 3))]]),
    "[[0, 1], [0, 0]]": np.array([[0, 1], [0, 0]]),
    "sum(A[i, i] for i in 1..n)": np.trace(A), "sum(A @ B for i in 1..n)": 3 * A @ B,
    "prod(A for i in 1..n)": A @ A @ A, "x.H @ A @ x": (X.conj().T @ A @ X)[0, 0], "entrywise(abs, A)": abs(A),
    "smax(A)": S[0], "smin(A)": S[-1], "norm2(A)": S[0], "cond(A)": S[0] / S[-1],
    "rho(A)": abs(np.linalg.eigvals(A)).max(), "lmax(H)": np.linalg.eigvalsh(H)[-1],
    "lmin(H)": np.linalg.eigvalsh(H)[0],
    "normN(A)": S.sum(), "rank(A)": 3, "rank(x @ x.H)": 1, "inv(A)": np.linalg.inv(A), "expm(A)": scipy.linalg.expm(A),
    "logm(P)": scipy.linalg.logm(P), "sqrtm(P)": scipy.linalg.sqrtm(P), "absm(A)": scipy.linalg.sqrtm(A.conj().T @ A),
    "powm(P, 1/3)": scipy.linalg.fractional_matrix_power(P, 1 / 3), "powm(A, -2)": np.linalg.inv(A @ A),
    "geomean(P, Q) @ inv(P) @ geomean(P, Q)": Q, "polar(F)": scipy.linalg.polar(F)[0], "pinv(F)": np.linalg.pinv(F),
    "range_projector(F)": F @ np.linalg.pinv(F), "cumsum(x)": X[:, 0].cumsum(), "normF(A)": np.linalg.norm(A),
    "eigenprojector(1, H)": np.outer(np.linalg.eigh(H)[1][:, -1], np.linalg.eigh(H)[1][:, -1].conj()),
    "norm2(A - truncated(1, A))": S[1], "maxabs(A)": abs(A).max(), "norm1(A)": abs(A).sum(0).max(),
    "norminf(A)": abs(A).sum(1).max(), "norm1(x)": abs(X).sum(), "normp(3, x)": (abs(X) ** 3).sum() ** (1 / 3),
    "s(A)": S, "lam(H)": np.linalg.eigvalsh(H)[::-1], "tr(A)": np.trace(A), "tr(A @ B)": np.trace(A @ B),
    "tr(H @ P)": np.trace(H @ P), "trpow(3, A)": np.trace(A @ A @ A), "trpow(2, H)": np.trace(H @ H),
    "abs(det(A))": abs(np.linalg.det(A)), "det(H)": np.linalg.det(H), "logdet(P)": np.log(np.linalg.det(P).real),
    "abs(det(A) * det(B) / det(A @ B))": 1, "kyfan(2, A)": S[:2].sum(), "schatten(3, A)": (S**3).sum() ** (1 / 3),
    "cosines(F, A[:, 1..2])": np.linalg.svd(scipy.linalg.polar(F)[0].conj().T @ np.linalg.qr(A[:, :2])[0])[1],
    "had(A, B)": A * B, "had(A @ B, M)": (A @ B) * M, "kron(A, F)": np.kron(A, F), "kron(A @ B, F)": np.kron(A @ B, F),
    "kron(M, A)": np.kron(M, A), "diag(A)": np.diag(A), "diag(x)": np.diag(X[:, 0]), "sum(x)": X.sum(),
    "ptrace1(2, 2, T)": T[:2, :2] + T[2:, 2:], "re(A)": A.real, "im(A)": A.imag,
    "ptrace2(2, 2, T)": np.array([[np.trace(T[i : i + 2, j : j + 2]) for j in (0, 2)] for i in (0, 2)]),
    "ptranspose(2, 2, T)": np.block([[T[i : i + 2, j : j + 2].T for j in (0, 2)] for i in (0, 2)]),
    "lu_l(A) @ lu_u(A)": A, "lu_u(A)[1, 2]": A[0, 1], "lu_l(A)[1, 1]": 1, "lu_u(A)[2, 1]": 0, "qr_q(F) @ qr_r(F)": F,
    "qr_r(F)": np.linalg.cholesky(F.conj().T @ F).conj().T, "chol(P)": np.linalg.cholesky(P),
    "spectral_abscissa(A)": np.linalg.eigvals(A).real.max(), "norm(x)": np.linalg.norm(X),
    "numradius(H)": abs(np.linalg.eigvalsh(H)).max(), "logdet(Q)": np.log(np.linalg.det(Q).real),
}  # fmt: skip


@pytest.mark.parametrize("text", BY_NUMPY)
def test_it_is_what_numpy_says(text):
    assert both(text) == pytest.approx(np.squeeze(BY_NUMPY[text]), rel=1e-7, abs=1e-7)


def test_every_function_takes_complex_arguments_or_is_known_not_to():
    assert set(FUNCTIONS) == set(TAKES_COMPLEX) | REAL_ONLY and not set(TAKES_COMPLEX) & REAL_ONLY
    tried = {name for name in TAKES_COMPLEX for text in BY_NUMPY if f"{name}(" in text}
    assert tried == set(TAKES_COMPLEX)


def has(domain: str) -> Callable[[np.ndarray], bool]:
    eye = np.eye
    return {
        "complex": lambda a: abs(a.imag).max() > 0,
        "hermitian": lambda a: np.allclose(a, a.conj().T),
        "unitary": lambda a: np.allclose(a.conj().T @ a, eye(N)),
        "normal": lambda a: np.allclose(a.conj().T @ a, a @ a.conj().T),
        "complex_psd": lambda a: np.allclose(a, a.conj().T) and np.linalg.eigvalsh(a)[0] > -1e-9,
        "complex_pd": lambda a: np.allclose(a, a.conj().T) and np.linalg.eigvalsh(a)[0] > 0,
        "complex_density": lambda a: np.linalg.eigvalsh(a)[0] > -1e-9 and abs(np.trace(a) - 1) < 1e-9,
        "complex_unit": lambda a: abs(np.linalg.norm(a) - 1) < 1e-9,
        "complex_isometry": lambda a: np.allclose(a.conj().T @ a, eye(2)),
        "complex_gaussian": lambda a: True,
        "complex_projector": lambda a: np.allclose(a @ a, a) and np.allclose(a, a.conj().T),
    }[domain]


@pytest.mark.parametrize("domain", [name for name, normal in NORMALISED.items() if "1j" in normal.expression])
def test_members_of_a_domain_have_its_property(domain):
    normal = NORMALISED[domain]
    arguments = ", ".join({"n": "n", "r": "n", "c": "2"}[a] for a in normal.takes)
    simple = unfold({"n": "integer(2, 8)", "X": f"{domain}({arguments})"}, {}, ())
    names = Definitions(read_variables(simple.let, {"n"}))
    names.read(simple.define, simple.origin)
    draw, values = np.random.default_rng(1), {}
    for name, text in simple.let.items():
        head, _, rest = text.partition("(")
        sizes = [eval(a, {"n": N}) for a in rest[:-1].split(",")] if rest else []
        sizes = sizes * 2 if len(sizes) == 1 else sizes
        value = draw.normal(size=sizes) if sizes else 0.5
        value = {
            "symmetric": lambda v: v + v.T, "skew": lambda v: v - v.T, "orthogonal": lambda v: np.linalg.qr(v)[0],
            "projection": lambda v: np.diag(np.diag(v) > 0).astype(float),
        }.get(head, lambda v: v)(value)  # fmt: skip
        values[name] = torch.tensor(value, dtype=torch.float64)[None]
    matrix = names.names["X"]
    values = {k: v for k, v in values.items() if k != "n"}
    parts = [Evaluation(values).value(substitute(p, {"n": N}))[0, 0].numpy() for p in (matrix.re, matrix.im)]
    assert has(domain)(parts[0] + 1j * parts[1])


@pytest.mark.parametrize(
    "claim",
    [
        "H <= P", "A.H @ A >= 0", "kron(H, P) >= 0", "H + P - 1/2 * U.H @ H @ U >= 0", "x.H @ H @ x >= 0",
        "tr(H @ P) >= 0", "tr(A.H @ H @ A) >= 0", "tr(P @ (logm(P) - logm(Q))) >= 0", "H[1, 1] <= lmax(H)",
        "det(H) <= 1", "ptrace1(2, 2, T @ T.H) >= 0", "majorized(diag(H), lam(H))", "abs(z)**2 <= 1", "z == w",
        "x == A @ x", "re(z) <= 1", "A == M", "logmajorized(lam(P), lam(Q))",
        "det(A) == 1", "det(A) + 1 == z",
    ],
)  # fmt: skip
def test_what_is_real_by_its_form_is_compared(claim):
    assert build("c", LET, [], [claim]).text["claim"]


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("z <= 1", "write re(...), im(...) or abs(...) of it"),
        ("A <= B", "only Hermitian matrices have an order"),
        ("tr(A) <= 1", "has no place in an order"),
        ("det(A) <= 1", "write re(...), im(...) or abs(...) of it"),
        ("logdet(A) <= 1", "write log(abs(det(A)))"),
        ("A * B == A", "write c * I(n) next to a matrix"),
        ("A + F == A", "they must have one shape"),
        ("A @ F @ A == A", "the columns of the first"),
        ("max(z, w) <= 1", "takes what is real"),
        ("sqrt(z) == w", "takes what is real"),
        ("z**(1/2) == w", "powers of it are whole"),
        ("A**2 == A", "write powm(A, k)"),
        ("lmax(F) <= 1", "takes a square matrix"),
        ("z.H == w", "write conj(z)"),
        ("A.D == A", "A.T and A.H"),
        ("conj == 1", "is a function"),
        ("2jx == 1", "an operator is missing"),
        ("entrywise(exp, A) == A", "entrywise"),
        ("prod(z for i in 1..n) == 1", "takes what is real"),
        ("ptrace1(2, 3, T) == T", "its order is n * m"),
    ],
)
def test_mistakes_say_what_to_write(claim, said):
    with pytest.raises(ReadingError, match=None) as caught:
        build("c", LET, [], [claim])
    assert said in str(caught.value)


def test_a_statement_says_how_it_was_written():
    statement = build("c", LET, ["norm2(A) <= 1"], ["norm2(A @ B) <= norm2(B)", "majorized(lam(H), lam(H))"])
    assert statement.written["claim"] == ("norm2(A @ B) <= norm2(B)", *["majorized(lam(H), lam(H))"] * 2)
    assert statement.written["given"] == ("norm2(A) <= 1",)
    assert "A = complex(n, n)" in statement.written["let"] and "U = unitary(n)" not in statement.written["let"]
    assert [name for name, *_ in statement.complexes] == ["A", "B", "H"]
    real = build("c", {"n": "integer(1, 2)", "A": "real(n, n)"}, [], ["det(A) == 1"])
    assert real.written["claim"] == ("det(A) == 1",) and not real.complexes
