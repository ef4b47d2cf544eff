/* Evaluation of a loop file: constants first, then arrays, then intervals, because each part may use names
 * that the previous parts define. The YAML keys are read by loops/loop_schema.c. Every error names the line
 * of the file. Too large nests are rejected before any access is counted. */
#include "loops/loop_file.h"

#include <string.h>

#include "base/core/memory.h"
#include "base/file/file.h"
#include "base/text/line.h"
#include "loops/loop_schema.h"
#include "loops/reference_partition.h"
#include "yaml/keys.h"

enum { file_max = 1 << 20, constants_max = 32 };

/* Largest allowed number of passes of the innermost loop of a nest. */
static const double passes_max = 1 << 28;

/* Largest allowed number of steps to partition all intervals and count their accesses
 * (tc_reference_partition_steps). This number of steps takes about half a minute. */
static const double steps_max = 1 << 30;

typedef struct loop_reader {
  const char *path;
  const tc_loop_schema_loops *schema;
  tc_pool *pool;
  tc_constant constant[constants_max];
  int constants;
  tc_loops *out;
} loop_reader;

static tc_formula_names list_formula_names(const loop_reader *r) {
  return (tc_formula_names){r->constants, 0, r->constant, NULL};
}

/* ---- values ---- */

static bool is_name(const char *text) {
  tc_formula_text from = {.cursor = text};
  char name[TC_LOOP_NAME];
  return tc_formula_name(&from, name, sizeof name) && !*from.cursor;
}

/* Checks that the name of a value, an array or a loop variable differs from the names of all values read so
 * far, because a formula may use all of these. */
static tc_status check_name(const loop_reader *r, const char *where, const char *name) {
  if (strlen(name) >= TC_LOOP_NAME)
    return tc_status_create(TC_USAGE, "%s: '%.80s' is too long: use at most %d letters", where, name,
                            TC_LOOP_NAME - 1);
  if (!is_name(name))
    return tc_status_create(TC_USAGE, "%s: '%s' is not a name: use letters, digits and _", where, name);
  for (int c = 0; c < r->constants; c++)
    if (strcmp(r->constant[c].name, name) == 0)
      return tc_status_create(TC_USAGE, "%s: '%s' is already the name of a value: use another name", where,
                              name);
  return TC_OK;
}

static tc_status evaluate_text(const loop_reader *r, const tc_loop_text *text, int64_t min, int64_t max,
                               int64_t *out) {
  const tc_formula_names names = list_formula_names(r);
  tc_affine value;
  TC_TRY(tc_affine_parse(text->where, text->text, &names, &value));
  *out = value.constant;
  if (*out >= min && *out <= max) return TC_OK;
  return tc_status_create(TC_USAGE, "%s: '%.80s' is %lld, which is out of range: expected %lld to %lld",
                          text->where, text->text, (long long)*out, (long long)min, (long long)max);
}

static const tc_constant *find_setting(const tc_loop_settings *settings, const char *name) {
  for (int s = 0; s < settings->count; s++)
    if (strcmp(settings->set[s].name, name) == 0) return &settings->set[s];
  return NULL;
}

static tc_status check_settings(const loop_reader *r, const tc_loop_settings *settings) {
  tc_line known = {0};
  for (int v = 0; v < r->schema->values.count; v++) tc_line_add_item(&known, r->schema->values.item[v].name);
  for (int s = 0; s < settings->count; s++) {
    bool found = false;
    for (int v = 0; v < r->schema->values.count; v++)
      found = found || strcmp(r->schema->values.item[v].name, settings->set[s].name) == 0;
    if (!found)
      return tc_status_create(TC_USAGE,
                              "%s: has no value named '%s' (values: %s): use one of these or remove the "
                              "option that sets '%s'",
                              r->path, settings->set[s].name, known.length ? known.text : "none",
                              settings->set[s].name);
  }
  return TC_OK;
}

/* Reads the number of ranks T and the values. The formula of a value may use the values before it. */
static tc_status read_values(loop_reader *r, const tc_loop_settings *settings) {
  const int64_t max = (int64_t)1 << 52;
  r->constant[r->constants++] = (tc_constant){"T", settings->ranks};
  for (int v = 0; v < r->schema->values.count; v++) {
    const tc_loop_value *value = &r->schema->values.item[v];
    tc_constant constant = {.name = value->name};
    if (r->constants == constants_max)
      return tc_status_create(TC_USAGE, "%s: more than %d values: remove some", value->value.where,
                              constants_max - 1);
    TC_TRY(check_name(r, value->value.where, value->name));
    const tc_constant *set = find_setting(settings, value->name);
    if (set)
      constant.value = set->value;
    else
      TC_TRY(evaluate_text(r, &value->value, -max, max, &constant.value));
    r->constant[r->constants++] = constant;
  }
  return check_settings(r, settings);
}

