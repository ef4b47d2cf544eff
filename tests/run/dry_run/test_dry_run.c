#include "run/dry_run/dry_run.h"

#include "base/core/memory.h"
#include "run/known_reads.h"
#include "run/plan/step_workload.h"
#include "run/run_case.h"

static const tc_strategy *all[64];

static void free_all(int count, tc_result *result) {
  for (int i = 0; i < count; i++) tc_free(result[i].measured);
}

static void expect_same_reads(const tc_reuse *a, const tc_reuse *b, const char *strategy, int rank) {
  for (int bin = 0; bin < TC_REUSE_BINS; bin++)
    cr_assert(a->scattered[bin] == b->scattered[bin] && a->in_order[bin] == b->in_order[bin],
              "%s, rank %d, bin %d: %g and %g in the dry run, %g and %g counted", strategy, rank, bin,
              a->scattered[bin], a->in_order[bin], b->scattered[bin], b->in_order[bin]);
  cr_assert(a->cold == b->cold && a->cold_in_order == b->cold_in_order && a->rows == b->rows &&
                a->lines == b->lines && a->sampled == b->sampled,
            "%s, rank %d", strategy, rank);
}

/* The forecasts of a dry run must equal those of the run, which are computed before its steps, unless they
 * contain measured times of formulas. */
static void expect_same_forecasts(const tc_session *session, const tc_result *real, tc_result *dry) {
  const int width = session->prepared.problem->scheme->width;
  if (session->prepared.forcing) return;
  dry->storage = real->storage; /* a run without storage in its config measures the formats */
  expect_ok(tc_result_forecast(&session->machine.params, width, 1, true, dry));
  for (int m = 0; m < TC_MODEL_COUNT; m++)
    cr_assert_eq(dry->forecast[m].total_s, real->forecast[m].total_s, "%s, %s: %g s in the dry run, %g s",
                 real->strategy, tc_model_at(m)->name, dry->forecast[m].total_s, real->forecast[m].total_s);
  tc_forecast_free(dry->forecast);
}

/* Sets *hash to the hash of the field if *hash is 0, and otherwise compares the two hashes. */
static void expect_same_field(const tc_result *real, uint64_t *hash) {
  if (!real->valid) return;
  if (*hash == 0) *hash = real->field.hash;
  cr_assert_eq(real->field.hash, *hash, "%s", real->strategy);
}

/* For each rank, a dry run must find the same counts and the same numbers of reads as a real run with the
 * same ranks. */
static void compare(scene *s, int32_t ranks_per_node, int32_t block_size, uint64_t *hash) {
  const int strategies = tc_strategy_count();
  tc_dry_run runs = {0};
  tc_dry_run_trial trial = {.colours = 0};
  tc_session session = {0};
  tc_result result[64];
  const tc_dry_run_case shape = {s->world->ranks / ranks_per_node, ranks_per_node, block_size};
  scene_begin(s, &session);
  const tc_space *space = session.prepared.problem->space;
  double largest[3] = {space->owned, space->halo->ghosts, space->halo->peers};
  expect_ok(tc_world_max(s->world, largest, 3));
  set_read_costs(&session.machine.params);
  expect_ok(tc_forecasts_compute(&session.forecasts, NULL));
  for (int i = 0; i < strategies; i++) expect_ok(tc_session_run(&session, all[i], block_size, NULL));
  if (s->world->rank == 0) {
    expect_ok(tc_dry_run_init(session.plan.config, NULL, &runs));
    cr_assert(runs.cells == session.prepared.problem->space->cells &&
              runs.nodes == session.prepared.problem->space->nodes);
    cr_assert_eq(runs.mesh_hash, session.plan.mesh_hash);
    runs.reads = true;
    if (tc_dry_run_trial_is_needed(session.plan.config)) {
      expect_ok(tc_dry_run_trial_init(&s->choice, &s->environment, NULL, &trial));
      runs.trial = &trial;
      cr_assert_gt(session.prepared.choices.stable_step.stages, 2);
      cr_assert(scene_said(s, "rkl2: 2 steps of ") && scene_said(s, " (Euler: "));
    }
    expect_ok(tc_dry_run_count(&runs, &shape, strategies, all, result));
    for (int i = 0; i < strategies; i++) {
      const tc_result *real = &session.results.result[i], *dry = &result[i];
      expect_same_field(real, hash);
      cr_assert(dry->dry_run && dry->valid == real->valid);
      cr_assert_str_eq(dry->strategy, real->strategy);
      cr_assert_str_eq(dry->distribution, real->distribution);
      cr_assert_eq(dry->partitioner, real->partitioner);
      cr_assert(dry->ranks == real->ranks && dry->nodes == real->nodes);
      cr_assert(dry->rows_max == (int64_t)largest[0] && dry->ghosts_max == (int64_t)largest[1] &&
                dry->peers_max == (int)largest[2]);
      cr_assert(dry->ranks_per_node == real->ranks_per_node && dry->block_size == real->block_size);
      for (int r = 0; r < real->ranks; r++) {
        const tc_measurement *a = &dry->measured[r], *b = &real->measured[r];
        cr_assert(a->rank == b->rank && a->node == b->node && a->rows == b->rows);
        const int count = tc_counts_difference(&a->ledger.count, &b->ledger.count);
        cr_assert_lt(count, 0, "%s, rank %d: %lld %s in the dry run, %lld moved", real->strategy, r,
                     (long long)a->ledger.count.by_index[count], tc_count_name(count),
                     (long long)b->ledger.count.by_index[count]);
        cr_assert_eq(a->reuse.rows, a->rows);
        expect_same_reads(&a->reuse, &b->reuse, real->strategy, r);
        expect_same_reads(&a->excess_reuse, &b->excess_reuse, real->strategy, r);
      }
      cr_assert_eq(dry->stages, session.prepared.choices.stable_step.stages);
      expect_same_forecasts(&session, real, &result[i]);
    }
    free_all(strategies, result);
    tc_dry_run_free(&runs);
    tc_dry_run_trial_free(&trial);
  }
  tc_session_close(&session);
}

