#include "run/plan/memory_requirements.h"

#include <dlfcn.h>
#include <malloc.h>

#include "base/core/memory.h"
#include "run/outputs/disk_requirements.h"
#include "run/run_case.h"

/* ---- forecast and allocated memory ---- */

static double in_use(void) {
  const struct mallinfo2 now = mallinfo2();
  return (double)now.uordblks + (double)now.hblkhd;
}

static double most; /* largest number of bytes in use after a call of aligned_alloc */

#ifndef __SANITIZE_ADDRESS__ /* AddressSanitizer replaces the allocator */
/* Replaces aligned_alloc of the C library, and records the memory in use after each call. */
void *aligned_alloc(size_t alignment, size_t bytes) {
  static void *(*real)(size_t, size_t);
  void *found = real ? NULL : dlsym(RTLD_NEXT, "aligned_alloc");
  if (found) memcpy(&real, &found, sizeof real);
  void *pointer = real(alignment, bytes);
  most = fmax(most, in_use());
  return pointer;
}

static bool is_counted(void) { return true; }
#else
static bool is_counted(void) { return false; }
#endif

/* Runs a cube of 24 576 cells. Checks that the forecast memory of the rank agrees with the largest memory in
 * use. */
static void expect_footprint(tc_world *world, int overrides, const char *const *override) {
  const bool root = world->rank == 0;
  const double omitted_B = 3e6; /* bytes that the forecast omits: texts, buffers and messages in MPI */
  scene s;
  tc_session session = {0};
  scene_make(world, &s);
  s.choice.bricks = 16;
  s.choice.mesh = "cube";
  for (int k = 0; k < overrides; k++) scene_set(&s, override[k]);
  const double before = most = in_use();
  scene_begin(&s, &session);
  tc_plan_free_mesh(&session.plan);
  expect_ok(tc_session_run(&session, tc_strategy_find("neighbour"), 65536, NULL));
  session.plan.footprint.parts = 1; /* METIS does not call aligned_alloc */
  const tc_footprint f = tc_footprint_of(&session.plan.footprint, 1, root);
  const double own = most - before, likely = f.likely - tc_footprint_process_B;
  cr_expect(scene_said(&s, "memory: about "));
  cr_expect(!is_counted() || f.min < own, "rank %d: at least %.3g MB, and %.3g were used", world->rank,
            1e-6 * f.min, 1e-6 * own);
  cr_expect(!is_counted() || (likely > 0.75 * (own - omitted_B) && likely < 1.35 * own),
            "rank %d: about %.3g MB, and %.3g were used (%s)", world->rank, 1e-6 * likely, 1e-6 * own,
            override[0]);
  tc_session_close(&session);
  scene_free(&s);
}

#define FOOTPRINT(world, ...)                                                                                \
  expect_footprint(world, (int)(sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *)),                     \
                   (const char *const[]){__VA_ARGS__})

ParallelTest(needs, explicit_steps) {
  FOOTPRINT(world, "diffusion.scheme=gradient");
  FOOTPRINT(world, "diffusion.scheme=two-point", "source=-v", "states={w: {initial: 0, rate: v}}");
  FOOTPRINT(world, "diffusion.tensor=1+x");
  FOOTPRINT(world, "diffusion.scheme=two-point", "time={method: rkl2, steps: 2, dt: 1e-3}");
  FOOTPRINT(world, "diffusion.scheme=two-point", "time={method: rkl2, steps: null, end: 1e-3}");
}

ParallelTest(needs, implicit_steps) {
  const char *const time = "time={method: implicit, steps: 1, multiple: 2}",
                    *const long_step = "time={method: implicit, steps: 1, multiple: 1000}";
  FOOTPRINT(world, "solver={method: bicgstab, iterations: 1}", time);
  FOOTPRINT(world, "solver={method: gmres, iterations: 1, restart: 60}", time);
  FOOTPRINT(world, "solver={method: bicg, iterations: 1}", time);
  FOOTPRINT(world, "solver={method: bicgstab, iterations: 1, preconditioner: {name: ilu0}}", time);
  FOOTPRINT(world, "solver={method: cg, iterations: 1, preconditioner: {name: multigrid}}", time,
            "diffusion.scheme=two-point");
  /* With the default of rows_per_rank, one rank would receive all coarse rows of this small mesh. */
  FOOTPRINT(world,
            "solver={method: cg, iterations: 1, preconditioner: {name: multigrid, smoothed: all, "
            "rows_per_rank: 1}}",
            long_step, "diffusion.scheme=two-point");
}

