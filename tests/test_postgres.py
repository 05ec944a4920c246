"""PostgreSQL: a server of its own is started for these tests, on a socket in a temporary directory."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from test_faults_opening import PLAIN_STRU, TEXT, made, one_table
from test_sinks import BANKS, LINKS, Written, of_database, quoted, written

import cronos_fmt
from cronos_fmt import CronosError, Status
from cronos_fmt.sinks.format import BankInfo, choose_format

_ROOT = 0


def programs() -> Path:
    """Folder of the programs of the server; the test is skipped where there is none."""
    found = [Path(path).resolve().parent for path in [shutil.which("initdb")] if path]
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for folder in found:
        if (folder / "initdb").exists() and (folder / "pg_ctl").exists():
            return folder
    pytest.skip("no PostgreSQL server on this machine: apt-get install postgresql")


def account() -> pwd.struct_passwd | None:
    """Somebody to run the server as, where we are root: it refuses to run so."""
    if os.geteuid() != _ROOT:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    pytest.skip("PostgreSQL does not run as root, and there is no account for it")


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """Connection string of a server without a database name, its socket in a temporary directory."""
    bin_folder, user = programs(), account()
    # Not below pytest's own folder: that is closed to other accounts, and its path may be too long for a socket.
    folder = Path(tempfile.mkdtemp(prefix="cronos-pg-"))
    change: dict[str, Any] = {} if user is None else {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}

    def run(program: str, *arguments: str) -> None:
        # The server keeps what it inherits, so it must not be a pipe that is read to its end.
        with (folder / "log").open("a") as log:
            command = [str(bin_folder / program), "-D", str(folder / "data"), *arguments]
            done = subprocess.run(command, stdout=log, stderr=log, cwd=folder, timeout=60, **change)
        if done.returncode:
            pytest.skip(f"{program} fails here: {(folder / 'log').read_text(errors='replace')[-300:]}")

    try:
        if user is not None:
            os.chown(folder, user.pw_uid, user.pw_gid)
        run("initdb", "-A", "trust", "-U", "tester", "-E", "UTF8", "--locale=C", "--no-sync")
        settings = f"-c listen_addresses= -c unix_socket_directories={folder} -c fsync=off"
        run("pg_ctl", "-w", "-o", settings, "start")
        try:
            yield f"host={folder} user=tester"
        finally:
            run("pg_ctl", "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder)


@pytest.fixture
def dsn(server: str, request: pytest.FixtureRequest) -> Iterator[str]:
    """Connection string of a new database, with the encoding that the test asks for."""
    encoding = getattr(request, "param", "UTF8")
    with psycopg.connect(f"{server} dbname=postgres", autocommit=True) as db:
        db.execute(f"CREATE DATABASE made ENCODING '{encoding}' TEMPLATE template0")
        yield f"{server} dbname=made"
        db.execute("DROP DATABASE made (FORCE)")


def fetched(dsn: str, statement: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(dsn, client_encoding="utf8") as db:
        return db.execute(statement.encode()).fetchall()


def relations(dsn: str) -> set[str]:
    """Tables and indexes in the database."""
    query = "SELECT relname FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = 'public'"
    return {row[0] for row in fetched(dsn, query)}


def assert_agrees(dsn: str, result: Written, json_lists: bool) -> None:
    for table in result.tables:
        found = of_database(lambda query: fetched(dsn, query), table.output, json_lists)
        assert found == table.texts, table.base.name


@pytest.mark.parametrize("bank", BANKS)
def test_rows_of_copy(bank: str, dsn: str, tmp_path: Path) -> None:
    """E5 to E9, E16: every table with all its values, in columns that take them."""
    folder = made(BANKS[bank](), tmp_path / "bank")
    result = written(folder, tmp_path / "out", "postgres", dsn=dsn)
    assert_agrees(dsn, result, json_lists=False)
    assert list((tmp_path / "out").iterdir()) == []


@pytest.mark.realdata
def test_rows_of_the_samples(sample_bank: Path, dsn: str, tmp_path: Path) -> None:
    assert_agrees(dsn, written(sample_bank, tmp_path / "out", "postgres", dsn=dsn), json_lists=False)


def psql(dsn: str, script: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    options = " ".join(f"-c {name}={value}" for name, value in settings.items())
    command = ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", dsn, "-f", str(script)]
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PGOPTIONS": options})


@pytest.mark.parametrize("bank", BANKS)
def test_rows_of_the_script(bank: str, dsn: str, tmp_path: Path) -> None:
    """E4, E5, E7, E8, E9: psql loads the script as it is."""
    result = written(made(BANKS[bank](), tmp_path / "bank"), tmp_path / "out", "sql")
    done = psql(dsn, tmp_path / "out" / "bank.sql")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert_agrees(dsn, result, json_lists=True)


def test_e5_a_server_that_reads_backslashes_loads_nothing(dsn: str, tmp_path: Path) -> None:
    """E5: with standard_conforming_strings off, a backslash would silently change texts."""
    written(made(one_table("a\\b"), tmp_path / "bank"), tmp_path / "out", "sql")
    done = psql(dsn, tmp_path / "out" / "bank.sql", standard_conforming_strings="off")
    assert done.returncode and "violates check constraint" in done.stderr
    assert relations(dsn) == set()


def test_types_keys_and_links(dsn: str, tmp_path: Path) -> None:
    """Typed columns, arrays, a primary key for each table, and foreign keys where every link leads to a row."""
    fields = [{"name": "Число", "type": "number"}, {"name": "Дата", "type": "date"}, {"name": "Время", "type": "time"}]
    fields += [TEXT | {"multiple": True}, {"name": "Связь", "type": "direct link"}]
    values = {"Число": "5", "Дата": "2016-02-09", "Время": "09:30", "Т": ['a"\\', "NULL"], "Связь": LINKS[0]}
    tables = [{"name": "А", "fields": fields, "rows": [{"values": values}, {"values": {"Дата": "1985"}}]}]
    tables.append({"name": "Цель", "id": 5, "fields": [TEXT], "rows": [{"number": 85}]})
    written(made({"files": PLAIN_STRU, "tables": tables}, tmp_path / "bank"), tmp_path / "out", "postgres", dsn=dsn)
    types = fetched(dsn, "SELECT column_name, data_type FROM information_schema.columns WHERE table_name = 'А'")
    assert dict(types) == {
        "Системный номер": "bigint",
        "Число": "bigint",
        "Дата": "date",
        "Дата (raw)": "text",
        "Время": "time without time zone",
        "Т": "ARRAY",
        "Связь": "ARRAY",
    }
    assert fetched(dsn, 'SELECT "Т" FROM "А" ORDER BY 1') == [(['a"\\', "NULL"],), (None,)]
    assert fetched(dsn, 'SELECT * FROM "А - Связь"') == [(1, 85)]
    keys = fetched(dsn, "SELECT conrelid::regclass::text, contype::text FROM pg_constraint ORDER BY 1, 2")
    assert {('"А - Связь"', "f"), ('"А"', "p"), ('"Цель"', "p")} <= set(keys)
    assert keys.count(('"А - Связь"', "f")) == 2


def test_e8_names_end_on_a_character(dsn: str, tmp_path: Path) -> None:
    """E8: the server cuts a name at 63 bytes; two that are then the same would be one column."""
    fields = [{"name": "ж" * 100, "type": "text"}, {"name": "ж" * 99 + "з", "type": "text"}]
    tables = [
        {"name": "я" * n, "fields": fields, "rows": [{"values": {f["name"]: f["name"][-1] for f in fields}}]}
        for n in (40, 41)
    ]
    result = written(
        made({"files": PLAIN_STRU, "tables": tables}, tmp_path / "bank"), tmp_path / "out", "postgres", dsn=dsn
    )
    assert [table.output for table in result.tables] == ["я" * 31, "я" * 29 + " (2)"]
    for table in result.tables:
        assert fetched(dsn, f'SELECT "{"ж" * 31}", "{"ж" * 29} (2)" FROM {quoted(table.output)}') == [("ж", "з")]


# ---- what goes wrong


def refused(*arguments: Any, **options: Any) -> CronosError:
    with pytest.raises(CronosError) as caught:
        written(*arguments, **options)
    return caught.value


def test_a_table_that_exists_is_kept(dsn: str, tmp_path: Path) -> None:
    folder = made(one_table("раз"), tmp_path / "bank")
    written(folder, tmp_path / "out", "postgres", dsn=dsn)
    error = refused(folder, tmp_path / "again", "postgres", dsn=dsn)
    assert error.status is Status.USAGE and "--schema" in (error.hint or "")
    written(folder, tmp_path / "third", "postgres", dsn=dsn, schema='из "банка"')
    assert fetched(dsn, 'SELECT "Т" FROM "из ""банка"""."А"') == [("раз",)] == fetched(dsn, 'SELECT "Т" FROM "А"')
    assert refused(folder, tmp_path / "fourth", "postgres", dsn=dsn, schema='из "банка"').status is Status.USAGE