/* ---- arrays ---- */

static tc_status read_size(const loop_reader *r, const tc_loop_schema_array *schema, tc_loop_array *out) {
  double elements = 1.0;
  out->dims = schema->size.count;
  if (out->dims < 1 || out->dims > TC_LOOP_DIMS)
    return tc_status_create(TC_USAGE,
                            "%s: the size has %d numbers, but an array has 1 to %d dimensions: write one "
                            "number for each dimension",
                            schema->where, out->dims, TC_LOOP_DIMS);
  for (int d = 0; d < out->dims; d++) {
    TC_TRY(evaluate_text(r, &schema->size.item[d], 1, TC_LOOP_MAX - 1, &out->size[d]));
    elements *= (double)out->size[d];
  }
  if (elements < (double)TC_LOOP_MAX) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "%s: the array has %.10g elements, but must have fewer than 2^31: reduce the size",
                          schema->where, elements);
}

static tc_status read_block(const loop_reader *r, const tc_loop_schema_array *schema, tc_loop_array *out) {
  int64_t owner = 0;
  const bool is_indefinite = strcmp(schema->block.text, "indefinite") == 0;
  if (!is_indefinite && schema->owner.text)
    return tc_status_create(TC_USAGE, "%s: applies to block: indefinite only: remove the key",
                            schema->owner.where);
  if (!is_indefinite) return evaluate_text(r, &schema->block, 1, TC_LOOP_MAX, &out->block);
  if (schema->owner.text) TC_TRY(evaluate_text(r, &schema->owner, 0, r->out->ranks - 1, &owner));
  out->owner = (int)owner;
  return TC_OK;
}

static tc_status read_arrays(const loop_reader *r) {
  tc_loop_array *array = NULL;
  TC_TRY(tc_pool_alloc(r->pool, (size_t)r->schema->arrays.count * sizeof *array, &array));
  r->out->array = array;
  r->out->arrays = r->schema->arrays.count;
  for (int a = 0; a < r->out->arrays; a++) {
    const tc_loop_schema_array *schema = &r->schema->arrays.item[a];
    array[a].name = schema->name;
    TC_TRY(check_name(r, schema->where, schema->name));
    TC_TRY(read_size(r, schema, &array[a]));
    TC_TRY(read_block(r, schema, &array[a]));
  }
  return TC_OK;
}

/* ---- intervals ---- */

static tc_status read_levels(const loop_reader *r, const tc_loop_schema_interval *schema, tc_interval *out) {
  double passes = 1.0;
  out->levels = schema->loop.count;
  if (out->levels < 1 || out->levels > TC_LOOP_LEVELS)
    return tc_status_create(TC_USAGE, "%s: expected 1 to %d loops, found %d", schema->where, TC_LOOP_LEVELS,
                            out->levels);
  for (int l = 0; l < out->levels; l++) {
    const tc_loop_schema_level *level = &schema->loop.item[l];
    TC_TRY(check_name(r, level->where, level->name));
    for (int o = 0; o < l; o++)
      if (strcmp(out->level[o].name, level->name) == 0)
        return tc_status_create(TC_USAGE, "%s: two loops named %s: rename one", level->where, level->name);
    out->level[l].name = level->name;
    TC_TRY(evaluate_text(r, &level->from, -TC_LOOP_MAX, TC_LOOP_MAX, &out->level[l].from));
    TC_TRY(evaluate_text(r, &level->to, -TC_LOOP_MAX, TC_LOOP_MAX, &out->level[l].to));
    if (out->level[l].to <= out->level[l].from)
      return tc_status_create(
          TC_USAGE, "%s: the loop from %lld to %lld (exclusive) has no iterations: increase the end '%.80s'",
          level->where, (long long)out->level[l].from, (long long)out->level[l].to, level->to.text);
    if (out->level[l].to - out->level[l].from >= TC_LOOP_MAX)
      return tc_status_create(TC_USAGE, "%s: the loop has 2^31 or more iterations: use fewer iterations",
                              level->where);
    if (l + 1 < out->levels) passes *= (double)(out->level[l].to - out->level[l].from);
  }
  if (passes <= passes_max) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "%s: the innermost loop is executed more than 2^28 times: use fewer iterations of "
                          "the outer loops",
                          schema->where);
}

/* Reads a reference, which has exactly one of the keys read, write and update. */
static tc_status read_reference(const loop_reader *r, const tc_formula_names *names,
                                const tc_interval *interval, const tc_loop_schema_reference *schema,
                                tc_reference *out) {
  const tc_loop_text *const form[] = {&schema->read, &schema->write, &schema->update};
  static const tc_reference_use use[] = {TC_USE_READ, TC_USE_WRITE, TC_USE_UPDATE};
  int found = -1, forms = 0;
  for (int f = 0; f < 3; f++) {
    if (!form[f]->text) continue;
    found = f;
    forms++;
  }
  if (forms != 1)
    return tc_status_create(TC_USAGE,
                            "%s: expected exactly one of the keys read, write and update, found %d of them",
                            schema->where, forms);
  return tc_reference_parse(form[found]->where, form[found]->text, use[found], r->out, interval, names, out);
}

