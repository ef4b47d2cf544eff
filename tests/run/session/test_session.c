#include "run/session/session.h"

#include <math.h>
#include <omp.h>

#include "run/run_case.h"

/* While a session has its mesh, it can be set up again with another block size. The step size, the machine
 * parameters and the field must remain the same. */
ThreadedTest(session, several_set_ups_and_strategies_give_one_field) {
  for (int kind = 0; kind < tc_distribution_kinds.count; kind++) {
    char distribution[64];
    scene s;
    tc_session session = {0};
    snprintf(distribution, sizeof distribution, "distribution={kind: %s, block_size: 50}",
             tc_distribution_kinds.name(kind));
    scene_make(world, &s);
    scene_set(&s, distribution);
    scene_begin(&s, &session);
    const tc_field_stats first = run_session(&session, "condensed", 50)->field;
    const double dt = session.prepared.choices.step.dt, bytes = session.machine.bytes;
    expect_ok(tc_session_set_up(&session, 20));
    const tc_result *again = run_session(&session, "fine", 20);
    cr_assert_eq(again->field.hash, first.hash);
    cr_assert_eq(session.prepared.choices.step.dt, dt);
    cr_assert_eq(session.machine.bytes, bytes,
                 "all setups must use one machine, because a report contains one");
    cr_assert(again->field.max < session.prepared.start.max && again->field.min > session.prepared.start.min,
              "the field has not changed");
    cr_assert_str_eq(again->strategy, "fine");
    cr_assert(session.results.count == 2 && again->block_size == 20);
    cr_assert_eq(session.results.result[0].block_size, 50);
    tc_session_close(&session);
    scene_free(&s);
  }
}

/* Messages of triangular sweeps are counted separately from those of products. A run would end with an error
 * if the counts of products differed from their forecast. */
ParallelTest(session, sweeps_move_beside_products) {
  static const char *const names[] = {"ssor", "ilu0"};
  for (int k = 0; k < 2; k++) {
    char preconditioner[64];
    scene s;
    tc_session session = {0};
    snprintf(preconditioner, sizeof preconditioner, "solver.preconditioner.name=%s", names[k]);
    scene_make(world, &s);
    scene_set(&s, "time.method=implicit");
    scene_set(&s, preconditioner);
    scene_begin(&s, &session);
    expect_ok(tc_forecasts_compute(&session.forecasts, NULL));
    const uint64_t hash = run_session(&session, "condensed", 65536)->field.hash;
    const tc_result *r = run_session(&session, "neighbour", 65536);
    cr_assert_eq(r->field.hash, hash);
    cr_assert_gt(r->solver->record.work.sweeps, 0);
    if (world->rank == 0) cr_assert_eq(r->measured->ledger.sweep_counts.local_messages > 0, world->ranks > 1);
    tc_session_close(&session);
    scene_free(&s);
  }
}

ParallelTest(session, a_result_says_who_measured_what) {
  scene s;
  tc_session session = {0};
  scene_make(world, &s);
  scene_set(&s, "ranks_per_node=2");
  scene_begin(&s, &session);
  const tc_result *r = run_session(&session, "block", 65536);
  cr_assert(r->valid && !r->dry_run && isnan(r->l2_error) && isnan(r->max_error));
  cr_assert_eq(r->ranks, world->ranks);
  cr_assert_eq(r->nodes, (world->ranks + 1) / 2);
  cr_assert_eq(r->ranks_per_node, world->ranks > 1 ? 2 : 1);
  cr_assert_eq(r->measured != NULL, world->rank == 0, "only the root has the measurements");
  int64_t rows = 0;
  for (int k = 0; world->rank == 0 && k < r->ranks; k++) {
    cr_assert(r->measured[k].rank == k && r->measured[k].node == k / 2 && r->measured[k].total_s > 0.0);
    cr_assert_gt(r->measured[k].peak_memory_B, 0.0);
    rows += r->measured[k].rows;
  }
  if (world->rank == 0) cr_assert_eq(rows, session.prepared.problem->space->cells);
  cr_assert_eq(run_session(&session, "none", 65536)->valid, world->ranks == 1);
  tc_session_close(&session);
  scene_free(&s);
}

/* A constant field remains constant. Its error is only rounding if `exact` is the same constant, and 1e-3 if
 * `exact` differs from it by 1e-3. */
ParallelTest(session, a_result_is_compared_with_the_exact_solution) {
  scene s;
  tc_session session = {0};
  scene_make(world, &s);
  scene_set(&s, "exact=2.5");
  scene_set(&s, "initial=2.5");
  scene_begin(&s, &session);
  const tc_result *r = run_session(&session, "condensed", 65536);
  cr_assert(r->l2_error < 1e-14 && r->max_error < 1e-14, "%g %g", r->l2_error, r->max_error);
  tc_session_close(&session);
  scene_free(&s);

  scene_make(world, &s);
  scene_set(&s, "exact=2.5+1e-3*t/t");
  scene_set(&s, "initial=2.5");
  scene_begin(&s, &session);
  r = run_session(&session, "condensed", 65536);
  cr_assert(fabs(r->max_error - 1e-3) < 1e-12 && fabs(r->l2_error - 1e-3) < 1e-9, "%g %g", r->l2_error,
            r->max_error);
  tc_session_close(&session);
  scene_free(&s);
}

