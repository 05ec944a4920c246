/* The inner loops of the bulk path: KOD, the split of rows, texts in Arrow's layout, and csv.

   Everything that is a fact of the format (separators, marks, tables) comes from Python as an argument. A value that is
   not plain is handed back to Python, which reads it as the dissecting path does. Every place in a buffer is checked
   against its size before it is read or written; numbers that do not fit give a ValueError. The GIL is released while a
   batch is worked on. cronos_fmt/bulk/fallback.py does the same without a compiler, byte for byte. */

#define PY_SSIZE_T_CLEAN
#ifndef Py_LIMITED_API
#define Py_LIMITED_API 0x030B0000
#endif
#include <Python.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of a counted value in front of its body: the mark, and its length as a little-endian word. */
enum { COUNTED_HEAD = 5 };
/* Most bytes of UTF-8 for one stored byte; and what may be written behind the end of a text, and is written over. */
enum { WIDEST = 3, SLACK = 32 };
/* How the values of a column become texts; anything else is handed back. As in cronos_fmt/bulk/plan.py. */
enum { TEXT = 0, DATE = 1, TIME = 2, ASK = 3 };
/* So many rows before its turn a row is fetched into the cache: those of one base among many lie far apart. */
enum { AHEAD = 8, CACHE_LINE = 64 };
#if defined(__GNUC__)
#define FETCH(at) __builtin_prefetch(at)
#else
#define FETCH(at) (void)(at)
#endif
/* What is wrong with a row: it cannot be split to its end, or has values behind the last field. */
enum { DAMAGED = 1, SURPLUS = 2 };

typedef struct {
    int32_t start, stop; /* of the value in the data; stop is ~stop where the value is counted */
} Cell;

typedef struct {
    int32_t column, row, start, stop, counted;
} Odd;

typedef struct {
    Odd *items;
    size_t count, room;
} Odds;

static int add_odd(Odds *odds, int32_t column, int32_t row, int32_t start, int32_t stop, int32_t counted)
{
    if (odds->count == odds->room) {
        size_t room = odds->room ? 2 * odds->room : 64;
        Odd *items = realloc(odds->items, room * sizeof(Odd));
        if (items == NULL)
            return 0;
        odds->items = items;
        odds->room = room;
    }
    odds->items[odds->count++] = (Odd){column, row, start, stop, counted};
    return 1;
}

/* True where [start, start + length) lies in a buffer of `size` bytes. */
static int inside(int64_t start, int64_t length, Py_ssize_t size)
{
    return start >= 0 && length >= 0 && start <= size && length <= size - start;
}

static PyObject *wrong(const char *what)
{
    PyErr_SetString(PyExc_ValueError, what);
    return NULL;
}

static void release(Py_buffer *buffers, Py_ssize_t count)
{
    for (Py_ssize_t i = 0; i < count; i++)
        PyBuffer_Release(&buffers[i]);
}

/* ---- KOD */

PyDoc_STRVAR(decode_doc,
    "decode(data, starts, lengths, shifts, table, target, places): copy pieces of data to their places in target, each\n"
    "decoded with a KOD table and its own shift; an empty table copies them as they are. Numbers are int64.");

