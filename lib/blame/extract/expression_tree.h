/* What a value is computed from: its expression down to the loads, and where that stands in the source. */
#ifndef TC_BLAME_EXTRACT_EXPRESSION_TREE_H
#define TC_BLAME_EXTRACT_EXPRESSION_TREE_H

#include "blame/extract/points_to.h"
#include "blame/flow/control_dependence.h"
#include "blame/flow/reaching_stores.h"

/* All that is known of a function while its definitions are made. */
typedef struct tc_analysis {
  const tc_ir *ir;
  tc_body body;
  tc_flow flow;
  tc_control control;
  tc_nodes nodes;
  tc_memory memory;
  tc_reach reach;
  int definitions;
  int *definition; /* [codes] number; -1: none */
  int *branch;     /* [blocks] the definition that it ends with, where that is a branch; -1 */
} tc_analysis;

typedef struct tc_tree {
  tc_ints reads, from, enters; /* of tc_inputs; reads: nodes */
  int spots, room;
  tc_spot *spot;
  tc_ints seen; /* instructions */
} tc_tree;      /* zeros: empty */

/* Errors, of all: TC_INTERNAL out of memory. */
tc_status tc_tree_add(tc_analysis *analysis, tc_value value, tc_tree *tree);
tc_status tc_tree_spot(tc_tree *tree, tc_spot spot); /* no line: nothing */
tc_status tc_tree_unite(tc_tree *tree, const tc_tree *from);
void tc_tree_clear(tc_tree *tree);

/* The parameter that the function's own first store of it begins with; -1: another instruction. */
int tc_tree_enters(const tc_analysis *analysis, int code);

#endif
