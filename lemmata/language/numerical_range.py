"""What is read off the numerical range, the set of all x^* A x with complex unit vectors x."""

from __future__ import annotations

from lemmata.language.atoms import SpectralAtom
from lemmata.language.boxes import Ident
from lemmata.language.specification import Call, Moves, Sign, Spec, Takes, Zero


class NumRadius(SpectralAtom):
    """Numerical radius: the largest |x^* A x| over complex unit vectors x."""

    name, square = "numradius", True
    spec = Spec(
        takes=(Takes.SQUARE,),
        notation=Call(Ident("w")),
        sign=Sign.NON_NEGATIVE,
        zero=Zero.ARGUMENT,
        moves=Moves.ONCE,
        norm=True,
        spectral=True,
    )


numradius = NumRadius
