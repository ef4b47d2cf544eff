/* Parses lines of the text format of facts into structs, as described by tables of fields (facts_format.h).
 * facts_read.c calls tb_scan_line for the first word of a line and then tb_scan_fields for its values. The
 * text is modified in place: a zero is written after each word and each quoted text. Numbers are limited to
 * `number_max`, so that the sum of a few numbers does not overflow an int. */
#include "blame/facts/facts_scan.h"

#include <stdint.h>
#include <string.h>

#include "blame/facts/source_file.h"

enum { number_max = 1 << 28 };

/* Example: out/facts:12: hash does not have 16 digits: run 'tcblame analyze' again, because .. */
tc_status tb_scan_error(const tb_scan *scan, const char *message) {
  return tc_status_create(TC_INPUT, "%s:%d: %s: run 'tcblame analyze' again, because the facts are damaged",
                          scan->path, scan->line, message);
}

void tb_scan_free(tb_scan *scan) {
  TC_ARRAY_FREE(&scan->numbers);
  TC_ARRAY_FREE(&scan->positions);
}

/* ---- parsing words and values ---- */

/* Returns the next word of the current line, or "" at the end of the line. */
static char *read_word(tb_scan *scan) {
  char *word = scan->cursor + strspn(scan->cursor, " ");
  char *end = word + strcspn(word, " ");
  scan->cursor = *end ? end + 1 : end;
  *end = '\0';
  return word;
}

const char *tb_scan_line(tb_scan *scan) {
  if (!*scan->next) return NULL;
  char *end = strchr(scan->next, '\n');
  scan->cursor = scan->next;
  scan->next = end ? end + 1 : scan->next + strlen(scan->next);
  if (end) *end = '\0';
  scan->line++;
  return read_word(scan);
}

static tc_status read_text(tb_scan *scan, const char **out) {
  char *from = scan->cursor + strspn(scan->cursor, " "), *to = from;
  if (*from++ != '"') return tb_scan_error(scan, "quoted text is missing");
  *out = to;
  while (*from && *from != '"') {
    if (*from == '\\' && from[1]) from++;
    *to++ = *from++;
  }
  if (*from != '"') return tb_scan_error(scan, "closing quote is missing");
  *to = '\0';
  scan->cursor = from + 1;
  return TC_OK;
}

/* Parses a number at the start of *text and advances *text to the first character after it. */
static bool parse_number(char **text, int *out) {
  int64_t value = 0;
  const char *at = *text;
  while (*at >= '0' && *at <= '9' && value <= number_max) value = 10 * value + (*at++ - '0');
  if (at == *text || value > number_max) return false;
  *out = (int)value;
  *text += at - *text;
  return true;
}

static tc_status read_int(tb_scan *scan, int *out) {
  char *word = read_word(scan);
  return parse_number(&word, out) && !*word ? TC_OK : tb_scan_error(scan, "number is missing or too large");
}

static tc_status read_numbers(tb_scan *scan, tb_index_list *out) {
  char *word = read_word(scan);
  scan->numbers.count = 0;
  for (bool has_more = true; has_more; word += has_more) {
    int number;
    if (!parse_number(&word, &number)) return tb_scan_error(scan, "number in a list is missing or too large");
    TC_TRY(TC_ARRAY_ADD(&scan->numbers, &number));
    has_more = *word == ',';
  }
  return *word ? tb_scan_error(scan, "list of numbers contains other text")
               : TC_ARRAY_MOVE(&scan->numbers, scan->pool, &out->count, &out->item);
}

static bool parse_position(tb_scan *scan, char **word, tb_source_position *out) {
  out->file = scan->file;
  if (!parse_number(word, &out->line) || *(*word)++ != ':' || !parse_number(word, &out->column)) return false;
  if (**word != '@') return true;
  ++*word;
  return parse_number(word, &out->file);
}

static tc_status read_position(tb_scan *scan, tb_source_position *out) {
  char *word = read_word(scan);
  return parse_position(scan, &word, out) && !*word
             ? TC_OK
             : tb_scan_error(scan, "source position is not LINE:COLUMN");
}

static tc_status read_positions(tb_scan *scan, int *count, const tb_source_position **out) {
  char *word = read_word(scan);
  scan->positions.count = 0;
  for (bool has_more = true; has_more; word += has_more) {
    tb_source_position position;
    if (!parse_position(scan, &word, &position))
      return tb_scan_error(scan, "source position is not LINE:COLUMN");
    TC_TRY(TC_ARRAY_ADD(&scan->positions, &position));
    has_more = *word == ',';
  }
  return *word ? tb_scan_error(scan, "list of source positions contains other text")
               : TC_ARRAY_MOVE(&scan->positions, scan->pool, count, out);
}

static tc_status read_hash(tb_scan *scan, char hash[TB_SOURCE_HASH]) {
  const char *word = read_word(scan);
  if (strlen(word) != TB_SOURCE_HASH - 1) return tb_scan_error(scan, "hash does not have 16 digits");
  memcpy(hash, word, TB_SOURCE_HASH);
  return TC_OK;
}

static tc_status read_choice(tb_scan *scan, const char *const *names, void *out) {
  const char *word = read_word(scan);
  int index = 0;
  while (names[index] && strcmp(names[index], word) != 0) index++;
  if (!names[index]) return tb_scan_error(scan, "unknown value");
  memcpy(out, &index, sizeof index);
  return TC_OK;
}

/* ---- parsing fields ---- */

static tc_status read_value(tb_scan *scan, const tb_fact_field *field, void *item) {
  void *at = (char *)item + field->offset;
  switch (field->kind) {
  case TB_FIELD_FLAG: *(bool *)at = true; return TC_OK;
  case TB_FIELD_INT:
  case TB_FIELD_FILE: return read_int(scan, at);
  case TB_FIELD_TEXT:
  case TB_FIELD_WORDS: return read_text(scan, at);
  case TB_FIELD_HASH: return read_hash(scan, at);
  case TB_FIELD_CHOICE: return read_choice(scan, field->names, at);
  case TB_FIELD_NUMBERS: return read_numbers(scan, at);
  case TB_FIELD_POSITION: return read_position(scan, at);
  case TB_FIELD_POSITIONS:
    return read_positions(scan, (int *)(void *)((char *)item + field->count_offset), at);
  }
  return TC_OK;
}

static void set_default(const tb_fact_field *field, void *item) {
  static const char *const none = "";
  static const int no_file = -1;
  char *at = (char *)item + field->offset;
  if (field->kind == TB_FIELD_WORDS) memcpy(at, &none, sizeof none);
  if (field->kind == TB_FIELD_FILE) memcpy(at, &no_file, sizeof no_file);
}

tc_status tb_scan_fields(tb_scan *scan, const tb_fact_field *fields, void *item) {
  for (const tb_fact_field *f = fields; f->key; f++) set_default(f, item);
  for (const char *key = read_word(scan); *key; key = read_word(scan)) {
    const tb_fact_field *field = fields;
    while (field->key && strcmp(field->key, key) != 0) field++;
    if (!field->key) return tb_scan_error(scan, "unknown key");
    TC_TRY(read_value(scan, field, item));
  }
  return TC_OK;
}
