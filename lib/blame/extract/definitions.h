/* Extracts the definitions of one function and stores them in the facts (the result of the static analysis).
 * A definition is a statement that writes memory, calls a function, branches or returns. translation_unit.c
 * calls tb_definitions_number and then tb_definitions_extract, after the flow graph, the control dependence,
 * the points-to sets and the reaching stores of the function are complete. */
#ifndef TC_BLAME_EXTRACT_DEFINITIONS_H
#define TC_BLAME_EXTRACT_DEFINITIONS_H

#include "blame/extract/expression_tree.h"

/* Numbers all definitions of the function. Must be called before any expression tree is built, because the
 * trees contain these numbers. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_definitions_number(tb_analysis *analysis, tc_pool *pool);

/* Stores the access paths, stored pointers and definitions of the function in `out`. facts->pool owns their
 * memory. `fallback` is the source position for instructions without a line number. Errors: TC_INTERNAL if
 * memory is exhausted. */
tc_status tb_definitions_extract(tb_analysis *analysis, tb_source_position fallback, tb_facts *facts,
                                 tb_function *out);

#endif
