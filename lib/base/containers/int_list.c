#include "base/containers/int_list.h"

#include <stdlib.h>
#include <string.h>

static tc_status reserve_item(tc_int_list *ints) {
  if (ints->count < ints->capacity) return TC_OK;
  const int room = ints->capacity ? 2 * ints->capacity : 4;
  int *of = realloc(ints->item, (size_t)room * sizeof *of);
  if (!of) return tc_status_create(TC_INTERNAL, "out of memory: a list of %d numbers", room);
  ints->item = of;
  ints->capacity = room;
  return TC_OK;
}

tc_status tc_int_list_add(tc_int_list *ints, int number) {
  TC_TRY(reserve_item(ints));
  ints->item[ints->count++] = number;
  return TC_OK;
}

/* Returns the index of the number, or the index where it would be inserted. */
static int find_position(const tc_int_list *ints, int number) {
  int low = 0, high = ints->count;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (ints->item[middle] < number)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

bool tc_int_list_contains(const tc_int_list *ints, int number) {
  const int at = find_position(ints, number);
  return at < ints->count && ints->item[at] == number;
}

tc_status tc_int_list_insert(tc_int_list *ints, int number, bool *grew) {
  const int at = find_position(ints, number);
  if (at < ints->count && ints->item[at] == number) return TC_OK;
  TC_TRY(reserve_item(ints));
  memmove(ints->item + at + 1, ints->item + at, (size_t)(ints->count - at) * sizeof *ints->item);
  ints->item[at] = number;
  ints->count++;
  if (grew) *grew = true;
  return TC_OK;
}

tc_status tc_int_list_insert_list(tc_int_list *ints, const tc_int_list *from, bool *grew) {
  for (int i = 0; i < from->count; i++) TC_TRY(tc_int_list_insert(ints, from->item[i], grew));
  return TC_OK;
}

void tc_int_list_free(tc_int_list *ints) {
  free(ints->item);
  *ints = (tc_int_list){0};
}
