/* Tests of the cache of stable steps, which stores the results of the search for a stable step. A second
 * search with the same key must return the same values without products, on any number of ranks. Every change
 * of the problem must change the key. */
#include "run/plan/cached_step.h"

#include <string.h>

#include "io/machine/step_cache.h"
#include "run/run_case.h"
#include "support/formulas.h"
#include "support/problems.h"

static const cutting gradient = {"gradient", "metis", TC_DISTRIBUTION_METIS, 65536},
                     cyclic = {"gradient", "none", TC_DISTRIBUTION_CYCLIC, 7},
                     two_point = {"two-point", "metis", TC_DISTRIBUTION_METIS, 65536};

enum { MESH = 12 }; /* an arbitrary hash of the mesh */

static const tc_stable_step_options usual = {.where_dt = "dt",
                                             .where_stabilisation = "stabilisation",
                                             .where_stages = "stages",
                                             .stabilisation = -1.0,
                                             .dt = 0.02,
                                             .safety = 0.9,
                                             .stabilised = &tc_stabilised_rkl2,
                                             .most_stages = 200,
                                             .steps = 10};

/* Collective. Creates the directory of the cache, which all ranks of a test use. */
static folder begin(tc_world *world) {
  folder f = {"", ""};
  if (world->rank == 0) f = folder_make();
  MPI_Bcast(&f, (int)sizeof f, MPI_BYTE, 0, tc_world_comm(world));
  setenv("XDG_CACHE_HOME", f.path, 1);
  return f;
}

static void end(tc_world *world, const folder *f) {
  folder cache = *f;
  strcat(cache.path, "/tetracast");
  MPI_Barrier(tc_world_comm(world));
  if (world->rank > 0) return;
  folder_remove(&cache);
  folder_remove(f);
}

static tc_problem *make(tc_world *world, const tc_problem_options *choice) {
  tc_mesh *mesh = mesh_box(4, 4, 4, 0.1);
  tc_problem *p = NULL;
  expect_ok(tc_problem_create(world, choice, world->rank == 0 ? mesh : NULL, NULL, &p));
  tc_mesh_destroy(&mesh);
  return p;
}

/* Finds a stable step. Returns true if the cache contained the step. */
static bool is_cached(tc_world *world, const tc_problem_options *choice, uint64_t mesh,
                      const tc_stable_step_options *options, tc_stable_step *out) {
  tc_problem *p = make(world, choice);
  expect_ok(tc_cached_step_find(true, mesh, p, options, NULL, out));
  cr_assert(p->system->stabilisation == out->stabilisation && p->system->limited == out->limited);
  const bool found = out->cached_products > 0;
  cr_assert(found ? out->products == 0 : out->products > 400, "%d", out->products);
  tc_problem_destroy(&p);
  return found;
}

static void expect_equal(const tc_stable_step *cached, const tc_stable_step *found) {
  tc_stable_step copy = *found;
  cr_assert_eq(cached->cache_key, found->cache_key);
  cr_assert_eq(cached->cached_products, found->products);
  copy.products = 0;
  copy.cached_products = cached->cached_products;
  char text[2][1024];
  tc_stable_step_format(cached, 384, text[0], sizeof text[0]);
  tc_stable_step_format(&copy, 384, text[1], sizeof text[1]);
  cr_expect_str_eq(text[0], text[1]);
  cr_expect(strstr(text[0], "; result read from the cache (saves "), "%s", text[0]);
  cr_assert(cached->stabilisation == found->stabilisation && cached->bound == found->bound);
  cr_assert(cached->stages == found->stages && cached->euler_bound == found->euler_bound);
  cr_assert(cached->step.steps == found->step.steps && cached->step.dt == found->step.dt);
  cr_assert(cached->spectrum.largest == found->spectrum.largest &&
            cached->ellipse.rung == found->ellipse.rung);
  cr_assert(cached->ellipse.largest == found->ellipse.largest &&
            cached->ellipse.trial == found->ellipse.trial);
  cr_assert(cached->growth.rate == found->growth.rate && cached->response.largest == found->response.largest);
}

ParallelTest(cached_step, same_result_without_products) {
  const folder f = begin(world);
  const tc_problem_options choice = cutting_choice(&gradient), other = cutting_choice(&cyclic);
  tc_stable_step found, cached, alone;
  tc_world *self = NULL;
  cr_assert_not(is_cached(world, &choice, MESH, &usual, &found));
  cr_assert_neq(found.cache_key, 0);
  cr_assert(is_cached(world, &choice, MESH, &usual, &cached));
  expect_equal(&cached, &found);
  cr_assert(is_cached(world, &other, MESH, &usual, &cached), "the key does not depend on the distribution");
  expect_equal(&cached, &found);
  expect_ok(tc_world_create(MPI_COMM_SELF, 0, &self));
  cr_assert(is_cached(self, &choice, MESH, &usual, &alone), "nor on the number of ranks");
  expect_equal(&alone, &found);
  tc_world_destroy(&self);
  end(world, &f);
}

