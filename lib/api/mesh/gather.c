#include "api/mesh/gather.h"

#include <string.h>

#include "base/core/memory.h"

#define TC_PHASE "gathering a mesh"

enum { tag = 1, most_bytes = 1 << 30 }; /* most_bytes: largest message, because MPI counts bytes in an int */

static tc_status send_rows(const tc_world *world, const char *from, size_t bytes) {
  for (; bytes > 0;) {
    const size_t part = bytes < most_bytes ? bytes : most_bytes;
    TC_TRY(TC_MPI(world, MPI_Send(from, (int)part, MPI_BYTE, 0, tag, tc_world_comm(world))));
    from += part;
    bytes -= part;
  }
  return TC_OK;
}

static tc_status receive_rows(const tc_world *world, int rank, char *to, size_t bytes) {
  for (; bytes > 0;) {
    const size_t part = bytes < most_bytes ? bytes : most_bytes;
    TC_TRY(
        TC_MPI(world, MPI_Recv(to, (int)part, MPI_BYTE, rank, tag, tc_world_comm(world), MPI_STATUS_IGNORE)));
    to += part;
    bytes -= part;
  }
  return TC_OK;
}

/* Root only. Copies the root's own rows and then receives the rows of the other ranks, in the order of the
 * ranks. */
static tc_status transfer(const tc_world *world, const int64_t *count, size_t size, const void *own,
                          char *all) {
  const size_t bytes = (size_t)count[0] * size;
  if (bytes > 0) memcpy(all, own, bytes);
  all += bytes;
  for (int rank = 1; rank < world->ranks; rank++) {
    TC_TRY(receive_rows(world, rank, all, (size_t)count[rank] * size));
    all += (size_t)count[rank] * size;
  }
  return TC_OK;
}

static tc_status gather_rows(const tc_world *world, const int64_t *count, int64_t own_count, size_t size,
                             const void *own, int64_t total, void *out) {
  void *all = NULL;
  tc_status status = world->rank ? TC_OK : tc_alloc((size_t)total, size, "gathered mesh", &all);
  TC_TRY(tc_world_agree(world, status));
  status =
      world->rank ? send_rows(world, own, (size_t)own_count * size) : transfer(world, count, size, own, all);
  if (status)
    tc_free(all);
  else
    memcpy(out, &all, sizeof all);
  return status;
}

tc_status tc_api_gather(const tc_world *world, int64_t count, size_t size, const void *own, int64_t *total,
                        void *all) {
  int64_t *counts = NULL;
  TC_TRY(tc_world_gather(world, &count, sizeof count, &counts));
  *total = count;
  tc_status status = tc_world_sum_int64(world, total, 1);
  if (!status) status = gather_rows(world, counts, count, size, own, *total, all);
  tc_free(counts);
  return status;
}
