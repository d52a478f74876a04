"""What product code in Python uses of the interpreter and of the test runner."""

from __future__ import annotations

import base64
import codecs

import pytest

from pytest_hydra.plugins.race.inspect import internals
from tests.plugins.race.inspected import changed, kinds, signs, state

# Ways to spell a text, to refer to a module, and to get an attribute of it.
NAME = "_getframe"
TEXTS = [
    repr(NAME),
    "'_get' + 'frame'",
    "f'_get{\"frame\"}'",
    "'_get%s' % 'frame'",
    "'_get{}'.format('frame')",
    f"{NAME[::-1]!r}[::-1]",
    f"'{NAME}_'[:-1]",
    "''.join(['_get', 'frame'])",
    f"''.join(map(chr, {[*map(ord, NAME)]}))",
    "'_get' + ''.join(chr(n) for n in (102, 114, 97, 109, 101))",
    f"codecs.decode({codecs.encode(NAME, 'rot13')!r}, 'rot13')",
    f"base64.b64decode({base64.b64encode(NAME.encode()).decode()!r}).decode()",
    f"bytes.fromhex({NAME.encode().hex()!r}).decode()",
    "unknown",
]
MODULES = ["sys", "__import__('s' + 'ys')", "sys.modules['sys']", "(s := sys)", "(0 or sys)"]
ACCESSES = [
    "getattr({module}, {text})",
    "{module}.__dict__[{text}]",
    "vars({module})[{text}]",
    "{module}.__getattribute__({text})",
    "object.__getattribute__({module}, {text})",
    "operator.attrgetter({text})({module})",
    "functools.reduce(getattr, [{text}], {module})",
]
IMPORTS = "import base64, codecs, functools, operator, sys\n"
SPELLINGS = [
    *(ACCESSES[0].format(module="sys", text=text) for text in TEXTS),
    *(access.format(module=name, text=TEXTS[0]) for access in ACCESSES for name in MODULES),
]


@pytest.mark.parametrize("code", SPELLINGS)
def test_an_internal_is_found_however_it_is_spelled(code: str) -> None:
    assert "internals" in kinds(changed(f"{IMPORTS}{code}(1)\n"))


@pytest.mark.parametrize("path", sorted(internals.BY_PATH))
def test_an_internal_by_its_path(path: str) -> None:
    root = path.partition(".")[0]
    code = f"getattr({path[:-2]}, unknown)" if path.endswith(".*") else f"{path}()"
    assert state(kinds(changed(f"import {root}\n{code}\n"))) == "unproven"


@pytest.mark.parametrize(
    "code",
    [
        *(f"f.{name} = g" for name in sorted(internals.BY_ASSIGNMENT)),
        *(f"f.{name}" for name in sorted(internals.BY_ATTRIBUTE)),
    ],
)
def test_an_internal_by_the_name_of_an_attribute(code: str) -> None:
    assert state(kinds(changed(f"{code}\n"))) == "unproven"


