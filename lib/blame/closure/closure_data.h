/* Data of a closure, and data of one function while its summary and its blame sets are computed. Internal to
 * lib/blame/closure. closure.c creates them and calls the phases in this order: pointer aliases, call
 * effects, dependence graph, summary, blame sets. Each phase has its own header and reads the results of
 * earlier phases. All lists belong to the pool of the closure or to the scratch pool of the function. */
#ifndef TC_BLAME_CLOSURE_CLOSURE_DATA_H
#define TC_BLAME_CLOSURE_CLOSURE_DATA_H

#include "base/containers/map.h"
#include "blame/closure/call_graph.h"
#include "blame/facts/path_table.h"

/* Limit for the access paths of one variable in a summary: paths that agree in their first `steps` steps are
 * merged into one. */
typedef struct tb_summary_limit {
  int place; /* Index of one access path of the variable, which identifies the variable. */
  int steps;
} tb_summary_limit;

/* Data of one function that are needed until the closure is complete. */
typedef struct tb_function_state {
  tb_path_table table;
  /* Indices of the access paths, visible to callers, to which a returned pointer may point. */
  tc_bit_set returns;
  /* Limits of the variables whose access paths are shortened in the summary. */
  TC_ARRAY(tb_summary_limit) limits;
} tb_function_state;

typedef struct tb_closure {
  tb_facts *facts;
  tb_call_graph calls;
  tc_map members; /* Known members of each struct type (struct_members.h). */
  tb_transfer_rule transfer;
  const tc_bit_set *requested; /* Indices of the functions whose blame sets are requested; NULL for all. */
  const tc_bit_set *files;     /* Indices of the source files whose functions may be called; NULL for all. */
  bool *reached; /* [functions] true for the requested functions and all functions that they may call */
  tb_function_state *outcome; /* [functions] results of the closure; empty if `reached` is false */
  tc_pool *pool;              /* Owns all memory of the closure. */
} tb_closure;

/* A pointer and one access path to which it may point. The dereferenced pointer and this access path are then
 * aliases: they name the same memory. */
typedef struct tb_pointer_alias {
  tb_access_path target; /* The dereferenced pointer, for example "p[]" for a pointer p. */
  int target_steps;
  int lead, lead_steps; /* Index of the access path to which the pointer may point, and the number of steps of
                           this path. */
} tb_pointer_alias;

/* A call effect together with its inputs, before it is stored in the facts. */
typedef struct tb_pending_effect {
  tb_call_effect effect;
  bool gives;              /* True if the effect is the value that the call returns. */
  tb_index_list reads;     /* Inputs: indices of access paths of the caller. */
  tb_index_list arguments; /* Inputs: ascending indices of the arguments whose values are used. */
} tb_pending_effect;

typedef struct tb_alias_set {
  bool known;
  tb_index_list all;
} tb_alias_set;

typedef struct tb_function_closure {
  const tb_closure *closure;
  int number; /* Index of the function in facts->function. */
  tb_function *function;
  tb_path_table *table; /* Access paths of the function, including those added for its calls. */
  tc_pool *scratch;     /* Owns all lists of this struct. */
  tc_bit_set found;     /* Access paths found so far by a translation (path_translation.c). */
  TC_ARRAY(tb_pointer_alias) pointings;
  TC_ARRAY(tb_pending_effect) pending_effects; /* Call effects, sorted by the definition of the call. */
  /* Cache of the aliases of each access path: names[0] for memory that is read, names[1] for memory that is
   * written. */
  TC_ARRAY(tb_alias_set) names[2];
} tb_function_closure;

#endif
