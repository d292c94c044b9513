"""Abilities, ploys and faction equipment: entries of a pack that hang into the chapters."""
