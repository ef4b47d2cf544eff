/* The restart list is a growing array of items. Items with values for some rows or boundary faces have a key
 * per value, which identifies the row or face on any number of ranks. The list computes and owns the keys.
 * The values are not copied. They remain in the memory of the module that adds the item. */
#include "solve/space/restart_list.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/core/print.h"

static tc_status add_item(tc_restart_list *keep, const tc_restart_item *item, const char *name,
                          va_list arguments) {
  TC_TRY(TC_ARRAY_ADD(keep, item));
  tc_restart_item *new = &keep->item[keep->count - 1];
  new->optional = keep->optional;
  tc_vsnprintf(new->name, sizeof new->name, name, arguments);
  return TC_OK;
}

static tc_status add_named(tc_restart_list *keep, const tc_restart_item *item, const char *name, ...) {
  va_list arguments;
  va_start(arguments, name);
  const tc_status status = add_item(keep, item, name, arguments);
  va_end(arguments);
  return status;
}

tc_status tc_restart_list_add_common(tc_restart_list *keep, double *value, int64_t count, const char *name) {
  const tc_restart_item item = {.kind = TC_RESTART_COMMON, .count = count, .value = value};
  return add_named(keep, &item, "%s", name);
}

tc_status tc_restart_list_add_integers(tc_restart_list *keep, int64_t *value, int64_t count,
                                       const char *name) {
  const tc_restart_item item = {.kind = TC_RESTART_COMMON,
                                .is_integer = true,
                                .count = count,
                                .value = value};
  return add_named(keep, &item, "%s", name);
}

tc_status tc_restart_list_add_integer(tc_restart_list *keep, int64_t *value, const char *name) {
  return tc_restart_list_add_integers(keep, value, 1, name);
}

tc_status tc_restart_list_add_root(tc_restart_list *keep, bool whole, void *value, int64_t count,
                                   const char *name) {
  const tc_restart_item item = {.kind = TC_RESTART_ROOT, .is_integer = whole, .count = count, .value = value};
  return add_named(keep, &item, "%s", name);
}

tc_status tc_restart_list_add_cells(tc_restart_list *keep, double *value, int32_t owned, const char *name,
                                    ...) {
  const tc_restart_item item = {.kind = TC_RESTART_CELLS, .count = owned, .value = value};
  va_list arguments;
  va_start(arguments, name);
  const tc_status status = add_item(keep, &item, name, arguments);
  va_end(arguments);
  return status;
}

tc_status tc_restart_list_add_rows(tc_restart_list *keep, const tc_space *space, double *value, int32_t count,
                                   const int32_t *row, const char *name) {
  tc_gid *place = NULL;
  TC_TRY(TC_POOL_ARRAY(&keep->keys, place, count));
  for (int32_t k = 0; k < count; k++) place[k] = 4 * space->id[row[k]];
  const tc_restart_item item = {.kind = TC_RESTART_KEYED, .count = count, .value = value, .key = place};
  return add_named(keep, &item, "%s", name);
}

/* The key of a face is 4 * cell number + the index of the face within its cell. This index is the number of
 * faces of the same cell that precede the face in the arrays of `inflow`, which are ordered by cell. */
tc_status tc_restart_list_add_faces(tc_restart_list *keep, const tc_space *space,
                                    const tc_boundary_data *inflow, double *value, const char *name) {
  tc_gid *place = NULL;
  TC_TRY(TC_POOL_ARRAY(&keep->keys, place, inflow->faces));
  for (int32_t f = 0; f < inflow->faces; f++) {
    const bool again = f > 0 && inflow->cell[f] == inflow->cell[f - 1];
    place[f] = again ? place[f - 1] + 1 : 4 * space->submesh->id[inflow->cell[f]];
  }
  const tc_restart_item item = {.kind = TC_RESTART_KEYED,
                                .count = inflow->faces,
                                .value = value,
                                .key = place,
                                .own = inflow->is_owned};
  return add_named(keep, &item, "%s", name);
}

void tc_restart_list_free(tc_restart_list *keep) {
  tc_pool_free(&keep->keys);
  TC_ARRAY_FREE(keep);
  *keep = (tc_restart_list){0};
}
