/* Computes the memory that the process touches for the first time in each phase of a job. Each phase has a
 * maximum of allocated bytes. The part above the maximum of all earlier phases is fresh memory. */
#include <math.h>
#include <stdbool.h>

#include "model/setup/job_forecast.h"

/* Bytes of arrays for each cell or vertex that a process stores (mesh/mesh.h, mesh/submesh.h, fv/geometry).
 * neighbours: four cell numbers per cell. bucket: records of the faces that are joined at a time
 * (mesh/face_join.h), and a margin of 8 bytes per vertex. graph: adjacency lists of the dual graph, and the
 * order of the cells. owner: owner rank and positions of each cell. submesh: cell numbers, positions,
 * regions, vertices and neighbours of a rank's cells. geometry: volume and centroid. */
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
  search_vectors = 5, /* vectors of the power method, of the field and of the forcing */
  trial_vectors = 4   /* vectors of the product, of the field and of the forcing */
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

/* Sets total_B[phase] to the largest number of allocated bytes in each phase that only the root performs. */
static void set_root_totals(const tc_job_counts *c, double *total_B) {
  const double cells = (double)c->cells, mesh_B = mesh_bytes(c) + neighbours_B * cells;
  total_B[TC_JOB_PHASE_read] = mesh_bytes(c);
  total_B[TC_JOB_PHASE_neighbours] = mesh_B + bucket_B * cells + bucket_vertex_B * (double)c->vertices;
  if (c->order) total_B[TC_JOB_PHASE_order] = mesh_B + graph_B * cells;
}

/* Sets total_B[phase] to the largest number of allocated bytes of a rank in each phase that all ranks
 * perform. `is_root` is true if the rank also stores the whole mesh. The root also stores the neighbours of
 * all cells while it sends submeshes. */
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

/* Adds to fresh_B[phase] the part of total_B[phase] that exceeds the totals of all earlier phases. */
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
  if (c->files == 0)
    fresh_B[TC_JOB_PHASE_read] = 0.0; /* a program that calls the library passes the mesh in memory and has
                                         no phase `read` */
}
