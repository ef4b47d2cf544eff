/* World of a run: communicators, groups of ranks, agreement on errors and reductions. tc_world_create
 * duplicates the communicator first, because ranks need it to agree that the memory of a rank is exhausted.
 * It then splits the ranks by shared memory and numbers the groups by their lowest rank. tc_world_agree works
 * even if memory cannot be allocated, because it is called when memory is exhausted. */
#include "comm/world/world.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/file/file.h"
#include "comm/world/mpi_world.h"

#define TC_PHASE "combining values of all ranks"

/* The object that tc_world_create allocates: the world and its communicators. */
typedef struct world_object {
  /* The world is the first member, because tc_world_destroy frees the object through a pointer to it. */
  tc_world world;
  tc_world_mpi mpi;
} world_object;

const char *tc_world_osc_setting(void) {
  glob_t devices = {0};
  const bool has_infiniband = glob("/sys/class/infiniband/*", 0, NULL, &devices) == 0;
  globfree(&devices);
  return has_infiniband ? "^none" : "^ucx";
}

/* Numbers groups from 0 in the order of their lowest ranks, and sets group_of_rank[]. lowest[r] is the lowest
 * rank of the group of rank r. Returns the number of groups. */
static int number_groups(int ranks, const int *lowest, int *group_of_rank) {
  int groups = 0;
  // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): only called if all allocations succeeded
  for (int r = 0; r < ranks; r++) group_of_rank[r] = lowest[r] == r ? groups++ : group_of_rank[lowest[r]];
  return groups;
}

int tc_world_max_group_size(int ranks, const int *group_of_rank, int *members) {
  int members_max = 0;
  for (int g = 0; g < ranks; g++) members[g] = 0;
  for (int r = 0; r < ranks; r++)
    if (++members[group_of_rank[r]] > members_max) members_max = members[group_of_rank[r]];
  return members_max;
}

/* Collective. Finds the groups of ranks that share memory, and sets the members of the world that describe
 * these groups. lowest[ranks] is scratch. */
static tc_status find_shm_groups(tc_world *world, int *lowest) {
  tc_world_mpi *mpi = world->mpi;
  int leader = world->rank;
  TC_TRY(TC_MPI(world, MPI_Comm_split_type(mpi->comm, MPI_COMM_TYPE_SHARED, world->rank, MPI_INFO_NULL,
                                           &mpi->node_comm)));
  /* In some MPI versions the new communicator does not inherit the error handler. */
  MPI_Comm_set_errhandler(mpi->node_comm, MPI_ERRORS_RETURN);
  MPI_Comm_rank(mpi->node_comm, &world->shm_rank);
  MPI_Comm_size(mpi->node_comm, &world->shm_ranks);
  TC_TRY(TC_MPI(world, MPI_Bcast(&leader, 1, MPI_INT, 0, mpi->node_comm)));
  TC_TRY(TC_MPI(world, MPI_Allgather(&leader, 1, MPI_INT, lowest, 1, MPI_INT, mpi->comm)));
  world->shm_groups = number_groups(world->ranks, lowest, world->shm_group_of_rank);
  world->max_shm_ranks = tc_world_max_group_size(world->ranks, world->shm_group_of_rank, lowest);
  return TC_OK;
}

void tc_world_set_ranks_per_node(tc_world *world, int ranks_per_node) {
  for (int r = 0; r < world->ranks; r++)
    world->node_of_rank[r] = ranks_per_node > 0 ? r / ranks_per_node : world->shm_group_of_rank[r];
  world->nodes = ranks_per_node > 0 ? (world->ranks - 1) / ranks_per_node + 1 : world->shm_groups;
  world->node = world->node_of_rank[world->rank];
  world->max_ranks_on_node = ranks_per_node == 0             ? world->max_shm_ranks
                             : ranks_per_node < world->ranks ? ranks_per_node
                                                             : world->ranks;
  world->virtual_nodes =
      memcmp(world->node_of_rank, world->shm_group_of_rank, (size_t)world->ranks * sizeof(int)) != 0;
}

