/* Arrays, iterations and references of loop programs. loops/loop_file.c calls tc_reference_parse for every
 * reference of a nest. A reference is accepted only if all its subscripts are inside the array in every
 * iteration. Affine subscripts attain their extremes at corners of the iteration space, so checking two
 * corners suffices. */
#include "loops/loops.h"

#include <stdio.h>
#include <string.h>

int64_t tc_loop_elements(const tc_loop_array *array) {
  int64_t elements = 1;
  for (int d = 0; d < array->dims; d++) elements *= array->size[d];
  return elements;
}

int64_t tc_loop_owned(const tc_loop_array *array, int ranks, int rank) {
  const int64_t elements = tc_loop_elements(array);
  if (array->block == 0) return rank == array->owner ? elements : 0;
  const int64_t round = array->block * ranks, begin = rank * array->block, rest = elements % round - begin;
  return elements / round * array->block + (rest < 0 ? 0 : rest < array->block ? rest : array->block);
}

int64_t tc_interval_iterations(const tc_interval *interval) {
  int64_t iterations = 1;
  for (int l = 0; l < interval->levels; l++) iterations *= interval->level[l].to - interval->level[l].from;
  return iterations;
}

/* ---- parsing ---- */

static tc_status find_array(const tc_formula_text *formula, const tc_loops *loops, const char *name,
                            int *out) {
  tc_known_names known = {.nearest = tc_suggestion_init(name)};
  for (*out = 0; *out < loops->arrays; ++*out) {
    if (strcmp(loops->array[*out].name, name) == 0) return TC_OK;
    tc_known_names_add(&known, loops->array[*out].name);
  }
  return tc_known_names_error(formula, "array", &known);
}

/* Reads "random(NAME)" and stores the name in out->random. Does nothing if the text at the cursor does not
 * begin with "random(". */
static tc_status read_random(tc_formula_text *formula, const tc_loop_array *array, tc_reference *out) {
  tc_formula_text lookahead = *formula;
  char word[TC_LOOP_NAME];
  if (!tc_formula_name(&lookahead, word, sizeof word) || strcmp(word, "random") != 0 ||
      !tc_formula_accept(&lookahead, '('))
    return TC_OK;
  *formula = lookahead;
  if (array->dims > 1)
    return tc_status_create(TC_USAGE,
                            "%s: '%.80s': random() requires an array of one dimension: replace random()",
                            formula->where, formula->text);
  if (!tc_formula_name(formula, out->random, sizeof out->random))
    return tc_formula_expected_error(formula, "a name");
  return tc_formula_accept(formula, ')') ? TC_OK : tc_formula_expected_error(formula, ")");
}

static tc_status read_subscripts(tc_formula_text *formula, const tc_loop_array *array, tc_reference *out) {
  for (int d = 0; d < array->dims; d++) {
    if (!tc_formula_accept(formula, '['))
      return tc_formula_expected_error(formula, d ? "another [subscript]" : "[");
    TC_TRY(read_random(formula, array, out));
    if (!*out->random) TC_TRY(tc_affine_read(formula, &out->subscript[d]));
    if (!tc_formula_accept(formula, ']')) return tc_formula_expected_error(formula, "]");
  }
  return *formula->cursor ? tc_formula_expected_error(formula, "the end") : TC_OK;
}

/* ---- bounds of the subscripts ---- */

double tc_subscript_bound(const tc_interval *interval, const tc_affine *a, bool largest, int64_t *corner) {
  double value = (double)a->constant;
  for (int l = 0; l < interval->levels; l++) {
    const tc_loop_level *level = &interval->level[l];
    corner[l] = (a->factor[l] > 0) == largest ? level->to - 1 : level->from;
    value += (double)a->factor[l] * (double)corner[l];
  }
  return value;
}

/* Appends the values of the loop variables in the subscript, such as "i = 1, j = 0". */
static void describe_corner(const tc_interval *interval, const tc_affine *a, const int64_t *corner,
                            tc_line *line) {
  for (int l = 0; l < interval->levels; l++)
    if (a->factor[l] != 0)
      tc_line_add(line, "%s%s = %lld", line->length ? ", " : "", interval->level[l].name,
                  (long long)corner[l]);
  if (!line->length) tc_line_add(line, "always");
}

static tc_status check_corner(const tc_interval *interval, const tc_reference *r, int64_t size, int d,
                              bool largest) {
  int64_t corner[TC_LOOP_LEVELS];
  const double value = tc_subscript_bound(interval, &r->subscript[d], largest, corner);
  tc_line line = {0};
  if (value >= 0.0 && value < (double)size) return TC_OK;
  describe_corner(interval, &r->subscript[d], corner, &line);
  /* Example: l.yaml:9: references, item 2: write: 'A[i+1]': subscript 1 is 10 (i = 9), outside 0 to 9: .. */
  return tc_status_create(TC_USAGE,
                          "%s: '%.80s': subscript %d is %.0f (%s), outside 0 to %lld: change it, the bounds "
                          "of the loop or the size of the array",
                          r->where, r->text, d + 1, value, line.text, (long long)size - 1);
}

/* Computes a = a size + b. Returns false if the result exceeds 2^52. */
static bool append_subscript(int64_t *a, int64_t size, int64_t b) {
  const double max_number = 4503599627370496.0, value = (double)*a * (double)size + (double)b;
  if (value < -max_number || value > max_number) return false;
  *a = *a * size + b;
  return true;
}

/* Sets r->index, in which the last subscript varies fastest. Returns false if a number exceeds 2^52. */
static bool flatten_reference(const tc_loop_array *array, const tc_interval *interval, tc_reference *r) {
  bool fits = true;
  for (int d = 0; d < array->dims && fits; d++) {
    fits = append_subscript(&r->index.constant, array->size[d], r->subscript[d].constant);
    for (int l = 0; l < interval->levels && fits; l++) {
      int64_t first = r->subscript[d].factor[l];
      fits = append_subscript(&r->index.factor[l], array->size[d], first);
      first = r->index.factor[l];
      fits = fits && append_subscript(&first, interval->level[l].from, 0);
    }
  }
  return fits;
}

tc_status tc_reference_parse(const char *where, const char *text, tc_reference_use use, const tc_loops *loops,
                             const tc_interval *interval, const tc_formula_names *names, tc_reference *out) {
  tc_formula_text formula = {.where = where,
                             .text = text,
                             .cursor = text + strspn(text, " "),
                             .names = names};
  char name[TC_LOOP_NAME];
  *out = (tc_reference){.where = where, .text = text, .use = use};
  if (!tc_formula_name(&formula, name, sizeof name))
    return tc_formula_expected_error(&formula, "the name of an array");
  TC_TRY(find_array(&formula, loops, name, &out->array));
  const tc_loop_array *array = &loops->array[out->array];
  TC_TRY(read_subscripts(&formula, array, out));
  for (int d = 0; d < array->dims && !*out->random; d++) {
    TC_TRY(check_corner(interval, out, array->size[d], d, false));
    TC_TRY(check_corner(interval, out, array->size[d], d, true));
  }
  if (flatten_reference(array, interval, out)) return TC_OK;
  return tc_status_create(TC_USAGE, "%s: '%.80s': numbers in the subscripts exceed 2^52: use smaller numbers",
                          where, text);
}
