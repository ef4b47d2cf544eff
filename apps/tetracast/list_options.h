/* Options whose value is a list, "1,2,4". Not collective; errors are TC_USAGE and name the option. */
#ifndef TC_APP_LIST_OPTIONS_H
#define TC_APP_LIST_OPTIONS_H

#include "comm/exchange/strategy.h"
#include "command.h"
#include "fv/scheme/scheme.h"
#include "io/config/config.h"
#include "linear/solver/method.h"
#include "run/studies/compare_orders.h"

enum { APP_LIST_MAX = 64 };

typedef struct app_number_list {
  int count;
  int32_t number[APP_LIST_MAX];
} app_number_list;

/* --name's numbers, each from 1 on, rising and each once; an empty list when the option is not given. instead
 * (may be NULL) is accepted in place of a number and stored as 0. */
tc_status app_list_numbers(const app_arguments *arguments, const char *name, const char *instead,
                           app_number_list *out);

typedef struct app_name_list {
  int count;
  const char *word[APP_LIST_MAX];
  char text[4096]; /* what the words are in */
} app_name_list;

/* --name's words, of any length, at least one character each; an empty list when the option is not given. */
tc_status app_list_names(const app_arguments *arguments, const char *name, app_name_list *out);

/* --schemes, in the order given; an empty list when it is not given. */
typedef struct app_scheme_list {
  int count;
  const tc_scheme *scheme[APP_LIST_MAX];
} app_scheme_list;
tc_status app_list_schemes(const app_arguments *arguments, app_scheme_list *out);

typedef struct app_strategy_list {
  int count;
  const tc_strategy *strategy[APP_LIST_MAX];
} app_strategy_list;

/* --strategies, or all of them when it is not given. */
tc_status app_list_strategies(const app_arguments *arguments, app_strategy_list *out);

/* Of these, those that can do with the config's kernel and device. Errors: where they were named, one that
 * cannot. */
tc_status app_list_supported_strategies(const app_arguments *arguments, const tc_config *config,
                                        app_strategy_list *list);

/* --orders, or all of them when it is not given; those that are made of METIS blocks once for each of
 * --order-blocks, which may be 0 (one block per rank). When that is not given: for each of `usual`, or for
 * NULL once with the config's. */
typedef struct app_order_list {
  int count;
  tc_ordering ordering[APP_LIST_MAX];
} app_order_list;
tc_status app_list_orders(const app_arguments *arguments, const app_number_list *usual, app_order_list *out);

/* --methods, `auto` as NULL, and --preconditioners, the same way. */
typedef struct app_solver_list {
  int methods, preconditioners;
  const tc_method *method[APP_LIST_MAX];
  const tc_preconditioner *preconditioner[APP_LIST_MAX];
} app_solver_list;
tc_status app_list_solvers(const app_arguments *arguments, app_solver_list *out);

#endif
