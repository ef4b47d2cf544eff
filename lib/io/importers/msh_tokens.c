/* Reads tokens of MSH files (see msh_tokens.h). Numbers of text files are parsed from the current line with
 * the functions of base/text. Numbers of binary files are copied from the buffer. A line of text must fit
 * into the buffer. Lines of a skipped section may have any length, because the section may consist of binary
 * data, which rarely contain line feeds. */
#include "io/importers/msh_tokens.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/core/print.h"
#include "base/file/line_reader.h"

enum { buffer_bytes = 256 << 10 };

/* ---- errors ---- */

tc_status tc_msh_error(const tc_msh_tokens *t, const char *format, ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  tc_vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  /* Example: heart.msh: byte 435: the y coordinate is infinite: correct it to a finite number */
  if (t->is_binary)
    return tc_status_create(TC_INPUT, "%s: byte %lld: %s", t->file.path, (long long)t->row_offset, text);
  return tc_status_create(TC_INPUT, "%s:%lld: %s", t->file.path, (long long)t->lines, text);
}

static bool is_text(const char *word, int length) {
  for (int i = 0; i < length; i++)
    if ((unsigned char)word[i] < ' ') return false;
  return true;
}

tc_status tc_msh_word_error(const tc_msh_tokens *t, const char *expected) {
  char word[41];
  tc_text text = t->line;
  if (tc_text_at_end(&text)) return tc_msh_error(t, "the line ends before %s: complete it", expected);
  const int length = tc_text_word_length(&text, INT32_MAX);
  if (!is_text(text.cursor, length))
    return tc_msh_error(t, "expected %s, found binary data: save the mesh again", expected);
  const char *advice = tc_text_number_advice(text.cursor, length);
  tc_line_reader_quote((tc_text){text.cursor, text.cursor + length}, word, sizeof word);
  /* Example: heart.msh:15: expected the y coordinate, found "one": correct it */
  return tc_msh_error(t, "expected %s, found \"%s\": %s", expected, word, advice ? advice : "correct it");
}

static tc_status end_error(const tc_msh_tokens *t) {
  return tc_status_create(TC_INPUT, "%s: the file ends in the section $%s: copy the complete file again",
                          t->file.path, t->section);
}

static tc_status out_of_range_error(const tc_msh_tokens *t, const char *what, int64_t value,
                                    const char *range) {
  return tc_msh_error(t, "%s is %lld, which is out of range: write %s", what, (long long)value, range);
}

/* ---- lines ---- */

/* Returns the number of bytes of the file that have not been used yet. This includes the rest of the current
 * line of text. */
static int64_t remaining_bytes(const tc_msh_tokens *t) {
  const int64_t line = t->is_binary ? 0 : t->line.end - t->line.cursor;
  return t->file.bytes - t->file.offset - (int64_t)t->file.begin + line;
}

tc_status tc_msh_open(tc_msh_tokens *t, const char *path) {
  TC_TRY(tc_block_reader_open(&t->file, path, buffer_bytes));
  TC_TRY(tc_block_reader_refill(&t->file));
  if (t->file.end >= 3 && !memcmp(t->file.buffer, "\xef\xbb\xbf", 3)) t->file.begin = 3;
  return TC_OK;
}

void tc_msh_close(tc_msh_tokens *t) { tc_block_reader_close(&t->file); }

/* True if the buffer has space to read more bytes of the file. */
static bool can_refill(const tc_msh_tokens *t) {
  return !t->file.is_at_end && t->file.end - t->file.begin + 8 <= t->file.capacity;
}

static const char *find_line_end(const tc_msh_tokens *t) {
  return memchr(t->file.buffer + t->file.begin, '\n', t->file.end - t->file.begin);
}

/* Sets the current line to the next line, blank or not. If the next line does not fit into the buffer, sets
 * the current line to the first part of it and *is_whole to false. */
static tc_status read_piece(tc_msh_tokens *t, bool *is_whole) {
  const char *feed = find_line_end(t);
  for (; !feed && can_refill(t); feed = find_line_end(t)) TC_TRY(tc_block_reader_refill(&t->file));
  *is_whole = feed || t->file.is_at_end;
  t->line = (tc_text){NULL, NULL};
  t->row_offset = t->file.offset + (int64_t)t->file.begin;
  if (t->file.begin == t->file.end) return TC_OK;
  t->line.cursor = t->file.buffer + t->file.begin;
  t->line.end = feed ? feed : t->file.buffer + t->file.end;
  t->file.begin = (size_t)(t->line.end - t->file.buffer) + (feed ? 1 : 0);
  t->lines += *is_whole;
  return TC_OK;
}

tc_status tc_msh_next_line(tc_msh_tokens *t) {
  bool is_whole;
  do {
    TC_TRY(read_piece(t, &is_whole));
    if (!is_whole)
      return tc_msh_error(t, "the line has more than %d bytes: use a file with shorter lines",
                          (int)t->file.capacity - 8);
  } while (t->line.cursor && tc_text_at_end(&t->line));
  return TC_OK;
}

/* ---- sections ---- */

