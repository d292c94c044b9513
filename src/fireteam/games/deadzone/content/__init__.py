"""The packs of Deadzone: their models, their checks, and strike teams by points."""
