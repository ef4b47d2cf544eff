/* Model `paraiso`: Blanco et al. 2000, equations (1) and (2). An iteration of f floating point operations
 * takes gamma f + beta seconds. Sending or receiving a message of m doubles takes gamma m + beta seconds.
 * Gamma and beta are fitted to measurements, separately for each class of methods (iterations) and for each
 * class of sizes (messages). The model has no caches, no copies and no shared memory, so a single read of
 * another rank's value is a message of one double. Reductions cost nothing, because the paper does not model
 * them.
 *
 * The model assumes that all messages of a rank have their average size, and that it receives and sends equal
 * numbers of messages. If gamma of a class of messages is unknown, but the line of the next class gives an
 * upper bound of gamma, the model uses half of this bound. */
#include "model/models/model_paraiso.h"

#include <math.h>
#include <string.h>

#include "model/step/model.h"

/* ---- fitted parameters ---- */

int tc_paraiso_method_param(tc_paraiso_method method) {
  switch (method) {
  case TC_PARAISO_SOR: return TC_PARAM_fit_sor_flop_s;
  case TC_PARAISO_Jacobi: return TC_PARAM_fit_jacobi_flop_s;
  case TC_PARAISO_QMR: return TC_PARAM_fit_qmr_flop_s;
  default: return TC_PARAM_fit_cg_flop_s;
  }
}

int tc_paraiso_message_param(tc_paraiso_size size, bool received) {
  static const int first[] = {TC_PARAM_fit_send_short_double_s, TC_PARAM_fit_send_middle_double_s,
                              TC_PARAM_fit_send_long_double_s};
  return first[size] + (received ? 2 : 0);
}

/* Returns the fitted line whose slope gamma is the machine parameter number `param`. The next parameter is
 * its constant beta. */
static tc_paraiso_fit machine_fit(const tc_params *m, int param) {
  return (tc_paraiso_fit){*tc_param_get(m, param), *tc_param_get(m, param + 1), 0.0};
}

static tc_paraiso_fit method_fit(const tc_params *m, const tc_rank_load *l) {
  return machine_fit(m, tc_paraiso_method_param(l->solver ? l->solver->family : TC_PARAISO_CG));
}

tc_paraiso_method tc_paraiso_family(const char *method) {
  if (!strcmp(method, "sor")) return TC_PARAISO_SOR;
  if (!strcmp(method, "jacobi")) return TC_PARAISO_Jacobi;
  return !strcmp(method, "qmr") ? TC_PARAISO_QMR : TC_PARAISO_CG;
}

tc_paraiso_size tc_paraiso_size_of(double doubles) {
  return doubles <= 120.0 ? TC_PARAISO_SHORT : doubles <= 1000.0 ? TC_PARAISO_MIDDLE : TC_PARAISO_LONG;
}

double tc_paraiso_max_double_s(tc_paraiso_size size, double message_s, double next_message_s,
                               double next_double_s) {
  static const double most[] = {120.0, 1000.0, INFINITY};
  if (size >= TC_PARAISO_LONG) return NAN;
  const double slope = (next_message_s + next_double_s * (most[size] + 1.0) - message_s) / most[size];
  return slope < 0.0 ? 0.0 : slope; /* a NaN fails the comparison and is returned */
}

/* Returns `value`, or NaN if it is unknown (0 or NaN). */
static double known(double value) { return value > 0.0 ? value : (double)NAN; }

/* Returns gamma of a class of messages; an upper bound if gamma is unknown; NaN if the bound is unknown. */
static double double_s_bound(const tc_params *m, tc_paraiso_size size, bool received) {
  double bound = NAN;
  for (int k = TC_PARAISO_LONG; k >= (int)size; k--) {
    const tc_paraiso_size each = (tc_paraiso_size)k;
    const tc_paraiso_fit fit = machine_fit(m, tc_paraiso_message_param(each, received)),
                         next = k < TC_PARAISO_LONG
                                    ? machine_fit(m, tc_paraiso_message_param(each + 1, received))
                                    : (tc_paraiso_fit){NAN, NAN, NAN};
    bound =
        fit.gamma > 0.0 ? fit.gamma : tc_paraiso_max_double_s(each, known(fit.beta), known(next.beta), bound);
  }
  return bound;
}

/* Returns the line of a class of messages. An unknown gamma is replaced by half of the upper bound. */
static tc_paraiso_fit message_fit(const tc_params *m, tc_paraiso_size size, bool received) {
  tc_paraiso_fit fit = machine_fit(m, tc_paraiso_message_param(size, received));
  if (!(fit.gamma > 0.0)) fit.gamma = double_s_bound(m, size, received) / 2.0;
  return fit;
}

