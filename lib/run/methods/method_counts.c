#include "run/methods/method_counts.h"

#include <math.h>

#include "machine/parameters/params.h"
#include "run/plan/step_workload.h"

enum { value_B = 8 };

tc_time_method tc_method_counts_unknown(const char *method) {
  return (tc_time_method){.method = method, .reductions = -1, .bytes = NAN, .error = NAN, .seconds = NAN};
}

/* Returns the bytes of a product per row: the row of the matrix, and the values of x and y. */
static double product_B(const tc_method_matrix *m) { return tc_row_matrix_bytes(m->width) + 2.0 * value_B; }

static tc_time_method count_steps(const char *method, const tc_step_size *step) {
  tc_time_method out = tc_method_counts_unknown(method);
  out.steps = step->steps;
  out.dt = step->dt;
  return out;
}

tc_time_method tc_method_counts_euler(const tc_method_matrix *matrix, const tc_step_size *step) {
  tc_time_method out = count_steps("euler", step);
  out.products = step->steps;
  out.reductions = 0;
  out.bytes = (double)step->steps * (double)matrix->cells * product_B(matrix);
  return out;
}

tc_time_method tc_method_counts_stabilised(const tc_method_matrix *matrix, const char *method,
                                           const tc_step_size *step, int stages) {
  tc_time_method out = count_steps(method, step);
  const tc_step_products products = tc_step_workload_products(tc_strategy_find("neighbour"), stages);
  out.stages = stages;
  out.products = step->steps * stages;
  out.reductions = 0;
  out.bytes = (double)out.products * (double)matrix->cells * (product_B(matrix) + products.combined_B);
  return out;
}

/* Returns the bytes per row of a sweep through a triangular factor: half of the off-diagonal entries, and one
 * value each of right-hand side, factor diagonal and solution. */
static double sweep_B(const tc_method_matrix *m) {
  return (tc_row_matrix_bytes(m->width) - value_B) / 2.0 + 3.0 * value_B;
}

tc_time_method tc_method_counts_implicit(const tc_method_matrix *matrix, const tc_step_size *step,
                                         const tc_trial_step *trial) {
  const tc_work *work = &trial->work;
  tc_time_method out = count_steps("implicit", step);
  if (!trial->solved) return out;
  const int64_t products = work->products + work->adjoint_products;
  const double row_B = (double)products * product_B(matrix) + value_B * (double)work->streams +
                       (double)work->sweeps * sweep_B(matrix);
  out.products = step->steps * products;
  out.reductions = step->steps * work->reductions;
  out.bytes = (double)step->steps * ((double)matrix->cells * row_B + (double)work->cycles * trial->cycle_B);
  return out;
}

/* Returns the counts of implicit steps that need `products` products in total and the work per product of the
 * trial. */
static tc_time_method scale_work(const tc_method_matrix *matrix, const tc_integrator *integrator,
                                 const tc_control_trial *trial, double products) {
  tc_trial_step work = trial->solver;
  work.solved = true;
  tc_time_method row = tc_method_counts_implicit(matrix, &(tc_step_size){1, trial->until}, &work);
  const double share = row.products > 0 ? products / (double)row.products : 0.0;
  row.method = integrator->name;
  row.bytes *= share;
  row.reductions = (int64_t)(share * (double)row.reductions);
  return row;
}

/* Returns the counts of a stabilised method that needs `products` products in total, one for each stage. */
static tc_time_method scale_stages(const tc_method_matrix *matrix, const tc_integrator *integrator,
                                   const tc_control_trial *trial, double products) {
  const tc_error_control_record *record = &trial->record;
  const int stages = record->steps > 0 ? (int)(record->products / record->steps) : 1;
  tc_time_method row =
      tc_method_counts_stabilised(matrix, integrator->name, &(tc_step_size){1, trial->until}, stages);
  row.reductions = trial->is_complete ? record->steps + record->rejected : -1;
  row.bytes *= products / stages;
  return row;
}

tc_time_method tc_method_counts_controlled(const tc_method_matrix *matrix, const tc_integrator *integrator,
                                           const tc_error_control *control, const tc_control_trial *trial) {
  const tc_control_forecast f = tc_control_trial_forecast(trial, control);
  tc_time_method row = integrator->solves ? scale_work(matrix, integrator, trial, f.products)
                                          : scale_stages(matrix, integrator, trial, f.products);
  row.steps = trial->is_complete ? trial->record.steps : 0;
  row.dt = 0.0;
  row.products = (int64_t)f.products;
  row.products_low = (int64_t)f.low;
  row.products_high = (int64_t)f.high;
  return row;
}

/* ---- errors ---- */

double tc_method_error_euler(const tc_method_derivatives *norm, double end, double dt) {
  return 0.5 * end * dt * norm->second;
}

double tc_method_error_implicit(const tc_method_derivatives *norm, double end, double dt, double theta) {
  if (theta == 0.5) return end * dt * dt / 12.0 * norm->third;
  return (theta - 0.5) * end * dt * norm->second;
}

double tc_method_error_rkl2(const tc_method_derivatives *norm, double end, double dt, int stages) {
  const double n = (double)stages * (stages + 1.0), c = 1.0 / 6.0 - (n - 6.0) / (9.0 * (n - 2.0));
  return end * dt * dt * c * norm->third;
}
