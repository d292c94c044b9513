"""Packs: models, checks, and what is made of them."""
