/* Sessions with time.method: auto: the choice follows from counts, is the same in any run, and the run has
 * the bits of a run with the chosen method. */
#include <math.h>

#include "comm/world/mpi_world.h"
#include "run/run_case.h"

static const char spot[] = "initial=\"exp(-((x-0.1)^2+y^2)/0.05)\"";

/* Settings with which each candidate is the choice. */
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

/* Runs the scene of a case and returns its choices and the hash of the field. */
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

/* Candidates, products and bytes are those of one rank, and so is the field. It is also that of a run with
 * the chosen method, if implicit steps have theta 0.5. */
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

/* Explicit Euler has at least 1/(2 tolerance) steps. */
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

/* The log and the report state the choice with its numbers, and count the products of the trials. */
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

/* Implicit steps need solves whose tolerance is at most a tenth of that of the run, not of the trial. */
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

/* A session that shares the choices of another one, and a rerun of a recorded method, make no trials. */
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

/* Boundary data, a source and states are those of each trial. Implicit steps do not support states. */
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