static PyObject *decode(PyObject *self, PyObject *args)
{
    Py_buffer b[7];
    (void)self;
    if (!PyArg_ParseTuple(args, "y*y*y*y*y*w*y*", &b[0], &b[1], &b[2], &b[3], &b[4], &b[5], &b[6]))
        return NULL;
    const uint8_t *data = b[0].buf, *table = b[4].buf;
    const int64_t *starts = b[1].buf, *lengths = b[2].buf, *shifts = b[3].buf, *places = b[6].buf;
    uint8_t *target = b[5].buf;
    Py_ssize_t count = b[1].len / 8, failed = -1;
    if (b[2].len != b[1].len || b[3].len != b[1].len || b[6].len != b[1].len || (b[4].len != 0 && b[4].len != 256)) {
        release(b, 7);
        return wrong("decode: arrays of different lengths, or no table of 256 bytes");
    }
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t i = 0; i < count; i++) {
        int64_t length = lengths[i];
        if (!inside(starts[i], length, b[0].len) || !inside(places[i], length, b[5].len)) {
            failed = i;
            break;
        }
        const uint8_t *from = data + starts[i];
        uint8_t *to = target + places[i], shift = (uint8_t)shifts[i];
        if (b[4].len == 0) {
            memcpy(to, from, (size_t)length);
            continue;
        }
        /* The table by eights, which compilers unroll, and the shift by itself, which they do many bytes at once. */
        int64_t done = 0;
        for (; done + 8 <= length; done += 8)
            for (int k = 0; k < 8; k++)
                to[done + k] = table[from[done + k]];
        for (; done < length; done++)
            to[done] = table[from[done]];
        for (int64_t j = 0; j < length; j++)
            to[j] = (uint8_t)(to[j] - shift - (uint8_t)j);
    }
    Py_END_ALLOW_THREADS
    release(b, 7);
    if (failed >= 0)
        return wrong("decode: a piece lies outside its buffer");
    Py_RETURN_NONE;
}

/* ---- rows */

typedef struct {
    const uint8_t *data;
    Py_ssize_t size;
    const int64_t *starts, *lengths;
    Py_ssize_t rows;
    int64_t head; /* bytes in front of the first value */
    int separator, mark; /* mark is -1 where there are no counted values */
    const int32_t *places; /* of each position, from 0, the line of cells that it goes to, or -1 */
    int64_t width; /* positions in places */
    int64_t last, items; /* highest position with a field; most values of a row */
} Split;

/* Split all rows into cells, line by line of one position. False where a row lies outside the data. */
static int split(const Split *s, Cell *cells, int32_t *stored, uint8_t *flags)
{
    for (Py_ssize_t row = 0; row < s->rows; row++) {
        if (row + AHEAD < s->rows && inside(s->starts[row + AHEAD], 2 * CACHE_LINE, s->size)) {
            FETCH(s->data + s->starts[row + AHEAD]);
            FETCH(s->data + s->starts[row + AHEAD] + CACHE_LINE);
        }
        if (!inside(s->starts[row], s->lengths[row], s->size) || s->lengths[row] < s->head)
            return 0;
        const uint8_t *at = s->data + s->starts[row] + s->head, *end = s->data + s->starts[row] + s->lengths[row];
        int64_t count = 0;
        uint8_t flag = 0;
        while (at < end) {
            const uint8_t *start = at, *stop;
            int counted = *at == s->mark;
            if (counted) {
                if (end - at < COUNTED_HEAD) {
                    flag |= DAMAGED;
                    break;
                }
                uint32_t length = at[1] | (uint32_t)at[2] << 8 | (uint32_t)at[3] << 16 | (uint32_t)at[4] << 24;
                start = at + COUNTED_HEAD;
                if (length > (uint64_t)(end - start)) {
                    flag |= DAMAGED;
                    break;
                }
                at = stop = start + length;
            } else {
                stop = memchr(at, s->separator, (size_t)(end - at));
                at = stop == NULL ? end : stop + 1;
                stop = stop == NULL ? end : stop;
            }
            if (count < s->width && s->places[count] >= 0) {
                int32_t to = (int32_t)(stop - s->data);
                cells[s->places[count] * s->rows + row] = (Cell){(int32_t)(start - s->data), counted ? ~to : to};
            }
            if (count >= s->last && stop > start)
                flag |= SURPLUS;
            if (++count > s->items) {
                flag |= DAMAGED;
                break;
            }
        }
        stored[row] = (int32_t)count;
        flags[row] = flag;
    }
    return 1;
}

