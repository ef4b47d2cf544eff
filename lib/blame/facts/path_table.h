/* Table of the distinct access paths of a function, numbered in the order of their addition. The closure uses
 * it: the table starts with the paths of the analysis, and the closure adds those that calls access. Adding a
 * path may reallocate `place`, so pointers into it become invalid. */
#ifndef TC_BLAME_FACTS_PATH_TABLE_H
#define TC_BLAME_FACTS_PATH_TABLE_H

#include "base/containers/hash_index.h"
#include "blame/facts/facts.h"

typedef struct tb_path_table {
  TC_ARRAY(tb_access_path) place;
  tc_hash_index index; /* Finds the number of an access path by its hash. */
  tc_pool *texts;      /* Owns the texts of added paths; borrowed. */
} tb_path_table;

/* Fills the table with the analysed access paths of the function, under the same numbers. `pool` owns the
 * table. Errors of both functions: TC_INTERNAL if memory is exhausted. */
tc_status tb_path_table_init(const tb_function *function, tc_pool *texts, tc_pool *pool, tb_path_table *out);

/* Returns the number of an access path, which is added if it is new. Its path and member are copied; its
 * other texts must outlive the table. */
tc_status tb_path_table_intern(tb_path_table *table, const tb_access_path *place, int *number);

#endif
