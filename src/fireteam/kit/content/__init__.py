"""Packs: what their models are made of, how their files are found, checked and kept."""
