/* Heat in a unit cube: explicit time steps with a source term that this program computes in a callback, for
 * arrays of cells. */
#include <math.h>

#include "check.h"

struct heater {
  double power, cooling;
};

/* Computes the source term: it heats a ball in the middle of the cube and cools each cell in proportion to
 * its value v. */
static int heat(void *self, double t, int64_t count, const int64_t *id, const double *centroid,
                const double *v, double *source) {
  const struct heater *heater = (const struct heater *)self;
  (void)t, (void)id;
  for (int64_t i = 0; i < count; i++) {
    const double x = centroid[3 * i] - 0.5, y = centroid[3 * i + 1] - 0.5, z = centroid[3 * i + 2] - 0.5;
    source[i] = heater->power * exp(-50.0 * (x * x + y * y + z * z)) - heater->cooling * v[i];
  }
  return 0;
}

int main(int argc, char **argv) {
  const int64_t brick[3] = {8, 8, 8};
  const double length[3] = {1.0, 1.0, 1.0}, tensor[6] = {1.0, 1.0, 0.5, 0.0, 0.0, 0.0};
  struct heater heater = {10.0, 0.1};
  tetracast_world *world;
  tetracast_mesh *mesh;
  tetracast_problem *problem;
  tetracast_stepper *stepper;
  double time, low, high;
  int provided, rank;

  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  check(tetracast_world_create(MPI_COMM_WORLD, 0, &world));
  check(tetracast_mesh_create_box(world, brick, length, &mesh));
  check(tetracast_problem_create(mesh, &problem));
  check(tetracast_problem_set_tensor(problem, TETRACAST_ALL, tensor));
  check(tetracast_problem_set_boundary(problem, TETRACAST_ALL, TETRACAST_BOUNDARY_VALUE, "0", NULL));
  check(tetracast_problem_set_source_function(problem, heat, TETRACAST_DEPENDS_FIELD, &heater));
  check(tetracast_problem_set_up(problem));
  tetracast_mesh_destroy(&mesh);

  check(tetracast_stepper_create(problem, NULL, NULL, &stepper));
  check(tetracast_stepper_advance(stepper, 100));
  tetracast_stepper_position(stepper, NULL, &time, NULL);
  check(tetracast_stepper_statistics(stepper, &low, &high, NULL, NULL));
  if (rank == 0) printf("t = %g: v from %g to %g\n", time, low, high);

  tetracast_stepper_destroy(&stepper);
  tetracast_problem_destroy(&problem);
  tetracast_world_destroy(&world);
  return MPI_Finalize();
}
