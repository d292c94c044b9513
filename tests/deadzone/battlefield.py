"""What tests of Deadzone share: positions and how they are played on, whole battles, and how things stand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from fireteam.core.dice import Given, Seeded
from fireteam.core.match import Match
from fireteam.core.questions import Faces, Roll
from fireteam.games.deadzone import arena
from fireteam.games.deadzone.actions import Activation
from fireteam.games.deadzone.assault import ACTION, Assault
from fireteam.games.deadzone.cards import Unit
from fireteam.games.deadzone.content.packs import content
from fireteam.games.deadzone.content.scenarios import Scenario
from fireteam.games.deadzone.game import GAME, supplements
from fireteam.games.deadzone.geometry import Field
from fireteam.games.deadzone.items import Items
from fireteam.games.deadzone.keywords.clouds import Clouds
from fireteam.games.deadzone.keywords.fire import Fires
from fireteam.games.deadzone.keywords.traps import Traps
from fireteam.games.deadzone.setting import Setting
from fireteam.games.deadzone.state import Frame, Model, Token
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Supplement

RIFLE, KNIFE = arena.weapon("Rifle", 6), arena.weapon("Knife", "CC")
GUN = arena.weapon("Gun", 9)
"""Something to do after a move."""
HERE = "3,3,1"
P_ZONE = [(1, 1), (2, 1), (3, 1), (4, 1)]
Q_ZONE = [(5, 8), (6, 8), (7, 8), (8, 8)]


# -- whole battles -----------------------------------------------------------------------------------------------------


def new_battle(seed: int, **wish: Any) -> Match:
    """A new battle with seeded dice."""
    return Match(GAME.prepare(**wish), Seeded(seed))


def scenario(**fields: Any) -> Scenario:
    """A scenario with two zones of four squares and one objective, but for what is given."""
    usual: dict[str, Any] = {
        "id": "test", "name": "Test", "text": "Test", "zones": {"A": P_ZONE, "B": Q_ZONE},
        "objectives": [{"at": (4, 4), "vp": 2}], "kills": True, "intel_vp": 1,
    }  # fmt: skip
    return Scenario.model_validate({**usual, **fields})


def setting_with(
    units: Mapping[str, tuple[int, Unit]],
    about: Scenario | None = None,
    *,
    on: Field | None = None,
    options: Mapping[str, Any] | None = None,
) -> Setting:
    """A setting for models by name, with a scenario and all that hangs into a battle."""
    cards, sides = [card for _, card in units.values()], [seat for seat, _ in units.values()]
    what = about or scenario()
    return Setting(
        GAME,
        on or arena.field(),
        cards,
        sides,
        GAME.checked_options(dict(options or {})),
        names=list(units),
        needed_points=12,
        pack=content(None),
        scenarios=[what],
        supplements=supplements(cards, sides),
    )


# -- positions ---------------------------------------------------------------------------------------------------------


class NextRound:
    """Command dice for the next round; all other dice must be given."""

    def faces(self, roll: Roll, index: int) -> Faces:
        assert "command dice" in roll.topic, f"no dice given for {roll.topic}"
        return Seeded(1).faces(roll, index)


class Kills(Supplement):
    """A scenario that counts kills."""

    name = "kills"

    def killed(self, t: Table, who: int, cube: int) -> None:
        t.score(1 - t.side(who), t.cards[who].victory_points, "DZ-DMG-08")


def position(
    cards: Mapping[str, tuple[int, Unit]],
    at: Mapping[str, str],
    *frames: Frame,
    dice: Iterable[int] = (),
    on: Field | None = None,
    options: Mapping[str, Any] | None = None,
    supplements: Sequence[Supplement] = (),
    **laid: Any,
) -> Match:
    """A match at a position: the given dice first, then any."""
    setting = arena.setting_for(cards, on=on, options=options, supplements=supplements)
    return play_on(arena.match_over(arena.table_at(setting, at, *frames, **laid), Given(dice, then=Seeded(1))))


def duel(a: Unit, b: Unit, *more: tuple[int, Unit], why: str = ACTION, dice: Iterable[int] = (), **laid: Any) -> Match:
    """a assaults b, with others of either side beside them."""
    cards = {"a": (0, a), "b": (1, b), **{f"m{number}": one for number, one in enumerate(more)}}
    return position(cards, dict.fromkeys(cards, HERE), Assault(0, 1, why), dice=dice, **laid)


def battle(
    blue: Mapping[str, Unit],
    red: Mapping[str, Unit],
    at: Mapping[str, str],
    dice: Iterable[int] = (),
    *answers: str,
    frames: Sequence[Frame] = (),
    on: Field | None = None,
    options: Mapping[str, Any] | None = None,
    **position: Any,
) -> Match:
    """A match in which the first model of Blue is activated, after what else is under way, with these answers; all dice
    given must have been rolled."""
    cards = {name: (0, card) for name, card in blue.items()} | {name: (1, card) for name, card in red.items()}
    setting = arena.setting_for(cards, on=on, options=options)
    given = Given(dice, NextRound())
    match = arena.match_over(arena.table_at(setting, at, *frames, Activation(0), **position), given)
    for answer in answers:
        match.answer(answer)
    _ = None if match.over else match.decision
    assert given.unused == 0, f"{given.unused} dice were not rolled"
    return match


def turn(
    cards: Mapping[str, tuple[int, Unit]],
    at: Mapping[str, str],
    dice: Iterable[Any] = (),
    *answers: str,
    first: Frame | None = None,
    on: Field | None = None,
    options: Mapping[str, Any] | None = None,
    **laid: Any,
) -> Match:
    """The first model is activated, or something else is under way; quarters are taken as they come, and all dice given
    must have been rolled."""
    supplements = (Traps(), Items(), Clouds(), Fires())
    setting = arena.setting_for(cards, on=on, options=options, supplements=supplements)
    given = Given(dice, then=NextRound())
    table = arena.table_at(setting, at, *([Activation(0)] if first is None else [first]), **laid)
    match = play_on(arena.match_over(table, given), *answers)
    assert given.unused == 0, f"{given.unused} dice were not rolled before {match.decision.topic}"
    return match


# -- playing on --------------------------------------------------------------------------------------------------------


def play(match: Match, *keys: str) -> Match:
    """Answer one decision after the other by key."""
    for key in keys:
        match.answer(key)
    return match


def play_on(match: Match, *answers: str) -> Match:
    """Answer one question after the other; quarters are taken as they come."""
    for answer in ("", *answers):
        if answer:
            match.answer(answer)
        while match.decision is not None and match.decision.topic.startswith("quarters of "):
            match.answer(match.decision.options[0])
    return match


# -- how things stand --------------------------------------------------------------------------------------------------


def offered(match: Match, word: str = "") -> list[str]:
    """What may be answered, as far as it begins with a word."""
    keys: list[str] = match.decision.keys()
    return [key for key in keys if key.startswith(word)]


def refused_by(match: Match, key: str) -> str:
    """The rule that forbids something one could think of; none if it is possible."""
    return next((refusal.decisive.rule for refusal in match.refusals() if refusal.action == key), "")


def possible(match: Match) -> set[str]:
    """What can be answered now."""
    return set(match.decision.keys())


def table_of(match: Match) -> Table:
    """The table of a match, which it lays when somebody looks."""
    assert match.state is not None
    table: Any = match.table
    return table  # type: ignore[no-any-return]


def model(match: Match, name: str) -> Model:
    """A model as it is now."""
    setting: Any = match.setting
    found: Model = match.state.models[setting.numbers[name]]
    return found


def placed(match: Match, name: str) -> str:
    """Where a model is; nowhere off the board."""
    setting: Any = match.setting
    place = model(match, name).place
    return str(setting.field.board.place_name(place)) if place >= 0 else ""


def cube(name: str) -> int:
    """The number of a cube on the usual board."""
    found = arena.field().board.named(name)
    assert found is not None
    return arena.field().board.cube_of[found]


def cubes(match: Match, *names: str) -> int:
    """Some cubes as bits."""
    board = match.table.board
    return sum(1 << cube for cube in range(board.count) if board.name(cube) in names)


def token(kind: str, at: str, label: str = "", **more: Any) -> dict[str, Token]:
    """One token on the board."""
    return {f"{kind}-0": Token(f"{kind}-0", kind, label, cube(at), **more)}


def lying(match: Match, kind: str) -> list[tuple[str, str, int]]:
    """The tokens of a kind: what each is, where, and its number."""
    board = match.table.board
    return [(one.label, board.name(one.cube), one.number) for one in match.state.tokens.values() if one.kind == kind]


def acts(match: Match) -> bool:
    """Whether the activation of the first model goes on."""
    return str(match.decision.topic) == f"action of {match.table.name(0)}"


def codes(match: Match) -> list[str]:
    """What has been told, by code."""
    return [event.code for event in match.log]


def told(match: Match, code: str) -> list[dict[str, Any]]:
    """What has been told under a code, in order."""
    return [dict(event.params) for event in match.log if event.code == code]


def rolled(match: Match) -> list[tuple[int, int, int]]:
    """The dice of both sides of every test so far, bonus dice among them, and the difference."""
    return [
        (len(told.params["first"]), len(told.params["second"]), told.params["difference"])
        for told in match.log
        if told.code == "rolled"
    ]


def dice_of(match: Match) -> int:
    """The dice of the last shot or fight that were counted."""
    found = [event for event in match.log if event.code in ("shoots", "fights")]
    count: int = found[-1].params["dice"]
    return count
