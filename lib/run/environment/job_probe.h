/* Hook (callback of the time loop) that measures during a job how fast the machine is at that moment. It
 * calls the speed probe, a benchmark of about 5 ms (calibration/node/speed_probe.h), before the first step,
 * between steps, and after the last step. run/job/job_split.c obtains the hook from tc_job_probe_hook and
 * adds it to the hooks of the time loop. All ranks call the probe after the same steps. A reduction over all
 * ranks decides if a call is made. Only few steps are followed by this reduction, because each reduction also
 * chooses the step after which the next one is made. The calls between steps need less than 0.5 % of the time
 * of the steps. The buffer of the probe, 16 MiB per rank, exists only during the time loop. If a rank has no
 * memory for its buffer, all ranks continue without the probe. */
#ifndef TC_RUN_ENVIRONMENT_JOB_PROBE_H
#define TC_RUN_ENVIRONMENT_JOB_PROBE_H

#include "model/interval/error_split.h"
#include "model/interval/probe_series.h"
#include "solve/observe/hook.h"

/* Results of the probe on one rank. */
typedef struct tc_job_probe_rank {
  tc_probe_summary all;          /* times of all calls */
  tc_probe_summary during;       /* times of the calls between the first step and the last step */
  double during_s;               /* wall time in s of the calls between the first step and the last step */
  double steps_s;                /* wall time in s of the steps, without the time of hooks */
  char node[TC_SPLIT_NODE_SIZE]; /* host name; "" if all ranks share memory */
} tc_job_probe_rank;

/* Clock and benchmark that the hook calls. Tests replace them by functions with known results. */
typedef struct tc_job_probe_source {
  double (*now_s)(void *self);        /* returns the time in s; NULL to use tc_now_s */
  tc_probe_times (*call)(void *self); /* performs one call; NULL to use the speed probe */
  void *self;                         /* argument of both functions */
} tc_job_probe_source;

/* State of the hook on one rank. Zero-initialise before use; released by tc_job_probe_free. The struct must
 * remain at the same address from tc_job_probe_hook to the end of the steps, because the hook contains a
 * pointer to it. A reduction is the collective decision between two steps about a call of the probe. */
typedef struct tc_job_probe {
  tc_job_probe_source source;
  const tc_world *world; /* borrowed */
  double interval_s;     /* minimum time in s between two calls */
  int around;            /* number of calls before the first step, and also of calls after the last step */
  /* The speed probe with its buffer of 16 MiB, and the measured times of all calls so far. Owned. NULL before
   * and after the time loop, and during the loop if a rank has no memory for the buffer. */
  struct tc_job_probe_memory *memory;
  double call_s; /* wall time of one call in s, measured before the first step */
  /* begin_s is the clock time in s at which the steps began or were resumed. during_s is the wall time in s
   * of all calls between steps so far. */
  double begin_s, during_s;
  /* last_s is the clock time of the last call, or of the last decision to omit a call that was due. checked_s
   * is the clock time of the last reduction. */
  double last_s, checked_s;
  /* `first` is the number of steps made at begin_s, and `checked` the number of steps made at checked_s.
   * `next` is the number of the step after which the next reduction is made. */
  int64_t first, checked, next;
  tc_job_probe_rank *rank; /* on the root [ranks] results of all ranks, owned; NULL before the end of the
                              steps and on other ranks */
} tc_job_probe;

/* Not collective, but all ranks must pass the same values. Returns a hook for the time loop. The hook
 * contains a pointer to `probe`. interval_s is the minimum time in s between two calls of the benchmark;
 * values below 0.1 s count as 0.1 s. steps_s is the forecast time in s of all steps. Below 2 s the hook makes
 * fewer calls before and after the steps. */
tc_hook tc_job_probe_hook(tc_job_probe *probe, const tc_world *world, double interval_s, double steps_s);

void tc_job_probe_free(tc_job_probe *probe);

#endif
