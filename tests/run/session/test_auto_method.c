/* Tests of sessions with time.method: auto. The session chooses a method from counts, so the choice does not
 * depend on the number of ranks. The run must have the same bits as a run whose config names the chosen
 * method. */
#include <math.h>

#include "comm/world/mpi_world.h"
#include "run/run_case.h"

static const char spot[] = "initial=\"exp(-((x-0.1)^2+y^2)/0.05)\"";

/* Settings of time and others, and the method that a session with these settings must choose. */
static const struct {
  const char *time, *other, *method;
} cases[] = {
    {"time={method: auto, end: 0.02, steps: null, tolerance: 0.5}", "diffusion.scheme=gradient", "euler"},
    {"time={method: auto, end: 5, steps: null, tolerance: 1e-2}", "diffusion.scheme=two-point", "rkl2"},
    {"time={method: auto, end: 50, steps: null, tolerance: 0.2, stages: 2}", "diffusion.scheme=two-point",
     "implicit"},
};
enum { case_count = sizeof cases / sizeof *cases };

static void make_scene(tc_world *world, const char *time, const char *other, scene *s) {
  scene_make(world, s);
  scene_set(s, spot);
  scene_set(s, time);
  scene_set(s, other);
}

/* Runs the scene of case k. Returns the choices of its setup, and the hash of the final field in *hash. */
static tc_setup_choices run_case(tc_world *world, int k, const char *override, uint64_t *hash) {
  scene s;
  tc_session session = {0};
  make_scene(world, cases[k].time, cases[k].other, &s);
  if (override) scene_set(&s, override);
  scene_begin(&s, &session);
  const tc_setup_choices choices = session.prepared.choices;
  *hash = run_session(&session, "condensed", 65536)->field.hash;
  tc_session_close(&session);
  scene_free(&s);
  return choices;
}

static void expect_same_table(const tc_time_methods *a, const tc_time_methods *b) {
  cr_assert_eq(a->count, b->count);
  cr_assert(a->trials == b->trials && a->trial_until == b->trial_until);
  for (int i = 0; i < a->count; i++) {
    const tc_time_method *m = &a->item[i], *n = &b->item[i];
    cr_assert(m->method == n->method && m->is_own == n->is_own && m->products == n->products, "%s",
              m->method);
    cr_assert(m->bytes == n->bytes || (isnan(m->bytes) && isnan(n->bytes)), "%s", m->method);
  }
}

/* On all ranks, the table of candidates and the field must be those of one rank. A run whose config names the
 * chosen method must give the same field. Implicit steps then need theta 0.5, which `auto` uses. */
ParallelTest(auto_method, the_choice_on_any_ranks) {
  static const char *const given[] = {NULL, "time.method=rkl2",
                                      "time={method: implicit, theta: 0.5, stages: null}"};
  tc_world *self = NULL;
  expect_ok(tc_world_create(MPI_COMM_SELF, 0, &self));
  for (int k = 0; k < case_count; k++) {
    uint64_t hash, alone, same;
    const tc_setup_choices all = run_case(world, k, NULL, &hash), one = run_case(self, k, NULL, &alone);
    cr_assert_str_eq(all.method->name, cases[k].method);
    cr_assert_eq(hash, alone, "%s", cases[k].method);
    cr_assert_eq(all.choice.count, 3);
    expect_same_table(&all.choice, &one.choice);
    if (!given[k]) continue;
    cr_assert_eq(run_case(self, k, given[k], &same).choice.count, 0);
    cr_assert_eq(hash, same, "%s", cases[k].method);
  }
  tc_world_destroy(&self);
}

