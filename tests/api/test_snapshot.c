#include "api/host.h"
#include "support/parallel.h"

TestSuite(snapshot, .init = host_begin);

static const char config[] = "diffusion: {scheme: two-point}\n"
                             "initial: \"1+x\"\n"
                             "states: {w: {initial: 1, rate: v-w}}\n"
                             "source: \"0.1*w\"\n"
                             "storage: ell\n";

typedef struct scene {
  char path[64];
  tetracast_world *world;
  tetracast_mesh *mesh;
  tetracast_problem *problem;
} scene;

/* The path that rank 0 passes is used. The other ranks pass different paths, which the library must
 * ignore. */
static scene create_scene(void) {
  scene s = {0};
  const double length[3] = {1.0, 1.0, 1.0};
  host_restore();
  snprintf(s.path, sizeof s.path, "/tmp/tetracast_snapshot_%d.h5", (int)getpid());
  succeeds(tetracast_world_create(MPI_COMM_WORLD, 0, &s.world));
  succeeds(tetracast_mesh_create_box(s.world, (const int64_t[]){3, 3, 2}, length, &s.mesh));
  succeeds(tetracast_problem_load(s.world, "a.yaml", config, s.mesh, &s.problem));
  return s;
}

static void free_scene(scene *s) {
  char companion[80];
  tetracast_problem_destroy(&s->problem);
  tetracast_mesh_destroy(&s->mesh);
  tetracast_world_destroy(&s->world);
  MPI_Barrier(MPI_COMM_WORLD);
  snprintf(companion, sizeof companion, "%.*s.xdmf", (int)strlen(s->path) - 3, s->path);
  unlink(s->path);
  unlink(companion);
}

ParallelTest(snapshot, write_and_read) {
  (void)world;
  scene s = create_scene();
  tetracast_snapshot *file = NULL;
  tetracast_stepper *stepper = NULL, *other = NULL;
  tetracast_problem *another = NULL;
  double value[108], time = -1.0, now;
  const double *v;
  int64_t owned;
  fails(TETRACAST_USAGE, "not set up", tetracast_snapshot_create(s.problem, s.mesh, s.path, 2, 0, &file));
  fails(TETRACAST_USAGE, "not set up", tetracast_snapshot_read(s.problem, s.path, -1, value, &time));
  succeeds(tetracast_problem_set_up(s.problem));
  fails(TETRACAST_USAGE, "the number of rows is 0",
        tetracast_snapshot_create(s.problem, s.mesh, s.path, 0, 0, &file));
  fails(TETRACAST_USAGE, "mesh", tetracast_snapshot_create(s.problem, NULL, s.path, 2, 0, &file));
  fails(TETRACAST_USAGE, "mesh",
        tetracast_snapshot_create(s.problem, host_is_last() ? NULL : s.mesh, s.path, 2, 0, &file));
  fails(TETRACAST_USAGE, "the number of rows is 0",
        tetracast_snapshot_create(s.problem, s.mesh, s.path, host_is_last() ? 0 : 2, 0, &file));
  fails(TETRACAST_OUTPUT, "none",
        tetracast_snapshot_create(s.problem, s.mesh, "/proc/none/a.h5", 2, 0, &file));
  cr_assert_null(file);
  succeeds(tetracast_stepper_create(s.problem, NULL, NULL, &stepper));
  succeeds(tetracast_snapshot_create(s.problem, s.mesh, s.path, 2, 0, &file));
  succeeds(tetracast_snapshot_write(file, stepper));
  succeeds(tetracast_stepper_advance(stepper, 5));
  succeeds(tetracast_snapshot_write(file, stepper));
  fails(TETRACAST_USAGE, "all 2 rows", tetracast_snapshot_write(file, stepper));
  fails(TETRACAST_USAGE, "stepper", tetracast_snapshot_write(file, NULL));
  succeeds(tetracast_problem_load(s.world, "a.yaml", config, s.mesh, &another));
  succeeds(tetracast_problem_set_up(another));
  succeeds(tetracast_stepper_create(another, NULL, NULL, &other));
  fails(TETRACAST_USAGE, "another problem", tetracast_snapshot_write(file, other));
  tetracast_stepper_destroy(&other);
  succeeds(tetracast_snapshot_close(&file, 1));
  cr_assert_null(file);
  succeeds(tetracast_snapshot_close(&file, 1));
  succeeds(tetracast_snapshot_close(NULL, 0));
  /* Another problem with the same mesh reads the last row. */
  succeeds(tetracast_problem_cells(another, &owned, NULL, NULL, NULL));
  succeeds(tetracast_stepper_field(stepper, NULL, &v));
  succeeds(tetracast_snapshot_read(another, s.path, -1, value, &time));
  tetracast_stepper_position(stepper, NULL, &now, NULL);
  cr_assert_eq(time, now);
  for (int64_t i = 0; i < owned; i++) cr_assert_eq(value[i], v[i]);
  succeeds(tetracast_snapshot_read(another, s.path, 0, value, NULL));
  fails(TETRACAST_INPUT, "step 3", tetracast_snapshot_read(another, s.path, 3, value, NULL));
  fails(TETRACAST_USAGE, "path", tetracast_snapshot_read(another, NULL, 3, value, NULL));
  tetracast_stepper_destroy(&stepper);
  tetracast_problem_destroy(&another);
  free_scene(&s);
}

