"""What tests of Deadzone share: whole battles, and positions with a scenario."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from fireteam.core.dice import Seeded
from fireteam.core.match import Match
from fireteam.games.deadzone import arena
from fireteam.games.deadzone.cards import Unit
from fireteam.games.deadzone.content.packs import content
from fireteam.games.deadzone.content.scenarios import Scenario
from fireteam.games.deadzone.game import GAME
from fireteam.games.deadzone.geometry import Field
from fireteam.games.deadzone.keywords.moving import DropSuits
from fireteam.games.deadzone.orders import orders_of
from fireteam.games.deadzone.scenarios import Mission
from fireteam.games.deadzone.setting import Setting
from fireteam.games.deadzone.setup import Recon
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Supplement


def battle(seed: int, **wish: Any) -> Match:
    """A new battle with seeded dice."""
    return Match(GAME.prepare(**wish), Seeded(seed))


P_ZONE = [(1, 1), (2, 1), (3, 1), (4, 1)]
Q_ZONE = [(5, 8), (6, 8), (7, 8), (8, 8)]


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
    more: Iterable[Supplement] = (),
) -> Setting:
    """A setting for models by name, with a scenario and what hangs into a battle; `more` beside that."""
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
        scenario=what,
        supplements=[Mission(what), Recon(), DropSuits(), *orders_of(cards, sides), *more],
    )


def play(match: Match, *keys: str) -> Match:
    """Answer one decision after the other by key."""
    for key in keys:
        match.answer(key)
    return match


def offered(match: Match) -> list[str]:
    """The keys of what may be answered now."""
    found: list[str] = match.decision.keys()
    return found


def table_of(match: Match) -> Table:
    """The table of a match, which it lays when somebody looks."""
    assert match.state is not None
    table: Any = match.table
    return table  # type: ignore[no-any-return]


def placed(match: Match, name: str) -> str:
    """Where a model is."""
    t = table_of(match)
    place = t.place(t.number(name))
    return str(t.board.place_name(place)) if place >= 0 else ""
