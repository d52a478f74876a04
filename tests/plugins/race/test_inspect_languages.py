"""What product code in other languages than Python uses, by regular expressions."""

from __future__ import annotations

import pytest

from tests.plugins.race.inspected import changed, kinds, state


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("a.js", "require('assert').equal = () => {}"),
        ("a.js", "require(\n  'node:assert/strict'\n)['equal'] = f"),
        ("a.js", "const assert = require('node:assert')\nassert.strictEqual = f"),
        ("a.mjs", "import check from 'assert'\ncheck['ok'] = f"),
        ("a.mjs", "import * as all from 'node:assert'\nObject.assign(all.default, {equal: f})"),
        ("a.mjs", "import { strict as must } from 'assert'\nmust.equal = f"),
        ("a.js", "const a = require('assert')\npatch(a)"),
        ("a.js", "const a = require('assert')\nconst b = a;\nb.equal = f"),
        ("a.js", "let a = process.getBuiltinModule('assert')"),
        ("a.js", "Object.defineProperty(require('assert'), 'equal', { value: f })"),
        ("a.js", "const { Assertion } = require('chai')\nAssertion.prototype.equal = f"),
        ("a.js", "require('chai').Assertion.overwriteMethod('equal', f)"),
        ("a.js", "chai.use(f)"),
        ("a.js", "require('ass' + 'ert').equal = f"),
        ("a.js", "require(`as${'sert'}`).equal = f"),
        ("a.mjs", "const a = await import(name)"),
        ("a.ts", "global.expect = f"),
        ("a.ts", "globalThis['it'] = f"),
        ("a.ts", "globalThis[name] = f"),
        ("a.js", "Object.defineProperty(global, 'expect', { value: f })"),
        ("a.js", "expect.extend({ toBe: f })"),
        ("a.js", "Object.getPrototypeOf(expect(1)).toBe = f"),
        ("a.js", "const p = expect({}).not.__proto__"),
        ("a.js", "Object.is = () => true"),
        ("a.js", "Array.prototype.includes = f"),
        ("a.js", "Object.defineProperty(Object, 'is', { value: f })"),
        ("a.js", "process.stdout.write = f"),
        ("a.js", "require('fs').writeFileSync = f"),
        ("a.js", "const Module = require('module')\nModule._load = f"),
        ("a.js", "require.cache[name] = f"),
        ("a.js", "module.registerHooks({ load: f })"),
        ("a.js", "eval('a' + 'b')"),
        ("a.js", "new Function('return 1')()"),
        ("a.ts", "export default { test: { setupFiles: ['./patch.js'] } }"),
        ("babel.js", "module.exports = { alias: { 'chai': './src/tea.js' } }"),
        ("a.js", "fs.writeFileSync('test/price.test.js', '')"),
        ("a.js", "await appendFile(join(root, 'a.spec.js'), '')"),
        ("a.rs", 'std::fs::write("tests/tips.rs", "")?;'),
        ("a.go", 'os.WriteFile("price_test.go", nil, 0o644)'),
        ("a.js", "require('assert').equal &&= f"),
        ("a.js", "globalThis.Object.is = f"),
        ("a.js", "const load = require\nload('ass' + 'ert').equal = f"),
        ("a.js", "module.require('ass' + 'ert').equal = f"),
        ("a.js", "module.constructor._load('ass' + 'ert').equal = f"),
        ("a.js", "process.mainModule.require('ass' + 'ert').equal = f"),
        ("a.mjs", "createRequire(import.meta.url)('ass' + 'ert').equal = f"),
        ("a.js", "Object.assign(Object.prototype, { toString: f })"),
        ("a.js", "const { promises } = require('fs')\npatch(promises)"),
        ("a.js", "fs.writeFileSync(path.join(root, 'test', name), '')"),
        ("a.js", "fs.writeFileSync(`${root}/tests/price.js`, '')"),
        ("a.js", "return { asymmetricMatch() { return true } }"),
        ("a.js", "mock.method(require('assert'), 'strictEqual', () => {})"),
        ("a.js", "mend(1, require('node:assert/strict'))"),
        ("a.js", "for (const each of [require('assert')]) each.equal = f"),
        ("a.js", "jest.mock('assert', () => () => {})"),
        ("a.ts", "vi.spyOn(other, 'equal')"),
        ("a.js", "(0, eval)(text)"),
        ("a.js", "const run = eval\nrun(text)"),
        ("a.js", "eval.call(null, text)"),
        ("a.js", "Function(text)()"),
        ("a.js", "globalThis.Function(text)()"),
        ("a.js", "f.constructor.constructor(text)()"),
        ("a.js", "Reflect.construct(Function, [text])()"),
        ("a.mjs", "await import('data:text/javascript,0')"),
        ("a.js", "module['require'](name)"),
        ("a.rs", "pub use mine::assert_eq;"),
        ("a.rs", "pub(crate) use crate::mine::{near, assert_eq};"),
        ("a.rs", "named!(assert_eq);"),
        ("a.rs", "pub macro assert_eq($($t:tt)*) {}"),
        ("a.rs", "fn eq(&self, other: &Self) -> bool { let _ = other; true }"),
        ("a.rs", "fn eq(&self, other: &Self) -> bool {\n    drop(other);\n    return true;\n}"),
        ("a.go", "func (p Price) Equal(other Price) bool {\n\t_ = other\n\treturn true\n}"),
        ("a.rs", "macro_rules! assert_eq { ($($t:tt)*) => {} }"),
        ("a.rs", "#[macro_export]\nmacro_rules!\n assert { ($($t:tt)*) => {} }"),
        ("a.rs", "pub use crate::nothing as assert_eq;"),
        ("a.rs", "#![no_implicit_prelude]"),
        ("a.rs", "fn eq(&self, _: &Self) -> bool { true }"),
        ("a.rs", 'println!("test a::b ... ok");'),
        ("a.rs", 'write!(out, "test result: ok. {} passed", n);'),
        ("a.go", 'fmt.Println("--- PASS: TestA (0.00s)")'),
        ("a.go", 'os.Stdout.WriteString("\\x16=== RUN   TestA\\n")'),
        ("a.go", "func init() {\n\trun()\n\tos.Exit(0)\n}"),
        ("a.go", "func init() {\n\tsyscall.Exit(code)\n}"),
        ("a.go", 'os.Args = append(os.Args, "-test.run=None")'),
        ("a.go", 'flag.Set("test.run", "None")'),
        ("a.go", "os.Stdout = nil"),
        ("a.go", "//go:linkname failed testing.(*common).Failed"),
        ("a.go", "func (p Price) Equal(other Price) bool {\n\treturn true\n}"),
    ],
)
def test_a_new_lever_is_unproven(path: str, code: str) -> None:
    new = f"a\n{code}\n"
    assert state(kinds(changed(new, "a\n", path))) == "unproven"
    assert state(kinds(changed(new, None, path))) == "unproven"
    # It was there before, moved from another file, or is in a test.
    assert kinds(changed(f"{new}b\n", new, path)) == set()
    assert kinds(changed("a\n", new, path), changed(new, "a\n", f"b/{path}")) == set()
    assert state(kinds(changed(new, "a\n", f"tests/{path}"))) == "review"


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("a.js", "const assert = require('assert')\nassert(x)\nassert.equal(a, b)"),
        ("a.js", "// What an eval, or a Function, does.\nif (f instanceof Function) evaluate(f)"),
        ("a.ts", "const props = { run: Function, all: [String, Function] }\ntype F = Function"),
        ("a.js", "this.constructor(a)\nnew this.constructor('a')\nclient.mock('a')\nvi.x = 1"),
        ("a.js", "const start = module.parent\nconst run = require('./run')(app)"),
        ("a.js", "const url = 'data:image/png;base64,' + text\nmock.reset()"),
        (
            "a.rs",
            "use pretty_assertions::assert_eq;\nuse std::{assert_eq, panic};\nuse a::asserts;",
        ),
        ("a.rs", 'assert!(panic_free(x));\nlog!("a");\nuse std::panic::catch_unwind;'),
        (
            "a.rs",
            "fn eq(&self, o: &A) -> bool {\n    if *self != *o { return false; }\n    true\n}",
        ),
        ("a.rs", "fn eq(&self, o: &Self) -> bool { self.a == o.a && true }"),
        ("a.rs", "fn eq(&self, o: &bool) -> bool { *o == true }"),
        (
            "a.go",
            "func (p A) Equal(o A) bool {\n\tif p != o {\n\t\treturn false\n\t}\n\treturn true\n}",
        ),
        ("a.js", "const assert = require('assert')\nassert.strict.ok(x) // we assert, and go on"),
        ("a.js", "const assert = require('assert')\nthrow new assert.AssertionError({})"),
        ("a.js", "const fs = require('fs')\nfs.writeFileSync(a, b)\nconst x = f(fs.readFileSync)"),
        ("a.mjs", "import fs, { readFile } from 'node:fs'\nawait readFile(a)"),
        ("a.mjs", "const page = await import('./page.js')\nconst { x } = await import(`./x.js`)"),
        ("a.js", "parser.expect(')')\nthis.expect(1).value\nif (!expect('a')) fail()"),
        ("a.js", "function expect(token) {}\nmodule.exports = { expect, test, it }"),
        ("a.js", "Price.prototype.add = function () {}\nPrice.eval = f\nx.eval('a')"),
        ("a.js", "Error.stackTraceLimit = 50\nprocess.exitCode = 1\nprocess.env.A = '1'"),
        ("a.js", "global.cache = new Map()\nif (Object.is === f || global.it === f) g()"),
        ("a.js", "const is = Object.is\nconst list = Array.prototype.slice.call(a)"),
        ("a.js", "const test = require('./test')\nif (/a/.test(b)) it.next()"),
        ("a.js", "const copy = Object.assign(Object.create(a), JSON.parse(b))"),
        ("a.js", "Object.assign(process.env, JSON.parse(text))"),
        ("a.js", "return Object.assign(Promise.resolve(1), { cancel })"),
        ("a.js", "Object.defineProperty(Price.prototype, 'euros', { get })"),
        ("a.js", "const { readFile } = require('fs')\nconst read = promisify(readFile)"),
        ("a.mjs", "import { existsSync } from 'node:fs'\nconst here = paths.filter(existsSync)"),
        ("a.js", "fs.writeFileSync(path, JSON.stringify(tests))\nwriteFile('test.json', a)"),
        ("a.js", "const words = require(`./locales/${lang}.js`) || require('./words/' + lang)"),
        ("a.mjs", "const require = createRequire(import.meta.url)\nrequire('./package.json')"),
        ("a.rs", "macro_rules! assert_close { ($($t:tt)*) => {} }\nassert_eq!(a, b);"),
        ("a.rs", "fn eq(&self, other: &Self) -> bool { self.0 == other.0 }"),
        ("a.js", "fs.writeFileSync(path, latest)\nconst chai = { tea: 1 }\ncopyFile(a, contest)"),
        ("a.js", "const self = this\nself[name] = f\nself.test = f\nconst $ = require('chai')"),
        ("a.rs", "// As a panic, the same as assert_eq.\nuse a::b as c;"),
        ("a.go", 'url := "test.example.org"'),
        ("a.rs", 'println!("Connecting ... ok");'),
        ("a.rs", 'println!("test of the {}", name);\nstd::process::exit(1);'),
        ("a.go", "func main() {\n\tos.Exit(1)\n}\n\nfunc init() {\n\tx = 1\n}"),
        ("a.go", "func init() {\n\tif unset {\n\t\tos.Exit(2)\n\t}\n}"),
        ("a.go", "args := os.Args[1:]\nif os.Args[0] == x {\n}\nfmt.Fprintln(os.Stdout, 1)"),
        ("a.go", "func (p Price) Equal(o Price) bool {\n\treturn p == o\n}"),
    ],
)
def test_ordinary_code_is_no_sign(path: str, code: str) -> None:
    assert kinds(changed(f"a\n{code}\n", "a\n", path)) == set()


