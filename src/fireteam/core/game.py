"""What a game brings to the kernel. The kernel sees a game only through these protocols."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, Self

from fireteam.core.events import Event
from fireteam.core.questions import Choose, Option, Question, Roll, Rule
from fireteam.core.refusals import Modifier, Refusal

if TYPE_CHECKING:
    import random
    from pathlib import Path
    from threading import Thread

    from fireteam.core.chronicle import Entry
    from fireteam.core.dice import Dice
    from fireteam.core.match import Match
    from fireteam.core.odds import Odds
    from fireteam.core.rulebook import Rulebook
    from fireteam.core.scene import (
        AheadView,
        AttackView,
        DangerView,
        Die,
        HarmView,
        LookView,
        PlanView,
        QuestionView,
        RefusalView,
        Scene,
        Shown,
        Told,
    )


class Result(NamedTuple):
    """How a game ended: the winning seat (None: a draw), and why, as a code with its rule."""

    winner: int | None
    reason: str
    rule: str


class Record(Protocol):
    """The working data of a sequence under way; its key tells two moments of the sequence apart."""

    def key(self) -> tuple[Any, ...]:
        """Everything the rest of the sequence depends on."""


class State(Protocol):
    """Plain data of a position; whatever outlives a step is in here."""

    def dump(self) -> dict[str, Any]:
        """The state as plain JSON data, for saves."""


class Table(Protocol):
    """A state in play: the write gate, the listeners, and the sequences under way."""

    events: list[Event] | None
    pending: list[Any]

    @property
    def state(self) -> Any:
        """The live state; only the gate writes it."""

    def snapshot(self) -> Any:
        """A state of its own that equals the live one; copies only what was written since the last."""

    def key(self) -> tuple[Any, ...]:
        """What was written since the table was laid, with all records under way: the memo key of odds."""


class SharingTable(Table, Protocol):
    """A table that knows whether a step has written anything: then forks at its first question share one copy of the
    state."""

    def step_begins(self) -> None:
        """The rules go on with another step."""

    def untouched(self) -> bool:
        """Whether the step under way has written nothing yet."""

    def copied(self) -> Any:
        """A state of its own that equals the live one; nothing else changes."""


class Leading(Protocol):
    """What one gesture may mean at one position: all answers that it implies, tried out where no dice fall."""

    def ahead(self, piece: str, wishes: Sequence[str] = ()) -> AheadView:
        """Where a piece might go if it acted now; `wishes` are answers that are wanted on the way to it."""

    def plan(self, piece: str, spot: str, wishes: Sequence[str] = ()) -> PlanView:
        """The way of that piece to a spot, with all that must be answered before."""

    def attacks(self, target: str, piece: str = "", wishes: Sequence[str] = ()) -> list[AttackView]:
        """The attacks on a target: by whoever is asked, or by a piece that would have to act first."""


class Setting(Protocol):
    """Everything about a match that never changes: game, rosters, terrain, options. Shared by all forks."""

    @property
    def game(self) -> Game:
        """The game it belongs to."""

    @property
    def options(self) -> Mapping[str, Any]:
        """The match options, all of them."""

    def header(self) -> dict[str, Any]:
        """What must be known to build this setting again, as plain JSON data."""

    def first_state(self) -> Any:
        """The state before the first step."""

    def load_state(self, data: dict[str, Any]) -> Any:
        """A state from its dump."""

    def table(self, state: Any, listening: bool) -> Any:
        """A table over a copy of the state."""

    def step(self, table: Any) -> Rule[None] | None:
        """The rule that goes on from the state alone; None when the game is over."""

    def result(self, state: Any) -> Result | None:
        """The result, once the game is over."""

    def known(self, table: Any, seat: int | None) -> dict[str, Any]:
        """All that a seat (None: a spectator) may know of the state, as plain JSON data: worlds that differ in nothing
        of it and of the question asked are one and the same to the seat."""

    def describe(self, table: Any, option: Option) -> str:
        """An option in words."""

    def ask(self, table: Any, question: Question) -> str:
        """A question in words."""

    def tell(self, event: Event) -> str:
        """An event in words."""

    def roll_name(self, table: Any, roll: Roll) -> str:
        """What is rolled or drawn, in a few words: a heading for the faces."""

    def scene(self, table: Any, seat: int | None) -> Scene:
        """All that a seat (None: a spectator) may see, as a table draws it. Shared, not to be written to."""

    def question_view(self, table: Any, question: Question, mine: bool) -> QuestionView:
        """What is asked, with its options if it is the viewer's own question."""

    def told(self, entry: Entry) -> Told:
        """An entry of the chronicle as a line of the log."""

    def retold(self, entry: Entry) -> bool:
        """Whether an event always tells this choice, even if more is asked in between: the log can do without it."""

    def shown(self, entries: Sequence[Entry], number: int, roll: Entry | None) -> Shown | None:
        """What is to be seen of one of these entries on the board, and of the roll that it tells as well; no more than
        everybody may know."""

    def tray(self, entries: Sequence[Entry]) -> list[Die]:
        """The dice of the action under way, or of the last one, each with its fate."""

    def taken(self, question: Choose, dice: Sequence[Die]) -> dict[str, list[list[int]]]:
        """The dice of the tray that options take, by their keys: of each list one, whose dice are alike."""

    def why_at(self, table: Any, question: Question, place: str) -> list[RefusalView]:
        """What is not possible at a place ("piece ID", "part ID", "spot NAME"), the likeliest wish first."""

    def why_view(self, table: Any, refusal: Refusal) -> RefusalView:
        """A refusal in words, with what to draw for each check."""

    def plan(self, match: Match, spot: str) -> PlanView:
        """The way to a spot; without keys there is none."""

    def nearest(self, match: Match, spot: str) -> PlanView:
        """The way to a spot, or to one close by where that is not possible."""

    def settled(self, match: Match, plan: PlanView, point: Sequence[int]) -> PlanView:
        """A plan that also says where in its last cell somebody stands, by the point that is meant."""

    def leading(self, match: Match) -> Leading:
        """What gestures may mean at a position where somebody must choose."""

    def look(self, table: Any, question: Question, place: str) -> LookView:
        """What the piece that a question is about has to do with a place ("piece ID"): distance, sight, what is in the
        way."""

    def refusals(self, table: Any, question: Question) -> list[Refusal]:
        """Everything that could be thought of here and is not possible, with the reasons."""

    def why_not(self, table: Any, question: Question, key: str) -> Refusal | None:
        """Why this key is not on offer; None where nothing like it is known."""

    def reasons(self, table: Any, option: Option) -> list[tuple[str, tuple[Modifier, ...]]]:
        """The numbers behind an option, each as a sum of reasons."""

    def outcome(self, before: Any, after: Any) -> tuple[tuple[str, int], ...]:
        """What a step changed, as sorted (label, amount) pairs: the outcomes that odds count."""

    def harms(self, table: Any, option: Option, odds: Odds) -> list[HarmView]:
        """What the odds of an option say of the pieces that may be hurt, the one that it aims at first."""

    def danger(self, match: Match, first: int) -> DangerView:
        """How dangerous the spots are that the piece of the decision may move to, from the spot of that number on; as
        many as there is a moment for."""

    def aims(self) -> Mapping[str, Aim]:
        """What an odds query may solve the choices for; the first is the default."""

    def appraise(self, state: Any, seat: int) -> float:
        """How good a position looks for a seat, from about -1 (lost) to 1 (won); for bots."""


