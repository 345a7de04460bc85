"""Writes `_tables.py` and `_tables.pyi`, the tables of a scene as classes, from the JSON Schema of the scene file.

    python generate.py            # writes the files
    python generate.py --check    # fails if the files are not up to date
"""

import json
import sys
import textwrap
from pathlib import Path

from poynting import _poynting
from poynting._table import python_key

FOLDER = Path(__file__).parent / "python" / "poynting"
HEADER = '''"""The tables of a scene, one class each. Generated from the schema by `generate.py`: do not edit."""
'''
WIDTH = 110


def camel(name):
    return "".join(word.capitalize() for word in name.replace("-", " ").replace("_", " ").split())


class Schema:
    """The schema, with queries."""

    def __init__(self, root):
        self.defs = root["$defs"]
        self.root = root

    def name(self, schema):
        return schema["$ref"].rsplit("/", 1)[1] if "$ref" in schema else None

    def is_table(self, name):
        return self.defs[name].get("type") == "object"

    def tag(self, table):
        """The key that selects a variant."""
        return next(key for key, value in table["oneOf"][0]["properties"].items() if "const" in value)

    def words(self, table):
        tag = self.tag(table)
        return [variant["properties"][tag]["const"] for variant in table["oneOf"]]

    def part(self, name):
        """The table whose keys are merged into this one: a shape in a structure."""
        table = self.defs[name]
        for other, candidate in self.defs.items():
            if other != name and "oneOf" in candidate and self.words(candidate) == self.words(table):
                if len(candidate["oneOf"][0]["properties"]) < len(table["oneOf"][0]["properties"]):
                    return other
        return None

    # What a value is: for type checkers as it is given and as it is read, and for people.

    def given(self, schema):
        name = self.name(schema)
        if name is not None:
            return f"Table[{camel(name)}]" if self.is_table(name) else camel(name)
        if "anyOf" in schema:
            return union(self.given(option) for option in schema["anyOf"])
        if "enum" in schema:
            return f"Literal[{', '.join(json.dumps(word) for word in schema['enum'])}]"
        if schema["type"] == "array":
            return f"Several[{self.given(schema['items'])}]"
        if schema["type"] == "object":
            return f"Mapping[str, {self.given(schema['additionalProperties'])}]"
        if "examples" in schema:
            return "Quantity"
        return {"number": "float", "integer": "int", "string": "str"}[schema["type"]]

    def read(self, schema):
        name = self.name(schema)
        if name is not None:
            return camel(name) if self.is_table(name) else "str"
        if "anyOf" in schema:
            return union(self.read(option) for option in schema["anyOf"])
        if "enum" in schema:
            return "str"
        if schema["type"] == "array":
            item, count = self.read(schema["items"]), schema.get("maxItems")
            return f"Tuple[{', '.join([item] * count) if count else item + ', ...'}]"
        if schema["type"] == "object":
            return f"Mapping[str, {self.read(schema['additionalProperties'])}]"
        return self.given(schema)

    def told(self, schema):
        name = self.name(schema)
        if name is not None:
            if self.is_table(name):
                return f"`{camel(name)}`"
            unit = self.defs[name].get("si_unit", "Hz")
            return f"{name.replace('_', ' ')} [{unit}]"
        if "anyOf" in schema:
            return " or ".join(self.told(option) for option in schema["anyOf"])
        if "enum" in schema:
            return " | ".join(json.dumps(word) for word in schema["enum"])
        if schema["type"] == "array":
            count = {2: "two ", 3: "[x, y, z], "}.get(schema.get("maxItems"), "list of ")
            return count + self.told(schema["items"])
        if schema["type"] == "object":
            return f"names with {self.told(schema['additionalProperties'])}"
        if "examples" in schema:
            return "quantity [of what it drives]"
        return {"number": "number", "integer": "whole number", "string": "text"}[schema["type"]]

    def table_of(self, schema):
        """The table that a value is, or is a list of."""
        name = self.name(schema)
        if name is not None:
            return name if self.is_table(name) else None
        options = schema.get("anyOf") or ([schema["items"]] if schema.get("type") == "array" else [])
        return next(filter(None, map(self.table_of, options)), None)


def union(types):
    distinct = list(dict.fromkeys(types))
    return distinct[0] if len(distinct) == 1 else f"Either[{', '.join(distinct)}]"


