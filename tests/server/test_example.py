"""The bot of docs/table.md takes a seat at a real server and plays a game to its end."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.patience import PATIENCE
from tests.server.realserver import real_server

PAGE = Path(__file__).parents[2] / "docs" / "table.md"
MOST_LINES = 42


def test_the_bot_of_the_page_plays_a_game(tmp_path: Path) -> None:
    found = re.search(r"```python\n(# seat.py\n.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None and found[1].count("\n") <= MOST_LINES
    bot = tmp_path / "seat.py"
    bot.write_text(found[1], encoding="utf-8")
    with real_server(tmp_path) as server:
        run = subprocess.run(
            [sys.executable, str(bot), server.url], capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    assert run.returncode == 0, run.stderr
    assert re.fullmatch(r"(The Resistance|The I\.S\.C\.) wins in turn \d+\.\n|.*draw.*\n", run.stdout), run.stdout
