/* Forcing of dry runs: the faces with boundary data, and the time of evaluating boundary data and source.
 * tc_dry_run_init measures the times once, and every case multiplies them by its counts. Not collective: one
 * process computes everything. */
#ifndef TC_RUN_DRY_RUN_DRY_RUN_FORCING_H
#define TC_RUN_DRY_RUN_DRY_RUN_FORCING_H

#include "count/dry_run_counts.h"
#include "io/config/config.h"
#include "mesh/dual.h"

typedef struct tc_dry_run_formula_costs {
  tc_dry_run_forcing where; /* number of faces with data, by cell; its arrays belong to this struct */
  double datum_s, row_s;    /* seconds of evaluating a boundary datum; seconds of adding a datum to a row */
  double cell_s;            /* seconds of evaluating the source and the local states of a cell */
} tc_dry_run_formula_costs;

/* Finds the faces with boundary data, and measures the time of evaluating the formulas in a sample of cells,
 * with the config's number of threads. Warns of fronts that the mesh of the sample cannot represent
 * (solve/problem/front_resolution.h). The caller frees *out with tc_dry_run_formula_costs_free, also after an
 * error. Errors: those of tc_boundary_apply and of formulas that are not finite; TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_dry_run_formula_costs_measure(const tc_config *config, const tc_mesh *mesh, const tc_dual *dual,
                                           const tc_log *log, tc_dry_run_formula_costs *out);
void tc_dry_run_formula_costs_free(tc_dry_run_formula_costs *formulas);

/* Pure. Returns the time that a rank with the counts `count` needs for the forcing of one step. */
tc_seconds tc_dry_run_formula_costs_step(const tc_dry_run_formula_costs *formulas, const tc_counts *count);

#endif
