/* What `kernels run --forecast` has to know of this machine, measured by itself in turns with its lines. */
#ifndef TC_KERNELS_LOCAL_MACHINE_H
#define TC_KERNELS_LOCAL_MACHINE_H

#include "machine/limits/read_costs.h"
#include "product.h"

/* KN_LOCAL_READ_B: read at most at once, of an array. */
enum { KN_LOCAL_ROWS_MIN = 4096, KN_LOCAL_READ_B = 256 << 20 };

/* Of one number of threads. */
typedef struct kn_local_machine {
  const kn_row_form *form;
  int32_t cells;
  int threads;
  tc_params params;  /* caches as announced, bandwidths of levels, spreads and what reads cost over them */
  double together_s; /* of the fastest product whose rows read what lies together; NAN before any, as: */
  double apart_s[TC_SPREADS]; /* the same at each spread */
  double level_s[TC_LEVELS];  /* of the fastest pass over a level, a byte */
  double level_B[TC_LEVELS];
  tc_reuse usual; /* reads of a product whose rows read what lies together */
} kn_local_machine;

/* For products of a form with so many rows, at least KN_LOCAL_ROWS_MIN. */
void kn_local_machine_init(const kn_row_form *form, int32_t cells, int threads, kn_local_machine *out);

/* Takes some more samples, about as long as 100 products take. From then on the program has so many threads.
 * Errors: TC_INTERNAL out of memory, TC_USAGE too many threads. */
tc_status kn_local_machine_sample(kn_local_machine *machine);

/* From the fastest of all samples: what else the machine does only ever adds to them. */
void kn_local_machine_compute(kn_local_machine *machine);

#endif
