/* Each rank first receives the number of the entries, allocates its arrays and agrees with the others on the
 * status. The root also allocates the arrays that it sends, large enough for the rows of any rank. No rank
 * can then fail before it has received its rows. Numbers of entries fit in an int, because the graph of the
 * matrix has 32-bit indices. */
#include "system/row_scatter.h"

#include <string.h>

#include "base/core/memory.h"
#include "comm/world/mpi_world.h"

#define TC_PHASE "distributing the matrix"

enum { tag = 1 };

/* Applies X to each array of the rows, with the arguments pointer, number of elements and MPI type. */
#define ROW_ARRAYS(s, X)                                                                                     \
  X((s)->row, (s)->owned, MPI_INT32_T)                                                                       \
  X((s)->length, (s)->owned, MPI_INT32_T)                                                                    \
  X((s)->diagonal, (s)->owned, MPI_DOUBLE)                                                                   \
  X((s)->volume, (s)->owned, MPI_DOUBLE)                                                                     \
  X((s)->position, (int)(s)->entries, MPI_INT32_T)                                                           \
  X((s)->value, (int)(s)->entries, MPI_DOUBLE)

static tc_status alloc_rows(int32_t owned, int64_t entries, tc_scattered_rows *out) {
  out->owned = owned;
  out->entries = entries;
  TC_TRY(TC_POOL_ARRAY(&out->memory, out->row, owned));
  TC_TRY(TC_POOL_ARRAY(&out->memory, out->length, owned));
  TC_TRY(TC_POOL_ARRAY(&out->memory, out->diagonal, owned));
  TC_TRY(TC_POOL_ARRAY(&out->memory, out->volume, owned));
  TC_TRY(TC_POOL_ARRAY(&out->memory, out->position, entries));
  return TC_POOL_ARRAY(&out->memory, out->value, entries);
}

/* ---- extraction on the root ---- */

/* Data with which the root extracts the rows of each rank. */
typedef struct extraction {
  const tc_row_source *source;
  const tc_distribution *distribution;
  int64_t *entries;       /* [ranks] number of off-diagonal entries of each rank */
  int32_t *position;      /* [rows] position of each row of the matrix */
  tc_scattered_rows sent; /* rows of the rank to which the root sends */
} extraction;

static int32_t find_row(const extraction *e, int32_t rank, int32_t i) {
  return e->source->order[tc_distribution_position(e->distribution, rank, i)];
}

static int64_t count_rank_entries(const extraction *e, int32_t rank) {
  const tc_csr *A = e->source->matrix;
  int64_t count = 0;
  for (int32_t i = 0; i < tc_distribution_owned(e->distribution, rank); i++) {
    const int32_t row = find_row(e, rank, i);
    for (int64_t k = A->row_begin[row]; k < A->row_begin[row + 1]; k++) count += A->column[k] != row;
  }
  return count;
}

static void copy_row(const extraction *e, int32_t i, tc_scattered_rows *out) {
  const tc_csr *A = e->source->matrix;
  const int32_t row = out->row[i];
  const int64_t begin = out->entries;
  out->diagonal[i] = 0.0;
  out->volume[i] = e->source->volume[row];
  for (int64_t k = A->row_begin[row]; k < A->row_begin[row + 1]; k++) {
    if (A->column[k] == row) {
      out->diagonal[i] = A->value[k];
      continue;
    }
    out->position[out->entries] = e->position[A->column[k]];
    out->value[out->entries++] = A->value[k];
  }
  out->length[i] = (int32_t)(out->entries - begin);
}

/* Copies the rows of a rank to `out`, whose arrays are large enough. */
static void extract(const extraction *e, int32_t rank, tc_scattered_rows *out) {
  out->owned = tc_distribution_owned(e->distribution, rank);
  out->entries = 0;
  for (int32_t i = 0; i < out->owned; i++) {
    out->row[i] = find_row(e, rank, i);
    copy_row(e, i, out);
  }
}

/* Root only. Counts the entries of all ranks and allocates arrays that are large enough for the rows of any
 * other rank. */