class SecretTable(Table, Protocol):
    """A table of a game in which a seat may know what another does not."""

    sealed: bool
    """Whether the step that ends now wrote something that one seat alone may know: it must not stay on the tape."""


class SecretSetting(Setting, Protocol):
    """A setting of such a game."""

    def imagined(self, state: Any, seat: int, rng: random.Random) -> Any:
        """A state like this one in which all that the seat may not know is drawn afresh."""

    def selecting(self, table: Any) -> tuple[int, int] | None:
        """The seat that selects something in secret now, and how many answers it has given since it began; None: nobody
        does. The others learn that it is over, not how many answers it took."""

    def told_to(self, entry: Entry, seat: int) -> Told:
        """An entry of the chronicle as a line of one seat's log; `told` holds what everybody may know of it."""

    def keeps(self, entry: Entry, seat: int) -> bool:
        """Whether a choice is a secret of this seat: its own log tells it, whatever events tell of it to everybody."""


class AdvisingSetting(Setting, Protocol):
    """A setting that can weigh options without playing out what they lead to."""

    def advise(self, table: Any, question: Choose) -> list[tuple[Option, float]] | None:
        """Options of a decision worth looking at, with quick worths that hold among them; of a region any that it finds
        legal.

        Only what the seat that decides may know goes into it, and the table is not written to. None: no advice on this
        one.
        """


