# Generated from specs/ by `python -m codegen build`; do not edit.
"""construct declarations of the structures, to build and to parse; BUILDERS maps a name to each."""

from construct import (
    Const, Default, GreedyBytes, Int8sl, Int8ul, Int16sb, Int16sl, Int16ub, Int16ul, Int32sb, Int32sl, Int32ub, Int32ul,
    Int64sb, Int64sl, Int64ub, Int64ul, OneOf, Peek, Rebuild, Struct, Switch, stream_iseof, stream_size,
)

from .construct_support import Items, Sized, UntilByte, When, built_size

bank_record__counted_value = Struct(
    "mark" / Const(b'\x1b'),
    "length" / Rebuild(Int32ul, lambda this: built_size(GreedyBytes, this.get("body"))),
    "body" / Sized(lambda this: this["length"], GreedyBytes),
)

bank_record__value = Struct(
    "lead" / Peek(Int8ul),
    "counted" / When(lambda this: this["lead"] == 27, bank_record__counted_value),
    "plain" / When(lambda this: this["lead"] != 27, UntilByte(0x1e)),
    "separator" / When(lambda this: (this["lead"] != 27) and (not stream_iseof(this["_io"])), Const(b'\x1e')),
)

bank_record = Struct(
    "base_id" / Int8ul,
    "values" / Items(bank_record__value),
)

bank_record_dos__value = Struct(
    "plain" / UntilByte(0xfe),
    "separator" / When(lambda this: not stream_iseof(this["_io"]), Const(b'\xfe')),
)

bank_record_dos = Struct(
    "base_id" / Int8ul,
    "values" / Items(bank_record_dos__value),
)

bank_value = Struct(
    "unknown_00" / Default(Int8ul, 0),
    "unknown_01" / Default(Int8ul, 2),
    "check" / Int32ul,
    "time" / Int32ul,
    "base_ids" / Items(Int8ul),
)

base_definition__reference = Struct(
    "version" / Int8ul,
    "bit_card_number" / Int32ul,
    "linked_base_id" / When(lambda this: not stream_iseof(this["_io"]), Int32ul),
    "unknown_09" / Default(GreedyBytes, b''),
)

name = Struct(
    "length" / Rebuild(Int8ul, lambda this: built_size(GreedyBytes, this.get("raw"))),
    "raw" / Sized(lambda this: this["length"], GreedyBytes),
)

field_definition__block = Struct(
    "unknown_00" / When(lambda this: not stream_iseof(this["_io"]), Int16ul),
    "unknown_02" / GreedyBytes,
)

field_definition__tail = Struct(
    "unknown_00" / When(lambda this: not stream_iseof(this["_io"]), Int8ul),
    "index_length" / Rebuild(When(lambda this: not stream_iseof(this["_io"]), Int16ul), lambda this: built_size(GreedyBytes, this.get("index")) if this.get("index") is not None else this.get("index_length")),
    "index" / When(lambda this: not stream_iseof(this["_io"]), Sized(lambda this: this["index_length"], GreedyBytes)),
    "unknown_after_index" / GreedyBytes,
)

field_definition__data = Struct(
    "position" / Int32ul,
    "max_length" / Int32ul,
    "block_length" / Rebuild(Int16ul, lambda this: built_size(field_definition__block, this.get("block"))),
    "block" / Sized(lambda this: this["block_length"], field_definition__block),
    "tail" / Sized(None, field_definition__tail),
)

field_definition__body = Struct(
    "type_code" / Int16ul,
    "display_index" / Int32ul,
    "name" / name,
    "flags" / Int32ul,
    "has_data" / Int8ul,
    "data" / When(lambda this: this["has_data"] != 0, field_definition__data),
    "unknown_after_data" / Default(GreedyBytes, b''),
)

field_definition = Struct(
    "size" / Rebuild(Int16ul, lambda this: built_size(field_definition__body, this.get("body"))),
    "body" / Sized(lambda this: this["size"], field_definition__body),
)

