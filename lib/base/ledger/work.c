#include "base/ledger/work.h"

static const char *const names[] = {
#define TC_WORK(name) #name,
#include "base/ledger/work.def"
};

const char *tc_work_name(int work) { return names[work]; }

void tc_work_add(tc_work *sum, int64_t times, const tc_work *added) {
  for (int w = 0; w < TC_WORK_COUNT; w++) sum->by_index[w] += times * added->by_index[w];
}
