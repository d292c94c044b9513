"""Moving and being set up (KT-GEO)."""
