"""What is drawn of a ground of ESCAPE: its board, walls and doors, its characters with their cards, its tokens.

Whatever was made is kept and used again while nothing about it changes: two scenes share their equal parts, so nobody
may write into one.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, TypeVar

from fireteam.core.scene import (
    UNIT,
    Board,
    Card,
    Figure,
    GoalMark,
    Paragraph,
    Part,
    PartState,
    Piece,
    Reason,
    Row,
    Tag,
)
from fireteam.core.scene import State as Condition
from fireteam.games.escape.actions.movement import exits
from fireteam.games.escape.game import Escape
from fireteam.games.escape.ground import Door, Ground
from fireteam.games.escape.show import labels as say
from fireteam.games.escape.show.words import STATISTIC_NAMES, item, thing
from fireteam.games.escape.state import BOARD, CRATE, ISC, LEFT, OUT, RESISTANCE, STATISTICS, Character, State, Token
from fireteam.games.escape.table import Table
from fireteam.kit.squares import centre, edge_shape, outline, square_shape
from fireteam.space.squares import bits

RADIUS, TOKEN_RADIUS = 36, 15
CORNERS = ((31, 31), (-31, 31), (31, -31), (-31, -31))
"""Where tokens lie in their square: a character leaves the corners free."""
ASIDE = 16
"""How far a character that shares a square stands from its middle."""
MOST = 2_000
"""Made parts that are kept before all are made afresh."""

T = TypeVar("T")


@lru_cache(maxsize=64)
def scenery_of(ground: Ground) -> Scenery:
    """The scenery of a ground, made once."""
    return Scenery(ground)


def marks_of(g: Ground) -> list[str]:
    """Two letters for each character, unlike all others: upper case for the Resistance, lower case for the I.S.C."""
    found: list[str] = []
    taken: set[str] = set()
    for card in g.cards:
        letters = re.sub(r"[^A-Za-z0-9]", "", card.name).upper() or "X"
        wanted = (
            first + second for first in (letters[0], *letters[1:], "X") for second in (*letters[1:], *"0123456789")
        )
        mark = next((mark for mark in wanted if mark not in taken), f"{card.index:02}")
        taken.add(mark)
        found.append(mark if card.side == RESISTANCE else mark.lower())
    return found


class Scenery:
    """What is drawn of a ground: its static board, and what was made of its characters and tokens so far."""

    def __init__(self, g: Ground) -> None:
        self.ground = g
        self.title = f"{Escape.title}: {g.scenario.name}"
        self.marks = marks_of(g)
        self.board = _board(g)
        self.briefing = _briefing(g)
        self.rows = [_rows(g, number) for number in range(len(g.cards))]
        self.piece_ids = [card.id for card in g.cards]
        self.spots = {g.at(square): square for square in range(g.squares.count)}
        self.options: dict[Any, Any] = {}
        """Options whose words never change, as a table shows them."""
        self.keys: dict[str, tuple[Any, ...]] | None = None
        """Every key that names something of the ground; made when somebody first asks why not."""
        self._parts: dict[tuple[Any, ...], dict[str, Part]] = {}
        self._characters: dict[tuple[Any, ...], tuple[Piece | None, Card]] = {}
        self._tokens: dict[tuple[Any, ...], Piece] = {}

    def parts(self, t: Table) -> dict[str, Part]:
        """Walls, doors, airlocks and terminals as they are now."""
        s = t.state
        key = (s.broken, s.opened, s.locks, s.hacked, s.unlocked_airlocks, s.dark)
        found = self._parts.get(key)
        if found is None:
            found = _keep(self._parts, key, _parts(t))
        return found

    def put_characters(self, t: Table, pieces: dict[str, Piece], cards: dict[str, Card]) -> None:
        """All characters: a card for each, a piece for those on the board."""
        s, kept, names = t.state, self._characters, self.piece_ids
        for c in s.characters:
            index = c.index
            token = s.tokens[c.holds] if c.holds else None
            active = s.active == index
            key = (c.key(), s.event, active, active and s.sharing, token, s.courier == index, s.seats)
            found = kept.get(key)
            if found is None:
                found = _keep(kept, key, self._character(t, c, token))
            piece, card = found
            if piece is not None:
                pieces[names[index]] = piece
            cards[names[index]] = card

    def put_tokens(self, t: Table, pieces: dict[str, Piece]) -> None:
        """The tokens that lie on the board."""
        lying: dict[int, int] = {}
        for token in t.state.tokens.values():
            if token.square < 0:
                continue
            place = lying.get(token.square, 0)
            lying[token.square] = place + 1
            key = (token, place)
            piece = self._tokens.get(key)
            if piece is None:
                piece = _keep(self._tokens, key, _token(t, token, place))
            pieces[token.id] = piece

    # -- characters ----------------------------------------------------------------------------------------------------

    def _character(self, t: Table, c: Character, token: Token | None) -> tuple[Piece | None, Card]:
        s, g, data = t.state, t.ground, t.card(c)
        state = _state_of(s, c)
        status = say.STATES[state].format(turn=c.out_turn)
        seat, mark, tags = s.seats[c.side] if s.seats else c.side, self.marks[c.index], _tags(t, c, token)
        rows = self.rows[c.index]
        if token is not None:
            rows = [*rows, _carried_row(g, token)]
        card: Card = {
            "seat": seat,
            "name": data.name,
            "mark": mark,
            "title": say.TITLE.format(rank=data.rank),
            "state": state,
            "status": status,
            "figures": [
                *(self._figure(t, c, number) for number in range(3)),
                {"label": "Life", "name": say.LIFE, "value": f"{max(0, data.life - c.damage)}/{data.life}"},
            ],
            "tags": tags,
            "rows": rows,
            "role": data.silhouette,
            "wounds": [max(0, data.life - c.damage), data.life],
        }
        if c.status != BOARD:
            return None, card
        card["piece"] = data.id
        x, y = centre(g.squares, c.square)
        aside = ASIDE if s.sharing and s.active == c.index else 0
        names = {
            "name": data.name,
            "side": say.SIDE_LABELS[c.side],
            "status": status,
            "damage": c.damage,
            "life": data.life,
        }
        piece: Piece = {
            "name": data.name,
            "kind": "member",
            "form": say.SIDE_FORMS[c.side],
            "at": [x + aside, y - aside],
            "radius": RADIUS,
            "mark": mark,
            "text": say.PIECES["character"].format(**names),
            "seat": seat,
            "state": state,
            "card": data.id,
            "role": data.silhouette,
            "wounds": card["wounds"],
        }
        if tags:
            piece["tags"] = tags
        return piece, card

    def _figure(self, t: Table, c: Character, statistic: int) -> Figure:
        name = STATISTICS[statistic]
        reasons: list[Reason] = [
            {"amount": part.amount, "reason": part.reason, "rule": part.rule} for part in t.value_parts(c, statistic)
        ]
        return {
            "label": name,
            "name": STATISTIC_NAMES[name],
            "value": str(c.value(statistic)),
            "left": c.left(statistic),
            "note": say.LEFT.format(left=c.left(statistic)),
            "reasons": reasons,
        }


def _keep(kept: dict[tuple[Any, ...], T], key: tuple[Any, ...], made: T) -> T:
    """Keep something that was made, for the next scenes."""
    if len(kept) > MOST:
        kept.clear()
    kept[key] = made
    return made


def _state_of(s: State, c: Character) -> Condition:
    if c.status == BOARD:
        return "active" if s.active == c.index else "done" if c.activated else "ready"
    return "out" if c.status == OUT else "left" if c.status == LEFT else "away"


def _tags(t: Table, c: Character, token: Token | None) -> list[Tag]:
    s, g, data = t.state, t.ground, t.card(c)
    tags: list[Tag] = []
    if c.damage:
        name = say.TAGS["damage"].format(damage=c.damage, life=data.life)
        tags.append({"mark": str(c.damage), "name": name, "kind": "state", "rule": "ES-PROF-06"})
    if s.courier == c.index:
        tags.append({"mark": "!", "name": say.TAGS["courier"].format(tag=g.tag), "kind": "info"})
    if token is not None:
        carried: Tag = {
            "mark": token_mark(g, token),
            "name": say.TAGS["carries"].format(thing=thing(g, token)),
            "kind": "gear",
        }
        tags.append(carried)
    bases = (data.mvt, data.cbt, data.int)
    for number, statistic in enumerate(STATISTICS):
        if c.status == BOARD and c.value(number) != bases[number]:
            name = say.TAGS["penalty"].format(statistic=statistic, value=c.value(number), base=bases[number])
            worse = c.value(number) < bases[number]
            tags.append({"mark": statistic[0], "name": name, "kind": "harm" if worse else "good", "rule": "ES-ROLL-05"})
    if c.veteran_used:
        tags.append({"mark": "V", "name": say.TAGS["veteran"], "kind": "info", "rule": "ES-SKILL-01"})
    if c.drill_broken:
        tags.append({"mark": "D", "name": say.TAGS["drill"], "kind": "harm", "rule": "ES-SKILL-13"})
    if c.activated and c.status == BOARD and s.active != c.index:
        tags.append({"mark": "✓", "name": say.TAGS["done"], "kind": "state", "rule": "ES-ACT-02"})
    return tags


def _rows(g: Ground, number: int) -> list[Row]:
    """Weapons and skills of a card, each with its rule (ES-CBT-04, ES-PROF-05)."""
    card, rules = g.cards[number], Escape.rulebook().rules
    rows: list[Row] = [
        {"label": weapon.name, "text": say.WEAPON.format(range=weapon.range, power=weapon.power), "rule": "ES-CBT-04"}
        for weapon in card.ranged
    ]
    for skill in card.skills:
        label = f"{skill.name} {card.armor}" if skill.name == "Armor" else skill.name
        rows.append({"label": label, "text": rules[skill.rule].text, "rule": skill.rule})
    return rows


def _carried_row(g: Ground, token: Token) -> Row:
    if token.kind == CRATE:
        return {"label": thing(g, token), "text": say.CARRIED, "rule": "ES-OBJ-03"}
    row: Row = {"label": item(g, token.label), "text": say.CARRIED}
    rule = say.EQUIPMENT_RULES.get(token.label)
    if rule is not None:
        row["text"] = Escape.rulebook().rules[rule].text
        row["rule"] = rule
    return row


# -- tokens ------------------------------------------------------------------------------------------------------------


def token_mark(g: Ground, token: Token) -> str:
    """The sign of a token by what everybody knows of it."""
    if not token.label:
        return say.TOKEN_MARKS[token.kind]
    return token.label if token.kind == CRATE else item(g, token.label)[:1]


def _token(t: Table, token: Token, place: int) -> Piece:
    g = t.ground
    kind = (
        ("objective" if token.label else "crate") if token.kind == CRATE else ("known" if token.label else "equipment")
    )
    names = {"id": token.id, "label": token.label, "name": item(g, token.label)}
    x, y = centre(g.squares, token.square)
    dx, dy = CORNERS[place % len(CORNERS)]
    return {
        "name": say.PIECE_NAMES[kind].format(**names),
        "kind": "objective" if kind == "objective" else "token",
        "form": "diamond",
        "at": [x + dx, y + dy],
        "radius": TOKEN_RADIUS,
        "mark": token_mark(g, token),
        "text": say.PIECES[kind].format(**names),
    }


# -- the board ---------------------------------------------------------------------------------------------------------


def _board(g: Ground) -> Board:
    squares, data = g.squares, g.pack.maps[g.scenario.map]
    return {
        "name": g.board.title,
        "unit": "square",
        "width": squares.width * UNIT,
        "height": squares.height * UNIT,
        "grid": {"size": UNIT, "columns": squares.width, "rows": squares.height},
        "areas": {
            code: {
                "name": area.name,
                "kind": area.kind,
                "shape": outline(squares, g.board.areas[code]),
                "label": area.name,
            }
            for code, area in data.areas.items()
            if g.board.areas[code]
        },
    }


def _parts(t: Table) -> dict[str, Part]:
    s, g, board = t.state, t.ground, t.ground.board
    found: dict[str, Part] = {}
    if s.dark:
        shape = outline(g.squares, board.areas[s.dark])
        text = say.PART_TEXTS["dark"].format(area=board.area_names[s.dark])
        found["dark"] = {
            "name": say.PARTS["dark"],
            "kind": "dark",
            "shape": shape,
            "sort": say.SORTS["dark"],
            "text": text,
        }
    for airlock in board.airlocks.values():
        found[f"airlock {airlock.id}"] = _airlock(t, airlock.id)
    for terminal in g.terminals:
        x, y, wide, high = square_shape(g.squares, terminal.square)["rect"]
        hacked = s.hacked >> terminal.number & 1
        found[terminal.id] = {
            "name": say.PARTS["terminal"].format(id=terminal.id),
            "kind": "console",
            "shape": {"rect": [x + 10, y + 10, wide - 20, high - 20]},
            "sort": say.SORTS["terminal"],
            "state": "done" if hacked else "ready",
            "mark": say.TERMINAL_MARK,
            "text": say.PART_TEXTS["terminal.hacked" if hacked else "terminal.ready"].format(
                difficulty=terminal.difficulty
            ),
        }
    for edge in bits(board.walls):
        found[board.edge_name(edge)] = _wall(s, g, edge)
    for door in board.doors:
        found[door.id] = _door(s, g, door)
    return found


def _wall(s: State, g: Ground, edge: int) -> Part:
    """A wall as it stands, or what is left of it (ES-SKILL-13)."""
    board, broken = g.board, s.broken >> edge & 1
    code = "rubble" if broken else "wall" if board.drillable >> edge & 1 else "reinforced"
    wall: Part = {
        "name": say.PARTS[code].format(edge=board.edge_name(edge)),
        "kind": "rubble" if broken else "wall",
        "shape": edge_shape(g.squares, *board.edge_squares[edge]),
        "sort": say.SORTS[code],
        "text": say.PART_TEXTS[code],
    }
    if broken:
        wall["state"] = "broken"
    elif code == "reinforced":
        wall["strong"] = True
    return wall


def door_state(s: State, door: Door) -> PartState:
    """Open, closed or locked (ES-DOOR-01 to ES-DOOR-05)."""
    return "open" if s.opened & door.edge else "locked" if s.locks & door.edge else "closed"


def _door(s: State, g: Ground, door: Door) -> Part:
    state = door_state(s, door)
    code = "open_lock" if state == "open" and s.locks & door.edge else state
    a, b = (g.board.area_names[area] for area in door.areas)
    return {
        "name": say.PARTS["door"].format(id=door.id),
        "kind": "door",
        "shape": edge_shape(g.squares, door.a, door.b),
        "sort": say.SORTS["door"],
        "state": state,
        "mark": say.DOOR_MARKS[state],
        "text": say.PART_TEXTS[f"door.{code}"].format(a=a, b=b, difficulty=door.difficulty),
    }


def _airlock(t: Table, number: int) -> Part:
    g, airlock = t.ground, t.ground.board.airlocks[number]
    leaving = [side for side in (RESISTANCE, ISC) if number in exits(t, side)]
    texts = [say.PART_TEXTS["airlock.central" if airlock.central else "airlock.plain"]]
    state: PartState = "closed"
    if leaving:
        state = "open"
        texts.append(
            say.PART_TEXTS["airlock.exit"].format(
                sides=" and ".join(f"the {say.SIDE_LABELS[side]}" for side in leaving)
            )
        )
    elif number in g.hack_airlocks:
        state = "locked"
        texts.append(say.PART_TEXTS["airlock.hackable"].format(difficulty=g.hack_airlocks[number]))
    return {
        "name": say.PARTS["airlock"].format(id=number),
        "kind": "exit",
        "shape": outline(g.squares, airlock.mask),
        "sort": say.SORTS["airlock"],
        "state": state,
        "mark": str(number),
        "text": " ".join(texts),
    }


# -- what it is about --------------------------------------------------------------------------------------------------


def goal_marks(t: Table) -> list[GoalMark]:
    """How each terminal, and each Objective that is not banked yet, stands (ES-INT-02, ES-OBJ-01)."""
    s, g = t.state, t.ground
    found: list[GoalMark] = []
    for terminal in g.terminals:
        name, done = say.PARTS["terminal"].format(id=terminal.id), bool(s.hacked >> terminal.number & 1)
        found.append({"mark": terminal.id, "name": name, "done": done, "place": {"part": terminal.id}})
    if not g.objectives:
        return found
    carriers = {c.holds: c for c in s.characters if c.holds}
    for token in s.tokens.values():
        if token.kind != CRATE:
            continue
        mark: GoalMark = {"mark": token_mark(g, token), "name": thing(g, token)}
        if token.square >= 0:
            mark["place"] = {"piece": token.id}
        elif token.id in carriers:
            carrier = carriers[token.id]
            mark["holder"] = s.seats[carrier.side] if s.seats else carrier.side
            mark["place"] = {"piece": t.card(carrier).id}
        else:
            continue
        found.append(mark)
    return found


# -- the scenario in words ---------------------------------------------------------------------------------------------


def _briefing(g: Ground) -> list[Paragraph]:
    """How each side wins, and what is special in the scenario (ES-GEN-01, ES-GEN-05)."""
    victory = g.scenario.victory
    found: list[Paragraph] = [
        {"label": say.BRIEFING["resistance"], "text": sentence(victory.resistance), "rule": "ES-RES-01"},
        {"label": say.BRIEFING["isc"], "text": sentence(victory.isc), "rule": "ES-RES-01"},
    ]
    if victory.early_end:
        found.append({"label": say.BRIEFING["early_end"], "text": sentence(victory.early_end), "rule": "ES-END-02"})
    found.append({"label": say.BRIEFING["otherwise"], "text": say.OTHERWISE[victory.otherwise], "rule": "ES-RES-02"})
    found += [
        {"label": say.BRIEFING["special"], "text": sentence(special.text), "rule": "ES-GEN-05"}
        for special in g.scenario.special
    ]
    return found


def sentence(text: str) -> str:
    """A text as a whole sentence."""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"