/* True if the line is $End with the name of the current section. In binary files the data may precede it on
 * the same line. */
static bool is_section_end(const tc_msh_tokens *t) {
  tc_text line = t->line;
  const size_t name = strlen(t->section), length = name + 4;
  while (line.end > line.cursor && strchr(" \t\r", line.end[-1])) line.end--;
  if (!t->is_binary) tc_text_skip_blanks(&line);
  const size_t bytes = (size_t)(line.end - line.cursor);
  if (bytes < length || (bytes > length && !t->is_binary)) return false;
  return !memcmp(line.end - length, "$End", 4) && !memcmp(line.end - name, t->section, name);
}

static tc_status no_head_error(const tc_msh_tokens *t) {
  return tc_msh_error(t,
                      "the file does not begin with $MeshFormat, so Gmsh did not write it: save the mesh as "
                      "Gmsh MSH 4.1");
}

tc_status tc_msh_begin_section(tc_msh_tokens *t, bool *found) {
  TC_TRY(tc_msh_next_line(t));
  *found = t->line.cursor != NULL;
  if (!*found) return TC_OK;
  const int length = tc_text_word_length(&t->line, TC_MSH_SECTION_MAX);
  t->is_row = false;
  if (length < 2 || *t->line.cursor != '$' || (length >= 4 && !memcmp(t->line.cursor, "$End", 4)))
    return *t->section ? tc_msh_word_error(t, "the beginning of a section, such as $Nodes")
                       : no_head_error(t);
  tc_line_reader_quote((tc_text){t->line.cursor + 1, t->line.cursor + length}, t->section, sizeof t->section);
  t->line.cursor = t->line.end;
  return TC_OK;
}

/* Returns the error for a line that should end the section but contains more data. */
static tc_status surplus_error(const tc_msh_tokens *t) {
  tc_text line = t->line;
  char word[TC_MSH_SECTION_MAX + 8];
  tc_text_skip_blanks(&line);
  if (t->is_binary || *line.cursor != '$')
    return tc_msh_error(t,
                        "$%s continues after the data that it announces: correct the number or remove the "
                        "rest",
                        t->section);
  tc_line_reader_quote((tc_text){line.cursor, line.cursor + tc_text_word_length(&line, TC_MSH_SECTION_MAX)},
                       word, sizeof word);
  return tc_msh_error(t, "expected $End%s, found %s: add the line $End%s", t->section, word, t->section);
}

tc_status tc_msh_end_section(tc_msh_tokens *t) {
  t->is_row = false;
  if (t->is_binary || tc_text_at_end(&t->line)) TC_TRY(tc_msh_next_line(t));
  if (!t->line.cursor) return end_error(t);
  if (is_section_end(t)) return TC_OK;
  return surplus_error(t);
}

tc_status tc_msh_skip_section(tc_msh_tokens *t) {
  bool begins_line = true, is_whole;
  for (;; begins_line = is_whole) {
    TC_TRY(read_piece(t, &is_whole));
    if (!t->line.cursor) return end_error(t);
    if (begins_line && is_whole && is_section_end(t)) return TC_OK;
  }
}

tc_status tc_msh_check_count(const tc_msh_tokens *t, const char *nouns, int64_t count, int64_t bytes_min) {
  /* Example: heart.msh:10: $Nodes announces -5 vertices: correct the number */
  if (count < 0)
    return tc_msh_error(t, "$%s announces %lld %s: correct the number", t->section, (long long)count, nouns);
  const int64_t space = remaining_bytes(t) / bytes_min;
  if (count > space)
    return tc_status_create(TC_INPUT,
                            "%s: $%s announces %lld %s, but the file has space for only %lld: copy the "
                            "complete file again",
                            t->file.path, t->section, (long long)count, nouns, (long long)space);
  if (count > INT32_MAX)
    return tc_status_create(TC_INPUT,
                            "%s: $%s announces %lld %s, but at most %d are supported: use a coarser mesh",
                            t->file.path, t->section, (long long)count, nouns, (int)INT32_MAX);
  return TC_OK;
}

tc_status tc_msh_begin_text_row(tc_msh_tokens *t, const char *nouns, int64_t done, int64_t total) {
  t->is_row = true;
  if (!tc_text_at_end(&t->line)) return tc_msh_word_error(t, "the end of the line");
  TC_TRY(tc_msh_next_line(t));
  if (!t->line.cursor) return end_error(t);
  if (*t->line.cursor != '$') return TC_OK;
  return tc_msh_error(t, "$%s ends after %lld of the %lld %s that it announces: correct the number",
                      t->section, (long long)done, (long long)total, nouns);
}

tc_status tc_msh_begin_row(tc_msh_tokens *t, const char *nouns, int64_t done, int64_t total) {
  if (!t->is_binary) return tc_msh_begin_text_row(t, nouns, done, total);
  t->is_row = true;
  t->row_offset = t->file.offset + (int64_t)t->file.begin;
  return TC_OK;
}

/* ---- numbers of text ---- */

