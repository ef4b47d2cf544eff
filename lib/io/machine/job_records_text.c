/* Text of forecast records. The table `fields` lists the fields of a line in their order. Formatting and
 * parsing follow this table. The hash of a line is checked first, so that a damaged line is never
 * interpreted. The fields `end` and `version` are read before the others, because records of other versions
 * may have other fields after them. */
#include "io/machine/job_records_text.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/numeric/hash.h"
#include "base/text/text_part.h"

typedef enum field_kind { FIELD_INT, FIELD_INT64, FIELD_HASH, FIELD_NAME, FIELD_NUMBERS } field_kind;

typedef struct field {
  const char *key;
  field_kind kind;
  size_t offset; /* offset of the member in tc_job_record */
  double min, max;
  int count; /* number of values of FIELD_NUMBERS; 0 for other kinds */
} field;

#define MEMBER(name) offsetof(tc_job_record, name)
#define SECONDS(key, member, count)                                                                          \
  { key, FIELD_NUMBERS, MEMBER(member), 0.0, DBL_MAX, count }
#define LOGARITHM(key, member, count)                                                                        \
  { key, FIELD_NUMBERS, MEMBER(member), -DBL_MAX, DBL_MAX, count }
#define NAME(key, member)                                                                                    \
  { key, FIELD_NAME, MEMBER(member), 0.0, 0.0, 0 }

static const field fields[] = {
    {"end", FIELD_INT64, MEMBER(end_time), 1.0, 1e12, 0},
    {"version", FIELD_INT, MEMBER(version), 1.0, INT32_MAX, 0},
    {"mesh", FIELD_HASH, MEMBER(key.mesh_hash), 0.0, 0.0, 0},
    {"cells", FIELD_INT64, MEMBER(cells), 0.0, 1e15, 0},
    NAME("scheme", key.scheme),
    NAME("method", key.method),
    NAME("strategy", strategy),
    NAME("storage", storage),
    {"nodes", FIELD_INT, MEMBER(key.nodes), 1.0, INT32_MAX, 0},
    {"ranks", FIELD_INT, MEMBER(key.ranks), 1.0, INT32_MAX, 0},
    {"threads", FIELD_INT, MEMBER(key.threads), 1.0, INT32_MAX, 0},
    {"steps", FIELD_INT64, MEMBER(steps), 0.0, 1e15, 0},
    {"outcome", FIELD_INT, MEMBER(outcome), 0.0, 255.0, 0},
    SECONDS("f", forecast_s, TC_JOB_GROUP_COUNT),
    SECONDS("m", measured_s, TC_JOB_GROUP_COUNT),
    LOGARITHM("score", score, 1),
    SECONDS("steps_now", steps_now_s, 1),
    LOGARITHM("score_now", score_now, 1),
    {"level", FIELD_NUMBERS, MEMBER(level), 0.0, 1.0, 1},
    SECONDS("bound", bound_s, 1),
    {"alpha", FIELD_NUMBERS, MEMBER(alpha), 0.0, 1.0, 1},
    {"tail", FIELD_NUMBERS, MEMBER(tail), -1.0, DBL_MAX, 1},
    {"probe", FIELD_NUMBERS, MEMBER(probe), DBL_MIN, DBL_MAX, 1},
    {"share", FIELD_NUMBERS, MEMBER(cpu_share), 0.0, DBL_MAX, 1},
    LOGARITHM("remaining", remaining, TC_JOB_MARKS),
};

enum { fields_count = sizeof fields / sizeof *fields, hash_digits = 16 };

static bool is_in_range(double value, const field *f) { return value >= f->min && value <= f->max; }

/* ---- names ---- */

static bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
         c == '.';
}

void tc_job_record_clean(const char *name, char *out, size_t size) {
  size_t length = 0;
  for (; name[length] && length + 1 < size; length++)
    out[length] = is_name_character(name[length]) ? name[length] : '_';
  out[length] = '\0';
}

/* ---- formatting ---- */

static void add_numbers(const field *f, const double *value, tc_line *line) {
  for (int i = 0; i < f->count; i++) {
    if (i > 0) tc_line_add(line, ",");
    if (is_in_range(value[i], f)) tc_line_add(line, "%.9g", value[i]);
  }
}

static bool add_integer(const field *f, int64_t value, tc_line *line) {
  tc_line_add(line, "%" PRId64, value);
  return is_in_range((double)value, f);
}

static void add_name(const char *name, tc_line *line) {
  char clean[TC_JOB_NAME_SIZE];
  tc_job_record_clean(name, clean, sizeof clean);
  tc_line_add(line, "%s", clean);
}

/* Returns false if an integer is out of range. */
static bool add_field(const field *f, const tc_job_record *record, tc_line *line) {
  const void *const member = (const char *)record + f->offset;
  tc_line_add(line, "%s%s=", line->length ? " " : "", f->key);
  switch (f->kind) {
  case FIELD_INT: return add_integer(f, *(const int *)member, line);
  case FIELD_INT64: return add_integer(f, *(const int64_t *)member, line);
  case FIELD_HASH: tc_line_add(line, "%016" PRIx64, *(const uint64_t *)member); return true;
  case FIELD_NAME: add_name(member, line); return true;
  case FIELD_NUMBERS: add_numbers(f, member, line); return true;
  }
  return false;
}

static void add_sum(tc_line *line) {
  tc_line_add(line, " sum=%016" PRIx64, tc_hash_bytes(0, line->text, line->length));
}

bool tc_job_record_format(const tc_job_record *record, tc_line *line) {
  bool is_valid = true;
  for (int i = 0; i < fields_count; i++) is_valid = add_field(&fields[i], record, line) && is_valid;
  add_sum(line);
  return is_valid && line->length <= TC_JOB_RECORD_LINE_MAX;
}

