/* Contender that uses PETSc's KSP on V^1/2 A V^-1/2, where V are the cell volumes. The ordinary norm in
 * this system equals the library's norm, which is weighted with the volumes. */
#include <math.h>
#include <petscksp.h>
#include <string.h>

#include "base/core/memory.h"
#include "comm/world/mpi_world.h"
#include "ksp_peer.h"
#include "petsc_matrix.h"

typedef struct petsc {
  const ksp_system *system;
  ksp_curve *curve;
  Mat A;
  Vec b, x, root; /* right-hand side, solution, square roots of the volumes; in PETSc's order */
  KSP ksp;
} petsc;

static const struct {
  const char *ours, *type;
  bool right; /* true if the preconditioner is applied from the right, as in the library */
} methods[] = {{"cg", KSPCG, false},         {"bicg", KSPBICG, false},  {"bicgstab", KSPBCGS, true},
               {"cgs", KSPCGS, true},        {"gmres", KSPGMRES, true}, {"jacobi", KSPRICHARDSON, false},
               {"sor", KSPRICHARDSON, false}};

/* Returns the position of the local row i in PETSc's order. */
static int32_t place_of(const petsc *p, int32_t i) { return p->system->place ? p->system->place[i] : i; }

static tc_status load_vector(const petsc *p, const double *from, Vec to) {
  PetscScalar *own = NULL;
  TC_TRY(petsc_check(VecGetArray(to, &own)));
  for (int32_t i = 0; i < p->system->linear.R->rows; i++)
    own[place_of(p, i)] = sqrt(p->system->linear.volume[i]) * (from ? from[i] : 1.0);
  return petsc_check(VecRestoreArray(to, &own));
}

/* Creates the weighted matrix. MatDiagonalScale communicates the weights of columns that other ranks own. */
static tc_status make_matrix(petsc *p) {
  const tc_linear_system *l = &p->system->linear;
  int64_t entries;
  Vec inverse;
  TC_TRY(petsc_matrix_create(p->system->problem->space, l->R, l->shift, l->scale, p->system->place, &p->A,
                             &entries));
  TC_TRY(petsc_check(MatCreateVecs(p->A, &p->x, &p->b)));
  TC_TRY(petsc_check(VecDuplicate(p->b, &p->root)));
  TC_TRY(load_vector(p, p->system->b, p->b));
  TC_TRY(load_vector(p, NULL, p->root));
  TC_TRY(petsc_check(VecDuplicate(p->root, &inverse)));
  TC_TRY(petsc_check(VecCopy(p->root, inverse)));
  TC_TRY(petsc_check(VecReciprocal(inverse)));
  TC_TRY(petsc_check(MatDiagonalScale(p->A, p->root, inverse)));
  TC_TRY(petsc_check(VecDestroy(&inverse)));
  return petsc_check(MatSetOption(p->A, MAT_SYMMETRIC, l->symmetric ? PETSC_TRUE : PETSC_FALSE));
}

static tc_status set_sor(PC pc, double relaxation, MatSORType type) {
  TC_TRY(petsc_check(PCSetType(pc, PCSOR)));
  TC_TRY(petsc_check(PCSORSetOmega(pc, relaxation)));
  return petsc_check(PCSORSetSymmetric(pc, type));
}

/* Sets PETSc's preconditioner. On several ranks, a preconditioner with triangular factors is applied to
 * the diagonal block of each rank, like the scope `rank` of the library. */
static tc_status set_preconditioner(const petsc *p, const tc_solver_options *choice) {
  const char *name = choice->preconditioner->name;
  PC pc;
  TC_TRY(petsc_check(KSPGetPC(p->ksp, &pc)));
  if (strcmp(choice->method->name, "sor") == 0)
    return set_sor(pc, choice->method_options.relaxation, SOR_LOCAL_FORWARD_SWEEP);
  if (strcmp(name, "jacobi") == 0 || strcmp(choice->method->name, "jacobi") == 0)
    return petsc_check(PCSetType(pc, PCJACOBI));
  if (strcmp(name, "none") == 0) return petsc_check(PCSetType(pc, PCNONE));
  if (strcmp(name, "ssor") == 0 && strcmp(choice->method->name, "bicg") == 0 && !p->system->linear.symmetric)
    return tc_status_create(TC_USAGE, "petsc: sor has no adjoint for matrices that are not symmetric");
  if (strcmp(name, "ssor") == 0)
    return set_sor(pc, choice->preconditioner_options.relaxation, SOR_LOCAL_SYMMETRIC_SWEEP);
  if (strcmp(name, "ilu0") == 0)
    return petsc_check(PCSetType(pc, p->system->linear.world->ranks > 1 ? PCBJACOBI : PCILU));
  return tc_status_create(TC_USAGE, "petsc: has no preconditioner %s", name);
}

