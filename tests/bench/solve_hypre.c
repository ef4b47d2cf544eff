/* Solves K x = b with hypre's conjugate gradients, preconditioned by BoomerAMG, for tests/bench/hypre.py.
 * Usage: mpirun -np P solve_hypre MATRIX RIGHT_SIDE START hmis|pmis TOLERANCE MOST_ITERATIONS, with the
 * files that `tetracast export --weighting volume` writes. Each rank owns a contiguous block of rows,
 * ordered by reverse Cuthill-McKee. The parameters were the best of 51 combinations for a steady state of
 * 604 053 cells: extended+i interpolation with 4 entries per row, strong threshold 0.25 and one level of
 * aggressive coarsening. Other parameters have PETSc's defaults. Prints the iterations, the true residual
 * relative to b, and the seconds of setup and solve on the slowest rank. */
#include <HYPRE.h>
#include <HYPRE_parcsr_ls.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "graph/order/order.h"
#include "matrix/file/matrix_file.h"
#include "matrix/file/vector_file.h"

enum { MATRIX = 1, RIGHT_SIDE, START, COARSENING, TOLERANCE, MOST, ARGUMENTS };
enum { PMIS = 8, HMIS = 10, EXTENDED_I = 6, SYMMETRIC_GAUSS_SEIDEL = 6 };

/* The system in the order of its files. order[k] is the row at position k, and place[i] is the position of
 * row i. Each rank reads the complete system and passes the rows at the positions first to last to hypre. */
typedef struct whole_system {
  tc_matrix_file file;
  tc_vector_file right_side, start;
  int32_t *order, *place;
  HYPRE_Int first, last;
} whole_system;

static tc_status order_rows(whole_system *s) {
  const tc_csr *K = &s->file.matrix;
  tc_graph *graph = NULL;
  TC_TRY(TC_ALLOC(s->order, K->rows));
  TC_TRY(TC_ALLOC(s->place, K->rows));
  TC_TRY(tc_graph_create_from_rows((int32_t)K->rows, K->row_begin, K->column, &graph));
  const tc_status status =
      tc_order_find("rcm")->compute(graph, (tc_block_ordering_options){0, TC_OBJECTIVE_CUT}, s->order);
  tc_graph_destroy(&graph);
  for (int32_t k = 0; !status && k < K->rows; k++) s->place[s->order[k]] = k;
  return status;
}

static tc_status read_system(char **argument, whole_system *s) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  TC_TRY(tc_matrix_file_read(argument[MATRIX], &s->file));
  const int64_t rows = s->file.matrix.rows;
  TC_TRY(tc_csr_check_system(&s->file.matrix, argument[MATRIX]));
  TC_TRY(tc_vector_file_read(argument[RIGHT_SIDE], rows, &s->right_side));
  TC_TRY(tc_vector_file_read(argument[START], rows, &s->start));
  s->first = (HYPRE_Int)(rows * rank / ranks);
  s->last = (HYPRE_Int)(rows * (rank + 1) / ranks) - 1;
  return order_rows(s);
}

static void free_system(whole_system *s) {
  tc_matrix_file_free(&s->file);
  tc_vector_file_free(&s->right_side);
  tc_vector_file_free(&s->start);
  tc_free(s->order);
  tc_free(s->place);
}

/* Creates hypre's matrix from the rows of this rank. `column` has space for the longest row. */
static HYPRE_IJMatrix create_matrix(const whole_system *s, HYPRE_Int *column) {
  const tc_csr *K = &s->file.matrix;
  HYPRE_IJMatrix out;
  HYPRE_IJMatrixCreate(MPI_COMM_WORLD, s->first, s->last, s->first, s->last, &out);
  HYPRE_IJMatrixSetObjectType(out, HYPRE_PARCSR);
  HYPRE_IJMatrixInitialize(out);
  for (HYPRE_Int k = s->first; k <= s->last; k++) {
    const int64_t begin = K->row_begin[s->order[k]];
    HYPRE_Int count = (HYPRE_Int)(K->row_begin[s->order[k] + 1] - begin);
    for (HYPRE_Int m = 0; m < count; m++) column[m] = s->place[K->column[begin + m]];
    HYPRE_IJMatrixSetValues(out, 1, &count, &k, column, &K->value[begin]);
  }
  HYPRE_IJMatrixAssemble(out);
  return out;
}

static HYPRE_IJVector create_vector(const whole_system *s, const double *value) {
  HYPRE_IJVector out;
  HYPRE_IJVectorCreate(MPI_COMM_WORLD, s->first, s->last, &out);
  HYPRE_IJVectorSetObjectType(out, HYPRE_PARCSR);
  HYPRE_IJVectorInitialize(out);
  for (HYPRE_Int k = s->first; k <= s->last; k++) HYPRE_IJVectorSetValues(out, 1, &k, &value[s->order[k]]);
  HYPRE_IJVectorAssemble(out);
  return out;
}

