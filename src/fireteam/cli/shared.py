"""What all commands share: how mistakes end, the arguments that many have, JSON."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, ClassVar

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

import fireteam
from fireteam.core.errors import FireteamError, SetupError
from fireteam.core.game import Game

Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Seed = Annotated[
    int | None, typer.Option("--seed", help="Where all chance comes from; the same seed gives the same game.", min=0)
]
Wish = Annotated[
    list[str] | None, typer.Option("--option", help="A reading of a rule, NAME=VALUE; may be given several times.")
]
GameName = Annotated[str, typer.Argument(help="The game (`fireteam games` lists them).")]
OwnPack = Annotated[
    str | None, typer.Option("--pack", help="A data pack of your own: a YAML file (see `fireteam pack check`).")
]
TeamFiles = Annotated[
    list[Path] | None,
    typer.Option("--team", help="A team from a file (see `fireteam team`); given again, the other seat's."),
]


class Commands(TyperGroup):
    """Mistakes of the user end in one sentence and exit code 2, wherever they are noticed."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except FireteamError as error:
            path = " ".join([ctx.command_path, *([ctx.invoked_subcommand] if ctx.invoked_subcommand else [])])
            typer.echo(f"Error: {error}\nHint: `{path} --help` shows what is possible, with examples.", err=True)
            raise typer.Exit(2) from None


class GameCommand(TyperCommand):
    """A command about a game: its help ends with the examples that the games give for it, which are loaded for that
    alone."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        names, here = [], ctx
        while here.parent is not None:
            names.append(here.info_name)
            here = here.parent
        command = " ".join(reversed(names))
        found = {name: fireteam.game(name).examples.get(command, ()) for name in fireteam.game_names()}
        lines = [f"fireteam {command} {name} {example}" for name, examples in found.items() for example in examples]
        plain = self.help or ""
        self.help = "\n".join([plain, *([] if "\b" in plain else ["", "\b"]), *lines])
        super().format_help(ctx, formatter)
        self.help = plain


class PerGame(Commands, ABC):
    """A command for each game that has what it is about; a game is loaded when it is asked for."""

    told: ClassVar[str]
    """What the help says."""

    @abstractmethod
    def app_of(self, game: Game) -> typer.Typer | None:
        """The command of a game, if it has one."""

    @abstractmethod
    def examples_of(self, game: Game) -> list[str]:
        """What may be typed, for the help."""

    def list_commands(self, ctx: Any) -> list[str]:
        for name in fireteam.game_names():
            self.get_command(ctx, name)
        return list(self.commands)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in fireteam.game_names():
            self.list_commands(ctx)  # what is near to a misspelt name is looked for among the commands that are there
        elif cmd_name not in self.commands and (app := self.app_of(fireteam.game(cmd_name))) is not None:
            self.add_command(get_command(app), cmd_name)
        return self.commands.get(cmd_name)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        examples = [line for name in fireteam.game_names() for line in self.examples_of(fireteam.game(name))]
        self.help = "\n".join([self.told, "", "\b", *examples])
        super().format_help(ctx, formatter)


def group(help_text: str, *, alone: bool = False) -> typer.Typer:
    """A command that has commands of its own; `alone` it does something as well."""
    return typer.Typer(
        cls=Commands, rich_markup_mode=None, help=help_text, no_args_is_help=not alone, add_completion=False
    )


def options_of(wishes: Sequence[str] | None) -> dict[str, str]:
    """The readings of rules that were asked for, by name."""
    found = {}
    for wish in wishes or ():
        name, equals, value = wish.partition("=")
        if not equals or not name.strip():
            raise SetupError(f"an option is NAME=VALUE; got {wish!r}")
        found[name.strip()] = value.strip()
    return found


def echo_json(data: Any) -> None:
    """Print JSON for programs."""
    typer.echo(json.dumps(data, indent=2, ensure_ascii=False))
