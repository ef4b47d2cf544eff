#include "comm/memory/window.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/print.h"
#include "base/core/timer.h"
#include "comm/memory/shared_memory.h"
#include "comm/memory/tally.h"

#define TC_PHASE "exchanging values"

/* Fills near[]: where the pieces of the node's ranks lie in this process. */
static tc_status find_near(const tc_world *world, tc_window *w) {
  for (int r = 0, on_node = 0; r < world->ranks; r++) {
    w->near[r] = NULL;
    if (world->near_of_rank[r] != world->near_of_rank[world->rank]) continue;
    MPI_Aint bytes;
    int unit;
    TC_TRY(TC_MPI(MPI_Win_shared_query(w->shared, on_node++, &bytes, &unit, &w->near[r])));
  }
  return TC_OK;
}

/* What MPI said, and whether it was told to do without what serves here. */
static tc_status refused(int code, const char *what) {
  char said[MPI_MAX_ERROR_STRING] = "";
  int length;
  const char *told = getenv("OMPI_MCA_osc");
  MPI_Error_string(code, said, &length);
  if (!told || strcmp(told, tc_world_osc_setting()) == 0)
    return tc_status_create(TC_INTERNAL, "MPI cannot open %s: %s", what, said);
  return tc_status_create(TC_INTERNAL,
                          "MPI cannot open %s with OMPI_MCA_osc=%s (%s): unset it or take that back (--mca "
                          "osc, if it was given); inside a node Open MPI needs sm, over TCP Open MPI 4 needs "
                          "pt2pt",
                          what, told, said);
}

static tc_status open_shared(const tc_world *world, MPI_Aint bytes, tc_window *w) {
  char what[100];
  MPI_Info info;
  TC_TRY(TC_MPI(MPI_Info_create(&info)));
  MPI_Info_set(info, "alloc_shared_noncontig", "true"); /* each piece on its own pages, near its owner */
  int code = MPI_Win_allocate_shared(bytes, sizeof(double), info, world->node_comm, &w->local, &w->shared);
  MPI_Info_free(&info);
  tc_snprintf(what, sizeof what, "%.4g MB of memory that the ranks of a node share", 1e-6 * (double)bytes);
  if (code != MPI_SUCCESS) return refused(code, what);
  MPI_Win_set_errhandler(w->shared, MPI_ERRORS_RETURN);
  return TC_MPI(MPI_Win_lock_all(MPI_MODE_NOCHECK, w->shared)); /* first: what is closed gets unlocked */
}

static tc_status open_far(const tc_world *world, MPI_Aint bytes, tc_window *w) {
  if (world->near_groups == 1) return TC_OK;
  int code = MPI_Win_create(w->local, bytes, sizeof(double), MPI_INFO_NULL, world->comm, &w->far);
  if (code != MPI_SUCCESS) return refused(code, "one-sided access between these nodes");
  MPI_Win_set_errhandler(w->far, MPI_ERRORS_RETURN);
  return TC_MPI(MPI_Win_lock_all(MPI_MODE_NOCHECK, w->far));
}

/* Collective. Windows are closed together: one that not all have stays open until the program ends. */
static tc_status all_have(const tc_world *world, tc_status own, MPI_Win *window) {
  const tc_status status = tc_world_agree(world, own);
  if (status) *window = MPI_WIN_NULL;
  return status;
}

tc_status tc_window_create(const tc_world *world, int64_t count, tc_window **out) {
  return tc_window_create_arrays(world, 1, count, out);
}

