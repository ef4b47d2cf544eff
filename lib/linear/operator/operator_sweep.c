#include "linear/operator/operator_sweep.h"

#include <omp.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "linear/operator/operator_internal.h"
#include "linear/operator/operator_rows.h"

typedef struct sweep {
  const tc_matrix *M;
  const tc_sweep_plan *plan;
  tc_vector *const *input;
  const tc_sweep_combination *combination;
} sweep;

static void compute_block(const sweep *s, int stage, int32_t begin, int32_t end) {
  _Alignas(TC_ALIGNMENT) double product[TC_ROWS_BLOCK];
  s->M->format->multiply_rows(s->M, begin, end, s->input[stage]->value, product);
  s->combination->combine(s->combination->self, stage, begin, end, product);
}

/* Computes the blocks of a piece that belong to the calling thread: thread t computes each block whose number
 * is t modulo the number of threads. `block` is the number of the first block, counted over all pieces since
 * the last barrier. Returns the number after the last block. */
static int64_t compute_piece(const sweep *s, const tc_sweep_piece *piece, int64_t block) {
  const int thread = omp_get_thread_num(), threads = omp_get_num_threads();
  for (int32_t begin = piece->begin; begin < piece->end; begin += TC_ROWS_BLOCK, block++) {
    const int32_t left = piece->end - begin, rows = left < TC_ROWS_BLOCK ? left : TC_ROWS_BLOCK;
    if (block % threads == thread) compute_block(s, piece->stage, begin, begin + rows);
  }
  return block;
}

/* Computes a part of the plan (sweep_plan.h). The pieces of one stage can be computed in any order. All
 * threads wait at a barrier before the next stage. */
static void compute_part(const sweep *s, int part) {
  const tc_sweep_plan *plan = s->plan;
#pragma omp parallel
  {
    int64_t block = 0;
    for (int64_t k = plan->part[part]; k < plan->part[part + 1]; k++) {
      const bool waits = k > plan->part[part] && plan->piece[k].stage != plan->piece[k - 1].stage;
      if (waits) {
#pragma omp barrier
        block = 0;
      }
      block = compute_piece(s, &plan->piece[k], block);
    }
  }
}

tc_status tc_operator_sweep(tc_operator *op, const tc_sweep_plan *plan, tc_vector *const *input,
                            const tc_sweep_combination *combination, tc_ledger *ledger) {
  const sweep s = {op->form[0].M, plan, input, combination};
  for (int part = 0; part < plan->stages; part++) {
    ledger->bytes[TC_PHASE_compute] += tc_operator_count_product_bytes(op, &op->form[0]);
    TC_TRY(tc_exchange_begin(op->exchange, input[part], ledger));
    TC_TRY(tc_exchange_receive(op->exchange, input[part], ledger));
    const double now = tc_now_s();
    compute_part(&s, part);
    tc_ledger_add_time(ledger, TC_PHASE_compute, now);
  }
  return TC_OK;
}
