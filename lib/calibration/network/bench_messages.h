/* Messages of one rank to another, sent and received apart (Blanco et al. 2000, section 3.3). */
#ifndef TC_CALIBRATION_NETWORK_BENCH_MESSAGES_H
#define TC_CALIBRATION_NETWORK_BENCH_MESSAGES_H

#include "comm/world/world.h"

/* Collective. Ranks play in pairs, all pairs at once, a rank and the one half of the ranks behind it: so on
 * different nodes where there are two that have as many. send_s[sizes], receive_s[sizes]: seconds of a
 * message of doubles[sizes], the median over repeats of the slowest rank. A message has arrived, or is
 * announced, before its receiving is timed. False in *out when there is nobody to play with. Errors on all
 * ranks: TC_INTERNAL. */
tc_status tc_bench_messages(const tc_world *world, int sizes, const int *doubles, double *send_s,
                            double *receive_s, bool *out);

#endif
