/* Each window consists of an MPI window over the ranks that share memory and, if there are several nodes, an
 * MPI window over all ranks. The former provides the memory, and the latter exposes the same segments to
 * other nodes. The segment of rank r is accessed by plain loads and stores if node_pointer[r] is not NULL,
 * otherwise by one-sided operations. After each step of the creation all ranks agree on its success, so that
 * they destroy only windows that exist on all ranks. */
#include "comm/memory/window.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/print.h"
#include "base/core/timer.h"
#include "comm/memory/shared_memory.h"
#include "comm/world/mpi_world.h"
#include "comm/world/tally.h"

#define TC_PHASE "exchanging values"

/* The object that tc_window_create allocates: the window and its two MPI windows. */
typedef struct mpi_window {
  tc_window window; /* The window is the first member, so that a pointer to it can be cast to the object. */
  MPI_Win node;     /* window over the ranks that share memory */
  MPI_Win all;      /* window over all ranks; MPI_WIN_NULL if all ranks share memory */
} mpi_window;

static MPI_Win get_node_window(const tc_window *window) { return ((const mpi_window *)window)->node; }
static MPI_Win get_all_window(const tc_window *window) { return ((const mpi_window *)window)->all; }

/* Fills in node_pointer[] with the addresses that the segments of the node's ranks have in this process. */
static tc_status find_node_pointers(const tc_world *world, tc_window *w) {
  for (int r = 0, on_node = 0; r < world->ranks; r++) {
    w->node_pointer[r] = NULL;
    if (world->shm_group_of_rank[r] != world->shm_group_of_rank[world->rank]) continue;
    MPI_Aint bytes;
    int unit;
    TC_TRY(TC_MPI(world,
                  MPI_Win_shared_query(get_node_window(w), on_node++, &bytes, &unit, &w->node_pointer[r])));
  }
  return TC_OK;
}

/* Returns an error with MPI's text for the error code `code`. `object` describes the object that could not be
 * created. The text names the variable OMPI_MCA_osc, because its setting by the user or by the system may
 * exclude the required component. */
static tc_status window_error(int code, const char *object) {
  char mpi_text[MPI_MAX_ERROR_STRING] = "";
  int length;
  const char *setting = getenv("OMPI_MCA_osc");
  MPI_Error_string(code, mpi_text, &length);
  if (!setting || strcmp(setting, tc_world_osc_setting()) == 0)
    return tc_status_create(TC_USAGE,
                            "MPI cannot open %s (%s): set OMPI_MCA_osc=%s before the start, or use strategy "
                            "neighbour in runs",
                            object, mpi_text, tc_world_osc_setting());
  return tc_status_create(TC_USAGE,
                          "MPI cannot open %s with OMPI_MCA_osc=%s (%s): unset OMPI_MCA_osc or remove --mca "
                          "osc, or use strategy neighbour in runs; Open MPI needs sm inside a node, and Open "
                          "MPI 4 needs pt2pt over TCP",
                          object, setting, mpi_text);
}

static tc_status create_shared_window(const tc_world *world, MPI_Aint bytes, mpi_window *w) {
  char object[100];
  MPI_Info info;
  TC_TRY(TC_MPI(world, MPI_Info_create(&info)));
  /* This setting gives each segment separate pages, so that the pages can be on the NUMA node of the
   * segment's owner. */
  MPI_Info_set(info, "alloc_shared_noncontig", "true");
  int code = MPI_Win_allocate_shared(bytes, sizeof(double), info, tc_world_node_comm(world), &w->window.local,
                                     &w->node);
  MPI_Info_free(&info);
  tc_snprintf(object, sizeof object, "%.4g MB of memory shared by the ranks of a node", 1e-6 * (double)bytes);
  if (code != MPI_SUCCESS) return window_error(code, object);
  MPI_Win_set_errhandler(w->node, MPI_ERRORS_RETURN);
  /* The window is locked directly after its creation, because close_window expects every open window to be
   * locked. */
  return TC_MPI(world, MPI_Win_lock_all(MPI_MODE_NOCHECK, w->node));
}

static tc_status create_remote_window(const tc_world *world, MPI_Aint bytes, mpi_window *w) {
  if (world->shm_groups == 1) return TC_OK;
  int code =
      MPI_Win_create(w->window.local, bytes, sizeof(double), MPI_INFO_NULL, tc_world_comm(world), &w->all);
  if (code != MPI_SUCCESS) return window_error(code, "one-sided access between these nodes");
  MPI_Win_set_errhandler(w->all, MPI_ERRORS_RETURN);
  return TC_MPI(world, MPI_Win_lock_all(MPI_MODE_NOCHECK, w->all));
}

/* Collective. Checks that *window exists on all ranks; `own` is the status on this rank. MPI_Win_free is
 * collective, so a window that exists on only some ranks cannot be freed and remains open. */