tc_status tc_window_create_arrays(const tc_world *world, int arrays, int64_t each, tc_window **out) {
  tc_window *w = NULL;
  tc_status status = TC_OK;
  const MPI_Aint bytes = (MPI_Aint)(arrays * each * (int64_t)sizeof(double));
  const MPI_Aint width = (MPI_Aint)sizeof(double);
  /* Some versions refuse a window in which every piece is empty. */
  const MPI_Aint at_least = bytes > 0 ? bytes : width;
  const int pieces = bytes > 0 ? arrays : 1;
  TC_TRY(TC_WORLD_ALLOC(world, w, 1));
  w->world = world;
  w->shared = w->far = MPI_WIN_NULL;
  TC_GUARD(status, tc_world_agree(world, TC_ALLOC(w->near, world->ranks)));
  TC_GUARD(status, tc_shared_memory_check(world, at_least));
  TC_GUARD(status, all_have(world, open_shared(world, at_least, w), &w->shared));
  TC_GUARD(status, tc_world_agree(world, tc_shared_memory_zero(w->local, pieces, at_least / pieces / width)));
  TC_GUARD(status, tc_world_agree(world, find_near(world, w)));
  TC_GUARD(status, all_have(world, open_far(world, bytes, w), &w->far));
  TC_GUARD(status, TC_MPI(MPI_Barrier(world->comm))); /* nobody stores before all pieces are zeroed */
  *out = w;
  return TC_OK;
cleanup:
  tc_window_destroy(&w);
  return status;
}

static void close_window(MPI_Win *window) {
  if (*window == MPI_WIN_NULL) return;
  MPI_Win_unlock_all(*window);
  MPI_Win_free(window);
}

void tc_window_destroy(tc_window **window) {
  if (!*window) return;
  close_window(&(*window)->far);
  close_window(&(*window)->shared);
  tc_free((*window)->near);
  tc_free(*window);
  *window = NULL;
}

tc_status tc_window_put(const tc_window *window, int rank, int64_t offset, const double *from, int count,
                        tc_ledger *ledger) {
  tc_tally_sent(window->world, rank, count, ledger);
  if (window->near[rank]) {
    memcpy(window->near[rank] + offset, from, (size_t)count * sizeof *from);
    return TC_OK;
  }
  return TC_MPI(MPI_Put(from, count, MPI_DOUBLE, rank, (MPI_Aint)offset, count, MPI_DOUBLE, window->far));
}

/* Starts to load values of another node's rank, count of `type` from `offset`. */
typedef tc_status load(const tc_window *window, int rank, int64_t offset, double *into, int values, int count,
                       MPI_Datatype type);

static tc_status load_once(const tc_window *window, int rank, int64_t offset, double *into, int values,
                           int count, MPI_Datatype type) {
  return TC_MPI(MPI_Get(into, values, MPI_DOUBLE, rank, (MPI_Aint)offset, count, type, window->far));
}

static tc_status get(const tc_window *window, int rank, int64_t offset, double *into, int count) {
  if (window->near[rank]) {
    memcpy(into, window->near[rank] + offset, (size_t)count * sizeof *into);
    return TC_OK;
  }
  return load_once(window, rank, offset, into, count, count, MPI_DOUBLE);
}

tc_status tc_window_get(const tc_window *window, int rank, int64_t offset, double *into, int count,
                        tc_ledger *ledger) {
  tc_tally_block(window->world, rank, count, ledger);
  return get(window, rank, offset, into, count);
}

tc_status tc_window_get_begin(const tc_window *window, int rank, int64_t offset, double *into,
                              tc_ledger *ledger) {
  if (ledger) tc_tally_single(window->world, rank, &ledger->count);
  return get(window, rank, offset, into, 1);
}

static tc_status load_atomic(const tc_window *window, int rank, int64_t offset, double *into, int values,
                             int count, MPI_Datatype type) {
  return TC_MPI(MPI_Get_accumulate(NULL, 0, MPI_DOUBLE, into, values, MPI_DOUBLE, rank, (MPI_Aint)offset,
                                   count, type, MPI_NO_OP, window->far));
}

