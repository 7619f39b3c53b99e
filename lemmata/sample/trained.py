"""Matrices from trained networks: a small plain and a small residual ReLU network fitted to the digits of scikit-learn.

Plain layer: z -> relu(W z + b); residual layer: z -> z + relu(W z + b). In the linear region of an input the
Jacobians are D W and D W + I, D the 0/1 activation pattern (Riedi, Balestriero, Baraniuk 2022, (31) and (32)).
Training needs scikit-learn and takes about a second; a saved file needs neither, and is how one process hands the
same weights to the others.  Fitted networks are kept in the user's cache until the code that fits them changes.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import zipfile
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from lemmata.evaluate import randomness
from lemmata.evaluate.randomness import Stream
from lemmata.sample.matrix_laws import Ensemble

WIDTH = 16
DEPTH = 4
PIXELS = 64
_SEED = 20220
_STEPS = 120
_RATE = 0.02
_TEST_SIZE = 360
_BANK_IMAGES = 64
_SLOPES = (0.0, 0.1, 1.0)
_KINDS = ("plain", "residual")


@dataclass(frozen=True)
class TrainedNetwork:
    """A fitted network and held-out images to evaluate it on; float64, on the CPU.

    weights: (W_1, ..., W_depth), W_1 (width, 64), the others (width, width); biases likewise; readout (10, width +
    1), bias last; images (m, 64) with entries in [0, 1] and labels (m,) were not trained on. The first layer has no
    skip link (it changes the dimension), the others have one if `residual`.
    """

    residual: bool
    weights: tuple[Tensor, ...]
    biases: tuple[Tensor, ...]
    readout: Tensor
    images: Tensor
    labels: Tensor
    train_accuracy: float

    @property
    def width(self) -> int:
        """Units per hidden layer."""
        return int(self.weights[0].shape[0])

    def patterns(self, images: Tensor) -> Tensor:
        """Activation patterns D_1..D_depth of images (m, 64): 0/1, shape (depth, m, width)."""
        return self._run(images)[0]

    def logits(self, images: Tensor) -> Tensor:
        """Class scores (m, 10) of images (m, 64)."""
        return self._run(images)[1]

    def _run(self, images: Tensor) -> tuple[Tensor, Tensor]:
        hidden, patterns = images, []
        for layer, (weight, bias) in enumerate(zip(self.weights, self.biases, strict=True)):
            before = hidden @ weight.T + bias
            patterns.append((before > 0).to(before.dtype))
            hidden = before.clamp(min=0) + (hidden if self.residual and layer else 0.0)
        return torch.stack(patterns), hidden @ self.readout[:, :-1].T + self.readout[:, -1]

    def jacobian(self, image: Tensor, first: int = 1, last: int | None = None) -> Tensor:
        """Jacobian of layers first..last (counted from 1, both included) in the linear region of one image (64,)."""
        patterns = self.patterns(image[None])[:, 0]
        product: Tensor | None = None
        for layer in range(first - 1, len(self.weights) if last is None else last):
            factor = patterns[layer][:, None] * self.weights[layer]
            if self.residual and layer:
                factor = factor + torch.eye(self.width, dtype=factor.dtype)
            product = factor if product is None else factor @ product
        if product is None:
            raise ValueError(f"no layers from {first} to {last} in a network of depth {len(self.weights)}")
        return product


def digits() -> tuple[Tensor, Tensor]:
    """scikit-learn's handwritten digits: images (1797, 64), whole multiples of 1/16 in [0, 1], and labels (1797,).

    Raises ImportError, with the fix, without scikit-learn.
    """
    try:
        from sklearn.datasets import load_digits
    except ImportError as error:
        raise ImportError(
            "trained matrices are fitted to scikit-learn's digits, and scikit-learn is not installed: "
            "run `pip install scikit-learn`, or pass the path of a file saved where it is"
        ) from error
    images, labels = load_digits(return_X_y=True)
    return torch.from_numpy(np.asarray(images, dtype=np.float64) / 16.0), torch.from_numpy(labels.astype(np.int64))


def _train(residual: bool, width: int, depth: int) -> TrainedNetwork:
    """Adam on the whole training set (cross entropy), from a fixed start: no randomness but the named stream."""
    stream = Stream(("trained", _KINDS[residual], width, depth), _SEED)
    images, labels = digits()
    order = Stream(("trained", "split"), _SEED).permutation(1, len(images))[0]
    test, train = order[:_TEST_SIZE], order[_TEST_SIZE:]
    sizes = [images.shape[1]] + [width] * depth
    weights = [stream.normal((out, fan)) * (2.0 / fan) ** 0.5 for fan, out in zip(sizes, sizes[1:], strict=False)]
    if residual:
        weights[1:] = [0.5 * weight for weight in weights[1:]]
    biases = [torch.zeros(width, dtype=torch.float64) for _ in range(depth)]
    readout = torch.cat((stream.normal((10, width)) * width**-0.5, torch.zeros(10, 1, dtype=torch.float64)), dim=1)
    parameters = [*weights, *biases, readout]
    inputs, targets = images[train], labels[train]

    def network() -> TrainedNetwork:
        return TrainedNetwork(residual, tuple(weights), tuple(biases), readout, images[test], labels[test], 0.0)

    # Adam (Kingma, Ba 2015) in full: importing torch.optim would cost more time than all of the training.
    first = [torch.zeros_like(parameter) for parameter in parameters]
    second = [torch.zeros_like(parameter) for parameter in parameters]
    for parameter in parameters:
        parameter.requires_grad_(True)
    for step in range(1, _STEPS + 1):
        with torch.enable_grad():
            loss = torch.nn.functional.cross_entropy(network().logits(inputs), targets)
            gradients = torch.autograd.grad(loss, parameters)
        with torch.no_grad():
            rate = _RATE * (1.0 - 0.999**step) ** 0.5 / (1.0 - 0.9**step)
            for parameter, gradient, mean, square in zip(parameters, gradients, first, second, strict=True):
                mean.lerp_(gradient, 0.1)
                square.lerp_(gradient * gradient, 0.001)
                parameter.sub_(rate * mean / (square.sqrt() + 1e-8))
    for parameter in parameters:
        parameter.requires_grad_(False)
    fitted = network()
    accuracy = float((fitted.logits(inputs).argmax(1) == targets).to(torch.float64).mean())
    return TrainedNetwork(residual, fitted.weights, fitted.biases, readout, fitted.images, fitted.labels, accuracy)


def save_networks(networks: tuple[TrainedNetwork, ...], path: str | os.PathLike[str]) -> None:
    """Write networks to an .npz file; a reader never sees half a file (it is moved into place when complete)."""
    arrays: dict[str, Any] = {"depth": np.array(len(networks[0].weights))}
    for network in networks:
        kind = _KINDS[network.residual]
        for layer, (weight, bias) in enumerate(zip(network.weights, network.biases, strict=True)):
            arrays[f"{kind}.weight{layer}"], arrays[f"{kind}.bias{layer}"] = weight.numpy(), bias.numpy()
        arrays[f"{kind}.readout"] = network.readout.numpy()
        arrays[f"{kind}.images"], arrays[f"{kind}.labels"] = network.images.numpy(), network.labels.numpy()
        arrays[f"{kind}.train_accuracy"] = np.array(network.train_accuracy)
    target = Path(path)
    with tempfile.NamedTemporaryFile(dir=target.parent, prefix=target.stem, suffix=".part", delete=False) as handle:
        np.savez(handle, **arrays)
    os.replace(handle.name, target)


def load_networks(path: str | os.PathLike[str]) -> tuple[TrainedNetwork, TrainedNetwork]:
    """Read what `save_networks` wrote: (plain, residual).

    Raises ValueError if the file holds something else or is damaged, OSError if it cannot be read.
    """
    try:
        with np.load(path, allow_pickle=False) as data:
            depth = int(data["depth"])
            networks = [
                TrainedNetwork(
                    kind == "residual",
                    tuple(torch.from_numpy(data[f"{kind}.weight{layer}"]) for layer in range(depth)),
                    tuple(torch.from_numpy(data[f"{kind}.bias{layer}"]) for layer in range(depth)),
                    torch.from_numpy(data[f"{kind}.readout"]),
                    torch.from_numpy(data[f"{kind}.images"]),
                    torch.from_numpy(data[f"{kind}.labels"]),
                    float(data[f"{kind}.train_accuracy"]),
                )
                for kind in _KINDS
            ]
    except (KeyError, TypeError, ValueError, EOFError, zipfile.BadZipFile) as error:
        raise ValueError(f"{path}: not a file of trained networks ({error})") from error
    if not all(_whole(network) for network in networks):
        raise ValueError(f"{path}: not a file of trained networks (shapes that do not fit, or values not finite)")
    return networks[0], networks[1]


def _whole(network: TrainedNetwork) -> bool:
    """Whether the arrays of a network fit together and hold numbers."""
    if not network.weights or network.weights[0].dim() != 2:
        return False
    width, fans = network.width, [PIXELS] + [network.width] * (len(network.weights) - 1)
    images = network.images.shape[0] if network.images.dim() == 2 else 0
    return (
        [tuple(w.shape) for w in network.weights] == [(width, fan) for fan in fans]
        and all(tuple(b.shape) == (width,) for b in network.biases)
        and tuple(network.readout.shape) == (10, width + 1)
        and tuple(network.images.shape) == (images, PIXELS)
        and tuple(network.labels.shape) == (images,)
        and images > 0
        and all(bool(torch.isfinite(a).all()) for a in (*network.weights, *network.biases, network.readout))
    )


@cache
def _version() -> str:
    """A hash of everything that decides what a fit gives on this machine."""
    sources = [Path(file).read_bytes() for file in (__file__, randomness.__file__)]
    return hashlib.sha256(b"\0".join([*sources, torch.__version__.encode()])).hexdigest()[:16]


def cached_file(width: int, depth: int) -> Path:
    """Where the networks of a size are kept: one folder of the user's cache, by version of the code, size and seed."""
    root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "lemmata" / "trained"
    return root / f"{_version()}-{width}-{depth}-{_SEED}.npz"