static tc_status read_references(const loop_reader *r, const tc_formula_names *names,
                                 const tc_loop_schema_interval *schema, tc_interval *out) {
  tc_reference *reference = NULL;
  const int count = schema->references.count;
  if (count < 1 || count > TC_LOOP_REFERENCES)
    return tc_status_create(TC_USAGE, "%s: expected 1 to %d references, found %d", schema->where,
                            TC_LOOP_REFERENCES, count);
  TC_TRY(tc_pool_alloc(r->pool, (size_t)count * sizeof *reference, &reference));
  out->reference = reference;
  out->references = count;
  for (int k = 0; k < count; k++)
    TC_TRY(read_reference(r, names, out, &schema->references.item[k], &reference[k]));
  return TC_OK;
}

static tc_status read_affinity(const loop_reader *r, const tc_formula_names *names, const tc_loop_text *text,
                               tc_interval *out) {
  tc_reference *affinity = NULL;
  if (!text->text) return TC_OK;
  TC_TRY(tc_pool_alloc(r->pool, sizeof *affinity, &affinity));
  TC_TRY(tc_reference_parse(text->where, text->text, TC_USE_READ, r->out, out, names, affinity));
  if (*affinity->random)
    return tc_status_create(TC_USAGE,
                            "%s: iterations cannot be assigned to ranks by random elements: use an affine "
                            "subscript",
                            text->where);
  out->affinity = affinity;
  return TC_OK;
}

static tc_status read_interval(const loop_reader *r, const tc_loop_schema_interval *schema,
                               tc_interval *out) {
  const char *variable[TC_LOOP_LEVELS];
  tc_formula_names names = list_formula_names(r);
  out->name = schema->name;
  TC_TRY(read_levels(r, schema, out));
  for (int l = 0; l < out->levels; l++) variable[l] = out->level[l].name;
  names.variables = out->levels;
  names.variable = variable;
  TC_TRY(read_affinity(r, &names, &schema->affinity, out));
  return read_references(r, &names, schema, out);
}

/* Adds to *steps the number of steps that partitioning an interval and counting the accesses need. */
static tc_status check_steps(const loop_reader *r, const tc_loop_schema_interval *schema,
                             const tc_interval *interval, double *steps) {
  *steps += tc_reference_partition_steps(r->out, interval);
  if (*steps <= steps_max) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "%s: counting the accesses of %d ranks takes %.2g steps, of which at most 2^30 "
                          "(1.1e+09) are "
                          "allowed: use fewer iterations, larger blocks or fewer references",
                          schema->where, r->out->ranks, *steps);
}

static tc_status read_intervals(const loop_reader *r) {
  double steps = 0.0;
  tc_interval *interval = NULL;
  TC_TRY(tc_pool_alloc(r->pool, (size_t)r->schema->intervals.count * sizeof *interval, &interval));
  r->out->interval = interval;
  r->out->intervals = r->schema->intervals.count;
  for (int i = 0; i < r->out->intervals; i++) {
    const tc_loop_schema_interval *schema = &r->schema->intervals.item[i];
    TC_TRY(read_interval(r, schema, &interval[i]));
    TC_TRY(check_steps(r, schema, &interval[i], &steps));
  }
  return TC_OK;
}

/* ---- whole file ---- */

tc_status tc_loop_file_parse(const char *path, const char *text, const tc_loop_settings *settings,
                             tc_yaml_store *store, tc_loops *out) {
  tc_yaml_node *root;
  tc_loop_schema_loops schema = {0};
  tc_loops loops = {.ranks = settings->ranks};
  const tc_yaml_location root_location = tc_yaml_location_root(store, path, NULL);
  loop_reader r = {.path = path, .schema = &schema, .pool = &store->pool, .out = &loops};
  TC_TRY(tc_yaml_store_parse(store, path, true, text, &root));
  TC_TRY(tc_key_values_read_map(&tc_loop_schema_loops_keys, &root_location, root, &schema));
  loops.name = schema.name;
  loops.summary = schema.summary;
  TC_TRY(read_values(&r, settings));
  TC_TRY(read_arrays(&r));
  TC_TRY(read_intervals(&r));
  *out = loops;
  return TC_OK;
}

tc_status tc_loop_file_read(const char *path, const tc_loop_settings *settings, tc_yaml_store *store,
                            tc_loops *out) {
  char *text = NULL;
  TC_TRY(tc_file_read_text(path, file_max, TC_USAGE, &text));
  tc_status status = tc_loop_file_parse(path, text, settings, store, out);
  tc_free(text);
  return status;
}
