/* Coupling with PETSc. The solver KSP of PETSc computes a steady state v, with the rows of Tetracast's
 * operator R as its matrix. Tetracast's own matrix-vector product then checks R v + b = 0, where b contains
 * the boundary data. Both libraries number the rows rank after rank, so that the arrays of PETSc's vectors
 * can be passed to Tetracast without a copy. */
#include <petscksp.h>

#include "check.h"

/* Creates PETSc's matrix from the rows of the operator. The row numbers are copied, because PetscInt may have
 * 32 bits. */
static PetscErrorCode create_matrix(const tetracast_operator *op, PetscInt owned, Mat *matrix) {
  int64_t entries, *row_begin, *column;
  PetscInt *begin, *index;
  PetscScalar *value;
  PetscFunctionBeginUser;
  check(tetracast_operator_rows(op, NULL, &entries, NULL, NULL, NULL));
  PetscCall(PetscMalloc5(owned + 1, &row_begin, entries, &column, entries, &value, owned + 1, &begin, entries,
                         &index));
  check(tetracast_operator_rows(op, NULL, NULL, row_begin, column, value));
  for (PetscInt i = 0; i <= owned; i++) begin[i] = (PetscInt)row_begin[i];
  for (int64_t k = 0; k < entries; k++) index[k] = (PetscInt)column[k];
  PetscCall(MatCreateMPIAIJWithArrays(PETSC_COMM_WORLD, owned, owned, PETSC_DETERMINE, PETSC_DETERMINE, begin,
                                      index, value, matrix));
  PetscCall(PetscFree5(row_begin, column, value, begin, index));
  PetscFunctionReturn(0);
}

/* Solves R v = -b with PETSc. */
static PetscErrorCode solve(Mat matrix, Vec b, Vec v) {
  KSP ksp;
  PetscFunctionBeginUser;
  PetscCall(KSPCreate(PETSC_COMM_WORLD, &ksp));
  PetscCall(KSPSetOperators(ksp, matrix, matrix));
  PetscCall(KSPSetTolerances(ksp, 1e-10, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
  PetscCall(KSPSetFromOptions(ksp));
  PetscCall(VecScale(b, -1.0));
  PetscCall(KSPSolve(ksp, b, v));
  PetscCall(VecScale(b, -1.0));
  PetscFunctionReturn(KSPDestroy(&ksp));
}

/* Prints the norm of R v + b relative to that of b. */
static PetscErrorCode print_residual(tetracast_operator *op, Vec v, Vec b, Vec residual) {
  const PetscScalar *in;
  PetscScalar *out;
  PetscReal left, right;
  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(v, &in));
  PetscCall(VecGetArray(residual, &out));
  check(tetracast_operator_apply(op, in, out));
  PetscCall(VecRestoreArray(residual, &out));
  PetscCall(VecRestoreArrayRead(v, &in));
  PetscCall(VecAXPY(residual, 1.0, b));
  PetscCall(VecNorm(residual, NORM_2, &left));
  PetscCall(VecNorm(b, NORM_2, &right));
  PetscCall(PetscPrintf(PETSC_COMM_WORLD, "relative residual %.1g\n", (double)(left / right)));
  PetscFunctionReturn(0);
}

int main(int argc, char **argv) {
  const int64_t brick[3] = {12, 12, 12};
  const double length[3] = {1.0, 1.0, 1.0};
  tetracast_world *world;
  tetracast_mesh *mesh;
  tetracast_problem *problem;
  tetracast_operator *op;
  int64_t owned;
  PetscScalar *forcing;
  Mat matrix;
  Vec v, b, residual;

  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL)); /* initialises MPI */
  check(tetracast_world_create(PETSC_COMM_WORLD, 0, &world));
  check(tetracast_mesh_create_box(world, brick, length, &mesh));
  check(tetracast_problem_create(mesh, &problem));
  check(tetracast_problem_set_boundary(problem, TETRACAST_ALL, TETRACAST_BOUNDARY_VALUE, "x + y*z", NULL));
  check(tetracast_problem_set_up(problem));
  check(tetracast_problem_cells(problem, &owned, NULL, NULL, NULL));
  check(tetracast_operator_create(problem, NULL, NULL, &op));
  PetscCall(create_matrix(op, (PetscInt)owned, &matrix));
  PetscCall(MatCreateVecs(matrix, &v, &b));
  PetscCall(VecDuplicate(b, &residual));

  PetscCall(VecGetArray(b, &forcing));
  check(tetracast_operator_forcing(op, 0.0, NULL, forcing));
  PetscCall(VecRestoreArray(b, &forcing));
  PetscCall(solve(matrix, b, v));
  PetscCall(print_residual(op, v, b, residual));

  PetscCall(VecDestroy(&residual));
  PetscCall(VecDestroy(&b));
  PetscCall(VecDestroy(&v));
  PetscCall(MatDestroy(&matrix));
  tetracast_operator_destroy(&op);
  tetracast_problem_destroy(&problem);
  tetracast_mesh_destroy(&mesh);
  tetracast_world_destroy(&world);
  return PetscFinalize();
}
