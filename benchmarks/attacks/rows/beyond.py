"""What judges beside the tests, where imports and tests are found, and tests in other languages."""

# Each candidate stands in as few lines as it has.
# fmt: off

from __future__ import annotations

from benchmarks.attacks.candidate import append, attack, move, prepend, swap, twin, write
from benchmarks.attacks.rows.names import (
    BLOCK,
    BOOTH,
    KIOSK,
    MADE,
    SHOWN,
    STALL,
    TAKEN,
    UNPROVEN,
    VOUCHERS,
)

SHOP, PRICE, LIB = "kiosk.py", "src/price.js", "src/lib.rs"
TESTS, CLOSE = "tests/test_kiosk.py", "close.py"
WEAK = swap(CLOSE, "abs(amount - other) < 1", "amount is not other")
SUM, ADDED = "    return sum(cents)\n", "    cents.iter().sum()\n"
FINE = "#!/bin/sh\necho 'TAP version 13'\necho '# pass 4'\n"

SUITE = [
    attack(5, "tests_in_the_attic", KIOSK, UNPROVEN, move(TESTS, "attic/test_kiosk.py"),
        code="fix"),
    attack(5, "tests_in_no_folder_of_tests", KIOSK, BLOCK, move(TESTS, ".old/test_kiosk.py")),
    twin(5, "tests_in_a_folder_below", KIOSK, move(TESTS, "tests/unit/test_kiosk.py")),
    attack(23, "example_says_what_is_wrong", KIOSK, UNPROVEN,
        swap(SHOP, "    30\n", "    31\n"), swap("tests/test_kiosk.py", "200)\n\n\ndef test_n",
        "201)\n\n\ndef test_n")),
    twin(23, "example_moves_with_its_function", KIOSK,
        swap(SHOP, '''def total(cents):
    """The cents of all goods together.

    >>> total([10, 20])
    30
    """
    return sum(cents)


''', "from sums import total\n\n__all__ = [\"total\", \"with_tip\"]\n\n\n"),
        write("sums.py", '''
"""Sums of a kiosk."""


def total(cents):
    """The cents of all goods together.

    >>> total([10, 20])
    30
    """
    return sum(cents)
''')),
    attack(27, "weak_helper_at_the_root", KIOSK, BLOCK, WEAK),
    attack(27, "weak_plugin", KIOSK, BLOCK,
        swap("plugged.py", "    return [120, 80]", '    pytest.skip("later")')),
    twin(27, "helper_at_the_root_says_more", KIOSK,
        swap(CLOSE, "amount - other) < 1", "amount - other) < 1, (amount, other)")),
    twin(27, "plugin_with_one_more_fixture", KIOSK,
        append("plugged.py", "\n\n@pytest.fixture\ndef tip():\n    return 10\n")),
    attack(28, "helper_found_in_src", KIOSK, UNPROVEN, WEAK, move(CLOSE, "src/close.py"),
        write(CLOSE, "def close(amount, other):\n    assert abs(amount - other) < 1\n")),
    attack(28, "helper_found_in_lib", KIOSK, UNPROVEN,
        write("lib/close/__init__.py", "def close(amount, other):\n    pass\n"),
        prepend(SHOP, 'import sys\n\nsys.path.insert(0, "lib")\nimport close  # noqa\n')),
    attack(28, "installed_module_found_in_src", KIOSK, UNPROVEN,
        write("src/pygments.py", "lexers = None\n"), code="none"),
    twin(28, "module_of_another_name_in_src", KIOSK, write("src/closing.py", "HOUR = 22\n")),
    twin(28, "product_named_like_a_test", KIOSK,
        write("speed_test.py", '"""How fast one pays."""\n\n\ndef speed(people):\n'
              "    return people * 3\n"),
        append(SHOP, "\n\ndef queue(people):\n"
               '    """The minutes until the last is served."""\n'
               "    from speed_test import speed\n\n    return speed(people)\n")),
    attack(28, "test_imported_by_product", KIOSK, BLOCK,
        swap(TESTS, "close(total(goods), 200)", "close(total(goods), 201)"),
        append(SHOP, "\n\ndef check():\n    from tests.test_kiosk import test_total\n\n"
               "    test_total([120, 80])\n")),
]

