"""Samples of logdet."""

from lemmata import language

A = language.Matrix("A", language.Dim("n"), language.Dim("n"))
SAMPLES = [(language.logdet(A), "logdet(A)", r"\mathrm{log} \mathrm{det} ( A )")]
