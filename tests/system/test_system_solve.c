/* Tests of solves of linear systems: four matrices of the Harwell-Boeing collection, generated matrices, and
 * small systems. The bits must not depend on ranks, strategies and orderings. */
#include "support/matrices.h"
#include "system/system_case.h"

#define GENERAL "%%MatrixMarket matrix coordinate real general\n"
#define ARRAY   "%%MatrixMarket matrix array real general\n"

/* NOS7 has a condition number of 2e9, which limits the accuracy of its residual and of x. */
ParallelTest(system, four_matrices) {
  static const struct {
    const char *matrix, *method, *preconditioner;
    double tolerance, error; /* error: largest allowed difference of x from ones */
  } cases[] = {{"nos7.rsa", "cg", "ssor", 1e-6, 1.0},          {"sherman1.mtx", "gmres", "ilu0", 1e-8, 1e-3},
               {"orsreg_1.rua", "qmr", "ilu0", 1e-8, 1e-3},    {"jpwh_991.rua", "bicg", "jacobi", 1e-8, 1e-6},
               {"jpwh_991.rua", "cgs", "neumann", 1e-8, 1e-6}, {"jpwh_991.rua", "sor", "none", 1e-8, 1e-6}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const tc_system_files files = {.matrix = system_data(cases[k].matrix)};
    system_choice c = system_choice_of(cases[k].method, cases[k].preconditioner);
    c.tolerance = cases[k].tolerance;
    const system_outcome out = system_expect_equal(world, &files, &c);
    cr_expect(out.iterations[0] > 0 && out.count == 1, "%s", cases[k].matrix);
    cr_expect_leq(out.true_residual[0], 1.1 * c.tolerance, "%s %s: %g", cases[k].matrix, cases[k].method,
                  out.true_residual[0]);
    cr_expect_lt(out.error[0], cases[k].error, "%s %s: %g", cases[k].matrix, cases[k].method, out.error[0]);
  }
}

/* The automatic method must be cg only for positive definite matrices. SHERMAN1 is symmetric, but negative
 * definite, and JPWH_991 is not symmetric. */
ParallelTest(system, automatic_method) {
  static const struct {
    const char *matrix, *method;
    int symmetric;
  } cases[] = {{"nos7.rsa", "cg", 1}, {"sherman1.mtx", "bicgstab", 1}, {"jpwh_991.rua", "bicgstab", 0}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const tc_system_files files = {.matrix = system_data(cases[k].matrix)};
    system_choice c = system_choice_of(NULL, "ilu0");
    c.tolerance = 1e-6;
    system_outcome out;
    expect_ok(system_solve_files(world, &files, &c, &out));
    cr_expect_str_eq(out.method, cases[k].method);
    cr_expect_eq(out.symmetric, cases[k].symmetric, "%s", cases[k].matrix);
  }
}

ParallelTest(system, strategies) {
  const tc_system_files files = {.matrix = system_data("jpwh_991.rua")};
  for (int k = 0; k < tc_strategy_count(); k++) {
    system_choice c = system_choice_of("bicgstab", "jacobi");
    c.strategy = tc_strategy_at(k)->name;
    c.iterations = 6;
    if (tc_strategy_is_valid(tc_strategy_at(k))) system_expect_equal(world, &files, &c);
  }
}

ParallelTest(system, orders) {
  const tc_system_files files = {.matrix = system_data("orsreg_1.rua")};
  for (int k = 0; k < tc_order_count(); k++) {
    system_choice c = system_choice_of("bicgstab", "ilu0");
    c.order = tc_order_at(k)->name;
    c.iterations = 4;
    c.kind = k % 2 ? TC_DISTRIBUTION_CYCLIC : TC_DISTRIBUTION_METIS;
    system_expect_equal(world, &files, &c);
  }
}

/* ---- generated matrices ---- */

