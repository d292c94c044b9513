"""Who looks at whole battles of Necromunda."""

from __future__ import annotations

from tests.kit.examining import Examiner
from tests.necromunda.playing import anything, faults

EXAMINER = Examiner(faults, anything, most=8_000)
del EXAMINER.looks["secrets"]  # the game has none
LOOKS, examine = EXAMINER.looks, EXAMINER.examine
