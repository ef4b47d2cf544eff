/* Summary of a function: the outputs that callers see and the inputs of each. closure.c calls it after the
 * call effects were found, for recursive functions repeatedly until nothing changes. Errors of both
 * functions: TC_INTERNAL if memory is exhausted. */
#ifndef TC_BLAME_CLOSURE_FUNCTION_SUMMARY_H
#define TC_BLAME_CLOSURE_FUNCTION_SUMMARY_H

#include "blame/closure/dependence_graph.h"

/* Finds the targets of the pointers that the function returns, before its dependence graph is built. Sets
 * *changed to true if they differ from the previous round. */
tc_status tb_function_closure_find_returns(tb_function_closure *c, bool *changed);

/* Computes the outputs of the function. Sets *changed to true if they differ from the previous round. */
tc_status tb_function_closure_summarise(tb_function_closure *c, const tb_dependence_graph *s, bool *changed);

#endif
