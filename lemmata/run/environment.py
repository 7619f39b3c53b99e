"""Where a run took place."""

from __future__ import annotations

import platform
from importlib import metadata
from pathlib import Path
from typing import Any

from lemmata.run.inputs import cores

PACKAGES = ("torch", "sympy", "python-flint", "numpy", "scipy", "mpmath", "networkx", "scikit-learn")


def version(package: str) -> str | None:
    """Installed version of a package, read from its metadata so that nothing heavy is imported."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def device_name(device: str) -> str:
    """Model name of the processor or GPU."""
    if device == "cuda":
        import torch

        return str(torch.cuda.get_device_name())
    info = Path("/proc/cpuinfo")
    if info.is_file():
        for line in info.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def environment(device: str, workers: int) -> dict[str, Any]:
    """The `environment` of `verdicts.json`; `versions` holds null for what is not installed."""
    return {
        "python": platform.python_version(),
        "torch": version("torch"),
        "platform": platform.platform(),
        "device": device,
        "device_name": device_name(device),
        "workers": workers,
        "cores": cores(),
        "lemmata": version("lemmata") or "source tree, not installed",
        "versions": {name: version(name) for name in PACKAGES},
    }
