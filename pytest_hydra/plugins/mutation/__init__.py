"""Mutation testing of suites: checks should notice faults that are put into recorded replies.

Adds the command `audit mutations`. It collects the scenarios of a recorded run as a replay does,
puts one fault at a time into the replies of those that passed, and decides again. Nothing is
recorded.
"""
