"""Plain data: classes whose instances are compared by their fields and do not change."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, dataclass_transform


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Record:
    """Base of plain data: a class below it is a frozen dataclass without saying so."""

    def __init_subclass__(cls, **said: Any) -> None:
        super().__init_subclass__(**said)
        dataclass(frozen=True)(cls)
