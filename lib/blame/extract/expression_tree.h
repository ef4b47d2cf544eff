/* Expression tree of a value: the inputs of the value, found by following operands down to the loads, and all
 * source positions on the way. definitions.c builds it for each operand of a definition. translation_unit.c
 * fills in the analysis of the function (tb_analysis) in the order of its members. */
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
  int *definition; /* [codes] number of each instruction's definition; -1 if it has none */
  int *branch;     /* [blocks] number of the branch at the end of each block; -1 if there is none */
} tb_analysis;

/* Expression tree of one value. Its pool owns all lists. */
typedef struct tb_expression_tree {
  tc_int_list reads, from, entry_parameters; /* Lists of the same names as in tb_inputs, except that `reads`
                                                contains numbers of nodes (path_nodes.h). */
  TC_ARRAY(tb_source_position) position;     /* sorted, distinct */
  tc_int_list seen;                          /* Instructions visited so far. */
} tb_expression_tree;

tb_expression_tree tb_expression_tree_init(tc_pool *pool); /* returns an empty tree */

/* Adds the inputs and source positions of a value to the tree. All functions below return TC_INTERNAL if
 * memory is exhausted. */
tc_status tb_expression_tree_add(tb_analysis *analysis, tb_ir_value value, tb_expression_tree *tree);
/* Adds a source position. Ignores a position without a line. */
tc_status tb_expression_tree_add_position(tb_expression_tree *tree, tb_source_position spot);
tc_status tb_expression_tree_add_tree(tb_expression_tree *tree, const tb_expression_tree *from);

/* Returns the parameter whose initial value the instruction stores in its variable; -1 for any other
 * instruction. */
int tb_expression_tree_entry_parameter(const tb_analysis *analysis, int code);

#endif