@pytest.mark.parametrize(
    "code",
    [
        # Frames, by imports, aliases and attributes.
        "import sys as s\nf = s._getframe",
        "from sys import _getframe as peek\npeek(1)",
        "from sys import *\n_current_frames()",
        "import sys\ng = getattr\ng(sys, '_getframe')",
        "import sys\nname = '_getframe'\ngetattr(sys, name)",
        "(s := __import__('sys'))._getframe(0)",
        "import sys\nclass C:\n    s = sys\nC.s._getframe(1)",
        "import sys\ndef f(peek=sys._getframe):\n    return peek(1)",
        "import sys\nfor m in (sys,):\n    m._getframe(1)",
        "import inspect\ninspect.currentframe().f_back",
        "try:\n    1 / 0\nexcept Exception as e:\n    e.__traceback__.tb_frame.f_back",
        # Names as the interpreter reads them.
        "\uff45xec('1')",
        "import sys\nsys._\uff47etframe()",
        # Tracing, code, memory.
        "import sys\nsys.monitoring.use_tool_id(1, 'x')",
        "vars(f)['__code__']",
        "f.__dict__['__code__']",
        "__import__('ct' + 'ypes')",
        "from ctypes import *",
        "import importlib\nimportlib.import_module('c' 'types')",
        "def g():\n    def h():\n        import gc as q\n        return q.get_objects()\n",
        "exec('import gc; gc.get_objects()')",
        "().__class__.__base__.__subclasses__()",
        "().__class__.__mro__[1].__subclasses__()",
        # What all code has.
        "import builtins\nbuiltins.len = lambda x: 0",
        "__builtins__['len'] = 1",
        "globals()['__builtins__']['exec']('1')",
        "import sys\nsys.modules['json'] = 1",
        "import sys\nsys.modules.update(json=1)",
        "import sys\nfor one in list(sys.modules): pass",
        "import sys\nfound = [one for one in sys.modules.values()]",
        "import sys\nsys.modules[__name__].__class__ = X",
        "import sys\nsys.meta_path.insert(0, X())",
        "def __getattr__(name):\n    return 1\n",
        "def __getattr__(name):\n    if name == other:\n        return 1\n    raise KeyError",
        "def __getattr__(name):\n    if name == 'a':\n        return 1\n    return 2",
        "def __getattr__(name):\n    if name in NAMES:\n        return 1\n    raise KeyError",
        "def __getattr__(n):\n    if n == 'a':\n        return 1\n    else:\n        return 2",
        "@made\ndef __getattr__(name):\n    raise KeyError(name)",
        "def __getattr__(n):\n    import a as n\n    if n == 'a':\n        return 1\n    raise b",
        # Names are those of the function in which they are bound, or of one around it.
        "import sys\ndef f():\n    all = sys.modules\n    def g():\n        all['a'] = 1",
        "import sys\ndef f(s=sys):\n    s.modules['a'] = 1",
        "def f(eval): pass\neval(text)",
        "def f():\n    global j\n    import json as j\ndef g():\n    j.dumps = 1",
        "import json\ndef f(json):\n    def g():\n        global json\n        json.dumps = 1",
        "def f():\n    import json\n    def g():\n        nonlocal json\n        json.dumps = 1",
        "def f():\n    import sys as s\n    locals()['s'].modules.clear()",
        "import sys\ndef f():\n    for s in (sys,):\n        s.modules.clear()",
        # Modules that are called by what is not known, but for parts of the package itself.
        "from importlib import import_module\nimport_module(f'.{name}', __package__)",
        "from importlib import import_module\nimport_module(f'._{name}', '_pytest')",
        "from importlib import import_module\nimport_module(f'till.{name}')",
        "from importlib import import_module\n__package__ = x\n"
        "import_module(f'._{name}', __package__)",
        # What belongs to others.
        "import json\njson.dumps = None",
        "import json\nsetattr(json, 'dumps', None)",
        "import json\nobject.__setattr__(json, 'dumps', None)",
        "import json\njson.__dict__['dumps'] = None",
        "import json\nvars(json).update(dumps=None)",
        "from json import JSONEncoder as E\nE.default = f",
        "from requests import Session\nSession.get = f",
        "import time\nfor m in (time,):\n    m.time = lambda: 0",
        "import time\ntime.time, x = f, 1",
        "from unittest import mock\nmock.patch('json.dumps').start()",
        # The end of the process, threads, other processes, text as code.
        "@__import__('atexit').register\ndef f(): pass",
        "from os import _exit as e\ne(0)",
        "import os, signal\nos.kill(os.getpid(), signal.SIGTERM)",
        "import sys\nsys.exit(0)",
        "raise SystemExit(0)",
        "import threading\nthreading.Timer(1, f).start()",
        "from threading import Thread as T\nT(target=f).start()",
        "import concurrent.futures as cf\ncf.ThreadPoolExecutor().submit(f)",
        "import os\nfor n in range(3, 99):\n    os.write(n, b'')",
        "open('/proc/self/maps')",
        "import subprocess\nsubprocess.run(['git', 'show', 'HEAD'])",
        "from pathlib import Path\nPath('x').write_text('1')",
        # A test that product code ends by itself.
        "import unittest\nraise unittest.SkipTest",
        "from unittest import SkipTest as S\nraise S('x')",
        "import pytest\npytest.skip('x')",
        "exec('import pytest; pytest.xfail(1)')",
    ],
)
def test_a_new_internal_is_unproven(code: str) -> None:
    assert state(kinds(changed(code))) == "unproven"