/* With this tensor, stability cannot be proved without stabilisation. The cached values therefore contain an
 * estimate of the growth, and the matrix is assembled again with stabilisation. */
ParallelTest(cached_step, positive_stabilisation) {
  const folder f = begin(world);
  tc_problem_options choice = cutting_choice(&gradient);
  const double tensor[6] = {100.0, 1.0, 1.0, 3.0, 0.0, 0.0};
  tc_stable_step found, cached;
  memcpy(choice.tensor, tensor, sizeof tensor);
  cr_assert_not(is_cached(world, &choice, MESH, &usual, &found));
  cr_assert(found.stabilisation > 0.0 && found.growth.products > 0, "%g", found.stabilisation);
  cr_assert(is_cached(world, &choice, MESH, &usual, &cached));
  expect_equal(&cached, &found);
  end(world, &f);
}

ParallelTest(cached_step, error_control) {
  const folder f = begin(world);
  const tc_problem_options choice = cutting_choice(&gradient);
  tc_stable_step_options options = usual;
  tc_stable_step found, cached;
  options.controls_error = true;
  options.dt = 0.0;
  options.steps = 0;
  options.end = 0.1;
  cr_assert_not(is_cached(world, &choice, MESH, &options, &found));
  cr_assert(is_cached(world, &choice, MESH, &options, &cached));
  expect_equal(&cached, &found);
  cr_expect(cached.most_stages == found.most_stages && found.most_stages > 0);
  cr_expect(cached.rate == found.rate && cached.covered == found.covered && found.covered > 0.0);
  end(world, &f);
}

/* A run of 25 steps must find the cache entry of a run of 10 steps if stability was proved. Otherwise the
 * entry contains an estimate of the growth over 10 steps, which must not be used for 25. */
ParallelTest(cached_step, longer_runs) {
  const folder f = begin(world);
  for (int proved = 1; proved >= 0; proved--) {
    tc_problem_options choice = cutting_choice(&gradient);
    const double tensor[6] = {100.0, 1.0, 1.0, 3.0, 0.0, 0.0};
    tc_stable_step_options longer = usual;
    tc_stable_step found, other;
    if (!proved) memcpy(choice.tensor, tensor, sizeof tensor);
    longer.steps = 25;
    cr_assert_not(is_cached(world, &choice, MESH, &usual, &found));
    cr_assert_eq(found.depends_on_steps, !proved);
    cr_assert_eq(is_cached(world, &choice, MESH, &longer, &other), proved);
    cr_assert(other.step.steps == 25 && other.step.dt == found.step.dt);
    cr_assert(other.tested.steps > 2 * found.tested.steps && other.stages == found.stages);
  }
  end(world, &f);
}

/* The cache must not be used for symmetric matrices, whose search is short. It must not be used for methods
 * that are not stabilised either, because they do not verify a cached step in every step. An option can
 * switch off the cache, too. */
ParallelTest(cached_step, other_methods_search) {
  const folder f = begin(world);
  const tc_problem_options symmetric = cutting_choice(&two_point), choice = cutting_choice(&gradient);
  tc_stable_step_options euler = usual;
  euler.stabilised = NULL;
  euler.dt = 0.0;
  for (int k = 0; k < 2; k++) {
    tc_problem *p = make(world, &symmetric), *q = make(world, &choice);
    tc_stable_step step;
    expect_ok(tc_cached_step_find(true, MESH, p, &usual, NULL, &step));
    cr_expect(step.products > 0 && step.cache_key == 0);
    expect_ok(tc_cached_step_find(true, MESH, q, &euler, NULL, &step));
    cr_expect(step.products > 0 && step.cache_key == 0);
    expect_ok(tc_problem_assemble(q, 0.0, false));
    expect_ok(tc_cached_step_find(false, MESH, q, &usual, NULL, &step));
    cr_expect(step.products > 0 && step.cache_key == 0, "the cache is switched off");
    tc_problem_destroy(&p);
    tc_problem_destroy(&q);
  }
  char path[400];
  cr_assert(tc_step_cache_path(path, sizeof path));
  cr_expect(access(path, F_OK) != 0, "nothing was written");
  if (world->rank == 0) folder_remove(&f);
}

/* ---- keys of cache entries ---- */

static uint64_t find_key(tc_world *world, const tc_problem_options *choice, uint64_t mesh,
                         const tc_stable_step_options *options) {
  tc_problem *p = make(world, choice);
  uint64_t key = 0;
  expect_ok(tc_cached_step_key(p, mesh, options, &key));
  tc_problem_destroy(&p);
  return key;
}

