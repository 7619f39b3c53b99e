"""Networks made from a network by unrolling and by pulling weights back (le2022, appendix B)."""

from __future__ import annotations

from sympy import Basic

from lemmata.language.boxes import Ident, Sub, Sup
from lemmata.language.core import Printed, Quantity
from lemmata.language.domains import Domain
from lemmata.language.networks import Network
from lemmata.language.relations import Clause
from lemmata.language.specification import Laid, Marked
from lemmata.language.variables import _Leaf


class InputVertices(Domain, name="input_vertex"):
    """Input vertices of a network."""

    network: Network


class InputVertex(_Leaf, Quantity, lives=InputVertices):
    """An input vertex of a network."""


class UnrolledNetwork(Printed, Basic, word="unrolled", notation=Marked("τ")):
    """The unrolled tree network of Definition 9, one input per path; paths are sets of edges."""


class UnrolledByVertices(Printed, Basic, notation=Marked("τ", "sets")):
    """The same with paths read as sets of vertices, as in the proof of Lemma 6."""


class AbsoluteTree(Printed, Basic, notation=Marked("μ", "abs")):
    """The tree network of Lemma 5: all weights of the unrolled network pulled back to its inputs."""


class PathInputs(Printed, Basic, notation=Marked("x")):
    """For every path the coordinate it starts from."""


class AbsolutePathProducts(Printed, Basic, notation=Marked("h", "abs")):
    """For every path its coordinate times the moduli of the weights along it (Lemma 5)."""


class PulledBack(Printed, Basic, notation=Laid(Sup, (0, 0))):
    """The network with the weight of a vertex's single out-edge, but for its sign, moved to the in-edges (Lemma 7).

    At an input, which has no in-edges, only the sign is left; see `ScaledInput`.
    """


class ScaledInput(Printed, Basic, notation=Laid(lambda _, vertex: Sub(Ident("x"), vertex), (0, 0))):
    """The input with the coordinate of one input vertex times the modulus of its out-edge's weight (Lemma 7)."""


class SingleOut(Clause, word="single_out_edge", notation="{0} has a single out-edge"):
    """A vertex has exactly one out-edge."""
