/* Window: memory that all ranks can access, with plain loads and stores on the same node and with one-sided
 * MPI operations on other nodes. Arenas, the transport condensed, shared arrays (pgas), calibration and the
 * program heat2d create windows during setup. A window is open for access from its creation to its
 * destruction. Usage: put or get values, complete them with a flush or get_end, and order accesses of
 * different ranks with tc_window_barrier. */
#ifndef TC_COMM_MEMORY_WINDOW_H
#define TC_COMM_MEMORY_WINDOW_H

#include "base/ledger/ledger.h"
#include "comm/world/world.h"

/* A window. If its creation fails, all ranks return the error. The error of a later one-sided operation is
 * local (comm/world/mpi_error.h), because the rank cannot notify the ranks that wait for its data. After such
 * an error the MPI windows are not freed. The struct is the first part of a larger object, which contains the
 * MPI windows (window.c), so callers must not copy it. */
typedef struct tc_window {
  const tc_world *world; /* borrowed */
  double *local;         /* segment of this rank; initially all zeros */
  /* [ranks] segment of each rank that shares memory with this one, and of this rank; NULL for all other
   * ranks */
  double **node_pointer;
} tc_window;

/* True if not all ranks share memory. Ranks that share no memory access each other's segments with one-sided
 * operations. */
static inline bool tc_window_spans_nodes(const tc_window *window) { return window->world->shm_groups > 1; }

/* Collective. Creates a window with `count` doubles in the segment of this rank. `count` may be 0 and differ
 * between ranks. Until its destruction the window is in a passive-target access epoch (MPI_Win_lock_all) on
 * all ranks. Errors (on all ranks): TC_INTERNAL. If the user's setting of OMPI_MCA_osc prevents the creation,
 * the message names this setting and a remedy. */
tc_status tc_window_create(const tc_world *world, int64_t count, tc_window **out);

/* Collective. Creates a window whose segment contains `arrays` consecutive arrays of `count` doubles. OpenMP
 * threads divide the entries of each array, and each thread is the first to touch the pages that it uses. */
tc_status tc_window_create_arrays(const tc_world *world, int arrays, int64_t count, tc_window **out);
void tc_window_destroy(tc_window **window); /* collective */

/* Functions with a parameter `ledger` add to the ledger the counts of the values that they transfer.
 * tc_window_barrier also adds the time spent waiting for other ranks. `ledger` may be NULL. */

/* Not collective. Stores count doubles at `offset` of a rank's segment. The ledger counts one message. In
 * shared memory the doubles are stored on return. For a rank without shared memory the operation is only
 * started. It is complete after tc_window_flush and a barrier, and `from` must not change until then. */
tc_status tc_window_put(const tc_window *window, int rank, int64_t offset, const double *from, int count,
                        tc_ledger *ledger);

/* Not collective. Loads count doubles from `offset` of a rank's segment. The ledger counts one block. In
 * shared memory the doubles are loaded on return. For a rank without shared memory, `into` is valid after
 * this rank has called tc_window_flush. */
tc_status tc_window_get(const tc_window *window, int rank, int64_t offset, double *into, int count,
                        tc_ledger *ledger);

/* Not collective. Loads a single value from `offset` of another rank's segment into *into. The value is valid
 * on return. */
tc_status tc_window_load(const tc_window *window, int rank, int64_t offset, double *into, tc_ledger *ledger);

/* Not collective. Loads many single values in two parts. tc_window_get_begin starts to load one value into
 * the address `into`. tc_window_get_end completes all loads from one rank; if that rank is on another node,
 * the ledger counts them as one batch. */
tc_status tc_window_get_begin(const tc_window *window, int rank, int64_t offset, double *into,
                              tc_ledger *ledger);
tc_status tc_window_get_end(const tc_window *window, int rank, tc_ledger *ledger);

/* Collective. Waits for all ranks and orders memory accesses. After the barrier all ranks read the values
 * that any rank stored, or put and flushed, before it. */
tc_status tc_window_barrier(const tc_window *window, tc_ledger *ledger);

/* Not collective. Starts to load `count` values from the segment of one rank. The value at offset[i] is
 * stored in into[i]. The effect is that of `count` calls of tc_window_get_begin. TC_WINDOW_INDEXED or more
 * values are loaded in one MPI operation with a list of offsets. Measured with Open MPI over TCP, including
 * the creation of the datatype: 26 us instead of 43 us for 4 values, and 35 us instead of 413 us for 64
 * values. */
enum { TC_WINDOW_INDEXED = 4, TC_WINDOW_LIST = 1024 /* largest number of values in a list */ };
tc_status tc_window_get_list(const tc_window *window, int rank, int count, const int64_t *offset,
                             double *into, tc_ledger *ledger);

/* Not collective. Functions for elements that this rank or other ranks may access several times between two
 * barriers. Each access to an element is atomic, and the accesses of this rank take effect in program order.
 * MPI guarantees both properties only for accumulate operations, so the functions use these operations. In
 * shared memory the accesses are complete on return. Otherwise they are only started, as by tc_window_put and
 * tc_window_get. A list has at most TC_WINDOW_LIST values. No ledger counts these accesses. */
tc_status tc_window_put_atomic(const tc_window *window, int rank, int64_t offset, const double *from,
                               int count);
tc_status tc_window_get_atomic(const tc_window *window, int rank, int64_t offset, double *into, int count);
tc_status tc_window_get_list_atomic(const tc_window *window, int rank, int count, const int64_t *offset,
                                    double *into);

/* Not collective. A memory fence: this rank's accesses to the window before the call take effect before its
 * accesses after the call. If one barrier synchronises several windows, the caller calls this function for
 * each window before and after the barrier. */
tc_status tc_window_sync_memory(const tc_window *window);

/* Not collective. Waits until all puts of this rank are complete in the segments of the other ranks. Those
 * ranks may read the values after a subsequent tc_window_barrier. Does nothing if all ranks share memory,
 * because puts are then complete on return. */
tc_status tc_window_flush(const tc_window *window);

#endif
