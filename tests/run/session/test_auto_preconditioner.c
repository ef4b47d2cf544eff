/* Tests of sessions with solver.preconditioner.name: auto. The session chooses from counts, so the choice
 * does not depend on the number of ranks. The run must have the same bits as a run whose config names the
 * chosen preconditioner. */
#include <math.h>

#include "comm/world/mpi_world.h"
#include "io/config/config_auto.h"
#include "run/dry_run/dry_run_trial.h"
#include "run/dry_run/quote_iterations.h"
#include "run/run_case.h"

/* Settings of time, and the preconditioner that a session with these settings must choose. */
static const struct {
  const char *time, *preconditioner;
} cases[] = {
    {"time={method: implicit, multiple: 0.3, steps: 3}", "jacobi"},
    {"time={method: implicit, multiple: 20, steps: 3}", "ssor"},
    {"time={method: steady, steps: null}", "multigrid"},
};
enum { case_count = sizeof cases / sizeof *cases, MULTIGRID = 2 };

/* Collective. Creates a scene on a long bar, on which simple preconditioners need many iterations. */
static void make_scene(tc_world *world, int k, const char *name, scene *s) {
  char text[200];
  scene_make(world, s);
  if (world->rank == 0) {
    tc_mesh *mesh = mesh_box(150, 1, 1, 0.0);
    expect_ok(tc_tetgen_write(s->f.base, mesh, NULL));
    tc_mesh_destroy(&mesh);
  }
  scene_set(s, "diffusion.scheme=two-point");
  scene_set(s, "boundary.markers=[{marker: 1, kind: value, value: y}]");
  scene_set(s, "source=1+x");
  scene_set(s, cases[k].time);
  snprintf(text, sizeof text, "solver.preconditioner={name: %s, coarsest: 10, rows_per_rank: 16}", name);
  if (strcmp(name, "auto") != 0 && strcmp(name, "multigrid") != 0)
    snprintf(text, sizeof text, "solver.preconditioner.name=%s", name);
  scene_set(s, text);
}

/* Runs the scene of case k. Returns the choices of its setup, and the hash of the final field in *hash. */
static tc_setup_choices run_case(tc_world *world, int k, const char *name, uint64_t *hash) {
  scene s;
  tc_session session = {0};
  make_scene(world, k, name, &s);
  scene_begin(&s, &session);
  const tc_setup_choices choices = session.prepared.choices;
  *hash = run_session(&session, "condensed", 65536)->field.hash;
  tc_session_close(&session);
  scene_free(&s);
  return choices;
}

static void expect_same_table(const tc_preconditioner_choice *a, const tc_preconditioner_choice *b) {
  cr_assert(a->count == b->count && a->solves == b->solves && a->preconditioner == b->preconditioner);
  for (int i = 0; i < a->count; i++) {
    const tc_preconditioner_candidate *c = &a->item[i], *d = &b->item[i];
    cr_assert(c->preconditioner == d->preconditioner && c->iterations == d->iterations &&
                  c->work == d->work && c->is_least == d->is_least,
              "%s: %d and %d iterations", c->preconditioner->name, (int)c->iterations, (int)d->iterations);
  }
}

/* On all ranks, the candidates and their counts must be those of one rank. The field must be that of a run
 * whose config names the chosen preconditioner. */
ParallelTest(auto_preconditioner, the_choice_on_any_ranks) {
  tc_world *self = NULL;
  expect_ok(tc_world_create(MPI_COMM_SELF, 0, &self));
  for (int k = 0; k < case_count; k++) {
    uint64_t hash, alone, same;
    const char *name = cases[k].preconditioner;
    const tc_setup_choices all = run_case(world, k, "auto", &hash), one = run_case(self, k, "auto", &alone);
    tc_line line = {0};
    tc_preconditioner_choice_format(&all.preconditioners, &line);
    cr_assert_str_eq(all.preconditioner->name, name, "%s", line.text);
    expect_same_table(&all.preconditioners, &one.preconditioners);
    cr_assert_eq(run_case(self, k, name, &same).preconditioners.count, 0);
    cr_assert(hash == alone && hash == same, "%s", name);
  }
  tc_world_destroy(&self);
}

/* The log, the table and the JSON report must contain the chosen preconditioner with its counts. Forecasts
 * must use the trial of the chosen preconditioner. */
