"""Runs the examples of the documentation, and checks that the public API is documented and typed."""

import ast
import doctest
import inspect
import pathlib
import re
import subprocess
import sys

import pytest

import ludorum
from ludorum import _native

ROOT = pathlib.Path(__file__).resolve().parents[2]


def examples(path):
    text = (ROOT / path).read_text(encoding="utf-8")
    return re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("path", ["README.md", "docs/python.md", "docs/write-an-agent.md"])
def test_examples_run_word_for_word(path, tmp_path):
    found = examples(path)
    assert found
    if path == "docs/write-an-agent.md":
        # The first example is a file that the next one imports.
        (tmp_path / "mine.py").write_text(found.pop(0), encoding="utf-8")
    for number, example in enumerate(found):
        file = tmp_path / f"example{number}.py"
        file.write_text(example, encoding="utf-8")
        done = subprocess.run([sys.executable, str(file)], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, f"{example}\n{done.stderr}"


def test_sessions_in_the_code_are_right():
    import ludorum.colonizers

    for module in [ludorum, ludorum.colonizers]:
        failed, tried = doctest.testmod(module)
        assert tried > 0 and failed == 0


def public(owner):
    return {name for name in vars(owner) if not name.startswith("_") or name == "_repr_svg_"}


def test_the_stubs_have_everything_that_is_there():
    stubs = ast.parse((ROOT / "python/ludorum/_native.pyi").read_text(encoding="utf-8"))
    classes = {node.name: node for node in stubs.body if isinstance(node, ast.ClassDef)}
    functions = {node.name for node in stubs.body if isinstance(node, ast.FunctionDef)}
    assert set(classes) | functions == public(_native)
    for name, stub in classes.items():
        declared = {node.name for node in stub.body if isinstance(node, ast.FunctionDef)}
        declared = {one for one in declared if not one.startswith("__")}
        assert declared == public(getattr(_native, name)), name


def declared_parameters(stub):
    """The parameters of a stub, with their kinds."""
    kinds = {"posonlyargs": "POSITIONAL_ONLY", "args": "POSITIONAL_OR_KEYWORD", "kwonlyargs": "KEYWORD_ONLY"}
    given = [(arg.arg, kind) for group, kind in kinds.items() for arg in getattr(stub.args, group)]
    return [one for one in given if one[0] not in ("self", "cls")]


def actual_parameters(thing):
    """The parameters of a function or class, with their kinds."""
    given = [(one.name, one.kind.name) for one in inspect.signature(thing).parameters.values()]
    return [one for one in given if one[0] != "self"]


def test_what_stubs_say_may_be_given_is_what_can_be():
    stubs = ast.parse((ROOT / "python/ludorum/_native.pyi").read_text(encoding="utf-8"))
    found = [(node, getattr(_native, node.name)) for node in stubs.body if isinstance(node, ast.FunctionDef)]
    for owner in [node for node in stubs.body if isinstance(node, ast.ClassDef)]:
        kind = getattr(_native, owner.name)
        members = [node for node in owner.body if isinstance(node, ast.FunctionDef) and not node.decorator_list]
        found += [(node, kind if node.name == "__new__" else getattr(kind, node.name)) for node in members]
    assert len(found) > 50
    for stub, thing in found:
        assert declared_parameters(stub) == actual_parameters(thing), f"{thing}"


def test_everything_public_is_documented():
    for name in ludorum.__all__:
        thing = getattr(ludorum, name)
        assert inspect.getdoc(thing), name
        if inspect.isclass(thing):
            for member in public(thing):
                value = inspect.getattr_static(thing, member)
                if callable(value) or isinstance(value, property) or inspect.isgetsetdescriptor(value):
                    assert inspect.getdoc(getattr(thing, member)), f"{name}.{member}"
