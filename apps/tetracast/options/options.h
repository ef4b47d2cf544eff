/* Options of tetracast. options.c has the table of the options that several commands share. All other options
 * are in a table in the file of their command. No function is collective. Errors are TC_USAGE and name the
 * option. All ranks have the same arguments and therefore return the same errors. */
#ifndef TC_APP_OPTIONS_H
#define TC_APP_OPTIONS_H

#include "base/command/command_line.h"
#include "comm/exchange/strategy.h"
#include "fv/scheme/scheme.h"
#include "graph/order/order.h"
#include "io/config/config.h"
#include "linear/solver/method.h"
#include "run/environment/run_environment.h"
#include "run/plan/run_options.h"
#include "run/studies/compare_orders.h"

enum { APP_LIST_MAX = 64 };

typedef struct app_name_list {
  int count;
  const char *word[APP_LIST_MAX];
  char text[4096]; /* contains the words to which `word` points */
} app_name_list;

/* List of strategies. The members must be those of TC_OPTION_ENTRY_LIST. */
typedef struct app_strategies {
  int count;
  const tc_strategy *item[TC_OPTION_ENTRIES];
} app_strategies;

/* Value METHOD:STEPS of --reference. `method` is NULL if the option is not given. */
typedef struct app_reference {
  const tc_integrator *method;
  int32_t steps;
} app_reference;

/* Values of the options of all commands. If a command does not have an option, the member of this option is
 * zero. */
typedef struct app_options {
  tc_run_environment environment; /* set before the command runs, if the command is parallel */
  tc_run_options
      run; /* values of CONFIG, --machine, --model, --json, --csv, --html, --resume, --force, -s and -v */
  tc_option_texts overrides; /* values of option -s, which override keys of the config */
  const char *output;        /* value of -o: path of the output */
  const char *mesh; /* base name of the mesh for the command `mesh`, or the shape for `mesh generate` */
  app_strategies strategies;
  TC_OPTION_ENTRY_LIST(tc_method) methods; /* a NULL in the list represents auto */
  TC_OPTION_ENTRY_LIST(tc_preconditioner) preconditioners;
  TC_OPTION_ENTRY_LIST(tc_order) orders;
  TC_OPTION_ENTRY_LIST(tc_scheme) schemes;
  TC_OPTION_ENTRY_LIST(tc_integrator) time_methods;
  app_reference reference;
  tc_option_numbers block_sizes, order_blocks, nodes, ranks_per_node, working_sets, boxes, steps, powers;
  app_name_list meshes;
  const char *right_side, *start,
      *volumes;  /* values of RHS, --start and --volumes, which matrix files accept */
  bool routines; /* true if --routines is given, which matrix files accept */
  const char *plot, *device, *pattern, *identity, *records;
  double at_least, merge;
  double tensor[6];
  const tc_scheme *scheme; /* value of --scheme; NULL if not given */
  const tc_order *method;  /* value of --method of `mesh order` */
  int distribution, partitioner, objective, weighting, order, unknown, starter;
  /* value of --trial of `predict`: 0 for short, 1 for full trial runs of steps with error control */
  int trial;
  int32_t rounds, ranks, block, block_size, bricks;
  bool steady, study, quick, fit, reset, hierarchy;
} app_options;

extern const tc_option app_options_table[];

/* Completes the member `run` of the options for a command that reads a config. Used as tc_command.check of
 * these commands. */
tc_status app_options_check(const tc_command_call *call);

/* Parses a whole number of at least option->low into an int32_t. */
tc_option_set app_set_whole;
/* Parses a list of numbers into a tc_option_numbers with at most APP_LIST_MAX items. Sorts them in rising
 * order and removes duplicates. Numbers must be at least 1. The list may also contain the word option->extra,
 * which is stored as 0 and becomes the last item. */
tc_option_set app_set_numbers;
/* Parses a list of at least two ascending numbers of steps into a tc_option_numbers. */
tc_option_set app_set_steps;
/* Parses METHOD:STEPS into an app_reference. */
tc_option_set app_set_reference;
/* Parses a list of words into an app_name_list. No word may be empty, and all words together must have fewer
 * than 4096 characters. */
tc_option_set app_set_names;

#define APP_OPTION_WHOLE(member, low_) TC_OPTION_SET(app_options, member, int32_t, app_set_whole), .low = low_
#define APP_OPTION_NUMBERS(member)     TC_OPTION_SET(app_options, member, tc_option_numbers, app_set_numbers)

/* Adds all strategies to an empty list. */
void app_strategies_complete(app_strategies *list);

/* Removes from *list the strategies that do not support the config's kernel or device. `named` is true if the
 * user named the strategies. In this case none is removed, and the function returns TC_USAGE for the first
 * unsupported one. */
tc_status app_strategies_filter(const tc_config *config, bool named, app_strategies *list);

/* Cell orderings of --orders; all orderings if the option is not given. An ordering by METIS blocks is listed
 * once for each block size of --order-blocks, where 0 is one block per rank. Without --order-blocks the block
 * sizes are those of `usual`. If `usual` is NULL too, the ordering is listed once with the block size -1,
 * which means the config's size. */
typedef struct app_order_list {
  int count;
  tc_ordering ordering[APP_LIST_MAX];
} app_order_list;
tc_status app_list_orders(const app_options *options, const tc_option_numbers *usual, app_order_list *out);

#endif
