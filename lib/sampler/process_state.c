#include "sampler/process_state.h"

ts_state *ts_state_now;

uint64_t ts_state_time(void) { return ts_system_time(CLOCK_MONOTONIC) - ts_state_now->start_ns; }

/* Raises *figure to `now`, but does not decrease it. Several threads do this concurrently, and one of them
 * may have read its time earlier than another. */
static void raise_to(uint64_t *figure, uint64_t now) {
  uint64_t kept = __atomic_load_n(figure, __ATOMIC_RELAXED);
  while (kept < now &&
         !__atomic_compare_exchange_n(figure, &kept, now, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    continue;
}

void ts_state_update_times(void) {
  ts_file_header *header = ts_state_now->header;
  raise_to(&header->cpu_ns, ts_system_time(CLOCK_PROCESS_CPUTIME_ID) - ts_state_now->start_cpu_ns);
  raise_to(&header->wall_ns, ts_state_time());
}

void ts_state_update_times_if_due(void) {
  const ts_file_header *header = ts_state_now->header;
  const uint64_t kept = __atomic_load_n(&header->wall_ns, __ATOMIC_RELAXED), now = ts_state_time();
  if (now > kept && now - kept >= header->period_ns / 2) ts_state_update_times();
}
