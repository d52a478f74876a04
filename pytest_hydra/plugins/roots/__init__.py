"""Roots: whole file systems that the programs of a conversation see as ``/``.

A root is the system folders of this machine, a folder, or an image of `docker save`. It is never
changed: a conversation gets an overlay of its own, in a namespace that ends with our process. Other
plugins use it by its modules; it offers nothing itself.
"""
