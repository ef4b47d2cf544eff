#include <math.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/text/number_format.h"
#include "comm/world/mpi_world.h"
#include "io/mesh/tetgen.h"
#include "run/plan/memory_requirements.h"
#include "run/session/session_internal.h"

#define TC_PHASE "checking the memory"

/* Root only. Reads the numbers of vertices, cells and faces from the headers of the mesh files, or computes
 * them for a generated mesh. */
static tc_status count_mesh(const tc_session *s, tc_mesh_counts *out) {
  const int64_t n = s->options->bricks;
  if (n == 0) return tc_tetgen_counts(s->config->mesh.file, &out->nodes, &out->cells, &out->faces);
  *out = (tc_mesh_counts){(n + 1) * (n + 1) * (n + 1), 6 * n * n * n, 0};
  return TC_OK;
}

/* Collective. Finds the installed and the unused memory of the node: the largest values that one of its ranks
 * reports. Control groups may limit ranks differently, and the limit of a single rank must not cause an
 * error. */
static tc_status query_node_memory(const tc_world *world, tc_node_memory *out) {
  double most[2] = {(double)tc_memory_installed(), (double)tc_memory_unused()};
  TC_TRY(TC_MPI(MPI_Allreduce(MPI_IN_PLACE, most, 2, MPI_DOUBLE, MPI_MAX, tc_world_node_comm(world))));
  *out = (tc_node_memory){.ranks = world->shm_ranks,
                          .root = world->shm_group_of_rank[world->rank] == world->shm_group_of_rank[0],
                          .installed_B = most[0],
                          .unused_B = most[1]};
  return TC_OK;
}

/* Collective. Logs the requirements, and the free memory of the node with the least. Warns if less is free
 * than required. */
static tc_status log_node_memory(const tc_session *s, const tc_node_memory *place) {
  const tc_footprint_run *run = &s->footprint;
  const double need_B = tc_footprint_of(run, place->ranks, place->root).likely;
  char rank[32], root[32], all[32], left[32];
  double worst[3] = {need_B, need_B - place->unused_B, -place->unused_B};
  TC_TRY(tc_world_max(s->world, worst, 3));
  tc_log_write(s->log, TC_LOG_NORMAL,
               "memory: about %s per rank, %s on rank 0; up to %s on a node, at least %s free",
               tc_number_format_bytes(tc_footprint_of(run, 1, false).likely, rank, sizeof rank),
               tc_number_format_bytes(tc_footprint_of(run, 1, true).likely, root, sizeof root),
               tc_number_format_bytes(worst[0], all, sizeof all),
               tc_number_format_bytes(-worst[2], left, sizeof left));
  if (worst[1] > 0.0)
    tc_log_warn(s->log,
                "a node has %s less free memory than the run needs: the kernel may kill it without a message",
                tc_number_format_bytes(worst[1], all, sizeof all));
  return TC_OK;
}

tc_status tc_session_check_memory(tc_session *s) {
  tc_mesh_counts mesh = {0, 0, 0};
  tc_node_memory place;
  char node[256] = "?";
  TC_TRY(tc_world_agree(s->world, s->world->rank == 0 ? count_mesh(s, &mesh) : TC_OK));
  TC_TRY(TC_MPI(MPI_Bcast(&mesh, 3, MPI_INT64_T, 0, tc_world_comm(s->world))));
  if (mesh.cells == 0) return TC_OK; /* the reader of the mesh reports the error */
  tc_memory_requirements_input(s->config, s->options, &mesh, s->world->ranks,
                               s->config->distribution.block_size, &s->footprint);
  TC_TRY(query_node_memory(s->world, &place));
  gethostname(node, sizeof node - 1);
  TC_TRY(tc_world_agree(s->world, tc_memory_requirements_check(s->config, &s->footprint, &place,
                                                               (double)tc_memory_limit(), node)));
  return log_node_memory(s, &place);
}