static tc_status set_method(const petsc *p, const tc_solver_options *choice) {
  const bool fixed = choice->iterations > 0;
  for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
    if (strcmp(methods[k].ours, choice->method->name) != 0) continue;
    TC_TRY(petsc_check(KSPSetType(p->ksp, methods[k].type)));
    if (methods[k].right) TC_TRY(petsc_check(KSPSetPCSide(p->ksp, PC_RIGHT)));
    TC_TRY(petsc_check(KSPSetNormType(p->ksp, KSP_NORM_UNPRECONDITIONED)));
    TC_TRY(petsc_check(KSPGMRESSetRestart(p->ksp, choice->method_options.restart)));
    if (fixed)
      TC_TRY(petsc_check(KSPSetConvergenceTest(p->ksp, KSPConvergedSkip, NULL, NULL)));
    else
      TC_TRY(petsc_check(KSPConvergedDefaultSetUIRNorm(p->ksp)));
    return petsc_check(KSPSetTolerances(p->ksp, choice->tolerance, 0.0, 1e6,
                                        (PetscInt)(fixed ? choice->iterations : choice->most_iterations)));
  }
  return tc_status_create(TC_USAGE, "petsc: has no method %s", choice->method->name);
}

/* Monitor that does nothing. Without a monitor, KSPRICHARDSON would let the preconditioner perform all
 * iterations and would compute no norms. */
static PetscErrorCode watch(KSP ksp, PetscInt iteration, PetscReal residual, void *self) {
  (void)ksp, (void)iteration, (void)residual, (void)self;
  return 0;
}

static tc_status make_ksp(petsc *p, const tc_solver_options *choice) {
  TC_TRY(petsc_check(KSPCreate(tc_world_comm(p->system->linear.world), &p->ksp)));
  TC_TRY(petsc_check(KSPSetOperators(p->ksp, p->A, p->A)));
  TC_TRY(set_method(p, choice));
  TC_TRY(set_preconditioner(p, choice));
  TC_TRY(petsc_check(KSPMonitorSet(p->ksp, watch, NULL, NULL)));
  TC_TRY(petsc_check(KSPSetFromOptions(p->ksp)));
  TC_TRY(petsc_check(KSPSetResidualHistory(p->ksp, p->curve->residual, KSP_MOST_ITERATIONS + 1, PETSC_TRUE)));
  return petsc_check(KSPSetUp(p->ksp));
}

static tc_status solve(void *self) {
  petsc *p = self;
  KSPConvergedReason reason;
  PetscInt iterations;
  TC_TRY(petsc_check(KSPSolve(p->ksp, p->b, p->x)));
  TC_TRY(petsc_check(KSPGetIterationNumber(p->ksp, &iterations)));
  TC_TRY(petsc_check(KSPGetConvergedReason(p->ksp, &reason)));
  p->curve->iterations = iterations;
  p->curve->reason = KSPConvergedReasons[reason];
  return TC_OK;
}

static void copy(void *self, double *value) {
  const petsc *p = self;
  const PetscScalar *own = NULL;
  VecGetArrayRead(p->x, &own);
  for (int32_t i = 0; i < p->system->linear.R->rows; i++)
    value[i] = own[place_of(p, i)] / sqrt(p->system->linear.volume[i]);
  VecRestoreArrayRead(p->x, &own);
}

static void close_petsc(void *self) {
  petsc *p = self;
  KSPDestroy(&p->ksp);
  VecDestroy(&p->root);
  VecDestroy(&p->x);
  VecDestroy(&p->b);
  MatDestroy(&p->A);
  tc_free(p);
}

tc_status ksp_open_petsc(const ksp_system *system, const tc_solver_options *choice, ksp_curve *curve,
                         contender *out) {
  PetscBool there = PETSC_FALSE;
  petsc *p = NULL;
  TC_TRY(petsc_check(PetscInitialized(&there)));
  if (!there) TC_TRY(petsc_check(PetscInitializeNoArguments()));
  TC_TRY(TC_WORLD_ALLOC(system->linear.world, p, 1));
  *p = (petsc){.system = system, .curve = curve};
  tc_status status = make_matrix(p);
  if (!status) status = make_ksp(p, choice);
  if (status)
    close_petsc(p);
  else
    *out = (contender){.name = "petsc",
                       .valid = true,
                       .self = p,
                       .step = solve,
                       .copy = copy,
                       .close = close_petsc};
  return status;
}

void ksp_end_petsc(void) {
  PetscBool there = PETSC_FALSE;
  PetscInitialized(&there);
  if (there) PetscFinalize();
}
