#include "api/host.h"
#include "support/parallel.h"

TestSuite(operator, .init = host_begin);

static const char config[] = "diffusion: {scheme: gradient, tensor: [1, 1, 0.5, 0, 0, 0.1]}\n"
                             "boundary:\n"
                             "  default: {kind: value, value: \"x+t\"}\n"
                             "  markers: [{marker: 1, kind: flux, value: \"0.5*t*y\"}]\n"
                             "states: {w: {initial: 2, rate: v-w}}\n"
                             "source: \"w*v+z\"\n"
                             "storage: ell\n";

static tetracast_problem *create_problem(void) {
  tetracast_world *world = NULL;
  tetracast_mesh *mesh = NULL;
  tetracast_problem *problem = NULL;
  tetracast_operator *op = NULL;
  host_restore();
  succeeds(tetracast_world_create(MPI_COMM_WORLD, 0, &world));
  succeeds(
      tetracast_mesh_create_box(world, (const int64_t[]){3, 3, 2}, (const double[]){1.0, 1.0, 1.0}, &mesh));
  succeeds(tetracast_problem_load(world, "a.yaml", config, mesh, &problem));
  fails(TETRACAST_USAGE, "not set up", tetracast_operator_create(problem, NULL, NULL, &op));
  fails(TETRACAST_USAGE, "depends", tetracast_problem_set_source_function(problem, NULL, 8, NULL));
  succeeds(tetracast_problem_set_up(problem));
  tetracast_mesh_destroy(&mesh);
  tetracast_world_destroy(&world);
  return problem;
}

ParallelTest(operator, names) {
  (void)world;
  tetracast_problem *problem = create_problem();
  tetracast_operator *op = NULL;
  fails(TETRACAST_USAGE, "condensed", tetracast_operator_create(problem, "condnsed", NULL, &op));
  fails(TETRACAST_USAGE, "ell16", tetracast_operator_create(problem, NULL, "csr", &op));
  fails(TETRACAST_USAGE, "out", tetracast_operator_create(problem, NULL, NULL, host_is_last() ? NULL : &op));
  fails(TETRACAST_USAGE, "NULL", tetracast_operator_create(NULL, NULL, NULL, &op));
  cr_assert_null(op);
  succeeds(tetracast_operator_create(problem, NULL, "ell16", &op));
  tetracast_problem_destroy(&problem);
  host_call(tetracast_operator_destroy(&op));
  cr_assert_null(op);
  tetracast_operator_destroy(&op);
  tetracast_operator_destroy(NULL);
}

/* A box of 6 cells is distributed in blocks of 4 cells, so ranks after the second own no cell. Their rows
 * must be empty. */
ParallelTest(operator, rows_of_a_rank_without_cells) {
  (void)world;
  tetracast_world *w = NULL;
  tetracast_mesh *mesh = NULL;
  tetracast_problem *problem = NULL;
  tetracast_operator *op = NULL;
  int64_t owned, entries, begin[7] = {-1}, column[6 * 65];
  double value[6 * 65];
  host_restore();
  succeeds(tetracast_world_create(MPI_COMM_WORLD, 0, &w));
  succeeds(tetracast_mesh_create_box(w, (const int64_t[]){1, 1, 1}, (const double[]){1.0, 1.0, 1.0}, &mesh));
  succeeds(tetracast_problem_load(w, "a.yaml", config, mesh, &problem));
  succeeds(tetracast_problem_set(problem, "distribution", "{kind: cyclic, block_size: 4}"));
  succeeds(tetracast_problem_set_up(problem));
  succeeds(tetracast_operator_create(problem, NULL, NULL, &op));
  succeeds(tetracast_problem_cells(problem, &owned, NULL, NULL, NULL));
  succeeds(tetracast_operator_rows(op, NULL, &entries, begin, owned ? column : NULL, owned ? value : NULL));
  cr_assert(begin[owned] == entries && (owned > 0) == (entries > 0));
  cr_assert_eq(owned > 0, host_rank() < 2);
  tetracast_operator_destroy(&op);
  tetracast_problem_destroy(&problem);
  tetracast_mesh_destroy(&mesh);
  tetracast_world_destroy(&w);
}

