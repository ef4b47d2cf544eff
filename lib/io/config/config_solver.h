/* The keys `time` and `solver` of a run configuration, together: which of them anybody reads, what does not
 * go together, and what follows. Not collective. */
#ifndef TC_IO_CONFIG_CONFIG_SOLVER_H
#define TC_IO_CONFIG_CONFIG_SOLVER_H

#include "io/config/config.h"
#include "solve/step/implicit.h"

extern const tc_registry tc_config_references; /* solver.relative_to: the index is a tc_config_reference */

/* Methods and preconditioners that a command solves with: bit k is number k of methods.def and of
 * preconditioners.def. */
typedef struct tc_solver_set {
  unsigned methods, preconditioners;
} tc_solver_set;

/* One of each; method NULL is auto: cg and bicgstab. */
tc_solver_set tc_solver_set_single(const tc_method *method, const tc_preconditioner *preconditioner);

/* Errors, TC_USAGE, "where: why": keys that were given and that nothing reads: neither time.method nor any of
 * the set. */
tc_status tc_config_check_unused(const tc_config *config, tc_solver_set set);

/* Errors, TC_USAGE, the same way: what the config's method and preconditioner do not go with, as far as the
 * config alone decides that. Nothing where no systems are solved. */
tc_status tc_config_check_pair(const tc_config *config);

/* The same as the key to blame, with why; NULL: nothing. */
const char *tc_config_find_pair_conflict(const tc_config *config, tc_line *why);

/* The weight of a step's end for what enters: 0 where no systems are solved, or no steps made. */
double tc_config_theta(const tc_config *config);

/* What the config says of systems, for time.method that solves some. Without strategy and format. */
tc_implicit_options tc_config_implicit(const tc_config *config);

#endif
