/* Number and size of the steps of a run, and of a run that is resumed. Not collective. */
#ifndef TC_SOLVE_STABILITY_STEP_SIZE_H
#define TC_SOLVE_STABILITY_STEP_SIZE_H

#include <stdint.h>

#include "base/core/status.h"
#include "solve/stability/step_span.h"

typedef struct tc_step_size {
  int64_t steps;
  double dt;
} tc_step_size;

/* Computes number and size of the steps. `bound` is the largest stable step. dt = 0 stands for `automatic`
 * (if infinite: 1, or `end` in one step). end = 0 stands for `steps` steps; otherwise the steps reach `end`
 * exactly, with dt shortened to fit. A given dt of which `end` is a multiple up to rounding is unchanged.
 * `where` begins messages. Errors: TC_NUMERICAL if a given dt exceeds the bound; TC_USAGE if `end` needs more
 * than 2^53 steps. */
tc_status tc_step_size_compute(const char *where, double bound, double dt, double automatic, int64_t steps,
                               double end, tc_step_size *out);

/* A run that is resumed, and the checkpoint that it is resumed from. */
typedef struct tc_resume_request {
  const char *where_dt, *where_steps, *where_end; /* begin messages */
  const char *from;                               /* name of the checkpoint, for messages */
  int64_t step;                                   /* of the checkpoint */
  tc_step_size whole;                             /* what a run in one go would have */
  double dt, end;                                 /* time.dt, 0: auto; time.end, 0: none */
} tc_resume_request;

/* Number and sizes of the steps of a resumed run. */
typedef struct tc_resume_steps {
  int64_t steps;     /* of the whole run */
  bool is_one_go;    /* a run in one go would have the same steps */
  bool has_new_span; /* the steps after the checkpoint have another size */
} tc_resume_steps;

/* Chooses the steps after a checkpoint. *spans: those of the checkpoint; a new span is appended if the steps
 * after it have another size. Steps are those of a run in one go wherever these pass through the checkpoint.
 * Otherwise, with dt auto, steps have the size of the checkpoint; if an end is not reached with it, the time
 * left is divided into equal steps that are not larger. A checkpoint of step 0 has no steps to continue.
 * Errors, TC_USAGE: the run ends before the checkpoint; a given dt leads to steps of another size; too many
 * spans. */
tc_status tc_step_size_resume(const tc_resume_request *request, tc_step_spans *spans, tc_resume_steps *out);

#endif
