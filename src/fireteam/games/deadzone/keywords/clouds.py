"""Smoke, gas and ink (DZ-AB-SMOKE, DZ-AB-GAS, DZ-AB-INK)."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Modifier
from fireteam.core.topics import topic
from fireteam.games.deadzone.actions import Activation
from fireteam.games.deadzone.cards import Word, keyword
from fireteam.games.deadzone.dice import one_die
from fireteam.games.deadzone.options import option
from fireteam.games.deadzone.scatter import EVEN
from fireteam.games.deadzone.state import NOBODY, SMOKE
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Keyword, Supplement

FADES = 5
"""What the die of a cube full of smoke needs to clear it (see DZ-AB-SMOKE-04)."""


@keyword
class Smoke(Keyword):
    """Fills the cube in which it goes off: nobody sees into it, out of it or through it, but the cube itself is seen
    (DZ-AB-SMOKE-01). Who is inside sees no neighbour and fights and moves as ever (DZ-AB-SMOKE-03), and a shot that
    passes beside it has a die less (DZ-AB-SMOKE-02)."""

    name = "Smoke"

    def in_cube(self, t: Table, cube: int, ap: int, seat: int, who: int = NOBODY, number: int = NOBODY) -> None:
        t.fill(cube, 0, self.rule)


class Cloud(Keyword):
    """Something that its bearer lets out into its cube once in a battle."""

    def toxic(self) -> int:
        """How toxic it is."""
        return 0

    def makes_cloud(self, t: Table, a: Activation) -> Rule[None]:
        """At the start or the end of its activation, among enemies or not (see DZ-MEET-09)."""
        if self.name in t.state.models[a.who].spent:
            return
        pick: Option = yield t.ask(
            t.player(a.who),
            topic("cloud of {who}", t.name(a.who)),
            lambda: [option("no_cloud"), option("cloud", str(self.word))],
        )
        if pick.kind == "cloud":
            t.use_up(a.who, self.name, self.rule)
            t.fill(t.cube(a.who), self.toxic(), self.rule)


@keyword
class GasCloud(Cloud):
    """One gas cloud in a battle (DZ-AB-GAS-01): smoke in the own cube (DZ-AB-GAS-02), toxic or not; it stays there when
    its maker goes (DZ-AB-GAS-04)."""

    name = "Gas Cloud"

    def __init__(self, word: Word) -> None:
        super().__init__(word)
        assert word.inner is not None
        self.number = word.inner.number

    def toxic(self) -> int:
        return self.number

    def in_cube(self, t: Table, cube: int, ap: int, seat: int, who: int = NOBODY, number: int = NOBODY) -> None:
        t.fill(cube, self.number, self.rule)


@keyword
class InkSac(Cloud):
    """Smoke once in a battle, and once more where it dies (DZ-AB-INK-01)."""

    name = "Ink Sac"

    def leaves_behind(self, t: Table, who: int, cube: int) -> None:
        t.fill(cube, 0, self.rule)


class Clouds(Supplement):
    """Markers of smoke and gas."""

    name = "clouds"

    def harm_done(self, t: Table, on: int) -> Iterable[Modifier]:
        """Whoever loses HP in toxic gas loses more, whatever the cause, but for Constructs (DZ-AB-GAS-03)."""
        cube = t.cube(on)
        if not t.state.smoke >> cube & 1 or t.cards[on].has("Construct"):
            return ()
        number = max(token.number for token in t.state.tokens.values() if token.kind == SMOKE and token.cube == cube)
        return (Modifier(number, "toxic gas", "DZ-AB-GAS-03"),) if number else ()

    def markers_fade(self, t: Table) -> Rule[None]:
        """At the end of a round one die for each cube: 5 to 8 clear it (DZ-AB-SMOKE-04) of smoke and gas alike
        (DZ-MEET-08)."""
        for token in sorted((one for one in t.state.tokens.values() if one.kind == SMOKE), key=lambda one: one.cube):
            at = t.board.name(token.cube)
            (face,) = yield one_die(t.state.initiative, topic("smoke at {at}", at), EVEN)
            t.tell("fades" if face >= FADES else "lingers", "DZ-AB-SMOKE-04", at=at, face=face)
            if face >= FADES:
                t.take_up(token.id)
