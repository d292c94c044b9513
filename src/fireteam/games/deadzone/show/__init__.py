"""How Deadzone shows itself: words, scene, dice tray, questions, refusals."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from fireteam.core.events import Event
from fireteam.core.questions import Option, Question, Roll
from fireteam.games.deadzone.show import scene
from fireteam.games.deadzone.show.labels import MENU
from fireteam.games.deadzone.show.pieces import Scenery
from fireteam.games.deadzone.show.words import WORDS, Speaker
from fireteam.kit import show as kit

if TYPE_CHECKING:
    from fireteam.core.scene import Scene
    from fireteam.games.deadzone.table import Table


class Show(kit.Show):
    """What people see of a battle."""

    words, menu = WORDS, MENU

    @cached_property
    def speaker(self) -> Speaker:
        """What everything of the battle is called."""
        return Speaker(self.setting)

    @cached_property
    def scenery(self) -> Scenery:
        """What is drawn of the battle."""
        return Scenery(self.setting)

    def describe(self, table: Table, option: Option) -> str:
        return self.speaker.describe(table, option)

    def ask(self, table: Table, question: Question) -> str:
        return self.speaker.ask(question)

    def tell(self, event: Event) -> str:
        return self.speaker.tell(event)

    def roll_name(self, table: Table, roll: Roll) -> str:
        return self.speaker.roll_name(roll)

    def scene(self, table: Table, seat: int | None) -> Scene:
        return scene.scene(self.scenery, table, seat)
