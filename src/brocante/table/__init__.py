"""One table: who sits where, what has happened, what each may see. No network, no database, no clock of its own."""
