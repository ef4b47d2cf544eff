/* Cost of the forcing in dry runs: finds the faces with boundary data, and selects a sample of cells. On this
 * sample it measures the evaluation of the formulas and checks the resolution of fronts. The sample has up to
 * 8192 cells with boundary data and 8192 cells without, spread evenly over the mesh. It is set up like the
 * subdomain of a rank on MPI_COMM_SELF. The forcing is measured with and without time-dependent data, to
 * separate the cost of evaluating a datum from the cost of adding it to a row. */
#include "run/dry_run/dry_run_forcing.h"

#include <math.h>
#include <omp.h>
#include <string.h>

#include "base/core/memory.h"
#include "comm/world/mpi_world.h"
#include "io/config/config_solver.h"
#include "run/plan/run_material.h"
#include "solve/observe/front_resolution.h"
#include "solve/problem/forcing_cost.h"
#include "solve/space/field.h"

/* ---- faces with boundary data ---- */

static tc_status alloc_marks(int32_t cells, uint8_t **given, uint8_t **changing) {
  TC_TRY(TC_ALLOC_ZERO(*given, cells));
  return TC_ALLOC_ZERO(*changing, cells);
}

/* True if a face has a boundary datum, or if the config has boundary conditions for markers. The latter must
 * be checked even if they set no datum. */
static bool is_given(const tc_boundary_options *choice, const tc_dual *dual) {
  if (choice->rules > 0) return true;
  for (int32_t b = 0; b < dual->boundary; b++)
    if (tc_boundary_datum(tc_boundary_find_rule(choice, dual->marker[b]))) return true;
  return false;
}

/* Returns the number of evaluations of a time-dependent boundary datum in a step: 2 if both the beginning and
 * the end of the step have a weight above 0, otherwise 1. `theta` is the weight of the end. */
static int evaluations_per_step(double theta) { return theta > 0.0 && theta < 1.0 ? 2 : 1; }

static tc_status count_forcing(const tc_boundary_options *choice, const tc_dual *dual, double theta,
                               tc_dry_run_formula_costs *out) {
  uint8_t *given = NULL, *changing = NULL;
  const tc_status status = alloc_marks(dual->cells, &given, &changing);
  out->where.data_faces = given;
  out->where.time_dependent_faces = changing;
  for (int32_t b = 0; b < dual->boundary && !status; b++) {
    const tc_expression *datum = tc_boundary_datum(tc_boundary_find_rule(choice, dual->marker[b]));
    if (!datum) continue;
    given[dual->face[b] / 4]++;
    if (tc_expression_uses(datum, 3)) changing[dual->face[b] / 4] += (uint8_t)evaluations_per_step(theta);
  }
  return status;
}

void tc_dry_run_formula_costs_free(tc_dry_run_formula_costs *f) {
  uint8_t *given = (uint8_t *)f->where.data_faces, *changing = (uint8_t *)f->where.time_dependent_faces;
  tc_free(given);
  tc_free(changing);
  *f = (tc_dry_run_formula_costs){.cell_s = 0.0};
}

/* ---- sample of the mesh, set up like a subdomain ---- */

enum {
  most_cells = 8192
}; /* maximum number of cells with boundary data, and of cells without, in the sample */

typedef struct sample {
  tc_world *world;
  tc_submesh *submesh;
  tc_geometry *geometry;
  tc_labels *regions, *markers;
  tc_physics *physics;
  tc_system *system;
  tc_source *source;
  double *value;
  tc_space space;     /* mesh and geometry of the cells in the sample */
  tc_problem problem; /* discretised problem on the cells in the sample */
} sample;

static void close_sample(sample *s) {
  tc_free(s->value);
  tc_face_file_free(&s->space.face_file);
  tc_source_destroy(&s->source);
  tc_system_destroy(&s->system);
  tc_physics_destroy(&s->physics);
  tc_labels_destroy(&s->regions);
  tc_labels_destroy(&s->markers);
  tc_geometry_destroy(&s->geometry);
  tc_submesh_destroy(&s->submesh);
  tc_world_destroy(&s->world);
}

/* Appends evenly spread cells to own[], which already has `chosen` cells. Selects cells with boundary data if
 * `with` is true, and cells without boundary data otherwise. Returns the new number of cells in own[]. */
static int32_t spread_cells(const uint8_t *given, int32_t cells, bool with, int32_t *own, int32_t chosen) {
  int32_t count = 0, seen = 0;
  for (int32_t c = 0; c < cells; c++) count += (given[c] > 0) == with;
  const int32_t stride = 1 + (count - 1) / most_cells;
  for (int32_t c = 0; c < cells; c++)
    if ((given[c] > 0) == with && seen++ % stride == 0) own[chosen++] = c;
  return chosen;
}