/* A run without steps must return the initial field and have no forecast. */
ParallelTest(session, no_steps_leave_the_field_as_it_was) {
  scene s;
  tc_session session = {0};
  scene_make(world, &s);
  scene_set(&s, "time.steps=0");
  scene_begin(&s, &session);
  expect_ok(tc_forecasts_compute(&session.forecasts, tc_strategy_find("condensed")));
  const tc_result *r = run_session(&session, "condensed", 65536);
  cr_assert_eq(r->field.hash, session.prepared.start.hash);
  for (int m = 0; m < TC_MODEL_COUNT; m++) cr_assert_null(r->forecast[m].phase_s);
  tc_session_close(&session);
  scene_free(&s);
}

ParallelTest(session, a_report_tells_what_the_session_holds) {
  scene s;
  tc_session session = {0};
  tc_report report;
  scene_make(world, &s);
  s.choice.per_rank = true;
  scene_set(&s, "title=A cube");
  scene_set(&s, "ranks_per_node=1");
  scene_begin(&s, &session);
  run_session(&session, "condensed", 65536);
  run_session(&session, "fine", 65536);
  if (world->rank == 0) {
    tc_session_report(&session, &report);
    cr_assert_str_eq(report.title, "A cube");
    cr_assert_str_eq(report.mesh_file, s.f.base);
    cr_assert_str_eq(report.run.config_file, s.config);
    cr_assert_str_eq(report.scheme, "gradient");
    cr_assert(report.cells == 216 && report.nodes_of_mesh == 80 && report.width == 16);
    cr_assert(report.steps == 3 && report.dt > 0.0 && report.time == 3 * report.dt);
    cr_assert(report.ranks == world->ranks && report.nodes == world->ranks &&
              report.threads == omp_get_max_threads());
    cr_assert(report.per_rank && report.run.virtual_nodes == (world->ranks > 1));
    cr_assert(report.results == 2 && report.result == session.results.result);
    cr_assert_eq(report.model, TC_MODEL_refined, "the machine has the parameters of this model");
    cr_assert_eq(report.machine.cache_line_B, 64.0);
    cr_assert(report.run.is_other_machine, "the machine file names no host");
    cr_assert_str_eq(report.run.machine, "for tests");
    cr_assert(report.initial == &session.prepared.start &&
              report.run.stable_step == &session.prepared.choices.stable_step && report.run.log == &s.record);
    cr_assert(report.run.mesh_hash == session.plan.mesh_hash && report.run.files == &session.plan.files);
  }
  tc_session_close(&session);
  scene_free(&s);
}

/* Errors that only the root can find must be returned on all ranks. The session can then be closed as after
 * any other error. */
ParallelTest(session, errors_of_each_phase_are_everybodys) {
  static const struct {
    const char *override;
    tc_code code;
    const char *message;
    bool opens;
  } cases[] = {
      {"mesh.file=/nowhere/mesh", TC_INPUT, "/nowhere/mesh", false},
      {"machine=/nowhere/machine.yaml", TC_USAGE, "/nowhere/machine.yaml", false},
      {"report.json=/dev/null/report.json", TC_OUTPUT, "/dev/null", false},
      {"steps=3", TC_USAGE, "steps", false},
      {"initial=1/(x-x)", TC_USAGE, "initial", true},
      {"exact=log(-1)", TC_USAGE, "exact", true},
      {"time.dt=1e9", TC_NUMERICAL, "time.dt", true},
      {"diffusion.tensor=x-0.5", TC_INPUT, "cell 1 (region 1)", true},
      {"diffusion.regions=[{region: 2, tensor: 1}]", TC_USAGE, "the mesh has no region 2 (its regions: 1",
       true},
      {"diffusion.fibres={file: /nowhere/f, tensor: {along: 9, across: 1}}", TC_INPUT, "/nowhere/f", true},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    scene s;
    tc_session session = {0};
    scene_make(world, &s);
    s.choice.machine = NULL;
    scene_set(&s, "machine=" KNOWN_MACHINE);
    scene_set(&s, cases[i].override);
    if (cases[i].opens) {
      expect_ok(scene_open(&s, &session));
      expect_error(tc_session_set_up(&session, 65536), cases[i].code, cases[i].message);
    } else
      expect_error(scene_open(&s, &session), cases[i].code, cases[i].message);
    tc_session_close(&session);
    scene_free(&s);
  }
}