ParallelTest(system, generated_matrices) {
  static const char *const method[] = {"gmres", "bicgstab", "bicg", "cgs"}, *const preconditioner[] =
                                                                                {"ilu0", "jacobi", "ssor"};
  for (int k = 0; k < matrix_kind_count; k++) {
    const system_choice c = system_choice_of(method[k % 4], preconditioner[k % 3]);
    char *text = matrix_text_of(&matrix_kinds[k], 6);
    system_text t;
    system_text_make(world, text, NULL, NULL, &t);
    const system_outcome out = system_expect_equal(world, &t.files, &c);
    cr_expect(out.true_residual[0] < 1e-7 && out.error[0] < 1e-3, "%s: %g, %g", matrix_kinds[k].name,
              out.true_residual[0], out.error[0]);
    system_text_free(world, &t);
    free(text);
  }
}

ParallelTest(system, arrow) {
  static const char *const preconditioner[] = {"none", "jacobi", "ssor", "ilu0", "least_squares"};
  char *text = matrix_text_of(matrix_kind_find("arrow"), 17);
  system_text t;
  system_text_make(world, text, NULL, NULL, &t);
  for (size_t k = 0; k < sizeof preconditioner / sizeof *preconditioner; k++) {
    const system_choice c = system_choice_of("gmres", preconditioner[k]);
    const system_outcome out = system_expect_equal(world, &t.files, &c);
    cr_expect(out.longest_row == 288 && out.has_general_rows && out.error[0] < 1e-5, "%s: %g",
              preconditioner[k], out.error[0]);
  }
  system_text_free(world, &t);
  free(text);
}

/* ---- right-hand sides, guesses and volumes ---- */

static const char tridiagonal[] = GENERAL "4 4 10\n1 1 2\n1 2 -1\n2 1 -1\n2 2 2\n2 3 -1\n3 2 -1\n3 3 2\n"
                                          "3 4 -1\n4 3 -1\n4 4 2\n";

ParallelTest(system, several_right_sides) {
  const system_choice c = system_choice_of("cg", "jacobi");
  static const char *const single[] = {ARRAY "4 1\n1\n2\n3\n4\n", ARRAY "4 1\n0\n0\n0\n1\n"};
  system_outcome both, one;
  system_text t;
  system_text_make(world, tridiagonal, ARRAY "4 2\n1\n2\n3\n4\n0\n0\n0\n1\n", NULL, &t);
  both = system_expect_equal(world, &t.files, &c);
  cr_expect_eq(both.count, 2);
  system_text_free(world, &t);
  for (int k = 0; k < 2; k++) {
    system_text_make(world, tridiagonal, single[k], NULL, &t);
    expect_ok(system_solve_files(world, &t.files, &c, &one));
    cr_expect_eq(one.hash[0], both.hash[k]);
    cr_expect(isnan(one.error[0]));
    system_text_free(world, &t);
  }
}

/* A = V^-1 K is not symmetric, although K is. cg must accept A if the file of the volumes V is given, and
 * reject it otherwise. */
ParallelTest(system, volumes) {
  static const char matrix[] = GENERAL "3 3 7\n1 1 4\n1 2 -2\n2 1 -0.5\n2 2 1\n2 3 -0.25\n3 2 -2\n3 3 16\n";
  const system_choice c = system_choice_of("cg", "ssor");
  system_outcome out;
  system_text t;
  system_text_make(world, matrix, NULL, ARRAY "3 1\n0.5\n2\n0.25\n", &t);
  out = system_expect_equal(world, &t.files, &c);
  cr_expect(out.symmetric && out.error[0] < 1e-7);
  system_text_free(world, &t);
  system_expect_refused(world, matrix, NULL, &c, TC_USAGE, "cg needs a symmetric matrix");
}

/* If the start is the solution, the solve must need no iteration. A start whose residual is larger than that
 * of x = 0 must be ignored. */
