"""Universal equipment (KT-EQ)."""
