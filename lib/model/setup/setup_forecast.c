#include "model/setup/setup_forecast.h"

#include "model/step/predict.h"

/* Returns the seconds of reading `values` values through an index list. */
static double read_s(const tc_params *m, double values) { return tc_cost_of_count(values, m->pack_s); }

/* Returns the time of a row of the product at the memory level that holds the matrix, divided by its time in
 * the first cache; at least 1, NaN if unknown. */
static double memory_factor(const tc_params *m, const tc_setup_load *l) {
  const int width = l->width < 10 ? 0 : 1;
  const double *curve = m->row_s[0][width];
  const double there = tc_params_curve(m, curve, l->rows * tc_row_bytes(l->width));
  if (!(there > 0.0) || !(curve[0] > 0.0)) return (double)NAN;
  return there > curve[0] ? there / curve[0] : 1.0;
}

/* Returns the seconds of the exchange of one sweep, plus those of `reductions` reductions. The exchange sends
 * `values` values for each row that a sweep would send. */
static double exchange_s(const tc_params *m, int nodes, const tc_setup_load *l, int values, int reductions) {
  tc_solver_load solving = {.sweep_counts = l->sweep_counts, .work.reductions = reductions};
  const tc_rank_load load = {.rows = l->rows, .width = l->width, .solving = &solving};
  double sum = 0.0;
  solving.sweep_counts.local_values_out *= values;
  solving.sweep_counts.remote_values_out *= values;
  for (int phase = TC_PHASE_reduce; phase <= TC_PHASE_precond; phase++) {
    const tc_stage_cost price =
        tc_model_stage_cost(tc_model_at(TC_MODEL_refined), m, nodes, &load, &(tc_stage){.phase = phase});
    sum += tc_costs_total(&price.own) + tc_costs_total(&price.serialised);
  }
  return sum;
}

static double transpose_s(const tc_params *m, const tc_setup_load *l) {
  const double w = l->width;
  return read_s(m, l->rows * w * ((w + 1.0) / 2.0 + 5.0));
}

static double colours_s(const tc_params *m, int nodes, int ranks, const tc_setup_load *l) {
  const double rows = l->rows, sorted = rows > 1.0 ? 6.0 * rows * log2(rows) : 0.0;
  if (l->colours == 0) return 0.0;
  return l->threads * (read_s(m, sorted) + memory_factor(m, l) * read_s(m, rows * (3.0 * l->width + 6.0))) +
         exchange_s(m, nodes, l, 1, ranks > 1 ? l->colours : 1);
}

static double factors_s(const tc_params *m, int nodes, const tc_setup_load *l) {
  const double w = l->width;
  const double copied = 2.0 * w + 14.0 + l->sweeps * (12.0 * w + l->colours + 10.0),
               eliminated = 2.0 * w * w + 12.0 * w;
  const bool ilu0 = l->factoring == TC_FACTORING_ILU0;
  if (l->factoring == TC_FACTORING_NONE) return 0.0;
  if (l->factoring == TC_FACTORING_FILL) return (double)NAN;
  /* ILU(0) without colours also runs on one thread, so its time is multiplied by the number of threads. */
  const int alone = l->colours ? 1 : l->threads;
  return memory_factor(m, l) *
             read_s(m, l->rows * (l->threads * copied + (ilu0 ? alone * eliminated : 0.0))) +
         (ilu0 ? exchange_s(m, nodes, l, 2 * l->width + 1, 0) : 0.0);
}

/* Returns the larger of the two values; NaN if one of them is NaN. */
static double larger_or_nan(double most, double value) { return isnan(most) || value <= most ? most : value; }

tc_setup_times tc_setup_predict(const tc_params *machine, int nodes, int ranks, const tc_setup_load *load) {
  tc_setup_times most = {.by_index = {0.0}};
  for (int r = 0; r < ranks; r++) {
    most.transpose = larger_or_nan(most.transpose, transpose_s(machine, &load[r]));
    most.colours = larger_or_nan(most.colours, load[r].times * colours_s(machine, nodes, ranks, &load[r]));
    most.factors = larger_or_nan(most.factors, load[r].times * factors_s(machine, nodes, &load[r]));
  }
  return most;
}
