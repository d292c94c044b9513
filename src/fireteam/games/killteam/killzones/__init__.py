"""What each kind of killzone adds to the rules."""
