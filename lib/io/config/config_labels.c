/* Regions and markers in configs: reader of a number or a name, and replacement of names by the numbers of
 * the mesh. The lists of rules in the config are replaced by new lists, because a name may have several
 * numbers. */
#include "io/config/config_labels.h"

#include <stdio.h>
#include <string.h>

#include "base/text/suggestion.h"
#include "base/text/text.h"

static bool is_integer(const char *text) {
  tc_text rest = {text, text + strlen(text)};
  double value;
  return tc_text_parse_integer(&rest, &value) && tc_text_at_end(&rest);
}

tc_status tc_key_read_label(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                            void *field) {
  tc_label *label = field;
  const char *text = tc_yaml_is_text(node) ? tc_yaml_text(node) : "";
  *label = (tc_label){0};
  if (tc_yaml_is_number(node)) return tc_key_read_int32(key, location, node, &label->number);
  if (!*text || is_integer(text)) return tc_key_expected_error(location->where, "an integer or a name", node);
  label->name = text;
  return TC_OK;
}

/* ---- replacement of names ---- */

/* Names of the regions (dimension 3) or markers (dimension 2) of a mesh. */
typedef struct name_list {
  int dimension;
  const char *noun;
  int32_t names;
  const tc_mesh_name *name;
  const tc_mesh *mesh; /* may be NULL */
} name_list;

/* List of rules of the config, such as boundary conditions, each for one region or marker. Rules are structs
 * of different types and are accessed as bytes. Each rule begins with a text, the position of the rule in the
 * config, and has a tc_label at the byte offset `label`. */
typedef struct rule_list {
  int count;
  const char *item;
  size_t size, label; /* `size`: number of bytes of a rule; `label`: offset of the tc_label in a rule */
} rule_list;

static const char *where_of(const rule_list *rules, int r) {
  const char *where;
  memcpy(&where, rules->item + (size_t)r * rules->size, sizeof where);
  return where;
}

static tc_label label_of(const rule_list *rules, int r) {
  tc_label label;
  memcpy(&label, rules->item + (size_t)r * rules->size + rules->label, sizeof label);
  return label;
}

static bool has_names(const rule_list *rules) {
  for (int r = 0; r < rules->count; r++)
    if (label_of(rules, r).name) return true;
  return false;
}

/* True if name i of the mesh has the dimension of the list. Returns false if an earlier name has the same
 * dimension, text and number. */
static bool is_listed(const name_list *list, int32_t i) {
  const tc_mesh_name *name = list->name;
  if (name[i].dimension != list->dimension) return false;
  for (int32_t j = 0; j < i; j++)
    if (name[j].dimension == name[i].dimension && name[j].number == name[i].number &&
        !strcmp(name[j].text, name[i].text))
      return false;
  return true;
}

/* Finds the first name with index *i or higher that equals the name of the label. Returns its number in
 * *number, and sets *i to the next index. A label with a number instead of a name yields this number once.
 * Returns false after the last number. */
static bool next_number(const name_list *list, const tc_label *label, int32_t *i, int32_t *number) {
  if (!label->name) {
    *number = label->number;
    return (*i)++ == 0;
  }
  for (; *i < list->names; (*i)++) {
    if (strcmp(list->name[*i].text, label->name) != 0 || !is_listed(list, *i)) continue;
    *number = list->name[*i].number;
    (*i)++;
    return true;
  }
  return false;
}

/* Formats the names as "'wall' (1), 'inlet' (2)", and finds the one most similar to search->word. Returns the
 * text of `line`, which is "" if the mesh has no names of this dimension. */
static const char *format_names(const name_list *list, tc_suggestion *search, tc_line *line) {
  char text[96];
  *line = (tc_line){0};
  for (int32_t i = 0; i < list->names; i++) {
    if (!is_listed(list, i)) continue;
    snprintf(text, sizeof text, "'%.64s' (%d)", list->name[i].text, (int)list->name[i].number);
    tc_line_add_item(line, text);
    tc_suggestion_add(search, list->name[i].text);
  }
  return line->text;
}

/* Formats the numbers of the regions or markers of the mesh as "1, 2, 7". */
static tc_status format_numbers(const name_list *list, tc_line *line) {
  const tc_mesh *mesh = list->mesh;
  const bool cells = list->dimension == 3;
  tc_labels *labels = NULL;
  *line = (tc_line){0};
  if (!mesh) return TC_OK;
  TC_TRY(tc_labels_create_distinct(cells ? mesh->cells : mesh->faces,
                                   cells ? mesh->region : mesh->face_marker, &labels));
  tc_labels_format(labels, line);
  tc_labels_destroy(&labels);
  return TC_OK;
}