/* Text of stored bytes by tables of PAIR bytes for each two bytes and CODE bytes for each byte: UTF-8, and in the last
   byte how much of it counts, with ODD set where a byte has no text of its own. NULL where there is such a byte. */
enum { PAIR = 8, CODE = 4, ODD = 0x80 };

static uint8_t *put_text(uint8_t *out, const uint8_t *at, const uint8_t *stop, const uint8_t *pairs,
                         const uint8_t *codes)
{
    unsigned seen = 0;
    for (; stop - at >= 2; at += 2) {
        const uint8_t *pair = pairs + PAIR * (at[0] | (size_t)at[1] << 8);
        memcpy(out, pair, PAIR);
        seen |= pair[PAIR - 1];
        out += pair[PAIR - 1] & ~ODD;
    }
    if (at < stop) {
        const uint8_t *code = codes + CODE * (size_t)*at;
        memcpy(out, code, CODE);
        seen |= code[CODE - 1];
        out += code[CODE - 1] & ~ODD;
    }
    return seen & ODD ? NULL : out;
}

/* The same for a counted value, in which a byte between sub-values is text. */
static uint8_t *put_counted(uint8_t *out, const uint8_t *at, const uint8_t *stop, const uint8_t *codes, int sub_separator)
{
    for (; at < stop; at++) {
        const uint8_t *code = codes + CODE * (size_t)*at;
        if ((code[CODE - 1] & ODD) && *at != sub_separator)
            return NULL;
        memcpy(out, code, CODE);
        out += code[CODE - 1] & ~ODD;
    }
    return out;
}

static int digits(const uint8_t *at, int count)
{
    int value = 0;
    for (int i = 0; i < count; i++) {
        if (at[i] < '0' || at[i] > '9')
            return -1;
        value = 10 * value + at[i] - '0';
    }
    return value;
}

static uint8_t *put_number(uint8_t *out, int value, int count)
{
    for (int i = count; i-- > 0; value /= 10)
        out[i] = (uint8_t)('0' + value % 10);
    return out + count;
}

/* [-]Y..YMMDD as YYYY-MM-DD, or YYYY where month and day are 0; NULL for anything else, and for a year with zeros in front. */
static uint8_t *put_date(uint8_t *out, const uint8_t *at, const uint8_t *stop, int first_year)
{
    static const uint8_t lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int sign = at < stop && *at == '-' ? -1 : 1;
    at += sign < 0;
    int size = (int)(stop - at < 9 ? stop - at : 9) - 4;
    if (size < 1 || size > 3)
        return NULL;
    int years = digits(at, size), month = digits(at + size, 2), day = digits(at + size + 2, 2);
    if (years < 0 || month < 0 || day < 0)
        return NULL;
    if ((size > 1 && *at == '0') || (sign < 0 && years == 0))
        return NULL;
    int year = first_year + sign * years;
    if (year < 1 || year > 9999)
        return NULL;
    if (month == 0 && day == 0)
        return put_number(out, year, 4);
    if (month < 1 || month > 12)
        return NULL;
    int leap = month == 2 && year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    if (day < 1 || day > lengths[month - 1] + leap)
        return NULL;
    out = put_number(out, year, 4);
    *out++ = '-';
    out = put_number(out, month, 2);
    *out++ = '-';
    return put_number(out, day, 2);
}

/* HHMM as HH:MM; NULL for anything else. */
static uint8_t *put_time(uint8_t *out, const uint8_t *at, const uint8_t *stop)
{
    if (stop - at != 4)
        return NULL;
    int hour = digits(at, 2), minute = digits(at + 2, 2);
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59)
        return NULL;
    memcpy(out, at, 2);
    out[2] = ':';
    memcpy(out + 3, at + 2, 2);
    return out + 5;
}

