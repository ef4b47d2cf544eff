/* Forecasts the time per step that a problem would take on 16 nodes of 64 ranks, on the machine that a
 * machine file describes. The example can be run on one MPI process. */
#include <math.h>

#include "check.h"

enum { nodes = 16, ranks_per_node = 64 };

static void print_strategy(const tetracast_forecast *forecast, const char *strategy) {
  double total, compute, transfer;
  int64_t values;
  check(tetracast_forecast_seconds(forecast, strategy, NULL, NULL, &total));
  check(tetracast_forecast_seconds(forecast, strategy, NULL, "compute", &compute));
  check(tetracast_forecast_seconds(forecast, strategy, NULL, "transfer", &transfer));
  check(tetracast_forecast_count(forecast, strategy, "remote_values", -1, &values));
  if (isnan(total))
    printf("%-12s no forecast: the machine file lacks a parameter\n", strategy);
  else
    printf("%-12s %9.3g s, compute %9.3g s, transfer %9.3g s, %lld values between nodes\n", strategy, total,
           compute, transfer, (long long)values);
}

int main(int argc, char **argv) {
  const int64_t brick[3] = {24, 24, 24};
  const double length[3] = {1.0, 1.0, 1.0};
  tetracast_world *world;
  tetracast_mesh *mesh;
  tetracast_problem *problem;
  tetracast_machine *machine;
  tetracast_forecast *forecast;
  const char *strategy;
  int provided, rank;

  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc != 2) {
    if (rank == 0) fprintf(stderr, "usage: forecast MACHINE_FILE\n");
    MPI_Finalize();
    return TETRACAST_USAGE;
  }
  check(tetracast_world_create(MPI_COMM_WORLD, 0, &world));
  check(tetracast_mesh_create_box(world, brick, length, &mesh));
  check(tetracast_problem_create(mesh, &problem));
  check(tetracast_problem_set(problem, "diffusion.scheme", "two-point"));
  check(tetracast_machine_read(world, argv[1], &machine));

  /* tetracast_problem_set_up is not called, because a forecast needs no assembled matrix. */
  check(tetracast_forecast_create(problem, machine, nodes, ranks_per_node, &forecast));
  for (int i = 0; rank == 0 && (strategy = tetracast_forecast_strategy(forecast, i)) != NULL; i++)
    print_strategy(forecast, strategy);

  tetracast_forecast_destroy(&forecast);
  tetracast_machine_destroy(&machine);
  tetracast_problem_destroy(&problem);
  tetracast_mesh_destroy(&mesh);
  tetracast_world_destroy(&world);
  return MPI_Finalize();
}
