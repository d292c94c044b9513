"""The content of ESCAPE: packs, their parts and their checks."""
