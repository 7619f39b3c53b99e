"""Named principles: what is believed besides axioms, each with its source, and proofs that rest on one alone.

`PRINCIPLES` says what each is.  The kernel makes instances of the first four (`lemmata/kernel.py`).  Others speak of
what the kernel cannot express, networks, discriminants, and the theorems about random matrices of `theorems.toml`: such
a proof is one step, which gives the claim itself; the identities and rows that the step asks for are kernel theorems,
and nothing else is believed.  Two carry claims about densities and limits along depth.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lemmata import catalogue
from lemmata.language import proof
from lemmata.language.statement import Statement
from lemmata.principles import discriminants, flow, networks, theorems
from lemmata.principles.templates import PrincipleError, granted

HORN_JOHNSON = "R. A. Horn, C. R. Johnson, Matrix Analysis, second edition"
GRADIENT_FLOW, DISCRIMINANT = "gradient flow", "discriminant"
NULL_SETS, DECAY = "null sets of polynomials", "geometric decay"
NETWORKS = "induction along a network"
PRINCIPLES = {  # name -> what it says, and where it is proved
    "spectral theorem": (
        "every eigenvalue of a symmetric matrix has a unit eigenvector",
        f"{HORN_JOHNSON}, Theorem 4.1.5",
    ),
    "singular value decomposition": (
        "every singular value has a pair of unit singular vectors",
        f"{HORN_JOHNSON}, Theorem 2.6.3",
    ),
    "differentiable-vectors": (
        "along a family that is quadratic in a parameter, a simple eigenvalue of a symmetric matrix (a simple "
        "singular value that is not zero) is differentiable and has differentiable unit vectors, so that the "
        "equations which define them may be differentiated",
        "J. R. Magnus, On differentiating eigenvalues and eigenvectors, Econometric Theory 1 (1985), Theorem 1",
    ),
    "simple-eigenspace": (
        "a simple eigenvalue of a symmetric matrix has an eigenspace of one dimension",
        f"{HORN_JOHNSON}, Theorem 2.5.6",
    ),
    GRADIENT_FLOW: (
        "weights under gradient flow change against the gradient of the risk, which the chain rule gives at a layer, a "
        "vertex, an array of neurons or a cut (Euler's identity for homogeneous activations); a quantity is conserved "
        "where its derivative along such a change vanishes identically; an identity that is linear in the gradient and "
        "continuous passes from almost all weights to every Clarke subgradient at all weights",
        "E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I, second edition, Section I.14; "
        "F. H. Clarke, Optimization and Nonsmooth Analysis, Theorem 2.5.1",
    ),
    DISCRIMINANT: (
        "the discriminant of the characteristic polynomial is zero exactly where two eigenvalues coincide, and a "
        "polynomial in one parameter with more zeros than its degree vanishes",
        "S. Lang, Algebra, third edition, Section IV.8",
    ),
    NETWORKS: (
        "two networks that compute the same at every vertex, given that they do at the vertices before it, compute the "
        "same function; the output of a network without activations is linear in each layer, and its derivative is the "
        "part of first order",
        "I. Goodfellow, Y. Bengio, A. Courville, Deep Learning (2016), Section 6.5 (computational graphs); "
        "W. Rudin, Principles of Mathematical Analysis, third edition, Theorem 9.15",
    ),
    NULL_SETS: (
        "a polynomial in the entries of a matrix that is not the zero polynomial vanishes on a set of Lebesgue measure "
        "zero only, so with probability zero under every density",
        "H. Federer, Geometric Measure Theory, Section 3.1.24; by induction on the number of variables and Fubini",
    ),
    DECAY: (
        "a product whose factors stay below one number less than one tends to zero, and a rational function is "
        "continuous where its denominator is not zero",
        "W. Rudin, Principles of Mathematical Analysis, third edition, Theorems 3.20 and 4.9",
    ),
}
TEMPLATES = {
    GRADIENT_FLOW: flow.TEMPLATES,
    DISCRIMINANT: discriminants.TEMPLATES,
    NETWORKS: networks.TEMPLATES,
}
PRINCIPLES |= {theorem.name: (theorem.says, theorem.source) for theorem in theorems.THEOREMS.values()}
Rule = Callable[[Statement], list[str]]  # what was checked, in words; raises PrincipleError or KernelError


def outside(given: proof.Proof) -> tuple[str, Rule] | None:
    """The principle that a proof consists of, and the check of a statement by it; None for every other proof."""
    by = given.steps[0].by if len(given.steps) == 1 else None
    if not isinstance(by, proof.OnPrinciple):
        return None
    return by.principle, lambda statement: _said(statement, by)


def _said(statement: Statement, by: proof.OnPrinciple) -> list[str]:
    if by.principle in TEMPLATES and by.row is None:
        return granted(statement, TEMPLATES[by.principle])
    theorem = theorems.THEOREMS.get(by.principle)
    if theorem is None:
        raise PrincipleError(f"{by.principle} is no principle that carries a proof of one step")
    if by.row is None:
        return theorem.said(statement)
    return theorem.follows(statement, catalogue.get(by.row))


def alone(name: str) -> dict[str, Any]:
    """What a proof says of its ground where it rests on one principle and the kernel has no part in it."""
    kernel = {"accepted": False, "principles": [name], "reason": None, "outside": name}
    return {"leans_on": [name], "rests_on": [name], "kernel": kernel}
