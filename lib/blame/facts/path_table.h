/* Table of the distinct access paths of one function, numbered in the order of their addition. The closure
 * (blame/closure) creates one table per function. It initially contains the access paths that the analysis
 * found in the function. The closure adds access paths to which only calls lead. Adding a path may reallocate
 * the array `path`, so pointers into the array become invalid. */
#ifndef TC_BLAME_FACTS_PATH_TABLE_H
#define TC_BLAME_FACTS_PATH_TABLE_H

#include "base/containers/hash_index.h"
#include "blame/facts/facts.h"

typedef struct tb_path_table {
  TC_ARRAY(tb_access_path) path;
  tc_hash_index index; /* Maps the hash of an access path to its number. */
  tc_pool *texts;      /* Borrowed pool that owns the texts of added paths. */
} tb_path_table;

/* Fills the table with the access paths that the analysis found in the function, under the same numbers. The
 * texts of paths that are added later are allocated in `texts`, and the table itself in `pool`. Errors of
 * both functions: TC_INTERNAL if memory is exhausted. */
tc_status tb_path_table_init(const tb_function *function, tc_pool *texts, tc_pool *pool, tb_path_table *out);

/* Returns in *number the number of an access path and adds the path if it is not in the table. The texts
 * `path` and `member` of the new entry are copied. Its other texts must outlive the table. */
tc_status tb_path_table_intern(tb_path_table *table, const tb_access_path *path, int *number);

#endif
