"""A simulation's report for people."""

from __future__ import annotations

from typing import Any

from rich.table import Table
from rich.text import Text

from fireteam.lab.simulate import wilson


def report_table(report: dict[str, Any]) -> Table:
    """Who won how often, with 95 % intervals."""
    played = report["games"] - report["errors"]
    table = Table(
        title=f"{report['games']} games of {report['game']}, seed {report['seed']}", title_justify="left", box=None, pad_edge=False
    )
    for name in ("", "wins", "share", "95 % interval"):
        table.add_column(name, justify="left" if not name else "right")
    for seat, wins in enumerate(report["wins"]):
        table.add_row(f"seat {seat}: {report['bots'][seat]}", *_share(wins, played))
    for side, wins in report["wins_by_side"].items():
        table.add_row(side, *_share(wins, played))
    table.add_row("draws", *_share(report["draws"], played))
    return table


def scenario_table(report: dict[str, Any]) -> Table:
    """The same by scenario."""
    table = Table(box=None, pad_edge=False)
    for name in ("scenario", "games", "resistance", "isc", "draws", "errors", "turns"):
        table.add_column(name, justify="left" if name == "scenario" else "right")
    for name, part in report["scenarios"].items():
        played = part["games"] - part["errors"]
        cells = [f"{_percent(part['wins_by_side'][side], played)}" for side in ("resistance", "isc")]
        table.add_row(name, str(part["games"]), *cells, _percent(part["draws"], played), str(part["errors"]), f"{part['mean_turns']:.2f}")
    return table


def report_lines(report: dict[str, Any]) -> list[Text]:
    """Length, speed and errors."""
    lines = [
        Text(
            f"mean length {report['mean_turns']:.2f} turns; {report['choices']:,} choices ({report['decisions']:,} decisions) "
            f"in {report['seconds']:.1f} s: {report['choices_per_second']:,.0f} choices/s"
        )
    ]
    if report["errors"]:
        lines.append(Text(f"{report['errors']} games failed:", "bold red"))
        lines += [Text(f"  {entry['scenario']}, seed {entry['seed']}: {entry['text']}") for entry in report["messages"]]
    if report["stopped"]:
        lines.append(Text("stopped before the end", "yellow"))
    return lines


def _share(count: int, played: int) -> tuple[str, str, str]:
    low, high = wilson(count, played)
    return str(count), _percent(count, played), f"{low * 100:.1f} - {high * 100:.1f} %"


def _percent(count: int, played: int) -> str:
    return f"{count / played * 100:.1f} %" if played else "-"
