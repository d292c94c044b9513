"""How the tests of the command line run it: in this process, or as a process of its own with a pipe."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from fireteam.cli import app


def run(*arguments: str) -> Result:
    """A command in this process."""
    return CliRunner().invoke(app, list(arguments), catch_exceptions=False, env={"NO_COLOR": "1", "COLUMNS": "100"})


def run_json(*arguments: str) -> Any:
    """A command whose output is JSON."""
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def pipe(home: Path, lines: list[str], *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command as a process of its own: lines piped in, output read as text, files kept below a directory of the test."""
    variables = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR", "FORCE_COLOR")}
    variables |= {"FIRETEAM_HOME": str(home), "PYTHONIOENCODING": "utf-8", **environment}
    return subprocess.run(
        [sys.executable, "-m", "fireteam", *arguments],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=variables,
        timeout=120,
        check=False,
    )
