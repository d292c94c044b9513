"""The turning point: strategy, firefight, end (KT-TURN)."""
