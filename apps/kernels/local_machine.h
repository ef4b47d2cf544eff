/* Parameters of this machine for `kernels run --forecast`, for one number of threads. forecast.c initialises
 * them once, adds samples in each round of the table, and computes the parameters after the last round. Not
 * collective. */
#ifndef TC_KERNELS_LOCAL_MACHINE_H
#define TC_KERNELS_LOCAL_MACHINE_H

#include "machine/limits/read_costs.h"
#include "product.h"

/* KN_LOCAL_ROWS_MIN: minimum number of rows. KN_LOCAL_READ_B: size in bytes of the largest array that
 * measures a bandwidth. */
enum { KN_LOCAL_ROWS_MIN = 4096, KN_LOCAL_READ_B = 256 << 20 };

/* Samples and parameters for one number of threads. Times are in seconds; NAN before the first sample. */
typedef struct kn_local_machine {
  const kn_row_form *form;
  int32_t cells;
  int threads;
  tc_params params;  /* results: cache sizes as the system reports them, bandwidths of the levels, spreads and
                        read costs */
  double together_s; /* seconds of the fastest product whose rows read adjacent values */
  double apart_s[TC_SPREADS]; /* seconds of the fastest product at each spread */
  double level_s[TC_LEVELS];  /* seconds per byte of the fastest pass over a level */
  double level_B[TC_LEVELS];  /* size in bytes of the array that measures a level; 0 if not measured */
  tc_reuse usual;             /* reuse of a product whose rows read adjacent values */
} kn_local_machine;

/* Initialises the samples for products of this form with `cells` rows, of which at least KN_LOCAL_ROWS_MIN
 * are used. */
void kn_local_machine_init(const kn_row_form *form, int32_t cells, int threads, kn_local_machine *out);

/* Adds samples, which takes about the time of 100 products. The number of threads of the program is then
 * `threads`. Errors: TC_INTERNAL if memory is exhausted; TC_USAGE if there are too many threads. */
tc_status kn_local_machine_sample(kn_local_machine *machine);

/* Computes the parameters from the fastest samples, because disturbances only lengthen the times. */
void kn_local_machine_compute(kn_local_machine *machine);

#endif
