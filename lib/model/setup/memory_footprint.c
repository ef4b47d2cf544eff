/* Bytes of each large array of a run, summed by rank and stage. run/plan/memory_requirements.c calls it
 * before anything is allocated. Constants for METIS and for ghosts were measured, and comments state the
 * range of the measurements. */
#include "model/setup/memory_footprint.h"

#include <math.h>

/* Memory of METIS in addition to the graph and the result, in bytes per cell, measured for 162 000 to 6
 * million cells. Bisection, used for up to 8 subdomains, needs 122. More subdomains need 141 to 165, and 160
 * if METIS minimises volume. */
static const double metis_least_B = 100.0, metis_bisecting_B = 122.0, metis_many_B = 165.0;
enum { bisected = 8 };

/* Number of cells of the largest METIS subdomain divided by the mean. */
static const double imbalance = 1.03;

/* Number of cells in one ring around a subdomain of n cells, divided by n^(2/3). It is 3.6 around a cube of
 * bricks and larger around METIS subdomains, whose surface is rougher. */
static const double ring_cells = 4.5;

enum { value_B = 8, column_B = 4, tensor_B = 48, label_B = 4 };

/* Number of cells and vertices that a rank stores. */
typedef struct share {
  /* own: owned cells; all: owned cells and all rings; inner: `all` without the outermost ring; nodes:
   * vertices */
  double own, all, inner, nodes;
} share;

static double ghost_count(const tc_footprint_run *run, double own) {
  const double parts = run->block > 0 ? fmax(1.0, own / (double)run->block) : 1.0;
  if (run->ranks == 1) return 0.0;
  return fmin((double)run->cells - own, run->rings * ring_cells * parts * cbrt(own / parts * (own / parts)));
}

static share share_of(const tc_footprint_run *run, bool likely) {
  const double average = (double)run->cells / run->ranks,
               own = likely && run->ranks > 1 ? fmin(imbalance * average, (double)run->cells) : average,
               all = own + (likely ? ghost_count(run, own) : 0.0);
  return (share){own, all, own + (all - own) * (run->rings - 1) / run->rings,
                 all * (double)run->nodes / (double)run->cells};
}

/* ---- bytes of the whole mesh, on the root ---- */

static double mesh_bytes(const tc_footprint_run *run) {
  return (double)run->nodes * 3 * value_B +
         (double)run->cells * (4 * label_B + label_B + run->fibres * value_B) +
         (double)run->faces * 4 * label_B;
}

static double neighbour_bytes(const tc_footprint_run *run) { return (double)run->cells * 4 * label_B; }

static double metis_bytes(const tc_footprint_run *run, bool likely) {
  if (run->parts < 2) return 0.0;
  if (!likely) return metis_least_B;
  return run->parts > bisected || run->volume ? metis_many_B : metis_bisecting_B;
}

/* Returns the bytes on the root while it divides the mesh. The root first matches faces, which needs buckets.
 * After it has freed the buckets, it divides the graph into subdomains and orders their cells. Only the
 * larger of these two amounts counts. */
static double split_bytes(const tc_footprint_run *run, bool likely) {
  const double cells = (double)run->cells,
               buckets = cells * 4 * label_B + (double)run->nodes * (double)sizeof(size_t),
               graph = cells * (4 + 1) * label_B, order_and_part = cells * 2 * label_B;
  return mesh_bytes(run) + neighbour_bytes(run) +
         fmax(buckets, graph + order_and_part + cells * metis_bytes(run, likely));
}

/* ---- bytes of one rank ---- */

static double submesh_bytes(const share *s) {
  return s->all * (2 * value_B + label_B + 4 * label_B) + s->inner * 4 * label_B + s->nodes * 3 * value_B;
}

/* Returns the bytes of the arrays about cells: submesh, volumes, centroids, halo lists and tensors. */
static double space_bytes(const tc_footprint_run *run, const share *s) {
  return submesh_bytes(s) + s->own * value_B + s->all * 3 * value_B + (s->all - s->own) * 3 * value_B +
         (run->tensors ? s->all * tensor_B : 0.0);
}

static double row_bytes(const tc_footprint_run *run, const share *s, int index_bytes) {
  return s->own * (run->width * (value_B + index_bytes) + value_B);
}

static double vector_bytes(const share *s, int count) { return s->own * count * value_B; }

/* Returns the bytes of the initial field, the current field and the forcing. */
static double field_bytes(const tc_footprint_run *run, const share *s) {
  return vector_bytes(s, 2 + run->inputs);
}

