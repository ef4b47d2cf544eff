/* Scatter of a mesh and of cell values. For each rank, the root extracts the submesh, sends its sizes, waits
 * until the rank confirms that it has allocated the arrays, and sends the arrays. Root and rank notify each
 * other of errors, so neither waits for a message that never arrives. For values of cells, each rank first
 * sends the cell numbers that it needs. */
#include "comm/layout/mesh_scatter.h"

#include <string.h>

#include "base/core/memory.h"
#include "comm/world/mpi_world.h"

#define TC_PHASE "scattering the mesh"

enum { tag = 1, last_sizes = 3 };

/* Arrays of a submesh, in the order in which they are sent. The macro X is applied to each array with the
 * arguments pointer, number of elements and MPI type. */
#define SUBMESH_ARRAYS(s, X)                                                                                 \
  X((s)->id, (s)->cells, TC_MPI_GID)                                                                         \
  X((s)->position, (s)->cells, TC_MPI_GID)                                                                   \
  X((s)->region, (s)->cells, MPI_INT32_T)                                                                    \
  X((s)->vertices, 4 * (s)->cells, MPI_INT32_T)                                                              \
  X((s)->neighbour, 4 * (s)->inner, MPI_INT32_T)                                                             \
  X((s)->marker, (s)->boundary, MPI_INT32_T)                                                                 \
  X((s)->points, 3 * (s)->nodes, MPI_DOUBLE)

/* First message to a rank, with the numbers that the rank needs to allocate its submesh: ring_begin[], the
 * number of vertices, the number of boundary faces, and the member `base` of tc_submesh. */
typedef struct submesh_head {
  int32_t *number; /* [length] ring_begin[], then the other numbers */
  int length;
} submesh_head;

/* Sends a submesh to a rank: first the head `h`, and then the arrays, after the rank has confirmed their
 * allocation. */
static tc_status send_submesh(const tc_world *world, int rank, const tc_submesh *s, submesh_head *h) {
  const int32_t sizes[last_sizes] = {s->nodes, s->boundary, s->base};
  int is_ready;
  memcpy(h->number, s->ring_begin, ((size_t)s->rings + 2) * sizeof *h->number);
  memcpy(h->number + s->rings + 2, sizes, sizeof sizes);
  TC_TRY(TC_MPI(world, MPI_Send(h->number, h->length, MPI_INT32_T, rank, tag, tc_world_comm(world))));
  TC_TRY(TC_MPI(world, MPI_Recv(&is_ready, 1, MPI_INT, rank, tag, tc_world_comm(world), MPI_STATUS_IGNORE)));
  if (!is_ready) return TC_OK; /* The receiving rank reports its error itself. */
#define SEND(pointer, count, type)                                                                           \
  TC_TRY(TC_MPI(world, MPI_Send(pointer, count, type, rank, tag, tc_world_comm(world))));
  SUBMESH_ARRAYS(s, SEND)
#undef SEND
  return TC_OK;
}

/* Notifies a rank that an error has prevented the extraction of the rank's submesh, by a head that begins
 * with -1. Rank 0 returns the error. */
static tc_status send_failure(const tc_world *world, int rank, submesh_head *h) {
  h->number[0] = -1;
  return TC_MPI(world, MPI_Send(h->number, h->length, MPI_INT32_T, rank, tag, tc_world_comm(world)));
}

static tc_status receive_arrays(const tc_world *world, tc_submesh *s) {
#define RECEIVE(pointer, count, type)                                                                        \
  TC_TRY(TC_MPI(world, MPI_Recv(pointer, count, type, 0, tag, tc_world_comm(world), MPI_STATUS_IGNORE)));
  SUBMESH_ARRAYS(s, RECEIVE)
#undef RECEIVE
  return TC_OK;
}

static tc_status receive_submesh(const tc_world *world, int rings, submesh_head *h, tc_submesh **out) {
  TC_TRY(TC_MPI(world, MPI_Recv(h->number, h->length, MPI_INT32_T, 0, tag, tc_world_comm(world),
                                MPI_STATUS_IGNORE)));
  if (h->number[0] < 0) return TC_OK;
  const int32_t *sizes = h->number + rings + 2;
  tc_status status = tc_submesh_create(rings, h->number, sizes[0], sizes[1], out);
  int is_ready = !status;
  tc_status sent = TC_MPI(world, MPI_Send(&is_ready, 1, MPI_INT, 0, tag, tc_world_comm(world)));
  if (status) {
    tc_status_free(&sent);
    return status;
  }
  (*out)->base = sizes[2];
  status = sent ? sent : receive_arrays(world, *out);
  if (status) tc_submesh_destroy(out);
  return status;
}

static tc_status extract_for_rank(tc_submesh_extractor *extractor, const tc_distribution *distribution,
                                  const int32_t *order, int rank, int rings, int32_t *cells,
                                  tc_submesh **out) {
  int32_t owned = tc_distribution_owned(distribution, rank);
  for (int32_t i = 0; i < owned; i++) cells[i] = order[tc_distribution_position(distribution, rank, i)];
  return tc_submesh_extract(extractor, owned, cells, rings, out);
}

static int32_t find_max_owned(const tc_distribution *distribution) {
  int32_t count_max = 0;
  for (int32_t r = 0; r < distribution->ranks; r++) {
    int32_t owned = tc_distribution_owned(distribution, r);
    if (owned > count_max) count_max = owned;
  }
  return count_max;
}

