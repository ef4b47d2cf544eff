/* Translates access paths of a callee to access paths of the caller. Used by the phases that apply the
 * summaries of callees: pointer_aliases.c and call_effects.c. Errors of all functions: TC_INTERNAL if memory
 * is exhausted. */
#ifndef TC_BLAME_CLOSURE_PATH_TRANSLATION_H
#define TC_BLAME_CLOSURE_PATH_TRANSLATION_H

#include "blame/closure/closure_data.h"

/* Translates an access path of the callee to access paths of the caller. The result is empty for the callee's
 * own variables. */
tc_status tb_function_closure_translate(tb_function_closure *c, int definition, const tb_function *callee,
                                        const tb_access_path *of, tb_index_list *out);

/* Returns the range [from, to) of the arguments that are passed for a parameter. The parameter number after
 * the last one of a variadic function stands for all remaining arguments. */
void tb_function_closure_arguments(const tb_definition *d, const tb_function *callee, int parameter,
                                   int *from, int *to);

/* Finds the access path of the pointer that a call returns. Returns false if the function does not use that
 * pointer. */
bool tb_function_closure_result(const tb_function_closure *c, int definition, tb_access_path *out);

/* Moves the members of a set, ascending, into a list and empties the set. */
tc_status tb_function_closure_store_set(tb_function_closure *c, tc_bit_set *set, tb_index_list *out);

#endif
