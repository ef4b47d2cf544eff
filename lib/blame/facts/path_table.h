/* Table of the distinct access paths of a function, numbered in the order of their addition. The closure uses
 * it: the table starts with the paths of the analysis, and the closure adds those that calls access. A hash
 * table finds existing paths. Adding a path may reallocate `place`, so pointers into `place` become invalid.
 */
#ifndef TC_BLAME_FACTS_PATH_TABLE_H
#define TC_BLAME_FACTS_PATH_TABLE_H

#include "blame/facts/facts.h"

typedef struct tb_path_table {
  tc_pool *pool; /* Owns the texts of added paths; borrowed. */
  int count, capacity, slots;
  tb_access_path *place;
  int *slot; /* Hash table: number of an access path plus 1; 0 for a free slot. */
} tb_path_table;

/* Fills the table with the analysed access paths of the function, under the same numbers. The caller frees it
 * with tb_path_table_free. Errors of both functions: TC_INTERNAL if memory is exhausted. */
tc_status tb_path_table_init(tc_pool *pool, const tb_function *function, tb_path_table *out);
void tb_path_table_free(tb_path_table *table);

/* Returns the number of an access path, which is added if it is new. Its path and member are copied; its
 * other texts must outlive the table. */
tc_status tb_path_table_intern(tb_path_table *table, const tb_access_path *place, int *number);

#endif