PyDoc_STRVAR(rows_doc,
    "rows(data, starts, lengths, head, separator, mark, sub_separator, places, last, items, modes, lines, codes,\n"
    "     pairs, first_year, offsets, stored, flags) -> (texts, odd)\n\n"
    "Split the rows of one base and make the texts of its columns. starts, lengths: of each row in data, int64. head:\n"
    "bytes in front of the first value. separator, sub_separator, mark: bytes as numbers; -1 for no counted values.\n"
    "places: of each position the line of cells for it, or -1, int32. last: highest position with a field. items: most\n"
    "values of a row. modes, lines: of each column its mode (uint8) and line of cells or -1 (int32). codes, pairs: of\n"
    "each byte, and of each two, the first one counting less, the UTF-8 and how many bytes of it count, in 4 and in 8\n"
    "bytes; 128 is added for what makes a value odd. Filled are, for each column, the offsets of its texts (int32, one\n"
    "more than rows); for each row the number of its values (int32) and its flags (uint8).\n"
    "texts: those of all columns, one column behind the other, a bytearray. odd: the values that are not plain, whose texts are\n"
    "empty, as five int32 each: column, row, start and stop in data, whether counted.");

static PyObject *rows(PyObject *self, PyObject *args)
{
    Py_buffer b[11]; /* data starts lengths places modes lines codes pairs offsets stored flags */
    Py_ssize_t head, last, items;
    int separator, mark, sub_separator, first_year;
    (void)self;
    if (!PyArg_ParseTuple(args, "y*y*y*niiiy*nny*y*y*y*iw*w*w*", &b[0], &b[1], &b[2], &head, &separator, &mark,
                          &sub_separator, &b[3], &last, &items, &b[4], &b[5], &b[6], &b[7], &first_year, &b[8], &b[9],
                          &b[10]))
        return NULL;
    Split s = {b[0].buf, b[0].len, b[1].buf, b[2].buf, b[1].len / 8, head, separator, mark,
               b[3].buf, b[3].len / 4, last, items};
    const uint8_t *modes = b[4].buf;
    const int32_t *lines = b[5].buf;
    Py_ssize_t columns = b[4].len;
    const uint8_t *codes = b[6].buf, *pairs = b[7].buf;
    int32_t *offsets = b[8].buf, *stored = b[9].buf;
    uint8_t *flags = b[10].buf;
    PyObject *texts = NULL, *odd = NULL, *result = NULL;
    Cell *cells = NULL;
    Odds odds = {NULL, 0, 0};
    const char *problem = NULL;

    int32_t line_count = 0;
    int fits = b[0].len <= INT32_MAX / (WIDEST + 1) && b[2].len == b[1].len && b[5].len == 4 * columns &&
               b[6].len == CODE << 8 && b[7].len == PAIR << 16 && b[8].len == 4 * columns * (s.rows + 1) &&
               b[9].len == 4 * s.rows && b[10].len == s.rows && head >= 0 && items < INT32_MAX && columns < INT32_MAX && s.rows < INT32_MAX;
    for (int64_t i = 0; fits && i < s.width; i++) {
        fits = s.places[i] < INT32_MAX - 1;
        line_count = s.places[i] >= line_count ? s.places[i] + 1 : line_count;
    }
    for (Py_ssize_t i = 0; fits && i < columns; i++)
        fits = lines[i] < line_count;
    fits = fits && (line_count == 0 || s.rows < PY_SSIZE_T_MAX / (Py_ssize_t)sizeof(Cell) / line_count);
    if (!fits) {
        problem = "rows: arrays of the wrong length, or numbers out of range";
        goto end;
    }
    /* One cell more, so that nothing is read at all but the cells. */
    cells = calloc((size_t)line_count * (size_t)s.rows + 1, sizeof(Cell));
    if (cells == NULL) {
        PyErr_NoMemory();
        goto end;
    }
    int good;
    int64_t room = SLACK;
    Py_BEGIN_ALLOW_THREADS
    good = split(&s, cells, stored, flags);
    for (Py_ssize_t c = 0; good && c < columns; c++) {
        const Cell *line = cells + (Py_ssize_t)(lines[c] < 0 ? 0 : lines[c]) * s.rows;
        int64_t bytes = 0;
        for (Py_ssize_t row = 0; row < s.rows && lines[c] >= 0 && modes[c] <= TIME; row++)
            bytes += (line[row].stop < 0 ? ~line[row].stop : line[row].stop) - line[row].start;
        room += WIDEST * bytes;
    }
    Py_END_ALLOW_THREADS
    if (!good) {
        problem = "rows: a row lies outside the data";
        goto end;
    }
    texts = PyByteArray_FromStringAndSize(NULL, (Py_ssize_t)room);
    if (texts == NULL)
        goto end;
    uint8_t *out = (uint8_t *)PyByteArray_AsString(texts), *begin = out;
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t c = 0; good && c < columns; c++) {
        const Cell *line = cells + (Py_ssize_t)(lines[c] < 0 ? 0 : lines[c]) * s.rows;
        int32_t *offset = offsets + c * (s.rows + 1);
        uint8_t *first = out;
        for (Py_ssize_t row = 0; row < s.rows; row++) {
            offset[row] = (int32_t)(out - first);
            if (lines[c] < 0)
                continue;
            int is_counted = line[row].stop < 0;
            int32_t length = (is_counted ? ~line[row].stop : line[row].stop) - line[row].start;
            if (length == 0 || (flags[row] & DAMAGED))
                continue;
            const uint8_t *at = s.data + line[row].start, *stop = at + length;
            uint8_t *next = NULL;
            if (modes[c] <= TIME) {
                while (stop > at && stop[-1] == 0)
                    stop--;
                if (stop == at)
                    continue;
                next = modes[c] == DATE   ? put_date(out, at, stop, first_year)
                       : modes[c] == TIME ? put_time(out, at, stop)
                       : is_counted       ? put_counted(out, at, stop, codes, sub_separator)
                                          : put_text(out, at, stop, pairs, codes);
            }
            if (next != NULL)
                out = next;
            else if (!add_odd(&odds, (int32_t)c, (int32_t)row, line[row].start, line[row].start + length, is_counted)) {
                good = 0;
                break;
            }
        }
        offset[s.rows] = (int32_t)(out - first);
    }
    Py_END_ALLOW_THREADS
    if (!good) {
        PyErr_NoMemory();
        goto end;
    }
    if (PyByteArray_Resize(texts, out - begin) < 0)
        goto end;
    odd = PyBytes_FromStringAndSize((const char *)odds.items, (Py_ssize_t)(odds.count * sizeof(Odd)));
    if (odd != NULL)
        result = PyTuple_Pack(2, texts, odd);
