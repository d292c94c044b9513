"""The mission: crit, kill and tac ops."""
