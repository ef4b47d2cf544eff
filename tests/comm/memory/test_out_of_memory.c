/* Each allocation of each setup fails once, on one rank only. All ranks must return the error. No rank may
 * wait for a rank that has already returned. */
#define _GNU_SOURCE
#include "support/out_of_memory.h"

#include "base/core/memory.h"
#include "comm/memory/window.h"
#include "linear/operator/operator.h"
#include "support/parallel.h"
#include "support/problems.h"

typedef struct scene {
  tc_world *world;
  tc_mesh *mesh;
  tc_problem *problem;
  const tc_strategy *strategy;
  const tc_format *format;
  tc_distribution_kind kind;
} scene;

static tc_status create_world(const scene *s) {
  tc_world *world = NULL;
  (void)s;
  TC_TRY(tc_world_create(MPI_COMM_WORLD, 0, &world));
  tc_world_destroy(&world);
  return TC_OK;
}

static tc_status create_window(const scene *s) {
  tc_window *window = NULL;
  TC_TRY(tc_window_create(s->world, 10, &window));
  tc_window_destroy(&window);
  return TC_OK;
}

static tc_status create_problem(const scene *s) {
  const cutting how = {"gradient", "rcm", s->kind, 7};
  const tc_problem_options choice = cutting_choice(&how);
  tc_problem *problem = NULL;
  TC_TRY(tc_problem_create(s->world, &choice, s->world->rank == 0 ? s->mesh : NULL, NULL, &problem));
  tc_status status = tc_space_set_block_size(problem->space, 3);
  tc_problem_destroy(&problem);
  return status;
}

static tc_status create_operator(const scene *s) {
  const tc_operator_options choice = {s->strategy, s->format, 1.0, 0.5, 2, false};
  tc_operator *op = NULL;
  TC_TRY(tc_operator_create(s->world, s->problem->space->halo, s->problem->system->rates, &choice, &op));
  tc_operator_destroy(&op);
  return TC_OK;
}

/* Lets allocation n of rank `failing_rank` fail. All ranks must then return an error. If the rank makes at
 * most n allocations, the action must succeed, and the function returns false. */
static bool expect_failure(const scene *s, tc_status (*action)(const scene *), const char *what,
                           int failing_rank, int n) {
  const bool mine = s->world->rank == failing_rank;
  short_memory_hit = false;
  short_memory_left = mine ? n : -1;
  tc_status status = action(s);
  short_memory_left = -1;
  int hit = short_memory_hit;
  MPI_Allreduce(MPI_IN_PLACE, &hit, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  cr_assert_eq(status != NULL, hit, "%s: allocation %d of rank %d fails, and here: %s", what, n, failing_rank,
               tc_status_text(status));
  if (hit) cr_assert(strstr(tc_status_text(status), "out of memory"), "%s: %s", what, tc_status_text(status));
  tc_status_free(&status);
  return hit;
}

static void expect_agreement(const scene *s, tc_status (*action)(const scene *), const char *what) {
  const int last = s->world->ranks - 1;
  for (int failing_rank = 0; failing_rank <= last; failing_rank += last ? last : 1) {
    int n = 0;
    while (expect_failure(s, action, what, failing_rank, n)) n++;
    cr_assert_gt(n, 0, "%s", what);
  }
}

ParallelTest(short_memory, world_and_window) {
  const scene s = {.world = world};
  expect_agreement(&s, create_world, "world");
  expect_agreement(&s, create_window, "window");
}

ParallelTest(short_memory, problem) {
  scene s = {.world = world, .mesh = mesh_box(2, 2, 1, 0.1)};
  for (int kind = 0; kind < tc_distribution_kinds.count; kind++) {
    s.kind = (tc_distribution_kind)kind;
    expect_agreement(&s, create_problem, "problem");
  }
  tc_mesh_destroy(&s.mesh);
}

ParallelTest(short_memory, strategies) {
  const cutting how = {"gradient", "rcm", TC_DISTRIBUTION_CYCLIC, 7};
  scene s = {.world = world, .mesh = mesh_box(2, 2, 1, 0.1)};
  s.problem = problem_make(world, &how, s.mesh);
  for (int i = 0; i < tc_strategy_count(); i++) {
    s.strategy = tc_strategy_at(i);
    for (int f = 0; f < tc_format_count(); f++) {
      s.format = tc_format_at(f);
      expect_agreement(&s, create_operator, s.strategy->name);
    }
  }
  tc_problem_destroy(&s.problem);
  tc_mesh_destroy(&s.mesh);
}