end:
    Py_XDECREF(texts);
    Py_XDECREF(odd);
    free(cells);
    free(odds.items);
    release(b, 11);
    return problem != NULL ? wrong(problem) : result;
}

/* ---- csv */

/* Bytes that are looked at and copied at once; so many may be written behind the end of a text, and are written over.
   BLOCK: bytes of a column that are looked at before the first find ends it. */
enum { STEP = 16, BLOCK = 1 << 12 };

typedef struct {
    const int32_t *offsets;
    const uint8_t *data, *end;
    int is_clean; /* nothing in it has to be quoted */
} Texts;

#if defined(__GNUC__)
typedef uint8_t Step __attribute__((vector_size(STEP)));

static Step specials(const uint8_t *at, uint8_t delimiter)
{
    Step step;
    memcpy(&step, at, STEP);
    return (Step)(step == delimiter) | (Step)(step == '"') | (Step)(step == '\n') | (Step)(step == '\r');
}

static int any(Step step)
{
    uint64_t words[2];
    memcpy(words, &step, STEP);
    return (words[0] | words[1]) != 0;
}
#else
typedef int Step;

static Step specials(const uint8_t *at, uint8_t delimiter)
{
    int found = 0;
    for (int i = 0; i < STEP; i++)
        found |= (at[i] == delimiter) | (at[i] == '"') | (at[i] == '\n') | (at[i] == '\r');
    return found;
}

