/* A conflict is an element that belongs to several groups with different labels. Elements that belong to the
 * same groups share one set of groups. Conflicts are searched among the sets, because there are far fewer
 * sets than elements. */
#include "convert/group_conflicts.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/text/number_format.h"
#include "base/text/shell_word.h"

/* ---- suggested priorities ---- */

enum { suggested_groups = 15 }; /* largest number of groups that a message suggests */

/* A group that shares elements with other groups, and the number of elements in it. */
typedef struct overlap {
  const tc_raw_group *group;
  int64_t elements;
} overlap;

/* All groups whose priorities decide the conflicts of the mesh. */
typedef struct overlaps {
  int32_t count;
  overlap *item;    /* [count] groups, in rising order of their number of elements */
  int64_t elements; /* number of faces and cells that are in conflict */
} overlaps;

/* Comparison for qsort: faces before cells, then smaller groups before larger ones, then later groups before
 * earlier ones. */
static int compare_overlaps(const void *a, const void *b) {
  const overlap *x = a, *y = b;
  if (x->group->dimension != y->group->dimension) return x->group->dimension - y->group->dimension;
  if (x->elements != y->elements) return x->elements < y->elements ? -1 : 1;
  return (x->group < y->group) - (x->group > y->group);
}

/* Adds the elements of set s to item[g].elements for each group g of the set. If the set has a conflict, also
 * sets item[g].group for the groups with the highest priority, which cause the conflict. */
static void find_overlaps(const tc_raw_mesh *raw, const tc_group_labels *labels, int32_t s, int dimension,
                          overlaps *out) {
  const tc_set_label *set = &labels->set[dimension - 2][s];
  const int64_t elements = labels->elements[dimension - 2][s];
  if (set->is_conflict) out->elements += elements;
  for (int32_t i = raw->set_begin[s]; i < raw->set_begin[s + 1]; i++) {
    const int32_t g = raw->set_group[i];
    if (raw->group[g].dimension != dimension) continue;
    out->item[g].elements += elements;
    if (set->is_conflict && elements > 0 && labels->rank[g] == labels->rank[set->group])
      out->item[g].group = &raw->group[g];
  }
}

static tc_status list_overlaps(const tc_conversion *c, const tc_group_labels *labels, overlaps *out) {
  const tc_raw_mesh *raw = c->raw;
  TC_TRY(TC_ALLOC_ZERO(out->item, raw->groups));
  for (int dimension = 2; dimension <= 3; dimension++)
    for (int32_t s = 0; s < raw->sets; s++) find_overlaps(raw, labels, s, dimension, out);
  for (int32_t g = 0; g < raw->groups; g++)
    if (out->item[g].group) out->item[out->count++] = out->item[g];
  qsort(out->item, (size_t)out->count, sizeof *out->item, compare_overlaps);
  return TC_OK;
}

/* A list of groups in a message ends after about this number of bytes, so that the message has space for its
 * recommendation. */
enum { list_bytes = 512 };

/* Returns true if the value of --groups can contain the name of the group. The name must be unique in its
 * dimension, must not begin with '-', and must not contain a comma or a control character. */
static bool has_option_name(const tc_raw_mesh *raw, const tc_raw_group *group) {
  int32_t named = 0;
  if (!group->name || *group->name == '-' || strpbrk(group->name, ",\t\r\n")) return false;
  for (int32_t g = 0; g < raw->groups; g++)
    named += tc_raw_group_has_name(&raw->group[g], group->dimension, group->name);
  return named == 1;
}

/* True if the text `list`, which has the form "a,b,c", contains the item. */
static bool has_item(const char *list, const char *item) {
  const size_t length = strlen(item);
  for (const char *at = list; at; at = strchr(at, ',')) {
    at += *at == ',';
    if (strncmp(at, item, length) == 0 && (at[length] == 0 || at[length] == ',')) return true;
  }
  return false;
}

static void add_option_item(tc_line *list, const char *item) {
  if (!has_item(list->text, item)) tc_line_add(list, "%s%s", list->length > 0 ? "," : "", item);
}

/* Writes to `remedy` the option --groups with the given priorities, followed by the groups that share
 * elements. */
static tc_status suggest_priorities(const tc_conversion *c, const overlaps *found, tc_line *remedy) {
  const char *word;
  tc_line list = {0};
  int32_t listed = 0;
  for (int i = 0; i < c->options->priorities; i++) add_option_item(&list, c->options->priority[i]);
  const size_t length_max = list.length + list_bytes;
  for (; listed < found->count && listed < suggested_groups && list.length < length_max; listed++) {
    const tc_raw_group *group = found->item[listed].group;
    tc_line number = {0};
    tc_line_add(&number, "%lld", (long long)group->number);
    add_option_item(&list, has_option_name(c->raw, group) ? group->name : number.text);
  }
  TC_TRY(tc_shell_word(&c->out->memory, list.text, strlen(list.text), &word));
  tc_line_add(remedy, "--groups %s", word);
  if (listed < found->count)
    tc_line_add(remedy, " and append the other %d groups that overlap, smaller ones first",
                (int)(found->count - listed));
  return TC_OK;
}

/* ---- error ---- */

static void list_groups(const tc_raw_mesh *raw, int32_t set, int dimension, tc_line *line) {
  int remaining = 0;
  for (int32_t i = raw->set_begin[set]; i < raw->set_begin[set + 1]; i++)
    remaining += raw->group[raw->set_group[i]].dimension == dimension;
  for (int32_t i = raw->set_begin[set]; i < raw->set_begin[set + 1]; i++) {
    const tc_raw_group *group = &raw->group[raw->set_group[i]];
    if (group->dimension != dimension) continue;
    if (line->length > list_bytes && remaining > 1) {
      tc_line_add(line, " and %d others", remaining);
      return;
    }
    if (line->length > 0) tc_line_add(line, "%s", remaining > 1 ? ", " : " and ");
    tc_raw_group_add(group, line);
    remaining--;
  }
}

