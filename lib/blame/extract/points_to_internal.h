/* What the files memory*.c share. */
#ifndef TC_BLAME_EXTRACT_POINTS_TO_INTERNAL_H
#define TC_BLAME_EXTRACT_POINTS_TO_INTERNAL_H

#include "blame/extract/points_to.h"

/* The lists beside the nodes grow with them: after each node that may be new. */
tc_status tc_memory_reach(tc_memory *memory);

/* Into a list of places, as long as it has room. */
tc_status tc_memory_insert(tc_ints *list, int node, bool *grew);
tc_status tc_memory_insert_all(tc_ints *list, const tc_ints *from, bool *grew);

/* Roots of variables; which of them are tracked. */
tc_status tc_memory_roots(tc_memory *memory);
tc_status tc_memory_global(tc_memory *memory, int number, int *node);
tc_status tc_memory_function(tc_memory *memory, int number, int *node);
tc_status tc_memory_parameter(tc_memory *memory, int number, int *node);
tc_status tc_memory_unknown(tc_memory *memory, int *node);

/* Memory of the function that nobody else can have written. */
bool tc_memory_is_own(const tc_memory *memory, int node);

/* Where a value leads as it stands, functions among the places. */
tc_status tc_memory_raw(tc_memory *memory, tc_value value, tc_ints *out, bool *grew);
/* Where a pointer leads that is kept in a place. */
tc_status tc_memory_kept(tc_memory *memory, int place, bool pointer, tc_ints *out, bool *grew);
/* Where the value of one instruction leads, into its list; what it stores. */
tc_status tc_memory_value(tc_memory *memory, int code, bool *grew);
tc_status tc_memory_store(tc_memory *memory, const tc_instruction *code, bool *grew);

#endif