static int any(Step step) { return step; }
#endif

/* Whether a text has to be quoted. */
static int is_special(const uint8_t *at, int64_t length, uint8_t delimiter)
{
    if (length < STEP) {
        uint8_t part[STEP] = {0}; /* zero has not */
        memcpy(part, at, (size_t)length);
        return any(specials(part, delimiter));
    }
    Step found = specials(at + length - STEP, delimiter);
    for (int64_t done = 0; done < length - STEP; done += STEP)
        found |= specials(at + done, delimiter);
    return any(found);
}

/* Write a text as it is; `end` is that of what can be read. */
static void copy(uint8_t *out, const uint8_t *at, int64_t length, const uint8_t *end)
{
    if (end - at < length + STEP) {
        memcpy(out, at, (size_t)length);
        return;
    }
    memcpy(out, at, STEP);
    for (int64_t done = STEP; done < length; done += STEP)
        memcpy(out + done, at + done, STEP);
}

static uint8_t *quoted(uint8_t *out, const uint8_t *at, int64_t length)
{
    const uint8_t *end = at + length, *quote;
    *out++ = '"';
    while ((quote = memchr(at, '"', (size_t)(end - at))) != NULL) {
        memcpy(out, at, (size_t)(quote + 1 - at));
        out += quote + 1 - at;
        *out++ = '"';
        at = quote + 1;
    }
    memcpy(out, at, (size_t)(end - at));
    out += end - at;
    *out++ = '"';
    return out;
}

PyDoc_STRVAR(csv_doc,
    "csv(numbers, groups, delimiter) -> bytearray: rows of a number (int64) and the texts of each column; a group is a tuple\n"
    "of the offsets (int32) of its columns and of their data, one column behind the other in both. Quoted where a text holds\n"
    "the delimiter, a quote or the end of a line; ended by LF.");

