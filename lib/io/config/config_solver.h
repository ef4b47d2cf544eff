/* Checks of combinations of keys in the sections `time` and `solver`, and conversion of these keys to solver
 * options. Not collective. Called by lib/run: tc_config_check_unused with all solver methods and
 * preconditioners that a command uses, then tc_config_check_pair unless the command compares several methods,
 * then tc_config_implicit. */
#ifndef TC_IO_CONFIG_CONFIG_SOLVER_H
#define TC_IO_CONFIG_CONFIG_SOLVER_H

#include "io/config/config.h"
#include "solve/step/implicit.h"

/* Values of the key solver.relative_to, indexed by tc_config_reference. */
extern const tc_registry tc_config_references;

/* Values of the key solver.preconditioner.smoothed: index 0 is `below`, and index 1 is `all`. */
extern const tc_registry tc_config_smoothed_levels;

/* Values of the key time.splitting, indexed by tc_splitting. */
extern const tc_registry tc_config_splittings;

/* Set of solver methods and preconditioners that a command uses. Bit k of `methods` is entry k of
 * methods.def, and bit k of `preconditioners` is entry k of preconditioners.def. */
typedef struct tc_solver_set {
  unsigned methods, preconditioners;
} tc_solver_set;

/* Returns the set of one method and one preconditioner. A NULL method means auto, so that the set contains
 * both cg and bicgstab. */
tc_solver_set tc_solver_set_single(const tc_method *method, const tc_preconditioner *preconditioner);

/* Returns the set of the method and the preconditioner of the config. If the preconditioner is automatic, the
 * set contains all candidates. */
tc_solver_set tc_config_solver_set(const tc_config *config);

/* Returns true if runs with the integrator `method` use the key `key` ("section.key") of the sections `time`
 * and `solver`. Returns true for keys of other sections. */
bool tc_config_method_uses(const tc_integrator *method, const char *key);

/* Returns true if the run has error control, which chooses the length of each step by its estimated error.
 * This requires that time.dt is auto and that time.method supports error control. It also requires that
 * time.method is stabilised or auto, or that time.tolerance is set. */
bool tc_config_controls_error(const tc_config *config);

/* Checks that every key that is set in the sections `time` and `solver` has an effect. Errors: TC_USAGE for a
 * key that neither time.method nor any method or preconditioner in `set` uses. TC_USAGE also for a key of the
 * section `time` that has no effect or lacks a key that it requires. Examples are time.splitting without a
 * source and local states, and error control without time.end. */
tc_status tc_config_check_unused(const tc_config *config, tc_solver_set set);

/* Checks solver.method and solver.preconditioner of the config. Errors: TC_USAGE if these keys are
 * incompatible with each other or with other keys. Conflicts that depend on the matrix are not found. Does
 * nothing if time.method solves no linear systems. */
tc_status tc_config_check_pair(const tc_config *config);

/* Returns the key that makes solver.method and solver.preconditioner incompatible, and adds the reason to
 * `reason`. Returns NULL if the two are compatible. */
const char *tc_config_find_pair_conflict(const tc_config *config, tc_line *reason);

/* Returns theta of the theta method, which is the weight of the rates at the end of a step. The weight of the
 * rates at the beginning of the step is 1 - theta. Returns 0 if time.method is not an implicit method with
 * time steps. */
double tc_config_theta(const tc_config *config);

/* Returns the solver options for a time.method that solves linear systems. The caller sets the strategy and
 * the storage format in the result. */
tc_implicit_options tc_config_implicit(const tc_config *config);

#endif
