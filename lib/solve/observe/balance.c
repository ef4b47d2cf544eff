/* Computes the inflow of a field. Each step adds the values of the cells at the boundary, the boundary data
 * and the source to compensated sums. An update of the balance multiplies these sums by the flow factors of
 * tc_marker_flux and adds the products. The first pass over these products finds the largest one, which
 * determines the scale of exact sums. The second pass adds the products to these sums. */
#include "solve/observe/balance.h"

#include <math.h>

#include "solve/problem/background.h"
#include "solve/space/field.h"
#include "solve/space/restart_list.h"

/* Returns the number of items of `cumulative`: one for each marker, one for the source, and one for the sum
 * of absolute contributions. */
static int count_sums(const tc_balance *b) { return b->markers + 2; }

/* Fills b->cell with the owned cells whose values contribute to a flow through the boundary. Each cell is
 * listed once. */
static void list_cells(tc_balance *b) {
  const tc_marker_flux *through = b->problem->system->marker_flux;
  const int32_t owned = b->problem->space->owned;
  for (int32_t i = 0; i < owned; i++) b->number[i] = -1;
  for (int32_t k = 0; k < through->begin[through->markers]; k++) b->number[through->cell[k]] = 0;
  for (int32_t i = 0; i < owned; i++) {
    if (b->number[i] < 0) continue;
    b->number[i] = b->cells;
    b->cell[b->cells++] = i;
  }
}

static tc_status alloc_balance(tc_balance *b) {
  const int32_t owned = b->problem->space->owned;
  TC_TRY(TC_POOL_ARRAY(&b->memory, b->cell, owned));
  TC_TRY(TC_POOL_ARRAY(&b->memory, b->number, owned));
  list_cells(b);
  TC_TRY(tc_compensated_sums_init(b->cells, &b->value));
  TC_TRY(tc_compensated_sums_init(b->problem->system->boundary_data->faces, &b->datum));
  TC_TRY(tc_compensated_sums_init(b->source ? owned : 0, &b->from_source));
  TC_TRY(TC_POOL_ARRAY(&b->memory, b->partial, count_sums(b)));
  TC_TRY(TC_POOL_ARRAY(&b->memory, b->largest, count_sums(b)));
  TC_TRY(TC_POOL_ARRAY_ZERO(&b->memory, b->since_last_update, count_sums(b)));
  return TC_POOL_ARRAY_ZERO(&b->memory, b->cumulative, count_sums(b));
}

tc_status tc_balance_create(const tc_problem *problem, const double *source, tc_balance **out) {
  tc_balance *b = NULL;
  TC_TRY(TC_WORLD_ALLOC(problem->space->world, b, 1));
  *b = (tc_balance){.problem = problem, .source = source, .markers = problem->physics->boundaries};
  TC_RETURN_CREATED(tc_world_agree(problem->space->world, alloc_balance(b)), b, tc_balance_destroy(&b), out);
}

void tc_balance_destroy(tc_balance **balance) {
  tc_balance *b = *balance;
  if (!b) return;
  tc_compensated_sums_free(&b->value);
  tc_compensated_sums_free(&b->datum);
  tc_compensated_sums_free(&b->from_source);
  TC_POOL_DESTROY_OWNER(balance);
}

static void clear_sums(tc_balance *b) {
  tc_compensated_sums_clear(&b->value);
  tc_compensated_sums_clear(&b->datum);
  tc_compensated_sums_clear(&b->from_source);
  b->steps = 0;
}

void tc_balance_begin(tc_balance *b, double integral) {
  clear_sums(b);
  b->initial_integral = integral;
  b->level = b->spread = b->time = b->dt = 0.0;
  for (int k = 0; k < count_sums(b); k++) b->since_last_update[k] = b->cumulative[k] = 0.0;
}

void tc_balance_add(tc_balance *b, double dt, const double *during) {
  b->dt = dt;
  b->steps++;
  tc_compensated_sums_add(&b->value, b->cell, during);
  tc_compensated_sums_add(&b->datum, NULL, b->problem->system->boundary_data->datum);
  if (b->source) tc_compensated_sums_add(&b->from_source, NULL, b->source);
}

/* Function that visit_terms calls for each term of the inflow. `m` is the index in b->cumulative of the sum
 * to which the term belongs. */
typedef void visit(tc_balance *b, int m, double term);

static void visit_driving(tc_balance *b, visit *one, int m, double term) {
  one(b, m, term);
  if (b->steady) one(b, b->markers + 1, fabs(term));
}

