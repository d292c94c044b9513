"""Commands that play: in the terminal, at the table, a campaign, and a saved game once more."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

import fireteam
from fireteam.cli.shared import Json, OwnPack, Seed, TeamFiles, Wish, echo_json, options_of
from fireteam.core.errors import SaveError, SetupError


def play(
    game: Annotated[str | None, typer.Argument(help="The game; the first one if none is named.")] = None,
    scenario: Annotated[
        str | None, typer.Option(help="The scenario: its name or number (`fireteam games` lists them).")
    ] = None,
    side: Annotated[str | None, typer.Option(help="Your side; a wrong one tells which there are.")] = None,
    bot: Annotated[
        str | None, typer.Option(help="Who plays the other side: random, greedy, FILE.py:Class, or none (two people).")
    ] = None,
    seed: Seed = None,
    dice: Annotated[str | None, typer.Option(help="seeded, or typed: you roll real dice and type their faces.")] = None,
    setup: Annotated[
        str | None, typer.Option(help="ask: you set up the game (0 has it done for you); auto: it is done for you.")
    ] = None,
    option: Wish = None,
    team: TeamFiles = None,
    load: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the game you left last.")] = False,
    save: Annotated[Path | None, typer.Option(help="Also save the game here when you stop.")] = None,
    pack: OwnPack = None,
) -> None:
    """Play a game in this terminal.

    \b
    fireteam play --resume
    """
    from fireteam.terminal.building import ready_teams
    from fireteam.terminal.console import make_console
    from fireteam.terminal.reading import Quit
    from fireteam.terminal.start import Wishes, start

    name = game or fireteam.game_names()[0]
    teams = ready_teams(fireteam.game(name), team or (), pack)
    wishes = Wishes(name, scenario, side, bot, seed, dice, options_of(option), load, resume, save, pack, teams, setup)
    try:
        start(wishes, make_console(), interactive=sys.stdin.isatty()).run()
    except Quit:
        raise typer.Exit from None


def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0 lets others in your network come.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0 takes a free one.", min=0, max=65_535)] = 8712,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")] = True,
    data: Annotated[
        Path | None, typer.Option(help="Where the matches are kept; FIRETEAM_HOME if not given.", file_okay=False)
    ] = None,
    store: Annotated[
        str,
        typer.Option(
            help="The address of a PostgreSQL database for the matches, instead of a file in --data.",
            envvar="FIRETEAM_STORE",
        ),
    ] = "",
    workers: Annotated[int, typer.Option(help="Processes in which bots think.", min=1, max=64)] = 1,
    allow_origin: Annotated[
        list[str] | None,
        typer.Option(help="Another origin whose page may talk to this server; may be given several times."),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(help="Another name by which this server may be called; may be given several times."),
    ] = None,
    behind_proxy: Annotated[
        list[str] | None,
        typer.Option(
            help="The address or network of a proxy, which says who the clients are; may be given several times."
        ),
    ] = None,
    log: Annotated[str, typer.Option(help="The log on stderr: text, or json for programs.")] = "text",
    bot_seconds: Annotated[float, typer.Option(help="How long a bot may think about one answer.")] = 5.0,
    odds_seconds: Annotated[float, typer.Option(help="How long one question for odds may take.")] = 10.0,
    limit: Annotated[
        list[str] | None,
        typer.Option(help="How much of something, as NAME=VALUE; list tells all of them; may be given several times."),
    ] = None,
    imports: Annotated[bool, typer.Option("--imports/--no-imports", help="Whether saves may be brought in.")] = True,
    metrics_token: Annotated[
        str,
        typer.Option(
            envvar="FIRETEAM_METRICS_TOKEN",
            show_envvar=True,
            help="What other machines must show to read /metrics; without it this machine alone may.",
        ),
    ] = "",
) -> None:
    """Open the table: play in the browser, alone, side by side, or by link.

    \b
    fireteam serve
    fireteam serve --port 8800 --no-browser
    fireteam serve --host 0.0.0.0 --allow-host table.example.org --log json
    fireteam serve --no-browser --allow-host table.example.org --behind-proxy 127.0.0.1
    fireteam serve --store postgresql://fireteam@localhost/fireteam
    """
    from fireteam.server import limiting
    from fireteam.server.serve import Serving
    from fireteam.server.serve import serve as run_server

    limits = tuple(limit or ())
    if limiting.LIST in limits:
        for line in limiting.lines():
            say(line)
        return
    origins, hosts, proxies = tuple(allow_origin or ()), tuple(allow_host or ()), tuple(behind_proxy or ())
    asked = Serving(
        host,
        port,
        browser,
        data,
        workers,
        origins,
        hosts,
        log,
        bot_seconds,
        odds_seconds,
        proxies,
        imports,
        metrics_token,
        limits,
        store,
    )
    run_server(asked, say)


def campaign(
    file: Annotated[Path, typer.Argument(help="Where the campaign is kept; it is begun if there is no such file.")],
    game: Annotated[
        str | None, typer.Option(help="The game of a new campaign; the first one that has campaigns if not given.")
    ] = None,
    side: Annotated[
        str | None, typer.Option(help="Your side for the whole campaign; a wrong one tells which there are.")
    ] = None,
    bot: Annotated[
        str | None, typer.Option(help="Who plays the other side: random, greedy, FILE.py:Class, or none (two people).")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Where all chance of a new campaign comes from.", min=0)] = None,
    dice: Annotated[str | None, typer.Option(help="seeded, or typed: you roll real dice and type their faces.")] = None,
    team: TeamFiles = None,
    bots: Annotated[
        str | None, typer.Option(help="Two bots, such as greedy,random: they play the next game for both sides.")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="With --bots: every game to the end of the campaign.")] = False,
    show: Annotated[bool, typer.Option("--show", help="Only show where the campaign stands.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Only print where it stands, as JSON for programs.")] = False,
) -> None:
    """Play a campaign: each result decides the next game and bears on it.

    \b
    fireteam campaign my.campaign                 a new one, the next game, or the one you left
    fireteam campaign my.campaign --show
    fireteam campaign bots.campaign --bots greedy,random --all
    """
    from fireteam.terminal.building import ready_teams
    from fireteam.terminal.campaigning import (
        Asked,
        begin_campaign,
        open_campaign,
        play_between_bots,
        play_next,
        standing_lines,
    )
    from fireteam.terminal.console import make_console
    from fireteam.terminal.reading import Quit

    if team and game is None:
        raise SetupError("a team is of a game: name it with --game")
    teams = ready_teams(fireteam.game(game), team, None) if team and game else ()
    asked = Asked(file, game, side, bot, seed, dice, teams)
    if every and bots is None:
        raise SetupError("--all lets bots play to the end: name them with --bots")
    if as_json:
        opened = open_campaign(asked)
        echo_json({"file": str(file), "game": opened.game.name, **opened.campaign.data()})
        return
    console = make_console()
    if show:
        for line in standing_lines(open_campaign(asked).campaign, console.width):
            console.print(line)
        return
    if bots is not None:
        play_between_bots(asked, bots, console, every=every)
        return
    try:
        play_next(begin_campaign(asked, console, interactive=sys.stdin.isatty()), asked, console)
    except Quit:
        raise typer.Exit from None


def replay(
    file: Annotated[Path, typer.Argument(help="A saved game.")],
    step: Annotated[bool, typer.Option("--step", help="Go through it answer by answer (the default).")] = False,
    turns: Annotated[bool, typer.Option("--turns", help="Show every turn and stop.")] = False,
    to: Annotated[
        int | None, typer.Option("--to", help="Show the position after so many answers and stop.", min=0)
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Only verify it; exit code 1 if it is broken.")] = False,
    as_json: Json = False,
) -> None:
    """Look at a saved game again, or verify it: its lines, its rules, and every die that was sealed.

    \b
    fireteam replay game.txt
    fireteam replay game.txt --to 120
    fireteam replay game.txt --check
    """
    from fireteam.terminal.console import make_console
    from fireteam.terminal.home import read_text
    from fireteam.terminal.reading import Reader
    from fireteam.terminal.replay import Replay, dice_line, summary, summary_line

    if sum((step, turns, to is not None, check)) > 1:
        raise SetupError("--step, --turns, --to and --check exclude each other")
    text = read_text(file)
    try:
        match = fireteam.load(text)
    except SaveError as error:
        if as_json:
            echo_json({"file": str(file), "error": error.reason, "line": error.line})
        else:
            typer.echo(f"{file}: {error}", err=True)
        raise typer.Exit(1) from None
    if check:
        data = summary(match, str(file))
        if as_json:
            echo_json(data)
        else:
            typer.echo(summary_line(match, data))
            if dice := dice_line(data):
                typer.echo(dice)
        if data["dice"] is not None and not data["dice"]["verified"]:
            raise typer.Exit(1)
        return
    show = Replay(match, make_console())
    if as_json:
        echo_json(show.data(str(file)))
    elif turns:
        show.all_turns()
    elif to is not None:
        if to > show.total:
            raise SetupError(f"the save has {show.total} answers; --to {to} is beyond its end")
        show.show(to)
    else:
        show.step(Reader(show.console))


def say(text: str) -> None:
    """Tell whoever started the server something."""
    # At once, also into a pipe: whoever started the server waits for its address.
    print(text, flush=True)
