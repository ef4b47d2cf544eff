#include "comm/world/host_names.h"

#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "comm/world/mpi_world.h"

#define TC_PHASE "collecting the names of the nodes"

enum { name_size = 64 };

/* Writes to `out` one line for each group of ranks that share memory: the host name of the lowest rank.
 * `names` contains the host names of all ranks. */
static void list_hosts(const tc_world *world, const char *names, char *out) {
  int groups = 0;
  char *end = out;
  for (int r = 0; r < world->ranks; r++) {
    if (world->shm_group_of_rank[r] != groups) continue;
    const size_t length = strlen(names + (size_t)r * name_size);
    if (groups++ > 0) *end++ = '\n';
    memcpy(end, names + (size_t)r * name_size, length);
    end += length;
  }
  *end = '\0';
}

tc_status tc_host_names_gather(const tc_world *world, char **out) {
  char own_name[name_size] = "", *names = NULL;
  const size_t bytes = world->rank == 0 ? (size_t)world->ranks * name_size : 0;
  gethostname(own_name, sizeof own_name - 1);
  tc_status status = TC_OK;
  *out = NULL;
  if (bytes > 0) status = TC_ALLOC(names, bytes);
  if (bytes > 0 && !status) status = TC_ALLOC(*out, bytes);
  status = tc_world_agree(world, status);
  if (!status)
    status = TC_MPI(world, MPI_Gather(own_name, name_size, MPI_CHAR, names, name_size, MPI_CHAR, 0,
                                      tc_world_comm(world)));
  if (!status && bytes > 0) list_hosts(world, names, *out);
  if (status) tc_free(*out);
  if (status) *out = NULL;
  tc_free(names);
  return status;
}
