/* Forcing: boundary data and source of a problem. Faces with boundary data are grouped by marker (struct
 * tc_forcing_part), so that one call evaluates the formula of a marker for all its faces. Formulas without t
 * are evaluated in tc_forcing_begin only. A step must not fail on one rank alone. It therefore only records
 * an invalid value, and the next collective check reports this value on all ranks. */
#include "solve/problem/forcing_internal.h"

#include <math.h>
#include <string.h>

#include "base/core/timer.h"
#include "comm/world/mpi_world.h"
#include "solve/space/field.h"

#define TC_PHASE "evaluating the forcing"

enum { worth_threads = 1000 }; /* minimum number of faces for which a parallel loop is faster */

int tc_boundary_forcing_list(const tc_boundary_options *choice, const tc_physics *physics,
                             tc_boundary_forcing *list) {
  int count = 0;
  for (int b = 0; b < physics->boundaries; b++) {
    const tc_boundary_rule *rule = tc_boundary_find_rule(choice, physics->boundary[b].marker);
    tc_expression *datum = tc_boundary_datum(rule);
    if (datum) list[count++] = (tc_boundary_forcing){b, datum, rule->function};
  }
  return count;
}

/* ---- faces by formula ---- */

static void list_faces(const tc_boundary_data *in, int boundary, tc_forcing *input, tc_forcing_part *p) {
  for (int32_t f = 0; f < in->faces; f++) {
    if (in->boundary[f] != boundary) continue;
    const int32_t k = p->first + p->faces++;
    input->face[k] = f;
    input->cell[k] = input->space->submesh->id[in->cell[f]];
    memcpy(input->at + 3 * (size_t)k, in->point + 3 * (size_t)f, 3 * sizeof(double));
  }
}

static void list_parts(const tc_physics *physics, const tc_boundary_forcing *list, int count,
                       tc_forcing *input) {
  int32_t first = 0;
  for (int k = 0; k < count; k++) {
    tc_forcing_part *p = &input->part[input->parts++];
    *p = (tc_forcing_part){list[k].value, list[k].function, &physics->boundary[list[k].boundary],
                           .first = first, .varies = tc_expression_uses(list[k].value, 3)};
    list_faces(input->inflow, list[k].boundary, input, p);
    first += p->faces;
    if (p->varies) input->varying += p->faces;
    input->open = input->open || p->boundary->kind == TC_BOUNDARY_FLUX;
  }
}

static void find_entering(tc_forcing *input) {
  const tc_boundary_data *in = input->inflow;
  for (int32_t k = 0; in->rows > 0 && k < in->begin[in->rows]; k++)
    if (in->factor[k] != 0.0) input->is_read[in->face[k]] = true;
}

static tc_status alloc_forcing(int count, tc_forcing *input) {
  const size_t faces = (size_t)input->inflow->faces;
  TC_TRY(TC_POOL_ARRAY(&input->memory, input->part, count));
  TC_TRY(TC_POOL_ARRAY(&input->memory, input->face, faces));
  TC_TRY(TC_POOL_ARRAY(&input->memory, input->at, 3 * faces));
  TC_TRY(TC_POOL_ARRAY(&input->memory, input->cell, faces));
  TC_TRY(TC_POOL_ARRAY_ZERO(&input->memory, input->is_read, faces));
  TC_TRY(TC_POOL_ARRAY(&input->memory, input->datum, faces));
  TC_TRY(TC_POOL_ARRAY(&input->memory, input->early, faces));
  return TC_POOL_ARRAY(&input->memory, input->before, faces);
}

static bool any_varies(const tc_forcing *input) {
  for (int k = 0; k < input->parts; k++)
    if (input->part[k].varies) return true;
  return false;
}

static tc_status init_forcing(const tc_problem *problem, const tc_boundary_forcing *list, int count,
                              tc_forcing *input) {
  TC_TRY(tc_world_agree(input->space->world, alloc_forcing(count, input)));
  list_parts(problem->physics, list, count, input);
  find_entering(input);
  return tc_forcing_change_init(input->space, any_varies(input),
                                input->source && tc_source_value(input->source), &input->drift);
}

tc_status tc_forcing_create(const tc_problem *problem, const tc_boundary_forcing *list, int count,
                            tc_source *source, tc_forcing **out) {
  const tc_space *space = problem->space;
  tc_forcing *input = NULL;
  TC_TRY(TC_WORLD_ALLOC(space->world, input, 1));
  input->space = space;
  input->inflow = problem->system->boundary_data;
  input->source = source;
  TC_RETURN_CREATED(init_forcing(problem, list, count, input), input, tc_forcing_destroy(&input), out);
}

