"""Makes `lemmata.pytest_plugin.suite` a plugin of this pytest run."""

from __future__ import annotations

import pytest


def pytest_addoption(pluginmanager: pytest.PytestPluginManager) -> None:
    """The options and fixtures of the suite, once for all folders that ask for them."""
    from lemmata.pytest_plugin import suite

    if not pluginmanager.is_registered(suite):
        pluginmanager.register(suite, suite.__name__)
