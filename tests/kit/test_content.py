"""Packs of any game: data becomes models, every fault names its line, and a game declares little."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict, Field

from fireteam.core.errors import PackError
from fireteam.core.yamlfile import parse_yaml
from fireteam.kit.content.packs import Packs, extended, is_name
from fireteam.kit.content.validate import validate


class Leaf(BaseModel):
    model_config = ConfigDict(extra="forbid")
    colour: str
    size: int = Field(alias="Size", strict=True)


class Tree(BaseModel):
    model_config = ConfigDict(extra="forbid")
    leaves: tuple[Leaf, ...]
    named: dict[str, Leaf] | None = None


def invalid(text: str) -> PackError:
    data, lines = parse_yaml(text, "tree.yaml")
    with pytest.raises(PackError) as caught:
        validate(Tree, data, lines, "tree.yaml")
    assert caught.value.file == "tree.yaml"
    return caught.value


def test_valid_data_becomes_the_model() -> None:
    data, lines = parse_yaml("leaves: [{colour: red, Size: 2}]", "tree.yaml")
    assert validate(Tree, data, lines, "tree.yaml").leaves[0].size == 2


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (
            "leaves:\n  - {colour: red, Size: 1}\n  - colour: red\n    Size: 1\n    shape: round\n",
            5,
            "unknown key 'shape' in leaves[1]; allowed: colour, Size",
        ),
        (
            "leaves:\n  - Size: 1\n    color: red\n",
            3,
            "unknown key 'color' in leaves[0]; allowed: colour, Size; did you mean 'colour'?",
        ),
        (
            "leaves: []\nnamed:\n  a: {colour: red, size: 1}\n",
            3,
            "unknown key 'size' in named.a; allowed: colour, Size; did you mean 'Size'?",
        ),
        ("leaves:\n  - colour: red\n", 2, "leaves[0] lacks the key 'Size'"),
        ("leaves:\n  - colour: red\n    Size: big\n", 3, "leaves[0].Size: it should be a valid integer, not 'big'"),
        ("leaves: []\n6: x\n", 2, "unknown key 6 in the file; its keys are words"),
        ("leaves: 7\n", 1, "leaves must be a list, not 7"),
        ("leaves: [7]\n", 1, "leaves[0] must be a mapping, not 7"),
        ("", 0, "the file must be a mapping, not None"),
    ],
)
def test_first_fault_of_the_model(text: str, line: int, reason: str) -> None:
    error = invalid(text)
    assert error.reason == reason
    assert error.line == line


# -- a game's packs ----------------------------------------------------------------------------------------------------

MODEL = """\
from typing import Literal

from fireteam.kit.content.checks import Checker
from fireteam.kit.content.models import BasePack, Part, Positive, Slug


class Hat(Part):
    id: Slug
    brim: Positive = 1


class Pack(BasePack):
    format: Literal["hats/1"]
    extends: Slug | None = None
    hats: tuple[Hat, ...]
    owners: dict[Slug, Slug] = {}
    shelf: Positive

    def check(self, lines, file):
        checker = Checker(lines, file)
        for owner, hat in self.owners.items():
            checker.known(hat, [entry.id for entry in self.hats], ("owners", owner), "hat")

    def check_closely(self, lines, file):
        Checker(lines, file).need(len(self.hats) <= self.shelf, ("shelf",), "the shelf is too short")
"""
BUNDLED = """\
format: hats/1
hats:
  - {id: bowler}
  - {id: sombrero, brim: 9}
