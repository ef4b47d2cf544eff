/* Summary of a function: the memory that a call of the function may write, and the inputs of each written
 * value. closure.c calls both functions after the call effects are found, and repeatedly for recursive
 * functions until nothing changes. Errors of both functions: TC_INTERNAL if memory is exhausted. */
#ifndef TC_BLAME_CLOSURE_FUNCTION_SUMMARY_H
#define TC_BLAME_CLOSURE_FUNCTION_SUMMARY_H

#include "blame/closure/dependence_graph.h"

/* Finds the access paths to which pointers returned by the function may point. Must be called before the
 * dependence graph is built. Sets *changed to true if the result differs from that of the previous call. */
tc_status tb_function_closure_find_returns(tb_function_closure *c, bool *changed);

/* Computes the outputs of the function, which are the written access paths that callers can access. Sets
 * *changed to true if the result differs from that of the previous call. */
tc_status tb_function_closure_summarise(tb_function_closure *c, const tb_dependence_graph *s, bool *changed);

#endif
