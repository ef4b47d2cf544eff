/* A function while its summary and its blame sets are made: what the files of closure share. */
#ifndef TC_BLAME_CLOSURE_CLOSURE_INTERNAL_H
#define TC_BLAME_CLOSURE_CLOSURE_INTERNAL_H

#include "base/containers/dynamic_array.h"
#include "blame/closure/call_graph.h"
#include "blame/closure/closure.h"
#include "blame/closure/struct_members.h"
#include "blame/facts/externals.h"
#include "blame/facts/path_table.h"

/* What is kept of each function until all are closed. */
typedef struct tb_function_state {
  tb_path_table table;
  tc_bit_set returns;      /* places that somebody outside knows, and a returned pointer may lead to */
  tc_dynamic_array limits; /* tb_summary_limit: of variables that have more places than callers are told */
} tb_function_state;

/* Callers are told of all places of a variable below so many steps as of one. */
typedef struct tb_summary_limit {
  int place; /* one of the variable */
  int steps;
} tb_summary_limit;

typedef struct tb_closure {
  tb_facts *facts;
  tb_call_graph calls;
  tb_members members;
  tb_transfer_rule transfer;
  const tc_bit_set *requested; /* functions whose blame sets somebody wants; NULL: all */
  const tc_bit_set *files;     /* whose functions may be called; NULL: of all */
  bool *reached;               /* [functions] they, and what they may call */
  tb_function_state *outcome;  /* [functions]; empty where nobody comes */
} tb_closure;

/* A pointer that may lead to a place: two names of one memory. */
typedef struct tb_pointer_alias {
  tb_access_path target; /* "*pointer" */
  int target_steps;
  int lead, lead_steps; /* the place */
} tb_pointer_alias;

/* An effect of a call (tb_call_effect), and what it is computed from. */
typedef struct tb_pending_effect {
  tb_call_effect effect;
  bool gives;              /* it is what the call returns */
  tb_index_list reads;     /* places of the caller */
  tb_index_list arguments; /* whose values count, ascending */
} tb_pending_effect;

typedef struct tb_alias_set {
  bool known;
  tb_index_list all;
} tb_alias_set;

typedef struct tb_function_closure {
  const tb_closure *closure;
  int number; /* of the function */
  const tb_function *function;
  tb_path_table *table;             /* its places, those of callees included */
  tc_pool scratch;                  /* all lists of these here */
  tc_bit_set found;                 /* a list on its way */
  tc_dynamic_array pointings;       /* tb_pointer_alias */
  tc_dynamic_array pending_effects; /* tb_pending_effect, by definition */
  tc_dynamic_array names[2];        /* tb_alias_set by place: of what is read, of what is written */
} tb_function_closure;

/* Errors, of all: TC_INTERNAL out of memory. */

/* pointer_aliases.c: the pointers of the function, with what its calls return. */
tc_status tb_function_closure_find_aliases(tb_function_closure *c);

/* The place and its other names: what a pointer in its path may lead to; of what is written also what
 * pointers to it make of it. */
tc_status tb_function_closure_aliases(tb_function_closure *c, int place, bool written, tb_index_list *out);

/* path_translation.c: what a place of the callee is in the caller; nothing where it is the callee's own. */
tc_status tb_function_closure_translate(tb_function_closure *c, int definition, const tb_function *callee,
                                        const tb_access_path *of, tb_index_list *out);

/* The arguments that are given for a parameter: of the one behind the last of a variadic function all. */
void tb_function_closure_arguments(const tb_definition *d, const tb_function *callee, int parameter,
                                   int *from, int *to);

/* The place of the pointer that a call returns; false: the function makes no use of it. */
bool tb_function_closure_result(const tb_function_closure *c, int definition, tb_access_path *out);

/* call_effects.c: what the calls of the function do. */
tc_status tb_function_closure_find_effects(tb_function_closure *c);

/* The members of a set, ascending; the set is empty then. */
tc_status tb_function_closure_store_set(tb_function_closure *c, tc_bit_set *set, tb_index_list *out);

/* summary_limits.c: told[place] becomes what callers are told of a place of the set, for `count` places:
 * itself, or all below a step of its path, so that they are not told of too many. */
tc_status tb_function_closure_limit_summary(tb_function_closure *c, const tc_bit_set *places, int count,
                                            int *told);

/* function_summary.c: finds the function's exits, and where what it returns may lead; *changed becomes true
 * when they are others than before. finish: fills in its places, effects and blame sets. */
tc_status tb_function_closure_summarise(tb_function_closure *c, tb_function *function, bool finish,
                                        bool *changed);

#endif
