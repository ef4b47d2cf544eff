/* Window: memory that all ranks can access, with plain loads and stores on the same node and with one-sided
 * MPI operations on other nodes. Arenas, the transport condensed, shared arrays (pgas), calibration and the
 * program heat2d create windows during setup. A window is open for access from its creation to its
 * destruction. Usage: put or get values, complete them with a flush or get_end, and order accesses of
 * different ranks with tc_window_barrier. */
#ifndef TC_COMM_MEMORY_WINDOW_H
#define TC_COMM_MEMORY_WINDOW_H

#include "base/ledger/ledger.h"
#include "comm/world/world.h"

/* A window. Errors of the creation are returned on all ranks. Afterwards a failed one-sided operation ends
 * the run (comm/world/mpi_error.h), because the rank cannot notify the ranks that wait for its data. A window
 * is part of a larger object with the MPI windows (window.c), so callers must not copy it. */
typedef struct tc_window {
  const tc_world *world; /* borrowed */
  double *local;         /* segment of this rank, zero at creation */
  /* [ranks] segments of the ranks on this node, including this one; NULL for other ranks */
  double **node_pointer;
} tc_window;

/* True if the window covers several nodes, whose ranks access each other's segments with one-sided
 * operations. */
static inline bool tc_window_spans_nodes(const tc_window *window) { return window->world->shm_groups > 1; }

/* Collective. Creates a window with `count` doubles in the segment of this rank. `count` may be 0 and differ
 * between ranks. The window is in a passive epoch on all ranks until it is destroyed. Errors (on all ranks):
 * TC_INTERNAL. If the setting of OMPI_MCA_osc prevents the creation, the message names it and the remedy. */
tc_status tc_window_create(const tc_world *world, int64_t count, tc_window **out);

/* Collective. Creates a window whose segment contains `arrays` consecutive arrays of `each` doubles. The
 * threads that share the entries of an array touch their pages first. */
tc_status tc_window_create_arrays(const tc_world *world, int arrays, int64_t each, tc_window **out);
void tc_window_destroy(tc_window **window); /* collective */

/* Functions with a parameter `ledger` count what they transfer and the time spent waiting for other ranks.
 * `ledger` may be NULL. */

/* Not collective. Stores count doubles at `offset` of a rank's segment, which counts as a message. On the
 * same node they are stored on return. On another node the operation is only started: it is complete after
 * tc_window_flush and a barrier, and `from` must not change until then. */
tc_status tc_window_put(const tc_window *window, int rank, int64_t offset, const double *from, int count,
                        tc_ledger *ledger);

/* Not collective. Loads count doubles from `offset` of a rank's segment, which counts as a block. On the same
 * node they are loaded on return. On another node `into` is valid after tc_window_flush of this rank. */
tc_status tc_window_get(const tc_window *window, int rank, int64_t offset, double *into, int count,
                        tc_ledger *ledger);

/* Not collective. Loads a single value from `offset` of another rank's segment. The value is complete on
 * return. */
tc_status tc_window_load(const tc_window *window, int rank, int64_t offset, double *into, tc_ledger *ledger);

/* Not collective. Loads many single values in two parts. get_begin starts a load of each value into its own
 * address. get_end completes all loads from one rank; if that rank is on another node, they count as one
 * batch. */
tc_status tc_window_get_begin(const tc_window *window, int rank, int64_t offset, double *into,
                              tc_ledger *ledger);
tc_status tc_window_get_end(const tc_window *window, int rank, tc_ledger *ledger);

/* Collective. Barrier that orders memory accesses. After it, all ranks see the values that any rank stored,
 * or put and completed, before it. */
tc_status tc_window_barrier(const tc_window *window, tc_ledger *ledger);

/* Not collective. Equivalent to `count` calls of tc_window_get_begin: into[i] from offset[i], all of one
 * rank. If there are at least TC_WINDOW_INDEXED values, they are one operation with a list of offsets. With
 * Open MPI over TCP, 4 values then took 26 us instead of 43, and 64 values took 35 us instead of 413,
 * including the creation of the datatype. */
enum { TC_WINDOW_INDEXED = 4, TC_WINDOW_LIST = 1024 /* maximum number of values in a list */ };
tc_status tc_window_get_list(const tc_window *window, int rank, int count, const int64_t *offset,
                             double *into, tc_ledger *ledger);

/* Not collective. Functions for accesses to another rank's segment that may conflict with accesses of other
 * ranks, or of this rank, in the same epoch. Accesses to an element are atomic, and those of this rank to one
 * element take effect in program order. MPI guarantees this for accumulate operations only. On the same node
 * the accesses are complete on return. On another node they are started, as with tc_window_put and
 * tc_window_get. A list has at most TC_WINDOW_LIST values. Nothing is counted in a ledger. */
tc_status tc_window_put_atomic(const tc_window *window, int rank, int64_t offset, const double *from,
                               int count);
tc_status tc_window_get_atomic(const tc_window *window, int rank, int64_t offset, double *into, int count);
tc_status tc_window_get_list_atomic(const tc_window *window, int rank, int count, const int64_t *offset,
                                    double *into);

/* Not collective. Orders memory accesses of this rank through both MPI windows. Called before and after a
 * barrier that serves several windows. */
tc_status tc_window_sync_memory(const tc_window *window);

/* Not collective. Completes all puts of this rank at their targets. Targets may read the values after a
 * subsequent tc_window_barrier. Does nothing if all ranks share memory, because puts are then complete on
 * return. */
tc_status tc_window_flush(const tc_window *window);

#endif
