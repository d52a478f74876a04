"""What was said and called, in one typed form, whatever told it: a bot, an API, a log.

A reader knows one format, and makes each `Message` of its texts, calls, results and ends. It names
the kinds that it knows; what else there is, it puts into ``unknown``, and checks of calls are then
ungraded. Nothing is recognised here by what it looks like, and no module names a format.

The rules of all formats are here, once: `turns_of` divides messages into turns, and `reply_of`
makes the reply of one, with each result at its call. `turn` has what these are, `own_form` the form
that users may answer in and recordings store.
"""
