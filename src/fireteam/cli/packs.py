"""Commands for data packs."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

import typer

from fireteam.cli.shared import Json, echo_json, group
from fireteam.core.errors import PackError, SetupError

PACK_HELP = """Check a data pack of a game, or print the JSON Schema of its packs.

\b
fireteam pack check mypack.yaml
fireteam pack schema escape > escape-pack.schema.json
fireteam pack schema killteam > killteam-pack.schema.json
"""


pack_app = group(PACK_HELP)


PACK_FORMATS = {"escape-content": "escape", "killteam-content": "killteam"}


def _pack_module(game: str) -> Any:
    """The module that reads the packs of a game."""
    if game not in PACK_FORMATS.values():
        raise SetupError(f"no packs of {game!r}; there are those of {' and '.join(PACK_FORMATS.values())}")
    return import_module(f"fireteam.games.{game}.pack")


def _pack_game(file: str) -> str:
    """The game that a pack is for: a bundled one by its name, a file by its format."""
    from fireteam.core.yamlfile import line_of, read_yaml, suggestion

    if not file.endswith((".yaml", ".yml")) and "/" not in file and "\\" not in file:
        names = {name: game for game in PACK_FORMATS.values() for name in _pack_module(game).bundled_packs()}
        if file not in names:
            raise PackError(file, 0, f"no such pack; there are: {', '.join(names)}{suggestion(file, names)}")
        return names[file]
    data, lines = read_yaml(file)
    form = data.get("format") if isinstance(data, dict) else None
    game = PACK_FORMATS.get(str(form).partition("/")[0])
    if game is None:
        listed = " or ".join(f"{name}/..." for name in PACK_FORMATS)
        raise PackError(file, line_of(lines, ("format",)), f"format must say which game the pack is for: {listed}, not {form!r}")
    return game


def _pack_summary(game: str, pack: Any) -> tuple[dict[str, Any], str]:
    """What is in a pack, for programs and for people."""
    if game == "escape":
        data = {"characters": len(pack.characters), "maps": len(pack.maps), "scenarios": [entry.id for entry in pack.scenarios]}
        return data, f"{len(pack.characters)} characters, {len(pack.maps)} maps, {len(pack.scenarios)} scenarios"
    lists = {key: [entry.id for entry in getattr(pack, key)] for key in ("teams", "killzones", "crit_ops", "tac_ops")}
    return lists, ", ".join(f"{len(found)} {key.replace('_', ' ')}" for key, found in lists.items())


@pack_app.command("check")
def pack_check(
    file: Annotated[str, typer.Argument(help="A pack file (.yaml), or the name of a bundled pack.")], as_json: Json = False
) -> None:
    """Check a data pack; exit code 1 with file, line and reason if it is broken.

    \b
    fireteam pack check mypack.yaml
    """
    try:
        game = _pack_game(file)
        pack = _pack_module(game).load_pack(file)
    except PackError as error:
        if as_json:
            echo_json({"file": error.file, "line": error.line, "error": error.reason})
        else:
            typer.echo(str(error), err=True)
        raise typer.Exit(1) from None
    data, words = _pack_summary(game, pack)
    if as_json:
        echo_json({"file": file, "game": game, "id": pack.info.id, "title": pack.info.title, **data, "digest": pack.digest})
        return
    typer.echo(f"{file}: {pack.info.title}: {words}; all is well")


@pack_app.command("schema")
def pack_schema(game: Annotated[str, typer.Argument(help="The game whose packs are meant.")] = "escape") -> None:
    """Print the JSON Schema of a game's pack files, for editors.

    \b
    fireteam pack schema escape > escape-pack.schema.json
    fireteam pack schema killteam > killteam-pack.schema.json
    """
    echo_json(_pack_module(game).json_schema())