void tc_forcing_destroy(tc_forcing **out) {
  if (*out) tc_forcing_change_free(&(*out)->drift);
  for (int k = 0; *out && k < TC_LOCAL_STEPS_MAX; k++) tc_forcing_change_free(&(*out)->local[k]);
  TC_POOL_DESTROY_OWNER(out);
}

/* ---- evaluating the data ---- */

/* Records the first invalid datum of the run. If several data are invalid at the same time, records the datum
 * of the lowest cell. */
static void record_fault(tc_forcing *input, const tc_forcing_part *p, double t) {
  for (int32_t k = p->first; k < p->first + p->faces; k++) {
    const tc_gid cell = input->cell[k];
    tc_forcing_fault *worst = &input->fault;
    if (fabs(input->datum[k]) <= TC_FIELD_MAX || worst->time < t) continue;
    if (worst->time == t && worst->cell <= cell) continue;
    *worst = (tc_forcing_fault){t, cell, p - input->part};
  }
}

/* Copies the boundary data of the faces of one marker to inflow->datum, updates input->range, and records
 * invalid data. */
static void scatter_data(tc_forcing *input, const tc_forcing_part *p, double t) {
  double low = input->range[0], high = input->range[1], *datum = input->inflow->datum;
  bool sound = true;
#pragma omp parallel for schedule(static) if (p->faces > worth_threads) reduction(max : low, high)                 \
    reduction(&& : sound)
  for (int32_t k = p->first; k < p->first + p->faces; k++) {
    const double g = input->datum[k];
    sound = sound && fabs(g) <= TC_FIELD_MAX;
    datum[input->face[k]] = g;
    if (!input->is_read[input->face[k]]) continue;
    low = fmax(low, -g);
    high = fmax(high, g);
  }
  if (!sound) record_fault(input, p, t);
  if (p->boundary->kind == TC_BOUNDARY_FLUX) return;
  input->range[0] = low;
  input->range[1] = high;
}

/* An error of the user's function is only recorded here, like an invalid datum. The next collective check
 * reports it. */
static tc_status call_function(tc_forcing *input, const tc_forcing_part *p, double t) {
  const size_t first = (size_t)p->first;
  if (p->faces == 0) return TC_OK;
  const int result = p->function->evaluate(p->function->self, t, p->faces, input->cell + first,
                                           input->at + 3 * first, input->datum + first);
  tc_function_failure_record(&input->failure, result, t);
  if (result == 0) scatter_data(input, p, t);
  return TC_OK;
}

static tc_status evaluate_part(tc_forcing *input, const tc_forcing_part *p, double t) {
  if (p->function) return call_function(input, p, t);
  const double *at = input->at + 3 * (size_t)p->first;
  const tc_strided_values column[4] = {{at, 3}, {at + 1, 3}, {at + 2, 3}, {&t, 0}};
  TC_TRY(tc_expression_evaluate(p->formula, p->faces, column, input->datum + p->first));
  scatter_data(input, p, t);
  return TC_OK;
}

static tc_status evaluate_all(tc_forcing *input) {
  for (int k = 0; k < input->parts; k++) TC_TRY(evaluate_part(input, &input->part[k], 0.0));
  return TC_OK;
}

tc_status tc_forcing_evaluate_varying(tc_forcing *input, double t) {
  for (int k = 0; k < input->parts; k++)
    if (input->part[k].varies) TC_TRY(evaluate_part(input, &input->part[k], t));
  return TC_OK;
}

/* True if each step evaluates the boundary data twice, at its beginning and at its end, because 0 < theta
 * < 1. */
static bool looks_twice(const tc_forcing *input) { return input->theta > 0.0 && input->theta < 1.0; }

static void weigh_data(tc_forcing *input) {
  double *datum = input->inflow->datum;
  for (int k = 0; k < input->parts; k++) {
    const tc_forcing_part *p = &input->part[k];
    for (int32_t i = p->first; p->varies && i < p->first + p->faces; i++) {
      const int32_t f = input->face[i];
      datum[f] = (1.0 - input->theta) * input->early[f] + input->theta * datum[f];
    }
  }
}

/* Sets inflow->datum to the boundary data of a step from t to t + dt, weighted by theta. */
static tc_status evaluate_step(tc_forcing *input, double t, double dt) {
  const tc_boundary_data *in = input->inflow;
  if (input->theta < 1.0) TC_TRY(tc_forcing_evaluate_varying(input, t));
  if (looks_twice(input)) memcpy(input->early, in->datum, (size_t)in->faces * sizeof *in->datum);
  if (input->theta > 0.0) TC_TRY(tc_forcing_evaluate_varying(input, t + dt));
  if (looks_twice(input)) weigh_data(input);
  return TC_OK;
}

