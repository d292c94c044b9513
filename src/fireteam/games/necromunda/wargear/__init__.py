"""Wargear: drinks, drop rigs and grapnels, traps, bomb rats, cutters and viewers."""
