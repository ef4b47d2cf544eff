#include "api/host.h"
#include "api/problem/problem_object.h"
#include "support/parallel.h"

TestSuite(problem, .init = host_begin);

static const char config[] = "diffusion: {scheme: two-point}\n"
                             "initial: \"x+0.5*y\"\n"
                             "storage: ell\n";

static tetracast_mesh *create_mesh(tetracast_world **w) {
  tetracast_mesh *mesh = NULL;
  host_restore();
  succeeds(tetracast_world_create(MPI_COMM_WORLD, 0, w));
  succeeds(tetracast_mesh_create_box(*w, (const int64_t[]){3, 2, 2}, (const double[]){1.0, 1.0, 1.0}, &mesh));
  return mesh;
}

ParallelTest(problem, create_load_and_destroy) {
  (void)world;
  tetracast_world *w = NULL, *other = NULL;
  tetracast_mesh *mesh = create_mesh(&w);
  tetracast_problem *problem = NULL;
  fails(TETRACAST_USAGE, "NULL", tetracast_problem_create(NULL, &problem));
  const int last = host_is_last();
  fails(TETRACAST_USAGE, "out", tetracast_problem_create(mesh, last ? NULL : &problem));
  fails(TETRACAST_USAGE, "a.yaml:1", tetracast_problem_load(w, "a.yaml", "iniatil: 1\n", mesh, &problem));
  fails(TETRACAST_USAGE, "mesh.file", tetracast_problem_load(w, "a.yaml", "initial: 1\n", NULL, &problem));
  fails(TETRACAST_USAGE, "name", tetracast_problem_load(w, last ? NULL : "a.yaml", config, mesh, &problem));
  fails(TETRACAST_USAGE, "text", tetracast_problem_load(w, "a.yaml", last ? NULL : config, mesh, &problem));
  succeeds(tetracast_world_create(MPI_COMM_WORLD, 0, &other));
  fails(TETRACAST_USAGE, "another world",
        tetracast_problem_load(other, "a.yaml", config, last ? mesh : NULL, &problem));
  tetracast_world_destroy(&other);
  cr_assert_null(problem);
  succeeds(tetracast_problem_load(w, "a.yaml", config, mesh, &problem));
  host_call(tetracast_problem_destroy(&problem));
  cr_assert_null(problem);
  tetracast_problem_destroy(&problem);
  tetracast_problem_destroy(NULL);
  tetracast_mesh_destroy(&mesh);
  tetracast_world_destroy(&w);
}

ParallelTest(problem, keys) {
  (void)world;
  tetracast_world *w = NULL;
  tetracast_mesh *mesh = create_mesh(&w);
  tetracast_problem *problem = NULL;
  succeeds(tetracast_problem_create(mesh, &problem));
  fails(TETRACAST_USAGE, "time.steps", tetracast_problem_set(problem, "time.stesp", "100"));
  fails(TETRACAST_USAGE, "two-point", tetracast_problem_set(problem, "diffusion.scheme", "two-pont"));
  fails(TETRACAST_USAGE, "value", tetracast_problem_set(problem, "diffusion.scheme", NULL));
  fails(TETRACAST_USAGE, "not finite", tetracast_problem_set_number(problem, "time.dt", HUGE_VAL));
  fails(TETRACAST_USAGE, "time.theta", tetracast_problem_set_number(problem, "time.theta", 0.25));
  const int last = host_is_last();
  fails(TETRACAST_USAGE, "value",
        tetracast_problem_set(problem, "diffusion.scheme", last ? NULL : "gradient"));
  fails(TETRACAST_USAGE, "key", tetracast_problem_set(problem, last ? NULL : "time.dt", "1"));
  fails(TETRACAST_USAGE, "key", tetracast_problem_set_number(problem, last ? NULL : "time.dt", 1.0));
  fails(TETRACAST_USAGE, "not finite", tetracast_problem_set_number(problem, "time.dt", last ? NAN : 1.0));
  succeeds(tetracast_problem_set(problem, "diffusion.scheme", "two-point"));
  succeeds(tetracast_problem_set_number(problem, "time.safety", 0.75));
  succeeds(tetracast_problem_set(problem, "states", "{w: {initial: 0, rate: v - w}}"));
  succeeds(tetracast_problem_set(problem, "time", "{steps: 7}"));
  succeeds(tetracast_problem_set(problem, "time", "{method: implicit}"));
  for (int i = 0; i < 3; i++) succeeds(tetracast_problem_set(problem, "time.theta", i < 2 ? "0.75" : "0.5"));
  fails(TETRACAST_USAGE, "time.theta", tetracast_problem_set(problem, "time.theta", "-1"));
  cr_assert_eq(problem->override.count, 6, "%d overrides", problem->override.count);
  /* Keys that were refused above must not have changed the config. */
  succeeds(tetracast_problem_set_up(problem));
  cr_assert(problem->plan.config->time.steps == 7 && problem->plan.config->time.theta == 0.5);
  fails(TETRACAST_USAGE, "set up", tetracast_problem_set(problem, "time.steps", "5"));
  tetracast_problem_destroy(&problem);
  tetracast_mesh_destroy(&mesh);
  tetracast_world_destroy(&w);
}