static tc_status conflict_error(const tc_conversion *c, const overlaps *found, int32_t element,
                                const int32_t *corner) {
  const tc_raw_mesh *raw = c->raw;
  const tc_element_shape *shape = tc_raw_element_shape(raw, element);
  tc_line vertices = {0}, groups = {0}, remedy = {0};
  for (int i = 0; i < shape->corners; i++)
    tc_line_add(&vertices, "%s%lld", i > 0 ? ", " : "", (long long)tc_raw_mesh_point_number(raw, corner[i]));
  list_groups(raw, raw->set[element], shape->dimension, &groups);
  if (found->elements > 1)
    tc_line_add(&groups, " (%lld more element%s in several groups)", (long long)found->elements - 1,
                tc_plural_suffix(found->elements - 1));
  TC_TRY(suggest_priorities(c, found, &remedy));
  /* Example: heart.msh: cell 4 (vertices 2, 3, 4, 5) belongs to the groups tissue (1) and 2: set which group
   * has priority, e.g. --groups 2,tissue */
  return tc_status_create(TC_INPUT, "%s: %s %lld (vertices %s) belongs to the groups %s: %s%s %s", c->path,
                          shape->dimension == 3 ? "cell" : "face", (long long)raw->element_number[element],
                          vertices.text, groups.text,
                          c->options->command ? "run " : "set which group has priority, e.g.",
                          c->options->command ? c->options->command : "", remedy.text);
}

tc_status tc_group_conflict_error(const tc_conversion *c, const tc_group_labels *labels, int32_t element,
                                  const int32_t *corner) {
  overlaps found = {0};
  tc_status status = list_overlaps(c, labels, &found);
  if (!status) status = conflict_error(c, &found, element, corner);
  tc_free(found.item);
  return status;
}

/* ---- losses ---- */

enum { listed_winners = 3 }; /* largest number of winners that a report lists for a group */

/* Counts of the elements of one group, and of those that the group has not lost. */
typedef struct tally {
  int64_t elements, retained;
  int winners; /* number of entries in `winner`, plus 1 if further groups do not fit */
  /* groups of higher priority, whose labels the elements have received */
  const tc_raw_group *winner[listed_winners];
} tally;

static void add_winner(tally *t, const tc_raw_group *winner) {
  for (int i = 0; i < t->winners && i < listed_winners; i++)
    if (t->winner[i] == winner) return;
  if (t->winners < listed_winners) t->winner[t->winners] = winner;
  if (t->winners <= listed_winners) t->winners++;
}

static void count_set(const tc_raw_mesh *raw, const tc_group_labels *labels, int32_t s, int dimension,
                      tally *of_group) {
  const tc_set_label *set = &labels->set[dimension - 2][s];
  const int64_t elements = labels->elements[dimension - 2][s];
  for (int32_t i = raw->set_begin[s]; elements > 0 && i < raw->set_begin[s + 1]; i++) {
    const int32_t g = raw->set_group[i];
    if (raw->group[g].dimension != dimension) continue;
    of_group[g].elements += elements;
    if (labels->number[g] == set->label)
      of_group[g].retained += elements;
    else
      add_winner(&of_group[g], &raw->group[set->group]);
  }
}

/* Appends the losses of a group to out->loss. Copies the names of groups, because they must remain valid
 * after the raw mesh is destroyed. */
static tc_status add_loss(const tc_raw_group *group, const tally *t, tc_converted *out) {
  tc_line name = {0}, winners = {0};
  tc_group_loss *loss = &out->loss[out->losses++];
  tc_raw_group_add(group, &name);
  for (int i = 0; i < t->winners; i++) {
    if (i > 0) tc_line_add(&winners, ", ");
    if (i < listed_winners) tc_raw_group_add(t->winner[i], &winners);
    if (i == listed_winners) tc_line_add(&winners, "..");
  }
  *loss = (tc_group_loss){.dimension = group->dimension, .elements = t->elements, .retained = t->retained};
  TC_TRY(tc_pool_printf(&out->memory, &loss->group, "%s", name.text));
  return tc_pool_printf(&out->memory, &loss->winners, "%s", winners.text);
}

static tc_status list_losses(const tc_raw_mesh *raw, const tally *of_group, tc_converted *out) {
  int32_t losses = 0;
  for (int32_t g = 0; g < raw->groups; g++) losses += of_group[g].retained < of_group[g].elements;
  TC_TRY(TC_POOL_ARRAY(&out->memory, out->loss, losses));
  for (int32_t g = 0; g < raw->groups; g++)
    if (of_group[g].retained < of_group[g].elements) TC_TRY(add_loss(&raw->group[g], &of_group[g], out));
  return TC_OK;
}

tc_status tc_group_losses_record(const tc_conversion *c, const tc_group_labels *labels) {
  const tc_raw_mesh *raw = c->raw;
  tally *of_group = NULL;
  TC_TRY(TC_ALLOC_ZERO(of_group, raw->groups));
  for (int dimension = 2; dimension <= 3; dimension++)
    for (int32_t s = 0; s < raw->sets; s++) count_set(raw, labels, s, dimension, of_group);
  const tc_status status = list_losses(raw, of_group, c->out);
  tc_free(of_group);
  return status;
}