/* `mesh` differs from the mesh of the scene. A problem on `mesh` must not be able to read the snapshot of
 * the scene or to start from it. Creating a snapshot of the scene's problem with `mesh` must fail too. */
static void expect_other_mesh(const scene *s, tetracast_mesh *mesh) {
  tetracast_problem *problem = NULL, *started = NULL;
  tetracast_snapshot *file = NULL;
  double value[108];
  char initial[100];
  succeeds(tetracast_problem_load(s->world, "a.yaml", config, mesh, &problem));
  succeeds(tetracast_problem_set_up(problem));
  fails(TETRACAST_INPUT, "another mesh", tetracast_snapshot_read(problem, s->path, -1, value, NULL));
  fails(TETRACAST_INPUT, "not the mesh", tetracast_snapshot_create(problem, s->mesh, s->path, 1, 1, &file));
  fails(TETRACAST_INPUT, "not the mesh", tetracast_snapshot_create(s->problem, mesh, s->path, 1, 1, &file));
  cr_assert_null(file);
  tetracast_problem_destroy(&problem);
  succeeds(tetracast_problem_load(s->world, "a.yaml", config, mesh, &started));
  char path[sizeof s->path];
  memcpy(path, s->path, sizeof path);
  MPI_Bcast(path, sizeof path, MPI_CHAR, 0, MPI_COMM_WORLD);
  snprintf(initial, sizeof initial, "{file: %s}", path);
  succeeds(tetracast_problem_set(started, "initial", initial));
  fails(TETRACAST_INPUT, "another mesh", tetracast_problem_set_up(started));
  tetracast_problem_destroy(&started);
}

static tetracast_mesh *create_tetrahedron(tetracast_world *w, double height) {
  static const int64_t corner[4] = {0, 1, 2, 3};
  const double point[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, height};
  tetracast_mesh *mesh = NULL;
  const int root = host_rank() == 0;
  succeeds(
      tetracast_mesh_create(w, "cell", root ? 4 : 0, root ? point : NULL, root, root ? corner : NULL, &mesh));
  return mesh;
}

