/* Blocks, counts and seconds of the 2D heat equation of Lagraviere et al. 2019, section 8. The program heat2d
 * and tests call it. Equation (22) is a maximum over nodes, so the seconds of the ranks of each node are
 * combined first. */
#include "papers/heat2d/heat2d.h"

#include <math.h>

#include "base/core/memory.h"
#include "count/grid.h"

enum {
  value_B = 8,
  array_passes = 3
  /* number of traversals of an array in equation (23): one array is read, the other one is read and written,
   * because a store first loads its cache line */
};

static double max_of(double a, double b) { return a > b ? a : b; }

void tc_heat2d_grid_compute(int ranks, int *mprocs, int *nprocs) {
  const tc_grid grid = tc_grid_squarest(ranks);
  *mprocs = grid.rows;
  *nprocs = grid.cols;
}

/* Divides n points into `parts` nearly equal parts, and returns the index of the first point of part number
 * `part`. */
static int32_t part_begin(int32_t n, int parts, int part) { return (int32_t)((int64_t)n * part / parts); }

tc_heat2d_block tc_heat2d_block_of(const tc_heat2d_grid *g, int rank) {
  const int iproc = rank / g->nprocs, kproc = rank % g->nprocs;
  const int32_t row = part_begin(g->rows, g->mprocs, iproc), col = part_begin(g->cols, g->nprocs, kproc);
  return (tc_heat2d_block){.row = row,
                           .rows = part_begin(g->rows, g->mprocs, iproc + 1) - row,
                           .col = col,
                           .cols = part_begin(g->cols, g->nprocs, kproc + 1) - col,
                           .up = iproc > 0 ? rank - g->nprocs : -1,
                           .down = iproc < g->mprocs - 1 ? rank + g->nprocs : -1,
                           .left = kproc > 0 ? rank - 1 : -1,
                           .right = kproc < g->nprocs - 1 ? rank + 1 : -1};
}

/* Adds to *c one message of `values` values that a rank receives from rank `neighbour`. */
static void count_message(const int *node_of_rank, int neighbour, int32_t values, tc_heat2d_counts *c) {
  if (node_of_rank[neighbour] == c->node) {
    c->local_values += values;
  } else {
    c->remote_values += values;
    c->remote_messages++;
  }
}

tc_heat2d_counts tc_heat2d_count(const tc_heat2d_grid *grid, const int *node_of_rank, int rank) {
  const tc_heat2d_block b = tc_heat2d_block_of(grid, rank);
  const int horizontal[2] = {b.left, b.right}, vertical[2] = {b.up, b.down};
  tc_heat2d_counts c = {.node = node_of_rank[rank], .rows = b.rows, .cols = b.cols};
  for (int side = 0; side < 2; side++) {
    if (horizontal[side] >= 0) {
      c.horizontal_values += b.rows;
      count_message(node_of_rank, horizontal[side], b.rows, &c);
    }
    if (vertical[side] >= 0)
      count_message(node_of_rank, vertical[side], b.cols, &c);
    else
      c.edge_values += b.cols;
  }
  return c;
}

void tc_heat2d_counts_add(tc_heat2d_counts *sum, const tc_heat2d_counts *c) {
  if (c->rows > sum->rows) sum->rows = c->rows;
  if (c->cols > sum->cols) sum->cols = c->cols;
  sum->horizontal_values += c->horizontal_values;
  sum->local_values += c->local_values;
  sum->remote_values += c->remote_values;
  sum->remote_messages += c->remote_messages;
  sum->edge_values += c->edge_values;
}

double tc_heat2d_pack_s(const tc_params *machine, const tc_heat2d_counts *c) {
  return (double)c->horizontal_values * (value_B + machine->cache_line_B) / machine->private_bandwidth_Bps;
}

double tc_heat2d_local_get_s(const tc_params *machine, tc_heat2d_variant variant, const tc_heat2d_counts *c) {
  const double factor = variant == TC_HEAT2D_PRINTED ? 2.0 : 1.0;
  return factor * (double)c->local_values * value_B / machine->private_bandwidth_Bps;
}

double tc_heat2d_remote_get_s(const tc_params *machine, tc_heat2d_variant variant, bool several_nodes,
                              const tc_heat2d_counts *c) {
  const bool is_printed = variant == TC_HEAT2D_PRINTED;
  const int64_t values = c->remote_values + (several_nodes && !is_printed ? c->edge_values : 0);
  /* Without values to receive the result is 0. The formula would give NaN if the bandwidth W_remote is
   * unknown. */
  if (values == 0) return 0.0;
  const double latency = is_printed ? (double)c->remote_messages * machine->remote_latency_s : 0.0;
  return latency + (double)values * value_B / machine->remote_bandwidth_Bps;
}

double tc_heat2d_compute_s(const tc_params *machine, const tc_heat2d_counts *c) {
  return array_passes * (double)c->rows * (double)c->cols * value_B / machine->private_bandwidth_Bps;
}

bool tc_heat2d_has_params(const tc_params *machine, int ranks, const tc_heat2d_counts *counts) {
  if (machine->remote_latency_s > 0.0 && machine->remote_bandwidth_Bps > 0.0) return true;
  for (int r = 0; r < ranks; r++)
    if (counts[r].remote_messages > 0) return false;
  return true;
}

/* Seconds of one node for equations (21) and (22). `pack` and `local` are maxima over the ranks of the node,
 * and `remote` is the sum over these ranks. */
typedef struct node_cost {
  double pack, local, remote;
} node_cost;

static void add_rank(const tc_params *machine, tc_heat2d_variant variant, bool several_nodes,
                     const tc_heat2d_counts *c, node_cost *node) {
  node->pack = max_of(node->pack, tc_heat2d_pack_s(machine, c));
  node->local = max_of(node->local, tc_heat2d_local_get_s(machine, variant, c));
  node->remote += tc_heat2d_remote_get_s(machine, variant, several_nodes, c);
}

tc_status tc_heat2d_predict(const tc_params *machine, tc_heat2d_variant variant, int ranks,
                            const tc_heat2d_counts *counts, tc_heat2d_forecast *out) {
  node_cost *node = NULL;
  bool several_nodes = false;
  TC_TRY(TC_ALLOC_ZERO(node, ranks));
  *out = (tc_heat2d_forecast){0};
  for (int r = 1; r < ranks; r++) several_nodes = several_nodes || counts[r].node != counts[0].node;
  for (int r = 0; r < ranks; r++) {
    add_rank(machine, variant, several_nodes, &counts[r], &node[counts[r].node]);
    out->compute = max_of(out->compute, tc_heat2d_compute_s(machine, &counts[r]));
  }
  for (int n = 0; n < ranks; n++) {
    const double get = node[n].local + node[n].remote;
    out->pack = out->unpack = max_of(out->pack, node[n].pack);
    out->get = max_of(out->get, get);
    out->halo = max_of(out->halo, node[n].pack + get + node[n].pack);
  }
  if (!tc_heat2d_has_params(machine, ranks, counts)) out->get = out->halo = NAN;
  if (!(machine->private_bandwidth_Bps > 0.0)) *out = (tc_heat2d_forecast){NAN, NAN, NAN, NAN, NAN};
  tc_free(node);
  return TC_OK;
}
