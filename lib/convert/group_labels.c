/* Labels of elements (group_labels.h). Options refer to groups by name or number. If a text is the name of a
 * group of the required dimension, it selects all groups with this name. Otherwise it must be a number. The
 * label of each set of groups is determined only once, because there are few sets. */
#include "convert/group_labels.h"

#include <string.h>

#include "base/core/memory.h"
#include "base/text/text.h"
#include "convert/group_conflicts.h"

/* ---- texts that name groups ---- */

typedef struct group_key {
  const char *name; /* NULL if the text is not the name of a group of the dimension */
  bool is_number;   /* true if the text is a number and not the name of a group */
  int64_t number;
} group_key;

bool tc_raw_group_has_name(const tc_raw_group *group, int dimension, const char *name) {
  return group->dimension == dimension && group->name && !strcmp(group->name, name);
}

static group_key parse_key(const tc_raw_mesh *raw, int dimension, const char *text) {
  group_key key = {NULL, false, 0};
  tc_text number = {text, text + strlen(text)};
  for (int32_t g = 0; g < raw->groups; g++)
    if (tc_raw_group_has_name(&raw->group[g], dimension, text)) key.name = text;
  key.is_number = !key.name && tc_text_parse_int64(&number, &key.number) && tc_text_at_end(&number);
  return key;
}

static bool key_matches(const group_key *key, int dimension, const tc_raw_group *group) {
  if (key->name) return tc_raw_group_has_name(group, dimension, key->name);
  return key->is_number && group->dimension == dimension && group->number == key->number;
}

void tc_raw_group_add(const tc_raw_group *group, tc_line *line) {
  if (group->name)
    tc_line_add(line, "%s (%lld)", group->name, (long long)group->number);
  else
    tc_line_add(line, "%lld", (long long)group->number);
}

/* Returns the error for an entry of `option` that matches no group of the dimensions `low` to `high`. */
static tc_status no_group_error(const tc_conversion *c, const char *option, const char *text, int low,
                                int high) {
  tc_line list = {0};
  for (int32_t g = 0; g < c->raw->groups; g++) {
    const tc_raw_group *group = &c->raw->group[g];
    if (group->dimension < low || group->dimension > high) continue;
    if (list.length > 0) tc_line_add(&list, ", ");
    tc_raw_group_add(group, &list);
  }
  const char *what = low < high ? "faces or cells" : high == 3 ? "cells" : "faces";
  if (list.length == 0)
    return tc_status_create(TC_USAGE, "%s %s: %s has no groups of %s: remove the option", option, text,
                            c->path, what);
  return tc_status_create(TC_USAGE, "%s %s: %s has no such group of %s: use one of %s", option, text, c->path,
                          what, list.text);
}

/* ---- maps and priorities ---- */

static tc_status range_error(const tc_conversion *c, const tc_raw_group *group) {
  tc_line name = {0}, remedy = {0}, option = {0};
  tc_raw_group_add(group, &name);
  tc_line_add(&option, "--%s-map %lld:N", group->dimension == 3 ? "region" : "marker",
              (long long)group->number);
  return tc_status_create(TC_INPUT, "%s: the number of the group %s does not fit in 32 bits: %s", c->path,
                          name.text,
                          tc_conversion_remedy(c, option.text, "with a smaller number N", &remedy));
}

/* Map entries of one dimension: those of --region-map (3) or of --marker-map (2). */
typedef struct label_maps {
  int dimension, maps;
  const tc_label_map *map;
  const char *option;
} label_maps;

/* Returns true if a map entry with the key `key` applies to the group. If the label 0 means no group, the key
 * 0 does not apply to a group that has a name and the number 0. Only its name then selects this group. */
static bool map_matches(const group_key *key, int dimension, const tc_raw_group *group,
                        const tc_group_labels *labels) {
  if (!key_matches(key, dimension, group)) return false;
  return key->name || key->number != 0 || !group->name || !labels->reserves_zero[dimension - 2];
}

/* Sets used[g] to the map entry for each group g to which the entry applies. An entry with the number 0 also
 * applies to the elements without a group. */
static tc_status apply_map(const tc_conversion *c, const label_maps *m, const tc_label_map *map,
                           const tc_label_map **used, tc_group_labels *labels) {
  const group_key key = parse_key(c->raw, m->dimension, map->from);
  bool is_used = key.is_number && key.number == 0;
  if (is_used) labels->ungrouped[m->dimension - 2] = map->to;
  for (int32_t g = 0; g < c->raw->groups; g++) {
    if (!map_matches(&key, m->dimension, &c->raw->group[g], labels)) continue;
    if (used[g] && used[g]->to != map->to)
      return tc_status_create(TC_USAGE, "%s: the entries %s:%d and %s:%d concern the same group: remove one",
                              m->option, used[g]->from, (int)used[g]->to, map->from, (int)map->to);
    used[g] = map;
    is_used = true;
  }
  return is_used ? TC_OK : no_group_error(c, m->option, map->from, m->dimension, m->dimension);
}

