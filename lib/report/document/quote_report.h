/* Result of the command `quote`. It lists cases, which are the numbers of nodes, ranks and threads with which
 * a job could run on a machine, with forecasts and costs, and recommends one case. run/dry_run/quote.c fills
 * in a tc_quote, and report/sections/quote_table.c and report/sections/job_script.c write it. Plain data;
 * texts and pointers are borrowed. */
#ifndef TC_REPORT_DOCUMENT_QUOTE_REPORT_H
#define TC_REPORT_DOCUMENT_QUOTE_REPORT_H

#include "report/document/report.h"

/* Reason why a case cannot be recommended. */
typedef enum tc_quote_exclusion {
  TC_QUOTE_POSSIBLE,
  TC_QUOTE_MEMORY,  /* the ranks on a node need more memory than the node has */
  TC_QUOTE_NO_BOUND /* there is no forecast, because a machine parameter is missing or was measured with more
                       threads per rank */
} tc_quote_exclusion;

/* A case: numbers of nodes, ranks and threads, together with the strategy and the storage format with the
 * shortest forecast for these numbers. */
typedef struct tc_quote_case {
  /* numbers of nodes, of ranks on each node and of threads of each rank */
  int nodes, ranks_per_node, threads;
  const char *strategy, *storage;
  const tc_job_report *job; /* forecast of the job's time, with a bound */
  double launch_s;          /* time in s that the launcher, such as mpirun, takes before and after the program
                               (tc_job_launch_s) */
  /* Time limit of the job in s: the bound of the time including the launcher, rounded up by tc_job_limit_s.
   * The table, the script, messages and the recommendation use this limit. NaN if there is no bound. */
  double limit_s;
  /* Seconds between checkpoints, which the script sets and the forecast assumes; 0 if the config determines
   * when checkpoints are written, or if there are none. */
  double checkpoint_interval_s;
  double memory_B; /* memory in bytes that the job needs on the node that needs the most */
  double disk_B;   /* disk space in bytes of all output files; 0 if there are none */
  /* Node-hours of the job, including the launcher. node_hours is the number of nodes times the median of the
   * job's time in h, and bound_node_hours is the number of nodes times limit_s in h. */
  double node_hours, bound_node_hours;
  double energy_kWh; /* nodes x node_power_W x median time of the job; NaN if the machine file does not set
                        the power */
  double price;      /* node_hours x price_per_node_hour; NaN if the machine file does not set the price */
  tc_quote_exclusion exclusion;
} tc_quote_case;

/* All cases and the recommendation. A bound is a time that a job does not exceed with a stated
 * probability. */
typedef struct tc_quote {
  int cases;
  tc_quote_case *item; /* [cases] sorted by nodes, ranks per node and threads; owned by the quote */
  int chosen;          /* index of the recommended case; -1 if no case satisfies the request */
  /* index of the case closest to the request if `chosen` is -1; -1 if no case can be recommended at all */
  int best;
  int next[2]; /* indices of the two next best cases that satisfy the request; -1 if there are fewer */
  const char *currency; /* currency of prices; "" if not set */
  const char *identity; /* name of the machine whose records of earlier jobs the bounds use; NULL if no
                           records are read */
  int records;          /* number of earlier jobs whose forecast errors determine the bounds */
  bool is_assumed; /* true if the bounds use the assumed spread `spread`, because there are too few records */
  double level;    /* probability that a job does not exceed its bound */
  double node_memory_B; /* memory of a node that a job may use; 0 if it is unknown */
  double spread;        /* assumed standard deviation of ln(measured / forecast time) */
  int64_t steps;        /* number of planned steps */
  bool may_end_early;   /* true if the config stops the run at a steady state */
  /* true if the forecast assumes solver.most_iterations iterations in each solve, which is an upper bound */
  bool has_iterations_bound;
  int64_t date, expires; /* time at which the quote was made, and time until which it is valid, in seconds
                            since 1970 */
} tc_quote;

#endif
