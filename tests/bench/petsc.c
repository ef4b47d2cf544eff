/* Contender `petsc`: MatMult of PETSc's AIJ format with the same matrix M as the other contenders. The
 * ranks and the order of the rows are those of the library. Padding is omitted. */
#include "base/core/memory.h"
#include "contender.h"
#include "petsc_matrix.h"

typedef struct product {
  const tc_space *space;
  Mat M;
  Vec v[2];
} product;

static tc_status run_step(void *self) {
  product *s = self;
  TC_TRY(petsc_check(MatMult(s->M, s->v[0], s->v[1])));
  const Vec swapped = s->v[0];
  s->v[0] = s->v[1];
  s->v[1] = swapped;
  return TC_OK;
}

static void load(void *self, const double *value) {
  product *s = self;
  PetscScalar *own = NULL;
  VecGetArray(s->v[0], &own);
  for (int32_t i = 0; i < s->space->owned; i++) own[i] = value[i];
  VecRestoreArray(s->v[0], &own);
}

static void copy(void *self, double *value) {
  const product *s = self;
  const PetscScalar *own = NULL;
  VecGetArrayRead(s->v[0], &own);
  for (int32_t i = 0; i < s->space->owned; i++) value[i] = own[i];
  VecRestoreArrayRead(s->v[0], &own);
}

static void close_product(void *self) {
  product *s = self;
  for (int i = 0; i < 2; i++) VecDestroy(&s->v[i]);
  MatDestroy(&s->M);
  tc_free(s);
  PetscFinalize();
}

static tc_status open_product(product *s, const tc_ell *R, double dt, int64_t *entries) {
  TC_TRY(petsc_matrix_create(s->space, R, 1.0, dt, NULL, &s->M, entries));
  return petsc_check(MatCreateVecs(s->M, &s->v[0], &s->v[1]));
}

tc_status contender_open_petsc(const tc_problem *problem, double dt, contender *out) {
  PetscBool there = PETSC_FALSE;
  const tc_space *space = problem->space;
  product *s = NULL;
  TC_TRY(petsc_check(PetscInitialized(&there)));
  if (there) return tc_status_create(TC_USAGE, "petsc: can be a contender once only");
  TC_TRY(petsc_check(PetscInitializeNoArguments()));
  TC_TRY(TC_WORLD_ALLOC(space->world, s, 1));
  s->space = space;
  *out = (contender){.name = "petsc",
                     .valid = true,
                     .self = s,
                     .step = run_step,
                     .load = load,
                     .copy = copy,
                     .close = close_product};
  tc_status status = open_product(s, problem->system->rates, dt, &out->entries);
  if (status) close_product(s);
  return status;
}
