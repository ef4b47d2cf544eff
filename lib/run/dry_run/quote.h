/* Searches for the best numbers of nodes, ranks per node and threads for a job on a machine, and for the best
 * strategy and storage format. The best case meets a deadline, stays within a budget, or has the lowest cost.
 * The command `quote` calls tc_quote_search after tc_dry_run_init and after it has found the machine
 * parameters. A case is one combination of nodes, ranks per node and threads. It is represented by the
 * strategy and the format with the shortest step by the main model. Not collective, because one process
 * computes everything. The search makes no steps of the run and writes no files. */
#ifndef TC_RUN_DRY_RUN_QUOTE_H
#define TC_RUN_DRY_RUN_QUOTE_H

#include "report/document/quote_report.h"
#include "run/dry_run/dry_run_job.h"

enum {
  TC_QUOTE_SHAPES = 64
}; /* largest number of shapes (pairs of ranks per node and threads) of a
      request */

/* Shape of a job on a node: its number of ranks, and the number of threads of each rank. */
typedef struct tc_quote_shape {
  int32_t ranks_per_node, threads;
} tc_quote_shape;

/* Conditions that a job must satisfy, and lists from which the search forms the cases. The bound of a job is
 * a time that it does not exceed with the probability `level`. */
typedef struct tc_quote_request {
  double deadline_s;   /* time in s that the bound of the job, including its start by the launcher (mpirun or
                          srun), must not exceed; 0 if there is none */
  double budget_hours; /* node-hours that the bound of the job must not exceed; 0 if there are none */
  double level;        /* probability of the bounds */
  tc_option_numbers nodes;
  int shapes;
  tc_quote_shape shape[TC_QUOTE_SHAPES]; /* [shapes] ranks per node and threads of the cases */
  int strategies;
  const tc_strategy *const *strategy; /* [strategies] strategies that may represent a case */
  int storages;
  /* [storages] Formats that may represent a case. If `storages` is 0, the config selects the format. */
  const tc_format *const *storage;
} tc_quote_request;

/* A quote with the memory to which it points. Zero-initialise before use; released by tc_quote_free. */
typedef struct tc_quote_result {
  tc_quote quote;
  tc_results results; /* results of all cases, strategies and formats; those that cannot represent a case have
                         no `measured` */
  tc_dry_run_jobs jobs;
} tc_quote_result;

/* Forecasts every case and chooses one (tc_quote_choose). The search works with a copy of the config of
 * `runs`. In this copy the request replaces the keys `threads` and `forecast.level`, and also `storage` if it
 * lists formats. *out borrows from `machine`. It contains pointers to itself, so it must remain at its
 * address. *out is complete also if an error is returned because no case satisfies the request. After other
 * errors it has no cases. Errors: those of tc_dry_run_cases_run; TC_USAGE if the machine lacks a parameter,
 * or if the number of steps or of iterations is unknown; TC_INTERNAL if no case satisfies the request, with
 * the best case and a remedy, or if memory is exhausted. */
tc_status tc_quote_search(const tc_quote_request *request, tc_dry_run *runs,
                          const tc_dry_run_machine *machine, tc_quote_result *out);
void tc_quote_free(tc_quote_result *result);

/* Pure. Sets the recommended case `chosen`, two alternatives `next`, and, if no case satisfies the request,
 * the closest case `best`. With a deadline, chooses the case with the fewest node-hours among the cases that
 * meet it. Node-hours that differ by at most 2 % count as equal, and the shorter bound then decides. With a
 * budget, chooses the case with the shortest median time among the cases within the budget. With both,
 * chooses the case with the fewest node-hours among the cases that satisfy both. With neither, chooses the
 * case with the fewest node-hours. Excluded cases are never chosen. */
void tc_quote_choose(const tc_quote_request *request, tc_quote *quote);

/* Pure. Stores the shapes of a node with `cores` cores in shape[TC_QUOTE_SHAPES] and returns their number. If
 * both lists have entries, the shapes are all pairs of an entry of each with at most `cores` threads in
 * total. An empty list `threads` means 1, 2 and 4. If `ranks_per_node` is empty, the shapes are cores / t
 * ranks with t threads for each t in `threads`. With both lists empty, only those t that divide `cores` are
 * used. If there are more shapes than TC_QUOTE_SHAPES, only the first ones are stored. */
int tc_quote_shapes(int cores, const tc_option_numbers *ranks_per_node, const tc_option_numbers *threads,
                    tc_quote_shape *shape);

/* Pure. Returns the time until which a quote is valid, in seconds since 1970: 30 days after the older one of
 * the date of the calibration and the newest record, but at least 7 days after `now`. A time of 0 is
 * unknown and has no effect. */
int64_t tc_quote_expiry(int64_t now, int64_t calibrated, int64_t newest_record);

#endif
