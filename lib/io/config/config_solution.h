/* Comparison of the keys that define the result of a run. Not collective.
 * A checkpoint stores the text of tc_config_solution_keys; when a run resumes, tc_config_check_same_solution
 * compares it with the present config. Rerun uses tc_config_find_solution_difference for two configs.
 * Values are normalised, so that different spellings of a number are equal. */
#ifndef TC_IO_CONFIG_CONFIG_SOLUTION_H
#define TC_IO_CONFIG_CONFIG_SOLUTION_H

#include "io/config/config.h"

/* Returns one line "key: value" for each key that defines the result, with its set or default value, in the
 * order of config_keys.def; the defaults alone if `config` is NULL. Excluded are time.steps, time.end,
 * time.dt and solver.most_iterations, which a resumed run may change (solve/stability/step_size.h checks the
 * first three), and mesh.file, because a mesh may move. The caller frees `*out` with free. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_config_solution_keys(const tc_config *config, char **out);

/* Checks that a resumed run has the same solution. `then` is the text of tc_config_solution_keys for the
 * earlier run, perhaps written by another version of the program. A key that it lacks had its default. `who`
 * names the earlier run in messages. Keys that a resumed run may change are ignored. Errors: TC_USAGE with
 * the first key that differs, its location in the config and both values, or with a key that this version
 * lacks. */
tc_status tc_config_check_same_solution(const tc_config *config, const char *who, const char *then);

enum { TC_SOLUTION_KEY = 64 };

/* Sets `key` to the first key in which the configs define different results, or to "" if there is none.
 * Includes the keys that a resumed run may change. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_config_find_solution_difference(const tc_config *config, const tc_config *other,
                                             char key[TC_SOLUTION_KEY]);

#endif