/* Calls the function `one` for every term of the inflow. The constant b->level is first subtracted from
 * values and boundary data, because a constant that all of them contain causes no flow. */
static void visit_terms(tc_balance *b, visit *one) {
  const tc_marker_flux *t = b->problem->system->marker_flux;
  const bool *is_level = b->problem->system->boundary_data->is_level;
  const tc_space *space = b->problem->space;
  const double levels = (double)b->steps * b->level;
  for (int m = 0; m < b->markers; m++) {
    for (int32_t k = t->begin[m]; k < t->begin[m + 1]; k++)
      one(b, m, t->factor[k] * tc_compensated_sums_beyond(&b->value, b->number[t->cell[k]], levels));
    for (int32_t k = t->datum_begin[m]; k < t->datum_begin[m + 1]; k++)
      visit_driving(b, one, m,
                    t->datum_factor[k] * tc_compensated_sums_beyond(&b->datum, t->face[k],
                                                                    is_level[t->face[k]] ? levels : 0.0));
  }
  for (int32_t i = 0; i < b->from_source.count; i++)
    visit_driving(b, one, b->markers, space->volume[i] * tc_compensated_sums_get(&b->from_source, i));
}

static void update_largest(tc_balance *b, int m, double term) {
  if (!(fabs(term) <= b->largest[m])) b->largest[m] = isfinite(term) ? fabs(term) : INFINITY;
}

static void add_term(tc_balance *b, int m, double term) {
  if (isfinite(b->largest[m])) tc_sum_add(&b->partial[m], term);
}

tc_status tc_balance_add_to_totals(tc_balance *b) {
  const tc_world *world = b->problem->space->world;
  if (b->steps == 0) return TC_OK;
  for (int m = 0; m < count_sums(b); m++) b->largest[m] = 0.0;
  visit_terms(b, update_largest);
  TC_TRY(tc_world_max(world, b->largest, count_sums(b)));
  for (int m = 0; m < count_sums(b); m++)
    b->partial[m] = tc_sum_init(isfinite(b->largest[m]) ? b->largest[m] : 0.0);
  visit_terms(b, add_term);
  TC_TRY(tc_world_sums(world, count_sums(b), b->partial));
  for (int m = 0; m < count_sums(b); m++) {
    b->since_last_update[m] = isfinite(b->largest[m]) ? b->dt * tc_sum_value(&b->partial[m]) : NAN;
    b->cumulative[m] += b->since_last_update[m];
  }
  b->time = b->dt * (double)b->steps;
  return TC_OK;
}

tc_status tc_balance_update(tc_balance *b) {
  TC_TRY(tc_balance_add_to_totals(b));
  if (b->steps > 0) clear_sums(b);
  return TC_OK;
}

double tc_balance_defect(const tc_balance *b, double integral) {
  double inflow = 0.0;
  for (int m = 0; m <= b->markers; m++) inflow += b->cumulative[m];
  return b->steady ? -inflow : integral - b->initial_integral - inflow;
}

double tc_balance_scale(const tc_balance *b, double integral) {
  double scale =
      b->steady ? b->cumulative[b->markers + 1] : fmax(fabs(integral - b->initial_integral), b->spread);
  for (int m = 0; m <= b->markers; m++) scale = fmax(scale, fabs(b->cumulative[m]));
  return scale;
}

double tc_balance_error(const tc_balance *b, double integral) {
  const double defect = fabs(tc_balance_defect(b, integral));
  return defect > 0.0 ? defect / tc_balance_scale(b, integral) : defect;
}

static bool is_due(const tc_hook *hook, const tc_run_state *now) {
  (void)hook;
  (void)now;
  return true;
}

static void widen_range(double value, double extremes[2]) {
  extremes[0] = fmax(extremes[0], -value);
  extremes[1] = fmax(extremes[1], value);
}

/* Sets b->level, the constant that is subtracted before flows are summed. For a steady state it is the mean
 * of the boundary data, if tc_background_level finds one. Otherwise it is the centre of the range of the
 * initial field. */
static tc_status find_level(tc_balance *b, const double *value) {
  double extremes[2] = {-INFINITY, -INFINITY};
  bool has_level = false;
  if (b->steady) TC_TRY(tc_background_level(b->problem, &b->level, &has_level));
  if (has_level) return TC_OK;
  for (int32_t i = 0; i < b->problem->space->owned; i++) widen_range(value[i], extremes);
  TC_TRY(tc_world_max(b->problem->space->world, extremes, 2));
  b->level = 0.5 * (extremes[1] - extremes[0]);
  return TC_OK;
}