static tc_status prepare_extraction(const tc_mesh *mesh, const tc_dual *dual, const int32_t *order,
                                    const tc_distribution *distribution, int32_t *position, int32_t **cells,
                                    tc_submesh_extractor **extractor) {
  for (int32_t p = 0; p < mesh->cells; p++) position[order[p]] = p;
  TC_TRY(TC_ALLOC(*cells, find_max_owned(distribution)));
  return tc_submesh_extractor_create(mesh, dual, position, extractor);
}

static tc_status send_submeshes(const tc_world *world, const tc_distribution *distribution,
                                const tc_mesh *mesh, const tc_dual *dual, const int32_t *order, int rings,
                                submesh_head *h, tc_submesh **out) {
  int32_t *position = NULL, *cells = NULL;
  tc_submesh_extractor *extractor = NULL;
  tc_status status = TC_ALLOC(position, mesh->cells);
  if (!status) status = prepare_extraction(mesh, dual, order, distribution, position, &cells, &extractor);
  for (int rank = 1; rank < world->ranks; rank++) {
    tc_submesh *s = NULL;
    if (!status) status = extract_for_rank(extractor, distribution, order, rank, rings, cells, &s);
    tc_status sent = s ? send_submesh(world, rank, s, h) : send_failure(world, rank, h);
    if (!status)
      status = sent;
    else
      tc_status_free(&sent);
    tc_submesh_destroy(&s);
  }
  if (!status) status = extract_for_rank(extractor, distribution, order, 0, rings, cells, out);
  tc_submesh_extractor_destroy(&extractor);
  tc_free(cells);
  tc_free(position);
  return status;
}

tc_status tc_scatter_mesh(const tc_world *world, const tc_distribution *distribution, const tc_mesh *mesh,
                          const tc_dual *dual, const int32_t *order, int rings, tc_submesh **out) {
  tc_submesh *s = NULL;
  submesh_head h = {NULL, rings + 2 + last_sizes};
  TC_TRY(TC_WORLD_ALLOC(world, h.number, h.length));
  tc_status status = world->rank == 0 ? send_submeshes(world, distribution, mesh, dual, order, rings, &h, &s)
                                      : receive_submesh(world, rings, &h, &s);
  status = tc_world_agree(world, status);
  tc_free(h.number);
  TC_RETURN_CREATED(status, s, tc_submesh_destroy(&s), out);
}

static void copy_cell_values(int32_t count, const tc_gid *id, int width, const double *values, double *out) {
  for (int32_t i = 0; i < count; i++)
    memcpy(out + (size_t)i * (size_t)width, values + (size_t)id[i] * (size_t)width,
           (size_t)width * sizeof *out);
}

/* Buffers of rank 0 for one request: the cell numbers that a rank has sent, and the values of these cells. */
typedef struct request_buffers {
  tc_gid *id;
  double *value;
} request_buffers;

/* Receives the request of one rank and sends it the requested values. `row` is an MPI datatype for the values
 * of one cell, so that the count of a message fits in an int. */
static tc_status answer_request(const tc_world *world, int rank, int width, const double *values,
                                MPI_Datatype row, const request_buffers *r) {
  MPI_Status probe;
  int count;
  TC_TRY(TC_MPI(world, MPI_Probe(rank, tag, tc_world_comm(world), &probe)));
  TC_TRY(TC_MPI(world, MPI_Get_count(&probe, TC_MPI_GID, &count)));
  TC_TRY(
      TC_MPI(world, MPI_Recv(r->id, count, TC_MPI_GID, rank, tag, tc_world_comm(world), MPI_STATUS_IGNORE)));
  copy_cell_values(count, r->id, width, values, r->value);
  return TC_MPI(world, MPI_Send(r->value, count, row, rank, tag, tc_world_comm(world)));
}

static tc_status request_values(const tc_world *world, int32_t count, const tc_gid *id, MPI_Datatype row,
                                double *out) {
  TC_TRY(TC_MPI(world, MPI_Send(id, count, TC_MPI_GID, 0, tag, tc_world_comm(world))));
  return TC_MPI(world, MPI_Recv(out, count, row, 0, tag, tc_world_comm(world), MPI_STATUS_IGNORE));
}

static tc_status exchange_cells(const tc_world *world, int32_t count, const tc_gid *id, int width,
                                const double *values, const request_buffers *r, double *out) {
  MPI_Datatype row;
  tc_status status = TC_OK;
  TC_TRY(TC_MPI(world, MPI_Type_contiguous(width, MPI_DOUBLE, &row)));
  TC_GUARD(status, TC_MPI(world, MPI_Type_commit(&row)));
  if (world->rank > 0) TC_GUARD(status, request_values(world, count, id, row, out));
  if (world->rank == 0) copy_cell_values(count, id, width, values, out);
  for (int rank = 1; world->rank == 0 && rank < world->ranks; rank++)
    TC_GUARD(status, answer_request(world, rank, width, values, row, r));
cleanup:
  MPI_Type_free(&row);
  return status;
}

tc_status tc_scatter_cells(const tc_world *world, int32_t count, const tc_gid *id, int width,
                           const double *values, double *out) {
  int32_t count_max = count;
  request_buffers r = {NULL, NULL};
  TC_TRY(
      TC_MPI(world, MPI_Allreduce(MPI_IN_PLACE, &count_max, 1, MPI_INT32_T, MPI_MAX, tc_world_comm(world))));
  if (world->rank > 0) count_max = 0;
  tc_status status = TC_WORLD_ALLOC(world, r.id, count_max);
  if (!status) status = TC_WORLD_ALLOC(world, r.value, (size_t)count_max * (size_t)width);
  if (!status) status = tc_world_agree(world, exchange_cells(world, count, id, width, values, &r, out));
  tc_free(r.id);
  tc_free(r.value);
  return status;
}
