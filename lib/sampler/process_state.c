#include "sampler/process_state.h"

ts_state *ts_process_state;

uint64_t ts_state_elapsed_ns(void) { return ts_sys_clock_ns(CLOCK_MONOTONIC) - ts_process_state->start_ns; }

/* Raises *counter to `value` unless another thread has stored a larger value. */
static void raise_counter(uint64_t *counter, uint64_t value) {
  uint64_t stored = __atomic_load_n(counter, __ATOMIC_RELAXED);
  while (stored < value &&
         !__atomic_compare_exchange_n(counter, &stored, value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    continue;
}

void ts_state_update_times(void) {
  ts_file_header *header = ts_process_state->header;
  raise_counter(&header->cpu_ns, ts_sys_clock_ns(CLOCK_PROCESS_CPUTIME_ID) - ts_process_state->start_cpu_ns);
  raise_counter(&header->wall_ns, ts_state_elapsed_ns());
}

void ts_state_update_times_if_due(void) {
  const ts_file_header *header = ts_process_state->header;
  const uint64_t stored_ns = __atomic_load_n(&header->wall_ns, __ATOMIC_RELAXED),
                 now_ns = ts_state_elapsed_ns();
  if (now_ns > stored_ns && now_ns - stored_ns >= header->period_ns / 2) ts_state_update_times();
}
