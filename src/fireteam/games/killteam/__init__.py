"""Kill Team: two teams of operatives in inches, with heights, terrain and sight."""
