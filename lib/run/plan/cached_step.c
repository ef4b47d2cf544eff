#include "run/plan/cached_step.h"

#include <math.h>
#include <string.h>

#include "base/numeric/hash.h"
#include "base/program/provenance.h"
#include "comm/world/mpi_world.h"
#include "io/machine/step_cache.h"

#define TC_PHASE "reading the cache of stable steps"

/* ---- key ---- */

static uint64_t hash_text(uint64_t hash, const char *text) {
  const uint64_t own = tc_hash_bytes(0, text, strlen(text));
  return tc_hash_bytes(hash, &own, sizeof own);
}

/* Adds the options of the search to the hash. The key does not contain the end and the number of steps,
 * because tc_stable_step_set_steps decides whether the result depends on them. `dt` is the step length that
 * the end and the number of steps determine; 0 with error control. */
static uint64_t hash_options(uint64_t hash, const tc_stable_step_options *o, double dt) {
  const tc_stiffness *s = &o->stiffness;
  const double real[] = {o->stabilisation,
                         dt,
                         o->safety,
                         o->multiple,
                         o->stabilised->alpha,
                         o->stabilised->damping,
                         s->v.growth,
                         s->v.decay,
                         s->states.growth,
                         s->states.decay,
                         s->circle};
  const int64_t whole[] = {o->most_stages, o->steady, o->controls_error, o->splits};
  return tc_hash_bytes(tc_hash_bytes(hash, real, sizeof real), whole, sizeof whole);
}

/* Returns a hash of those input data of the search that are equal on all ranks. */
static uint64_t hash_common(const tc_problem *problem, uint64_t mesh_hash) {
  const tc_physics *physics = problem->physics;
  const tc_system *system = problem->system;
  const uint64_t whole[] = {TC_STEP_CACHE_VERSION, mesh_hash, (uint64_t)problem->space->cells,
                            (uint64_t)problem->space->base, (uint64_t)system->limited};
  uint64_t hash = hash_text(hash_text(0, tc_provenance_commit()), problem->scheme->name);
  hash = tc_hash_bytes(hash, whole, sizeof whole);
  hash = tc_hash_bytes(hash, &system->stabilisation, sizeof system->stabilisation);
  for (int b = 0; b < physics->boundaries; b++) {
    const int64_t condition[] = {physics->boundary[b].marker, (int64_t)physics->boundary[b].kind};
    hash = tc_hash_bytes(hash, condition, sizeof condition);
  }
  return hash;
}

/* Returns the sum of the hashes of the exchange coefficients at the boundary faces of an owned cell. `row` is
 * the hash index of the first face. */
static uint64_t hash_exchange(const tc_problem *problem, int32_t i, uint64_t row) {
  const tc_physics *physics = problem->physics;
  uint64_t hash = 0;
  for (int k = 0; k < 4 && physics->exchange; k++) {
    const int32_t neighbour = problem->space->submesh->neighbour[4 * (size_t)i + (size_t)k];
    if (neighbour < 0) hash += tc_hash_element(row + (uint64_t)k, physics->exchange[-1 - neighbour]);
  }
  return hash;
}

/* Returns a hash of geometry, tensor and exchange coefficients of an owned cell. */
static uint64_t hash_cell(const tc_problem *problem, int32_t i) {
  enum { place = 1, tensor = place + 3, exchange = tensor + 6, span = exchange + 4 };
  const tc_space *space = problem->space;
  const double *value = tc_physics_tensor(problem->physics, i);
  const uint64_t row = tc_hash_mix((uint64_t)space->id[i] * span);
  uint64_t hash = tc_hash_element(row, space->volume[i]);
  for (int k = 0; k < 3; k++)
    hash += tc_hash_element(row + place + (uint64_t)k, space->centroid[3 * (size_t)i + (size_t)k]);
  for (int k = 0; k < 6; k++) hash += tc_hash_element(row + tensor + (uint64_t)k, value[k]);
  return hash + hash_exchange(problem, i, row + exchange);
}