base_definition__part_10_entry = Struct(
    "length" / Rebuild(Int16ul, lambda this: built_size(GreedyBytes, this.get("unknown_02"))),
    "unknown_02" / Sized(lambda this: this["length"], GreedyBytes),
)

base_definition__tail_2 = Struct(
    "unknown_00" / Default(Int32sl, -1),
    "unknown_04" / Default(GreedyBytes, b''),
)

base_definition__tail_4_block = Struct(
    "unknown_00" / Default(Int8ul, 0),
    "unknown_01" / Default(Int32sl, -1),
    "unknown_05" / Default(GreedyBytes, b''),
)

base_definition__tail_4 = Struct(
    "unknown_00" / Default(Items(Int32sl, count=5), [-1, -1, -1, -1, -1]),
    "block_length" / Rebuild(Int32ul, lambda this: built_size(base_definition__tail_4_block, this.get("block"))),
    "block" / Sized(lambda this: this["block_length"], base_definition__tail_4_block),
    "unknown_after_block" / Default(GreedyBytes, b''),
)

base_definition__sized_bytes = Struct(
    "length" / Rebuild(Int32ul, lambda this: built_size(Default(GreedyBytes, b'\x01\x00\x00\x00\x00\x00'), this.get("unknown_04"))),
    "unknown_04" / Default(Sized(lambda this: this["length"], GreedyBytes), b'\x01\x00\x00\x00\x00\x00'),
)

base_definition__field_block_inner = Struct(
    "core" / base_definition__sized_bytes,
    "unknown_after_core" / Default(GreedyBytes, b'\x00'),
)

base_definition__field_block_content = Struct(
    "inner_length" / Rebuild(Int32ul, lambda this: built_size(base_definition__field_block_inner, this.get("inner"))),
    "inner" / Sized(lambda this: this["inner_length"], base_definition__field_block_inner),
    "unknown_after_inner" / Default(GreedyBytes, b'\x00'),
)

base_definition__field_block = Struct(
    "length" / Rebuild(Int32ul, lambda this: built_size(base_definition__field_block_content, this.get("content"))),
    "content" / Sized(lambda this: this["length"], base_definition__field_block_content),
)

base_definition__tail_6_block = Struct(
    "unknown_00" / Default(Int8ul, 3),
    "unknown_01" / Default(Items(Int32sl, count=3), [-1, -1, -1]),
    "base_block" / base_definition__sized_bytes,
    "field_blocks" / Items(base_definition__field_block),
)

base_definition__tail_6 = Struct(
    "unknown_00" / Default(Items(Int32sl, count=5), [-1, -1, -1, -1, -1]),
    "block_length" / Rebuild(Int32ul, lambda this: built_size(base_definition__tail_6_block, this.get("block"))),
    "block" / Sized(lambda this: this["block_length"], base_definition__tail_6_block),
    "unknown_after_block" / Default(GreedyBytes, b''),
)

base_definition__tail_unknown = Struct(
    "unknown_00" / GreedyBytes,
)

base_definition = Struct(
    "unknown_00" / Default(Int16ul, 0),
    "unknown_02" / Default(Int16ul, 3),
    "reference_length" / Rebuild(Int8ul, lambda this: built_size(base_definition__reference, this.get("reference"))),
    "reference" / Sized(lambda this: this["reference_length"], base_definition__reference),
    "base_id" / Int32ul,
    "name" / name,
    "mnemonic" / name,
    "unknown_after_mnemonic" / Default(Int32ul, 1),
    "field_count" / Rebuild(Int32ul, lambda this: len(this.get("fields") or ())),
    "fields" / Items(field_definition, count=lambda this: this["field_count"]),
    "part_10_count" / Rebuild(Int32ul, lambda this: len(this.get("part_10") or ())),
    "part_10" / Default(Items(base_definition__part_10_entry, count=lambda this: this["part_10_count"]), []),
    "unknown_after_part_10" / Default(Int32ul, 0),
    "marker" / Int8ul,
    "last_position" / Int32ul,
    "extra_field_count" / Rebuild(Int32ul, lambda this: len(this.get("extra_fields") or ())),
    "extra_fields" / Default(Items(field_definition, count=lambda this: this["extra_field_count"]), []),
    "tail" / Sized(None, Switch(lambda this: this["marker"], {2: base_definition__tail_2, 4: base_definition__tail_4, 6: base_definition__tail_6}, default=base_definition__tail_unknown)),
)

