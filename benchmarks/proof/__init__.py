"""How many true claims end proved, and in how many seconds."""
