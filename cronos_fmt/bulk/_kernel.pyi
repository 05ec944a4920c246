from typing_extensions import Buffer

def decode(
    data: Buffer, starts: Buffer, lengths: Buffer, shifts: Buffer, table: Buffer, target: Buffer, places: Buffer, /
) -> None: ...
def rows(
    data: Buffer,
    starts: Buffer,
    lengths: Buffer,
    head: int,
    separator: int,
    mark: int,
    sub_separator: int,
    places: Buffer,
    last: int,
    items: int,
    modes: Buffer,
    lines: Buffer,
    codes: Buffer,
    pairs: Buffer,
    first_year: int,
    offsets: Buffer,
    stored: Buffer,
    flags: Buffer,
    /,
) -> tuple[bytearray, bytes]: ...
def csv(numbers: Buffer, groups: tuple[tuple[Buffer, Buffer], ...], delimiter: int, /) -> bytearray: ...