base_image = Struct(
    "unknown_00" / Default(Int8ul, 0),
    "file_name_length" / Rebuild(Int32ul, lambda this: built_size(GreedyBytes, this.get("file_name"))),
    "file_name" / Sized(lambda this: this["file_name_length"], GreedyBytes),
    "image_length" / Rebuild(Int32ul, lambda this: built_size(GreedyBytes, this.get("image"))),
    "image" / Sized(lambda this: this["image_length"], GreedyBytes),
)

bit_card_bank = Struct(
    "words" / Items(Int32ul),
)

bit_card_stru = Struct(
    "bits" / Sized(lambda this: stream_size(this["_io"]) - 4, GreedyBytes),
    "end_mark" / Const(b'\xff\xff\xff\xff'),
)

compressed_record__chunk = Struct(
    "size" / Rebuild(Int16ub, lambda this: built_size(GreedyBytes, this.get("deflated"), 6)),
    "mark" / When(lambda this: this["size"] != 0, Const(b'\x08\x00')),
    "crc" / When(lambda this: this["size"] != 0, Int32ul),
    "deflated" / When(lambda this: this["size"] != 0, Sized(lambda this: this["size"] - 6, GreedyBytes)),
)

compressed_record = Struct(
    "chunks" / Items(compressed_record__chunk, until=lambda item: item.size == 0),
    "tail" / Const(b'\x02'),
)

continuation_32 = Struct(
    "next" / Int32ul,
    "payload" / GreedyBytes,
)

continuation_64 = Struct(
    "next" / Int64ul,
    "payload" / GreedyBytes,
)

dat_area_v3 = Struct(
    "filler" / Sized(233, GreedyBytes),
    "free_block_anchor" / Default(Int32ul, 0),
)

dat_area_v4 = Struct(
    "check_bytes" / Sized(8, GreedyBytes),
    "unknown_08" / Sized(24, GreedyBytes),
    "lite_secret" / Sized(8, GreedyBytes),
    "run_area" / Sized(189, GreedyBytes),
    "kod_table_block" / Sized(lambda this: 0x200, GreedyBytes),
    "free_block_anchor" / Default(Int64ul, 0),
)

dat_area_v7 = Struct(
    "check_bytes" / Sized(8, GreedyBytes),
    "unknown_08" / Sized(24, GreedyBytes),
    "lite_secret" / Sized(8, GreedyBytes),
    "run_area" / Sized(189, GreedyBytes),
    "kod_table_block" / Sized(lambda this: 0x100, GreedyBytes),
    "free_block_anchor" / Default(Int64ul, 0),
)

dat_header = Struct(
    "magic_start" / Const(b'Cr'),
    "magic_letter" / Default(OneOf(Int8ul, [111, 238]), 111),
    "magic_end" / Const(b'File\x00'),
    "unknown_08" / Default(Int16ul, 0),
    "version" / Sized(5, GreedyBytes),
    "encoding" / Int16ul,
    "block_size" / Int16ul,
)

dictionary__entry = Struct(
    "key" / name,
    "value_word" / Int32ul,
    "value" / When(lambda this: (this["value_word"] & 0x80000000) != 0, Sized(lambda this: this["value_word"] & 0x7fffffff, GreedyBytes)),
)

dictionary = Struct(
    "kind" / Const(b'\x03'),
    "entries" / Items(dictionary__entry),
)

file_record = Struct(
    "base_id" / Const(b'\x00'),
    "content" / GreedyBytes,
)

file_strings = Struct(
    "name" / UntilByte(0x1e),
    "name_separator" / Const(b'\x1e'),
    "extension" / UntilByte(0x1e),
    "extension_separator" / Const(b'\x1e'),
    "record_number" / GreedyBytes,
)

