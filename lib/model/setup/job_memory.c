/* Memory that each phase of a job touches first. It follows the memory of a process from phase to phase: each
 * phase has a maximum of allocated bytes, and the part above the maximum of all earlier phases is fresh. */
#include <math.h>
#include <stdbool.h>

#include "model/setup/job_forecast.h"

/* Bytes of arrays for each cell or vertex that a process stores (mesh/mesh.h, mesh/submesh.h, fv/geometry).
 * neighbours: four numbers a cell. bucket: records of the faces that are joined at a time (mesh/face_join.h),
 * and 8 bytes a vertex as a margin. graph: lists of the dual graph, and the order. owner: rank and positions
 * of each cell. submesh: numbers, positions, regions, vertices and neighbours. geometry: volume and centroid.
 */
enum {
  vertex_B = 24,
  cell_B = 20,
  face_B = 16,
  neighbours_B = 16,
  bucket_B = 16,
  bucket_vertex_B = 8,
  graph_B = 28,
  owner_B = 12,
  submesh_B = 52,
  geometry_B = 32,
  search_vectors = 5, /* power method, field and forcing */
  trial_vectors = 4   /* product, field and forcing */
};

static double mesh_bytes(const tc_job_counts *c) {
  return vertex_B * (double)c->vertices + cell_B * (double)c->cells + face_B * (double)c->faces;
}

static double submesh_bytes(const tc_job_counts *c) {
  const double cells = (double)(c->rows + c->ghosts),
               vertices = c->cells > 0 ? cells * (double)c->vertices / (double)c->cells : 0.0;
  return submesh_B * cells + vertex_B * vertices;
}

static double matrix_bytes(const tc_job_counts *c) { return (double)c->rows * (12.0 * c->width + 8.0); }

/* Sets total_B to the maximum of each phase that only the root performs. */
static void set_root_totals(const tc_job_counts *c, double *total_B) {
  const double cells = (double)c->cells, mesh_B = mesh_bytes(c) + neighbours_B * cells;
  total_B[TC_JOB_PHASE_read] = mesh_bytes(c);
  total_B[TC_JOB_PHASE_neighbours] = mesh_B + bucket_B * cells + bucket_vertex_B * (double)c->vertices;
  if (c->order) total_B[TC_JOB_PHASE_order] = mesh_B + graph_B * cells;
}

/* Sets total_B to the maximum of each phase of a rank. `is_root` is true if the rank also stores the whole
 * mesh. While the root sends submeshes, it stores the neighbours too. */
static void set_rank_totals(const tc_job_counts *c, bool is_root, double *total_B) {
  const double rows = (double)c->rows, vector_B = 8.0 * rows, matrix_B = matrix_bytes(c),
               mesh_B = is_root ? mesh_bytes(c) : 0.0,
               sending_B = is_root ? (neighbours_B + owner_B) * (double)c->cells : 0.0,
               space_B = mesh_B + submesh_bytes(c) + geometry_B * rows,
               trial_B = space_B + 2.0 * matrix_B + trial_vectors * vector_B;
  total_B[TC_JOB_PHASE_distribute] = mesh_B + sending_B + submesh_bytes(c);
  total_B[TC_JOB_PHASE_halo] = space_B;
  total_B[TC_JOB_PHASE_assemble] = space_B + matrix_B + rows * c->scratch_B;
  if (c->searches) total_B[TC_JOB_PHASE_search] = space_B + matrix_B + search_vectors * vector_B;
  if (c->tries_formats) total_B[TC_JOB_PHASE_formats] = trial_B;
  total_B[TC_JOB_PHASE_solver] = trial_B;
}

/* Adds to fresh_B the part of each phase's total that is above all earlier ones. */
static void add_fresh(const double *total_B, double *fresh_B) {
  double maximum_B = 0.0;
  for (int phase = 0; phase < TC_JOB_PHASE_COUNT; phase++) {
    fresh_B[phase] += fmax(0.0, total_B[phase] - maximum_B);
    maximum_B = fmax(maximum_B, total_B[phase]);
  }
}

void tc_job_fresh_memory(const tc_job_counts *c, double fresh_B[TC_JOB_PHASE_COUNT]) {
  double root_B[TC_JOB_PHASE_COUNT] = {0.0}, rank_B[TC_JOB_PHASE_COUNT] = {0.0};
  for (int phase = 0; phase < TC_JOB_PHASE_COUNT; phase++) fresh_B[phase] = 0.0;
  set_root_totals(c, root_B);
  if (c->ranks > 1) {
    set_rank_totals(c, false, rank_B);
    add_fresh(rank_B, fresh_B);
  } else {
    set_rank_totals(c, true, root_B);
  }
  add_fresh(root_B, fresh_B);
  if (c->files == 0) fresh_B[TC_JOB_PHASE_read] = 0.0; /* the calling program has the mesh already */
}
