"""Read, compose and write git trees, and check that no link leads out of them."""

from __future__ import annotations

import hashlib
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from posixpath import dirname, join, normpath, splitext
from types import MappingProxyType
from typing import Literal

from pytest_hydra.core.text import listed, one_line
from pytest_hydra.plugins.git.repository import (
    Repository,
    SourceError,
    is_object_id,
    make_git_dir,
)
from pytest_hydra.record.files import write_whole

SYMLINK = "120000"
SUBMODULE = "160000"
_FOLDER = "40000"
_LONGEST = 4095  # bytes of a path that a file system accepts
# Names that every file system reads alike, none of which is git's own: most paths have no others.
_PLAIN_PATH = re.compile(rb"(?:[0-9A-Za-z_-][0-9A-Za-z_.-]*(?:/(?!\Z)|\Z))+")
# Characters that HFS+ ignores in names.
_UNSEEN = dict.fromkeys(
    [*range(0x200C, 0x2010), *range(0x202A, 0x202F), *range(0x206A, 0x2070), 0xFEFF]
)

# Larger scripts are not read to see what they import.
_LARGEST_SCRIPT = 2**20
_RELATIVE = re.compile(r"[\"'](\.{1,2}/[^\"'\n]+)[\"']")

Files = Mapping[str, tuple[str, str]]


@lru_cache(maxsize=8)  # each may be large; the base's is used often
def files_of(repository: Repository, tree: str) -> Files:
    """The (mode, object id) of each file of a tree or a commit, by path, in git's order.

    Modes are 100644, 100755, 120000 (a symbolic link) and 160000 (a submodule). Raises SourceError
    for a tree that cannot be read or checked out: with ``..`` in a path, or two files of a name.
    """
    if not is_object_id(tree):
        raise SourceError(f"{one_line(tree)!r} is not the id of a tree")
    listing = repository.run("ls-tree", "-r", "-t", "-z", "--full-tree", tree)
    return MappingProxyType(_read_listing(repository, listing))


def own_modules(files: Files) -> tuple[list[str], list[str]]:
    """The project's own modules, and the folders that contain them."""
    folders = {path.partition("/")[0] for path in files if "/" in path}
    roots = ["", *(folder for folder in ("src", "lib", "python") if folder in folders)]
    modules = [path.removesuffix(".py").split("/") for path in files if path.endswith(".py")]
    own = {parts[0] for parts in modules}
    own |= {parts[1] for parts in modules if parts[0] in roots and len(parts) > 1}
    return sorted(own), roots


def importers(repository: Repository, tree: str, path: str) -> list[str]:
    """The files of a tree that import the module at ``path``, or name a function of it as a script.

    Of other languages than Python, only relative imports in JavaScript are found.
    """
    globs = ["*.py", "*.toml", "*.cfg"]
    folder, _, name = path.removesuffix("/__init__.py").removesuffix(".py").rpartition("/")
    name, package = re.escape(name), re.escape(folder.rpartition("/")[2])
    # Bare, or in its own package: another package may have a module of the same name.
    before = rf"(\.*|([A-Za-z0-9_.]*\.)?{package})(\.| import (.*[^A-Za-z0-9_])?)" if folder else ""
    users = rf"^[ \t]*(from|import) ({before})?{name}"
    users += rf"([^A-Za-z0-9_]|$)|[^A-Za-z0-9_-]{name}:[A-Za-z_.]+([\"']|$)"
    if not path.endswith(".py"):
        globs = ["*.js", "*.mjs", "*.cjs", "*.ts", "*.tsx"]
        users = rf"(require|import|from)\b.*/{re.escape(Path(path).stem)}(\.[a-z]+)?[\"']"
    options = ("-E", "-e", users, tree, "--", *globs, f":(exclude,literal){path}")
    output = repository.run("grep", "-l", "-z", *options, accept=(0, 1))
    names = output.decode("utf-8", "surrogateescape").split("\0")[:-1]
    found = [entry.partition(":")[2] for entry in names]
    return found if path.endswith(".py") else _importing(repository, tree, path, found)


def _importing(repository: Repository, tree: str, path: str, users: list[str]) -> list[str]:
    """Those of the users, in JavaScript, with a relative import of this very file."""
    blobs = {user: files_of(repository, tree)[user][1] for user in users}
    texts = repository.blobs(blobs.values(), largest=_LARGEST_SCRIPT)
    target = splitext(path)[0]

    def imports_it(user: str) -> bool:
        names = _RELATIVE.findall(texts.get(blobs[user], b"").decode("utf-8", "replace"))
        places = (normpath(join(dirname(user), name)) for name in names)
        return any(target in (place, splitext(place)[0]) for place in places)

    return list(filter(imports_it, users))