/* One case of the test below: a distribution, and if the run has boundary data and a source. */
typedef struct imagined_case {
  const char *distribution;
  bool has_forcing;
} imagined_case;

/* Compares dry runs with real runs for each distribution, scheme and number of ranks per node. In addition,
 * the final fields of all runs with the same scheme and forcing must have the same bits. */
ThreadedTest(imagined_runs, they_move_what_real_ones_do) {
  static const imagined_case cases[] = {
      {"distribution={kind: metis, block_size: 17}", false},
      {"distribution={kind: cyclic, block_size: 17}", false},
      {"distribution={kind: metis, block_size: 17, partitioner: chunks}", false},
      {"distribution={kind: metis, block_size: 17}", true},
      {"distribution={kind: cyclic, block_size: 17}", true},
      {"distribution={kind: metis, block_size: 17, partitioner: curve}", true},
  };
  uint64_t hash[2][8] = {
      {0}}; /* [has_forcing][scheme] hash of the field on the root; 0 before the first run */
  for (int i = 0; i < tc_strategy_count(); i++) all[i] = tc_strategy_at(i);
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
    for (int scheme = 0; scheme < tc_scheme_count(); scheme++)
      for (int32_t per_node = 1; per_node <= world->ranks;
           per_node += world->ranks > 1 ? world->ranks - 1 : 1) {
        char which[64], nodes[64];
        scene s;
        snprintf(which, sizeof which, "diffusion.scheme=%s", tc_scheme_at(scheme)->name);
        snprintf(nodes, sizeof nodes, "ranks_per_node=%d", (int)per_node);
        scene_make(world, &s);
        scene_set(&s, cases[c].distribution);
        if (cases[c].has_forcing) scene_add_forcing(&s);
        scene_set(&s, which);
        scene_set(&s, nodes);
        compare(&s, per_node, 17, &hash[cases[c].has_forcing][scheme]);
        scene_free(&s);
      }
}

/* A step of the stabilised method rkl2 makes one product per RK stage. The setup of the dry run must find the
 * number of RK stages of the real run. */
ThreadedTest(imagined_runs, products_of_stages) {
  for (int i = 0; i < tc_strategy_count(); i++) all[i] = tc_strategy_at(i);
  for (int scheme = 0; scheme < tc_scheme_count(); scheme++) {
    char which[64];
    uint64_t hash = 0;
    scene s;
    snprintf(which, sizeof which, "diffusion.scheme=%s", tc_scheme_at(scheme)->name);
    scene_make(world, &s);
    scene_set(&s, "time={method: rkl2, steps: 2, dt: 0.02}");
    scene_set(&s, "distribution={kind: metis, block_size: 17}");
    scene_set(&s, which);
    scene_set(&s, "ranks_per_node=1");
    compare(&s, 1, 17, &hash);
    scene_free(&s);
  }
}

/* A dry run reuses the layout of the previous case if possible. The counts of a case must not depend on the
 * cases before it. */
ParallelTest(imagined_runs, one_run_after_the_other_is_each_for_itself) {
  const tc_strategy *condensed = tc_strategy_find("condensed");
  const tc_dry_run_case few = {1, 2, 50}, many = {3, 4, 10};
  scene s;
  tc_config *config = NULL;
  scene_make(world, &s);
  expect_ok(tc_run_options_read_config(&s.choice, world, &config));
  if (world->rank == 0) {
    tc_dry_run runs = {0};
    tc_result first, other, again;
    expect_ok(tc_dry_run_init(config, NULL, &runs));
    expect_ok(tc_dry_run_count(&runs, &few, 1, &condensed, &first));
    expect_ok(tc_dry_run_count(&runs, &many, 1, &condensed, &other));
    expect_ok(tc_dry_run_count(&runs, &few, 1, &condensed, &again));
    cr_assert(other.ranks == 12 && other.nodes == 3 && first.ranks == 2 && again.ranks == 2);
    for (int r = 0; r < 2; r++)
      cr_assert_lt(tc_counts_difference(&first.measured[r].ledger.count, &again.measured[r].ledger.count), 0);
    free_all(1, &first);
    free_all(1, &other);
    free_all(1, &again);
    tc_dry_run_free(&runs);
    tc_dry_run_free(&runs);
  }
  tc_config_destroy(&config);
  scene_free(&s);
}

ParallelTest(imagined_runs, more_ranks_than_cells_are_refused) {
  const tc_strategy *condensed = tc_strategy_find("condensed");
  const tc_dry_run_case shape = {31, 7, 1};
  scene s;
  tc_config *config = NULL;
  scene_make(world, &s);
  expect_ok(tc_run_options_read_config(&s.choice, world, &config));
  if (world->rank == 0) {
    tc_dry_run runs = {0};
    tc_result result;
    expect_ok(tc_dry_run_init(config, NULL, &runs));
    expect_error(tc_dry_run_count(&runs, &shape, 1, &condensed, &result), TC_USAGE,
                 "217 ranks are more than the 216 cells");
    cr_assert_null(result.measured);
    tc_dry_run_free(&runs);
  }
  tc_config_destroy(&config);
  scene_free(&s);
}
