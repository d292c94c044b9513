"""Skirmishes: both kill teams in the middle of the killzone, hurt, equipped and rich, so that much happens soon; and
who plays them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from fireteam.core.dice import Seeded
from fireteam.core.match import Match
from fireteam.core.questions import Option
from fireteam.games.killteam import arena
from fireteam.games.killteam.game import GAME
from fireteam.games.killteam.positions import base_radius
from fireteam.games.killteam.setting import setting_of
from fireteam.games.killteam.setup.rosters import names_of
from fireteam.games.killteam.state import CONCEAL, ENGAGE
from fireteam.kit.arena import match_at
from fireteam.space.plane.model import INCH, Body
from fireteam.space.plane.placing import stands
from tests.killteam.playing import KILLZONES, OTHER_OPTIONS, PACK, PAIRS, game, lively

MOST_MEN = 7
GRENADES = "smoke,stun,frag,krak"


def skirmish(number: int, **more: Any) -> Match:
    """The skirmish with that number: killzones, options, pairs of teams, operatives, equipment and ops all rotate."""
    rng = random.Random(number)
    killzone = KILLZONES[number % len(KILLZONES)]
    pair = PAIRS[number % len(PAIRS)]
    options = OTHER_OPTIONS if number // 3 % 2 else None
    setting = setting_of(PACK, killzone, pair, options or {}, GAME)
    ground, zone = setting.zone.ground(frozenset(), (), frozenset()), setting.zone
    middle = (zone.centre[0], zone.centre[1])
    rosters: list[list[str]] = []
    placed: dict[str, tuple[int, ...]] = {}
    fields: dict[str, dict[str, Any]] = {}
    bodies: list[Body] = []
    selections: list[tuple[int, str, str]] = []
    for seat, name in enumerate(pair):
        team = next(team for team in PACK.teams if team.id == name)
        ids = [card.id for card in team.operatives]
        roster = [ids[0], *rng.sample(ids[1:], min(MOST_MEN, len(ids)) - 1)]
        rosters.append(roster)
        suffix = "-b" if seat == 1 and pair[0] == pair[1] else ""
        for card_id, called in zip(roster, names_of([one + suffix for one in roster]), strict=True):
            card = next(card for card in setting.cards if card.id == card_id + suffix)
            body = somewhere(ground, middle, base_radius(card.radius), card.height, bodies, rng)
            bodies.append(body)
            placed[called] = (body.x, body.y, body.z)
            fields[called] = {
                "wounds": rng.randint(max(1, card.wounds // 3), card.wounds),
                "order": rng.choice((CONCEAL, ENGAGE, ENGAGE)),
            }
        items = [item.id for item in team.faction_equipment]
        selections.append(
            (seat, "equipment", ",".join([*items, "ammo_cache", "utility_grenades", "explosive_grenades"]))
        )
        selections.append((seat, "grenades", GRENADES))
        selections.append((seat, "roster", ",".join(roster)))
        ops = [op.id for op in PACK.tac_ops if op.archetype in team.archetypes and op.reveal != "setup"]
        selections.append((seat, "tac_op", ops[(number // 3 + seat) % len(ops)]))
    wishes: dict[str, Any] = {
        "killzone": killzone, "teams": pair, "options": options, "rosters": (rosters[0], rosters[1]), "placed": placed,
        "operatives": fields, "selections": selections, "crit_op": PACK.crit_ops[number % len(PACK.crit_ops)].id,
        "cp": (8, 8),
        "turning_point": 1 if number % 4 else 0, "revealed": tuple((seat, what) for seat, what,
        _ in selections if what != "tac_op"),
    }  # fmt: skip
    laid, state = arena.battle(**{**wishes, **more})
    return match_at(laid, state, Seeded(number))


UNIVERSAL = list(vars(PACK.universal_equipment))


def outfitted(number: int) -> Match:
    """A whole game in which all universal equipment is taken in turn, and both sides have the same crit op and
    different tac ops."""
    pair = PAIRS[(5 * number + 1) % len(PAIRS)]
    teams = [next(team for team in PACK.teams if team.id == name) for name in pair]
    taken = [[UNIVERSAL[(4 * number + 3 * seat + place) % len(UNIVERSAL)] for place in range(4)] for seat in (0, 1)]
    tac_ops = []
    for seat, team in enumerate(teams):
        ops = [op.id for op in PACK.tac_ops if op.archetype in team.archetypes]
        tac_ops.append(ops[(number + 2 * seat) % len(ops)])
    return game(
        number, teams=pair, equipment=taken, tac_ops=tac_ops,
        crit_op=PACK.crit_ops[(2 * number + 1) % len(PACK.crit_ops)].id, rosters="default",
    )  # fmt: skip


def somewhere(
    ground: Any, middle: tuple[int, int], radius: float, height: int, others: list[Body], rng: random.Random
) -> Body:
    """A legal place near the middle of the killzone, now and then on a Vantage level."""
    for attempt in range(4000):
        spread = 350 + attempt // 4
        x, y = round(middle[0] + rng.uniform(-spread, spread)), round(middle[1] + rng.uniform(-spread, spread))
        if not (0 <= x <= ground.width * INCH and 0 <= y <= ground.height * INCH):
            continue
        body = Body(x, y, rng.choice(ground.surfaces(x, y)), radius, height)
        if stands(ground, body, others) is None:
            return body
    raise AssertionError("no room")


class Director:
    """A lively player that takes what has not been seen yet: kinds of options, actions, entries."""

    def __init__(self, wanted: dict[str, set[str]], eager: float = 0.85) -> None:
        self.wanted = wanted
        self.eager = eager

    def pick(self, match: Match, rng: random.Random) -> Option:
        """An option for whoever is asked."""
        question = match.decision
        if question.region is not None and not question.topic.startswith(self.looked_at()):
            return lively(match, rng)  # to look at what is suggested takes a search
        options: Sequence[Option] = question.options
        rare = [option for option in options if any(thing in self.wanted[sort] for sort, thing in shown_by(option))]
        return rng.choice(rare) if rare and rng.random() < self.eager else lively(match, rng)

    def looked_at(self) -> tuple[str, ...]:
        """Questions over regions whose options are worth a search now."""
        left = self.wanted["option"]
        hatches = ("REPOSITION of", "DASH of", "rest of") if "move_hatch" in left else ()
        return (
            *hatches,
            *(("place of",) if "leave_out" in left else ()),
            *(("move of",) if "not_moved" in left else ()),
        )


def shown_by(option: Option) -> list[tuple[str, str]]:
    """What is seen when an option is taken."""
    found = [("option", option.kind)]
    if option.kind == "action":
        found.append(("deed", option.args[0]))
    elif option.kind in ("use_entry", "use_entry_with", "gambit"):
        found.append(("entry", option.args[0]))
    return found
