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


def part_table(report: dict[str, Any], what: str) -> Table:
    """The same by scenario or by map."""
    table = Table(box=None, pad_edge=False)
    sides = list(report["wins_by_side"])
    for name in (what[:-1], "games", *sides, "draws", "errors", "turns"):
        table.add_column(name, justify="left" if name == what[:-1] else "right")
    for name, part in report[what].items():
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
    """How often each side beats each other one among decided games, and the same by scenario and by map with 95 %
    intervals; then what each side and each seat has won on each map and in each scenario."""
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
        "",
        "games",
        "first",
        "second",
        "draws",
        "errors",
        "share of the first",
        "95 % interval",
    ):
        rows.add_column(name, justify="left" if name in ("pairing", "") else "right")
    for part in report["pairings"]:
        name = " - ".join(part["sides"])
        for scenario, tally in (("all", part), *part["scenarios"].items(), *part["maps"].items()):
            first, second = tally["wins"]
            share = _share(first, first + second)[1:]
            rows.add_row(
                name if scenario == "all" else "", scenario, str(tally["games"]), str(first), str(second),
                str(tally["draws"]), str(tally["errors"]), *share,
            )  # fmt: skip
    return [whole, rows, _parts(report)]


def _parts(report: dict[str, Any]) -> Table:
    """The shares of decided games of every side and of both seats, and draws among all games, by scenario and map."""
    table = Table(box=None, pad_edge=False)
    for name in ("", *report["sides"], "seat 0", "seat 1", "draws"):
        table.add_column(name, justify="left" if not name else "right")
    pairings = report["pairings"]
    names = [(what, name) for what in ("scenarios", "maps") for name in dict.fromkeys(
        name for part in pairings for name in part[what])]  # fmt: skip
    for title, parts in [
        ("all", [(part["sides"], part) for part in pairings]),
        *((name, [(part["sides"], part[what][name]) for part in pairings if name in part[what]])
          for what, name in names),
    ]:  # fmt: skip
        cells = []
        for side in report["sides"]:
            met = [(tally["wins"][both.index(side)], sum(tally["wins"])) for both, tally in parts if side in both]
            cells.append(_percent(sum(won for won, _ in met), sum(decided for _, decided in met)))
        seats = [sum(tally["wins_by_seat"][seat] for _, tally in parts) for seat in (0, 1)]
        played = sum(tally["games"] - tally["errors"] for _, tally in parts)
        table.add_row(title, *cells, *(_percent(won, sum(seats)) for won in seats),
                      _percent(sum(tally["draws"] for _, tally in parts), played))  # fmt: skip
    return table


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
