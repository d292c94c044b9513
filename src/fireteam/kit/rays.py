"""Lines of sight in space, as they are drawn from the side: where they run, and where they meet what decides."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from fireteam.core.scene import Pair, RayView, Shape


def ray_view(start: list[int], end: list[int], bodies: list[Pair], met: list[int] | None = None) -> RayView:
    """A line of sight between two bodies, all in hundredths as a scene has them."""
    found: RayView = {"start": start, "end": end, "bodies": bodies}
    return found if met is None else {**found, "met": met}


def entry(start: Sequence[int], end: Sequence[int], shape: Shape, heights: Pair) -> list[int] | None:
    """Where a line enters what has a convex outline between two heights; None if it passes by."""
    way = [there - here for here, there in zip(start, end, strict=True)]
    limits = [(start[2] - heights[0], way[2]), (heights[1] - start[2], -way[2])]
    corners = _corners(shape)
    turned = sum(x * v - u * y for (x, y), (u, v) in pairwise([*corners, corners[0]]))
    for (x, y), (u, v) in pairwise([*corners, corners[0]]):
        dx, dy = (u - x, v - y) if turned > 0 else (x - u, y - v)
        limits.append((dx * (start[1] - y) - dy * (start[0] - x), dx * way[1] - dy * way[0]))
    first, last = 0.0, 1.0
    for inside, growth in limits:  # the line is on the inner side where inside + share * growth >= 0
        if growth > 0:
            first = max(first, -inside / growth)
        elif growth < 0:
            last = min(last, -inside / growth)
        elif inside < 0:
            return None
    return [round(here + first * go) for here, go in zip(start, way, strict=True)] if first <= last else None


def _corners(shape: Shape) -> list[tuple[int, int]]:
    """The corners of a rectangle or a polygon."""
    if "rect" in shape:
        x, y, width, height = shape["rect"]
        return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
    return list(zip(shape["polygon"][::2], shape["polygon"][1::2], strict=True))
