/* `tetracast run`: the straight path from a config to snapshots and a report. */
#include <math.h>
#include <omp.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/timer.h"
#include "command.h"
#include "forecast.h"
#include "io/config.h"
#include "io/snapshot.h"
#include "io/tetgen.h"
#include "report/provenance.h"
#include "report/report.h"
#include "solve/field.h"
#include "solve/spectrum.h"
#include "solve/step.h"
#include "solve/step_size.h"

enum { largest_config = 1 << 20 };
static const double growth_limit = 10.0; /* diffusion without sources does not grow */

/* Everything a run holds; released in one place. */
typedef struct run {
  tc_app *app;
  tc_world *world;
  tc_config *config;
  tc_mesh *mesh; /* root only, until the snapshot file is made */
  uint64_t mesh_hash;
  tc_problem *problem;
  double *value; /* [owned] the field */
  tc_step_size step;
  tc_snapshot *snapshot;
  tc_params machine;
  tc_measure *measured; /* [ranks], root only */
  tc_parts *predicted;  /* [ranks], root only; NULL without a forecast */
  tc_result result;
} run;

static tc_status read_config(run *r) {
  const tc_arguments *a = &r->app->arguments;
  char *text = NULL;
  if (a->words != 1) return tc_status_make(TC_USAGE, "run needs one config file (see tetracast run --help)");
  TC_TRY(tc_world_read_text(r->world, a->word[0], largest_config, TC_USAGE, &text));
  tc_status status = tc_config_parse(a->word[0], text, a->overrides, a->override, &r->config);
  tc_free(text);
  TC_TRY(tc_world_agree(r->world, status));
  if (r->config->threads > 0)
    omp_set_num_threads(r->config->threads);
  else if (!getenv("OMP_NUM_THREADS"))
    omp_set_num_threads(1);
  return TC_OK;
}

/* The root reads; everybody learns the hash, which the snapshot file carries. */
static tc_status read_mesh(run *r) {
  double began = tc_now_s();
  tc_status status = r->world->rank == 0 ? tc_tetgen_read(r->config->mesh.file, &r->mesh) : TC_OK;
  TC_TRY(tc_world_agree(r->world, status));
  if (r->mesh) {
    r->mesh_hash = r->mesh->hash;
    tc_log_note(&r->app->log, TC_LOG_NORMAL, "%-34s %8.2f s", "read the mesh", tc_now_s() - began);
  }
  return TC_MPI(MPI_Bcast(&r->mesh_hash, 1, MPI_UINT64_T, 0, r->world->comm));
}

static tc_status set_up_problem(run *r) {
  const tc_config *c = r->config;
  tc_problem_choice choice = {.scheme = c->diffusion.scheme};
  choice.layout =
      (tc_layout_choice){c->order.method, c->order.block, c->distribution.kind, c->distribution.block_size};
  for (int i = 0; i < 6; i++) choice.diffusion.tensor[i] = c->diffusion.tensor[i];
  return tc_problem_create(r->world, &choice, r->mesh, &r->app->log, &r->problem);
}

static tc_status choose_step(run *r) {
  const tc_config *c = r->config;
  tc_spectrum spectrum;
  double began = tc_now_s();
  TC_TRY(tc_spectrum_estimate(r->problem, &spectrum));
  double bound = tc_spectrum_step_bound(&spectrum);
  tc_log_note(&r->app->log, TC_LOG_NORMAL, "%-34s %8.2f s", "estimate the largest stable step",
              tc_now_s() - began);
  tc_log_note(&r->app->log, TC_LOG_VERBOSE,
              "largest eigenvalue %.6g (Gershgorin %.6g), step bound %.6g, %d products", spectrum.largest,
              spectrum.gershgorin, bound, spectrum.products);
  TC_TRY(tc_step_size_choose(tc_config_where(c, "time.dt"), bound, c->time.dt, c->time.safety, c->time.steps,
                             c->time.end, &r->step));
  tc_ell_euler(r->problem->matrix, r->step.dt);
  return TC_OK;
}

/* value = the formula of a config key at the centroids; every rank parses it for itself. */
static tc_status evaluate(run *r, const char *key, const char *formula, double time, double *value) {
  tc_expression *expression = NULL;
  const char *where = tc_config_where(r->config, key);
  tc_status status = tc_expression_create(where, formula, "xyzt", &expression);
  status = tc_world_agree(r->world, status);
  if (!status) status = tc_field_evaluate(r->problem, where, expression, time, value);
  tc_expression_destroy(&expression);
  return status;
}

static tc_status open_snapshots(run *r) {
  const tc_config *c = r->config;
  if (!c->snapshots.file) return TC_OK;
  const tc_snapshot_about about = {.title = c->title,
                                   .version = tc_provenance_version(),
                                   .commit = tc_provenance_commit(),
                                   .config = c->text,
                                   .overrides = c->physics,
                                   .mesh_file = c->mesh.file,
                                   .mesh_hash = r->mesh_hash};
  return tc_snapshot_create(r->world, c->snapshots.file, c->snapshots.compress, r->mesh, r->problem->owned,
                            r->problem->id, &about, &r->snapshot);
}

static tc_status write_snapshot(void *context, int64_t step, double time, const double *value) {
  return tc_snapshot_write(context, step, time, value);
}

