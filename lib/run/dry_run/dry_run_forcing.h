/* What is prescribed in runs that do not take place: where, and what it costs. Not collective: one process
 * works. */
#ifndef TC_RUN_DRY_RUN_DRY_RUN_FORCING_H
#define TC_RUN_DRY_RUN_DRY_RUN_FORCING_H

#include "count/dry_run_counts.h"
#include "io/config/config.h"
#include "mesh/dual.h"

typedef struct tc_dry_run_formula_costs {
  tc_dry_run_forcing where; /* its arrays are owned */
  double datum_s, row_s;    /* at the boundary: of a datum that is evaluated, of a row that it is added to */
  double cell_s;            /* of a cell with a source or states */
} tc_dry_run_formula_costs;

/* Looks through the mesh, and tries the formulas in a sample of its cells with the config's number of
 * threads. Warns of fronts that the sample cannot represent (solve/problem/front_resolution.h). Errors: those
 * of tc_boundary_apply and of formulas that are not finite; TC_INTERNAL out of memory; *out is the caller's
 * (tc_dry_run_formula_costs_free) also then. */
tc_status tc_dry_run_formula_costs_measure(const tc_config *config, const tc_mesh *mesh, const tc_dual *dual,
                                           const tc_log *log, tc_dry_run_formula_costs *out);
void tc_dry_run_formula_costs_free(tc_dry_run_formula_costs *formulas);

/* What a step of a rank takes that counts so much. */
tc_seconds tc_dry_run_formula_costs_step(const tc_dry_run_formula_costs *formulas, const tc_counts *count);

#endif
