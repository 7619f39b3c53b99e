"""What `lemmata check --help` says: examples, and the language on one screen."""

import re

from lemmata.language.parse.usages import FUNCTIONS

_PAGE = """Check a conjecture of your own: a counterexample, or how tight it is.

\b
lemmata check --claim 'smax(A + B) <= smax(A) + smax(B)' \\
  --let 'n=integer(1, 6)' --let 'A=real(n, n)' --let 'B=real(n, n)'
lemmata check --claim 'cond(A) <= (1 + t) / (1 - t)' \\
  --given 'smax(A - I(n)) <= t' --budget 10 --let 'n=integer(2, 4)' \\
  --let 'A=symmetric(n)' --let 't=interval(0, 1/2)'
lemmata check --claim 'lmin(A @ B + B @ A) >= 0' --out run \\
  --let 'n=integer(2, 4)' --let 'A=psd(n)' --let 'B=psd(n)'  # false

\b
lemmata check --latex 'Let $A, B \\succ 0$. Then $\\det(A+B) \\ge \\det A$.'

\b
A file can say the same; in a folder, every .toml file is checked:
  name = "triangle inequality"
  given = []
  claim = \\["smax(A + B) <= smax(A) + smax(B)"]
  \\[let]
  n = "integer(1, 6)"
  A = "real(n, n)"
  B = "real(n, n)"
  \\[define]
  C = "A + B"          as with --define 'C=A + B'

\b
numbers      real  positive  interval(a, b)  integer(a, b)   ends included;
             dimensions are integers, as in n = integer(1, 6)
matrices     real(r, c)  nonnegative(r, c)  symmetric(n)  psd(n)  pd(n)
             orthogonal(n)  skew(n)  diagonal(n)  signs(n)  projection(n)
             upper(n)  lower(n)          a vector is real(n, 1)
normalised   unit(n)  simplex(n)  stochastic(r, c)  density(n)
             correlation(n)  projector(n)  isometry(r, c)  unitcolumns(r, c)
complex      complex  complex(r, c)  hermitian(n)  unitary(n)  normal(n)
             complex_psd(n)  complex_pd(n)  complex_density(n)
             complex_unit(n)  complex_isometry(r, c)  complex_projector(n)
random       gaussian(r, c)  rademacher(r, c)  uniform(r, c) on \\[-1, 1]
             iid_uniform(r, c) of variance 1  haar(n)  sphere(n)  goe(n)
              wishart(n, m)  complex_gaussian(r, c); claims about them are
              P(a <= b) >= p, E(x) <= b and  rank(G) == n almost surely
             and limits  smax(G) / sqrt(n) -> 2 as n -> oo
relations    <=  <  >=  >  ==  and chains a <= b <= c; == means equal; between
             symmetric matrices <= is the Loewner order; majorized(x, y)
             submajorized(x, y)  logmajorized(x, y)  are claims of their own
operations   +  -  *  /  **    A @ B for matrix products, A.T, t * A;
             complex: 2 + 3j, A.H, conj(A), re(A), im(A)
entries      A\\[i, j]  A\\[:, j]  A\\[i, :]  A\\[1..k, 1..k]  v\\[i], from 1
             \\[\\[1, 2], \\[3, t]]  block(\\[\\[A, B], \\[B.T, 0]])
             iterate(X, 3/2 * X - 1/2 * X @ X.T @ X, 2): steps written out
ranges       sum(v\\[i] for i in 1..n), prod, max, min; a <= b for i in 1..n
to numbers   smax smin lmax lmin rho cond norm2 normF normN tr det logdet
             rank maxabs  schatten(p, A)  kyfan(k, A)  trpow(k, A)
             norm1 norminf normp(p, v)  numradius(A) numerical radius
             spectral_abscissa(A) largest real part of an eigenvalue
             sup(x.T @ A @ x for x in unit(n)), inf, of norm2(A @ x) too
to vectors   s(A) singular values, lam(A) eigenvalues, both descending;
             diag(A); vectors are compared entry by entry
to matrices  inv expm logm sqrtm absm sym relu  kron(A, B)  had(A, B)
             diag(v)  I(n)  ones(r, c)  entrywise(exp, A)
             powm(A, t)  geomean(A, B, t)  schur(k, A)  truncated(k, A)
tensors      ptrace1(n, m, A)  ptrace2(n, m, A) over the first and second
             factor, ptranspose(n, m, A) in the second
factors      pinv(A) range_projector(A); of independent columns polar(A)
             qr_q(A) qr_r(A), R with positive diagonal; chol(S), lower;
             lu_l(A) lu_u(A), no pivoting; lup_p lup_l lup_u of P A = L U;
             cosines(A, B) of angles
             funm(t / (1 + t) for t in S): a function of eigenvalues
vectors      by projectors, as a sign is free: spectral_projector(k, S) is
             u u^T, singular_dyad(k, A) is u v^T; eigenprojector(k, S) is
             onto the first k
of numbers   sqrt exp log abs sign tanh sigmoid softplus silu gelu erf  pi
of vectors   max min sum prod cumsum sort norm softmax layernorm rmsnorm;
             softmax(A) takes rows
networks     network(tanh, x, W1, W2) is W2 @ tanh(W1 @ x); jacobian(f, x),
             gradient(f, x), hessian(f, x), x a variable;
             W = layers(L, d, m, k): W\\[l], W\\[L:1] the product of all
signs        ‖x‖ ‖A‖₂ ‖A‖_F ≤ ≥ − · √ π ² ᵀ and ^ are read, too
conventions  cond: largest over smallest non-zero singular value, finite at
             singular matrices, undefined at 0; smin: the last of min(r, c)
             singular values; diag(A) is not sorted; projection(n) is
             diagonal, projector(n) is not; in LaTeX: --latex

Exit codes: 0 supported or proved, 1 refuted, 2 bad input, 3 vacuous or
inconclusive, 4 an internal error, 130 interrupted.
"""
_OTHERS = [usage for name, (usage, *_) in FUNCTIONS.items() if not re.search(rf"\b{name}\b", _PAGE)]
CHECK = _PAGE.replace("signs        ", "".join(f"also         {usage}\n" for usage in _OTHERS) + "signs        ")
