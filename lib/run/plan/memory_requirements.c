/* Memory requirements: derives the input of the footprint model (model/setup/memory_footprint.h) from the
 * config, and compares the footprint with the memory of a node or process. Only the config, the mesh counts
 * and the numbers of ranks are needed, so the check runs before any large array is allocated. Errors list the
 * remedies that the config allows. */
#include "run/plan/memory_requirements.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/text/line.h"
#include "base/text/number_format.h"
#include "io/config/config_auto.h"
#include "io/config/config_forecast.h"
#include "io/config/config_solver.h"
#include "io/machine/machine_lookup.h"

/* ---- input of the model ---- */

/* Returns the number of subdomains into which METIS divides the mesh: one per rank, or one per block of an
 * ordering in blocks; 1 if METIS is not used. */
static int parts_of(const tc_config *c, int64_t cells, int ranks) {
  const int64_t blocks = c->order.method->in_blocks && c->order.block > 0 ? cells / c->order.block : 1;
  if (c->distribution.kind == TC_DISTRIBUTION_METIS) return ranks;
  return c->order.method->in_blocks ? (int)fmax(ranks, (double)blocks) : 1;
}

static bool has_tensors(const tc_config *c) {
  return c->diffusion.regions.count > 0 || c->diffusion.fibres.direction.count > 0 ||
         c->diffusion.fibres.file || !tc_tensor_is_constant(&c->diffusion.tensor);
}

/* True if the stable step is found by a search. For a constant isotropic tensor no search is assumed, because
 * on most meshes a certificate (a cell-by-cell proof) shows that the step is stable. Stabilised steps need
 * the ellipse of the eigenvalues in any case. */
static bool needs_step_search(const tc_config *c) {
  const bool plain = !has_tensors(c) && c->diffusion.tensor.form == TC_TENSOR_SCALAR;
  return c->diffusion.scheme->certifies && (!plain || c->time.method->stabilised);
}

/* True if steps solve linear systems, or if time.method: auto may choose such steps, which need more memory
 * than the other candidates. */
static bool may_solve(const tc_config *c) {
  return c->time.method->solves || (tc_config_lacks_method(c) && c->kernel == TC_ROW_FORM_MATRIX);
}

/* Number of vectors of stabilised steps in addition to the two of explicit Euler. The vectors are the field,
 * its rate, and the differences of two stages. A strategy that reads remote values during the product (an
 * access) also stores the product. Error control, which chooses the length of the steps, adds the rate at the
 * end of a step and the estimated error. */
static int count_stage_vectors(const tc_config *c) {
  if (!c->time.method->stabilised || may_solve(c)) return 0;
  return (c->strategy && c->strategy->access ? 3 : 2) + (tc_config_controls_error(c) ? 2 : 0);
}

const tc_method *tc_memory_requirements_method(const tc_config *c) {
  const char *automatic = c->diffusion.scheme->symmetric ? "cg" : "bicgstab";
  return c->solver.method ? c->solver.method : tc_method_find(automatic);
}

/* True if the run calls the speed probe, which needs memory. A run with a machine file calls it only if the
 * file contains the times of the probe. Few files do, so this function returns false for all of them. */
static bool may_probe(const tc_config *c) {
  return tc_config_has_speed_probe(c) && tc_machine_kind_of(c->machine) == TC_MACHINE_AUTO;
}

/* Describes the solver in the input of the footprint model. An automatic preconditioner is assumed to be
 * multigrid, which needs more memory than the other candidates. */
static void describe_solver(const tc_config *c, tc_footprint_run *run) {
  const tc_method *method = tc_memory_requirements_method(c);
  tc_solver_options solver = tc_config_implicit(c).solver;
  solver.method = method;
  if (tc_config_lacks_preconditioner(c)) solver.preconditioner = tc_preconditioner_find("multigrid");
  const tc_preconditioner *applied = tc_solver_effective_preconditioner(&solver);
  const tc_method_options method_options = tc_solver_method_options(&solver);
  const tc_method_storage room = tc_method_count_storage(method, &method_options);
  run->adjoint = method->needs & TC_NEEDS_ADJOINT;
  run->vectors = room.arrays + room.operands + applied->operands * (run->adjoint ? 2 : 1);
  run->triangles = applied->factoring != TC_FACTORING_NONE;
  run->hierarchies = applied->levels ? 1 + (run->adjoint && !applied->serves_adjoint) : 0;
  run->smooths_all = solver.preconditioner_options.multigrid.smooths_all;
  run->second_matrix = applied->needs_two_point && strcmp(c->diffusion.scheme->name, "two-point") != 0;
  run->fill = applied->factoring == TC_FACTORING_FILL ? solver.preconditioner_options.fill : 0;
}

enum {
  bringing = 4, /* values per cell for redistributing an output to the order of the mesh */
  slopes = 4,   /* values per cell for the derivatives of the source and of local states, while the steps are
                   chosen */
  /* values per cell for the sums of a source (solve/space/compensated_sums.h) and for its change
   * (solve/problem/forcing_change.h) */
  sums_and_drifts = 5,
  /* values per cell for operator splitting: two fields, the rate of a local step, and the changes of two
   * local steps */
  splitting = 7,
};

