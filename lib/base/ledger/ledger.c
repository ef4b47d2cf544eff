#include "base/ledger/ledger.h"

#include "base/core/timer.h"

static const char *const names[] = {
#define TC_PHASE_NAME(name, summary) #name,
#include "base/ledger/phases.def"
};

static const char *const summaries[] = {
#define TC_PHASE_NAME(name, summary) summary,
#include "base/ledger/phases.def"
};

const char *tc_phase_name(int phase) { return names[phase]; }

const char *tc_phase_summary(int phase) { return summaries[phase]; }

bool tc_phase_in_product(int phase) { return phase <= TC_PHASE_compute; }

double tc_seconds_total(const tc_seconds *seconds) {
  double total = 0.0;
  for (int phase = 0; phase < TC_PHASE_COUNT; phase++) total += seconds->by_index[phase];
  return total;
}

double tc_ledger_add_time(tc_ledger *ledger, int phase, double since_s) {
  const double now = tc_now_s();
  if (ledger) {
    ledger->seconds.by_index[phase] += now - since_s;
    ledger->calls[phase]++;
  }
  return now;
}

void tc_ledger_add_values(tc_ledger *ledger, int phase, int64_t values) {
  if (ledger) ledger->bytes[phase] += (double)sizeof(double) * (double)values;
}
