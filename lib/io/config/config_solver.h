/* Checks of the keys `time` and `solver` in combination, and the options derived from them. Not collective.
 * The run module calls tc_config_check_unused with all methods that a command uses, and tc_config_check_pair
 * unless the command compares several. tc_config_implicit then returns the options of the implicit
 * integrator. */
#ifndef TC_IO_CONFIG_CONFIG_SOLVER_H
#define TC_IO_CONFIG_CONFIG_SOLVER_H

#include "io/config/config.h"
#include "solve/step/implicit.h"

extern const tc_registry
    tc_config_references; /* values of solver.relative_to; the index is a tc_config_reference */

/* Set of the methods and preconditioners that a command uses. Bit k stands for entry k of methods.def and of
 * preconditioners.def. */
typedef struct tc_solver_set {
  unsigned methods, preconditioners;
} tc_solver_set;

/* Returns the set of one method and one preconditioner. A NULL method is auto, which stands for cg and
 * bicgstab. */
tc_solver_set tc_solver_set_single(const tc_method *method, const tc_preconditioner *preconditioner);

/* Checks that every key of `time` and `solver` that is set has an effect. Errors: TC_USAGE for a key that
 * neither time.method nor any method or preconditioner of the set reads. */
tc_status tc_config_check_unused(const tc_config *config, tc_solver_set set);

/* Checks the config's method and preconditioner. Errors: TC_USAGE if they are incompatible with each other or
 * with other keys, as far as the config alone can show. Accepts everything if no systems are solved. */
tc_status tc_config_check_pair(const tc_config *config);

/* Returns the key that makes the config's method and preconditioner incompatible and the reason in `why`, or
 * NULL. */
const char *tc_config_find_pair_conflict(const tc_config *config, tc_line *why);

/* Returns theta, the weight of the values at the end of a step when an implicit step averages the rates of
 * its beginning and its end. Returns 0 if no systems are solved or no steps are made. */
double tc_config_theta(const tc_config *config);

/* Returns the solver options for a time.method that solves systems. Strategy and format are not set. */
tc_implicit_options tc_config_implicit(const tc_config *config);

#endif