static tc_status extract_sample(const tc_mesh *mesh, const tc_dual *dual, const uint8_t *given, int rings,
                                tc_submesh **out) {
  int32_t *position = NULL, own[2 * most_cells];
  tc_submesh_extractor *cutter = NULL;
  tc_status status = TC_OK;
  TC_TRY(TC_ALLOC(position, mesh->cells));
  for (int32_t c = 0; c < mesh->cells; c++) position[c] = c;
  const int32_t with = spread_cells(given, mesh->cells, true, own, 0),
                all = spread_cells(given, mesh->cells, false, own, with);
  TC_GUARD(status, tc_submesh_extractor_create(mesh, dual, position, &cutter));
  TC_GUARD(status, tc_submesh_extract(cutter, all, own, rings, out));
cleanup:
  tc_submesh_extractor_destroy(&cutter);
  tc_free(position);
  return status;
}

static tc_status measure_cells(const tc_mesh *mesh, const tc_dual *dual, sample *s) {
  TC_TRY(tc_geometry_create(s->submesh, &s->geometry));
  TC_TRY(tc_labels_create_regions(mesh, &s->regions));
  TC_TRY(tc_labels_create_markers(mesh, dual, &s->markers));
  s->space = (tc_space){.world = s->world,
                        .cells = s->submesh->owned,
                        .owned = s->submesh->owned,
                        .base = s->submesh->base,
                        .id = s->submesh->id,
                        .volume = s->geometry->volume,
                        .centroid = s->geometry->centroid,
                        .submesh = s->submesh,
                        .geometry = s->geometry,
                        .regions = s->regions,
                        .markers = s->markers};
  return tc_face_file_describe(mesh, dual, &s->space.face_file);
}

/* Assembles the problem of the sample. All cells have a unit tensor, because the cost of the forcing does not
 * depend on the tensor. */
static tc_status assemble_sample(const tc_config *c, const tc_boundary_options *choice, const tc_log *log,
                                 sample *s) {
  static const double tensor[6] = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0};
  const tc_scheme *scheme = c->diffusion.scheme;
  TC_TRY(tc_physics_create(s->submesh, s->markers->count, s->markers->label, tensor, &s->physics));
  TC_TRY(tc_boundary_apply(&s->space, choice, log, s->physics));
  TC_TRY(tc_system_create(s->submesh->owned, s->submesh->cells, scheme->width, &s->system));
  TC_TRY(scheme->assemble(s->geometry, s->physics, s->system));
  s->problem = (tc_problem){scheme, &s->space, s->physics, s->system};
  return TC_OK;
}

static tc_status open_sample(const tc_config *c, const tc_boundary_options *choice, const tc_mesh *mesh,
                             const tc_dual *dual, const uint8_t *given, const tc_log *log, sample *s) {
  TC_TRY(tc_world_create(MPI_COMM_SELF, 0, &s->world));
  TC_TRY(extract_sample(mesh, dual, given, c->diffusion.scheme->rings, &s->submesh));
  TC_TRY(measure_cells(mesh, dual, s));
  TC_TRY(assemble_sample(c, choice, log, s));
  TC_TRY(TC_ALLOC_ZERO(s->value, s->submesh->owned));
  if (c->initial.formula)
    TC_TRY(tc_field_evaluate(&s->space, tc_expression_where(c->initial.formula), c->initial.formula, 0.0,
                             s->value));
  return tc_source_is_configured(&c->source) ? tc_source_create(&s->space, &c->source, &s->source) : TC_OK;
}

/* ---- costs ---- */

/* Time interval 0 .. end in which the formulas are evaluated, and the weight theta that the integrator gives
 * to the end of a step. */
typedef struct window {
  double end, theta;
} window;

static tc_status try_with(sample *s, const tc_boundary_forcing *list, int count, tc_source *source,
                          window times, tc_seconds *seconds, tc_counts *counts) {
  tc_forcing *input = NULL;
  tc_status status = tc_forcing_create(&s->problem, list, count, source, &input);
  if (!status) tc_forcing_set_theta(input, times.theta);
  if (!status) status = tc_forcing_measure_cost(&s->problem, input, times.end, s->value, seconds);
  if (!status) tc_forcing_count(input, 0, counts);
  tc_forcing_destroy(&input);
  return status;
}

static double seconds_each(double seconds, int64_t count) {
  return count > 0 && seconds > 0.0 ? seconds / (double)count : 0.0;
}

/* Measures the time of the forcing with all data, and again without time-dependent data. The difference is
 * the time of evaluating the time-dependent data. */
static tc_status try_sample(sample *s, const tc_boundary_forcing *list, int count, window times,
                            tc_dry_run_formula_costs *out) {
  tc_seconds all, added = {0};
  tc_counts counts = {{0}}, others = {{0}};
  TC_TRY(try_with(s, list, count, s->source, times, &all, &counts));
  if (count > 0) TC_TRY(try_with(s, list, 0, NULL, times, &added, &others));
  out->row_s = seconds_each(added.boundary, counts.boundary_rows);
  out->datum_s = seconds_each(all.boundary - added.boundary, counts.boundary_data);
  out->cell_s = seconds_each(all.source, counts.source_cells);
  return TC_OK;
}

/* ---- fronts ---- */

