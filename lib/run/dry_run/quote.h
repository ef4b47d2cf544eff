/* Search for the best way to run a job on a machine: nodes, ranks per node, threads, strategy and storage
 * format, under a deadline, a budget or for the lowest cost. The command quote calls tc_quote_search after
 * tc_dry_run_init and after it has found the machine. For each numbers of nodes, ranks and threads the dry
 * run counts once, and the fastest strategy and format by the main model represent the case. Not collective:
 * one process computes everything; it makes no steps and writes nothing. */
#ifndef TC_RUN_DRY_RUN_QUOTE_H
#define TC_RUN_DRY_RUN_QUOTE_H

#include "report/document/quote_report.h"
#include "run/dry_run/dry_run_job.h"

enum { TC_QUOTE_SHAPES = 64 }; /* largest number of shapes of a request */

/* Ranks and threads of a node. */
typedef struct tc_quote_shape {
  int32_t ranks_per_node, threads;
} tc_quote_shape;

/* Conditions that a job must satisfy, and lists from which the search forms the cases. */
typedef struct tc_quote_request {
  double deadline_s;   /* longest wall time of the job, with the bound and the launcher; 0 if none */
  double budget_hours; /* most node-hours, with the bound; 0 if none */
  double level;        /* probability of the bounds */
  tc_option_numbers nodes;
  int shapes;
  tc_quote_shape shape[TC_QUOTE_SHAPES];
  int strategies;
  const tc_strategy *const *strategy; /* [strategies] */
  int storages;
  const tc_format *const *storage; /* [storages] */
} tc_quote_request;

/* Result with the memory to which it refers. Zero-initialise before use; released by tc_quote_free. */
typedef struct tc_quote_result {
  tc_quote quote;
  tc_results results; /* results of all cases, strategies and formats; those that cannot represent a case have
                         no `measured` */
  tc_dry_run_jobs jobs;
} tc_quote_result;

/* Forecasts every case and chooses one (tc_quote_choose). The config of `runs` does not change; the
 * request replaces `threads` and `forecast.level`, and `storage` if it lists formats. *out borrows from
 * `machine` and contains pointers to itself, so that it must not move. *out is complete also if an error is
 * returned because no case satisfies the request. After other errors it has no cases. Errors: those of
 * tc_dry_run_cases_run; TC_USAGE if the machine lacks a parameter, or if the number of steps or of iterations
 * is unknown; TC_INTERNAL if no case satisfies the request, with the best case and a remedy, or if memory is
 * exhausted. */
tc_status tc_quote_search(const tc_quote_request *request, tc_dry_run *runs,
                          const tc_dry_run_machine *machine, tc_quote_result *out);
void tc_quote_free(tc_quote_result *result);

/* Pure. Sets chosen, best and next of a quote. With a deadline: of the cases in time the one with the fewest
 * node-hours; node-hours within 2 % are equal, and the shorter bound decides. With a budget: of the
 * affordable cases the one with the shortest median. With both: the fewest node-hours of the cases that
 * satisfy both. With none: the fewest node-hours of all. Excluded cases are never chosen. */
void tc_quote_choose(const tc_quote_request *request, tc_quote *quote);

/* Pure. Returns the shapes of a node with `cores` cores: cores / t ranks with t threads for t = 1, 2 and 4
 * that divide the cores, or every pair of the two lists that fits, if they are given (count > 0). Returns
 * their number. Only the first TC_QUOTE_SHAPES are stored in shape[TC_QUOTE_SHAPES]. */
int tc_quote_shapes(int cores, const tc_option_numbers *ranks_per_node, const tc_option_numbers *threads,
                    tc_quote_shape *shape);

/* Pure. Returns the time until which a quote is valid, in seconds since 1970: 30 days after the older one of
 * the date of the calibration and the newest record, but at least 7 days after `now`. A time of 0 is
 * unknown and has no effect. */
int64_t tc_quote_expiry(int64_t now, int64_t calibrated, int64_t newest_record);

#endif
