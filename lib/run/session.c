#include "run/session.h"

#include <math.h>
#include <omp.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "comm/threads.h"
#include "io/machine_file.h"
#include "io/tetgen.h"
#include "run/forecast.h"

#define TC_PHASE "reading the mesh"

enum { largest_config = 1 << 20 };

tc_status tc_session_read_config(const tc_world *world, const tc_run_choice *choice, tc_config **out) {
  char *text = NULL;
  if (strcmp(choice->config, "-") == 0)
    return tc_status_make(TC_USAGE, "-: a config is not read from standard input: name a file");
  TC_TRY(tc_world_read_text(world, choice->config, largest_config, TC_USAGE, &text));
  tc_status status = tc_config_parse(choice->config, text, choice->overrides, choice->override, out);
  tc_free(text);
  if (!status && choice->machine) (*out)->machine = choice->machine;
  if (!status && choice->model)
    status = tc_registry_choose(&tc_model_registry, "--model", choice->model, "auto", &(*out)->model);
  return tc_world_agree(world, status);
}

/* The root reads; everybody learns the hash, which the snapshot file carries. */
static tc_status read_mesh(tc_session *s) {
  const tc_phase phase = tc_log_begin(s->log, "read the mesh");
  tc_status status = s->world->rank == 0 ? tc_tetgen_read(s->config->mesh.file, &s->mesh) : TC_OK;
  TC_TRY(tc_world_agree(s->world, status));
  if (s->mesh) s->mesh_hash = s->mesh->hash;
  tc_log_end(&phase);
  return TC_MPI(MPI_Bcast(&s->mesh_hash, 1, MPI_UINT64_T, 0, s->world->comm));
}

/* The choice goes before the config. */
static const char *json_path(const tc_run_choice *choice, const tc_config *config) {
  return choice->json ? choice->json : config->report.json;
}

static const char *csv_path(const tc_run_choice *choice, const tc_config *config) {
  return choice->csv ? choice->csv : config->report.csv;
}

tc_status tc_session_prepare_files(const tc_run_choice *choice, const tc_config *config, tc_files *files) {
  const char *json = json_path(choice, config), *csv = csv_path(choice, config);
  TC_TRY(tc_files_read(files, "the config", config->path));
  TC_TRY(tc_files_mesh(files, false, "the mesh", config->mesh.file));
  if (tc_machine_kind_of(config->machine) == TC_MACHINE_FILE)
    TC_TRY(tc_files_read(files, "the machine file", config->machine));
  TC_TRY(tc_files_write(files, "the JSON report", json));
  TC_TRY(tc_files_write(files, "the CSV report", csv));
  return tc_report_prepare(json, csv);
}

tc_status tc_session_write_files(const tc_run_choice *choice, const tc_config *config,
                                 const tc_report *report, FILE *out) {
  const char *json = json_path(choice, config), *csv = csv_path(choice, config);
  if (json) TC_TRY(tc_report_json(report, json));
  if (csv) TC_TRY(tc_report_csv(report, csv));
  if (json) fprintf(out, "Report: %s\n", json);
  if (csv) fprintf(out, "Report: %s\n", csv);
  return TC_OK;
}

/* A mistake in a machine file should not come to light only after the set-up of a large mesh. */
static tc_status check_machine(const tc_session *s) {
  tc_machine_origin origin;
  const bool file = tc_machine_kind_of(s->config->machine) == TC_MACHINE_FILE;
  return tc_world_agree(s->world,
                        s->world->rank == 0 && file ? tc_machine_read(s->config->machine, &origin) : TC_OK);
}

/* Whether threads share cores: a rank's own on the cores that it is bound to, or all on those of rank 0's
 * node (the others are taken to be like it). */
static bool is_crowded(const tc_world *world) {
  int ranks = 0, threads = omp_get_max_threads();
  for (int r = 0; r < world->ranks; r++) ranks += world->near_of_rank[r] == world->near_of_rank[world->rank];
  return threads > omp_get_num_procs() || (long)ranks * threads > sysconf(_SC_NPROCESSORS_ONLN);
}

/* Threads that wait for each other spin, and so take the core from whom they wait for: what looks like a hang
 * is said beforehand. */
