#include "run/session/strategy_choice.h"

#include <math.h>

#include "report/document/strategy_gains.h"
#include "run/run_case.h"
#include "run/session/session.h"

/* Machines between whose nodes a value costs next to nothing, a very long time, and nobody knows how long. */
static const char near[] = "remote_bandwidth_Bps: 1e9\nremote_latency_s: 1e-15\n",
                  far[] = "remote_bandwidth_Bps: 1e9\nremote_latency_s: 1e-3\n", lone[] = "";

static void write_machine(scene *s, const char *network, char path[400]) {
  char text[400];
  snprintf(text, sizeof text, "ranks_per_node: 1\nprivate_bandwidth_Bps: 1e10\ncache_line_B: 64\n%s",
           network);
  if (s->world->rank == 0) file_write(&s->f, "machine.yaml", text);
  file_path(&s->f, "machine.yaml", path);
  s->choice.machine = path;
  MPI_Barrier(tc_world_comm(s->world));
}

/* Collective: what `auto` takes on such a machine, each rank a node of its own. */
static const tc_strategy *choose(scene *s, const char *network) {
  char path[400];
  tc_session session = {0};
  const tc_strategy *chosen = NULL;
  write_machine(s, network, path);
  scene_set(s, "ranks_per_node=1");
  scene_set(s, "strategy=auto");
  scene_begin(s, &session);
  expect_ok(tc_forecasts_select_strategy(&session.forecasts, &chosen));
  double own_s = tc_forecasts_step_s(&session.forecasts, chosen, TC_MODEL_paper);
  for (int i = 0; s->world->rank == 0 && i < tc_strategy_count(); i++)
    cr_assert_leq(own_s, tc_forecasts_step_s(&session.forecasts, tc_strategy_at(i), TC_MODEL_paper),
                  "%s is cheaper than %s", tc_strategy_at(i)->name, chosen->name);
  int number = tc_registry_find(&tc_strategy_registry, chosen->name), first = number;
  MPI_Bcast(&first, 1, MPI_INT, 0, tc_world_comm(s->world));
  cr_assert_eq(number, first, "ranks disagree");
  tc_session_close(&session);
  return chosen;
}

ParallelTest(strategy_choice, the_shortest_forecast_decides) {
  static const char *const network[] = {near, far};
  for (int i = 0; i < 2; i++) {
    scene s;
    char words[100];
    scene_make(world, &s);
    const tc_strategy *chosen = choose(&s, network[i]);
    cr_assert(tc_strategy_is_valid(chosen) && !tc_strategy_uses_pointers(chosen));
    snprintf(words, sizeof words, "strategy auto: %s, the shortest forecast", chosen->name);
    cr_assert(scene_said(&s, words), "%s", s.said);
    cr_assert(scene_said(&s, "forecast (paper model): "), "%s", s.said);
    /* Single values are out of the question at a millisecond each, copies of all own values where they are
     * free. */
    if (world->ranks > 1) cr_assert_str_neq(chosen->name, network[i] == far ? "fine" : "condensed");
    scene_free(&s);
  }
}

ParallelTest(strategy_choice, without_a_forecast_it_is_condensed) {
  scene s;
  tc_session session = {0};
  const tc_strategy *chosen = NULL;
  if (world->ranks > 1) { /* one rank needs no network */
    scene_make(world, &s);
    cr_assert_str_eq(choose(&s, lone)->name, "condensed");
    cr_assert(scene_said(&s, "strategy auto: condensed, no forecast available"), "%s", s.said);
    cr_assert(world->rank > 0 || !scene_said(&s, "forecast ("), "%s", s.said);
    scene_free(&s);
  }
  scene_make(world, &s);
  scene_set(&s, "strategy=auto");
  s.choice.machine = "none";
  scene_begin(&s, &session);
  expect_ok(tc_forecasts_select_strategy(&session.forecasts, &chosen));
  cr_assert_str_eq(chosen->name, "condensed");
  cr_assert(scene_said(&s, "strategy auto: condensed, no forecast available"), "%s", s.said);
  tc_session_close(&session);
  scene_free(&s);
}

/* A strategy that is named is taken, and its forecast is what the log has told. */
ParallelTest(strategy_choice, a_named_one_is_taken) {
  for (int i = 0; i < tc_strategy_count(); i++) {
    const tc_strategy *named = tc_strategy_at(i), *chosen = NULL;
    char which[64], told[64];
    scene s;
    tc_session session = {0};
    snprintf(which, sizeof which, "strategy=%s", named->name);
    scene_make(world, &s);
    scene_set(&s, which);
    scene_begin(&s, &session);
    s.log.level = TC_LOG_NORMAL; /* the verbose are told of others */
    expect_ok(tc_forecasts_select_strategy(&session.forecasts, &chosen));
    cr_assert_eq(chosen, named);
    for (int k = 0; k < tc_strategy_count(); k++)
      cr_assert_eq(session.forecasts.step[k].is_computed, k == i, "%s", tc_strategy_at(k)->name);
    snprintf(told, sizeof told, "forecast (refined model): %.3g ms a step, 3 steps in ",
             1e3 * tc_forecasts_step_s(&session.forecasts, named, TC_MODEL_refined));
    if (!tc_strategy_uses_pointers(named)) cr_assert(scene_said(&s, told), "no \"%s\" in\n%s", told, s.said);
    if (tc_strategy_uses_pointers(named)) /* what its patterns take is not known */
      cr_assert(world->rank > 0 || !scene_said(&s, "forecast ("), "%s", s.said);
    tc_session_close(&session);
    scene_free(&s);
  }
}

/* Those that changes are about are forecast for those who want to know what these are worth. */
ParallelTest(strategy_choice, changes) {
  const tc_strategy *chosen = NULL;
  scene s;
  tc_session session = {0};
  scene_make(world, &s);
  scene_set(&s, "strategy=neighbour");
  scene_begin(&s, &session);
  expect_ok(tc_forecasts_select_strategy(&session.forecasts, &chosen));
  cr_assert_str_eq(chosen->name, "neighbour");
  for (int c = 0; c < TC_STRATEGY_GAINS; c++) {
    cr_assert(
        tc_forecasts_find(&session.forecasts, tc_strategy_find(tc_strategy_gains[c].from))->is_computed);
    cr_assert(tc_forecasts_find(&session.forecasts, tc_strategy_find(tc_strategy_gains[c].to))->is_computed);
  }
  cr_assert(scene_said(&s, "forecast speed-up by strategy: "), "%s", s.said);
  tc_session_close(&session);
  scene_free(&s);
}
