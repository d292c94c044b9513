"""The command that plays many games at once."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

import fireteam
from fireteam.cli.shared import GameName, Json, OwnPack, Seed, TeamFiles, Wish, echo_json, options_of
from fireteam.core.errors import SetupError

if TYPE_CHECKING:
    from fireteam.lab.simulate import Plan


def simulate(
    game: GameName,
    games: Annotated[int, typer.Option(help="How many games.")] = 100,
    seed: Seed = None,
    bots: Annotated[
        str, typer.Option(help="The bots of both seats: random, greedy, or FILE.py:Class.")
    ] = "random,random",
    workers: Annotated[int, typer.Option(help="Processes at once; the result does not depend on it.")] = 1,
    scenario: Annotated[str, typer.Option(help="A scenario, or all of them in turn.")] = "all",
    option: Wish = None,
    swap: Annotated[bool, typer.Option("--swap", help="Every second game with sides changed.")] = False,
    sides: Annotated[str | None, typer.Option(help="The sides of both seats, with a comma between them.")] = None,
    matrix: Annotated[
        bool, typer.Option("--matrix", help="Every side against every other, so many games each, both seats.")
    ] = False,
    team: TeamFiles = None,
    pack: OwnPack = None,
    as_json: Json = False,
) -> None:
    """Let bots play many games and count."""
    from fireteam.lab.matrix import open_scenarios, sides_of
    from fireteam.lab.simulate import Plan
    from fireteam.lab.simulate import simulate as run_plan
    from fireteam.terminal.building import ready_teams
    from fireteam.terminal.console import make_console
    from fireteam.terminal.progress import progress
    from fireteam.terminal.simprint import part_table, report_lines, report_table

    names = bots.split(",")
    if len(names) != 2:
        raise SetupError(f"--bots names two bots, such as greedy,random; got {bots!r}")
    known = fireteam.game(game).scenarios(pack)
    scenarios = tuple(known) if scenario == "all" else (_scenario(game, scenario, pack),)
    chosen = tuple(sorted(fireteam.game(game).rulebook().check_options(options_of(option)).items())) if option else ()
    if seed is None:
        seed = int.from_bytes(os.urandom(4), "big")
    wished = [name.strip() for name in sides.split(",")] if sides else sides_of(game)
    if len(wished) < 2 or (sides and not matrix and len(wished) != 2):
        raise SetupError(f"--sides names a side for each seat, such as {','.join(sides_of(game)[:2])}; got {sides!r}")
    if matrix and team:
        raise SetupError("--matrix lets every side meet every other; --team is for two seats")
    built = [*ready_teams(fireteam.game(game), team or (), pack), None, None]
    teams = (built[0], built[1])
    both = (_side(teams[0], wished[0]), _side(teams[1], wished[1]))
    plan = Plan(game, games, seed, (names[0].strip(), names[1].strip()), scenarios, chosen, swap, pack, both, teams)
    if matrix:
        _matrix(plan, wished, workers, as_json)
        return
    plan = replace(plan, scenarios=open_scenarios(game, scenarios, both, pack) or scenarios)
    with progress(games) as tell:
        run = run_plan(plan, workers, lambda tally: tell(tally.games))
    report = run.report()
    if as_json:
        echo_json(report)
    else:
        console = make_console()
        console.print(report_table(report))
        for what in ("scenarios", "maps"):
            if len(report[what]) > 1:
                console.print()
                console.print(part_table(report, what))
        for line in report_lines(report):
            console.print(line)
    _leave_after(run.stopped, report["errors"])


def _side(team: Mapping[str, Any] | None, wished: str) -> str:
    """The side of a seat: its team's, where it has one."""
    return wished if team is None else str(team["faction"])


def _leave_after(stopped: bool, errors: object) -> None:
    """Exit as programs do after a run that was broken off, or in which games failed."""
    if stopped:
        raise typer.Exit(130)
    if errors:
        raise typer.Exit(1)


def _matrix(plan: Plan, sides: list[str], workers: int, as_json: bool) -> None:
    """Every side against every other, printed."""
    from fireteam.lab.matrix import play_matrix
    from fireteam.terminal.console import make_console
    from fireteam.terminal.progress import progress
    from fireteam.terminal.simprint import failed_lines, matrix_tables

    with progress(plan.games * len(sides) * (len(sides) - 1) // 2) as tell:
        run = play_matrix(plan, sides, workers, tell)
    report = run.report()
    if as_json:
        echo_json(report)
    else:
        console = make_console()
        for table in matrix_tables(report):
            console.print(table)
            console.print()
        for line in failed_lines(report):
            console.print(line)
    _leave_after(run.stopped, report["errors"])


def _scenario(game: str, wish: str, pack: str | None) -> str:
    """The id of a scenario that may be named by its number or title."""
    found: str = fireteam.game(game).prepare(scenario=wish, options=None, pack=pack, setup={}).header()["scenario"]
    return found
