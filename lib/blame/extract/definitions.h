/* Definitions of one function: the statements that write, call, branch or return, in the form of the facts.
 * translation_unit.c calls tb_definitions_number and then tb_definitions_extract. The flow graph, control
 * dependence, points-to sets and reaching stores of the function must be complete. */
#ifndef TC_BLAME_EXTRACT_DEFINITIONS_H
#define TC_BLAME_EXTRACT_DEFINITIONS_H

#include "blame/extract/expression_tree.h"

/* Numbers all definitions of the function. Must run before any expression tree is built, because the
 * trees refer to the numbers. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_definitions_number(tb_analysis *analysis, tc_pool *pool);

/* Fills in the access paths, stored pointers and definitions of `out`. They are allocated in facts->pool.
 * `fallback` is the source position of instructions without a line. Errors: TC_INTERNAL if memory is
 * exhausted. */
tc_status tb_definitions_extract(tb_analysis *analysis, tb_source_position fallback, tb_facts *facts,
                                 tb_function *out);

#endif
