/* What a value is computed from: its expression down to the loads, and where that stands in the source. */
#ifndef TC_BLAME_EXTRACT_EXPRESSION_TREE_H
#define TC_BLAME_EXTRACT_EXPRESSION_TREE_H

#include "blame/extract/points_to.h"
#include "blame/flow/control_dependence.h"
#include "blame/flow/reaching_stores.h"

/* All that is known of a function while its definitions are made. */
typedef struct tb_analysis {
  const tb_ir *ir;
  tb_ir_body body;
  tb_flow_graph flow;
  tb_control_dependence control;
  tb_path_nodes nodes;
  tb_points_to memory;
  tb_reaching_stores reach;
  int definitions;
  int *definition; /* [codes] number; -1: none */
  int *branch;     /* [blocks] the definition that it ends with, where that is a branch; -1 */
} tb_analysis;

typedef struct tb_expression_tree {
  tc_int_list reads, from, entry_parameters; /* of tb_inputs; reads: nodes */
  int positions, capacity;
  tb_source_position *position;
  tc_int_list seen;   /* instructions */
} tb_expression_tree; /* zeros: empty */

/* Errors, of all: TC_INTERNAL out of memory. */
tc_status tb_expression_tree_add(tb_analysis *analysis, tb_ir_value value, tb_expression_tree *tree);
tc_status tb_expression_tree_add_position(tb_expression_tree *tree,
                                          tb_source_position spot); /* no line: nothing */
tc_status tb_expression_tree_add_tree(tb_expression_tree *tree, const tb_expression_tree *from);
void tb_expression_tree_free(tb_expression_tree *tree);

/* The parameter that the function's own first store of it begins with; -1: another instruction. */
int tb_expression_tree_entry_parameter(const tb_analysis *analysis, int code);

#endif
