"""The fitted networks classify, their Jacobians are right, and draws, files and the missing-package message work."""

import sys

import pytest
import torch

from lemmata.sample import trained


@pytest.fixture(scope="module")
def networks():
    pytest.importorskip("sklearn", reason="scikit-learn holds the digits the networks are fitted to")
    return trained.digits_networks()


def test_both_networks_learn_the_digits(networks):
    plain, residual = networks
    assert not plain.residual and residual.residual and torch.equal(plain.images, residual.images)
    for name, network in zip(("plain", "residual"), networks, strict=True):
        held_out = float((network.logits(network.images).argmax(1) == network.labels).double().mean())
        print(f"{name}: accuracy {network.train_accuracy:.3f} in training, {held_out:.3f} held out")
        assert network.width == 16 and len(network.weights) == 4
        assert network.train_accuracy > 0.97 and held_out > 0.9
        assert not any(weight.requires_grad for weight in (*network.weights, *network.biases, network.readout))


def test_jacobian_is_the_derivative(networks):
    for network in networks:
        image = network.images[3]
        expected = torch.autograd.functional.jacobian(lambda x, net=network: net.logits(x[None])[0], image)
        found = network.readout[:, :-1] @ network.jacobian(image)
        torch.testing.assert_close(found, expected, rtol=1e-10, atol=1e-10)
        tail = network.jacobian(image, 2) @ network.jacobian(image, 1, 1)
        torch.testing.assert_close(tail, network.jacobian(image), rtol=1e-10, atol=1e-10)
        with pytest.raises(ValueError, match="no layers"):
            network.jacobian(image, 3, 2)


def test_bank_holds_the_jacobians(networks):
    bank, from_pixels = trained._bank(trained.WIDTH, None, torch.device("cpu"), torch.float64)
    assert from_pixels == 4 and bank.shape[:2] == (2, 10)
    for net, network in enumerate(networks):
        for image in (0, 5):
            whole = network.jacobian(network.images[image])
            torch.testing.assert_close(bank[net, 3, image, 0], whole, rtol=1e-10, atol=1e-10)
            last = network.jacobian(network.images[image], 4, 4)
            torch.testing.assert_close(bank[net, -1, image, 0, :, :16], last, rtol=1e-10, atol=1e-10)


def test_fitted_networks_are_kept_until_the_code_changes(networks, tmp_path, monkeypatch):
    fits = []

    def fit(residual, width, depth):
        fits.append(residual)
        return networks[residual]

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(trained, "_train", fit)
    first = trained._fitted(16, 4)
    assert fits == [False, True] and [p.name for p in tmp_path.rglob("*.npz")] == [trained.cached_file(16, 4).name]
    again = trained._fitted(16, 4)
    assert len(fits) == 2 and all(
        torch.equal(a.logits(a.images), b.logits(b.images)) for a, b in zip(first, again, strict=True)
    )
    monkeypatch.setattr(trained, "_version", lambda: "other")
    trained._fitted(16, 4)
    assert len(fits) == 4 and [p.name for p in tmp_path.rglob("*.npz")] == ["other-16-4-20220.npz"]


def test_missing_scikit_learn_is_explained(monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn.datasets", None)
    with pytest.raises(ImportError, match="pip install scikit-learn"):
        trained.digits()
