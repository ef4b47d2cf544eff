/* Access `bcs`: product with the block column scatter distribution (Blanco et al. 2000; comm/access/bcs.h). A
 * rank multiplies matrix entries of rows that other ranks own, and sums the terms a_ij x_j of rows for the
 * owners of these rows. A product has four rounds of messages (bcs.h), and one function for each round fills
 * the buffers. Terms are added in the order of sparse/row_sum.h, so the result has the same bits as with
 * other strategies. */
#include "base/core/timer.h"
#include "comm/access/access.h"
#include "comm/access/bcs.h"
#include "count/count_bcs.h"
#include "sparse/row_sum.h"

/* Copies the owned values of x into the messages of round 1. */
static void pack_x(const tc_bcs *b, const double *x) {
  const int32_t *from = b->x_row->send_begin;
#pragma omp parallel
  for (int q = 0; q < b->grid.cols; q++) {
    double *const target = tc_group_exchange_send_buffer(b->x_row, q) - from[q];
#pragma omp for schedule(static) nowait
    for (int32_t e = from[q]; e < from[q + 1]; e++) target[e] = x[b->row_by_col[e]];
  }
}

/* Computes the terms a_ij x_j and stores them in the messages of round 3. */
static void compute_terms(const tc_bcs *b) {
  const int32_t *from = b->terms->send_begin;
  const double *x = b->x_col->inbox;
#pragma omp parallel
  for (int q = 0; q < b->grid.cols; q++) {
    double *const target = tc_group_exchange_send_buffer(b->terms, q) - from[q];
#pragma omp for schedule(static) nowait
    for (int32_t e = from[q]; e < from[q + 1]; e++) target[e] = b->value[e] * x[b->column[e]];
  }
}

/* Returns the sum of term[slot[0]] to term[slot[width]]. The last of these is the diagonal term. The macro
 * TC_ROW_SUM adds products of two factors, so the second factors are an array of ones. */
static inline double add_row_terms(const double *term, int width, const int32_t *slot, const double *ones) {
  double sum;
#define TC_TERM(k) term[slot[k]]
  TC_ROW_SUM(sum, width, ones, TC_TERM);
#undef TC_TERM
  return term[slot[width]] + sum;
}

/* Variant of add_terms for general rows, whose lengths differ (sparse/ell.h). */
static void add_general_terms(const tc_bcs *b) {
  const int32_t *from = b->y_col->send_begin;
#pragma omp parallel
  for (int p = 0; p < b->grid.rows; p++) {
    double *const target = tc_group_exchange_send_buffer(b->y_col, p) - from[p];
#pragma omp for schedule(static) nowait
    for (int32_t t = from[p]; t < from[p + 1]; t++)
      target[t] = add_row_terms(b->terms->inbox, (int)(b->slot_begin[t + 1] - b->slot_begin[t]) - 1,
                                b->slot + b->slot_begin[t], b->ones);
  }
}

/* Adds the received terms of each row that this rank sums, and stores the sums in the messages of round 4. */
static void add_terms(const tc_bcs *b) {
  const int32_t *from = b->y_col->send_begin;
  const size_t slots = (size_t)b->width + 1;
#pragma omp parallel
  for (int p = 0; p < b->grid.rows; p++) {
    double *const target = tc_group_exchange_send_buffer(b->y_col, p) - from[p];
#define ROWS(w)                                                                                              \
  _Pragma("omp for schedule(static) nowait") for (int32_t t = from[p]; t < from[p + 1]; t++) target[t] =     \
      add_row_terms(b->terms->inbox, w, b->slot + (size_t)t * slots, b->ones)
    TC_FOR_WIDTH(b->width, ROWS)
#undef ROWS
  }
}

/* Copies the row sums that this rank has received in round 4 into y. */
static void unpack_y(const tc_bcs *b, double *y) {
#pragma omp parallel for schedule(static)
  for (int32_t e = 0; e < b->owned; e++) y[b->row_by_row[e]] = b->y_col->inbox[e];
}

/* Adds one copy of all owned values to the counts of the ledger, and the time since `since_s` to the phase
 * copy. Returns the current time. Called after x has been copied into messages, and after y has been copied
 * out of messages. */
static double count_copies(const tc_bcs *b, tc_ledger *ledger, double since_s) {
  ledger->count.copied_values += b->owned;
  tc_ledger_add_values(ledger, TC_PHASE_copy, b->owned);
  return tc_ledger_add_time(ledger, TC_PHASE_copy, since_s);
}

static tc_status multiply_bcs(void *context, const tc_vector *x, tc_vector *y, tc_ledger *ledger) {
  const tc_bcs *b = context;
  double now = tc_now_s();
  pack_x(b, x->value);
  count_copies(b, ledger, now);
  TC_TRY(tc_group_exchange_run(b->x_row, ledger));
  TC_TRY(tc_group_exchange_run(b->x_col, ledger));
  now = tc_now_s();
  compute_terms(b);
  ledger->count.terms += b->terms->send_begin[b->grid.cols];
  tc_ledger_add_time(ledger, TC_PHASE_compute, now);
  TC_TRY(tc_group_exchange_run(b->terms, ledger));
  now = tc_now_s();
  b->slot_begin ? add_general_terms(b) : add_terms(b);
  tc_ledger_add_time(ledger, TC_PHASE_compute, now);
  TC_TRY(tc_group_exchange_run(b->y_col, ledger));
  now = tc_now_s();
  unpack_y(b, y->value);
  count_copies(b, ledger, now);
  return TC_OK;
}

const tc_access tc_access_bcs = {
    .name = "bcs",
    .summary = "entries distributed over a grid of ranks, terms sent to the rank that sums the row",
    .schedule = TC_SCHEDULE(TC_STAGE(copy), TC_STAGE_TWO_SIDED, TC_SYNC(NEIGHBOURS), TC_STAGE_BY_TERMS),
    .create = tc_bcs_create,
    .destroy = tc_bcs_destroy,
    .multiply = multiply_bcs,
    .count_all_ranks = tc_bcs_count,
};
