"""The base class of agents for a Python without the package: only what a program that plays needs.

Ludorum puts this folder on the path of every Python agent it starts. An installed package goes first.
"""

import importlib.machinery
import importlib.util
import os
import sys

_FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def _installed():
    """The package itself, if this Python has it and can load it."""
    others = [path for path in sys.path if os.path.abspath(path or ".") != _FOLDER]
    spec = importlib.machinery.PathFinder.find_spec("ludorum", others)
    # An agent called ludorum.py is no package.
    if spec is None or spec.loader is None or not spec.submodule_search_locations:
        return None
    here = sys.modules["ludorum"]
    package = importlib.util.module_from_spec(spec)
    sys.modules["ludorum"] = package
    try:
        spec.loader.exec_module(package)
    except ImportError:
        for name in [name for name in sys.modules if name.startswith("ludorum.")]:
            del sys.modules[name]
        sys.modules["ludorum"] = here
        return None
    return package


if _installed() is None:
    from ._native import Game, State, View
    from .agent import Agent

    __all__ = ["Agent", "Game", "State", "View"]

    def __getattr__(name):
        raise AttributeError(
            f"ludorum.{name} needs the whole package: install it with pip, or see docs/write-an-agent.md"
        )
