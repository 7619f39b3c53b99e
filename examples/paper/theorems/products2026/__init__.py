"""A made-up paper on products of matrices, in a package of its own."""

from lemmata.language import Paper

PRODUCTS_2026 = Paper("products2026", "Two lemmas on products of matrices", "A. Newcomer")
