/* Speed probe of a job: a hook that calls the probe (calibration/node/speed_probe.h) before the first step,
 * between steps, and after the last one. All ranks call it after the same steps. Between steps the ranks
 * agree in a reduction about the next call, and that only if a call may be due, so that most steps need
 * nothing. The calls between the steps need less than 0.5 % of the time of the steps. The buffer of 16 MiB
 * exists from the beginning of the time loop to its end. If a rank has no memory for it, the job continues
 * without a probe. */
#ifndef TC_RUN_ENVIRONMENT_JOB_PROBE_H
#define TC_RUN_ENVIRONMENT_JOB_PROBE_H

#include "model/interval/error_split.h"
#include "model/interval/probe_series.h"
#include "solve/observe/hook.h"

/* Calls of the probe on one rank. */
typedef struct tc_job_probe_rank {
  tc_probe_summary all;          /* all calls */
  tc_probe_summary during;       /* calls between the first step and the last one */
  double during_s;               /* wall time of the latter */
  double steps_s;                /* wall time of the steps without hooks */
  char node[TC_SPLIT_NODE_SIZE]; /* host name; "" if all ranks share memory */
} tc_job_probe_rank;

/* Clock and probe of a job. Tests replace the functions; NULL for tc_now_s and the speed probe. */
typedef struct tc_job_probe_source {
  double (*now_s)(void *self);
  tc_probe_times (*call)(void *self);
  void *self; /* argument of both */
} tc_job_probe_source;

/* Zero-initialise before use; released by tc_job_probe_free. Must not move between tc_job_probe_hook and
 * the end of the steps. */
typedef struct tc_job_probe {
  tc_job_probe_source source;
  const tc_world *world;              /* borrowed */
  double interval_s;                  /* time between two calls */
  int around;                         /* calls before the first step, and calls after the last one */
  struct tc_job_probe_memory *memory; /* buffer and times of the calls, owned; NULL outside the time loop */
  double call_s;                      /* wall time of a call, measured before the first step */
  double begin_s, during_s;           /* beginning of the steps; wall time of the calls since then */
  double last_s, checked_s;           /* last call or omitted call; last agreement of the ranks */
  int64_t first, checked, next;       /* step at begin_s; step at checked_s; step of the next agreement */
  tc_job_probe_rank *rank;            /* root: [ranks] results after the steps, owned; NULL before */
} tc_job_probe;

/* Not collective, but all ranks must pass the same values. Returns the hook of the probe. interval_s is the
 * time between two calls, steps_s the forecast of the steps in seconds. */
tc_hook tc_job_probe_hook(tc_job_probe *probe, const tc_world *world, double interval_s, double steps_s);

void tc_job_probe_free(tc_job_probe *probe);

#endif
