#include "blame/facts/facts_scan.h"

#include <stdint.h>
#include <string.h>

#include "blame/facts/source_file.h"

enum { most_number = 1 << 28 };

tc_status tc_scan_refuse(const tc_scan *scan, const char *what) {
  return tc_status_make(TC_INPUT,
                        "%s:%d: %s: the facts are damaged, or of another version: run 'tcblame analyze' "
                        "again",
                        scan->path, scan->line, what);
}

void tc_scan_clear(tc_scan *scan) {
  tc_heap_clear(&scan->numbers);
  tc_heap_clear(&scan->spots);
}

/* ---- words ---- */

/* The next word of the line, "" at its end. */
static char *take_word(tc_scan *s) {
  char *word = s->at + strspn(s->at, " ");
  char *end = word + strcspn(word, " ");
  s->at = *end ? end + 1 : end;
  *end = '\0';
  return word;
}

const char *tc_scan_line(tc_scan *s) {
  if (!*s->next) return NULL;
  char *end = strchr(s->next, '\n');
  s->at = s->next;
  s->next = end ? end + 1 : s->next + strlen(s->next);
  if (end) *end = '\0';
  s->line++;
  return take_word(s);
}

static tc_status take_text(tc_scan *s, const char **out) {
  char *from = s->at + strspn(s->at, " "), *to = from;
  if (*from++ != '"') return tc_scan_refuse(s, "a text in quotes is missing");
  *out = to;
  while (*from && *from != '"') {
    if (*from == '\\' && from[1]) from++;
    *to++ = *from++;
  }
  if (*from != '"') return tc_scan_refuse(s, "a text has no end");
  *to = '\0';
  s->at = from + 1;
  return TC_OK;
}

/* A number at the front of *text, which moves behind it. */
static bool take_number(char **text, int *out) {
  int64_t value = 0;
  const char *at = *text;
  while (*at >= '0' && *at <= '9' && value <= most_number) value = 10 * value + (*at++ - '0');
  if (at == *text || value > most_number) return false;
  *out = (int)value;
  *text += at - *text;
  return true;
}

static tc_status take_int(tc_scan *s, int *out) {
  char *word = take_word(s);
  return take_number(&word, out) && !*word ? TC_OK : tc_scan_refuse(s, "a number is missing");
}

static tc_status take_numbers(tc_scan *s, tc_numbers *out) {
  char *word = take_word(s);
  s->numbers.count = 0;
  for (bool more = true; more; word += more) {
    int number;
    if (!take_number(&word, &number)) return tc_scan_refuse(s, "a list of numbers is missing");
    TC_TRY(tc_heap_add(&s->numbers, sizeof number, &number));
    more = *word == ',';
  }
  return *word ? tc_scan_refuse(s, "a list of numbers has no end")
               : tc_heap_keep(&s->numbers, sizeof(int), s->pool, &out->count, &out->of);
}

/* LINE:COLUMN[@FILE] */
static bool take_spot(tc_scan *s, char **word, tc_spot *out) {
  out->file = s->file;
  if (!take_number(word, &out->line) || *(*word)++ != ':' || !take_number(word, &out->column)) return false;
  if (**word != '@') return true;
  ++*word;
  return take_number(word, &out->file);
}

static tc_status take_one_spot(tc_scan *s, tc_spot *out) {
  char *word = take_word(s);
  return take_spot(s, &word, out) && !*word ? TC_OK : tc_scan_refuse(s, "line:column is missing");
}

static tc_status take_spots(tc_scan *s, int *count, const tc_spot **out) {
  char *word = take_word(s);
  s->spots.count = 0;
  for (bool more = true; more; word += more) {
    tc_spot spot;
    if (!take_spot(s, &word, &spot)) return tc_scan_refuse(s, "line:column is missing");
    TC_TRY(tc_heap_add(&s->spots, sizeof spot, &spot));
    more = *word == ',';
  }
  return *word ? tc_scan_refuse(s, "a list of spots has no end")
               : tc_heap_keep(&s->spots, sizeof(tc_spot), s->pool, count, out);
}

static tc_status take_hash(tc_scan *s, char hash[TC_SOURCE_HASH]) {
  const char *word = take_word(s);
  if (strlen(word) != TC_SOURCE_HASH - 1) return tc_scan_refuse(s, "a hash is missing");
  memcpy(hash, word, TC_SOURCE_HASH);
  return TC_OK;
}

static tc_status take_choice(tc_scan *s, const char *const *names, void *out) {
  const char *word = take_word(s);
  int index = 0;
  while (names[index] && strcmp(names[index], word) != 0) index++;
  if (!names[index]) return tc_scan_refuse(s, "a word is not known");
  memcpy(out, &index, sizeof index);
  return TC_OK;
}

/* ---- fields ---- */

static tc_status take_value(tc_scan *s, const tc_field *field, void *thing) {
  void *at = (char *)thing + field->at;
  switch (field->kind) {
  case TC_FIELD_FLAG: *(bool *)at = true; return TC_OK;
  case TC_FIELD_INT:
  case TC_FIELD_FILE: return take_int(s, at);
  case TC_FIELD_TEXT:
  case TC_FIELD_WORDS: return take_text(s, at);
  case TC_FIELD_HASH: return take_hash(s, at);
  case TC_FIELD_CHOICE: return take_choice(s, field->names, at);
  case TC_FIELD_NUMBERS: return take_numbers(s, at);
  case TC_FIELD_SPOT: return take_one_spot(s, at);
  case TC_FIELD_SPOTS: return take_spots(s, (int *)(void *)((char *)thing + field->count_at), at);
  }
  return TC_OK;
}

/* What is there of a field that the line leaves out. */
static void set_default(const tc_field *field, void *thing) {
  static const char *const none = "";
  static const int no_file = -1;
  char *at = (char *)thing + field->at;
  if (field->kind == TC_FIELD_WORDS) memcpy(at, &none, sizeof none);
  if (field->kind == TC_FIELD_FILE) memcpy(at, &no_file, sizeof no_file);
}

tc_status tc_scan_fields(tc_scan *s, const tc_field *fields, void *thing) {
  for (const tc_field *f = fields; f->key; f++) set_default(f, thing);
  for (const char *key = take_word(s); *key; key = take_word(s)) {
    const tc_field *field = fields;
    while (field->key && strcmp(field->key, key) != 0) field++;
    if (!field->key) return tc_scan_refuse(s, "a word is not known");
    TC_TRY(take_value(s, field, thing));
  }
  return TC_OK;
}
