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
typedef struct tc_outcome {
  tc_table table;
  tc_set returns; /* places that somebody outside knows, and a returned pointer may lead to */
  tc_heap limits; /* tc_limit: of variables that have more places than callers are told */
} tc_outcome;

/* Callers are told of all places of a variable below so many steps as of one. */
typedef struct tc_limit {
  int place; /* one of the variable */
  int steps;
} tc_limit;

typedef struct tc_closure {
  tc_facts *facts;
  tc_calls calls;
  tc_members members;
  tc_transfer transfer;
  const tc_set *wanted; /* functions whose blame sets somebody wants; NULL: all */
  const tc_set *files;  /* whose functions may be called; NULL: of all */
  bool *reached;        /* [functions] they, and what they may call */
  tc_outcome *outcome;  /* [functions]; empty where nobody comes */
} tc_closure;

/* A pointer that may lead to a place: two names of one memory. */
typedef struct tc_pointing {
  tb_access_path target; /* "*pointer" */
  int target_steps;
  int lead, lead_steps; /* the place */
} tc_pointing;

/* An effect of a call (tc_effect), and what it is computed from. */
typedef struct tc_doing {
  tc_effect effect;
  bool gives;           /* it is what the call returns */
  tc_numbers reads;     /* places of the caller */
  tc_numbers arguments; /* whose values count, ascending */
} tc_doing;

typedef struct tc_names {
  bool known;
  tc_numbers all;
} tc_names;

typedef struct tc_closing {
  const tc_closure *closure;
  int number; /* of the function */
  const tc_function *function;
  tc_table *table;   /* its places, those of callees included */
  tc_pool scratch;   /* all lists of these here */
  tc_set found;      /* a list on its way */
  tc_heap pointings; /* tc_pointing */
  tc_heap doings;    /* tc_doing, by definition */
  tc_heap names[2];  /* tc_names by place: of what is read, of what is written */
} tc_closing;

/* Errors, of all: TC_INTERNAL out of memory. */

/* pointer_aliases.c: the pointers of the function, with what its calls return. */
tc_status tc_closing_point(tc_closing *c);

/* The place and its other names: what a pointer in its path may lead to; of what is written also what
 * pointers to it make of it. */
tc_status tc_closing_names(tc_closing *c, int place, bool written, tc_numbers *out);

/* path_translation.c: what a place of the callee is in the caller; nothing where it is the callee's own. */
tc_status tc_closing_translate(tc_closing *c, int definition, const tc_function *callee,
                               const tb_access_path *of, tc_numbers *out);

/* The arguments that are given for a parameter: of the one behind the last of a variadic function all. */
void tc_closing_given(const tc_definition *d, const tc_function *callee, int parameter, int *from, int *to);

/* The place of the pointer that a call returns; false: the function makes no use of it. */
bool tc_closing_result(const tc_closing *c, int definition, tb_access_path *out);

/* call_effects.c: what the calls of the function do. */
tc_status tc_closing_do(tc_closing *c);

/* The members of a set, ascending; the set is empty then. */
tc_status tc_closing_keep(tc_closing *c, tc_set *set, tc_numbers *out);

/* summary_limits.c: told[place] becomes what callers are told of a place of the set, for `count` places:
 * itself, or all below a step of its path, so that they are not told of too many. */
tc_status tc_closing_publish(tc_closing *c, const tc_set *places, int count, int *told);

/* function_summary.c: finds the function's exits, and where what it returns may lead; *changed becomes true
 * when they are others than before. finish: fills in its places, effects and blame sets. */
tc_status tc_closing_conclude(tc_closing *c, tc_function *function, bool finish, bool *changed);

#endif
