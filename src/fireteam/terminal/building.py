"""The team builder of the terminal: shows the form that the game gives, and changes the team by what is typed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from fireteam.core.errors import FireteamError, PackError, SetupError
from fireteam.core.game import Game, Teams
from fireteam.core.yamlfile import suggestion
from fireteam.kit.force import Pick, Team, Thing
from fireteam.terminal import home
from fireteam.terminal.console import print_lines
from fireteam.terminal.reading import Quit, Reader
from fireteam.terminal.start import menu

HELP = (
    ("add UNIT [N]", "one more model, or N: by its name or its number in the list"),
    ("remove N [N ...]", "models out of the team, by their numbers"),
    ("item N THING", "something for a model; `item N` lists what there is, `item N none` takes everything away"),
    ("drop N THING", "one thing less for a model"),
    ("call N NAME", "what a model is called, in games whose models have names"),
    ("why UNIT", "what a unit can do, and why one more may not be added"),
    ("name TEXT", "what the team is called"),
    ("size N", "the size of the game: what a team may cost"),
    ("faction NAME", "begin anew with another faction"),
    ("ready", "begin anew with the faction's ready team"),
    ("undo", "take back the last change"),
    ("show", "the team and the units again"),
    ("load FILE", "go on with a team from a file"),
    ("save [FILE]", "write the team: YAML, or JSON where the name ends so; `save FILE over` writes over another file"),
    ("quit", "leave; what was not saved is kept aside"),
)


def teams_of(game: Game) -> Teams:
    """How the players of a game build teams; a SetupError where they do not."""
    teams = game.teams()
    if teams is None:
        raise SetupError(f"teams of {game.title} are not built before a match")
    return teams


def faults_of(form: Mapping[str, Any], team: Team) -> Iterator[tuple[int, str]]:
    """What is wrong with a team: the line of the model in its file (0: the whole team), and the fault in words."""
    for place, faults in ((None, form["faults"]), *((n, model["faults"]) for n, model in enumerate(form["models"]))):
        for fault in faults:
            line = team.lines[place] if place is not None and team.lines else 0
            whose = f"{form['models'][place]['name']}: " if place is not None and not line else ""
            yield line, f"{whose}{fault['text']} ({fault['rule']})"


def ready_teams(game: Game, files: Sequence[Path], pack: str | None) -> list[dict[str, Any]]:
    """Teams from files as a match takes them; the first thing that keeps one from play is an error with its line."""
    if not files:
        return []
    teams = teams_of(game)
    if len(files) > len(game.seats):
        raise SetupError(f"{game.title} has {len(game.seats)} seats; {len(files)} teams were given")
    found = []
    for file in files:
        team = teams.read(file, pack)
        for line, text in faults_of(teams.form(team, pack), team):
            raise PackError(str(file), line, text)
        found.append(teams.data(team))
    return found


class Builder:
    """A team that is being built at the terminal."""

    def __init__(self, game: Game, console: Console, reader: Reader, pack: str | None = None) -> None:
        self.game = game
        self.teams = teams_of(game)
        self.console = console
        self.reader = reader
        self.pack = pack
        self.file: Path | None = None
        self.saved: Team | None = None
        self.history: list[Team] = []

    @property
    def team(self) -> Team:
        """The team as it stands."""
        return self.history[-1]

    def begin(self, file: Path | None) -> None:
        """Open a file, or choose a faction."""
        if file is not None:
            self._load(str(file))
            return
        faction = menu(self.console, self.reader, "Which faction?", self.teams.factions(self.pack))
        self.history = [self.teams.new(faction, None, self.pack)]
        self.saved = self.team

    def run(self) -> None:
        """Show and ask until the person leaves; what was not saved is kept."""
        self._show("")
        try:
            while True:
                self._obey(self.reader.ask("team>"))
        except Quit:
            if self.team != self.saved:
                aside = home.home() / f"team-{self.game.name}.yaml"
                self.teams.write(self.team, _in_folder(aside))
                self._say(f"What was not saved is in {aside}: `fireteam team {self.game.name} build {aside}`")

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word in ("quit", "q"):
            raise Quit
        known: dict[str, Callable[[str], None]] = {
            "add": self._add, "remove": self._remove, "item": self._item, "drop": self._drop, "call": self._call,
            "why": self._why, "name": self._name, "size": self._size, "faction": self._faction, "ready": self._ready,
            "undo": self._undo, "show": self._show, "load": self._load, "save": self._save, "help": self._help,
            "": self._show,
        }  # fmt: skip
        if word not in known:
            self._say(f"  no command {word!r}{suggestion(word, known)}; `help` tells all of them")
            return
        try:
            known[word](rest.strip())
        except FireteamError as error:
            self._say(f"  {error}")

    # -- commands ------------------------------------------------------------------------------------------------------

    def _add(self, rest: str) -> None:
        name, _, number = rest.rpartition(" ")
        count = int(number) if name and number.isdecimal() else 1
        wanted = name if name and number.isdecimal() else rest
        for _ in range(min(count, 99)):
            unit = self._unit(wanted)
            if unit["refusals"]:
                self._say(f"  {unit['name']} was not added:")
                self._say_all(unit["refusals"])
                break
            self._change(self.team.with_model(Pick(unit["id"])))
        self._head()

    def _remove(self, rest: str) -> None:
        places = sorted({self._place(word) for word in rest.replace(",", " ").split()}, reverse=True)
        if not places:
            raise SetupError("remove which models? Their numbers stand before them")
        team = self.team
        for place in places:
            team = team.without(place)
        self._change(team)
        self._show("")

    def _item(self, rest: str) -> None:
        number, _, wish = rest.partition(" ")
        place = self._place(number)
        shelves = self._form()["models"][place]["shelves"]
        if not wish:
            self._sold(shelves)
            return
        if wish == "none":
            self._change(self.team.changed(place, self.team.models[place]._replace(things=())))
        elif not self._give(place, shelves, wish):
            return
        self._head()

    def _give(self, place: int, shelves: Sequence[Mapping[str, Any]], wish: str) -> bool:
        """One more thing for a model, if nothing stands against it."""
        sold = {Thing(shelf["key"], good["id"]): (shelf, good) for shelf in shelves for good in shelf["goods"]}
        chosen = _thing_named(wish, {thing: (shelf["name"], good["name"]) for thing, (shelf, good) in sold.items()})
        shelf, good = sold[chosen]
        if good["refusals"]:
            self._say(f"  {good['name']} was not taken:")
            self._say_all(good["refusals"])
            return False
        self._change(self.team.with_thing(place, chosen, alone=shelf["single"]))
        return True

    def _sold(self, shelves: Sequence[Mapping[str, Any]]) -> None:
        """What is sold to a model, and why something may not be taken."""
        for shelf in shelves:
            if len(shelves) > 1:
                self._say(f"  {shelf['name']}", "bold")
            for kind, goods in groupby(shelf["goods"], lambda good: str(good["kind"])):
                if kind:
                    self._say(f"  {kind}", "dim")
                for good in goods:
                    self._say(f"  {good['points']:>3}  {good['name']}")
                    self._say_all(good["refusals"])

    def _drop(self, rest: str) -> None:
        number, _, wish = rest.partition(" ")
        place = self._place(number)
        model = self._form()["models"][place]
        names = {shelf["key"]: shelf["name"] for shelf in model["shelves"]}
        had = {Thing(one["shelf"], one["id"]): (names.get(one["shelf"], ""), one["name"]) for one in model["things"]}
        if not had:
            raise SetupError(f"{model['name']} has nothing to drop")
        self._change(self.team.without_thing(place, _thing_named(wish, had)))
        self._head()

    def _call(self, rest: str) -> None:
        number, _, name = rest.partition(" ")
        place = self._place(number)
        if not self.teams.named:
            raise SetupError("models of this game have no names of their own")
        data = self.teams.data(self.team)
        data["models"][place] = {**data["models"][place], "name": name}
        # Read as from a file, so that what no file may say cannot be typed either.
        self._change(self.teams.of_data(data, self.pack))
        self._show("")

    def _why(self, rest: str) -> None:
        unit = self._unit(rest)
        self._say(f"  {unit['name']}, {unit['role']}, {unit['points']} {self._form()['currency']}: {unit['text']}")
        self._say_all(unit["refusals"])
        if not unit["refusals"]:
            self._say("    one more may be added")

    def _name(self, rest: str) -> None:
        # Read as from a file, so that what no file may say cannot be typed either.
        self._change(self.teams.of_data({**self.teams.data(self.team), "name": rest}, self.pack))
        self._head()

    def _size(self, rest: str) -> None:
        limit: Any = int(rest) if rest.isdecimal() and len(rest) < 10 else rest
        self._change(self.teams.of_data({**self.teams.data(self.team), "limit": limit}, self.pack))
        self._show("")

    def _faction(self, rest: str) -> None:
        faction = _named(rest, self.teams.factions(self.pack), "faction")
        self._change(self.teams.new(faction, self.team.limit, self.pack))
        self._show("")

    def _ready(self, rest: str) -> None:
        found = self.teams.ready(self.team.faction, self.team.limit, self.pack)
        if found is None:
            raise SetupError(f"there is no ready team of {self.team.limit} {self._form()['currency']}")
        self._change(replace(found, name=self.team.name, pack=self.team.pack))
        self._show("")

    def _undo(self, rest: str) -> None:
        if len(self.history) < 2:
            raise SetupError("there is nothing to undo")
        self.history.pop()
        self._show("")

    def _load(self, rest: str) -> None:
        team = self.teams.read(rest, self.pack)
        self.file, self.saved = Path(rest), team
        self.history.append(team)
        if len(self.history) > 1:
            self._show("")

    def _save(self, rest: str) -> None:
        over = rest.endswith(" over")
        wish = Path(rest.removesuffix(" over").strip()) if rest else self.file or Path(self._form()["file"])
        if wish.exists() and wish != self.file and not over:
            raise SetupError(f"there is a file {wish} already; `save {wish} over` writes over it")
        self.teams.write(self.team, wish)
        self.file, self.saved = wish, self.team
        self._say(f"  saved in {wish}: `fireteam play {self.game.name} --team {wish}`")
        self._wrong()

    def _help(self, rest: str) -> None:
        for form, text in HELP:
            self._say(f"  {form:<18} {text}")

    # -- the team ------------------------------------------------------------------------------------------------------

    def _form(self) -> dict[str, Any]:
        return self.teams.form(self.team, self.pack)

    def _change(self, team: Team) -> None:
        self.history.append(team)

    def _place(self, word: str) -> int:
        if not word.isdecimal() or not 1 <= int(word[:9]) <= len(self.team.models):
            raise SetupError(f"a model is a number from 1 to {len(self.team.models)}, not {word!r}")
        return int(word) - 1

    def _unit(self, wish: str) -> dict[str, Any]:
        units = {unit["id"]: unit for unit in self._form()["units"]}
        found: dict[str, Any] = units[_named(wish, {name: unit["name"] for name, unit in units.items()}, "unit")]
        return found

    # -- showing -------------------------------------------------------------------------------------------------------

    def _show(self, rest: str) -> None:
        form = self._form()
        self._say(f"{self.team.name} ({dict(self.teams.factions(self.pack))[self.team.faction]})", "bold")
        for number, model in enumerate(form["models"], 1):
            things = ", ".join(thing["name"] for thing in model["things"])
            called = f"{model['called']}, " if model["called"] else ""
            self._say(
                f"  {number:>2} {model['points']:>3}  {called}{model['name']}{f' with {things}' if things else ''}"
            )
        self._say("Units", "bold")
        for number, unit in enumerate(form["units"], 1):
            may = "" if not unit["refusals"] else f": no more, {unit['refusals'][0]['text']}"
            self._say(f"  {number:>2} {unit['points']:>3}  {unit['name']}, {unit['role']}{may}", "dim" if may else "")
        self._head()

    def _head(self) -> None:
        """Points and roles, and what is wrong."""
        form = self._form()
        rooms = []
        for room in form["roles"]:
            most = "" if room["most"] is None else f" of {room['most']}"
            rooms.append(f"{room['role']} {room['have']}{most}")
        self._say(f"{form['points']} of {form['limit']} {form['currency']}. {', '.join(rooms)}", "bold")
        self._wrong()

    def _wrong(self) -> None:
        found = [text for _, text in faults_of(self._form(), replace(self.team, lines=()))]
        for text in found:
            self._say(f"  ! {text}")
        if not found:
            self._say("  ready for play")

    def _say_all(self, faults: Sequence[Mapping[str, str]]) -> None:
        for fault in faults:
            self._say(f"    {fault['text']} ({fault['rule']})")

    def _say(self, text: str, style: str = "") -> None:
        print_lines(self.console, [Text(text, style)])


def _in_folder(path: Path) -> Path:
    """The path, its folder made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _named(wish: str, known: Mapping[str, str], what: str) -> str:
    """What somebody means by a number in the list, an id, a name, or the beginning of a word of it."""
    ids = list(known)
    plain = wish.strip().lower().replace("_", " ")
    if plain.isdecimal() and 1 <= int(plain[:9]) <= len(ids):
        return ids[int(plain) - 1]
    names = {one: (one.lower().replace("_", " "), known[one].lower()) for one in ids}
    exact = [one for one, called in names.items() if plain in called]
    hits = exact or [
        one for one, called in names.items() if plain and any(f" {plain}" in f" {name}" for name in called)
    ]
    if len(hits) == 1:
        return hits[0]
    listed = ", ".join(known[one] for one in (hits or ids))
    raise SetupError(f"no {what} {wish!r}; there is {listed}{suggestion(wish, [*ids, *known.values()])}")


def _thing_named(wish: str, known: Mapping[Thing, tuple[str, str]]) -> Thing:
    """What somebody means by the name of a thing, or by beginnings of its words; where several shelves have it, a word
    of the shelf tells them apart."""
    plain = wish.strip().lower()
    exact = [thing for thing, (_, name) in known.items() if plain in (thing.id, name.lower())]
    words = plain.replace("-", " ").split()
    hits = exact or [
        thing
        for thing, (shelf, name) in known.items()
        if words and all(f" {word}" in f" {shelf} {name}".lower().replace("-", " ") for word in words)
    ]
    if len(hits) == 1:
        return hits[0]
    several = len({known[thing][0] for thing in hits or known}) > 1
    names = [f"{shelf}: {name}" if several else name for shelf, name in (known[thing] for thing in hits or known)]
    raise SetupError(f"no item {wish!r}; there is {', '.join(names)}{suggestion(wish, names)}")
