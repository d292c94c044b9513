"""Odds of attacks and hacks that are typed in, without a game."""
