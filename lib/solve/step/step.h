/* The time loop: performs the steps of an integrator and calls the hooks between them. The session calls
 * tc_step_run after the assembly and after the choice of dt. tc_step_open calls tc_forcing_begin, creates the
 * integrator, calls `begin` of the hooks, and reads restart data if the run is resumed. Each call of
 * tc_step_advance then performs some steps and calls the hooks after each of them (solve/observe/hook.h). */
#ifndef TC_SOLVE_STEP_STEP_H
#define TC_SOLVE_STEP_STEP_H

#include "solve/local/step_span.h"
#include "solve/observe/hook.h"
#include "solve/observe/measurement.h"
#include "solve/observe/output_times.h"
#include "solve/observe/remaining_time.h"
#include "solve/step/integrator.h"

/* Checkpoint from which a run is resumed: its step number and the functions that read its restart data. */
typedef struct tc_resume_source {
  int64_t step;
  /* Collective. Reads the values of all items of the list from the checkpoint (solve/space/restart_list.h).
   * Errors are returned on all ranks. */
  tc_status (*fill)(void *self, const tc_restart_list *keep);
  /* Collective. Reads the integer item `name` from the checkpoint. All ranks receive the same value; 0 if the
   * checkpoint does not contain the item. Errors are returned on all ranks. */
  tc_status (*number)(void *self, const char *name, int64_t *out);
  void *self;
  tc_step_span last; /* Sequence of equal steps that ends with `step`. dt = 0 means that all steps since t = 0
                        have the dt of the resumed run. */
  tc_step_span next; /* Sequence of equal steps after `step`. dt = 0 means that these steps continue the span
                        `last`. */
} tc_resume_source;

/* Collective. Reads an integer from the checkpoint with resumption->number. If `resumption` is NULL, the run
 * is not resumed and *out becomes 0. */
tc_status tc_resume_source_integer(const tc_resume_source *resumption, const char *name, int64_t *out);

typedef struct tc_step_options {
  const tc_integrator *integrator;
  const tc_strategy *strategy;
  const tc_format *format; /* Storage format of the matrix. */
  int64_t steps; /* Number of planned steps; INT64_MAX if it is unknown. There are then no progress lines. */
  double dt;     /* Length of the steps; unused with error control. */
  const tc_error_control *control; /* Error control of the step lengths; NULL for equal steps. The run then
                                      ends at control->end, and `steps` is INT64_MAX. */
  const tc_output_times *times; /* Requested times, at which steps end; borrowed. NULL if there are none. With
                                   equal steps `steps` is the number that tc_output_times_walk finds. */
  bool proved;       /* True if a bound of the eigenvalues proves that the steps are stable. The watchdog then
                        allows no growth beyond rounding (solve/observe/watchdog.h). */
  tc_forcing *input; /* Boundary data and source; NULL if there are neither. */
  const tc_implicit_steps *implicit;     /* Options of integrators that solve linear systems
                                            (solve/step/integrator.h); NULL selects the defaults. */
  const tc_stabilised_steps *stabilised; /* Settings of stabilised explicit methods; NULL for others. */
  const tc_device_config *device;     /* Device that computes the products; NULL if the host computes them. */
  const tc_resume_source *resume;     /* Checkpoint of a resumed run; NULL if the run begins at step 0. */
  const tc_remaining_time *remaining; /* Remaining time for the progress lines; NULL to extrapolate it. */
} tc_step_options;

/* A run between tc_step_open and tc_step_close: integrator, hooks, and times of the steps so far. */
typedef struct tc_step_loop tc_step_loop;

/* Collective. Opens a run. value[owned] is the initial field, also if the run is resumed. `hook` may be NULL
 * if `hooks` is 0; the hooks and all that *choice points to are borrowed until tc_step_close. The hooks are
 * called at step 0, when the first call of tc_step_advance begins, and after every step. The watchdog runs
 * before them. It detects values that are not finite and norms that grow at least every 100 steps (every step
 * of a stabilised method), at the last step of each call and before any output. The progress monitor runs
 * after them. A resumed run does not call the hooks at the step of the checkpoint. After an error *out is
 * NULL. Errors (on all ranks): those of the forcing, of the integrator and of `begin` of the hooks. */
tc_status tc_step_open(const tc_problem *problem, const tc_step_options *choice, const tc_hook *hook,
                       int hooks, const tc_log *log, const double *value, tc_step_loop **out);

/* Collective. Performs `count` steps, or fewer if the planned number of steps is reached or a hook stops or
 * pauses the run. *stop is TC_STOPPED with the reason if a hook did so, and otherwise TC_OK. The caller frees
 * it. A later call continues a paused run. Errors (on all ranks): TC_NUMERICAL with the step number; those of
 * the hooks and of the forcing. After an error the run can only be closed. */
tc_status tc_step_advance(tc_step_loop *loop, int64_t count, tc_status *stop);

/* Not collective. Returns the state after the last step, with the field; valid until the next call. */
const tc_run_state *tc_step_state(const tc_step_loop *loop);

/* Not collective. Lets a run that a hook has stopped continue up to its planned number of steps. The caller
 * calls it on all ranks after it has changed the local states. tc_step_load calls it, too. */
void tc_step_continue(tc_step_loop *loop);

/* Collective. Replaces the field by value[owned], which may be the array of tc_step_state. The next step
 * starts from this field, and the watchdog compares later fields with it. Local states do not change. A
 * steady state is solved again. Errors (on all ranks): TC_NUMERICAL if the field is not finite; those of the
 * forcing and of the integrator. After an error the run can only be closed. */
tc_status tc_step_load(tc_step_loop *loop, const double *value);

/* Collective. Continues from a checkpoint, which is borrowed until tc_step_close. value[owned] is the initial
 * field of the run. Errors (on all ranks): those of tc_step_open and of the checkpoint. After an error the
 * run can only be closed. */
tc_status tc_step_resume(tc_step_loop *loop, const tc_resume_source *source, const double *value);

/* Not collective. Stores times, counts and memory of this rank, for the steps so far. A resumed run measures
 * only the steps that it performs. */
void tc_step_measure(const tc_step_loop *loop, tc_measurement *measure);

/* Collective. Calls `end` of the hooks after the last step of a successful run, for a caller that uses the
 * field before it closes the run. No step follows. */
void tc_step_end(tc_step_loop *loop);

/* Collective. Calls `end` of the hooks unless tc_step_end has done so, frees the run and sets *loop to NULL;
 * *loop may be NULL. `failed` is true if the run ends with an error. */
void tc_step_close(tc_step_loop **loop, bool failed);

/* Collective. Opens a run, performs its steps, measures and closes it. value[owned] contains the initial
 * field and receives the final field. Errors (on all ranks): those of the functions above; TC_STOPPED if a
 * hook stops or pauses the run. `value` and *measure are then valid for the steps performed so far. */
tc_status tc_step_run(const tc_problem *problem, const tc_step_options *choice, const tc_hook *hook,
                      int hooks, const tc_log *log, double *value, tc_measurement *measure);

#endif
