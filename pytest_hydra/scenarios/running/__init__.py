"""How the scenarios of a process run: conversations are held, decided, and held ahead."""
