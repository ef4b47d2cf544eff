/* Rows of the operator in CSR form, numbered rank after rank. */
#include "api/call/call.h"
#include "api/operator/operator_object.h"

static const tc_ell *rates_of(const tetracast_operator *o) {
  return o->problem->prepared.problem->system->rates;
}

/* Returns the number of entries of this rank, diagonal included, padding excluded. In row i, a stored
 * off-diagonal entry with column i is padding. */
static int64_t count_entries(const tc_ell *R) {
  int64_t entries = R->rows;
  for (int32_t i = 0; i < R->rows; i++)
    for (size_t e = tc_ell_begin(R, i), end = tc_ell_end(R, i); e < end; e++) entries += R->column[e] != i;
  return entries;
}

/* Converts a local column to the global row number that the CSR form uses. Columns from `owned` on are
 * ghosts. */
static int64_t number_column(const tetracast_operator *o, int32_t column) {
  const tc_space *space = o->problem->prepared.problem->space;
  if (column < space->owned) return o->first_row[space->world->rank] + column;
  const tc_location at =
      tc_distribution_locate(space->distribution, space->halo->ghost_position[column - space->owned]);
  return o->first_row[at.rank] + at.local;
}

/* CSR arrays that the caller of tetracast_operator_rows has passed. */
typedef struct csr_rows {
  int64_t *row_begin, *column;
  double *value;
} csr_rows;

/* Copies row i to the CSR arrays, beginning with entry `at`. Returns the index after the last entry. */
static int64_t copy_row(const tetracast_operator *o, int32_t i, int64_t at, const csr_rows *out) {
  const tc_ell *R = rates_of(o);
  out->column[at] = number_column(o, i);
  out->value[at++] = R->diagonal[i];
  for (size_t k = tc_ell_begin(R, i), end = tc_ell_end(R, i); k < end; k++) {
    if (R->column[k] == i) continue;
    out->column[at] = number_column(o, R->column[k]);
    out->value[at++] = R->value[k];
  }
  return at;
}

static void copy_rows(const tetracast_operator *o, const csr_rows *out) {
  out->row_begin[0] = 0;
  for (int32_t i = 0; i < rates_of(o)->rows; i++)
    out->row_begin[i + 1] = copy_row(o, i, out->row_begin[i], out);
}

/* Returns an error if only some of the arrays are NULL. Without entries, `column` and `value` may be NULL. */
static tc_status check_arrays(const csr_rows *out, int64_t entries) {
  const int arrays = (out->row_begin != NULL) + (out->column != NULL) + (out->value != NULL);
  if (arrays % 3 == 0 || (out->row_begin && entries == 0)) return TC_OK;
  return tc_status_create(TC_USAGE, "tetracast_operator_rows: some arrays are NULL: pass all three or none");
}

static tc_status get_rows(const tetracast_operator *o, int64_t *first_row, int64_t *entries,
                          const csr_rows *out) {
  const int64_t count = count_entries(rates_of(o));
  TC_TRY(check_arrays(out, count));
  if (first_row) *first_row = o->first_row[o->problem->own_world->rank];
  if (entries) *entries = count;
  if (out->row_begin) copy_rows(o, out);
  return TC_OK;
}

tetracast_error *tetracast_operator_rows(const tetracast_operator *op, int64_t *first_row, int64_t *entries,
                                         int64_t *row_begin, int64_t *column, double *value) {
  const csr_rows rows = {row_begin, column, value};
  TC_API_PROBLEM_CALL(op ? op->problem : NULL, get_rows(op, first_row, entries, &rows));
}