static void tell_crowd(const tc_session *s) {
  if (is_crowded(s->world) && omp_get_max_threads() > 1)
    tc_log_note(s->log, TC_LOG_NORMAL,
                "%d rank%s x %d threads share cores, which can slow every step a hundred times: take "
                "fewer, or set OMP_WAIT_POLICY=passive and mpirun --mca mpi_yield_when_idle 1",
                s->world->ranks, s->world->ranks == 1 ? "" : "s", omp_get_max_threads());
}

tc_status tc_session_open(const tc_run_choice *choice, const tc_circumstances *circumstances, tc_world *world,
                          const tc_log *log, tc_session *s) {
  s->choice = choice;
  s->circumstances = circumstances;
  s->world = world;
  s->log = log;
  TC_TRY(tc_session_read_config(world, choice, &s->config));
  TC_TRY(check_machine(s));
  TC_TRY(tc_threads_start(s->world, s->config->threads));
  tell_crowd(s);
  tc_world_group(s->world, s->config->ranks_per_node);
  TC_TRY(tc_world_agree(s->world, s->world->rank == 0 ? tc_session_prepare_files(choice, s->config, &s->files)
                                                      : TC_OK));
  return read_mesh(s);
}

static tc_status make_problem(tc_session *s, int32_t block_size) {
  const tc_config *c = s->config;
  tc_problem_choice choice = {.scheme = c->diffusion.scheme};
  choice.stabilisation =
      s->step.dt > 0.0 ? s->safe.stabilisation : tc_safe_step_first(c->diffusion.stabilisation);
  choice.layout = (tc_layout_choice){c->order.method, c->order.block, c->distribution.kind, block_size};
  memcpy(choice.tensor, c->diffusion.tensor, sizeof choice.tensor);
  return tc_problem_create(s->world, &choice, s->mesh, s->log, &s->problem);
}

/* value = the formula of a config key at the centroids; every rank parses it for itself. */
static tc_status evaluate(tc_session *s, const char *key, const char *formula, double time, double *value) {
  tc_expression *expression = NULL;
  const char *where = tc_config_where(s->config, key);
  tc_status status = tc_world_agree(s->world, tc_expression_create(where, formula, "xyzt", &expression));
  if (!status) status = tc_field_evaluate(s->problem, where, expression, time, value);
  tc_expression_destroy(&expression);
  return status;
}

static tc_status allocate_fields(tc_session *s) {
  TC_TRY(TC_ALLOC(s->initial, s->problem->owned));
  return TC_ALLOC(s->value, s->problem->owned);
}

/* Once is enough: whatever the distribution, the outcome is the same to the bit. */
static tc_status choose_step(tc_session *s) {
  const tc_config *c = s->config;
  const tc_log *log = s->log;
  char known[256];
  const tc_step_wish wish = {.where_dt = tc_config_where(c, "time.dt"),
                             .where_stabilisation = tc_config_where(c, "diffusion.stabilisation"),
                             .stabilisation = c->diffusion.stabilisation,
                             .dt = c->time.dt,
                             .safety = c->time.safety,
                             .end = c->time.end,
                             .steps = c->time.steps};
  if (s->step.dt > 0.0) {
    tc_problem_make_steps(s->problem, s->step.dt);
    tc_problem_forget_geometry(s->problem);
    return TC_OK;
  }
  TC_TRY(tc_safe_step_choose(s->problem, &wish, log, &s->safe));
  tc_problem_forget_geometry(s->problem);
  s->step = s->safe.step;
  tc_safe_step_say(&s->safe, s->problem->cells, known, sizeof known);
  tc_log_note(log, TC_LOG_NORMAL, "%s", known);
  tc_log_note(log, TC_LOG_VERBOSE, "largest eigenvalue %.6g (Gershgorin %.6g, %s), step bound %.6g",
              s->safe.spectrum.largest, s->safe.spectrum.gershgorin,
              s->safe.spectrum.settled ? "settled" : "not settled", s->safe.bound);
  return TC_OK;
}

static double end_time(const tc_session *s) { return (double)s->step.steps * s->step.dt; }

