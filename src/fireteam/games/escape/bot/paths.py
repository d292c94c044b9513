"""How far it is to walk: Movement actions to a goal past walls and doors, kept for each state of the doors. For
appraisals."""

from __future__ import annotations

from fireteam.games.escape.ground import Ground
from fireteam.games.escape.state import ISC, State
from fireteam.space.squares import bits

FAR = 250
LOCKED_DETOUR = 5
"""What a locked door is reckoned to cost somebody who must hack it, in Movement actions."""
MOST_DOORS = 50
"""For how many states of the doors the steps between squares are kept."""


class Paths:
    """Walking distances on one ground, from every square to a set of goal squares."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self._fields: dict[tuple[int, int, int, int], bytes] = {}
        self._steps: dict[tuple[int, int], list[list[tuple[int, int]]]] = {}
        self._doors = sum(door.edge for door in ground.board.doors)
        squares = ground.squares
        self._links = [
            [(there, 1 << squares.edge(here, there)) for there in bits(squares.adjacent[here])]
            for here in range(squares.count)
        ]

    def field(self, state: State, side: int, goals: int) -> bytes:
        """For each square, the Movement actions to the nearest goal for an ordinary character of a side."""
        locks = state.locks & state.shut if side != ISC else 0
        key = (goals, state.shut, locks, side == ISC)
        found = self._fields.get(key)
        if found is None:
            if len(self._fields) > 6000:
                self._fields.clear()
            found = self._fields[key] = self._spread(state.shut, locks, goals)
        return found

    def _spread(self, shut: int, locks: int, goals: int) -> bytes:
        steps = self._steps_for(shut, locks)
        cost = bytearray([FAR]) * len(steps)
        waiting: list[list[int]] = [[] for _ in range(FAR)]
        for goal in bits(goals):
            cost[goal] = 0
            waiting[0].append(goal)
        for so_far, squares in enumerate(waiting):
            for here in squares:
                if cost[here] < so_far:
                    continue
                for there, step in steps[here]:
                    reached = so_far + step
                    if reached < cost[there]:
                        cost[there] = reached
                        waiting[reached].append(there)
        return bytes(cost)

    def _steps_for(self, shut: int, locks: int) -> list[list[tuple[int, int]]]:
        """For each square, those next to it and what a step there costs while these edges are shut and locked."""
        found = self._steps.get((shut, locks))
        if found is None:
            if len(self._steps) >= MOST_DOORS:
                self._steps.clear()
            solid = shut & ~self._doors
            found = self._steps[shut, locks] = [
                [
                    (there, 1 if not edge & shut else 1 + LOCKED_DETOUR if edge & locks else 2)
                    for there, edge in links
                    if not edge & solid
                ]
                for links in self._links
            ]
        return found
