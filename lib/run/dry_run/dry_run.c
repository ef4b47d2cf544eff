/* Dry run of one case, which is one combination of nodes, ranks per node and block size. It orders and
 * distributes the cells of the mesh for the virtual ranks, counts the traffic of a step, and fills in results
 * without forecasts. The mesh is read once for all cases. It is freed after it has been checked and the cost
 * of the formulas has been measured, and only its dual graph remains. The layout is reused for the next case
 * if it does not depend on the number of ranks. If steps solve linear systems, one step is computed
 * (dry_run_trial.c), and all steps are assumed to need its numbers of iterations and operations. For
 * stabilised steps, dry_run_trial.c performs only the setup of the run, which finds the number of stages. */
#include "run/dry_run/dry_run.h"

#include <math.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "io/config/config_check.h"
#include "io/config/config_labels.h"
#include "io/config/config_solver.h"
#include "mesh/check.h"
#include "mesh/dual.h"
#include "run/outputs/disk_requirements.h"
#include "run/plan/memory_requirements.h"
#include "run/plan/read_counts.h"
#include "run/plan/step_workload.h"
#include "solve/space/cell_curve.h"

/* Returns the policy for a mesh with several components. With a trial step (dry_run_trial.c) the policy is
 * `allow`, because the setup of that step has already checked the mesh with the policy of the config. */
static tc_components_policy components_policy(const tc_config *config) {
  return tc_dry_run_trial_is_needed(config) ? TC_COMPONENTS_ALLOW : config->mesh.components;
}

/* Stores the order of the cells along a Hilbert curve if the layout of a case with several ranks needs it. */
static tc_status order_along_curve(const tc_mesh *mesh, tc_dry_run *im) {
  const tc_layout_options layout = tc_config_layout(im->config, 1);
  if (!tc_layout_needs_curve(&layout, mesh->cells, 2)) return TC_OK;
  TC_TRY(TC_ALLOC(im->curve, mesh->cells));
  return tc_cell_curve_fill(mesh, im->curve);
}

/* Checks the mesh and builds its dual graph. */
static tc_status read_mesh(tc_mesh *mesh, tc_dry_run *im) {
  tc_dual *dual = NULL;
  TC_TRY(tc_mesh_orient(mesh));
  TC_TRY(tc_dual_create(mesh, &dual));
  tc_status status = tc_topology_find(mesh, dual, &im->topology);
  if (!status) status = tc_topology_check(&im->topology, mesh->name, components_policy(im->config), im->log);
  if (!status) status = tc_graph_create(mesh->cells, 4, dual->neighbour, &im->rows.graph);
  if (!status) status = order_along_curve(mesh, im);
  if (!status) status = tc_dry_run_formula_costs_measure(im->config, mesh, dual, im->log, &im->formulas);
  tc_dual_destroy(&dual);
  return status;
}

/* Checks that this process has enough memory to partition the mesh. */
static tc_status check_memory(const tc_config *config, const tc_mesh_input *input) {
  const tc_mesh_counts mesh = {input->vertices, input->cells, input->faces};
  tc_footprint_run run;
  tc_memory_requirements_input(config, NULL, &mesh, 1, config->distribution.block_size, &run);
  return mesh.cells > 0 ? tc_memory_requirements_check_serial(config, &run) : TC_OK;
}

/* Reads the mesh whose files tc_mesh_input_find has found, and initialises the dry run with it. */
static tc_status init_from_input(tc_config *config, tc_mesh_input *input, const tc_log *log,
                                 tc_dry_run *out) {
  tc_mesh *mesh = NULL;
  const tc_log_phase phase =
      tc_log_begin_phase(log, TC_JOB_PHASE_read, "reading the mesh, finding neighbours");
  TC_TRY(check_memory(config, input));
  TC_TRY(tc_mesh_input_read(input, log, &mesh));
  tc_mesh_scale(mesh, config->mesh.scale, log);
  const tc_status status = tc_dry_run_init_with_mesh(config, mesh, log, out);
  tc_mesh_destroy(&mesh);
  if (!status) tc_log_end_phase(&phase);
  return status;
}