/* A mistake in `exact` should not come to light only after the run. The values are thrown away. */
static tc_status check_exact(tc_session *s) {
  return s->config->exact ? evaluate(s, "exact", s->config->exact, end_time(s), s->value) : TC_OK;
}

static void release_problem(tc_session *s) {
  tc_problem_destroy(&s->problem);
  tc_free(s->initial);
  tc_free(s->value);
  s->initial = s->value = NULL;
}

/* One machine for all set-ups, as the report names one: measured at the working set of the first, it knows
 * those of other block sizes from its curves. */
static tc_status find_machine(tc_session *s) {
  const int width = s->problem->matrix->width;
  double bytes = s->problem->matrix->rows * tc_row_bytes(width);
  if (s->step_bytes > 0.0) return TC_OK;
  TC_TRY(tc_world_max(s->world, &bytes, 1));
  s->peak_B = (double)tc_memory_peak();
  TC_TRY(tc_machine_obtain(s->world, s->config->machine, bytes, width, s->log, &s->origin));
  const tc_params shared = tc_machine_params(&s->origin.machine, tc_world_most_on_node(s->world));
  s->machine = tc_params_for_working_set(&shared, bytes);
  s->step_bytes = bytes;
  return TC_OK;
}

tc_status tc_session_set_up(tc_session *s, int32_t block_size) {
  if (s->problem && s->problem->distribution->kind == TC_DISTRIBUTION_METIS)
    return tc_problem_set_block_size(s->problem, block_size);
  release_problem(s);
  TC_TRY(make_problem(s, block_size));
  TC_TRY(tc_world_agree(s->world, allocate_fields(s)));
  TC_TRY(evaluate(s, "initial", s->config->initial, 0.0, s->initial));
  TC_TRY(tc_field_describe(s->problem, s->initial, &s->start));
  TC_TRY(choose_step(s));
  TC_TRY(check_exact(s));
  return find_machine(s);
}

void tc_session_forget_mesh(tc_session *s) { tc_mesh_destroy(&s->mesh); }

static tc_status write_snapshot(void *context, int64_t step, double time, const double *value) {
  return tc_snapshot_write(context, step, time, value);
}

/* L2 and largest error against the config's exact solution at the end; NaN without one. */
static tc_status compare_exact(tc_session *s, tc_result *result) {
  double *exact = NULL;
  result->l2_error = result->max_error = NAN;
  if (!s->config->exact) return TC_OK;
  TC_TRY(tc_world_agree(s->world, TC_ALLOC(exact, s->problem->owned)));
  tc_status status = evaluate(s, "exact", s->config->exact, end_time(s), exact);
  if (!status) status = tc_field_compare(s->problem, s->value, exact, &result->l2_error, &result->max_error);
  tc_free(exact);
  return status;
}

static tc_status add_result(tc_session *s, tc_result **out) {
  if (s->results == s->room) {
    tc_result *larger = NULL;
    TC_TRY(TC_ALLOC_ZERO(larger, 2 * s->room + 8));
    if (s->results) memcpy(larger, s->result, (size_t)s->results * sizeof *larger);
    tc_free(s->result);
    s->result = larger;
    s->room = 2 * s->room + 8;
  }
  *out = &s->result[s->results++];
  **out = (tc_result){0};
  return TC_OK;
}

/* Not collective. The same counts are the same forecast as was told before the first step. */
static tc_status check_told(const tc_session *s, const tc_strategy *strategy, const tc_measure *own) {
  tc_counts told = s->told_traffic, moved = own->ledger.count;
  const int count = tc_counts_difference(&told, &moved);
  if (strategy != s->told || s->step.steps == 0 || count < 0) return TC_OK;
  return tc_status_make(TC_INTERNAL,
                        "rank %d: a step of %s was to move %lld %s and moved %lld: please report this as a "
                        "bug",
                        own->rank, strategy->name, (long long)told.of[count], tc_count_name(count),
                        (long long)moved.of[count]);
}

/* Diffusion keeps to the range of its initial field. The run has ended, so the watch has found no more than
 * half that width; what is beyond a twentieth is said. Collective. */
