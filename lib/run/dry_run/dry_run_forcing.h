/* Forecast time of the forcing (boundary data and source) in dry runs. tc_dry_run_init calls
 * tc_dry_run_formula_costs_measure once, which finds the faces with boundary data and measures the time of
 * evaluating the formulas. tc_dry_run_formula_costs_step then multiplies these times by the counts of a rank
 * in each case. Not collective: one process computes everything. */
#ifndef TC_RUN_DRY_RUN_DRY_RUN_FORCING_H
#define TC_RUN_DRY_RUN_DRY_RUN_FORCING_H

#include "count/dry_run_counts.h"
#include "io/config/config.h"
#include "mesh/dual.h"

/* Measured times of the formulas, and the cells that need them. */
typedef struct tc_dry_run_formula_costs {
  /* For each cell, the number of the faces with boundary data. This struct owns the arrays. */
  tc_dry_run_forcing where;
  double datum_s, row_s; /* seconds to evaluate one boundary datum; seconds to add it to a row */
  double cell_s;         /* seconds to evaluate the source and the local states of one cell */
} tc_dry_run_formula_costs;

/* Finds the faces with boundary data, and measures the time of evaluating the formulas in a sample of cells,
 * with the config's number of threads. Warns if the cells of the sample are too large for the fronts of the
 * solution (solve/observe/front_resolution.h). The caller frees *out with tc_dry_run_formula_costs_free, also
 * after an error. Errors: those of tc_boundary_apply and of formulas that are not finite; TC_INTERNAL if
 * memory is exhausted. */
tc_status tc_dry_run_formula_costs_measure(const tc_config *config, const tc_mesh *mesh, const tc_dual *dual,
                                           const tc_log *log, tc_dry_run_formula_costs *out);
void tc_dry_run_formula_costs_free(tc_dry_run_formula_costs *formulas);

/* Pure. Returns the forecast time in s of the forcing in one step on a rank with the counts `count`. */
tc_seconds tc_dry_run_formula_costs_step(const tc_dry_run_formula_costs *formulas, const tc_counts *count);

#endif
