"""The kinds of expectations: what each demands of a reply, and how it is decided."""
