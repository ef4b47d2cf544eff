#include "io/config_solution.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "io/config_keys.h"

/* As one line. */
static void print_text(FILE *out, tc_yaml_node *node) {
  const char *text = tc_yaml_text(node);
  char digits[TC_TEXT_NUMBER];
  double number;
  tc_text rest = {text, text + strlen(text)};
  if (tc_text_double(&rest, &number) && tc_text_done(&rest)) {
    tc_text_shortest(number, digits);
    fputs(digits, out);
    return;
  }
  for (const char *c = text; *c; c++) fputc(*c == '\n' ? ' ' : *c, out);
}

static void print(FILE *out, tc_yaml_node *node);

static void print_list(FILE *out, tc_yaml_node *list) {
  for (int i = 0; i < tc_yaml_count(list); i++) {
    fputs(i ? ", " : "[", out);
    print(out, tc_yaml_item(list, i));
  }
  fputs(tc_yaml_count(list) ? "]" : "[]", out);
}

static void print_map(FILE *out, tc_yaml_node *map) {
  void *at = NULL;
  const char *before = "{";
  for (tc_yaml_pair pair; tc_yaml_next(map, &at, &pair); before = ", ") {
    fprintf(out, "%s%s: ", before, pair.key);
    print(out, pair.value);
  }
  fputc('}', out);
}

static void print(FILE *out, tc_yaml_node *node) {
  switch (tc_yaml_kind_of(node)) {
  case TC_YAML_NULL: fputs("null", out); break;
  case TC_YAML_PLAIN:
  case TC_YAML_TEXT: print_text(out, node); break;
  case TC_YAML_LIST: print_list(out, node); break;
  case TC_YAML_MAP: print_map(out, node); break;
  }
}

/* The value of a key that was not given. */
static tc_status print_standard(FILE *out, const tc_key *key) {
  tc_yaml_store store = {0};
  tc_yaml_node *node = NULL;
  const tc_status status = tc_yaml_store_constant(&store, key->standard ? key->standard : "null", &node);
  if (!status) print(out, node);
  tc_yaml_store_empty(&store);
  return status;
}

static bool counts(const tc_key *key) {
  return key->solution && !key->extent && strcmp(key->name, "mesh.file") != 0;
}

static tc_status print_all(FILE *out, const tc_config *config) {
  for (int k = 0; k < tc_config_keys.count; k++) {
    const tc_key *key = &tc_config_keys.key[k];
    tc_yaml_node *node = tc_config_node(config, k);
    if (!counts(key)) continue;
    fprintf(out, "%s: ", key->name);
    if (node)
      print(out, node);
    else
      TC_TRY(print_standard(out, key));
    fputc('\n', out);
  }
  return TC_OK;
}

tc_status tc_config_solution(const tc_config *config, char **out) {
  size_t length = 0;
  *out = NULL;
  FILE *text = open_memstream(out, &length);
  if (!text) return tc_status_make(TC_INTERNAL, "out of memory for the keys of a config");
  tc_status status = print_all(text, config);
  if (fclose(text) && !status) status = tc_status_make(TC_INTERNAL, "out of memory for the keys of a config");
  if (!status) return TC_OK;
  free(*out);
  *out = NULL;
  return status;
}

/* Both lines begin with a key; they differ. */
static tc_status differ(const tc_config *config, const char *who, const char *now, size_t length,
                        const char *then) {
  enum { shown = 200 };
  char key[TC_SOLUTION_KEY];
  const size_t name = strcspn(now, ":"), was = strcspn(then, "\n");
  snprintf(key, sizeof key, "%.*s", (int)name, now);
  const size_t skip = name + 2 <= length ? name + 2 : length, then_skip = name + 2 <= was ? name + 2 : was;
  return tc_status_make(TC_USAGE,
                        "%s: the run of %s cannot be gone on with: %s is '%.*s' now and was '%.*s' then; put "
                        "it "
                        "back, or begin anew with --force",
                        tc_config_where(config, key), who, key,
                        (int)(length - skip < shown ? length - skip : shown), now + skip,
                        (int)(was - then_skip < shown ? was - then_skip : shown), then + then_skip);
}

/* Goes on to the first line that differs; false: there is none. */
static bool find_difference(const char **now, const char **then) {
  while (**now) {
    const size_t length = strcspn(*now, "\n");
    if (strncmp(*now, *then, length + 1) != 0) return true;
    *now += length + 1;
    *then += length + 1;
  }
  return false;
}

static tc_status compare(const tc_config *config, const char *who, const char *now, const char *then) {
  return find_difference(&now, &then) ? differ(config, who, now, strcspn(now, "\n"), then) : TC_OK;
}

tc_status tc_config_same_solution(const tc_config *config, const char *who, const char *then) {
  char *now = NULL;
  TC_TRY(tc_config_solution(config, &now));
  const tc_status status = compare(config, who, now, then);
  free(now);
  return status;
}

tc_status tc_config_other_solution(const tc_config *config, const tc_config *other,
                                   char key[TC_SOLUTION_KEY]) {
  char *one = NULL, *two = NULL;
  tc_status status = tc_config_solution(config, &one);
  if (!status) status = tc_config_solution(other, &two);
  const char *now = one, *then = two;
  key[0] = '\0';
  if (!status && find_difference(&now, &then))
    snprintf(key, TC_SOLUTION_KEY, "%.*s", (int)strcspn(now, ":"), now);
  else if (!status && config->time.end == 0.0 && config->time.steps != other->time.steps)
    snprintf(key, TC_SOLUTION_KEY, "time.steps");
  else if (!status && config->solver.most_iterations != other->solver.most_iterations)
    snprintf(key, TC_SOLUTION_KEY, "solver.most_iterations");
  free(one);
  free(two);
  return status;
}