def test_a_table_of_somebody_else_is_kept(dsn: str, tmp_path: Path) -> None:
    """It is told before the bank is read."""
    with psycopg.connect(dsn) as db:
        db.execute('CREATE TABLE "А" (x int)'.encode())
    (tmp_path / "out").mkdir()
    with cronos_fmt.open(made(one_table("раз"), tmp_path / "bank")) as bank:
        output = choose_format("postgres", {"dsn": dsn})(tmp_path / "out", BankInfo.of(bank))
        with pytest.raises(CronosError, match="has a table А already") as caught:
            output.table(bank.tables["А"].base, bank.tables["А"].fields)
        output.abort()
    assert caught.value.status is Status.USAGE and relations(dsn) == {"А"}


@pytest.mark.parametrize("dsn", ["WIN1251"], indirect=True)
def test_a_database_of_another_encoding(dsn: str, tmp_path: Path) -> None:
    """What its encoding has is loaded; the first text that it does not have ends the run, and nothing is left."""
    written(made(one_table("раз"), tmp_path / "bank"), tmp_path / "out", "postgres", dsn=dsn, schema="a")
    assert fetched(dsn, 'SELECT "Т" FROM a."А"') == [("раз",)]
    folder = made(one_table("два", {"values": {"Т": {"hex": "98"}}}), tmp_path / "other")
    error = refused(folder, tmp_path / "second", "postgres", dsn=dsn)
    assert error.status is Status.IO and "WIN1251" in str(error)
    assert relations(dsn) == set()