/* Returns the bytes of the assembled rates R and of all arrays created before them. The callers add the
 * matrix of the steps, because it may share its columns with R or omit the diagonal. */
static double system_of(const tc_footprint_run *run, const share *s) {
  return space_bytes(run, s) + field_bytes(run, s) + row_bytes(run, s, column_B);
}

static double search_bytes(const tc_footprint_run *run, const share *s, bool likely) {
  enum { arnoldi = 17, powers = 3, margin = 1 };
  const double searching = row_bytes(run, s, column_B) + vector_bytes(s, 2 + arnoldi);
  return system_of(run, s) + (likely ? vector_bytes(s, margin) : 0.0) +
         (likely && run->searches ? searching : vector_bytes(s, likely ? powers : 0));
}

/* Returns the bytes of a linear solver. The two triangular factors together have as many entries as the
 * matrix, and in addition the fill. */
static double solver_bytes(const tc_footprint_run *run, const share *s, bool likely) {
  enum { of_step = 5, solution_and_residual = 2, sweep = 4 };
  const int times = run->adjoint ? 2 : 1, entries = run->width + 2 * run->fill;
  if (!likely) return row_bytes(run, s, 0) + vector_bytes(s, run->vectors);
  double all = times * row_bytes(run, s, run->index_bytes) +
               vector_bytes(s, of_step + solution_and_residual + run->vectors + times);
  if (run->adjoint) all += row_bytes(run, s, column_B);
  if (run->triangles) all += times * s->own * (entries * (value_B + column_B) + sweep * value_B);
  return all;
}

static double step_bytes(const tc_footprint_run *run, const share *s, bool likely) {
  enum { both = 2, watched = 3 };
  const double stepping = run->solves
                              ? solver_bytes(run, s, likely)
                              : row_bytes(run, s, likely ? run->index_bytes : 0) + vector_bytes(s, both);
  return system_of(run, s) + stepping +
         (likely ? vector_bytes(s, watched + run->watching + run->copies) : 0.0);
}

static double own_part(const tc_footprint_run *run, tc_footprint_stage stage, const share *s, bool likely) {
  switch (stage) {
  case TC_FOOTPRINT_HAND_OUT: return submesh_bytes(s);
  case TC_FOOTPRINT_ASSEMBLE:
    return space_bytes(run, s) + row_bytes(run, s, column_B) + s->inner * (double)run->scratch;
  case TC_FOOTPRINT_SEARCH: return search_bytes(run, s, likely);
  case TC_FOOTPRINT_STEPS: return step_bytes(run, s, likely);
  default: return 0.0; /* other ranks wait while the root divides the mesh */
  }
}

/* Returns the memory that the root needs in addition to that of a rank. While the root distributes the mesh,
 * it stores the position of every cell, and the cells of the subdomain that it is sending. */
static double root_part(const tc_footprint_run *run, tc_footprint_stage stage, bool likely) {
  const double cells = (double)run->cells, handing = cells * 3 * label_B + (double)run->nodes * label_B;
  switch (stage) {
  case TC_FOOTPRINT_SPLIT: return split_bytes(run, likely);
  case TC_FOOTPRINT_HAND_OUT: return mesh_bytes(run) + neighbour_bytes(run) + handing;
  case TC_FOOTPRINT_STEPS: return likely && run->reads_checkpoint ? cells * 2 * value_B : 0.0;
  default: return mesh_bytes(run);
  }
}

tc_footprint tc_footprint_at(const tc_footprint_run *run, tc_footprint_stage stage, bool root) {
  const share least = share_of(run, false), likely = share_of(run, true);
  tc_footprint out = {own_part(run, stage, &least, false),
                      own_part(run, stage, &likely, true) + tc_footprint_process_B};
  if (root) out.min += root_part(run, stage, false);
  if (root) out.likely += root_part(run, stage, true);
  return out;
}

tc_footprint tc_footprint_of(const tc_footprint_run *run, int ranks, bool root) {
  tc_footprint most = {0.0, 0.0};
  for (int k = 0; k < TC_FOOTPRINT_STAGES; k++) {
    const tc_footprint one = tc_footprint_at(run, (tc_footprint_stage)k, false),
                       first = tc_footprint_at(run, (tc_footprint_stage)k, root);
    most.min = fmax(most.min, (ranks - 1) * one.min + first.min);
    most.likely = fmax(most.likely, (ranks - 1) * one.likely + first.likely);
  }
  return most;
}
