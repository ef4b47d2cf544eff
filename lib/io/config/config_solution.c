/* Formats and compares the keys that define the result (see config_solution.h). The text of an earlier run
 * may have been written by another version of the program. A key that it lacks is taken to have its default,
 * and a key that this version does not have is an error. Numbers are printed in a normalised form before they
 * are compared. */
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
  const char *before = "{";
  for (tc_yaml_pair pair; tc_yaml_next(map, &at, &pair); before = ", ") {
    fprintf(out, "%s%s: ", before, pair.key);
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

/* Prints the default of a key. */
static tc_status print_standard(FILE *out, const tc_key *key) {
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
static tc_status print_all(FILE *out, const tc_config *config) {
  for (int k = 0; k < tc_config_keys.count; k++) {
    const tc_key *key = &tc_config_keys.key[k];
    tc_yaml_node *node = config ? tc_config_node(config, k) : NULL;
    if (!is_compared(key)) continue;
    fprintf(out, "%s: ", key->name);
    if (node)
      print_node(out, node);
    else
      TC_TRY(print_standard(out, key));
    fputc('\n', out);
  }
  return TC_OK;
}

/* ---- comparison with the text of another config ---- */

/* A line "key: value" without its line feed. */
typedef struct line {
  const char *at, *value; /* pointers to the key and to the value */
  int name, length;       /* lengths of the key and of the value */
} line;

/* Reads the line at *text and moves *text to the next line. Returns false at the end of the text. */
static bool next_line(const char **text, line *out) {
  const char *at = *text;
  const size_t whole = strcspn(at, "\n"), name = strcspn(at, ":\n"),
               value = name + 2 <= whole ? name + 2 : whole;
  if (!*at) return false;
  *out = (line){at, at + value, (int)name, (int)(whole - value)};
  *text = at + whole + (at[whole] == '\n');
  return true;
}

static bool has_name(const line *l, const char *name, int length) {
  return l->name == length && memcmp(l->at, name, (size_t)length) == 0;
}

static bool find_line(const char *text, const line *key, line *out) {
  while (next_line(&text, out))
    if (has_name(out, key->at, key->name)) return true;
  return false;
}

static bool is_equal(const line *a, const line *b) {
  return a->length == b->length && memcmp(a->value, b->value, (size_t)a->length) == 0;
}

static const tc_key *find_key(const line *l) {
  for (int k = 0; k < tc_config_keys.count; k++)
    if (has_name(l, tc_config_keys.key[k].name, (int)strlen(tc_config_keys.key[k].name)))
      return &tc_config_keys.key[k];
  return NULL;
}

/* Lines of the same key in the two compared texts: that of this run (`now`) and that of the earlier run
 * (`then`). */
typedef struct difference {
  line now, then;
} difference;

/* Finds the first key whose values in the texts `now` and `then` differ. For a key that is missing in `then`,
 * the value in `standard`, a text with all defaults, is used. */
static bool find_change(const char *now, const char *then, const char *standard, difference *out) {
  while (next_line(&now, &out->now)) {
    const bool is_found =
        find_line(then, &out->now, &out->then) || find_line(standard, &out->now, &out->then);
    if (is_found && !is_equal(&out->now, &out->then)) return true;
  }
  return false;
}

/* Finds the first key in the text `then` that this version of the program does not have. */
static bool find_unknown(const char *then, difference *out) {
  while (next_line(&then, &out->then))
    if (!find_key(&out->then)) return true;
  return false;
}

enum { shown_max = 200 };

static int shown_length(int length) { return length < shown_max ? length : shown_max; }

static tc_status changed_key_error(const tc_config *config, const char *who, const difference *d) {
  char key[TC_SOLUTION_KEY];
  snprintf(key, sizeof key, "%.*s", d->now.name, d->now.at);
  return tc_config_error(config, key,
                         "the run of %s cannot be resumed: %s is '%.*s' now and was '%.*s' then, which "
                         "changes the solution: restore the former value, or start over with --force",
                         who, key, shown_length(d->now.length), d->now.value, shown_length(d->then.length),
                         d->then.value);
}

static tc_status unknown_key_error(const tc_config *config, const char *who, const difference *d) {
  return tc_status_create(TC_USAGE,
                          "%s: the run of %s cannot be resumed: its key %.*s ('%.*s') is unknown to this "
                          "version: resume with the version that wrote it, or start over with --force",
                          config->path, who, d->then.name, d->then.at, shown_length(d->then.length),
                          d->then.value);
}

tc_status tc_config_solution_keys(const tc_config *config, char **out) {
  size_t length = 0;
  *out = NULL;
  FILE *text = open_memstream(out, &length);
  if (!text) return tc_status_create(TC_INTERNAL, "out of memory for the keys of a config");
  tc_status status = print_all(text, config);
  if (fclose(text) && !status)
    status = tc_status_create(TC_INTERNAL, "out of memory for the keys of a config");
  if (!status) return TC_OK;
  free(*out);
  *out = NULL;
  return status;
}

static tc_status compare_texts(const tc_config *config, const char *who, const char *now, const char *then) {
  char *standard = NULL;
  difference d = {.now = {.length = 0}};
  TC_TRY(tc_config_solution_keys(NULL, &standard));
  tc_status status = TC_OK;
  if (find_unknown(then, &d))
    status = unknown_key_error(config, who, &d);
  else if (find_change(now, then, standard, &d))
    status = changed_key_error(config, who, &d);
  free(standard);
  return status;
}

tc_status tc_config_check_same_solution(const tc_config *config, const char *who, const char *then) {
  char *now = NULL;
  TC_TRY(tc_config_solution_keys(config, &now));
  const tc_status status = compare_texts(config, who, now, then);
  free(now);
  return status;
}

/* ---- comparison of two configs ---- */

/* Compares the keys that a resumed run may change, such as time.end. Returns the first key whose values
 * differ; NULL if there is none. */
static const char *other_extent(const tc_config *config, const tc_config *other) {
  if (config->time.end != other->time.end) return "time.end";
  if (config->time.dt != other->time.dt) return "time.dt";
  if (config->time.end == 0.0 && config->time.steps != other->time.steps) return "time.steps";
  return config->solver.most_iterations != other->solver.most_iterations ? "solver.most_iterations" : NULL;
}

tc_status tc_config_find_solution_difference(const tc_config *config, const tc_config *other,
                                             char key[TC_SOLUTION_KEY]) {
  char *one = NULL, *two = NULL;
  tc_status status = tc_config_solution_keys(config, &one);
  if (!status) status = tc_config_solution_keys(other, &two);
  key[0] = '\0';
  difference d;
  const char *extent = other_extent(config, other);
  if (!status && find_change(one, two, "", &d))
    snprintf(key, TC_SOLUTION_KEY, "%.*s", d.now.name, d.now.at);
  else if (!status && extent)
    snprintf(key, TC_SOLUTION_KEY, "%s", extent);
  free(one);
  free(two);
  return status;
}
