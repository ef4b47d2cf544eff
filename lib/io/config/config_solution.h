/* Comparison of the config keys that define the result of a run. Not collective. A checkpoint stores the text
 * of tc_config_solution_keys. When a run resumes from a checkpoint, tc_config_check_same_solution compares
 * the stored text with the config of the resumed run. The command rerun compares two configs with
 * tc_config_find_solution_difference. Numbers are compared in a normalised form, so that 1000 and 1e3 are
 * equal. */
#ifndef TC_IO_CONFIG_CONFIG_SOLUTION_H
#define TC_IO_CONFIG_CONFIG_SOLUTION_H

#include "io/config/config.h"

/* Returns a text with one line "key: value" for each key that defines the result, in the order of
 * config_keys.def. If `config` is NULL, every value is the default. The text omits time.steps, time.end,
 * time.dt and solver.most_iterations, because a resumed run may change these keys, and mesh.file, because the
 * mesh may have been moved to another directory. The caller frees `*out` with free. Errors: TC_INTERNAL if
 * memory is exhausted. */
tc_status tc_config_solution_keys(const tc_config *config, char **out);

/* Checks that a resumed run has the same solution as the interrupted run. `then` is the text of
 * tc_config_solution_keys of the interrupted run, perhaps written by another version of the program. A key
 * that is missing in `then` had its default. `earlier_run` names the interrupted run in messages. Errors:
 * TC_USAGE with the first key whose values differ, or with a key in `then` that this version does not have.
 */
tc_status tc_config_check_same_solution(const tc_config *config, const char *earlier_run, const char *then);

enum { TC_SOLUTION_KEY = 64 };

/* Sets `key` to the first key whose values define different results in the two configs; "" if there is no
 * such key. Also compares the keys that a resumed run may change, such as time.steps. Errors: TC_INTERNAL if
 * memory is exhausted. */
tc_status tc_config_find_solution_difference(const tc_config *config, const tc_config *other,
                                             char key[TC_SOLUTION_KEY]);

#endif