/* Combines the parts of all ranks. `all` receives the whole field on all ranks, ordered by row number. */
static void gather(int64_t first, int64_t owned, const double *own, double *all, int64_t rows) {
  for (int64_t i = 0; i < rows; i++) all[i] = 0.0;
  for (int64_t i = 0; i < owned; i++) all[first + i] = own[i];
  MPI_Allreduce(MPI_IN_PLACE, all, (int)rows, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

/* The library returns the matrix rows in CSR form. Their product with a vector must equal the product of
 * the operator. */
ParallelTest(operator, rows_and_product) {
  (void)world;
  enum { cells = 108, most = 108 * 65 };
  static const char *const strategies[] = {NULL, "condensed", "naive"};
  tetracast_problem *problem = create_problem();
  tetracast_operator *op = NULL;
  int64_t owned, first, entries, begin[cells + 1], *column = malloc(most * sizeof *column);
  double x[cells], y[cells], all[cells], *value = malloc(most * sizeof *value);
  const int64_t *id;
  succeeds(tetracast_problem_cells(problem, &owned, &id, NULL, NULL));
  for (int64_t i = 0; i < owned; i++) x[i] = 1.0 / (double)(1 + id[i]);
  for (int s = 0; s < 3; s++) {
    succeeds(tetracast_operator_create(problem, strategies[s], NULL, &op));
    fails(TETRACAST_USAGE, "all three", tetracast_operator_rows(op, &first, &entries, begin, NULL, NULL));
    succeeds(tetracast_operator_rows(op, &first, &entries, NULL, NULL, NULL));
    cr_assert(entries >= owned && entries <= most);
    succeeds(tetracast_operator_rows(op, NULL, NULL, begin, column, value));
    cr_assert(begin[0] == 0 && begin[owned] == entries);
    gather(first, owned, x, all, cells);
    succeeds(tetracast_operator_apply(op, x, y));
    for (int64_t i = 0; i < owned; i++) {
      double sum = 0.0, size = 0.0;
      cr_assert_eq(column[begin[i]], first + i);
      for (int64_t k = begin[i]; k < begin[i + 1]; k++) {
        sum += value[k] * all[column[k]];
        size += fabs(value[k] * all[column[k]]);
      }
      cr_assert(fabs(sum - y[i]) <= 1e-14 * size, "row %lld: %g, %g", (long long)i, sum, y[i]);
    }
    fails(TETRACAST_USAGE, "`x`", tetracast_operator_apply(op, host_is_last() ? NULL : x, y));
    fails(TETRACAST_USAGE, "`y`", tetracast_operator_apply(op, x, host_is_last() ? NULL : y));
    fails(TETRACAST_USAGE, "`b`", tetracast_operator_forcing(op, 0.0, x, host_is_last() ? NULL : y));
    tetracast_operator_destroy(&op);
  }
  free(column);
  free(value);
  tetracast_problem_destroy(&problem);
}

/* Source function of the program. It counts its calls, and fails from call number `failing_call` on. It
 * contains a barrier, which hangs unless all ranks call the function equally often. */
typedef struct program_source {
  int calls, failing_call;
  double factor;
} program_source;

static int program_evaluate(void *self, double t, int64_t count, const int64_t *id, const double *centroid,
                            const double *v, double *source) {
  program_source *p = self;
  MPI_Barrier(MPI_COMM_WORLD);
  for (int64_t i = 0; i < count; i++)
    source[i] = p->factor * v[i] * (1.0 + t) + centroid[3 * i + 2] + 0.0 * (double)id[i];
  return p->failing_call > 0 && ++p->calls >= p->failing_call && host_rank() == host_ranks() - 1 ? 17 : 0;
}

/* Creates a problem whose source is a formula. If `from` is not NULL, the function of the program is added
 * to the formula. */
static tetracast_problem *create_sourced(const char *formula, program_source *from) {
  tetracast_world *w = NULL;
  tetracast_mesh *mesh = NULL;
  tetracast_problem *problem = NULL;
  const unsigned depends = TETRACAST_DEPENDS_TIME | TETRACAST_DEPENDS_FIELD;
  host_restore();
  succeeds(tetracast_world_create(MPI_COMM_WORLD, 0, &w));
  succeeds(tetracast_mesh_create_box(w, (const int64_t[]){3, 3, 2}, (const double[]){1.0, 1.0, 1.0}, &mesh));
  succeeds(tetracast_problem_create(mesh, &problem));
  succeeds(tetracast_problem_set(problem, "source", formula));
  succeeds(tetracast_problem_set(problem, "storage", "ell"));
  if (from) succeeds(tetracast_problem_set_source_function(problem, program_evaluate, depends, from));
  if (host_ranks() > 1)
    fails(TETRACAST_USAGE, "differs between ranks",
          tetracast_problem_set_source_function(problem, host_is_last() ? NULL : program_evaluate, 0, NULL));
  if (from && from->failing_call > 0) fails(TETRACAST_CALLBACK, "17", tetracast_problem_set_up(problem));
  if (from) *from = (program_source){.factor = NAN};
  if (from) fails(TETRACAST_NUMERICAL, "not finite", tetracast_problem_set_up(problem));
  if (from) from->factor = 2.0;
  succeeds(tetracast_problem_set_up(problem));
  fails(TETRACAST_USAGE, "set up", tetracast_problem_set_source_function(problem, NULL, 0, NULL));
  tetracast_mesh_destroy(&mesh);
  tetracast_world_destroy(&w);
  return problem;
}

/* A source function must give the same result as a formula. If both exist, their sum is the source. */
ParallelTest(operator, source_function) {
  (void)world;
  enum { cells = 108 };
  program_source from = {.factor = 2.0, .failing_call = 5};
  tetracast_problem *problem[2] = {create_sourced("2*v*(1+t)+z+x", NULL), create_sourced("x", &from)};
  double b[2][cells], v[cells];
  for (int64_t i = 0; i < cells; i++) v[i] = (double)i;
  for (int k = 0; k < 2; k++) {
    tetracast_operator *op = NULL;
    int64_t owned;
    succeeds(tetracast_problem_cells(problem[k], &owned, NULL, NULL, NULL));
    succeeds(tetracast_operator_create(problem[k], NULL, NULL, &op));
    succeeds(tetracast_operator_forcing(op, 0.5, v, b[k]));
    for (int64_t i = 0; k == 1 && i < owned; i++)
      cr_assert(fabs(b[0][i] - b[1][i]) <= 1e-13 * fabs(b[0][i]), "%g %g", b[0][i], b[1][i]);
    from.failing_call = 1;
    if (k == 1) fails(TETRACAST_CALLBACK, "source function", tetracast_operator_forcing(op, 0.5, v, b[k]));
    from.failing_call = 0;
    tetracast_operator_destroy(&op);
    tetracast_problem_destroy(&problem[k]);
  }
}

/* The forcing depends on time through the boundary data, and on the field through the source. */
ParallelTest(operator, forcing) {
  (void)world;
  enum { cells = 108 };
  tetracast_problem *problem = create_problem();
  tetracast_operator *op = NULL;
  int64_t owned;
  double v[cells], b[cells], again[cells], zero[cells], later[cells];
  succeeds(tetracast_problem_cells(problem, &owned, NULL, NULL, NULL));
  for (int64_t i = 0; i < owned; i++) v[i] = 1.0;
  succeeds(tetracast_operator_create(problem, NULL, NULL, &op));
  succeeds(tetracast_operator_forcing(op, 0.5, v, b));
  succeeds(tetracast_operator_forcing(op, 1.5, v, later));
  succeeds(tetracast_operator_forcing(op, 0.5, NULL, zero));
  succeeds(tetracast_operator_forcing(op, 0.5, v, again));
  double change = 0.0;
  for (int64_t i = 0; i < owned; i++) {
    cr_assert_eq(b[i], again[i], "the states are those of the start");
    cr_assert(fabs(b[i] - zero[i] - 2.0) < 1e-10, "w v = 2 is the only difference: %g %g", b[i], zero[i]);
    change += later[i] - b[i];
  }
  MPI_Allreduce(MPI_IN_PLACE, &change, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  cr_assert_gt(change, 0.0);
  for (int64_t i = 0; i < owned; i++) v[i] = HUGE_VAL;
  fails(TETRACAST_USAGE, "source", tetracast_operator_forcing(op, 0.5, v, b));
  fails(TETRACAST_USAGE, "NULL", tetracast_operator_forcing(NULL, 0.5, v, b));
  tetracast_operator_destroy(&op);
  tetracast_problem_destroy(&problem);
}
