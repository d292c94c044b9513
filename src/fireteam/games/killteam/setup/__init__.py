"""Setting up a battle, step by step (KT-OPS)."""
