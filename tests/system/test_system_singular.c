/* Tests of singular systems with the preconditioner multigrid. The matrix is the Laplacian of a grid without
 * boundary values. A solve must return a solution if one exists, and an error otherwise. */
#include "support/matrices.h"
#include "system/system_case.h"

enum { side = 8, grid_rows = side * side };

/* Adds the two off-diagonal entries of an edge, and its contributions to the diagonal and to b = A y, where y
 * is an integer vector. */
static void add_edge(matrix_made *m, double *diagonal, double *b, int i, int j, double coupling) {
  const double flow = coupling * floor(20.0 * matrix_random(i, 1) - 20.0 * matrix_random(j, 1));
  matrix_add(m, i + 1, j + 1, -coupling);
  matrix_add(m, j + 1, i + 1, -coupling);
  diagonal[i] += coupling;
  diagonal[j] += coupling;
  b[i] += flow;
  b[j] -= flow;
}

/* Writes the system of `components` separate grids. Adds `defect` to the first entry of b and subtracts it
 * from the last one. With two components, the entries of b in a component then sum to +defect or -defect, so
 * there is no solution unless the defect is 0. With one component there is a solution. `inflow` is added to
 * all entries. */
static void laplacian_make(const tc_world *world, int components, double defect, double inflow,
                           system_text *t) {
  const int rows = components * grid_rows;
  double *diagonal = calloc((size_t)rows, sizeof *diagonal), *b = calloc((size_t)rows, sizeof *b);
  matrix_made m = {.rows = rows};
  char *text[2] = {NULL, NULL};
  size_t bytes;
  for (int i = 0; i < rows; i++) {
    const int x = i % side, y = i / side % side;
    if (x + 1 < side) add_edge(&m, diagonal, b, i, i + 1, 1.0);
    if (y + 1 < side) add_edge(&m, diagonal, b, i, i + side, 0.5);
  }
  b[0] += defect;
  b[rows - 1] -= defect;
  for (int i = 0; i < rows; i++) matrix_add(&m, i + 1, i + 1, diagonal[i]);
  FILE *out = open_memstream(&text[0], &bytes);
  matrix_write(&m, out);
  fclose(out);
  out = open_memstream(&text[1], &bytes);
  fprintf(out, "%%%%MatrixMarket matrix array real general\n%d 1\n", rows);
  for (int i = 0; i < rows; i++) tc_fprintf(out, "%.17g\n", b[i] + inflow);
  fclose(out);
  system_text_make(world, text[0], text[1], NULL, t);
  for (int k = 0; k < 2; k++) free(text[k]);
  matrix_free(&m);
  free(diagonal);
  free(b);
}

ParallelTest(system_singular, consistent_systems_are_solved) {
  static const char *const method[] = {"cg", "bicgstab"};
  for (int components = 1; components < 3; components++)
    for (size_t k = 0; k < sizeof method / sizeof *method; k++) {
      const system_choice c = system_choice_of(method[k], "multigrid");
      system_text t;
      laplacian_make(world, components, 0.0, 0.0, &t);
      const system_outcome out = system_expect_equal(world, &t.files, &c);
      cr_expect(out.iterations[0] < 25 && out.true_residual[0] <= 1.1e-8, "%s: %d iterations, %g", method[k],
                (int)out.iterations[0], out.true_residual[0]);
      system_text_free(world, &t);
    }
}

/* The first system has an inflow, so b does not sum to 0. In the second system the entries of b sum to 0 over
 * all rows, but not in each component. Both have no solution. */
ParallelTest(system_singular, inconsistent_systems_are_refused) {
  static const struct {
    int components;
    double defect, inflow;
  } cases[] = {{1, 0.0, 0.25}, {2, 1.0, 0.0}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const system_choice c = system_choice_of("cg", "multigrid");
    system_outcome out;
    system_text t;
    laplacian_make(world, cases[k].components, cases[k].defect, cases[k].inflow, &t);
    expect_error(system_solve_files(world, &t.files, &c, &out), TC_NUMERICAL, "solve: ");
    system_text_free(world, &t);
  }
}