/* For a tolerance of 0.02, explicit Euler needs at least 1 / (2 * 0.02) = 25 steps. */
ParallelTest(auto_method, euler_meets_the_tolerance) {
  scene s;
  tc_session session = {0};
  make_scene(world, "time={method: auto, end: 0.02, steps: null, tolerance: 0.02}",
             "diffusion.scheme=gradient", &s);
  scene_begin(&s, &session);
  cr_assert_str_eq(session.plan.config->time.method->name, "euler");
  cr_assert_eq(session.prepared.choices.step.steps, 25);
  run_session(&session, "condensed", 65536);
  cr_assert_eq(tc_run_end_time(&session.run), 0.02);
  tc_session_close(&session);
  scene_free(&s);
}

/* The log and the report must contain the chosen method with its counts, and the number of products of the
 * trials. */
ParallelTest(auto_method, the_report_states_the_choice) {
  scene s;
  tc_session session = {0};
  tc_report report;
  make_scene(world, cases[1].time, cases[1].other, &s);
  scene_begin(&s, &session);
  run_session(&session, "condensed", 65536);
  tc_session_report(&session, &report);
  cr_assert_str_eq(report.method, "rkl2");
  cr_assert_eq(report.run.choice, &session.prepared.choices.choice);
  cr_assert_gt(report.run.choice->trials, 0);
  cr_assert(scene_said(&s, "time.method auto: rkl2 (") && scene_said(&s, "; euler ("), "%s", s.said);
  cr_assert(scene_said(&s, "; trials to t = 0.156 at tolerance 0.1; "), "%s", s.said);
  tc_session_close(&session);
  scene_free(&s);
}

/* For implicit steps, solver.tolerance must be at most a tenth of time.tolerance. The check must use
 * time.tolerance and not the tolerance of the trial. */
ParallelTest(auto_method, solves_with_a_large_error) {
  scene s;
  tc_session session = {0};
  make_scene(world, "time={method: auto, end: 50, steps: null, tolerance: 0.02, stages: 2}",
             "diffusion.scheme=two-point", &s);
  scene_set(&s, "solver.tolerance=0.009");
  scene_begin(&s, &session);
  cr_assert_str_eq(session.prepared.choices.method->name, "euler");
  cr_assert(scene_said(&s, "implicit (unusable: solver.tolerance is more than a tenth of time.tolerance)"),
            "%s", s.said);
  tc_session_close(&session);
  scene_free(&s);
}

/* No trials are made by a session that uses the choices of another session, nor by a rerun whose report names
 * the method. */
ParallelTest(auto_method, a_known_method) {
  scene s;
  tc_session first = {0}, second = {0};
  make_scene(world, cases[1].time, cases[1].other, &s);
  scene_begin(&s, &first);
  expect_ok(scene_open(&s, &second));
  expect_ok(tc_session_set_up_like(&second, &first.prepared.choices, &first.machine, 65536));
  cr_assert_str_eq(second.plan.config->time.method->name, "rkl2");
  cr_assert_eq(run_session(&second, "condensed", 65536)->field.hash,
               run_session(&first, "condensed", 65536)->field.hash);
  tc_session_close(&second);
  tc_session_close(&first);
  s.choice.method = "implicit";
  scene_begin(&s, &first);
  cr_assert_str_eq(first.plan.config->time.method->name, "implicit");
  cr_assert_eq(first.prepared.choices.choice.count, 0);
  tc_session_close(&first);
  scene_free(&s);
}

/* The trials must include boundary data, the source and the states. Implicit steps do not support states, so
 * the choice must exclude them. */
ParallelTest(auto_method, forcing) {
  scene s;
  tc_session session = {0};
  make_scene(world, "time={method: auto, end: 0.5, steps: null, tolerance: 1e-2}",
             "diffusion.scheme=two-point", &s);
  scene_add_forcing(&s);
  scene_begin(&s, &session);
  const tc_time_methods *choice = &session.prepared.choices.choice;
  cr_assert_eq(choice->count, 3);
  cr_assert(scene_said(&s,
                       "implicit (unusable: time.tolerance: implicit steps do not control the error of local "
                       "states)"),
            "%s", s.said);
  run_session(&session, "condensed", 65536);
  tc_session_close(&session);
  scene_free(&s);
}
