#include "base/containers/int_list.h"

#include "base/containers/search.h"

tc_status tc_int_lists_create(tc_pool *pool, int count, tc_int_list **out) {
  TC_TRY(tc_pool_alloc(pool, (size_t)count * sizeof **out, out));
  for (int i = 0; i < count; i++) (*out)[i].pool = pool;
  return TC_OK;
}

/* Sets *at to the index of the number, or to the index at which the number would be inserted. Returns true if
 * the list contains it. */
static bool find_position(const tc_int_list *ints, int number, int *at) {
  TC_SEARCH(*at, ints->count, ints->item[*at] < number);
  return *at < ints->count && ints->item[*at] == number;
}

bool tc_int_list_contains(const tc_int_list *ints, int number) {
  int at;
  return find_position(ints, number, &at);
}

tc_status tc_int_list_insert(tc_int_list *ints, int number, bool *grew) {
  int at;
  if (find_position(ints, number, &at)) return TC_OK;
  TC_TRY(TC_ARRAY_INSERT(ints, at, &number));
  if (grew) *grew = true;
  return TC_OK;
}

tc_status tc_int_list_insert_list(tc_int_list *ints, const tc_int_list *from, bool *grew) {
  for (int i = 0; i < from->count; i++) TC_TRY(tc_int_list_insert(ints, from->item[i], grew));
  return TC_OK;
}
