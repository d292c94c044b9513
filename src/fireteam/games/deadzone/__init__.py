"""Deadzone: two strike teams in cubes and levels, with eight-sided dice that explode."""