/* Moves to the next line if the current line has no more words and the row may continue on the next line. */
static tc_status find_word(tc_msh_tokens *t, const char *expected) {
  if (!tc_text_at_end(&t->line)) return TC_OK;
  if (t->is_row) return tc_msh_word_error(t, expected);
  TC_TRY(tc_msh_next_line(t));
  if (!t->line.cursor) return end_error(t);
  if (*t->line.cursor != '$') return TC_OK;
  return tc_msh_error(t, "$%s ends before %s: complete the section, or correct its counts", t->section,
                      expected);
}

tc_status tc_msh_read_text_integer(tc_msh_tokens *t, const char *expected, int64_t *out) {
  if (tc_text_parse_int64(&t->line, out)) return TC_OK;
  TC_TRY(find_word(t, expected));
  return tc_text_parse_whole(&t->line, out) ? TC_OK : tc_msh_word_error(t, expected);
}

static tc_status read_text_real(tc_msh_tokens *t, const char *expected, double *out) {
  if (tc_text_at_end(&t->line)) TC_TRY(find_word(t, expected));
  if (tc_text_parse_double(&t->line, out) || tc_text_parse_real(&t->line, out)) return TC_OK;
  return tc_msh_word_error(t, expected);
}

/* ---- numbers of binary data ---- */

/* Sets *at to the next `bytes` bytes of the file, and moves the reading position to the byte after them. */
static tc_status read_bytes(tc_msh_tokens *t, size_t bytes, const char **at) {
  while (t->file.end - t->file.begin < bytes && can_refill(t)) TC_TRY(tc_block_reader_refill(&t->file));
  if (t->file.end - t->file.begin < bytes) return end_error(t);
  if (!t->is_row) t->row_offset = t->file.offset + (int64_t)t->file.begin;
  *at = t->file.buffer + t->file.begin;
  t->file.begin += bytes;
  return TC_OK;
}

static uint64_t load64(const tc_msh_tokens *t, const char *at) {
  uint64_t bits;
  memcpy(&bits, at, sizeof bits);
  return t->swaps ? __builtin_bswap64(bits) : bits;
}

static int64_t load32(const tc_msh_tokens *t, const char *at) {
  uint32_t bits;
  memcpy(&bits, at, sizeof bits);
  return (int32_t)(t->swaps ? __builtin_bswap32(bits) : bits);
}

/* ---- numbers of text and binary files ---- */

static tc_status read_integers(tc_msh_tokens *t, const char *expected, int count, int bytes, int64_t *out) {
  const char *at = NULL;
  if (!t->is_binary) {
    for (int i = 0; i < count; i++) TC_TRY(tc_msh_read_text_integer(t, expected, &out[i]));
    return TC_OK;
  }
  TC_TRY(read_bytes(t, (size_t)count * (size_t)bytes, &at));
  for (int i = 0; i < count; i++, at += bytes) out[i] = bytes == 4 ? load32(t, at) : (int64_t)load64(t, at);
  return TC_OK;
}

tc_status tc_msh_read_ints(tc_msh_tokens *t, const char *expected, int count, int64_t *out) {
  TC_TRY(read_integers(t, expected, count, 4, out));
  for (int i = 0; i < count; i++)
    if (out[i] != (int32_t)out[i]) return out_of_range_error(t, expected, out[i], "an integer of 32 bits");
  return TC_OK;
}

tc_status tc_msh_read_sizes(tc_msh_tokens *t, const char *expected, int count, int64_t *out) {
  TC_TRY(read_integers(t, expected, count, 8, out));
  for (int i = 0; i < count; i++)
    if (out[i] < 0) return out_of_range_error(t, expected, out[i], "an integer of at least 0");
  return TC_OK;
}

static tc_status load_reals(tc_msh_tokens *t, int count, double *out) {
  const char *at = NULL;
  TC_TRY(read_bytes(t, 8 * (size_t)count, &at));
  for (int i = 0; i < count; i++, at += 8) memcpy(&out[i], &(uint64_t){load64(t, at)}, 8);
  return TC_OK;
}

tc_status tc_msh_read_reals(tc_msh_tokens *t, const char *expected, int count, double *out) {
  if (t->is_binary) TC_TRY(load_reals(t, count, out));
  for (int i = 0; i < count; i++) {
    if (!t->is_binary) TC_TRY(read_text_real(t, expected, &out[i]));
    if (!isfinite(out[i]))
      return tc_msh_error(t, "%s is %s: correct it to a finite number", expected,
                          isnan(out[i]) ? "not a number (nan)" : "infinite");
  }
  return TC_OK;
}

static tc_status skip_bytes(tc_msh_tokens *t, int64_t count, int bytes) {
  const char *at = NULL;
  for (; count > 0; count--) TC_TRY(read_bytes(t, (size_t)bytes, &at));
  return TC_OK;
}

tc_status tc_msh_skip_numbers(tc_msh_tokens *t, int64_t count, int bytes) {
  if (t->is_binary) return skip_bytes(t, count, bytes);
  for (; count > 0; count--) {
    TC_TRY(find_word(t, "a number"));
    t->line.cursor += tc_text_word_length(&t->line, INT32_MAX);
  }
  return TC_OK;
}
