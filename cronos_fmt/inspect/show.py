"""What the things of a bank say of themselves at a prompt and in a notebook: the ways of `cronos_fmt.shown`.

Of a bank nothing is read but headers and definitions, of a table nothing (in a notebook a sample of its rows), of a row
nothing, of a record its own bytes. Lines are those of `cronos_fmt.inspect.hexdump`, with names of colours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from html import escape
from itertools import islice
from typing import Any, NamedTuple

from cronos_fmt.bank import SAMPLE, Bank, Scanned, Table
from cronos_fmt.container import Slot, SlotState
from cronos_fmt.errors import CronosError
from cronos_fmt.inspect.hexdump import Line, Segment, hex_lines, plain, tree_lines
from cronos_fmt.kod import Kod
from cronos_fmt.layers import Layer
from cronos_fmt.problems import Problems
from cronos_fmt.records import CroFile, Record
from cronos_fmt.rows import Row
from cronos_fmt.schema import Base, Entry, Field, Schema
from cronos_fmt.shown import WAYS, Ways, line
from cronos_fmt.spans import Node
from cronos_fmt.text import plain as plain_text
from cronos_fmt.text import printable
from cronos_fmt.values import Validity

# Characters that are shown of a name, of a value, of a path or message, and of a whole line.
_NAME, _VALUE, _LONG, _LINE = 40, 60, 120, 300
# Lines at a prompt; items of a list that is no list of lines; bytes of a layer or value; places of a layer.
_MOST_LINES, _MOST_ITEMS, _MOST_BYTES, _MOST_PLACES = 120, 40, 256, 8
# Rows and columns of a table in a notebook.
_MOST_ROWS, _MOST_COLUMNS = 10, 30
_MARK = "…"
_CSS = {
    "cyan": "#078", "green": "#182", "yellow": "#860", "magenta": "#a0a", "blue": "#36d", "bright_cyan": "#19a",
    "bright_green": "#390", "bright_magenta": "#c4c", "red": "#d00", "bright_black": "#888",
}  # fmt: skip


def lines(thing: Any, columns: int | None = None) -> Iterator[Line]:
    """What is shown of a thing that stands alone, for a terminal of so many columns; an error becomes a line."""
    count = 0
    try:
        for each in _LINES[type(thing)](thing, columns):
            if count == _MOST_LINES:
                yield [Segment(f"{_MARK} cut after {_MOST_LINES} lines; look at a part of it", "bright_black")]
                return
            yield each
            count += 1
    except (CronosError, ValueError) as error:  # ValueError: the file was closed
        if not count:
            yield _line(line(thing))
        yield _failure(error)


def text(thing: Any) -> str:
    """The same without colours."""
    return "\n".join(plain(each)[:_LINE] for each in lines(thing))


def html(thing: Any) -> str:
    """The same for a notebook."""
    make, failure = _HTML.get(type(thing)), []
    if make is not None:
        try:
            return make(thing)
        except (CronosError, ValueError) as error:
            failure = [_failure(error)]
    coloured = "\n".join("".join(map(_span, each)) for each in [*lines(thing), *failure])
    return f'<pre style="line-height: 1.3">{coloured}</pre>'


def layer_line(layer: Layer) -> str:
    """Size of a layer, and the places in the file that it comes from."""
    places = layer.locate(0, len(layer.data))
    listed = ", ".join(f"{size} at {at:#x}" for at, size in places[:_MOST_PLACES])
    more = f" and {len(places) - _MOST_PLACES} more" if len(places) > _MOST_PLACES else ""
    how = "byte by byte" if layer.is_exact else "chunk by chunk"
    return f"{layer.name}: {len(layer.data)} bytes" + (f" from {listed}{more}, {how}" if places else "")


# ---- words


def _short(words: str, most: int = _NAME) -> str:
    """Text from a file made safe, and cut where it is long."""
    safe = printable(words[: most + 1])
    return safe if len(safe) <= most else safe[:most] + _MARK


def _quoted(words: str, most: int = _NAME) -> str:
    return f'"{_short(words, most)}"'


def _key(name: str) -> str:
    """A name as it is written in Python, or a mark where it is too long for that."""
    return repr(name) if len(name) <= _NAME else _MARK


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _line(words: str, colour: str = "") -> Line:
    return [Segment(words, colour)]


def _failure(error: Exception) -> Line:
    return _line(f"  cannot be shown: {_short(str(error), 2 * _LONG)}", "red")


def _next(*calls: str) -> Line:
    """What to call next."""
    return [Segment("  next: ", "bright_black"), Segment("   ".join(calls))]


def _fields(base: Base) -> str:
    """How many fields and hidden positions a base has."""
    hidden = base.hidden_positions
    return _count(len(base.fields), "field") + (f", {_count(len(hidden), 'hidden position')}" if hidden else "")


# ---- bank and files


def _bank_line(bank: Bank) -> str:
    where = _short(str(bank.path), _LONG)
    if bank.is_closed:
        return f"<bank in {where}, closed>"
    schema = _definitions(bank)
    known = isinstance(schema, Schema)
    name = f"{_quoted(bank.name)} " if known and bank.name else ""
    files = ", ".join(_file_words(bank, each) for each in bank.file_names)
    tables = _count(len(bank.tables), "table") if known else "no definitions"
    return f"<bank {name}in {where}: {files}; {tables}>"


def _definitions(bank: Bank) -> Schema | CronosError:
    try:
        return bank.schema
    except CronosError as error:
        return error


def _file(bank: Bank, name: str) -> CroFile | CronosError:
    try:
        return bank.file(name)
    except CronosError as error:
        return error


def _file_words(bank: Bank, name: str) -> str:
    file = _file(bank, name)
    if isinstance(file, CronosError):
        return f"{name} unreadable"
    return f"{name} {_short(file.tag)}" + (" locked" if file.needs_kod else "")


def _kod_words(file: CroFile) -> str:
    if not file.header.is_encoded:
        return "plain"
    return "KOD table not at hand" if file.kod is None else f"KOD table: {file.kod.source}, {file.kod_verdict}"


def _bank_lines(bank: Bank, columns: int | None) -> Iterator[Line]:
    yield _line(_bank_line(bank))
    if bank.is_closed:
        return
    for name in bank.file_names:
        file = _file(bank, name)
        if isinstance(file, CronosError):
            yield _line(f"  {name:<9} {_short(str(file), _LONG)}", "red")
            continue
        size = f"{file.slot_count:>8} slots {file.dat.size:>12} bytes"
        yield _line(f"  {name:<9} {_short(file.tag)} {file.profile.generation:<8}{size}  {_kod_words(file)}")
    schema = _definitions(bank)
    if isinstance(schema, CronosError):
        yield _line(f"  definitions: {_short(str(schema), 2 * _LONG)}", "red")
    else:
        for name, table in islice(bank.tables.items(), _MOST_ITEMS):
            yield _line(f"  table {table.base.id:>3} {_short(name)}, {_fields(table.base)}")
        if len(bank.tables) > _MOST_ITEMS:
            yield _line(f"  {_MARK} {len(bank.tables) - _MOST_ITEMS} tables more: list(bank.tables)", "bright_black")
        named = next((name for name in bank.tables if len(name) <= _NAME), None)
        calls = [f"bank.tables[{_key(named)}]"] if named is not None else []
        yield _next(*calls, "bank.schema", "bank.stru.record(1)", "bank.scan()")
    if bank.problems.total:
        yield from _problems_lines(bank.problems, columns)


def _problems_line(problems: Problems) -> str:
    kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(problems.by_kind.items())[:_MOST_PLACES])
    return f"<{_count(problems.total, 'problem')}{': ' if kinds else ''}{kinds}>"


def _problems_lines(problems: Problems, _: int | None) -> Iterator[Line]:
    yield _line(_problems_line(problems))
    for each in problems.kept[:_MOST_PLACES]:
        where = [each.file, f"record {each.record}" if each.record is not None else "", each.table, each.field]
        place = ", ".join(_short(part) for part in where if part)
        yield _line(f"  {each.kind}: {place}: {_short(each.message, _LONG)}", "red")
    if len(problems.kept) > _MOST_PLACES:
        yield _line(f"  {_MARK} the first of each kind: bank.problems.kept", "bright_black")


def _file_line(file: CroFile) -> str:
    locked = ", its KOD table is not at hand" if file.needs_kod else ""
    return f"<{file.name} {_short(file.tag)}, {file.slot_count} slots, {file.dat.size} bytes{locked}>"


def _file_lines(file: CroFile, _: int | None) -> Iterator[Line]:
    yield _line(_file_line(file))
    yield _line(f"  version  {file.profile.tag}, {file.profile.generation}, {_short(file.profile.name)}")
    yield _line(f"  {'':<8} {_short(file.profile.doc, _LONG)} ({file.profile.status})")
    yield _line(f"  encoding {file.header.encoding}: {_kod_words(file)}")
    if file.kod_note:
        yield _line(f"  {'':<8} {_short(file.kod_note, 2 * _LONG)}")
    yield _line(f"  .dat     {_short(str(file.dat.path), _LONG)}, records from {file.data_start:#x}")
    if file.tad is not None:
        size = file.layouts.tad_slot.SIZE
        yield _line(f"  .tad     {_short(str(file.tad.path), _LONG)}, {file.slot_count} slots of {size} bytes")
    yield _next("file.record(1)", "file.slot(1)", "file.slots()", "file.count_states()")


# ---- definitions


def _schema_line(schema: Schema) -> str:
    parts = _count(len(schema.entries), "key"), _count(len(schema.bases), "base")
    return f"<schema in record {schema.record} of CroStru: {', '.join(parts)}>"


def _schema_lines(schema: Schema, _: int | None) -> Iterator[Line]:
    yield _line(_schema_line(schema))
    for entry in schema.entries.values():
        place = f"{len(entry.value):>7} bytes in record {entry.record:<6}"
        yield _line(f"  {_short(entry.name):<24}{place}{_short(entry.key.doc, _VALUE)}")
    yield _next("schema.bases", "schema.entries['BankName']", "schema.text('BankName')")


def _entry_line(entry: Entry) -> str:
    return f"<key {_short(entry.name)}, {len(entry.value)} bytes in record {entry.record}>"


def _entry_lines(entry: Entry, _: int | None) -> Iterator[Line]:
    yield _line(_entry_line(entry))
    yield _line(f"  {entry.key.doc} ({entry.key.status}, read as {entry.key.value})")
    yield from hex_lines(entry.value, limit=_MOST_BYTES)
    path = f"bank.stru.record({entry.record}).tree"
    yield _next("entry.tree", f"{path}[{_key(f'entries/{entry.name}')}] in the dictionary")


def _base_line(base: Base) -> str:
    return f"<base {_short(base.name)} (id {base.id}, key {_short(base.key)}), {_fields(base)}>"


def _base_lines(base: Base, _: int | None) -> Iterator[Line]:
    yield _line(_base_line(base))
    yield from _field_rows(base)


def _field_rows(base: Base) -> Iterator[Line]:
    """The fields of a base, and the positions that have none, as a list."""
    yield _line("  position  type            name", "bold")
    yield _line(f"         -  {'system number':<16}{_short(base.number_name)}")
    rows = [(f.position, f"{_short(f.type.name, 15):<16}{_short(f.column)}", "") for f in base.fields]
    rows += [(position, f"{'-':<16}no field, yet a value in each row", "bright_black") for position in _hidden(base)]
    for position, words, colour in sorted(rows, key=lambda row: row[0]):
        yield _line(f"  {position:>8}  {words}", colour)


def _hidden(base: Base) -> tuple[int, ...]:
    return base.hidden_positions[:_MOST_ITEMS]


def _field_line(field: Field) -> str:
    return f"<field {_short(field.column)}: {_short(field.type.name)}, position {field.position}>"


def _field_lines(field: Field, _: int | None) -> Iterator[Line]:
    yield _line(_field_line(field))
    length = "any length" if field.max_length is None else f"at most {field.max_length} characters"
    yield _line(f"  {length}{', several values' if field.is_multiple else ''}, flags {field.flags:#06x}")
    yield _line(f"  {field.type.name}: {field.type.doc} ({field.type.status})")


# ---- tables and rows


def _table_line(table: Table) -> str:
    return f"<table {_short(table.name)} (id {table.base.id}), {_fields(table.base)}>"


def _table_lines(table: Table, _: int | None) -> Iterator[Line]:
    yield _line(_table_line(table))
    yield from _field_rows(table.base)
    calls = ["next(table.rows())", "table.rows(deleted=True)", "table.to_arrow()"]
    yield _next(*calls, *([f"bank.positions[{_key(table.base.key)}]"] if table.base.hidden_positions else []))


class _Cell(NamedTuple):
    """One value of a row: where it stands, what it is, and what else there is to say."""

    position: int
    name: str
    value: str
    note: str
    colour: str = ""


def _cells(row: Row) -> list[_Cell]:
    """Values of a row in order of their positions, those without a field among them."""
    cells = []
    for field in row.base.fields:
        value, raw = row.value_of(field), row.raw_of(field)
        stored = plain_text(raw)
        notes = [value.problem or ""]
        if value.validity is Validity.ABSENT:
            notes.append("the row ends before it")
        elif stored != value.text and value.text:
            is_short = stored.isprintable() and len(stored) <= _NAME
            notes.append(f"stored {_quoted(stored)}" if is_short else _count(len(raw), "byte") + " stored")
        note = ", ".join(filter(None, notes))
        cells.append(_Cell(field.position, field.column, value.text, note, "red" if value.problem else ""))
    for position, raw in islice(row.hidden.items(), _MOST_LINES):
        cells.append(_Cell(position, f"hidden {position}", plain_text(raw), "no field", "bright_black"))
    return sorted(cells, key=lambda cell: cell.position)


def _row_line(row: Row) -> str:
    filled = (field for field in row.base.fields if field.position and row.raw_of(field))
    shown = [f"{_short(f.column, 20)}={_quoted(row.value_of(f).text, 30)}" for f in islice(filled, 2)]
    values = _count(row.last_position, "value") + (", broken" if row.error is not None else "")
    return f"<row {row.number} of {_short(row.base.name)}, {values}{': ' if shown else ''}{', '.join(shown)}>"


def _row_lines(row: Row, _: int | None) -> Iterator[Line]:
    yield _line(_row_line(row))
    yield _line(f"  position  {'name':<21} value", "bold")
    yield _line(f"         -  {_short(row.base.number_name, 20):<21} {row.number}")
    for cell in _cells(row):
        note = f"  ({cell.note})" if cell.note else ""
        yield _line(
            f"  {cell.position:>8}  {_short(cell.name, 20):<21} {_short(cell.value, _VALUE)}{note}", cell.colour
        )
    if row.error is not None:
        yield _line(f"  breaks: {_short(str(row.error), _LONG)}", "red")
    name = next((_key(f.column) for f in row.base.fields if len(f.column) <= _NAME), _MARK)
    yield _next(f"row[{name}]", f"row.raw({name})", "row.hidden", f"bank.bank.record({row.number})")


def _scanned_line(item: Scanned) -> str:
    content = item.content
    match content:
        case str():
            words = _short(content)
        case bytes():
            words = _count(len(content), "byte")
        case None:
            words = _count(len(item.data), "byte") if item.data else ""
        case Row():
            words = line(content)
        case _:
            words = "a long file, read in pieces"
    return f"<record {item.number}, {item.kind}{': ' if words else ''}{words}>"


# ---- records


def _place(slot: Slot) -> str:
    """State of a slot, and what it points to: all bytes of a record, or the first block of them."""
    if slot.state is SlotState.FREE or not slot.length:
        return slot.state.value
    return f"{slot.state}, {'' if slot.is_inline else 'first '}{slot.length} bytes at {slot.offset:#x}"


def _slot_line(slot: Slot) -> str:
    return f"<slot {slot.number}, {_place(slot)}>"


def _record_line(record: Record) -> str:
    return f"<record {record.number} of {record.file.name}, {_place(record.slot)}>"


def _record_lines(record: Record, columns: int | None) -> Iterator[Line]:
    yield _line(_record_line(record))
    layers, damage = record.readable_layers
    if damage is not None:
        yield _line(f"  damaged: {_short(str(damage), 2 * _LONG)}", "red")
    if not any(layer.data for layer in layers):
        yield _line("  no bytes belong to it" if damage is None else "  no byte of it can be read")
        return
    for layer in layers:
        yield _line(f"  {layer_line(layer)}")
    yield from tree_lines(record.tree, columns)
    named = ((part, item) for part in record.tree.parts for item in part.parts[:_MOST_ITEMS])
    path = next((f"{part.name}/{item.label}" for part, item in named if item.label), None)
    calls = [f"record.tree[{_key(path)}]"] if path is not None else ["record.tree"]
    yield _next(*calls, "record.layers", "record.redecode(skip=12)", "record.export_kaitai(DIR)")


def _node_lines(node: Node, columns: int | None) -> Iterator[Line]:
    for each in node.help.split("\n"):
        yield _line(_short(each, 2 * _LONG))
    yield from tree_lines(node, columns)
    yield _next("node.value", "node.children", "node.raw_bytes", "node.file_ranges")


def _layer_line(layer: Layer) -> str:
    return f"<layer {layer_line(layer)}>"


def _layer_lines(layer: Layer, _: int | None) -> Iterator[Line]:
    yield _line(_layer_line(layer))
    yield from hex_lines(layer.data, limit=_MOST_BYTES)
    yield _next("layer.data", "layer.locate(0, 16)", "layer.below")


def _kod_line(kod: Kod) -> str:
    return f"<KOD table, {_short(kod.source)}: {kod.table[:8].hex(' ')} {_MARK}>"


def _kod_lines(kod: Kod, _: int | None) -> Iterator[Line]:
    yield _line(_kod_line(kod))
    yield _line(f"      {' '.join(f'_{low:x}' for low in range(16))}", "bold")
    for high in range(16):
        yield [Segment(f"  {high:x}_  ", "bold"), Segment(kod.table[16 * high : 16 * high + 16].hex(" "))]
    yield _line("  a stored byte stands for its entry, less the record number and the place of the byte (modulo 256)")
    yield _next("kod.decode(data, shift)", "kod.encode(data, shift)", "kod.table.hex()")


# ---- in a notebook


def _span(segment: Segment) -> str:
    colour, words = segment.colour, escape(segment.text[:_LINE])
    if not colour or not words.strip():
        return words
    return f"<b>{words}</b>" if colour == "bold" else f'<span style="color: {_CSS[colour]}">{words}</span>'


def _cell_html(words: object) -> str:
    return escape(_short(str(words), _LONG))


def _table_html(title: str, header: Iterable[object], rows: Iterable[Iterable[object]], note: str = "") -> str:
    head = "".join(f"<th>{_cell_html(each)}</th>" for each in header)
    body = "".join(f"<tr>{''.join(f'<td>{_cell_html(each)}</td>' for each in row)}</tr>" for row in rows)
    end = f"<p>{escape(note)}</p>" if note else ""
    return f"<p><b>{escape(title)}</b></p><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{end}"


def _bank_html(bank: Bank) -> str:
    """Its files and its tables."""
    files: list[tuple[object, ...]] = []
    for name in bank.file_names if not bank.is_closed else ():
        file = _file(bank, name)
        if isinstance(file, CronosError):
            files.append((name, str(file), "", "", ""))
        else:
            version = f"{file.tag} ({file.profile.generation})"
            files.append((name, version, _kod_words(file), file.slot_count, file.dat.size))
    found = _table_html(_bank_line(bank), ("file", "version", "encoding", "slots", "bytes"), files)
    if bank.is_closed or isinstance(_definitions(bank), CronosError):
        return found
    tables = list(bank.tables.items())
    left = f"{len(tables) - _MOST_ITEMS} more" if len(tables) > _MOST_ITEMS else ""
    rows = [(table.base.id, name, _fields(table.base)) for name, table in tables[:_MOST_ITEMS]]
    return found + _table_html(_count(len(tables), "table"), ("id", "name", "fields"), rows, left)


def _rows_html(table: Table) -> str:
    """Its first rows, or those that a sample of a large bank has."""
    base, fields = table.base, table.fields[:_MOST_COLUMNS]
    found = (item.row for item in table.bank.sample() if item.row is not None and item.row.base is base)
    rows = [(row.number, *(row.value_of(f).text for f in fields)) for row in islice(found, _MOST_ROWS)]
    whole = table.bank.bank.slot_count <= SAMPLE
    note = (
        f"{'first ' if whole else ''}{_count(len(rows), 'row')}{'' if whole else ' of a sample'}; table.rows() has all"
    )
    left = len(table.fields) - len(fields)
    note += f"; {_count(left, 'field')} more" if left else ""
    return _table_html(_table_line(table), (base.number_name, *(f.column for f in fields)), rows, note)


def _row_html(row: Row) -> str:
    cells = _cells(row)[:_MOST_LINES]
    rows = [("-", row.base.number_name, row.number, ""), *(cell[:4] for cell in cells)]
    note = f"breaks: {_short(str(row.error), _LONG)}" if row.error is not None else ""
    return _table_html(_row_line(row), ("position", "name", "value", "note"), rows, note)


# ---- who says what


def _only(make: Callable[[Any], str]) -> Callable[[Any, int | None], Iterator[Line]]:
    return lambda thing, _: iter([_line(make(thing))])


_LINE_OF: dict[type, Callable[[Any], str]] = {
    Bank: _bank_line, CroFile: _file_line, Schema: _schema_line, Entry: _entry_line, Base: _base_line,
    Field: _field_line, Table: _table_line, Row: _row_line, Scanned: _scanned_line, Record: _record_line,
    Slot: _slot_line, Kod: _kod_line, Problems: _problems_line, Layer: _layer_line, Node: repr,
}  # fmt: skip
_LINES: dict[type, Callable[[Any, int | None], Iterator[Line]]] = {
    Bank: _bank_lines, CroFile: _file_lines, Schema: _schema_lines, Entry: _entry_lines, Base: _base_lines,
    Field: _field_lines, Table: _table_lines, Row: _row_lines, Scanned: _only(_scanned_line), Record: _record_lines,
    Slot: _only(_slot_line), Kod: _kod_lines, Problems: _problems_lines,
    Layer: _layer_lines, Node: _node_lines,
}  # fmt: skip
_HTML: dict[type, Callable[[Any], str]] = {Bank: _bank_html, Table: _rows_html, Row: _row_html}
TYPES = tuple(_LINES)
WAYS.update({kind: Ways(make, text, html) for kind, make in _LINE_OF.items()})