def _fitted(width: int, depth: int) -> tuple[TrainedNetwork, TrainedNetwork]:
    """Networks from the cache, or fitted and put there; one that cannot be read is fitted again.

    A cache that cannot be written to costs time, nothing else.
    """
    kept = cached_file(width, depth)
    with suppress(OSError, ValueError):
        return load_networks(kept)
    networks = (_train(False, width, depth), _train(True, width, depth))
    with suppress(OSError):
        kept.parent.mkdir(parents=True, exist_ok=True)
        for other in kept.parent.iterdir():
            if not other.name.startswith(_version()):
                other.unlink(missing_ok=True)
        save_networks(networks, kept)
    return networks


@lru_cache(maxsize=8)
def _networks(width: int, depth: int, path: str | None) -> tuple[TrainedNetwork, TrainedNetwork]:
    if path is not None and Path(path).exists():
        return load_networks(path)
    networks = _fitted(width, depth)
    if path is not None:
        save_networks(networks, path)
    return networks


def digits_networks(
    width: int = WIDTH, depth: int = DEPTH, path: str | os.PathLike[str] | None = None
) -> tuple[TrainedNetwork, TrainedNetwork]:
    """(plain, residual) networks fitted to the digits, kept in memory for the process and in the user's cache.

    width: 1 to 64. path: an .npz file to read them from if it exists (its own width and depth then hold), and to write
    them to if not. Weights are the same in every process that reads the file; fitted anew on another machine they agree
    only as far as its rounding does.

    Raises ValueError for other sizes; ImportError, with the fix, if they have to be fitted without scikit-learn.
    """
    if not (1 <= width <= PIXELS and depth >= 1):
        raise ValueError(f"networks have a width of 1 to {PIXELS} and a depth of at least 1, not {width}, {depth}")
    return _networks(width, depth, None if path is None else os.fspath(path))