static tc_status apply_maps(const tc_conversion *c, const label_maps *m, const tc_label_map **used,
                            tc_group_labels *labels) {
  for (int i = 0; i < m->maps; i++) TC_TRY(apply_map(c, m, &m->map[i], used, labels));
  return TC_OK;
}

static tc_status number_groups(const tc_conversion *c, const tc_label_map *const *used,
                               tc_group_labels *labels) {
  for (int32_t g = 0; g < c->raw->groups; g++) {
    const tc_raw_group *group = &c->raw->group[g];
    labels->number[g] = used[g] ? used[g]->to : (int32_t)group->number;
    if (group->dimension >= 2 && !used[g] && labels->number[g] != group->number) return range_error(c, group);
  }
  return TC_OK;
}

/* ---- the number 0 ---- */

static bool has_dimension(const tc_raw_mesh *raw, int32_t set, int dimension) {
  for (int32_t i = raw->set_begin[set]; i < raw->set_begin[set + 1]; i++)
    if (raw->group[raw->set_group[i]].dimension == dimension) return true;
  return false;
}

/* Determines for faces and for cells if the label 0 is reserved for elements without a group. For faces it
 * is, because boundary faces that the file does not contain have marker 0. The exception is a file with one
 * number per face, in which 0 is an ordinary number. For cells it is reserved if some cell has no group. */
static void find_reserved_zeros(const tc_raw_mesh *raw, tc_group_labels *labels) {
  labels->reserves_zero[0] = !raw->facts.has_labels;
  for (int32_t e = 0; e < raw->elements && !labels->reserves_zero[1]; e++)
    labels->reserves_zero[1] =
        tc_raw_element_shape(raw, e)->dimension == 3 && !has_dimension(raw, raw->set[e], 3);
}

static int64_t largest_label(const tc_raw_mesh *raw, const tc_group_labels *labels, int dimension) {
  int64_t largest = labels->ungrouped[dimension - 2] > 0 ? labels->ungrouped[dimension - 2] : 0;
  for (int32_t g = 0; g < raw->groups; g++)
    if (raw->group[g].dimension == dimension && labels->number[g] > largest) largest = labels->number[g];
  return largest;
}

/* Changes the number of group g, which has a name and the number 0, to the number after the largest one, and
 * logs a warning. */
static tc_status number_zero_group(const tc_conversion *c, int32_t g, tc_group_labels *labels) {
  const tc_raw_group *group = &c->raw->group[g];
  const int64_t number = largest_label(c->raw, labels, group->dimension) + 1;
  const char *label = group->dimension == 3 ? "region" : "marker";
  if (number > INT32_MAX) return range_error(c, group);
  labels->number[g] = (int32_t)number;
  tc_log_warn(c->log,
              "%s: the number of the group %s is 0, which means no group: the group gets %s %lld instead",
              c->path, group->name, label, (long long)number);
  return TC_OK;
}

static tc_status number_zero_groups(const tc_conversion *c, const tc_label_map *const *used,
                                    tc_group_labels *labels) {
  for (int32_t g = 0; g < c->raw->groups; g++) {
    const tc_raw_group *group = &c->raw->group[g];
    if (group->dimension >= 2 && group->name && group->number == 0 && !used[g] &&
        labels->reserves_zero[group->dimension - 2])
      TC_TRY(number_zero_group(c, g, labels));
  }
  return TC_OK;
}

static tc_status apply_all_maps(const tc_conversion *c, const tc_label_map **used, tc_group_labels *labels) {
  const tc_convert_options *o = c->options;
  TC_TRY(apply_maps(c, &(label_maps){2, o->marker_maps, o->marker_map, "--marker-map"}, used, labels));
  TC_TRY(apply_maps(c, &(label_maps){3, o->region_maps, o->region_map, "--region-map"}, used, labels));
  TC_TRY(number_groups(c, used, labels));
  return number_zero_groups(c, used, labels);
}

