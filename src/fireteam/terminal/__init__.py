"""The terminal: the table drawn in text, and what people type at it."""
