/* Phases in which a job measures: storage formats, the machine, formulas. The numbers of repetitions repeat
 * the rules of the measuring code. The constant seconds were measured
 * (decisions/080-formulas-of-job-phases.md). */
#include "model/setup/job_phases_internal.h"
#include "sparse/matrix.h"

static int count_matrix_formats(void) {
  int count = 0;
  for (int f = 0; f < tc_format_count(); f++) count += tc_format_at(f)->form == TC_ROW_FORM_MATRIX;
  return count;
}

/* Returns the seconds of measuring one storage format once: warm-up and repeats (run/plan/format_choice.c).
 * The warm-up is five products, and four more unless these took 0.05 s. */
static double trial_products_s(double product_s) {
  const double repeat_s = 5e-4, repeats = fmin(15.0, fmax(3.0, floor(15.0 * repeat_s / product_s)));
  const double warm_up_products = 5.0 * product_s < 0.05 ? 9.0 : 5.0;
  return warm_up_products * product_s + repeats * (product_s < repeat_s ? repeat_s : product_s);
}

/* Each of two rounds copies the matrix into each format and measures products. */
double tc_job_phase_formats_s(const tc_job_model *m) {
  return tc_job_repeat_s(2.0 * count_matrix_formats() * m->counts->tries_formats,
                         tc_job_copy_s(m) + trial_products_s(m->counts->product_s));
}

/* Returns the seconds of measuring single reads (run/environment/machine_auto.c). They are measured for
 * working sets of 16 MiB or more, and for smaller sets only on a machine without stored parameters. */
static double reads_s(const tc_job_counts *c) {
  const double large_B = 16 << 20, bytes = (double)c->rows * tc_row_bytes(c->width);
  if (bytes >= large_B) return c->ranks > 1 ? 0.8 : 0.5;
  return c->measures_machine ? 0.05 : 0.0;
}

/* Returns the seconds of the benchmarks at the size of the run, which need 100 to 200 products. */
static double working_set_s(const tc_job_counts *c) {
  const double min_s = 0.05, products = 150.0, product_s = products * c->product_s;
  return product_s < min_s ? min_s : product_s;
}

/* On a machine without stored parameters, the job measures those that it needs within a time budget. The
 * benchmarks of single reads and of the working set make their minimum number of repetitions even if the
 * budget is exceeded. */
double tc_job_phase_machine_s(const tc_job_model *m) {
  const tc_job_counts *c = m->counts;
  if (!c->uses_machine) return 0.0;
  return (c->measures_machine ? c->machine_budget_s : 0.0) + reads_s(c) + working_set_s(c) +
         tc_job_probes_s(m);
}

/* Returns the seconds of the trials that measure the formulas (solve/problem/forcing_cost.c). There are two
 * first trials, and then those that take 0.2 s, but at least 7 and at most 101. A trial makes one product and
 * evaluates all formulas. */
static double trials_s(const tc_job_counts *c) {
  const double all_s = 0.2, one_s = c->product_s + c->formulas_s;
  if (c->formulas_s == 0.0) return 0.0;
  return isnan(one_s) ? one_s : (2.0 + fmin(101.0, fmax(7.0, floor(all_s / one_s)))) * one_s;
}

/* The phase also evaluates the initial field and computes its statistics. Both took 0.13 us per row in a
 * measurement, as long as six checks of the field. */
double tc_job_phase_formulas_s(const tc_job_model *m) {
  const double initial_passes = 6.0;
  return tc_job_passes_s(m, initial_passes) + trials_s(m->counts);
}
