/* What `kernels run --forecast` has to know of this machine, measured by itself in turns with its lines. */
#ifndef TC_KERNELS_OWN_MACHINE_H
#define TC_KERNELS_OWN_MACHINE_H

#include "model/read_costs.h"
#include "product.h"

/* TC_OWN_READING_B: read at most at once, of an array. */
enum { TC_OWN_SAMPLES = 64, TC_OWN_LEAST = 4096, TC_OWN_READING_B = 256 << 20 };

/* Of one number of threads. */
typedef struct tc_own_machine {
  const tc_form *form;
  int32_t cells;
  int threads;
  tc_params params;  /* caches as announced, bandwidths of levels, spreads and what reads cost over them */
  double together_s; /* of a product whose rows read what lies together, NAN before the end */
  tc_reuse usual;    /* its reads */
  int samples;       /* so far, of each of: */
  double together[TC_SPREADS * TC_OWN_SAMPLES]; /* seconds of such products, */
  double more[TC_SPREADS][TC_OWN_SAMPLES];      /* what others take beyond the one before them, */
  double level_s[TC_LEVELS][TC_OWN_SAMPLES], level_B[TC_LEVELS]; /* and passes over a level */
} tc_own_machine;

/* For products of a form with so many rows, at least TC_OWN_LEAST. */
void tc_own_machine_open(const tc_form *form, int32_t cells, int threads, tc_own_machine *out);

/* Takes some more samples, about as long as 100 products take. From then on the program has so many threads.
 * Errors: TC_INTERNAL out of memory, TC_USAGE too many threads. */
tc_status tc_own_machine_sample(tc_own_machine *machine);

/* From all samples. */
void tc_own_machine_conclude(tc_own_machine *machine);

#endif
