"""The names around a line, for many languages, on tidy and untidy code."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from buddy.core.findings.symbols import SUFFIXES, chains, name_chain, suffix_of

EXAMPLES = {
    "python": (
        ".py",
        "class A:\n    x = 1\n\n    async def b(\n        self,\n    ):\n        if x:\n            HERE\n",
        "A b",
    ),
    "python, text at the margin": (".py", 'def a():\n    x = """\nfoo\nclass B:\n"""\n    HERE\n', "a"),
    "python, comment at the margin": (".py", "def a():\n    x = 1\n# note\n    HERE\n", "a"),
    "python, after the function": (".py", "def a():\n    pass\n\nHERE\n", ""),
    "javascript function": (
        ".js",
        "export default async function a(x) {\n  if (x) {\n    HERE\n  }\n}\n",
        "a",
    ),
    "javascript arrow": (".ts", "export const a = async (x: T): Promise<T> => {\n  HERE\n}\n", "a"),
    "javascript method": (".js", "class A extends B {\n  static b(x) {\n    HERE\n  }\n}\n", "A b"),
    "javascript property": (".js", "app.use = function use(fn) {\n  HERE\n};\n", "app.use"),
    "javascript test": (
        ".js",
        "describe('a', () => {\n  it('does b', () => {\n    HERE\n  })\n})\n",
        "describe a|it does b",
    ),
    "javascript, text at the margin": (".js", "function a() {\n  x = `\nfoo\n`\n  HERE\n}\n", "a"),
    "javascript, a stray backtick": (".js", "x = /`/\nfunction a() {\n  HERE\n}\n", "a"),
    "java": (
        ".java",
        "public class A<T> {\n  @Override\n  public List<T> b(int c) throws D {\n    HERE\n  }\n}\n",
        "A b",
    ),
    "java, parameters on several lines": (
        ".java",
        "class A {\n  void b(\n      int c,\n      int d) {\n    HERE\n  }\n}\n",
        "A b",
    ),
    "java, a comment above the next method": (
        ".java",
        "class A {\n  void b() {\n  }\n\n  /**\n   * HERE\n   */\n  void c() {\n  }\n}\n",
        "A c",
    ),
    "kotlin": (".kt", "class A {\n  fun b(): Int {\n    HERE\n  }\n}\n", "A b"),
    "c#": (".cs", "namespace N\n{\n  class A\n  {\n    int B(int x)\n    {\n#if X\n      HERE\n", "N A B"),
    "go method": (".go", "func (s *Server) Run(ctx context.Context) error {\n\tHERE\n}\n", "Server Run|"),
    "go, parameters on several lines": (".go", "func Run(\n\ta int,\n) error {\n\tHERE\n}\n", "Run"),
    "go test": (
        ".go",
        'func TestA(t *testing.T) {\n\tt.Run("b", func(t *testing.T) {\n\t\tHERE\n',
        "TestA|t.Run b",
    ),
    "rust": (
        ".rs",
        "impl<T> Foo for Bar<T>\nwhere\n    T: Copy,\n{\n    pub fn b(&self) -> u8 {\n        HERE\n",
        "impl Foo for Bar|b",
    ),
    "c": (".c", "static int\nfoo(int a,\n    int b)\n{\n#ifdef X\n    HERE\n#endif\n", "foo"),
    "c, a label at the margin": (".c", "int foo(int a) {\n    a();\nout:\n    HERE\n}\n", "foo"),
    "c++": (".cpp", "namespace n {\nvoid A::b(int c) const {\n    HERE\n}\n}\n", "A::b"),
    "c++ test": (".cc", "TEST_F(Suite, Case) {\n    HERE\n}\n", "TEST_F Suite, Case|"),
    "rust, text at the margin": (".rs", 'fn a() {\n    x = "\nfoo bar\n";\n    HERE\n}\n', "a"),
    "rust, a match arm is no symbol": (".rs", "fn a() {\n    Some(x) => {\n        HERE\n", "a"),
    "rust test macro": (".rs", "rgtest!(r12, |dir: Dir| {\n    HERE\n});\n", "rgtest! r12|"),
    "rust attribute": (".rs", "mod a {\n    #[HERE]\n    fn b() {\n    }\n}\n", "a b"),
    "python decorator": (".py", "class A:\n    @HERE\n    def b(self):\n        pass\n", "A b"),
    "python decorator on several lines": (".py", "@deco(\n    HERE\n)\n@other\ndef b():\n    pass\n", "b"),
    "a comment before a blank line": (".py", "# HERE\n\ndef b():\n    pass\n", ""),
    "php": (".php", "class A\n{\n    public function b(): void\n    {\n        HERE\n", "A b"),
    "ruby": (".rb", "module A\n  class B < C\n    def d?\n      HERE\n    end\n", "A B d?"),
    "rspec": (".rb", "describe 'a' do\n  it \"does b\" do\n    HERE\n", "describe a|it does b"),
    "shell": (".sh", "a() {\n  HERE\n}\n", "a"),
    "yaml": (".yml", "jobs:\n  test:\n    steps:\n      - uses: HERE\n", "jobs test steps"),
    "toml": (".toml", "x = 1\n[tool.ruff]\na = 1\nHERE\n", "tool.ruff"),
    "markdown": (".md", "# A\n## B\ntext\n## C\nHERE\n", "C"),
    "unknown": (".xyz", "class A:\n    HERE\n", ""),
}


@pytest.mark.parametrize(("suffix", "text", "expected"), EXAMPLES.values(), ids=EXAMPLES.keys())
def test_names_the_symbols_around(suffix: str, text: str, expected: str) -> None:
    line = next(number for number, each in enumerate(text.split("\n"), start=1) if "HERE" in each)
    names = expected.rstrip("|").split("|") if "|" in expected else expected.split()
    assert name_chain(text, suffix=suffix, line=line) == tuple(names)


def test_a_line_outside_the_text_has_no_names() -> None:
    assert name_chain("class A:\n    x\n", suffix=".py", line=0) == ()
    assert name_chain("class A:\n    x\n", suffix=".py", line=99) == ()


@pytest.mark.parametrize(
    ("path", "suffix"),
    [("a/b.PY", ".py"), ("a.b/c", ""), ("x.test.ts", ".ts"), (".editorconfig", ".editorconfig")],
)
def test_the_suffix_is_the_last_one_of_the_last_name(path: str, suffix: str) -> None:
    assert suffix_of(path) == suffix


@settings(max_examples=100, deadline=None)
@given(
    suffix=st.sampled_from(SUFFIXES),
    lines=st.lists(
        st.text(max_size=30)
        | st.sampled_from(
            [
                "class A {",
                "  def b(",
                ") {",
                "{",
                "}",
                "`",
                '"""',
                "# x",
                "fn a()",
                "  where",
                "a:",
                "[b]",
                "/*",
            ]
        ),
        max_size=30,
    ),
)
def test_every_line_of_any_text_has_a_chain(suffix: str, lines: list[str]) -> None:
    assert len(chains(lines, suffix=suffix)) == len(lines)


@pytest.mark.parametrize("unit", ["a ", "a(b) ", "(", "[", "a.", "a::", "<", "'", "-", " ", "\t", "#", "a:"])
@pytest.mark.parametrize("suffix", [".ts", ".py", ".rb", ".yml", ".css", ".toml", ".md", ".sh", ".c"])
def test_a_hostile_line_costs_no_more_than_its_beginning(unit: str, suffix: str) -> None:
    """P11: patterns see a bounded part of the line, and none of them backtracks through it without end."""
    assert len(chains([unit * 20_000] * 50, suffix=suffix)) == 50
