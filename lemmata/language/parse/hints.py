"""What people write who know other tools, and what it is called here."""

from __future__ import annotations

import keyword
from collections.abc import Iterable
from difflib import get_close_matches


def _table(lines: str) -> dict[str, str]:
    """Lines of `word word -> advice` as advice by word."""
    pairs = (line.split(" -> ", 1) for line in lines.strip().splitlines())
    return {word: advice.strip() for words, advice in pairs for word in words.split()}


SYMBOLS = _table(
    """
    √ -> sqrt(...)
    ′ ’ -> .T
    † -> .H
    ⊗ -> kron(A, B)
    ∘ ⊙ -> had(A, B)
    ‖ -> norm2(A), normF(A) or normN(A)
    Σ ∑ -> sum(v)
    ∏ -> prod(v)
    ≠ -> abs(x) > 0
    ∞ -> a number
    σ -> s(A), or a name such as sigma
    λ -> lam(A), or a name such as mu
    κ -> cond(A)
    ≈ -> == (exact)
    ⪯ -> lmin(B - A) >= 0
    ⪰ -> lmin(A - B) >= 0
    “ ” -> no quotes
    """
)
FUNCTIONS = _table(
    """
    lim limit tends tends_to -> the limit as a claim of its own, smax(G) / sqrt(n) -> 2 as n -> oo
    factorial -> prod(k for k in 1..n)
    fro frobenius -> normF(A)
    nuclear nuc -> normN(A)
    opnorm spectral_norm -> norm2(A)
    trace -> tr(A)
    entropy vonneumann von_neumann -> -tr(R @ logm(R)); of numbers -sum(p * log(p))
    relative_entropy -> tr(R @ (logm(R) - logm(T)))
    fidelity -> normN(sqrtm(R) @ sqrtm(T))
    per perm permanent -> A[1, 1] * A[2, 2] + A[1, 2] * A[2, 1], the sum in full
    eig eigvals -> lam(A) (symmetric A), rho(A) or spectral_abscissa(A)
    eigvalsh eigh eigenvalues -> lam(A)
    svd svdvals sigma sv singular_values -> s(A)
    sigma_max sigmamax -> smax(A)
    sigma_min sigmamin -> smin(A)
    lambda_max lambdamax eigmax -> lmax(A)
    lambda_min lambdamin eigmin -> lmin(A)
    spectral_radius -> rho(A)
    abscissa maxreal -> spectral_abscissa(A)
    transpose t T -> A.T
    adjoint dagger dag ctranspose H -> A.H
    conjugate -> conj(A)
    imag -> im(A)
    numerical_radius -> numradius(A)
    partial_trace ptrace -> ptrace1(n, m, A) over the first factor, ptrace2(n, m, A) over the second
    partial_transpose -> ptranspose(n, m, A)
    eye identity Id -> I(n)
    inverse -> inv(A)
    zeros zero -> 0 * ones(r, c)
    dot inner vdot -> tr(x.T @ y)
    outer -> x @ y.T
    matmul -> A @ B
    mean -> sum(v) / n
    len -> the dimension itself
    ln -> log(x)
    power pow -> x**p, or powm(A, t) of a matrix
    pseudoinverse pseudo_inverse -> pinv(A)
    mpow matrix_power fractional_matrix_power -> powm(A, t)
    gmean geometric_mean -> geomean(A, B)
    proj projector -> range_projector(A)
    principal_angles -> cosines(A, B), their cosines
    lowrank low_rank truncate -> truncated(k, A)
    schur_complement -> schur(k, A)
    eigvec eigenvectors eigenvector -> spectral_projector(k, A), the k-th u u^T, which has no free sign
    hadamard multiply -> had(A, B)
    amax -> max(v) or maxabs(A)
    maximum -> max(x, y)
    minimum -> min(x, y)
    total -> sum(v)
    product -> prod(v)
    square sqr -> x**2
    determinant -> det(A)
    kappa condition -> cond(A)
    symm -> sym(A)
    skew_part -> (A - A.T) / 2
    ky_fan -> kyfan(k, A)
    matrix_rank -> rank(A)
    solve -> inv(A) @ b
    vec -> normF(A) or tr(A.T @ B)
    e -> exp(x)
    cumulative -> cumsum(v)
    logdet -> log(det(A))
    sorted -> sort(v)
    lp lpnorm -> normp(p, v)
    majorizes prec -> majorized(x, y) as a claim of its own
    swish -> silu(x)
    logsumexp -> log(sum(exp(x)))
    cholesky -> chol(A)
    lu -> lu_l(A) and lu_u(A), without pivoting; rows are in pivoted order where maxabs(lu_l(A)) <= 1
    plu -> lu_l(A) and lu_u(A) with the hypothesis maxabs(lu_l(A)) <= 1: rows are in pivoted order
    supremum -> sup(x.T @ A @ x for x in unit(n))
    infimum -> inf(x.T @ A @ x for x in unit(n))
    qr -> qr_q(A) and qr_r(A)
    svd_u svd_v singular_vector singular_vectors -> singular_dyad(k, A), the k-th u v^T, which has no free sign
    layer_norm LayerNorm -> layernorm(v)
    rms_norm RMSNorm -> rmsnorm(v)
    matrix_function -> funm(f(t) for t in S)
    gap -> a difference such as smax(A) - smin(A)
    entry -> v[i] or A[i, j]
    """
)
DOMAINS = _table(
    """
    matrix -> real(r, c)
    vector column -> real(n, 1)
    square -> real(n, n)
    int range -> integer(a, b)
    dim dimension -> integer(2, 8)
    natural -> integer(1, 8)
    float number scalar reals R -> real
    spd posdef positive_definite -> pd(n)
    positive_semidefinite -> psd(n)
    sym -> symmetric(n)
    hpsd hermitian_psd cpsd -> complex_psd(n)
    hpd hermitian_pd cpd -> complex_pd(n)
    complex_vector -> complex(n, 1), of length one complex_unit(n)
    state density_matrix -> density(n) (real) or complex_density(n)
    sphere unit_vector -> unit(n)
    probability distribution -> simplex(n)
    stiefel -> isometry(r, c)
    idempotent orthogonal_projection -> projector(n)
    antisymmetric -> skew(n)
    nonneg -> nonnegative(r, c)
    triangular -> upper(n)
    diag -> diagonal(n)
    proj -> projection(n)
    sign -> signs(n)
    normal randn iid -> gaussian(r, c)
    bernoulli signs_random -> rademacher(r, c)
    negative -> positive, with a minus sign in the claim
    """
)
KEYWORDS = _table(
    """
    and -> write several claims, one line each
    or -> one claim states one thing: use max(...) or min(...)
    not -> turn the relation round: the opposite of a <= b is a > b
    lambda -> eigenvalues are lam(A); as a name take mu
    if else -> put the condition into `given`
    for -> a relation between vectors already means every entry
    in -> say where a variable lives in `let`
    is -> equality is ==
    True False -> a claim compares two sides
    None -> leave the line out
    """
)
PYTHON = frozenset(keyword.kwlist) - KEYWORDS.keys()


def nearest(name: str, known: Iterable[str]) -> str:
    """A question that names what was probably meant, or an empty string."""
    close = get_close_matches(name, sorted(known), n=3, cutoff=0.6)
    if not close:
        folded = {k.lower(): k for k in known}
        close = [folded[c] for c in get_close_matches(name.lower(), sorted(folded), n=3, cutoff=0.6)]
    return f"did you mean {' or '.join(close)}? " if close else ""
