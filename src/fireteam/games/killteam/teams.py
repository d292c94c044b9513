"""Kill teams of a pack as the rules use them: datacards of both sides, and who may be selected (KT-OPS-03)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fireteam.games.killteam.cards import Datacard, Weapon
from fireteam.games.killteam.weapon_rules import weapon_rule

if TYPE_CHECKING:
    from fireteam.games.killteam.content.pack import Pack
    from fireteam.games.killteam.content.parts import Weapon as WeaponData
    from fireteam.games.killteam.content.parts import WeaponRule as RuleData
    from fireteam.games.killteam.content.teams import Team


def rule_text(rule: RuleData) -> str:
    """A weapon rule of a pack in its usual spelling (KT-WR-00)."""
    if rule.name == "Devastating area":
        return weapon_rule(f'{rule.within}" Devastating {rule.x}').name
    if rule.name == "Heavy only":
        return weapon_rule(f"Heavy ({str(rule.action).title()} only)").name
    return weapon_rule(rule.name if rule.x is None else f"{rule.name} {rule.x}").name


def weapon_of(data: WeaponData) -> Weapon:
    """A weapon of a pack."""
    damage, critical = data.damage
    return Weapon(
        data.id,
        data.name,
        data.type == "ranged",
        data.attack,
        data.hit,
        damage,
        critical,
        tuple(map(rule_text, data.rules)),
    )


def cards_of(pack: Pack, team: Team, suffix: str = "") -> tuple[Datacard, ...]:
    """The datacards of a kill team; a suffix keeps the ids of two teams of the same kind apart."""
    return tuple(
        Datacard(
            card.id + suffix,
            card.name,
            card.apl,
            card.move,
            card.save,
            card.wounds,
            tuple(map(weapon_of, card.weapons)),
            round(card.base * 100 / 50.8),
            pack.body_height_by_base[card.base],
            (*team.keywords, *(word for word in card.keywords if word not in team.keywords)),
            tuple(ability.id for ability in card.abilities),
            card.silhouette,
        )
        for card in team.operatives
    )


def card_name(name: str) -> str:
    """The id of the card of a numbered operative."""
    return re.sub(r"-\d+$", "", name)
