#include "base/ledger/counts.h"

static const char *const names[] = {
#define TC_COUNT(name, summary) #name,
#include "base/ledger/counts.def"
};

static const char *const summaries[] = {
#define TC_COUNT(name, summary) summary,
#include "base/ledger/counts.def"
};

const char *tc_count_name(int count) { return names[count]; }

const char *tc_count_summary(int count) { return summaries[count]; }

void tc_counts_add(tc_counts *sum, const tc_counts *added) {
  for (int count = 0; count < TC_COUNT_COUNT; count++) sum->by_index[count] += added->by_index[count];
}

int tc_counts_difference(const tc_counts *a, const tc_counts *b) {
  for (int count = 0; count < TC_COUNT_COUNT; count++)
    if (a->by_index[count] != b->by_index[count]) return count;
  return -1;
}
