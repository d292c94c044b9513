"""A game's rulebook as data: every rule with its id, words and rulings, and the options a match may set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from fireteam.core.errors import PackError, SetupError
from fireteam.core.yamlfile import Lines, line_of, name_of, read_yaml, suggestion

OptionValue = str | bool | int
VERSION_OPTION = "rules_version"
"""The option that chooses between the versions of a rulebook, where it has several."""


@dataclass(frozen=True, slots=True)
class RuleEntry:
    """One rule: what it says, how it is read where the book is unclear, and examples with exact results."""

    id: str
    title: str
    text: str
    ruling: str
    note: str
    option: str
    tests: tuple[str, ...]
    needs: tuple[str, ...]
    predicate: str = ""
    """The exact test behind the rule, where it is one of geometry."""
    versions: Mapping[str, str] = field(default_factory=dict)
    """What differs between the versions of the rules, by version."""


@dataclass(frozen=True, slots=True)
class RuleOption:
    """A choice between readings of a rule, fixed when a match is created."""

    name: str
    rule: str
    also: tuple[str, ...]
    default: OptionValue
    values: tuple[OptionValue, ...]

    def accept(self, value: object) -> OptionValue:
        """The allowed value meant by `value`, which may be its text from a command line."""
        for allowed in self.values:
            if type(value) is type(allowed) and value == allowed:
                return allowed
            if isinstance(value, str) and value.strip().lower() == str(allowed).lower():
                return allowed
        listed = ", ".join(str(allowed).lower() for allowed in self.values)
        raise SetupError(f"option {self.name} ({self.rule}) cannot be {value!r}; allowed: {listed}")


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the book, and where in the game's package it is carried out."""

    title: str
    home: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """All rules and options of one game, in the order of the book."""

    game: str
    prefix: str
    version: str
    rules: dict[str, RuleEntry]
    options: dict[str, RuleOption]
    chapters: dict[str, Chapter]
    """The chapters, by the middle of their rules' ids."""

    def chapter_of(self, rule_id: str) -> str:
        """The name of the chapter a rule stands in."""
        return self.chapters[rule_id.split("-")[1]].title

    def home_of(self, rule_id: str) -> tuple[str, ...]:
        """The modules or packages of the game that carry out the chapter of a rule."""
        return self.chapters[rule_id.split("-")[1]].home

    def get(self, rule_id: str) -> RuleEntry:
        """The rule with this id, in upper or lower case."""
        entry = self.rules.get(rule_id.strip().upper())
        if entry is None:
            raise SetupError(f"no rule {rule_id!r} in {self.game}{suggestion(rule_id, self.rules)}")
        return entry

    def search(self, words: str) -> list[RuleEntry]:
        """Rules in which every word occurs: matches in the id first, then in the title, then in the text."""
        wanted = words.lower().split()
        if not wanted:
            return []
        ranked: list[tuple[int, int, RuleEntry]] = []
        for place, entry in enumerate(self.rules.values()):
            scores = [_score(entry, word) for word in wanted]
            if all(scores):
                ranked.append((-sum(scores), place, entry))
        return [entry for _, _, entry in sorted(ranked, key=lambda item: item[:2])]

    def check_options(self, chosen: Mapping[str, object]) -> dict[str, OptionValue]:
        """Every option of the game with its value: the chosen ones, and the defaults for the rest."""
        for name in chosen:
            if name not in self.options:
                listed = ", ".join(self.options) or "none"
                raise SetupError(
                    f"{self.game} has no option {name!r}; allowed: {listed}{suggestion(name, self.options)}"
                )
        return {
            name: option.accept(chosen[name]) if name in chosen else option.default
            for name, option in self.options.items()
        }


def _score(entry: RuleEntry, word: str) -> int:
    identity = entry.id.lower()
    if word == identity:
        return 1000
    title = entry.title.lower()
    score = 100 if word in identity else 0
    score += 20 if word in title.split() else 10 if word in title else 0
    return score + any(
        word in text.lower() for text in (entry.text, entry.ruling, entry.note, entry.option, entry.predicate)
    )


def load_rulebook(path: Path | str) -> Rulebook:
    """Read and check a rulebook file: ids unique and of the game, every reference to a rule that exists."""
    data, lines = read_yaml(path)
    reader = _Reader(str(path), lines)
    top = reader.mapping(data, (), required=("game", "prefix", "version", "chapters", "rules"), optional=("options",))
    prefix = reader.text(top, (), "prefix")
    chapters = reader.chapters(top)
    rules: dict[str, RuleEntry] = {}
    for index, item in enumerate(reader.sequence(top, (), "rules")):
        entry = reader.rule(item, ("rules", index))
        if not entry.id.startswith(f"{prefix}-"):
            reader.fail(("rules", index, "id"), f"rule id {entry.id!r} does not begin with '{prefix}-'")
        if entry.id in rules:
            reader.fail(("rules", index, "id"), f"rule id {entry.id!r} is given twice")
        if entry.id.split("-")[1] not in chapters:
            reader.fail(
                ("rules", index, "id"), f"rule id {entry.id!r} is of no chapter; there are {', '.join(chapters)}"
            )
        rules[entry.id] = entry
    options: dict[str, RuleOption] = {}
    for index, item in enumerate(reader.sequence(top, (), "options")):
        option = reader.option(item, ("options", index))
        if option.name in options:
            reader.fail(("options", index, "name"), f"option {option.name!r} is given twice")
        for rule in (option.rule, *option.also):
            if rule not in rules:
                reader.fail(
                    ("options", index),
                    f"option {option.name!r} names the unknown rule {rule!r}{suggestion(rule, rules)}",
                )
        options[option.name] = option
    for index, entry in enumerate(rules.values()):
        for place, needed in enumerate(entry.needs):
            if needed not in rules:
                reader.fail(
                    ("rules", index, "needs", place),
                    f"{entry.id} needs the unknown rule {needed!r}{suggestion(needed, rules)}",
                )
        if entry.option and entry.option not in options:
            reader.fail(("rules", index, "option"), f"{entry.id} names the unknown option {entry.option!r}")
        known = options[VERSION_OPTION].values if VERSION_OPTION in options else ()
        for version in entry.versions:
            if version not in known:
                listed = (
                    f"option {VERSION_OPTION} has {', '.join(map(str, known))}"
                    if known
                    else f"there is no option {VERSION_OPTION}"
                )
                reader.fail(
                    ("rules", index, "versions", version), f"{entry.id} names the unknown version {version!r}; {listed}"
                )
    return Rulebook(reader.text(top, (), "game"), prefix, reader.text(top, (), "version"), rules, options, chapters)


