#include "sampler/state.h"

tc_state *tc_state_now;

uint64_t tc_state_time(void) { return tc_system_time(CLOCK_MONOTONIC) - tc_state_now->start_ns; }
