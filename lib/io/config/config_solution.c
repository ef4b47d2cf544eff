/* Formats and compares the keys that define the result (see config_solution.h). The text of an earlier run
 * may have been written by another version of the program. If the text lacks a key, the default of the key is
 * compared. A key that this version does not have is an error. Numbers are printed in a normalised form
 * before they are compared. */
#include "io/config/config_solution.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/text.h"

/* Prints the text of a node on one line. A number is printed in a normalised form. */
static void print_text(FILE *out, tc_yaml_node *node) {
  const char *text = tc_yaml_text(node);
  char digits[TC_TEXT_NUMBER];
  double number;
  tc_text rest = {text, text + strlen(text)};
  if (tc_text_parse_double(&rest, &number) && tc_text_at_end(&rest)) {
    tc_text_format_double(number, digits);
    fputs(digits, out);
    return;
  }
  for (const char *c = text; *c; c++) fputc(*c == '\n' ? ' ' : *c, out);
}

static void print_node(FILE *out, tc_yaml_node *node);

static void print_list(FILE *out, tc_yaml_node *list) {
  for (int i = 0; i < tc_yaml_count(list); i++) {
    fputs(i ? ", " : "[", out);
    print_node(out, tc_yaml_item(list, i));
  }
  fputs(tc_yaml_count(list) ? "]" : "[]", out);
}

static void print_map(FILE *out, tc_yaml_node *map) {
  void *at = NULL;
  const char *opening = "{";
  for (tc_yaml_pair pair; tc_yaml_next(map, &at, &pair); opening = ", ") {
    fprintf(out, "%s%s: ", opening, pair.key);
    print_node(out, pair.value);
  }
  fputc('}', out);
}

static void print_node(FILE *out, tc_yaml_node *node) {
  switch (tc_yaml_kind_of(node)) {
  case TC_YAML_NULL: fputs("null", out); break;
  case TC_YAML_PLAIN:
  case TC_YAML_TEXT: print_text(out, node); break;
  case TC_YAML_LIST: print_list(out, node); break;
  case TC_YAML_MAP: print_map(out, node); break;
  }
}

static tc_status print_default(FILE *out, const tc_key *key) {
  tc_yaml_store store = {0};
  tc_yaml_node *node = NULL;
  const tc_status status =
      tc_yaml_store_constant(&store, key->default_value ? key->default_value : "null", &node);
  if (!status) print_node(out, node);
  tc_yaml_store_free(&store);
  return status;
}

static bool is_compared(const tc_key *key) {
  return key->solution && !key->run_length && strcmp(key->name, "mesh.file") != 0;
}

/* Prints the values of all keys for which is_compared is true, or the defaults of these keys if `config` is
 * NULL. */
static tc_status print_solution_keys(FILE *out, const tc_config *config) {
  for (int k = 0; k < tc_config_keys.count; k++) {
    const tc_key *key = &tc_config_keys.key[k];
    tc_yaml_node *node = config ? tc_config_node(config, k) : NULL;
    if (!is_compared(key)) continue;
    fprintf(out, "%s: ", key->name);
    if (node)
      print_node(out, node);
    else
      TC_TRY(print_default(out, key));
    fputc('\n', out);
  }
  return TC_OK;
}

/* ---- comparison with the text of another config ---- */

/* A line "key: value" without its line feed. */
typedef struct line {
  const char *key, *value;      /* pointers to the key and to the value */
  int key_length, value_length; /* lengths of the key and of the value */
} line;

/* Reads the line at *text and moves *text to the next line. Returns false at the end of the text. */
static bool read_line(const char **text, line *out) {
  const char *at = *text;
  const size_t line_length = strcspn(at, "\n"), name = strcspn(at, ":\n"),
               value = name + 2 <= line_length ? name + 2 : line_length;
  if (!*at) return false;
  *out = (line){at, at + value, (int)name, (int)(line_length - value)};
  *text = at + line_length + (at[line_length] == '\n');
  return true;
}

static bool has_name(const line *l, const char *name, int length) {
  return l->key_length == length && memcmp(l->key, name, (size_t)length) == 0;
}

static bool find_line(const char *text, const line *key, line *out) {
  while (read_line(&text, out))
    if (has_name(out, key->key, key->key_length)) return true;
  return false;
}

static bool is_equal(const line *a, const line *b) {
  return a->value_length == b->value_length && memcmp(a->value, b->value, (size_t)a->value_length) == 0;
}

static const tc_key *find_key(const line *l) {
  for (int k = 0; k < tc_config_keys.count; k++)
    if (has_name(l, tc_config_keys.key[k].name, (int)strlen(tc_config_keys.key[k].name)))
      return &tc_config_keys.key[k];
  return NULL;
}

