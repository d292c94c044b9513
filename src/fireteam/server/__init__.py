"""The table: a server at which people and bots play by browser or program. No rule lives here."""
