"""Pools of dice that roll on: every best face is a success and brings a bonus die. The exact law of one pool, and of
two against each other.

A chain is a die with all that it brings: some explosions, each with 1 in s for s sides, and one last die that shows
another face. The explosions E of n chains and the misses F among their last dice are independent, and the successes are
n - F + E. The chance that n chains explode k times more than m others obeys

    P[n,m](k) = (s P[n-1,m](k) + P[n,m-1](k-1)) / (s + 1)

and so do its tails: a closed form in whole numbers, no series is cut off.

Of an opposed test only the difference of successes matters, and only from `low` to `high`. Who may still re-roll can
come back from beyond, since a re-rolled die rolls on. But chains do not remember: who lies j beyond the farthest
difference told apart must explode j times first, and is then as if from there. So a difference j beyond it stands there
with weight s ** -j, and out of all reach with the rest. That is exact for one die that costs nothing; otherwise `error`
says how much may fall otherwise, and a larger `depth` makes it smaller. Dice that a side rolls later on to take from
the other's lead (shields) come back in the same way.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import comb, gcd
from typing import NamedTuple

from fireteam.core.questions import Ways

OUT_OF_REACH = 40
"""How far a difference out of all reach lies behind the farthest that is told apart."""
HALFWAY = OUT_OF_REACH // 2


class Pool(NamedTuple):
    """One side of a test: how many dice, and the least face that is a success (the best face always is one). Of them so
    many may be re-rolled afterwards: `free` for nothing, `paid` for something that its owner could keep instead."""

    dice: int
    target: int
    free: int = 0
    paid: int = 0

    @property
    def again(self) -> int:
        """How many dice may be re-rolled."""
        return self.free + self.paid


NOBODY = Pool(0, 2)
"""Nobody rolls against a pool."""


def successes(faces: tuple[int, ...], target: int, sides: int = 8) -> int:
    """How many dice are successes."""
    return sum([face >= target or face == sides for face in faces])


def standing(faces: tuple[int, ...], target: int, most: int, *, rerolled: int = 0, sides: int = 8) -> tuple[int, int]:
    """The misses and the hits that may be re-rolled, at most so many of each: any die, bonus dice too, but none that
    shows the best face, and none of the first dice where so many of them are `rerolled` ones."""
    left = [face for face in faces[rerolled:] if face != sides]
    hits = sum([face >= target for face in left])
    return min(len(left) - hits, most), min(hits, most)


def batches(most: int, misses: int, hits: int) -> list[tuple[int, int]]:
    """All that may be picked together to be re-rolled, no die included: (misses, hits)."""
    return [(m, h) for m in range(min(most, misses) + 1) for h in range(min(most - m, hits) + 1)]


# -- how chains explode ------------------------------------------------------------------------------------------------
#
# All chances here are whole numbers: those of n chains against m in parts of s ** fine * (s + 1) ** (n + m), where
# `fine` is large enough for none of them to be broken.

FINE = 32
"""`fine` goes up by so much, that few numbers are reckoned twice."""


def fine_for(n: int, m: int, farthest: int) -> int:
    """How fine the parts must be for n chains against m, if no gap lies farther than that."""
    return -(-(2 * (n + m) + farthest) // FINE) * FINE


@cache
def explosions(n: int, k: int, s: int, fine: int) -> int:
    """The chance that n chains explode k times in all."""
    if n == 0 or k < 0:
        return s**fine if n == k == 0 else 0
    return comb(k + n - 1, k) * (s * s - 1) ** n * s ** (fine - n - k)  # type: ignore[no-any-return]


@cache
def gap(n: int, m: int, k: int, s: int, fine: int) -> int:
    """The chance that n chains explode exactly k times more than m others."""
    if m == 0:
        return explosions(n, k, s, fine)
    if n == 0:
        return explosions(m, -k, s, fine)
    return s * gap(n - 1, m, k, s, fine) + gap(n, m - 1, k - 1, s, fine)


@cache
def gap_at_least(n: int, m: int, k: int, s: int, fine: int) -> int:
    """The chance that n chains explode at least k times more than m others."""
    if m == 0:
        whole: int = s**fine * (s + 1) ** n
        return whole - sum([explosions(n, j, s, fine) for j in range(k)])
    if n == 0:
        return sum([explosions(m, j, s, fine) for j in range(-k + 1)])
    return s * gap_at_least(n - 1, m, k, s, fine) + gap_at_least(n, m - 1, k - 1, s, fine)


@cache
def gap_in_reach(n: int, m: int, k: int, s: int, fine: int) -> int:
    """The sum over j of s ** -j times the chance that n chains explode exactly k + j times more than m others."""
    if m and n:
        return s * gap_in_reach(n - 1, m, k, s, fine) + gap_in_reach(n, m - 1, k - 1, s, fine)
    if m:
        return sum([explosions(m, e, s, fine) // s ** (-k - e) for e in range(-k + 1)])
    if n == 0:
        return int(s ** (fine + k)) if k <= 0 else 0
    # The whole sum is a binomial series of 1 / s ** 2; its first k terms are taken off.
    found: int = s ** (fine + n + k)
    for h in range(k):
        found -= comb(h + n - 1, n - 1) * (s * s - 1) ** n * s ** (fine + k - n - 2 * h)
    return found


@cache
def misses(n: int, f: int, target: int, s: int) -> int:
    """The chance that f of n last dice miss, each of which shows 1 to s - 1: in parts of (s - 1) ** n."""
    fail = min(target, s) - 1
    return comb(n, f) * int(fail**f * (s - 1 - fail) ** (n - f))


@cache
def at_least(n: int, wanted: int, target: int, s: int) -> float:
    """The chance of so many successes of n chains."""
    fine = fine_for(n, 0, abs(wanted))
    found = sum([misses(n, f, target, s) * gap_at_least(n, 0, wanted - n + f, s, fine) for f in range(n + 1)])
    whole: int = (s * s - 1) ** n * s**fine
    return found / whole


def _error(mass: float, pool: Pool, later: Pool, depth: int, s: int) -> float:
    """How much may fall otherwise than told: what lies beyond the differences told apart and comes back. One die that
    costs nothing is exact; for one that is paid its owner knows here whether it will come back."""
    back = pool.again + later.dice
    if back == 0 or (back == 1 and not pool.paid):
        return 0.0
    # The better of both targets for all dice: no less than they have together.
    targets = [one.target for one, dice in ((pool, pool.again), (later, later.dice)) if dice]
    return mass * at_least(back, depth + 2, min(targets), s)


# -- two pools ---------------------------------------------------------------------------------------------------------


class _Reach(NamedTuple):
    """The differences that are told apart, and whether somebody may come back from beyond them."""

    bottom: int
    top: int
    from_below: bool
    from_above: bool

    def law(self, n: int, m: int, still: int, s: int, fine: int) -> dict[int, int]:
        """The chance of each difference, if it is `still` so much before n chains explode against m."""
        bottom, top = self.bottom, self.top
        whole = s**fine * (s + 1) ** (n + m)
        above = gap_at_least(n, m, top - still, s, fine)
        near = gap_in_reach(n, m, top - still, s, fine) if self.from_above else above
        if bottom >= top:
            return {top: whole - above + near, top + OUT_OF_REACH: above - near}
        found = {d: gap(n, m, d - still, s, fine) for d in range(bottom + 1, top)}
        found[top], found[top + OUT_OF_REACH] = near, above - near
        under = whole - gap_at_least(n, m, bottom + 1 - still, s, fine)
        near = gap_in_reach(m, n, still - bottom, s, fine) if self.from_below else under
        found[bottom], found[bottom - OUT_OF_REACH] = near, under - near
        return found


_Class = tuple[int, int, int, bool]
"""Difference, the standing dice of each pool as a number, and whether the first has a success (always, if nobody asks).
"""


@lru_cache(maxsize=8192)
def ways(
    a: Pool,
    b: Pool,
    *,
    base: int = 0,
    low: int,
    high: int,
    zero: bool = False,
    depth: int = 1,
    sides: int = 8,
    later: tuple[Pool, Pool] = (NOBODY, NOBODY),
) -> Ways:
    """How two pools can fall against each other: `base` and the successes of `a` less those of `b`, cut to low..high;
    for a pool that may re-roll the misses and hits that stand, at most as many as it may re-roll, and `depth` more
    differences on the side it would come back from, by re-rolls or by what it rolls `later`; with `zero` whether `a`
    has no success at all, too."""
    n, m, s = a.dice, b.dice, sides
    if n == 0 and base > high + HALFWAY:  # out of all reach
        return _weighed([(((), _faces(m, 0, m, b.target, s)), 1)], 0.0)
    back_a, back_b = a.again + later[0].dice > 0, b.again + later[1].dice > 0
    bottom, top = low - (depth if back_a else 0), high + (depth if back_b else 0)
    # Dice that do not explode cannot show what lies beyond, nor need they: the differences on that side have an end.
    if back_b and (n == 0 or zero):
        top = max(top, base)
    if back_a and (m == 0 or zero):
        bottom = min(bottom, base - m)
    reach = _Reach(bottom, top, back_a, back_b)
    fine = fine_for(n, m, n + m + max(abs(top - base), abs(bottom - base)) + 1)
    whole = s**fine * (s + 1) ** (n + m)
    chances: dict[_Class, int] = {}
    faces: dict[_Class, tuple[tuple[int, ...], tuple[int, ...]]] = {}
    inside: set[_Class] = set()
    """Classes whose faces lie in them."""
    below = above = 0
    for fa in range(n + 1):
        for fb in range(m + 1):
            share = misses(n, fa, a.target, s) * misses(m, fb, b.target, s)
            if not share:
                continue
            still = base + n - fa - (m - fb)
            stand_a, stand_b = _stand(n, fa, a.again), _stand(m, fb, b.again)
            law = {(d, True): chance for d, chance in reach.law(n, m, still, s, fine).items()}
            if zero and fa == n:  # it has none as long as it does not explode, and then the other pool decides alone
                calm = (s * s - 1) ** n
                for d, chance in reach.law(0, m, still, s, fine).items():
                    law[d, False] = chance * calm // s**n
                    law[d, True] -= law[d, False]
            for (d, some), chance in law.items():
                if chance:
                    found = (d, stand_a, stand_b, some)
                    chances[found] = chances.get(found, 0) + share * chance
                    if found in inside:
                        continue
                    shown = _shown(a, b, fa, fb, d - still, some if zero else None, s)
                    if shown is not None:
                        faces[found] = shown
                        inside.add(found)
                    elif found not in faces:  # cut at an end: any faces beyond it stand for it
                        one = int(zero and some and fa == n)
                        faces[found] = _faces(n, one, fa, a.target, s), _faces(m, 0, fb, b.target, s)
            if reach.from_above:
                above += share * gap_at_least(n, m, top + 1 - still, s, fine)
            if reach.from_below:
                below += share * (whole - gap_at_least(n, m, bottom - still, s, fine))
    whole *= (s - 1) ** (n + m)
    error = _error(above / whole, b, later[1], top - high, s)
    error += _error(below / whole, a, later[0], low - bottom, s)
    return _weighed([(faces[found], chance) for found, chance in chances.items()], error)


def _stand(n: int, f: int, most: int) -> int:
    """The misses and hits that stand, at most so many of each, as one number."""
    return min(f, most) * (most + 1) + min(n - f, most)


def _shown(
    a: Pool, b: Pool, fa: int, fb: int, need: int, some: bool | None, s: int
) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Faces with so many misses in which `a` explodes `need` times more than `b`; None if there are none."""
    more_a, more_b = max(need, 0), max(-need, 0)
    if some and fa == a.dice and not more_a:
        more_a, more_b = 1, more_b + 1
    if (more_a and (not a.dice or some is False)) or (more_b and not b.dice):
        return None
    return _faces(a.dice, more_a, fa, a.target, s), _faces(b.dice, more_b, fb, b.target, s)


