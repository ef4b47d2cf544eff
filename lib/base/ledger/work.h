/* What a solver does, counted where it is done: never seconds. */
#ifndef TC_BASE_LEDGER_WORK_H
#define TC_BASE_LEDGER_WORK_H

#include <stdint.h>

enum {
#define TC_WORK(name) TC_WORK_##name,
#include "base/ledger/work.def"
#undef TC_WORK
  TC_WORK_COUNT
};

/* By name and by number, in the order of work.def. */
typedef union tc_work {
  struct {
#define TC_WORK(name) int64_t name;
#include "base/ledger/work.def"
#undef TC_WORK
  };
  int64_t by_index[TC_WORK_COUNT];
} tc_work;

const char *tc_work_name(int work);

/* sum += times * more. */
void tc_work_add(tc_work *sum, int64_t times, const tc_work *more);

/* The first in which they differ, -1: none. */
int tc_work_difference(const tc_work *a, const tc_work *b);

#endif