static void write_fibres(const scene *s, int width) {
  char text[216 * 32 + 1] = "";
  for (int i = 0; i < 216; i++)
    snprintf(text + strlen(text), 32, "%d 1 %d%s\n", i % 5, i % 3, width == 6 ? " 1 -9 2" : "");
  file_write(&s->f, "f.lon", text);
}

/* The root reads the fibre file once, and each setup must distribute the fibres again. */
ParallelTest(session, fibres_from_a_file) {
  uint64_t hash = 0;
  for (int width = 3; width <= 6; width += 3) {
    char file[500];
    scene s;
    tc_session session = {0};
    scene_make(world, &s);
    snprintf(file, sizeof file, "diffusion.fibres={file: %s/f.lon, tensor: {along: 9, across: 1%s}}",
             s.f.path, width == 6 ? ", sheet: 3" : "");
    if (world->rank == 0) write_fibres(&s, width);
    scene_set(&s, file);
    scene_set(&s, "distribution={kind: cyclic, block_size: 50}");
    scene_set(&s, "diffusion.stabilisation=3");
    scene_begin(&s, &session);
    const uint64_t first = run_session(&session, "condensed", 50)->field.hash;
    expect_ok(tc_session_set_up(&session, 20));
    tc_plan_free_mesh(&session.plan);
    cr_assert_eq(run_session(&session, "condensed", 20)->field.hash, first);
    cr_assert_neq(first, hash, "the sheets do not change the field");
    hash = first;
    cr_assert_null(session.plan.fibres.value);
    tc_session_close(&session);
    scene_free(&s);
  }
}

/* The config and the fibre file disagree about sheet directions. The setup must report this error after it
 * has read the file. */
ParallelTest(session, fibres_and_sheets_that_do_not_fit) {
  static const char *const words[] = {"tensor: {along: 9, across: 1, sheet: 3}",
                                      "sheet: [x, y, z], tensor: {along: 9, across: 1}"},
                           *const message[] = {"f.lon contains only fibres",
                                               "f.lon contains the sheets as well"};
  for (int i = 0; i < 2; i++) {
    char file[500];
    scene s;
    tc_session session = {0};
    scene_make(world, &s);
    snprintf(file, sizeof file, "diffusion.fibres={file: %s/f.lon, %s}", s.f.path, words[i]);
    if (world->rank == 0) write_fibres(&s, 3 + 3 * i);
    scene_set(&s, file);
    expect_ok(scene_open(&s, &session));
    expect_error(tc_session_set_up(&session, 65536), TC_USAGE, message[i]);
    tc_session_close(&session);
    scene_free(&s);
  }
}

/* Closing a session that was never opened does nothing. */
ParallelTest(session, closing_twice_is_closing_once) {
  tc_session session = {0};
  (void)world;
  tc_session_close(&session);
  tc_session_close(&session);
  cr_assert_null(session.plan.config);
}

/* time.steady ends a run successfully. The number of steps, the time and the errors in the report must be
 * those at the last step made. */
ParallelTest(session, a_steady_field_ends_the_run) {
  scene s;
  tc_session session = {0};
  tc_report report;
  scene_make(world, &s);
  scene_set(&s, "time={steps: 100000, steady: 1e-6}");
  scene_set(&s, "exact=t");
  scene_begin(&s, &session);
  const tc_result *r = run_session(&session, "condensed", 65536);
  const double constant = session.prepared.start.integral; /* equals the mean, as the volume is 1 */
  tc_session_report(&session, &report);
  cr_assert(session.run.steps_done < 100000 && session.run.steps_done % 100 == 0, "%lld",
            (long long)session.run.steps_done);
  cr_assert_eq(report.steps, session.run.steps_done);
  cr_assert_eq(report.time, (double)session.run.steps_done * session.prepared.choices.step.dt);
  cr_assert(report.steady && report.steady->reached && report.steady->change <= 1e-6);
  cr_assert_float_eq(r->max_error, fabs(report.time - constant), 1e-3, "%g", r->max_error);
  cr_assert_eq(run_session(&session, "fine", 65536)->field.hash, session.results.result[0].field.hash);
  tc_session_close(&session);
  scene_free(&s);
}

/* time.steady also ends implicit steps. The result then contains their solver and its statistics. */
ParallelTest(session, a_steady_field_ends_implicit_steps) {
  scene s;
  tc_session session = {0};
  scene_make(world, &s);
  scene_set(&s, "time={method: implicit, multiple: 20, steps: 100000, steady: 1e-3}");
  scene_begin(&s, &session);
  const tc_result *r = run_session(&session, "condensed", 65536);
  cr_assert(session.run.steps_done < 100000 && session.run.steady.reached);
  cr_assert_eq(r->solver->options.solver.method, tc_method_find("bicgstab"));
  cr_assert_eq(r->solver->record.solves, session.run.steps_done);
  tc_session_close(&session);
  scene_free(&s);
}
