"""One sample of every node class of parts of networks and of networks made from a network."""

from typing import Any

from lemmata.language import architectures as ar
from lemmata.language import networks
from lemmata.language import unrolling as un

nu = networks.Network("nu")
v, q = networks.Vertex("v", nu), un.InputVertex("q", nu)
a, b, c = (ar.Neurons(name, nu) for name in "abc")
F = ar.EdgeSet("F", nu)

SAMPLES: list[tuple[Any, str, str]] = [
    (ar.EdgeWeights(F), "edge_weights(F)", r"w_{F}"),
    (ar.OutputWeights(nu), "output_weights(nu)", r"w_{\mathrm{in} ( o )}"),
    (ar.Count(b), "count(b)", r"\mathrm{size} ( b )"),
    (ar.Channels(b), "channels(b)", r"\mathrm{ch} ( b )"),
    (ar.Between(a, b), "weights(a, b)", r"W_{a \to b}"),
    (ar.Kernel(a, b), "kernel(a, b)", r"T_{a \to b}"),
    (ar.KernelIn(a, b), "kernel_in(a, b)", r"T_{a \to b}^{\text{in}}"),
    (ar.ByChannel(ar.Between(a, b), a), "by_channel(weights(a, b), a)", r"{W_{a \to b}}_{\text{by channel of } a}"),
    (
        ar.HStack(ar.Between(a, b), ar.Between(b, c)),
        "hstack(weights(a, b), weights(b, c))",
        r"\left[ \begin{matrix} W_{a \to b} & W_{b \to c} \end{matrix} \right]",
    ),
    (
        ar.Above(ar.Between(a, b), ar.Between(b, c)),
        "vstack(weights(a, b), weights(b, c))",
        r"\left[ \begin{matrix} W_{a \to b} \\ W_{b \to c} \end{matrix} \right]",
    ),
    (ar.InProducts(b), "in_products(b)", r"p_{\text{in}} ( b )"),
    (ar.OutProducts(b), "out_products(b)", r"p_{\text{out}} ( b )"),
    (ar.SomeOutProducts(b), "some_out_products(b)", r"p_{\text{out, some}} ( b )"),
    (
        ar.IsLayer(F),
        "is_layer(F)",
        r"F \text{ is a layer: no path holds two of its edges, without them the graph falls apart}",
    ),
    (
        ar.IsCut(F),
        "is_cut(F)",
        r"F \text{ is a cut: no path holds two of its edges, every path from input to output holds one}",
    ),
    (ar.FullyConnected(a, b), "fully_connected(a, b)", r"\text{a fully connected layer leads from } a \text{ to } b"),
    (ar.Convolution(a, b), "convolution(a, b)", r"\text{a convolution leads from } a \text{ to } b"),
    (
        ar.ResidualBlock(a, b, c),
        "residual_block(a, b, c)",
        r"\text{a residual block (Identity, Diagonal or Free) with hidden units } b "
        r"\text{ leads from } a \text{ to } c",
    ),
    (
        ar.FreeBlock(a, b, c),
        "free_block(a, b, c)",
        r"\text{a ResNetFree block with hidden units } b \text{ leads from } a \text{ to } c",
    ),
    (
        ar.ConvolutionalNeurons(b),
        "convolutional_neurons(b)",
        r"b \text{: all positions share their in-weights, all channels of a position their neighbours}",
    ),
    (
        ar.SameSlopesWithin(b),
        "same_slopes_within(b)",
        r"\text{at every position, all channels of } b \text{ have the same slope on every data point}",
    ),
    (un.UnrolledNetwork(nu), "unrolled(nu)", r"\tau_{\nu}"),
    (un.UnrolledByVertices(nu), "unrolled_by_vertices(nu)", r"\tau_{\nu}^{\text{sets}}"),
    (un.AbsoluteTree(nu), "absolute_tree(nu)", r"\mu_{\nu}^{\text{abs}}"),
    (un.PathInputs(nu), "path_inputs(nu)", r"x_{\nu}"),
    (un.AbsolutePathProducts(nu), "absolute_path_products(nu)", r"h_{\nu}^{\text{abs}}"),
    (un.PulledBack(nu, v), "pulled_back(nu, v)", r"\nu^{v}"),
    (un.ScaledInput(nu, q), "scaled_input(nu, q)", r"x_{q}"),
    (un.SingleOut(q), "single_out_edge(q)", r"q \text{ has a single out-edge}"),
]