tc_status tc_dry_run_init(tc_config *config, const tc_log *log, tc_dry_run *out) {
  tc_mesh_input input;
  *out = (tc_dry_run){0};
  tc_status status = tc_mesh_input_find(config->mesh.file, log, &input);
  if (!status) status = init_from_input(config, &input, log, out);
  tc_mesh_input_free_arrays(&input);
  if (status)
    tc_mesh_input_free(&input);
  else
    out->input = input;
  return status;
}

tc_status tc_dry_run_init_with_mesh(tc_config *config, tc_mesh *mesh, const tc_log *log, tc_dry_run *out) {
  const tc_scheme *scheme = config->diffusion.scheme;
  *out = (tc_dry_run){.config = config,
                      .log = log,
                      .rows = {NULL, scheme->rings, scheme->width, scheme->width},
                      .has_mesh = true,
                      .cells = mesh->cells,
                      .nodes = mesh->nodes,
                      .mesh_hash = mesh->hash};
  TC_TRY(tc_config_resolve_names(config, mesh->names, mesh->name_list, mesh));
  TC_TRY(read_mesh(mesh, out));
  return TC_ALLOC(out->position, out->cells);
}

tc_status tc_dry_run_init_with_rows(const tc_config *config, const tc_dry_run_rows *rows, const tc_log *log,
                                    tc_dry_run *out) {
  *out = (tc_dry_run){.config = config, .log = log, .rows = *rows, .cells = rows->graph->vertices};
  return TC_ALLOC(out->position, out->cells);
}

void tc_dry_run_free(tc_dry_run *runs) {
  tc_graph_destroy(&runs->rows.graph);
  tc_layout_destroy(&runs->layout);
  tc_dry_run_formula_costs_free(&runs->formulas);
  tc_mesh_input_free(&runs->input);
  tc_free(runs->curve);
  tc_free(runs->position);
  runs->curve = runs->position = NULL;
}

/* Returns the number of steps of the run, and how many of them are shortened to end at requested output
 * times. Both are 0 if the config requests no output times. */
static tc_output_walk walk_steps(const tc_dry_run *runs) {
  const tc_config *c = runs->config;
  const tc_step_size *step = &runs->trial->step;
  const double end = c->time.end > 0.0 ? c->time.end : (double)step->steps * step->dt;
  const tc_output_times times = tc_config_output_times(c, end);
  if (!tc_config_has_output_times(c)) return (tc_output_walk){.step = 0};
  return tc_output_times_walk(&times, &(tc_time_origin){.step = 0}, step->dt, 0, INT64_MAX);
}

int64_t tc_dry_run_steps(const tc_dry_run *runs) {
  const tc_config *c = runs->config;
  if (tc_config_controls_error(c)) return -1;
  if (!runs->trial || !c->time.method->steps) return tc_disk_requirements_planned_steps(c);
  return tc_config_has_output_times(c) ? walk_steps(runs).step : runs->trial->step.steps;
}

int64_t tc_dry_run_shortened_steps(const tc_dry_run *runs) {
  const tc_config *c = runs->config;
  if (!runs->trial || !c->time.method->steps || tc_config_controls_error(c)) return 0;
  return walk_steps(runs).shortened;
}

/* True if the layout depends on the number of ranks: for a METIS distribution, and for an ordering with one
 * block per rank. */
static bool depends_on_ranks(const tc_config *c) {
  return c->distribution.kind == TC_DISTRIBUTION_METIS || c->order.block == 0;
}

static tc_status create_layout(tc_dry_run *im, int32_t ranks, int32_t block_size) {
  const tc_config *c = im->config;
  const tc_layout_options choice = tc_config_layout(c, block_size);
  if (im->layout.order && (im->layout_ranks == ranks || !depends_on_ranks(c))) return TC_OK;
  const double began = tc_now_s();
  tc_layout_destroy(&im->layout);
  TC_TRY(tc_layout_create(im->rows.graph, im->curve, ranks, &choice, &im->layout));
  im->layout_ranks = ranks;
#pragma omp parallel for schedule(static)
  for (int32_t p = 0; p < im->cells; p++) im->position[im->layout.order[p]] = p;
  tc_log_write(im->log, TC_LOG_VERBOSE, "ordering and distribution for %d ranks %8.2f s", (int)ranks,
               tc_now_s() - began);
  return TC_OK;
}

