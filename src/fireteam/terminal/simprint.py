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
        title=f"{report['games']} games of {report['game']}, seed {report['seed']}",
        title_justify="left",
        box=None,
        pad_edge=False,
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
    sides = list(report["wins_by_side"])
    for name in ("scenario", "games", *sides, "draws", "errors", "turns"):
        table.add_column(name, justify="left" if name == "scenario" else "right")
    for name, part in report["scenarios"].items():
        played = part["games"] - part["errors"]
        cells = [f"{_percent(part['wins_by_side'][side], played)}" for side in sides]
        table.add_row(
            name,
            str(part["games"]),
            *cells,
            _percent(part["draws"], played),
            str(part["errors"]),
            f"{part['mean_turns']:.2f}",
        )
    return table


def matrix_tables(report: dict[str, Any]) -> list[Table]:
    """How often each side beats each other one among decided games, and the same by scenario with 95 % intervals."""
    sides = report["sides"]
    whole = Table(
        title=f"{report['games']} games of {report['game']}, seed {report['seed']}: wins of the row "
        f"among decided games",
        title_justify="left", box=None, pad_edge=False,
    )  # fmt: skip
    for name in ("", *sides):
        whole.add_column(name, justify="left" if not name else "right")
    shares = {
        (part["sides"][place], part["sides"][1 - place]): part["wins"][place]
        for part in report["pairings"]
        for place in (0, 1)
    }
    for row in sides:
        whole.add_row(row, *(_decided(shares.get((row, other)), shares.get((other, row))) for other in sides))
    rows = Table(box=None, pad_edge=False)
    for name in (
        "pairing",
        "scenario",
        "games",
        "first",
        "second",
        "draws",
        "errors",
        "share of the first",
        "95 % interval",
    ):
        rows.add_column(name, justify="left" if name in ("pairing", "scenario") else "right")
    for part in report["pairings"]:
        name = " - ".join(part["sides"])
        for scenario, tally in (("all", part), *part["scenarios"].items()):
            first, second = tally["wins"]
            share = _share(first, first + second)[1:]
            rows.add_row(
                name if scenario == "all" else "", scenario, str(tally["games"]), str(first), str(second),
                str(tally["draws"]), str(tally["errors"]), *share,
            )  # fmt: skip
    return [whole, rows]


def _decided(wins: int | None, losses: int | None) -> str:
    return "" if wins is None or losses is None else _percent(wins, wins + losses)


def report_lines(report: dict[str, Any]) -> list[Text]:
    """Length, speed and errors."""
    lines = [
        Text(
            f"mean length {report['mean_turns']:.2f} turns; {report['choices']:,} choices ({report['decisions']:,} "
            f"decisions) "
            f"in {report['seconds']:.1f} s: {report['choices_per_second']:,.0f} choices/s"
        )
    ]
    return [*lines, *failed_lines(report)]


def failed_lines(report: dict[str, Any]) -> list[Text]:
    """Games that failed, and whether the run was stopped."""
    lines: list[Text] = []
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