ParallelTest(auto_preconditioner, the_report_states_the_choice) {
  scene s;
  tc_session session = {0};
  tc_report report;
  make_scene(world, MULTIGRID, "auto", &s);
  scene_begin(&s, &session);
  const tc_preconditioner_choice *choice = &session.prepared.choices.preconditioners;
  cr_assert(session.forecasts.trial.solved &&
            session.forecasts.trial.iterations == choice->item[MULTIGRID].iterations);
  cr_assert(scene_said(&s, "solver.preconditioner.name auto: multigrid (") &&
                scene_said(&s, "jacobi (at least ") && scene_said(&s, "; one multigrid setup for 1 solve"),
            "%s", s.said);
  run_session(&session, "condensed", 65536);
  tc_session_report(&session, &report);
  cr_assert_eq(report.run.preconditioners, choice);
  cr_assert_eq(session.results.result[0].solver->record.total, choice->item[MULTIGRID].iterations);
  tc_session_close(&session);
  scene_free(&s);
}

/* No trials are made by a session that uses the choices of another session, nor by a rerun whose report names
 * the preconditioner. */
ParallelTest(auto_preconditioner, a_known_choice) {
  scene s;
  tc_session first = {0}, second = {0};
  make_scene(world, 0, "auto", &s);
  scene_begin(&s, &first);
  expect_ok(scene_open(&s, &second));
  expect_ok(tc_session_set_up_like(&second, &first.prepared.choices, &first.machine, 65536));
  cr_assert_not(tc_config_lacks_preconditioner(second.plan.config));
  cr_assert_not(second.prepared.trial.solved);
  cr_assert_eq(second.prepared.choices.preconditioner, first.prepared.choices.preconditioner);
  tc_session_close(&second);
  tc_session_close(&first);
  s.choice.preconditioner = "ssor";
  scene_begin(&s, &first);
  cr_assert_str_eq(first.plan.config->solver.preconditioner.name->name, "ssor");
  cr_assert_eq(first.prepared.choices.preconditioners.count, 0);
  tc_session_close(&first);
  scene_free(&s);
}

ParallelTest(auto_preconditioner, no_usable_candidate) {
  scene s;
  tc_session session = {0};
  make_scene(world, MULTIGRID, "auto", &s);
  scene_set(&s, "solver.most_iterations=3");
  expect_ok(scene_open(&s, &session));
  expect_error(tc_session_set_up(&session, 65536), TC_NUMERICAL,
               "solver.preconditioner.name: auto has no usable candidate, because jacobi, ssor and multigrid "
               "have failed; jacobi: the steady state: cg reached solver.most_iterations at iteration 3");
  tc_session_close(&session);
  scene_free(&s);
}

/* A dry run must make the same choice as a run, and report the candidates. */
ParallelTest(auto_preconditioner, predict_makes_the_same_choice) {
  for (int k = 0; k < case_count; k++) {
    scene s;
    tc_session session = {0};
    make_scene(world, k, "auto", &s);
    scene_begin(&s, &session);
    if (world->rank == 0) {
      tc_dry_run_trial trial = {.colours = 0};
      expect_ok(tc_dry_run_trial_init(&s.choice, &s.environment, NULL, &trial));
      cr_assert_eq(trial.options.solver.preconditioner, session.prepared.choices.preconditioner);
      expect_same_table(&trial.preconditioners, &session.prepared.choices.preconditioners);
      cr_assert_eq(trial.trial.iterations, trial.preconditioners.item[k].iterations);
      cr_assert((trial.levels != NULL) == (k == MULTIGRID));
      tc_dry_run_trial_free(&trial);
    }
    tc_session_close(&session);
    scene_free(&s);
  }
}

/* A quote that uses solver.most_iterations as the number of iterations makes no trials. The preconditioner
 * `auto` needs trials, so it must be an error. */
ParallelTest(auto_preconditioner, a_bound_of_the_iterations_is_no_trial) {
  scene s;
  tc_session session = {0};
  tc_dry_run_trial trial;
  make_scene(world, MULTIGRID, "auto", &s);
  scene_set(&s, "solver.most_iterations=300");
  expect_ok(scene_open(&s, &session));
  expect_error(tc_quote_bound_iterations(session.plan.config, &trial), TC_USAGE,
               "auto needs trial solves, which a quote with solver.most_iterations does not run: set it to "
               "jacobi or ssor");
  tc_session_close(&session);
  scene_free(&s);
}
