#include "api/host.h"
#include "support/parallel.h"

TestSuite(functions, .init = host_begin);

static const char config[] = "diffusion: {scheme: gradient, tensor: [\"1+x\", \"1+y\", 1, 0, 0, \"0.1*z\"]}\n"
                             "initial: \"x*y\"\n"
                             "storage: ell\n";

/* A problem on a box of 180 cells. The problem borrows the mesh, which the scene owns. */
typedef struct scene {
  tetracast_world *world;
  tetracast_mesh *mesh;
  tetracast_problem *problem;
} scene;

static scene create_scene(void) {
  scene s = {0};
  host_restore();
  succeeds(tetracast_world_create(MPI_COMM_WORLD, 0, &s.world));
  succeeds(tetracast_mesh_create_box(s.world, (const int64_t[]){5, 3, 2}, (const double[]){1.0, 1.0, 1.0},
                                     &s.mesh));
  succeeds(tetracast_problem_load(s.world, "a.yaml", config, s.mesh, &s.problem));
  return s;
}

static void free_scene(scene *s) {
  tetracast_problem_destroy(&s->problem);
  tetracast_mesh_destroy(&s->mesh);
  tetracast_world_destroy(&s->world);
}

/* Sets the problem of the scene up and makes 20 steps or, with the method steady, one solve. Frees the
 * scene and returns the hash of the field. */
static uint64_t run(scene *s, const char *method) {
  tetracast_stepper *stepper = NULL;
  uint64_t hash = 0;
  succeeds(tetracast_problem_set(s->problem, "time.method", method));
  succeeds(tetracast_problem_set_up(s->problem));
  succeeds(tetracast_stepper_create(s->problem, NULL, NULL, &stepper));
  succeeds(tetracast_stepper_advance(stepper, 20));
  succeeds(tetracast_stepper_statistics(stepper, NULL, NULL, NULL, &hash));
  tetracast_stepper_destroy(&stepper);
  free_scene(s);
  return hash;
}

/* Result of a function that fails on the upper half of the ranks, with a different value on each. The
 * result is 0 on the others. */
static int result_of_upper_ranks(void) { return host_rank() >= host_ranks() / 2 ? 30 + host_rank() : 0; }

/* Formats the error message for a function of the program that fails at time t with result_of_upper_ranks.
 * The message contains the result of the lowest rank that fails. */
static const char *failure_text(const char *name, double t, char text[100]) {
  snprintf(text, 100, "%s function: it has returned %d at t = %.6g:", name, 30 + host_ranks() / 2, t);
  if (strchr(text, ',')) *strchr(text, ',') = '.'; /* because the program has a locale with decimal comma */
  return text;
}

/* ---- functions that compute tensors ---- */

typedef struct tensor_use {
  int calls, fails;
  double sign; /* factor of all components; -1 gives an invalid tensor */
} tensor_use;

static int compute_tensor(void *self, int64_t count, const int64_t *id, const double *centroid,
                          double *value) {
  tensor_use *use = self;
  use->calls++;
  for (int64_t i = 0; i < count; i++) {
    const double *p = centroid + 3 * i, tensor[6] = {1.0 + p[0], 1.0 + p[1], 1.0, 0.0, 0.0, 0.1 * p[2]};
    cr_assert(id[i] >= 0 && id[i] < 180);
    for (int k = 0; k < 6; k++) value[6 * i + k] = use->sign * tensor[k];
  }
  return use->fails;
}

