"""Topics: a text that knows its form and the names in it."""

from __future__ import annotations

import json
import pickle

import pytest

from fireteam.core.topics import Topic, form_of, names_of, topic


def test_a_topic_is_its_text_and_knows_its_names() -> None:
    dice = topic("attack dice of {who}", "ann")
    assert dice == "attack dice of ann" and hash(dice) == hash("attack dice of ann")
    assert topic("attack dice of {who}", "ann") is dice
    assert (form_of(dice), names_of(dice)) == ("attack dice of {who}", {"who": "ann"})
    assert (form_of("plain"), dict(names_of("plain"))) == ("plain", {})
    assert type(str(dice)) is str and json.dumps(dice) == '"attack dice of ann"'


def test_a_topic_inside_a_topic_brings_its_form_and_stays_what_it_is() -> None:
    again = topic("re-roll of {dice}", topic("attack dice of {who}", "ann"))
    assert (again.form, again.names) == ("re-roll of attack dice of {who}", {"who": "ann"})
    assert again.outer == "re-roll of {dice}" and form_of(again.parts["dice"]) == "attack dice of {who}"
    assert topic("re-roll of {dice}", "attack dice of ann").form == "re-roll of {dice}", "plain text stays a name"


def test_an_inner_name_does_not_hide_an_outer_one() -> None:
    helps = topic("{who} helps, {test}", "carl", topic("{who} shoots {whom}", "ann", "bob"))
    assert helps.names == {"who": "carl", "whom": "bob"}
    assert names_of(helps.parts["test"]) == {"who": "ann", "whom": "bob"}


def test_a_topic_goes_to_another_process_whole() -> None:
    again = topic("re-roll of {dice}", topic("attack dice of {who}", "ann"))
    back = pickle.loads(pickle.dumps(again))
    assert isinstance(back, Topic) and (back, back.form, back.names, back.parts) == (
        again,
        again.form,
        again.names,
        again.parts,
    )


@pytest.mark.parametrize(
    ("form", "names"), [("of {who}", ()), ("of {who}", ("a", "b")), ("{who} and {who}", ("a", "b"))]
)
def test_each_place_has_one_name(form: str, names: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="has the places"):
        topic(form, *names)
