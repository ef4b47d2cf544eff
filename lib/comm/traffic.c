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