/* Stores in swept[ranks] the traffic of all preconditioner sweeps in a step: the traffic of one application
 * of the preconditioner times the number of applications in the trial step. */
static tc_status count_sweeps(const tc_dry_run *im, const tc_dry_run_layout *run, tc_counts *swept) {
  const tc_dry_run_trial *t = im->trial;
  tc_dry_run_colours colours = {NULL, t->colours, !t->options.solver.method->built_in_preconditioner};
  const int64_t times = t->trial.work.sweeps / (1 + colours.is_backward);
  int32_t *of = NULL;
  TC_TRY(TC_ALLOC(of, im->cells));
  for (int32_t p = 0; p < im->cells; p++) of[p] = t->colour[run->order[p]];
  colours.colour = of;
  const tc_status status = tc_dry_run_count_sweeps(run, &colours, swept);
  for (int r = 0; r < run->distribution->ranks; r++)
    for (int c = 0; c < TC_COUNT_COUNT; c++) swept[r].by_index[c] *= times;
  tc_free(of);
  return status;
}

/* Adds the solver's options, iterations and operations in the trial step to a result. All ranks perform the
 * same operations. Only the traffic of the preconditioner sweeps, swept[ranks], differs between ranks. */
static tc_status add_trial(const tc_dry_run_trial *t, const tc_counts *swept, tc_result *result) {
  TC_TRY(TC_ALLOC_ZERO(result->solver, 1));
  result->solver->options = t->options;
  result->solver->field_difference = NAN;
  result->solver->trial = t->trial.iterations;
  result->solver->products = t->trial.work.products + t->trial.work.adjoint_products;
  result->solver->bound = t->trial.bound;
  result->solver->record.colours = t->colours;
  result->solver->record.bitwise = t->trial.bitwise;
  result->solver->record.symmetric = t->trial.symmetric;
  result->solver->record.skew = t->trial.skew;
  for (int r = 0; r < result->ranks; r++) {
    result->measured[r].ledger.work = t->trial.work;
    result->measured[r].ledger.sweep_counts = swept[r];
  }
  return TC_OK;
}

static void add_memory(const tc_dry_run *im, const tc_dry_run_case *shape, int ranks, tc_result *result) {
  const tc_mesh_counts mesh = {im->nodes, im->cells, 0};
  tc_footprint_run run;
  if (!im->has_mesh) return;
  tc_memory_requirements_input(im->config, NULL, &mesh, ranks, shape->block_size, &run);
  tc_memory_requirements_fill(&run, result);
}

/* Returns the counts of a step from `one`, the counts of a step with one product. A stabilised step has one
 * product for each of the `stages` stages. In each stage it also evaluates the part of the forcing that may
 * change within the step. With operator splitting the local steps evaluate the source, and the stages do
 * not. */
static tc_counts counts_of_step(const tc_dry_run *im, const tc_counts *one, int stages) {
  const tc_local_steps local = im->trial ? im->trial->local : (tc_local_steps){.parts = 0};
  tc_counts out = *one;
  for (int k = 0; k < TC_COUNT_COUNT && stages > 0; k++) out.by_index[k] *= stages;
  if (one->boundary_data == 0) out.boundary_rows = one->boundary_rows;
  if (tc_local_steps_count(&local) > 0)
    out.source_cells = one->source_cells * tc_local_steps_evaluations(&local);
  else if (tc_source_options_are_fixed(&im->config->source))
    out.source_cells = one->source_cells;
  return out;
}

/* Returns the storage format of the rows. Rows of different lengths (general rows, sparse/ell.h) have width 0
 * here and support only one format. */
static const tc_format *storage_of(const tc_dry_run *im, const tc_strategy *strategy) {
  return im->rows.width == 0 ? &tc_format_rows : tc_strategy_storage(strategy, im->config->storage);
}

/* Fills in the result of one strategy. counts[ranks] is the traffic of a step with one product, and
 * swept[ranks] is the traffic of all preconditioner sweeps of a step. */
