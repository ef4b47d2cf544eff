/* Expression tree of a value: what the value is computed from, down to the loads, and all source
 * positions on the way. Built by definitions.c for each operand of a definition. The analysis of the
 * function (tb_analysis) is filled in by translation_unit.c in the order of its members. */
#ifndef TC_BLAME_EXTRACT_EXPRESSION_TREE_H
#define TC_BLAME_EXTRACT_EXPRESSION_TREE_H

#include "blame/extract/points_to.h"
#include "blame/flow/control_dependence.h"
#include "blame/flow/reaching_stores.h"

/* Analysis of one function while its definitions are extracted. */
typedef struct tb_analysis {
  const tb_ir *ir;
  tb_ir_body body;
  tb_flow_graph flow;
  tb_control_dependence control;
  tb_path_nodes nodes;
  tb_points_to memory;
  tb_reaching_stores reach;
  int definitions;
  int *definition; /* [codes] number of the definition; -1: none */
  int *branch;     /* [blocks] number of the branch at its end; -1: none */
} tb_analysis;

typedef struct tb_expression_tree {
  tc_int_list reads, from, entry_parameters; /* Members of tb_inputs. `reads` has numbers of nodes. */
  int positions, capacity;
  tb_source_position *position;
  tc_int_list seen;   /* Instructions visited so far. */
} tb_expression_tree; /* Zero-initialise before use. */

/* Errors of all functions below: TC_INTERNAL out of memory. */
tc_status tb_expression_tree_add(tb_analysis *analysis, tb_ir_value value, tb_expression_tree *tree);
/* Ignores a position without a line. */
tc_status tb_expression_tree_add_position(tb_expression_tree *tree, tb_source_position spot);
tc_status tb_expression_tree_add_tree(tb_expression_tree *tree, const tb_expression_tree *from);
void tb_expression_tree_free(tb_expression_tree *tree);

/* Returns the parameter whose initial value the instruction stores in its variable; -1: the instruction
 * is another. */
int tb_expression_tree_entry_parameter(const tb_analysis *analysis, int code);

#endif