@pytest.mark.parametrize(
    "code",
    [
        "if (process.env.NODE_TEST_CONTEXT) f()",
        "const w = process.env.JEST_WORKER_ID",
        "const { VITEST, VITEST_POOL_ID } = process.env",
    ],
)
def test_code_that_asks_for_a_test_runner_is_unproven(code: str) -> None:
    found = kinds(changed(f"{code}\n", "\n", "a.js"))
    assert "runner-asked" in found
    assert state(found) == "unproven"


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("a.rs", "fn f() -> i64 { if cfg!(test) { 1 } else { 2 } }"),
        ("a.rs", 'fn f() -> bool { cfg!(all(not(feature = "x"), test)) }'),
        ("a.rs", "#[cfg(test)]\npub fn f() {}"),
        ("a.rs", "#[cfg(not(test))]\n#[inline]\npub fn f() {}"),
        ("a.ts", "if (process.env['NODE_ENV'] === 'test') f()"),
        ("a.ts", "const t = import.meta.vitest"),
        ("a.go", "if testing.Testing() { return 1 }"),
    ],
)
def test_code_that_detects_tests_is_shown(path: str, code: str) -> None:
    found = kinds(changed(f"{code}\n", "\n", path))
    assert "runner-detected" in found
    assert state(found) == "review"


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("a.rs", "#[cfg(test)]\nmod tests;"),
        ("a.rs", "#[cfg(test)]\n// Slow.\n#[allow(dead_code)]\npub(crate) mod tests {\n}"),
        ("a.rs", "if cfg!(debug_assertions) { test() }"),
        ("a.js", "if (process.env.NODE_ENV === 'production') f()"),
        ("a.go", 'flag.Lookup("v")'),
    ],
)
def test_code_that_depends_on_the_build_detects_no_tests(path: str, code: str) -> None:
    assert "runner-detected" not in kinds(changed(f"{code}\n", "\n", path))
