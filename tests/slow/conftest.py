"""The fixtures of slow tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.slow.local_cluster import LocalCluster


@pytest.fixture
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCluster]:
    """A cluster of Dask's without workers yet."""
    cluster = LocalCluster(tmp_path_factory.mktemp("dask"))
    yield cluster
    cluster.close()
