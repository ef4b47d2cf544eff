/* Bytes of each large array of a run, summed by rank and stage. run/plan/memory_requirements.c calls
 * tc_footprint_at and tc_footprint_of before the run allocates large arrays. Constants for METIS and for
 * ghosts were measured, and comments state the range of the measurements. */
#include "model/setup/memory_footprint.h"

#include <math.h>

#include "machine/parameters/probe_times.h"

/* Memory of METIS in addition to the graph and the result, in bytes per cell, measured for 162 000 to 6
 * million cells. Bisection, used for up to 8 subdomains, needs 122. More subdomains need 141 to 165, and 160
 * if METIS minimises volume. */
static const double metis_min_B = 100.0, metis_bisecting_B = 122.0, metis_many_B = 165.0;
enum { max_bisected_parts = 8 };

/* Bytes per cell that a partition along a Hilbert curve needs in addition to the graph and the result. They
 * contain the order along the curve, the chunks, METIS and lists of cells at borders. Sorting the keys,
 * before the graph exists, needs the same total. */
static const double curve_B = 16.0;

/* Number of cells of the largest METIS subdomain divided by the mean. */
static const double subdomain_imbalance = 1.03;

/* Number of ghost cells in one ring around a METIS subdomain of n cells, divided by n^(2/3). The value would
 * be 3.6 if the subdomain were a cube of bricks with six tetrahedra each. */
static const double ring_factor = 4.5;

enum { value_B = 8, column_B = 4, tensor_B = 48, label_B = 4 };

/* Bytes per cell at the peak of the creation of a multigrid hierarchy, measured for 25 000 and 384 000 cells.
 * After the creation about 100 bytes per cell remain. Smoothed aggregation on the finest level adds up to
 * 165, measured for 105 000 and 384 000 cells. */
static const double hierarchy_B = 200.0, smoothed_B = 170.0;

/* Number of cells and vertices that a rank stores. */
typedef struct rank_cells {
  /* `all` counts owned cells and all rings of ghosts, and `inner` the same without the outermost ring */
  double owned, all, inner, vertices;
} rank_cells;

static double count_ghosts(const tc_footprint_run *run, double owned) {
  const double parts = run->block > 0 ? fmax(1.0, owned / (double)run->block) : 1.0;
  if (run->ranks == 1) return 0.0;
  return fmin((double)run->cells - owned,
              run->rings * ring_factor * parts * cbrt(owned / parts * (owned / parts)));
}

static rank_cells count_rank_cells(const tc_footprint_run *run, bool is_likely) {
  const double average = (double)run->cells / run->ranks,
               owned = is_likely && run->ranks > 1 ? fmin(subdomain_imbalance * average, (double)run->cells)
                                                   : average,
               all = owned + (is_likely ? count_ghosts(run, owned) : 0.0);
  return (rank_cells){owned, all, owned + (all - owned) * (run->rings - 1) / run->rings,
                      all * (double)run->nodes / (double)run->cells};
}

/* ---- bytes of the whole mesh, on the root ---- */

static double mesh_bytes(const tc_footprint_run *run) {
  return (double)run->nodes * 3 * value_B +
         (double)run->cells * (4 * label_B + label_B + run->fibres * value_B) +
         (double)run->faces * 4 * label_B;
}

static double neighbour_bytes(const tc_footprint_run *run) { return (double)run->cells * 4 * label_B; }

static double metis_bytes(const tc_footprint_run *run, bool is_likely) {
  if (run->parts < 2) return 0.0;
  if (run->along_curve) return curve_B;
  if (!is_likely) return metis_min_B;
  return run->parts > max_bisected_parts || run->volume ? metis_many_B : metis_bisecting_B;
}

/* Returns the bytes for joining the faces (mesh/face_join.h): records for a quarter of the four faces of each
 * cell and of the lines of the .face file at a time, and a number for each such line. */
static double join_bytes(const tc_footprint_run *run) {
  const double record_B = 16.0, records = 4.0 * (double)run->cells + (double)run->faces;
  return record_B * records / 4.0 + (double)run->faces * label_B;
}

/* Returns the bytes on the root during the division of the mesh. The root first joins the faces. After it has
 * freed their records, it divides the graph and orders the cells. Only the larger of these two amounts
 * counts. */
static double partition_bytes(const tc_footprint_run *run, bool is_likely) {
  const double cells = (double)run->cells, graph = cells * (4 + 1) * label_B,
               order_and_partition = cells * 2 * label_B;
  return mesh_bytes(run) + neighbour_bytes(run) +
         fmax(join_bytes(run), graph + order_and_partition + cells * metis_bytes(run, is_likely));
}

/* ---- bytes of one rank ---- */

static double submesh_bytes(const rank_cells *s) {
  return s->all * (2 * value_B + label_B + 4 * label_B) + s->inner * 4 * label_B + s->vertices * 3 * value_B;
}

/* Returns the bytes of the arrays about cells: submesh, volumes, centroids, halo lists and tensors. */
static double space_bytes(const tc_footprint_run *run, const rank_cells *s) {
  return submesh_bytes(s) + s->owned * value_B + s->all * 3 * value_B + (s->all - s->owned) * 3 * value_B +
         (run->tensors ? s->all * tensor_B : 0.0);
}

static double row_bytes(const tc_footprint_run *run, const rank_cells *s, int index_bytes) {
  return s->owned * (run->width * (value_B + index_bytes) + value_B);
}

static double vector_bytes(const rank_cells *s, int count) { return s->owned * count * value_B; }