@pytest.mark.parametrize(
    "code",
    [
        # Whatever has the name elsewhere, here it is the module.
        "import sys\ndef f(sys=sys):\n    sys._getframe()",
        "import sys\ndef f():\n    s = sys\n    def g():\n        return s._getframe()",
        "import sys\ndef f(sys): pass\ndef g():\n    sys._getframe()",
        "import sys\ndef f():\n    [sys for sys in ()]\n    sys._getframe()",
        "import sys\ndef f():\n    class A:\n        sys = 1\n    sys._getframe()",
        "import sys\ndef f():\n    global s\n    s = sys\ndef g():\n    s._getframe()",
        "import sys\ndef f():\n    s = sys\n    return locals()['s']._getframe()",
        "import sys\ndef f(sys, at=sys._getframe()): pass",
        "import sys\n@sys._getframe()\ndef f(sys): pass",
        "import sys\ndef f(sys, at: int = 1, *, by=lambda sys=sys: sys._getframe()): pass",
        "def f():\n    import sys\n    sys._getframe()",
        "def f(exec): pass\nexec('1')",
        "import copy\ndef f():\n    copy.copy = None",
    ],
)
def test_an_internal_is_found_in_each_scope(code: str) -> None:
    assert "internals" in kinds(changed(code))


@pytest.mark.parametrize(
    "code",
    [
        "from copy import copy\ndef f(of, at):\n    copy = list(of)\n    copy[at] = 1",
        "import json\ndef f(json):\n    json.loads = None",
        "from copy import copy\ndef f():\n    copy = {}\n    def g(at):\n        copy[at] = 1",
        "def f(of):\n    for compile in of:\n        compile('x')",
    ],
)
def test_a_local_name_is_no_module(code: str) -> None:
    assert kinds(changed(code)) == set()


@pytest.mark.parametrize(
    "code",
    [
        "import pytest\npytest.skip = 1",
        "from _pytest.reports import TestReport as R\nR.outcome = property(lambda s: 'passed')",
        "import sys\nsys.modules['_pytest.reports'].TestReport.x = 1",
        "import sys\nm = sys.modules.get('_pytest.reports')\nif m:\n    m.TestReport.__init__ = f",
        "import sys\nsys.modules['_pytest' + '.python'].Function.runtest = f",
        "exec('import _pytest.python as p; p.Function.runtest = None')",
        "from unittest import TestCase\nTestCase.assertEqual = lambda *a: None",
        "import unittest.case\nsetattr(unittest.case.TestCase, 'run', f)",
        "import _pytest.runner as r\nr.__dict__['call_and_report'] = f",
        "import importlib\nimportlib.import_module('_pytest.python').Function.runtest = f",
        "import pluggy._callers as c\nc._multicall = f",
        "from _pytest import python\npython.Function.runtest, x = f, 1",
        "import _pytest.python\ndel _pytest.python.Function.runtest",
        "import sys\nsys.modules['pytest'] = X()",
        "from _pytest.reports import TestReport, CollectReport\n"
        "for kind in (TestReport, CollectReport):\n    setattr(kind, 'outcome', 'passed')",
        "def f(config):\n    config.pluginmanager.register(X())",
    ],
)
def test_a_change_of_the_runner_is_unproven(code: str) -> None:
    found = kinds(changed(code))
    assert found & {"runner-changed", "runner-registered"}
    assert state(found) == "unproven"


@pytest.mark.parametrize(
    "code",
    [
        "import json\nx = json.dumps({})",
        "import logging\nlog = logging.getLogger(__name__)\nlog.propagate = False",
        "from concurrent.futures import ThreadPoolExecutor\n"
        "with ThreadPoolExecutor() as p:\n    p.map(f, x)",
        "import threading\nl = threading.Lock()",
        "import re\nre.compile('x')",
        "from re import compile\ncompile('x')",
        "def compile(x): return x\ncompile(1)",
        "import pandas as pd\ndf = pd.DataFrame()\ndf.eval('a+b')\ndf['x'] = 1",
        "import sys\nif __name__ == '__main__':\n    sys.exit(main())",
        "import inspect\ninspect.signature(f)",
        "from flask import g\ng.user = 1",
        "import ast\nast.literal_eval('1')",
        "import threading\ndef f(t: threading.Thread) -> threading.Thread: pass",
        "import types\nisinstance(f, types.FunctionType)",
        "import gc\ngc.collect()",
        "import decimal\ndecimal.getcontext().prec = 5",
        "getattr(x, name)",
        "import importlib.metadata\nimportlib.metadata.version('x')",
        "class Base: pass\nBase.__subclasses__()",
        "def g(f):\n    h.__doc__ = f.__doc__",
        "for n in 'ab':\n    setattr(A, f'get_{n}', f)",
        "import shop.util\nshop.util.LIMIT = 3",
        "import sys\nsys.stdout = x",
        "import sys\nsys.modules[__name__]",
        "import numpy as np\na = np.zeros(3)\na.shape = (3, 1)",
        "class R:\n    def eval(self): pass\nR().eval()",
        "import matplotlib.pyplot as plt\nplt.rcParams['x'] = 1",
        "import requests\ns = requests.Session()\ns.verify = False",
        "import tempfile, os\nfd, p = tempfile.mkstemp()\nos.close(fd)",
        "f.__name__ = 'x'\nf.__doc__ = 'y'\nf.__wrapped__ = g",
        "from pathlib import Path\ndef save(p):\n    Path(p).write_text('1')",
        "import os\nX = os.environ.get('SHOP_LEVEL')",
        "import doctest\ndoctest.testmod()",
        "class S:\n    def morph(self):\n        self.__class__ = Other",
        "if error.__class__.__name__ == 'Late': pass",
        "from importlib import import_module\nimport_module(f'._{name}', __package__).TABLE",
        "from importlib import import_module\nimport_module('.lang_' + name, __package__).sort()",
        "from copy import copy\ndef f(old):\n    copy = old.copy()\n    copy['a'] = 1",
        "import json\ndef f(json):\n    json.text = 1\n    def g():\n        json.text = 2",
        "import json\nf = lambda json: json.update(a=1)",
        "def f():\n    import sys\ndef g(sys):\n    sys.modules['a'] = 1",
        "import sys\nsys.stdout.write(sys.version)\nname = sys.platform + sys.byteorder",
        "import warnings\nwith warnings.catch_warnings():\n    warnings.simplefilter('ignore')",
        "import threading\nLOCK = threading.Lock()\nhere = threading.current_thread()",
        "import faulthandler\nfaulthandler.enable()",
        "import logging\nlog = logging.getLogger(__name__)",
        "import os\npid = os.getpid()",
    ],
)
def test_ordinary_code_is_at_most_shown(code: str) -> None:
    found = kinds(changed(code))
    assert state(found) in ("", "review")
    assert "process-state" not in found


