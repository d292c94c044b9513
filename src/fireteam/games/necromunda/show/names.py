"""What everything of a battle is called: weapons, gear, terrain and other things by their ids, the players by seat."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from fireteam.space.plane.free.plan import Block, Floor, Ladder, Patch, Rail

if TYPE_CHECKING:
    from fireteam.games.necromunda.setting import Setting
    from fireteam.space.plane.free.plan import Piece

_NUMBERED = re.compile(r"(?P<kind>[a-z][a-z-]*?)-(?P<number>\d+)")
_WORD = re.compile(
    r"(?<![\w-])[a-z][a-z0-9-]*\d[a-z0-9-]*|(?<![\w-])[a-z]+(?:-[a-z0-9]+)+(?![\w-])|(?<![\w-])[a-z]+(?![\w-])"
)
"""What may be an id in a key."""
SORTS: tuple[tuple[type, str], ...] = (
    (Block, "block"), (Floor, "floor"), (Patch, "patch"), (Ladder, "ladder"), (Rail, "railing"),
)  # fmt: skip
"""What a piece of a field is called that no map names."""


class Names:
    """From ids to names; whatever is no id keeps its own."""

    def __init__(self, setting: Setting) -> None:
        self.players = setting.players
        self.known: dict[str, str] = {}
        for card in setting.cards:
            for weapon in card.weapons:
                self.known[weapon.id] = weapon.name
                self.known |= {f"{weapon.id}/{one.name}": f"{weapon.name} ({one.name})" for one in weapon.profiles}
            self.known |= {item.id: item.name for item in card.armour}
            self.known |= {item.id: item.name for item in card.gear}
            self.known |= {item.implements: item.name for item in card.gear}
        self.kinds: dict[str, str] = {}
        """What each thing and each piece of terrain is: door, wall, casket."""
        if setting.mission is not None:
            self.kinds |= {feature.id: feature.kind for feature in setting.mission.map.features}
        self.kinds |= {thing.id: thing.kind for thing in setting.things.values()}
        for piece in setting.battlefield.pieces:
            self.kinds.setdefault(piece.id, sort_of(piece))
        met: dict[str, int] = {}
        for id, kind in self.kinds.items():
            met[kind] = met.get(kind, 0) + 1
            self.known.setdefault(id, f"{spelt(kind)} {met[kind]}")
        self.known[""] = "the ground"

    def __call__(self, id: str) -> str:
        """What an id stands for."""
        found = self.known.get(id)
        if found is None:
            made = _NUMBERED.fullmatch(id)  # put down in the battle: "smoke-2"
            return f"{spelt(made['kind'])} {made['number']}" if made else id
        return found

    def in_text(self, text: str) -> str:
        """A key in which every id of a thing is replaced by its name."""
        return _WORD.sub(lambda word: self._thing(word[0]), text)

    def _thing(self, word: str) -> str:
        found = self(word) if word in self.kinds or _NUMBERED.fullmatch(word) else word
        return found[:1].lower() + found[1:] if found != word else word

    def seat(self, seat: Any) -> str:
        """What a seat is called."""
        number = int(seat)
        return self.players[number] if number in (0, 1) else "Nobody"


def sort_of(piece: Piece) -> str:
    """What a piece of a field is called if nobody has named it."""
    return next(sort for made, sort in SORTS if isinstance(piece, made))


def spelt(slug: str) -> str:
    """An id as words: "ammo-cache" is "Ammo cache"."""
    words = re.sub(r"[-_]", " ", slug)
    return words[:1].upper() + words[1:]
