#include "blame/facts/path_table.h"

tc_status tb_path_table_init(const tb_function *f, tc_pool *texts, tc_pool *pool, tb_path_table *out) {
  *out = (tb_path_table){.place = {.pool = pool}, .index = {.slot = {.pool = pool}}, .texts = texts};
  for (int p = 0; p < f->places - f->added; p++) {
    TC_TRY(TC_ARRAY_ADD(&out->place, &f->place[p]));
    TC_TRY(tc_hash_index_add(&out->index, tb_access_path_hash(&f->place[p])));
  }
  return TC_OK;
}

tc_status tb_path_table_intern(tb_path_table *t, const tb_access_path *place, int *number) {
  const uint64_t hash = tb_access_path_hash(place);
  tb_access_path new = *place;
  int at = 0;
  while ((*number = tc_hash_index_next(&t->index, hash, &at)) >= 0)
    if (tb_access_path_equal(&t->place.item[*number], place)) return TC_OK;
  TC_TRY(tc_pool_printf(t->texts, &new.path, "%s", place->path));
  if (place->member) TC_TRY(tc_pool_printf(t->texts, &new.member, "%s", place->member));
  *number = t->place.count;
  TC_TRY(TC_ARRAY_ADD(&t->place, &new));
  return tc_hash_index_add(&t->index, hash);
}
