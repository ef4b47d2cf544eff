/* Options whose value is a list, "1,2,4". Not collective; errors are TC_USAGE and name the option. */
#ifndef TC_APP_LIST_OPTIONS_H
#define TC_APP_LIST_OPTIONS_H

#include "comm/exchange/strategy.h"
#include "command.h"
#include "fv/scheme/scheme.h"
#include "io/config/config.h"
#include "linear/solver/method.h"
#include "run/studies/compare_orders.h"

enum { TC_LIST_MOST = 64 };

typedef struct tc_number_list {
  int count;
  int32_t number[TC_LIST_MOST];
} tc_number_list;

/* --name's numbers, each from 1 on, rising and each once; an empty list when the option is not given. instead
 * (may be NULL) is accepted in place of a number and stored as 0. */
tc_status tc_list_numbers(const tc_arguments *arguments, const char *name, const char *instead,
                          tc_number_list *out);

typedef struct tc_word_list {
  int count;
  const char *word[TC_LIST_MOST];
  char text[4096]; /* what the words are in */
} tc_word_list;

/* --name's words, of any length, at least one character each; an empty list when the option is not given. */
tc_status tc_list_words(const tc_arguments *arguments, const char *name, tc_word_list *out);

/* --schemes, in the order given; an empty list when it is not given. */
typedef struct tc_scheme_list {
  int count;
  const tc_scheme *scheme[TC_LIST_MOST];
} tc_scheme_list;
tc_status tc_list_schemes(const tc_arguments *arguments, tc_scheme_list *out);

typedef struct tc_strategy_list {
  int count;
  const tc_strategy *strategy[TC_LIST_MOST];
} tc_strategy_list;

/* --strategies, or all of them when it is not given. */
tc_status tc_list_strategies(const tc_arguments *arguments, tc_strategy_list *out);

/* Of these, those that can do with the config's kernel and device. Errors: where they were named, one that
 * cannot. */
tc_status tc_list_fitting(const tc_arguments *arguments, const tc_config *config, tc_strategy_list *list);

/* --orders, or all of them when it is not given; those that are made of METIS blocks once for each of
 * --order-blocks, which may be 0 (one block per rank). When that is not given: for each of `usual`, or for
 * NULL once with the config's. */
typedef struct tc_order_list {
  int count;
  tc_ordering ordering[TC_LIST_MOST];
} tc_order_list;
tc_status tc_list_orders(const tc_arguments *arguments, const tc_number_list *usual, tc_order_list *out);

/* --methods, `auto` as NULL, and --preconditioners, the same way. */
typedef struct tc_solver_list {
  int methods, preconditioners;
  const tc_method *method[TC_LIST_MOST];
  const tc_preconditioner *preconditioner[TC_LIST_MOST];
} tc_solver_list;
tc_status tc_list_solvers(const tc_arguments *arguments, tc_solver_list *out);

#endif
