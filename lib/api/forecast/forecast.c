#include "api/include/tetracast/forecast.h"

#include <string.h>

#include "api/call/call.h"
#include "api/forecast/forecast_object.h"
#include "api/include/tetracast/version.h"
#include "base/core/memory.h"
#include "io/config/config_auto.h"
#include "io/config/config_check.h"

#define TC_PHASE "distributing a forecast"

enum { most_ranks = 1 << 17 };

/* ---- creation ---- */

static tc_status check_problem(const tetracast_problem *p, const tetracast_machine *machine) {
  TC_TRY(tc_api_check_argument(machine, "machine"));
  if (!p->is_set_up) return TC_OK;
  return tc_status_create(TC_USAGE, "tetracast_forecast_create: the problem no longer has its mesh: create "
                                    "the forecast before tetracast_problem_set_up");
}

static tc_status check_config(const tc_config *config) {
  TC_TRY(tc_config_check_not_auto(config,
                                  "chooses a method during the set-up, which tetracast_forecast_create "
                                  "does not run: set a method or use tetracast predict"));
  if (config->time.method->solves)
    return tc_status_create(TC_USAGE,
                            "%s: each step of method %s solves a linear system, and "
                            "tetracast_forecast_create cannot forecast solves: use tetracast predict",
                            tc_config_location(config, "time.method"), config->time.method->name);
  if (config->time.method->stabilised)
    return tc_status_create(TC_USAGE,
                            "%s: the number of stages of method %s is unknown before the set-up: use "
                            "tetracast predict",
                            tc_config_location(config, "time.method"), config->time.method->name);
  if (tc_config_has_device(config))
    return tc_status_create(TC_USAGE,
                            "%s: tetracast_forecast_create cannot forecast devices: use tetracast predict",
                            tc_config_location(config, "device"));
  return TC_OK;
}

/* Sets the case that is forecast: the number of nodes, the ranks per node, and the block size of the config.
 * If `nodes` is 0, the case has the nodes of the world and the largest number of ranks on one of them. */
static tc_status choose_case(const tetracast_world *world, const tc_config *config, int nodes,
                             int ranks_per_node, tc_dry_run_case *out) {
  if (nodes == 0) {
    nodes = world->world->nodes;
    ranks_per_node = world->world->max_ranks_on_node;
  }
  if (nodes < 1 || ranks_per_node < 1 || (int64_t)nodes * ranks_per_node > most_ranks)
    return tc_status_create(TC_USAGE,
                            "tetracast_forecast_create: %d nodes with %d ranks each: use at least 1 of both "
                            "and at most %d ranks in total",
                            nodes, ranks_per_node, (int)most_ranks);
  *out = (tc_dry_run_case){nodes, ranks_per_node, config->distribution.block_size};
  return TC_OK;
}

/* Collective. Broadcasts the forecast from the root. */
static tc_status broadcast(const tc_world *world, tetracast_forecast *f) {
  int head[3] = {f->count, f->model, f->ranks};
  TC_TRY(TC_MPI(world, MPI_Bcast(head, 3, MPI_INT, 0, tc_world_comm(world))));
  f->count = head[0];
  f->model = head[1];
  f->ranks = head[2];
  return TC_MPI(world,
                MPI_Bcast(f->item, f->count * (int)sizeof *f->item, MPI_BYTE, 0, tc_world_comm(world)));
}

static tc_status fill_forecast(const tc_api_forecast_inputs *in, tetracast_forecast *f) {
  const tc_world *world = f->world->world;
  tc_status status = TC_OK;
  f->ranks = in->shape.nodes * in->shape.ranks_per_node;
  TC_TRY(tc_world_agree(world, TC_ALLOC_ZERO(f->item, tc_api_strategy_count(f->world))));
  if (world->rank == 0) status = tc_api_forecast_compute(in, f);
  TC_TRY(tc_world_agree(world, status));
  return broadcast(world, f);
}

