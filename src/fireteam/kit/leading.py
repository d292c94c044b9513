"""Looking ahead for a gesture: the answers that lead from what is asked to a move or an attack of a piece.

Everything is tried out on forks, which have no dice: where chance would have to speak, or somebody else, the way ends.
No rule lives here: what an option leads to is what the game's `Show` says of its kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin
from typing import TYPE_CHECKING, NamedTuple

from fireteam.core.questions import Choose, Forced, Option

if TYPE_CHECKING:
    from fireteam.core.match import Match
    from fireteam.core.scene import AheadView, AttackView, ImpliedView, Place, PlanView
    from fireteam.kit.show import Show

ACTS, MOVES, ATTACKS, STANDS = "acts", "moves", "attacks", "stands"
DEEPEST = 12
"""Answers in a row after which a way is given up."""
MOST_ATTACKS = 40


class Lead(NamedTuple):
    """A position that some answers lead to, and which of them somebody might have wanted otherwise."""

    match: Match
    keys: tuple[str, ...] = ()
    implied: tuple[ImpliedView, ...] = ()


class Leading:
    """What may be made of one gesture at one position."""

    def __init__(self, show: Show, match: Match) -> None:
        self.show = show
        self.match = match
        self.seat: int = match.decision.seat
        self._leads: dict[tuple[str, tuple[str, ...]], list[Lead]] = {}

    def ahead(self, piece: str, wishes: Sequence[str] = ()) -> AheadView:
        """Where a piece might go if it acted now, and what that implies."""
        found = self.leads(piece, wishes)
        if not found:
            return {"keys": [], "implied": []}
        match, keys, implied = found[0]
        question = match.decision
        view: AheadView = {"keys": list(keys), "implied": list(implied)}
        if question.region is not None:
            view["region"] = self.show.region_view(match.table, question, piece)
        walks = self.show.walks(match.table, question)
        if walks:
            view["walks"] = walks
        return view

    def plan(self, piece: str, spot: str, wishes: Sequence[str] = ()) -> PlanView:
        """The way of a piece to a spot, with all that must be answered before; the first lead that comes there."""
        refused: PlanView | None = None
        for match, keys, _ in self.leads(piece, wishes):
            found = self.show.plan(match, spot)
            if found["keys"]:
                found["keys"] = [*keys, *found["keys"]]
                return found
            refused = refused or found
        return refused or {"keys": [], "path": [], "text": ""}

    def attacks(self, target: str, piece: str = "", wishes: Sequence[str] = ()) -> list[AttackView]:
        """The attacks on a target: by whoever is asked, or by a piece that would have to act first."""
        for lead in self._acting(Lead(self.match.fork()), piece, wishes) if piece else [Lead(self.match.fork())]:
            found = [*self._attacks(lead.match, target, lead.keys, (), named=False)][:MOST_ATTACKS]
            if found:
                return found
        return []

    # -- moving --------------------------------------------------------------------------------------------------------

    def leads(self, piece: str, wishes: Sequence[str]) -> list[Lead]:
        """Every way to a question where the piece may go somewhere, the usual one first; one way for each move."""
        name = piece, tuple(wishes)
        if name not in self._leads:
            # The first that has a move at all: a move is no reason to take another order.
            acting = self._acting(Lead(self.match.fork()), piece, wishes)
            self._leads[name] = next((found for lead in acting if (found := [*self._moving(lead, piece)])), [])
        return self._leads[name]

    def _goes(self, match: Match, piece: str, *, moving: bool = False) -> bool:
        """Whether the piece is asked where it goes; after an answer that leads to a move any region is one."""
        question = match.decision
        if not self._asked(match) or self.show.subject(match.table, question) != piece:
            return False
        if question.region is not None:
            return moving or self.show.region_view(match.table, question, piece)["kind"] == "move"
        return bool(self.show.walks(match.table, question))

    def _moving(self, lead: Lead, piece: str) -> Iterator[Lead]:
        if self._goes(lead.match, piece):
            yield lead
            return
        for option in self._leading(lead.match, MOVES):
            fork = lead.match.fork()
            fork.answer(option.key)
            if self._goes(fork, piece, moving=True):
                yield Lead(fork, (*lead.keys, option.key), lead.implied)

    def _acting(self, lead: Lead, piece: str, wishes: Sequence[str]) -> Iterator[Lead]:
        """The ways to where the piece may do something, each choice on the way with the usual answer first; a window is
        let pass."""
        match = lead.match
        if len(lead.keys) > DEEPEST or not self._asked(match):
            return
        options: Sequence[Option] = match.decision.options
        about = self.show.subject(match.table, match.decision) == piece
        if about and (self._goes(match, piece) or any([*self._leading(match, MOVES), *self._leading(match, ATTACKS)])):
            yield lead
            return
        passing = [option for option in options if option.kind in self.show.menu.passes][:1] if about else []
        acting = [option for option in self._leading(match, ACTS) if self._names(match, option, piece, about=about)]
        wished = [option for option in options if option.key in wishes]
        for option in wished or passing or acting:
            fork = match.fork()
            fork.answer(option.key)
            implied = lead.implied
            if about:
                others = [self._choice(match, other) for other in options if other is not option]
                implied = (*implied, {**self._choice(match, option), "others": others})
            yield from self._acting(Lead(fork, (*lead.keys, option.key), implied), piece, wishes)

    def _choice(self, match: Match, option: Option) -> ImpliedView:
        return {"key": option.key, "text": self.show.describe(match.table, option), "others": []}

    def _names(self, match: Match, option: Option, piece: str, *, about: bool) -> bool:
        """Whether an option lets the piece act: it points at it, or at nothing while the question is about it."""
        place = self.show.place(match.table, option)
        return about if place is None else place.get("piece") == piece

    # -- attacking -----------------------------------------------------------------------------------------------------

    def _attacks(
        self, match: Match, target: str, keys: tuple[str, ...], words: tuple[str, ...], *, named: bool
    ) -> Iterator[AttackView]:
        """All that leads to dice against the target, each with its keys; what is forced on the way counts as said."""
        options = [*self._leading(match, ATTACKS)] if self._asked(match) and len(keys) < DEEPEST else []
        if not options and named:
            yield {"keys": list(keys), "text": " · ".join(words)}
        for option in options:
            fork = match.fork()
            before = fork.answered
            at = self.show.place(match.table, option)
            fork.answer(option.key)
            said = [entry.option for entry in fork.answers()[before:] if isinstance(entry, Forced)]
            said = [one for one in said if self.show.leads(match.table, one) == ATTACKS]
            places = [at, *(self.show.place(match.table, one) for one in said)]
            if any(not _allows(place, target) for place in places):
                continue
            told = tuple(self.show.describe(match.table, one) for one in (option, *said))
            hit = named or any(place is not None and place.get("piece") == target for place in places)
            yield from self._attacks(fork, target, (*keys, option.key), (*words, *told), named=hit)

    # -- both ----------------------------------------------------------------------------------------------------------

    def _asked(self, match: Match) -> bool:
        question = match.decision
        return type(question) is Choose and question.seat == self.seat

    def _leading(self, match: Match, where: str) -> Iterator[Option]:
        question = match.decision
        if question.region is None:
            yield from (option for option in question.options if self.show.leads(match.table, option) == where)


def _allows(place: Place | None, target: str) -> bool:
    """Whether something that points there may be meant when the target is."""
    return place is None or place.get("piece", target) == target


def settled(show: Show, match: Match, plan: PlanView, point: Sequence[int]) -> PlanView:
    """A plan with the answer that stands nearest to the point, where its last step asks for a spot in the cell."""
    if not plan["keys"]:
        return plan
    fork = match.fork()
    for key in plan["keys"]:
        fork.answer(key)
    question, seat = fork.decision, match.decision.seat
    if type(question) is not Choose or question.seat != seat or question.region is not None:
        return plan
    for option in question.options:
        place = show.place(fork.table, option)
        rect = None if place is None else place.get("shape", {}).get("rect")
        if show.leads(fork.table, option) == STANDS and rect is not None and _within(rect, point):
            return {**plan, "keys": [*plan["keys"], option.key]}
    return plan


def _within(rect: Sequence[int], point: Sequence[int]) -> bool:
    x, y, width, height = rect
    return x <= point[0] < x + width and y <= point[1] < y + height


RINGS, STEP, SPOKES = 12, 25, 12
"""How far out a legal point is looked for: so many rings, so far from each other in hundredths, with so many points."""


def nearest(show: Show, match: Match, spot: str) -> PlanView:
    """The plan to a point or, where that is refused, to the nearest legal one that a short search finds."""
    found = show.plan(match, spot)
    head, _, tail = spot.partition(" ")[2].partition(" ")
    x, _, y = head.partition(",")
    if found["keys"] or not spot.startswith("point ") or not (x.isdigit() and y.isdigit()):
        return found
    for ring in range(1, RINGS + 1):
        for spoke in range(SPOKES):
            at = _round(int(x), int(y), ring * STEP, spoke / SPOKES)
            near = show.plan(match, f"point {at[0]},{at[1]} {tail}".rstrip())
            if near["keys"]:
                return near
    return found


def _round(x: int, y: int, far: int, turn: float) -> tuple[int, int]:
    return max(0, round(x + far * cos(2 * pi * turn))), max(0, round(y + far * sin(2 * pi * turn)))
