"""Movement: moves and crawls, charges, falls, forced moves, retreats and flight."""
