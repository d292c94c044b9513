"""What tests of Deadzone share: whole battles, and positions with a scenario."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
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
from fireteam.games.deadzone.state import PLAY
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Supplement


def battle(seed: int, **wish: Any) -> Match:
    """A new battle with seeded dice."""
    return Match(GAME.prepare(**wish), Seeded(seed))


def at_random(match: Match, seed: int) -> Iterator[Match]:
    """Play a match to its end by chance, stopping at every decision."""
    draw = random.Random(seed).random
    while not match.over:
        yield match
        match.answer(match.decision.draw(draw))
    yield match


def soundness(t: Table) -> None:
    """What holds in every position where somebody decides: who stands has a floor and quarters inside its place, and
    no two of a side share one, but where somebody was out of its owner's hands."""
    taken: dict[tuple[int, int], int] = {}
    moving = {frame.who for frame in t.state.agenda if hasattr(frame, "who")}
    for m in t.state.models:
        assert (m.status == PLAY) == (m.place >= 0), t.name(m.index)
        if m.status != PLAY or (m.index in moving and not m.quarters):
            continue
        where = (m.side, m.place)
        assert m.quarters and m.quarters & ~t.board.quarters[m.place] == 0, t.name(m.index)
        assert m.quarters.bit_count() == t.cards[m.index].size
        crowded = any(t.cards[other].has("Rampage") for other in t.here(m.place))  # see DZ-AB-RAMPAGE-04
        assert crowded or not taken.get(where, 0) & m.quarters, t.name(m.index)
        taken[where] = taken.get(where, 0) | m.quarters


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
