#include <unistd.h>

#include "api/host.h"
#include "run/environment/machines.h"
#include "support/parallel.h"

TestSuite(machine, .init = host_begin);

static tetracast_machine *measure(tetracast_world *world, int use_cache) {
  tetracast_machine *machine = NULL;
  const struct rlimit before = little_memory_begin(host_ranks());
  succeeds(tetracast_machine_measure(world, use_cache, &machine));
  little_memory_end(before);
  return machine;
}

/* Returns the forecast of one step in seconds, by the model `paper`. */
static double forecast_step(tetracast_world *world, const tetracast_machine *machine) {
  tetracast_mesh *mesh = NULL;
  tetracast_problem *problem = NULL;
  tetracast_forecast *forecast = NULL;
  double step = NAN;
  succeeds(
      tetracast_mesh_create_box(world, (const int64_t[]){3, 2, 2}, (const double[]){1.0, 1.0, 1.0}, &mesh));
  succeeds(tetracast_problem_create(mesh, &problem));
  succeeds(tetracast_forecast_create(problem, machine, 0, 0, &forecast));
  succeeds(tetracast_forecast_seconds(forecast, "neighbour", "paper", NULL, &step));
  tetracast_forecast_destroy(&forecast);
  tetracast_problem_destroy(&problem);
  tetracast_mesh_destroy(&mesh);
  return step;
}

/* Measuring a machine must not write the machine cache, unless the program requests this. The check is
 * skipped with several ranks, because a second measurement is slow on a busy machine. */
static void check_no_cache(tetracast_world *w, const char *path) {
  if (host_ranks() > 1) return;
  tetracast_machine *machine = measure(w, 0);
  cr_assert(forecast_step(w, machine) > 0.0);
  tetracast_machine_destroy(&machine);
  cr_assert_eq(access(path, R_OK), -1, "%s exists", path);
}

static void check_cache(tetracast_world *w, const char *path) {
  check_no_cache(w, path);
  tetracast_machine *machine = measure(w, host_is_last());
  MPI_Barrier(MPI_COMM_WORLD);
  cr_assert_eq(access(path, R_OK), 0, "%s does not exist", path);
  const double step = forecast_step(w, machine);
  tetracast_machine_destroy(&machine);
  machine = measure(w, 1);
  cr_assert_float_eq(forecast_step(w, machine), step, 1e-9 * step);
  host_call(tetracast_machine_destroy(&machine));
}

ParallelTest(machine, measure) {
  host_restore();
  omp_set_num_threads(1);
  place p = place_make(world);
  tetracast_world *w = NULL;
  tetracast_machine *machine = NULL;
  char path[4096];
  const tc_machine_key key = own_key(world);
  cr_assert(tc_machine_cache_path(&key, path, sizeof path));
  succeeds(tetracast_world_create(MPI_COMM_WORLD, 0, &w));
  fails(TETRACAST_USAGE, "out", tetracast_machine_measure(w, 0, host_is_last() ? NULL : &machine));
  if (is_shared(world))
    fails(TETRACAST_USAGE, "share", tetracast_machine_measure(w, 1, &machine));
  else
    check_cache(w, path);
  tetracast_world_destroy(&w);
  place_remove(world, &p);
}
