/* Solves A x = A 1 for the matrix of a file with PETSc's KSP on one rank, for tests/bench/matrices.py. The
 * exact solution is 1. Usage: solve_petsc MATRIX METHOD PRECONDITIONER TOLERANCE MOST_ITERATIONS HISTORY.
 * Methods and preconditioners have the names of `tetracast list`. Prints the iterations, the true residual
 * relative to b, and the reason why the solve ended. Writes the residual of each iteration to HISTORY.
 * Norms are those of the unpreconditioned residual. bicgstab, cgs and gmres are preconditioned from the
 * right, as in the library. Stored zeros make the pattern symmetric, as in `tetracast solve`, so that ilu0
 * has the same factors. */
#include <petscksp.h>
#include <string.h>

#include "base/core/memory.h"
#include "matrix/csr/symmetric_pattern.h"
#include "matrix/file/matrix_file.h"

static const struct {
  const char *name, *type;
  PetscBool right; /* true if the preconditioner is applied from the right */
} methods[] = {{"cg", KSPCG, PETSC_FALSE},         {"bicg", KSPBICG, PETSC_FALSE},
               {"bicgstab", KSPBCGS, PETSC_TRUE},  {"cgs", KSPCGS, PETSC_TRUE},
               {"gmres", KSPGMRES, PETSC_TRUE},    {"jacobi", KSPRICHARDSON, PETSC_FALSE},
               {"sor", KSPRICHARDSON, PETSC_FALSE}};

enum { MATRIX = 1, METHOD, PRECONDITIONER, TOLERANCE, MOST, HISTORY, ARGUMENTS };

static PetscErrorCode create_matrix(const tc_csr *A, Mat *out) {
  const PetscInt rows = (PetscInt)A->rows;
  PetscInt *begin, *column;
  PetscScalar *value;
  PetscFunctionBeginUser;
  PetscCall(PetscMalloc3(rows + 1, &begin, A->entries, &column, A->entries, &value));
  for (PetscInt i = 0; i <= rows; i++) begin[i] = (PetscInt)A->row_begin[i];
  for (int64_t k = 0; k < A->entries; k++) {
    column[k] = A->column[k];
    value[k] = A->value[k];
  }
  PetscCall(MatCreate(PETSC_COMM_SELF, out));
  PetscCall(MatSetSizes(*out, rows, rows, rows, rows));
  PetscCall(MatSetType(*out, MATSEQAIJ));
  PetscCall(MatSeqAIJSetPreallocationCSR(*out, begin, column, value)); /* copies the arrays */
  PetscFunctionReturn(PetscFree3(begin, column, value));
}

static PetscErrorCode set_preconditioner(KSP ksp, const char *method, const char *name) {
  PC pc;
  PetscFunctionBeginUser;
  PetscCall(KSPGetPC(ksp, &pc));
  if (strcmp(method, "sor") == 0) {
    PetscCall(PCSetType(pc, PCSOR));
    PetscFunctionReturn(PCSORSetSymmetric(pc, SOR_FORWARD_SWEEP));
  }
  const bool is_jacobi = strcmp(name, "jacobi") == 0 || strcmp(method, "jacobi") == 0;
  PetscFunctionReturn(PCSetType(pc, is_jacobi ? PCJACOBI : strcmp(name, "ilu0") == 0 ? PCILU : PCNONE));
}

/* Monitor that does nothing. Without a monitor, KSPRICHARDSON would compute no norms. */
static PetscErrorCode ignore_residual(KSP ksp, PetscInt iteration, PetscReal residual, void *self) {
  (void)ksp, (void)iteration, (void)residual, (void)self;
  return 0;
}

