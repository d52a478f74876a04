"""Records in lines, with a separator that may be quoted."""


def split(line, separator=","):
    """The fields of a line; what stands in double quotes is one."""
    fields, field, quoted = [], "", False
    for char in line:
        if char == '"':
            quoted = not quoted
        elif char == separator and not quoted:
            fields.append(field)
            field = ""
        else:
            field += char
    if quoted:
        raise ValueError("a quote is left open")
    return [*fields, field]


def load(text, separator=","):
    """A list of records by the names in the first line."""
    head, *rows = [split(line, separator) for line in text.splitlines() if line.strip()]
    return [dict(zip(head, row)) for row in rows]
