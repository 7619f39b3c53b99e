"""Normal forms of matrix expressions: sums of words with commuting coefficients."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sympy import Expr, Integer

from theorems.language import columns, domains, families, functions, matrices, networks
from theorems.language.variables import Index
from verify.proofs.trees import entry_of, free, is_leaf, substitute
from verify.proofs.words import (
    DIAGONAL,
    KronLetter,
    Letter,
    ProofError,
    Shape,
    StackLetter,
    SumLetter,
    Word,
    transposed,
)

if TYPE_CHECKING:
    from verify.proofs.forms import Forms

ONE = Integer(1)
# matrices that stand in products as they are written
OPAQUE = (
    families.Segment, networks.LayerMatrix, families.Unit, functions.Ones, functions.Relu, columns.DiagonalMatrix,
    families.VStack, functions.Inverse, families.MatProdOver,
)  # fmt: skip
BOUND = Index("#")  # every summation index, inside its sum


def inside(over: Any) -> Any:
    """The body of a sum, its index written `#`.  Raises ProofError where an outer index, `#` too, occurs in it."""
    if BOUND in free(over.body):
        raise ProofError(f"{over} depends on the index of a sum around it")
    return substitute(over.body, {over.index: BOUND})


class Form:
    """A sum of words, each with a coefficient, and the shape of the matrix it is."""

    def __init__(self, shape: Shape, terms: dict[Word, Expr]) -> None:
        self.shape, self.terms = shape, terms

    @property
    def key(self) -> tuple[Any, ...]:
        """Equal for equal sums."""
        return (self.shape, frozenset(self.terms.items()))

    @property
    def is_scalar(self) -> bool:
        """Whether this is a 1 x 1 matrix."""
        return self.shape == (ONE, ONE)

    @property
    def scalar(self) -> Expr:
        """The entry of a 1 x 1 matrix."""
        return self.terms.get((), Integer(0))


class MatrixForms:
    """Turns matrix expressions into `Form`s; `forms` turns the scalars in them into SymPy expressions."""

    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self._seen: dict[Any, Form] = {}
        self._rules: dict[type, Callable[[Any], Form]] = {
            matrices.MatPlus: self._plus,
            matrices.MatNeg: lambda m: self.scaled(Integer(-1), self(m.args[0])),
            matrices.Scaled: self._scaled,
            matrices.MatTimes: self._times,
            matrices.Transpose: lambda m: self.transpose(self(m.args[0])),
            matrices.Id: lambda m: Form(self._shape(m), {(): ONE}),
            matrices.Kron: self._kron,
            families.MatSumOver: self._sum_over,
            families.StackOver: self._stack_over,
            families.MatProdOver: self._product_over,
        }

    def __call__(self, m: Any) -> Form:
        """Normal form of a matrix expression.  Raises ProofError when shapes do not fit."""
        if m not in self._seen:
            rule = self._rules.get(type(m))
            self._seen[m] = rule(m) if rule else self._opaque(m)
        return self._seen[m]

    def _shape(self, m: Any) -> Shape:
        rows, cols = m.shape
        return self.forms.scalar(rows), self.forms.scalar(cols)

    def _opaque(self, m: Any) -> Form:
        shape = self._shape(m)
        if isinstance(m, families.Unit) and shape[0] == 1:  # the only unit column of length one
            return Form(shape, {(): ONE})
        if not is_leaf(m) and not isinstance(m, OPAQUE):
            raise ProofError(f"{m} has no normal form")
        word: Word = (Letter(m, False, *shape),)
        return self._collect(shape, [(ONE, word)])

    def _collect(self, shape: Shape, parts: list[tuple[Expr, Word]]) -> Form:
        """Settle every word, add up equal ones, drop what cancels."""
        terms: dict[Word, Expr] = {}
        for c, word in parts:
            for d, settled in self.settle(word, *shape):
                terms[settled] = terms.get(settled, Integer(0)) + c * d
        canonical = {w: self.forms.canonical(c) for w, c in terms.items()}
        return Form(shape, {w: c for w, c in canonical.items() if c != 0})

    def _plus(self, m: Any) -> Form:
        return self.add([self(a) for a in m.args])

    def add(self, parts: list[Form]) -> Form:
        """Sum of forms of one shape."""
        if any(p.shape != parts[0].shape for p in parts):
            raise ProofError(f"cannot add shapes {[p.shape for p in parts]}")
        return self._collect(parts[0].shape, [(c, w) for p in parts for w, c in p.terms.items()])

    def scaled(self, c: Expr, a: Form) -> Form:
        """Scalar multiple."""
        return self._collect(a.shape, [(c * d, w) for w, d in a.terms.items()])

    def _scaled(self, m: Any) -> Form:
        if self.forms.length(m.args[0]) is not None:
            raise ProofError(f"{m.args[0]} is no scalar and cannot scale a matrix")
        return self.scaled(self.forms.scalar(m.args[0]), self(m.args[1]))

    def transpose(self, a: Form) -> Form:
        """Transpose."""
        return self._collect(a.shape[::-1], [(c, transposed(w)) for w, c in a.terms.items()])

    def _times(self, m: Any) -> Form:
        out = self(m.args[0])
        for factor in m.args[1:]:
            out = self.multiply(out, self(factor))
        return out

    def multiply(self, a: Form, b: Form) -> Form:
        """Product."""
        if a.shape[1] != b.shape[0]:
            raise ProofError(f"cannot multiply shapes {a.shape} and {b.shape}")
        shape = (a.shape[0], b.shape[1])
        return self._collect(shape, [(c * d, v + w) for v, c in a.terms.items() for w, d in b.terms.items()])

    def _kron(self, m: Any) -> Form:
        a, b = (self(x) for x in m.args)
        parts = []
        for v, c in a.terms.items():
            for w, d in b.terms.items():
                parts.append((c * d, self._paired(v, w, a.shape, b.shape)))
        return self._collect(self._shape(m), parts)

    def _paired(self, v: Word, w: Word, left: Shape, right: Shape) -> Word:
        """v ⊗ w as a word: a sum on either side goes outside."""
        if len(v) == 1 and isinstance(v[0], SumLetter):
            s = v[0]
            self._free_of_index(w)
            rows, cols = (left[0] * right[0]).expand(), (left[1] * right[1]).expand()
            return (SumLetter(s.low, s.high, s.weight, self._paired(s.word, w, left, right), rows, cols),)
        if len(w) == 1 and isinstance(w[0], SumLetter) and not self.forms.bound(v):
            s = w[0]
            rows, cols = (left[0] * right[0]).expand(), (left[1] * right[1]).expand()
            return (SumLetter(s.low, s.high, s.weight, self._paired(v, s.word, left, right), rows, cols),)
        return self._side_by_side(v, w, left, right)

    @staticmethod
    def _side_by_side(v: Word, w: Word, left: Shape, right: Shape) -> Word:
        """v ⊗ w for settled words: a 1 x 1 factor has left its entry in the coefficient, and goes."""
        if left == (ONE, ONE) and not v:
            return w
        if right == (ONE, ONE) and not w:
            return v
        return (KronLetter(v, w, left, right),) if v or w else ()

    def _inside(self, m: Any) -> tuple[Expr, Expr, Form]:
        low, high = (self.forms.scalar(x) for x in m.args[1:3])
        return low, high, self(inside(m))

    def _sum_over(self, m: Any) -> Form:
        low, high, body = self._inside(m)
        return self._sum(low, high, body)

    def _sum(self, low: Expr, high: Expr, body: Form) -> Form:
        parts = [p for w, c in body.terms.items() for p in self._summed(low, high, c, w, body.shape)]
        return self._collect(body.shape, parts)

    def _summed(self, low: Expr, high: Expr, c: Expr, word: Word, shape: Shape) -> list[tuple[Expr, Word]]:
        """A term of a sum: what does not depend on the index, be it a factor or the whole word, goes outside."""
        parts = self.forms.split(c)
        if word and all(isinstance(letter, Letter) for letter in word) and not self.forms.bound(word):
            sums = [(outer, (SumLetter(low, high, inner, (), ONE, ONE),)) for outer, inner in parts]
            return [(outer * self.forms.bilinear(single), word) for outer, single in sums]
        return [(outer, (SumLetter(low, high, inner, word, *shape),)) for outer, inner in parts]

    def _product_over(self, m: Any) -> Form:
        """A letter of its own, the index written `#`."""
        _, low, high, _ = m.args
        return self._opaque(families.MatProdOver(BOUND, low, high, inside(m)))

    def _stack_over(self, m: Any) -> Form:
        low, high, body = self._inside(m)
        blocks = frozenset(body.terms.items())
        shape = self._shape(m)
        return Form(shape, {(StackLetter(low, high, blocks, body.shape, False, *shape),): ONE})

    # --- words

    def settle(self, word: Word, rows: Expr, cols: Expr) -> list[tuple[Expr, Word]]:
        """A word as a sum of words that no rule applies to, 1 x 1 factors moved into the coefficients."""
        for k in range(len(word) - 1):
            change = self._pair(word[k], word[k + 1])
            if change is not None:
                out = []
                for c, middle in change:
                    settled = self.settle(word[:k] + middle + word[k + 2 :], rows, cols)
                    out += [(c * d, w) for d, w in settled]
                return out
        cuts = [k for k in range(len(word) + 1) if (rows if k == 0 else word[k - 1].cols) == 1]
        if len(cuts) < 2:
            return [(ONE, word)]
        coefficient: Expr = ONE
        for a, b in zip(cuts, cuts[1:], strict=False):
            coefficient = coefficient * self.forms.bilinear(word[a:b])
        return [(coefficient, word[: cuts[0]] + word[cuts[-1] :])]

    def _pair(self, a: Any, b: Any) -> list[tuple[Expr, Word]] | None:
        """What a product of two letters becomes, None where no rule applies."""
        if isinstance(a, StackLetter) and isinstance(b, StackLetter):
            if not a.turned or b.turned or (a.low, a.high) != (b.low, b.high):
                return None
            left = self.transpose(Form(a.block_shape, dict(a.blocks)))
            total = self._sum(a.low, a.high, self.multiply(left, Form(b.block_shape, dict(b.blocks))))
            return [(c, w) for w, c in total.terms.items()]
        if isinstance(a, SumLetter) != isinstance(b, SumLetter):
            return self._absorb(a, b)
        if isinstance(a, StackLetter) or isinstance(b, StackLetter):
            return None
        if isinstance(a, KronLetter) and isinstance(b, KronLetter):
            return self._mixed_product(a, b)
        if isinstance(a, KronLetter) and isinstance(b, Letter):
            return self._beside_column(a, b)
        if isinstance(a, Letter) and isinstance(b, KronLetter):
            turned = self._beside_column(b.T, a.T)
            return None if turned is None else [(c, transposed(w)) for c, w in turned]
        if isinstance(a, Letter) and isinstance(b, Letter):
            return self._letters(a, b)
        return None

    def _absorb(self, a: Any, b: Any) -> list[tuple[Expr, Word]]:
        """A factor next to a sum goes into each of its terms."""
        s = a if isinstance(a, SumLetter) else b
        self._free_of_index((b if s is a else a,))
        inner = (*s.word, b) if s is a else (a, *s.word)
        shape = (a.rows, b.cols)
        return [p for c, w in self.settle(inner, *shape) for p in self._summed(s.low, s.high, c * s.weight, w, shape)]

    def _free_of_index(self, word: Word) -> None:
        """What goes into a sum must not depend on the index of a sum around it, which is written `#` too."""
        if self.forms.bound(word):
            raise ProofError("a factor next to a sum depends on the index of a sum around both")

    def _mixed_product(self, a: KronLetter, b: KronLetter) -> list[tuple[Expr, Word]] | None:
        """(A ⊗ B)(C ⊗ D) = AC ⊗ BD, where the sizes fit."""
        if a.left_shape[1] != b.left_shape[0] or a.right_shape[1] != b.right_shape[0]:
            return None
        left_shape = (a.left_shape[0], b.left_shape[1])
        right_shape = (a.right_shape[0], b.right_shape[1])
        out = []
        for c, v in self.settle(a.left + b.left, *left_shape):
            for d, w in self.settle(a.right + b.right, *right_shape):
                out.append((c * d, self._side_by_side(v, w, left_shape, right_shape)))
        return out

    def _beside_column(self, a: KronLetter, b: Letter) -> list[tuple[Expr, Word]] | None:
        """(x ⊗ Y) B = x ⊗ Y B and (X ⊗ y) B = X B ⊗ y for columns x and y, as B = 1 ⊗ B = B ⊗ 1."""
        one, whole = (ONE, ONE), (b.rows, b.cols)
        if b.rows == 1:  # a column times a row stays in two parts
            return None
        if a.left_shape[1] == 1:
            return self._mixed_product(a, KronLetter((), (b,), one, whole))
        if a.right_shape[1] == 1:
            return self._mixed_product(a, KronLetter((b,), (), whole, one))
        return None

    def _letters(self, a: Letter, b: Letter) -> list[tuple[Expr, Word]] | None:
        for inverse, other in ((a, b), (b, a)):
            if isinstance(inverse.node, functions.Inverse) and inverse.node.args[0] == other.node:
                return [(ONE, ())] if inverse.turned == other.turned else None
        if isinstance(a.node, families.VStack) and a.node == b.node and a.turned and not b.turned:
            grams = [self.multiply(self.transpose(self(block)), self(block)) for block in a.node.args]
            return [(c, w) for w, c in self.add(grams).terms.items()]
        if isinstance(a.node, columns.DiagonalMatrix) and isinstance(b.node, families.Unit) and not b.turned:
            return [(self.forms.scalar(entry_of(a.node.args[0], b.node.args[1])), (b,))]
        if isinstance(b.node, columns.DiagonalMatrix) and isinstance(a.node, families.Unit) and a.turned:
            return [(self.forms.scalar(entry_of(b.node.args[0], a.node.args[1])), (a,))]
        if a.node == b.node:
            if isinstance(a.domain, domains.Orthogonal) and a.turned != b.turned:
                return [(ONE, ())]
            if isinstance(a.domain, domains.Selection) and b.turned and not a.turned:
                return [(ONE, ())]
            if isinstance(a.domain, domains.Activation):  # entries are 1 or eta: (D - Id)(D - eta Id) = 0
                eta = self.forms.scalar(a.domain.eta)
                return [(1 + eta, (a,)), (-eta, ())]
        elif isinstance(a.domain, DIAGONAL) and isinstance(b.domain, DIAGONAL):  # they commute
            return [(ONE, (b, a))] if self.forms.rank(b) < self.forms.rank(a) else None
        return None

    def trace(self, a: Form) -> Expr:
        """Trace: linear, and blind to turning a product over or in a circle."""
        if a.is_scalar:
            return a.scalar
        return self.forms.canonical(sum((c * self._trace(w, a.shape[0]) for w, c in a.terms.items()), Integer(0)))

    def _trace(self, word: Word, size: Expr) -> Expr:
        if not word:
            return size
        if len(word) == 1 and isinstance(word[0], SumLetter):
            s = word[0]
            return self.forms.summed(s.low, s.high, s.weight * self._trace(s.word, s.rows))
        for k in range(len(word)):
            turned = word[k:] + word[:k]
            rows = turned[0].rows
            settled = self.settle(turned, rows, rows)
            if settled != [(ONE, turned)]:
                return sum((c * (1 if rows == 1 and not w else self._trace(w, rows)) for c, w in settled), Integer(0))
        circle = [w[k:] + w[:k] for w in (word, transposed(word)) for k in range(len(word))]
        return self.forms.symbol(("tr", min(circle, key=self.forms.order)), "tr", words=[word])
