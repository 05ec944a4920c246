"""Commands that look at a bank: info, schema, rows."""

from __future__ import annotations

import datetime
import json
import os
import platform
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from typing import Any

import click

import cronos_fmt
from cronos_fmt._gen import layouts
from cronos_fmt._gen.parsers import KnownBanks
from cronos_fmt.bank import PAIRS, Bank, Table
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.free_list import check_free_list
from cronos_fmt.links import LinkReference
from cronos_fmt.parsing import parse_partly
from cronos_fmt.problems import Problem
from cronos_fmt.rows import Row
from cronos_fmt.sinks.manifest import describe_bank, describe_base, describe_file, describe_problems
from cronos_fmt.text import plain, printable
from cronos_fmt.values import FileReference, Word
from cronos_fmt.version import __version__

# Options of cronos_fmt.open.
Opening = Mapping[str, Any]

_SHOWN_PROBLEMS = 10
_VOCABULARY = "voc"  # directory of a bank's vocabulary, in lower case


def report_problems(bank: Bank) -> Status:
    """Show the problems of a bank on stderr, the first ones in full; the exit status that they ask for."""
    problems = bank.problems
    if not problems.total:
        return Status.CLEAN
    for p in problems.kept[:_SHOWN_PROBLEMS]:
        where = [p.file or "", f"record {p.record}" if p.record is not None else "", p.table or "", p.field or ""]
        click.echo(f"problem: {printable(', '.join(w for w in where if w))}: {printable(p.message)}", err=True)
    kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(problems.by_kind.items()))
    click.echo(f"{problems.total} problem(s): {kinds}", err=True)
    return Status.PROBLEMS


def write_json(data: Any) -> None:
    """Write JSON. What is no text, such as a path in another encoding, becomes the escape that JSON has for it."""
    text = json.dumps(data, ensure_ascii=False, indent=1)
    click.echo(text.encode("utf-8", "backslashreplace").decode("utf-8"))


# ---- info


def show_versions(as_json: bool) -> Status:
    """Show the engine of the bulk path, and the versions of the packages that reading stands on."""
    from cronos_fmt.bulk.engine import engine_name

    found = {"cronos-fmt": __version__, "engine": engine_name(), "python": platform.python_version()}
    for name in ("kaitaistruct", "numpy", "pyarrow", "scipy", "duckdb", "psycopg"):
        with suppress(metadata.PackageNotFoundError):
            found[name] = metadata.version(name)
    if as_json:
        write_json(found)
    else:
        for name, version in found.items():
            click.echo(f"{name:<14}{version}")
    return Status.CLEAN


def show_info(paths: Sequence[Path], opening: Opening, as_json: bool) -> Status:
    """Describe every bank at or below the paths; a bank that cannot be read is described by its error."""
    found: list[dict[str, Any]] = []
    errors: list[CronosError] = []
    for folder in bank_folders(paths):
        item: dict[str, Any] = {"path": str(folder)}
        if folder.name.lower() == _VOCABULARY and any(other["path"] == str(folder.parent) for other in found):
            item["vocabulary_of"] = str(folder.parent)
        try:
            with cronos_fmt.open(folder, **opening) as bank:
                item |= _describe(bank)
        except CronosError as error:
            errors.append(error)
            item["error"] = str(error)
        found.append(item)
        if not as_json:
            _print_bank(item)
    if as_json:
        write_json(found)
    if not found:
        raise CronosError(
            "no Cronos bank at or below",
            file=", ".join(map(str, paths)),
            hint="a bank is a directory with CroStru.dat and CroBank.dat",
        )
    for e in errors if as_json else ():  # else it stands in the survey already
        click.echo(f"error: {printable(str(e))}", err=True)
    if errors:
        return errors[0].status if len(errors) == len(found) else Status.PROBLEMS
    return Status.PROBLEMS if any(item["problems"]["total"] for item in found) else Status.CLEAN


def bank_folders(paths: Sequence[Path]) -> Iterator[Path]:
    """Directories that hold a file of a bank, each once, in sorted order."""
    names = {f"{name}{end}".lower() for name in PAIRS.values() for end in (".dat", ".tad")}
    seen: set[str] = set()
    for path in paths:
        if not path.is_dir():
            reason = "is not a directory" if path.exists() else "does not exist"
            raise CronosError(reason, file=path, hint="give a bank's directory or one above it", status=Status.IO)
        for folder, folders, files in os.walk(path):
            folders.sort()
            real = os.path.realpath(folder)
            if real not in seen and any(name.lower() in names for name in files):
                seen.add(real)
                yield Path(folder)


def _describe(bank: Bank) -> dict[str, Any]:
    """Files and slot counts, and what the definitions say where they can be read."""
    files: list[dict[str, Any]] = []
    for i, name in enumerate(bank.file_names):
        try:
            file = bank.file(name)
        except CronosError as error:
            if not files and i + 1 == len(bank.file_names):
                raise  # not one of them can be read
            bank.problems.add_error("file-unreadable", error)
            continue
        check_free_list(file)
        states = {str(state): count for state, count in file.count_states().items() if count}
        files.append({**describe_file(file), "slots": file.slot_count, "states": states})
    item: dict[str, Any] = {"name": None, "id": None, "tables": None, "files": files}
    try:
        item |= {"name": bank.name, "id": bank.schema.text("BankId"), "tables": len(bank.tables)}
    except CronosError as error:
        bank.problems.add_error("no-definitions", error)
    if PAIRS["sys"] in bank.file_names:
        item["known_banks"] = list(_known_banks(bank))
    return {
        **item,
        "problems": describe_problems(bank.problems),
        "messages": [p.message for p in bank.problems.kept[:5]],
    }


