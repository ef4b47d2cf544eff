/* Benchmark of messages from one rank to another, with separate times for sending and receiving (Blanco et
 * al. 2000, section 3.3). The fit of the model paraiso (run/studies/fit_paraiso.c) calls it. */
#ifndef TC_CALIBRATION_NETWORK_BENCH_MESSAGES_H
#define TC_CALIBRATION_NETWORK_BENCH_MESSAGES_H

#include "comm/world/world.h"

/* Collective. Ranks exchange messages in pairs, all pairs at the same time. Each rank is paired with the rank
 * whose number differs by half the number of ranks. With two nodes that have the same number of ranks, the
 * ranks of each pair are on different nodes. Sets send_s[i] and receive_s[i], for each of `sizes` sizes, to
 * the seconds to send and to receive a message of doubles[i] values. Each is the median over the repetitions
 * of the slowest rank. The time to receive begins when the message has arrived or has been announced. *out is
 * true if messages were measured, and false if there is only one rank. Errors (on all ranks): TC_INTERNAL if
 * memory is exhausted or MPI fails. */
tc_status tc_bench_messages(const tc_world *world, int sizes, const int *doubles, double *send_s,
                            double *receive_s, bool *out);

#endif
