"""Commands for teams that players build: every game that lets them has the same ones."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from fireteam.cli.shared import Json, OwnPack, PerGame, echo_json, group
from fireteam.core.errors import PackError, SetupError
from fireteam.core.game import Game


class TeamsOfGames(PerGame):
    """A command for each game whose players build teams."""

    told = "Build a team, check its file, and keep it: `fireteam play GAME --team FILE` plays it."

    def app_of(self, game: Game) -> typer.Typer | None:
        return None if game.teams() is None else _game_app(game)

    def examples_of(self, game: Game) -> list[str]:
        return [] if game.teams() is None else _examples(game)


team_app = typer.Typer(cls=TeamsOfGames, rich_markup_mode=None, help=TeamsOfGames.told, no_args_is_help=True)


@team_app.callback()
def team_command() -> None:
    """Teams; the games are below."""


def _examples(game: Game, command: str = "") -> list[str]:
    """What may be typed: of all commands, or of one."""
    found = [example for example in game.examples.get("team", ()) if example.startswith(command)]
    return [f"fireteam team {game.name} {example}".rstrip() for example in found]


def _game_app(game: Game) -> typer.Typer:
    """The commands of a game; alone it opens the builder."""

    def told(text: str, command: str = "") -> str:
        return "\n".join([text, "", "\b", *_examples(game, command)])

    app = group(told(f"Teams of {game.title}: build one here, begin or check a file."), alone=True)

    @app.callback(invoke_without_command=True)
    def game_command(context: typer.Context) -> None:
        """Without a command, the builder opens."""
        if context.invoked_subcommand is None:
            _build(game, None, None)

    @app.command(help=told("Build a team here: points, limits, and why something is not allowed.", "build"))
    def build(
        file: Annotated[Path | None, typer.Argument(help="A team to go on with.")] = None, pack: OwnPack = None
    ) -> None:
        _build(game, file, pack)

    @app.command(help=told("Check a team's file; exit code 1 with line and reasons if it cannot play.", "check"))
    def check(
        file: Annotated[Path, typer.Argument(help="A team's file, YAML or JSON.")],
        pack: OwnPack = None,
        as_json: Json = False,
    ) -> None:
        _check(game, file, pack, as_json)

    @app.command(help=told("Begin a team's file: the ready team of a faction, or an empty one.", "new"))
    def new(
        faction: Annotated[str, typer.Option(help="The faction; a wrong one tells which there are.")],
        output: Annotated[Path, typer.Option(help="The file: YAML, or JSON where its name ends so.")],
        size: Annotated[int | None, typer.Option(help="The points of the game.", min=1)] = None,
        name: Annotated[str | None, typer.Option(help="What the team is called.")] = None,
        empty: Annotated[bool, typer.Option("--empty", help="Without models.")] = False,
        over: Annotated[bool, typer.Option("--over", help="Write over a file that is there.")] = False,
        pack: OwnPack = None,
    ) -> None:
        _new(game, faction, output, size, name, empty, over, pack)

    @app.command(help=told("Print the JSON Schema of a team's file, for editors.", "schema"))
    def schema(pack: OwnPack = None) -> None:
        from fireteam.terminal.building import teams_of

        echo_json(teams_of(game).schema(pack))

    return app


def _build(game: Game, file: Path | None, pack: str | None) -> None:
    from fireteam.terminal.building import Builder
    from fireteam.terminal.console import make_console
    from fireteam.terminal.reading import Quit, Reader

    console = make_console()
    builder = Builder(game, console, Reader(console), pack)
    try:
        builder.begin(file)
    except Quit:
        raise typer.Exit from None
    builder.run()


def _check(game: Game, file: Path, pack: str | None, as_json: bool) -> None:
    from fireteam.terminal.building import faults_of, teams_of

    teams = teams_of(game)
    try:
        team = teams.read(file, pack)
    except PackError as error:
        if as_json:
            echo_json({"file": error.file, "line": error.line, "error": error.reason})
        else:
            typer.echo(str(error), err=True)
        raise typer.Exit(1) from None
    form = teams.form(team, pack)
    if as_json:
        kept = ("ok", "points", "limit", "roles", "faults")
        both = zip(form["team"]["models"], form["models"], strict=True)
        models = [{**data, **{key: model[key] for key in ("points", "faults")}} for data, model in both]
        places = zip(models, team.lines, strict=True)
        told = {"file": str(file), "name": team.name, "faction": team.faction, **{key: form[key] for key in kept}}
        echo_json({**told, "models": [{**model, "line": line} for model, line in places]})
    elif form["ok"]:
        typer.echo(f"{file}: {team.name}, {_size(form)}; all is well")
    else:
        for line, text in faults_of(form, team):
            typer.echo(f"{file}:{line}: {text}" if line else f"{file}: {text}", err=True)
    if not form["ok"]:
        raise typer.Exit(1)


def _new(
    game: Game,
    faction: str,
    output: Path,
    size: int | None,
    name: str | None,
    empty: bool,
    over: bool,
    pack: str | None,
) -> None:
    from fireteam.terminal.building import teams_of

    teams = teams_of(game)
    if output.exists() and not over:
        raise SetupError(f"there is a file {output} already; --over writes over it")
    data = teams.data(teams.new(faction, size, pack))
    if not empty:
        ready = teams.ready(faction, data["limit"], pack)
        if ready is None:
            raise SetupError(
                f"{faction} has no ready team of that size, {data['limit']}; --empty begins one without models"
            )
        data["models"] = teams.data(ready)["models"]
    team = teams.of_data(data if name is None else {**data, "name": name}, pack)
    teams.write(team, output)
    form = teams.form(team, pack)
    typer.echo(f"{output}: {team.name}, {_size(form)}")


def _size(form: Mapping[str, Any]) -> str:
    """What a team costs, and how many are in it."""
    return f"{form['points']} of {form['limit']} {form['currency']}, {len(form['models'])} models"
