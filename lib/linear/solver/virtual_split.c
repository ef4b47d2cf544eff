#include "linear/solver/virtual_split.h"

#include "base/core/memory.h"

/* Fills the arrays of the split that have one entry per position in the distributed order: row, virtual rank,
 * volume and id. */
static void fill_row_arrays(const tc_linear_system *whole, tc_virtual_split *s) {
  const tc_virtual_ranks *virtual_ranks = whole->virtual_ranks;
  const int32_t rows = whole->R->rows;
  for (int32_t i = 0; i < rows; i++) s->row[virtual_ranks->position[whole->id[i]]] = i;
  for (int32_t k = 0; k < rows; k++) {
    s->virtual_rank[k] = tc_distribution_owner(virtual_ranks->distribution, k);
    s->volume[k] = whole->volume[s->row[k]];
    s->id[k] = whole->id[s->row[k]];
  }
}

/* Creates a matrix with space for permuted rows, filled with padding: row k has the length of row s->row[k]
 * of R. */
static tc_status create_permuted(const tc_virtual_split *s, const tc_ell *R, tc_ell **out) {
  int64_t *begin = NULL;
  if (!R->begin) return tc_ell_create(R->rows, R->rows, R->width, out);
  TC_TRY(TC_ALLOC(begin, R->rows + 1));
  begin[0] = 0;
  for (int32_t k = 0; k < R->rows; k++) begin[k + 1] = begin[k] + tc_ell_length(R, s->row[k]);
  const tc_status status = tc_ell_create_general(R->rows, R->rows, begin, out);
  tc_free(begin);
  return status;
}

/* Copies the rows in distributed order, without the entries that couple rows of different virtual ranks. The
 * other entries remain in the order of the row, so that sums over a row have the same bits. */
static tc_status split_matrix(const tc_linear_system *whole, const tc_virtual_split *s, const tc_ell *R,
                              tc_ell **out) {
  const int32_t *position = whole->virtual_ranks->position;
  TC_TRY(create_permuted(s, R, out));
#pragma omp parallel for schedule(static)
  for (int32_t k = 0; k < R->rows; k++) {
    const size_t to = tc_ell_begin(*out, k), from = tc_ell_begin(R, s->row[k]),
                 length = (size_t)tc_ell_length(R, s->row[k]);
    (*out)->diagonal[k] = R->diagonal[s->row[k]];
    for (size_t e = 0; e < length; e++) {
      const int32_t column = position[whole->id[R->column[from + e]]];
      if (s->virtual_rank[column] != s->virtual_rank[k]) continue;
      (*out)->value[to + e] = R->value[from + e];
      (*out)->column[to + e] = column;
    }
  }
  return TC_OK;
}

static tc_status build_split(const tc_linear_system *whole, tc_virtual_split *s) {
  const int32_t rows = whole->R->rows;
  TC_TRY(TC_POOL_ARRAY(&s->memory, s->row, rows));
  TC_TRY(TC_POOL_ARRAY(&s->memory, s->virtual_rank, rows));
  TC_TRY(TC_POOL_ARRAY(&s->memory, s->volume, rows));
  TC_TRY(TC_POOL_ARRAY(&s->memory, s->id, rows));
  TC_TRY(TC_POOL_ARRAY(&s->memory, s->r, rows));
  TC_TRY(TC_POOL_ARRAY(&s->memory, s->z, rows));
  fill_row_arrays(whole, s);
  TC_TRY(split_matrix(whole, s, whole->R, &s->R));
  if (whole->R_adjoint && whole->R_adjoint != whole->R)
    TC_TRY(split_matrix(whole, s, whole->R_adjoint, &s->R_adjoint));
  s->system = *whole;
  s->system.R = s->R;
  s->system.R_adjoint = s->R_adjoint ? s->R_adjoint : whole->R_adjoint ? s->R : NULL;
  s->system.volume = s->volume;
  s->system.id = s->id;
  s->system.virtual_ranks = NULL;
  return TC_OK;
}

tc_status tc_virtual_split_create(const tc_linear_system *whole, tc_virtual_split **out) {
  tc_virtual_split *s = NULL;
  TC_TRY(TC_ALLOC_ZERO(s, 1));
  TC_RETURN_CREATED(build_split(whole, s), s, tc_virtual_split_destroy(&s), out);
}

void tc_virtual_split_destroy(tc_virtual_split **split) {
  tc_virtual_split *s = *split;
  if (!s) return;
  tc_ell_destroy(&s->R);
  tc_ell_destroy(&s->R_adjoint);
  TC_POOL_DESTROY_OWNER(split);
}

tc_status tc_virtual_split_apply(tc_virtual_split *s, const tc_preconditioner *preconditioner, void *ctx,
                                 const double *r, double *z, tc_ledger *ledger) {
  const int32_t rows = s->system.R->rows;
#pragma omp parallel for schedule(static)
  for (int32_t k = 0; k < rows; k++) s->r[k] = r[s->row[k]];
  TC_TRY(preconditioner->apply(ctx, s->r, s->z, ledger));
#pragma omp parallel for schedule(static)
  for (int32_t k = 0; k < rows; k++) z[s->row[k]] = s->z[k];
  return TC_OK;
}