static tc_status init_extraction(extraction *e) {
  const int32_t ranks = e->distribution->ranks;
  int64_t largest = 0;
  int32_t rows = 0;
  TC_TRY(TC_ALLOC(e->entries, ranks));
  TC_TRY(TC_ALLOC(e->position, e->source->matrix->rows));
  for (int32_t p = 0; p < e->source->matrix->rows; p++) e->position[e->source->order[p]] = p;
  for (int32_t r = 0; r < ranks; r++) {
    e->entries[r] = count_rank_entries(e, r);
    if (r == 0) continue;
    if (e->entries[r] > largest) largest = e->entries[r];
    if (tc_distribution_owned(e->distribution, r) > rows) rows = tc_distribution_owned(e->distribution, r);
  }
  return alloc_rows(rows, largest, &e->sent);
}

static void free_extraction(extraction *e) {
  tc_free(e->entries);
  tc_free(e->position);
  tc_pool_free(&e->sent.memory);
}

/* ---- messages of the scatter ---- */

static tc_status send_all(const tc_world *world, extraction *e) {
  for (int rank = 1; rank < world->ranks; rank++) {
    const tc_scattered_rows *s = &e->sent;
    extract(e, rank, &e->sent);
#define SEND(pointer, count, type)                                                                           \
  TC_TRY(TC_MPI(world, MPI_Send(pointer, count, type, rank, tag, tc_world_comm(world))));
    ROW_ARRAYS(s, SEND)
#undef SEND
  }
  return TC_OK;
}

static tc_status receive_rows(const tc_world *world, tc_scattered_rows *s) {
#define RECEIVE(pointer, count, type)                                                                        \
  TC_TRY(TC_MPI(world, MPI_Recv(pointer, count, type, 0, tag, tc_world_comm(world), MPI_STATUS_IGNORE)));
  ROW_ARRAYS(s, RECEIVE)
#undef RECEIVE
  return TC_OK;
}

static tc_status scatter(const tc_world *world, extraction *e, tc_scattered_rows *out) {
  int64_t entries = 0;
  TC_TRY(tc_world_agree(world, e->source ? init_extraction(e) : TC_OK));
  TC_TRY(TC_MPI(world,
                MPI_Scatter(e->entries, 1, MPI_INT64_T, &entries, 1, MPI_INT64_T, 0, tc_world_comm(world))));
  TC_TRY(
      tc_world_agree(world, alloc_rows(tc_distribution_owned(e->distribution, world->rank), entries, out)));
  if (!e->source) return receive_rows(world, out);
  extract(e, 0, out);
  return send_all(world, e);
}

tc_status tc_scatter_rows(const tc_world *world, const tc_distribution *distribution,
                          const tc_row_source *source, tc_scattered_rows *out) {
  extraction e = {.source = source, .distribution = distribution};
  *out = (tc_scattered_rows){0};
  const tc_status status = scatter(world, &e, out);
  free_extraction(&e);
  return status;
}

/* ---- gather of a vector ---- */

static tc_status receive_vector(const tc_world *world, int rank, const double *own, int32_t count,
                                double *part) {
  if (rank == 0) {
    if (count > 0) memcpy(part, own, (size_t)count * sizeof *part);
    return TC_OK;
  }
  return TC_MPI(world, MPI_Recv(part, count, MPI_DOUBLE, rank, tag, tc_world_comm(world), MPI_STATUS_IGNORE));
}

static tc_status receive_vectors(const tc_world *world, const tc_distribution *distribution,
                                 const int32_t *order, const double *own, double *part, double *out) {
  for (int rank = 0; rank < world->ranks; rank++) {
    const int32_t count = tc_distribution_owned(distribution, rank);
    TC_TRY(receive_vector(world, rank, own, count, part));
    for (int32_t i = 0; i < count; i++) out[order[tc_distribution_position(distribution, rank, i)]] = part[i];
  }
  return TC_OK;
}

static int32_t find_max_owned(const tc_distribution *distribution) {
  int32_t count_max = 0;
  for (int32_t r = 0; r < distribution->ranks; r++) {
    const int32_t owned = tc_distribution_owned(distribution, r);
    if (owned > count_max) count_max = owned;
  }
  return count_max;
}

tc_status tc_gather_rows(const tc_world *world, const tc_distribution *distribution, const int32_t *order,
                         const double *own, double *out) {
  double *part = NULL;
  const int32_t owned = tc_distribution_owned(distribution, world->rank);
  tc_status status = TC_ON_ROOT(world, TC_ALLOC(part, find_max_owned(distribution)));
  if (!status && world->rank == 0)
    status = receive_vectors(world, distribution, order, own, part, out);
  else if (!status)
    status = TC_MPI(world, MPI_Send(own, owned, MPI_DOUBLE, 0, tag, tc_world_comm(world)));
  tc_free(part);
  return status;
}
