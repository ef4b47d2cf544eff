/* Time steps and steady solves of a problem. Several steppers may share a problem. Each has its own field,
 * local states, time and measurements. */
#ifndef TETRACAST_STEPPER_H
#define TETRACAST_STEPPER_H

#include "error.h"

TETRACAST_BEGIN

/* Collective. Creates a stepper at step 0, t = 0 with the initial field. `method` must be NULL or the value
 * of the key time.method with which the problem was set up, because the step size depends on it. `strategy`
 * is a name of TETRACAST_LIST_STRATEGIES or of a transport of the world (transport.h). NULL selects the value
 * of the key strategy, which must not be auto. Errors (on all ranks): TETRACAST_USAGE for an unknown name,
 * before the set-up, if the storage, the device or the outputs do not support the strategy, if it needs
 * windows that MPI does not provide (the text names the environment variable), or if a formula of the
 * boundary or of the source is not finite; TETRACAST_NUMERICAL if the source function is not finite;
 * TETRACAST_OUTPUT or TETRACAST_INPUT if an output cannot be written or read; TETRACAST_CALLBACK;
 * TETRACAST_INTERNAL. */
TETRACAST_RESULT tetracast_error *tetracast_stepper_create(tetracast_problem *problem, const char *method,
                                                           const char *strategy, tetracast_stepper **out);

/* Collective. Makes `steps` steps (0 or more) of the step size that the set-up has chosen. Method steady
 * ignores `steps` and solves once. Without outputs (tetracast_problem_enable_outputs) the keys time.steps and
 * time.end affect the choice of the step size only, and time.steady has no effect. Steps with error control
 * end at time.end, with and without outputs, and no step is made after it. The field is checked for NaN and
 * growth at least every 100 steps and, unless a stop ends the call, after the last one. Errors (on all
 * ranks): TETRACAST_USAGE if `steps` is negative, or if a formula of the boundary becomes infinite or NaN;
 * TETRACAST_NUMERICAL with step and cell; TETRACAST_OUTPUT if an output cannot be written;
 * TETRACAST_CALLBACK; TETRACAST_STOPPED if a stop was requested, after which the stepper may continue. A
 * steady solve then starts again from the same field. After other errors of a step only
 * tetracast_stepper_position and tetracast_stepper_destroy may be called. */
TETRACAST_RESULT tetracast_error *tetracast_stepper_advance(tetracast_stepper *stepper, int64_t steps);

/* Not collective, the same result on all ranks. Returns the number of steps made, the time and the step size.
 * For method steady the time and the step size are 0. With error control the size is that of the last step.
 * Any pointer but `stepper` may be NULL. */
TETRACAST_API void tetracast_stepper_position(const tetracast_stepper *stepper, int64_t *step, double *time,
                                              double *dt);

/* Not collective. *value: [owned] the field (`name` is "v" or NULL) or the local state `name`. Borrowed until
 * the next call on the stepper. Errors: TETRACAST_USAGE for an unknown name. */
TETRACAST_RESULT tetracast_error *tetracast_stepper_field(const tetracast_stepper *stepper, const char *name,
                                                          const double **value);

/* Collective. Copies value[owned] into the field (`name` is "v" or NULL) or the local state `name`. The next
 * step starts from it. A steady state is solved again. A stepper that has ended by time.steady continues up
 * to its planned steps, unless it writes snapshots or a history. Errors (on all ranks): TETRACAST_USAGE for
 * an unknown name, if `value` is NULL, or if outputs contain the steady state; TETRACAST_NUMERICAL if a value
 * is not finite. A steady stepper may also return the errors of tetracast_stepper_create for boundary and
 * source. After these and after TETRACAST_INTERNAL it can only be destroyed. `value` may be the pointer of
 * tetracast_stepper_field. */
TETRACAST_RESULT tetracast_error *tetracast_stepper_set_field(tetracast_stepper *stepper, const char *name,
                                                              const double *value);

/* Collective. Returns the extremes, the integral over the mesh, and the hash of the bits of the field, as in
 * the report of `tetracast run`. The bits are the same on any number of ranks. Any pointer but `stepper` may
 * be NULL. Errors (on all ranks): TETRACAST_INTERNAL. */
TETRACAST_RESULT tetracast_error *tetracast_stepper_statistics(const tetracast_stepper *stepper, double *min,
                                                               double *max, double *integral, uint64_t *hash);

/* A function of the program that is called between steps. value: [owned] the field after `step` steps,
 * borrowed. Returns 0 to continue, 1 to stop after this step, or another number to report an error. It may
 * use MPI on communicators of the program. No exception or longjmp may leave it. */
