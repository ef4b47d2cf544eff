/* Phases whose work is proportional to the rows of a rank: assembly, search for a stable step, preparation of
 * the solver, counting of the traffic. */
#include <string.h>

#include "model/setup/job_phases_internal.h"
#include "sparse/matrix.h"
#include "sparse/reuse_distance.h"

/* Derived here: the job assembles each row once, and the time of a row depends on the scheme. */
double tc_job_phase_assemble_s(const tc_job_model *m) {
  return tc_job_scheme_s(m, (double)m->counts->rows, "assemble");
}

/* Work of a search for a stable step: trial values of the stabilisation, all products, and the products of
 * the response to noise. */
typedef struct search_work {
  double trials, products, response_products;
} search_work;

/* Returns the work of a typical search (solve/stability/stable_step.c). The scheme two-point and isotropic
 * tensors need one trial, because the first value is proved stable. Otherwise two trials are assumed. The
 * estimate of the spectrum needs 29 to 84 products for each trial. The estimate of the growth rate needs
 * about 400 products, and in addition two thirds of a tenth of the steps if this tenth exceeds 480. The
 * response to noise needed 1 100 products with 14 312 cells and 1 640 with 604 053. */
static search_work usual_search(const tc_job_counts *c) {
  const double spectrum = 51.0, first_growth = 400.0, limit = 20000.0, response = 1300.0;
  const double later = fmin(limit, 0.1 * (double)c->steps), growth = later > 480.0 ? 0.67 * later : 0.0;
  if (!c->has_tensors || !c->scheme || strcmp(c->scheme, "two-point") == 0)
    return (search_work){1.0, spectrum, 0.0};
  return (search_work){2.0, 2.0 * spectrum + first_growth + growth + response, response};
}

static search_work find_search(const tc_job_counts *c) {
  search_work work = usual_search(c);
  if (c->trials > 0) work.trials = c->trials;
  if (c->search_products == 0) return work;
  return (search_work){work.trials, (double)c->search_products, (double)c->response_products};
}

/* Returns the seconds of the vector operations of one iteration of a solver, which accompany one product
 * (benchmark of vectors_s). */
static double vectors_s(const tc_job_model *m) {
  const tc_job_counts *c = m->counts;
  const double bytes = (double)c->rows * tc_row_bytes(c->width);
  const double row_s = tc_params_curve(m->machine, m->machine->vectors_s, bytes);
  return row_s > 0.0 ? (double)c->rows * row_s : tc_job_param_or_nan(m, TC_PARAM_vectors_s);
}

/* Derived here from solve/stability/stable_step.c. Each trial computes the certificate, and each trial after
 * the first assembles the matrix again. The products estimate the spectrum, the growth rate, the response to
 * noise and the ellipse of stabilised steps. Without a search the job only assembles the matrix again for a
 * known stabilisation. */
double tc_job_phase_search_s(const tc_job_model *m) {
  const double rows = (double)m->counts->rows;
  const search_work w = find_search(m->counts);
  if (!m->counts->searches) return tc_job_scheme_s(m, fmax(0.0, m->counts->trials - 1.0) * rows, "assemble");
  return tc_job_scheme_s(m, (w.trials - 1.0) * rows, "assemble") +
         tc_job_scheme_s(m, w.trials * rows, "certificate") +
         tc_job_repeat_s(w.products, m->counts->product_s) +
         (w.response_products > 0.0 ? w.response_products * vectors_s(m) : 0.0);
}

/* Other models have already forecast the seconds of the trial step. */
double tc_job_phase_trial_s(const tc_job_model *m) { return m->counts->trial_s; }

/* Derived here: each product of the comparison belongs to an iteration of a solver, to an RK stage or to a
 * search. Each of these also performs vector operations. */
double tc_job_phase_methods_s(const tc_job_model *m) {
  const double products = (double)m->counts->method_products;
  return tc_job_repeat_s(products, m->counts->product_s) + (products > 0.0 ? products * vectors_s(m) : 0.0);
}

/* Every integrator copies the matrix once, in the chosen format. */
double tc_job_phase_solver_s(const tc_job_model *m) { return tc_job_copy_s(m) + m->counts->solver_s; }

/* Returns the number of rows whose reads of x are counted. Only a sample of the cache lines of x is counted,
 * one line in each interval (sparse/reuse_distance.h). */
static double count_sampled_rows(const tc_job_counts *c) {
  const int64_t columns = c->rows + c->ghosts;
  return (double)c->rows / tc_reuse_sampling_interval((int32_t)(columns < INT32_MAX ? columns : INT32_MAX));
}

static double level_messages_s(const tc_job_model *m, const tc_levels_work *w, int nodes) {
  const double rounds = nodes > 1 ? ceil(log2(nodes)) : 0.0;
  return tc_job_work_s(m, w->local_messages, TC_PARAM_node_send_s) +
         tc_job_work_s(m, w->remote_messages, TC_PARAM_remote_send_s) +
         tc_job_move_s(m, w->remote_B, TC_PARAM_remote_bandwidth_Bps) +
         tc_job_work_s(m, w->reductions, TC_PARAM_node_reduce_s) +
         tc_job_work_s(m, rounds * w->reductions, TC_PARAM_remote_reduce_s);
}

tc_levels_seconds tc_job_levels_s(const tc_job_model *m, const tc_levels_work *w, int nodes) {
  return (tc_levels_seconds){.aggregates_s = tc_job_work_s(m, w->aggregated, TC_PARAM_pairing_entry_s) +
                                             tc_job_work_s(m, w->aggregated, TC_PARAM_contraction_entry_s) +
                                             level_messages_s(m, w, nodes),
                             .coarse_matrices_s =
                                 tc_job_work_s(m, w->smoothed, TC_PARAM_coarse_matrix_entry_s) +
                                 tc_job_work_s(m, w->stored, TC_PARAM_cycle_storage_entry_s)};
}

/* Derived here: the job creates `hierarchies` multigrid hierarchies, and all have the same levels. */
double tc_job_phase_multigrid_s(const tc_job_model *m) {
  const tc_job_counts *c = m->counts;
  if (c->hierarchies == 0) return 0.0;
  const tc_levels_seconds once = tc_job_levels_s(m, &c->levels, c->nodes);
  return c->hierarchies * (once.aggregates_s + once.coarse_matrices_s);
}

/* Derived here: the time is proportional to the width of the rows, and the parameters were measured with rows
 * of width 16. The reads are counted once, for a sample of the rows. The traffic is counted once for each
 * strategy. */
double tc_job_phase_count_s(const tc_job_model *m) {
  const tc_job_counts *c = m->counts;
  const double part = c->width / 16.0;
  const bool has_traffic = *tc_param_get(m->machine, TC_PARAM_traffic_row_s) > 0.0;
  /* In machine files of earlier versions, the time of a row contains the traffic of all strategies. */
  if (!has_traffic && *tc_param_get(m->machine, TC_PARAM_count_row_s) > 0.0)
    return tc_job_work_s(m, part * (double)c->rows, TC_PARAM_count_row_s);
  return tc_job_work_s(m, part * count_sampled_rows(c), TC_PARAM_count_row_s) +
         tc_job_work_s(m, part * (double)c->rows * c->strategies, TC_PARAM_traffic_row_s);
}
