"""Logarithm of the determinant."""

from __future__ import annotations

from lemmata.language.atoms import Det, SpectralAtom
from lemmata.language.boxes import Ident, row
from lemmata.language.core import Log
from lemmata.language.specification import Call, Spec, Takes


class LogDet(SpectralAtom):
    """Logarithm of the determinant; undefined where that is not positive."""

    name, square = "logdet", True
    spec = Spec(
        takes=(Takes.SQUARE,),
        notation=Call(row(Ident("log"), Ident("det"))),
        definition=lambda a: Log(Det(a)),
    )