ParallelTest(system, starts) {
  const system_choice c = system_choice_of("cg", "jacobi");
  double start[2][4] = {{1.0, 1.0, 1.0, 1.0}, {1e6, 0.0, 0.0, 0.0}};
  system_outcome out[3];
  system_text t;
  system_text_make(world, tridiagonal, NULL, NULL, &t);
  for (int k = 0; k < 3; k++) {
    tc_system_input input = {0};
    expect_ok(TC_ON_ROOT(world, tc_system_input_read(&t.files, &input)));
    if (world->rank == 0 && k < 2) {
      expect_ok(TC_ALLOC(input.start, 4));
      memcpy(input.start, start[k], sizeof start[k]);
    }
    expect_ok(system_solve_input(world, world->rank == 0 ? &input : NULL, &c, &out[k]));
    tc_system_input_free(&input);
  }
  cr_expect(out[0].iterations[0] == 0 && out[0].error[0] == 0.0);
  cr_expect(out[1].iterations[0] == out[2].iterations[0] && out[1].hash[0] == out[2].hash[0]);
  cr_expect(!out[0].ignores_start && out[1].ignores_start == 1 && !out[2].ignores_start);
  system_text_free(world, &t);
}

/* For a right-hand side of zeros the solution must be 0, even if the start is so small that its square
 * underflows. */
ParallelTest(system, right_side_of_zeros) {
  const system_choice c = system_choice_of("bicgstab", "jacobi");
  system_text t, zeros;
  system_text_make(world, GENERAL "2 2 2\n1 1 2\n2 2 3\n", ARRAY "2 1\n0\n0\n", NULL, &t);
  system_text_make(world, ARRAY "2 1\n1e-200\n1e-200\n", NULL, NULL, &zeros);
  const system_outcome without = system_expect_equal(world, &t.files, &c);
  t.files.start = zeros.files.matrix;
  const system_outcome with = system_expect_equal(world, &t.files, &c);
  cr_expect_eq(with.hash[0], without.hash[0]);
  cr_expect_eq(with.true_residual[0], 0.0);
  system_text_free(world, &zeros);
  system_text_free(world, &t);
}

/* ---- refused systems ---- */

ParallelTest(system, refuses_methods_that_do_not_suit) {
  const tc_system_files files = {.matrix = system_data("jpwh_991.rua")};
  system_choice c = system_choice_of("bicgstab", "multigrid");
  system_outcome out;
  expect_error(system_solve_files(world, &files, &c, &out), TC_USAGE, "multigrid needs a symmetric matrix");
  c = system_choice_of("cg", "multigrid");
  system_expect_refused(world, GENERAL "2 2 4\n1 1 2\n2 2 2\n1 2 1\n2 1 1\n", NULL, &c, TC_NUMERICAL,
                        "multigrid: the off-diagonal entry in row 1 and column 2 is 1, but must be finite "
                        "and at "
                        "most 0: set");
  system_expect_refused(world, GENERAL "2 2 4\n1 1 1\n2 2 2\n1 2 -2\n2 1 -2\n", NULL, &c, TC_NUMERICAL,
                        "multigrid: the row sum of row 1 is -1 times its diagonal");
  system_expect_refused(world, GENERAL "2 2 2\n1 2 1e30\n2 1 1e30\n", NULL, &c, TC_NUMERICAL,
                        "multigrid: the off-diagonal entry in row 1 and column 2 is 1e+30, but must be");
}

/* Multigrid with several levels must solve a symmetric M-matrix. */
ParallelTest(system, multigrid) {
  const system_choice c = system_choice_of("cg", "multigrid");
  char *text = matrix_text_of(matrix_kind_find("stencil5"), 20);
  system_text t;
  system_text_make(world, text, NULL, NULL, &t);
  const system_outcome out = system_expect_equal(world, &t.files, &c);
  cr_expect(out.error[0] < 1e-6 && out.iterations[0] < 25, "%g, %d iterations", out.error[0],
            (int)out.iterations[0]);
  system_text_free(world, &t);
  free(text);
}

/* Returns the text of the 3-point stencil on a chain of n points, for which cg with jacobi needs about n / 2
 * iterations. The caller frees the text. */
