#include "sampler/process_state.h"

tc_state *tc_state_now;

uint64_t tc_state_time(void) { return tc_system_time(CLOCK_MONOTONIC) - tc_state_now->start_ns; }

/* Threads come here at one time: whoever read the clock earlier takes nothing back. */
static void raise_to(uint64_t *figure, uint64_t now) {
  uint64_t kept = __atomic_load_n(figure, __ATOMIC_RELAXED);
  while (kept < now &&
         !__atomic_compare_exchange_n(figure, &kept, now, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    continue;
}

void tc_state_keep_time(void) {
  tc_sampler_header *header = tc_state_now->header;
  raise_to(&header->cpu_ns, tc_system_time(CLOCK_PROCESS_CPUTIME_ID) - tc_state_now->start_cpu_ns);
  raise_to(&header->wall_ns, tc_state_time());
}

void tc_state_keep_up(void) {
  const tc_sampler_header *header = tc_state_now->header;
  const uint64_t kept = __atomic_load_n(&header->wall_ns, __ATOMIC_RELAXED), now = tc_state_time();
  if (now > kept && now - kept >= header->period_ns / 2) tc_state_keep_time();
}
