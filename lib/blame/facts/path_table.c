#include "blame/facts/path_table.h"

#include <string.h>

#include "base/core/memory.h"

enum { initial_slots = 64 };

/* Returns the slot of an access path, or the free slot in which it would be stored. */
static int find_slot(const tb_path_table *t, const tb_access_path *place) {
  int at = (int)(tb_access_path_hash(place) % (uint64_t)t->slots);
  while (t->slot[at] && !tb_access_path_equal(&t->place[t->slot[at] - 1], place)) at = (at + 1) % t->slots;
  return at;
}

/* Rebuilds the hash table with more slots. At most half of the slots are occupied, so that searches are
 * short. */
static tc_status rebuild_slots(tb_path_table *t, int slots) {
  int *slot = NULL;
  TC_TRY(TC_ALLOC_ZERO(slot, slots));
  tc_free(t->slot);
  t->slot = slot;
  t->slots = slots;
  for (int p = 0; p < t->count; p++) {
    const int at = find_slot(t, &t->place[p]);
    if (!t->slot[at]) t->slot[at] = p + 1;
  }
  return TC_OK;
}

static tc_status grow_paths(tb_path_table *t, int room) {
  tb_access_path *place = NULL;
  TC_TRY(TC_ALLOC(place, room));
  if (t->count) memcpy(place, t->place, (size_t)t->count * sizeof *place);
  tc_free(t->place);
  t->place = place;
  t->capacity = room;
  return TC_OK;
}

tc_status tb_path_table_init(tc_pool *pool, const tb_function *f, tb_path_table *out) {
  tb_path_table t = {.pool = pool};
  const int count = f->places - f->added;
  int slots = initial_slots;
  while (slots < 4 * count) slots *= 2;
  tc_status status = grow_paths(&t, count + initial_slots / 4);
  if (!status) {
    if (count) memcpy(t.place, f->place, (size_t)count * sizeof *t.place);
    t.count = count;
    status = rebuild_slots(&t, slots);
  }
  if (status)
    tb_path_table_free(&t);
  else
    *out = t;
  return status;
}

void tb_path_table_free(tb_path_table *table) {
  tc_free(table->place);
  tc_free(table->slot);
  *table = (tb_path_table){0};
}

static tc_status copy_texts(tc_pool *pool, tb_access_path *place) {
  TC_TRY(tc_pool_printf(pool, &place->path, "%s", place->path));
  return place->member ? tc_pool_printf(pool, &place->member, "%s", place->member) : TC_OK;
}

tc_status tb_path_table_intern(tb_path_table *t, const tb_access_path *place, int *number) {
  const int at = find_slot(t, place);
  if (t->slot[at]) {
    *number = t->slot[at] - 1;
    return TC_OK;
  }
  if (t->count == t->capacity) TC_TRY(grow_paths(t, 2 * t->capacity));
  t->place[t->count] = *place;
  TC_TRY(copy_texts(t->pool, &t->place[t->count]));
  *number = t->count++;
  t->slot[at] = t->count;
  return 2 * t->count > t->slots ? rebuild_slots(t, 2 * t->slots) : TC_OK;
}
