/* Parameters of this machine (bandwidths and costs of reads) for `kernels run --forecast`, for one number of
 * threads. forecast.c calls kn_local_machine_init once, kn_local_machine_sample in each round of products,
 * and kn_local_machine_compute after the last round. Not collective. */
#ifndef TC_KERNELS_LOCAL_MACHINE_H
#define TC_KERNELS_LOCAL_MACHINE_H

#include "machine/limits/read_costs.h"
#include "product.h"

/* KN_LOCAL_ROWS_MIN: minimum number of matrix rows for which parameters are measured. KN_LOCAL_READ_B: size
 * in bytes of the largest array with which the bandwidth of a memory level is measured. */
enum { KN_LOCAL_ROWS_MIN = 4096, KN_LOCAL_READ_B = 256 << 20 };

/* Samples and parameters for one number of threads. A spread is a distance in bytes within which the reads of
 * x are random. Times are in seconds; NAN before the first sample. */
typedef struct kn_local_machine {
  const kn_row_form *form;
  int32_t cells;
  int threads;
  /* results: cache sizes as the system reports them, bandwidth of each memory level, spreads, and cost of a
   * read for each spread */
  tc_params params;
  double adjacent_s; /* seconds of the fastest product so far whose rows read adjacent values of x */
  /* for each spread, seconds of the fastest product so far whose rows read random values of x within it */
  double random_s[TC_SPREADS];
  /* for each memory level, seconds per byte of the fastest pass so far over an array that fits the level */
  double level_s[TC_LEVELS];
  /* for each memory level, size in bytes of the array over which the passes of level_s are made; 0 if the
   * level is not measured */
  double level_B[TC_LEVELS];
  /* reuse distances of the reads of x by a product whose rows read adjacent values */
  tc_reuse adjacent_reuse;
} kn_local_machine;

/* Initialises *out for products with rows of the form `form` and `threads` threads. `cells` is the number of
 * rows of the matrix, at least KN_LOCAL_ROWS_MIN. */
void kn_local_machine_init(const kn_row_form *form, int32_t cells, int threads, kn_local_machine *out);

/* Times products and passes over arrays and updates the fastest times. This takes about as long as 100
 * products. Afterwards the number of OpenMP threads is machine->threads. Errors: TC_INTERNAL if memory is
 * exhausted; TC_USAGE if there are too many threads. */
tc_status kn_local_machine_sample(kn_local_machine *machine);

/* Computes machine->params from the fastest times. The fastest ones are used because disturbances only
 * lengthen a time. */
void kn_local_machine_compute(kn_local_machine *machine);

#endif
