/* Memory that other ranks reach: by plain loads and stores on the same node, by one-sided operations
 * elsewhere. */
#ifndef TC_COMM_MEMORY_WINDOW_H
#define TC_COMM_MEMORY_WINDOW_H

#include "base/ledger/ledger.h"
#include "comm/world/world.h"

/* Opening a window fails with an error on all ranks. Once it is open, a failing one-sided operation ends the
 * job through MPI's own handler: one rank alone cannot tell the others, which wait for its data, without
 * another message. */
typedef struct tc_window {
  const tc_world *world; /* borrowed */
  double *local;         /* this rank's piece, zeroed at creation */
  double **node_pointer; /* [ranks] the pieces of ranks on this node (own included), NULL for the others */
  MPI_Win win_node;      /* over the node */
  MPI_Win win_all;       /* over all ranks, MPI_WIN_NULL when there is one node only */
} tc_window;

/* Collective. count: doubles in this rank's piece, may be 0 and differ between ranks. Stays open for access
 * (a passive epoch on all ranks) until destroyed. Errors on all ranks; across nodes the message tells which
 * MPI setting helps. */
tc_status tc_window_create(const tc_world *world, int64_t count, tc_window **out);

/* The same for a piece of so many arrays of `each` doubles, one after the other: every one of them is first
 * touched by the threads that share its entries. */
tc_status tc_window_create_arrays(const tc_world *world, int arrays, int64_t each, tc_window **out);
void tc_window_destroy(tc_window **window); /* collective */

/* All below note what moves, and the time spent waiting for others, in the ledger, unless it is NULL. */

/* Stores count doubles at `offset` of a rank's piece: a message. Same node: done on return. Elsewhere:
 * started; complete at both ends after tc_window_flush and a barrier; `from` must stay unchanged until
 * then. Not collective.
 */
tc_status tc_window_put(const tc_window *window, int rank, int64_t offset, const double *from, int count,
                        tc_ledger *ledger);

/* Loads count doubles from `offset` of a rank's piece: a block. Same node: done on return. Elsewhere:
 * started; `into` is valid after tc_window_flush (of this rank alone). Not collective. */
tc_status tc_window_get(const tc_window *window, int rank, int64_t offset, double *into, int count,
                        tc_ledger *ledger);

/* Loads a single value from `offset` of another rank's piece, complete on return. Not collective. */
tc_status tc_window_load(const tc_window *window, int rank, int64_t offset, double *into, tc_ledger *ledger);

/* The same in two parts, for many values: started, each into a place of its own; then completed for all that
 * were started from one rank, which is one batch if that is on another node. Not collective. */
tc_status tc_window_get_begin(const tc_window *window, int rank, int64_t offset, double *into,
                              tc_ledger *ledger);
tc_status tc_window_get_end(const tc_window *window, int rank, tc_ledger *ledger);

/* Collective barrier that also orders memory: what any rank stored or put and completed before is seen after.
 */
tc_status tc_window_barrier(const tc_window *window, tc_ledger *ledger);

/* As so many tc_window_get_begin: into[i] from offset[i], all of one rank. From so many on they are one
 * operation with a list of offsets: with Open MPI over TCP 4 values took 26 us in place of 43 to be there, 64
 * took 35 in place of 413, and each list is made anew in that. */
enum { TC_WINDOW_INDEXED = 4, TC_WINDOW_LIST = 1024 /* values at most */ };
tc_status tc_window_get_list(const tc_window *window, int rank, int count, const int64_t *offset,
                             double *into, tc_ledger *ledger);

/* Not collective. Accesses to another rank's piece that may conflict with accesses of other ranks or of this
 * rank in one epoch: element by element they are atomic, and those of this rank to one element happen in
 * program order, which MPI promises for accumulate operations alone. Same node: done on return. Elsewhere:
 * started, as with tc_window_put and tc_window_get. A list has at most TC_WINDOW_LIST values. Nothing is
 * noted in a ledger. */
tc_status tc_window_put_atomic(const tc_window *window, int rank, int64_t offset, const double *from,
                               int count);
tc_status tc_window_get_atomic(const tc_window *window, int rank, int64_t offset, double *into, int count);
tc_status tc_window_get_list_atomic(const tc_window *window, int rank, int count, const int64_t *offset,
                                    double *into);

/* Orders memory alone: where one barrier serves several windows, before and behind it. Not collective. */
tc_status tc_window_sync_memory(const tc_window *window);

/* Waits until everything this rank put is in place at the targets, and orders memory. Not collective: follow
 * it with a barrier before the targets read. */
tc_status tc_window_flush(const tc_window *window);

#endif