static tc_status alloc_world(tc_world *world, int **lowest, world_object **out) {
  TC_TRY(TC_ALLOC(world->node_of_rank, world->ranks));
  TC_TRY(TC_ALLOC(world->shm_group_of_rank, world->ranks));
  TC_TRY(TC_ALLOC(*lowest, world->ranks));
  return TC_ALLOC(*out, 1);
}

static void free_world(tc_world *world) {
  tc_world_mpi *mpi = world->mpi;
  /* Communicators of a broken world are not freed. MPI_Comm_free is collective, so this rank could wait for
   * ranks that never call it. */
  if (mpi->node_comm != MPI_COMM_NULL && !mpi->is_broken) MPI_Comm_free(&mpi->node_comm);
  if (mpi->comm != MPI_COMM_NULL && !mpi->is_broken) MPI_Comm_free(&mpi->comm);
  tc_free(world->node_of_rank);
  tc_free(world->shm_group_of_rank);
}

/* The communicator is duplicated before any allocation, because the ranks need it to agree on allocation
 * failures. */
tc_status tc_world_create(MPI_Comm comm, int ranks_per_node, tc_world **out) {
  tc_world_mpi mpi = {.comm = MPI_COMM_NULL, .node_comm = MPI_COMM_NULL};
  tc_world world = {.mpi = &mpi};
  world_object *object = NULL;
  int *lowest = NULL;
  tc_status status = TC_OK;
  TC_TRY(TC_MPI(&world, MPI_Comm_dup(comm, &mpi.comm)));
  MPI_Comm_set_errhandler(mpi.comm, MPI_ERRORS_RETURN);
  MPI_Comm_rank(mpi.comm, &world.rank);
  MPI_Comm_size(mpi.comm, &world.ranks);
  TC_GUARD(status, tc_world_agree(&world, alloc_world(&world, &lowest, &object)));
  TC_GUARD(status, find_shm_groups(&world, lowest));
  tc_world_set_ranks_per_node(&world, ranks_per_node);
  *object = (world_object){world, mpi}; // NOLINT(clang-analyzer-core.NullDereference): allocated
  object->world.mpi = &object->mpi;
  *out = &object->world;
cleanup:
  if (status) {
    free_world(&world);
    tc_free(object);
  }
  tc_free(lowest);
  return status;
}

void tc_world_destroy(tc_world **world) {
  if (!*world) return;
  free_world(*world);
  tc_free(*world);
  *world = NULL;
}

/* Collective. Returns on all ranks the error `own` of rank `from`. Memory may be exhausted, so the text is
 * sent through a buffer of fixed size. */
static tc_status broadcast_status(const tc_world *world, int from, tc_status own) {
  const char *own_text = world->rank == from ? tc_status_text(own) : "";
  int header[2] = {(int)tc_status_code(own), (int)strlen(own_text)}; /* error code and length of the text */
  TC_TRY(TC_MPI(world, MPI_Bcast(header, 2, MPI_INT, from, tc_world_comm(world))));
  char *text = malloc((size_t)header[1] + 1), block[1024];
  for (int offset = 0; offset < header[1]; offset += (int)sizeof block) {
    int length = header[1] - offset < (int)sizeof block ? header[1] - offset : (int)sizeof block;
    if (world->rank == from) memcpy(block, own_text + offset, (size_t)length);
    tc_status transfer = TC_MPI(world, MPI_Bcast(block, length, MPI_CHAR, from, tc_world_comm(world)));
    if (transfer) {
      free(text);
      return transfer;
    }
    if (text) memcpy(text + offset, block, (size_t)length);
  }
  if (text) text[header[1]] = '\0';
  tc_status status =
      tc_status_create((tc_code)header[0], "%s",
                       text ? text
                            : "another rank failed, and memory for its message is missing: free memory");
  free(text);
  return status;
}

tc_status tc_world_agree(const tc_world *world, tc_status own) {
  int failing_rank = own ? world->rank : world->ranks, first = world->ranks;
  if (own && world->mpi->is_broken) return own;
  tc_status status =
      TC_MPI(world, MPI_Allreduce(&failing_rank, &first, 1, MPI_INT, MPI_MIN, tc_world_comm(world)));
  if (!status && first < world->ranks) status = broadcast_status(world, first, own);
  tc_status_free(&own);
  return status;
}