def _known_banks(bank: Bank) -> Iterator[dict[str, str]]:
    """Banks that a CroSys names; its other records have no known meaning."""
    try:
        file = bank.sys
    except CronosError:
        return  # said already
    for slot in file.slots():
        try:
            data = file.payload(slot) if slot.is_live else b""
        except CronosError as error:
            bank.problems.add_error("record-damaged", error)
            continue
        if data.startswith(layouts.KNOWN_BANKS__KIND):
            tree, error_in_it = parse_partly(KnownBanks, data)
            if error_in_it is not None:
                message = f"{error_in_it.path}: {error_in_it.message}"
                bank.problems.add(Problem("known-banks", message, file.name, slot.number))
            for each in tree.banks or ():
                if each.path is not None:
                    yield {"description": plain(each.description), "path": plain(each.path)}


def _print_bank(item: dict[str, Any]) -> None:
    belongs = ", vocabulary of the bank above" if "vocabulary_of" in item else ""
    click.echo(printable(item["path"]) + belongs)
    if "error" in item:
        click.echo(f"  cannot be read: {printable(item['error'])}")
        return
    if item["name"] is not None:
        click.echo(f"  {printable(item['name'])}, id {printable(item['id'])}, {item['tables']} table(s)")
    for f in item["files"]:
        states = ", ".join(f"{count} {state}" for state, count in f["states"].items()) or "no slots"
        kod = {"none": "plain", None: "KOD: table not at hand"}.get(
            f["kod"]["source"], f"KOD: {f['kod']['source']} table"
        )
        kod += f" ({printable(f['kod']['note'])})" if "note" in f["kod"] else ""
        click.echo(f"  {printable(f['name'])}: {f['version']} ({f['generation']}), {kod}, {f['size']} bytes, {states}")
    for known in item.get("known_banks", ()):
        click.echo(f"  knows a bank: {printable(known['description'])}, in {printable(known['path'])}")
    for message in item["messages"]:
        click.echo(f"  problem: {printable(message)}")


# ---- schema


def show_schema(
    path: Path, opening: Opening, as_json: bool, every_key: bool = False, raw: Path | None = None
) -> Status:
    """Show tables and fields. every_key: all keys of the dictionary, too. raw: write their values to a directory."""
    from cronos_fmt.cli.keys import describe_keys, print_keys, write_keys

    with cronos_fmt.open(path, **opening) as bank:
        bases = bank.schema.tables
        if raw is not None:
            write_keys(bank, raw)
        if as_json:
            found = {"bank": describe_bank(bank), "tables": [describe_base(base) for base in bases]}
            write_json(found | ({"keys": list(describe_keys(bank))} if every_key else {}))
            return report_problems(bank)
        click.echo(f"{printable(bank.name)}: {len(bases)} table(s)")
        for base in bases:
            click.echo(f"\n{printable(base.name)} ({printable(base.mnemonic)}), id {base.id}")
            click.echo(f"  {'position':>8}  {'type':<16}{'flags':<8}name")
            click.echo(f"  {'-':>8}  {'system number':<16}{'':<8}{printable(base.number_name)}")
            for f in base.fields:
                click.echo(f"  {f.position:>8}  {f.type.name:<16}{f.flags:#06x}  {printable(f.name)}")
            if base.hidden_positions:
                click.echo(f"  hidden positions: {', '.join(map(str, base.hidden_positions))}")
        if every_key:
            print_keys(bank)
        return report_problems(bank)


# ---- rows


def show_rows(
    path: Path, name: str, limit: int, opening: Opening, as_json: bool, *, positions: str = "auto", hidden: bool = False
) -> Status:
    """Show the first rows of one table: as text, or with typed values as one JSON object a line.

    hidden: show the values of positions without a field as text, too, and in JSON.
    """
    with cronos_fmt.open(path, **opening, positions=positions) as bank:
        table = _find_table(bank, name)
        rows = table.rows()
        for row, _ in zip(rows, range(limit), strict=False):
            if as_json:
                values = {f.column: _plain(row.value_of(f).value) for f in table.fields}
                shown: dict[str, Any] = {"number": row.number, "values": values}
                if hidden:
                    shown["hidden"] = {
                        p: {"hex": value.hex(), "text": _hidden_text(row, p)} for p, value in row.hidden.items()
                    }
                click.echo(json.dumps(shown, ensure_ascii=False))
                continue
            click.echo(f"{printable(table.base.number_name)}: {row.number}")
            for f in table.fields:
                click.echo(f"  {printable(f.column)}: {printable(row.value_of(f).text)}")
            for position, value in row.hidden.items():
                text = f"  {printable(_hidden_text(row, position))}" if hidden and value else ""
                click.echo(f"  hidden {position}: {value.hex()}{text}")
        return report_problems(bank)


def _hidden_text(row: Row, position: int) -> str:
    """Value of a position without a field as the text of a text field."""
    (field,) = row.base.hidden_fields([position])
    return row.value_of(field).text


def _find_table(bank: Bank, name: str) -> Table:
    tables = bank.tables
    by_id = {str(table.base.id): table for table in tables.values()}
    table = tables.get(name) or by_id.get(name)
    if table is None:
        known = ", ".join(f"{n} ({t.base.id})" for n, t in tables.items()) or "none"
        raise CronosError(f"no table {name!r}", file=bank.path, hint=f"there are: {known}", status=Status.USAGE)
    return table


def _plain(value: Any) -> Any:
    """A typed value as JSON has it."""
    match value:
        case list():
            return [_plain(item) for item in value]
        case datetime.date():
            return value.isoformat()
        case datetime.time():
            return value.isoformat("minutes")
        case FileReference():
            return value.file_name
        case LinkReference():
            return {"base": value.base_id, "numbers": list(value.numbers)}
        case Word():
            return value.word
        case bytes():
            return value.hex()
    return value