/* Lines of one key in the two compared texts: `now` is from the text of this run, and `then` from that of the
 * earlier run. */
typedef struct difference {
  line now, then;
} difference;

/* Finds the first key whose values in the texts `now` and `then` differ. For a key that is missing in `then`,
 * the value in `defaults`, a text with all defaults, is used. */
static bool find_difference(const char *now, const char *then, const char *defaults, difference *out) {
  while (read_line(&now, &out->now)) {
    const bool is_found =
        find_line(then, &out->now, &out->then) || find_line(defaults, &out->now, &out->then);
    if (is_found && !is_equal(&out->now, &out->then)) return true;
  }
  return false;
}

/* Finds the first key in the text `then` that this version of the program does not have. */
static bool find_unknown_key(const char *then, difference *out) {
  while (read_line(&then, &out->then))
    if (!find_key(&out->then)) return true;
  return false;
}

enum { printed_max = 200 };

static int clip_length(int length) { return length < printed_max ? length : printed_max; }

static tc_status changed_key_error(const tc_config *config, const char *earlier_run, const difference *d) {
  char key[TC_SOLUTION_KEY];
  snprintf(key, sizeof key, "%.*s", d->now.key_length, d->now.key);
  return tc_config_error(config, key,
                         "the run of %s cannot be resumed: %s is '%.*s' now and was '%.*s' then, which "
                         "changes the solution: restore the former value, or start over with --force",
                         earlier_run, key, clip_length(d->now.value_length), d->now.value,
                         clip_length(d->then.value_length), d->then.value);
}

static tc_status unknown_key_error(const tc_config *config, const char *earlier_run, const difference *d) {
  return tc_status_create(TC_USAGE,
                          "%s: the run of %s cannot be resumed: its key %.*s ('%.*s') is unknown to this "
                          "version: resume with the version that wrote it, or start over with --force",
                          config->path, earlier_run, d->then.key_length, d->then.key,
                          clip_length(d->then.value_length), d->then.value);
}

tc_status tc_config_solution_keys(const tc_config *config, char **out) {
  size_t length = 0;
  *out = NULL;
  FILE *text = open_memstream(out, &length);
  if (!text) return tc_status_create(TC_INTERNAL, "out of memory for the keys of a config: free memory");
  tc_status status = print_solution_keys(text, config);
  if (fclose(text) && !status)
    status = tc_status_create(TC_INTERNAL, "out of memory for the keys of a config: free memory");
  if (!status) return TC_OK;
  free(*out);
  *out = NULL;
  return status;
}

static tc_status compare_texts(const tc_config *config, const char *earlier_run, const char *now,
                               const char *then) {
  char *defaults = NULL;
  difference d = {.now = {.value_length = 0}};
  TC_TRY(tc_config_solution_keys(NULL, &defaults));
  tc_status status = TC_OK;
  if (find_unknown_key(then, &d))
    status = unknown_key_error(config, earlier_run, &d);
  else if (find_difference(now, then, defaults, &d))
    status = changed_key_error(config, earlier_run, &d);
  free(defaults);
  return status;
}

tc_status tc_config_check_same_solution(const tc_config *config, const char *earlier_run, const char *then) {
  char *now = NULL;
  TC_TRY(tc_config_solution_keys(config, &now));
  const tc_status status = compare_texts(config, earlier_run, now, then);
  free(now);
  return status;
}

/* ---- comparison of two configs ---- */

/* Compares the keys that a resumed run may change, such as time.end. Returns the first key whose values
 * differ; NULL if there is none. */
static const char *find_extent_difference(const tc_config *config, const tc_config *other) {
  if (config->time.end != other->time.end) return "time.end";
  if (config->time.dt != other->time.dt) return "time.dt";
  if (config->time.end == 0.0 && config->time.steps != other->time.steps) return "time.steps";
  return config->solver.most_iterations != other->solver.most_iterations ? "solver.most_iterations" : NULL;
}

tc_status tc_config_find_solution_difference(const tc_config *config, const tc_config *other,
                                             char key[TC_SOLUTION_KEY]) {
  char *text = NULL, *other_text = NULL;
  tc_status status = tc_config_solution_keys(config, &text);
  if (!status) status = tc_config_solution_keys(other, &other_text);
  key[0] = '\0';
  difference d;
  const char *extent = find_extent_difference(config, other);
  if (!status && find_difference(text, other_text, "", &d))
    snprintf(key, TC_SOLUTION_KEY, "%.*s", d.now.key_length, d.now.key);
  else if (!status && extent)
    snprintf(key, TC_SOLUTION_KEY, "%s", extent);
  free(text);
  free(other_text);
  return status;
}
