"""Words for what a spec says in expressions: sizes, conditions and repetitions, in Markdown.

Bit masks and constants are given in hex, shifts and distances in decimal, as people write them in notes on a format.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable

from codegen.expressions import OPERATORS, ExpressionError
from codegen.spec import Field, Specs, Structure

_DECIMAL = (ast.Add, ast.Sub, ast.Mult, ast.LShift, ast.RShift)
_STREAM = {"eof": "at_end", "size": "bytes_given", "pos": "bytes_read"}


def number(value: int) -> str:
    """A constant: hex from ten on."""
    return str(value) if -10 < value < 10 else f"0x{value:02X}"


def expression(node: ast.expr) -> str:
    """The expression as code, with all parentheses that a reader may want."""
    text = _write(node, number)
    return text[1:-1] if isinstance(node, ast.BinOp | ast.Compare | ast.BoolOp) else text


def _write(node: ast.expr, constant: Callable[[int], str]) -> str:
    match node:
        case ast.Constant(value=int(value)):
            return constant(value)
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=ast.Name(id="_io"), attr=attribute):
            return _STREAM[attribute]
        case ast.Attribute(value=ast.Name(id="_"), attr=attribute):
            return f"item.{attribute}"
        case ast.BinOp(left=left, op=op, right=right):
            inner = str if isinstance(op, _DECIMAL) else number
            return f"({_write(left, inner)} {OPERATORS[type(op)]} {_write(right, inner)})"
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return f"({_write(left, number)} {OPERATORS[type(op)]} {_write(right, number)})"
        case ast.BoolOp(op=op, values=values):
            word = " and " if isinstance(op, ast.And) else " or "
            return "(" + word.join(_write(value, number) for value in values) + ")"
        case ast.UnaryOp(operand=operand):
            return f"not {_write(operand, number)}"
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id=name), attr="to_s"), args=[ast.Constant(value=str(charset))]
        ):
            return f"{name} decoded as {charset}"
    raise ExpressionError(f"{ast.unparse(node)} has no words")


def code(node: ast.expr) -> str:
    """The expression between backticks."""
    return f"`{expression(node)}`"


def condition(node: ast.expr) -> str:
    """When an optional field is there."""
    match node:
        case ast.BoolOp(op=ast.And(), values=values):
            return " and ".join(condition(value) for value in values)
        case ast.UnaryOp(op=ast.Not(), operand=ast.Attribute(value=ast.Name(id="_io"), attr="eof")):
            return "bytes are left"
    return code(node)


def repetition(field: Field) -> str:
    """How often a field stands there; empty for a field that stands once."""
    match field.repeat, field.repeat_by:
        case "eos", _:
            return "repeated while bytes are left"
        case "expr", ast.Constant(value=int() as count):
            return f"{count} times"
        case "expr", ast.expr() as node:
            return f"{code(node)} times"
        case "until", ast.expr() as node:
            return f"repeated until {code(node)}"
    return ""


def size(specs: Specs, field: Field, structure: Structure) -> str:
    """Size of a field: a number of bytes, the expression that gives it, or how far it goes."""
    total = specs.size_of(field, structure)
    single = _single_size(specs, field, structure)
    match field.repeat, field.repeat_by:
        case None, _:
            return single
        case "expr", ast.Constant(value=int() as count) if total is not None:
            return f"{total} ({count} × {single})"
    return f"{single} each"


def _single_size(specs: Specs, field: Field, structure: Structure) -> str:
    match field.size:
        case ast.Constant(value=int() as count):
            return str(count)
        case ast.BinOp(
            left=ast.Attribute(value=ast.Name(id="_io"), attr="size"),
            op=ast.Sub(),
            right=ast.Constant(value=int() as n),
        ):
            return f"to {n} bytes before the end"
        case ast.expr() as node:
            return code(node)
    if field.contents is not None:
        return str(len(field.contents))
    if field.to_end:
        return "to the end"
    if field.terminator is not None:
        return f"up to 0x{field.terminator:02X}"
    if isinstance(field.type, str):
        inner = specs.resolve(field.type, structure)
        fixed, least = specs.fixed_size(inner), specs.minimum_size(inner)
        if fixed is not None:
            return str(fixed)
        return f"{least} or more" if least else "any size"
    return str(getattr(field.type, "size", "varies"))


def plain(markdown: str) -> str:
    """The same words without backticks, for a picture."""
    return markdown.replace("`", "")


_SPECIAL = re.compile(r"([\\*_\[\]{}<>|~$#])")


def prose(text: str, link: Callable[[str], str | None] = lambda word: None) -> str:
    """Text of a spec as Markdown: what stands between backticks is code, the rest is taken as it stands.

    `link` may turn a word into a link; it gets names of structures and of files of tables.
    """
    parts = text.split("`")
    for i, part in enumerate(parts):
        if i % 2 and i < len(parts) - 1:
            parts[i] = f"`{part}`"
        else:
            parts[i] = re.sub(r"[^\s\w.]+|[\w.]+", lambda match: _word(match[0], link), part)
    joined = re.sub(r"^([%+\-=:])", r"\\\1", "".join(parts))
    return re.sub(r"^(\d+)([.)] )", r"\1\\\2", joined)


def _word(word: str, link: Callable[[str], str | None]) -> str:
    stem = word.rstrip(".")
    return (link(stem) or _SPECIAL.sub(r"\\\1", stem)) + word[len(stem) :]


def join(items: list[str], empty: str = "") -> str:
    """Items with commas, or what to write when there are none."""
    return ", ".join(items) if items else empty
