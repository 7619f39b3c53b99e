"""Logarithm of the determinant."""

from __future__ import annotations

from lemmata.language.atoms import Det, SpectralAtom
from lemmata.language.boxes import Ident, row
from lemmata.language.core import Log
from lemmata.language.specification import OF_SQUARE, Call


class LogDet(
    SpectralAtom,
    name="logdet",
    like=OF_SQUARE,
    notation=Call(row(Ident("log"), Ident("det"))),
    definition=lambda a: Log(Det(a)),
):
    """Logarithm of the determinant; undefined where that is not positive."""