ParallelTest(functions, tensor) {
  (void)world;
  for (int scheme = 0; scheme < 2; scheme++) {
    uint64_t hash[2];
    for (int k = 0; k < 2; k++) {
      tensor_use use = {0, 0, 1.0};
      scene s = create_scene();
      succeeds(tetracast_problem_set(s.problem, "diffusion.scheme", scheme ? "gradient" : "two-point"));
      /* The function replaces the tensors of the config, also those of regions. */
      if (k) succeeds(tetracast_problem_set(s.problem, "diffusion.tensor", "3"));
      if (k) succeeds(tetracast_problem_set(s.problem, "diffusion.regions", "[{region: 9, tensor: 2}]"));
      if (k) succeeds(tetracast_problem_set_tensor_function(s.problem, compute_tensor, &use));
      hash[k] = run(&s, "euler");
      cr_assert_eq(use.calls, k);
    }
    cr_assert_eq(hash[0], hash[1]);
  }
}

ParallelTest(functions, tensor_that_fails) {
  (void)world;
  scene s = create_scene();
  tensor_use use = {0, host_is_last() ? 5 : 0, 1.0};
  if (host_ranks() > 1)
    fails(TETRACAST_USAGE, "some ranks",
          tetracast_problem_set_tensor_function(s.problem, host_is_last() ? NULL : compute_tensor, &use));
  fails(TETRACAST_USAGE, "NULL", tetracast_problem_set_tensor_function(NULL, compute_tensor, &use));
  succeeds(tetracast_problem_set_tensor_function(s.problem, compute_tensor, &use));
  fails(TETRACAST_CALLBACK, "returned 5", tetracast_problem_set_up(s.problem));
  use = (tensor_use){0, 0, -1.0};
  fails(TETRACAST_INPUT, "tensor function: cell 0 ", tetracast_problem_set_up(s.problem));
  succeeds(tetracast_problem_set_tensor_function(s.problem, NULL, NULL));
  succeeds(tetracast_problem_set_up(s.problem));
  fails(TETRACAST_USAGE, "set up", tetracast_problem_set_tensor_function(s.problem, compute_tensor, &use));
  free_scene(&s);
}

/* ---- functions that compute boundary data ---- */

typedef struct face_use {
  int64_t faces;
  double last;        /* time of the last call */
  double from, value; /* from time `from` on, the function returns the data `value`, which are invalid */
  int fails;          /* from time `from` on, the function returns this result instead of 0 */
} face_use;

static int compute_faces(void *self, double t, int64_t count, const int64_t *cell, const double *centroid,
                         double *value) {
  face_use *use = self;
  cr_assert_gt(count, 0);
  use->faces = count;
  use->last = t;
  for (int64_t i = 0; i < count; i++) {
    const double *p = centroid + 3 * i;
    cr_assert(cell[i] >= 0 && cell[i] < 180);
    value[i] = t >= use->from ? use->value : (1.0 + p[0]) * (p[1] + t);
  }
  return t >= use->from ? use->fails : 0;
}

static const face_use no_fault = {.from = HUGE_VAL};

static uint64_t run_boundary(const char *method, tetracast_boundary kind, bool calls) {
  face_use use = no_fault;
  scene s = create_scene();
  const char *formula = "(1+x)*(y+t)", *h = kind == TETRACAST_BOUNDARY_EXCHANGE ? "1+z" : NULL;
  succeeds(tetracast_problem_set_boundary(s.problem, 2, TETRACAST_BOUNDARY_FLUX, "1", NULL));
  if (calls)
    succeeds(tetracast_problem_set_boundary_function(s.problem, 2, kind, compute_faces, &use, h));
  else
    succeeds(tetracast_problem_set_boundary(s.problem, 2, kind, formula, h));
  const uint64_t hash = run(&s, method);
  /* A rank may have no face of this marker, so `faces` may be 0. A steady solve uses the data of t = 0
   * only. */
  cr_assert(calls ? use.faces == 0 || (use.last > 0.0) == (strcmp(method, "steady") != 0) : use.faces == 0);
  return hash;
}

