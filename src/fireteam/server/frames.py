"""What a viewer is sent: the scene with what changed in it, the question, the log. One place, so that nothing else gets
out."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from fireteam.core.questions import Choose
from fireteam.core.scene import Die, QuestionView, Scene
from fireteam.server.position import Position

Audience = int | None
"""The seat whose eyes a viewer has; None: a spectator's."""


def differences(before: Any, after: Any) -> dict[str, Any] | None:
    """The merge patch (RFC 7396) from one mapping to another; None if they are alike."""
    patch: dict[str, Any] = {}
    for key, value in after.items():
        if key not in before:
            patch[key] = value
            continue
        known = before[key]
        if known is value or known == value:
            continue
        if isinstance(value, dict) and isinstance(known, dict):
            patch[key] = differences(known, value)
        else:
            patch[key] = value
    for key in before:
        if key not in after:
            patch[key] = None
    return patch or None


class Sight:
    """What every audience sees of a position, made once for each version."""

    def __init__(self) -> None:
        self._scenes: dict[Audience, tuple[int, Scene]] = {}
        self._patches: dict[Audience, tuple[int, int, dict[str, Any] | None]] = {}
        self._questions: dict[bool, QuestionView | None] = {}
        self._dice: list[Die] | None = None
        self._version = -1

    def _look(self, version: int) -> None:
        """What was made for another version is of no use any more."""
        if version != self._version:
            self._version = version
            self._questions.clear()
            self._dice = None

    def scene(self, position: Position, version: int, audience: Audience) -> Scene:
        """The whole scene; where nobody has secrets, one for all."""
        if not position.match.setting.game.secrets:
            audience = None
        known = self._scenes.get(audience)
        if known is not None and known[0] == version:
            return known[1]
        match = position.match
        _ = match.decision
        scene = match.setting.scene(match.table, audience)
        if known is not None:
            self._patches[audience] = (known[0], version, differences(known[1], scene))
        self._scenes[audience] = (version, scene)
        return scene

    def patch(
        self, position: Position, version: int, audience: Audience, since: int
    ) -> tuple[bool, dict[str, Any] | None]:
        """Whether a patch from that version is at hand, and the patch (None: nothing changed)."""
        if not position.match.setting.game.secrets:
            audience = None
        self.scene(position, version, audience)
        if since == version:
            return True, None
        made = self._patches.get(audience)
        if made is None or made[:2] != (since, version):
            return False, None
        return True, made[2]

    def question(self, position: Position, version: int, mine: bool) -> QuestionView | None:
        """What is asked now; options only for the one who must answer."""
        self._look(version)
        if mine not in self._questions:
            match = position.match
            question = match.decision
            view = None if question is None else match.setting.question_view(match.table, question, mine)
            if view is not None and mine and isinstance(question, Choose):
                taken = match.setting.taken(question, self.dice(position, version))
                for option in view.get("options", ()):
                    if option["key"] in taken:
                        option["dice"] = taken[option["key"]]
            self._questions[mine] = view
        return self._questions[mine]

    def dice(self, position: Position, version: int) -> list[Die]:
        """The dice of the last action."""
        self._look(version)
        if self._dice is None:
            self._dice = position.match.setting.tray(position.chronicle.entries)
        return self._dice

    def look(self, position: Position, version: int, audiences: Collection[Audience], sorts: Collection[bool]) -> None:
        """See all that such audiences will be sent, and the question as whoever answers it and all others see it: what
        is then sent is at hand."""
        position.chronicle.follow()
        self.dice(position, version)
        for audience in audiences:
            self.scene(position, version, audience)
            position.chronicle.reading(audience)
        for mine in sorts:
            self.question(position, version, mine)

    def forget(self) -> None:
        """The position went to sleep: what was seen of it is dropped too."""
        self._scenes.clear()
        self._patches.clear()
        self._version = -1
