"""What a rule may ask: a seat for a choice, or chance for dice. Nothing else is ever yielded."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, final, overload

from fireteam.core.errors import BROKEN, IllegalAnswer, broken

if TYPE_CHECKING:
    from fireteam.core.clash import Clash
    from fireteam.core.exchange import Exchange

T = TypeVar("T")

Faces = tuple[Any, ...]
"""The answer of chance: die faces (of pools, one tuple of faces for each), or the label drawn from a bag."""


class Ways(list[tuple[Faces, int]]):
    """How a roll can fall, as far as it matters to the rule that asks: faces that stand for all like them, each with
    its exact weight. `error` is the chance at most of dice that do not fall like any of them; 0: there are none."""

    def __init__(self, ways: Iterable[tuple[Faces, int]], error: float = 0.0) -> None:
        super().__init__(ways)
        self.error = error


class Option:
    """One thing a seat may answer: a stable key made of names, and a payload of plain ids for the rule."""

    __slots__ = ("args", "forced", "key", "kind", "rules")

    def __init__(self, key: str, kind: str, args: tuple[Any, ...] = (), rules: tuple[str, ...] = ()) -> None:
        self.key = key
        self.kind = kind
        self.args = args
        self.rules = rules
        self.forced = Forced(self)

    def __repr__(self) -> str:
        return f"<Option {self.key!r}>"


class Forced:
    """The mark on a tape that an option was the only one, so that nobody was asked."""

    __slots__ = ("option",)

    def __init__(self, option: Option) -> None:
        self.option = option

    def __repr__(self) -> str:
        return f"<Forced {self.option.key!r}>"


Answer = Option | Forced | Faces
"""One entry of a tape: chosen, forced, or rolled."""


class LazyOptions(Sequence[Option]):
    """Options judged one by one when somebody looks, for lists of which each entry takes long to judge.

    As a sequence it holds the legal ones alone. Who wants one by its key, or one at random, has few of them judged.
    """

    __slots__ = ("_candidates", "_judge", "_legal", "_verdicts")

    def __init__(self, candidates: Sequence[Option], judge: Callable[[Option], bool]) -> None:
        self._candidates = candidates
        self._judge: Callable[[Option], bool] | None = judge
        self._verdicts: list[bool | None] = [None] * len(candidates)
        self._legal: list[Option] | None = None

    def _verdict(self, place: int) -> bool:
        known = self._verdicts[place]
        if known is None:
            if self._judge is None:
                raise IllegalAnswer("the decision has been answered; look at match.decision again")
            try:
                known = self._verdicts[place] = self._judge(self._candidates[place])
            except BROKEN as error:
                raise broken(error) from error
        return known

    @property
    def legal(self) -> list[Option]:
        """Every legal option, in order."""
        found = self._legal
        if found is None:
            found = self._legal = [option for place, option in enumerate(self._candidates) if self._verdict(place)]
        return found

    @property
    def several(self) -> bool:
        """Whether at least two are legal; the last is judged first, since it is mostly the one that is always
        possible."""
        found = 0
        for place in (len(self._candidates) - 1, *range(len(self._candidates) - 1)):
            found += self._verdict(place)
            if found > 1:
                return True
        return False

    def find(self, key: str) -> Option | None:
        """The legal option with that key."""
        for place, option in enumerate(self._candidates):
            if option.key == key:
                return option if self._verdict(place) else None
        return None

    def draw(self, draw: Callable[[], float]) -> Option:
        """A legal option, each as likely as the others: places are drawn until one holds."""
        left = list(range(len(self._candidates)))
        while left:
            place = left.pop(int(draw() * len(left)))
            if self._verdict(place):
                return self._candidates[place]
        raise IllegalAnswer("no option is legal")

    def close(self) -> None:
        """The table moves on: what was not judged cannot be judged any more."""
        self._judge = None

    def at_another_table(self, source: Callable[[], Sequence[Option]]) -> LazyOptions:
        """The same options, and what was judged of them so far; the rest is judged by the list that `source` makes
        there, if somebody looks."""
        made: list[Any] = []

        def judge(option: Option) -> bool:
            if not made:
                made.append(source())
            verdict: bool = made[0]._judge(option)
            return verdict

        other = LazyOptions(self._candidates, judge)
        other._verdicts = self._verdicts[:]
        return other

    def __len__(self) -> int:
        return len(self.legal)

    @overload
    def __getitem__(self, place: int) -> Option: ...
    @overload
    def __getitem__(self, place: slice) -> list[Option]: ...
    def __getitem__(self, place: int | slice) -> Option | list[Option]:
        return self.legal[place]

    def __iter__(self) -> Iterator[Option]:
        return iter(self.legal)

    def __contains__(self, option: object) -> bool:
        for place, found in enumerate(self._candidates):
            if found is option:
                return self._verdict(place)
        return False


class Region(Protocol):
    """Options too many to list, such as where to move: one predicate judges a point that a person names and one a bot
    tries."""

    def find(self, key: str) -> Option | None:
        """The legal option that a key means; the nearest legal point where the wanted one is not, within the game's
        tolerance."""

    def suggest(self, count: int) -> Sequence[Option]:
        """Some legal options worth trying, the same ones every time."""

    def draw(self, draw: Callable[[], float]) -> Option | None:
        """One legal option by numbers from 0 to 1, cheaply; None: it found none, and the suggestions have to do."""

    def outline(self) -> Any:
        """What to draw, as plain JSON data."""


SUGGESTIONS = 24
"""How many options of a region are listed."""


@final
class Choose:
    """A seat must pick one option; the list is made when somebody first looks at it.

    A question over a region lists some of its options; any key that the region finds legal is an answer as well. It is
    never forced: who looks at it decides, even if only one point is left. Nor is one that is `veiled`.
    """

    __slots__ = ("_drawn", "_options", "_source", "alike", "region", "seat", "topic", "veiled")

    def __init__(
        self,
        seat: int,
        topic: str,
        source: Callable[[], Sequence[Option]],
        region: Region | None = None,
        alike: Callable[[Option], Hashable] | None = None,
        veiled: Callable[[], bool] | None = None,
    ) -> None:
        self.seat = seat
        self.topic = topic
        self.region = region
        self.alike = alike
        """Options for which it gives the same lead to the same, as far as odds look."""
        self.veiled = veiled
        """Whether, for all that everybody knows, the seat may have several options: to skip the question where one is
        left would tell the others that it has not. None: everybody knows its options."""
        self._source: Callable[[], Sequence[Option]] | None = source
        self._options: Sequence[Option] | None = None
        self._drawn: Option | None = None

    @property
    def options(self) -> Sequence[Option]:
        """Every legal answer, and only those; of a region, some of them."""
        options = self._options
        if options is None:
            if self._source is None:
                raise IllegalAnswer(f"the decision {self.topic!r} has been answered; look at match.decision again")
            options = self._source()
            if self.region is not None:
                options = [*options, *self.region.suggest(SUGGESTIONS)]
            self._options = options
        return options

    @property
    def told_apart(self) -> Sequence[Option]:
        """The options that odds look at: of those that are alike, the first."""
        options, alike = self.options, self.alike
        if alike is None:
            return options
        first: dict[Hashable, Option] = {}
        for option in options:
            first.setdefault(alike(option), option)
        return list(first.values())

    @property
    def forced(self) -> bool:
        """Whether a single option is left, so that nobody is asked; a question over a region is never forced."""
        return self.single and not (self.veiled is not None and self.veiled())

    @property
    def single(self) -> bool:
        """Whether a single option is left, asked or not; never so over a region."""
        if self.region is not None:
            return False
        options = self.options
        return not options.several and len(options) == 1 if type(options) is LazyOptions else len(options) == 1

    def first(self) -> Option:
        """The first option, or a suggestion of the region if nothing is listed beside it, without making the rest."""
        if self.region is None or self._options is not None or self._source is None:
            return self.options[0]
        return next(iter((*self._source(), *self.region.suggest(1))))

    def draw(self, draw: Callable[[], float]) -> Option:
        """One option at random, by numbers from 0 to 1: a point of the region without making a list of suggestions."""
        region = self.region
        if region is None:
            options = self.options
            found = options.draw(draw) if type(options) is LazyOptions else options[int(draw() * len(options))]
            self._drawn = found
            return found
        if self._source is None:
            raise IllegalAnswer(f"the decision {self.topic!r} has been answered; look at match.decision again")
        listed = self._source()
        # What is listed beside a region is as likely as one of as many suggestions.
        if listed and draw() * (len(listed) + SUGGESTIONS) < len(listed):
            return listed[int(draw() * len(listed))]
        point = self._drawn = region.draw(draw)
        if point is None:
            options = self.options
            return options[int(draw() * len(options))]
        return point

    def offers(self, option: Option) -> bool:
        """Whether an option came from here; of a region nobody lists suggestions for this."""
        if self.region is None or self._options is not None:
            return option is self._drawn or option in self.options
        return option is self._drawn or (self._source is not None and option in self._source())

    def keys(self) -> list[str]:
        """The keys of all options, in their order."""
        return [option.key for option in self.options]

    def find(self, key: str) -> Option | None:
        """The option with that key, if it is on offer."""
        region = self.region
        # To find a point nobody needs suggestions, which may take a search.
        listed = self._source() if region is not None and self._source is not None else self.options
        if type(listed) is LazyOptions:
            return listed.find(key)
        for option in listed:
            if option.key == key:
                return option
        return region.find(key) if region is not None else None

    def close(self) -> None:
        """Answered: the table moves on, so an unseen list must never be made from it."""
        self._source = self.region = None
        if type(self._options) is LazyOptions:
            self._options.close()

    def __repr__(self) -> str:
        return f"<Choose seat {self.seat}: {self.topic}>"


@final
class Roll:
    """Chance must answer: `count` dice of `sides`, or one label drawn from a bag of (label, weight) under a name.

    Of `pools`, each so many dice that are rolled together, every best face brings a bonus die, which may bring another.
    The answer holds the faces of each pool, first its own dice and then bonus dice in the order of what brought them.
    """

    __slots__ = (
        "alike", "bag", "clash", "count", "ends", "exchange", "name", "ordered", "pools", "seat", "sides", "topic",
        "ways",
    )  # fmt: skip

    def __init__(
        self,
        seat: int,
        topic: str,
        count: int = 1,
        sides: int = 6,
        *,
        bag: tuple[tuple[str, int], ...] | None = None,
        name: str = "",
        ordered: bool = False,
        alike: tuple[int, ...] | None = None,
        pools: tuple[int, ...] | None = None,
        ways: Callable[[], Ways] | None = None,
        clash: Callable[[], Clash] | None = None,
        exchange: Callable[[], Exchange] | None = None,
        ends: Callable[[], Sequence[tuple[Callable[[Any], None], int]]] | None = None,
    ) -> None:
        self.seat = seat
        self.topic = topic
        self.count = count if pools is None else sum(pools)
        self.sides = sides
        self.bag = bag
        self.name = name
        self.ordered = ordered
        self.alike = alike
        """For each face the one that stands for it, where some have the same effect: odds look at those alone."""
        self.pools = pools
        self.ways = ways
        """What odds look at instead of all faces; dice that roll on can fall in endless ways."""
        self.clash = clash
        """The whole test that the roll begins, where odds can solve it in one go."""
        self.exchange = exchange
        """The re-rolls in turn that follow the roll, with it, where odds can solve them in one go."""
        self.ends = ends
        """How the step that the roll begins can end, where its dice need not be looked at one by one: what puts a table
        there, with its weight."""

    def check(self, faces: object) -> Faces:
        """The faces as a tuple, or an error that says what this roll wants."""
        given = tuple(faces) if isinstance(faces, list | tuple) else (faces,)
        if self.bag is not None:
            labels = [label for label, weight in self.bag if weight > 0]
            if len(given) != 1 or given[0] not in labels:
                raise IllegalAnswer(f"{self.topic}: draw one of {', '.join(labels)}; got {faces!r}")
            return given
        if self.pools is not None:
            return self._check_pools(given)
        if len(given) != self.count:
            raise IllegalAnswer(f"{self.topic}: {self.count} dice wanted; got {len(given)}")
        self._check_faces(given)
        return given

    def _check_faces(self, given: Sequence[Any]) -> None:
        for face in given:
            if isinstance(face, bool) or not isinstance(face, int) or not 1 <= face <= self.sides:
                raise IllegalAnswer(f"{self.topic}: a die shows 1 to {self.sides}; got {face!r}")

    def _check_pools(self, given: Faces) -> Faces:
        """The faces of each pool as a tuple: none may still want a die."""
        for number, missing in enumerate(self.left(given)):
            if missing:
                raise self._amiss(number, len(given[number]), f"{missing} more wanted")
        return tuple([tuple(pool) for pool in given])

    def left(self, given: Sequence[Any]) -> list[int]:
        """How many dice each pool still wants after these faces; an error says what no pool of this roll can show."""
        pools = self.pools or ()
        if len(given) != len(pools) or not all(isinstance(pool, list | tuple) for pool in given):
            wanted = "the faces of 1 pool" if len(pools) == 1 else f"the faces of each of {len(pools)} pools"
            raise IllegalAnswer(f"{self.topic}: {wanted} wanted; got {given!r}")
        found = []
        for number, pool in enumerate(given):
            self._check_faces(pool)
            missing = owed(pools[number], pool, self.sides)
            if missing < 0:
                raise self._amiss(number, len(pool), f"{-missing} too many")
            found.append(missing)
        return found

    def _amiss(self, number: int, got: int, why: str) -> IllegalAnswer:
        pools = self.pools or ()
        which = f"pool {number + 1}: " if len(pools) > 1 else ""
        return IllegalAnswer(
            f"{self.topic}: {which}{pools[number]} dice and one more for each {self.sides}; got {got}, {why}"
        )

    def read(self, text: str) -> Faces:
        """The faces that a text says, as `faces_text` writes them; an error says what this roll wants."""
        if self.bag is not None:
            return self.check([text])
        pools = [[_number(part) for part in pool.split() if part != NO_DICE] for pool in text.split(BAR)]
        return self.check(pools[0] if self.pools is None and len(pools) == 1 else pools)

    def fits(self, faces: Faces) -> bool:
        """Whether the faces could answer this roll."""
        try:
            self.check(faces)
        except IllegalAnswer:
            return False
        return True

    def __repr__(self) -> str:
        return f"<Roll seat {self.seat}: {self.topic}>"


BAR, NO_DICE = "|", "-"
"""What stands between two pools, and for one without dice."""


def faces_text(faces: Faces) -> str:
    """Faces in one line: "8 2 3"; of pools, "8 2 3 8 6 | 5 5 1"."""
    if faces and isinstance(faces[0], tuple):
        return f" {BAR} ".join(" ".join(map(str, pool)) or NO_DICE for pool in faces)
    return " ".join(map(str, faces))


def _number(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text


def owed(count: int, faces: Sequence[int], sides: int) -> int:
    """How many dice are still to be rolled in a pool of `count` dice that has shown these faces; less than 0: so many
    fell that nothing had brought."""
    left = count
    for place, face in enumerate(faces):
        if not left:
            return place - len(faces)
        left += (face == sides) - 1
    return left


Question = Choose | Roll
Rule = Generator[Question, Any, T]
"""A rule: runs until it must ask, is told the answer, and returns a T."""