bool tc_paraiso_is_estimated(const tc_params *m, tc_paraiso_size size, bool received) {
  const double gamma = *tc_param_get(m, tc_paraiso_message_param(size, received));
  return !(gamma > 0.0) && !isnan(double_s_bound(m, size, received));
}

/* ---- costs ---- */

/* Returns the seconds of sending or receiving `messages` messages that contain `doubles` doubles in total. */
static double messages_s(const tc_params *m, bool received, double messages, double doubles) {
  const tc_paraiso_size size = tc_paraiso_size_of(doubles / messages);
  const tc_paraiso_fit fit = message_fit(m, size, received);
  return tc_cost_of_count(messages, fit.beta) + (doubles > 0.0 ? doubles * fit.gamma : 0.0);
}

static double transfer_s(const tc_params *m, const tc_counts *t) {
  const double single = (double)(t->local_individual + t->remote_individual),
               messages = single + (double)(t->local_messages + t->remote_messages + t->local_blocks +
                                            t->remote_blocks),
               blocks = (double)(t->local_block_values + t->remote_block_values),
               sent = single + blocks + (double)(t->local_values_out + t->remote_values_out),
               received = single + blocks + (double)(t->local_values + t->remote_values);
  if (!(messages > 0.0)) return 0.0;
  return messages_s(m, false, messages, sent) + messages_s(m, true, messages, received);
}

/* Returns the number of off-diagonal entries. `width` may be the average of unequal rows, so the product is
 * rounded to the exact number. */
static double count_entries(int32_t rows, double width) { return round(rows * width); }

/* Returns the FLOPs of a matrix-vector product: two per entry. A row has width + 1 entries, the diagonal
 * included. Table 1 of the paper denotes the number of all entries by a. */
static double product_flops(int32_t rows, double width) { return 2.0 * (count_entries(rows, width) + rows); }

/* Returns the FLOPs of a sweep through one triangle. This is the kernel `triang` of Table 1 of the paper, 2a
 * - n, with n rows and a = n (width / 2 + 1) entries. */
static double sweep_flops(int32_t rows, double width) { return count_entries(rows, width) + rows; }

double tc_paraiso_work_flops(int32_t rows, double width, const tc_work *work) {
  return (double)(work->products + work->adjoint_products) * product_flops(rows, width) +
         (double)work->sweeps * sweep_flops(rows, width) + (double)work->row_flops * rows;
}

/* Returns the seconds of the floating point operations of the rows. A step without a solver counts as an
 * iteration that has one product only. */
static double compute_s(const tc_params *m, const tc_rank_load *l, bool by_terms) {
  const tc_paraiso_fit fit = method_fit(m, l);
  const double flops = by_terms ? 2.0 * (double)l->count.terms : product_flops(l->rows, l->width);
  return tc_cost_of_count(flops, fit.gamma) + (l->solver ? 0.0 : tc_cost_of_count(l->rows > 0, fit.beta));
}

static double vector_s(const tc_params *m, const tc_rank_load *l) {
  const tc_paraiso_fit fit = method_fit(m, l);
  return tc_cost_of_count((double)l->solver->work.row_flops * l->rows, fit.gamma) +
         tc_cost_of_count((double)l->solver->work.iterations, fit.beta);
}

static tc_stage_cost precondition_cost(const tc_params *m, const tc_rank_load *l) {
  const double flops = (double)l->solver->work.sweeps * sweep_flops(l->rows, l->width);
  return (tc_stage_cost){.own.memory = tc_cost_of_count(flops, method_fit(m, l).gamma),
                         .own.latency = transfer_s(m, &l->solver->sweep_counts)};
}

static tc_stage_cost paraiso_stage_cost(const tc_params *m, int nodes, const tc_rank_load *l,
                                        const tc_stage *stage) {
  (void)nodes;
  switch (stage->phase) {
  case TC_PHASE_transfer: return (tc_stage_cost){.own.latency = transfer_s(m, &l->count)};
  case TC_PHASE_compute: return (tc_stage_cost){.own.memory = compute_s(m, l, stage->by_terms)};
  case TC_PHASE_vector: return (tc_stage_cost){.own.memory = vector_s(m, l)};
  case TC_PHASE_precond: return precondition_cost(m, l);
  default:
    return (tc_stage_cost){0}; /* The fitted times of messages include packing and copying. Barriers cost
                                  nothing. */
  }
}

const tc_model tc_model_paraiso = {
    .name = "paraiso",
    .summary = "Blanco et al. 2000: FLOPs and messages with times fitted to runs; needs calibrate --fit",
    .single_step = true,
    .stage_cost = paraiso_stage_cost,
};