static tc_status march(run *r) {
  const tc_config *c = r->config;
  const tc_step_choice choice = {c->strategy, r->step.steps, r->step.dt, growth_limit};
  const tc_observer observer = {write_snapshot, r->snapshot, c->snapshots.every};
  tc_measure own;
  TC_TRY(tc_step_run(r->problem, &choice, r->snapshot ? &observer : NULL, &r->app->log, r->value, &own));
  TC_TRY(tc_snapshot_close(&r->snapshot));
  return tc_measure_gather(r->world, &own, &r->measured);
}

static tc_status compare_exact(run *r) {
  double *exact = NULL;
  r->result.l2_error = r->result.max_error = NAN;
  if (!r->config->exact) return TC_OK;
  TC_TRY(tc_world_agree(r->world, TC_ALLOC(exact, r->problem->owned)));
  tc_status status = evaluate(r, "exact", r->config->exact, (double)r->step.steps * r->step.dt, exact);
  if (!status)
    status = tc_field_compare(r->problem, r->value, exact, &r->result.l2_error, &r->result.max_error);
  tc_free(exact);
  return status;
}

static tc_status describe(run *r) {
  const tc_config *c = r->config;
  r->result.strategy = c->strategy->name;
  r->result.valid = c->strategy->valid || r->world->ranks == 1;
  r->result.distribution = tc_distribution_name((int)c->distribution.kind);
  r->result.block_size = c->distribution.block_size;
  TC_TRY(compare_exact(r));
  TC_TRY(tc_field_describe(r->problem, r->value, &r->result.field));
  if (r->world->rank != 0) return TC_OK;
  r->result.measured = r->measured;
  return tc_forecast(&r->machine, r->world->ranks, r->measured, r->problem->scheme->width, &r->predicted,
                     &r->result);
}

static tc_status write_reports(const run *r) {
  const tc_config *c = r->config;
  const tc_arguments *a = &r->app->arguments;
  const tc_report report = {.title = c->title,
                            .mesh_file = c->mesh.file,
                            .scheme = r->problem->scheme->name,
                            .overrides = c->overrides,
                            .cells = r->problem->cells,
                            .nodes_of_mesh = r->problem->nodes,
                            .width = r->problem->scheme->width,
                            .steps = r->step.steps,
                            .dt = r->step.dt,
                            .time = (double)r->step.steps * r->step.dt,
                            .ranks = r->world->ranks,
                            .threads = omp_get_max_threads(),
                            .nodes = r->world->nodes,
                            .machine = r->machine,
                            .results = 1,
                            .result = &r->result};
  const char *json = a->json ? a->json : c->report.json, *csv = a->csv ? a->csv : c->report.csv;
  if (r->app->out) tc_report_table(&report, r->app->out);
  if (c->snapshots.file && r->app->out)
    fprintf(r->app->out, "Snapshots: %s (open the .xdmf beside it in ParaView)\n", c->snapshots.file);
  if (json) TC_TRY(tc_report_json(&report, json));
  if (csv) TC_TRY(tc_report_csv(&report, csv));
  return TC_OK;
}

/* All of it, in order; each phase ends with the same outcome on every rank. */
static tc_status perform(run *r) {
  TC_TRY(read_config(r));
  TC_TRY(read_mesh(r));
  TC_TRY(set_up_problem(r));
  TC_TRY(tc_world_agree(r->world, TC_ALLOC(r->value, r->problem->owned)));
  TC_TRY(evaluate(r, "initial", r->config->initial, 0.0, r->value));
  TC_TRY(choose_step(r));
  TC_TRY(tc_forecast_measure_machine(r->problem, &r->machine));
  TC_TRY(open_snapshots(r));
  tc_mesh_destroy(&r->mesh);
  TC_TRY(march(r));
  TC_TRY(describe(r));
  return tc_world_agree(r->world, r->world->rank == 0 ? write_reports(r) : TC_OK);
}

static void release(run *r) {
  tc_mesh_destroy(&r->mesh);
  tc_problem_destroy(&r->problem);
  tc_config_destroy(&r->config);
  tc_free(r->value);
  tc_free(r->measured);
  tc_free(r->predicted);
}

static tc_status run_config(tc_app *app) {
  run r = {.app = app, .world = app->world};
  tc_status status = perform(&r);
  if (r.snapshot) { /* only after a failure; what was written stays readable */
    tc_status closing = tc_snapshot_close(&r.snapshot);
    tc_status_free(&closing);
  }
  release(&r);
  return status;
}

const tc_command tc_command_run = {
    .usage =
        "usage: [mpirun -np P] tetracast run CONFIG [-s key.sub=value]... [--json FILE] [--csv FILE] [-q] "
        "[-v]\n\n"
        "Runs the time steps of a config (configs/README.md tells every key) and prints where the time "
        "went.\n\n"
        "  -s key.sub=value   overrides a key of the config; may be repeated\n"
        "  --json FILE        the report as JSON      --csv FILE   the same as one row per part\n"
        "  -q                 no progress             -v           more about the setup\n\n"
        "example: mpirun -np 2 tetracast run configs/ventricle.yaml -s time.steps=200 --json report.json\n",
    .run = run_config,
};
