#include "sampler/state.h"

tc_state *tc_state_now;

uint64_t tc_state_time(void) { return tc_system_time(CLOCK_MONOTONIC) - tc_state_now->start_ns; }

void tc_state_keep_time(void) {
  tc_state_now->header->cpu_ns = tc_system_time(CLOCK_PROCESS_CPUTIME_ID) - tc_state_now->start_cpu_ns;
  tc_state_now->header->wall_ns = tc_state_time();
}
