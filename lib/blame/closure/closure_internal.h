/* Working data of one function while its summary and its blame sets are computed. Internal to
 * lib/blame/closure. closure.c processes each function in three steps: aliases (pointer_aliases.c), call
 * effects (call_effects.c), summary and blame sets (function_summary.c, blame_sets.c). All temporary lists
 * are allocated in the function's scratch pool. */
#ifndef TC_BLAME_CLOSURE_CLOSURE_INTERNAL_H
#define TC_BLAME_CLOSURE_CLOSURE_INTERNAL_H

#include "base/containers/dynamic_array.h"
#include "blame/closure/call_graph.h"
#include "blame/closure/closure.h"
#include "blame/closure/struct_members.h"
#include "blame/facts/externals.h"
#include "blame/facts/path_table.h"

/* Data of each function that are needed until the closure is complete. */
typedef struct tb_function_state {
  tb_path_table table;
  tc_bit_set returns; /* Visible access paths that a returned pointer may point to. */
  tc_dynamic_array
      limits; /* List of tb_summary_limit: variables whose access paths are shortened in the summary. */
} tb_function_state;

/* Limit of a variable: in the summary, access paths of the variable that are equal in their first `steps`
 * steps are merged into one. */
typedef struct tb_summary_limit {
  int place; /* One of the access paths of the variable. */
  int steps;
} tb_summary_limit;

typedef struct tb_closure {
  tb_facts *facts;
  tb_call_graph calls;
  tb_members members;
  tb_transfer_rule transfer;
  const tc_bit_set *requested; /* Functions whose blame sets are requested; NULL for all. */
  const tc_bit_set *files;     /* Files whose functions may be called; NULL for all. */
  bool *reached; /* [functions] true for requested functions and for all functions that these may call */
  tb_function_state *outcome; /* [functions] results; empty for functions that are not reached */
} tb_closure;

/* A pointer and an access path to which it may point. The dereferenced pointer and the access path then name
 * the same memory. */
typedef struct tb_pointer_alias {
  tb_access_path target; /* The dereferenced pointer, "*pointer". */
  int target_steps;
  int lead, lead_steps; /* The access path to which the pointer may point, and its number of steps. */
} tb_pointer_alias;

/* A call effect with its inputs, before the access paths are numbered for the facts. */
typedef struct tb_pending_effect {
  tb_call_effect effect;
  bool gives;              /* True if the effect is the value that the call returns. */
  tb_index_list reads;     /* Inputs: access paths of the caller. */
  tb_index_list arguments; /* Inputs: arguments whose values are used, ascending. */
} tb_pending_effect;

typedef struct tb_alias_set {
  bool known;
  tb_index_list all;
} tb_alias_set;

typedef struct tb_function_closure {
  const tb_closure *closure;
  int number; /* Number of the function in the facts. */
  const tb_function *function;
  tb_path_table *table;             /* Access paths of the function, including those added from callees. */
  tc_pool scratch;                  /* Owns all lists of this struct. */
  tc_bit_set found;                 /* Set under construction. */
  tc_dynamic_array pointings;       /* List of tb_pointer_alias. */
  tc_dynamic_array pending_effects; /* List of tb_pending_effect, sorted by definition. */
  tc_dynamic_array names[2]; /* Cache of tb_alias_set, one per access path: names[0] for memory that is read,
                                names[1] for memory that is written. */
} tb_function_closure;

/* All functions below return TC_INTERNAL if memory is exhausted. */

/* Defined in pointer_aliases.c. Finds the pointer aliases of the function, including pointers that its calls
 * return. */
tc_status tb_function_closure_find_aliases(tb_function_closure *c);

/* Returns the access path and its aliases, that is, the memory to which pointers in its path may point. If
 * `written` is true, the result also contains the names that this memory has through pointers to it. */
tc_status tb_function_closure_aliases(tb_function_closure *c, int place, bool written, tb_index_list *out);

/* Defined in path_translation.c. Translates an access path of the callee to access paths of the caller. The
 * result is empty for the callee's own variables. */
tc_status tb_function_closure_translate(tb_function_closure *c, int definition, const tb_function *callee,
                                        const tb_access_path *of, tb_index_list *out);

/* Returns the range [from, to) of the arguments that are passed for a parameter. The parameter number after
 * the last one of a variadic function stands for all remaining arguments. */
void tb_function_closure_arguments(const tb_definition *d, const tb_function *callee, int parameter,
                                   int *from, int *to);

/* Finds the access path of the pointer that a call returns. Returns false if the function does not use that
 * pointer. */
bool tb_function_closure_result(const tb_function_closure *c, int definition, tb_access_path *out);

/* Defined in call_effects.c. Computes the effects of all calls of the function. */
tc_status tb_function_closure_find_effects(tb_function_closure *c);

/* Moves the members of a set, ascending, into a list and empties the set. */
tc_status tb_function_closure_store_set(tb_function_closure *c, tc_bit_set *set, tb_index_list *out);

/* Defined in summary_limits.c. Limits the number of access paths per variable in the summary. `places`
 * contains the paths that the summary uses. `told` has `count` entries, one per access path of the function.
 * Each entry receives the number of its path, or of the shorter path that replaces it in the summary. */
tc_status tb_function_closure_limit_summary(tb_function_closure *c, const tc_bit_set *places, int count,
                                            int *told);

/* Defined in function_summary.c. Computes the outputs of the function and the targets of its returned
 * pointers. Sets *changed to true if they differ from the previous round. If `finish` is true, also fills in
 * the access paths, effects and blame sets of the function. */
tc_status tb_function_closure_summarise(tb_function_closure *c, tb_function *function, bool finish,
                                        bool *changed);

#endif
