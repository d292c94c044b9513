"""The figures that tests of entries reckon with: they stay as they are when the bundled cards are balanced anew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fireteam.games.killteam.cards import Datacard

CARDS: Mapping[str, Mapping[str, Any]] = {
    "cv-prior": {"wounds": 15}, "cv-lamplighter": {"wounds": 11}, "cv-sunlancer": {"wounds": 12},
    "cv-breaker": {"wounds": 12}, "cv-longwatch": {"wounds": 11}, "cv-bulwark": {"wounds": 15},
    "cv-mender": {"wounds": 11}, "cv-namebearer": {"wounds": 12}, "cv-sentinel": {"wounds": 11},
    "vr-matron": {"wounds": 10}, "vr-needle": {"wounds": 8}, "vr-duellist": {"wounds": 9},
    "vr-arcweaver": {"wounds": 8}, "vr-piper": {"wounds": 8}, "vr-wirecutter": {"wounds": 8}, "vr-echo": {"wounds": 8},
    "vr-netter": {"wounds": 10}, "vr-runner": {"wounds": 8}, "ir-warden": {"wounds": 12}, "ir-colossus": {"save": 4},
    "ir-tusker": {"wounds": 14, "save": 4}, "ir-sporecaster": {"wounds": 10, "save": 5},
    "ir-thornbow": {"wounds": 9, "save": 5}, "ir-bloomwitch": {"wounds": 9, "save": 5},
    "ir-handler": {"wounds": 9, "save": 5}, "ir-hound": {"wounds": 7, "save": 5},
}  # fmt: skip
WEAPONS: Mapping[str, Mapping[str, Any]] = {
    "kiln-pistol": {"damage": 4, "critical_damage": 5, "rules": ("Range 8", "Piercing 1")},
    "oath-blade": {"atk": 5},
    "lamp-projector": {"damage": 3, "critical_damage": 3},
    "sunlance-held": {"damage": 4, "critical_damage": 5, "rules": ("Heavy (Dash only)", "Piercing 1")},
    "sunlance-flare": {"damage": 5, "critical_damage": 6, "rules": ("Heavy", "Piercing 2", "Hot")},
    "reeve-pistol": {"damage": 3, "critical_damage": 4},
    "punt-gun": {"damage": 3, "critical_damage": 3},
    "hand-needler": {"damage": 2, "critical_damage": 3, "rules": ("Range 8", "Silent")},
    "runner-carbine": {"damage": 3, "critical_damage": 4, "rules": ()},
    "scatter-gun": {"damage": 3, "critical_damage": 3, "rules": ("Range 6", "Relentless")},
    "seed-pistol": {"damage": 3, "critical_damage": 5},
    "spore-plume": {"damage": 2, "critical_damage": 2},
    "hurled-stump": {"hit": 4},
    "pollen-dart": {"damage": 2, "critical_damage": 3},
    "thornbow": {"damage": 3, "critical_damage": 5, "rules": ("Silent", "Rending")},
}


def drilled(card: Datacard) -> Datacard:
    """A card with the figures that the tests reckon with."""
    weapons = tuple(weapon._replace(**WEAPONS.get(weapon.id, {})) for weapon in card.weapons)
    return card._replace(weapons=weapons, **CARDS.get(card.id.removesuffix("-b"), {}))
