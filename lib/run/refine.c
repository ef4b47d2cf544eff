#include "run/refine.h"

#include <math.h>
#include <omp.h>
#include <string.h>

#include "base/memory.h"
#include "run/phases.h"
#include "run/strategy_choice.h"

/* What a run of a study leaves out. */
static const char *const left_out[] = {"snapshots={file: null, every: 0}", "report={json: null, csv: null}",
                                       "machine=none"};
enum { left_outs = sizeof left_out / sizeof *left_out };

static tc_status root_mean_square(const tc_space *space, const double *value, double volume, double *out) {
  double square = 0.0;
  TC_TRY(tc_field_dot(space, value, value, &square));
  *out = sqrt(square / volume);
  return TC_OK;
}

/* Volume of the mesh, and the size of the exact solution at the end. Collective. */
static tc_status measure(const tc_session *s, double *volume, double *size) {
  const tc_space *space = s->problem->space;
  double *value = NULL;
  tc_status status = TC_OK;
  TC_TRY(TC_WORLD_ALLOC(s->world, value, space->owned));
  for (int32_t i = 0; i < space->owned; i++) value[i] = 1.0;
  TC_GUARD(status, tc_field_integral(space, value, volume));
  TC_GUARD(status, tc_session_evaluate(s, s->config->exact, tc_session_end_time(s), value));
  TC_GUARD(status, root_mean_square(space, value, *volume, size));
cleanup:
  tc_free(value);
  return status;
}

static tc_status describe(const tc_session *s, tc_level *level) {
  const tc_result *result = &s->results.result[0];
  double volume = 0.0, size = 0.0;
  TC_TRY(measure(s, &volume, &size));
  level->cells = s->problem->space->cells;
  level->h = cbrt(volume / (double)level->cells);
  level->steps = s->step.steps;
  level->dt = s->step.dt;
  level->time = tc_session_end_time(s);
  level->stabilisation = s->safe.takes_one ? s->safe.stabilisation : NAN;
  level->l2 = result->l2_error;
  level->relative = size > 0.0 ? result->l2_error / size : NAN;
  level->most = result->max_error;
  level->hash = result->field.hash;
  if (s->world->rank == 0) level->wall_s = tc_result_wall(result).steps_s;
  return TC_OK;
}

static tc_status march(tc_session *s, tc_level *level) {
  const tc_strategy *strategy = NULL;
  const int32_t block_size = s->config->distribution.block_size;
  TC_TRY(tc_session_set_up(s, block_size));
  tc_session_forget_mesh(s);
  TC_TRY(tc_strategy_choose(s, &strategy));
  TC_TRY(tc_session_march(s, strategy, block_size, NULL, 0));
  return describe(s, level);
}

static tc_status check_exact(const tc_config *config) {
  if (config->exact) return TC_OK;
  return tc_status_make(TC_USAGE, "%s: verify compares with a known solution: give `exact`", config->path);
}

/* What is the same for all runs, from the first one's session. */
static tc_status note(const tc_session *s, tc_refinement *study) {
  if (study->ranks > 0) return TC_OK;
  study->config = s->choice->config;
  study->ranks = s->world->ranks;
  study->threads = omp_get_max_threads();
  return s->config->title ? tc_pool_print(&study->pool, &study->title, "%s", s->config->title) : TC_OK;
}

static tc_status run_one(const tc_run_choice *choice, const tc_circumstances *circumstances, tc_world *world,
                         const tc_log *log, tc_refinement *study, const char **scheme, tc_level *level) {
  tc_session session = {0};
  tc_status status = TC_OK;
  TC_GUARD(status, tc_session_open(choice, circumstances, world, log, &session));
  TC_GUARD(status, check_exact(session.config));
  TC_GUARD(status, tc_world_agree(world, note(&session, study)));
  *scheme = session.config->diffusion.scheme->name;
  TC_GUARD(status, march(&session, level));
cleanup:
  tc_session_close(&session);
  return status;
}

/* The choice with what a study leaves out; the list of overrides lives in the pool. */
static tc_status leave_out(const tc_refine *refine, tc_pool *pool, tc_run_choice *out) {
  const char **override = NULL;
  *out = *refine->choice;
  out->json = out->csv = out->machine = NULL;
  TC_TRY(tc_pool_alloc(pool, (size_t)(out->overrides + left_outs) * sizeof *override, &override));
  for (int i = 0; i < out->overrides; i++) override[i] = out->override[i];
  for (int i = 0; i < left_outs; i++) override[out->overrides + i] = left_out[i];
  out->overrides += left_outs;
  out->override = override;
  return TC_OK;
}

static tc_status make_room(const tc_refine *refine, tc_refinement *study, tc_run_choice *choice) {
  study->overrides = refine->choice->overrides;
  study->override = refine->choice->override;
  study->count = refine->schemes > 0 ? refine->schemes : 1;
  TC_TRY(leave_out(refine, &study->pool, choice));
  TC_TRY(tc_pool_alloc(&study->pool, (size_t)study->count * sizeof *study->series, &study->series));
  for (int i = 0; i < study->count; i++)
    TC_TRY(tc_pool_alloc(&study->pool, (size_t)refine->meshes * sizeof(tc_level), &study->series[i].level));
  return TC_OK;
}

tc_status tc_refine_run(const tc_refine *refine, const tc_circumstances *circumstances, tc_world *world,
                        const tc_log *log, tc_refinement *study) {
  tc_run_choice choice = {0};
  TC_TRY(tc_world_agree(world, make_room(refine, study, &choice)));
  for (int i = 0; i < study->count; i++) {
    tc_series *series = &study->series[i];
    choice.scheme = refine->schemes > 0 ? refine->scheme[i] : NULL;
    for (int m = 0; m < refine->meshes; m++) {
      tc_level *level = &series->level[series->levels++];
      choice.mesh = level->mesh = refine->mesh[m].name;
      choice.bricks = refine->mesh[m].bricks;
      tc_log_note(log, TC_LOG_NORMAL, "%s%s%s", choice.scheme ? choice.scheme->name : "",
                  choice.scheme ? ", " : "", choice.mesh);
      TC_TRY(run_one(&choice, circumstances, world, log, study, &series->scheme, level));
    }
    tc_series_finish(series);
  }
  return TC_OK;
}

void tc_refine_free(tc_refinement *study) { tc_pool_empty(&study->pool); }
