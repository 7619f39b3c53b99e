"""The walk over the syntax tree: node types are admitted one by one, everything else is an error that teaches."""

from __future__ import annotations

import ast
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from sympy import Integer, pi

from lemmata.language import atoms, probability
from lemmata.language.columns import entries
from lemmata.language.complexes import I_UNIT, Complex, ComplexMatrix, moduli
from lemmata.language.core import Entry
from lemmata.language.defined import absolute
from lemmata.language.dimensions import ShapeError, length, shorter
from lemmata.language.families import Layers
from lemmata.language.matrices import MatrixTerm
from lemmata.language.parse import calls, complex_words, names, operations
from lemmata.language.parse.errors import ReadingError, located, quoted
from lemmata.language.parse.names import DERIVATIVES, FOLDS, MAJORIZATION, OF_NUMBERS, RANDOM, TREE_WORDS
from lemmata.language.parse.operations import compare, majorization
from lemmata.language.parse.sizes import Sizes
from lemmata.language.parse.syntax import parse
from lemmata.language.parse.vocabulary import FUNCTIONS, as_matrix, as_vector
from lemmata.language.parts import entrywise, fresh, nth
from lemmata.language.relations import Chain, Clause, Relation, chain, conjuncts, forall
from lemmata.language.statement import leaves
from lemmata.language.variables import Dim

CONSTANTS = {"pi": pi}
_BINARY: dict[type, tuple[str, Callable[[Any, Any, Sizes], Any]]] = {
    ast.Add: ("+", lambda x, y, sizes: operations.add(x, y, "+", sizes)),
    ast.Sub: ("-", lambda x, y, sizes: operations.add(x, y, "-", sizes)),
    ast.Mult: ("*", operations.multiply),
    ast.Div: ("/", operations.divide),
    ast.Pow: ("**", operations.power),
    ast.MatMult: ("@", operations.matmul),
}
_RELATIONS: dict[type, str] = {ast.LtE: "<=", ast.Lt: "<", ast.GtE: ">=", ast.Gt: ">", ast.Eq: "=="}