static tc_status fill_result(const tc_dry_run *im, const tc_dry_run_case *shape, const tc_dry_run_layout *run,
                             const tc_strategy *strategy, const tc_counts *counts, const tc_counts *swept,
                             tc_result *result) {
  const tc_config *c = im->config;
  const int ranks = run->distribution->ranks;
  *result = (tc_result){.strategy = strategy->name,
                        .how = strategy,
                        .distribution = tc_distribution_name((int)c->distribution.kind),
                        .partitioner = tc_config_partitioner(c, im->cells),
                        .order = c->order.method->name,
                        .order_block = c->order.block,
                        .block_size = shape->block_size,
                        .storage = storage_of(im, strategy),
                        .ranks = ranks,
                        .nodes = shape->nodes,
                        .ranks_per_node = shape->ranks_per_node,
                        .on_device = im->on_device,
                        .staging = c->device_kernel,
                        .valid = tc_strategy_is_valid(strategy) || ranks == 1,
                        .dry_run = true,
                        .stages = im->trial ? im->trial->stable_step.stages : 0};
  add_memory(im, shape, ranks, result);
  TC_TRY(TC_ALLOC_ZERO(result->measured, ranks));
  for (int r = 0; r < ranks; r++) {
    const tc_counts step = counts_of_step(im, &counts[r], result->stages);
    result->measured[r] = (tc_measurement){.rank = r,
                                           .node = run->node_of_rank[r],
                                           .rows = tc_distribution_owned(run->distribution, r),
                                           .forcing_s = tc_dry_run_formula_costs_step(&im->formulas, &step),
                                           .ledger.count = step};
  }
  return im->trial && c->time.method->solves ? add_trial(im->trial, swept, result) : TC_OK;
}

/* Copies reuse[ranks] to the results of all strategies. These are the numbers of reads of the input vector x
 * by reuse distance, which do not depend on the strategy. */
static tc_status add_reads(const tc_dry_run *im, const tc_reuse *reuse, int strategies, tc_result *result) {
  const int ranks = result[0].ranks;
  tc_reuse *excess = NULL;
  TC_TRY(TC_ALLOC(excess, ranks));
  const tc_status status = tc_read_counts_subtract_usual(ranks, im->rows.average, reuse, excess);
  for (int s = 0; s < strategies && !status; s++)
    for (int r = 0; r < ranks; r++) {
      result[s].measured[r].reuse = reuse[r];
      result[s].measured[r].excess_reuse = excess[r];
    }
  tc_free(excess);
  return status;
}

/* Counts the traffic of one step with each of strategy[strategies], and finally with the strategy
 * `neighbour`. counts[s * ranks + r] receives the counts of rank r with strategy s, and those of `neighbour`
 * have the index s = `strategies`. The messages of `neighbour` contain each ghost once, so set_largest can
 * derive the number of ghosts from its counts. reuse[ranks] receives the numbers of reads of x by reuse
 * distance; it may be NULL. */
static tc_status count_traffic(const tc_dry_run_layout *run, int strategies,
                               const tc_strategy *const *strategy, tc_counts *counts, tc_reuse *reuse) {
  tc_traffic *traffic = NULL;
  TC_TRY(TC_ALLOC(traffic, strategies + 1));
  for (int s = 0; s < strategies; s++) traffic[s] = tc_strategy_traffic(strategy[s]);
  traffic[strategies] = tc_strategy_traffic(tc_strategy_find("neighbour"));
  tc_status status = tc_dry_run_count_strategies(run, strategies + 1, traffic, counts, reuse);
  tc_free(traffic);
  return status;
}

/* Stores in the result the largest number of rows, of ghosts and of peers that a rank has. counts[ranks] are
 * the counts of the strategy `neighbour`. A rank receives one value per ghost and one message per peer with
 * this strategy. */
static void set_largest(const tc_counts *counts, tc_result *result) {
  for (int r = 0; r < result->ranks; r++) {
    const int64_t rows = result->measured[r].rows, ghosts = counts[r].local_values + counts[r].remote_values,
                  peers = counts[r].local_messages + counts[r].remote_messages;
    if (rows > result->rows_max) result->rows_max = rows;
    if (ghosts > result->ghosts_max) result->ghosts_max = ghosts;
    if (peers > result->peers_max) result->peers_max = (int)peers;
  }
}

