"""Games until everything has happened: every kind of option, event, action, entry of a kill team, weapon rule, scoring, refusal.

What is demanded is read from rules and pack (`tallying.py`), so that something new is demanded as soon as it is there. Whole
games take long: here a few skirmishes must show most of it; the nightly run goes on until nothing is left. `python -m
tests.killteam.test_exhaustive` does the same by hand, with progress.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from fireteam.core.match import Match
from fireteam.games.killteam.weaponrules import WeaponRule
from tests.killteam.directing import Director, outfitted, skirmish
from tests.killteam.playing import PACK, game
from tests.killteam.staged import STAGED
from tests.killteam.tallying import Tally

MOST_GAMES = 400
MOST_ANSWERS = 6_000
SHARES = {
    "option": 0.4, "event": 0.5, "deed": 0.3, "entry": 0.35, "weapon rule": 0.5, "scoring": 0.1, "mission": 0.1, "equipment": 0.2,
    "refusal": 0.5,
}  # fmt: skip
"""How much of each sort the first skirmishes show at least."""


def matches(most: int) -> Iterator[Match]:
    """Positions laid on purpose first, then skirmishes, and among them whole games with all equipment in turn."""
    for lay in STAGED.values():
        yield lay()
    for number in range(1, most):
        if number % 5:
            yield skirmish(number)
        else:
            yield outfitted(number // 5) if number % 2 == 0 else game(number)


def see(match: Match, tally: Tally, number: int, eager: float = 0.85) -> None:
    """Play a match out, looking for what has not been seen."""
    director, rng = Director(tally.left, eager), random.Random(number)
    for place in range(MOST_ANSWERS):
        if match.over:
            break
        option = director.pick(match, rng)
        tally.answered(match, option, rng, look=place % 5 == 0)
        match.answer(option)
    assert match.over, "the game does not end"
    tally.over(match)


def see_everything(tally: Tally, most: int, tell: Callable[[str], None]) -> None:
    """Match after match, until nothing is left to see or so many were played."""
    for number, match in enumerate(matches(most), 1):
        see(match, tally, number)
        tell(f"{number} games, {len(tally.missing())} left: {', '.join(tally.missing()[:12])}")
        if not tally.missing():
            break


def test_the_demand_is_read_from_rules_and_pack() -> None:
    left = Tally().left
    assert {"move", "target", "gambit", "put_at", "primary"} <= left["option"]
    assert {"hurt", "hurt.sum", "target.both", "scores", "won", "draw"} <= left["event"]
    assert {"SHOOT", "GUARD", "OPERATE HATCH", "AMMO RESUPPLY", "BEARING", "cv-a2"} <= left["deed"]
    assert {entry.split(".")[0] for entry in left["weapon rule"]} == set(WeaponRule.known)
    assert {"KT-SHOOT-07", "KT-REPO-05", "KT-CHRG-04", "KT-OPS-03"} <= left["refusal"]
    assert {op.id for op in (*PACK.crit_ops, *PACK.tac_ops)} <= {scoring.split(" ")[0] for scoring in left["scoring"]}
    assert len(left["entry"]) == sum(
        len(card.abilities) for team in PACK.teams for card in team.operatives
    ) + sum(1 + len(team.strategy_ploys) + len(team.firefight_ploys) + len(team.faction_equipment) for team in PACK.teams)  # fmt: skip


def test_a_few_skirmishes_show_much_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    tally = Tally()
    demand = {sort: len(names) for sort, names in tally.left.items()}
    tally.listen(monkeypatch)
    for number in (1, 2, 3):
        see(skirmish(number), tally, number)
    seen = {sort: 1 - len(names) / demand[sort] for sort, names in tally.left.items()}
    assert all(seen[sort] >= share for sort, share in SHARES.items()), seen


@pytest.mark.parametrize("name", STAGED)
def test_what_is_staged_shows_what_it_is_for(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its name says the sort and what is to be seen."""
    tally = Tally()
    tally.listen(monkeypatch)
    sort, _, thing = name.partition(": ")
    assert thing in tally.left[sort], "nobody demands it any more"
    for other, names in tally.left.items():
        names.intersection_update({thing} if other == sort else ())
    see(STAGED[name](), tally, 1, eager=1.0)
    assert thing not in tally.left[sort]


if __name__ == "__main__":
    from fireteam.space.plane.warm import use_compiled

    use_compiled()
    with pytest.MonkeyPatch.context() as patch:
        whole = Tally()
        whole.listen(patch)
        see_everything(whole, MOST_GAMES, print)
        print(whole.missing())