class Walk(calls.Reader):
    """Reads one parsed text with the variables in `names`."""

    in_domain = False

    def clause(self) -> Clause:
        """The relation or chain that the whole text is."""
        return self.clause_of(self.parsed.tree)

    def whole(self) -> Any:
        """The expression that the whole text is."""
        return self.expression(self.parsed.tree)

    def clauses(self) -> tuple[Clause, ...]:
        """What the whole text says: a relation or chain, or a word that stands for several."""
        tree = self.parsed.tree
        if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) and tree.func.id in MAJORIZATION:
            return self._located(tree, self._majorization)
        return (self.clause(),)

    def _almost_surely(self, node: ast.Call) -> Clause:
        """An event of probability one; an equation is two inequalities, full rank a positive last singular value."""
        if len(node.args) != 1:
            raise ReadingError("almost_surely(...) takes one event", "write rank(G) == n almost surely")
        event = self.clause_of(node.args[0])
        if not isinstance(event, Relation | Chain):
            raise ReadingError("an event is a relation, or a chain of them", "write the index out")
        if isinstance(event, Relation) and event.op == "==":
            event = self._equation(event)
        if not any(isinstance(getattr(x, "domain", None), probability.RANDOM) for x in leaves(event, frozenset())):
            raise ReadingError("nothing in this event is random", 'declare a law, as in G = "gaussian(n, n)"')
        return Relation(probability.Probability(event), ">=", Integer(1))

    def _limit(self, node: ast.Call) -> Clause:
        """`a -> b as n -> oo`, of a random number in probability unless said otherwise, or of a probability."""
        if node is not self.parsed.tree or len(node.args) != 4 or not isinstance(mode := node.args[3], ast.Constant):
            raise ReadingError("a limit is a claim of its own", "write smax(G) / sqrt(n) -> 2 as n -> oo")
        value, target, dim = (self.expression(a) for a in node.args[:3])
        if not isinstance(dim, Dim):
            raise ReadingError("only a dimension can grow", "name one, as in as n -> oo")
        if any(isinstance(x, MatrixTerm) or length(x) is not None for x in (value, target)):
            raise ReadingError("a limit is one of numbers", "take an entry or a norm")
        if value.has(probability.Expectation):
            raise ReadingError("limits of expectations are not judged", "leave E(...) out: in probability, then")
        if mode.value == "grows":
            return probability.Grows(value, target, dim)
        if isinstance(value, probability.Probability):
            if mode.value:
                raise ReadingError("a probability is a number", f"leave out {quoted(str(mode.value))}")
            return probability.Converges(value, target, dim, "as numbers")
        if value.has(probability.Probability):
            raise ReadingError("limits are those of one probability", "write P(a <= b) -> p as n -> oo")
        return probability.Converges(value, target, dim, str(mode.value or "in probability"))

    def _equation(self, event: Relation) -> Clause:
        for side, other in ((event.lhs, event.rhs), (event.rhs, event.lhs)):
            if not isinstance(side, atoms.Rank) or not self.sizes.knows(other):
                continue
            if self.sizes.agree(shorter(*side.args[0].shape), other):
                return Relation(atoms.SMin(side.args[0]), ">", Integer(0))
        if isinstance(event.lhs, MatrixTerm) or length(event.lhs) is not None or length(event.rhs) is not None:
            raise ReadingError("an event compares numbers", "write normF(A - B) == 0")
        return chain(event.lhs, "<=", event.rhs, "<=", event.lhs)

    def _majorization(self, node: ast.Call) -> tuple[Clause, ...]:
        name = node.func.id  # type: ignore[attr-defined]
        if len(node.args) != 2:
            raise ReadingError(f"{name}(...) was given {len(node.args)} arguments", f"write {name}(x, y)")
        x, y = (as_vector(self.expression(a), f"{name}(x, y)", "write s(A) or lam(A)", self.sizes) for a in node.args)
        return majorization(name, x, y, self.sizes)

    def _entrywise(self, node: ast.Call) -> Any:
        usage = f"entrywise(f, A) with f one of {' '.join(OF_NUMBERS)}"
        first = node.args[0] if len(node.args) == 2 else None
        if not isinstance(first, ast.Name) or first.id not in OF_NUMBERS:
            raise ReadingError("entrywise(...) takes a function and a matrix", f"write {usage}")
        value = self.expression(node.args[1])
        if isinstance(value, ComplexMatrix) and first.id == "abs":
            return moduli(value)
        matrix = as_matrix(value, "entrywise(f, A)", self.sizes)
        if first.id == "abs":
            return absolute(matrix)
        return entrywise(lambda v: FUNCTIONS[first.id].rule(self.sizes, v), matrix)

    def _random(self, name: str, node: ast.Call) -> Any:
        """`P(event)` or `E(number)`."""
        usage = "P(a <= b)" if name == "P" else "E(number)"
        if len(node.args) != 1:
            raise ReadingError(f"{name}(...) was given {len(node.args)} arguments", f"write {usage}")
        if name == "P":
            event = self.clause_of(node.args[0])
            if not isinstance(event, Relation | Chain) or any(r.op == "==" for r in conjuncts(event)):
                raise ReadingError("an event is an inequality, or a chain of them", f"write {usage}")
            inside: Any = probability.Probability(event)
        else:
            value = operations.number_in(self.expression(node.args[0]))
            if isinstance(value, MatrixTerm) or length(value) is not None:
                raise ReadingError(
                    f"{operations.described(value, self.sizes)}: E(...) takes a number", "take an entry or a norm"
                )
            inside = probability.Expectation(value)
        if not any(
            isinstance(getattr(leaf, "domain", None), probability.RANDOM) for leaf in leaves(inside, frozenset())
        ):
            fix = 'declare one, as in G = "gaussian(n, n)"'
            raise ReadingError(f"nothing in {self.quoted(node)} is random", fix)
        return inside

    def clause_of(self, node: ast.expr) -> Clause:
        """The relation or chain that a part of the text is."""
        return self._located(node, self._clause)

    def expression(self, node: ast.expr) -> Any:
        """The language's own tree of a part of the text."""
        return self._located(node, self._expression)

    def _located(self, node: ast.expr, read: Callable[[Any], Any]) -> Any:
        with located(position=self.parsed.position(node), text=self.parsed.text):
            try:
                return read(node)
            except ShapeError as error:  # what the nodes themselves refuse
                raise ReadingError(str(error)) from None

    def _clause(self, node: ast.expr) -> Clause:
        if isinstance(node, ast.GeneratorExp):
            return calls.quantified(self, node)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "almost_surely":
            return self._almost_surely(node)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "tends":
            return self._limit(node)
        match node:
            case ast.Call(func=ast.Name(id="entrywise"), args=[ast.Compare() as compared], keywords=[]):
                return self._in_every_entry(compared)
            case ast.Compare(left=left, ops=[ast.NotEq()], comparators=[right]):
                return self._unequal(left, right)
        if not isinstance(node, ast.Compare):
            if isinstance(node, ast.Tuple):
                raise ReadingError("commas separate arguments only", "write several claims, one string each")
            self.expression(node)  # its own mistakes first
            raise ReadingError(f"{self.quoted(node)} states nothing", "a claim compares two sides, as in a <= b")
        sides, ops, places = self._sides(node)
        numbers = [operations.number_in(side) if isinstance(side, MatrixTerm) else side for side in sides]
        if not self.hiding and not any(isinstance(x, MatrixTerm) or length(x) is not None for x in numbers):
            sides = numbers  # x.T @ A @ x >= 0 compares numbers; reviewed lines stay as they were reviewed
        return self._related(sides, ops, places)

    def _unequal(self, left: ast.expr, right: ast.expr) -> Clause:
        """`a != b`: the distance is above zero."""
        zero = isinstance(right, ast.Constant) and right.value == 0
        apart = self.expression(left if zero else ast.copy_location(ast.BinOp(left, ast.Sub(), right), left))
        if isinstance(apart, MatrixTerm):
            apart = operations.number_in(apart)
        word = "abs" if complex_words.is_scalar(apart) else "normF" if complex_words.is_matrix(apart) else "norm"
        if complex_words.involved([apart]):
            return Relation(complex_words.call(word, [apart], self.sizes), ">", Integer(0))
        return Relation(FUNCTIONS[word].rule(self.sizes, apart), ">", Integer(0))

    def _in_every_entry(self, node: ast.Compare) -> Clause:
        """`entrywise(A <= B)`: the relation of A[i, j] and B[i, j] for all i and j."""
        sides, ops, places = self._sides(node)
        first = next((x for x in sides if isinstance(x, MatrixTerm)), None)
        if first is None or not all(isinstance(x, MatrixTerm) or x == 0 for x in sides):
            raise ReadingError("entrywise(...) compares real matrices", "write entrywise(A <= B), or entrywise(A >= 0)")
        for x in sides:
            if isinstance(x, MatrixTerm):
                operations.same_shape(first, x, ops[0], self.sizes)
        i = fresh(*sides)
        j, (rows, cols) = fresh(i, *sides), first.shape
        found = [Entry(entries(nth(x, j)), i) if isinstance(x, MatrixTerm) else x for x in sides]
        return forall(i, 1, rows, j, 1, cols, self._related(found, ops, places))

    def _sides(self, node: ast.Compare) -> tuple[list[Any], list[str], list[int]]:
        """What a comparison compares, by which relations, and where these stand."""
        operands = [node.left, *node.comparators]
        places = [self.parsed.operator(a, b) for a, b in zip(operands, operands[1:], strict=False)]
        ops = []
        for op, place in zip(node.ops, places, strict=True):
            if isinstance(op, ast.NotEq):
                raise ReadingError("`!=` stands in a relation of its own", "write several relations", position=place)
            if type(op) not in _RELATIONS:
                raise ReadingError("no relation of this language", "use <= < >= > ==", position=place)
            ops.append(_RELATIONS[type(op)])
        return [self.expression(side) for side in operands], ops, places

    def _related(self, sides: list[Any], ops: list[str], places: list[int]) -> Clause:
        try:
            return (complex_words.compare if complex_words.involved(sides) else compare)(sides, ops, self.sizes)
        except ReadingError as error:
            error.position = None if error.position is None else places[error.position]
            raise

    def _expression(self, node: ast.expr) -> Any:
        rule = _RULES.get(type(node))
        if rule is None:
            word = _REFUSED.get(type(node), "this construction")
            raise ReadingError(
                f"{word} is not part of the language", "use + - * / ** @ .T, numbers, names and functions"
            )
        return rule(self, node)

    def _constant(self, node: ast.Constant) -> Any:
        """Numbers are read from the text, so that decimals stay exact; `2j` is twice the imaginary unit."""
        if isinstance(node.value, complex):
            real = operations.number(Fraction(self.parsed.segment(node)[:-1]))
            return I_UNIT * real
        if isinstance(node.value, bool) or not isinstance(node.value, int | float):
            raise ReadingError(f"{self.quoted(node)} is no number", "write numbers, names and functions")
        return operations.number(Fraction(self.parsed.segment(node)))

    def _name(self, node: ast.Name) -> Any:
        name = node.id
        if name in self.names:
            value = self.names[name]
            if isinstance(value, Layers):
                raise ReadingError(f"{quoted(name)} is a family of layers", f"write {name}[l], or {name}[L:1]")
            return value
        if name in CONSTANTS:
            return CONSTANTS[name]
        raise names.undeclared(name, self.names, self.in_domain)

    def _unary(self, node: ast.UnaryOp) -> Any:
        inner = self.expression(node.operand)
        if isinstance(node.op, ast.USub):
            return -inner if isinstance(inner, Complex) else operations.negate(inner)
        if isinstance(node.op, ast.UAdd):
            return inner
        raise ReadingError("this sign is not part of the language", "use + or -")

    def _binary(self, node: ast.BinOp) -> Any:
        left, right = self.expression(node.left), self.expression(node.right)
        with located(position=self.parsed.operator(node.left, node.right)):
            if type(node.op) not in _BINARY:
                raise ReadingError("this operator is not part of the language", "use + - * / ** @")
            op, rule = _BINARY[type(node.op)]
            if complex_words.involved((left, right)):
                rule = complex_words.BINARY[op]
            try:
                return rule(left, right, self.sizes)
            except ShapeError as error:
                raise ReadingError(str(error)) from None

    def _attribute(self, node: ast.Attribute) -> Any:
        if node.attr in ("T", "H"):
            value = self.expression(node.value)
            if isinstance(value, Complex):
                return complex_words.transpose(value, node.attr, self.sizes)
            return operations.transpose(value, self.sizes)
        raise names.no_attribute(node.attr)

    def _call(self, node: ast.Call) -> Any:
        if isinstance(node.func, ast.Attribute):
            if node.func.attr in ("T", "H"):
                raise ReadingError("the transpose takes no brackets", f"write A.{node.func.attr}")
            raise names.no_attribute(node.func.attr)
        if not isinstance(node.func, ast.Name):
            raise ReadingError("an operator is missing before the bracket", "write x * (y + z)")
        name = node.func.id
        if name == "entrywise":
            return self._entrywise(node)
        if name == "funm":
            return calls.function_of(self, node)
        if name == "iterate":
            return calls.iterated(self, node)
        if name in ("sup", "inf"):
            said, matrix = calls.extreme(self, name, node)
            return type(self)(parse(said), {"A": matrix}, self.sizes).whole()
        if name in RANDOM and (name not in self.names or _speaks(name, node)):
            return self._random(name, node)
        if name in MAJORIZATION:
            raise ReadingError(f"{name}(x, y) is a claim of its own", "write nothing next to it")
        if name == "block" and len(node.args) == 1:
            return self.expression(node.args[0])
        if len(node.args) == 1 and isinstance(node.args[0], ast.GeneratorExp) and name in FOLDS:
            return calls.folded(self, name, node.args[0])
        if name == "network":
            return calls.network(self, node)
        if name in DERIVATIVES:
            return calls.derivative(self, name, node)
        if name in TREE_WORDS:
            return calls.read(self, name, node)
        if name not in FUNCTIONS:
            raise names.no_function(name, self.names)
        function = FUNCTIONS[name]
        names.check_count(name, len(node.args))
        if name in ("s", "lam") and len(node.args) == 2:
            whole = ast.copy_location(ast.Call(node.func, node.args[:1], []), node)
            return calls.entry_of(self, node, whole)
        values = [self.expression(a) for a in node.args]
        if complex_words.involved(values):
            return complex_words.call(name, values, self.sizes)
        if name in OF_NUMBERS and not self.hiding:
            values = [operations.number_in(x) if isinstance(x, MatrixTerm) else x for x in values]
        return function.rule(self.sizes, *values)

    def _subscript(self, node: ast.Subscript) -> Any:
        family = self.names.get(node.value.id) if isinstance(node.value, ast.Name) else None
        return calls.segment(self, family, node) if isinstance(family, Layers) else calls.subscript(self, node)


def _speaks(name: str, node: ast.Call) -> bool:
    """Whether `P(...)` or `E(...)` is meant where a variable has this name, too: no other bracket stands behind one."""
    return name == "E" or any(isinstance(a, ast.Compare) for a in node.args)


_RULES: dict[type, Callable[[Walk, Any], Any]] = {
    ast.Constant: Walk._constant,
    ast.Name: Walk._name,
    ast.UnaryOp: Walk._unary,
    ast.BinOp: Walk._binary,
    ast.Attribute: Walk._attribute,
    ast.Call: Walk._call,
    ast.Subscript: Walk._subscript,
    ast.List: calls.literal,
}
_REFUSED: dict[type, str] = {
    ast.Compare: "a comparison inside an expression",
    ast.Tuple: "a list of values",
    ast.Starred: "unpacking by `*`",
    ast.BoolOp: "`and` and `or`",
    ast.Lambda: "`lambda`",
    ast.IfExp: "`if`",
    ast.GeneratorExp: "`for` outside sum, prod, max, min and the end of a claim",
    ast.Slice: "`:` outside A[:, j] and A[i, :]",
}
