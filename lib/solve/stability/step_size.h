/* Step size: the number and the size of the steps of a run. tc_step_size_compute serves new runs and is
 * called by solve/stability/stable_step.c. tc_step_size_resume serves resumed runs, which may be longer than
 * the run that wrote the checkpoint. Not collective. */
#ifndef TC_SOLVE_STABILITY_STEP_SIZE_H
#define TC_SOLVE_STABILITY_STEP_SIZE_H

#include <stdint.h>

#include "base/core/status.h"
#include "solve/local/step_span.h"
#include "solve/observe/output_times.h"

typedef struct tc_step_size {
  int64_t steps;
  double dt;
} tc_step_size;

/* Computes number and size of the steps. `bound` is the largest stable step. `automatic` is the step size if
 * dt = 0.
 * - If dt = 0, the size is `automatic`. If that is infinite, the size is `end`, or 1 if `end` is 0.
 * - end = 0 selects `steps` steps. If `end` is positive, the steps reach `end` exactly, and the size is
 * reduced to fit. If `end` is a multiple of the user's dt up to rounding, this dt is unchanged.
 *
 * Messages begin with `where`. Errors: TC_NUMERICAL if the user's dt exceeds the bound; TC_USAGE if more than
 * 2^53 steps are needed to reach `end`. */
tc_status tc_step_size_compute(const char *where, double bound, double dt, double automatic, int64_t steps,
                               double end, tc_step_size *out);

/* Settings of a resumed run, and the properties of the checkpoint from which it resumes. */
typedef struct tc_resume_request {
  const char *where_dt, *where_steps,
      *where_end;     /* positions of the keys of dt, steps and end in the config; messages begin with them */
  const char *from;   /* name of the checkpoint file, for messages */
  int64_t step;       /* number of the step after which the checkpoint was written */
  tc_step_size whole; /* steps that an uninterrupted run with the same config would perform */
  double dt, end;     /* values of time.dt (0 for auto) and time.end (0 if not set) */
  bool lacks_auto;    /* true if time.method does not support time.dt: auto */
  /* Requested times and the origin of the equal steps after the checkpoint. NULL if neither this run nor the
   * run that wrote the checkpoint has requested times. */
  const tc_output_times *times;
  tc_time_origin origin;
} tc_resume_request;

/* Result of tc_step_size_resume: the steps of a resumed run. */
typedef struct tc_resume_steps {
  int64_t steps;     /* number of steps of the whole run, including the steps before the checkpoint */
  bool is_one_go;    /* true if an uninterrupted run with the same config would perform the same steps */
  int64_t shortened; /* number of steps after the checkpoint that are shortened to end at a requested time */
  bool has_new_span; /* true if the steps after the checkpoint have another size than the steps before it */
} tc_resume_steps;

/* Chooses the steps after a checkpoint. `*spans` contains the spans of the checkpoint. If the following steps
 * have another size, a new span is appended.
 *
 * If an uninterrupted run with the same config has a step that ends at the time of the checkpoint, the
 * following steps are those of that run. Otherwise dt must be auto, and the following steps have the size of
 * the steps before the checkpoint. If steps of this size do not reach the end time exactly, the remaining
 * time is divided into equal smaller steps. A run from a checkpoint of step 0 begins like a new run.
 *
 * With requested times the following steps have the size of the steps before the checkpoint, and are
 * shortened to end at these times and at the end. These steps equal those of an uninterrupted run if both
 * runs have the same shortened steps before the checkpoint.
 *
 * Errors: TC_USAGE if the run ends before the checkpoint, if the user's dt would require steps of another
 * size, or if there are too many spans. */
tc_status tc_step_size_resume(const tc_resume_request *request, tc_step_spans *spans, tc_resume_steps *out);

#endif
