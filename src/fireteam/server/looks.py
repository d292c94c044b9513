"""What a worker says of a position when somebody looks at it: reasons, ways, attacks, sight. It imports no server."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fireteam.core.game import Leading
    from fireteam.server.worker import Laid

MOST_REFUSALS = 60


def why(laid: Laid, key: str, place: str) -> dict[str, Any]:
    """The `why` message: why something is not possible, by its key, by a place, or everything there is."""
    match = laid.match
    question, setting = match.decision, match.setting
    possible = []
    if key:
        refusal = match.why_not(key)
        found = [setting.why_view(match.table, refusal)] if refusal is not None else []
        possible = [key] if question.find(key) is not None else []
    elif place:
        found = setting.why_at(match.table, question, place)
    else:
        found = [setting.why_view(match.table, refusal) for refusal in match.refusals()[:MOST_REFUSALS]]
    return {"refusals": found, "possible": possible}


def plan(
    laid: Laid, spot: str, piece: str, wishes: Sequence[str], point: Sequence[int] | None, near: bool
) -> dict[str, Any]:
    """The `plan` message: the answers that lead to a spot, or to the nearest legal point, for which many are tried."""
    match = laid.match
    if piece:
        found = leading(laid).plan(piece, spot, list(wishes))
    else:
        found = match.setting.nearest(match, spot) if near else match.setting.plan(match, spot)
    return dict(found if point is None else match.setting.settled(match, found, list(point)))


def ahead(laid: Laid, piece: str, target: str, wishes: Sequence[str]) -> dict[str, Any]:
    """The `ahead` message: where a piece could go, or the attacks on a target."""
    found: dict[str, Any] = {"keys": [], "implied": []}
    if target:
        found["attacks"] = leading(laid).attacks(target, piece, list(wishes))
    elif piece:
        found = dict(leading(laid).ahead(piece, list(wishes)))
    return found


def look(laid: Laid, place: str) -> dict[str, Any]:
    """The `look` message: what the piece that the decision is about has to do with another."""
    match = laid.match
    question = match.decision  # first: a match that was just laid out has no table before it has gone to its question
    return dict(match.setting.look(match.table, question, place))


def leading(laid: Laid) -> Leading:
    """What gestures may mean now: whoever drags something asks many times at one position."""
    if laid.leading is None:
        laid.leading = laid.match.setting.leading(laid.match)
    return laid.leading


LOOKED: Mapping[str, Callable[..., dict[str, Any]]] = {"why": why, "plan": plan, "ahead": ahead, "look": look}
"""Work that says what is to be seen at a position."""
