/* Text of an entry of the cache of stable steps. The table `fields` lists the members of tc_stable_step with
 * their ranges, in the order in which a line contains their values. Lines are formatted and parsed by this
 * table. The hash of a line is checked first, so that a damaged line is never interpreted. */
#include "io/machine/step_entry.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/numeric/hash.h"
#include "base/text/text_part.h"

typedef enum field_kind { FIELD_BOOL, FIELD_INT, FIELD_INT64, FIELD_DOUBLE } field_kind;

/* A field: `count` consecutive values of one kind and range. */
typedef struct field {
  size_t offset; /* offset of the first value in tc_stable_step */
  field_kind kind;
  int count;
  double min, max;
} field;

#define AT(member) offsetof(tc_stable_step, member)
#define FLAG(member)                                                                                         \
  { AT(member), FIELD_BOOL, 1, 0.0, 1.0 }
#define COUNT(member)                                                                                        \
  { AT(member), FIELD_INT, 1, 0.0, INT32_MAX }
#define CELLS(member)                                                                                        \
  { AT(member), FIELD_INT64, 1, 0.0, 1e15 }
#define REAL(member, min, max)                                                                               \
  { AT(member), FIELD_DOUBLE, 1, min, max }
#define PLACE(member)                                                                                        \
  REAL(member.value, -INFINITY, INFINITY), CELLS(member.cell), {                                             \
    AT(member.position), FIELD_DOUBLE, 3, -DBL_MAX, DBL_MAX                                                  \
  }
#define STEPS(member) CELLS(member.steps), REAL(member.dt, 0.0, DBL_MAX)

static const field fields[] = {
    FLAG(takes_one),
    REAL(stabilisation, 0.0, DBL_MAX),
    CELLS(distant),
    FLAG(limited),
    CELLS(certificate.cells),
    PLACE(certificate.worst),
    FLAG(proved),
    FLAG(depends_on_steps),
    REAL(spectrum.largest, DBL_MIN, DBL_MAX),
    REAL(spectrum.gershgorin, DBL_MIN, DBL_MAX),
    FLAG(spectrum.settled),
    COUNT(spectrum.products),
    REAL(bound, 0.0, INFINITY),
    REAL(slowed, 0.0, INFINITY),
    REAL(bound_without, 0.0, INFINITY),
    STEPS(step),
    REAL(euler_bound, 0.0, INFINITY),
    {AT(stages), FIELD_INT, 1, TC_STABILISED_STAGES_MIN, TC_STABILISED_STAGES_MAX},
    REAL(rate, 0.0, DBL_MAX),
    REAL(covered, 0.0, INFINITY),
    {AT(most_stages), FIELD_INT, 1, 0.0, TC_STABILISED_STAGES_MAX},
    FLAG(ellipse.found),
    {AT(ellipse.rung), FIELD_INT, 1, 0.0, TC_ELLIPSE_RUNGS - 1},
    REAL(ellipse.axis_ratio, 0.0, 1.0),
    REAL(ellipse.largest, DBL_MIN, DBL_MAX),
    REAL(ellipse.rate, -INFINITY, INFINITY),
    PLACE(ellipse.place),
    COUNT(ellipse.trial),
    COUNT(ellipse.products),
    STEPS(tested),
    REAL(growth.rate, -INFINITY, INFINITY),
    REAL(growth.miss, 0.0, INFINITY),
    FLAG(growth.grows),
    FLAG(growth.settled),
    REAL(growth.energy, -INFINITY, INFINITY),
    PLACE(growth.place),
    COUNT(growth.products),
    FLAG(response.solved),
    REAL(response.largest, 0.0, INFINITY),
    CELLS(response.cells),
    PLACE(response.worst[0]),
    PLACE(response.worst[1]),
    PLACE(response.worst[2]),
    CELLS(response.tested),
    COUNT(response.products),
    PLACE(jump_gain),
    COUNT(trials),
    COUNT(products),
};

enum { fields_count = sizeof fields / sizeof *fields };
_Static_assert(sizeof(tc_gid) == sizeof(int64_t), "cell numbers have 64 bits");
_Static_assert(TC_RESPONSE_CELLS == 3, "the table of fields lists all cells of the response");

static size_t size_of(field_kind kind) {
  switch (kind) {
  case FIELD_BOOL: return sizeof(bool);
  case FIELD_INT: return sizeof(int);
  case FIELD_INT64: return sizeof(int64_t);
  case FIELD_DOUBLE: return sizeof(double);
  }
  return 0;
}

size_t tc_step_entry_bytes(void) {
  size_t bytes = 0;
  for (int f = 0; f < fields_count; f++) bytes += (size_t)fields[f].count * size_of(fields[f].kind);
  return bytes;
}

