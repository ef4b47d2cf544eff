#include "run/session/strategy_choice.h"

#include <math.h>

#include "report/document/strategy_gains.h"
#include "run/run_case.h"
#include "run/session/session.h"

/* Network parameters of three machines. The latency of a transfer is almost 0, 1 ms, or unknown. */
static const char fast_network[] = "remote_bandwidth_Bps: 1e9\nremote_latency_s: 1e-15\n",
                  slow_network[] = "remote_bandwidth_Bps: 1e9\nremote_latency_s: 1e-3\n",
                  unknown_network[] = "";

static void write_machine(scene *s, const char *network, char path[400]) {
  char text[400];
  snprintf(text, sizeof text, "ranks_per_node: 1\nprivate_bandwidth_Bps: 1e10\ncache_line_B: 64\n%s",
           network);
  if (s->world->rank == 0) file_write(&s->f, "machine.yaml", text);
  file_path(&s->f, "machine.yaml", path);
  s->choice.machine = path;
  MPI_Barrier(tc_world_comm(s->world));
}

/* Collective. Returns the strategy that `auto` selects on a machine with this network. Each rank is on a node
 * of its own. */
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
                  "%s has a shorter forecast than %s", tc_strategy_at(i)->name, chosen->name);
  int number = tc_registry_find(&tc_strategy_registry, chosen->name), first = number;
  MPI_Bcast(&first, 1, MPI_INT, 0, tc_world_comm(s->world));
  cr_assert_eq(number, first, "ranks disagree");
  tc_session_close(&session);
  return chosen;
}

ParallelTest(strategy_choice, the_shortest_forecast_decides) {
  static const char *const network[] = {fast_network, slow_network};
  for (int i = 0; i < 2; i++) {
    scene s;
    char words[100];
    scene_make(world, &s);
    const tc_strategy *chosen = choose(&s, network[i]);
    cr_assert(tc_strategy_is_valid(chosen) && !tc_strategy_uses_pointers(chosen));
    snprintf(words, sizeof words, "strategy auto: %s, the shortest forecast", chosen->name);
    cr_assert(scene_said(&s, words), "%s", s.said);
    cr_assert(scene_said(&s, "forecast (paper model): "), "%s", s.said);
    /* With a latency of 1 ms, `fine` must not be selected, because it transfers single values. If transfers
     * are almost free, `condensed` must not be selected, because it copies all owned values. */
    if (world->ranks > 1) cr_assert_str_neq(chosen->name, network[i] == slow_network ? "fine" : "condensed");
    scene_free(&s);
  }
}

ParallelTest(strategy_choice, without_a_forecast_it_is_condensed) {
  scene s;
  tc_session session = {0};
  const tc_strategy *chosen = NULL;
  if (world->ranks > 1) { /* one rank has forecasts without a network */
    scene_make(world, &s);
    cr_assert_str_eq(choose(&s, unknown_network)->name, "condensed");
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

/* The strategy in the config is selected, and only its forecast is computed and logged. */
ParallelTest(strategy_choice, a_named_one_is_taken) {
  for (int i = 0; i < tc_strategy_count(); i++) {
    const tc_strategy *named = tc_strategy_at(i), *chosen = NULL;
    char which[64], line[64];
    scene s;
    tc_session session = {0};
    snprintf(which, sizeof which, "strategy=%s", named->name);
    scene_make(world, &s);
    scene_set(&s, which);
    scene_begin(&s, &session);
    s.log.level = TC_LOG_NORMAL; /* a verbose log also contains forecasts of other strategies */
    expect_ok(tc_forecasts_select_strategy(&session.forecasts, &chosen));
    cr_assert_eq(chosen, named);
    for (int k = 0; k < tc_strategy_count(); k++)
      cr_assert_eq(session.forecasts.step[k].is_computed, k == i, "%s", tc_strategy_at(k)->name);
    snprintf(line, sizeof line, "forecast (refined model): %.3g ms a step, 3 steps in ",
             1e3 * tc_forecasts_step_s(&session.forecasts, named, TC_MODEL_refined));
    if (!tc_strategy_uses_pointers(named)) cr_assert(scene_said(&s, line), "no \"%s\" in\n%s", line, s.said);
    if (tc_strategy_uses_pointers(named)) /* the machine lacks the costs of accesses through pointers */
      cr_assert(world->rank > 0 || !scene_said(&s, "forecast ("), "%s", s.said);
    tc_session_close(&session);
    scene_free(&s);
  }
}

/* A verbose log contains a list of speed-ups between strategies, so the strategies of this list must be
 * forecast too. */
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
