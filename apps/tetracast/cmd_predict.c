/* `tetracast predict`: the forecast for runs that are not started. One process works; others that were
 * started wait. */
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/threads.h"
#include "base/timer.h"
#include "command.h"
#include "lists.h"
#include "run/circumstances.h"
#include "run/forecast.h"
#include "run/imagined_machine.h"
#include "run/imagined_runs.h"
#include "run/session.h"

enum { most_ranks = 1 << 17 };

/* What is asked for. */
typedef struct question {
  tc_run_choice choice;
  tc_config *config;
  tc_number_list nodes, ranks_per_node, block_sizes; /* block size 0: one block a rank */
  tc_strategy_list strategies;
  int threads;
} question;

/* All answers. */
typedef struct answer {
  tc_imagined_runs runs;
  tc_imagined_machine machine;
  int results;
  tc_result *result;
  tc_params params; /* of the first run */
  tc_files files;
} answer;

/* Those that the model knows and that solve the problem, unless the user names others. */
static tc_status choose_strategies(const tc_arguments *a, tc_strategy_list *out) {
  const bool named = tc_arguments_value(a, "strategies") != NULL;
  tc_strategy_list all;
  TC_TRY(tc_list_strategies(a, &all));
  out->count = 0;
  for (int i = 0; i < all.count; i++) {
    const tc_strategy *strategy = all.strategy[i];
    if (named && !strategy->modelled)
      return tc_status_make(TC_USAGE, "--strategies: the models know nothing of '%s'", strategy->name);
    if (strategy->modelled && (named || strategy->valid)) out->strategy[out->count++] = strategy;
  }
  return TC_OK;
}

static tc_status check_ranks(const question *q) {
  for (int n = 0; n < q->nodes.count; n++)
    for (int r = 0; r < q->ranks_per_node.count; r++)
      if ((int64_t)q->nodes.number[n] * q->ranks_per_node.number[r] > most_ranks)
        return tc_status_make(TC_USAGE, "--nodes %d with --ranks-per-node %d: at most %d ranks",
                              (int)q->nodes.number[n], (int)q->ranks_per_node.number[r], (int)most_ranks);
  return TC_OK;
}

static tc_status understand(const tc_arguments *a, question *q) {
  TC_TRY(tc_list_numbers(a, "nodes", NULL, &q->nodes));
  TC_TRY(tc_list_numbers(a, "ranks-per-node", NULL, &q->ranks_per_node));
  TC_TRY(tc_list_numbers(a, "block-sizes", "rank", &q->block_sizes));
  TC_TRY(choose_strategies(a, &q->strategies));
  q->threads = q->config->threads > 0 ? q->config->threads : 1;
  if (q->nodes.count == 0) q->nodes.number[q->nodes.count++] = 1;
  if (q->ranks_per_node.count == 0 && q->config->ranks_per_node > 0)
    q->ranks_per_node.number[q->ranks_per_node.count++] = q->config->ranks_per_node;
  if (q->block_sizes.count == 0)
    q->block_sizes.number[q->block_sizes.count++] = q->config->distribution.block_size;
  return TC_OK;
}

static int32_t block_of_a_rank(int32_t cells, int32_t ranks) { return cells / ranks + (cells % ranks != 0); }

static tc_status predict_shape(const question *q, tc_imagined_shape shape, answer *out) {
  const int32_t ranks = shape.nodes * shape.ranks_per_node, cells = out->runs.cells;
  const int width = q->config->diffusion.scheme->width;
  tc_result *result = out->result + out->results;
  int32_t most = 0;
  if (shape.block_size == 0) shape.block_size = block_of_a_rank(cells, ranks);
  out->results += q->strategies.count; /* counted before they are made: what is there is freed */
  TC_TRY(tc_imagined_runs_count(&out->runs, &shape, q->strategies.count, q->strategies.strategy, result));
  for (int r = 0; r < ranks; r++)
    if (result->measured[r].rows > most) most = result->measured[r].rows;
  const tc_params params =
      tc_imagined_machine_params(&out->machine, shape.ranks_per_node, most * tc_row_bytes(width));
  if (result == out->result) out->params = params;
  for (int s = 0; s < q->strategies.count; s++) TC_TRY(tc_forecast_make(&params, width, &result[s]));
  return TC_OK;
}

