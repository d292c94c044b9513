"""Windows: who hangs in one is called in order; nobody costs nothing."""

from __future__ import annotations

from fireteam.kit.supplements import Card, Supplement, Windows, holds, parts


class Keyword(Supplement):
    def adds(self, amount: int) -> tuple[int, ...]:
        return ()

    def stays(self) -> bool:
        return False


class Heavier(Keyword):
    def __init__(self, number: int) -> None:
        self.number = number
        self.name = f"heavier {number}"

    def adds(self, amount: int) -> tuple[int, ...]:
        return (amount + self.number,)


class Rooted(Keyword):
    name = "rooted"

    def stays(self) -> bool:
        return True


def test_keywords_hang_in_the_windows_of_their_card() -> None:
    stone, leaf = Card("stone", Keyword, (Heavier(1), Heavier(2), Rooted())), Card("leaf", Keyword, ())
    assert parts(Keyword.adds, (stone.windows, leaf.windows), 10) == (11, 12)
    assert holds(Keyword.stays, (leaf.windows, stone.windows)) and not holds(Keyword.stays, (leaf.windows,))
    assert leaf.windows[Keyword.adds] == ()


class Wider(Keyword):
    def opens(self) -> bool:
        return False


class Door(Wider):
    name = "door"

    def opens(self) -> bool:
        return True

    def stays(self) -> bool:
        return True


def test_a_protocol_may_extend_another() -> None:
    windows = Windows(Wider, (Door(),))
    assert len(windows[Wider.opens]) == len(windows[Keyword.stays]) == 1 and windows[Keyword.adds] == ()