file_reference = Struct(
    "unknown_00" / Default(Int32ul, 1),
    "strings_length" / Rebuild(Int32ul, lambda this: built_size(file_strings, this.get("strings"))),
    "strings" / Sized(lambda this: this["strings_length"], file_strings),
    "unknown_after_strings" / Default(GreedyBytes, b''),
)

file_reference_chain__reference = Struct(
    "unknown_00" / Default(Int32ul, 1),
    "strings_length" / Rebuild(Int32ul, lambda this: built_size(file_strings, this.get("strings"))),
    "strings" / Sized(lambda this: this["strings_length"], file_strings),
)

file_reference_chain = Struct(
    "references" / Items(file_reference_chain__reference),
)

file_reference_list__reference = Struct(
    "strings_length" / Rebuild(Int32ul, lambda this: built_size(file_strings, this.get("strings"))),
    "strings" / Sized(lambda this: this["strings_length"], file_strings),
)

file_reference_list = Struct(
    "reference_count" / Rebuild(Int32ul, lambda this: len(this.get("references") or ())),
    "references" / Items(file_reference_list__reference, count=lambda this: this["reference_count"]),
)

first_chunk_32 = Struct(
    "next" / Int32ul,
    "total" / Int32ul,
    "payload" / GreedyBytes,
)

first_chunk_64 = Struct(
    "next" / Int64ul,
    "total" / Int32ul,
    "payload" / GreedyBytes,
)

formulas = Struct(
    "unknown_00" / Default(GreedyBytes, b'\x00\x00\x00\x00\x00\x00\x00\x00'),
)

known_banks__bank = Struct(
    "unknown_00" / Default(Int32ul, 0),
    "description_length" / Rebuild(Int32ul, lambda this: built_size(GreedyBytes, this.get("description"))),
    "description" / Sized(lambda this: this["description_length"], GreedyBytes),
    "path_length" / Rebuild(Int32ul, lambda this: built_size(GreedyBytes, this.get("path"))),
    "path" / Sized(lambda this: this["path_length"], GreedyBytes),
    "unknown_after_path" / Default(Int32ul, 0),
)

known_banks = Struct(
    "kind" / Const(b'\x04'),
    "bank_count" / Rebuild(Int32ul, lambda this: len(this.get("banks") or ())),
    "banks" / Items(known_banks__bank, count=lambda this: this["bank_count"]),
)

link_value = Struct(
    "unknown_00" / Const(b'\x01'),
    "base_id" / Int8ul,
    "card_length" / Rebuild(Int32ul, lambda this: built_size(bit_card_bank, this.get("card"))),
    "card" / Sized(lambda this: this["card_length"], bit_card_bank),
)

ns1 = Struct(
    "kind" / Int8ul,
    "shift" / Int8ul,
    "body" / GreedyBytes,
)

ns1_body = Struct(
    "serial" / Int32ul,
    "custom_protection" / Default(Int32ul, 0),
    "password_length" / Rebuild(Int32ul, lambda this: built_size(Default(GreedyBytes, b''), this.get("password"))),
    "password" / Default(Sized(lambda this: this["password_length"], GreedyBytes), b''),
    "unknown_after_password" / GreedyBytes,
)

ns2 = Struct(
    "record_number" / Int32ul,
)

opaque_value = Struct(
    "unknown_00" / GreedyBytes,
)

referenced_value = Struct(
    "kind" / Const(b'\x04'),
    "value" / GreedyBytes,
)

sub_values__item = Struct(
    "value" / UntilByte(0x1d),
    "separator" / When(lambda this: not stream_iseof(this["_io"]), Const(b'\x1d')),
)

sub_values = Struct(
    "items" / Items(sub_values__item),
)

sub_values_dos__item = Struct(
    "value" / UntilByte(0xfd),
    "separator" / When(lambda this: not stream_iseof(this["_io"]), Const(b'\xfd')),
)

sub_values_dos = Struct(
    "items" / Items(sub_values_dos__item),
)

tad_header_v3 = Struct(
    "free_count" / Default(Int32ul, 0),
    "first_free" / Default(Int32ul, 0),
)

