#include <stdlib.h>

#include "base/containers/search.h"
#include "blame/dwarf/debug_internal.h"

tc_status tb_address_ranges_add(tb_address_ranges *ranges, Dwarf_Die *die, int number) {
  Dwarf_Addr base = 0, low = 0, high = 0;
  for (ptrdiff_t at = dwarf_ranges(die, 0, &base, &low, &high); at > 0;
       at = dwarf_ranges(die, at, &base, &low, &high)) {
    if (low >= high) continue;
    TC_TRY(TC_ARRAY_ADD(ranges, &(tb_address_range){low, high, number}));
  }
  return TC_OK;
}

static int compare_ranges(const void *left, const void *right) {
  const tb_address_range *a = left, *b = right;
  if (a->low != b->low) return a->low < b->low ? -1 : 1;
  return a->number - b->number;
}

void tb_address_ranges_sort(tb_address_ranges *ranges) { TC_ARRAY_SORT(ranges, compare_ranges); }

const tb_address_range *tb_address_ranges_find(const tb_address_ranges *ranges, uint64_t address) {
  int position;
  TC_SEARCH(position, ranges->count, ranges->item[position].low <= address);
  return position > 0 && address < ranges->item[position - 1].high ? &ranges->item[position - 1] : NULL;
}
