"""Games with a purpose: sides that seek, hunt, hold back or wander, and pick what has not been seen yet."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from fireteam.core.match import Match
from fireteam.core.questions import Option
from fireteam.games.escape.content import pack
from fireteam.games.escape.ground import Ground
from fireteam.games.escape.state import BOARD, RESISTANCE, Character, State
from fireteam.space.squares import bits

MOODS = (("seek", "seek", "wander", "lazy", "hunt"), ("lazy", "lazy", "hunt", "wander", "seek"))
"""The moods of the Resistance and of the I.S.C.: a lazy I.S.C. lets the Resistance win sometimes."""
AIMED = ("hack_terminal", "hack_airlock", "bank", "leave", "pick_up", "turn_over")
FIGHTS = ("attack", "shoot", "throw", "grenade", "grenade_square", "attract")


def armed_pack(folder: Path) -> str:
    """The bundled pack with a weapon of its own and an airlock to hack: the two things it has no example of."""
    text = (Path(pack.__file__).parents[1] / "packs" / "sublevel_zero.yaml").read_text(encoding="utf-8")
    text = text.replace(
        "skills: [Burrowing, Armless]", "skills: [Burrowing, Armless, {Rail gun: {range: 4, power: 1}}]"
    )
    text = text.replace(
        "    exits: {resistance: [1, 2]}\n",
        "    exits: {resistance: [1, 2]}\n    hacking: {airlock: [{id: 3, difficulty: 4}]}\n",
    )
    file = folder / "armed.yaml"
    file.write_text(text, encoding="utf-8")
    return str(file)


class Director:
    """Answers for both sides, each in its mood; option kinds in `wanted` come first."""

    def __init__(self, seed: int, wanted: set[str]) -> None:
        self.rng = random.Random(seed)
        self.moods = tuple(self.rng.choice(moods) for moods in MOODS)
        self.wanted = wanted
        self._fields: dict[tuple[int, int], list[int]] = {}

    def pick(self, match: Match) -> Option:
        """An option for whoever is asked."""
        options: Sequence[Option] = match.decision.options
        rare = [option for option in options if option.kind in self.wanted]
        if rare and self.rng.random() < 0.9:
            return self.rng.choice(rare)
        if match.decision.topic.startswith("action of"):
            return self._act(match, options)
        return self.rng.choice(options)

    def _act(self, match: Match, options: Sequence[Option]) -> Option:
        s: State = match.state
        g: Ground = match.setting.ground(s.scenario)  # type: ignore[attr-defined]  # ESCAPE's setting
        c = s.characters[s.active]
        mood = self.moods[c.side]
        if mood == "lazy" and options[0].kind == "end" and self.rng.random() < 0.9:
            return options[0]
        if mood == "wander":
            return self.rng.choice(options)
        first = FIGHTS if mood == "hunt" else AIMED
        now = [option for option in options if option.kind in first and (option.kind != "leave" or _may_go(g, s, c))]
        if now and self.rng.random() < 0.8:
            return self.rng.choice(now)
        field = self._field(g, s, _foes(s, c) if mood == "hunt" else _goals(g, s, c))
        here = field[c.square]
        nearer = [option for option in options if option.kind == "step" and field[option.args[0]] < here]
        if nearer:
            return self.rng.choice(nearer)
        ways = [option for option in options if option.kind in ("open", "hack_door", "drill")]
        if ways and self.rng.random() < 0.8:
            return self.rng.choice(ways)
        staying = [option for option in options if option.kind != "leave"]
        return staying[0] if self.rng.random() < 0.5 else self.rng.choice(staying)

    def _field(self, g: Ground, s: State, goals: int) -> list[int]:
        """How many steps each square is from a goal if all doors were open."""
        key = (goals, s.broken)
        field = self._fields.get(key)
        if field is None:
            field = [10_000] * g.squares.count
            walls, squares = g.board.walls & ~s.broken, g.squares
            edge, distance = goals, 0
            while edge:
                reached = 0
                for square in bits(edge):
                    field[square] = distance
                    reached |= sum(
                        1 << other
                        for other in bits(squares.adjacent[square])
                        if not walls >> squares.edge(square, other) & 1
                    )
                edge = sum(1 << square for square in bits(reached) if field[square] == 10_000)
                distance += 1
            self._fields[key] = field
        return field


def _foes(s: State, c: Character) -> int:
    return s.isc if c.side == RESISTANCE else s.resistance


def _may_go(g: Ground, s: State, c: Character) -> bool:
    """Leaving helps: with an Objective where they count, else when nothing is left to hack."""
    if g.objectives:
        return c.holds != "" and s.tokens[c.holds].objective
    return s.hacked.bit_count() == len(g.terminals)


def _goals(g: Ground, s: State, c: Character) -> int:
    """The squares that bring a side nearer to its victory."""
    terminals = sum(1 << terminal.square for terminal in g.terminals if not s.hacked >> terminal.number & 1)
    if c.side == RESISTANCE and terminals:
        return terminals
    airlocks = sum(g.board.airlocks[number].mask for number in g.hack_airlocks if not s.unlocked_airlocks >> number & 1)
    if c.side == RESISTANCE and airlocks:
        return airlocks
    if g.objectives and not c.holds:
        crates = [token.square for token in s.tokens.values() if token.kind == "crate" and token.square >= 0]
        if crates:
            return sum({1 << square for square in crates})
    banks = (*g.bank_by_leaving.get(c.side, ()), *g.bank_by_action.get(c.side, ()), *g.exits[c.side])
    if banks:
        return sum(g.board.airlocks[number].mask for number in set(banks))
    return _foes(s, c) or sum(1 << other.square for other in s.characters if other.status == BOARD and other is not c)