static tc_status create_object(tetracast_world *world, const tc_api_forecast_inputs *in,
                               tetracast_forecast **out) {
  tetracast_forecast *f = NULL;
  TC_TRY(TC_WORLD_ALLOC(world->world, f, 1));
  f->world = world;
  tc_api_world_retain(world);
  const tc_status status = fill_forecast(in, f);
  if (status)
    tetracast_forecast_destroy(&f);
  else
    *out = f;
  return status;
}

/* Checks the config and computes the forecast. `shape`: number of nodes and ranks per node. The environment
 * (date, host) is used only for the report. */
static tc_status forecast_config(const tetracast_problem *p, const int shape[2], tc_api_forecast_inputs *in,
                                 tetracast_forecast **out) {
  tc_run_environment environment = {.command = "predict"};
  TC_TRY(check_config(in->config));
  if (in->mesh) TC_TRY(tc_config_check_host_mesh(in->config));
  TC_TRY(tc_world_agree(p->world->world, choose_case(p->world, in->config, shape[0], shape[1], &in->shape)));
  in->environment = &environment;
  tc_status status = tc_run_environment_init(p->world->world, &environment);
  if (!status) status = create_object(p->world, in, out);
  tc_run_environment_free(&environment);
  return status;
}

static tc_status create_forecast(const tetracast_problem *p, const tetracast_machine *machine,
                                 const int shape[2], tetracast_forecast **out) {
  const char *fallback[2];
  tc_run_options options;
  TC_TRY(tc_api_agree_argument(p->world->world, out, "out"));
  TC_TRY(tc_world_agree(p->world->world, check_problem(p, machine)));
  tc_api_problem_options(p, fallback, &options);
  options.machine = machine->path ? machine->path : "auto";
  tc_api_forecast_inputs in = {.options = &options,
                               .mesh = p->mesh ? p->mesh->mesh : NULL,
                               .machine = &machine->machine,
                               .config = NULL};
  TC_TRY(tc_run_options_read_config(&options, p->world->world, &in.config));
  const tc_status status = forecast_config(p, shape, &in, out);
  tc_config_destroy(&in.config);
  return status;
}

tetracast_error *tetracast_forecast_create(tetracast_problem *problem, const tetracast_machine *machine,
                                           int nodes, int ranks_per_node, tetracast_forecast **out) {
  TC_API_PROBLEM_CALL(problem, create_forecast(problem, machine, (const int[]){nodes, ranks_per_node}, out));
}

void tetracast_forecast_destroy(tetracast_forecast **forecast) {
  if (!forecast || !*forecast) return;
  tc_free((*forecast)->item);
  tc_free((*forecast)->rank_counts);
  tc_free((*forecast)->report);
  tc_api_world_release((*forecast)->world);
  tc_free(*forecast);
  *forecast = NULL;
}

/* ---- values ---- */

const char *tetracast_forecast_strategy(const tetracast_forecast *forecast, int index) {
  if (!forecast || index < 0 || index >= forecast->count) return NULL;
  return tc_api_strategy_at(forecast->world, forecast->item[index].strategy)->name;
}

/* Finds the forecast of a strategy. If `strategy` is NULL, returns the first forecast, which is the
 * fastest. */
static tc_status find_item(const tetracast_forecast *f, const char *strategy,
                           const tc_api_forecast_item **out) {
  const tc_strategy *found = NULL;
  *out = &f->item[0];
  if (!strategy) return TC_OK;
  TC_TRY(tc_api_strategy_find(f->world, strategy, &found));
  for (int i = 0; i < f->count; i++, (*out)++)
    if (tc_api_strategy_at(f->world, (*out)->strategy) == found) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "libtetracast: strategy %s: was not forecast: use a name that "
                          "tetracast_forecast_strategy returns",
                          strategy);
}

/* Sets *index to the index of `name` in a list of names. *index is unchanged if `name` is NULL. `what` names
 * the kind of item in the error message, for example "part". */
static tc_status find_name(tetracast_list list, const char *what, const char *name, int *index) {
  const char *entry;
  for (int i = 0; name && (entry = tetracast_list_name(list, i, NULL)); i++)
    if (strcmp(entry, name) == 0) {
      *index = i;
      return TC_OK;
    }
  if (!name) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "libtetracast: %s %s is unknown: use a name that tetracast_list_name returns", what,
                          name);
}