static char *chain_text(int n) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  fprintf(out, "%%%%MatrixMarket matrix coordinate real symmetric\n%d %d %d\n", n, n, 2 * n - 1);
  for (int k = 1; k <= n; k++) fprintf(out, "%d %d 2\n", k, k);
  for (int k = 1; k < n; k++) fprintf(out, "%d %d -1\n", k + 1, k);
  fclose(out);
  return text;
}

/* The automatic preconditioner depends on the iterations of trials. x must have the bits of a solve with this
 * preconditioner by name. A nonsymmetric matrix excludes multigrid, whose trial fails. */
ParallelTest(system, automatic_preconditioner) {
  char *text[] = {chain_text(8), chain_text(1000)};
  static const char *const chosen[] = {"jacobi", "multigrid"};
  const system_choice c = system_choice_of(NULL, "auto");
  for (int k = 0; k < 2; k++) {
    const system_choice named = system_choice_of(NULL, chosen[k]);
    system_outcome by_name;
    system_text t;
    system_text_make(world, text[k], NULL, NULL, &t);
    const system_outcome out = system_expect_equal(world, &t.files, &c);
    expect_ok(system_solve_files(world, &t.files, &named, &by_name));
    cr_expect_str_eq(out.preconditioner, chosen[k]);
    cr_expect(out.hash[0] == by_name.hash[0] && out.iterations[0] == by_name.iterations[0], "%s", chosen[k]);
    system_text_free(world, &t);
    free(text[k]);
  }
  const tc_system_files files = {.matrix = system_data("jpwh_991.rua")};
  const system_outcome out = system_expect_equal(world, &files, &c);
  cr_expect(strcmp(out.preconditioner, "multigrid") != 0 && out.iterations[0] > 0);
}

ParallelTest(system, no_automatic_preconditioner) {
  const system_choice c = system_choice_of("bicgstab", "auto");
  system_expect_refused(world, GENERAL "2 2 2\n1 2 1\n2 1 1\n", NULL, &c, TC_NUMERICAL,
                        "solver.preconditioner.name: auto has no usable candidate, because jacobi, ssor and "
                        "multigrid have failed; jacobi: the diagonal of row 1 vanishes: set "
                        "solver.preconditioner.name to none");
}

/* If the cause of a failure is independent of the method, the advice must name it. A recommended
 * preconditioner must be stronger than the one in use, so that users do not alternate between two. */
ParallelTest(system, advice) {
  static const char neumann[] = GENERAL "2 2 4\n1 1 1\n1 2 -1\n2 1 -1\n2 2 1\n";
  char *chain = chain_text(40);
  const char *const preconditioner[] = {"jacobi", "ssor", "ilu0"},
                    *const better[] = {"(auto, multigrid, ssor, ilu0)", "(auto, multigrid, ilu0)",
                                       "(auto, multigrid)"};
  system_choice c = system_choice_of("cg", "jacobi");
  system_expect_refused(world, neumann, ARRAY "2 1\n1\n0\n", &c, TC_NUMERICAL,
                        "): all row sums of the matrix are 0, so it is singular: supply a right-hand side");
  c.tolerance = 1e-30;
  system_expect_refused(world, chain, NULL, &c, TC_NUMERICAL,
                        "set solver.tolerance to at least 1e-15, because rounding errors are larger than "
                        "1e-30");
  for (int k = 0; k < 3; k++) {
    char message[120];
    c = system_choice_of("cg", preconditioner[k]);
    c.most = 2;
    snprintf(message, sizeof message, "increase solver.most_iterations, or use another preconditioner %s",
             better[k]);
    system_expect_refused(world, chain, NULL, &c, TC_NUMERICAL, message);
  }
  free(chain);
}

/* After one iteration three of four rows are not solved. The large first row hides this in norms. The solve
 * must nevertheless return an error. */
