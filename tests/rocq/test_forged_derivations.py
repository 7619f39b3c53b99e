"""What a broken kernel lets through Rocq refuses: forged derivations of the arena, written for Rocq by the export."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from lemmata import kernel
from lemmata.rocq import acceptance
from lemmata.rocq.canonical import NotExportable
from lemmata.rocq.files import write_statement
from tests.attacks.answering import KERNEL, without
from tests.attacks.test_arena import BUGS
from tests.attacks.write import FOLDERS, manifest
from tests.rocq.test_rocq import needs_rocq

FORGED = sorted(file for start in ("false", "step") for file in FOLDERS["kernel"].glob(f"{start}-*.json"))
ANSWERS = {row["name"]: row["expect"] for row in manifest() if row["program"] == "kernel"}
HONEST = sorted(FOLDERS["kernel"] / name for name, answer in ANSWERS.items() if answer == "accept")
OTHER_TEXTS = sorted(file for end in ("turned", "strict") for file in FOLDERS["kernel"].glob(f"*-{end}.json"))


def broken_kernel(function: str, message: str, folder: Path) -> ModuleType:
    """The kernel without one refusal, whose theorems are of the class that the export knows."""
    file = folder / "broken_kernel.py"
    shutil.copy(KERNEL.parent / "definitions.txt", folder)
    file.write_text(without(KERNEL.read_text(encoding="utf-8"), function, message), encoding="utf-8")
    spec = importlib.util.spec_from_file_location("broken_kernel", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["broken_kernel"] = module
    spec.loader.exec_module(module)
    module.Theorem = kernel.Theorem  # type: ignore[attr-defined]
    return module


def claims_of(module: Any, file: Path, whatever: bool = False) -> list[tuple[kernel.Theorem, str, str, str]]:
    """The theorems with the texts that they are said to prove, where a kernel lets a derivation through; `whatever`
    makes it one to which every theorem proves every text."""
    claims: list[tuple[kernel.Theorem, str, str, str]] = []
    proves = module.proves

    def noted(th: kernel.Theorem, *claim: Any) -> bool:
        claims.append((th, *claim[:3]))
        return whatever or bool(proves(th, *claim))

    module.proves = noted
    try:
        module.replay(file.read_text(encoding="utf-8"))
    except module.KernelError:
        return []
    finally:
        module.proves = proves
    return claims


def written(claims: list[tuple[kernel.Theorem, str, str, str]], name: str, folder: Path) -> bool:
    """Whether the export writes a file of these claims."""
    (_, identifier, letter, text), *_ = claims
    try:
        source = write_statement(identifier, letter, text, [th for th, *_ in claims])
    except (NotExportable, kernel.KernelError):
        return False
    assert acceptance.suspicious(source.text) is None
    (folder / f"{name}.v").write_text(source.text)
    return True


@needs_rocq
@pytest.mark.long
def test_forged_derivations_are_refused(tmp_path: Path) -> None:
    acceptance.compile_prelude(tmp_path)
    forged, honest = list[str](), list[str]()
    for number, (function, message) in enumerate(BUGS):
        module = broken_kernel(function, message, tmp_path)
        for k, file in enumerate(FORGED):
            name = f"forged_{number}_{k}"
            if (claims := claims_of(module, file)) and written(claims, name, tmp_path):
                forged.append(name)
    assert len(forged) >= 5, forged
    for k, file in enumerate(OTHER_TEXTS):
        if (claims := claims_of(kernel, file, whatever=True)) and written(claims, f"other_{k}", tmp_path):
            forged.append(f"other_{k}")
    for k, file in enumerate(HONEST):
        if written(claims_of(kernel, file), f"honest_{k}", tmp_path):
            honest.append(f"honest_{k}")
    assert len(honest) >= len(HONEST) // 2, honest
    said = acceptance.Reading(tmp_path, dict.fromkeys([*forged, *honest], ()), {}).run(1)
    assert {name for name in said if said[name].accepted} == set(honest)
