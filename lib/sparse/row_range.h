/* Range of the entries of a row in arrays that store the entries of all rows one after another. Used by
 * matrices (sparse/ell.h) and patterns (sparse/reuse_distance.h, count/pattern.h). All of them store either
 * `width` entries in each row or, with an array `begin`, rows of any length. */
#ifndef TC_SPARSE_ROW_RANGE_H
#define TC_SPARSE_ROW_RANGE_H

#include <stddef.h>
#include <stdint.h>

/* Returns the index of the first entry of row i. The entries of the row end before that of row i + 1. begin:
 * [rows + 1] first entry of each row and, at the end, the number of all entries; NULL if every row has
 * `width` entries. */
static inline size_t tc_row_begin(const int64_t *begin, int width, int32_t i) {
  return begin ? (size_t)begin[i] : (size_t)i * (size_t)width;
}

#endif