ParallelTest(system, refuses_rows_that_are_not_solved) {
  static const char matrix[] =
      "%%MatrixMarket matrix coordinate real symmetric\n4 4 7\n1 1 1e12\n2 2 2\n3 3 2\n4 4 2\n"
      "2 1 -1\n3 2 -1\n4 3 -1\n";
  system_choice c = system_choice_of("cg", "jacobi");
  system_expect_refused(world, matrix, ARRAY "4 1\n1e12\n0\n0\n0\n", &c, TC_NUMERICAL,
                        "solve: row 2 is not solved: its residual is 0.25 times the sum of");
  system_text t;
  system_text_make(world, matrix, ARRAY "4 1\n1e12\n0\n0\n0\n", NULL, &t);
  c.tolerance = 1e-15;
  cr_expect_gt(system_expect_equal(world, &t.files, &c).iterations[0], 1);
  system_text_free(world, &t);
}

ParallelTest(system, refuses_zeros_on_the_diagonal) {
  static const char matrix[] = GENERAL "3 3 5\n1 1 2\n2 3 1\n3 2 1\n1 2 1\n3 3 1\n";
  static const struct {
    const char *method, *preconditioner, *message;
  } cases[] = {{"bicgstab", "jacobi", "jacobi: the diagonal of row 2 vanishes"},
               {"gmres", "ssor", "ssor: the pivot of row 2 vanishes"},
               {"sor", "none", "sor: the pivot of row 2 vanishes"},
               {"jacobi", "none", "jacobi broke down: a pivot vanished"}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const system_choice c = system_choice_of(cases[k].method, cases[k].preconditioner);
    system_expect_refused(world, matrix, NULL, &c, TC_NUMERICAL, cases[k].message);
  }
  const system_choice c = system_choice_of("gmres", "none");
  system_text t;
  system_text_make(world, matrix, NULL, NULL, &t);
  cr_expect_lt(system_expect_equal(world, &t.files, &c).error[0], 1e-7);
  system_text_free(world, &t);
}

/* In contrast to the case before, the large first column also hides the error in estimates with the largest
 * |x|. A is D M D with D = (1e8, 1e-8, 1e-8, 1e-8) and M with the diagonal (1e12, 3, 2.5, 2). */
ParallelTest(system, refuses_rows_that_scaled_columns_hide) {
  static const char matrix[] =
      "%%MatrixMarket matrix coordinate real symmetric\n4 4 9\n1 1 1e28\n2 1 -1\n3 1 -1\n4 1 -1\n"
      "2 2 3e-16\n3 3 2.5e-16\n4 4 2e-16\n3 2 -1e-16\n4 3 -0.5e-16\n";
  const system_choice c = system_choice_of("cg", "jacobi");
  system_expect_refused(world, matrix, ARRAY "4 1\n1e20\n1e-8\n0\n0\n", &c, TC_NUMERICAL,
                        "solve: row 3 is not solved: its residual is 0.");
}

/* ---- very large and very small units ---- */

/* Solves `tridiagonal` x = b with all entries multiplied by `unit` and b multiplied by `b_unit`. */
static system_outcome solve_in_units(tc_world *world, const char *method, const char *unit,
                                     const char *b_unit) {
  const system_choice c = system_choice_of(method, "jacobi");
  char matrix[400], right_side[200];
  system_text t;
  snprintf(matrix, sizeof matrix,
           "%s4 4 10\n1 1 2%s\n1 2 -1%s\n2 1 -1%s\n2 2 2%s\n2 3 -1%s\n3 2 -1%s\n3 3 2%s\n3 4 -1%s\n"
           "4 3 -1%s\n4 4 2%s\n",
           GENERAL, unit, unit, unit, unit, unit, unit, unit, unit, unit, unit);
  snprintf(right_side, sizeof right_side, "%s4 1\n1%s\n2%s\n-3%s\n4%s\n", ARRAY, b_unit, b_unit, b_unit,
           b_unit);
  system_text_make(world, matrix, right_side, NULL, &t);
  const system_outcome out = system_expect_equal(world, &t.files, &c);
  system_text_free(world, &t);
  return out;
}

