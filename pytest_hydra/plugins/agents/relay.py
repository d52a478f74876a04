"""Runs in a sandbox without network: a port of its loopback leads to the socket of a gateway.

It is a program of its own, which needs the standard library alone. Its arguments are the path of
the socket, the port, and the command that it becomes.
"""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress
from threading import Thread

_CHUNK = 2**16


def main(path: str, port: str, *command: str) -> None:
    """Serve the port in a child, and become the command."""
    listener = socket.create_server(("127.0.0.1", int(port)), backlog=64)
    if os.fork():
        os.execv(command[0], command)  # noqa: S606 - what the sandbox is for
    # The command's output must end with the command.
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(3):
        os.dup2(null, descriptor)
    while True:
        client, _ = listener.accept()
        server = socket.socket(socket.AF_UNIX)
        try:
            server.connect(path)
        except OSError:
            client.close()
            continue
        for source, target in ((client, server), (server, client)):
            Thread(target=_copy, args=(source, target), daemon=True).start()


def _copy(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(_CHUNK):
            target.sendall(data)
    with suppress(OSError):
        target.shutdown(socket.SHUT_WR)


if __name__ == "__main__":
    main(*sys.argv[1:])
