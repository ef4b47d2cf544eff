/* Result of the command `quote`. It lists the cases in which a job could run on a machine, with forecasts and
 * costs, and recommends one of them. run/dry_run/quote.c fills in a tc_quote, and
 * report/sections/quote_table.c and report/sections/job_script.c write it. Plain data; texts and pointers are
 * borrowed. */
#ifndef TC_REPORT_DOCUMENT_QUOTE_REPORT_H
#define TC_REPORT_DOCUMENT_QUOTE_REPORT_H

#include "report/document/report.h"

/* Reason why a case cannot be recommended. */
typedef enum tc_quote_exclusion {
  TC_QUOTE_POSSIBLE,
  TC_QUOTE_MEMORY,  /* the ranks on a node need more memory than the node has */
  TC_QUOTE_NO_BOUND /* a parameter of the machine is missing, or was measured with more threads per rank */
} tc_quote_exclusion;

/* A case: numbers of nodes, ranks and threads, together with the strategy and the storage format with which
 * they are fastest. */
typedef struct tc_quote_case {
  /* numbers of nodes, of ranks on each node and of threads of each rank */
  int nodes, ranks_per_node, threads;
  const char *strategy, *storage;
  const tc_job_report *job; /* forecast of the job's time, with a bound */
  double launch_s; /* time in s that the launcher takes before and after the program (tc_job_launch_s) */
  /* Bound of the job's time in s, launcher included, rounded up by tc_job_limit_s. Table, script, messages
   * and the choice use it. NaN without a bound. */
  double limit_s;
  /* Seconds between checkpoints that the script sets, and that the forecast contains; 0 if the config chooses
   * when to write checkpoints, or if there are none. */
  double checkpoint_interval_s;
  double memory_B; /* memory in bytes that the job needs on the node that needs the most */
  double disk_B;   /* disk space in bytes of all output files; 0 if there are none */
  /* Node-hours of the job, including the launcher: number of nodes times the median of the job's time in h,
   * and times limit_s in h. */
  double node_hours, bound_node_hours;
  double energy_kWh; /* nodes x node_power_W x median; NaN if the power is not set */
  double price;      /* node_hours x price_per_node_hour; NaN if the price is not set */
  tc_quote_exclusion exclusion;
} tc_quote_case;

/* All cases and the recommendation. A bound is a time that a job stays below with a stated probability. */
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
  bool is_assumed; /* true if the bounds use an assumed spread of forecast errors, because there are too few
                      records */
  double level;    /* probability of the bounds */
  double node_memory_B; /* memory of a node that a job may use; 0 if it is unknown */
  double spread;        /* assumed spread of forecast errors */
  int64_t steps;        /* number of planned steps */
  bool may_end_early;   /* true if the config stops the run at a steady state */
  /* true if the forecast assumes solver.most_iterations iterations in each solve, which is an upper bound */
  bool has_iterations_bound;
  int64_t date, expires; /* seconds since 1970: when the quote was made, and until when it is valid */
} tc_quote;

#endif
