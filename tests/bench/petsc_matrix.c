#include "petsc_matrix.h"

#include "base/core/memory.h"
#include "comm/world/mpi_world.h"

/* Rows in CSR format. Row i has the entries begin[i] to begin[i+1] - 1, with global columns in ascending
 * order. */
typedef struct compressed {
  PetscInt *begin, *column;
  PetscScalar *value;
} compressed;

tc_status petsc_check(PetscErrorCode code) {
  const char *text = NULL;
  if (!code) return TC_OK;
  PetscErrorMessage(code, &text, NULL);
  return tc_status_create(TC_INTERNAL, "PETSc failed: %s", text ? text : "an unknown error");
}

static void insert(compressed *c, PetscInt first, PetscInt end, PetscInt column, PetscScalar value) {
  for (; end > first && c->column[end - 1] > column; end--) {
    c->column[end] = c->column[end - 1];
    c->value[end] = c->value[end - 1];
  }
  c->column[end] = column;
  c->value[end] = value;
}

/* Converts the matrix shift I + scale R to CSR format. number[columns] are the global numbers of the
 * columns, and row[rows] lists the rows in the order of their numbers. */
static void compress(const tc_ell *R, double shift, double scale, const PetscInt *number, const int32_t *row,
                     compressed *c) {
  c->begin[0] = 0;
  for (int32_t n = 0; n < R->rows; n++) {
    const int32_t i = row[n];
    const PetscInt first = c->begin[n];
    PetscInt end = first;
    insert(c, first, end++, number[i], tc_ell_combined(shift, scale, R->diagonal[i]));
    for (int k = 0; k < R->width; k++) {
      const size_t e = (size_t)i * (size_t)R->width + (size_t)k;
      if (R->column[e] != i) insert(c, first, end++, number[R->column[e]], scale * R->value[e]);
    }
    c->begin[n + 1] = end;
  }
}

/* Sets the global number of each column. PETSc numbers the rows of rank 0 first, then those of rank 1, and
 * so on. This is the distributed order if each rank owns contiguous rows. */
static tc_status number_columns(const tc_space *p, const int32_t *place, PetscInt *number) {
  const tc_distribution *d = p->distribution;
  PetscInt *before = NULL;
  TC_TRY(TC_ALLOC_ZERO(before, d->ranks + 1));
  for (int r = 0; r < d->ranks; r++) before[r + 1] = before[r] + tc_distribution_owned(d, r);
  for (int32_t i = 0; i < p->owned; i++) number[i] = before[p->world->rank] + (place ? place[i] : i);
  for (int32_t g = 0; g < p->halo->ghosts; g++) {
    const tc_location at = tc_distribution_locate(d, p->halo->ghost_position[g]);
    number[p->owned + g] = before[at.rank] + at.local;
  }
  tc_free(before);
  return TC_OK;
}

/* Creates the rows of this rank in CSR format. */
static tc_status make_rows(const tc_space *p, const tc_ell *R, double shift, double scale,
                           const int32_t *place, compressed *c) {
  const size_t most = (size_t)R->rows * (size_t)(R->width + 1);
  PetscInt *number = NULL;
  int32_t *row = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(c->begin, (size_t)R->rows + 1));
  TC_GUARD(status, TC_ALLOC(c->column, most));
  TC_GUARD(status, TC_ALLOC(c->value, most));
  TC_GUARD(status, TC_ALLOC(number, R->columns));
  TC_GUARD(status, TC_ALLOC(row, R->rows));
  TC_GUARD(status, number_columns(p, place, number));
  for (int32_t i = 0; i < R->rows; i++) row[place ? place[i] : i] = i;
  compress(R, shift, scale, number, row, c);
cleanup:
  tc_free(row);
  tc_free(number);
  return status;
}

static void free_rows(compressed *c) {
  tc_free(c->begin);
  tc_free(c->column);
  tc_free(c->value);
}

/* MATAIJ means the sequential or the parallel type, depending on the number of ranks. Only the
 * preallocation for this type has an effect. PETSc copies the arrays. */
static tc_status make_matrix(const tc_space *p, const compressed *c, Mat *M) {
  TC_TRY(petsc_check(MatCreate(tc_world_comm(p->world), M)));
  TC_TRY(petsc_check(MatSetSizes(*M, p->owned, p->owned, (PetscInt)p->cells, (PetscInt)p->cells)));
  TC_TRY(petsc_check(MatSetType(*M, MATAIJ)));
  TC_TRY(petsc_check(MatSeqAIJSetPreallocationCSR(*M, c->begin, c->column, c->value)));
  return petsc_check(MatMPIAIJSetPreallocationCSR(*M, c->begin, c->column, c->value));
}

tc_status petsc_matrix_create(const tc_space *space, const tc_ell *R, double shift, double scale,
                              const int32_t *place, Mat *M, int64_t *entries) {
  compressed rows = {0};
  if (space->cells > PETSC_MAX_INT)
    return tc_status_create(TC_USAGE, "petsc: more cells than its numbers hold (another build has 64 bits)");
  tc_status status = tc_world_agree(space->world, make_rows(space, R, shift, scale, place, &rows));
  if (!status) {
    *entries = rows.begin[space->owned];
    status = make_matrix(space, &rows, M);
  }
  free_rows(&rows);
  return status;
}
