/* A contender: MatMult of PETSc's AIJ format with the same M. The same rows on the same ranks, in the same
 * order; what only pads a row is left out. */
#include <petscmat.h>

#include "base/memory.h"
#include "contender.h"

typedef struct product {
  const tc_space *space;
  Mat M;
  Vec v[2];
} product;

/* Compressed rows: row i has the entries begin[i] .. begin[i+1]-1, global columns, rising. */
typedef struct compressed {
  PetscInt *begin, *column;
  PetscScalar *value;
} compressed;

static tc_status check(PetscErrorCode code) {
  const char *text = NULL;
  if (!code) return TC_OK;
  PetscErrorMessage(code, &text, NULL);
  return tc_status_make(TC_INTERNAL, "PETSc failed: %s", text ? text : "an unknown error");
}

static void insert(compressed *c, PetscInt first, PetscInt end, PetscInt column, PetscScalar value) {
  for (; end > first && c->column[end - 1] > column; end--) {
    c->column[end] = c->column[end - 1];
    c->value[end] = c->value[end - 1];
  }
  c->column[end] = column;
  c->value[end] = value;
}

/* M = I + dt R; number[columns]: the global numbers of the columns. */
static void compress(const tc_ell *R, double dt, const PetscInt *number, compressed *c) {
  c->begin[0] = 0;
  for (int32_t i = 0; i < R->rows; i++) {
    const PetscInt first = c->begin[i];
    PetscInt end = first;
    insert(c, first, end++, number[i], tc_ell_combined(1.0, dt, R->diagonal[i]));
    for (int k = 0; k < R->width; k++) {
      const size_t e = (size_t)i * (size_t)R->width + (size_t)k;
      if (R->column[e] != i) insert(c, first, end++, number[R->column[e]], dt * R->value[e]);
    }
    c->begin[i + 1] = end;
  }
}

/* PETSc numbers rows rank by rank, which is the distributed order itself where ranks own contiguous rows. */
static tc_status number_columns(const tc_space *p, PetscInt *number) {
  const tc_distribution *d = p->distribution;
  PetscInt *before = NULL;
  TC_TRY(TC_ALLOC_ZERO(before, d->ranks + 1));
  for (int r = 0; r < d->ranks; r++) before[r + 1] = before[r] + tc_distribution_owned(d, r);
  for (int32_t i = 0; i < p->owned; i++) number[i] = before[p->world->rank] + i;
  for (int32_t g = 0; g < p->halo->ghosts; g++) {
    const tc_place place = tc_distribution_locate(d, p->halo->ghost_position[g]);
    number[p->owned + g] = before[place.rank] + place.local;
  }
  tc_free(before);
  return TC_OK;
}

/* This rank's own part. */
static tc_status make_rows(const tc_space *p, const tc_ell *R, double dt, compressed *c) {
  const size_t most = (size_t)R->rows * (size_t)(R->width + 1);
  PetscInt *number = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(c->begin, (size_t)R->rows + 1));
  TC_GUARD(status, TC_ALLOC(c->column, most));
  TC_GUARD(status, TC_ALLOC(c->value, most));
  TC_GUARD(status, TC_ALLOC(number, R->columns));
  TC_GUARD(status, number_columns(p, number));
  compress(R, dt, number, c);
cleanup:
  tc_free(number);
  return status;
}

static void free_rows(compressed *c) {
  tc_free(c->begin);
  tc_free(c->column);
  tc_free(c->value);
}

/* One of the two preallocations is that of the type which AIJ stands for on so many ranks; PETSc copies. */
static tc_status make_matrix(const tc_space *p, const compressed *c, Mat *M) {
  TC_TRY(check(MatCreate(p->world->comm, M)));
  TC_TRY(check(MatSetSizes(*M, p->owned, p->owned, (PetscInt)p->cells, (PetscInt)p->cells)));
  TC_TRY(check(MatSetType(*M, MATAIJ)));
  TC_TRY(check(MatSeqAIJSetPreallocationCSR(*M, c->begin, c->column, c->value)));
  return check(MatMPIAIJSetPreallocationCSR(*M, c->begin, c->column, c->value));
}

static tc_status take(void *self) {
  product *s = self;
  TC_TRY(check(MatMult(s->M, s->v[0], s->v[1])));
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
  compressed rows = {0};
  tc_status status = tc_world_agree(s->space->world, make_rows(s->space, R, dt, &rows));
  if (!status) {
    *entries = rows.begin[s->space->owned];
    status = make_matrix(s->space, &rows, &s->M);
  }
  free_rows(&rows);
  TC_TRY(status);
  return check(MatCreateVecs(s->M, &s->v[0], &s->v[1]));
}

tc_status contender_open_petsc(const tc_problem *problem, double dt, contender *out) {
  PetscBool there = PETSC_FALSE;
  const tc_space *space = problem->space;
  product *s = NULL;
  if (space->cells > PETSC_MAX_INT)
    return tc_status_make(TC_USAGE, "petsc: more cells than its numbers hold (another build has 64 bits)");
  TC_TRY(check(PetscInitialized(&there)));
  if (there) return tc_status_make(TC_USAGE, "petsc: can be a contender once only");
  TC_TRY(check(PetscInitializeNoArguments()));
  TC_TRY(TC_WORLD_ALLOC(space->world, s, 1));
  s->space = space;
  *out = (contender){.name = "petsc",
                     .valid = true,
                     .self = s,
                     .step = take,
                     .load = load,
                     .copy = copy,
                     .close = close_product};
  tc_status status = open_product(s, problem->system->rates, dt, &out->entries);
  if (status) close_product(s);
  return status;
}
