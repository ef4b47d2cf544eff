#include "blame/facts/path_table.h"

tc_status tb_path_table_init(const tb_function *f, tc_pool *texts, tc_pool *pool, tb_path_table *out) {
  *out = (tb_path_table){.path = {.pool = pool}, .index = {.slot = {.pool = pool}}, .texts = texts};
  for (int p = 0; p < f->access_paths - f->added_paths; p++) {
    TC_TRY(TC_ARRAY_ADD(&out->path, &f->access_path[p]));
    TC_TRY(tc_hash_index_add(&out->index, tb_access_path_hash(&f->access_path[p])));
  }
  return TC_OK;
}

tc_status tb_path_table_intern(tb_path_table *t, const tb_access_path *path, int *number) {
  const uint64_t hash = tb_access_path_hash(path);
  tb_access_path new = *path;
  int at = 0;
  while ((*number = tc_hash_index_next(&t->index, hash, &at)) >= 0)
    if (tb_access_path_is_equal(&t->path.item[*number], path)) return TC_OK;
  TC_TRY(tc_pool_printf(t->texts, &new.path, "%s", path->path));
  if (path->member) TC_TRY(tc_pool_printf(t->texts, &new.member, "%s", path->member));
  *number = t->path.count;
  TC_TRY(TC_ARRAY_ADD(&t->path, &new));
  return tc_hash_index_add(&t->index, hash);
}