static PyObject *csv(PyObject *self, PyObject *args)
{
    Py_buffer numbers;
    PyObject *groups, *result = NULL;
    int delimiter;
    (void)self;
    if (!PyArg_ParseTuple(args, "y*Oi", &numbers, &groups, &delimiter))
        return NULL;
    Py_ssize_t rows = numbers.len / 8, line = 4 * (rows + 1), group_count = PyTuple_Size(groups), opened = 0, count = 0;
    Py_buffer *b = NULL;
    Texts *texts = NULL;
    const char *problem = NULL;
    if (group_count < 0)
        goto end;
    if (delimiter < 1 || delimiter > 127) {
        problem = "csv: the delimiter is no ASCII character";
        goto end;
    }
    b = calloc(2 * (size_t)group_count + 1, sizeof(Py_buffer));
    if (b == NULL) {
        PyErr_NoMemory();
        goto end;
    }
    uint64_t room = SLACK;
    for (Py_ssize_t g = 0; g < group_count; g++) {
        PyObject *group = PyTuple_GetItem(groups, g);
        PyObject *offsets = group == NULL ? NULL : PyTuple_GetItem(group, 0);
        PyObject *data = group == NULL ? NULL : PyTuple_GetItem(group, 1);
        if (offsets == NULL || data == NULL || PyObject_GetBuffer(offsets, &b[opened], PyBUF_SIMPLE) < 0)
            goto end;
        opened++;
        if (PyObject_GetBuffer(data, &b[opened], PyBUF_SIMPLE) < 0)
            goto end;
        opened++;
        if (b[opened - 2].len % line) {
            problem = "csv: a column has another number of rows";
            goto end;
        }
        count += b[opened - 2].len / line;
        room += 2 * (uint64_t)b[opened - 1].len;
    }
    texts = calloc((size_t)count + 1, sizeof(Texts));
    if (texts == NULL) {
        PyErr_NoMemory();
        goto end;
    }
    Texts *column = texts;
    for (Py_ssize_t g = 0; g < group_count; g++) {
        const int32_t *offsets = b[2 * g].buf;
        const uint8_t *data = b[2 * g + 1].buf;
        Py_ssize_t left = b[2 * g + 1].len;
        for (Py_ssize_t at = 0; at < b[2 * g].len; at += line, column++) {
            int32_t size = offsets[rows];
            if (!inside(0, size, left)) {
                problem = "csv: a text lies outside its column";
                goto end;
            }
            *column = (Texts){offsets, data, data + size, 0};
            data += size;
            left -= size;
            offsets += rows + 1;
        }
    }
    /* A row has its number and an end of line, a cell a delimiter and quotes; every byte could be a quote. */
    room += (uint64_t)rows * (24 + 3 * (uint64_t)count);
    result = PyByteArray_FromStringAndSize(NULL, (Py_ssize_t)room);
    if (result == NULL)
        goto end;
    uint8_t *begin = (uint8_t *)PyByteArray_AsString(result), *out = begin;
    const int64_t *number = numbers.buf;
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t c = 0; c < count; c++) {
        texts[c].is_clean = 1;
        for (const uint8_t *at = texts[c].data; at < texts[c].end && texts[c].is_clean; at += BLOCK) {
            Py_ssize_t left = texts[c].end - at;
            texts[c].is_clean = !is_special(at, left < BLOCK ? left : BLOCK, (uint8_t)delimiter);
        }
    }
    for (Py_ssize_t row = 0; row < rows && problem == NULL; row++) {
        uint8_t digits[24];
        size_t at = sizeof digits;
        uint64_t rest = number[row] < 0 ? 0 - (uint64_t)number[row] : (uint64_t)number[row];
        do
            digits[--at] = (uint8_t)('0' + rest % 10);
        while (rest /= 10);
        if (number[row] < 0)
            digits[--at] = '-';
        if (is_special(digits + at, (int64_t)(sizeof digits - at), (uint8_t)delimiter))
            out = quoted(out, digits + at, (int64_t)(sizeof digits - at));
        else {
            memcpy(out, digits + at, sizeof digits - at);
            out += sizeof digits - at;
        }
        for (Py_ssize_t c = 0; c < count; c++) {
            const Texts *column = &texts[c];
            int64_t start = column->offsets[row], length = (int64_t)column->offsets[row + 1] - start;
            /* Each text begins where the one before ends, so together they are no longer than the data. */
            if (!inside(start, length, column->end - column->data)) {
                problem = "csv: a text lies outside its column";
                break;
            }
            *out++ = (uint8_t)delimiter;
            if (!column->is_clean && is_special(column->data + start, length, (uint8_t)delimiter)) {
                out = quoted(out, column->data + start, length);
            } else {
                copy(out, column->data + start, length, column->end);
                out += length;
            }
        }
        *out++ = '\n';
    }
    Py_END_ALLOW_THREADS
    if (problem == NULL && PyByteArray_Resize(result, out - begin) < 0) {
        Py_DECREF(result);
        result = NULL;
    }
end:
    if (problem != NULL) {
        Py_XDECREF(result);
        result = wrong(problem);
    }
    release(b, opened);
    free(b);
    free(texts);
    PyBuffer_Release(&numbers);
    return result;
}

/* ---- the module */

static PyMethodDef methods[] = {
    {"decode", decode, METH_VARARGS, decode_doc},
    {"rows", rows, METH_VARARGS, rows_doc},
    {"csv", csv, METH_VARARGS, csv_doc},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {{0, NULL}};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "_kernel", "The inner loops of the bulk path.", 0, methods, slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__kernel(void) { return PyModuleDef_Init(&module); }
