#include <stdlib.h>

#include "base/containers/array_grow.h"
#include "blame/dwarf/debug_internal.h"

tc_status tb_address_ranges_add(tb_address_ranges *extents, Dwarf_Die *die, int number) {
  Dwarf_Addr base = 0, low = 0, high = 0;
  for (ptrdiff_t at = dwarf_ranges(die, 0, &base, &low, &high); at > 0;
       at = dwarf_ranges(die, at, &base, &low, &high)) {
    if (low >= high) continue;
    TC_TRY(TC_ARRAY_GROW(extents->extent, extents->count, extents->capacity));
    extents->extent[extents->count++] = (tb_address_range){low, high, number};
  }
  return TC_OK;
}

static int compare_ranges(const void *left, const void *right) {
  const tb_address_range *a = left, *b = right;
  if (a->low != b->low) return a->low < b->low ? -1 : 1;
  return a->number - b->number;
}

void tb_address_ranges_sort(tb_address_ranges *extents) {
  if (extents->count > 1)
    qsort(extents->extent, (size_t)extents->count, sizeof *extents->extent, compare_ranges);
}

const tb_address_range *tb_address_ranges_find(const tb_address_ranges *extents, uint64_t address) {
  int low = 0, high = extents->count; /* Invariant: extent[low - 1] begins at or before the address,
                                         extent[high] begins after it. */
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (extents->extent[middle].low <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low > 0 && address < extents->extent[low - 1].high ? &extents->extent[low - 1] : NULL;
}
