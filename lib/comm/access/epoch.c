#include "comm/access/epoch.h"

#include <math.h>

#include "base/core/timer.h"
#include "comm/world/mpi_world.h"

/* Updates mpi_gap_s, the longest time between two MPI calls, with the time since the last call. Called before
 * each MPI call, and record_mpi_call after it. MPI makes progress during a call, so the duration of the call
 * is not part of a gap. Returns the current time. */
static double record_mpi_gap(tc_access_epoch *a) {
  double now = tc_now_s();
  a->mpi_gap_s = fmax(a->mpi_gap_s, now - a->last_mpi_call_s);
  return now;
}

static double record_mpi_call(tc_access_epoch *a) { return a->last_mpi_call_s = tc_now_s(); }

tc_status tc_access_epoch_begin(const tc_arena *arena, const tc_vector *x, tc_ledger *ledger,
                                tc_access_epoch *a) {
  *a = (tc_access_epoch){.arena = arena, .x = x, .ledger = ledger};
  a->spans_nodes = tc_window_spans_nodes(a->arena->window);
  TC_TRY(tc_window_barrier(a->arena->window, a->ledger));
  a->ready_s = record_mpi_call(a);
  return TC_OK;
}

void tc_access_epoch_progress(tc_access_epoch *a) {
  int is_pending;
  if (!a->spans_nodes || tc_now_s() - a->last_mpi_call_s < TC_ACCESS_EPOCH_PROGRESS_S) return;
  record_mpi_gap(a);
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, tc_world_comm(a->arena->window->world), &is_pending,
             MPI_STATUS_IGNORE);
  record_mpi_call(a);
}

tc_status tc_access_epoch_load(tc_access_epoch *a, tc_location location, double *into) {
  double begin = record_mpi_gap(a);
  TC_TRY(tc_window_load(a->arena->window, location.rank, tc_arena_offset(a->arena, a->x, location.local),
                        into, a->ledger));
  a->waited_s += record_mpi_call(a) - begin;
  return TC_OK;
}

/* Returns the number of leading elements of location[values] that belong to the same rank, at most
 * TC_WINDOW_LIST. Writes the offsets of these values in the segment of that rank. */
static int64_t list_offsets(const tc_access_epoch *a, int64_t values, const tc_location *location,
                            int64_t offset[TC_WINDOW_LIST]) {
  int64_t n = 0;
  for (; n < values && n < TC_WINDOW_LIST && location[n].rank == location[0].rank; n++)
    offset[n] = tc_arena_offset(a->arena, a->x, location[n].local);
  return n;
}

tc_status tc_access_epoch_get_begin(tc_access_epoch *a, int64_t values, const tc_location *location,
                                    double *into) {
  const double begin = record_mpi_gap(a);
  int64_t offset[TC_WINDOW_LIST];
  for (int64_t i = 0, n; i < values; i += n) {
    n = list_offsets(a, values - i, location + i, offset);
    TC_TRY(tc_window_get_list(a->arena->window, location[i].rank, (int)n, offset, into + i, a->ledger));
  }
  a->waited_s += record_mpi_call(a) - begin;
  return TC_OK;
}

tc_status tc_access_epoch_get_end(tc_access_epoch *a, int64_t owners, const int32_t *owner) {
  const double begin = record_mpi_gap(a);
  for (int64_t i = 0; i < owners; i++) TC_TRY(tc_window_get_end(a->arena->window, owner[i], a->ledger));
  a->waited_s += record_mpi_call(a) - begin;
  return TC_OK;
}

tc_status tc_access_epoch_end(tc_access_epoch *a) {
  tc_ledger *ledger = a->ledger;
  tc_ledger_add_time(ledger, TC_PHASE_compute, a->ready_s + a->waited_s);
  ledger->seconds.transfer += a->waited_s;
  record_mpi_gap(a);
  if (a->spans_nodes) ledger->longest_mpi_gap_s = fmax(ledger->longest_mpi_gap_s, a->mpi_gap_s);
  return tc_window_barrier(a->arena->window, ledger);
}
