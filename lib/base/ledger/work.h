/* Work: counted operations of a solver, never seconds. The solver adds to it where the operation is done, and
 * models turn it into seconds. The list is work.def; a new operation is one line there. */
#ifndef TC_BASE_LEDGER_WORK_H
#define TC_BASE_LEDGER_WORK_H

#include <stdint.h>

enum {
#define TC_WORK(name) TC_WORK_##name,
#include "base/ledger/work.def"
  TC_WORK_COUNT
};

/* The work of a solver. It can be accessed by name and by index, in the order of work.def. */
typedef union tc_work {
  struct {
#define TC_WORK(name) int64_t name;
#include "base/ledger/work.def"
  };
  int64_t by_index[TC_WORK_COUNT];
} tc_work;

const char *tc_work_name(int work);

/* Adds `times` times the work `added` to `sum`. */
void tc_work_add(tc_work *sum, int64_t times, const tc_work *added);

#endif
