"""Fighting (KT-FIGHT)."""
