/* Finds the inputs of a value and the source positions of its expression. The search follows the operands of
 * the instructions that compute the value, down to loads from memory and calls. definitions.c builds an
 * expression tree for each operand of a definition. translation_unit.c fills in tb_analysis, the analysis of
 * the function, in the order of its members. */
#ifndef TC_BLAME_EXTRACT_EXPRESSION_TREE_H
#define TC_BLAME_EXTRACT_EXPRESSION_TREE_H

#include "blame/extract/points_to.h"
#include "blame/flow/control_dependence.h"
#include "blame/flow/reaching_stores.h"

/* Results of the analysis of one function. They are needed while its definitions are extracted. */
typedef struct tb_analysis {
  const tb_ir *ir;
  tb_ir_body body;
  tb_flow_graph flow;
  tb_control_dependence control_dependence;
  tb_path_nodes nodes;
  tb_points_to points_to;
  tb_reaching_stores reaching_stores;
  int definitions;
  /* [instructions] number of the definition of each instruction; -1 if the instruction is not a definition */
  int *definition;
  /* [blocks] number of the definition of the branch at the end of each block; -1 if there is none */
  int *branch;
} tb_analysis;

/* Inputs and source positions of one value. The pool passed to tb_expression_tree_init owns all lists. */
typedef struct tb_expression_tree {
  /* Inputs of the value, as in the members of tb_inputs with these names. `reads` contains numbers of nodes
   * (path_nodes.h). */
  tc_int_list reads, definitions, entry_parameters;
  TC_ARRAY(tb_source_position) position; /* source positions of the expression; sorted and distinct */
  tc_int_list visited;                   /* Indices of the instructions visited so far. */
} tb_expression_tree;

tb_expression_tree tb_expression_tree_init(tc_pool *pool); /* returns an empty tree, without inputs */

/* Adds the inputs and source positions of a value to the tree. All functions below return TC_INTERNAL if
 * memory is exhausted. */
tc_status tb_expression_tree_add(tb_analysis *analysis, tb_ir_value value, tb_expression_tree *tree);
/* Adds a source position to the tree. Does nothing if the line is 0 (unknown). */
tc_status tb_expression_tree_add_position(tb_expression_tree *tree, tb_source_position position);
tc_status tb_expression_tree_add_tree(tb_expression_tree *tree, const tb_expression_tree *added);

/* If the instruction stores the initial value of a parameter in the variable of this parameter, returns the
 * index of the parameter; otherwise -1. */
int tb_expression_tree_entry_parameter(const tb_analysis *analysis, int code);

#endif
