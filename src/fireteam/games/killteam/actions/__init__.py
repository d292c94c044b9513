"""Actions: what they are, which are possible, and what follows them (KT-ACT)."""
