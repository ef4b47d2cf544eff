/* Benchmarks of barriers, reductions, messages and one-sided transfers. Calibration (driver/calibration.c)
 * calls them, except for tc_bench_messages. The study that fits the model paraiso (run/studies/fit_paraiso.c)
 * calls that one. Calibration measures barriers before rows through pointers, because it subtracts the time
 * of a barrier from the time of such rows. Functions that need several nodes are called only if the ranks are
 * on several nodes. */
#ifndef TC_CALIBRATION_NETWORK_NETWORK_BENCHES_H
#define TC_CALIBRATION_NETWORK_NETWORK_BENCHES_H

#include "calibration/timing/bench.h"

/* ---- bench_barrier.c ---- */

/* Collective. Sets *node_s to the seconds of a barrier of the ranks of a node, measured on all nodes at the
 * same time, and *world_s to the seconds of a barrier of all ranks. Errors (on all ranks): TC_INTERNAL if MPI
 * fails. */
tc_status tc_bench_barriers(tc_bench *bench, tc_estimate *node_s, tc_estimate *world_s);

/* Collective. Sets *node_s and *world_s, as tc_bench_barriers does, to the seconds of a reduction of two dot
 * products (tc_world_dots) over the ranks of a node and over all ranks. */
tc_status tc_bench_reductions(tc_bench *bench, tc_estimate *node_s, tc_estimate *world_s);

/* ---- bench_messages.c ---- */

/* Collective. Ranks exchange messages in pairs, all pairs at the same time. Each rank is paired with the rank
 * whose number differs by half the number of ranks. With two nodes that have the same number of ranks, the
 * ranks of each pair are on different nodes. Sets send_s[i] and receive_s[i], for each of `sizes` sizes, to
 * the seconds to send and to receive a message of doubles[i] values. Each result is the median over the
 * repetitions on the slowest rank. The time to receive begins when the message has arrived or has been
 * announced. Sets *out to true if messages were measured, and to false if there is only one rank. Errors (on
 * all ranks): TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status tc_bench_messages(const tc_world *world, int sizes, const int *doubles, double *send_s,
                            double *receive_s, bool *out);

/* ---- bench_pingpong.c ---- */

/* The following functions are collective and require at least two nodes that share no memory. Errors (on all
 * ranks): TC_INTERNAL if memory is exhausted or MPI fails, and those of tc_window_create. */

/* Measures the bandwidth, in bytes per second, of a message of `bytes` bytes that the first rank of node 2k
 * sends to the first rank of node 2k+1, which returns it. All such pairs of nodes run at the same time, and
 * the result is the bandwidth of the slowest pair. */
tc_status tc_bench_pingpong(tc_bench *bench, size_t bytes, tc_estimate *Bps);

/* Measures the bytes per second that a node receives while every rank reads several segments of `bytes` bytes
 * from a rank of the next node with one-sided gets. Both directions and all cores are then busy, whereas a
 * ping-pong uses one direction at a time. */
tc_status tc_bench_exchange(tc_bench *bench, size_t bytes, tc_estimate *Bps);

/* ---- bench_random_get.c ---- */

/* The following functions are collective, require at least two nodes that share no memory, and use all ranks
 * at the same time. Errors (on all ranks): TC_INTERNAL if memory is exhausted or MPI fails, and those of
 * tc_window_create. */

/* Measures the seconds to read one value of a shared vector at a random index on a random rank of another
 * node. Each read is completed before the next one. The time of a loop that visits the list of indices
 * without reading remote values is subtracted. Source: Lagraviere 2019, Listing 6. */
tc_status tc_bench_random_get(tc_bench *bench, tc_estimate *get_s);

/* Measures the seconds of one put of a few values to a rank of the next node, including the flush that
 * completes it there. */
tc_status tc_bench_message(tc_bench *bench, tc_estimate *put_s);

/* ---- bench_sendrecv.c ---- */

/* Collective. Measures the seconds until a rank has sent a message of `bytes` bytes to the next rank of a
 * ring and received a message from the previous rank. All ranks send and receive at the same time. If
 * `across_nodes` is false, the ranks of each node form a ring. Otherwise all ranks form one ring, in which
 * consecutive ranks are on different nodes if all nodes have the same number of ranks. Messages are
 * persistent, as in strategy `neighbour`. Errors (on all ranks): TC_INTERNAL if memory is exhausted or MPI
 * fails. */
tc_status tc_bench_sendrecv(tc_bench *bench, bool across_nodes, size_t bytes, tc_estimate *message_s);

#endif
