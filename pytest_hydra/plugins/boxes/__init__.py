"""Boxes: what keeps a program that nobody vouches for apart, and its files.

A sandbox with bubblewrap (`box`), overlays that leave the files below as they are (`overlay`),
limits of memory, processes and disk space (`limits`), what a command ran and read as the kernel
reports it (`observe`), and files that such a program wrote (`untrusted_files`). A ground for
plugins that run such programs: it offers no word.
"""
