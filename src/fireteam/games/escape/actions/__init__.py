"""What the active character does (rulebook 6.c): movement, combat, hacking, handling, and how actions are paid for."""
