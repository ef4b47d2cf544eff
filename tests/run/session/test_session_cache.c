/* Tests of sessions whose setup reads the cache of stable steps. They must have the same field as a session
 * without the cache, and make no products before the first step. */
#include "run/run_case.h"

#include <unistd.h>

/* Creates the scene of a run whose setup searches for the ellipse around the eigenvalues. All scenes of a
 * test use the cache directory `cache`. */
static void begin(tc_world *world, const folder *cache, scene *s) {
  setenv("XDG_CACHE_HOME", cache->path, 1);
  scene_make(world, s);
  scene_set(s, "diffusion={scheme: gradient, tensor: [2, 1, 0.7, 0.5, -0.3, 0.2]}");
  scene_set(s, "time={method: rkl2, steps: 3, dt: 0.02}");
  scene_set(s, "forecast.records=none");
}

static folder make_cache(tc_world *world) {
  folder f = {"", ""};
  if (world->rank == 0) f = folder_make();
  MPI_Bcast(&f, (int)sizeof f, MPI_BYTE, 0, tc_world_comm(world));
  return f;
}

static void remove_cache(tc_world *world, const folder *f) {
  folder cache = *f;
  strcat(cache.path, "/tetracast");
  if (world->rank > 0) return;
  if (access(cache.path, F_OK) == 0) folder_remove(&cache);
  folder_remove(f);
}

/* Runs a session. Returns the hash of its field, and its stable step. */
static uint64_t run(scene *s, tc_stable_step *step) {
  tc_session session = {0};
  scene_begin(s, &session);
  const uint64_t hash = run_session(&session, "condensed", 65536)->field.hash;
  *step = session.prepared.choices.stable_step;
  tc_session_close(&session);
  return hash;
}

ParallelTest(session_cache, second_run_makes_no_products) {
  const folder cache = make_cache(world);
  uint64_t hash[2];
  tc_stable_step step[2];
  for (int k = 0; k < 2; k++) {
    scene s;
    begin(world, &cache, &s);
    hash[k] = run(&s, &step[k]);
    cr_expect(scene_said(&s, k == 0 ? " before the first step (Euler: "
                                    : "; the cached result of the search saves "));
    if (world->rank == 0) cr_expect_eq(strstr(s.said, "finding a stable step") != NULL, k == 0, "%s", s.said);
    scene_free(&s);
  }
  cr_expect_eq(hash[0], hash[1]);
  cr_expect(step[0].products > 400 && step[0].cached_products == 0 && step[0].ellipse.trial > 0);
  cr_expect(step[1].products == 0 && step[1].cached_products == step[0].products);
  cr_expect_eq(step[0].stages, step[1].stages);
  remove_cache(world, &cache);
}

/* With `machine: none`, a run must neither read nor write the cache. */
ParallelTest(session_cache, switched_off) {
  const folder cache = make_cache(world);
  for (int k = 0; k < 2; k++) {
    scene s;
    tc_stable_step step;
    begin(world, &cache, &s);
    s.choice.machine = NULL;
    scene_set(&s, "machine=none");
    run(&s, &step);
    cr_expect(step.products > 400 && step.cache_key == 0);
    scene_free(&s);
  }
  remove_cache(world, &cache);
}

/* If the field of a run grows, the run must remove the cache entry, so that the next run searches again. The
 * test makes the field grow with longer steps than those of the search. */
ParallelTest(session_cache, failed_run_removes_the_entry) {
  const folder cache = make_cache(world);
  for (int k = 0; k < 2; k++) {
    scene s;
    tc_session session = {0};
    begin(world, &cache, &s);
    scene_begin(&s, &session);
    tc_setup_choices *choices = &session.prepared.choices;
    cr_assert(choices->stable_step.products > 400 && choices->stable_step.cache_key != 0, "run %d searches",
              k);
    choices->step = (tc_step_size){50, 1000.0 * choices->step.dt};
    choices->spans = (tc_step_spans){.count = 1, .item = {{.dt = choices->step.dt}}};
    expect_error(tc_session_run(&session, tc_strategy_find("condensed"), 65536, NULL), TC_NUMERICAL, "");
    cr_expect(scene_said(&s, "the stable step was removed from the cache, because the run failed with it"));
    tc_session_close(&session);
    scene_free(&s);
  }
  remove_cache(world, &cache);
}
