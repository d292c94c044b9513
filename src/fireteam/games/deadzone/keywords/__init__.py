"""The keywords of Deadzone, one class each, by theme."""
