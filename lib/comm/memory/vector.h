/* Vector: a rank's segment of a distributed vector, and operations on its entries. An arena (arena.h) owns
 * the memory. The operations are OpenMP loops over the owned rows with the schedule of the product, so each
 * thread accesses the entries that it also computes in products. No function is collective or can fail. */
#ifndef TC_COMM_MEMORY_VECTOR_H
#define TC_COMM_MEMORY_VECTOR_H

#include <stdint.h>

typedef struct tc_vector {
  double *value; /* [owned + ghosts] owned rows, then ghosts */
  int32_t owned, ghosts;
  int index; /* index of the vector in its arena */
  /* Copy of the values on a device (comm/memory/device_mirror.h), or NULL. If there is a mirror, `value` is
   * only a buffer for downloads and uploads. */
  struct tc_device_mirror *mirror;
} tc_vector;

/* tc_vector_load copies from[owned] to the owned values of v. tc_vector_store copies the owned values of v to
 * into[owned]. Except for tc_vector_swap, no function of this file changes ghosts. */
void tc_vector_load(const double *from, tc_vector *v);
void tc_vector_store(const tc_vector *v, double *into);

void tc_vector_fill(double value, tc_vector *v);          /* sets v_i = value for all owned rows i */
void tc_vector_copy(const tc_vector *from, tc_vector *v); /* copies the owned values of `from` to v */
void tc_vector_swap(tc_vector *a, tc_vector *b);          /* swaps the two structs; does not copy values */

#endif