@pytest.mark.parametrize(
    "code",
    [
        "import os\nos.environ['PYTEST_CURRENT_TEST']",
        "import os\nif os.environ.get('PYTEST_' + 'VERSION'): pass",
        "import os\nfrom os import environ\n'PYTEST_XDIST_WORKER' in environ",
        "import sys\n'py' + 'test' in sys.modules",
        "from sys import modules\nif '_pytest' not in modules: pass",
        "import sys\nif 'pytest' in sys.argv[0]: pass",
    ],
)
def test_code_that_asks_for_a_test_runner_is_unproven(code: str) -> None:
    found = kinds(changed(code))
    assert "runner-asked" in found
    assert state(found) == "unproven"


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("import sys\nif 'test' in sys.argv[0]: pass", "runner-detected"),
        ("import unittest.mock", "runner-named"),
        ("import requests", "network"),
        ("open(__file__)", "own-source"),
        ("p = 'tests/data/receipt.txt'", "test-files"),
        ("import subprocess\nsubprocess.run(['lp'])", "program"),
        ("if d == '74d5f1bb1fd33a4c22d1f0e4b6d2a2a5': pass", "digest"),
        (
            "def __getattr__(name):\n    if name == 'a':\n        return 1\n    raise KeyError",
            "made-up",
        ),
        (
            "def __getattr__(n):\n    'Old.'\n    if n in ('a', 'b'):\n        return 1\n"
            "    elif n == 'c':\n        return 2\n    else:\n        raise AttributeError(n)",
            "made-up",
        ),
        (
            "def __getattr__(n):\n    import a.n, b as c\n    if n == 'a':\n        return 1\n"
            "    raise AttributeError(n)",
            "made-up",
        ),
        ("known = f.__doc__.splitlines()", "own-source"),
        ("import sys\nif type(sys.stdout).__name__ != 'TextIOWrapper': pass", "class-named"),
        ("any('Capture' in type(one).__name__ for one in handlers)", "class-named"),
        ("import io, sys\nisinstance(sys.stdout, io.TextIOWrapper)", "runner-detected"),
    ],
)
def test_some_uses_are_only_shown(code: str, kind: str) -> None:
    found = kinds(changed(code))
    assert kind in found
    assert state(found) == "review"