static tc_status tell_range(const tc_session *s, const tc_result *result) {
  const tc_field *start = &s->start;
  const double width = start->max - start->min;
  tc_highest worst;
  if (!result->valid || !(width > 0.0)) return TC_OK;
  TC_TRY(tc_field_beyond(s->problem, s->value, start->min, start->max, &worst));
  if (worst.value > 0.05 * width)
    tc_log_warn(s->log,
                "the value of cell %lld is beyond the range of the initial field by %.2g %% of its width, "
                "and not to be trusted: the mesh is too coarse there for fronts so sharp, or too bad for "
                "this tensor",
                (long long)worst.cell, 100.0 * worst.value / width);
  return TC_OK;
}

tc_status tc_session_march(tc_session *s, const tc_strategy *strategy, int32_t block_size,
                           tc_snapshot *snapshot) {
  const tc_config *c = s->config;
  const tc_step_choice choice = {strategy, s->step.steps, s->step.dt, s->safe.proved};
  const tc_observer observer = {write_snapshot, snapshot, c->snapshots.every};
  tc_measure own;
  tc_result *result = NULL;
  TC_TRY(tc_world_agree(s->world, add_result(s, &result)));
  result->strategy = strategy->name;
  result->valid = strategy->valid || s->world->ranks == 1;
  result->distribution = tc_distribution_name((int)c->distribution.kind);
  result->block_size = block_size;
  result->ranks = s->world->ranks;
  result->nodes = s->world->nodes;
  result->ranks_per_node = tc_world_most_on_node(s->world);
  memcpy(s->value, s->initial, (size_t)s->problem->owned * sizeof *s->value);
  TC_TRY(tc_step_run(s->problem, &choice, snapshot ? &observer : NULL, s->log, s->value, &own));
  TC_TRY(tc_world_agree(s->world, check_told(s, strategy, &own)));
  own.peak_memory_B = fmax(own.peak_memory_B, s->peak_B);
  TC_TRY(tc_measure_gather(s->world, &own, &result->measured));
  TC_TRY(compare_exact(s, result));
  TC_TRY(tc_field_describe(s->problem, s->value, &result->field));
  TC_TRY(tell_range(s, result));
  /* No step, nothing moved, nothing to forecast from. */
  const bool forecast = s->world->rank == 0 && strategy->modelled && s->step.steps > 0;
  return tc_world_agree(s->world,
                        forecast ? tc_forecast_make(&s->machine, s->problem->scheme->width, result) : TC_OK);
}

void tc_session_report(const tc_session *s, tc_report *report) {
  const tc_config *c = s->config;
  *report = (tc_report){.title = c->title,
                        .mesh_file = c->mesh.file,
                        .scheme = s->problem->scheme->name,
                        .overrides = c->overrides,
                        .cells = s->problem->cells,
                        .nodes_of_mesh = s->problem->nodes,
                        .width = s->problem->scheme->width,
                        .steps = s->step.steps,
                        .dt = s->step.dt,
                        .time = end_time(s),
                        .ranks = s->world->ranks,
                        .threads = omp_get_max_threads(),
                        .nodes = s->world->nodes,
                        .in_cache = tc_forecast_in_cache(s->step_bytes),
                        .cpu_share = s->origin.machine.cpu_share,
                        .crowded = is_crowded(s->world),
                        .per_rank = s->choice->per_rank,
                        .model = tc_report_main_model(c->model, s->results, s->result),
                        .machine_name = s->origin.text,
                        .machine = s->machine,
                        .initial = &s->start,
                        .results = s->results,
                        .result = s->result};
  tc_circumstances_tell(s->circumstances, c, &s->files, &s->origin.machine, &report->run);
  report->run.log = s->log->record;
  report->run.imagined_nodes = s->world->imagined;
  report->run.mesh_hash = s->mesh_hash;
  report->run.safe = &s->safe;
}

void tc_session_close(tc_session *s) {
  for (int i = 0; i < s->results; i++) {
    tc_free(s->result[i].measured);
    tc_forecast_free(&s->result[i]);
  }
  tc_free(s->result);
  release_problem(s);
  tc_mesh_destroy(&s->mesh);
  tc_config_destroy(&s->config);
}
