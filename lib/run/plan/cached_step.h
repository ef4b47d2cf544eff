/* Search for a stable step with a cache on disk (io/machine/step_cache.h). With scheme `gradient` the search
 * for stabilised steps needs 800 products or more, and runs that repeat it on one mesh obtain the same
 * result. The key of an entry is a hash of everything on which the result depends: mesh, geometry, tensors,
 * boundary conditions, matrix of the first assembly, options, commit of the program and version of the
 * entries. The result depends on the number of steps only if stability is not proved, so a run that extends
 * another one finds its entry. The run still tests the norm of the field after every step, so the instability
 * of a wrong entry would be noticed. */
#ifndef TC_RUN_PLAN_CACHED_STEP_H
#define TC_RUN_PLAN_CACHED_STEP_H

#include "solve/stability/stable_step.h"

/* Collective. Like tc_stable_step_find, but reads the result of stabilised steps from the cache if
 * `uses_cache` is true. `problem` must be assembled with tc_stable_step_first_stabilisation. If the root
 * finds an entry, all ranks obtain its values, `products` is 0, and the problem is assembled with the cached
 * stabilisation. Otherwise searches, and the root writes the result to the cache. Does not use the cache for
 * other methods and for symmetric schemes, whose search is short. Errors (on all ranks): those of
 * tc_stable_step_find. */
tc_status tc_cached_step_find(bool uses_cache, uint64_t mesh_hash, tc_problem *problem,
                              const tc_stable_step_options *options, const tc_log *log, tc_stable_step *out);

/* Collective. Computes the key of the search of stabilised steps. The problem must be assembled as for
 * tc_cached_step_find. The key is equal on all ranks, does not depend on the number of ranks and is not 0.
 * Errors (on all ranks): those of tc_step_size_compute; TC_INTERNAL if memory is exhausted. */
tc_status tc_cached_step_key(const tc_problem *problem, uint64_t mesh_hash,
                             const tc_stable_step_options *options, uint64_t *out);

/* Not collective, may be called on all ranks. Removes the entry of a step with which a run has failed, so
 * that the next run searches. Does nothing if the cache does not contain it. */
void tc_cached_step_remove(const tc_world *world, const tc_stable_step *step, const tc_log *log);

#endif
