"""How long `import fireteam` takes in a fresh process, and how long until a first decision is on the table."""

from __future__ import annotations

from benchmarks.measure import Row, Subject, fresh

IMPORT = """
from time import process_time
start = process_time()
import fireteam
{then}
print((process_time() - start) * 1000)
"""
FIRST_DECISION = 'fireteam.new("escape", scenario="infiltration", seed=1).decision'


def subject() -> Subject:
    """The import alone, and with a first game."""
    return Subject(
        {
            "import": lambda number: float(fresh(IMPORT.format(then=""))),
            "import and first decision": lambda number: float(fresh(IMPORT.format(then=FIRST_DECISION))),
        },
        [
            Row("import fireteam", "ms", "import", wanted=150, most=True),
            Row("import fireteam, then a first decision of ESCAPE", "ms", "import and first decision"),
        ],
    )
