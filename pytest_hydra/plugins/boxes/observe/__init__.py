"""What a command ran and read, as the kernel reports it. Linux; without root, and knows no head."""
