"""One scope for the reader's tests: variables of every kind."""

from typing import Any

from lemmata.language.parse.declarations import read_variables

LET = {
    "n": "integer(2, 8)",
    "m": "integer(1, n)",
    "d": "integer(1, 64)",
    "k": "integer(1, n)",
    "A": "real(n, n)",
    "B": "real(n, n)",
    "C": "real(n, m)",
    "F": "real(d, n)",
    "N": "symmetric(n)",
    "x": "real(n, 1)",
    "y": "real(n, 1)",
    "z": "real(m, 1)",
    "a": "real",
    "b": "positive",
    "t": "interval(-1, 3/2)",
}
NAMES: dict[str, Any] = read_variables(LET)
