"""Runs the examples of the README and of every docstring."""

from __future__ import annotations

import doctest
import inspect
from pathlib import Path
from types import ModuleType

import damier
import pytest
from damier import _damier, env

README = Path(__file__).parent.parent / "README.md"
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def documented() -> list[tuple[str, str]]:
    """Every name with a docstring that has an example."""
    found = [("damier", damier.__doc__ or ""), ("damier.env", env.__doc__ or "")]
    for name in damier.__all__:
        thing = getattr(damier, name)
        if isinstance(thing, ModuleType | int | str):
            continue
        found.append((name, thing.__doc__ or ""))
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                found.append((f"{name}.{member}", getattr(value, "__doc__", None) or ""))
    return [(name, text) for name, text in found if ">>>" in text]


@pytest.mark.parametrize(("name", "text"), documented(), ids=lambda value: value[:30])
def test_docstring(name: str, text: str) -> None:
    parsed = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    assert doctest.DocTestRunner(optionflags=OPTIONS).run(parsed).failed == 0


def test_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = README.read_text(encoding="utf-8")
    parsed = doctest.DocTestParser().get_doctest(text, {}, "README", str(README), 0)
    assert parsed.examples
    assert doctest.DocTestRunner(optionflags=OPTIONS).run(parsed).failed == 0


def test_everything_public_has_a_docstring() -> None:
    for name in damier.__all__:
        thing = getattr(damier, name)
        if isinstance(thing, int | str):
            continue
        assert thing.__doc__, name
        if inspect.isclass(thing) and thing.__module__ == "damier":
            for member, value in vars(thing).items():
                if not member.startswith("_"):
                    assert value.__doc__, f"{name}.{member}"
    assert _damier.__doc__