/* ---- disk space ---- */

/* A checkpoint of a steady solve contains 8 numbers per cell. The disk must have room for three checkpoints,
 * because two exist while a third one is written. */
ParallelTest(needs, a_steady_state_keeps_its_solve) {
  const tc_mesh_counts mesh = {3500000, 20000000, 500000};
  tc_config *config = NULL;
  scene s;
  scene_make(world, &s);
  scene_set(&s, "checkpoint.file=c.h5");
  scene_set(&s, "time.steps=null");
  scene_set(&s, "time.method=steady");
  scene_set(&s, "diffusion.scheme=two-point");
  expect_ok(tc_run_options_read_config(&s.choice, world, &config));
  const double expected = tc_disk_requirements_estimate(config, &mesh, 1);
  cr_expect_eq(expected, 3.0 * 8 * 8 * 20e6, "%g", expected);
  tc_config_destroy(&config);
  scene_free(&s);
}

/* ---- check of the memory of a node ---- */

typedef struct twenty_million {
  scene s;
  tc_config *config;
  tc_footprint_run run;
} twenty_million;

static void begin(tc_world *world, int ranks, const char *override, twenty_million *m) {
  const tc_mesh_counts mesh = {3500000, 20000000, 500000};
  m->config = NULL;
  scene_make(world, &m->s);
  if (override) scene_set(&m->s, override);
  expect_ok(tc_run_options_read_config(&m->s.choice, world, &m->config));
  tc_memory_requirements_input(m->config, &m->s.choice, &mesh, ranks, 65536, &m->run);
}

static void end(twenty_million *m) {
  tc_config_destroy(&m->config);
  scene_free(&m->s);
}

static const double unlimited = 1e18;

/* The expected memory follows from a measurement. A run on one rank with 6 million cells and the gradient
 * scheme needed 545 bytes per cell, or 553 bytes of resident memory. */
ParallelTest(needs, fit) {
  twenty_million m;
  const tc_node_memory large = {1, true, 11e9, 0.0}, small = {1, true, 9e9, 0.0};
  begin(world, 1, NULL, &m);
  const double likely = tc_footprint_of(&m.run, 1, true).likely;
  cr_expect(likely > 10e9 && likely < 12e9, "%g", likely);
  expect_ok(tc_memory_requirements_check(m.config, &m.run, &large, unlimited, "n1"));
  expect_error(tc_memory_requirements_check(m.config, &m.run, &small, unlimited, "n1"), TC_INTERNAL,
               "node n1 with 1 of them has 9 GB");
  expect_error(tc_memory_requirements_check(m.config, &m.run, &large, 9e9, "n1"), TC_INTERNAL, "ulimit -v");
  end(&m);
  begin(world, 1, "diffusion.scheme=two-point", &m);
  expect_ok(tc_memory_requirements_check(m.config, &m.run, &small, unlimited, "n1"));
  end(&m);
}

/* With 64 ranks only the arrays of METIS on the root, which partitions the mesh, are too large. The check
 * must fail only on the node of the root. The partitioner `chunks` needs less memory. */
ParallelTest(needs, root_splits) {
  twenty_million m;
  const tc_node_memory first = {4, true, 3e9, 0.0}, other = {4, false, 3e9, 0.0};
  begin(world, 64, "distribution.partitioner=metis", &m);
  expect_error(tc_memory_requirements_check(m.config, &m.run, &first, unlimited, "n1"), TC_INTERNAL,
               "on the root, which partitions the mesh");
  expect_ok(tc_memory_requirements_check(m.config, &m.run, &other, unlimited, "n2"));
  end(&m);
  begin(world, 64, "distribution.partitioner=auto", &m);
  expect_ok(tc_memory_requirements_check(m.config, &m.run, &first, unlimited, "n1"));
  end(&m);
}
