"""Stores the recorded outcomes out of reach of the code under test.

PYTEST_DONT_REWRITE. It is behind an audit hook, which only the interpreter references and which
cannot be removed: no name leads to it (hence functions; classes can be listed). Our hooks report
to it by an audit event with a secret name, and it accepts reports only from their code. It also
sees events that give code power over other code: tracing, listing all objects, replacing code.
"""

from __future__ import annotations

import builtins
import linecache
import os
import sys
from _thread import get_ident
from functools import partial
from types import CodeType, FrameType, FunctionType, MethodType, SimpleNamespace
from typing import Any, Callable  # noqa: UP035 - it runs on Python 3.8 too

from . import provenance, signed_log

# A private copy: rebinding a builtin elsewhere has no effect here.
globals()["__builtins__"] = vars(builtins).copy()

_getframe = sys._getframe
_attribute = object.__getattribute__
_stat = os.stat
# Modules that read source files to show tracebacks.
_QUOTING = (linecache.__file__,)
_address = object.__hash__
_urandom = os.urandom
# More signs than this carry no further information.
_MOST_SIGNS = 200

# Audit events that are reported when code of the workspace causes them.
_INTERNALS = (
    *("sys.settrace", "sys.setprofile", "sys.monitoring.register_callback", "sys.addaudithook"),
    *("sys._current_frames", "sys._current_exceptions"),
    *("gc.get_objects", "gc.get_referrers", "gc.get_referents"),
    *("code.__new__", "ctypes.dlopen", "ctypes.dlsym"),
)
_OPENS = ("open", "os.listdir", "os.scandir")
# Processes started by these read files unobserved.
_STARTS = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn")
_OWN_FILES = ("/proc/self", f"/proc/{os.getpid()}", "/proc/thread-self", "/dev/fd")
_RUNS = ("exec", "compile")

# Not a class of our own, for the reason above. Its fields are described in `make`.
_state: Any = SimpleNamespace()


def make(  # noqa: PLR0913, PLR0917 - what it stands between
    word: str, log: Any, workspace: str, session: CodeType, hooks: type, sealed: list[str]
) -> tuple[Callable[[str, tuple[Any, ...]], None], Callable[..., None]]:
    """The audit hook, and the function by which hooks report to it.

    ``log`` is a `signed_log`, ``session`` the code object in which pytest's session runs, and
    ``hooks`` the only class whose functions are trusted. ``sealed`` are files that product code
    must not read: opening them, or listing their folders, is reported.
    """
    functions = [var for var in vars(hooks).values() if type(var) is FunctionType]
    send = partial(sys.audit, word)
    by_name = [(os.path.basename(file), file) for file in sorted(sealed, reverse=True)]
    provenance.begin(workspace)
    vars(_state).update(
        signed_log=log,
        fingerprints=provenance.fingerprints(),
        session=session,
        send=send,
        ours={_address(function.__code__): function.__code__ for function in functions},
        names=functions[0].__globals__,
        former=getattr(sys.modules.get("_pytest.legacypath"), "__file__", None),
        thread=get_ident(),
        bottom=None,  # the frame that pytest's session runs in
        states={},  # outcomes of tests that are running, by id
        functions={},  # what tests call, by the address of their item
        modules={},
        workers={},  # their signed logs
        signs=set(),
        # By identity, as a path may be spelled in many ways.
        sealed={
            **{_identity(os.path.dirname(file)): f"the folder of {name}" for name, file in by_name},
            **{_identity(file): name for name, file in by_name},
        },
        sealed_names={name for name, _ in by_name},
    )
    find = {
        word: _hear_hook,
        **dict.fromkeys(_INTERNALS, _hear_internal),
        **dict.fromkeys(_OPENS, _hear_open),
        **dict.fromkeys(_RUNS, _hear_run),
        **(dict.fromkeys(_STARTS, _hear_start) if sealed else {}),
        "object.__setattr__": _hear_replaced,
    }.get

    def hear(event: str, args: tuple[Any, ...]) -> None:
        listener = find(event)
        if listener is not None:
            listener(event, args)

    return hear, send


# --- events of the interpreter ------------------------------------------------------------------


def _hear_internal(event: str, _: tuple[Any, ...]) -> None:
    _report_internal(event, provenance.frame(3))


def _hear_open(_: str, args: tuple[Any, ...]) -> None:
    path = args[0]
    if type(path) is str and path.startswith(_OWN_FILES):
        _report_internal("files about its own process", provenance.frame(3))
    if _state.sealed:
        # The event does not name the folder of a relative path: go by the file's name.
        name = signed_log.exact(path) if isinstance(path, str) else ""
        label = name if name in _state.sealed_names else _state.sealed.get(_identity(path))
        if label is not None:
            _report_reader("sealed-read", label, provenance.frame(3))


