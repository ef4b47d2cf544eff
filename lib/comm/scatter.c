#include "comm/scatter.h"

#include "base/memory.h"

#define TC_PHASE "handing out the mesh"

enum { tag = 1, numbers = 6 };

/* The arrays of a submesh in the order in which they travel: X(pointer, count, MPI type). */
#define SUBMESH_ARRAYS(s, cells, X)                                                                          \
  X((s)->id, cells, TC_MPI_GID)                                                                              \
  X((s)->position, cells, TC_MPI_GID)                                                                        \
  X((s)->region, cells, MPI_INT32_T)                                                                         \
  X((s)->vertices, 4 * (cells), MPI_INT32_T)                                                                 \
  X((s)->neighbour, 4 * ((s)->owned + (s)->ring1), MPI_INT32_T)                                              \
  X((s)->marker, (s)->boundary, MPI_INT32_T)                                                                 \
  X((s)->points, 3 * (s)->nodes, MPI_DOUBLE)

/* The head first; the arrays once the rank has found room for them. */
static tc_status send(const tc_world *world, int rank, const tc_submesh *s) {
  int32_t head[numbers] = {s->owned, s->ring1, s->ring2, s->nodes, s->boundary, s->base};
  int32_t cells = s->owned + s->ring1 + s->ring2;
  int ready;
  TC_TRY(TC_MPI(MPI_Send(head, numbers, MPI_INT32_T, rank, tag, world->comm)));
  TC_TRY(TC_MPI(MPI_Recv(&ready, 1, MPI_INT, rank, tag, world->comm, MPI_STATUS_IGNORE)));
  if (!ready) return TC_OK; /* that rank reports the reason */
#define SEND(pointer, count, type) TC_TRY(TC_MPI(MPI_Send(pointer, count, type, rank, tag, world->comm)));
  SUBMESH_ARRAYS(s, cells, SEND)
#undef SEND
  return TC_OK;
}

/* A rank that rank 0 could not serve gets owned = -1; rank 0 then reports the reason. */
static tc_status send_failure(const tc_world *world, int rank) {
  int32_t head[numbers] = {-1, 0, 0, 0, 0, 0};
  return TC_MPI(MPI_Send(head, numbers, MPI_INT32_T, rank, tag, world->comm));
}

static tc_status receive_arrays(const tc_world *world, tc_submesh *s) {
  int32_t cells = s->owned + s->ring1 + s->ring2;
#define RECEIVE(pointer, count, type)                                                                        \
  TC_TRY(TC_MPI(MPI_Recv(pointer, count, type, 0, tag, world->comm, MPI_STATUS_IGNORE)));
  SUBMESH_ARRAYS(s, cells, RECEIVE)
#undef RECEIVE
  return TC_OK;
}

static tc_status receive(const tc_world *world, tc_submesh **out) {
  int32_t head[numbers];
  TC_TRY(TC_MPI(MPI_Recv(head, numbers, MPI_INT32_T, 0, tag, world->comm, MPI_STATUS_IGNORE)));
  if (head[0] < 0) return TC_OK;
  tc_status status = tc_submesh_create(head[0], head[1], head[2], head[3], head[4], out);
  int ready = !status;
  tc_status answered = TC_MPI(MPI_Send(&ready, 1, MPI_INT, 0, tag, world->comm));
  if (status) {
    tc_status_free(&answered);
    return status;
  }
  (*out)->base = head[5];
  status = answered ? answered : receive_arrays(world, *out);
  if (status) tc_submesh_destroy(out);
  return status;
}

static tc_status cut_for(tc_cutter *cutter, const tc_distribution *distribution, const int32_t *order,
                         int rank, int32_t *own, tc_submesh **out) {
  int32_t owned = tc_distribution_owned(distribution, rank);
  for (int32_t i = 0; i < owned; i++) own[i] = order[tc_distribution_position(distribution, rank, i)];
  return tc_cutter_cut(cutter, owned, own, out);
}

static int32_t most_owned(const tc_distribution *distribution) {
  int32_t most = 0;
  for (int32_t r = 0; r < distribution->ranks; r++) {
    int32_t owned = tc_distribution_owned(distribution, r);
    if (owned > most) most = owned;
  }
  return most;
}

static tc_status prepare(const tc_mesh *mesh, const tc_dual *dual, const int32_t *order,
                         const tc_distribution *distribution, int32_t *position, int32_t **own,
                         tc_cutter **cutter) {
  for (int32_t p = 0; p < mesh->cells; p++) position[order[p]] = p;
  TC_TRY(TC_ALLOC(*own, most_owned(distribution)));
  return tc_cutter_create(mesh, dual, position, cutter);
}

static tc_status serve(const tc_world *world, const tc_distribution *distribution, const tc_mesh *mesh,
                       const tc_dual *dual, const int32_t *order, tc_submesh **out) {
  int32_t *position = NULL, *own = NULL;
  tc_cutter *cutter = NULL;
  tc_status status = TC_ALLOC(position, mesh->cells);
  if (!status) status = prepare(mesh, dual, order, distribution, position, &own, &cutter);
  for (int rank = 1; rank < world->ranks; rank++) {
    tc_submesh *s = NULL;
    if (!status) status = cut_for(cutter, distribution, order, rank, own, &s);
    tc_status sent = s ? send(world, rank, s) : send_failure(world, rank);
    if (!status)
      status = sent;
    else
      tc_status_free(&sent);
    tc_submesh_destroy(&s);
  }
  if (!status) status = cut_for(cutter, distribution, order, 0, own, out);
  tc_cutter_destroy(&cutter);
  tc_free(own);
  tc_free(position);
  return status;
}

tc_status tc_scatter_mesh(const tc_world *world, const tc_distribution *distribution, const tc_mesh *mesh,
                          const tc_dual *dual, const int32_t *order, tc_submesh **out) {
  tc_submesh *s = NULL;
  tc_status status =
      world->rank == 0 ? serve(world, distribution, mesh, dual, order, &s) : receive(world, &s);
  status = tc_world_agree(world, status);
  if (status)
    tc_submesh_destroy(&s);
  else
    *out = s;
  return status;
}