owners: {ann: bowler}
shelf: 3
"""


@pytest.fixture
def hats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Packs[Any]:
    """The packs of a game that is about hats."""
    content, packs = tmp_path / "hatgame" / "content", tmp_path / "hatgame" / "packs"
    content.mkdir(parents=True)
    packs.mkdir()
    (content / "__init__.py").write_text("", encoding="utf-8")
    (content / "pack.py").write_text(MODEL, encoding="utf-8")
    (packs / "old_hats.yaml").write_text(BUNDLED, encoding="utf-8")
    for name in [name for name in sys.modules if name.startswith("hatgame")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("FIRETEAM_HOME", str(tmp_path / "home"))
    return Packs("hatgame.content", "old-hats", contents=lambda pack: {"hats": len(pack.hats)}, joined=("owners",))


def test_a_game_declares_its_packs(hats: Packs[Any]) -> None:
    assert (hats.form, hats.names()) == ("hats", ["old-hats"])
    pack = hats.load()
    assert hats.contents(pack) == {"hats": 2}
    assert hats.load("old-hats") is pack
    played = hats.content()
    assert [(hat.id, hat.brim) for hat in played.hats] == [("bowler", 1), ("sombrero", 9)]
    assert played.digest == pack.digest
    with pytest.raises(
        PackError, match=r"old_hats\.yaml:5: unknown hat 'bowlr'; known: bowler, sombrero; did you mean"
    ):
        hats.parse(BUNDLED.replace("ann: bowler", "ann: bowlr"), "old_hats.yaml")


def test_any_pack_may_extend_another(hats: Packs[Any]) -> None:
    pack = hats.parse(
        "format: hats/1\nextends: old-hats\nhats: [{id: fez}, {id: bowler, brim: 2}]\nowners: {bo: fez}\n"
    )
    assert [(hat.id, hat.brim) for hat in pack.hats] == [("fez", 1), ("bowler", 2), ("sombrero", 9)]
    assert (pack.owners, pack.shelf) == ({"ann": "bowler", "bo": "fez"}, 3)
    assert hats.schema()["anyOf"][1] == {"required": ["format", "pack", "extends"]}
    with pytest.raises(PackError, match=r"mine\.yaml:2: no such pack; there are: old-hats"):
        hats.parse("format: hats/1\nextends: new-hats\n", "mine.yaml")


def test_a_mapping_that_is_not_joined_is_replaced() -> None:
    assert extended({"a": {"x": 1}}, {"a": {"y": 2}, "b": 3}, ()) == {"a": {"x": 1}, "b": 3}
    assert extended({"a": {"x": 1}}, {"a": {"x": 0, "y": 2}}, ("a",)) == {"a": {"x": 1, "y": 2}}


def test_a_pack_that_comes_with_the_game_is_checked_closely_by_its_tests_alone(hats: Packs[Any]) -> None:
    short = BUNDLED.replace("shelf: 3", "shelf: 1")
    bundled, own = hats.folder / "old_hats.yaml", hats.folder.parent / "mine.yaml"
    for file in (bundled, own):
        file.write_text(short, encoding="utf-8")
    assert hats.content().shelf == 1
    for look, wish in ((hats.load, None), (hats.content, own), (hats.parse, short)):
        with pytest.raises(PackError, match=":6: the shelf is too short"):
            look(wish)  # type: ignore[arg-type]  # each is given what it takes


def test_a_changed_model_is_asked_again(hats: Packs[Any]) -> None:
    before = hats.content()
    model = hats.folder.parent / "content" / "pack.py"
    model.write_text(MODEL.replace("brim: Positive = 1", "brim: Positive = 12"), encoding="utf-8")
    for name in [name for name in sys.modules if name.startswith("hatgame")]:
        del sys.modules[name]
    again: Packs[Any] = Packs("hatgame.content", "old-hats", contents=lambda pack: {})
    assert (before.hats[0].brim, again.content().hats[0].brim) == (1, 12)


@pytest.mark.parametrize(
    ("wish", "name"),
    [
        ("four-lamps", True),
        ("mine.yaml", False),
        ("mine.yml", False),
        ("a/b", False),
        ("a\\b", False),
        (Path("a"), False),
    ],
)
def test_a_name_is_no_path(wish: str | Path, name: bool) -> None:
    assert is_name(wish) is name