/* One shape of all, with how long the rest will take about where that matters. */
static tc_phase begin_shape(const tc_log *log, const tc_imagined_shape *shape, int done, int all,
                            double began) {
  const double spent = tc_now_s() - began, left = done > 0 ? spent / done * (all - done) : 0.0;
  char rest[32] = "";
  if (left >= 2.0) snprintf(rest, sizeof rest, ", about %.0f s left", left);
  return tc_log_begin(log, "%d of %d: %d node%s x %d rank%s%s", done + 1, all, (int)shape->nodes,
                      shape->nodes == 1 ? "" : "s", (int)shape->ranks_per_node,
                      shape->ranks_per_node == 1 ? "" : "s", rest);
}

/* Whether one block a rank is a size that is in the list as a number too. */
static bool is_named_otherwise(const question *q, const tc_imagined_shape *shape, int32_t cells) {
  const int32_t rows = block_of_a_rank(cells, shape->nodes * shape->ranks_per_node);
  for (int b = 0; b < q->block_sizes.count; b++)
    if (shape->block_size == 0 && q->block_sizes.number[b] == rows) return true;
  return false;
}

static tc_status predict_all(const question *q, const tc_log *log, answer *out) {
  const int all = q->nodes.count * q->ranks_per_node.count * q->block_sizes.count;
  const double began = tc_now_s();
  int done = 0;
  TC_TRY(TC_ALLOC_ZERO(out->result, all * q->strategies.count));
  for (int n = 0; n < q->nodes.count; n++)
    for (int r = 0; r < q->ranks_per_node.count; r++)
      for (int b = 0; b < q->block_sizes.count; b++) {
        const tc_imagined_shape shape = {q->nodes.number[n], q->ranks_per_node.number[r],
                                         q->block_sizes.number[b]};
        const tc_phase phase = begin_shape(log, &shape, done++, all, began);
        if (!is_named_otherwise(q, &shape, out->runs.cells)) TC_TRY(predict_shape(q, shape, out));
        tc_log_end(&phase);
      }
  return TC_OK;
}

static void fill_report(const tc_app *app, const question *q, const answer *a, tc_report *report) {
  const tc_config *c = q->config;
  const bool one = q->nodes.count * q->ranks_per_node.count == 1;
  *report = (tc_report){.title = c->title,
                        .mesh_file = c->mesh.file,
                        .scheme = c->diffusion.scheme->name,
                        .overrides = c->overrides,
                        .cells = a->runs.cells,
                        .nodes_of_mesh = a->runs.nodes,
                        .width = c->diffusion.scheme->width,
                        .steps = c->time.end > 0.0 ? 0 : c->time.steps,
                        .ranks = one ? a->result->ranks : 0,
                        .threads = q->threads,
                        .nodes = one ? a->result->nodes : 0,
                        .per_rank = q->choice.per_rank,
                        .model = tc_report_main_model(c->model, a->results, a->result),
                        .machine_name = a->machine.text,
                        .machine = a->params,
                        .results = a->results,
                        .result = a->result};
  tc_circumstances_tell(&app->circumstances, c, &a->files, &a->machine.machine, &report->run);
  report->run.log = app->log.record;
  report->run.mesh_hash = a->runs.mesh_hash;
}

/* A forecast of nothing is no success. */
static tc_status check_forecasts(const tc_report *report) {
  for (int i = 0; i < report->results; i++)
    if (report->result[i].forecast[report->model].part) return TC_OK;
  return tc_status_make(TC_USAGE,
                        "the %s model has no forecast for any of these: the machine (%s) lacks parameters "
                        "that it needs; "
                        "configs/machines/README.md names them, tetracast calibrate measures them",
                        tc_model_at(report->model)->name, report->machine_name);
}

/* What few ranks a node get of its bandwidth is a guess where the machine file does not say. */
static void write_doubt(const question *q, const answer *a, FILE *out) {
  const tc_machine *m = &a->machine.machine;
  if (m->params.lone_bandwidth_Bps > 0.0 || q->ranks_per_node.number[0] >= m->ranks_per_node) return;
  fprintf(out,
          "\nFewer than %d ranks a node share all of its bandwidth here, which they may not reach: the "
          "machine file does\n"
          "not say what a rank alone gets (lone_bandwidth_Bps).\n",
          m->ranks_per_node);
}

static tc_status write_answer(tc_app *app, const question *q, const answer *a) {
  tc_report report;
  fill_report(app, q, a, &report);
  TC_TRY(check_forecasts(&report));
  tc_report_prediction(&report, app->out);
  write_doubt(q, a, app->out);
  return tc_session_write_files(&q->choice, q->config, &report, app->out);
}

