"""Bots: whoever plays a seat."""