def _hear_start(event: str, _: tuple[Any, ...]) -> None:
    _report_reader("sealed-open", event, provenance.frame(3))


def _report_reader(kind: str, text: str, frame: FrameType | None) -> None:
    """Report the code of the workspace that read a sealed file, directly or through a call."""
    is_quoted = False
    while frame is not None:
        file = provenance.file_of(frame)
        place = provenance.place(file)
        if place is not None:
            kind = "sealed-quoted" if is_quoted and kind == "sealed-read" else kind
            _sign(kind, place, frame.f_lineno, text)
            return
        is_quoted = is_quoted or file in _QUOTING
        frame = frame.f_back


def _hear_run(event: str, _: tuple[Any, ...]) -> None:
    frame = provenance.frame(3)
    # Only directly: importlib runs modules like this, and dataclasses create methods like this.
    if frame is not None and provenance.place(provenance.file_of(frame)) is not None:
        _report_internal(event, frame)


def _hear_replaced(_: str, args: tuple[Any, ...]) -> None:
    if args[1] != "__code__":
        return
    frame = provenance.frame(3)
    name = _state.fingerprints.names.get(_address(args[0]))
    if name is None:
        _report_internal("replaced code", frame)
    elif frame is not None:
        _sign_of(frame, "runner-changed", f"the code of {name}")


# --- reports of our hooks -----------------------------------------------------------------------


def _hear_hook(_: str, args: tuple[Any, ...]) -> None:
    frame = _getframe(2)
    code, names = frame.f_code, frame.f_globals
    ours = names is _state.names and names.get("send") is _state.send
    if ours and _address(code) in _state.ours:
        _HANDLERS[args[0]](*args[1:])
    else:
        _sign_of(frame, "record-forged", "it reported what only pytest reports")


def _begin(root: str) -> None:
    frame: FrameType | None = _getframe(3)
    while frame is not None and frame.f_code is not _state.session:
        frame = frame.f_back
    _state.bottom = frame
    signed_log.write(_state.signed_log, session=root)


def _id(nodeid: str) -> None:
    signed_log.write(_state.signed_log, id=nodeid)


def _example(nodeid: str, text: str) -> None:
    signed_log.write(_state.signed_log, example=nodeid, text=text)


def _whole(nodeid: str) -> None:
    signed_log.write(_state.signed_log, whole=nodeid)


def _items(items: list[Any]) -> None:
    for item in items:
        function = _function(item)
        if function is not None:
            _state.functions[_address(item)] = function
    _check_all()


def _call(item: Any) -> None:
    """A test is about to be called: check that it is still the collected one."""
    _check()
    function = _function(item)
    if _state.functions.get(_address(item), function) is not function:
        _report_change("the function of a test", function)
    for name in ("runtest", "ihook", "setup", "teardown"):
        value = _attribute(item, "__dict__").get(name)
        if value is not None:
            _report_change(f"{name} of a test", value)


def _check() -> None:
    for name, value in provenance.changes(_state.fingerprints.near):
        _report_change(name, value)
    for hook, function in provenance.new_hooks(_state.fingerprints):
        file, line = provenance.definition(function)
        place = provenance.place(file)
        if place is not None:
            _sign("hook", place, line, f"it implements {hook}")
        elif type(function) not in (FunctionType, MethodType):
            _sign("hook", "", 0, f"an object that is no function implements {hook}")


def _check_all() -> None:
    for name, value in provenance.changes(_state.fingerprints.far):
        _report_change(name, value)
    _check()


def _watch(manager: Any) -> None:
    provenance.watch(_state.fingerprints, manager)
    _check()


def _report(report: Any, nodeid: str) -> None:
    """Take in a phase of a test, and record its outcome after the teardown."""
    if _state.fingerprints.report not in type(report).__mro__:
        _report_change("the kind of a report", type(report))
        return
    fields, nodeid = _attribute(report, "__dict__"), signed_log.exact(nodeid)
    if "context" not in fields:  # subtests are reported while their test runs
        _check_callers("an outcome was reported")
    when, outcome = signed_log.exact(fields.get("when")), _outcome(fields)
    if when == "setup":
        _state.states[nodeid] = "passed"  # also when a plugin reruns it
    if outcome is None:
        return
    state = _state.states.get(nodeid, "passed")
    if state not in ("failed", "error") and outcome != "passed":
        _state.states[nodeid] = outcome
    # A crashed worker leaves a report without a phase.
    if when == "teardown" or when not in ("setup", "call"):
        signed_log.write(_state.signed_log, test=nodeid, outcome=_state.states.pop(nodeid, outcome))


def _uncollected(nodeid: str) -> None:
    signed_log.write(_state.signed_log, test=nodeid, outcome="error")


