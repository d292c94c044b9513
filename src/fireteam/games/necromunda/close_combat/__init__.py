"""Close combat: the Fight, Reaction attacks, Coup de Grace."""