class Aim(Protocol):
    """What both sides play for in an odds query."""

    text: str

    def worth(self, outcome: tuple[tuple[str, int], ...], setting: Any, seat: int) -> Fraction:
        """How much an outcome is worth to the seat that asks."""


class Calculator(Protocol):
    """Odds of something that is typed in, without a match: a dataclass whose fields are what is asked (see the kit's
    `odds`)."""

    examples: ClassVar[tuple[str, ...]]

    def odds(self) -> Odds:
        """The exact odds; what cannot be is a SetupError."""

    def title(self) -> str:
        """What the odds are of, in a few words."""

    def notes(self, odds: Odds) -> list[str]:
        """Lines below the odds."""

    def summary(self, odds: Odds) -> dict[str, Any]:
        """What a program reads first, as plain JSON data."""


class Standing(NamedTuple):
    """One line of how a campaign stands; `kind` is title, heading, fact, item or aside."""

    kind: str
    text: str
    note: str = ""


class Matter(NamedTuple):
    """Something that a side of a campaign decides between two games."""

    seat: int
    """The number of the side."""
    text: str
    options: tuple[tuple[str, str], ...]
    """Key and words of each; the first is what a side does that nobody looks after."""


class Campaign(Protocol):
    """A chain of games in which each result bears on the next; its file keeps everything."""

    rule: ClassVar[str]
    """The rule by which sides are kept to the end."""
    seed: int
    running: str | None
    """The save of the game in progress."""

    @classmethod
    def new(cls, sides: Sequence[Any], seed: int, /) -> Self:
        """A campaign before its first game; where players build teams, a side may be the data of one."""

    @classmethod
    def read(cls, path: Path) -> Self:
        """A campaign from its file; what is wrong with it is a SaveError."""

    def write(self, path: Path) -> None:
        """Save to a file, whole or not at all."""

    @property
    def sides(self) -> Sequence[str]:
        """The side of each seat."""

    @property
    def over(self) -> bool:
        """Whether no game is left to play."""

    @property
    def matter(self) -> Matter | None:
        """What has to be decided before the next game, if something has."""

    def answer(self, key: str) -> None:
        """Decide it."""

    def setup(self) -> dict[str, Any]:
        """What the next game is created with."""

    def resume(self, dice: Dice | None = None) -> Match | None:
        """The game in progress, if there is one."""

    def hold(self, match: Match) -> None:
        """Keep a game in progress."""

    def record(self, match: Match) -> None:
        """Enter a finished game."""

    def standing(self) -> list[Standing]:
        """Where it stands, for people."""

    def data(self) -> dict[str, Any]:
        """Where it stands, for programs."""


