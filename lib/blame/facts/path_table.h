/* Table of the distinct access paths of a function, numbered in the order of their addition. Used by the
 * closure, which starts from the paths of the analysis and adds those that calls access. A hash table
 * finds existing ones. Adding may reallocate `place`, so pointers into it become invalid. */
#ifndef TC_BLAME_FACTS_PATH_TABLE_H
#define TC_BLAME_FACTS_PATH_TABLE_H

#include "blame/facts/facts.h"

typedef struct tb_path_table {
  tc_pool *pool; /* Owns the texts of added paths; borrowed. */
  int count, capacity, slots;
  tb_access_path *place;
  int *slot; /* Hash table: number of an access path plus 1; 0: free. */
} tb_path_table;

/* Fills the table with the analysed access paths of the function, under the same numbers. The caller
 * frees it with tb_path_table_free. Errors of both functions: TC_INTERNAL out of memory. */
tc_status tb_path_table_init(tc_pool *pool, const tb_function *function, tb_path_table *out);
void tb_path_table_free(tb_path_table *table);

/* Returns the number of an access path and adds it if it is new. Its path and member are copied; its
 * other texts must outlive the table. */
tc_status tb_path_table_intern(tb_path_table *table, const tb_access_path *place, int *number);

#endif