class TableClass:
    """One class, as written to the module and to the stub."""

    def __init__(self, schema, name, parent, table, properties, required):
        self.schema, self.name, self.parent, self.table = schema, name, parent, table
        self.about = ""
        self.choice = self.tag = self.flat = None
        keys = {key: value for key, value in properties.items() if key.isidentifier()}
        self.required = [key for key in keys if key in required]
        self.optional = [key for key in keys if key not in required]
        self.keys = keys

    def docstring(self):
        lines = textwrap.wrap(self.about, WIDTH - 4)
        shared = self.choice and not self.tag
        for title, keys in (("Given by position or by name:", self.required), ("Given by name:", self.optional)):
            if shared:
                break
            if keys:
                lines += ["", title]
            for key in keys:
                value = self.keys[key]
                default = f" Default: {json.dumps(value['default'])}." if value.get("default", {}) != {} else ""
                text = f"{python_key(key)}: {self.schema.told(value)}. {value['description']}{default}"
                lines += textwrap.wrap(text, WIDTH - 4, initial_indent="    ", subsequent_indent="        ")
        indented = [f"    {line}".rstrip() for line in lines]
        body = "\n".join(indented).strip().replace("\\", "\\\\")
        return f'    """{body}\n    """' if len(lines) > 1 else f'    """{body}"""'

    def module(self):
        required, optional = ([], []) if self.choice and not self.tag else (self.required, self.optional)
        facts = [("_table", self.table), ("_choice", self.choice), ("_tag", self.tag), ("_flat", self.flat)]
        facts = [(fact, value) for fact, value in facts if value is not None]
        if required:
            facts.append(("_required", tuple(map(python_key, required))))
        defaults = {python_key(key): absent(self.keys[key]) for key in optional}
        tables = {key: self.schema.table_of(self.keys[key]) for key in [*required, *optional]}
        tables = {python_key(key): camel(name) for key, name in tables.items() if name}
        named = {
            key: camel(self.schema.name(value["additionalProperties"]))
            for key, value in self.keys.items()
            if "additionalProperties" in value
        }
        for fact, value in (("_defaults", defaults), ("_tables", tables), ("_named", named)):
            if value:
                facts.append((fact, value))
        lines = [f"class {self.name}({self.parent}):", self.docstring(), ""]
        lines += [f"    {fact} = {literal(value)}" for fact, value in facts]
        return "\n".join(lines)

    def stub(self):
        lines = [f"class {self.name}({self.parent}):"]
        if self.choice and not self.tag:
            return "\n".join([*lines, *self.properties()])
        required = [f"{python_key(key)}: {self.schema.given(self.keys[key])}" for key in self.required]
        optional = [f"{python_key(key)}: Optional[{self.schema.given(self.keys[key])}] = ..." for key in self.optional]
        arguments = ["self", *required, *(["*"] if optional else []), *optional]
        for method, result, given in (
            ("__init__", "None", arguments),
            ("replace", self.name, ["self", "*", *optional_all(required), *optional]),
        ):
            lines += [f"    def {method}("] + [f"        {argument}," for argument in given] + [f"    ) -> {result}: ..."]
        return "\n".join([*lines, *self.properties()])

    def properties(self):
        for key, value in self.keys.items():
            kind = self.schema.read(value)
            sure = key in self.required or absent(value) is not None
            yield "    @property"
            yield f"    def {python_key(key)}(self) -> {kind if sure else f'Optional[{kind}]'}: ..."
        if not self.keys:
            yield "    ..."


def absent(schema):
    """The value of an absent key; open-ended lists are empty."""
    if "additionalProperties" in schema:
        return {}
    open_list = schema.get("type") == "array" and "maxItems" not in schema
    return schema.get("default", [] if open_list else None)


def literal(value):
    """A value as Python source; long ones with one item per line."""
    if isinstance(value, tuple):
        short = "(" + ", ".join(map(literal, value)) + ("," if len(value) == 1 else "") + ")"
        items, ends = [literal(item) for item in value], "()"
    elif isinstance(value, dict):
        items, ends = [f"{json.dumps(key)}: {literal(item)}" for key, item in value.items()], "{}"
        short = "{" + ", ".join(items) + "}"
    elif isinstance(value, list):
        return "[" + ", ".join(map(literal, value)) + "]"
    else:
        return json.dumps(value) if isinstance(value, str) else repr(value)
    if len(short) < WIDTH - 20:
        return short
    return ends[0] + "".join(f"\n        {item}," for item in items) + f"\n    {ends[1]}"


