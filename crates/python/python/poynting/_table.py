"""The tables of a scene as immutable objects.

Only the native part knows the contents of a table: it checks each table when it is created and adds the SI unit to every bare
number. An object here is its JSON form with a name; the classes themselves are in `_tables.py`, which is generated.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping
from inspect import Parameter, Signature
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Dict, List, Optional, Tuple, Type, TypeVar

from . import _poynting

Self = TypeVar("Self", bound="TableObject")
Plain = Dict[str, Any]

#: Lines of JSON up to this long are not broken.
_WIDTH = 90


class TableObject:
    """A table of a scene."""

    #: Its name in the schema.
    _table: ClassVar[str] = ""
    #: Of a table with variants: the key that chooses, and the word where the key is absent.
    _choice: ClassVar[Optional[Tuple[str, Optional[str]]]] = None
    #: Of a variant: the key that chooses, and its word.
    _tag: ClassVar[Optional[Tuple[str, str]]] = None
    #: Keys that must be given, in the order of positional arguments.
    _required: ClassVar[Tuple[str, ...]] = ()
    #: What other keys are if they are not given.
    _defaults: ClassVar[Mapping[str, Any]] = {}
    #: Keys whose values are tables, or lists of them.
    _tables: ClassVar[Mapping[str, str]] = {}
    #: Keys whose values are tables by name.
    _named: ClassVar[Mapping[str, str]] = {}
    #: The key whose table stands among the other keys, not under its own.
    _flat: ClassVar[Optional[str]] = None

    _kinds: ClassVar[Dict[str, Type[TableObject]]] = {}
    __signature__: ClassVar[Signature]
    _plain: Plain

    def __init_subclass__(cls) -> None:
        TableObject._kinds.setdefault(cls.__name__, cls)
        # What notebooks complete and `help` shows.
        positional = [Parameter(key, Parameter.POSITIONAL_OR_KEYWORD) for key in cls._required]
        by_name = [Parameter(key, Parameter.KEYWORD_ONLY, default=value) for key, value in cls._defaults.items()]
        cls.__signature__ = Signature([*positional, *by_name])

    def __init__(self, *given: Any, **named: Any) -> None:
        if self._choice and not self._tag:
            variants = ", ".join(variant.__name__ for variant in type(self).__subclasses__())
            raise TypeError(f"{type(self).__name__} is abstract; use one of {variants}")
        self._take(self._bound(given, named))

    @classmethod
    def _bound(cls, given: Tuple[Any, ...], named: Dict[str, Any]) -> Plain:
        """The JSON form of the arguments, unchecked."""
        if len(given) > len(cls._required):
            raise TypeError(
                f"{cls.__name__} takes at most {len(cls._required)} arguments by position, "
                f"but {len(given)} were given: pass the others by name"
            )
        for key, value in zip(cls._required, given):
            if key in named:
                raise TypeError(f"{cls.__name__} got two values for {key}")
            named[key] = value
        order = [*cls._required, *cls._defaults]
        keys = sorted(named, key=lambda key: order.index(key) if key in order else len(order))
        result = dict([cls._tag]) if cls._tag else {}
        for key in keys:
            value = plain(named[key], f"{cls.__name__}: {key}")
            if value is None:
                continue
            if key == cls._flat and isinstance(value, dict):
                result.update(value)
            else:
                result[file_key(key)] = value
        return result

    def _take(self, unchecked: Plain) -> None:
        """Checks a table and stores it in this object."""
        name, kind = unchecked.get("name"), type(self).__name__
        label = f"{kind}({name!r})" if isinstance(name, str) else kind
        checked = _poynting.complete(self._table, dump(unchecked), label)
        object.__setattr__(self, "_plain", _loaded(checked))

    @classmethod
    def _of(cls, checked: Plain) -> TableObject:
        """The object for a table that is already checked."""
        kind: Type[TableObject] = cls
        if cls._choice and not cls._tag:
            key, absent = cls._choice
            tag = (key, checked.get(key, absent))
            kind = next(variant for variant in cls.__subclasses__() if variant._tag == tag)
        made = object.__new__(kind)
        object.__setattr__(made, "_plain", checked)
        return made

    def replace(self: Self, *args: Any, **changes: Any) -> Self:
        """A copy with other values, by name; None removes a key."""
        cls = type(self)
        kept = {
            key: value for key, value in self._plain.items() if not (cls._tag and key == cls._tag[0])
        }
        if cls._flat in changes:
            own = {file_key(key) for key in (*cls._required, *cls._defaults)} - {cls._flat}
            kept = {key: value for key, value in kept.items() if key in own}
        kept = {python_key(key): value for key, value in kept.items()}
        return cls(*args, **{**kept, **changes})

    def to_dict(self) -> Plain:
        """The table as in a JSON scene file."""
        return _loaded(json.dumps(self._plain))

    def _get(self, name: str) -> Any:
        """The value of a key, or its default."""
        if name == self._flat:
            own = {file_key(key) for key in (*self._required, *self._defaults)} - {name}
            return self._frozen(name, {k: v for k, v in self._plain.items() if k not in own})
        if file_key(name) in self._plain:
            return self._frozen(name, self._plain[file_key(name)])
        if name in self._defaults:
            return self._frozen(name, self._defaults[name])
        raise AttributeError(f"{type(self).__name__} has no {name!r}; it has {', '.join(dir(self))}")

    # The stub of each class says which attributes it has.
    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):
                raise AttributeError(name)
            return self._get(name)

    def _frozen(self, name: str, value: Any) -> Any:
        if isinstance(value, list):
            return tuple(self._frozen(name, item) for item in value)
        if isinstance(value, dict):
            if name in self._named:
                kind = TableObject._kinds[self._named[name]]
                return MappingProxyType({key: kind._of(table) for key, table in value.items()})
            return TableObject._kinds[self._tables[name]]._of(value)
        return value

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} objects are immutable; use .replace({name}=...)")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} objects are immutable; use .replace({name}=None)")

    def __dir__(self) -> List[str]:
        return [*self._required, *self._defaults, "replace", "to_dict"]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TableObject) and type(self) is type(other) and self._plain == other._plain

    def __hash__(self) -> int:
        return hash((type(self).__name__, json.dumps(self._plain, sort_keys=True)))

    def __reduce__(self) -> Tuple[Any, ...]:
        return _unpickled, (type(self).__name__, self._plain)

    def __repr__(self) -> str:
        keys = [key for key in (*self._required, *self._defaults) if key == self._flat or file_key(key) in self._plain]
        return f"{type(self).__name__}({', '.join(f'{key}={self._get(key)!r}' for key in keys)})"


def _unpickled(kind: str, checked: Plain) -> TableObject:
    return TableObject._kinds[kind]._of(checked)


def _loaded(text: str) -> Plain:
    loaded: Plain = json.loads(text)
    return loaded


def file_key(key: str) -> str:
    """`from` for `from_`: `from` is a Python keyword."""
    return "from" if key == "from_" else key


def python_key(key: str) -> str:
    """`from_` for `from`."""
    return "from_" if key == "from" else key


def plain(value: Any, what: str) -> Any:
    """The JSON form of a value: numbers, strings, and lists and dictionaries of them."""
    if isinstance(value, TableObject):
        return value._plain
    if isinstance(value, Mapping):
        items = ((str(key), plain(item, what)) for key, item in value.items())
        return {key: item for key, item in items if item is not None}
    # Numbers and arrays of numpy, which is not imported for this.
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, (list, tuple)):
        return [plain(item, what) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        raise scene_error(f"{what} is {value}; use a finite number")
    if value is None or isinstance(value, (str, int, float)):
        return value
    raise scene_error(
        f"{what} is of type {type(value).__name__}; use a string such as '3.2 mm', a number in SI units, or a list of them"
    )


def scene_error(text: str) -> _poynting.SceneError:
    """An error without a line number."""
    error = _poynting.SceneError(text)
    error.mistakes = []
    return error


def dump(value: Any, indent: str = "") -> str:
    """JSON for reading: whatever fits is on one line. Error messages quote the line of a mistake."""
    short = json.dumps(value, ensure_ascii=False)
    nested = isinstance(value, (dict, list)) and value
    if not nested or (indent and len(short) + len(indent) <= _WIDTH):
        return short
    deeper = indent + "  "
    if isinstance(value, dict):
        items = [f"{deeper}{json.dumps(key)}: {dump(item, deeper)}" for key, item in value.items()]
        return "{\n" + ",\n".join(items) + f"\n{indent}}}"
    items = [deeper + dump(item, deeper) for item in value]
    return "[\n" + ",\n".join(items) + f"\n{indent}]"
