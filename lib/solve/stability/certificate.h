/* In how many cells a proof of stability holds. */
#ifndef TC_SOLVE_STABILITY_CERTIFICATE_H
#define TC_SOLVE_STABILITY_CERTIFICATE_H

#include "solve/problem/problem.h"
#include "solve/space/field.h"

typedef struct tc_certificate {
  int64_t cells;         /* whose energy cannot grow; when these are all, the norm of no solution can rise */
  tc_extreme_cell worst; /* the cell where the proof fails most; value: minus the smallest eigenvalue of its
                     energy over the largest (fv/scheme/cell_energy.h) */
} tc_certificate;

/* Collective. For the problem's scheme and its stabilisation. Schemes that need no stabilisation are
 * certified in all cells. margin[owned]: of each cell the smallest eigenvalue of its energy over the largest,
 * 0 for such schemes. */
tc_status tc_certificate_compute(const tc_problem *problem, double *margin, tc_certificate *out);

#endif
