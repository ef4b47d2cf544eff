/* The places of a function, each once, numbered as they come. */
#ifndef TC_BLAME_FACTS_PATH_TABLE_H
#define TC_BLAME_FACTS_PATH_TABLE_H

#include "blame/facts/facts.h"

typedef struct tb_path_table {
  tc_pool *pool; /* paths that are new live there; borrowed */
  int count, capacity, slots;
  tb_access_path *place;
  int *slot; /* by hash, a place's number and 1; 0: free */
} tb_path_table;

/* Begins with the places of the function as they were analysed, under their numbers. Errors, of both:
 * TC_INTERNAL out of memory. */
tc_status tb_path_table_init(tc_pool *pool, const tb_function *function, tb_path_table *out);
void tb_path_table_free(tb_path_table *table);

/* The number of a place, which is added when it is not there. Its path and member are copied, its other texts
 * must live as long as the table. */
tc_status tb_path_table_intern(tb_path_table *table, const tb_access_path *place, int *number);

#endif
