"""Keywords of command and of the list: Tactician, Combat Team Training, Communications Relay, Hacker, Remote."""

from __future__ import annotations

from fireteam.games.deadzone.cards import keyword
from fireteam.games.deadzone.windows import Keyword


@keyword
class Tactician(Keyword):
    """More command dice while it is in play; the best one counts (DZ-AB-TACTICIAN-01)."""

    name = "Tactician"

    def command_dice(self) -> int:
        return self.number


@keyword
class CombatTeamTraining(Keyword):
    """Its team may re-roll command dice however few are left (DZ-AB-CTT-01)."""

    name = "Combat Team Training"

    def keeps_command_rerolls(self) -> bool:
        return True


@keyword
class CommunicationsRelay(Keyword):
    """A +1 model result in each round, which is not rolled; several relays give one each (DZ-AB-RELAY-01,
    DZ-MEET-31)."""

    name = "Communications Relay"

    def command_results(self) -> int:
        return 1


@keyword
class Hacker(Keyword):
    """Works consoles for more, and finds more in Intel (DZ-AB-HACKER-01)."""

    name = "Hacker"

    def intel_points(self) -> int:
        return 1

    def hacks(self) -> bool:
        return True


@keyword
class Remote(Keyword):
    """Asks for an Engineer when the team is chosen, and does nothing in play (DZ-MEET-33, see DZ-AB-REMOTE-01)."""

    name = "Remote"
