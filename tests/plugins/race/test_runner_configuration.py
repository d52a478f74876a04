"""Files that the configuration of a test runner names."""

from __future__ import annotations

import pytest

from pytest_hydra.plugins.race.runner_configuration import (
    build_configuration,
    imported_files,
    loaded_files,
)

FILES = {
    "src/setupTests.js": "",
    "src/shop.js": "",
    "lib/boot.cjs": "",
    "test/env/index.ts": "",
    "support/fixtures.py": "",
    "src/plug/__init__.py": "",
    "packages/a/setup.ts": "",
}


def loaded(path: str, text: str) -> set[str]:
    files = {**FILES, path: text}
    return loaded_files(files, lambda name: files[name].encode())


@pytest.mark.parametrize(
    ("path", "text", "file"),
    [
        (
            "package.json",
            '{"jest": {"setupFilesAfterEnv": ["<rootDir>/src/setupTests.js"]}}',
            "src/setupTests.js",
        ),
        (
            "jest.config.js",
            "module.exports = { setupFiles: ['./src/setupTests'] }",
            "src/setupTests.js",
        ),
        (
            "jest.config.ts",
            "export default {\n  globalSetup: '<rootDir>/lib/boot.cjs',\n}",
            "lib/boot.cjs",
        ),
        (
            "vitest.config.ts",
            "test: {\n    setupFiles: [\n      'test/env',\n    ],\n  }",
            "test/env/index.ts",
        ),
        (
            "jest.config.js",
            "transform: {\n  '\\\\.js$': ['<rootDir>/lib/boot.cjs', {}],\n},\nroots: ['src']",
            "lib/boot.cjs",
        ),
        ("jest.config.cjs", "testRunner: './lib/boot.cjs'", "lib/boot.cjs"),
        ("vite.config.mts", "test: { setupFiles: './src/setupTests.js' }", "src/setupTests.js"),
        ("packages/a/vitest.config.ts", "setupFiles: ['setup.ts']", "packages/a/setup.ts"),
        (".mocharc.json", '{"require": ["./lib/boot"]}', "lib/boot.cjs"),
        (".mocharc.yml", "require: ./lib/boot.cjs", "lib/boot.cjs"),
        ("bunfig.toml", '[test]\npreload = ["./src/setupTests.js"]', "src/setupTests.js"),
        ("conftest.py", "pytest_plugins = ['support.fixtures']", "support/fixtures.py"),
        ("tests/conftest.py", "pytest_plugins = (\n    'plug',\n)", "src/plug/__init__.py"),
        ("pytest.ini", "[pytest]\naddopts = -q -p support.fixtures", "support/fixtures.py"),
        (
            "pyproject.toml",
            '[tool.pytest.ini_options]\naddopts = "-p plug"',
            "src/plug/__init__.py",
        ),
    ],
)
def test_files_that_a_runner_loads(path: str, text: str, file: str) -> None:
    assert loaded(path, text) == {file}


@pytest.mark.parametrize(
    ("path", "text"),
    [
        # What is built or covered is the product.
        ("vite.config.ts", "build: { lib: { entry: 'src/shop.js', formats: ['es'] } }"),
        ("jest.config.js", "module.exports = { collectCoverageFrom: ['src/shop.js'] }"),
        ("jest.config.js", "const shop = require('./src/shop.js')"),
        ("conftest.py", "from support import fixtures\nimport plug"),
        ("pytest.ini", "[pytest]\naddopts = -p no:plug"),
        ("src/shop.py", "pytest_plugins = ['support.fixtures']"),
        ("package.json", '{"main": "src/shop.js", "files": ["lib/boot.cjs"]}'),
    ],
)
def test_files_that_a_runner_does_not_load(path: str, text: str) -> None:
    assert loaded(path, text) == set()


@pytest.mark.parametrize(
    ("path", "text", "found"),
    [
        ("vitest.config.ts", "import boot from './lib/boot.cjs'", {"lib/boot.cjs"}),
        ("vitest.config.ts", "import './lib/boot'\nimport vite from 'vite'", {"lib/boot.cjs"}),
        ("jest.config.js", "const env = require('./test/env')", {"test/env/index.ts"}),
        ("packages/a/jest.config.mjs", "await import('./setup.ts')", {"packages/a/setup.ts"}),
        ("jest.config.js", "const left = require('left')", set()),
        ("jest.config.json", '{"from": "./src/shop.js"}', set()),
        ("conftest.py", "from './src/shop.js'", set()),
    ],
)
def test_files_that_a_configuration_imports(path: str, text: str, found: set[str]) -> None:
    files = {**FILES, path: text}
    assert imported_files([path], files, lambda name: files[name].encode()) == found


@pytest.mark.parametrize(
    ("command", "scripts", "pattern"),
    [
        ("npx jest", "{}", "babel.config.*"),
        ("npm test", '{"test": "vitest run"}', "vite.config.*"),
        ("npm test", '{"test": "mocha"}', None),
        ("python -m pytest", "{}", None),
    ],
)
def test_what_builds_the_tests(command: str, scripts: str, pattern: str | None) -> None:
    found = build_configuration(command, f'{{"scripts": {scripts}}}'.encode())
    assert (pattern in found) if pattern else not found
