/** Bots side by side. */
