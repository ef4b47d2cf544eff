/* Automatic method of time integration (time.method: auto), and automatic preconditioner
 * (solver.preconditioner.name: auto). The setup of a run chooses the method that reads and writes the fewest
 * bytes (run/session/auto_method.h). Until then `method` is the first stabilised candidate, with which the
 * keys are checked. A resumed run, a rerun, and later setups of a session use the method that was chosen
 * before. The preconditioner is jacobi until it is chosen (run/session/auto_preconditioner.h). Not
 * collective. */
#ifndef TC_IO_CONFIG_CONFIG_AUTO_H
#define TC_IO_CONFIG_CONFIG_AUTO_H

#include "io/config/config.h"

enum { TC_CONFIG_CANDIDATES = 3 };

/* Returns candidate k of the time integrators that an automatic method tries: explicit Euler, rkl2 or
 * implicit steps. */
const tc_integrator *tc_config_candidate(int k);

/* Sets the members that the automatic method needs after the keys have been read: time.method, and
 * time.theta unless the config sets this key. Sets the name of an automatic preconditioner. Does nothing for
 * other methods and preconditioners. */
void tc_config_begin_auto(tc_config *config);

/* If time.method is auto, sets it to `method` for a trial by the caller. Does nothing for other methods. */
void tc_config_try_method(tc_config *config, const tc_integrator *method);

/* Sets time.method to `method`, the final choice, if time.method is auto. Does nothing for other methods. */
void tc_config_choose_method(tc_config *config, const tc_integrator *method);

/* True if time.method is auto and no method has been chosen yet. */
bool tc_config_lacks_method(const tc_config *config);

/* Returns the name of time.method for messages. It is "auto" until a method has been chosen. */
const char *tc_config_method_name(const tc_config *config);

/* Returns the smallest number of steps of explicit Euler whose expected error at the end is at most
 * time.tolerance. Returns 0 if time.method is not auto. The error of n steps is at most about 1/(2n),
 * relative to the field. Measured errors were 0.35 to 0.8 times this value for decaying fields, on meshes of
 * 4 297 to 604 053 cells with both schemes. */
int64_t tc_config_auto_steps(const tc_config *config);

/* Returns TC_USAGE if time.method is auto. `why` is the reason why the caller supports no method that may be
 * chosen. The message is "position of time.method: auto WHY". */
tc_status tc_config_check_not_auto(const tc_config *config, const char *why);

/* Checks the keys of a config with an automatic method. Errors: TC_USAGE if a key makes the methods
 * incomparable, because it sets the step size, splits the source or may end the run early. */
tc_status tc_config_check_auto(const tc_config *config);

/* If solver.preconditioner.name is auto, sets it to `preconditioner`, the final choice. Does nothing for
 * other preconditioners. */
void tc_config_choose_preconditioner(tc_config *config, const tc_preconditioner *preconditioner);

/* True if the preconditioner is auto and none has been chosen yet. */
bool tc_config_lacks_preconditioner(const tc_config *config);

/* Checks the keys of a config with an automatic preconditioner. Errors: TC_USAGE if the iterations of trial
 * solves cannot be compared, because a key sets the number of iterations, makes this number depend on the
 * number of ranks, or lets the length of the steps vary. */
tc_status tc_config_check_auto_preconditioner(const tc_config *config);

/* True if a candidate of the automatic method, or the method of the config, uses the key
 * (tc_config_method_uses). */
bool tc_config_uses(const tc_config *config, const char *key);

#endif
