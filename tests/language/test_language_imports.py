"""What is claimed stands on its own: neither statements nor the language load the engine or a numeric library."""

import json
from pathlib import Path

from tests import python

ROOT = Path(__file__).parents[2]
PROGRAM = """
import importlib, json, pkgutil, sys
FOREIGN = {"torch", "flint", "matplotlib", "jinja2", "networkx", "typer", "rich"}
sys.modules.update(dict.fromkeys(FOREIGN))  # None makes `import` fail, for SymPy's optional ones too
names = ["lemmata.catalogue"]
for package in ("lemmata.language", "theorems.riedi2022", "theorems.le2022"):
    path = importlib.import_module(package).__path__
    names += [info.name for info in pkgutil.walk_packages(path, package + ".")]
for name in names:
    importlib.import_module(name)
print(json.dumps([names, sorted(name for name in sys.modules if name.split(".")[0] in FOREIGN and sys.modules[name])]))
"""


def test_no_module_of_theorems_imports_the_engine_or_numeric_libraries():
    done = python("-c", PROGRAM)
    names, loaded = json.loads(done.stdout)
    assert "lemmata.language.notation" in names and "lemmata.catalogue" in names
    assert loaded == []
