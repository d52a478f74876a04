"""Where the roots of tasks come from: settings, Docker, and the instructions of a Dockerfile."""

from __future__ import annotations

import posixpath
import threading
from contextlib import ExitStack
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path

from pytest_hydra.plugins.boxes.untrusted_files import random_name
from pytest_hydra.plugins.engine.workspaces import own_folder, user_folder
from pytest_hydra.plugins.harbor.docker_image import fetched
from pytest_hydra.plugins.harbor.harbor_settings import HarborSettings
from pytest_hydra.plugins.harbor.task_file import HarborTask
from pytest_hydra.plugins.harbor.task_layers import Layers
from pytest_hydra.plugins.roots.image import forget_old
from pytest_hydra.plugins.roots.root import Root, root_of
from pytest_hydra.record.files import StoreError, make_folder


class Images:
    """The roots of a session's tasks. Thread-safe."""

    def __init__(self, project: Path, settings: HarborSettings) -> None:
        """``project`` is the folder of hydra.toml. Raises HydraError."""
        self.project = project
        self._settings = settings
        self._stack = ExitStack()
        self._lock = threading.Lock()
        self._locks: dict[str, threading.Lock] = {}
        self._roots: dict[str, Root] = {}
        #: Below it are the layers of images, and those that are being built.
        try:
            self.cache = make_folder(project, "cache/roots")
        except OSError as error:
            raise StoreError(project, error) from error
        self.own = user_folder() / random_name()
        self._building = self.cache / "work" / random_name()
        for folder in (self.own, self._building):
            self._stack.enter_context(own_folder(folder))

    def close(self) -> None:
        """Remove what is not kept, and layers that nobody uses any more."""
        self._stack.close()
        forget_old(self.cache)

    def new_folder(self) -> Path:
        """A folder for one conversation. Raises OSError."""
        folder = self.own / random_name()
        folder.mkdir()
        return folder

    def of_task(self, task: HarborTask) -> Root:
        """The root of a task, built on first use. Raises HydraError."""
        key = str(task.folder)
        with self._lock:
            building = self._locks.setdefault(key, threading.Lock())
        with building:
            if key not in self._roots:
                image, seconds = task.model.environment.docker_image, task.model.environment
                limit = seconds.build_timeout_sec
                if image:
                    root = self._image(image, limit)
                else:
                    layers = Layers(self.cache, self._building, limit)
                    root = layers.build(
                        task.folder / "environment", lambda name: self._image(name, limit)
                    )
                folder = task.model.environment.workdir or root.folder
                self._roots[key] = replace(root, folder=posixpath.normpath(folder))
            return self._roots[key]

    def _image(self, name: str, seconds: float) -> Root:
        known = self._settings.images
        source = known.get(name) or next(
            (known[pattern] for pattern in known if fnmatchcase(name, pattern)), ""
        )
        if source:
            return root_of(source, self.project, self.cache, self.own)
        archive = fetched(name, self.cache, seconds)
        return root_of(str(archive), self.project, self.cache, self.own)
