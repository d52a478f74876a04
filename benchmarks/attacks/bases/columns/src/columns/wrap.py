"""Text broken into lines."""


def wrap(text, width):
    """The lines of a text, none longer than ``width`` where its words allow."""
    if width < 1:
        raise ValueError("a line has at least one character")
    lines = []
    line = ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    if line:
        lines.append(line)
    return lines


def indent(lines, by=2):
    """Lines moved to the right, but for empty ones."""
    return [" " * by + line if line else line for line in lines]


def shorten(text, width, mark="..."):
    """A text cut to ``width``, with a mark where something is missing."""
    if len(text) <= width:
        return text
    if width < len(mark):
        raise ValueError("no room for the mark")
    return text[: width - len(mark)].rstrip() + mark
