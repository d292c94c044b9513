"""How good a position looks: progress towards the victory conditions of both sides, and the state of the squads.

This is advice for bots, not a rule: it reads the same conditions the game is judged by, and guesses how near they are.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import exp
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from fireteam.games.escape.bot.paths import FAR, Paths
from fireteam.games.escape.ground import Ground
from fireteam.games.escape.scaling import scaled
from fireteam.games.escape.state import BOARD, ISC, LEFT, OUT, RESISTANCE, SIDES, WAITING, Character, State, Token
from fireteam.games.escape.victory import parts_of
from fireteam.space.squares import bits

if TYPE_CHECKING:
    from fireteam.games.escape.content.scenarios import Condition
    from fireteam.games.escape.setting import Setting

NEAR = [exp(-d / 11) for d in range(256)]
WON = 10.0

HEALTH = {RESISTANCE: 0.05, ISC: 0.035}
"""What a whole character is worth beside the victory conditions; the I.S.C. gets its own back."""
TOKEN = 0.02
PURSUIT = 0.008
HANDS = 0.006
SUPPORT = 0.03

STATE_READ = (
    "phase", "winner", "turn", "revolution", "hacked", "courier", "left_since_hack", "banked_resistance", "banked_isc",
    "shut", "locks",
)  # fmt: skip
CHARACTER_READ = ("status", "square", "damage", "holds")
"""All that an appraisal reads of a state and of each of its characters, besides tokens where objectives are banked."""
MOST_KNOWN = 20_000
"""How many positions are kept: those of one decision are few, and are met again and again."""

_of_state, _of_character = attrgetter(*STATE_READ), attrgetter(*CHARACTER_READ)

Estimate = Callable[[State], float]
"""How near a side is to what a condition asks for, from 0 to 1."""


class Appraiser:
    """Appraises positions of one ground."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.paths = Paths(ground)
        self.exits = sum(ground.board.airlocks[number].mask for number in ground.exits[RESISTANCE])
        self.banks = sum(ground.board.airlocks[number].mask for number in ground.bank_by_action.get(ISC, ()))
        self.keep = sum(
            ground.board.areas[part.value.room]
            for part in parts_of(ground.victory[RESISTANCE])
            if part.kind == "in_room" and part.value.min is not None
        )
        self.entry = [
            list(bits(sum(ground.board.airlocks[n].mask for n in side.airlocks))) for side in ground.deployment
        ]
        self._chances = [
            (terminal, [min(1.0, max(0.1, (7 - terminal.difficulty + card.int) / 6)) for card in ground.cards])
            for terminal in ground.terminals
        ]
        self._estimates = [self._estimate(condition) for condition in ground.victory]
        self._banks = any(part.kind == "banked" for side in ground.victory for part in parts_of(side))
        self._known: dict[Any, float] = {}

    def appraise(self, s: State, side: int) -> float:
        """From about -1 to 1 for the side; far beyond when the game is decided. Dice lead to like positions by many
        ways: each is looked at once."""
        key = (_of_state(s), *map(_of_character, s.characters), *(s.tokens.values() if self._banks else ()))
        score = self._known.get(key)
        if score is None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            score = self._known[key] = self.score(s)
        return score if side == RESISTANCE else -score

    def score(self, s: State) -> float:
        """The appraisal for the Resistance."""
        if s.phase == "over":
            return 0.0 if s.winner < 0 else WON if s.winner == RESISTANCE else -WON
        resistance, isc = self._estimates
        return resistance(s) - isc(s) + self._squads(s)

    # -- squads --------------------------------------------------------------------------------------------------------

    def _squads(self, s: State) -> float:
        score = TOKEN * s.revolution
        cards = self.ground.cards
        for c in s.characters:
            if c.status >= OUT:
                continue
            health = 1.0 - 0.5 * c.damage / cards[c.index].life
            if c.side == RESISTANCE:
                score += HEALTH[RESISTANCE] * health
            else:
                score -= HEALTH[ISC] * health
            if c.holds and not self.ground.objectives:
                score += HANDS if c.side == RESISTANCE else -HANDS
        return score + SUPPORT * self._support(s) - PURSUIT * self._pursuit(s)

    def _support(self, s: State) -> float:
        """How close the Resistance is, as a whole, to what it has still to reach."""
        goals = 0
        for terminal in self.ground.terminals:
            if not s.hacked >> terminal.number & 1:
                goals |= 1 << terminal.square
        goals = goals or self.exits or self.keep
        if s.courier >= 0:  # an escort: at the exit it would only stand in the way
            goals = 1 << s.characters[s.courier].square if s.characters[s.courier].status == BOARD else 0
        if not goals or self.ground.objectives:
            return 0.0
        field = self.paths.field(s, RESISTANCE, goals)
        total = 0.0
        for c in s.characters:
            if c.side == RESISTANCE and c.status == BOARD:
                total += NEAR[field[c.square]]
        return total

    def _pursuit(self, s: State) -> float:
        """How close the I.S.C. is on the heels of its prey: the courier, or whoever is nearest."""
        prey = [s.characters[s.courier]] if s.courier >= 0 else s.characters
        fields = [self.paths.field(s, ISC, 1 << c.square) for c in prey if c.side == RESISTANCE and c.status == BOARD]
        if not fields:
            return 0.0
        total = 0.0
        for c in s.characters:
            if c.side == ISC and c.status == BOARD:
                square = c.square
                total += NEAR[min([field[square] for field in fields])]
        return total

    # -- conditions ----------------------------------------------------------------------------------------------------

    def _estimate(self, condition: Condition) -> Estimate:
        """How a condition is estimated, worked out once for the ground."""
        kind, value = condition.kind, condition.value
        if kind in ("all_of", "any_of"):
            parts = [self._estimate(part) for part in value]
            return partial(_all_of if kind == "all_of" else _any_of, parts)
        return partial(getattr(self, f"_{kind}"), value)

    def _near(self, c: Character, field: bytes) -> float:
        """How near a character is to a goal, by its square or by the airlock it waits at."""
        if c.status == BOARD:
            return NEAR[field[c.square]]
        if c.status == WAITING and self.entry[c.side]:
            return NEAR[min(FAR, 2 + min([field[square] for square in self.entry[c.side]]))]
        return 0.0

    def _terminals_hacked(self, bounds: Any, s: State) -> float:
        if bounds.min is not None:
            return self._hacks(s, bounds.min)
        if s.hacked.bit_count() > bounds.max:
            return 0.0
        return 1.0 - self._hacks(s, bounds.max + 1)

    def _hacks(self, s: State, wanted: int) -> float:
        cards = self.ground.cards
        worth = []
        for terminal, chances in self._chances:
            if s.hacked >> terminal.number & 1:
                worth.append(1.0)
                continue
            field = self.paths.field(s, RESISTANCE, 1 << terminal.square)
            best = second = 0.0
            for c in s.characters:
                if c.side == RESISTANCE and c.status <= BOARD and cards[c.index].int:
                    near = self._near(c, field) * (0.55 + 0.45 * chances[c.index])
                    if near > best:
                        best, second = near, best
                    elif near > second:
                        second = near
            worth.append(0.62 * best + 0.12 * second)
        worth.sort(reverse=True)
        return min(1.0, sum(worth[:wanted]) / wanted + 0.1 * sum(worth[wanted:]))

    def _on_board(self, wish: Any, s: State) -> float:
        side = SIDES.index(wish.faction)
        least: int = wish.min
        return min(1.0, sum(c.side == side and c.status <= BOARD for c in s.characters) / (2 * least))

    def _leaving(self, s: State, wanted: int, already: int) -> float:
        field = self.paths.field(s, RESISTANCE, self.exits) if self.exits else b""
        near = sorted(
            (self._near(c, field) * 0.5 for c in s.characters if c.side == RESISTANCE and c.status <= BOARD),
            reverse=True,
        )
        missing = max(0, wanted - already)
        if missing > len(near):
            return 0.0
        return min(1.0, (min(already, wanted) + sum(near[:missing])) / wanted + 0.05 * sum(near[missing:]))

    def _left_board(self, wish: Any, s: State) -> float:
        wanted = self._scale(self.ground.scaling.left_board_min, wish.min)
        return self._leaving(s, wanted, sum(c.side == RESISTANCE and c.status == LEFT for c in s.characters))

    def _left_board_after_last_hack(self, wish: Any, s: State) -> float:
        if s.hacked.bit_count() < len(self.ground.terminals):
            return 0.2 * min(1.0, sum(c.side == RESISTANCE and c.status <= BOARD for c in s.characters) / 3)
        return 0.3 + 0.7 * self._leaving(s, wish.min, s.left_since_hack)

    def _left_board_tag(self, wish: Any, s: State) -> float:
        if s.courier < 0:
            return 0.0
        c = s.characters[s.courier]
        if c.status == LEFT:
            return 1.0
        if c.status == OUT:
            return 0.0
        health = 1.0 - c.damage / self.ground.cards[c.index].life
        return 0.8 * self._near(c, self.paths.field(s, RESISTANCE, self.exits)) * (0.6 + 0.4 * health)

    def _fallen(self, s: State, side: int, wanted: int) -> float:
        cards = self.ground.cards
        worth = sorted(
            (
                1.0 if c.status == OUT else 0.0 if c.status == LEFT else 0.5 * (c.damage / cards[c.index].life)
                for c in s.characters
                if c.side == side
            ),
            reverse=True,
        )
        return min(1.0, sum(worth[:wanted]) / wanted + 0.03 * sum(worth[wanted:]))

    def _taken_out_count(self, wish: Any, s: State) -> float:
        return self._fallen(s, SIDES.index(wish.faction), self._scale(self.ground.scaling.taken_out_min, wish.min))

    def _all_taken_out(self, faction: str, s: State) -> float:
        side = SIDES.index(faction)
        return self._fallen(s, side, sum(c.side == side for c in s.characters))

    def _none_left(self, faction: str, s: State) -> float:
        side = SIDES.index(faction)
        return sum(c.status >= OUT for c in s.characters if c.side == side) / sum(c.side == side for c in s.characters)

    def _taken_out_tag(self, wish: Any, s: State) -> float:
        if s.courier < 0:
            return 0.0
        c = s.characters[s.courier]
        return (
            1.0 if c.status == OUT else 0.0 if c.status == LEFT else 0.55 * c.damage / self.ground.cards[c.index].life
        )

    def _turn_ended(self, turn: int, s: State) -> float:
        return min(1.0, 0.3 + 0.7 * s.turn / turn)

    def _turn_at_least(self, turn: int, s: State) -> float:
        return 1.0

    def _in_room(self, wish: Any, s: State) -> float:
        side = SIDES.index(wish.faction)
        area = self.ground.board.areas[wish.room]
        health = sum(
            1.0 - 0.6 * c.damage / self.ground.cards[c.index].life
            for c in s.characters
            if c.side == side and c.status == BOARD and area >> c.square & 1
        )
        if wish.max is not None:
            return max(0.0, 1.0 - health / (self.ground.squad_size + 0.5))
        least = self._scale(self.ground.scaling.in_room_min, wish.min)
        field = self.paths.field(s, side, area)
        near = sorted(
            (self._near(c, field) for c in s.characters if c.side == side and c.status <= BOARD), reverse=True
        )
        return 0.45 * min(1.0, sum(near[:least]) / least) + 0.55 * min(1.0, health / (least + 4))

    def _banked(self, wish: Any, s: State) -> float:
        if wish.any_side:
            return 0.0
        have = s.banked_isc if wish.faction == "isc" else s.banked_resistance
        if wish.max is not None and wish.min is None:
            return 1.0 if have <= wish.max else 0.0
        side = SIDES.index(wish.faction)
        goal = self.exits if side == RESISTANCE else self.banks
        home = self.paths.field(s, side, goal) if goal else b""
        lying = [token for token in s.tokens.values() if token.kind == "crate" and token.square >= 0]
        worth = have + 0.0
        free = []
        for c in s.characters:
            if c.side != side or c.status > BOARD:
                continue
            token = s.tokens.get(c.holds) if c.holds else None
            if token is not None and token.objective:
                worth += int(token.label) * (0.3 + 0.3 * self._near(c, home))
            else:
                free.append(c)
        worth += 0.25 * self._fetching(s, side, [c for c in free if not c.holds], lying)
        least: int = wish.min
        return 0.9 * (1.0 - exp(-1.2 * worth / least)) + (0.25 if have >= least else 0.0)

    def _fetching(self, s: State, side: int, free: list[Character], lying: list[Token]) -> float:
        """How near empty hands are to crates, each of them on the way to one of its own."""
        pairs = []
        for token in lying:
            field = self.paths.field(s, side, 1 << token.square)
            value = int(token.label) if token.label else 1.5
            pairs += [(value * self._near(c, field), c.index, token.id) for c in free]
        pairs.sort(reverse=True)
        total = 0.0
        taken: set[int | str] = set()
        for near, number, token_id in pairs:
            if number not in taken and token_id not in taken:
                total += near
                taken |= {number, token_id}
        return total

    def _banked_lead(self, faction: str, s: State) -> float:
        lead = s.banked_resistance - s.banked_isc
        lead = lead if faction == "resistance" else -lead
        return 1.0 if lead > 0 else 0.5 if lead == 0 else 0.25

    def _scale(self, formula: Any, written: int) -> int:
        return written if self.ground.full_squad else scaled(formula, self.ground.squad_size, written)


def _all_of(parts: list[Estimate], s: State) -> float:
    worths = [part(s) for part in parts]
    return 0.6 * min(worths) + 0.4 * sum(worths) / len(worths)


def _any_of(parts: list[Estimate], s: State) -> float:
    return max([part(s) for part in parts])


def appraise(setting: Setting, state: State, seat: int) -> float:
    """How good the position looks for a seat."""
    ground = setting.ground(state.scenario)
    appraiser = ground.appraiser
    if appraiser is None:
        appraiser = ground.appraiser = Appraiser(ground)
    side = state.seats.index(seat)
    worth: float = appraiser.appraise(state, side)
    return worth