ParallelTest(problem, tensors_and_boundary) {
  (void)world;
  tetracast_world *w = NULL;
  tetracast_mesh *mesh = create_mesh(&w);
  tetracast_problem *problem = NULL;
  const double good[6] = {1.0, 1.0, 0.5, 0.0, 0.0, 0.1}, bad[6] = {1.0, 1.0, 1.0, 2.0, 0.0, 0.0},
               infinite[6] = {1.0, 1.0, HUGE_VAL, 0.0, 0.0, 0.0};
  succeeds(tetracast_problem_load(w, "a.yaml", config, mesh, &problem));
  fails(TETRACAST_USAGE, "diffusion.tensor", tetracast_problem_set_tensor(problem, TETRACAST_ALL, bad));
  fails(TETRACAST_USAGE, "not finite", tetracast_problem_set_tensor(problem, 1, infinite));
  fails(TETRACAST_USAGE, "tensor", tetracast_problem_set_tensor(problem, 1, host_is_last() ? NULL : good));
  succeeds(tetracast_problem_set(problem, "diffusion.scheme", "gradient"));
  succeeds(tetracast_problem_set_tensor(problem, TETRACAST_ALL, good));
  succeeds(tetracast_problem_set_tensor(problem, 1, good));
  fails(TETRACAST_USAGE, "kind 7",
        tetracast_problem_set_boundary(problem, 1, (tetracast_boundary)7, "0", NULL));
  fails(TETRACAST_USAGE, "value",
        tetracast_problem_set_boundary(problem, 1, TETRACAST_BOUNDARY_VALUE, host_is_last() ? NULL : "1",
                                       NULL));
  char formula[2100] = "1";
  if (host_is_last()) snprintf(formula, sizeof formula, "%*d", (int)sizeof formula - 1, 1);
  fails(TETRACAST_USAGE, "too long",
        tetracast_problem_set_boundary(problem, 1, TETRACAST_BOUNDARY_VALUE, formula, NULL));
  fails(TETRACAST_USAGE, "1+*x",
        tetracast_problem_set_boundary(problem, 1, TETRACAST_BOUNDARY_VALUE, "1+*x", NULL));
  fails(TETRACAST_USAGE, "needs h",
        tetracast_problem_set_boundary(problem, 1, TETRACAST_BOUNDARY_EXCHANGE, "1", NULL));
  fails(TETRACAST_USAGE, "NULL",
        tetracast_problem_set_boundary(problem, 1, TETRACAST_BOUNDARY_FLUX, "1", "2"));
  succeeds(tetracast_problem_set_boundary(problem, TETRACAST_ALL, TETRACAST_BOUNDARY_FLUX, "0.25*t", NULL));
  succeeds(tetracast_problem_set_boundary(problem, 1, TETRACAST_BOUNDARY_VALUE, "x + t", NULL));
  succeeds(tetracast_problem_set_boundary(problem, 2, TETRACAST_BOUNDARY_EXCHANGE, "y", "1.5"));
  succeeds(tetracast_problem_set_boundary(problem, 1, TETRACAST_BOUNDARY_VALUE, "y + t", NULL));
  succeeds(tetracast_problem_set_up(problem));
  tetracast_problem_destroy(&problem);
  tetracast_mesh_destroy(&mesh);
  tetracast_world_destroy(&w);
}

/* After the set-up has failed, the problem must be unchanged, and its set-up can be repeated. */
ParallelTest(problem, set_up_can_be_repeated) {
  (void)world;
  tetracast_world *w = NULL;
  tetracast_mesh *mesh = create_mesh(&w);
  tetracast_problem *problem = NULL;
  const double tensor[6] = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0};
  int64_t owned = -1;
  const int64_t *id;
  const double *centroid, *volume;
  succeeds(tetracast_problem_load(w, "a.yaml", config, mesh, &problem));
  fails(TETRACAST_USAGE, "not set up", tetracast_problem_cells(problem, &owned, NULL, NULL, NULL));
  succeeds(tetracast_problem_set_number(problem, "time.dt", 1e9));
  fails(TETRACAST_NUMERICAL, "dt", tetracast_problem_set_up(problem));
  fails(TETRACAST_USAGE, "NULL", tetracast_problem_set_up(NULL));
  succeeds(tetracast_problem_set(problem, "time.dt", "auto"));
  succeeds(tetracast_problem_set_up(problem));
  fails(TETRACAST_USAGE, "already", tetracast_problem_set_up(problem));
  fails(TETRACAST_USAGE, "set up", tetracast_problem_set_tensor(problem, 1, tensor));
  /* Mesh and world may be destroyed before the problem. */
  tetracast_mesh_destroy(&mesh);
  tetracast_world_destroy(&w);
  succeeds(tetracast_problem_cells(problem, &owned, &id, &centroid, &volume));
  int64_t all = owned;
  MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
  cr_assert_eq(all, 72);
  for (int64_t i = 0; i < owned; i++)
    cr_assert(id[i] >= 0 && id[i] < 72 && volume[i] > 0.0 && centroid[3 * i] < 1.0);
  tetracast_problem_destroy(&problem);
}

/* If the program passes no mesh to the set-up, the mesh file of the config is read. */
ParallelTest(problem, mesh_of_the_config) {
  (void)world;
  tetracast_world *w = NULL;
  tetracast_problem *problem = NULL;
  host_restore();
  succeeds(tetracast_world_create(MPI_COMM_WORLD, 0, &w));
  succeeds(tetracast_problem_load(w, "a.yaml", "mesh: {file: meshes/bar}\nstorage: ell\n", NULL, &problem));
  succeeds(tetracast_problem_set_up(problem));
  tetracast_problem_destroy(&problem);
  succeeds(tetracast_problem_load(w, "a.yaml", "mesh: {file: meshes/none}\n", NULL, &problem));
  fails(TETRACAST_INPUT, "meshes/none", tetracast_problem_set_up(problem));
  tetracast_problem_destroy(&problem);
  tetracast_world_destroy(&w);
}