static tc_status unknown_name_error(const name_list *list, const char *where, const char *name) {
  const char *mesh = list->mesh ? list->mesh->name : "", *noun = list->noun;
  tc_suggestion search = tc_suggestion_init(name);
  tc_line line, hint = {0};
  if (*format_names(list, &search, &line)) {
    if (*search.best_match) tc_line_add(&hint, " (did you mean '%s'?)", search.best_match);
    return tc_status_create(TC_USAGE,
                            "%s: %s '%.64s': the mesh %s has no %s of this name%s; it has %s: use one of "
                            "these",
                            where, noun, name, mesh, noun, hint.text, line.text);
  }
  TC_TRY(format_numbers(list, &line));
  /* Example: run.yaml:7: region 'wall': the mesh heart has no names of regions (its regions: 1, 2): .. */
  return tc_status_create(TC_USAGE,
                          "%s: %s '%.64s': the mesh %s has no names of %ss (its %ss: %s): use a number",
                          where, noun, name, mesh, noun, noun, line.text);
}

/* Sets *total to the number of rules after names have been replaced by numbers. */
static tc_status count_rules(const name_list *list, const rule_list *rules, int *total) {
  *total = 0;
  for (int r = 0; r < rules->count; r++) {
    const tc_label label = label_of(rules, r);
    const int before = *total;
    for (int32_t i = 0, number; next_number(list, &label, &i, &number);) (*total)++;
    if (*total == before) return unknown_name_error(list, where_of(rules, r), label.name);
  }
  return TC_OK;
}

/* Copies rule r to `out` once for each number that next_number finds for the label. Returns the end of the
 * copies. */
static char *copy_rule(const name_list *list, const rule_list *rules, int r, char *out) {
  const tc_label label = label_of(rules, r);
  tc_label copy = {0, NULL};
  for (int32_t i = 0; next_number(list, &label, &i, &copy.number); out += rules->size) {
    memcpy(out, rules->item + (size_t)r * rules->size, rules->size);
    memcpy(out + rules->label, &copy, sizeof copy);
  }
  return out;
}

/* Returns in *out all rules with names replaced by numbers, and stores the number of these rules in
 * rules->count. `pool` owns the result. */
static tc_status resolve_rules(const name_list *list, tc_pool *pool, rule_list *rules, void *out) {
  int total;
  char *item;
  TC_TRY(count_rules(list, rules, &total));
  TC_TRY(tc_pool_alloc(pool, (size_t)total * rules->size, &item));
  memcpy(out, &item, sizeof item);
  for (int r = 0; r < rules->count; r++) item = copy_rule(list, rules, r, item);
  rules->count = total;
  return TC_OK;
}

static rule_list region_rules(const tc_config *c) {
  return (rule_list){c->diffusion.regions.count, (const char *)c->diffusion.regions.item,
                     sizeof(tc_region_tensor), offsetof(tc_region_tensor, region)};
}

static rule_list marker_rules(const tc_config *c) {
  return (rule_list){c->boundary.markers.count, (const char *)c->boundary.markers.item,
                     sizeof(tc_boundary_rule), offsetof(tc_boundary_rule, marker)};
}

bool tc_config_has_names(const tc_config *config) {
  const rule_list regions = region_rules(config), markers = marker_rules(config);
  return has_names(&regions) || has_names(&markers);
}

tc_status tc_config_resolve_names(tc_config *config, int32_t names, const tc_mesh_name *name,
                                  const tc_mesh *mesh) {
  const name_list of_regions = {3, "region", names, name, mesh},
                  of_markers = {2, "marker", names, name, mesh};
  rule_list regions = region_rules(config), markers = marker_rules(config);
  tc_pool *pool = tc_config_memory(config);
  if (!tc_config_has_names(config)) return TC_OK;
  TC_TRY(resolve_rules(&of_regions, pool, &regions, &config->diffusion.regions.item));
  config->diffusion.regions.count = regions.count;
  TC_TRY(resolve_rules(&of_markers, pool, &markers, &config->boundary.markers.item));
  config->boundary.markers.count = markers.count;
  return TC_OK;
}