def test_more_columns_than_there_can_be(dsn: str, tmp_path: Path) -> None:
    fields = [{"name": f"f{i}", "type": "text"} for i in range(1601)]
    folder = made({"files": PLAIN_STRU, "tables": [{"name": "А", "fields": fields}]}, tmp_path / "bank")
    error = refused(folder, tmp_path / "out", "postgres", dsn=dsn)
    assert error.status is Status.IO and "1600" in str(error)
    assert relations(dsn) == set()


def test_a_run_that_is_given_up_leaves_nothing(dsn: str, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    with cronos_fmt.open(made(one_table("раз"), tmp_path / "bank")) as bank:
        output = choose_format("postgres", {"dsn": dsn})(tmp_path / "out", BankInfo.of(bank))
        table = bank.tables["А"]
        output.table(table.base, table.fields)
        output.abort()
        output.abort()
    assert relations(dsn) == set() and list((tmp_path / "out").iterdir()) == []


def test_no_server(tmp_path: Path) -> None:
    folder = made(one_table("раз"), tmp_path / "bank")
    error = refused(folder, tmp_path / "out", "postgres", dsn=f"host={tmp_path} dbname=x password=тайна")
    assert error.status is Status.IO and "тайна" not in str(error)


@pytest.mark.parametrize("options", [{}, {"dsn": "host"}, {"dsn": "nothing=1"}], ids=str)
def test_no_connection_string(options: dict[str, Any]) -> None:
    with pytest.raises(CronosError, match="--dsn") as caught:
        choose_format("postgres", options)
    assert caught.value.status is Status.USAGE