/* True if the source depends on v, so that the solution may have travelling fronts. The sample must then be
 * checked for cells that are too large to resolve them. If steps solve linear systems, the setup of the trial
 * step makes this check. */
static bool has_front(const tc_config *c) {
  const tc_expression *source = c->source.source;
  return source && tc_expression_uses(source, TC_SOURCE_V) && !c->time.method->solves && c->initial.formula &&
         !c->diffusion.fibres.file;
}

/* Finds the range of the field v in the first steps, as a run does (run/session/prepared.c). */
static tc_status find_range(sample *s, const tc_boundary_forcing *list, int count, double range[2]) {
  tc_forcing *input = NULL;
  range[0] = INFINITY;
  range[1] = -INFINITY;
  for (int32_t i = 0; i < s->space.owned; i++) {
    range[0] = fmin(range[0], s->value[i]);
    range[1] = fmax(range[1], s->value[i]);
  }
  TC_TRY(tc_forcing_create(&s->problem, list, count, s->source, &input));
  const tc_status status = tc_forcing_find_first_range(input, s->value, range);
  tc_forcing_destroy(&input);
  return status;
}

static tc_status find_front(const tc_config *c, sample *s, const double range[2], double *rise,
                            tc_front *front) {
  static const double tensor[6] = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0};
  tc_material material;
  tc_physics *physics = NULL;
  tc_stiffness stiffness;
  tc_status status = TC_OK;
  TC_TRY(tc_run_material(c, &(tc_fibre_values){0}, &material));
  TC_TRY(tc_physics_create(s->submesh, s->markers->count, s->markers->label, tensor, &physics));
  TC_GUARD(status, tc_material_apply(&s->space, &material, NULL, physics));
  TC_GUARD(status, tc_source_stiffness(s->source, 0.0, range, &stiffness, rise));
  TC_GUARD(status, tc_front_find(&s->space, physics, rise, front));
cleanup:
  tc_physics_destroy(&physics);
  return status;
}

/* Warns if cells of the sample are too large for the width of travelling fronts. A real run checks all
 * cells. */
static tc_status compare_front(const tc_config *c, sample *s, const tc_boundary_forcing *list, int count,
                               const tc_log *log) {
  double range[2], *rise = NULL;
  tc_front front;
  if (!has_front(c)) return TC_OK;
  TC_TRY(find_range(s, list, count, range));
  TC_TRY(TC_ALLOC(rise, s->space.owned));
  const tc_status status = find_front(c, s, range, rise, &front);
  tc_free(rise);
  if (!status) tc_front_report(&front, tc_expression_where(c->source.source), s->space.base, log);
  return status;
}

/* Returns the end of the time interval in which the measurement evaluates formulas. It is the end of the run
 * if the config sets it, otherwise 10, because functions may be faster near 0. */
static double end_of(const tc_config *c) {
  if (c->time.end > 0.0) return c->time.end;
  return c->time.dt > 0.0 ? (double)c->time.steps * c->time.dt : 10.0;
}

static tc_status measure_formulas(const tc_config *c, const tc_boundary_options *choice, const tc_mesh *mesh,
                                  const tc_dual *dual, const tc_log *log, tc_dry_run_formula_costs *out) {
  sample s = {NULL};
  tc_boundary_forcing *list = NULL;
  tc_status status = open_sample(c, choice, mesh, dual, out->where.data_faces, log, &s);
  if (!status) status = TC_ALLOC(list, s.physics->boundaries);
  const window times = {end_of(c), tc_config_theta(c)};
  const int count = status ? 0 : tc_boundary_forcing_list(choice, s.physics, list);
  if (!status) status = try_sample(&s, list, count, times, out);
  if (!status) status = compare_front(c, &s, list, count, log);
  tc_free(list);
  close_sample(&s);
  return status;
}

tc_status tc_dry_run_formula_costs_measure(const tc_config *c, const tc_mesh *mesh, const tc_dual *dual,
                                           const tc_log *log, tc_dry_run_formula_costs *out) {
  const tc_boundary_options choice = tc_config_boundary(c);
  const int before = omp_get_max_threads();
  *out = (tc_dry_run_formula_costs){.where.source = tc_source_is_configured(&c->source)};
  if (!tc_source_is_configured(&c->source) && !is_given(&choice, dual)) return TC_OK;
  const tc_log_phase phase = tc_log_begin_phase(log, TC_JOB_PHASE_formulas, "measuring the formulas");
  TC_TRY(count_forcing(&choice, dual, tc_config_theta(c), out));
  omp_set_num_threads(c->threads > 0 ? c->threads : 1);
  const tc_status status = measure_formulas(c, &choice, mesh, dual, log, out);
  omp_set_num_threads(before);
  if (!status) tc_log_end_phase(&phase);
  return status;
}

tc_seconds tc_dry_run_formula_costs_step(const tc_dry_run_formula_costs *f, const tc_counts *count) {
  return (tc_seconds){.boundary =
                          (double)count->boundary_data * f->datum_s + (double)count->boundary_rows * f->row_s,
                      .source = (double)count->source_cells * f->cell_s};
}
