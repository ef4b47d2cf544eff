/* Session: opening, closing and the report. tc_session_open runs the checks that need only the config
 * before it reads the mesh, so that mistakes are reported before a large mesh is set up. The other parts
 * of a session are in session_setup.c (problem), session_forecast.c (forecasts) and session_run.c (steps). */
#include "run/session/session.h"

#include <omp.h>

#include "base/core/memory.h"
#include "comm/world/mpi_world.h"
#include "comm/world/world_threads.h"
#include "io/config/config_check.h"
#include "io/mesh/tetgen.h"
#include "mesh/generate.h"
#include "run/environment/oversubscription.h"
#include "run/session/report_facts.h"
#include "run/session/session_internal.h"

#define TC_PHASE "reading the mesh"

static tc_status create_mesh(tc_session *s) {
  const int32_t n = s->options->bricks;
  if (n == 0) return tc_tetgen_read_logged(s->config->mesh.file, s->log, &s->mesh);
  return tc_mesh_generate_box((const int32_t[]){n, n, n}, (const double[]){1.0, 1.0, 1.0}, &s->mesh);
}

/* Reads the mesh on the root, and broadcasts its hash to all ranks, which write it to the snapshot file. */
static tc_status read_mesh(tc_session *s) {
  const tc_log_phase phase = tc_log_begin_phase(s->log, "reading the mesh");
  tc_status status = s->world->rank == 0 ? create_mesh(s) : TC_OK;
  TC_TRY(tc_world_agree(s->world, status));
  if (s->mesh) s->mesh_hash = s->mesh->hash;
  tc_log_end_phase(&phase);
  return TC_MPI(MPI_Bcast(&s->mesh_hash, 1, MPI_UINT64_T, 0, tc_world_comm(s->world)));
}

/* Reads the machine file before the setup, so that an error in it is reported before a large mesh is set up.
 */
static tc_status check_machine(const tc_session *s) {
  tc_machine_source origin;
  const bool file = tc_machine_kind_of(s->config->machine) == TC_MACHINE_FILE;
  return tc_world_agree(s->world, s->world->rank == 0 && file
                                      ? tc_machine_lookup_file(s->config->machine, NULL, &origin)
                                      : TC_OK);
}

static tc_status prepare_files(tc_session *s) {
  const bool root = s->world->rank == 0;
  return tc_world_agree(s->world,
                        root ? tc_run_options_prepare_reports(s->options, s->config, &s->files) : TC_OK);
}

tc_status tc_session_open(const tc_run_options *choice, const tc_run_environment *circumstances,
                          tc_world *world, const tc_log *log, tc_session *s) {
  *s = (tc_session){.options = choice, .environment = circumstances, .world = world, .log = log};
  TC_TRY(tc_run_options_read_config(choice, world, &s->config));
  tc_run_options_log_ignored(s->config, log);
  TC_TRY(tc_config_check_ranks(s->config, world->ranks));
  TC_TRY(check_machine(s));
  TC_TRY(tc_session_open_device(s));
  TC_TRY(tc_world_set_threads(world, s->config->threads));
  TC_TRY(tc_oversubscription_warn(world, log, &s->load));
  tc_world_set_ranks_per_node(world, s->config->ranks_per_node);
  world->placement = s->config->placement;
  TC_TRY(prepare_files(s));
  TC_TRY(TC_WORLD_ALLOC(world, s->forecast, tc_strategy_count()));
  TC_TRY(tc_session_check_memory(s));
  return read_mesh(s);
}

tc_status tc_session_check_solution(const tc_session *s, const char *why) {
  const tc_strategy *strategy = s->config->strategy;
  if (!strategy || tc_strategy_valid(strategy) || s->world->ranks == 1) return TC_OK;
  return tc_status_create(TC_USAGE, "%s: the field of strategy %s on several ranks is not a solution, %s",
                          tc_config_location(s->config, "strategy"), strategy->name, why);
}

tc_status tc_session_hash_matrix(tc_session *s) { return tc_problem_hash(s->problem, &s->matrix_hash); }

void tc_session_free_mesh(tc_session *s) {
  tc_mesh_destroy(&s->mesh);
  tc_free(s->fibres.value);
  s->fibres.value = NULL;
}

double tc_session_end_time(const tc_session *s) {
  const tc_step_span last = tc_step_spans_last(&s->spans);
  return s->config->time.method->steps ? tc_time_at(&last.origin, last.dt, s->steps_done) : 0.0;
}

void tc_session_report(const tc_session *s, tc_report *report) {
  const tc_report_facts facts = {.options = s->options,
                                 .environment = s->environment,
                                 .log = s->log,
                                 .config = s->config,
                                 .files = &s->files,
                                 .origin = &s->machine.origin,
                                 .params = &s->machine.params,
                                 .results = &s->results};
  tc_report_facts_fill(&facts, report);
  report->cells = s->problem->space->cells;
  report->nodes_of_mesh = s->problem->space->nodes;
  report->topology = &s->problem->space->topology;
  report->method = s->config->time.method->name;
  report->steps = s->steps_done;
  report->dt = s->config->time.method->steps ? s->step.dt : 0.0;
  report->time = tc_session_end_time(s);
  report->run.spans = s->config->time.method->steps ? &s->spans : NULL;
  report->run.is_one_go = s->is_one_go;
  report->ranks = s->world->ranks;
  report->threads = omp_get_max_threads();
  report->nodes = s->world->nodes;
  report->in_cache = tc_run_machine_in_cache(s->machine.bytes);
  report->cpu_share = s->machine.origin.machine.cpu_share;
  report->device = s->device;
  report->is_oversubscribed = tc_core_load_is_shared(&s->load);
  report->initial = &s->start;
  report->outcome = s->outcome;
  report->steady = s->steady.tolerance > 0.0 ? &s->steady : NULL;
  report->disk_B = s->disk_B;
  report->run.virtual_nodes = s->world->virtual_nodes;
  report->run.mesh_hash = s->mesh_hash;
  report->run.matrix_hash = s->matrix_hash;
  report->run.start_step = s->resume ? s->resume->step : 0;
  report->run.stable_step = &s->stable_step;
}

void tc_session_close(tc_session *s) {
  tc_results_free(&s->results);
  tc_session_free_problem(s);
  tc_free(s->forecast);
  tc_device_close(&s->device.device);
  tc_session_free_mesh(s);
  tc_config_destroy(&s->config);
  *s = (tc_session){0};
}
