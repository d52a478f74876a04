"""What reaches past the code itself, into the interpreter that runs it: by path, by attribute."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from pytest_hydra.candidates.tamper.signs import Use


class Lever(NamedTuple):
    """What can be done by it; where ``common``, a project that does it elsewhere may do it."""

    group: str
    common: bool


_PATHS: Final = {
    Lever("reads the frames of who called it", common=False): (
        *("sys._getframe", "sys._getframemodulename", "sys._current_frames"),
        *("sys._current_exceptions", "inspect.stack", "inspect.currentframe", "inspect.trace"),
        *("inspect.getouterframes", "inspect.getinnerframes", "inspect.getframeinfo"),
        *("traceback.extract_stack", "traceback.walk_stack", "traceback.walk_tb"),
        *("traceback.format_stack", "traceback.StackSummary.extract"),
    ),
    Lever("is told of each step that the interpreter takes", common=False): (
        *("sys.settrace", "sys.setprofile", "sys._settraceallthreads", "sys._setprofileallthreads"),
        *("sys.monitoring", "sys.addaudithook", "sys.call_tracing", "threading.settrace"),
        *("threading.setprofile", "threading.settrace_all_threads"),
        *("threading.setprofile_all_threads", "bdb", "sys.set_asyncgen_hooks"),
        *("sys.set_coroutine_origin_tracking_depth", "cProfile", "profile.Profile"),
    ),
    Lever("makes or changes compiled code", common=False): (
        *("types.CodeType", "types.FunctionType", "types.LambdaType", "types.CellType"),
        *("marshal", "py_compile", "compileall", "opcode"),
    ),
    Lever("finds objects in the memory", common=False): (
        *("gc.get_objects", "gc.get_referrers", "gc.get_referents", "gc.callbacks"),
        *("gc.garbage", "ctypes", "_ctypes", "cffi", "_cffi_backend", "_testcapi"),
        *("_testinternalcapi", "_interpreters", "_xxsubinterpreters", "mmap"),
    ),
    Lever("changes how modules are found and loaded", common=False): (
        *("sys.meta_path", "sys.path_hooks", "sys.path_importer_cache", "sys.modules.[]"),
        *("importlib.reload", "importlib.util.spec_from_file_location", "importlib._bootstrap"),
        *("importlib.util.module_from_spec", "importlib.util.spec_from_loader"),
        *("importlib.util.LazyLoader", "importlib.machinery", "importlib.abc", "imp"),
        *("zipimport", "site.addsitedir", "_imp", "_frozen_importlib", "codecs.register"),
        *("_frozen_importlib_external", "pkgutil.ImpImporter", "sys.modules.values"),
        *("sys.modules.items", "sys.modules.copy"),
    ),
    Lever("runs when the interpreter ends, or ends it", common=True): (
        *("atexit", "weakref.finalize", "threading._register_atexit", "threading._shutdown"),
        *("os._exit", "os.abort", "os.kill", "os.killpg", "os.register_at_fork"),
        *("signal.signal", "signal.alarm", "signal.setitimer", "signal.raise_signal"),
        *("signal.pthread_kill", "signal.set_wakeup_fd", "signal.pidfd_send_signal", "_signal"),
        *("sys.unraisablehook", "sys.excepthook", "threading.excepthook", "posix._exit"),
        *("posix.kill", "nt._exit", "faulthandler.dump_traceback_later"),
    ),
    Lever("starts what may go on after the call", common=True): (
        *("threading.Thread", "threading.Timer", "_thread", "multiprocessing.Process"),
        *("multiprocessing.Pool", "multiprocessing.pool", "multiprocessing.context"),
        *("multiprocessing.get_context", "os.fork", "os.forkpty", "os.posix_spawn"),
        *("os.posix_spawnp", "os.setsid", "os.spawnl", "os.spawnv", "os.spawnlp", "os.spawnvp"),
        *("os.execv", "os.execve", "os.execl", "os.execlp", "os.execvp", "os.execvpe", "os.popen"),
        *("subprocess.Popen", "pty", "sched.scheduler"),
        *("concurrent.futures.ThreadPoolExecutor", "concurrent.futures.ProcessPoolExecutor"),
        *("concurrent.futures.thread", "concurrent.futures.process"),
    ),
    Lever("runs text or data as code", common=True): (
        *("builtins.exec", "builtins.eval", "builtins.compile", "code.InteractiveInterpreter"),
        *("code.InteractiveConsole", "code.interact", "codeop", "runpy", "pickle.load"),
        *("pickle.loads", "pickle.Unpickler", "_pickle", "dill", "cloudpickle", "shelve"),
        *("importlib.import_module.*", "builtins.__import__.*", "pkgutil.resolve_name.*", "*"),
    ),
    Lever("works on open files by their numbers", common=True): (
        *("os.dup2", "os.closerange", "os.ftruncate", "socket.fromfd", "os.pidfd_open"),
        *("os.pwrite", "os.sendfile", "posix.dup2", "posix.write", "_posixsubprocess"),
    ),
    Lever("looks up a part of it by a name that is not plain", common=False): (
        *("sys.*", "builtins.*", "gc.*", "types.*", "inspect.*", "threading.*", "ctypes.*"),
        *("importlib.*", "signal.*"),
    ),
}

_ATTRIBUTES: Final = {
    Lever("reads the frames of who called it", common=False): (
        *("_getframe", "_current_frames", "_getframemodulename", "currentframe", "f_back"),
        *("f_locals", "f_globals", "f_builtins", "f_code", "f_trace", "f_trace_opcodes"),
        *("tb_frame", "gi_frame", "cr_frame", "ag_frame"),
    ),
    Lever("is told of each step that the interpreter takes", common=False): (
        *("settrace", "setprofile", "addaudithook", "settrace_all_threads"),
    ),
    Lever("makes or changes compiled code", common=False): (
        *("__code__", "co_code", "co_consts", "co_names", "gi_code", "cr_code", "__closure__"),
        *("cell_contents", "__globals__", "__builtins__"),
    ),
    Lever("finds objects in the memory", common=False): (
        *("get_referrers", "get_referents", "pythonapi", "py_object"),
    ),
    Lever("changes how modules are found and loaded", common=False): (
        *("meta_path", "path_hooks", "path_importer_cache"),
    ),
}
# Attributes that belong to the levers when something is assigned to them.
ASSIGNED: Final = {
    **dict.fromkeys(
        ("__code__", "__defaults__", "__kwdefaults__", "__closure__", "cell_contents"),
        Lever("makes or changes compiled code", common=False),
    ),
    **dict.fromkeys(
        ("__class__", "__bases__", "__mro__", "__getattribute__"),
        Lever("changes what kind of thing something is", common=False),
    ),
    **dict.fromkeys(
        ("f_locals", "f_globals", "f_trace", "f_lineno"),
        Lever("changes the frames of who called it", common=False),
    ),
}
BY_PATH: Final = {path: lever for lever, paths in _PATHS.items() for path in paths}
BY_ATTRIBUTE: Final = {name: lever for lever, names in _ATTRIBUTES.items() for name in names}

PATCHED: Final = Lever("changes what belongs to others", common=True)
BUILTINS: Final = Lever("changes the names that all code has", common=False)
MODULES: Final = Lever("changes which modules are loaded", common=False)
MODULE_GETATTR: Final = Lever("makes up what a module has", common=True)
SUBCLASSES: Final = Lever("finds classes that nobody gave it", common=False)
ENDS: Final = Lever("ends the process as it is imported", common=False)
HISTORY: Final = Lever("reads the history of a project", common=True)
BESIDE: Final = Lever("keeps something beside its own source", common=True)
AT_IMPORT: Final = Lever("writes files as it is imported", common=True)
PROC: Final = Lever("looks at the process from outside", common=False)

RUNNER: Final = frozenset(
    {
        *("pytest", "_pytest", "py", "pluggy", "unittest", "doctest", "nose", "nose2", "xdist"),
        *(
            "pytest_asyncio",
            "pytest_cov",
            "pytest_mock",
            "pytest_xdist",
            "_hypothesis_pytestplugin",
        ),
    }
)
"""Modules of which tests are run by."""

OUTCOMES: Final = frozenset(
    {
        *("pytest.skip", "pytest.xfail", "pytest.exit", "pytest.importorskip", "pytest.fail"),
        *("unittest.SkipTest", "unittest.case.SkipTest", "_pytest.outcomes"),
        *("pytest.skip.Exception", "unittest.skip", "unittest.case._ShouldStop"),
    }
)
"""What ends a test with another outcome than its own."""

# Set by programs on purpose, and of no matter to how tests are run.
UNHARMED: Final = frozenset(
    {
        *("sys.path", "sys.argv", "sys.stdout", "sys.stderr", "sys.stdin", "sys.tracebacklimit"),
        *("sys.dont_write_bytecode", "sys.ps1", "sys.ps2", "os.environ", "os.environb"),
        *("logging.raiseExceptions", "logging.logThreads", "logging.logProcesses"),
        *("logging.logMultiprocessing", "readline", "locale", "turtle", "tkinter"),
    }
)
NETWORK: Final = frozenset(
    {
        *("requests", "httpx", "aiohttp", "urllib3", "urllib.request", "http.client", "socket"),
        *("ftplib", "smtplib", "telnetlib", "xmlrpc.client", "websockets", "websocket", "paramiko"),
        *("grpc", "asyncio.open_connection", "ssl", "socketserver", "http.server", "pycurl"),
    }
)


# What there is in a module of the interpreter that says nothing of who started the process, or is
# asked by the look elsewhere. All else of these modules tells of its state, in which whoever runs
# tests leaves traces.
_PLAIN_PARTS: Final[Mapping[str, frozenset[str]]] = {
    "sys": frozenset(
        {
            *("argv", "orig_argv", "exit", "stdout", "stderr", "stdin", "__stdout__", "__stderr__"),
            *("__stdin__", "path", "platform", "version", "version_info", "hexversion", "maxsize"),
            *("api_version", "copyright", "maxunicode", "byteorder", "modules", "executable"),
            *("getsizeof", "intern", "exc_info", "exception", "getdefaultencoding", "prefix"),
            *("getfilesystemencoding", "getfilesystemencodeerrors", "float_info", "int_info"),
            *("float_repr_style", "hash_info", "thread_info", "implementation", "platlibdir"),
            *("stdlib_module_names", "builtin_module_names", "base_prefix", "exec_prefix"),
            *("base_exec_prefix", "getwindowsversion", "winver", "set_int_max_str_digits"),
            *("get_int_max_str_digits", "excepthook", "__excepthook__", "setswitchinterval"),
            *("tracebacklimit", "dont_write_bytecode", "ps1", "ps2", "is_finalizing"),
        }
    ),
    "threading": frozenset(
        {
            *("Lock", "RLock", "Thread", "Event", "Condition", "Semaphore", "BoundedSemaphore"),
            *("local", "Timer", "Barrier", "BrokenBarrierError", "ThreadError", "get_ident"),
            *("get_native_id", "current_thread", "main_thread", "excepthook", "TIMEOUT_MAX"),
            "stack_size",
        }
    ),
    "warnings": frozenset(
        {
            *("warn", "warn_explicit", "catch_warnings", "simplefilter", "filterwarnings"),
            *("formatwarning", "resetwarnings", "WarningMessage", "deprecated"),
        }
    ),
    "gc": frozenset({"collect", "enable", "disable", "freeze", "unfreeze"}),
    "faulthandler": frozenset(
        {
            *("enable", "disable", "dump_traceback", "register", "unregister"),
            "cancel_dump_traceback_later",
        }
    ),
    "__main__": frozenset(),
}
_STATE: Final = frozenset(
    {
        *("os.getppid", "os.getpgid", "os.getpgrp", "os.getsid", "os.times", "logging.root"),
        *("logging._handlers", "logging._handlerList", "logging.lastResort", "linecache.cache"),
        *("tracemalloc.is_tracing", "signal.getsignal", "signal.getitimer", "atexit._ncallbacks"),
        *("resource.getrusage", "resource.getrlimit", "traceback.print_stack", "psutil"),
    }
)


def state_of(path: str) -> str | None:
    """The part of the process's state that a path names or leads into; None where it is none."""
    root, _, rest = path.partition(".")
    part = rest.partition(".")[0]
    if root in _PLAIN_PARTS:
        known = _PLAIN_PARTS[root]
        strange = part and part not in known and part != "*"
        return f"{root}.{part}" if strange and lever_of(path) is None else None
    if root == "psutil" or is_within(path, _STATE):
        return f"{root}.{part}" if part else root
    return None


def lever_of(path: str) -> tuple[str, Lever] | None:
    """The lever that a path names or leads into, and the part of the path that names it."""
    parts = path.split(".")
    for end in range(len(parts), 0, -1):
        head = ".".join(parts[:end])
        if head in BY_PATH and (end == len(parts) or not head.endswith(".*")):
            return head, BY_PATH[head]
    for name in parts[1:]:
        if name in BY_ATTRIBUTE:
            return name, BY_ATTRIBUTE[name]
    if "__subclasses__" in parts and (
        {"__base__", "__bases__", "__mro__"} & set(parts) or path.startswith("builtins.")
    ):
        return "__subclasses__", SUBCLASSES
    return None


def use_of(lever: Lever, thing: str, line: int, text: str) -> Use:
    """The use of a lever on a line, in words."""
    return Use("lever", thing, line, f"{lever.group}: {text}", lever.common)


def is_within(path: str, names: frozenset[str]) -> bool:
    """Whether a path is one of these, or leads into one."""
    at = len(path)
    while at > 0:
        if path[:at] in names:
            return True
        at = path.rfind(".", 0, at)
    return False
