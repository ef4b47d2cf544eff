#include "run/plan/memory_requirements.h"

#include <dlfcn.h>
#include <malloc.h>

#include "base/core/memory.h"
#include "run/outputs/disk_requirements.h"
#include "run/run_case.h"

/* ---- the estimate beside what is allocated ---- */

static double in_use(void) {
  const struct mallinfo2 now = mallinfo2();
  return (double)now.uordblks + (double)now.hblkhd;
}

static double most; /* in use at once, as far as arrays are allocated one after the other */

#ifndef __SANITIZE_ADDRESS__ /* which has an allocator of its own */
/* Goes before the C library's. */
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

/* A cube of 24 576 cells to its end; what the rank had in use at most, and what was expected of it. */
static void expect_footprint(tc_world *world, int overrides, const char *const *override) {
  const bool root = world->rank == 0;
  const double beside_B = 3e6; /* texts, buffers, what MPI takes for messages */
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
  session.plan.footprint.parts = 1; /* METIS has arrays of its own, and leaves none of them */
  const tc_footprint f = tc_footprint_of(&session.plan.footprint, 1, root);
  const double own = most - before, likely = f.likely - tc_footprint_process_B;
  cr_expect(scene_said(&s, "memory: about "));
  cr_expect(!is_counted() || f.min < own, "rank %d: at least %.3g MB, and %.3g were taken", world->rank,
            1e-6 * f.min, 1e-6 * own);
  cr_expect(!is_counted() || (likely > 0.75 * (own - beside_B) && likely < 1.35 * own),
            "rank %d: about %.3g MB, and %.3g were taken (%s)", world->rank, 1e-6 * likely, 1e-6 * own,
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
}

ParallelTest(needs, implicit_steps) {
  const char *const time = "time={method: implicit, steps: 1, multiple: 2}";
  FOOTPRINT(world, "solver={method: bicgstab, iterations: 1}", time);
  FOOTPRINT(world, "solver={method: gmres, iterations: 1, restart: 60}", time);
  FOOTPRINT(world, "solver={method: bicg, iterations: 1}", time);
  FOOTPRINT(world, "solver={method: bicgstab, iterations: 1, preconditioner: {name: ilu0}}", time);
}

/* ---- on the disk ---- */

/* Checkpoints inside of a solve: two are kept, and one is written beside them, each with 8 numbers a cell. */
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

/* ---- whether a place has it ---- */

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

/* Of one rank: 545 bytes a cell were measured with the gradient scheme, 553 of them resident (6 million
 * cells). */
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

/* Many ranks on many nodes: what the root splits is what is too large, and only for its node. */
ParallelTest(needs, root_splits) {
  twenty_million m;
  const tc_node_memory first = {4, true, 3e9, 0.0}, other = {4, false, 3e9, 0.0};
  begin(world, 64, NULL, &m);
  expect_error(tc_memory_requirements_check(m.config, &m.run, &first, unlimited, "n1"), TC_INTERNAL,
               "on the root, which partitions the mesh");
  expect_ok(tc_memory_requirements_check(m.config, &m.run, &other, unlimited, "n2"));
  end(&m);
}