void tc_memory_requirements_input(const tc_config *c, const tc_run_options *choice,
                                  const tc_mesh_counts *mesh, int ranks, int32_t block_size,
                                  tc_footprint_run *out) {
  const tc_scheme *scheme = c->diffusion.scheme;
  const bool outputs = choice && (c->snapshots.file || c->checkpoint.file);
  const tc_layout_options layout = tc_config_layout(c, block_size);
  *out = (tc_footprint_run){.cells = mesh->cells,
                            .nodes = mesh->nodes,
                            .faces = mesh->faces,
                            .ranks = ranks,
                            .width = scheme->width,
                            .rings = scheme->rings,
                            .scratch = scheme->scratch,
                            .block = c->distribution.kind == TC_DISTRIBUTION_METIS ? 0 : block_size,
                            .parts = parts_of(c, mesh->cells, ranks),
                            .volume = c->order.objective == TC_OBJECTIVE_VOLUME,
                            .along_curve = tc_layout_needs_curve(&layout, mesh->cells, ranks),
                            .tensors = has_tensors(c),
                            .fibres = c->diffusion.fibres.file ? 3 : 0,
                            .inputs = (c->source.source ? 1 : 0) + c->source.states,
                            .watching = (c->source.source ? sums_and_drifts : 0) +
                                        (tc_source_is_configured(&c->source) ? slopes : 0) +
                                        (c->time.splitting != TC_SPLITTING_NONE ? splitting : 0),
                            .searches = needs_step_search(c),
                            .index_bytes = c->storage ? c->storage->index_bytes : 4,
                            .stage_vectors = count_stage_vectors(c),
                            .solves = may_solve(c),
                            .copies = outputs ? bringing : 0,
                            .reads_checkpoint = choice && choice->resume,
                            .probes = may_probe(c)};
  /* If the command compares several methods, the solver is omitted, because the requirements of the methods
   * differ. */
  if (out->solves && !(choice && choice->solvers)) describe_solver(c, out);
}

void tc_memory_requirements_fill(const tc_footprint_run *run, tc_result *result) {
  if (run->cells == 0) return;
  result->rank_B = tc_footprint_of(run, 1, false).likely;
  result->root_B = tc_footprint_of(run, 1, true).likely;
}

/* ---- check ---- */

static void add_advice(const tc_config *c, bool split, int ranks, tc_line *line) {
  if (!split) tc_line_add(line, "use more nodes%s", ranks > 1 ? ", fewer ranks on each" : "");
  if (split)
    tc_line_add(line, "use a node with more memory%s", ranks > 1 ? " or fewer ranks on the first node" : "");
  if (!split && strcmp(c->diffusion.scheme->name, "two-point") != 0)
    tc_line_add(line, ", diffusion.scheme two-point");
  if (!split && may_solve(c)) tc_line_add(line, ", a solver.method with fewer vectors");
  tc_line_add(line, ", or a coarser mesh");
}

/* Example: m: 20000000 cells on 8 ranks need at least 40 GB of memory, but node n1 with 8 of them has 32
 * GB: use more nodes, fewer ranks on each, or a coarser mesh */
static tc_status too_much(const tc_config *c, const tc_footprint_run *run, bool split, double need_B,
                          int ranks, const char *of, double has_B) {
  char need[32], has[32];
  tc_line advice = {0};
  add_advice(c, split, ranks, &advice);
  return tc_status_create(TC_INTERNAL,
                          "%s: %lld cells on %d rank%s need at least %s of memory%s, but %s %s: %s",
                          c->mesh.file, (long long)run->cells, run->ranks, run->ranks > 1 ? "s" : "",
                          tc_number_format_bytes(need_B, need, sizeof need),
                          split ? " on the root, which partitions the mesh" : "", of,
                          tc_number_format_bytes(has_B, has, sizeof has), advice.text);
}

/* True if the memory of the root exceeds has_B bytes while the root partitions the mesh. Other ranks need
 * less memory at that time. */
static bool is_split(const tc_footprint_run *run, bool root, double has_B) {
  return root && tc_footprint_at(run, TC_FOOTPRINT_PARTITION, true).min > has_B;
}

tc_status tc_memory_requirements_check(const tc_config *c, const tc_footprint_run *run,
                                       const tc_node_memory *place, double allowed_B, const char *node) {
  const double all_B = tc_footprint_of(run, place->ranks, place->root).min,
               own_B = tc_footprint_of(run, 1, place->root).min;
  char of[320];
  if (own_B > allowed_B) {
    snprintf(of, sizeof of, "limits (ulimit -v) allow a process on node %.200s", node);
    return too_much(c, run, is_split(run, place->root, allowed_B), own_B, 1, of, allowed_B);
  }
  if (all_B <= place->installed_B) return TC_OK;
  snprintf(of, sizeof of, "node %.200s with %d of them has", node, place->ranks);
  return too_much(c, run, is_split(run, place->root, place->installed_B), all_B, place->ranks, of,
                  place->installed_B);
}

tc_status tc_memory_requirements_check_serial(const tc_config *c, const tc_footprint_run *run) {
  const double need_B = tc_footprint_at(run, TC_FOOTPRINT_PARTITION, true).min,
               has_B = fmin((double)tc_memory_installed(), (double)tc_memory_limit());
  return need_B > has_B ? too_much(c, run, true, need_B, 1, "this process can use", has_B) : TC_OK;
}
