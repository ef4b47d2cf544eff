/* A rank's piece of a distributed vector, and what is done with it entry by entry. Nothing here is collective
 * or can fail; OpenMP over the own rows, so the same thread touches the same entries as in a product. Vectors
 * are cut from an arena (arena.h), which owns their memory. */
#ifndef TC_COMM_MEMORY_VECTOR_H
#define TC_COMM_MEMORY_VECTOR_H

#include <stdint.h>

typedef struct tc_vector {
  double *value; /* [owned + ghosts] the rank's rows, then what others own of the rows that these read */
  int32_t owned, ghosts;
  int index;                       /* in its arena */
  struct tc_device_mirror *mirror; /* its values are on a device (comm/memory/device_mirror.h), and `value` is
                               what came down last or is to go up; NULL: they are in `value` */
} tc_vector;

/* v = from[owned], and back. Ghosts are left alone, as in all that follows. */
void tc_vector_load(const double *from, tc_vector *v);
void tc_vector_store(const tc_vector *v, double *into);

void tc_vector_fill(double value, tc_vector *v);                     /* v_i = value */
void tc_vector_copy(const tc_vector *from, tc_vector *v);            /* v = from */
void tc_vector_scale(double factor, tc_vector *v);                   /* v = factor v */
void tc_vector_add(double factor, const tc_vector *x, tc_vector *y); /* y = y + factor x */
void tc_vector_swap(tc_vector *a, tc_vector *b); /* names change places, values stay where they are */

#endif