static tc_status rank_groups(const tc_conversion *c, tc_group_labels *labels) {
  for (int32_t g = 0; g < c->raw->groups; g++) labels->rank[g] = INT32_MAX;
  for (int i = 0; i < c->options->priorities; i++) {
    bool is_used = false;
    for (int dimension = 2; dimension <= 3; dimension++) {
      const group_key key = parse_key(c->raw, dimension, c->options->priority[i]);
      for (int32_t g = 0; g < c->raw->groups; g++) {
        if (!key_matches(&key, dimension, &c->raw->group[g])) continue;
        if (labels->rank[g] > i) labels->rank[g] = i;
        is_used = true;
      }
    }
    if (!is_used) return no_group_error(c, "--groups", c->options->priority[i], 2, 3);
  }
  return TC_OK;
}

/* ---- sets ---- */

static tc_set_label resolve_set(const tc_raw_mesh *raw, const tc_group_labels *labels, int32_t set,
                                int dimension) {
  tc_set_label out = {labels->ungrouped[dimension - 2], -1, true, false};
  int32_t rank = INT32_MAX;
  for (int32_t i = raw->set_begin[set]; i < raw->set_begin[set + 1]; i++) {
    const int32_t g = raw->set_group[i];
    if (raw->group[g].dimension != dimension) continue;
    if (out.is_empty || labels->rank[g] < rank) {
      out = (tc_set_label){labels->number[g], g, false, false};
      rank = labels->rank[g];
    } else if (labels->rank[g] == rank && labels->number[g] != out.label) {
      out.is_conflict = true;
    }
  }
  return out;
}

/* Counts the source elements of each set of groups, separately for faces and cells. */
static tc_status count_elements(const tc_raw_mesh *raw, tc_group_labels *labels) {
  for (int i = 0; i < 2; i++) TC_TRY(TC_POOL_ARRAY_ZERO(&labels->memory, labels->elements[i], raw->sets));
  for (int32_t e = 0; e < raw->elements; e++)
    labels->elements[tc_raw_element_shape(raw, e)->dimension - 2][raw->set[e]]++;
  return TC_OK;
}

static tc_status resolve_sets(const tc_raw_mesh *raw, tc_group_labels *labels) {
  for (int dimension = 2; dimension <= 3; dimension++) {
    tc_set_label **set = &labels->set[dimension - 2];
    TC_TRY(TC_POOL_ARRAY(&labels->memory, *set, raw->sets));
    for (int32_t s = 0; s < raw->sets; s++) (*set)[s] = resolve_set(raw, labels, s, dimension);
  }
  return TC_OK;
}

tc_status tc_group_labels_create(const tc_conversion *c, tc_group_labels *out) {
  const tc_label_map **used = NULL;
  TC_TRY(TC_POOL_ARRAY(&out->memory, out->number, c->raw->groups));
  TC_TRY(TC_POOL_ARRAY(&out->memory, out->rank, c->raw->groups));
  TC_TRY(TC_POOL_ARRAY_ZERO(&out->memory, used, c->raw->groups));
  find_reserved_zeros(c->raw, out);
  TC_TRY(apply_all_maps(c, used, out));
  TC_TRY(rank_groups(c, out));
  TC_TRY(count_elements(c->raw, out));
  return resolve_sets(c->raw, out);
}

/* ---- elements ---- */

tc_status tc_group_labels_get(const tc_conversion *c, const tc_group_labels *labels, int32_t element,
                              const int32_t *corner, int32_t *label) {
  const int dimension = tc_raw_element_shape(c->raw, element)->dimension;
  const tc_set_label *set = &labels->set[dimension - 2][c->raw->set[element]];
  if (set->is_conflict) return tc_group_conflict_error(c, labels, element, corner);
  *label = set->label;
  return TC_OK;
}

/* ---- names ---- */

/* Returns true if the mesh gets the name of this group for the number `number`. If the number is 0, the name
 * would also apply to all elements without a group, and is dropped. */
static bool keeps_name(const tc_raw_group *group, int32_t number, const tc_group_labels *labels) {
  return group->dimension >= 2 && group->name &&
         (number != 0 || !labels->reserves_zero[group->dimension - 2]);
}

tc_status tc_group_labels_set_names(const tc_raw_mesh *raw, const tc_group_labels *labels, tc_mesh *mesh) {
  tc_mesh_name *name = NULL;
  int32_t names = 0;
  TC_TRY(TC_ALLOC(name, raw->groups));
  for (int32_t g = 0; g < raw->groups; g++)
    if (keeps_name(&raw->group[g], labels->number[g], labels))
      name[names++] = (tc_mesh_name){raw->group[g].dimension, labels->number[g], raw->group[g].name};
  const tc_status status = tc_mesh_set_names(mesh, names, name);
  tc_free(name);
  return status;
}
