/* Implicit time steps of a problem that a config text describes: a warm corner cools down. The steps are far
 * longer than the explicit method allows. The mean over the mesh does not change, because no heat leaves the
 * mesh. */
#include "check.h"

static const char config[] = "title: A warm corner\n"
                             "initial: \"exp(-4*(x^2+y^2+z^2))\"\n"
                             "time: {method: implicit, multiple: 50, steps: 20}\n"
                             "solver: {method: cg, tolerance: 1e-10}\n"
                             "diffusion: {scheme: two-point}\n";

int main(int argc, char **argv) {
  const int64_t brick[3] = {8, 8, 8};
  const double length[3] = {1.0, 1.0, 1.0};
  tetracast_world *world;
  tetracast_mesh *mesh;
  tetracast_problem *problem;
  tetracast_stepper *stepper;
  double time, low, high, integral;
  int provided, rank;

  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  check(tetracast_world_create(MPI_COMM_WORLD, 0, &world));
  check(tetracast_mesh_create_box(world, brick, length, &mesh));
  check(tetracast_problem_load(world, "implicit.c", config, mesh, &problem));
  check(tetracast_problem_set_up(problem));
  tetracast_mesh_destroy(&mesh);

  check(tetracast_stepper_create(problem, "implicit", NULL, &stepper));
  for (int k = 0; k < 4; k++) {
    check(tetracast_stepper_advance(stepper, 5));
    tetracast_stepper_position(stepper, NULL, &time, NULL);
    check(tetracast_stepper_statistics(stepper, &low, &high, &integral, NULL));
    if (rank == 0) printf("t = %.4f: v from %.6f to %.6f, integral %.9f\n", time, low, high, integral);
  }

  tetracast_stepper_destroy(&stepper);
  tetracast_problem_destroy(&problem);
  tetracast_world_destroy(&world);
  return MPI_Finalize();
}
