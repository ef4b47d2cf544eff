/* Solves for a steady state on a mesh from files, with options that the program sets. Saves the field as a
 * snapshot for ParaView. */
#include "check.h"

static void print_line(void *self, tetracast_level level, const char *text) {
  fprintf((FILE *)self, "%s%s\n", level == TETRACAST_LEVEL_WARNING ? "warning: " : "", text);
}

static const char config[] = "title: Block with a hot face\n"
                             "diffusion: {scheme: gradient, tensor: [1, 1, 0.1]}\n"
                             "boundary:\n"
                             "  markers:\n"
                             "    - {marker: 1, kind: value, value: 1}\n"
                             "    - {marker: 2, kind: exchange, h: 5, outside: 0}\n"
                             "time: {method: steady}\n";

int main(int argc, char **argv) {
  tetracast_world *world;
  tetracast_mesh *mesh;
  tetracast_problem *problem;
  tetracast_stepper *stepper;
  tetracast_snapshot *snapshot;
  double integral;
  int provided, rank;

  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc != 3) {
    if (rank == 0) fprintf(stderr, "usage: steady MESH SNAPSHOT.h5\n");
    MPI_Finalize();
    return TETRACAST_USAGE;
  }
  check(tetracast_world_create(MPI_COMM_WORLD, 0, &world));
  tetracast_world_set_log(world, print_line, stderr, TETRACAST_LEVEL_NORMAL);
  check(tetracast_mesh_read(world, argv[1], &mesh));
  check(tetracast_problem_load(world, "steady.c", config, mesh, &problem));
  check(tetracast_problem_set_number(problem, "solver.tolerance", 1e-10));
  check(tetracast_problem_set(problem, "solver.preconditioner", "{name: ssor}"));
  check(tetracast_problem_set_up(problem));

  check(tetracast_stepper_create(problem, "steady", NULL, &stepper));
  check(tetracast_stepper_advance(stepper, 1));
  check(tetracast_stepper_statistics(stepper, NULL, NULL, &integral, NULL));
  if (rank == 0) printf("integral of the steady field: %.9g\n", integral);

  check(tetracast_snapshot_create(problem, mesh, argv[2], 1, 1, &snapshot));
  check(tetracast_snapshot_write(snapshot, stepper));
  check(tetracast_snapshot_close(&snapshot, 1));

  tetracast_stepper_destroy(&stepper);
  tetracast_problem_destroy(&problem);
  tetracast_mesh_destroy(&mesh);
  tetracast_world_destroy(&world);
  return MPI_Finalize();
}
