"""How far it is to walk: Movement actions to a goal past walls and doors, kept for each state of the doors. For
appraisals."""

from __future__ import annotations

from heapq import heappop, heappush

from fireteam.games.escape.ground import Ground
from fireteam.games.escape.state import ISC, State
from fireteam.space.squares import bits

FAR = 250
LOCKED_DETOUR = 5
"""What a locked door is reckoned to cost somebody who must hack it, in Movement actions."""


class Paths:
    """Walking distances on one ground, from every square to a set of goal squares."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self._fields: dict[tuple[int, int, int, int], bytes] = {}
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
        links = self._links
        solid = shut & ~self._doors
        cost = [FAR] * len(links)
        heap = []
        for goal in bits(goals):
            cost[goal] = 0
            heap.append((0, goal))
        while heap:
            so_far, here = heappop(heap)
            if so_far > cost[here]:
                continue
            for there, edge in links[here]:
                if edge & solid:
                    continue
                step = 1
                if edge & shut:
                    step = 1 + LOCKED_DETOUR if edge & locks else 2
                if so_far + step < cost[there]:
                    cost[there] = so_far + step
                    heappush(heap, (cost[there], there))
        return bytes(min(value, FAR) for value in cost)
