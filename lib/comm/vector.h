/* A rank's piece of a distributed vector. */
#ifndef TC_COMM_VECTOR_H
#define TC_COMM_VECTOR_H

#include <stdint.h>

#include "base/status.h"

/* Made and destroyed by a strategy (strategy.h). */
typedef struct tc_vector {
  double *value; /* [owned] the rank's rows */
  int32_t owned;
  void *handle; /* the strategy's own (a window) */
} tc_vector;

/* For strategies that need no more than private memory: room for ghosts behind the owned values, all zero,
 * first touched by the thread that will compute with it. Not collective. */
tc_status tc_vector_create_private(int32_t owned, int32_t ghosts, tc_vector *v);
void tc_vector_destroy_private(tc_vector *v);

#endif