/* A snapshot can be used only with a mesh that has the same points and markers as its own mesh. */
ParallelTest(snapshot, other_meshes) {
  (void)world;
  scene s = create_scene();
  tetracast_mesh *longer = NULL, *same = NULL;
  tetracast_world *w = NULL;
  tetracast_stepper *stepper = NULL;
  tetracast_snapshot *file = NULL;
  const int64_t brick[3] = {3, 3, 2}, face[3] = {0, 1, 5};
  const int32_t marker = 7;
  succeeds(tetracast_problem_set_up(s.problem));
  succeeds(tetracast_stepper_create(s.problem, NULL, NULL, &stepper));
  succeeds(tetracast_mesh_create_box(s.world, brick, (const double[]){1.0, 1.0, 1.0}, &same));
  succeeds(tetracast_snapshot_create(s.problem, same, s.path, 1, 1, &file));
  succeeds(tetracast_snapshot_write(file, stepper));
  succeeds(tetracast_snapshot_close(&file, 1));
  succeeds(tetracast_mesh_create_box(s.world, brick, (const double[]){1.0, 1.0, 2.0}, &longer));
  expect_other_mesh(&s, longer);
  succeeds(tetracast_mesh_set_markers(same, host_rank() == 0, face, &marker));
  expect_other_mesh(&s, same);
  succeeds(tetracast_world_create(MPI_COMM_WORLD, 0, &w));
  tetracast_mesh_destroy(&same);
  succeeds(tetracast_mesh_create_box(w, brick, (const double[]){1.0, 1.0, 1.0}, &same));
  fails(TETRACAST_USAGE, "another world", tetracast_snapshot_create(s.problem, same, s.path, 1, 1, &file));
  tetracast_world_destroy(&w);
  tetracast_mesh_destroy(&same);
  tetracast_mesh_destroy(&longer);
  tetracast_stepper_destroy(&stepper);
  free_scene(&s);
}

ParallelTest(snapshot, other_arrays) {
  (void)world;
  scene s = create_scene();
  tetracast_mesh *low = create_tetrahedron(s.world, 1.0), *high = create_tetrahedron(s.world, 2.0);
  tetracast_problem *problem = NULL;
  tetracast_snapshot *file = NULL;
  succeeds(tetracast_problem_load(s.world, "a.yaml", config, low, &problem));
  if (host_ranks() == 1) {
    succeeds(tetracast_problem_set_up(problem));
    fails(TETRACAST_INPUT, "not the mesh", tetracast_snapshot_create(problem, high, s.path, 1, 1, &file));
    succeeds(tetracast_snapshot_create(problem, low, s.path, 1, 1, &file));
    succeeds(tetracast_snapshot_close(&file, 0));
  }
  tetracast_problem_destroy(&problem);
  tetracast_mesh_destroy(&low);
  tetracast_mesh_destroy(&high);
  free_scene(&s);
}

/* An existing snapshot file is replaced only if the program requests this. The replacement happens when
 * the new file is published. */
ParallelTest(snapshot, replace_and_discard) {
  (void)world;
  scene s = create_scene();
  tetracast_snapshot *file = NULL;
  tetracast_stepper *stepper = NULL;
  double value[108];
  succeeds(tetracast_problem_set_up(s.problem));
  succeeds(tetracast_stepper_create(s.problem, NULL, NULL, &stepper));
  for (int k = 0; k < 3; k++) {
    succeeds(tetracast_snapshot_create(s.problem, s.mesh, s.path, 1, 1, &file));
    succeeds(tetracast_stepper_advance(stepper, 1));
    succeeds(tetracast_snapshot_write(file, stepper));
    succeeds(tetracast_snapshot_close(&file, k != 1));
    succeeds(tetracast_snapshot_read(s.problem, s.path, k == 1 ? 1 : k + 1, value, NULL));
  }
  /* The test removes the file before it is published. */
  char working[80];
  succeeds(tetracast_snapshot_create(s.problem, s.mesh, s.path, 1, 1, &file));
  succeeds(tetracast_snapshot_write(file, stepper));
  snprintf(working, sizeof working, "%.*s.new.h5", (int)strlen(s.path) - 3, s.path);
  if (host_rank() == 0) cr_assert_eq(unlink(working), 0);
  fails(TETRACAST_OUTPUT, ".h5", tetracast_snapshot_close(&file, 1));
  cr_assert_null(file);
  strcpy(strrchr(working, '.'), ".xdmf");
  if (host_rank() == 0) unlink(working);
  fails(TETRACAST_USAGE, "exists", tetracast_snapshot_create(s.problem, s.mesh, s.path, 1, 0, &file));
  tetracast_stepper_destroy(&stepper);
  free_scene(&s);
}