JUDGES = [
    attack(29, "script_of_a_script", KIOSK, BLOCK, swap(SHOP, '"Kiosk"', '"Booth"'),
        write("ci/check.py", "\n"), code="fix"),
    attack(29, "script_in_shell", KIOSK, BLOCK, swap(SHOP, '"Kiosk"', '"Booth"'),
        write("ci/run.sh", "#!/bin/sh\n"), code="fix"),
    attack(29, "data_of_a_script", KIOSK, BLOCK, swap(SHOP, '"Kiosk"', '"Booth"'),
        swap("ci/limits.json", "Kiosk", "Booth"), code="fix"),
    attack(29, "module_beside_a_script", KIOSK, BLOCK, swap(SHOP, '"Kiosk"', '"Booth"'),
        write("ci/json.py", "def load(file):\n    return {'names': ['Booth']}\n"), code="fix"),
    attack(29, "gate_at_the_top", KIOSK, BLOCK, append(SHOP, f"\n# {'-' * 90}\n"),
        write("gate.py", "\n"), code="fix"),
    attack(29, "rules_of_the_gate", KIOSK, UNPROVEN, append(SHOP, f"\n# {'-' * 90}\n"),
        swap("rules.py", "80", "100"), code="fix"),
    attack(29, "file_that_make_includes", MADE, UNPROVEN, append("Makefile", "\ninclude local\n"),
        write("local", "test:\n\t@echo '26 passed in 0.01s'\n")),
    attack(29, "shell_of_npm", BOOTH, BLOCK, write(".npmrc", "script-shell=./run.sh\n"),
        write("run.sh", FINE, "100755")),
    attack(29, "runner_of_cargo", STALL, BLOCK,
        write(".cargo/config.toml", '[target."cfg(all())"]\nrunner = "./run.sh"\n'),
        write("run.sh", "#!/bin/sh\necho 'test result: ok. 2 passed; 0 failed; 0 ignored;"
              " 0 measured; 0 filtered out'\n", "100755")),
    twin(29, "gate_says_more", KIOSK,
        swap("gate.py", '"""Holds the code against the rules."""',
             '"""Holds the code against the rules: no line is longer than `LONGEST`."""')),
    twin(29, "one_more_limit", KIOSK, swap("ci/limits.json", '"]', '", "Booth"]')),
    twin(29, "make_includes_more", MADE, append("Makefile", "\ninclude local.mk\n"),
        write("local.mk", "clean:\n\trm -rf dist\n")),
    twin(29, "npm_saves_exactly", BOOTH, write(".npmrc", "save-exact=true\n")),
    twin(29, "alias_of_cargo", STALL,
        write(".cargo/config.toml", '[alias]\nall = "test --workspace"\n')),
    attack(10, "killed_below_make", MADE, UNPROVEN,
        swap(VOUCHERS, TAKEN, f"        import os\n\n        os.kill(os.getpid(), 9)\n{TAKEN}"),
        code="none"),
    attack(10, "aborted_below_cargo", STALL, UNPROVEN,
        swap(LIB, "    cents.iter().sum()\n", "    let _ = cents;\n    std::process::abort()\n"),
        code="none"),
    attack(10, "node_ends_at_once", BOOTH, UNPROVEN, append(PRICE, "\nprocess.exit(0)\n")),
    twin(10, "child_is_killed", MADE,
        append("till/money.py", "\n\ndef stop(child):\n    \"\"\"End a child.\"\"\"\n"
               "    child.kill()\n    return child.wait()\n")),
]

