/* Result of the command quote: how a job could run on a machine, with the forecast and the costs of each way,
 * and which one is recommended. run/dry_run/quote.c fills it, report/sections/quote_table.c and
 * report/sections/job_script.c write it. Plain data; texts and pointers are borrowed. */
#ifndef TC_REPORT_DOCUMENT_QUOTE_REPORT_H
#define TC_REPORT_DOCUMENT_QUOTE_REPORT_H

#include "report/document/report.h"

/* Why a case cannot be recommended. */
typedef enum tc_quote_exclusion {
  TC_QUOTE_POSSIBLE,
  TC_QUOTE_MEMORY,  /* its memory exceeds that of a node */
  TC_QUOTE_NO_BOUND /* a parameter of the machine is missing, or was measured with more threads a rank */
} tc_quote_exclusion;

/* One way to run the job: numbers of nodes, ranks and threads with the strategy and the storage format that
 * are the fastest for them. */
typedef struct tc_quote_case {
  int nodes, ranks_per_node, threads;
  const char *strategy, *storage;
  const tc_job_report *job; /* forecast with its bound */
  double launch_s;          /* seconds of the launcher before and after the program (tc_job_launch_s) */
  double memory_B;          /* memory of the fullest node */
  double disk_B;            /* disk space of all output files; 0 if there are none */
  double node_hours, bound_node_hours; /* nodes x median and nodes x bound of the job, launcher included */
  double energy_kWh;                   /* nodes x node_power_W x median; NaN if the power is not set */
  double price;                        /* node_hours x price_per_node_hour; NaN if the price is not set */
  tc_quote_exclusion exclusion;
} tc_quote_case;

typedef struct tc_quote {
  int cases;
  tc_quote_case *item;  /* [cases] sorted by nodes, ranks per node and threads; owned by the quote */
  int chosen;           /* recommended case; -1 if no case satisfies the request */
  int best;             /* if chosen is -1: case closest to the request; -1 if every case is excluded */
  int next[2];          /* the two next best cases that satisfy the request; -1 if there are fewer */
  const char *currency; /* currency of prices; "" if not set */
  const char *identity; /* machine whose records the bounds use */
  int records;          /* records with a score that the bounds use */
  bool is_assumed;      /* true if the bounds use the assumed spread, because there are too few records */
  double level;         /* probability of the bounds */
  double node_memory_B; /* memory of a node that a job may use; 0 if it is unknown */
  double spread;        /* assumed spread */
  int64_t steps;        /* planned steps */
  bool may_end_early;   /* true if the config stops the run at a steady state */
  bool has_iterations_bound; /* true if the steps of a solve are the bound solver.most_iterations */
  int64_t date, expires;     /* seconds since 1970: when the quote was made, and until when it is valid */
} tc_quote;

#endif
