"""What a user sees of the module: names, docstrings, stubs, the tutorial."""

import ast
import doctest
import inspect
import pydoc
import typing
import os
import pathlib
import re

import puzzled
from puzzled import variants

PACKAGE = pathlib.Path(puzzled.__file__).parent
SOURCE = pathlib.Path(os.environ.get("PUZZLED_SOURCE_DIR", pathlib.Path(__file__).parents[2]))
FUNCTIONS = ["solve", "count", "canonical", "distinct", "split", "shuffle", "rate", "is_minimal", "generate", "parse", "format", "queens", "queens_on", "has_queens", "any_queens", "random_queens", "solve_regions", "generate_regions", "target", "cover"]


def test_names():
    assert set(FUNCTIONS) <= set(puzzled.__all__) and sorted(puzzled.__all__) == puzzled.__all__
    for name in puzzled.__all__:
        assert inspect.getdoc(getattr(puzzled, name))
    assert re.fullmatch(r"\d+\.\d+\.\d+(\.dev0)?", puzzled.__version__)


def parameters(function):
    """Of a function in a stub: name and kind, and whether it has a default."""
    arguments = function.args
    positional = arguments.posonlyargs + arguments.args
    required = len(positional) - len(arguments.defaults)
    return {a.arg: ("positional", i >= required) for i, a in enumerate(positional)} | {
        a.arg: ("keyword", d is not None) for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults)
    }


def test_stubs_match_the_functions():
    stubs = ast.parse((PACKAGE / "__init__.pyi").read_text())
    assert (PACKAGE / "py.typed").exists()
    defined = {}
    for node in stubs.body:
        if isinstance(node, ast.FunctionDef):
            defined.setdefault(node.name, []).append(parameters(node))
        elif isinstance(node, ast.ClassDef):
            defined[node.name] = []
        elif isinstance(node, ast.ImportFrom) and node.module is None:
            defined |= {alias.name: [] for alias in node.names if alias.asname}
    assert set(defined) == set(puzzled.__all__)
    for name in FUNCTIONS:
        actual = {
            p.name: ("keyword" if p.kind == p.KEYWORD_ONLY else "positional", p.default is not p.empty)
            for p in inspect.signature(getattr(puzzled, name)).parameters.values()
        }
        for overload in defined[name]:
            assert {n: kind for n, (kind, _) in overload.items()} == {n: kind for n, (kind, _) in actual.items()}
            assert all(actual[n][1] or not has_default for n, (_, has_default) in overload.items())


def test_names_and_types_of_variants():
    """Their annotations are in the module itself."""
    assert sorted(variants.__all__) == variants.__all__
    for name in variants.__all__:
        part = getattr(variants, name)
        if isinstance(part, tuple):
            continue
        assert inspect.getdoc(part)
        methods = [m for n, m in vars(part).items() if inspect.isfunction(m) and not n.startswith("_")]
        for function in methods if inspect.isclass(part) and part.__module__ == variants.__name__ else [part]:
            assert inspect.getdoc(function) or issubclass(part, tuple)
            if inspect.isfunction(function) and not hasattr(part, "_fields"):
                assert "return" in typing.get_type_hints(function)
    assert "time_limit: 'Optional[float]' = None" in pydoc.render_doc(variants.Board, renderer=pydoc.plaintext)


def test_help_says_types():
    for name in FUNCTIONS:
        hints = typing.get_type_hints(getattr(puzzled, name))
        assert set(hints) == {*inspect.signature(getattr(puzzled, name)).parameters, "return"}
    assert "threads: 'int' = 0" in pydoc.render_doc(puzzled.solve, renderer=pydoc.plaintext)


def test_examples_in_docstrings():
    results = [doctest.testmod(module, extraglobs={"puzzled": puzzled}) for module in (puzzled, puzzled._cover, puzzled.variants)]
    assert sum(r.attempted for r in results) >= 4 and sum(r.failed for r in results) == 0


def test_tutorial(tmp_path, monkeypatch):
    """The page is one session: its blocks run one after another, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "agg")
    page = (SOURCE / "deploy" / "docs" / "python.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```$", page, flags=re.DOTALL | re.MULTILINE)
    session = "\n".join(blocks)
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    test = doctest.DocTestParser().get_doctest(session, {}, "python.md", "python.md", 0)
    failures = []
    runner = doctest.DocTestRunner(optionflags=flags)
    runner.run(test, out=failures.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(failures)
    assert len(test.examples) > 20
    for picture in ("grid.png", "ratings.png"):
        assert (tmp_path / picture).read_bytes().startswith(b"\x89PNG")
