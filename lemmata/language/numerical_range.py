"""What is read off the numerical range, the set of all x^* A x with complex unit vectors x."""

from __future__ import annotations

from lemmata.language.atoms import NORM, SpectralAtom
from lemmata.language.specification import Takes


class NumRadius(SpectralAtom, name="numradius", like=NORM, takes=(Takes.SQUARE,), notation="w", spectral=True):
    """Numerical radius: the largest |x^* A x| over complex unit vectors x."""


numradius = NumRadius
