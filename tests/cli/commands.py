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
from tests.patience import PATIENCE


def run(*arguments: str) -> Result:
    """A command in this process."""
    return CliRunner().invoke(app, list(arguments), catch_exceptions=False, env={"NO_COLOR": "1", "COLUMNS": "100"})


def run_json(*arguments: str) -> Any:
    """A command whose output is JSON."""
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def typed(home: Path, lines: list[str], *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command in this process: lines piped in, output read as text, files kept below a directory of the test."""
    cleared = dict.fromkeys(("COLUMNS", "NO_COLOR", "FORCE_COLOR"))
    result = CliRunner().invoke(
        app,
        list(arguments),
        "".join(f"{line}\n" for line in lines),
        env={**cleared, "FIRETEAM_HOME": str(home), **environment},
    )
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return subprocess.CompletedProcess(arguments, result.exit_code, result.stdout, result.stderr)


def pipe(home: Path, lines: list[str], *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The same as a process of its own, as people start it: what takes longer, and shows that nothing else is
    needed."""
    variables = {
        name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR", "FORCE_COLOR")
    }
    variables |= {"FIRETEAM_HOME": str(home), "PYTHONIOENCODING": "utf-8", **environment}
    return subprocess.run(
        [sys.executable, "-m", "fireteam", *arguments],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=variables,
        timeout=PATIENCE,
        check=False,
    )
