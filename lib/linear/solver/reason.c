#include "linear/solver/reason.h"

static const struct {
  const char *name;
  bool is_solved;
  const char *meaning, *advice;
  unsigned remedies;
} reasons[] = {
#define TC_REASON(name, solved, meaning, advice, remedies) {#name, solved, meaning, advice, remedies},
#include "linear/solver/reasons.def"
#undef TC_REASON
};

const char *tc_reason_name(tc_reason reason) { return reasons[reason].name; }
bool tc_reason_is_solved(tc_reason reason) { return reasons[reason].is_solved; }
const char *tc_reason_meaning(tc_reason reason) { return reasons[reason].meaning; }
const char *tc_reason_advice(tc_reason reason) { return reasons[reason].advice; }
unsigned tc_reason_remedies(tc_reason reason) { return reasons[reason].remedies; }