/* ---- values and words ---- */

static bool is_in_range(const field *f, double value) { return value >= f->min && value <= f->max; }

/* Returns false if the value is not in the range of the field. */
static bool read_value(const field *f, const char *value, uint64_t *word) {
  double number = 0.0;
  switch (f->kind) {
  case FIELD_BOOL: number = *(const bool *)value; break;
  case FIELD_INT: number = *(const int *)value; break;
  case FIELD_INT64: number = (double)*(const int64_t *)value; break;
  case FIELD_DOUBLE: number = *(const double *)value; break;
  }
  *word = (uint64_t)(int64_t)(f->kind == FIELD_DOUBLE || !is_in_range(f, number) ? 0.0 : number);
  if (f->kind == FIELD_DOUBLE) memcpy(word, value, sizeof *word);
  return is_in_range(f, number);
}

/* Returns false if the value is not in the range of the field. */
static bool write_value(const field *f, uint64_t word, char *value) {
  double number = (double)word;
  if (f->kind == FIELD_DOUBLE) memcpy(&number, &word, sizeof number);
  if (!is_in_range(f, number)) return false;
  switch (f->kind) {
  case FIELD_BOOL: *(bool *)value = word == 1; break;
  case FIELD_INT: *(int *)value = (int)word; break;
  case FIELD_INT64: *(int64_t *)value = (int64_t)word; break;
  case FIELD_DOUBLE: *(double *)value = number; break;
  }
  return true;
}

/* ---- formatting ---- */

static bool add_field(const field *f, const tc_stable_step *step, tc_line *line) {
  bool is_valid = true;
  for (int i = 0; i < f->count; i++) {
    uint64_t word = 0;
    const char *value = (const char *)step + f->offset + (size_t)i * size_of(f->kind);
    is_valid = read_value(f, value, &word) && is_valid;
    tc_line_add(line, " %" PRIx64, word);
  }
  return is_valid;
}

bool tc_step_entry_format(const tc_step_entry *entry, tc_line *line) {
  bool is_valid = true;
  const size_t begin = line->length;
  tc_line_add(line, "%" PRIx64, entry->key);
  for (int f = 0; f < fields_count; f++) is_valid = add_field(&fields[f], &entry->step, line) && is_valid;
  tc_line_add(line, " %" PRIx64, tc_hash_bytes(0, line->text + begin, line->length - begin));
  return is_valid && !line->is_cut;
}

/* ---- parsing ---- */

static bool parse_word(tc_text text, uint64_t *out) {
  static const char digits[] = "0123456789abcdef";
  enum { digits_max = 16 };
  if (text.cursor == text.end || text.end - text.cursor > digits_max) return false;
  *out = 0;
  for (const char *at = text.cursor; at < text.end; at++) {
    const char *digit = memchr(digits, *at, sizeof digits - 1);
    if (!digit) return false;
    *out = *out << 4 | (uint64_t)(digit - digits);
  }
  return true;
}

/* Removes the last word, the hash, from the line. Returns false if the rest of the line has another hash. */
static bool check_hash(tc_text *line) {
  const char *blank = line->end;
  uint64_t hash = 0;
  while (blank > line->cursor && blank[-1] != ' ') blank--;
  if (blank == line->cursor || !parse_word((tc_text){blank, line->end}, &hash)) return false;
  line->end = blank - 1;
  return hash == tc_hash_bytes(0, line->cursor, (size_t)(line->end - line->cursor));
}

static bool parse_field(const field *f, tc_text *line, tc_stable_step *out) {
  for (int i = 0; i < f->count; i++) {
    uint64_t word = 0;
    char *value = (char *)out + f->offset + (size_t)i * size_of(f->kind);
    if (!parse_word(tc_text_remove_part(line, ' '), &word) || !write_value(f, word, value)) return false;
  }
  return true;
}

static bool is_consistent(const tc_stable_step *s) {
  return s->ellipse.found && s->ellipse.axis_ratio == tc_ellipse_axis_ratio(s->ellipse.rung) &&
         s->spectrum.largest <= s->spectrum.gershgorin && !s->growth.grows == !(s->growth.rate > 1e-8);
}

bool tc_step_entry_parse_key(tc_text line, uint64_t *key) {
  return check_hash(&line) && parse_word(tc_text_remove_part(&line, ' '), key);
}

bool tc_step_entry_parse(tc_text line, tc_step_entry *out) {
  *out = (tc_step_entry){.key = 0};
  if (!check_hash(&line) || !parse_word(tc_text_remove_part(&line, ' '), &out->key)) return false;
  for (int f = 0; f < fields_count; f++)
    if (!parse_field(&fields[f], &line, &out->step)) return false;
  return line.cursor == line.end && is_consistent(&out->step);
}
