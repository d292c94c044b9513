"""Terrain that acts: doors, terminals, lifts, loot, ducts, hatches, claws, bombs, cranes, what breaks."""
