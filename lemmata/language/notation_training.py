"""Notation of what is said of a training run."""

from __future__ import annotations

from lemmata.language import training
from lemmata.language.boxes import Box, Fence, Ident, Num, Op, Sup, Text, applied, row
from lemmata.language.notation import CLAUSES, RULES, Rule, Setting, layout

RULES |= {
    training.AtStart: lambda node, at: applied(layout(node.args[0], at), Num("0")),
    training.RiskChange: lambda n, at: row(
        applied(Ident("R"), row(Ident("w"), Op("-"), layout(n.args[1], at), Op("∇"), Ident("R"))),
        Op("-"), applied(Ident("R"), Ident("w")),
    ),
    training.GradientSquare: lambda n, at: Sup(Fence("‖", row(Op("∇"), Ident("R")), "‖"), Num("2")),
}  # fmt: skip


def _words(*parts: str | int) -> Rule:
    """A phrase; numbers stand for the node's arguments."""

    def rule(node: training.Clause, at: Setting) -> Box:
        return row(*(Text(p) if isinstance(p, str) else layout(node.args[p], at) for p in parts))

    return rule


CLAUSES |= {
    training.StaysBelow: lambda n, at: row(
        layout(n.args[0], at), Op("≤"), layout(n.args[1], at),
        Text(" at almost every time along gradient flow of "), layout(n.args[2], at),
    ),
    training.BoundedAbove: _words(0, " is bounded from above along gradient flow of ", 1),
    training.TendsTo: lambda n, at: row(
        layout(n.args[0], at), Op("→"), layout(n.args[1], at),
        Text(" as time goes to infinity along gradient flow of "), layout(n.args[2], at),
    ),
    training.Diverges: lambda n, at: row(layout(n.args[0], at), Op("→"), Op("∞"), Text(" with time")),
    training.SeparableData: _words("the data of ", 0, " are linearly separable"),
    training.LogisticLoss: _words("the loss is logistic"),
    training.SmallInitialRisk: _words("the risk of ", 0, " starts below the loss at 0"),
    training.NoZeroInLimit: _words("the weights of ", 0, " converge in direction to a vector without zero entries"),
    training.SignsKept: _words("no weight of ", 0, " changes sign between steps or vanishes"),
    training.DescentBalance: _words(0, " changes by its slack terms only under gradient descent of ", 1),
    training.SmoothInBall: _words(
        "the risk of ", 0, " has a ", 1, "-Lipschitz gradient where no layer is longer than the longest is now"
    ),
}  # fmt: skip
