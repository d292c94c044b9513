"""The kernel: questions, dice, positions, matches, saves. It knows no game."""
