#include "solve/operator.h"

#include "base/memory.h"
#include "base/timer.h"

/* First exchange, then compute. */
static tc_status open_exchange(tc_world *world, const tc_halo *halo, const tc_ell *R,
                               const tc_operator_choice *choice, tc_operator *op) {
  TC_TRY(tc_world_agree(world, tc_matrix_create(choice->format, R, choice->shift, choice->scale, &op->M)));
  return tc_exchange_create(choice->strategy->transport, choice->strategy->copy, world, halo, op->arena,
                            &op->exchange);
}

/* Read while computing. */
static tc_status open_access(tc_world *world, const tc_halo *halo, const tc_ell *R,
                             const tc_operator_choice *choice, tc_operator *op) {
  TC_TRY(tc_world_agree(world, tc_ell_combine(R, choice->shift, choice->scale, &op->rows)));
  return choice->strategy->access->open(world, halo, op->arena, op->rows, &op->access);
}

static tc_status open(tc_world *world, const tc_halo *halo, const tc_ell *R, const tc_operator_choice *choice,
                      tc_operator *op) {
  const tc_transport *transport = choice->strategy->transport;
  const bool shared = transport ? transport->shared : choice->strategy->access->shared;
  TC_TRY(tc_arena_create(world, shared, choice->vectors, halo->owned, halo->ghosts, &op->arena));
  return transport ? open_exchange(world, halo, R, choice, op) : open_access(world, halo, R, choice, op);
}

tc_status tc_operator_create(tc_world *world, const tc_halo *halo, const tc_ell *R,
                             const tc_operator_choice *choice, tc_operator **out) {
  tc_operator *op = NULL;
  TC_TRY(TC_WORLD_ALLOC(world, op, 1));
  op->strategy = choice->strategy;
  const tc_status status = open(world, halo, R, choice, op);
  if (status)
    tc_operator_destroy(&op);
  else
    *out = op;
  return status;
}

void tc_operator_destroy(tc_operator **out) {
  tc_operator *op = *out;
  if (!op) return;
  if (op->access) op->strategy->access->close(op->access);
  tc_exchange_destroy(&op->exchange);
  tc_matrix_destroy(&op->M);
  tc_ell_destroy(&op->rows);
  tc_arena_destroy(&op->arena);
  tc_free(op);
  *out = NULL;
}

tc_vector *tc_operator_vector(const tc_operator *op, int index) { return &op->arena->vector[index]; }

static tc_status exchange_and_compute(tc_operator *op, const tc_vector *x, tc_vector *y, tc_ledger *ledger) {
  const double *complete;
  TC_TRY(tc_exchange_begin(op->exchange, x, ledger));
  TC_TRY(tc_exchange_end(op->exchange, x, &complete, ledger));
  const double now = tc_now_s();
  tc_matrix_multiply(op->M, complete, y->value);
  tc_ledger_lap(ledger, TC_PHASE_compute, now);
  return TC_OK;
}

/* Of a product: matrix, x and y, each once. */
static double product_bytes(const tc_operator *op) {
  const int32_t rows = op->M ? op->M->rows : op->rows->rows, width = op->M ? op->M->width : op->rows->width;
  const double index = op->M ? tc_matrix_index_bytes(op->M) : (double)sizeof *op->rows->column;
  return rows * (width * ((double)sizeof(double) + index) + 3.0 * sizeof(double));
}

tc_status tc_operator_apply(tc_operator *op, const tc_vector *x, tc_vector *y, tc_ledger *ledger) {
  ledger->bytes[TC_PHASE_compute] += product_bytes(op);
  if (op->exchange) return exchange_and_compute(op, x, y, ledger);
  return op->strategy->access->multiply(op->access, x, y, ledger);
}
