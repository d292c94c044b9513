"""Bots: whatever plays a seat through its desk."""
