#include "comm/parts.h"

static const char *const names[] = {
#define TC_PART(name) #name,
    TC_PARTS(TC_PART)
#undef TC_PART
};

const char *tc_part_name(int part) { return names[part]; }

double *tc_part_at(tc_parts *parts, int part) {
  double *const at[] = {
#define TC_PART(name) &parts->name,
      TC_PARTS(TC_PART)
#undef TC_PART
  };
  return at[part];
}
double tc_parts_total(const tc_parts *parts) {
  double total = 0.0;
#define TC_PART(name) total += parts->name;
  TC_PARTS(TC_PART)
#undef TC_PART
  return total;
}
