/* What the files memory*.c share. */
#ifndef TC_BLAME_EXTRACT_POINTS_TO_INTERNAL_H
#define TC_BLAME_EXTRACT_POINTS_TO_INTERNAL_H

#include "blame/extract/points_to.h"

/* The lists beside the nodes grow with them: after each node that may be new. */
tc_status tb_points_to_grow(tb_points_to *memory);

/* Into a list of places, as long as it has room. */
tc_status tb_points_to_insert(tc_int_list *list, int node, bool *grew);
tc_status tb_points_to_insert_list(tc_int_list *list, const tc_int_list *from, bool *grew);

/* Roots of variables; which of them are tracked. */
tc_status tb_points_to_add_roots(tb_points_to *memory);
tc_status tb_points_to_global(tb_points_to *memory, int number, int *node);
tc_status tb_points_to_function(tb_points_to *memory, int number, int *node);
tc_status tb_points_to_parameter(tb_points_to *memory, int number, int *node);
tc_status tb_points_to_unknown(tb_points_to *memory, int *node);

/* Memory of the function that nobody else can have written. */
bool tb_points_to_is_private(const tb_points_to *memory, int node);

/* Where a value leads as it stands, functions among the places. */
tc_status tb_points_to_raw(tb_points_to *memory, tb_ir_value value, tc_int_list *out, bool *grew);
/* Where a pointer leads that is kept in a place. */
tc_status tb_points_to_stored(tb_points_to *memory, int place, bool pointer, tc_int_list *out, bool *grew);
/* Where the value of one instruction leads, into its list; what it stores. */
tc_status tb_points_to_value(tb_points_to *memory, int code, bool *grew);
tc_status tb_points_to_store(tb_points_to *memory, const tb_ir_instruction *code, bool *grew);

#endif