typedef int tetracast_step_function(void *self, int64_t step, double time, const double *value);

/* Collective. Calls `function` on all ranks after every `every`-th step, but not after a steady solve.
 * Functions are called in the order in which they were added. If the function returns 1 on any rank,
 * tetracast_stepper_advance returns TETRACAST_STOPPED on all ranks. In a stepper with outputs, a 1 has no
 * effect at the last planned step and when the field is steady. The seconds of the function are not part of
 * the measured step. `self` is borrowed until the stepper is destroyed. Errors (on all ranks):
 * TETRACAST_USAGE if `every` is below 1 or differs between ranks, or if `function` is NULL on any rank. */
TETRACAST_RESULT tetracast_error *tetracast_stepper_add_hook(tetracast_stepper *stepper, int64_t every,
                                                             tetracast_step_function *function, void *self);

/* Not collective and async-signal-safe, so that a signal handler of the program may call it on one rank or on
 * several. tetracast_stepper_advance then ends with TETRACAST_STOPPED after a step that all ranks agree on.
 */
TETRACAST_API void tetracast_stepper_request_stop(tetracast_stepper *stepper);

/* Collective. Sets *seconds to the measured time of a part (a name of TETRACAST_LIST_PARTS, or NULL for the
 * whole step): the median over the steps so far, and then the maximum over the ranks. It is NaN before the
 * first step. Errors (on all ranks): TETRACAST_USAGE for an unknown part or if `seconds` is NULL, on any
 * rank. */
TETRACAST_RESULT tetracast_error *tetracast_stepper_measured(const tetracast_stepper *stepper,
                                                             const char *part, double *seconds);

/* Collective. Writes a checkpoint of the current step to the file `path`. Only the path on rank 0 is used. An
 * existing checkpoint is replaced when the new file is complete. `tetracast run --resume` finds the file if
 * its name is that of checkpoint.file with the step before the extension, for example c.300.h5. Errors (on
 * all ranks): TETRACAST_OUTPUT with the file, also if it exists and is not a checkpoint; TETRACAST_USAGE if
 * `path` is NULL, or for strategy none on several ranks. */
TETRACAST_RESULT tetracast_error *tetracast_stepper_write_checkpoint(tetracast_stepper *stepper,
                                                                     const char *path);

/* Collective. Continues from a checkpoint that a stepper or `tetracast run` has written for the same problem
 * on any number of ranks. Only the path on rank 0 is used. If the callbacks of the program are the same,
 * later fields have the same bits as in an uninterrupted run. The library cannot check the callbacks. Errors
 * (on all ranks): TETRACAST_INPUT if the file cannot be read, is damaged, or is of another mesh or step size;
 * TETRACAST_USAGE if a key, the initial field or the matrix differs, if the stepper writes outputs, or if
 * `path` is NULL. After these errors the stepper is unchanged. If the file fits but reading its values fails,
 * the stepper can only be destroyed. */
TETRACAST_RESULT tetracast_error *tetracast_stepper_resume(tetracast_stepper *stepper, const char *path);

/* Collective. Sets *json on rank 0 to the report of `tetracast run --machine none --json` for the steps so
 * far, and to NULL on other ranks. It contains, for example, the iterations of a steady solve. The flux
 * through a marker is that of the last step if the stepper has outputs and has made the last planned step.
 * Otherwise it is the mean since the last row of the history. The report does not affect later results. The
 * caller frees it with tetracast_text_free. Phases and warnings are those of all calls on the world. Errors
 * (on all ranks): TETRACAST_USAGE if `json` is NULL; TETRACAST_INTERNAL. */
TETRACAST_RESULT tetracast_error *tetracast_stepper_report(tetracast_stepper *stepper, char **json);

/* Collective. Declares the run successful. The files of enabled outputs get their final names, even if fewer
 * steps than planned were made. Without this call, some files retain the names of partial files (.part,
 * .new), and a snapshot file may lack the last snapshots. A later run can resume from them if there is a
 * checkpoint. After this call, no step, new field or checkpoint is allowed. Errors (on all ranks):
 * TETRACAST_USAGE without outputs or for a second call; TETRACAST_OUTPUT, after which the stepper can only be
 * destroyed. */
TETRACAST_RESULT tetracast_error *tetracast_stepper_publish(tetracast_stepper *stepper);

/* Collective. Frees the stepper and sets *stepper to NULL. NULL and a pointer to NULL are allowed. */
TETRACAST_API void tetracast_stepper_destroy(tetracast_stepper **stepper);

TETRACAST_END
#endif