static tc_status update_data(tc_forcing *input, double t, double dt) {
  const tc_boundary_data *in = input->inflow;
  if (input->varying == 0) return TC_OK;
  memcpy(input->before, in->datum, (size_t)in->faces * sizeof *in->datum);
  TC_TRY(evaluate_step(input, t, dt));
  tc_forcing_change_add_data(&input->drift, in, input->before);
  return TC_OK;
}

static tc_status lowest_of_ranks(const tc_space *space, tc_gid *value) {
  return TC_MPI(space->world,
                MPI_Allreduce(MPI_IN_PLACE, value, 1, TC_MPI_GID, MPI_MIN, tc_world_comm(space->world)));
}

static tc_status check_data(const tc_forcing *input) {
  tc_forcing_fault first = input->fault;
  double found[2] = {-first.time, input->failure.result != 0};
  TC_TRY(tc_world_max(input->space->world, found, 2));
  if (found[1] > 0.0)
    return tc_function_failure_agree(input->space->world, &input->failure, "boundary function");
  if (isinf(found[0])) return TC_OK;
  if (first.time > -found[0]) first.cell = TC_GID_NONE;
  const tc_gid here = first.cell;
  TC_TRY(lowest_of_ranks(input->space, &first.cell));
  if (here != first.cell) first.part = TC_GID_NONE;
  TC_TRY(lowest_of_ranks(input->space, &first.part));
  const tc_forcing_part *p = &input->part[first.part];
  return tc_status_create(p->function ? TC_NUMERICAL : TC_USAGE,
                          "%s: the %s is not finite (NaN or infinite), or more than %g, at a face of cell "
                          "%lld with marker %d at t = %.6g: correct the %s",
                          p->function ? "boundary function" : tc_expression_where(p->formula),
                          p->function ? "value" : "formula", TC_FIELD_MAX,
                          (long long)first.cell + input->space->base, (int)p->boundary->marker, -found[0],
                          p->function ? "function" : "formula");
}

/* ---- calls during a run ---- */

tc_status tc_forcing_begin(tc_forcing *input, const double *value) {
  input->fault = (tc_forcing_fault){INFINITY, TC_GID_NONE, TC_GID_NONE};
  for (int side = 0; side < 2; side++) input->range[side] = input->reach[side] = -INFINITY;
  input->pushed = 0.0;
  input->failure = (tc_function_failure){0};
  TC_TRY(tc_world_agree(input->space->world, evaluate_all(input)));
  TC_TRY(check_data(input));
  if (input->source) {
    TC_TRY(tc_source_init_states(input->source));
    TC_TRY(tc_source_evaluate_initial(input->source, value));
  }
  tc_forcing_begin_changes(input, input->source ? tc_source_value(input->source) : NULL);
  return TC_OK;
}

/* The restart data do not contain the accumulated changes of the forcing, because tc_forcing_take_change has
 * just reset them to 0. `reach` is equal on all ranks and is therefore added as a common item. */
tc_status tc_forcing_list_restart(tc_forcing *input, tc_restart_list *keep) {
  TC_TRY(tc_restart_list_add_common(keep, &input->pushed, 1, "input.pushed"));
  TC_TRY(tc_restart_list_add_common(keep, input->reach, 2, "input.reach"));
  if (input->stages.is_active) TC_TRY(tc_forcing_list_stages(input, keep));
  for (int k = 0; input->source && k < tc_source_states(input->source); k++)
    TC_TRY(tc_restart_list_add_cells(keep, tc_source_state(input->source, k), input->space->owned, "state.%s",
                                     tc_source_state_name(input->source, k)));
  return tc_forcing_list_sources(input, keep);
}

tc_status tc_forcing_resume(tc_forcing *input, double t, double dt) {
  memcpy(input->range, input->reach, sizeof input->range);
  if (input->stages.is_active) return tc_forcing_resume_stages(input);
  return tc_world_agree(input->space->world, evaluate_step(input, t, dt));
}

bool tc_forcing_has_data(const tc_forcing *input) { return input->parts > 0; }

bool tc_forcing_has_source(const tc_forcing *input) { return input->source; }

bool tc_forcing_has_states(const tc_forcing *input) {
  return input->source && tc_source_states(input->source) > 0;
}

tc_status tc_forcing_check_steady(const tc_forcing *input) {
  return input->source ? tc_source_check_steady(input->source) : TC_OK;
}