def _faces(count: int, more: int, f: int, target: int, s: int) -> tuple[int, ...]:
    """Some faces of a pool with so many explosions and misses: its own dice, then the bonus dice of one of them."""
    last = [1] * f + [min(target, s - 1)] * (count - f)
    first = min(more, 1)
    return tuple([s] * first + last[: count - first] + [s] * (more - first) + last[count - first :])


def _weighed(found: list[tuple[tuple[tuple[int, ...], ...], int]], error: float) -> Ways:
    common = gcd(*[chance for _, chance in found])
    return Ways([(faces, chance // common) for faces, chance in found], error)


# -- one pool ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def alone(pool: Pool, most: int, *, beyond: bool = False, sides: int = 8) -> Ways:
    """How one pool can fall: its successes, cut at the most that matters, and the dice that stand. With `beyond` more
    than those would matter, too: they are not told apart, and the error says so."""
    both = ways(pool, NOBODY, low=0, high=most, sides=sides)
    error = at_least(pool.dice, most + 1, pool.target, sides) if beyond else 0.0
    return Ways([((faces[0],), weight) for faces, weight in both], both.error + error)


@lru_cache(maxsize=8192)
def against(lead: int, pool: Pool, *, high: int, depth: int = 1, later: Pool = NOBODY, sides: int = 8) -> Ways:
    """How one pool can fall that takes from a lead, of which no more than `high` matters in the end; `later` takes
    from what is left."""
    both = ways(NOBODY, pool, base=lead, low=0, high=high, depth=depth, sides=sides, later=(NOBODY, later))
    return Ways([((faces[1],), weight) for faces, weight in both], both.error)


@lru_cache(maxsize=8192)
def again(
    count: int,
    pool: Pool,
    other: Pool = NOBODY,
    *,
    lead: int,
    low: int,
    high: int,
    depth: int = 1,
    sides: int = 8,
    later: tuple[Pool, Pool] = (NOBODY, NOBODY),
) -> Ways:
    """How `count` dice of a pool fall when they are rolled again. `lead` is by how much it leads without them, counted
    from its own side as `low` and `high` are. `pool` and `other` may re-roll what they may after that, and roll dice
    `later` on: of these dice a pool may take the bonus dice only, so those that stand are told apart."""
    s, target = sides, pool.target
    back = other.again + later[1].dice > 0
    room = high + (depth if back else 0) - lead
    if later[0].dice:
        low -= depth
    if lead < low - depth - HALFWAY or room < -HALFWAY:  # out of all reach, one way or the other
        return _weighed([((_faces(count, 0, count, target, s),), 1)], 0.0)
    bottom, top = 0, max(room, 0)
    if not pool.again:
        bottom = min(max(low - lead, 0), top)  # so few are as good as none
    elif back:
        top = max(top, 2 * count)  # so many successes show themselves, whatever stands
    reach = _Reach(bottom, top, False, back)
    fine = fine_for(count, 0, 2 * count + top + 1)
    chances: dict[tuple[int, int], int] = {}
    faces: dict[tuple[int, int], tuple[int, ...]] = {}
    above = 0
    # Which of the dice explode matters only if their bonus dice may be re-rolled.
    for alive in range(count + 1) if pool.again else (count,):
        calm = count - alive
        sure = alive if pool.again else 0
        share = comb(count, sure) * (s * s - 1) ** calm if pool.again else 1
        for fa in range(alive + 1):
            for fc in range(calm + 1):
                chance = share * misses(alive, fa, target, s) * misses(calm, fc, target, s)
                if not chance:
                    continue
                still = count - fa - fc + sure
                stand = _stand(alive, fa, pool.again)
                for d, part in reach.law(alive, 0, still, s, fine).items():
                    if not part:
                        continue
                    found = (d, stand)
                    chances[found] = chances.get(found, 0) + chance * part
                    if found not in faces or d >= still:
                        faces[found] = _again_faces(sure, max(d - still, 0), fa, alive, fc, calm, target, s)
                if reach.from_above:
                    above += chance * gap_at_least(alive, 0, top + 1 - still, s, fine)
    whole = s**fine * (s * s - 1) ** count * (s**count if pool.again else 1)
    error = _error(above / whole, other, later[1], depth, s)
    return _weighed([((faces[found],), chance) for found, chance in chances.items()], error)


def _again_faces(sure: int, more: int, fa: int, alive: int, fc: int, calm: int, target: int, s: int) -> tuple[int, ...]:
    """Faces of dice of which `sure` explode and `more` times again, with misses among the last dice of those that do
    and of those that do not."""
    if not sure:
        return _faces(alive + calm, more, fa + fc, target, s)
    hit = min(target, s - 1)
    own = [s] * sure + [1] * fc + [hit] * (calm - fc)
    last = [1] * fa + [hit] * (alive - fa)
    first = min(more, 1)
    return (*own, *[s] * first, *last[: alive - first], *[s] * (more - first), *last[alive - first :])
