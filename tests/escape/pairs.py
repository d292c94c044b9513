"""Games of characters with random skills, two on each card and sometimes a ranged weapon: skills meet that no card of
the pack brings together."""

from __future__ import annotations

import random
from functools import cache

from fireteam.core.dice import Seeded
from fireteam.core.match import Match
from fireteam.games.escape import GAME
from fireteam.games.escape.content.pack import Pack
from fireteam.games.escape.content.packs import PACKS
from fireteam.games.escape.content.parts import LEVELLED_SKILLS, SKILLS, Skill
from fireteam.games.escape.game import with_pack
from tests.escape.playing import OTHER_OPTIONS, SCENARIOS, decisions, faults, lawful, lively
from tests.kit.playing import anything

WEAPON = {"Rail gun": {"range": 4, "power": 1}}


@cache
def paired(number: int) -> Pack:
    """The bundled pack with random skills on its cards."""
    rng = random.Random(number)
    pack: Pack = PACKS.load(None)
    cards = []
    for card in pack.characters:
        names = rng.sample(SKILLS, 2)
        skills = [Skill.model_validate({name: 1} if name in LEVELLED_SKILLS else name) for name in names]
        if rng.random() < 0.25:
            skills.append(Skill.model_validate(WEAPON))
        cards.append(card.model_copy(update={"skills": tuple(skills)}))
    return pack.model_copy(update={"characters": tuple(cards)})


def game(number: int, *, events: bool = True) -> Match:
    """The match with that number: scenarios rotate, then the two option settings; each has skills of its own."""
    pack = paired(number)
    wish = OTHER_OPTIONS if number // 6 % 2 else None
    options = GAME.checked_options(with_pack(pack, wish))
    setting = GAME.setting_in(pack, SCENARIOS[number % 6], options, None, {})
    return Match(setting, Seeded(number), events=events)


def play_one(number: int) -> list[str]:
    """Play one game; what is wrong in sampled states, and where the list of options is not what the law allows."""
    match = game(number, events=number % 10 == 0)
    found = []
    for place, question in enumerate(decisions(match, number, anything if number % 4 == 0 else lively)):
        if place % 7 == 0 or match.state.sharing:
            found += [f"answer {place} ({question.topic}): {fault}" for fault in faults(match)]
            if question.topic.startswith("action of") and lawful(match) != set(question.keys()):
                found.append(f"answer {place} ({question.topic}): {lawful(match) ^ set(question.keys())}")
    return [f"game {number}: {fault}" for fault in (*found, *faults(match))]