static HYPRE_Solver create_multigrid(const char *coarsening) {
  HYPRE_Solver out;
  HYPRE_BoomerAMGCreate(&out);
  HYPRE_BoomerAMGSetCoarsenType(out, strcmp(coarsening, "pmis") == 0 ? PMIS : HMIS);
  HYPRE_BoomerAMGSetInterpType(out, EXTENDED_I);
  HYPRE_BoomerAMGSetPMaxElmts(out, 4);
  HYPRE_BoomerAMGSetStrongThreshold(out, 0.25);
  HYPRE_BoomerAMGSetAggNumLevels(out, 1);
  HYPRE_BoomerAMGSetRelaxType(out, SYMMETRIC_GAUSS_SEIDEL);
  HYPRE_BoomerAMGSetTol(out, 0.0);
  HYPRE_BoomerAMGSetMaxIter(out, 1); /* BoomerAMG makes one cycle per application */
  return out;
}

static HYPRE_Solver create_method(char **argument, HYPRE_Solver multigrid) {
  HYPRE_Solver out;
  HYPRE_ParCSRPCGCreate(MPI_COMM_WORLD, &out);
  HYPRE_ParCSRPCGSetTwoNorm(out, 1);
  HYPRE_ParCSRPCGSetTol(out, strtod(argument[TOLERANCE], NULL));
  HYPRE_ParCSRPCGSetMaxIter(out, (HYPRE_Int)strtol(argument[MOST], NULL, 10));
  HYPRE_ParCSRPCGSetPrecond(out, HYPRE_BoomerAMGSolve, HYPRE_BoomerAMGSetup, multigrid);
  return out;
}

/* Returns the true residual ||b - K x|| / ||b||. Overwrites r. */
static double true_residual(HYPRE_ParCSRMatrix K, HYPRE_ParVector b, HYPRE_ParVector x, HYPRE_ParVector r) {
  double residual, size;
  HYPRE_ParVectorCopy(b, r);
  HYPRE_ParCSRMatrixMatvec(-1.0, K, x, 1.0, r);
  HYPRE_ParVectorInnerProd(r, r, &residual);
  HYPRE_ParVectorInnerProd(b, b, &size);
  return sqrt(residual / size);
}

/* Solves the system and prints the results. x is the initial guess and becomes the solution. r is
 * overwritten. */
static void solve(char **argument, HYPRE_ParCSRMatrix K, HYPRE_ParVector b, HYPRE_ParVector x,
                  HYPRE_ParVector r) {
  HYPRE_Solver multigrid = create_multigrid(argument[COARSENING]),
               method = create_method(argument, multigrid);
  HYPRE_Int iterations;
  double time[3], seconds[2], slowest[2];
  int rank;
  MPI_Barrier(MPI_COMM_WORLD);
  time[0] = MPI_Wtime();
  HYPRE_ParCSRPCGSetup(method, K, b, x);
  time[1] = MPI_Wtime();
  HYPRE_ParCSRPCGSolve(method, K, b, x);
  time[2] = MPI_Wtime();
  for (int k = 0; k < 2; k++) seconds[k] = time[k + 1] - time[k];
  MPI_Reduce(seconds, slowest, 2, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  HYPRE_ParCSRPCGGetNumIterations(method, &iterations);
  const double residual = true_residual(K, b, x, r);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) printf("%d %.3e %.4f %.4f\n", (int)iterations, residual, slowest[0], slowest[1]);
  HYPRE_ParCSRPCGDestroy(method);
  HYPRE_BoomerAMGDestroy(multigrid);
}

static tc_status create_and_solve(char **argument, const whole_system *s) {
  const tc_csr *K = &s->file.matrix;
  int64_t longest = 0;
  HYPRE_Int *column;
  void *object[4];
  for (int64_t i = 0; i < K->rows; i++)
    if (K->row_begin[i + 1] - K->row_begin[i] > longest) longest = K->row_begin[i + 1] - K->row_begin[i];
  TC_TRY(TC_ALLOC(column, longest));
  HYPRE_IJMatrix matrix = create_matrix(s, column);
  tc_free(column);
  HYPRE_IJVector b = create_vector(s, s->right_side.value), x = create_vector(s, s->start.value),
                 r = create_vector(s, s->right_side.value);
  HYPRE_IJMatrixGetObject(matrix, &object[0]);
  HYPRE_IJVectorGetObject(b, &object[1]);
  HYPRE_IJVectorGetObject(x, &object[2]);
  HYPRE_IJVectorGetObject(r, &object[3]);
  solve(argument, object[0], object[1], object[2], object[3]);
  HYPRE_IJMatrixDestroy(matrix);
  HYPRE_IJVectorDestroy(b);
  HYPRE_IJVectorDestroy(x);
  HYPRE_IJVectorDestroy(r);
  return NULL;
}

int main(int argc, char **argv) {
  whole_system system = {0};
  if (argc != ARGUMENTS || (strcmp(argv[COARSENING], "hmis") != 0 && strcmp(argv[COARSENING], "pmis") != 0)) {
    fputs("usage: solve_hypre MATRIX RIGHT_SIDE START hmis|pmis TOLERANCE MOST_ITERATIONS\n", stderr);
    return 2;
  }
  MPI_Init(&argc, &argv);
  HYPRE_Init();
  tc_status status = read_system(argv, &system);
  if (!status) status = create_and_solve(argv, &system);
  if (status) {
    fprintf(stderr, "solve_hypre: error: %s\n", tc_status_text(status));
    MPI_Abort(MPI_COMM_WORLD, (int)tc_status_code(status));
  }
  free_system(&system);
  HYPRE_Finalize();
  return MPI_Finalize();
}