tc_status tc_cached_step_key(const tc_problem *problem, uint64_t mesh_hash,
                             const tc_stable_step_options *options, uint64_t *out) {
  const tc_world *world = problem->space->world;
  uint64_t parts[3] = {0, 0, hash_common(problem, mesh_hash)};
  tc_step_size step = {0, 0.0};
  if (!options->controls_error)
    TC_TRY(tc_step_size_compute(options->where_dt, INFINITY, options->dt, options->dt, options->steps,
                                options->end, &step));
  TC_TRY(tc_problem_hash(problem, &parts[0]));
  for (int32_t i = 0; i < problem->space->owned; i++) parts[1] += hash_cell(problem, i);
  TC_TRY(
      TC_MPI(world, MPI_Allreduce(MPI_IN_PLACE, &parts[1], 1, MPI_UINT64_T, MPI_SUM, tc_world_comm(world))));
  const uint64_t key = hash_options(tc_hash_bytes(0, parts, sizeof parts), options, step.dt);
  *out = key != 0 ? key : 1;
  return TC_OK;
}

/* ---- reading ---- */

/* True if this search could have found the values of the entry. The hash has 64 bits only, so the entry may
 * be that of another search with the same hash. */
static bool is_possible(const tc_problem *problem, const tc_stable_step_options *o, const tc_stable_step *s) {
  const tc_gid cells = problem->space->cells;
  const bool is_own_control = o->controls_error == (s->most_stages > 0);
  const bool is_own_stabilisation = o->stabilisation < 0.0 || s->stabilisation == o->stabilisation;
  return s->takes_one && is_own_control && is_own_stabilisation && s->stages <= o->most_stages &&
         s->most_stages <= o->most_stages && s->certificate.cells <= cells && s->response.cells <= cells &&
         s->response.tested <= cells && !(o->dt > 0.0 && s->step.dt > o->dt);
}

/* Collective. The root reads the entry and broadcasts it. *is_found is equal on all ranks. */
static tc_status read_entry(const tc_problem *problem, const tc_stable_step_options *options, uint64_t key,
                            const tc_log *log, tc_stable_step *out, bool *is_found) {
  const tc_world *world = problem->space->world;
  struct {
    int is_found;
    tc_stable_step step;
  } shared = {.is_found = 0};
  if (world->rank == 0)
    shared.is_found =
        tc_step_cache_read(key, log, &shared.step) && is_possible(problem, options, &shared.step);
  TC_TRY(TC_MPI(world, MPI_Bcast(&shared, (int)sizeof shared, MPI_BYTE, 0, tc_world_comm(world))));
  *is_found = shared.is_found;
  *out = shared.step;
  return shared.is_found ? tc_stable_step_set_steps(options, out, is_found) : TC_OK;
}

/* Collective. Assembles the problem with the stabilisation that the cache entry contains. */
static tc_status use_entry(tc_problem *problem, uint64_t key, tc_stable_step *step) {
  const tc_system *system = problem->system;
  step->cache_key = key;
  step->cached_products = step->products;
  step->products = 0;
  if (system->stabilisation == step->stabilisation && system->limited == step->limited) return TC_OK;
  return tc_problem_assemble(problem, step->stabilisation, step->limited);
}

/* Collective. The root writes the result of the search to the cache. */
static tc_status write_entry(const tc_world *world, uint64_t key, const tc_log *log, tc_stable_step *step) {
  int is_written = world->rank == 0 && tc_step_cache_write(key, step, log);
  TC_TRY(TC_MPI(world, MPI_Bcast(&is_written, 1, MPI_INT, 0, tc_world_comm(world))));
  step->cache_key = is_written ? key : 0;
  return TC_OK;
}

tc_status tc_cached_step_find(bool uses_cache, uint64_t mesh_hash, tc_problem *problem,
                              const tc_stable_step_options *options, const tc_log *log, tc_stable_step *out) {
  uint64_t key;
  bool is_found;
  if (!uses_cache || !options->stabilised || problem->scheme->symmetric)
    return tc_stable_step_find(problem, options, log, out);
  TC_TRY(tc_cached_step_key(problem, mesh_hash, options, &key));
  TC_TRY(read_entry(problem, options, key, log, out, &is_found));
  if (is_found) return use_entry(problem, key, out);
  TC_TRY(tc_stable_step_find(problem, options, log, out));
  return write_entry(problem->space->world, key, log, out);
}

void tc_cached_step_remove(const tc_world *world, const tc_stable_step *step, const tc_log *log) {
  if (world->rank != 0 || step->cache_key == 0) return;
  if (tc_step_cache_remove(step->cache_key, log))
    tc_log_write(log, TC_LOG_NORMAL,
                 "the stable step was removed from the cache, because the run failed with it");
}
