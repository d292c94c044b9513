"""Commands for exact odds of what is typed in, without a game: every game brings its calculators."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, fields
from inspect import Parameter, Signature
from typing import Annotated, Any, get_args, get_type_hints

import typer

from fireteam.cli.shared import Json, PerGame, echo_json, group
from fireteam.core.game import Calculator, Game


class OddsOfGames(PerGame):
    """A command for each game that brings calculators."""

    told = "Exact odds of what you type in, without a game."

    def app_of(self, game: Game) -> typer.Typer | None:
        return _game_app(game) if game.calculators() else None

    def examples_of(self, game: Game) -> list[str]:
        return _examples(game)[:1]


odds_app = typer.Typer(cls=OddsOfGames, rich_markup_mode=None, help=OddsOfGames.told, no_args_is_help=True)


@odds_app.callback()
def odds_command() -> None:
    """Exact odds; the games are below."""


def _help(text: str, examples: list[str]) -> str:
    return "\n".join([text, "", "\b", *examples])


def _examples(game: Game) -> list[str]:
    """The first example of each calculator of a game."""
    return [f"fireteam odds {game.name} {name} {kind.examples[0]}" for name, kind in game.calculators().items()]


def _game_app(game: Game) -> typer.Typer:
    """The command of a game: one for each of its calculators."""
    names = " or ".join(game.calculators())
    app = group(_help(f"Exact odds of {game.title} that you type in ({names}), without a game.", _examples(game)))

    @app.callback()
    def game_command() -> None:
        """A group stays one, however few its commands are."""

    for name, kind in game.calculators().items():
        examples = [f"fireteam odds {game.name} {name} {example}" for example in kind.examples]
        app.command(name, help=_help(kind.__doc__ or "", examples))(_command(game, kind))
    return app


def _command(game: Game, kind: type[Calculator]) -> Callable[..., None]:
    """A command whose options are the fields of a calculator."""
    hints = get_type_hints(kind)
    options = [_option(one, hints[one.name]) for one in fields(kind)]  # type: ignore[arg-type]  # a calculator is a dataclass

    def command(as_json: bool, **typed: Any) -> None:
        _print(game, kind(**typed), as_json)

    as_json = Parameter("as_json", Parameter.KEYWORD_ONLY, default=False, annotation=Json)
    command.__signature__ = Signature([*options, as_json])  # type: ignore[attr-defined]  # typer reads what a command takes from it
    command.__annotations__ = {}
    return command


def _option(one: Field[Any], kind: Any) -> Parameter:
    """The option of a field: what may be left open, and what is so unless said otherwise, has a flag for yes and one
    for no."""
    from fireteam.kit.odds import flag_of

    flag = flag_of(one)
    if (kind is not bool and bool in get_args(kind)) or one.default is True:
        flag = f"{flag}/--no-{flag.removeprefix('--')}"
    told = typer.Option(flag, help=one.metadata["text"])
    default = Parameter.empty if one.default is MISSING else one.default
    return Parameter(one.name, Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, told])


def _print(game: Game, asked: Calculator, as_json: bool) -> None:
    from fireteam.terminal.console import glyphs_for, make_console
    from fireteam.terminal.oddsprint import odds_json, odds_lines

    odds = asked.odds()
    if as_json:
        echo_json({**asked.summary(odds), **odds_json(odds)})
        return
    console = make_console()
    for line in odds_lines(odds, game, glyphs_for(console), asked.title()):
        console.print(line)
    for note in asked.notes(odds):
        typer.echo(note)
