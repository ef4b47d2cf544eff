/* Creation of a distributed system. The root orders and divides the graph of the matrix. The ranks agree on
 * the distribution and receive their rows, whose columns are positions in the distributed order. Columns of
 * other ranks become ghosts of a halo. The difference between the matrix and its adjoint decides if the
 * matrix counts as self-adjoint. */
#include "system/distributed_system.h"

#include <string.h>

#include "base/containers/sort.h"
#include "base/core/memory.h"
#include "base/core/timer.h"
#include "comm/layout/mesh_scatter.h"
#include "comm/layout/transpose.h"
#include "comm/world/mpi_world.h"
#include "system/power_scale.h"
#include "system/row_scatter.h"

#define TC_PHASE "distributing the matrix"

/* A matrix counts as self-adjoint if its relative skew part is at most this number. The limit allows for
 * rounding, and time steps use the same limit for their matrices. */
static const double self_adjoint = 1e-12;

/* Rows are stored with equal length if this needs at most padding_factor times the entries of the matrix,
 * padding included. Products of rows of equal length are faster per entry. */
static const double padding_factor = 1.5;

enum { width_step = 4 }; /* widths of tc_ell are multiples of this number */

/* ---- order and distribution of the rows ---- */

/* Root only. Creates the order of the rows and the division into subdomains from the graph of the matrix. */
static tc_status create_layout(const tc_csr *A, const tc_layout_options *options, int ranks, tc_layout *out) {
  tc_graph *graph = NULL;
  TC_TRY(tc_graph_create_from_rows((int32_t)A->rows, A->row_begin, A->column, &graph));
  const tc_status status = tc_layout_create(graph, NULL, ranks, options, out);
  tc_graph_destroy(&graph);
  return status;
}

/* Collective. Broadcasts the number of rows and, for a contiguous distribution, the first row of each rank.
 * All ranks then create the same distribution. */
static tc_status agree_distribution(const tc_layout_options *options, tc_distributed_system *s) {
  const size_t bounds = (size_t)s->world->ranks + 1;
  tc_gid *first = NULL;
  TC_TRY(TC_MPI(s->world, MPI_Bcast(&s->rows, 1, MPI_INT64_T, 0, tc_world_comm(s->world))));
  tc_status status = tc_world_agree(s->world, TC_ALLOC_ZERO(first, bounds));
  if (!status && options->kind == TC_DISTRIBUTION_METIS) {
    if (s->layout.first) memcpy(first, s->layout.first, bounds * sizeof *first);
    status = TC_MPI(s->world, MPI_Bcast(first, (int)bounds, TC_MPI_GID, 0, tc_world_comm(s->world)));
  }
  if (!status)
    status = tc_world_agree(s->world, tc_distribution_create(options->kind, s->rows, s->world->ranks,
                                                             options->block_size, first, &s->distribution));
  tc_free(first);
  return status;
}

/* Collective. The root chooses the powers of two that scale the matrix and the weights. The exponent of the
 * weights is even, because norms contain the square root of a weight. */
static tc_status agree_scales(const tc_system_input *input, tc_distributed_system *s) {
  int exponent[2] = {0, 0};
  if (input) {
    const tc_csr *A = &input->file.matrix;
    exponent[0] = tc_power_scale_choose(A->entries, A->value);
    exponent[1] = tc_power_scale_choose(input->rows, input->volume) / 2 * 2;
  }
  TC_TRY(TC_MPI(s->world, MPI_Bcast(exponent, 2, MPI_INT, 0, tc_world_comm(s->world))));
  s->exponent = s->linear.exponent = exponent[0];
  s->volume_exponent = exponent[1];
  return TC_OK;
}

/* ---- columns and ghosts ---- */

/* Distinct positions that the rows of this rank read and other ranks own, in ascending order. */
typedef struct ghost_list {
  int32_t count;
  tc_gid *position;
  int32_t *number; /* [count] number of each ghost in the halo */
} ghost_list;

static bool is_owned(const tc_distributed_system *s, tc_gid position) {
  return tc_distribution_owner(s->distribution, position) == s->world->rank;
}

/* Lists the positions of ghosts, sorts them and removes duplicates. */
static tc_status list_ghosts(const tc_distributed_system *s, const tc_scattered_rows *rows, tc_pool *memory,
                             ghost_list *out) {
  int32_t *all, *order, reads = 0;
  for (int64_t e = 0; e < rows->entries; e++) reads += !is_owned(s, rows->position[e]);
  TC_TRY(TC_POOL_ARRAY(memory, all, reads));
  TC_TRY(TC_POOL_ARRAY(memory, order, reads));
  TC_TRY(TC_POOL_ARRAY(memory, out->position, reads));
  TC_TRY(TC_POOL_ARRAY(memory, out->number, reads));
  reads = 0;
  for (int64_t e = 0; e < rows->entries; e++)
    if (!is_owned(s, rows->position[e])) all[reads++] = rows->position[e];
  TC_TRY(tc_sort_by_key(reads, all, (int32_t)s->rows, order));
  for (int32_t k = 0; k < reads; k++)
    if (out->count == 0 || out->position[out->count - 1] != all[order[k]])
      out->position[out->count++] = all[order[k]];
  return TC_OK;
}

