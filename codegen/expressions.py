"""Kaitai expressions: the part that the specs use, checked, and written out again as Python.

The part is a subset of Python's own grammar (names, integers, strings, arithmetic and bit operators, comparisons,
`and`, `or`, `not`, attributes of `_io`), so Python's parser reads it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

# How each operator of the subset is written.
OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
_STREAM_ATTRIBUTES = {"eof", "size", "pos"}


class ExpressionError(ValueError):
    """An expression that is outside the subset."""


def parse(text: str) -> ast.expr:
    """Parse one expression; ExpressionError names what is not in the subset."""
    try:
        node = ast.parse(text.strip(), mode="eval").body
    except SyntaxError as error:
        raise ExpressionError(f"{text!r}: {error.msg}") from error
    _check(node, text)
    return node


def _check(node: ast.expr, text: str) -> None:
    match node:
        case ast.Constant(value=int()) | ast.Name():
            return
        case ast.Attribute(value=ast.Name(id="_io"), attr=attribute) if attribute in _STREAM_ATTRIBUTES:
            return
        case ast.Attribute(value=ast.Name(id="_")):
            return
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            parts = [left, right]
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in OPERATORS:
            parts = [left, right]
        case ast.BoolOp(values=values):
            parts = values
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            parts = [operand]
        case ast.Call(func=ast.Attribute(value=ast.Name(), attr="to_s"), args=[ast.Constant(value=str())], keywords=[]):
            return
        case _:
            raise ExpressionError(
                f"{text!r}: {ast.unparse(node)} is outside the subset of Kaitai that the outputs support"
            )
    for part in parts:
        _check(part, text)


def names(node: ast.expr) -> set[str]:
    """Names of fields and instances that the expression reads."""
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and n.id not in {"_io", "_", "true", "false"}}


def as_python(node: ast.expr, name: Callable[[str], str], stream: Callable[[str], str], arrays: bool = False) -> str:
    """Write the expression as Python.

    `name` turns a field name into an expression, `stream` an attribute of `_io`. With `arrays` the logical operators
    become those that numpy applies to each element.
    """

    def write(node: ast.expr) -> str:
        match node:
            case ast.Constant(value=int(number)):
                return hex(number) if number > 255 else str(number)
            case ast.Name(id="true" | "false" as word):
                return word.capitalize()
            case ast.Name(id=word):
                return name(word)
            case ast.Attribute(value=ast.Name(id="_io"), attr=attribute):
                return stream(attribute)
            case ast.Attribute(value=ast.Name(id="_"), attr=attribute):
                return f"item.{attribute}"
            case ast.BinOp(left=left, op=op, right=right):
                return f"({write(left)} {OPERATORS[type(op)]} {write(right)})"
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return f"({write(left)} {OPERATORS[type(op)]} {write(right)})"
            case ast.BoolOp(op=op, values=values):
                word = ("&" if arrays else "and") if isinstance(op, ast.And) else ("|" if arrays else "or")
                return "(" + f" {word} ".join(write(value) for value in values) + ")"
            case ast.UnaryOp(operand=operand):
                return f"(~{write(operand)})" if arrays else f"(not {write(operand)})"
        raise ExpressionError(f"{ast.unparse(node)} cannot be written here")

    text = write(node)
    return text[1:-1] if text.startswith("(") and _wraps(text) else text


def _wraps(text: str) -> bool:
    depth = 0
    for i, character in enumerate(text):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth == 0:
            return i == len(text) - 1
    return False


def linear(node: ast.expr) -> tuple[str, int] | None:
    """(field, n) where the expression is `field`, `field + n` or `field - n`; else None."""
    match node:
        case ast.Name(id=field):
            return field, 0
        case ast.BinOp(left=ast.Name(id=field), op=ast.Add(), right=ast.Constant(value=int(n))):
            return field, n
        case ast.BinOp(left=ast.Name(id=field), op=ast.Sub(), right=ast.Constant(value=int(n))):
            return field, -n
    return None