ParallelTest(functions, boundary) {
  (void)world;
  static const struct {
    const char *method;
    tetracast_boundary kind;
  } run[] = {{"euler", TETRACAST_BOUNDARY_FLUX},
             {"euler", TETRACAST_BOUNDARY_EXCHANGE},
             {"implicit", TETRACAST_BOUNDARY_VALUE},
             {"steady", TETRACAST_BOUNDARY_EXCHANGE}};
  for (int k = 0; k < 4; k++)
    cr_assert_eq(run_boundary(run[k].method, run[k].kind, false),
                 run_boundary(run[k].method, run[k].kind, true), "%s, kind %d", run[k].method,
                 (int)run[k].kind);
}

/* A steady solve with a formula that depends on time gives a warning. For a function of the program there
 * is no warning, because the library cannot detect a dependence on time. */
ParallelTest(functions, boundary_of_a_steady_solve) {
  (void)world;
  static const char *const warning = "depends on time";
  face_use use = no_fault;
  for (int k = 0; k < 2; k++) {
    scene s = create_scene();
    tetracast_stepper *stepper = NULL;
    char *json = NULL;
    if (k)
      succeeds(tetracast_problem_set_boundary_function(s.problem, 2, TETRACAST_BOUNDARY_VALUE, compute_faces,
                                                       &use, NULL));
    else
      succeeds(tetracast_problem_set_boundary(s.problem, 2, TETRACAST_BOUNDARY_VALUE, "(1+x)*(y+t)", NULL));
    succeeds(tetracast_problem_set(s.problem, "time.method", "steady"));
    succeeds(tetracast_problem_set_up(s.problem));
    succeeds(tetracast_stepper_create(s.problem, NULL, NULL, &stepper));
    succeeds(tetracast_stepper_advance(stepper, 1));
    succeeds(tetracast_stepper_report(stepper, &json));
    cr_assert(!json || (strstr(json, warning) != NULL) == !k, "%d: %s", k, json);
    tetracast_text_free(json);
    tetracast_stepper_destroy(&stepper);
    free_scene(&s);
  }
}

/* A function of the program gives the boundary data of all markers, and an operator evaluates it. */
ParallelTest(functions, boundary_default) {
  (void)world;
  face_use use = no_fault;
  double *b[2] = {NULL, NULL};
  int64_t owned = 0;
  for (int k = 0; k < 2; k++) {
    scene s = create_scene();
    tetracast_operator *op = NULL;
    if (k)
      succeeds(tetracast_problem_set_boundary_function(s.problem, TETRACAST_ALL, TETRACAST_BOUNDARY_VALUE,
                                                       compute_faces, &use, NULL));
    else
      succeeds(tetracast_problem_set_boundary(s.problem, TETRACAST_ALL, TETRACAST_BOUNDARY_VALUE,
                                              "(1+x)*(y+t)", NULL));
    succeeds(tetracast_problem_set_up(s.problem));
    succeeds(tetracast_problem_cells(s.problem, &owned, NULL, NULL, NULL));
    succeeds(tetracast_operator_create(s.problem, NULL, NULL, &op));
    b[k] = malloc((size_t)owned * sizeof **b + 1);
    succeeds(tetracast_operator_forcing(op, 2.5, NULL, b[k]));
    tetracast_operator_destroy(&op);
    free_scene(&s);
  }
  cr_assert(use.last == 2.5 && memcmp(b[0], b[1], (size_t)owned * sizeof **b) == 0);
  free(b[0]);
  free(b[1]);
}