@pytest.mark.parametrize(
    "code",
    [
        "import sys\nsys.setrecursionlimit(30)",
        "from sys import getrecursionlimit\ngetrecursionlimit()",
        "import sys\nif sys.flags.optimize: pass",
        "import sys\nn = sys.getallocatedblocks()",
        "import warnings\nn = len(warnings.filters)",
        "import warnings\nname = warnings.showwarning.__qualname__",
        "import threading\nn = threading.active_count()",
        "import threading\nnames = [one.name for one in threading.enumerate()]",
        "import faulthandler\nif faulthandler.is_enabled(): pass",
        "import gc\nn = gc.get_count()",
        "import logging\nif logging.root.handlers: pass",
        "import os\nparent = os.getppid()",
        "import signal\nhow = signal.getsignal(signal.SIGINT)",
        "import __main__\nname = __main__.__file__",
        "import psutil\nname = psutil.Process().name()",
    ],
)
def test_the_state_of_the_process_is_shown(code: str) -> None:
    found = kinds(changed(code))
    assert "process-state" in found
    assert state(found) == "review"
    # The file used it before.
    assert kinds(changed(f"{code}\nx = 1", code)) == set()


def test_a_fault_handler_that_ends_the_process_is_an_internal() -> None:
    code = "import faulthandler\nfaulthandler.dump_traceback_later(1, exit=True)"
    assert "internals" in kinds(changed(code))


def test_only_new_uses_count() -> None:
    old = "import sys\n\n\ndef f():\n    return sys._getframe(1)\n"
    assert kinds(changed(old + "\n\ndef g():\n    return 1\n", old)) == set()
    assert kinds(changed(old.replace("(1)", "(2)"), old)) == set()  # written differently
    more = old + "\n\ndef g():\n    return sys._getframe(2)\n"
    assert kinds(changed(more, old)) == {"internals-again"}


def test_a_use_that_moves_to_another_file_is_not_new() -> None:
    code = "import atexit\natexit.register(f)\n"
    for emptied in (changed("", code, "a.py"), changed(None, code, "a.py", status="deleted")):
        assert kinds(emptied, changed(code, None, "b.py")) == set()
        assert kinds(emptied, changed(code * 2, None, "b.py")) != set()


def test_modules_of_the_project_may_be_changed() -> None:
    assert kinds(changed("import till.money\ntill.money.RATE = 3\n")) == set()
    assert kinds(changed("from .money import Price\nPrice.rate = 3\n")) == set()


def test_code_in_texts_is_read_to_a_limited_depth() -> None:
    inner = "import _pytest.python as p; p.Function.runtest = None"
    assert "runner-changed" in kinds(changed(f"exec({f'exec({inner!r})'!r})"))
    assert kinds(changed("code = 'exec(code)'\nexec(code)")) == {"internals"}


def test_many_uses_of_one_kind_do_not_hide_another_kind() -> None:
    many = "".join(f"os.getenv('A{n}')\n'tests/{n}.txt'\n" for n in range(200))
    code = f"import os\n{many}import _pytest.python as p\np.Function.runtest = None\n"
    assert "runner-changed" in kinds(changed(code))


def test_a_program_without_a_suffix_is_read() -> None:
    code = "#!/usr/bin/env python3\nimport gc\ngc.get_objects()\n"
    assert kinds(changed(code, None, "tools/serve")) == {"internals"}
    assert kinds(changed(code.replace("python3", "sh"), None, "tools/serve")) == set()


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        (b"# coding: utf-7\nx = 1\n", "odd-encoding"),
        (b"# -*- coding: raw_unicode_escape -*-\nx = 1\n", "odd-encoding"),
        (b"# coding: no-such-codec\nx = 1\n", "unreadable"),
        (b"def f(:\n", "unreadable"),
        (b"x = " + b"(" * 5000, "unreadable"),
        (b"x = 1\0\n", "unreadable"),
        (b"x = " + b"-" * 100_000 + b"1\n", "unreadable"),
        (b"#" * (2**20 + 1), "unreadable"),
    ],
)
def test_a_file_that_cannot_be_read_is_unproven(source: bytes, kind: str) -> None:
    found = signs(changed(source))
    assert kind in {sign.kind for sign in found}
    # An unknown encoding is a syntax error in line 0.
    assert all(sign.line is None or sign.line >= 1 for sign in found)
    assert state(kinds(changed(source))) == "unproven"
    # Where tests decide, the base's version of a test is used.
    if kind == "unreadable":
        assert "test-unread" in kinds(changed(source, path="tests/a.py"))


def test_a_syntax_error_that_the_base_has_too_is_no_sign() -> None:
    assert kinds(changed("print 'b'\n", "print 'a'\n")) == set()


def test_source_is_read_as_the_interpreter_reads_it() -> None:
    hidden = "import gc\ngc.get_objects()\n".encode("utf-7")
    assert {"internals", "odd-encoding"} <= kinds(changed(b"# coding: utf-7\n" + hidden))
    assert kinds(changed("# coding: latin-1\nx = 'é'\n".encode("latin-1"))) == set()
