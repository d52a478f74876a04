"""A linter that needs no installation: it finds long lines and blanks at the end of lines."""

import pathlib
import sys

found = []
for path in sorted(pathlib.Path().rglob('*.py')):
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if len(line) > 79:
            found.append(f'{path}:{number}:80: E501 line too long')
        if line != line.rstrip():
            found.append(f'{path}:{number}:1: W291 trailing whitespace')
print('\n'.join([*found, f'Found {len(found)} errors.']))
sys.exit(bool(found))