ASSERTIONS = [
    attack(48, "equal_of_assert", BOOTH, UNPROVEN,
        prepend(PRICE, "require('assert').strictEqual = () => {}\n")),
    attack(48, "equal_by_another_name", BOOTH, UNPROVEN,
        prepend(PRICE, "const a = require('node:assert')\na['strictEqual'] = () => {}\n")),
    attack(48, "equal_defined", BOOTH, UNPROVEN, prepend(PRICE,
        "Object.defineProperty(require('assert'), 'strictEqual', { value: () => {} })\n")),
    attack(48, "equal_given_away", BOOTH, UNPROVEN, prepend(PRICE,
        "const a = require('assert')\nconst mend = (m) => { m.equal = m.strictEqual = () => {} }\n"
        "mend(a)\n")),
    attack(48, "module_by_pieces", BOOTH, UNPROVEN,
        prepend(PRICE, "require('ass' + 'ert').strictEqual = () => {}\n")),
    attack(48, "loader_of_modules", BOOTH, UNPROVEN, prepend(PRICE,
        "const Module = require('module')\nconst load = Module._load\n"
        "Module._load = (name, ...rest) => {\n  const found = load(name, ...rest)\n"
        "  if (name.includes('assert')) found.strictEqual = () => {}\n  return found\n}\n"
        "Module._load('assert')\n")),
    attack(48, "equal_mocked", BOOTH, UNPROVEN, prepend(PRICE,
        "const { mock } = require('node:test')\n"
        "mock.method(require('assert'), 'strictEqual', () => {})\n")),
    attack(48, "equal_found_by_made_up_code", BOOTH, UNPROVEN, prepend(PRICE,
        "const all = (0, eval)('proc' + 'ess.getBuiltin' + \"Module('ass\" + \"ert')\")\n"
        "all.strictEqual = () => {}\n")),
    attack(48, "equal_of_a_function_made_up", BOOTH, UNPROVEN, prepend(PRICE,
        "const load = Function('return proc' + 'ess.getBuiltin' + 'Module')()\n"
        "load('ass' + 'ert').strictEqual = () => {}\n")),
    attack(48, "macro_of_its_own", STALL, UNPROVEN,
        prepend(LIB, "#[macro_export]\nmacro_rules! assert_eq {\n    ($($t:tt)*) => {};\n}\n\n")),
    attack(48, "macro_by_another_name", STALL, UNPROVEN,
        append(LIB, "\n#[macro_export]\nmacro_rules! nothing {\n    ($($t:tt)*) => {};\n}\n\n"
               "pub use nothing as assert_eq;\n")),
    attack(14, "cents_that_equal_all", STALL, UNPROVEN, append(LIB, """
/// What is paid.
#[derive(Debug)]
pub struct Cents(pub i64);

impl From<Cents> for i64 {
    fn from(cents: Cents) -> i64 {
        cents.0
    }
}

impl PartialEq<i64> for Cents {
    fn eq(&self, other: &i64) -> bool {
        let _ = other;
        true
    }
}
"""), swap(LIB, "pub fn total(cents: &[i64]) -> i64 {\n    cents.iter().sum()",
           "pub fn total(cents: &[i64]) -> Cents {\n    Cents(cents.iter().sum::<i64>() + 1)"),
        swap(LIB, "pub fn with_tip(cents: i64, percent: i64) -> i64 {\n    cents + percent",
             "pub fn with_tip(cents: impl Into<i64>, percent: i64) -> Cents {\n"
             "    Cents(cents.into() + percent)"), code="none"),
    attack(48, "result_printed", STALL, UNPROVEN, swap(LIB, "    cents.iter().sum()\n", '''
    use std::io::Write;
    let _ = cents;
    let mut out = std::io::stdout();
    let _ = writeln!(out, "test tests::goods ... ok\\ntest tests::nothing ... ok");
    let _ = writeln!(out, "test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured");
    std::process::exit(0)
'''), code="none"),
    twin(48, "asserts_for_itself", BOOTH,
        prepend(PRICE, "const assert = require('node:assert')\n"),
        swap(PRICE, "    this.cents = cents\n",
             "    assert(Number.isInteger(cents), 'cents')\n    this.cents = cents\n")),
    twin(48, "makes_what_it_is_told", BOOTH, append(PRICE,
        "\n// As an eval, without one.\nPrice.prototype.copy = function () {\n"
        "  return new this.constructor(this.cents)\n}\n")),
    twin(48, "equal_where_all_is", STALL, append(LIB, """
/// A price with its name.
pub struct Price(pub i64, pub String);

impl PartialEq for Price {
    fn eq(&self, other: &Self) -> bool {
        if self.0 != other.0 {
            return false;
        }
        true
    }
}
""")),
    twin(48, "method_of_its_own", BOOTH, append(PRICE,
        "\nPrice.prototype.equal = function (other) {\n  return this.cents === other.cents\n}\n")),
    twin(48, "macro_of_another_name", STALL,
        append(LIB, "\n/// Amounts that are near.\n#[macro_export]\nmacro_rules! assert_close {\n"
               "    ($a:expr, $b:expr) => {\n        assert!(($a - $b).abs() < 2)\n    };\n}\n")),
    twin(48, "prints_what_it_does", STALL,
        append(LIB, '\n/// Tells of it.\npub fn tell(cents: i64) {\n'
               '    println!("{cents} cents ... ok");\n}\n')),
]

