#include "linear/operator/operator_rows.h"

#include <omp.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "linear/operator/operator_internal.h"

/* Combines the rows that are assigned to the calling thread, one block after another. Computes the product of
 * each block with the matrix M, or reads the product from `y` if M is NULL. */
static void combine_thread_rows(const tc_matrix *M, const double *x, const double *y, int32_t rows,
                                const tc_row_combination *combination) {
  _Alignas(TC_ALIGNMENT) double product[TC_ROWS_BLOCK];
  int32_t begin, end, next;
  tc_matrix_thread_rows(rows, omp_get_thread_num(), omp_get_num_threads(), &begin, &end);
  for (; begin < end; begin = next) {
    next = end - begin > TC_ROWS_BLOCK ? begin + TC_ROWS_BLOCK : end;
    if (M) M->format->multiply_rows(M, begin, next, x, product);
    combination->combine(combination->self, begin, next, M ? product : y + begin);
  }
}

static tc_status exchange_and_combine(tc_operator *op, const tc_vector *x,
                                      const tc_row_combination *combination, tc_ledger *ledger) {
  const tc_matrix *M = op->form[0].M;
  const double *complete;
  TC_TRY(tc_exchange_begin(op->exchange, x, ledger));
  TC_TRY(tc_exchange_end(op->exchange, x, &complete, ledger));
  const double now = tc_now_s();
#pragma omp parallel
  combine_thread_rows(M, complete, NULL, M->rows, combination);
  tc_ledger_add_time(ledger, TC_PHASE_compute, now);
  return TC_OK;
}

static tc_status multiply_and_combine(tc_operator *op, const tc_vector *x,
                                      const tc_row_combination *combination, tc_vector *scratch,
                                      tc_ledger *ledger) {
  const int32_t rows = op->form[0].rows->rows;
  TC_TRY(op->options.strategy->access->multiply(op->form[0].access, x, scratch, ledger));
  const double now = tc_now_s();
#pragma omp parallel
  combine_thread_rows(NULL, NULL, scratch->value, rows, combination);
  /* The seconds of the combination count as part of the product. */
  ledger->seconds.by_index[TC_PHASE_compute] += tc_now_s() - now;
  return TC_OK;
}

tc_status tc_operator_apply_rows(tc_operator *op, const tc_vector *x, const tc_row_combination *combination,
                                 tc_vector *scratch, tc_ledger *ledger) {
  ledger->bytes[TC_PHASE_compute] += tc_operator_count_product_bytes(op, &op->form[0]);
  if (op->form[0].M) return exchange_and_combine(op, x, combination, ledger);
  return multiply_and_combine(op, x, combination, scratch, ledger);
}