/* ---- parsing ---- */

static bool parse_hash(tc_text text, uint64_t *out) {
  static const char digits[] = "0123456789abcdef";
  uint64_t value = 0;
  if (text.end - text.cursor != hash_digits) return false;
  for (const char *at = text.cursor; at < text.end; at++) {
    const char *digit = memchr(digits, *at, sizeof digits - 1);
    if (!digit) return false;
    value = value << 4 | (uint64_t)(digit - digits);
  }
  *out = value;
  return true;
}

static bool parse_integer(const field *f, tc_text text, int64_t *out) {
  return tc_text_parse_int64(&text, out) && text.cursor == text.end && is_in_range((double)*out, f);
}

static bool parse_int(const field *f, tc_text text, int *out) {
  int64_t value = 0;
  const bool is_valid = parse_integer(f, text, &value);
  *out = is_valid ? (int)value : 0;
  return is_valid;
}

static bool parse_name(tc_text text, char *out) {
  const size_t length = (size_t)(text.end - text.cursor);
  if (length >= TC_JOB_NAME_SIZE) return false;
  for (const char *at = text.cursor; at < text.end; at++)
    if (!is_name_character(*at)) return false;
  memcpy(out, text.cursor, length);
  out[length] = '\0';
  return true;
}

static bool parse_number(const field *f, tc_text text, double *out) {
  *out = NAN;
  if (text.cursor == text.end) return true;
  return tc_text_parse_double(&text, out) && text.cursor == text.end && is_in_range(*out, f);
}

static bool parse_numbers(const field *f, tc_text text, double *out) {
  int commas = 0;
  for (const char *at = text.cursor; at < text.end; at++) commas += *at == ',';
  if (commas != f->count - 1) return false;
  for (int i = 0; i < f->count; i++)
    if (!parse_number(f, tc_text_remove_part(&text, ','), &out[i])) return false;
  return true;
}

static bool parse_value(const field *f, tc_text value, tc_job_record *out) {
  void *const member = (char *)out + f->offset;
  switch (f->kind) {
  case FIELD_INT: return parse_int(f, value, member);
  case FIELD_INT64: return parse_integer(f, value, member);
  case FIELD_HASH: return parse_hash(value, member);
  case FIELD_NAME: return parse_name(value, member);
  case FIELD_NUMBERS: return parse_numbers(f, value, member);
  }
  return false;
}

/* Reads the fields `from` .. `to` - 1 and removes them from the text. */
static bool parse_fields(int from, int to, tc_text *text, tc_job_record *out) {
  for (int i = from; i < to; i++) {
    tc_text value = tc_text_remove_part(text, ' ');
    const size_t key = strlen(fields[i].key);
    if ((size_t)(value.end - value.cursor) <= key || memcmp(value.cursor, fields[i].key, key) != 0)
      return false;
    if (value.cursor[key] != '=') return false;
    value.cursor += key + 1;
    if (!parse_value(&fields[i], value, out)) return false;
  }
  return true;
}

/* Removes the last field, the hash, from the line. Returns false if it is not the hash of the rest of the
 * line. */
static bool check_sum(tc_text *line) {
  static const char key[] = " sum=";
  const ptrdiff_t length = line->end - line->cursor - (ptrdiff_t)(sizeof key - 1) - hash_digits;
  uint64_t sum = 0;
  if (length < 0 || length > TC_JOB_RECORD_LINE_MAX) return false;
  const char *const end = line->cursor + length;
  const tc_text digits = {end + sizeof key - 1, line->end};
  line->end = end;
  return memcmp(end, key, sizeof key - 1) == 0 && parse_hash(digits, &sum) &&
         sum == tc_hash_bytes(0, line->cursor, (size_t)length);
}

tc_job_record_kind tc_job_record_parse(tc_text line, tc_job_record *out) {
  enum { common_fields = 2 };
  *out = (tc_job_record){.version = 0};
  if (!check_sum(&line) || !parse_fields(0, common_fields, &line, out)) return TC_JOB_RECORD_DAMAGED;
  if (out->version != TC_JOB_RECORD_VERSION) return TC_JOB_RECORD_OTHER;
  const bool is_valid = parse_fields(common_fields, fields_count, &line, out) && line.cursor == line.end;
  return is_valid ? TC_JOB_RECORD_VALID : TC_JOB_RECORD_DAMAGED;
}

/* ---- lines ---- */

bool tc_job_record_last_line(tc_text *text, tc_text *line) {
  if (text->cursor >= text->end) return false;
  line->end = text->end - (text->end[-1] == '\n');
  line->cursor = line->end;
  while (line->cursor > text->cursor && line->cursor[-1] != '\n') line->cursor--;
  text->end = line->cursor;
  return true;
}

tc_job_record_scan tc_job_record_scan_text(tc_text text, const tc_record_period *period,
                                           tc_job_record *record) {
  tc_job_record_scan scan = {0, 0, 0};
  tc_text line;
  int first = TC_JOB_RECORDS_MAX;
  while (first > 0 && tc_job_record_last_line(&text, &line)) {
    const tc_job_record_kind kind = tc_job_record_parse(line, &record[first - 1]);
    scan.lines++;
    scan.damaged += kind == TC_JOB_RECORD_DAMAGED;
    first -= kind == TC_JOB_RECORD_VALID && tc_record_period_contains(period, record[first - 1].end_time);
  }
  scan.records = TC_JOB_RECORDS_MAX - first;
  memmove(record, record + first, (size_t)scan.records * sizeof *record);
  return scan;
}
