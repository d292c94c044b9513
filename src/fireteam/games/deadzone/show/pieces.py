"""What is drawn of a battle: the parts of the board, models, tokens, objectives, and their cards."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fireteam.core.rulebook import Rulebook
from fireteam.core.scene import Area, Board, Card, Figure, GoalMark, Part, PartKind, Piece, Row, Shape, State, Tag
from fireteam.games.deadzone.cards import Item, Unit, Weapon, Word
from fireteam.games.deadzone.goals import holder, objectives
from fireteam.games.deadzone.movement import speed
from fireteam.games.deadzone.show import labels as say
from fireteam.games.deadzone.show.page import CELL, Page
from fireteam.games.deadzone.state import DEAD, GONE, NOW, PLAY, RESERVE, SMOKE, Token, may_see
from fireteam.games.deadzone.table import Table
from fireteam.kit.game import rulebook_in
from fireteam.kit.words import upper
from fireteam.space.cubes.board import EAST, NORTH, gate_of
from fireteam.space.cubes.layout import BLOCKED, HATCH, QUARTERS, floor_quarters
from fireteam.space.cubes.sight import RAISE, SPREAD
from fireteam.space.squares import bits

if TYPE_CHECKING:
    from fireteam.games.deadzone.setting import Setting

SMALL = 58
"""The radius of a token."""
RADIUS = (0, 74, 84, 110, 140)
"""The radius of a model by its size: as much of its quarters as it can fill."""
RING = CELL // 2
THIN = 10
"""How thick the wall in a split cube is drawn."""
TURNED = (0, 180, 90, 270)
"""Degrees from the right against the clock: east, west, north, south."""


def rulebook() -> Rulebook:
    """The rule catalogue: what is laid by hand shows rules as well."""
    return rulebook_in(Path(__file__).parents[1])


class Scenery:
    """What is drawn of one battle; all that never changes is made once."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.page = Page(setting.field.board)

    # -- the board -----------------------------------------------------------------------------------------------------

    def board(self, t: Table) -> Board:
        """The board in cubes, level above level, and the deployment zones of both sides."""
        board, page = self.setting.field.board, self.page
        return {
            "name": t.scenario.name if t.scenario is not None else say.GROUND,
            "unit": "cube",
            "width": board.width * CELL,
            "height": board.depth * CELL,
            "grid": {
                "size": CELL,
                "columns": board.width,
                "rows": board.depth,
                "levels": page.levels[-1] + 1,
                "names": page.names,
            },
            "areas": self._zones(t),
        }

    def _zones(self, t: Table) -> dict[str, Area]:
        """Deployment zones are drawn on the ground and hold for all levels (see DZ-SETUP-13)."""
        scenario, board = t.scenario, t.board
        if scenario is None:
            return {}
        found: dict[str, Area] = {}
        for zone, squares in enumerate((scenario.zones.a, scenario.zones.b)):
            name = say.ZONE.format(zone="AB"[zone])
            for x, y in squares:
                cube = board.cube(x, y, 1)
                found[f"zone {board.name(cube)}"] = {
                    "name": name,
                    "kind": "zone",
                    "shape": self.page.rect(cube),
                    "seat": t.state.zones.index(zone),
                }
        return found

    # -- parts ---------------------------------------------------------------------------------------------------------

    def parts(self, t: Table) -> dict[str, Part]:
        """Everything built, and smoke."""
        smoke = t.state.smoke
        found = {**self._built, **self._scenario_parts(t)}
        toxic = {token.cube: token.number for token in t.state.tokens.values() if token.kind == SMOKE}
        for cube in bits(smoke):
            text = say.TOXIC.format(number=toxic[cube]) if toxic[cube] else ""
            found[f"smoke {t.board.name(cube)}"] = self._part(cube, "dark", say.SMOKE, self.page.rect(cube), text=text)
        return found

    @cached_property
    def _built(self) -> dict[str, Part]:
        board = self.setting.field.board
        found: dict[str, Part] = {}
        for cube in range(board.count):
            if not self.page.draws(cube):
                continue
            if board.solid >> cube & 1:
                found[f"solid {board.name(cube)}"] = self._part(cube, "solid", say.SOLID, self.page.rect(cube))
                continue
            self._put_floor(found, cube)
            self._put_faces(found, cube)
            self._put_ways(found, cube)
        return found

    def _part(
        self, cube: int, kind: PartKind, sort: str, shape: Shape, *, text: str = "", foot: int = 0, height: int = CELL
    ) -> Part:
        """A part of a cube; `foot` and `height` count from the floor of its cube."""
        board = self.setting.field.board
        base = self.page.foot(cube)
        part: Part = {
            "name": f"{sort} {board.name(cube)}",
            "kind": kind,
            "shape": shape,
            "sort": sort,
            "foot": base + foot,
            "level": base + height,
        }
        if text:
            part["text"] = text
        return part

    def _put_floor(self, found: dict[str, Part], cube: int) -> None:
        board, page = self.setting.field.board, self.page
        kind, name = board.floor[cube], board.name(cube)
        quarters = floor_quarters(kind)
        if not quarters:
            return
        sort = say.WALKWAY if board.half(cube) else say.FLOOR if board.level(cube) else say.GROUND
        found[f"floor {name}"] = self._part(cube, "floor", sort, page.inner(cube, quarters), height=0)
        if kind >= HATCH:
            x, y = page.middle(cube)
            third = CELL // 3
            shape: Shape = {"rect": [x - third // 2, y - third // 2, third, third]}
            found[f"hatch {name}"] = self._hatch(cube, shape, kind - HATCH, height=0)
        for place in board.places_of[cube]:
            for quarter, bit in QUARTERS.items():
                if board.raised[place] & bit:
                    raised = self._part(cube, "step", say.PLATFORM, page.inner(cube, bit), height=RAISE * CELL // 120)
                    found[f"platform {name} {quarter}"] = raised

    def _hatch(self, cube: int, shape: Shape, size: int, height: int = CELL) -> Part:
        part = self._part(cube, "hatch", say.HATCH, shape, text=say.PASSES_SIZE.format(size=size), height=height)
        part["state"], part["mark"] = "open", str(size)
        return part

    def _face(self, cube: int, shape: int, drawn: Shape) -> Part:
        """An upright face, or the wall that splits a cube."""
        if shape >= HATCH:
            return self._hatch(cube, drawn, shape - HATCH)
        kind, sort = say.FACES[shape]
        text = say.PASSES_SIZE.format(size=gate_of(shape)) if gate_of(shape) else ""
        quarters = shape if kind == "low" else 4
        part = self._part(cube, kind, sort, drawn, text=text, height=CELL * quarters // 4)
        if kind == "door":
            part["state"] = "open"
        if shape >= BLOCKED:
            part["strong"] = True
        return part

    def _put_faces(self, found: dict[str, Part], cube: int) -> None:
        board, page = self.setting.field.board, self.page
        name = board.name(cube)
        for way, letter in ((EAST, "E"), (NORTH, "N")):
            other = board.near[cube][way]
            shape = board.face(cube, way)
            if shape > 0 and not board.solid >> other & 1:
                found[f"face {name} {letter}"] = self._face(cube, shape, page.edge(cube, way))
        if board.split[cube]:
            x, y = page.corner(cube)
            half = (CELL - THIN) // 2
            line = [x + half, y, THIN, CELL] if board.axis(cube) == "x" else [x, y + half, CELL, THIN]
            found[f"split {name}"] = self._face(cube, board.split_shape(cube), {"rect": line})

    def _put_ways(self, found: dict[str, Part], cube: int) -> None:
        board, name = self.setting.field.board, self.setting.field.board.name(cube)
        if cube in board.ramp:
            way = say.WAYS[board.ramp[cube]]
            part = self._part(cube, "ramp", say.RAMP, self.page.rect(cube), text=say.RAMP_WAY.format(way=way))
            part["mark"], part["turned"] = way[0].upper(), TURNED[board.ramp[cube]]
            found[f"ramp {name}"] = part
        if board.ladders >> cube & 1:
            x, y = self.page.corner(cube)
            shape: Shape = {"rect": [x + CELL // 3, y + CELL // 3, CELL // 3, CELL // 3]}
            found[f"ladder {name}"] = self._part(cube, "ladder", say.LADDER, shape)

    def _scenario_parts(self, t: Table) -> dict[str, Part]:
        """Exits, and consoles with those who have worked them, each once by a side (see DZ-SPEC-01)."""
        scenario, board = t.scenario, t.board
        found: dict[str, Part] = {}
        if scenario is None:
            return found
        for x, y in scenario.consoles.at if scenario.consoles is not None else ():
            cube = board.top(board.cube(x, y, 1))
            sides = [seat for seat in (0, 1) if f"console {seat} {board.name(cube)}" in t.state.settled]
            text = say.WORKED.format(players=" and ".join(t.setting.players[seat] for seat in sides))
            part = self._part(cube, "console", say.CONSOLE, self.page.rect(cube), text=text if sides else "")
            part["mark"] = say.CONSOLE[0]
            if sides:
                part["state"] = "done" if len(sides) > 1 else "ready"
            found[f"console {board.name(cube)}"] = part
        for x, y in (*scenario.exits.a, *scenario.exits.b) if scenario.exits is not None else ():
            cube = board.cube(x, y, 1)
            part = self._part(cube, "exit", say.EXIT, self.page.rect(cube))
            part["mark"] = say.EXIT_MARK
            found[f"exit {board.name(cube)}"] = part
        return found

    # -- models --------------------------------------------------------------------------------------------------------

    @cached_property
    def marks(self) -> tuple[str, ...]:
        """Each model's letter and number; no two of a side have the same."""
        seen: dict[tuple[int, str], int] = {}
        found = []
        for card, side in zip(self.setting.cards, self.setting.sides, strict=True):
            letter = card.name[:1].upper()
            number = seen[side, letter] = seen.get((side, letter), 0) + 1
            found.append(f"{letter}{number}")
        return tuple(found)

    def put_models(self, t: Table, pieces: dict[str, Piece], cards: dict[str, Card]) -> None:
        """The models of both sides."""
        for m in t.state.models:
            name = t.name(m.index)
            cards[name] = self._card(t, m.index)
            if m.status == PLAY:
                pieces[name] = self._piece(t, m.index)

    def _piece(self, t: Table, who: int) -> Piece:
        m, card, cube, side = t.state.models[who], t.cards[who], t.cube(who), t.side(who)
        at, raised = self.page.middle(cube), False
        if m.quarters:
            pose = t.pose(who)
            at, raised = self.page.point(*pose.centre), pose.raised
        radius = RADIUS[card.size]
        found: Piece = {
            "name": t.name(who),
            "kind": "member",
            "form": say.SIDE_FORMS[side],
            "at": at,
            "radius": radius,
            "mark": self.marks[who],
            "text": f"{t.name(who)}, {t.board.place_name(m.place)}",
            "seat": side,
            "level": self.page.foot(cube) + (RAISE * CELL // 120 if raised else 0),
            "state": state_of(t, who),
            "card": t.name(who),
            "role": card.silhouette,  # type: ignore[typeddict-item]
            "wounds": [t.health(who), card.health],
            "stance": "down" if m.pinned else "open",
        }
        # What it carries is on its card: on a small piece only what it suffers has room.
        tags = [tag for tag in self._tags(t, who) if tag.get("kind") in ("harm", "state")]
        if tags:
            found["tags"] = tags
        if card.size >= SPREAD:
            found["size"] = [2 * radius, 2 * radius]
        return found

    def _tags(self, t: Table, who: int) -> list[Tag]:
        m = t.state.models[who]
        found: list[Tag] = []
        if m.pinned:
            found.append({"mark": "P", "name": "Pinned", "kind": "state", "rule": "DZ-PIN-01"})
        if m.burning:
            found.append({"mark": "F", "name": "On fire", "kind": "harm", "rule": "DZ-AB-BURN-03"})
        if m.item:
            found.append({"mark": m.item[:1], "name": say.CARRIED.format(item=m.item), "kind": "gear"})
        for seat in (0, 1):
            if m.prey >> seat & 1:
                name = say.PREY.format(player=t.setting.players[seat])
                found.append({"mark": "!", "name": name, "kind": "harm", "rule": "DZ-AB-PREY-01"})
        lasting = sorted(text.removeprefix(NOW).removeprefix("has ") for text in m.lasting)
        found += [{"mark": text[:1].upper(), "name": upper(text), "kind": "info"} for text in lasting]
        return found

    def _card(self, t: Table, who: int) -> Card:
        m, card = t.state.models[who], t.cards[who]
        state = state_of(t, who)
        found: Card = {
            "seat": m.side,
            "name": t.name(who),
            "mark": self.marks[who],
            "title": card.name,
            "state": state,
            "status": say.STATES[state],
            "figures": _figures(t, who),
            "tags": self._tags(t, who),
            "rows": self._rows(t, who),
            "role": card.silhouette,  # type: ignore[typeddict-item]
            "wounds": [max(0, t.health(who)), card.health],
        }
        if m.status == PLAY:
            found["piece"] = t.name(who)
        return found

    def _rows(self, t: Table, who: int) -> list[Row]:
        found: list[Row] = [{"label": weapon.name, "text": weapon_text(weapon)} for _, weapon in t.weapons(who)]
        found += [keyword_row(word) for word in t.cards[who].keywords]
        order = t.cards[who].order
        if order is not None:
            found.append({"label": order.name, "text": order.text, "rule": "DZ-CMD-12"})
        return found

    # -- tokens and objectives -----------------------------------------------------------------------------------------

    def put_tokens(self, t: Table, seat: int | None, pieces: dict[str, Piece]) -> None:
        """What lies about, as far as a seat knows it (see DZ-ITEM-04), and the objectives."""
        beside: dict[int, int] = {}
        for token in t.state.tokens.values():
            if token.kind != SMOKE:
                number = beside[token.cube] = beside.get(token.cube, 0) + 1
                pieces[token.id] = self._token(t, token, seat, number)
        for cube, points in objectives(self.setting, t.scenario).items():
            pieces[f"objective {t.board.name(cube)}"] = self._objective(t, cube, points)

    def _token(self, t: Table, token: Token, seat: int | None, number: int) -> Piece:
        name = token_name(token, seat)
        x, y = self.page.middle(token.cube)
        found: Piece = {
            "name": name or say.FACE_DOWN,
            "kind": "token",
            "form": "diamond",
            "at": [x, y - CELL // 2 + SMALL * (2 * number - 1)],
            "radius": SMALL,
            "mark": (name or say.UNKNOWN_MARK)[:1],
            "text": f"{name or say.FACE_DOWN}, {t.board.name(token.cube)}",
            "level": self.page.foot(token.cube),
        }
        if name and token.owner >= 0:
            found["seat"] = token.owner
        return found

    def _objective(self, t: Table, cube: int, points: int) -> Piece:
        found: Piece = {
            "name": say.OBJECTIVE.format(points=points),
            "kind": "objective",
            "form": "diamond",
            "at": self.page.middle(cube),
            "radius": SMALL,
            "mark": str(points),
            "text": f"{say.OBJECTIVE.format(points=points)}, {t.board.name(cube)}",
            "level": self.page.foot(cube),
            "ring": RING,
        }
        held = holder(self.setting, t.state, cube)
        if held is not None:
            found["holder"] = held
        return found

    def goal_marks(self, t: Table) -> list[GoalMark]:
        """How each objective stands."""
        found: list[GoalMark] = []
        for cube, points in objectives(self.setting, t.scenario).items():
            mark: GoalMark = {
                "mark": str(points),
                "name": f"{say.OBJECTIVE.format(points=points)}, {t.board.name(cube)}",
                "place": {"piece": f"objective {t.board.name(cube)}"},
            }
            held = holder(self.setting, t.state, cube)
            if held is not None:
                mark["holder"] = held
            found.append(mark)
        return found


def token_name(token: Token, seat: int | None) -> str:
    """What a token is as far as a seat knows it; empty: it lies face down for it (see DZ-ITEM-04)."""
    if not may_see(token, seat):
        return ""
    return say.TOKENS.get(token.kind, "{label}").format(label=token.label, number=token.number)


def state_of(t: Table, who: int) -> State:
    """Where a model is in the course of play."""
    m = t.state.models[who]
    if m.status == PLAY:
        return "active" if who == t.state.active else "done" if m.activated else "ready"
    gone: dict[int, State] = {RESERVE: "away", DEAD: "out", GONE: "left"}
    return gone[m.status]


def _figures(t: Table, who: int) -> list[Figure]:
    card: Unit = t.cards[who]
    advance, sprint = speed(t, who)
    values = (
        f"{advance}-{sprint}" if advance else say.DASH,
        *(f"{value}+" if value else say.DASH for value in (card.ranged, card.fight, card.survive)),
        *map(str, (card.armour, card.health, card.size, card.victory_points)),
    )
    found: list[Figure] = [
        {"label": label, "name": name, "value": value} for (label, name), value in zip(say.FIGURES, values, strict=True)
    ]
    next(figure for figure in found if figure["label"] == "HP")["left"] = max(0, t.health(who))
    return found


def weapon_text(weapon: Weapon | Item) -> str:
    """The numbers and keywords of a weapon."""
    reach = say.CLOSE if weapon.close else say.RANGE.format(range=weapon.range)
    return ", ".join((say.WEAPON.format(range=reach, ap=weapon.ap), *weapon.text))


def keyword_row(word: Word) -> Row:
    """A keyword, and what it does."""
    entry: Any = rulebook().rules.get(word.rule)
    return {"label": str(word), "text": entry.text if entry is not None else "", "rule": word.rule}
