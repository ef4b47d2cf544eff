/* Phases that prepare the mesh. The root alone finds neighbours, orders and partitions, so these phases do
 * not depend on the number of ranks. */
#include <string.h>

#include "model/setup/job_phases_internal.h"

/* Returns the seconds of a cell of a large mesh. Machine files of earlier versions contain only the measured
 * time of a small mesh. The default of the large mesh is then multiplied by measured / default time of the
 * small mesh. */
static double large_cell_s(const tc_job_model *m, int param, int large_param) {
  const double small_s = *tc_param_get(m->machine, param), large_s = tc_job_param(m, large_param);
  if (*tc_param_get(m->machine, large_param) > 0.0 || !(small_s > 0.0)) return large_s;
  return large_s * small_s / tc_job_param_default(param);
}

/* Returns the seconds of a cell of the job's mesh. Arrays of large meshes exceed the caches and the reach of
 * the TLB, so more accesses miss. The calibration measures a small and a large mesh. Above the small mesh,
 * the time is linear in the logarithm of the number of cells. It is constant below the small mesh and above
 * the mesh with (large / small)^2 times the cells of the small one. Measured up to 5 045 147 cells
 * (decisions/218-pages-and-sizes-in-job-phases.md). */
static double cell_s(const tc_job_model *m, int param, int large_param) {
  const double small_s = tc_job_param(m, param),
               distance = log((double)m->counts->cells / TC_JOB_SMALL_CELLS) /
                          log((double)TC_JOB_LARGE_CELLS / TC_JOB_SMALL_CELLS);
  if (!(distance > 0.0)) return small_s;
  const double excess_s = large_cell_s(m, param, large_param) - small_s;
  return small_s + (excess_s < 0.0 ? 0.0 : excess_s) * fmin(distance, 2.0);
}

/* Derived here: a hash join of the faces of all cells (mesh/face_join.c) needs linear time. */
double tc_job_phase_neighbours_s(const tc_job_model *m) {
  if (m->counts->cells == 0) return 0.0;
  return (double)m->counts->cells * cell_s(m, TC_PARAM_neighbour_cell_s, TC_PARAM_neighbour_large_cell_s);
}

/* Returns the seconds in which METIS divides all cells into `parts` subdomains. METIS bisects a coarse graph
 * recursively, so its time grows with the logarithm of the number of subdomains (Karypis, Kumar 1998). The
 * factor 0.25 was measured (decisions/080-formulas-of-job-phases.md). */
static double metis_s(const tc_job_model *m, double parts) {
  if (!(parts > 1.0)) return 0.0;
  return (double)m->counts->cells * (1.0 + 0.25 * log2(parts)) *
         cell_s(m, TC_PARAM_partition_cell_s, TC_PARAM_partition_large_cell_s);
}

/* Returns the time of an ordering, without METIS, divided by that of reverse Cuthill-McKee. All orderings
 * create the graph, which takes a tenth of the latter. Measured with 604 053 cells: 0.016, 0.022 and 0.14 us
 * per cell for none, random and rcm. */
static double order_work(const char *order) {
  const bool is_simple =
      strcmp(order, "none") == 0 || strcmp(order, "random") == 0 || strcmp(order, "blocks") == 0;
  return is_simple ? 0.15 : 1.0;
}

/* Derived here: the time of the ordering, and the time in which METIS divides the cells of each rank into
 * blocks (graph/order/block_ordering.c). */
double tc_job_phase_order_s(const tc_job_model *m) {
  const tc_job_counts *c = m->counts;
  const double cells = (double)c->cells;
  if (!c->order || c->cells == 0) return 0.0;
  return cells * order_work(c->order) * cell_s(m, TC_PARAM_order_cell_s, TC_PARAM_order_large_cell_s) +
         metis_s(m, (double)c->order_blocks);
}

/* Returns the seconds of computing the keys of a Hilbert curve and of sorting the cells by these keys. Both
 * are linear in the number of cells. The factor 0.4, relative to partition_cell_s, was measured
 * (decisions/220-partition-by-chunks.md). */
static double curve_s(const tc_job_model *m) {
  return tc_job_work_s(m, (double)m->counts->cells * 0.4, TC_PARAM_partition_cell_s);
}

/* Derived here. The partitioner `chunks` lets METIS divide chunks (runs of cells along the curve), which are
 * fewer than cells, and then moves cells at borders. The time of both grows with the number of ranks like
 * that of METIS on all cells. The factor 0.25 was measured (decisions/220-partition-by-chunks.md). */
double tc_job_phase_partition_s(const tc_job_model *m) {
  const tc_job_counts *c = m->counts;
  if (!c->partitions || c->ranks < 2) return 0.0;
  if (c->partitioner == TC_PARTITIONER_CURVE) return curve_s(m);
  if (c->partitioner == TC_PARTITIONER_CHUNKS) return curve_s(m) + 0.25 * metis_s(m, c->ranks);
  return metis_s(m, c->ranks);
}

/* Returns the number of the machine parameter with the seconds of a message: between nodes if the job runs on
 * several nodes, else within a node. */
static int message_param(const tc_job_counts *c) {
  return c->nodes > 1 ? TC_PARAM_remote_send_s : TC_PARAM_node_send_s;
}

static int reduce_param(const tc_job_counts *c) {
  return c->nodes > 1 ? TC_PARAM_remote_reduce_s : TC_PARAM_node_reduce_s;
}

/* Derived here: the root extracts the submesh of each rank, including its own (comm/layout/mesh_scatter.c).
 * It sends nine arrays to each other rank, each in a message, with about 70 bytes per cell in total. */
double tc_job_phase_distribute_s(const tc_job_model *m) {
  const tc_job_counts *c = m->counts;
  const double cell_B = 70.0, messages = 9.0;
  if (c->cells == 0) return 0.0;
  return (double)c->cells * cell_s(m, TC_PARAM_distribute_cell_s, TC_PARAM_distribute_large_cell_s) +
         tc_job_move_s(m, cell_B * (double)c->moved, TC_PARAM_remote_bandwidth_Bps) +
         tc_job_work_s(m, messages * (c->ranks - 1), message_param(c));
}

/* Derived here: the phase takes one pass over the rows, which also computes their geometry, one message to
 * each peer, and one reduction. The reduction has a round of messages for each doubling of the number of
 * ranks (Thakur, Rabenseifner, Gropp 2005). */
double tc_job_phase_halo_s(const tc_job_model *m) {
  const tc_job_counts *c = m->counts;
  const double rounds = c->ranks > 1 ? log2(c->ranks) : 0.0;
  return tc_job_work_s(m, (double)(c->rows + c->ghosts), TC_PARAM_halo_row_s) +
         tc_job_work_s(m, c->peers, message_param(c)) + tc_job_work_s(m, rounds, reduce_param(c));
}
