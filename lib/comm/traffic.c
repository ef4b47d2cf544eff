#include "comm/traffic.h"

static const char *const names[] = {
#define TC_COUNT(name) #name,
    TC_TRAFFIC(TC_COUNT)
#undef TC_COUNT
};

int tc_traffic_count(void) { return (int)(sizeof names / sizeof *names); }

const char *tc_traffic_name(int count) { return names[count]; }

int64_t *tc_traffic_at(tc_traffic *traffic, int count) {
  int64_t *const at[] = {
#define TC_COUNT(name) &traffic->name,
      TC_TRAFFIC(TC_COUNT)
#undef TC_COUNT
  };
  return at[count];
}

int tc_traffic_difference(const tc_traffic *a, const tc_traffic *b) {
  tc_traffic one = *a, other = *b; /* tc_traffic_at wants to be able to write */
  for (int count = 0; count < tc_traffic_count(); count++)
    if (*tc_traffic_at(&one, count) != *tc_traffic_at(&other, count)) return count;
  return -1;
}
