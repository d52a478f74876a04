"""The APIs of models and the libraries around them: a module for each form, none is imported.

A module has ``knows``, whether an answer has its form, ``read``, the messages in it, and ``KINDS``,
the kinds of blocks that it knows. It reads JSON as well as a library's own objects.
"""
