"""Cubes: levels of a board cut into cubes whose faces are walls and floors with gaps, and bodies on their quarters."""