static tc_status agree_on_window(const tc_world *world, tc_status own, MPI_Win *window) {
  const tc_status status = tc_world_agree(world, own);
  if (status) *window = MPI_WIN_NULL;
  return status;
}

tc_status tc_window_create(const tc_world *world, int64_t count, tc_window **out) {
  return tc_window_create_arrays(world, 1, count, out);
}

tc_status tc_window_create_arrays(const tc_world *world, int arrays, int64_t count, tc_window **out) {
  mpi_window *created = NULL;
  tc_status status = TC_OK;
  const MPI_Aint bytes = (MPI_Aint)(arrays * count * (int64_t)sizeof(double));
  const MPI_Aint width = (MPI_Aint)sizeof(double);
  /* Some MPI versions reject a window in which every segment is empty. */
  const MPI_Aint bytes_min = bytes > 0 ? bytes : width;
  const int zeroed_arrays = bytes > 0 ? arrays : 1;
  TC_TRY(TC_WORLD_ALLOC(world, created, 1));
  tc_window *w = &created->window;
  w->world = world;
  created->node = created->all = MPI_WIN_NULL;
  TC_GUARD(status, tc_world_agree(world, TC_ALLOC(w->node_pointer, world->ranks)));
  TC_GUARD(status, tc_shared_memory_check(world, bytes_min));
  TC_GUARD(status, agree_on_window(world, create_shared_window(world, bytes_min, created), &created->node));
  TC_GUARD(status, tc_world_agree(world, tc_shared_memory_zero(w->local, zeroed_arrays,
                                                               bytes_min / zeroed_arrays / width)));
  TC_GUARD(status, tc_world_agree(world, find_node_pointers(world, w)));
  TC_GUARD(status, agree_on_window(world, create_remote_window(world, bytes, created), &created->all));
  /* No rank may store before all segments are zeroed. */
  TC_GUARD(status, TC_MPI(world, MPI_Barrier(tc_world_comm(world))));
  *out = w;
  return TC_OK;
cleanup:
  tc_window_destroy(&w);
  return status;
}

static void close_window(const tc_world *world, MPI_Win *window) {
  if (*window == MPI_WIN_NULL || world->mpi->is_broken) return;
  MPI_Win_unlock_all(*window);
  MPI_Win_free(window);
}

void tc_window_destroy(tc_window **window) {
  mpi_window *w = (mpi_window *)*window;
  if (!w) return;
  close_window(w->window.world, &w->all);
  close_window(w->window.world, &w->node);
  tc_free(w->window.node_pointer);
  tc_free(w);
  *window = NULL;
}

tc_status tc_window_put(const tc_window *window, int rank, int64_t offset, const double *from, int count,
                        tc_ledger *ledger) {
  tc_tally_sent(window->world, rank, count, ledger);
  if (window->node_pointer[rank]) {
    memcpy(window->node_pointer[rank] + offset, from, (size_t)count * sizeof *from);
    return TC_OK;
  }
  return TC_MPI(window->world, MPI_Put(from, count, MPI_DOUBLE, rank, (MPI_Aint)offset, count, MPI_DOUBLE,
                                       get_all_window(window)));
}

/* Type of the functions that start to load values from a rank of another node. They load `count` elements of
 * the MPI datatype `type`, the first of which is at `offset`, and store them in into[values]. */
typedef tc_status load_function(const tc_window *window, int rank, int64_t offset, double *into, int values,
                                int count, MPI_Datatype type);

static tc_status start_get(const tc_window *window, int rank, int64_t offset, double *into, int values,
                           int count, MPI_Datatype type) {
  return TC_MPI(window->world, MPI_Get(into, values, MPI_DOUBLE, rank, (MPI_Aint)offset, count, type,
                                       get_all_window(window)));
}

static tc_status get_values(const tc_window *window, int rank, int64_t offset, double *into, int count) {
  if (window->node_pointer[rank]) {
    memcpy(into, window->node_pointer[rank] + offset, (size_t)count * sizeof *into);
    return TC_OK;
  }
  return start_get(window, rank, offset, into, count, count, MPI_DOUBLE);
}

tc_status tc_window_get(const tc_window *window, int rank, int64_t offset, double *into, int count,
                        tc_ledger *ledger) {
  tc_tally_block(window->world, rank, count, ledger);
  return get_values(window, rank, offset, into, count);
}

tc_status tc_window_get_begin(const tc_window *window, int rank, int64_t offset, double *into,
                              tc_ledger *ledger) {
  if (ledger) tc_tally_single(window->world, rank, &ledger->count);
  return get_values(window, rank, offset, into, 1);
}

static tc_status start_atomic_get(const tc_window *window, int rank, int64_t offset, double *into, int values,
                                  int count, MPI_Datatype type) {
  return TC_MPI(window->world,
                MPI_Get_accumulate(NULL, 0, MPI_DOUBLE, into, values, MPI_DOUBLE, rank, (MPI_Aint)offset,
                                   count, type, MPI_NO_OP, get_all_window(window)));
}

