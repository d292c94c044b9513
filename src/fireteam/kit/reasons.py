"""Why something is not possible, as a person would say it: sentences by the text of the check that failed, and the
wishes that a table shows greyed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from fireteam.core.refusals import Check, Refusal

if TYPE_CHECKING:
    from fireteam.core.scene import BarredView, OptionView, Place

Law = Callable[[list[Check]], bool]
"""Whether something is possible; its checks are written down."""
MOST = 12
"""Wishes that are shown at once."""
KNOWN = 4096
"""Texts that are remembered."""
_PLACE = re.compile(r"\{[^}]*\}")
_FIELD = re.compile(r"\\{[^}]*\\}")


class Reasons:
    """Sentences for checks that failed, by the texts of the checks as the rules write them: a {} in a text is any
    words, and {0} in its sentence the first of them. What has none is told by what would have to be."""

    def __init__(self, words: Mapping[str, str]) -> None:
        # Of two texts that fit the one with more words of its own is meant.
        exact = sorted(words, key=lambda text: -len(_PLACE.sub("", text)))
        self.words = [(re.compile(_FIELD.sub("(.*?)", re.escape(text))), words[text]) for text in exact]
        self._told: dict[str, str] = {}

    def find(self, text: str) -> str:
        """The sentence for a text; empty: there is none."""
        for pattern, said in self.words:
            found = pattern.fullmatch(text)
            if found is not None:
                return said.format(*found.groups())
        return ""

    def told(self, check: Check) -> str:
        """A check that failed, in a person's words."""
        text = check.text
        if text not in self._told:
            if len(self._told) >= KNOWN:
                self._told.clear()
            self._told[text] = self.find(text) or f"only if {text}"
        return self._told[text]


class Wish(NamedTuple):
    """Something that one might want to do: what an option for it would be called, and the law that may bar it."""

    key: str
    text: str
    group: str
    law: Law
    place: Place | None = None


def nearest(thoughts: Iterable[tuple[str, Law]]) -> Refusal | None:
    """Of several ways to do something the refusal that comes nearest to being possible; None if one is possible, or
    there is none."""
    best: Refusal | None = None
    for key, law in thoughts:
        why: list[Check] = []
        if law(why):
            return None
        if best is None or len(why) > len(best.checks):
            best = Refusal(key, tuple(why))
    return best


def refused(refusal: Refusal) -> Law:
    """The law of what is known to be refused."""

    def law(why: list[Check]) -> bool:
        why += refusal.checks
        return False

    return law


def barred_views(
    wishes: Iterable[Wish], offered: Iterable[OptionView], told: Callable[[Check], str]
) -> list[BarredView]:
    """Those of the wishes that are not possible, each with its reason; what is on offer is none of them."""
    keys = {option["key"] for option in offered}
    found: list[BarredView] = []
    for entry in _barred(wishes, keys, told):
        found.append(entry)
        if len(found) == MOST:
            break
    return found


def _barred(wishes: Iterable[Wish], keys: set[str], told: Callable[[Check], str]) -> Iterator[BarredView]:
    for wish in wishes:
        why: list[Check] = []
        if wish.key in keys or wish.law(why):
            continue
        keys.add(wish.key)
        decisive = why[-1]
        entry: BarredView = {
            "key": wish.key,
            "text": wish.text,
            "group": wish.group,
            "reason": told(decisive),
            "rule": decisive.rule,
        }
        if wish.place is not None:
            entry["place"] = wish.place
        yield entry
