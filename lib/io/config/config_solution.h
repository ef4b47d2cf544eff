/* The keys of a config that decide what is computed, so that two runs can be compared. Not collective. */
#ifndef TC_IO_CONFIG_CONFIG_SOLUTION_H
#define TC_IO_CONFIG_CONFIG_SOLUTION_H

#include "io/config/config.h"

/* A line "key: value" for each such key, given or not, in the order of the keys; numbers and texts in one
 * form however they are written. Not time.steps, time.end, time.dt and solver.most_iterations, which a
 * resumed run may change (solve/stability/step_size.h checks the first three), nor mesh.file, the place of a
 * mesh. A new string (free). Errors: TC_INTERNAL out of memory. */
tc_status tc_config_solution_keys(const tc_config *config, char **out);

/* Errors, TC_USAGE, naming the first key that differs, its place in the config, and both values. `then` is
 * the text of tc_config_solution_keys for the config of `who`, which another version of the program may have
 * written: a key that it lacks had its default value, and keys that may change are ignored. */
tc_status tc_config_check_same_solution(const tc_config *config, const char *who, const char *then);

enum { TC_SOLUTION_KEY = 64 };

/* key: the first such key, those that a resumed run may change included, by which two configs compute
 * something else; "": none. Errors: TC_INTERNAL out of memory. */
tc_status tc_config_find_solution_difference(const tc_config *config, const tc_config *other,
                                             char key[TC_SOLUTION_KEY]);

#endif
