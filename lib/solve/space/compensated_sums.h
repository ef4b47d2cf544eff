/* Sums over steps, one for each place of an array, that are off by a few last bits however many steps there
 * are: plain sums of some terms go into sums that keep what rounding takes away (Knuth's two-sum). Each place
 * is added up by itself, so the bits depend on nothing but its terms. Not collective. */
#ifndef TC_SOLVE_SPACE_COMPENSATED_SUMS_H
#define TC_SOLVE_SPACE_COMPENSATED_SUMS_H

#include <stdint.h>

#include "base/core/status.h"

/* Zeroed before use; released by tc_compensated_sums_free. */
typedef struct tc_compensated_sums {
  int32_t count;
  int64_t terms;               /* in `latest` */
  double *latest, *high, *low; /* [count] */
} tc_compensated_sums;

/* Errors: TC_INTERNAL out of memory. */
tc_status tc_compensated_sums_init(int32_t count, tc_compensated_sums *out);
void tc_compensated_sums_free(tc_compensated_sums *sums);
void tc_compensated_sums_clear(tc_compensated_sums *sums);

/* Sum k takes term[place[k]], or term[k] where place is NULL. OpenMP inside. */
void tc_compensated_sums_add(tc_compensated_sums *sums, const int32_t *place, const double *term);

double tc_compensated_sums_get(const tc_compensated_sums *sums, int32_t k);

/* Sum k less `level`, which may be nearly as large. */
double tc_compensated_sums_beyond(const tc_compensated_sums *sums, int32_t k, double level);

#endif