ParallelTest(cached_step, keys_of_options) {
  const tc_problem_options choice = cutting_choice(&gradient);
  enum { cases = 9 };
  tc_stable_step_options o[cases], extended = usual;
  uint64_t key[cases];
  for (int k = 0; k < cases; k++) o[k] = usual;
  o[1].dt = 0.019;
  o[2].end = 1.01;
  o[3].most_stages = 199;
  o[4].stabilised = &tc_stabilised_rkc2;
  o[5].stiffness.v.decay = 1.0;
  o[6].stabilisation = 0.0;
  o[7].safety = 0.8;
  o[8].controls_error = true;
  for (int k = 0; k < cases; k++) {
    key[k] = find_key(world, &choice, MESH, &o[k]);
    for (int j = 0; j < k; j++) cr_expect_neq(key[j], key[k], "%d and %d", j, k);
  }
  extended.steps = 11;
  cr_expect_eq(find_key(world, &choice, MESH, &extended), key[0],
               "the number of steps is no part of the key");
  o[0].where_dt = "elsewhere";
  cr_expect_eq(find_key(world, &choice, MESH, &o[0]), key[0]);
  cr_expect_neq(find_key(world, &choice, MESH + 1, &usual), key[0]);
}

ParallelTest(cached_step, keys_of_problems) {
  enum { cases = 7 };
  tc_expression *one = formula("1", 3), *two = formula("2", 3), *zero = formula("0", 4);
  tc_problem_options choice[cases];
  const tc_boundary_options boundary[cases] =
      {{.common = {.kind = TC_BOUNDARY_FLUX}},
       [3] = {.common = {.kind = TC_BOUNDARY_VALUE, .value = zero}},
       [4] = {.common = {.kind = TC_BOUNDARY_EXCHANGE, .h = one, .outside = zero}},
       [5] = {.common = {.kind = TC_BOUNDARY_EXCHANGE, .h = two, .outside = zero}}};
  uint64_t key[cases];
  for (int k = 0; k < cases; k++) choice[k] = cutting_choice(&gradient);
  for (int k = 3; k <= 5; k++) choice[k].boundary = &boundary[k];
  choice[1].tensor[5] = 0.21;
  choice[2].stabilisation = 0.3;
  choice[6].scheme = tc_scheme_find("two-point");
  for (int k = 0; k < cases; k++) {
    key[k] = find_key(world, &choice[k], MESH, &usual);
    for (int j = 0; j < k; j++) cr_expect_neq(key[j], key[k], "%d and %d", j, k);
  }
  choice[0].boundary = &boundary[0];
  cr_expect_eq(find_key(world, &choice[0], MESH, &usual), key[0], "no flux is the default");
  tc_expression_destroy(&one);
  tc_expression_destroy(&two);
  tc_expression_destroy(&zero);
}

/* ---- damaged and removed entries ---- */

/* Collective. Adds `change` to a byte near the end of the cache file. */
static void damage(tc_world *world, int change) {
  char path[400], byte;
  cr_assert(tc_step_cache_path(path, sizeof path));
  MPI_Barrier(tc_world_comm(world));
  if (world->rank == 0) {
    FILE *file = fopen(path, "r+");
    cr_assert(file && fseek(file, -90, SEEK_END) == 0 && fread(&byte, 1, 1, file) == 1);
    byte = (char)(byte + change);
    cr_assert(fseek(file, -90, SEEK_END) == 0 && fwrite(&byte, 1, 1, file) == 1 && fclose(file) == 0);
  }
  MPI_Barrier(tc_world_comm(world));
}

ParallelTest(cached_step, damaged_entry) {
  const folder f = begin(world);
  const tc_problem_options choice = cutting_choice(&gradient);
  tc_stable_step found, again;
  is_cached(world, &choice, MESH, &usual, &found);
  damage(world, 1);
  cr_expect_not(is_cached(world, &choice, MESH, &usual, &again));
  cr_expect(is_cached(world, &choice, MESH, &usual, &again));
  expect_equal(&again, &found);
  end(world, &f);
}

/* After a collision of hashes, the cache has an intact entry with the right key but of another problem. The
 * search must not use such an entry. */
ParallelTest(cached_step, impossible_entry) {
  const folder f = begin(world);
  const tc_problem_options choice = cutting_choice(&gradient);
  tc_stable_step found, step;
  is_cached(world, &choice, MESH, &usual, &found);
  for (int k = 0; k < 2; k++) {
    step = found;
    if (k == 0) step.stages = usual.most_stages + 1;
    if (k == 1) step.step.dt = 2.0 * usual.dt;
    if (world->rank == 0) cr_assert(tc_step_cache_write(found.cache_key, &step, NULL));
    cr_expect_not(is_cached(world, &choice, MESH, &usual, &step), "%d", k);
    cr_expect_eq(step.stages, found.stages);
  }
  end(world, &f);
}

ParallelTest(cached_step, removed_entry) {
  const folder f = begin(world);
  const tc_problem_options choice = cutting_choice(&gradient);
  tc_stable_step found, step;
  is_cached(world, &choice, MESH, &usual, &found);
  tc_cached_step_remove(world, &found, NULL);
  cr_expect_not(is_cached(world, &choice, MESH, &usual, &step));
  step.cache_key = 0;
  tc_cached_step_remove(world, &step, NULL);
  cr_expect(is_cached(world, &choice, MESH, &usual, &step), "a step outside the cache removes nothing");
  end(world, &f);
}
