"""MacDonald et al.: smoothness, Polyak-Lojasiewicz inequalities and weight normalisation of deep residual networks."""

from theorems.language import Paper

MACDONALD_2022 = Paper(
    "macdonald2022",
    "A global analysis of global optimisation",
    "L. E. MacDonald, H. Saratchandran, J. Valmadre, S. Lucey",
)
