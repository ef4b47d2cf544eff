/* Operator on the host: creation, matrix-vector products and counts of memory pages. With a strategy that has
 * a transport (comm/exchange/transport.h), a product first exchanges the ghosts and then multiplies a matrix
 * of the chosen format. With a strategy that has an access (comm/access/access.h), there are no ghosts: a
 * product reads remote values while it computes, and the operator has its own copy of the rows for this.
 * Device parts are in operator_device.c. */
#include "linear/operator/operator.h"

#include <omp.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "linear/operator/operator_device.h"
#include "linear/operator/operator_internal.h"

static tc_status create_multiplier(tc_operator *op, const tc_ell *R, tc_multiplier *multiplier) {
  const tc_operator_options *c = &op->options;
  if (c->strategy->transport)
    return tc_world_agree(op->world, tc_matrix_create(c->format, R, c->shift, c->scale, &multiplier->M));
  TC_TRY(tc_world_agree(op->world, tc_ell_combine(R, c->shift, c->scale, &multiplier->rows)));
  if (c->format->form == TC_ROW_FORM_DIFFERENCE) tc_ell_use_differences(multiplier->rows, c->shift);
  return c->strategy->access->create(op->world, op->halo, op->arena, multiplier->rows, &multiplier->access);
}

static tc_status create_placed_multiplier(tc_operator *op, const tc_ell *R, tc_multiplier *multiplier) {
  const int threads = tc_placement_begin(op->world);
  const tc_status status = create_multiplier(op, R, multiplier);
  tc_placement_end(threads);
  return status;
}

static void destroy_multiplier(const tc_operator *op, tc_multiplier *multiplier) {
  if (multiplier->access) op->options.strategy->access->destroy(multiplier->access);
  multiplier->access = NULL;
  tc_matrix_destroy(&multiplier->M);
  tc_ell_destroy(&multiplier->rows);
}

static tc_status create_parts(tc_operator *op, const tc_ell *R) {
  const tc_strategy *strategy = op->options.strategy;
  const tc_transport *transport = strategy->transport;
  const tc_halo *halo = op->halo;
  const bool shared = transport ? transport->shared : strategy->access->shared;
  TC_TRY(tc_arena_create(op->world, shared, op->options.vectors, halo->owned, halo->ghosts, &op->arena));
  TC_TRY(create_placed_multiplier(op, R, &op->form[0]));
  if (!transport) return TC_OK;
  const bool copy = op->options.in_place ? tc_strategy_requires_copy(strategy) : strategy->copy;
  return tc_exchange_create(transport, copy, op->world, halo, op->arena, &op->exchange);
}

tc_status tc_operator_create(tc_world *world, const tc_halo *halo, const tc_ell *R,
                             const tc_operator_options *options, tc_operator **out) {
  tc_operator *op = NULL;
  TC_TRY(TC_WORLD_ALLOC(world, op, 1));
  *op = (tc_operator){.world = world, .halo = halo, .options = *options};
  TC_RETURN_CREATED(create_parts(op, R), op, tc_operator_destroy(&op), out);
}

tc_status tc_operator_set_adjoint(tc_operator *op, const tc_ell *R_adjoint) {
  return create_placed_multiplier(op, R_adjoint, &op->form[1]);
}

tc_status tc_operator_set_coefficients(tc_operator *op, const tc_ell *R, const tc_ell *R_adjoint,
                                       double shift, double scale) {
  op->options.shift = shift;
  op->options.scale = scale;
  for (int k = 1; k >= 0; k--) destroy_multiplier(op, &op->form[k]);
  TC_TRY(create_placed_multiplier(op, R, &op->form[0]));
  return R_adjoint ? create_placed_multiplier(op, R_adjoint, &op->form[1]) : TC_OK;
}

void tc_operator_destroy(tc_operator **out) {
  tc_operator *op = *out;
  if (!op) return;
  tc_operator_free_device(op);
  destroy_multiplier(op, &op->form[1]);
  destroy_multiplier(op, &op->form[0]);
  tc_exchange_destroy(&op->exchange);
  tc_arena_destroy(&op->arena);
  tc_free(op);
  *out = NULL;
}

tc_vector *tc_operator_vector(const tc_operator *op, int index) { return &op->arena->vector[index]; }

static tc_status exchange_and_compute(tc_operator *op, const tc_matrix *M, const tc_vector *x, tc_vector *y,
                                      tc_ledger *ledger) {
  const double *complete;
  TC_TRY(tc_exchange_begin(op->exchange, x, ledger));
  TC_TRY(tc_exchange_end(op->exchange, x, &complete, ledger));
  const double now = tc_now_s();
  if (op->device_matrix)
    tc_operator_apply_on_device(op, tc_exchange_target(op->exchange, x), y);
  else
    tc_matrix_multiply(M, complete, y->value);
  tc_ledger_add_time(ledger, TC_PHASE_compute, now);
  return TC_OK;
}

double tc_operator_count_product_bytes(const tc_operator *op, const tc_multiplier *multiplier) {
  const tc_matrix *M = multiplier->M;
  const tc_ell *R = multiplier->rows;
  const double rows = M ? M->rows : R->rows, entries = M ? (double)M->entries : (double)tc_ell_entries(R),
               begins_B = !M && R->begin ? rows * (double)sizeof *R->begin : 0.0, word = sizeof(double),
               index = M ? tc_matrix_index_bytes(M) : (double)sizeof *R->column;
  return entries * (word + index) + begins_B + rows * word * op->options.format->row_values;
}

static tc_status apply_operator(tc_operator *op, const tc_multiplier *multiplier, const tc_vector *x,
                                tc_vector *y, tc_ledger *ledger) {
  ledger->bytes[TC_PHASE_compute] += tc_operator_count_product_bytes(op, multiplier);
  if (multiplier->M) return exchange_and_compute(op, multiplier->M, x, y, ledger);
  return op->options.strategy->access->multiply(multiplier->access, x, y, ledger);
}

tc_status tc_operator_apply(tc_operator *op, const tc_vector *x, tc_vector *y, tc_ledger *ledger) {
  return apply_operator(op, &op->form[0], x, y, ledger);
}

tc_status tc_operator_apply_adjoint(tc_operator *op, const tc_vector *x, tc_vector *y, tc_ledger *ledger) {
  return apply_operator(op, &op->form[1], x, y, ledger);
}

/* Adds to *sum the memory pages of matrix rows and vector entries that the calling thread processes. */
static void count_thread_pages(const tc_operator *op, tc_numa_pages *sum) {
  const tc_multiplier *multiplier = &op->form[0];
  const int32_t owned = op->halo->owned;
  int32_t begin, end;
  tc_matrix_thread_rows(owned, omp_get_thread_num(), omp_get_num_threads(), &begin, &end);
  if (multiplier->M)
    multiplier->M->format->locate(multiplier->M, begin, end, sum);
  else
    tc_ell_locate(multiplier->rows, begin, end, sum);
  for (int v = 0; v < op->arena->vectors; v++)
    tc_numa_pages_count(op->arena->vector[v].value + begin, (size_t)(end - begin) * sizeof(double), sum);
}

tc_numa_pages tc_operator_count_numa_pages(const tc_operator *op) {
  int64_t local = 0, remote = 0;
#pragma omp parallel reduction(+ : local, remote)
  {
    tc_numa_pages thread_pages = {0};
    count_thread_pages(op, &thread_pages);
    local += thread_pages.local;
    remote += thread_pages.remote;
  }
  return (tc_numa_pages){local, remote};
}