static void release(answer *a) {
  for (int i = 0; i < a->results; i++) {
    tc_free(a->result[i].measured);
    tc_forecast_free(&a->result[i]);
  }
  tc_free(a->result);
  tc_imagined_runs_close(&a->runs);
  tc_imagined_machine_free(&a->machine);
}

/* What can be refused is refused before the work. */
static tc_status prepare(tc_app *app, question *q, answer *a) {
  TC_TRY(understand(&app->arguments, q));
  TC_TRY(tc_session_prepare_files(&q->choice, q->config, &a->files));
  const tc_machine_kind kind = tc_machine_kind_of(q->config->machine);
  if (kind == TC_MACHINE_NONE)
    return tc_status_make(TC_USAGE, "machine: none leaves nothing to predict with: give --machine auto or a "
                                    "machine file");
  if (kind == TC_MACHINE_FILE) TC_TRY(tc_imagined_machine_read(q->config->machine, &a->machine));
  if (q->ranks_per_node.count == 0)
    q->ranks_per_node.number[q->ranks_per_node.count++] = a->machine.machine.ranks_per_node > 0
                                                              ? a->machine.machine.ranks_per_node
                                                              : (int32_t)sysconf(_SC_NPROCESSORS_ONLN);
  return check_ranks(q);
}

/* One process works for all: with as many threads as there are cores, unless it was told another number. */
static tc_status use_all_cores(void) {
  int threads;
  TC_TRY(tc_threads_told(&threads));
  const int cores = omp_get_num_procs(), most = omp_get_thread_limit();
  return tc_threads_use(threads ? threads : cores < most ? cores : most);
}

static tc_status predict(tc_app *app, const tc_run_choice *choice, tc_config *config) {
  question q = {.choice = *choice, .config = config};
  answer a = {0};
  tc_status status = TC_OK;
  TC_GUARD(status, prepare(app, &q, &a));
  if (tc_machine_kind_of(q.config->machine) == TC_MACHINE_AUTO)
    TC_GUARD(status, tc_imagined_machine_here(q.ranks_per_node.count, q.ranks_per_node.number, q.threads,
                                              &app->log, &a.machine));
  TC_GUARD(status, use_all_cores());
  TC_GUARD(status, tc_imagined_runs_open(q.config, &app->log, &a.runs));
  TC_GUARD(status, predict_all(&q, &app->log, &a));
  TC_GUARD(status, write_answer(app, &q, &a));
cleanup:
  release(&a);
  return status;
}

static tc_status run(tc_app *app) {
  tc_run_choice choice;
  tc_config *config = NULL;
  TC_TRY(tc_arguments_choose(&app->arguments, &choice));
  tc_status status = tc_session_read_config(app->world, &choice, &config);
  if (!status)
    status = tc_world_agree(app->world, app->world->rank == 0 ? predict(app, &choice, config) : TC_OK);
  tc_config_destroy(&config);
  return status;
}

const tc_command tc_command_predict = {
    .name = "predict",
    .summary = "the forecast for any number of nodes and ranks, without running",
    .usage =
        "usage: tetracast predict CONFIG [--machine FILE] [--nodes 1,2,4] [--ranks-per-node 16,32]\n"
        "                         [--block-sizes 1024,rank] [--strategies a,b] [--model NAME]\n"
        "                         [-s key.sub=value]... [--json FILE] [--csv FILE] [-q] [-v]\n\n"
        "Forecasts a step for every number of nodes, ranks on each and block size, from exact counts for "
        "every rank,\n"
        "without starting a run. Ends with advice. All processors are used (OMP_NUM_THREADS limits them).\n\n"
        "  --machine FILE       a machine file (configs/machines); default: this machine, remembered or "
        "measured\n"
        "  --ranks-per-node R   default: what the machine file says\n"
        "  --block-sizes B      rows; the word rank means one block a rank; default: the config's\n"
        "  -v                   the parts of each as well; in the JSON every rank\n\n"
        "example: tetracast predict configs/ventricle.yaml --machine configs/machines/abel.yaml --nodes "
        "1,2,4,8 \\\n"
        "           -s distribution.kind=cyclic --block-sizes rank\n",
    .options = (const char *const[]){"--machine", "--nodes", "--ranks-per-node", "--block-sizes",
                                     "--strategies", "--model", "-s", "--json", "--csv", NULL},
    .run = run,
};
