"""Shooting: targets, the attack, ammo."""