tad_header_v4 = Struct(
    "marker" / Default(Int32sl, -2),
    "free_count" / Default(Int32ul, 0),
    "first_free" / Default(Int32ul, 0),
    "unknown_0c" / Default(Int32ul, 0),
)

tad_slot_dos = Struct(
    "offset_1" / Int32ul,
    "length_1" / Int16ul,
    "offset_2" / Int32ul,
    "length_2" / Int16ul,
)

tad_slot_v3_32 = Struct(
    "offset" / Int32ul,
    "size_word" / Int32ul,
    "unknown_08" / Default(Int32ul, 0),
)

tad_slot_v3_64 = Struct(
    "offset" / Int64ul,
    "size_word" / Int32ul,
    "unknown_0c" / Default(Int32ul, 0),
)

tad_slot_v4 = Struct(
    "offset_word" / Int64ul,
    "size" / Int32ul,
    "unknown_0c" / Default(Int32ul, 0),
)

text_value = Struct(
    "raw" / GreedyBytes,
)

BUILDERS = {
    "bank_record": bank_record,
    "bank_record.value": bank_record__value,
    "bank_record.counted_value": bank_record__counted_value,
    "bank_record_dos": bank_record_dos,
    "bank_record_dos.value": bank_record_dos__value,
    "bank_value": bank_value,
    "base_definition": base_definition,
    "base_definition.reference": base_definition__reference,
    "base_definition.part_10_entry": base_definition__part_10_entry,
    "base_definition.tail_2": base_definition__tail_2,
    "base_definition.tail_4": base_definition__tail_4,
    "base_definition.tail_4_block": base_definition__tail_4_block,
    "base_definition.tail_6": base_definition__tail_6,
    "base_definition.tail_6_block": base_definition__tail_6_block,
    "base_definition.sized_bytes": base_definition__sized_bytes,
    "base_definition.field_block": base_definition__field_block,
    "base_definition.field_block_content": base_definition__field_block_content,
    "base_definition.field_block_inner": base_definition__field_block_inner,
    "base_definition.tail_unknown": base_definition__tail_unknown,
    "base_image": base_image,
    "bit_card_bank": bit_card_bank,
    "bit_card_stru": bit_card_stru,
    "compressed_record": compressed_record,
    "compressed_record.chunk": compressed_record__chunk,
    "continuation_32": continuation_32,
    "continuation_64": continuation_64,
    "dat_area_v3": dat_area_v3,
    "dat_area_v4": dat_area_v4,
    "dat_area_v7": dat_area_v7,
    "dat_header": dat_header,
    "dictionary": dictionary,
    "dictionary.entry": dictionary__entry,
    "field_definition": field_definition,
    "field_definition.body": field_definition__body,
    "field_definition.data": field_definition__data,
    "field_definition.block": field_definition__block,
    "field_definition.tail": field_definition__tail,
    "file_record": file_record,
    "file_reference": file_reference,
    "file_reference_chain": file_reference_chain,
    "file_reference_chain.reference": file_reference_chain__reference,
    "file_reference_list": file_reference_list,
    "file_reference_list.reference": file_reference_list__reference,
    "file_strings": file_strings,
    "first_chunk_32": first_chunk_32,
    "first_chunk_64": first_chunk_64,
    "formulas": formulas,
    "known_banks": known_banks,
    "known_banks.bank": known_banks__bank,
    "link_value": link_value,
    "name": name,
    "ns1": ns1,
    "ns1_body": ns1_body,
    "ns2": ns2,
    "opaque_value": opaque_value,
    "referenced_value": referenced_value,
    "sub_values": sub_values,
    "sub_values.item": sub_values__item,
    "sub_values_dos": sub_values_dos,
    "sub_values_dos.item": sub_values_dos__item,
    "tad_header_v3": tad_header_v3,
    "tad_header_v4": tad_header_v4,
    "tad_slot_dos": tad_slot_dos,
    "tad_slot_v3_32": tad_slot_v3_32,
    "tad_slot_v3_64": tad_slot_v3_64,
    "tad_slot_v4": tad_slot_v4,
    "text_value": text_value,
}
