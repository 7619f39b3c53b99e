"""Oyedotun, Al Ismaeil and Aouada: why very deep networks need skip connections, by products of eigenvalues."""

from lemmata.language import Paper

OYEDOTUN_2021 = Paper(
    "oyedotun2021",
    "Training Very Deep Neural Networks: Rethinking the Role of Skip Connections",
    "O. K. Oyedotun, K. Al Ismaeil, D. Aouada",
)
