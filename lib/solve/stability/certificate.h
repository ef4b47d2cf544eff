/* Certificate: the number of cells in which a proof of stability holds. Called by
 * solve/stability/stable_step.c after each assembly. The proof is that of the scheme
 * (fv/scheme/cell_energy.h). If it holds in all cells, the norm of no solution can grow. */
#ifndef TC_SOLVE_STABILITY_CERTIFICATE_H
#define TC_SOLVE_STABILITY_CERTIFICATE_H

#include "solve/problem/problem.h"
#include "solve/space/field.h"

typedef struct tc_certificate {
  int64_t cells;         /* Number of cells in which the proof holds, so that their energy cannot grow. */
  tc_extreme_cell worst; /* Cell in which the proof fails most. Its value is the negated smallest eigenvalue
                            of its energy, divided by the largest one. */
} tc_certificate;

/* Collective. Computes the certificate for the problem's scheme and stabilisation. Schemes without
 * stabilisation are certified in all cells. margin[owned] receives for each cell the smallest eigenvalue of
 * its energy divided by the largest one, and 0 for such schemes. */
tc_status tc_certificate_compute(const tc_problem *problem, double *margin, tc_certificate *out);

#endif