static tc_status begin_balance(void *self, const tc_run_state *now) {
  tc_balance *b = self;
  double integral;
  TC_TRY(tc_field_integral(b->problem->space, now->value, &integral));
  tc_balance_begin(b, integral);
  TC_TRY(tc_field_spread(b->problem->space, now->value, &b->spread));
  return find_level(b, now->value);
}

static tc_status add_step_to_balance(void *self, const tc_run_state *now) {
  tc_balance *b = self;
  if (now->step == 0) return TC_OK;
  /* An update multiplies the sums of all steps since the last update by one dt, so they must have equal
   * lengths. */
  if (now->last || (b->steps > 0 && now->dt != b->dt)) TC_TRY(tc_balance_update(b));
  tc_balance_add(b, now->dt, now->flux_value ? now->flux_value : now->previous_value);
  return TC_OK;
}

/* ---- restart data ---- */

static tc_status list_values_restart(tc_balance *b, tc_restart_list *keep) {
  const tc_space *space = b->problem->space;
  TC_TRY(tc_restart_list_add_integer(keep, &b->value.terms, "balance.value.terms"));
  TC_TRY(tc_restart_list_add_rows(keep, space, b->value.latest, b->cells, b->cell, "balance.value.latest"));
  TC_TRY(tc_restart_list_add_rows(keep, space, b->value.high, b->cells, b->cell, "balance.value.high"));
  return tc_restart_list_add_rows(keep, space, b->value.low, b->cells, b->cell, "balance.value.low");
}

static tc_status list_data_restart(tc_balance *b, tc_restart_list *keep) {
  const tc_space *space = b->problem->space;
  const tc_boundary_data *inflow = b->problem->system->boundary_data;
  TC_TRY(tc_restart_list_add_integer(keep, &b->datum.terms, "balance.datum.terms"));
  TC_TRY(tc_restart_list_add_faces(keep, space, inflow, b->datum.latest, "balance.datum.latest"));
  TC_TRY(tc_restart_list_add_faces(keep, space, inflow, b->datum.high, "balance.datum.high"));
  return tc_restart_list_add_faces(keep, space, inflow, b->datum.low, "balance.datum.low");
}

static tc_status list_source_restart(tc_balance *b, tc_restart_list *keep) {
  tc_compensated_sums *sums = &b->from_source;
  if (!b->source) return TC_OK;
  TC_TRY(tc_restart_list_add_integer(keep, &sums->terms, "balance.source.terms"));
  TC_TRY(tc_restart_list_add_cells(keep, sums->latest, sums->count, "balance.source.latest"));
  TC_TRY(tc_restart_list_add_cells(keep, sums->high, sums->count, "balance.source.high"));
  return tc_restart_list_add_cells(keep, sums->low, sums->count, "balance.source.low");
}

static tc_status list_balance_restart(void *self, tc_restart_list *list) {
  tc_balance *b = self;
  TC_TRY(tc_restart_list_add_integer(list, &b->steps, "balance.steps"));
  TC_TRY(tc_restart_list_add_common(list, &b->dt, 1, "balance.dt"));
  TC_TRY(tc_restart_list_add_common(list, &b->initial_integral, 1, "balance.begin"));
  TC_TRY(tc_restart_list_add_common(list, &b->time, 1, "balance.time"));
  TC_TRY(tc_restart_list_add_common(list, b->since_last_update, count_sums(b), "balance.recent"));
  TC_TRY(tc_restart_list_add_common(list, b->cumulative, count_sums(b), "balance.total"));
  TC_TRY(list_values_restart(b, list));
  TC_TRY(list_data_restart(b, list));
  return list_source_restart(b, list);
}

/* Called when a run is resumed. An update multiplies all sums by the same dt. If the resumed run has another
 * dt, the sums of the steps before the checkpoint are therefore added to the totals here. */
static tc_status resume_balance(void *self, const tc_run_state *now) {
  tc_balance *b = self;
  return b->dt == now->dt ? TC_OK : tc_balance_update(b);
}

tc_hook tc_balance_hook(tc_balance *balance) {
  return (tc_hook){.self = balance,
                   .is_due = is_due,
                   .begin = begin_balance,
                   .list_restart = list_balance_restart,
                   .resume = resume_balance,
                   .run = add_step_to_balance};
}
