/* Options whose value is a list, such as "1,2,4". Commands call these functions before the work starts, on
 * the values that app_arguments_parse has stored. A list has at most APP_LIST_MAX entries. No function is
 * collective. Errors are TC_USAGE and name the option. The pointers in a result lead to registries or, in an
 * app_name_list, to its member `text`. */
#ifndef TC_APP_LIST_OPTIONS_H
#define TC_APP_LIST_OPTIONS_H

#include "comm/exchange/strategy.h"
#include "fv/scheme/scheme.h"
#include "io/config/config.h"
#include "linear/solver/method.h"
#include "options/arguments.h"
#include "run/studies/compare_orders.h"

enum { APP_LIST_MAX = 64 };

typedef struct app_number_list {
  int count;
  int32_t number[APP_LIST_MAX];
} app_number_list;

/* Parses the value of the option `name` (without "--") as numbers of at least 1, in rising order without
 * duplicates. The list is empty if the option is not given. If `instead` is not NULL, this word is also
 * accepted and stored as 0, which becomes the last entry. */
tc_status app_list_numbers(const app_arguments *arguments, const char *name, const char *instead,
                           app_number_list *out);

typedef struct app_name_list {
  int count;
  const char *word[APP_LIST_MAX];
  char text[4096]; /* memory of the words to which `word` points */
} app_name_list;

/* Parses the value of the option `name` (without "--") as words, which must not be empty and have fewer than
 * 4096 characters together. The list is empty if the option is not given. */
tc_status app_list_names(const app_arguments *arguments, const char *name, app_name_list *out);

/* Finite-volume schemes of --schemes in the user's order. The list is empty if the option is not given. */
typedef struct app_scheme_list {
  int count;
  const tc_scheme *scheme[APP_LIST_MAX];
} app_scheme_list;
tc_status app_list_schemes(const app_arguments *arguments, app_scheme_list *out);

typedef struct app_strategy_list {
  int count;
  const tc_strategy *strategy[APP_LIST_MAX];
} app_strategy_list;

/* Parses --strategies; returns all strategies if the option is not given. */
tc_status app_list_strategies(const app_arguments *arguments, app_strategy_list *out);

/* Removes from *list the strategies that do not support the config's kernel or device. Errors: TC_USAGE if
 * the user named such a strategy with --strategies. */
tc_status app_list_supported_strategies(const app_arguments *arguments, const tc_config *config,
                                        app_strategy_list *list);

/* Cell orderings of --orders; all orderings if the option is not given. An ordering by METIS blocks is listed
 * once for each block size of --order-blocks, where 0 is one block per rank. Without --order-blocks the block
 * sizes are those of `usual`. If `usual` is NULL, the ordering is listed once with the block size -1, which
 * is replaced by the config's size. */
typedef struct app_order_list {
  int count;
  tc_ordering ordering[APP_LIST_MAX];
} app_order_list;
tc_status app_list_orders(const app_arguments *arguments, const app_number_list *usual, app_order_list *out);

/* Solver methods of --methods and preconditioners of --preconditioners. An entry NULL of `method` is the word
 * `auto`. A list is empty if its option is not given. */
typedef struct app_solver_list {
  int methods, preconditioners;
  const tc_method *method[APP_LIST_MAX];
  const tc_preconditioner *preconditioner[APP_LIST_MAX];
} app_solver_list;
tc_status app_list_solvers(const app_arguments *arguments, app_solver_list *out);

#endif
