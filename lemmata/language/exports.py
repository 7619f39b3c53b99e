"""What `from lemmata.language import ...` gives: everything that statements are written in.

Atoms in a file of their own (`added`) are among it by the names that are typed.
"""

# ruff: noqa: F401

from lemmata.language.added import ATOMS as _ADDED
from lemmata.language.atoms import (
    cond,
    det,
    eigenform,
    kyfan,
    lam,
    lmax,
    lmin,
    maxabs,
    norm2,
    normF,
    normN,
    rank,
    real_eigenvalues,
    s,
    schatten,
    singularform,
    slope,
    smax,
    smin,
    spectral_radius,
    tr,
)
from lemmata.language.calculus import ddt
from lemmata.language.columns import column, diag, entries
from lemmata.language.defined import norm1, norminf, normp, sigmoid, sign, softplus, sort, tanh, trpow
from lemmata.language.dimensions import is_vector, length
from lemmata.language.domains import open_interval
from lemmata.language.families import (
    GradientGram,
    Layers,
    MatProdOver,
    MatSumOver,
    MaxOver,
    ProdOver,
    StackOver,
    SumOver,
    Unit,
)
from lemmata.language.forms import symmetric_by_form
from lemmata.language.functions import (
    absm,
    cumsum,
    entry,
    exp,
    expm,
    gap,
    had,
    inv,
    log,
    logm,
    maximum,
    minimum,
    ones,
    pinv,
    prod,
    relu,
    sqrt,
    sqrtm,
    sym,
    total,
)
from lemmata.language.matrices import Id, ShapeError, kron
from lemmata.language.notation import latex, mathml
from lemmata.language.parts import block, entrywise, ptrace1, ptrace2, ptranspose
from lemmata.language.relations import chain, eq, exists, forall, loewner
from lemmata.language.statement import Denial, Kind, Paper, Source, Statement
from lemmata.language.subspaces import (
    cosines,
    eigenprojector,
    geomean,
    numradius,
    polar,
    powm,
    range_projector,
    schur,
    truncated,
)
from lemmata.language.variables import (
    ActivationPattern,
    Diagonal,
    Dim,
    Index,
    Matrix,
    Nonnegative,
    Orthogonal,
    PositiveDefinite,
    Projection,
    Psd,
    Rows,
    Scalar,
    Signs,
    SkewSymmetric,
    Symmetric,
    Upper,
    Vector,
    variable,
)

globals().update(_ADDED)
__all__ = sorted(name for name in globals() if name[0].isalpha())
