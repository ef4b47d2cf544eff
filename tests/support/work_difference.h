#ifndef WORK_DIFFERENCE_H
#define WORK_DIFFERENCE_H

#include "base/ledger/work.h"

/* Returns the index of the first count that differs between a and b, or -1 if all are equal. */
static inline int work_difference(const tc_work *a, const tc_work *b) {
  for (int w = 0; w < TC_WORK_COUNT; w++)
    if (a->by_index[w] != b->by_index[w]) return w;
  return -1;
}

#endif
