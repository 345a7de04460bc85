"""Access to values of a scene by path: `structures/patch/to/0`."""

from __future__ import annotations

import difflib
from typing import Any, Dict, List, Union

from ._table import scene_error

Node = Union[Dict[str, Any], List[Any]]


def replaced(scene: Dict[str, Any], path: str, value: Any) -> Dict[str, Any]:
    """The scene with another value at the path; everything off the path is shared."""
    result: Dict[str, Any] = _replaced(scene, path.strip("/").split("/"), value, path)
    return result


def _replaced(node: Any, steps: List[str], value: Any, path: str) -> Any:
    if not steps:
        return value
    step, *rest = steps
    if isinstance(node, list):
        number = _number(node, step, path)
        return [*node[:number], _replaced(node[number], rest, value, path), *node[number + 1 :]]
    if not isinstance(node, dict):
        raise scene_error(f"path {path!r}: the value {node!r} has no keys; end the path before {step!r}")
    # What is not there is added; whether the scene may have it is checked with the whole.
    below = node.get(step, {} if rest else None)
    return {**node, step: _replaced(below, rest, value, path)}


def _number(items: List[Any], step: str, path: str) -> int:
    """The index of an item, given by name or by number."""
    names = [item.get("name") if isinstance(item, dict) else None for item in items]
    if step in names:
        return names.index(step)
    if step.isdigit() and int(step) < len(items):
        return int(step)
    named = [name for name in names if name is not None]
    raise scene_error(f"path {path!r}: none of {len(items)} items is {step!r}{_hint(step, named)}")


def _hint(step: str, known: List[str]) -> str:
    near = difflib.get_close_matches(step, known, n=1)
    if near:
        return f"; did you mean {near[0]!r}?"
    return f"; available: {', '.join(known)}" if known else ""