def read_file(repository: Repository, tree: str, path: str) -> bytes | None:
    """The content of a regular file of a tree; None if there is none. Raises SourceError."""
    mode, name = files_of(repository, tree).get(path, (SUBMODULE, ""))
    if mode in (SYMLINK, SUBMODULE):
        return None
    content = repository.blobs([name]).get(name)
    if content is None:
        raise SourceError(f"the content of {one_line(path, 200)} is missing in the repository")
    return content


def compose_tree(repository: Repository, tree: str, overlay: str, paths: Iterable[str]) -> str:
    """The tree with ``paths`` as in the tree ``overlay``; paths that ``overlay`` lacks are removed.

    A file replaces a folder of the same name, and vice versa. Raises SourceError.
    """
    selection = set(paths)
    overlay_files = {
        path: entry for path, entry in files_of(repository, overlay).items() if path in selection
    }
    replaced = selection.union(*map(folders_of, overlay_files))
    rest = {
        path: entry
        for path, entry in files_of(repository, tree).items()
        if path not in replaced and not any(folder in overlay_files for folder in folders_of(path))
    }
    return write_tree(repository, rest | overlay_files)


def with_contents(repository: Repository, tree: str, contents: Mapping[str, bytes]) -> str:
    """The tree with the given contents of files. Raises SourceError."""
    files = dict(files_of(repository, tree))
    for path, content in contents.items():
        mode, _ = files.get(path, ("100644", ""))
        files[path] = (mode, write_object(repository, "blob", content))
    return write_tree(repository, files) if contents else tree


def write_tree(repository: Repository, files: Files) -> str:
    """Store a tree with these files; its id. Raises SourceError."""
    folders: dict[bytes, dict[bytes, tuple[str, str]]] = {b"": {}}
    for path, entry in files.items():
        raw = encoded(path)
        folder, _, name = raw.rpartition(b"/")
        missing = folder
        while missing not in folders:
            folders[missing] = {}
            missing = missing.rpartition(b"/")[0]
        folders[folder][name] = entry
    # Deepest first, as a folder contains the ids of its subfolders.
    for folder in sorted(folders, key=lambda item: (item != b"", item.count(b"/")), reverse=True):
        tree = write_object(repository, "tree", _tree_data(folders[folder]))
        if folder:
            above, _, last = folder.rpartition(b"/")
            if last in folders[above]:
                raise SourceError(f"{_label(folder)} is both a file and a folder")
            folders[above][last] = (_FOLDER, tree)
    return tree


def write_object(
    repository: Repository,
    kind: Literal["blob", "tree", "commit"],
    data: bytes,
    objects: Path | None = None,
) -> str:
    """Store an object atomically, by default in the private store; its id. Raises SourceError."""
    content = b"%s %d\0" % (kind.encode(), len(data)) + data
    name = hashlib.new(repository.hash, content, usedforsecurity=False).hexdigest()
    if objects is None and name in repository.object_ids:
        return name
    path = (objects or repository.objects) / name[:2] / name[2:]
    try:
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, zlib.compress(content, 1), flush=False)
            path.chmod(0o444)
    except OSError as error:
        raise SourceError(f"cannot write {path}: {error.strerror or error}") from error
    if objects is None:
        repository.object_ids.add(name)
    return name


@contextmanager
def scratch_index(repository: Repository, files: Files) -> Iterator[Path]:
    """A private git directory, for the duration of the block, whose index has these files."""
    lines = (f"{mode} {name}\t".encode() + encoded(path) for path, (mode, name) in files.items())
    with repository.scratch() as git_dir:
        make_git_dir(git_dir, repository.hash)
        index = b"".join(line + b"\0" for line in lines)
        repository.run("update-index", "-z", "--index-info", git_dir=git_dir, stdin=index)
        yield git_dir


def check_path(raw: bytes) -> None:
    """Raise SourceError for a path that git would not check out."""
    if len(raw) > _LONGEST:
        raise SourceError(f"the path {_label(raw)} is longer than {_LONGEST} bytes")
    if _PLAIN_PATH.fullmatch(raw):
        return
    for part in raw.split(b"/"):
        if part in (b"", b".", b"..") or b"\0" in part:
            raise SourceError(
                f"the path {_label(raw)} is not a plain path; git would not check it out"
            )
        # As the most lenient file system would read it.
        spelling = decoded(part).translate(_UNSEEN).lower().partition(":")[0].rstrip(" .")
        if spelling in (".git", "git~1"):
            raise SourceError(f"the path {_label(raw)} is git's own; git would not check it out")


def decoded(raw: bytes) -> str:
    """A path from git as text, whatever its bytes."""
    return raw.decode("utf-8", "surrogateescape")


def encoded(path: str) -> bytes:
    """The inverse of `decoded`."""
    return path.encode("utf-8", "surrogateescape")


def entries_of(listing: bytes) -> Iterator[tuple[list[str], bytes]]:
    """The fields and the path of each entry of an index or a tree listing."""
    for line in listing.split(b"\0")[:-1]:
        header, _, raw = line.partition(b"\t")
        yield header.decode("ascii").split(" "), raw


