"""The kinds of expectations: what each requires of a reply, and how it is decided."""