def optional_all(arguments):
    pairs = [argument.split(": ", 1) for argument in arguments]
    return [f"{key}: Optional[{kind}] = ..." for key, kind in pairs]


def table_classes(schema):
    """All classes, base classes first."""
    for name, table in schema.defs.items():
        if not schema.is_table(name):
            continue
        if "oneOf" not in table:
            entry = TableClass(schema, camel(name), "TableObject", name, table["properties"], table["required"])
            entry.about = table["description"]
            yield entry
            continue
        part = schema.part(name)
        if part is not None:
            yield composed(schema, name, part)
        else:
            yield from variants(schema, name)
    root = TableClass(schema, "SceneTables", "TableObject", "scene", schema.root["properties"], [])
    root.about = schema.root["description"]
    yield root


def composed(schema, name, part):
    """A table with the keys of another one merged into its own."""
    table, inner = schema.defs[name], schema.defs[part]
    variant = table["oneOf"][0]
    own = {key: value for key, value in variant["properties"].items() if key not in inner["oneOf"][0]["properties"]}
    tag = schema.tag(table)
    own[tag] = {"$ref": f"#/$defs/{part}", "description": inner["description"]}
    entry = TableClass(schema, camel(name), "TableObject", name, own, [*variant["required"], tag])
    entry.about, entry.flat = table["description"], tag
    return entry


def variants(schema, name):
    """A table with variants: a class for the common keys, and one per variant, named after variant and table."""
    table = schema.defs[name]
    tag = schema.tag(table)
    within = any(other != name and "oneOf" in t and schema.words(t) == schema.words(table) for other, t in schema.defs.items())
    common = {
        key: value
        for key, value in table["oneOf"][0]["properties"].items()
        if key != tag and all(variant["properties"].get(key) == value for variant in table["oneOf"])
    }
    base = TableClass(schema, camel(name), "TableObject", name, common, table["oneOf"][0]["required"])
    absent = next((v["properties"][tag]["const"] for v in table["oneOf"] if tag not in v["required"]), None)
    base.about, base.choice = table["description"], (tag, absent)
    yield base
    for variant in table["oneOf"]:
        word = variant["properties"][tag]["const"]
        own = {key: value for key, value in variant["properties"].items() if key != tag}
        title = camel(word) + ("" if within else camel(name))
        entry = TableClass(schema, title, camel(name), None, own, variant["required"])
        entry.about, entry.tag = variant["description"], (tag, word)
        yield entry


def written():
    """The text of the two files."""
    schema = Schema(json.loads(_poynting.schema()))
    every = list(table_classes(schema))
    names = [entry.name for entry in every if entry.name != "SceneTables"]
    listed = "__all__ = [\n" + "".join(f'    "{name}",\n' for name in sorted(names)) + "]\n"
    module = HEADER + "\nfrom ._table import TableObject\n\n" + listed
    module += "".join(f"\n\n{entry.module()}\n" for entry in every)
    quantities = [name for name in schema.defs if not schema.is_table(name)]
    stub = HEADER + STUB_IMPORTS + "\n" + listed + "\n"
    stub += "".join(f"{camel(name)} = Quantity\n" for name in quantities)
    stub += "".join(f"\n{entry.stub()}\n" for entry in every)
    return {"_tables.py": module, "_tables.pyi": stub}


STUB_IMPORTS = """
from typing import Any, Literal, Mapping, Optional, Sequence, Tuple, TypeVar
from typing import Union as Either

import numpy.typing as npt

from ._table import TableObject

T = TypeVar("T")
#: A text with its unit, or a number in SI units.
Quantity = Either[str, float]
#: A list, a tuple or an array.
Several = Either[Sequence[T], npt.NDArray[Any]]
#: An object, or a dictionary with the keys of the scene file.
Table = Either[T, Mapping[str, Any]]
"""


def main():
    texts = written()
    stale = [name for name, text in texts.items() if not same(FOLDER / name, text)]
    if "--check" in sys.argv and stale:
        sys.exit(f"{', '.join(stale)}: not up to date with the schema; run python crates/python/generate.py")
    for name in stale:
        (FOLDER / name).write_text(texts[name])
        print(f"wrote {name}")


def same(file, text):
    return file.is_file() and file.read_text() == text


if __name__ == "__main__":
    main()