ParallelTest(functions, boundary_arguments) {
  (void)world;
  scene s = create_scene();
  face_use use = no_fault;
  fails(TETRACAST_USAGE, "value",
        tetracast_problem_set_boundary_function(s.problem, 2, TETRACAST_BOUNDARY_VALUE,
                                                host_is_last() ? NULL : compute_faces, &use, NULL));
  fails(TETRACAST_USAGE, "kind 7",
        tetracast_problem_set_boundary_function(s.problem, 2, (tetracast_boundary)7, compute_faces, &use,
                                                NULL));
  fails(TETRACAST_USAGE, "needs h",
        tetracast_problem_set_boundary_function(s.problem, 2, TETRACAST_BOUNDARY_EXCHANGE, compute_faces,
                                                &use, NULL));
  succeeds(tetracast_problem_set_boundary_function(s.problem, 2, TETRACAST_BOUNDARY_VALUE, compute_faces,
                                                   &use, NULL));
  fails(TETRACAST_USAGE, "boundary.markers", tetracast_problem_set(s.problem, "boundary.markers", "[]"));
  /* A formula that is set later replaces the function. */
  succeeds(tetracast_problem_set_boundary(s.problem, 2, TETRACAST_BOUNDARY_VALUE, "1", NULL));
  succeeds(tetracast_problem_set(s.problem, "boundary.default.value", "1"));
  succeeds(tetracast_problem_set_up(s.problem));
  cr_assert_eq(use.faces, 0);
  fails(TETRACAST_USAGE, "set up",
        tetracast_problem_set_boundary_function(s.problem, 2, TETRACAST_BOUNDARY_VALUE, compute_faces, &use,
                                                NULL));
  free_scene(&s);
}

/* Invalid boundary data at t = 0 are found when the data are first used. Data that become invalid later
 * are found within 100 steps. */
ParallelTest(functions, boundary_that_fails) {
  (void)world;
  scene s = create_scene();
  tetracast_stepper *stepper = NULL;
  face_use use = {.from = 0.0, .fails = host_is_last() ? 3 : 0};
  double dt;
  succeeds(tetracast_problem_set_boundary_function(s.problem, TETRACAST_ALL, TETRACAST_BOUNDARY_VALUE,
                                                   compute_faces, &use, NULL));
  succeeds(tetracast_problem_set_up(s.problem));
  fails(TETRACAST_CALLBACK, "boundary function: it has returned 3 at t = 0:",
        tetracast_stepper_create(s.problem, NULL, NULL, &stepper));
  use = (face_use){.value = NAN};
  fails(TETRACAST_NUMERICAL, "boundary function", tetracast_stepper_create(s.problem, NULL, NULL, &stepper));
  use = no_fault;
  succeeds(tetracast_stepper_create(s.problem, NULL, NULL, &stepper));
  host_call(tetracast_stepper_position(stepper, NULL, NULL, &dt));
  use = (face_use){.from = 7.5 * dt, .fails = result_of_upper_ranks()};
  char text[100];
  fails(TETRACAST_CALLBACK, failure_text("boundary", 8.0 * dt, text),
        tetracast_stepper_advance(stepper, 200));
  tetracast_stepper_destroy(&stepper);
  free_scene(&s);
}

/* ---- functions that compute sources ---- */

static int compute_source(void *self, double t, int64_t count, const int64_t *id, const double *centroid,
                          const double *v, double *source) {
  (void)id, (void)centroid, (void)v;
  for (int64_t i = 0; i < count; i++) source[i] = 0.1;
  return t >= *(const double *)self ? result_of_upper_ranks() : 0;
}

/* The error message contains the time, and the result of the lowest rank on which the source function
 * fails. */
ParallelTest(functions, source_that_fails) {
  (void)world;
  const unsigned depends = TETRACAST_DEPENDS_TIME | TETRACAST_DEPENDS_FIELD;
  scene s = create_scene();
  tetracast_stepper *stepper = NULL;
  double from = HUGE_VAL, dt;
  char text[100];
  succeeds(tetracast_problem_set_source_function(s.problem, compute_source, depends, &from));
  succeeds(tetracast_problem_set_up(s.problem));
  succeeds(tetracast_stepper_create(s.problem, NULL, NULL, &stepper));
  host_call(tetracast_stepper_position(stepper, NULL, NULL, &dt));
  from = 7.5 * dt;
  fails(TETRACAST_CALLBACK, failure_text("source", 8.0 * dt, text), tetracast_stepper_advance(stepper, 200));
  tetracast_stepper_destroy(&stepper);
  free_scene(&s);
}