/* The squares of numbers in these units overflow or underflow. The solves must need the same iterations as in
 * the usual units. */
ParallelTest(system, very_large_and_very_small_units) {
  static const char *const units[][2] = {{"e200", "e200"}, {"e-200", "e-200"}, {"e-300", "e-10"},
                                         {"e300", "e5"},   {"e0", "e-250"},    {"e150", "e300"}};
  static const char *const method[] = {"cg", "bicgstab", "gmres", "bicg", "cgs", "qmr"};
  for (size_t m = 0; m < sizeof method / sizeof *method; m++) {
    const system_outcome usual = solve_in_units(world, method[m], "e0", "e0");
    for (size_t k = 0; k < sizeof units / sizeof *units; k++) {
      const system_outcome out = solve_in_units(world, method[m], units[k][0], units[k][1]);
      cr_expect(out.iterations[0] == usual.iterations[0] && out.true_residual[0] < 1e-8, "%s %s %s: %d, %g",
                method[m], units[k][0], units[k][1], (int)out.iterations[0], out.true_residual[0]);
    }
  }
}

ParallelTest(system, refuses_solutions_beyond_double_precision) {
  static const struct {
    const char *matrix, *right_side, *message;
  } cases[] =
      {{GENERAL "2 2 2\n1 1 1e-300\n2 2 1e-300\n", ARRAY "2 1\n1e300\n1\n",
        "solve: the largest entry of the solution is about 1e600, which is beyond double precision: use"},
       {GENERAL "2 2 2\n1 1 1e300\n2 2 1e300\n", ARRAY "2 1\n1e-300\n1e-300\n",
        "solve: the largest entry of the solution is about 1e-600, which is beyond"}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const system_choice c = system_choice_of("bicgstab", "none");
    system_expect_refused(world, cases[k].matrix, cases[k].right_side, &c, TC_NUMERICAL, cases[k].message);
  }
}

/* The volumes and the start have extreme units, too. The start is the solution. */
ParallelTest(system, weights_and_guesses_in_any_units) {
  static const char matrix[] = GENERAL "2 2 4\n1 1 4e200\n1 2 -1e200\n2 1 -1e200\n2 2 4e200\n";
  const system_choice c = system_choice_of("cg", "ssor");
  system_text t, start;
  system_text_make(world, matrix, ARRAY "2 1\n3e-20\n3e-20\n", ARRAY "2 1\n1e-250\n1e-250\n", &t);
  system_text_make(world, ARRAY "2 1\n1e-220\n1e-220\n", NULL, NULL, &start);
  t.files.start = start.files.matrix;
  const system_outcome out = system_expect_equal(world, &t.files, &c);
  cr_expect(out.symmetric && out.iterations[0] <= 1 && !out.ignores_start && out.true_residual[0] < 1e-14,
            "%d iterations, %g", (int)out.iterations[0], out.true_residual[0]);
  system_text_free(world, &start);
  system_text_free(world, &t);
}

/* A solution must not be returned if the system has none, or if its numbers overflow or underflow. */
ParallelTest(system, never_returns_a_wrong_solution) {
  static const char singular[] = GENERAL "2 2 4\n1 1 1\n1 2 1\n2 1 1\n2 2 1\n",
                    large[] = GENERAL "2 2 2\n1 1 1e200\n2 2 1\n";
  static const char *const method[] = {"cg", "bicgstab", "gmres", "qmr", "bicg", "cgs"};
  for (size_t k = 0; k < sizeof method / sizeof *method; k++) {
    const system_choice c = system_choice_of(method[k], "none");
    system_expect_refused(world, singular, ARRAY "2 1\n1\n0\n", &c, TC_NUMERICAL, "solve: ");
    system_expect_refused(world, large, ARRAY "2 1\n1e200\n1\n", &c, TC_NUMERICAL, "solve: ");
  }
}
