#include "comm/layout/neighbour_exchange.h"

#include <string.h>

#include "base/core/memory.h"
#include "comm/world/mpi_world.h"

#define TC_PHASE "exchanging setup data of border rows"

/* Sends the segments of `give` and receives those of `take`, whose elements have the MPI datatype `type` and
 * `size` bytes. request[2 peers] is scratch. */
static tc_status exchange_segments(const tc_world *world, const tc_halo *halo, MPI_Datatype type, size_t size,
                                   tc_neighbour_segments give, tc_neighbour_segments take,
                                   MPI_Request *request) {
  MPI_Request *next = request;
  for (int p = 0; p < halo->peers; p++) {
    const int32_t *const in = take.begin + p, *const out = give.begin + p;
    TC_TRY(TC_MPI(MPI_Irecv((char *)take.element + (size_t)in[0] * size, in[1] - in[0], type, halo->peer[p],
                            0, tc_world_comm(world), next++)));
    TC_TRY(TC_MPI(MPI_Isend((char *)give.element + (size_t)out[0] * size, out[1] - out[0], type,
                            halo->peer[p], 0, tc_world_comm(world), next++)));
  }
  return TC_MPI(MPI_Waitall(2 * halo->peers, request, MPI_STATUSES_IGNORE));
}

/* Returns an error if a peer sends a different number of elements than this rank expects. */
static tc_status compare_lengths(const tc_world *world, const tc_halo *halo, const int32_t *give_from,
                                 const int32_t *take_from, int32_t *room, MPI_Request *request) {
  int32_t *const one = room, *const given = one + halo->peers + 1, *const taken = given + halo->peers;
  for (int p = 0; p <= halo->peers; p++) one[p] = p;
  for (int p = 0; p < halo->peers; p++) given[p] = give_from[p + 1] - give_from[p];
  TC_TRY(exchange_segments(world, halo, MPI_INT32_T, sizeof *given, (tc_neighbour_segments){given, one},
                           (tc_neighbour_segments){taken, one}, request));
  for (int p = 0; p < halo->peers; p++)
    if (taken[p] != take_from[p + 1] - take_from[p])
      return tc_status_create(TC_INTERNAL,
                              "rank %d sends %d elements, but %d are expected: please report this as a bug",
                              halo->peer[p], (int)taken[p], (int)(take_from[p + 1] - take_from[p]));
  return TC_OK;
}

tc_status tc_neighbour_exchange(const tc_world *world, const tc_halo *halo, size_t size,
                                tc_neighbour_segments give, tc_neighbour_segments take) {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Request *request = NULL;
  int32_t *room = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_WORLD_ALLOC(world, request, 2 * halo->peers));
  TC_GUARD(status, TC_WORLD_ALLOC(world, room, 3 * halo->peers + 1));
  TC_GUARD(status,
           tc_world_agree(world, compare_lengths(world, halo, give.begin, take.begin, room, request)));
  TC_GUARD(status, TC_MPI(MPI_Type_contiguous((int)size, MPI_BYTE, &type)));
  TC_GUARD(status, TC_MPI(MPI_Type_commit(&type)));
  TC_GUARD(status, tc_world_agree(world, exchange_segments(world, halo, type, size, give, take, request)));
cleanup:
  if (type != MPI_DATATYPE_NULL) MPI_Type_free(&type);
  tc_free(request);
  tc_free(room);
  return status;
}

tc_status tc_neighbour_exchange_ghosts(const tc_world *world, const tc_halo *halo, size_t size, void *array) {
  const int32_t sends = halo->send_begin[halo->peers];
  char *const value = array, *outbox = NULL;
  TC_TRY(tc_world_alloc(world, (size_t)sends, size, "outbox", &outbox));
  for (int32_t i = 0; i < sends; i++)
    memcpy(outbox + (size_t)i * size, value + (size_t)halo->send_index[i] * size, size);
  const tc_status status =
      tc_neighbour_exchange(world, halo, size, (tc_neighbour_segments){outbox, halo->send_begin},
                            (tc_neighbour_segments){value + (size_t)halo->owned * size, halo->recv_begin});
  tc_free(outbox);
  return status;
}