def _read_listing(repository: Repository, listing: bytes) -> dict[str, tuple[str, str]]:
    files: dict[str, tuple[str, str]] = {}
    folders: set[bytes] = set()
    for (mode, kind, name), raw in entries_of(listing):
        if kind == "tree":
            # A duplicate folder would hide its content.
            if raw in folders:
                raise SourceError(f"the folder {_label(raw)} occurs twice in its tree")
            folders.add(raw)
        else:
            check_path(raw)
            path = decoded(raw)
            if path in files:
                raise SourceError(f"the file {_label(raw)} occurs twice in its tree")
            # Old histories have other modes: normalize them as a checkout does.
            plain = "100755" if int(mode, 8) & 0o100 else "100644"
            files[path] = (mode if mode in (SYMLINK, SUBMODULE) else plain, name)
        if kind != "commit":
            repository.object_ids.add(name)
    return files


def _tree_data(entries: Mapping[bytes, tuple[str, str]]) -> bytes:
    return b"".join(
        b"%s %s\0" % (mode.encode(), name) + bytes.fromhex(object_id)
        for name, (mode, object_id) in sorted(
            entries.items(),
            # Git sorts folders as if their names ended with a slash.
            key=lambda entry: entry[0] + b"/" if entry[1][0] == _FOLDER else entry[0],
        )
    )


def folders_of(path: str) -> Iterator[str]:
    """The folders that a path is in, from the top."""
    return (path[: slash.start()] for slash in re.finditer("/", path))


def _label(raw: bytes) -> str:
    return repr(one_line(decoded(raw), 200))


# No system follows longer chains of links.
_MOST_LINKS = 40
# A limit on the steps of one path, to bound the time.
_MOST_STEPS = 1000


def leading_out(links: Mapping[str, str]) -> tuple[str, ...]:
    """The sorted paths of links that lead out of the tree; ``links`` maps paths to targets.

    A link that leads out and back in counts, as it depends on names outside of the tree.
    """
    return tuple(sorted(path for path in links if _end_of(path, links) is None))


def check_links(repository: Repository, base_tree: str, tree: str) -> None:
    """Raise SourceError if links lead out of a tree that do not do so on the base."""
    before, after = _links(repository, base_tree), _links(repository, tree)
    if before == after:
        return
    contents = repository.blobs([*before.values(), *after.values()], largest=_LONGEST)
    targets = {path: contents.get(name, b"") for path, name in after.items()}
    for path, target in targets.items():
        if (not target or b"\0" in target) and before.get(path) != after[path]:
            raise SourceError(f"the symbolic link {one_line(path, 200)} has an invalid target")
    base_targets = {path: decoded(contents.get(name, b"")) for path, name in before.items()}
    existing = {path for path in leading_out(base_targets) if before[path] == after.get(path)}
    out = leading_out({path: decoded(target) for path, target in targets.items()})
    new = [
        f"{one_line(path, 200)} (to {one_line(decoded(targets[path]), 200)})"
        for path in out
        if path not in existing
    ]
    if new:
        raise SourceError(
            f"symbolic links point out of the tree: {listed(new)}; files there are not part of "
            "the change, so remove the links, or link to a file of the tree"
        )


def link_targets(repository: Repository, tree: str) -> tuple[tuple[str, str], ...]:
    """The path that each link of a tree leads to, and the link; not of links that lead out.

    Raises SourceError.
    """
    names = _links(repository, tree)
    if not names:
        return ()
    contents = repository.blobs(names.values(), largest=_LONGEST)
    links = {path: decoded(contents.get(name, b"")) for path, name in names.items()}
    ends = ((_end_of(path, links), path) for path in links)
    return tuple((end, path) for end, path in ends if end)


def _links(repository: Repository, tree: str) -> dict[str, str]:
    """The object id of each link of a tree, by path."""
    files = files_of(repository, tree)
    return {path: name for path, (mode, name) in files.items() if mode == SYMLINK}


def _end_of(path: str, links: Mapping[str, str]) -> str | None:
    """The path that a link finally leads to, "" for the top; None if it leads out of the tree."""
    at = path.split("/")[:-1]
    ahead = [links[path]]
    followed, steps = 1, 0
    while ahead:
        steps += 1
        target = ahead.pop()
        if target.startswith("/") or steps > _MOST_STEPS:
            return None
        first, _, rest = target.partition("/")
        if rest := rest.lstrip("/"):
            ahead.append(rest)
        if first == "..":
            if not at:
                return None
            at.pop()
        elif first not in ("", "."):
            further = links.get("/".join([*at, first]))
            if further is None:
                at.append(first)
            elif followed == _MOST_LINKS:
                return ""  # a loop
            else:
                followed += 1
                ahead.append(further)
    return "/".join(at)
