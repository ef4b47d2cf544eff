/* Times of the steps of a run. The time loop (solve/step/step.c) calls tc_step_clock_request before and
 * tc_step_clock_advance after each step. Equal steps end at multiples of their length after an origin. If a
 * step is shortened to end at a requested time, its end is the new origin. With error control the integrator
 * determines the end of each step. */
#ifndef TC_SOLVE_STEP_STEP_CLOCK_H
#define TC_SOLVE_STEP_STEP_CLOCK_H

#include "solve/local/step_span.h"
#include "solve/observe/output_times.h"
#include "solve/space/restart_list.h"
#include "solve/step/integrator.h"

/* Times in the checkpoint of a run whose steps may have unequal lengths; zeroed for other runs. */
typedef struct tc_step_clock_record {
  tc_time_origin origin; /* origin of the present sequence of equal steps */
  tc_step_span last;     /* the last step: its number, the time of the beginning, and its length */
  int64_t shortened;     /* number of steps so far that were shortened to end at a requested time */
} tc_step_clock_record;

/* Number of integer items in which a checkpoint stores a tc_step_clock_record. */
enum { TC_STEP_CLOCK_ITEMS = 5 };

typedef struct tc_step_clock {
  const tc_output_times *times;    /* borrowed; NULL if the run has no requested times */
  const tc_error_control *control; /* borrowed; NULL for equal steps */
  double dt;                       /* length of equal steps */
  tc_step_clock_record record;
  double time;                       /* simulated time after the last step */
  double requested;                  /* requested time at which the last step ended; 0 if none */
  int64_t item[TC_STEP_CLOCK_ITEMS]; /* the record as integers; valid while a checkpoint is written or read */
} tc_step_clock;

/* Not collective. Sets the clock to step number `step` of the sequence of equal steps with the given
 * origin. */
void tc_step_clock_set(tc_step_clock *clock, const tc_time_origin *origin, int64_t step);

/* Not collective. Returns the step after step number `step`. */
tc_step_request tc_step_clock_request(const tc_step_clock *clock, int64_t step);

/* Not collective. Advances the clock to the end of the requested step, which is step number `step`.
 * `controlled` is the record of the steps with error control so far; NULL for equal steps. */
void tc_step_clock_advance(tc_step_clock *clock, int64_t step, const tc_step_request *request,
                           const tc_error_control_record *controlled);

/* Not collective. Adds the record to the restart data of a run with requested times or error control. Does
 * nothing for other runs. If list->is_reading is true, the record is added only with error control. Without
 * it the checkpoint may lack the record, so tc_step_clock_read reads it by name. */
tc_status tc_step_clock_list_restart(tc_step_clock *clock, tc_restart_list *list);

/* Collective. Reads the record of a checkpoint; `number` is that of tc_resume_source, or NULL if there are no
 * integers to read. All ranks receive the same values. Errors: those of `number`. */
tc_status tc_step_clock_read(tc_status (*number)(void *self, const char *name, int64_t *out), void *self,
                             tc_step_clock_record *out);

/* Collective. Called after the restart data have been read. Reads the record, and sets the clock to step
 * number `step`. `origin` is the origin of the steps that the caller has planned. If the record contains a
 * later origin, the clock uses that origin. Errors: those of `number`. */
tc_status tc_step_clock_resume(tc_step_clock *clock, const tc_time_origin *origin, int64_t step,
                               tc_status (*number)(void *self, const char *name, int64_t *out), void *self);

#endif
