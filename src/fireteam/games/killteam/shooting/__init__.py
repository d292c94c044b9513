"""Shooting: who can be shot, and the sequence (KT-SHOOT)."""