void tc_forcing_set_theta(tc_forcing *input, double theta) {
  input->theta = theta;
  input->counts_from_level = input->stages.is_active = false;
  if (input->source) tc_source_set_theta(input->source, theta);
}

void tc_forcing_set_level(tc_forcing *input, double level) {
  input->level = level;
  input->counts_from_level = true;
}

/* Returns the number of evaluations of boundary data by this rank per step. Data that depend on time are
 * evaluated twice if 0 < theta < 1. */
static int64_t data_of(const tc_forcing *input) { return (int64_t)input->varying * (1 + looks_twice(input)); }

tc_status tc_forcing_add(tc_forcing *input, double t, double dt, const double *now, double *next,
                         tc_ledger *ledger) {
  double since = tc_now_s();
  tc_forcing_change_add_step(&input->drift, dt);
  if (input->inflow->rows > 0) {
    TC_TRY(update_data(input, t, dt));
    if (input->counts_from_level)
      tc_boundary_data_add_distance(input->inflow, dt, input->level, next);
    else
      tc_boundary_data_apply(input->inflow, dt, next);
    ledger->count.boundary_data += data_of(input);
    ledger->count.boundary_rows += input->inflow->rows;
    tc_ledger_add_time(ledger, TC_PHASE_boundary, since);
  }
  if (!tc_forcing_step_source(input)) return TC_OK;
  tc_source_advance(input->source, t, dt, now, next, ledger);
  since = tc_now_s();
  if (tc_source_value(input->source))
    tc_forcing_change_add_source(&input->drift, tc_source_value(input->source));
  tc_ledger_add_time(ledger, TC_PHASE_source, since);
  return TC_OK;
}

/* Returns the number of times that a step evaluates the source of each cell. */
static int count_source_evaluations(const tc_forcing *input, int stages) {
  if (tc_local_steps_count(&input->split) > 0) return tc_local_steps_evaluations(&input->split);
  return stages > 0 && !tc_source_is_fixed(input->source) ? stages : 1;
}

void tc_forcing_count(const tc_forcing *input, int stages, tc_counts *count) {
  const int64_t evaluations = stages > 0 ? stages : 1;
  count->boundary_data += data_of(input) * evaluations;
  count->boundary_rows += input->inflow->rows * (input->varying > 0 ? evaluations : 1);
  if (input->source)
    count->source_cells += (int64_t)tc_source_cells(input->source) * count_source_evaluations(input, stages);
}

tc_status tc_forcing_check_finite(const tc_forcing *input) {
  TC_TRY(check_data(input));
  return input->source ? tc_source_check_finite(input->source) : TC_OK;
}

tc_status tc_forcing_check_states(const tc_forcing *input, double t) {
  return input->source ? tc_source_check_states(input->source, t) : TC_OK;
}

void tc_forcing_set_diffusion_rate(tc_forcing *input, double diffusion) { input->diffusion = diffusion; }

tc_status tc_forcing_check_slopes(const tc_forcing *input, double t, double dt, double covered,
                                  const double range[2]) {
  return input->source
             ? tc_source_check_slopes(input->source, t, dt, &input->split, covered, input->diffusion, range)
             : TC_OK;
}

double tc_forcing_longest_step(const tc_forcing *input) {
  const int steps = tc_local_steps_count(&input->split);
  return steps > 0 ? steps * input->local[0].dt : input->drift.dt;
}

tc_status tc_forcing_take_change(tc_forcing *input, double *change) {
  const double time = input->drift.time;
  double push;
  TC_TRY(input->stages.is_active ? tc_forcing_compute_stage_change(input, change, &push)
                                 : tc_forcing_change_take(&input->drift, change, &push));
  input->pushed += push;
  if (tc_local_steps_count(&input->split) > 0) TC_TRY(tc_forcing_add_local_changes(input, time, change));
  memcpy(input->reach, input->range, sizeof input->reach);
  return tc_world_max(input->space->world, input->reach, 2);
}

void tc_forcing_widen_range(const tc_forcing *input, double range[2]) {
  range[0] = input->open ? -INFINITY : fmin(range[0], -input->reach[0]) - input->pushed;
  range[1] = input->open ? INFINITY : fmax(range[1], input->reach[1]) + input->pushed;
}

tc_status tc_forcing_find_first_range(tc_forcing *input, const double *value, double range[2]) {
  double change, wide[2] = {range[0], range[1]};
  TC_TRY(tc_forcing_begin(input, value));
  TC_TRY(tc_forcing_take_change(input, &change));
  tc_forcing_widen_range(input, wide);
  if (!isinf(wide[1] - wide[0])) memcpy(range, wide, sizeof wide);
  return TC_OK;
}