/* Datatypes copy the list, so it need not live until the values are there. */
static tc_status get_indexed(const tc_window *window, int rank, int count, const int64_t *offset,
                             double *into, load *start) {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Aint at[TC_WINDOW_LIST];
  tc_status status = TC_OK;
  for (int i = 0; i < count; i++) at[i] = (MPI_Aint)offset[i] * (MPI_Aint)sizeof *into;
  TC_TRY(TC_MPI(MPI_Type_create_hindexed_block(count, 1, at, MPI_DOUBLE, &type)));
  TC_GUARD(status, TC_MPI(MPI_Type_commit(&type)));
  TC_GUARD(status, start(window, rank, 0, into, count, 1, type));
cleanup:
  MPI_Type_free(&type);
  return status;
}

tc_status tc_window_get_list(const tc_window *window, int rank, int count, const int64_t *offset,
                             double *into, tc_ledger *ledger) {
  for (int i = 0; i < count && ledger; i++) tc_tally_single(window->world, rank, &ledger->count);
  if (!window->near[rank] && count >= TC_WINDOW_INDEXED)
    return get_indexed(window, rank, count, offset, into, load_once);
  for (int i = 0; i < count; i++) TC_TRY(get(window, rank, offset[i], into + i, 1));
  return TC_OK;
}

tc_status tc_window_put_atomic(const tc_window *window, int rank, int64_t offset, const double *from,
                               int count) {
  double *const near = window->near[rank];
  for (int i = 0; near && i < count; i++) __atomic_store(&near[offset + i], &from[i], __ATOMIC_RELAXED);
  if (near) return TC_OK;
  return TC_MPI(MPI_Accumulate(from, count, MPI_DOUBLE, rank, (MPI_Aint)offset, count, MPI_DOUBLE,
                               MPI_REPLACE, window->far));
}

tc_status tc_window_get_atomic(const tc_window *window, int rank, int64_t offset, double *into, int count) {
  const double *const near = window->near[rank];
  for (int i = 0; near && i < count; i++) __atomic_load(&near[offset + i], &into[i], __ATOMIC_RELAXED);
  return near ? TC_OK : load_atomic(window, rank, offset, into, count, count, MPI_DOUBLE);
}

tc_status tc_window_get_list_atomic(const tc_window *window, int rank, int count, const int64_t *offset,
                                    double *into) {
  if (!window->near[rank] && count >= TC_WINDOW_INDEXED)
    return get_indexed(window, rank, count, offset, into, load_atomic);
  for (int i = 0; i < count; i++) TC_TRY(tc_window_get_atomic(window, rank, offset[i], into + i, 1));
  return TC_OK;
}

static tc_status flush(const tc_window *window, int rank) {
  return window->near[rank] ? TC_OK : TC_MPI(MPI_Win_flush(rank, window->far));
}

tc_status tc_window_get_end(const tc_window *window, int rank, tc_ledger *ledger) {
  if (ledger) ledger->count.remote_batches += !tc_tally_is_local(window->world, rank);
  return flush(window, rank);
}

tc_status tc_window_load(const tc_window *window, int rank, int64_t offset, double *into, tc_ledger *ledger) {
  TC_TRY(tc_window_get_begin(window, rank, offset, into, ledger));
  return flush(window, rank);
}

tc_status tc_window_flush(const tc_window *window) {
  if (window->far == MPI_WIN_NULL) return TC_OK;
  return TC_MPI(MPI_Win_flush_all(window->far));
}

/* Orders this process's memory accesses against those of others through either window. */
tc_status tc_window_sync_memory(const tc_window *window) {
  if (window->far != MPI_WIN_NULL) TC_TRY(TC_MPI(MPI_Win_sync(window->far)));
  return TC_MPI(MPI_Win_sync(window->shared));
}

static tc_status meet(const tc_window *window) {
  TC_TRY(tc_window_sync_memory(window));
  TC_TRY(TC_MPI(MPI_Barrier(window->world->comm)));
  return tc_window_sync_memory(window);
}

tc_status tc_window_barrier(const tc_window *window, tc_ledger *ledger) {
  const double began = tc_now_s();
  TC_TRY(meet(window));
  tc_ledger_add_time(ledger, TC_PHASE_wait, began);
  if (ledger) ledger->count.barriers++;
  return TC_OK;
}