static tc_status get_seconds(const tetracast_forecast *f, const char *strategy, const char *model,
                             const char *part, double *seconds) {
  const tc_api_forecast_item *item;
  int m = f->model, p = -1;
  TC_TRY(tc_api_check_argument(seconds, "seconds"));
  TC_TRY(find_item(f, strategy, &item));
  TC_TRY(find_name(TETRACAST_LIST_MODELS, "model", model, &m));
  TC_TRY(find_name(TETRACAST_LIST_PARTS, "part", part, &p));
  *seconds = p < 0 ? item->step_s[m] : item->part_s[m][p];
  return TC_OK;
}

tetracast_error *tetracast_forecast_seconds(const tetracast_forecast *forecast, const char *strategy,
                                            const char *model, const char *part, double *seconds) {
  TC_API_CALL(forecast ? forecast->world : NULL, 0, get_seconds(forecast, strategy, model, part, seconds));
}

static tc_status get_job(const tetracast_forecast *f, const char *strategy, const char *phase,
                         double *seconds, double *bound) {
  const tc_api_forecast_item *item;
  int p = -1;
  TC_TRY(tc_api_check_argument(seconds, "seconds"));
  TC_TRY(tc_api_check_argument(bound, "bound"));
  TC_TRY(find_item(f, strategy, &item));
  TC_TRY(find_name(TETRACAST_LIST_JOB_PHASES, "phase", phase, &p));
  const tc_job_times *times = p < 0 ? &item->job : &item->job_phase[p];
  *seconds = times->forecast_s;
  *bound = times->bound_s;
  return TC_OK;
}

tetracast_error *tetracast_forecast_job(const tetracast_forecast *forecast, const char *strategy,
                                        const char *phase, double *seconds, double *bound) {
  TC_API_CALL(forecast ? forecast->world : NULL, 0, get_job(forecast, strategy, phase, seconds, bound));
}

static tc_status check_rank(const tetracast_forecast *f, int64_t rank) {
  if (rank >= 0 && !f->rank_counts)
    return tc_status_create(TC_USAGE,
                            "tetracast_forecast_count: only rank 0 has the counts of single ranks: call it "
                            "on rank 0, or pass the rank -1 for the sum of all ranks");
  if (rank >= -1 && rank < f->ranks) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "tetracast_forecast_count: the rank is %lld: pass a number from -1 (the whole job) "
                          "to %d",
                          (long long)rank, f->ranks - 1);
}

static tc_status get_count(const tetracast_forecast *f, const char *strategy, const char *count, int64_t rank,
                           int64_t *value) {
  const tc_api_forecast_item *item;
  int c = 0;
  TC_TRY(tc_api_check_argument(count, "count"));
  TC_TRY(tc_api_check_argument(value, "value"));
  TC_TRY(find_item(f, strategy, &item));
  TC_TRY(find_name(TETRACAST_LIST_COUNTS, "count", count, &c));
  TC_TRY(check_rank(f, rank));
  *value = rank < 0 ? item->counts.by_index[c]
                    : f->rank_counts[(size_t)item->strategy * (size_t)f->ranks + (size_t)rank].by_index[c];
  return TC_OK;
}

tetracast_error *tetracast_forecast_count(const tetracast_forecast *forecast, const char *strategy,
                                          const char *count, int64_t rank, int64_t *value) {
  TC_API_CALL(forecast ? forecast->world : NULL, 0, get_count(forecast, strategy, count, rank, value));
}

static tc_status copy_report(const tetracast_forecast *f, char **json) {
  TC_TRY(tc_api_check_argument(json, "json"));
  char *copy = f->report ? strdup(f->report) : NULL;
  if (f->report && !copy)
    return tc_status_create(TC_INTERNAL, "libtetracast: memory is exhausted: free memory and retry");
  *json = copy;
  return TC_OK;
}

tetracast_error *tetracast_forecast_report(const tetracast_forecast *forecast, char **json) {
  TC_API_CALL(forecast ? forecast->world : NULL, 0, copy_report(forecast, json));
}