static double field_bytes(const tc_footprint_run *run, const rank_cells *s) {
  return vector_bytes(s, 2 + run->inputs);
}

/* Returns the bytes of the mesh, the fields and the matrix of the rates R. The callers add the matrix of the
 * steps, because it may share its columns with R or omit the diagonal. */
static double system_bytes(const tc_footprint_run *run, const rank_cells *s) {
  return space_bytes(run, s) + field_bytes(run, s) + row_bytes(run, s, column_B);
}

static double search_bytes(const tc_footprint_run *run, const rank_cells *s, bool is_likely) {
  enum { arnoldi_vectors = 17, power_vectors = 3, spare_vectors = 1 };
  const double search_B = row_bytes(run, s, column_B) + vector_bytes(s, 2 + arnoldi_vectors);
  return system_bytes(run, s) + (is_likely ? vector_bytes(s, spare_vectors) : 0.0) +
         (is_likely && run->searches ? search_B : vector_bytes(s, is_likely ? power_vectors : 0));
}

/* Returns the bytes of a linear solver. The two triangular factors together have as many entries as the
 * matrix, and in addition the fill. */
static double solver_bytes(const tc_footprint_run *run, const rank_cells *s, bool is_likely) {
  enum { step_vectors = 5, solution_and_residual = 2, sweep_values = 4 };
  const int matrices = run->adjoint ? 2 : 1, entries = run->width + 2 * run->fill;
  if (!is_likely) return row_bytes(run, s, 0) + vector_bytes(s, run->vectors);
  double all = matrices * row_bytes(run, s, run->index_bytes) +
               vector_bytes(s, step_vectors + solution_and_residual + run->vectors + matrices);
  if (run->adjoint) all += row_bytes(run, s, column_B);
  if (run->second_matrix) all += s->owned * (4.0 * (value_B + column_B) + value_B);
  all += run->hierarchies * s->owned * (hierarchy_B + (run->smooths_all ? smoothed_B : 0.0));
  if (run->triangles) all += matrices * s->owned * (entries * (value_B + column_B) + sweep_values * value_B);
  return all;
}

static double step_bytes(const tc_footprint_run *run, const rank_cells *s, bool is_likely) {
  enum { explicit_vectors = 2, monitor_vectors = 3 };
  const double step_B = run->solves ? solver_bytes(run, s, is_likely)
                                    : row_bytes(run, s, is_likely ? run->index_bytes : 0) +
                                          vector_bytes(s, explicit_vectors + run->stage_vectors);
  return system_bytes(run, s) + step_B +
         (is_likely ? vector_bytes(s, monitor_vectors + run->watching + run->copies) : 0.0) +
         (is_likely && run->probes ? TC_PROBE_BUFFER_B : 0.0);
}

static double rank_bytes(const tc_footprint_run *run, tc_footprint_stage stage, const rank_cells *s,
                         bool is_likely) {
  switch (stage) {
  case TC_FOOTPRINT_DISTRIBUTE: return submesh_bytes(s);
  case TC_FOOTPRINT_ASSEMBLE:
    return space_bytes(run, s) + row_bytes(run, s, column_B) + s->inner * (double)run->scratch;
  case TC_FOOTPRINT_SEARCH: return search_bytes(run, s, is_likely);
  case TC_FOOTPRINT_STEPS: return step_bytes(run, s, is_likely);
  default: return 0.0; /* in TC_FOOTPRINT_PARTITION this rank waits while the root divides the mesh */
  }
}

/* Returns the memory that the root needs in addition to that of a rank. While the root distributes the mesh,
 * it stores the position of every cell, and the cells of the subdomain that it is sending. */
static double root_bytes(const tc_footprint_run *run, tc_footprint_stage stage, bool is_likely) {
  const double cells = (double)run->cells,
               distribution_B = cells * 3 * label_B + (double)run->nodes * label_B;
  switch (stage) {
  case TC_FOOTPRINT_PARTITION: return partition_bytes(run, is_likely);
  case TC_FOOTPRINT_DISTRIBUTE: return mesh_bytes(run) + neighbour_bytes(run) + distribution_B;
  case TC_FOOTPRINT_STEPS: return is_likely && run->reads_checkpoint ? cells * 2 * value_B : 0.0;
  default: return mesh_bytes(run);
  }
}

tc_footprint tc_footprint_at(const tc_footprint_run *run, tc_footprint_stage stage, bool root) {
  const rank_cells minimum = count_rank_cells(run, false), is_likely = count_rank_cells(run, true);
  tc_footprint out = {rank_bytes(run, stage, &minimum, false),
                      rank_bytes(run, stage, &is_likely, true) + tc_footprint_process_B};
  if (root) out.min += root_bytes(run, stage, false);
  if (root) out.likely += root_bytes(run, stage, true);
  return out;
}

tc_footprint tc_footprint_of(const tc_footprint_run *run, int ranks, bool root) {
  tc_footprint maximum = {0.0, 0.0};
  for (int k = 0; k < TC_FOOTPRINT_STAGES; k++) {
    const tc_footprint rank_B = tc_footprint_at(run, (tc_footprint_stage)k, false),
                       root_B = tc_footprint_at(run, (tc_footprint_stage)k, root);
    maximum.min = fmax(maximum.min, (ranks - 1) * rank_B.min + root_B.min);
    maximum.likely = fmax(maximum.likely, (ranks - 1) * rank_B.likely + root_B.likely);
  }
  return maximum;
}