/* Starts to load the values at a list of offsets with the function `start`. The MPI datatype contains a copy
 * of the list, so the list may be freed before the values arrive. */
static tc_status get_indexed(const tc_window *window, int rank, int count, const int64_t *offset,
                             double *into, load_function *start) {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Aint displacement[TC_WINDOW_LIST];
  tc_status status = TC_OK;
  for (int i = 0; i < count; i++) displacement[i] = (MPI_Aint)offset[i] * (MPI_Aint)sizeof *into;
  TC_TRY(TC_MPI(window->world, MPI_Type_create_hindexed_block(count, 1, displacement, MPI_DOUBLE, &type)));
  TC_GUARD(status, TC_MPI(window->world, MPI_Type_commit(&type)));
  TC_GUARD(status, start(window, rank, 0, into, count, 1, type));
cleanup:
  MPI_Type_free(&type);
  return status;
}

tc_status tc_window_get_list(const tc_window *window, int rank, int count, const int64_t *offset,
                             double *into, tc_ledger *ledger) {
  for (int i = 0; i < count && ledger; i++) tc_tally_single(window->world, rank, &ledger->count);
  if (!window->node_pointer[rank] && count >= TC_WINDOW_INDEXED)
    return get_indexed(window, rank, count, offset, into, start_get);
  for (int i = 0; i < count; i++) TC_TRY(get_values(window, rank, offset[i], into + i, 1));
  return TC_OK;
}

tc_status tc_window_put_atomic(const tc_window *window, int rank, int64_t offset, const double *from,
                               int count) {
  double *const segment = window->node_pointer[rank];
  for (int i = 0; segment && i < count; i++) __atomic_store(&segment[offset + i], &from[i], __ATOMIC_RELAXED);
  if (segment) return TC_OK;
  return TC_MPI(window->world, MPI_Accumulate(from, count, MPI_DOUBLE, rank, (MPI_Aint)offset, count,
                                              MPI_DOUBLE, MPI_REPLACE, get_all_window(window)));
}

tc_status tc_window_get_atomic(const tc_window *window, int rank, int64_t offset, double *into, int count) {
  const double *const segment = window->node_pointer[rank];
  for (int i = 0; segment && i < count; i++) __atomic_load(&segment[offset + i], &into[i], __ATOMIC_RELAXED);
  return segment ? TC_OK : start_atomic_get(window, rank, offset, into, count, count, MPI_DOUBLE);
}

tc_status tc_window_get_list_atomic(const tc_window *window, int rank, int count, const int64_t *offset,
                                    double *into) {
  if (!window->node_pointer[rank] && count >= TC_WINDOW_INDEXED)
    return get_indexed(window, rank, count, offset, into, start_atomic_get);
  for (int i = 0; i < count; i++) TC_TRY(tc_window_get_atomic(window, rank, offset[i], into + i, 1));
  return TC_OK;
}

static tc_status flush_rank(const tc_window *window, int rank) {
  return window->node_pointer[rank] ? TC_OK
                                    : TC_MPI(window->world, MPI_Win_flush(rank, get_all_window(window)));
}

tc_status tc_window_get_end(const tc_window *window, int rank, tc_ledger *ledger) {
  if (ledger) ledger->count.remote_batches += !tc_tally_is_local(window->world, rank);
  return flush_rank(window, rank);
}

tc_status tc_window_load(const tc_window *window, int rank, int64_t offset, double *into, tc_ledger *ledger) {
  TC_TRY(tc_window_get_begin(window, rank, offset, into, ledger));
  return flush_rank(window, rank);
}

tc_status tc_window_flush(const tc_window *window) {
  if (get_all_window(window) == MPI_WIN_NULL) return TC_OK;
  return TC_MPI(window->world, MPI_Win_flush_all(get_all_window(window)));
}

tc_status tc_window_sync_memory(const tc_window *window) {
  if (get_all_window(window) != MPI_WIN_NULL)
    TC_TRY(TC_MPI(window->world, MPI_Win_sync(get_all_window(window))));
  return TC_MPI(window->world, MPI_Win_sync(get_node_window(window)));
}

static tc_status sync_ranks(const tc_window *window) {
  TC_TRY(tc_window_sync_memory(window));
  TC_TRY(TC_MPI(window->world, MPI_Barrier(tc_world_comm(window->world))));
  return tc_window_sync_memory(window);
}

tc_status tc_window_barrier(const tc_window *window, tc_ledger *ledger) {
  const double start_s = tc_now_s();
  TC_TRY(sync_ranks(window));
  tc_ledger_add_time(ledger, TC_PHASE_wait, start_s);
  if (ledger) ledger->count.barriers++;
  return TC_OK;
}
