/* Benchmark of messages from one rank to another, with separate times for sending and receiving (Blanco et
 * al. 2000, section 3.3). The fit of the model paraiso (run/studies/fit_paraiso.c) calls it. */
#ifndef TC_CALIBRATION_NETWORK_BENCH_MESSAGES_H
#define TC_CALIBRATION_NETWORK_BENCH_MESSAGES_H

#include "comm/world/world.h"

/* Collective. Ranks exchange messages in pairs, all pairs at the same time. Each rank is paired with the rank
 * whose number differs by half the number of ranks. These are on different nodes if there are two nodes with
 * equally many ranks. send_s[sizes] and receive_s[sizes] are the seconds to send and to receive a message of
 * doubles[sizes] values, each the median over repetitions of the slowest rank. A message has arrived or has
 * been announced before its reception is timed. *out is false if there is only one rank. Errors (on all
 * ranks): TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status tc_bench_messages(const tc_world *world, int sizes, const int *doubles, double *send_s,
                            double *receive_s, bool *out);

#endif
