"""How much of the tree odds look at in a battle, so that somebody who points at an action is answered in seconds.

It is counted in nodes, so that the same position always gets the same answer. Where a rule tries out on a table of its
own what somebody could do, as entries for the moment of falling do, that takes as long as two nodes.
"""

from __future__ import annotations

NODES = 70_000
"""About three seconds."""
BY_HAND = 400_000
"""Nodes where operatives are laid by hand: they have no entries, and whoever types in eight dice each can wait."""
LOOK = 2
"""So many nodes take as long as one thing that a rule tries out."""
