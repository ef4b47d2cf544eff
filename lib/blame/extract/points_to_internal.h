/* Internal functions of the points-to analysis, shared by the points_to*.c files and by definitions.c.
 * tb_points_to_build adds the roots first. Then it applies tb_points_to_value and tb_points_to_store to all
 * instructions until no set grows. *grew (may be NULL) becomes true if a set grew. */
#ifndef TC_BLAME_EXTRACT_POINTS_TO_INTERNAL_H
#define TC_BLAME_EXTRACT_POINTS_TO_INTERNAL_H

#include "blame/extract/points_to.h"

/* Extends the arrays indexed by node. Must be called after each call that may add a node. */
tc_status tb_points_to_grow(tb_points_to *memory);

/* Inserts a node into a points-to set unless the set has TB_POINTS_TO_MAX members. */
tc_status tb_points_to_insert(tc_int_list *list, int node, bool *grew);
tc_status tb_points_to_insert_list(tc_int_list *list, const tc_int_list *from, bool *grew);

/* Adds the roots of all variables and finds the tracked ones. */
tc_status tb_points_to_add_roots(tb_points_to *memory);
tc_status tb_points_to_global(tb_points_to *memory, int number, int *node);
tc_status tb_points_to_function(tb_points_to *memory, int number, int *node);
tc_status tb_points_to_parameter(tb_points_to *memory, int number, int *node);
tc_status tb_points_to_unknown(tb_points_to *memory, int *node);

/* True for memory of a local variable whose address has not escaped. */
bool tb_points_to_is_private(const tb_points_to *memory, int node);

/* Adds to `out` the nodes to which a value points, including functions. */
tc_status tb_points_to_raw(tb_points_to *memory, tb_ir_value value, tc_int_list *out, bool *grew);
/* Adds to `out` the nodes to which the pointer stored in `place` may point. If `pointer` is true, the value
 * has a pointer type. Then also adds the node for the target of `place`, unless `place` is private and its
 * targets are known. */
tc_status tb_points_to_stored(tb_points_to *memory, int place, bool pointer, tc_int_list *out, bool *grew);
/* Apply the rules of one instruction. tb_points_to_value updates the points-to set of its value,
 * tb_points_to_store the sets of the memory that it writes. */
tc_status tb_points_to_value(tb_points_to *memory, int code, bool *grew);
tc_status tb_points_to_store(tb_points_to *memory, const tb_ir_instruction *code, bool *grew);

#endif