def _modules(modules: dict[str, str]) -> None:
    for name, file in sorted(modules.items()):
        if _state.modules.get(name) != file:
            _state.modules[name] = file
            signed_log.write(_state.signed_log, module=name, file=file)


def _end(status: int, reason: str) -> None:
    _check_all()
    _check_callers("the end of the run was reported")
    signed_log.write(_state.signed_log, end=status, stopped=reason)


def _worker(name: str, secret: list[str]) -> None:
    key = _urandom(32)
    secret.append(key.hex())
    _state.workers[name] = signed_log.make(None, key)


def _answer(answer: dict[str, str], name: str) -> None:
    _check_all()
    answer[name] = signed_log.answer(_state.signed_log)


def _worker_answer(name: str, text: object) -> None:
    worker = _state.workers.pop(name, None)
    if worker is None:
        return
    lines = signed_log.parse_answer(worker, signed_log.exact(text))
    if lines is None:
        _sign("record-forged", "", 0, "a worker of xdist left no record of its own")
    for line in lines or ():
        signed_log.copy(_state.signed_log, line)


# --- signs of manipulation ----------------------------------------------------------------------


def _check_callers(event: str) -> None:
    """Report product code that calls pytest's own hooks."""
    if _state.bottom is None:
        return
    if get_ident() != _state.thread:
        _sign("record-forged", "", 0, f"{event} in a thread of its own")
        return
    plain = provenance.plain
    frame: FrameType | None = _getframe(4)
    while frame is not None and frame is not _state.bottom:
        # The common case, inlined for speed.
        file = frame.f_code.co_filename
        if not (type(file) is str and file in plain) and provenance.is_suspicious(frame):
            place = provenance.place(provenance.file_of(frame))
            _sign("record-forged", place or "", frame.f_lineno, f"{event} from here")
        frame = frame.f_back
    if frame is None:
        _sign("record-forged", "", 0, f"{event} when the run was over")


def _report_internal(event: str, frame: FrameType | None) -> None:
    """Report an event caused by code of the workspace, directly or through Python's library."""
    while frame is not None:
        file = provenance.file_of(frame)
        place = provenance.place(file)
        if place is not None:
            _sign("internals-used", place, frame.f_lineno, event)
            return
        # A module's actions on import are not those of its importer.
        if "importlib" in file or not (file.startswith("<") or provenance.is_of_python(file)):
            return
        frame = frame.f_back


def _report_change(name: str, value: object) -> None:
    file, line = provenance.definition(value)
    # pytest adds deprecated names to its own classes.
    if file == _state.former:
        return
    # Builtins may be changed for other reasons.
    kind = "internals-used" if name.startswith("builtins.") else "runner-changed"
    _sign(kind, provenance.place(file) or provenance.short_name(file), line, name)


def _sign_of(frame: FrameType, kind: str, text: str) -> None:
    file = provenance.file_of(frame)
    _sign(kind, provenance.place(file) or provenance.short_name(file), frame.f_lineno, text)


def _sign(kind: str, file: str, line: int, text: str) -> None:
    sign = (kind, file, text)
    if sign not in _state.signs and len(_state.signs) < _MOST_SIGNS:
        _state.signs.add(sign)
        signed_log.write(_state.signed_log, sign=kind, file=file, line=line, text=text)


# The handlers of our hooks' reports, by name.
_HANDLERS: dict[str, Callable[..., None]] = {
    function.__name__[1:]: function
    for function in (
        *(_answer, _begin, _call, _end, _example, _id, _items, _check, _modules, _report, _sign),
        *(_uncollected, _watch, _whole, _worker, _worker_answer),
    )
}


# --- helpers ------------------------------------------------------------------------------------


def _identity(path: object) -> tuple[int, int] | None:
    """The identity of a file or folder, independent of its path; None if there is none."""
    try:
        status = _stat("." if path is None else path)  # type: ignore[arg-type]
    except (OSError, ValueError, TypeError):
        return None
    return status.st_dev, status.st_ino


def _outcome(fields: dict[str, Any]) -> str | None:
    """The outcome of a test after one phase; None if it is still open."""
    outcome, when = signed_log.exact(fields.get("outcome")), signed_log.exact(fields.get("when"))
    if outcome not in ("passed", "failed", "skipped"):
        return None  # a plugin will rerun it
    is_expected = "wasxfail" in fields
    if outcome == "failed":
        return "failed" if when in ("call", "???") else "error"
    if "context" in fields:
        return None  # a subtest: only its failure counts for the test
    if outcome == "skipped":
        return "xfailed" if is_expected else "skipped"
    return "xpassed" if is_expected and when == "call" else "passed"


def _function(item: Any) -> Any:
    """The function that a test item will call, if there is one."""
    function = _attribute(item, "__dict__").get("_obj")
    return function.__func__ if type(function) is MethodType else function
