/* A function's definitions, as facts keep them. */
#ifndef TC_BLAME_EXTRACT_DEFINITIONS_H
#define TC_BLAME_EXTRACT_DEFINITIONS_H

#include "blame/extract/expression_tree.h"

/* Numbers all definitions of the function: before any tree is made. Errors: TC_INTERNAL out of memory. */
tc_status tb_definitions_number(tb_analysis *analysis, tc_pool *pool);

/* Places and definitions of the function; what others see lives in facts->pool. fallback: where an
 * instruction stands that has no line. Errors: TC_INTERNAL out of memory. */
tc_status tb_definitions_extract(tb_analysis *analysis, tb_source_position fallback, tb_facts *facts,
                                 tb_function *out);

#endif