/* Returns the index of a position in the list. The list must contain the position. */
static int32_t find_ghost(const ghost_list *ghosts, tc_gid position) {
  int32_t low = 0, high = ghosts->count - 1;
  while (low < high) {
    const int32_t middle = low + (high - low) / 2;
    if (ghosts->position[middle] < position)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Returns the column number of a position in the matrix of this rank. */
static int32_t find_column(const tc_distributed_system *s, const ghost_list *ghosts, tc_gid position) {
  if (is_owned(s, position)) return tc_distribution_local(s->distribution, position);
  return s->halo->owned + ghosts->number[find_ghost(ghosts, position)];
}

/* ---- rows of this rank ---- */

int tc_distributed_system_row_width(int64_t rows, int64_t entries, int32_t largest_row) {
  const int rounded = (int)((largest_row + (int64_t)width_step - 1) / width_step * width_step),
            width = rounded > 0 ? rounded : width_step;
  const bool is_general =
      largest_row > TC_ELL_WIDTH_MAX || (double)width * (double)rows > padding_factor * (double)entries;
  return is_general ? 0 : width;
}

/* Collective. Finds the longest row of all ranks, and decides if rows are stored with equal length: *width is
 * 0 for general rows. */
static tc_status choose_row_format(const tc_scattered_rows *rows, tc_distributed_system *s, int *width) {
  int64_t entries = rows->entries;
  double largest = 0.0;
  for (int32_t i = 0; i < rows->owned; i++)
    if (rows->length[i] > largest) largest = rows->length[i];
  TC_TRY(tc_world_max(s->world, &largest, 1));
  TC_TRY(tc_world_sum_int64(s->world, &entries, 1));
  s->largest_row = (int32_t)largest;
  *width = tc_distributed_system_row_width(s->rows, entries, s->largest_row);
  return TC_OK;
}

/* Collective. Computes the average number of stored entries per row over all ranks. */
static tc_status compute_average_width(tc_distributed_system *s) {
  int64_t stored = (int64_t)tc_ell_entries(s->A);
  TC_TRY(tc_world_sum_int64(s->world, &stored, 1));
  s->width = (double)stored / (double)s->rows;
  return TC_OK;
}

static tc_status create_general(const tc_scattered_rows *rows, int32_t columns, tc_ell **out) {
  int64_t *begin = NULL;
  TC_TRY(TC_ALLOC(begin, (size_t)rows->owned + 1));
  begin[0] = 0;
  for (int32_t i = 0; i < rows->owned; i++) begin[i + 1] = begin[i] + rows->length[i];
  const tc_status status = tc_ell_create_general(rows->owned, columns, begin, out);
  tc_free(begin);
  return status;
}

static tc_status fill_rows(const tc_scattered_rows *rows, const ghost_list *ghosts, int width,
                           tc_distributed_system *s) {
  const int32_t columns = rows->owned + ghosts->count;
  TC_TRY(width == 0 ? create_general(rows, columns, &s->A)
                    : tc_ell_create(rows->owned, columns, width, &s->A));
  tc_ell *A = s->A;
  int64_t from = 0;
  for (int32_t i = 0; i < rows->owned; i++) {
    A->diagonal[i] = rows->diagonal[i];
    size_t e = tc_ell_begin(A, i);
    for (int32_t k = 0; k < rows->length[i]; k++, from++, e++) {
      A->column[e] = find_column(s, ghosts, rows->position[from]);
      A->value[e] = rows->value[from];
    }
    tc_power_scale_apply(-s->exponent, 1, &A->diagonal[i]);
    tc_power_scale_apply(-s->exponent, rows->length[i], &A->value[tc_ell_begin(A, i)]);
  }
  return TC_OK;
}

/* Copies volumes and row numbers, which outlive the scattered rows. */
static tc_status copy_properties(const tc_scattered_rows *rows, tc_distributed_system *s) {
  double *volume;
  tc_gid *id;
  TC_TRY(TC_POOL_ARRAY(&s->memory, volume, rows->owned));
  TC_TRY(TC_POOL_ARRAY(&s->memory, id, rows->owned));
  for (int32_t i = 0; i < rows->owned; i++) {
    volume[i] = rows->volume[i];
    id[i] = rows->row[i];
  }
  tc_power_scale_apply(-s->volume_exponent, rows->owned, volume);
  s->linear.volume = volume;
  s->linear.id = id;
  return TC_OK;
}

/* Collective. Creates halo and matrix from the rows of this rank. */
static tc_status create_rows(const tc_scattered_rows *rows, tc_distributed_system *s) {
  ghost_list ghosts = {0};
  tc_pool memory = {0};
  int width;
  tc_status status = TC_OK;
  TC_GUARD(status, choose_row_format(rows, s, &width));
  TC_GUARD(status, tc_world_agree(s->world, list_ghosts(s, rows, &memory, &ghosts)));
  TC_GUARD(status,
           tc_halo_create(s->world, s->distribution, ghosts.count, ghosts.position, ghosts.number, &s->halo));
  TC_GUARD(status, tc_world_agree(s->world, fill_rows(rows, &ghosts, width, s)));
  TC_GUARD(status, compute_average_width(s));
  TC_GUARD(status, tc_world_agree(s->world, copy_properties(rows, s)));
cleanup:
  tc_pool_free(&memory);
  return status;
}

static tc_status distribute_rows(const tc_system_input *input, tc_distributed_system *s) {
  const tc_row_source source = {input ? &input->file.matrix : NULL, input ? input->volume : NULL,
                                s->layout.order};
  tc_scattered_rows rows;
  tc_status status = tc_scatter_rows(s->world, s->distribution, input ? &source : NULL, &rows);
  if (!status) status = create_rows(&rows, s);
  tc_pool_free(&rows.memory);
  return status;
}

/* ---- creation of the system ---- */

/* Collective. Computes the adjoint and the asymmetry. */
static tc_status analyse(const tc_log *log, tc_distributed_system *s) {
  tc_linear_system *linear = &s->linear;
  const double start_s = tc_now_s();
  linear->world = s->world;
  linear->halo = s->halo;
  linear->R = s->A;
  linear->scale = 1.0;
  linear->base = 1;
  linear->log = log;
  linear->noun = "row";
  TC_TRY(tc_adjoint_create(s->world, s->halo, s->A, linear->volume, &s->adjoint));
  TC_TRY(tc_adjoint_compute_skewness(s->world, s->A, s->adjoint, linear->volume, &s->skew));
  s->transpose_s = tc_now_s() - start_s;
  linear->symmetric = s->skew <= self_adjoint;
  if (linear->symmetric) tc_ell_destroy(&s->adjoint);
  linear->R_adjoint = linear->symmetric ? s->A : s->adjoint;
  return TC_OK;
}

static tc_status init_system(const tc_layout_options *layout, const tc_system_input *input, const tc_log *log,
                             tc_distributed_system *s) {
  if (input) s->rows = input->rows;
  TC_LOG_PHASE(log, TC_JOB_PHASE_order,
               tc_world_agree(s->world,
                              input ? create_layout(&input->file.matrix, layout, s->world->ranks, &s->layout)
                                    : TC_OK),
               "ordering and partitioning");
  TC_TRY(agree_distribution(layout, s));
  TC_TRY(agree_scales(input, s));
  TC_LOG_PHASE(log, TC_JOB_PHASE_distribute, distribute_rows(input, s), "distributing the matrix");
  return analyse(log, s);
}

tc_status tc_distributed_system_create(tc_world *world, const tc_layout_options *layout,
                                       const tc_system_input *input, const tc_log *log,
                                       tc_distributed_system **out) {
  tc_distributed_system *s = NULL;
  TC_TRY(TC_WORLD_ALLOC(world, s, 1));
  s->world = world;
  TC_RETURN_CREATED(init_system(layout, input, log, s), s, tc_distributed_system_destroy(&s), out);
}

void tc_distributed_system_destroy(tc_distributed_system **system) {
  tc_distributed_system *s = *system;
  if (!s) return;
  tc_ell_destroy(&s->adjoint);
  tc_ell_destroy(&s->A);
  tc_halo_destroy(&s->halo);
  tc_distribution_destroy(&s->distribution);
  tc_layout_destroy(&s->layout);
  TC_POOL_DESTROY_OWNER(system);
}

tc_status tc_distributed_system_scatter(const tc_distributed_system *s, const double *vector, double *own) {
  return tc_scatter_cells(s->world, s->A->rows, s->linear.id, 1, vector, own);
}

tc_status tc_distributed_system_gather(const tc_distributed_system *s, const double *own, double *vector) {
  return tc_gather_rows(s->world, s->distribution, s->layout.order, own, vector);
}
