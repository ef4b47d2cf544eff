/* Counts: exact numbers of values, messages, blocks and other units that one product or step moves per rank,
 * never seconds. lib/count computes them from the layout. The code that moves data counts them independently
 * (comm/world/tally.h), and tests compare the two results. The list is counts.def; a new count is one line
 * there. Source: Lagraviere 2019, section 5.2. */
#ifndef TC_BASE_LEDGER_COUNTS_H
#define TC_BASE_LEDGER_COUNTS_H

#include <stdint.h>

enum {
#define TC_COUNT(name, summary) TC_COUNT_##name,
#include "base/ledger/counts.def"
  TC_COUNT_COUNT
};

/* The counts of one rank. They can be accessed by name and by index, in the order of counts.def. */
typedef union tc_counts {
  struct {
#define TC_COUNT(name, summary) int64_t name;
#include "base/ledger/counts.def"
  };
  int64_t by_index[TC_COUNT_COUNT];
} tc_counts;

const char *tc_count_name(int count);
const char *tc_count_summary(int count); /* one-line description */

void tc_counts_add(tc_counts *sum, const tc_counts *added);

/* Returns the index of the first count that differs between a and b, or -1 if all counts are equal. */
int tc_counts_difference(const tc_counts *a, const tc_counts *b);

#endif
