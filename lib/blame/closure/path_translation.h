/* Translates access paths of a callee to access paths of its caller that denote the same memory.
 * pointer_aliases.c and call_effects.c use it to apply the summaries of callees. Errors of all functions:
 * TC_INTERNAL if memory is exhausted. */
#ifndef TC_BLAME_CLOSURE_PATH_TRANSLATION_H
#define TC_BLAME_CLOSURE_PATH_TRANSLATION_H

#include "blame/closure/closure_data.h"

/* Translates the access path `of` of the callee for the call `definition`. There may be several results,
 * because a pointer may point to several access paths. The result is empty for local variables of the
 * callee. */
tc_status tb_function_closure_translate(tb_function_closure *c, int definition, const tb_function *callee,
                                        const tb_access_path *of, tb_index_list *out);

/* Returns the range [from, to) of the arguments of a call that are passed for a parameter. The index after
 * the last parameter denotes the additional arguments of a variadic function. */
void tb_function_closure_arguments(const tb_definition *d, const tb_function *callee, int parameter,
                                   int *from, int *to);

/* Returns in *out the access path of the pointer that a call returns. Returns false if the caller never
 * accesses memory through this pointer. */
bool tb_function_closure_result(const tb_function_closure *c, int definition, tb_access_path *out);

/* Stores the members of a set as an ascending list in *out and empties the set. */
tc_status tb_function_closure_store_set(tb_function_closure *c, tc_bit_set *set, tb_index_list *out);

#endif
