"""Every action an operative could perform (KT-ACT-08): moved to acting, kept for its importers."""

from fireteam.games.killteam.acting import deed, deeds_of, named, offered, possible

__all__ = ["deed", "deeds_of", "named", "offered", "possible"]
