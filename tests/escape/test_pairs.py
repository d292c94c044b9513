"""Random games with random skills in pairs on each card: no error, every sampled state sound, and what is offered is
what the law allows."""

from __future__ import annotations

import pytest

from tests.escape.pairs import paired, play_one


@pytest.mark.rule("ES-PROF-05")
@pytest.mark.parametrize("number", range(12))
def test_skills_in_pairs(number: int) -> None:
    assert play_one(number) == []


def test_every_card_has_two_skills_and_they_differ_from_game_to_game() -> None:
    assert all(len([skill for skill in card.skills if skill.range is None]) == 2 for card in paired(1).characters)
    assert {card.id: card.skills for card in paired(1).characters} != {
        card.id: card.skills for card in paired(2).characters
    }