tc_status tc_world_alloc(const tc_world *world, size_t count, size_t size, const char *what, void *out) {
  void *own = NULL;
  tc_status status = tc_world_agree(world, tc_alloc_zero(count, size, what, &own));
  if (status)
    tc_free(own);
  else
    memcpy(out, &own, sizeof own);
  return status;
}

tc_status tc_world_gather(const tc_world *world, const void *own, size_t size, void *out) {
  void *gathered = NULL;
  const int bytes = (int)size;
  tc_status status = TC_OK;
  if (world->rank == 0) status = tc_alloc((size_t)world->ranks, size, "gathered data", &gathered);
  TC_TRY(tc_world_agree(world, status));
  status = TC_MPI(world, MPI_Gather(own, bytes, MPI_BYTE, gathered, bytes, MPI_BYTE, 0, world->mpi->comm));
  if (status) tc_free(gathered);
  if (!status) memcpy(out, &gathered, sizeof gathered);
  return status;
}

tc_status tc_world_broadcast_text(const tc_world *world, const char *text, char **out) {
  int64_t bytes = world->rank == 0 ? (int64_t)strlen(text) + 1 : 0;
  char *copy = NULL;
  TC_TRY(TC_MPI(world, MPI_Bcast(&bytes, 1, MPI_INT64_T, 0, tc_world_comm(world))));
  TC_TRY(TC_WORLD_ALLOC(world, copy, bytes));
  if (world->rank == 0) memcpy(copy, text, (size_t)bytes);
  TC_RETURN_CREATED(TC_MPI(world, MPI_Bcast(copy, (int)bytes, MPI_CHAR, 0, tc_world_comm(world))), copy,
                    tc_free(copy), out);
}

tc_status tc_world_read_text(const tc_world *world, const char *path, size_t bytes_max, tc_code code,
                             char **out) {
  char *text = NULL;
  TC_TRY(tc_world_agree(world, world->rank ? TC_OK : tc_file_read_text(path, bytes_max, code, &text)));
  const tc_status status = tc_world_broadcast_text(world, text, out);
  tc_free(text);
  return status;
}

tc_status tc_world_max(const tc_world *world, double *values, int count) {
  return TC_MPI(world, MPI_Allreduce(MPI_IN_PLACE, values, count, MPI_DOUBLE, MPI_MAX, tc_world_comm(world)));
}

tc_status tc_world_min(const tc_world *world, double *values, int count) {
  return TC_MPI(world, MPI_Allreduce(MPI_IN_PLACE, values, count, MPI_DOUBLE, MPI_MIN, tc_world_comm(world)));
}

tc_status tc_world_sum_int64(const tc_world *world, int64_t *values, int count) {
  return TC_MPI(world,
                MPI_Allreduce(MPI_IN_PLACE, values, count, MPI_INT64_T, MPI_SUM, tc_world_comm(world)));
}

tc_status tc_world_sums(const tc_world *world, int count, tc_sum *sum) {
  enum { sums_max = 32 };
  int64_t limb[sums_max][TC_SUM_LIMBS];
  for (int from = 0; from < count; from += sums_max) {
    const int batch = count - from < sums_max ? count - from : sums_max;
    for (int k = 0; k < batch; k++) {
      tc_sum_carry(&sum[from + k]);
      memcpy(limb[k], sum[from + k].limb, sizeof limb[k]);
    }
    TC_TRY(tc_world_sum_int64(world, limb[0], batch * TC_SUM_LIMBS));
    for (int k = 0; k < batch; k++) memcpy(sum[from + k].limb, limb[k], sizeof limb[k]);
  }
  return TC_OK;
}

tc_status tc_world_sum(const tc_world *world, const tc_sum *part, double *value) {
  tc_sum sum = *part;
  TC_TRY(tc_world_sums(world, 1, &sum));
  *value = tc_sum_value(&sum);
  return TC_OK;
}
