/* Data of a closure, and working data of one function while its summary and its blame sets are computed.
 * Internal to lib/blame/closure. closure.c creates them and calls the phases, each of which has its own
 * header: aliases, call effects, dependence graph, summary, blame sets. A phase reads the results of earlier
 * ones. All lists belong to the pool of the closure or to the function's scratch pool. */
#ifndef TC_BLAME_CLOSURE_CLOSURE_DATA_H
#define TC_BLAME_CLOSURE_CLOSURE_DATA_H

#include "base/containers/map.h"
#include "blame/closure/call_graph.h"
#include "blame/facts/path_table.h"

/* Limit of a variable: in the summary, access paths of the variable that are equal in their first `steps`
 * steps are merged into one. */
typedef struct tb_summary_limit {
  int place; /* One of the access paths of the variable. */
  int steps;
} tb_summary_limit;

/* Data of each function that are needed until the closure is complete. */
typedef struct tb_function_state {
  tb_path_table table;
  tc_bit_set returns;                /* Visible access paths that a returned pointer may point to. */
  TC_ARRAY(tb_summary_limit) limits; /* Variables whose access paths are shortened in the summary. */
} tb_function_state;

typedef struct tb_closure {
  tb_facts *facts;
  tb_call_graph calls;
  tc_map members; /* Members of struct types (struct_members.h). */
  tb_transfer_rule transfer;
  const tc_bit_set *requested; /* Functions whose blame sets are requested; NULL for all. */
  const tc_bit_set *files;     /* Files whose functions may be called; NULL for all. */
  bool *reached; /* [functions] true for requested functions and for all functions that these may call */
  tb_function_state *outcome; /* [functions] results; empty for functions that are not reached */
  tc_pool *pool;              /* Owns all memory of the closure. */
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
  tb_function *function;
  tb_path_table *table; /* Access paths of the function, including those added from callees. */
  tc_pool *scratch;     /* Owns all lists of this struct. */
  tc_bit_set found;     /* Set under construction. */
  TC_ARRAY(tb_pointer_alias) pointings;
  TC_ARRAY(tb_pending_effect) pending_effects; /* Sorted by definition. */
  TC_ARRAY(tb_alias_set)
  names[2]; /* Cache with one entry per access path: names[0] for memory that is read,
               names[1] for memory that is written. */
} tb_function_closure;

#endif
