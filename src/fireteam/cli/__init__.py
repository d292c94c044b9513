"""The command line: one function for each command; the work is done elsewhere."""

from __future__ import annotations

from typing import Annotated

import typer

import fireteam
from fireteam.cli.admin import admin_app
from fireteam.cli.books import games, rules, warm
from fireteam.cli.migrate import migrate
from fireteam.cli.odds import odds_app
from fireteam.cli.packs import pack_app
from fireteam.cli.playing import campaign, play, replay, say, serve
from fireteam.cli.shared import Commands, GameCommand
from fireteam.cli.simulating import simulate
from fireteam.cli.teams import team_app

EXAMPLES = f"""Fireteam knows the rulebooks of tabletop skirmish games, and plays them with you.

\b
fireteam                                      the table: play in the browser
fireteam serve --port 8800 --no-browser       the table on another port, for others to open
fireteam games                                what can be played
fireteam play {fireteam.game_names()[-1]:<32}a game against a bot, in this terminal
fireteam campaign my.campaign                 a chain of games, kept in that file
fireteam odds                                 exact odds of what you type in
fireteam simulate {fireteam.game_names()[0]} --games 1000 --bots random,random
fireteam rules dice                           the rulebooks, searched
fireteam team                                 teams of your own: built, checked, kept in files
fireteam admin                                the matches of a table: listed, copied, checked, deleted
"""

app = typer.Typer(cls=Commands, help=EXAMPLES, invoke_without_command=True, add_completion=False, rich_markup_mode=None)
app.add_typer(odds_app, name="odds")
app.add_typer(pack_app, name="pack")
app.add_typer(team_app, name="team")
app.add_typer(admin_app, name="admin")
for command in (play, serve, campaign, simulate, replay, rules, warm, games, migrate):
    app.command(cls=GameCommand if command in (play, simulate, rules, warm) else None)(command)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"fireteam {fireteam.__version__}")
        raise typer.Exit


@app.callback()
def fireteam_command(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Alone, it opens the table in the browser; every other command is below."""
    if context.invoked_subcommand is None:
        from fireteam.server.serve import Serving
        from fireteam.server.serve import serve as run_server

        run_server(Serving(or_open=True), say)


def main() -> None:
    """The entry point of `fireteam`."""
    app()