static PetscErrorCode set_method(KSP ksp, char **argument, PetscInt most) {
  size_t k = 0;
  while (k + 1 < sizeof methods / sizeof *methods && strcmp(methods[k].name, argument[METHOD]) != 0) k++;
  PetscFunctionBeginUser;
  PetscCall(KSPSetType(ksp, methods[k].type));
  if (methods[k].right) PetscCall(KSPSetPCSide(ksp, PC_RIGHT));
  PetscCall(KSPSetNormType(ksp, KSP_NORM_UNPRECONDITIONED));
  /* With PETSc's default (no refinement) the basis loses orthogonality, which costs 12 % more iterations
   * for the matrix ORSREG_1. */
  PetscCall(KSPGMRESSetCGSRefinementType(ksp, KSP_GMRES_CGS_REFINE_ALWAYS));
  PetscCall(KSPSetTolerances(ksp, strtod(argument[TOLERANCE], NULL), 0.0, 1e6, most));
  PetscCall(KSPMonitorSet(ksp, ignore_residual, NULL, NULL));
  PetscFunctionReturn(set_preconditioner(ksp, argument[METHOD], argument[PRECONDITIONER]));
}

static PetscErrorCode print_result(KSP ksp, Mat A, Vec b, Vec x) {
  KSPConvergedReason reason;
  PetscInt iterations;
  PetscReal size, residual;
  Vec r;
  PetscFunctionBeginUser;
  PetscCall(KSPGetIterationNumber(ksp, &iterations));
  PetscCall(KSPGetConvergedReason(ksp, &reason));
  PetscCall(VecDuplicate(b, &r));
  PetscCall(MatMult(A, x, r));
  PetscCall(VecAYPX(r, -1.0, b));
  PetscCall(VecNorm(r, NORM_2, &residual));
  PetscCall(VecNorm(b, NORM_2, &size));
  printf("%d %.3e %s\n", (int)iterations, (double)(residual / size), KSPConvergedReasons[reason]);
  PetscFunctionReturn(VecDestroy(&r));
}

static PetscErrorCode write_history(const char *path, KSP ksp) {
  const PetscReal *residual;
  PetscInt count;
  PetscFunctionBeginUser;
  FILE *out = fopen(path, "w");
  PetscCheck(out, PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN, "%s cannot be written", path);
  PetscCall(KSPGetResidualHistory(ksp, &residual, &count));
  for (PetscInt k = 0; k < count; k++) fprintf(out, "%d %.17g\n", (int)k, (double)residual[k]);
  PetscCheck(fclose(out) == 0, PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "%s cannot be written", path);
  PetscFunctionReturn(0);
}

static PetscErrorCode solve(const tc_csr *matrix, char **argument) {
  const PetscInt most = (PetscInt)strtol(argument[MOST], NULL, 10);
  Mat A;
  Vec b, x;
  KSP ksp;
  PetscFunctionBeginUser;
  PetscCall(create_matrix(matrix, &A));
  PetscCall(MatCreateVecs(A, &x, &b));
  PetscCall(VecSet(x, 1.0));
  PetscCall(MatMult(A, x, b));
  PetscCall(KSPCreate(PETSC_COMM_SELF, &ksp));
  PetscCall(KSPSetOperators(ksp, A, A));
  PetscCall(set_method(ksp, argument, most));
  PetscCall(KSPSetFromOptions(ksp));
  PetscCall(KSPSetResidualHistory(ksp, NULL, most + 1, PETSC_TRUE));
  PetscCall(KSPSolve(ksp, b, x));
  PetscCall(print_result(ksp, A, b, x));
  PetscCall(write_history(argument[HISTORY], ksp));
  PetscCall(KSPDestroy(&ksp));
  PetscCall(VecDestroy(&x));
  PetscCall(VecDestroy(&b));
  PetscFunctionReturn(MatDestroy(&A));
}

int main(int argc, char **argv) {
  tc_matrix_file file;
  int64_t added;
  if (argc != ARGUMENTS) {
    fputs("usage: solve_petsc MATRIX METHOD PRECONDITIONER TOLERANCE MOST_ITERATIONS HISTORY\n", stderr);
    return 2;
  }
  tc_status status = tc_matrix_file_read(argv[MATRIX], &file);
  if (!status) status = tc_csr_complete_pattern(&file.matrix, &added);
  if (status) {
    fprintf(stderr, "solve_petsc: error: %s\n", tc_status_text(status));
    return (int)tc_status_code(status);
  }
  PetscCall(PetscInitializeNoArguments());
  PetscCall(solve(&file.matrix, argv));
  tc_matrix_file_free(&file);
  return PetscFinalize();
}
