"""Named principles: what is believed besides axioms, each with its source, and proofs that rest on one alone.

`PRINCIPLES` says what each is.  The kernel makes instances of the first four (`lemmata/kernel.py`).  The next two speak
of what the kernel cannot express, networks under gradient flow and discriminants: such a proof is one step, which gives
the claim itself; the identities that the step asks for are kernel theorems, and nothing else is believed.  The last two
carry claims about densities and limits along depth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from lemmata.language import proof
from lemmata.language.statement import Statement
from lemmata.language.text import write
from lemmata.principles import discriminants, flow
from lemmata.principles.templates import PrincipleError, Template, granted

HORN_JOHNSON = "R. A. Horn, C. R. Johnson, Matrix Analysis, second edition"
GRADIENT_FLOW, DISCRIMINANT = "gradient flow", "discriminant"
NULL_SETS, DECAY = "null sets of polynomials", "geometric decay"
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
Rule = Callable[[Statement, proof.Step], list[str]]  # what was checked, in words; raises PrincipleError or KernelError


def _template(templates: Iterable[Template]) -> Rule:
    """The rule that the claim, which the step states, is written by one of these templates."""

    def rule(statement: Statement, step: proof.Step) -> list[str]:
        if statement.conjuncts != (step.states,):
            raise PrincipleError(f"{write(step.states)} is not the claim")
        return granted(statement, templates)

    return rule


OUTSIDE: dict[type, tuple[str, Rule]] = {
    proof.LayerFlow: (GRADIENT_FLOW, _template([flow.two_layers])),
    proof.VertexFlow: (GRADIENT_FLOW, _template([flow.one_vertex, flow.two_vertices])),
    proof.PartsFlow: (GRADIENT_FLOW, _template([flow.neurons, flow.two_channels])),
    proof.CutFlow: (GRADIENT_FLOW, _template([flow.cuts])),
    proof.Discriminant: (DISCRIMINANT, _template([discriminants.coinciding])),
}


def outside(given: proof.Proof) -> tuple[str, Rule] | None:
    """The principle that a proof consists of, None for every other proof."""
    return OUTSIDE.get(type(given.steps[0].by)) if len(given.steps) == 1 else None


def alone(name: str) -> dict[str, Any]:
    """What a proof says of its ground where it rests on one principle and the kernel has no part in it."""
    kernel = {"accepted": False, "principles": [name], "reason": None, "outside": name}
    return {"leans_on": [name], "rests_on": [name], "kernel": kernel}
