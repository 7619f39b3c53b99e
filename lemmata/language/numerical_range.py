"""What is read off the numerical range, the set of all x^* A x with complex unit vectors x."""

from __future__ import annotations

from dataclasses import replace

from lemmata.language.atoms import NORM, SpectralAtom
from lemmata.language.boxes import Ident
from lemmata.language.specification import Call, Takes


class NumRadius(SpectralAtom):
    """Numerical radius: the largest |x^* A x| over complex unit vectors x."""

    name, square = "numradius", True
    spec = replace(NORM, takes=(Takes.SQUARE,), notation=Call(Ident("w")), spectral=True)


numradius = NumRadius
