/* Internal functions of the points-to analysis, used by the points_to*.c files and by definitions.c.
 * tb_points_to_build first adds the root nodes of all local variables. It then applies
 * tb_points_to_update_value and tb_points_to_update_memory to all instructions until no set grows. If a
 * function adds a node to a set, it sets *grew to true (unless `grew` is NULL). */
#ifndef TC_BLAME_EXTRACT_POINTS_TO_INTERNAL_H
#define TC_BLAME_EXTRACT_POINTS_TO_INTERNAL_H

#include "blame/extract/points_to.h"

/* Extends the arrays that have one entry per node. Must be called after each call that may add a node. */
tc_status tb_points_to_grow(tb_points_to *memory);

/* Inserts a node, or all nodes of a list, into a points-to set. A node is ignored if the set already has
 * TB_POINTS_TO_MAX members. */
tc_status tb_points_to_insert(tc_int_list *list, int node, bool *grew);
tc_status tb_points_to_insert_list(tc_int_list *list, const tc_int_list *from, bool *grew);

/* tb_points_to_add_roots adds the root nodes of local variables and parameters, and finds the scalars whose
 * address is not taken. tb_points_to_get_unknown returns in *node the node for unknown memory. */
tc_status tb_points_to_add_roots(tb_points_to *memory);
tc_status tb_points_to_get_unknown(tb_points_to *memory, int *node);

/* Adds to `out` the nodes to which a value points, including addresses of functions. */
tc_status tb_points_to_find_targets(tb_points_to *memory, tb_ir_value value, tc_int_list *out, bool *grew);
/* Adds to `out` the nodes to which a pointer stored in the node `path` may point. `pointer` is true if the
 * loaded value has a pointer type. Then also adds the node of the dereferenced pointer, which represents
 * unknown targets. Does not add this node if `path` is a local variable that other functions cannot access
 * and whose targets are known. */
tc_status tb_points_to_add_stored_targets(tb_points_to *memory, int path, bool pointer, tc_int_list *out,
                                          bool *grew);
/* The following functions apply the points-to rules of one instruction. tb_points_to_update_value updates the
 * points-to set of the value that the instruction computes. tb_points_to_update_memory updates the sets of
 * the memory that the instruction writes. */
tc_status tb_points_to_update_value(tb_points_to *memory, int code, bool *grew);
tc_status tb_points_to_update_memory(tb_points_to *memory, const tb_ir_instruction *code, bool *grew);

#endif
