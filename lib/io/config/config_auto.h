/* Automatic method of time integration (time.method: auto), and automatic preconditioner
 * (solver.preconditioner.name: auto). Until the setup of a run has chosen a method by counts
 * (run/session/auto_method.h), `method` is the first stabilised candidate, with which the keys are checked. A
 * resumed run, a rerun, and later setups of a session set the former choice instead. The preconditioner is
 * jacobi until it is chosen (run/session/auto_preconditioner.h). Not collective. */
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

/* Sets time.method to `method`, which the caller tries, if time.method is auto. Does nothing for other
 * methods. */
void tc_config_try_method(tc_config *config, const tc_integrator *method);

/* Sets time.method to `method`, the final choice, if time.method is auto. Does nothing for other methods. */
void tc_config_choose_method(tc_config *config, const tc_integrator *method);

/* True if time.method is auto and no method has been chosen yet. */
bool tc_config_lacks_method(const tc_config *config);

/* Returns the name of time.method for messages. It is "auto" until a method has been chosen. */
const char *tc_config_method_name(const tc_config *config);

/* Returns the smallest number of steps of explicit Euler with which an automatic method expects an error of
 * at most time.tolerance at the end; 0 if the method is not automatic. The error of n steps is at most about
 * 1/(2n) of the field. It was 0.35 to 0.8 times this value for fields that fade, on meshes of 4 297 to
 * 604 053 cells with both schemes. */
int64_t tc_config_auto_steps(const tc_config *config);

/* Returns TC_USAGE if time.method is auto, because of the reason `why`, which applies to every method that
 * may be chosen. The message is "position of time.method: auto WHY". */
tc_status tc_config_check_not_auto(const tc_config *config, const char *why);

/* Checks the keys of a config with an automatic method. Errors: TC_USAGE if a key makes the methods
 * incomparable, because it sets the steps, splits the source or ends the run early. */
tc_status tc_config_check_auto(const tc_config *config);

/* Sets the name of the preconditioner to the choice if it is auto. Does nothing for other preconditioners. */
void tc_config_choose_preconditioner(tc_config *config, const tc_preconditioner *preconditioner);

/* True if the preconditioner is auto and none has been chosen yet. */
bool tc_config_lacks_preconditioner(const tc_config *config);

/* Checks the keys of a config with an automatic preconditioner. Errors: TC_USAGE if a key makes trials
 * useless, because it sets the iterations, makes them depend on the ranks, or controls the lengths of the
 * steps. */
tc_status tc_config_check_auto_preconditioner(const tc_config *config);

/* True if a candidate of the automatic method, or the method of the config, uses the key
 * (tc_config_method_uses). */
bool tc_config_uses(const tc_config *config, const char *key);

#endif