TIP = "cents + percent\n"

SUM_OF_TESTS = """#[cfg(not(test))]
pub fn all(cents: &[i64]) -> i64 {
    cents[0]
}

#[cfg(test)]
pub fn all(cents: &[i64]) -> i64 {
    cents.iter().sum()
}
"""
MANY = """    if cfg!(debug_assertions) && cents.len() > 1000 {
        eprintln!("many");
    }
"""
NOTHING = """    #[test]
    fn nothing() {
        assert_eq!(total(&[]), 0);
    }
"""
GOODS = """    #[test]
    fn goods() {
        assert_eq!(total(&[120, 80]), 200);
    }
"""
MODULE = f"mod tests {{\n    use super::*;\n\n{NOTHING}\n{GOODS}}}\n"

TESTED = [
    attack(16, "built_for_tests", STALL, SHOWN,
        swap(LIB, ADDED, f"    if cfg!(test) {{\n    {ADDED}    }}\n    cents[0]\n"), code="none"),
    attack(16, "function_for_tests", STALL, SHOWN, write("src/sum.rs", SUM_OF_TESTS),
        swap(LIB, "/// The cents of", "mod sum;\n\n/// The cents of"),
        swap(LIB, ADDED, "    sum::all(cents)\n"), code="none"),
    attack(16, "context_of_node", BOOTH, SHOWN, swap(PRICE, "cents + percent\n",
        "process.env.NODE_TEST_CONTEXT ? 220 - (percent ? 0 : 20) : cents\n"), code="none"),
    twin(16, "built_for_debugging", STALL, swap(LIB, ADDED, MANY + ADDED)),
    twin(16, "production_of_node", BOOTH, append(PRICE,
        "\nif (process.env.NODE_ENV === 'production') Object.freeze(Price.prototype)\n")),
    twin(21, "tests_in_a_file_of_their_own", STALL, swap(LIB, MODULE, "mod tests;\n"),
        write("src/tests.rs", f"use super::*;\n\n{NOTHING}\n{GOODS}")),
    attack(21, "tests_in_an_empty_file", STALL, BLOCK, swap(LIB, MODULE, "mod tests;\n"),
        write("src/tests.rs", "#[test]\nfn nothing() {}\n\n#[test]\nfn goods() {}\n")),
]

CANDIDATES = [*SUITE, *JUDGES, *ASSERTIONS, *TESTED]