/* Counts the rows and traffic of the multigrid levels for the virtual ranks, and calls the observer.
 * counts[ranks] are the counts of the strategy `neighbour`. */
static tc_status complete_case(const tc_dry_run *im, const tc_dry_run_case *shape,
                               const tc_dry_run_layout *run, const tc_counts *counts, const tc_counts *swept,
                               int strategies, tc_result *result) {
  const tc_virtual_ranks ranks = {run->distribution, im->position};
  if (im->trial)
    TC_TRY(tc_dry_run_trial_add_levels(im->trial, &ranks, run->node_of_rank, counts, strategies, result));
  return im->observer.observe ? im->observer.observe(im->observer.self, shape, run, swept) : TC_OK;
}

/* Counts the traffic of one case and fills in result[strategies]. */
static tc_status count_case(const tc_dry_run *im, const tc_dry_run_case *shape, const tc_dry_run_layout *run,
                            int strategies, const tc_strategy *const *strategy, tc_result *result) {
  tc_counts *counts = NULL, *swept = NULL;
  tc_reuse *reuse = NULL;
  const size_t ranks = (size_t)run->distribution->ranks;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(counts, ranks * ((size_t)strategies + 1)));
  TC_GUARD(status, TC_ALLOC_ZERO(swept, ranks));
  if (im->reads) TC_GUARD(status, TC_ALLOC(reuse, ranks));
  TC_GUARD(status, count_traffic(run, strategies, strategy, counts, reuse));
  for (size_t k = 0; !status && im->config->time.method->stabilised && k < ranks * (size_t)strategies; k++)
    tc_strategy_count_in_place(strategy[k / ranks], &counts[k]);
  if (im->trial && im->trial->colour) TC_GUARD(status, count_sweeps(im, run, swept));
  for (int s = 0; s < strategies; s++)
    TC_GUARD(status, fill_result(im, shape, run, strategy[s], counts + (size_t)s * ranks, swept, &result[s]));
  for (int s = 0; s < strategies; s++) set_largest(counts + (size_t)strategies * ranks, &result[s]);
  TC_GUARD(status,
           complete_case(im, shape, run, counts + (size_t)strategies * ranks, swept, strategies, result));
  if (reuse) TC_GUARD(status, add_reads(im, reuse, strategies, result));
cleanup:
  tc_free(counts);
  tc_free(swept);
  tc_free(reuse);
  return status;
}

tc_status tc_dry_run_count(tc_dry_run *im, const tc_dry_run_case *shape, int strategies,
                           const tc_strategy *const *strategy, tc_result *result) {
  const tc_config *c = im->config;
  const int32_t ranks = shape->nodes * shape->ranks_per_node;
  tc_distribution *distribution = NULL;
  int *node_of_rank = NULL;
  tc_status status = TC_OK;
  memset(result, 0, (size_t)strategies * sizeof *result);
  TC_TRY(tc_config_check_ranks(c, ranks));
  if (ranks > im->cells)
    return tc_status_create(TC_USAGE, "%d ranks are more than the %d %s of %s: use fewer ranks", (int)ranks,
                            (int)im->cells, im->has_mesh ? "cells" : "rows", c->mesh.file);
  TC_TRY(create_layout(im, ranks, shape->block_size));
  TC_GUARD(status, tc_distribution_create(c->distribution.kind, im->cells, ranks, shape->block_size,
                                          im->layout.first, &distribution));
  if (c->distribution.grid.rows) distribution->grid = c->distribution.grid;
  const tc_virtual_ranks parts = {distribution, im->position};
  if (im->trial) TC_GUARD(status, tc_dry_run_trial_run(im->trial, &parts));
  TC_GUARD(status, TC_ALLOC(node_of_rank, ranks));
  for (int32_t r = 0; r < ranks; r++) node_of_rank[r] = r / shape->ranks_per_node;
  const tc_dry_run_layout run = {im->rows.graph, im->layout.order, im->position,   distribution,
                                 node_of_rank,   im->rows.rings,   im->rows.width, im->formulas.where};
  TC_GUARD(status, count_case(im, shape, &run, strategies, strategy, result));
cleanup:
  tc_distribution_destroy(&distribution);
  tc_free(node_of_rank);
  return status;
}
