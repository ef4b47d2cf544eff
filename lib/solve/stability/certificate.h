/* Certificate of stability: the number of cells in which a proof of stability holds. The energy of a field is
 * a sum over cells. The proof holds in a cell if the energy of this cell cannot grow
 * (fv/scheme/cell_energy.h). If the proof holds in all cells, the volume-weighted norm of a solution never
 * grows. solve/stability/stable_step.c computes the certificate after each assembly. */
#ifndef TC_SOLVE_STABILITY_CERTIFICATE_H
#define TC_SOLVE_STABILITY_CERTIFICATE_H

#include "solve/problem/problem.h"
#include "solve/space/field.h"

typedef struct tc_certificate {
  int64_t cells;         /* Number of cells in which the proof holds. */
  tc_extreme_cell worst; /* Cell with the smallest margin (see tc_certificate_compute). Its `value` is minus
                            this margin. */
} tc_certificate;

/* Collective. Computes the certificate for the problem's scheme and stabilisation. For schemes without
 * stabilisation the proof always holds in all cells. margin[owned] receives the margin of each cell, which
 * the last assembly has found (tc_system.margin); 0 for schemes without stabilisation. The energy of a cell
 * is a quadratic form, and the margin is its smallest eigenvalue divided by its largest absolute eigenvalue.
 */
tc_status tc_certificate_compute(const tc_problem *problem, double *margin, tc_certificate *out);

#endif