class Packs(Protocol):
    """The data packs of a game."""

    @property
    def form(self) -> str:
        """What the format of its files begins with."""

    def names(self) -> list[str]:
        """The names of the packs that come with Fireteam."""

    def load(self, path: Path | str | None = None) -> Any:
        """Read and check a pack, by its name or its path; a PackError names the first thing that is wrong."""

    def content(self, path: Path | str | None = None) -> Any:
        """A pack for play; it has a `digest`."""

    def source(self) -> str:
        """The text of the usual pack: with it a match can be played when that pack has changed."""

    def instead(self, text: str) -> AbstractContextManager[None]:
        """While this lasts, here and nowhere else, the pack of that text is played instead of one that comes with
        Fireteam."""

    def contents(self, pack: Any) -> dict[str, int | list[str]]:
        """What is in a pack: numbers and lists of ids by name."""

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of a pack file, for editors."""


class Teams(Protocol):
    """How players build teams of their own (see the kit's `teams`): a team is the game's own object, a file or plain
    data; what is no team is a PackError with its line."""

    @property
    def named(self) -> bool:
        """Whether models have names of their own."""

    def factions(self, pack: str | None) -> Mapping[str, str]:
        """What a team may be of: id and name."""

    def faction_of(self, side: str, pack: str | None = None) -> str:
        """What a team is of that takes the place of a side."""

    def sizes(self, pack: str | None) -> Sequence[int]:
        """The usual sizes of a team, in points."""

    def new(self, faction: str, limit: int | None = None, pack: str | None = None) -> Any:
        """A team without models."""

    def ready(self, faction: str, limit: int, pack: str | None) -> Any | None:
        """The ready team of a faction of that size, if there is one."""

    def check(self, team: Any, pack: str | None = None) -> None:
        """A SetupError that says the first thing that keeps a team from play."""

    def form(self, team: Any, pack: str | None = None) -> dict[str, Any]:
        """All that a builder shows of a team, as plain JSON data."""

    def data(self, team: Any) -> dict[str, Any]:
        """A team as plain data: what a match takes."""

    def read(self, path: Path | str, pack: str | None = None) -> Any:
        """A team from a file."""

    def parse(self, text: str, file: str = "team", pack: str | None = None) -> Any:
        """A team from the text of a file."""

    def of_data(self, data: Mapping[str, Any], pack: str | None = None) -> Any:
        """A team from plain data."""

    def write(self, team: Any, path: Path | str) -> None:
        """A team as a file, whole or not at all."""

    def schema(self, pack: str | None = None) -> dict[str, Any]:
        """The JSON Schema of a team's file, for editors."""


class Game(Protocol):
    """A game that can be played on the kernel."""

    name: str
    title: str
    version: str
    secrets: bool
    """Whether a seat may know something that another does not."""

    @property
    def amounts(self) -> Sequence[str]:
        """How the labels of odds begin whose amount matters; of the others only whether they happen."""

    @property
    def results(self) -> Sequence[str]:
        """How the labels of odds begin that an action is for; they are told before what it costs."""

    @property
    def examples(self) -> Mapping[str, Sequence[str]]:
        """What may be typed after a command and the name of the game, by command: examples for its help."""

    @property
    def seats(self) -> Sequence[str]:
        """What the seats are called."""

    def scenarios(self, pack: str | None = None) -> dict[str, str]:
        """The scenarios of a pack (None: the bundled one): id and title."""

    def rulebook(self) -> Rulebook:
        """The rule catalogue."""

    def start_form(self, pack: str | None = None) -> dict[str, Any]:
        """What a page offers whoever starts a match: the sides and scenarios of a pack (None: the bundled one) and the
        options, each explained, as plain JSON data."""

    def contenders(self) -> Sequence[str]:
        """The sides that are let loose on each other to see how even they are, by what a setup calls them."""

    def maps(self, scenario: str, pack: str | None = None) -> Sequence[str]:
        """The maps that a scenario may be set up with as `map`, if there is a choice."""

    def turns(self, state: Any) -> int:
        """How many turns or rounds a match has had."""

    def setup_for(self, sides: Sequence[Any]) -> dict[str, Any]:
        """The setup that gives each seat its side, in the order of the seats; none named: as the game has it. Where
        players build teams, a side may be the data of one."""

    def prepare(
        self, *, scenario: str | None, options: Mapping[str, Any] | None, pack: str | None, setup: Mapping[str, Any]
    ) -> Setting:
        """A setting for a new match; anything wrong with the wish is a SetupError."""

    def packs(self) -> Packs | None:
        """Its data packs, if it is played with some."""

    def teams(self) -> Teams | None:
        """How players build teams of their own, if they do."""

    def campaign(self) -> type[Campaign] | None:
        """Its campaigns, if it is played in some."""

    def calculators(self) -> Mapping[str, type[Calculator]]:
        """What odds can be typed in, by name."""


class SlowGame(Game, Protocol):
    """A game that can be made quicker."""

    def warm_now(self) -> None:
        """Whatever makes many games go faster in this process and takes a while itself; the games stay the same."""

    def warm(self, *, may_compile: bool) -> Thread:
        """The same in the background, so that nobody waits, in a thread, which it gives back; what takes a minute only
        if it `may_compile`."""

    def warm_tasks(self, pack: str | None = None) -> list[tuple[str, Callable[[], object]]]:
        """What can be done once for a machine, each with its name, for whoever wants to wait for it."""