class _Reader:
    """Takes typed values out of plain data, failing with the line."""

    def __init__(self, file: str, lines: Lines) -> None:
        self.file = file
        self.lines = lines

    def fail(self, path: tuple[str | int, ...], reason: str) -> None:
        raise PackError(self.file, line_of(self.lines, path), reason)

    def mapping(
        self, data: object, path: tuple[str | int, ...], required: tuple[str, ...], optional: tuple[str, ...]
    ) -> dict[str, object]:
        """A mapping with all the required keys and no unknown ones."""
        if not isinstance(data, dict):
            raise PackError(self.file, line_of(self.lines, path), f"{name_of(path)} must be a mapping")
        known = (*required, *optional)
        for key in data:
            if key not in known:
                hint = suggestion(key, known)
                self.fail(
                    (*path, key), f"unknown key {str(key)!r} in {name_of(path)}; allowed: {', '.join(known)}{hint}"
                )
        for key in required:
            if key not in data:
                self.fail(path, f"{name_of(path)} lacks the key {key!r}")
        return data

    def text(self, data: dict[str, object], path: tuple[str | int, ...], key: str) -> str:
        """A text; empty where the key is absent."""
        value = data.get(key, "")
        if not isinstance(value, str):
            raise PackError(
                self.file, line_of(self.lines, (*path, key)), f"{name_of((*path, key))} must be text, not {value!r}"
            )
        return value

    def sequence(self, data: dict[str, object], path: tuple[str | int, ...], key: str) -> list[object]:
        """A list; empty where the key is absent."""
        value = data.get(key, [])
        if not isinstance(value, list):
            raise PackError(self.file, line_of(self.lines, (*path, key)), f"{name_of((*path, key))} must be a list")
        return value

    def texts(self, data: dict[str, object], path: tuple[str | int, ...], key: str) -> tuple[str, ...]:
        """A list of texts."""
        values = self.sequence(data, path, key)
        for index, value in enumerate(values):
            if not isinstance(value, str):
                self.fail((*path, key, index), f"{name_of((*path, key, index))} must be text, not {value!r}")
        return tuple(str(value) for value in values)

    def chapters(self, top: dict[str, object]) -> dict[str, Chapter]:
        """The chapters, each with its title and its home: a module or package, or several."""
        values = top["chapters"]
        if not isinstance(values, dict):
            raise PackError(self.file, line_of(self.lines, ("chapters",)), "chapters must be a mapping")
        found = {}
        for name in values:
            path = ("chapters", name)
            data = self.mapping(values[name], path, required=("title", "home"), optional=())
            home = (data["home"],) if isinstance(data["home"], str) else self.texts(data, path, "home")
            found[name] = Chapter(self.text(data, path, "title"), tuple(str(one) for one in home))
        return found

    def named_texts(self, data: dict[str, object], path: tuple[str | int, ...], key: str) -> dict[str, str]:
        """A mapping of texts; empty where the key is absent."""
        values = data.get(key, {})
        if not isinstance(values, dict):
            raise PackError(self.file, line_of(self.lines, (*path, key)), f"{name_of((*path, key))} must be a mapping")
        return {str(name): self.text(values, (*path, key), name) for name in values}

    def rule(self, item: object, path: tuple[str | int, ...]) -> RuleEntry:
        """One entry of `rules`."""
        optional = ("ruling", "note", "option", "test", "needs", "predicate", "versions")
        data = self.mapping(item, path, required=("id", "title", "rule"), optional=optional)
        return RuleEntry(
            id=self.text(data, path, "id"),
            title=self.text(data, path, "title"),
            text=self.text(data, path, "rule"),
            ruling=self.text(data, path, "ruling"),
            note=self.text(data, path, "note"),
            option=self.text(data, path, "option"),
            tests=self.texts(data, path, "test"),
            needs=self.texts(data, path, "needs"),
            predicate=self.text(data, path, "predicate"),
            versions=self.named_texts(data, path, "versions"),
        )

    def option(self, item: object, path: tuple[str | int, ...]) -> RuleOption:
        """One entry of `options`."""
        data = self.mapping(item, path, required=("name", "rule", "default", "values"), optional=("also",))
        values: list[OptionValue] = []
        for index, value in enumerate(self.sequence(data, path, "values")):
            if not isinstance(value, (str, bool, int)):
                raise PackError(
                    self.file,
                    line_of(self.lines, (*path, "values", index)),
                    f"{value!r} cannot be the value of an option",
                )
            values.append(value)
        default = data["default"]
        chosen = next((value for value in values if type(value) is type(default) and value == default), None)
        if chosen is None:
            raise PackError(
                self.file, line_of(self.lines, (*path, "default")), f"the default {default!r} is not one of the values"
            )
        return RuleOption(
            self.text(data, path, "name"),
            self.text(data, path, "rule"),
            self.texts(data, path, "also"),
            chosen,
            tuple(values),
        )
