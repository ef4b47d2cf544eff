#include "comm/memory/pack.h"

#include "base/core/timer.h"
#include "comm/memory/device_mirror.h"

static void gather_rows(const tc_halo *halo, const double *x, double *outbox) {
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < halo->send_begin[halo->peers]; i++) outbox[i] = x[halo->send_index[i]];
}

double tc_pack(const tc_halo *halo, const tc_vector *x, double *outbox, tc_ledger *ledger) {
  const double now = tc_now_s();
  if (x->mirror)
    tc_device_mirror_pack(x, outbox);
  else
    gather_rows(halo, x->value, outbox);
  tc_ledger_add_values(ledger, TC_PHASE_pack, halo->send_begin[halo->peers]);
  return tc_ledger_add_time(ledger, TC_PHASE_pack, now);
}

void tc_unpack(const double *inbox, const tc_vector *into, tc_ledger *ledger) {
  const double now = tc_now_s();
  double *const ghost = into->value + into->owned;
#pragma omp parallel for schedule(static)
  for (int32_t g = 0; g < into->ghosts; g++) ghost[g] = inbox[g];
  tc_ledger_add_values(ledger, TC_PHASE_unpack, into->ghosts);
  tc_ledger_add_time(ledger, TC_PHASE_unpack, now);
}
