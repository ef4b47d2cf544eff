/* Phases that measure: storage formats, the machine, formulas. Their numbers of repetitions are those of the
 * program, and constant seconds were measured (decisions/080-formulas-of-job-phases.md). */
#include "model/setup/job_phases_internal.h"
#include "sparse/matrix.h"

static int count_matrix_formats(void) {
  int count = 0;
  for (int f = 0; f < tc_format_count(); f++) count += tc_format_at(f)->form == TC_ROW_FORM_MATRIX;
  return count;
}

/* Two rounds measure each format with 15 repeats of at least 0.5 ms (run/plan/format_choice.c). Copying the
 * matrix and warming up take as long as 14 products. */
double tc_job_phase_formats_s(const tc_job_model *m) {
  const double repeats = 15.0, repeat_min_s = 5e-4, other_products = 14.0, product_s = m->counts->product_s;
  if (!m->counts->tries_formats) return 0.0;
  const double repeat_time_s = product_s < repeat_min_s ? repeat_min_s : product_s;
  return 2.0 * count_matrix_formats() * (repeats * repeat_time_s + other_products * product_s);
}

/* Single reads are measured for large working sets (run/environment/machine_auto.c), and a small set only on
 * a new machine. */
static double reads_s(const tc_job_counts *c) {
  const double large_B = 16 << 20, bytes = (double)c->rows * tc_row_bytes(c->width);
  if (bytes >= large_B) return c->ranks > 1 ? 0.8 : 0.5;
  return c->measures_machine ? 0.05 : 0.0;
}

/* The benchmarks at the size of the run need 100 to 200 products. */
static double working_set_s(const tc_job_counts *c) {
  const double min_s = 0.05, products = 150.0, product_s = products * c->product_s;
  return product_s < min_s ? min_s : product_s;
}

/* On a machine without stored parameters, those that the run needs are measured within a budget. Single reads
 * and the working set make their fewest repetitions also if the budget is short. */
double tc_job_phase_machine_s(const tc_job_model *m) {
  const tc_job_counts *c = m->counts;
  if (!c->uses_machine) return 0.0;
  return (c->measures_machine ? c->machine_budget_s : 0.0) + reads_s(c) + working_set_s(c) +
         tc_job_probes_s(m);
}

/* Two trials, and then the number that takes 0.2 s, but 7 to 101 (solve/problem/forcing_cost.c). A trial
 * makes a product and evaluates all formulas. */
static double trials_s(const tc_job_counts *c) {
  const double all_s = 0.2, one_s = c->product_s + c->formulas_s;
  if (c->formulas_s == 0.0) return 0.0;
  return isnan(one_s) ? one_s : (2.0 + fmin(101.0, fmax(7.0, floor(all_s / one_s)))) * one_s;
}

/* The phase also evaluates the initial field and computes its statistics (measured: 0.13 us a row). */
double tc_job_phase_formulas_s(const tc_job_model *m) {
  const double initial_passes = 6.0;
  return tc_job_passes_s(m, initial_passes) + trials_s(m->counts);
}
