"""Who looks at whole battles of Deadzone."""

from __future__ import annotations

from tests.deadzone.playing import faults
from tests.kit.examining import Examiner

EXAMINER = Examiner(faults, most=8_000)
LOOKS, examine = EXAMINER.looks, EXAMINER.examine