@lru_cache(maxsize=8)
def _bank(width: int, path: str | None, device: torch.device, dtype: torch.dtype) -> tuple[Tensor, int]:
    """Jacobians of all runs of consecutive layers of both networks, (networks, runs, images, slopes, width, 64).

    With it, how many of the runs, the first ones, start at the first layer and so fill 64 columns; the others fill
    `width`.
    """
    networks = digits_networks(width, path=path)
    width, depth, fan = networks[0].width, len(networks[0].weights), networks[0].images.shape[1]
    shown = max(4, _BANK_IMAGES * WIDTH // width)
    slopes = torch.tensor(_SLOPES, dtype=torch.float64)[:, None, None]
    runs = [(first, last) for first in range(depth) for last in range(first, depth)]
    bank = torch.zeros(len(networks), len(runs), shown, len(_SLOPES), width, fan, dtype=torch.float64)
    for net, network in enumerate(networks):
        active = network.patterns(network.images[:shown])[:, :, None, :, None]
        for number, (first, last) in enumerate(runs):
            product = torch.eye(fan if first == 0 else width, dtype=torch.float64)
            for layer in range(first, last + 1):
                diagonal = active[layer] + (1.0 - active[layer]) * slopes
                skipped = product if network.residual and layer else 0.0
                product = diagonal * (network.weights[layer] @ product) + skipped
            bank[net, number, ..., : product.shape[-1]] = product
    return bank.to(device=device, dtype=dtype), depth


def trained_matrices(
    stream: Stream, batch: int, rows: int, cols: int, *, path: str | os.PathLike[str] | None = None
) -> Tensor:
    """Random sub-blocks of layers and of layer products of both fitted networks, (batch, rows, cols).

    Each instance picks a network, a run of consecutive layers and a held-out image. The factors are D W, D being the
    image's own activation pattern with slope 0, 1/10 or 1 on its inactive units, plus I where the network has a skip
    link. Rows and columns are distinct and picked at random, the same indices for both (a principal block) unless the
    columns are the pixels. The width is 16, or the power of two that holds the shape; networks are fitted when a
    width is first asked for.

    Raises ValueError for a size above 64 or networks in `path` that are too narrow; ImportError as `digits_networks`.
    """
    if max(rows, cols) > PIXELS:
        raise ValueError(f"trained matrices go up to {PIXELS} x {PIXELS}, not {rows} x {cols}")
    needed = max(WIDTH, 1 << (max(rows, cols) - 1).bit_length())
    bank, from_pixels = _bank(needed, None if path is None else os.fspath(path), stream.device, stream.dtype)
    nets, runs, images, slopes, width, span = bank.shape
    if width < max(rows, cols):
        raise ValueError(f"{path}: networks of width {width} hold no {rows} x {cols} block; save wider ones")
    pick = [stream.integers(0, size - 1, (batch, 1, 1)) for size in (nets, runs, images, slopes)]
    units = stream.permutation(batch, width)
    pixels = stream.permutation(batch, span)
    columns = torch.where(pick[1][:, 0] < from_pixels, pixels[:, :cols], units[:, :cols])
    return bank[pick[0], pick[1], pick[2], pick[3], units[:, :rows, None], columns[:, None, :]]


def trained_ensemble(path: str | os.PathLike[str] | None = None) -> Ensemble:
    """`trained_matrices` as an ensemble, kept out of the registry because a bare machine cannot fit the networks."""
    draw = partial(trained_matrices, path=None if path is None else os.fspath(path))
    return Ensemble("trained", "layers of networks trained on digits", draw, cheap=False)
