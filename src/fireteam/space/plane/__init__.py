"""The plane: discs with bodies on a board measured in inches, and terrain made of upright prisms."""
