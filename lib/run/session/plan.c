#include "run/session/plan.h"

#include <math.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/text/number_format.h"
#include "comm/layout/mesh_names.h"
#include "comm/world/mpi_world.h"
#include "comm/world/world_threads.h"
#include "io/config/config_check.h"
#include "io/config/config_labels.h"
#include "io/machine/machine_lookup.h"
#include "mesh/generate.h"
#include "run/environment/oversubscription.h"
#include "run/plan/memory_requirements.h"
#include "run/plan/run_material.h"

/* ---- device ---- */

/* Closes the devices of all ranks if one rank has no device, because either all ranks or no rank must compute
 * on a device. This happens only with `device: auto`. If the config names a device, a rank without it has
 * already returned an error. */
static tc_status agree_on_device(tc_plan *p) {
  double all = p->device.device ? 1.0 : 0.0;
  TC_TRY(tc_world_min(p->world, &all, 1));
  if (all < 1.0) tc_device_close(&p->device.device);
  return TC_OK;
}

static void log_device(const tc_plan *p) {
  const tc_device *device = p->device.device;
  if (!device)
    tc_log_write(p->log, TC_LOG_NORMAL,
                 "device auto: not every rank finds a GPU, so all ranks compute on the CPU");
  else
    /* Example: device cuda:0: NVIDIA H200 */
    tc_log_write(p->log, TC_LOG_NORMAL, "device %s:%d: %s%s", tc_backend_name(device->backend), device->index,
                 device->name, device->processor ? " (a CPU, so its times do not apply to GPUs)" : "");
}

static tc_status open_device(tc_plan *p) {
  tc_config *c = p->config;
  tc_device_config *use = &p->device;
  if (!tc_config_has_device(c)) return TC_OK;
  use->staging = c->device_kernel;
  TC_TRY(tc_world_agree(p->world, tc_device_open(&c->device_options, p->world->shm_rank, &use->device)));
  TC_TRY(agree_on_device(p));
  log_device(p);
  if (!use->device) return TC_OK;
  return tc_world_agree(p->world,
                        tc_device_check_tile(use->device, c->device_kernel, c->diffusion.scheme->width,
                                             tc_config_location(c, "device_tile"), c->device_tile,
                                             &use->tile));
}

/* ---- memory ---- */

#define TC_PHASE "checking the memory"

/* Root only. Returns the numbers of vertices, cells and faces of the mesh. It may come from a file, from the
 * generator (--bricks) or from the program that uses the library. */
static tc_mesh_counts count_mesh(const tc_plan *p) {
  const int64_t n = p->options->bricks;
  if (p->mesh) return (tc_mesh_counts){p->mesh->nodes, p->mesh->cells, p->mesh->faces};
  if (n == 0) return (tc_mesh_counts){p->input.vertices, p->input.cells, p->input.faces};
  return (tc_mesh_counts){(n + 1) * (n + 1) * (n + 1), 6 * n * n * n, 0};
}

/* Collective. Finds the installed and the free memory of the node. Control groups may set different limits
 * for the ranks of a node. The largest value of these ranks is used, so that the lowest limit alone does not
 * cause an error. */
static tc_status query_node_memory(const tc_world *world, tc_node_memory *out) {
  double most[2] = {(double)tc_memory_installed(), (double)tc_memory_unused()};
  TC_TRY(TC_MPI(world, MPI_Allreduce(MPI_IN_PLACE, most, 2, MPI_DOUBLE, MPI_MAX, tc_world_node_comm(world))));
  *out = (tc_node_memory){.ranks = world->shm_ranks,
                          .root = world->shm_group_of_rank[world->rank] == world->shm_group_of_rank[0],
                          .installed_B = most[0],
                          .unused_B = most[1]};
  return TC_OK;
}

/* Collective. Logs the required memory and the smallest free memory of all nodes. Warns if a node has less
 * free memory than required. */
static tc_status log_node_memory(const tc_plan *p, const tc_node_memory *place) {
  const tc_footprint_run *run = &p->footprint;
  const double need_B = tc_footprint_of(run, place->ranks, place->root).likely;
  char rank[32], root[32], all[32], left[32];
  double worst[3] = {need_B, need_B - place->unused_B, -place->unused_B};
  TC_TRY(tc_world_max(p->world, worst, 3));
  tc_log_write(p->log, TC_LOG_NORMAL,
               "memory: about %s per rank, %s on rank 0; up to %s on a node, at least %s free",
               tc_number_format_bytes(tc_footprint_of(run, 1, false).likely, rank, sizeof rank),
               tc_number_format_bytes(tc_footprint_of(run, 1, true).likely, root, sizeof root),
               tc_number_format_bytes(worst[0], all, sizeof all),
               tc_number_format_bytes(-worst[2], left, sizeof left));
  if (worst[1] > 0.0)
    tc_log_warn(p->log,
                "a node has %s less free memory than the run needs, so the kernel may kill the run without a "
                "message: use more nodes or fewer ranks per node",
                tc_number_format_bytes(worst[1], all, sizeof all));
  return TC_OK;
}

static tc_status check_memory(tc_plan *p) {
  tc_mesh_counts mesh = {0, 0, 0};
  tc_node_memory place;
  char node[256] = "?";
  if (p->world->rank == 0) mesh = count_mesh(p);
  TC_TRY(TC_MPI(p->world, MPI_Bcast(&mesh, 3, MPI_INT64_T, 0, tc_world_comm(p->world))));
  if (mesh.cells == 0) return TC_OK; /* tc_mesh_input_read reports this error later */
  tc_memory_requirements_input(p->config, p->options, &mesh, p->world->ranks,
                               p->config->distribution.block_size, &p->footprint);
  TC_TRY(query_node_memory(p->world, &place));
  gethostname(node, sizeof node - 1);
  TC_TRY(tc_world_agree(p->world, tc_memory_requirements_check(p->config, &p->footprint, &place,
                                                               (double)tc_memory_limit(), node)));
  return log_node_memory(p, &place);
}

/* ---- mesh and material ---- */

#undef TC_PHASE
#define TC_PHASE "importing the mesh"

/* Collective. Finds the mesh on the root, and imports it if mesh.file names a source file. */
static tc_status find_mesh(tc_plan *p) {
  if (p->options->bricks > 0) return TC_OK;
  return TC_ON_ROOT(p->world, tc_mesh_input_find(p->config->mesh.file, p->log, &p->input));
}

#undef TC_PHASE
#define TC_PHASE "reading the mesh"

/* Reads the mesh of the config, unless all ranks together have read it, or generates the unit cube of the
 * option --bricks, which mesh.scale does not change. */
static tc_status create_mesh(tc_plan *p) {
  const int32_t n = p->options->bricks;
  if (n > 0)
    return tc_mesh_generate_box((const int32_t[]){n, n, n}, (const double[]){1.0, 1.0, 1.0}, &p->mesh);
  if (!p->mesh) TC_TRY(tc_mesh_input_read(&p->input, p->log, &p->mesh));
  tc_mesh_scale(p->mesh, p->config->mesh.scale, p->log);
  return TC_OK;
}

/* Collective. Replaces names of regions and markers in the config by numbers. */
static tc_status resolve_names(tc_plan *p) {
  tc_mesh_names names;
  if (!tc_config_has_names(p->config)) return TC_OK;
  tc_status status = tc_mesh_names_broadcast(p->world, p->mesh, &names);
  if (!status)
    status = tc_world_agree(p->world, tc_config_resolve_names(p->config, names.count, names.name, p->mesh));
  tc_mesh_names_free(&names);
  return status;
}

/* Collective. Broadcasts two facts about the root's mesh to all ranks: its hash, which they write to the
 * snapshot file, and its names of regions and markers. */
static tc_status share_mesh(tc_plan *p) {
  if (p->mesh) p->mesh_hash = p->mesh->hash;
  TC_TRY(TC_MPI(p->world, MPI_Bcast(&p->mesh_hash, 1, MPI_UINT64_T, 0, tc_world_comm(p->world))));
  return resolve_names(p);
}

/* Collective. Reads the mesh: large text on all ranks, other files on the root. */
static tc_status read_mesh(tc_plan *p) {
  const tc_log_phase phase = tc_log_begin_phase(p->log, TC_JOB_PHASE_read, "reading the mesh");
  TC_TRY(tc_mesh_input_read_by_ranks(p->world, &p->input, p->log, &p->mesh));
  TC_TRY(TC_ON_ROOT(p->world, create_mesh(p)));
  tc_log_end_phase(&phase);
  return share_mesh(p);
}

#undef TC_PHASE
#define TC_PHASE "reading the fibres"

/* Returns an error if the config sets a dataset but the fibre file is a text file. If the file does not
 * exist, tc_fibres_read reports the error. */
static tc_status check_dataset(const tc_config *c) {
  static const char *const key = "diffusion.fibres.dataset";
  const char *file = c->diffusion.fibres.file;
  if (!tc_config_is_set(c, key) || access(file, R_OK) || tc_fibres_is_hdf(file)) return TC_OK;
  return tc_config_error(c, key, "%s is not an HDF5 file and has no datasets: remove the key", file);
}

/* Reads the fibre file on the root. Only the first call reads the file. It must be made before the mesh is
 * freed. */
static tc_status read_fibres(tc_plan *p) {
  const char *file = p->config->diffusion.fibres.file;
  if (!file || !p->mesh || p->fibres.value) return TC_OK;
  TC_TRY(check_dataset(p->config));
  return tc_mesh_input_read_fibres(&p->input, file, p->config->diffusion.fibres.dataset, p->mesh, p->log,
                                   &p->fibres);
}

tc_status tc_plan_material(tc_plan *p, tc_material *out) {
  TC_JOB_TRY(p->log, TC_JOB_PHASE_read, tc_world_agree(p->world, read_fibres(p)));
  TC_TRY(TC_MPI(p->world, MPI_Bcast(&p->fibres.width, 1, MPI_INT, 0, tc_world_comm(p->world))));
  TC_TRY(tc_run_material(p->config, &p->fibres, out));
  out->function = p->tensor;
  return TC_OK;
}

/* ---- creation ---- */

/* Collective. Finds the mesh, checks that the memory is sufficient, and reads the mesh. */
static tc_status obtain_mesh(tc_plan *p) {
  TC_TRY(find_mesh(p));
  TC_TRY(check_memory(p));
  return read_mesh(p);
}

/* Reads the machine file before the setup, so that an error in it is reported before a large mesh is set
 * up. */
static tc_status check_machine(const tc_plan *p) {
  tc_machine_source origin;
  if (tc_machine_kind_of(p->config->machine) != TC_MACHINE_FILE) return TC_OK;
  return TC_ON_ROOT(p->world, tc_machine_lookup_file(p->config->machine, NULL, &origin));
}

static tc_status read_config(tc_plan *p) {
  TC_TRY(tc_run_options_read_config(p->options, p->world, &p->config));
  tc_run_options_log_ignored(p->config, p->log);
  TC_TRY(tc_config_check_ranks(p->config, p->world->ranks));
  return check_machine(p);
}

/* Opens the device, and sets the numbers of threads per rank and of ranks per node. `threads` and
 * `ranks_per_node` are used if the config does not set these numbers. */
static tc_status prepare_ranks(tc_plan *p, int threads, int ranks_per_node) {
  const tc_config *c = p->config;
  TC_TRY(open_device(p));
  TC_TRY(tc_world_set_threads(p->world, c->threads ? c->threads : threads));
  TC_TRY(tc_oversubscription_warn(p->world, p->log, &p->load));
  tc_world_set_ranks_per_node(p->world, c->ranks_per_node ? c->ranks_per_node : ranks_per_node);
  p->world->placement = c->placement;
  return TC_OK;
}

tc_status tc_plan_create(const tc_run_options *options, const tc_run_environment *environment,
                         tc_world *world, const tc_log *log, tc_plan *p) {
  *p = (tc_plan){.options = options, .environment = environment, .world = world, .log = log};
  TC_TRY(read_config(p));
  p->uses_step_cache = tc_machine_kind_of(p->config->machine) != TC_MACHINE_NONE;
  TC_TRY(prepare_ranks(p, 0, 0));
  TC_TRY(TC_ON_ROOT(world, tc_run_options_prepare_reports(options, p->config, &p->files)));
  tc_job_clock_end_start(tc_log_clock(log));
  TC_JOB_TRY(log, TC_JOB_PHASE_read, obtain_mesh(p));
  return TC_OK;
}

/* Returns the boundary rule of the config to which `boundary`, a function of the program that uses the
 * library, belongs. Returns NULL if there is no such rule. */
static tc_boundary_rule *find_rule(tc_config *c, const tc_plan_boundary *boundary) {
  if (boundary->is_default) return &c->boundary.common;
  for (int r = 0; r < c->boundary.markers.count; r++)
    if (c->boundary.markers.item[r].marker.number == boundary->marker) return &c->boundary.markers.item[r];
  return NULL;
}

static void set_functions(tc_plan *p, const tc_plan_host *host) {
  p->source = host->source;
  p->tensor = host->tensor;
  for (int k = 0; k < host->boundaries; k++) {
    tc_boundary_rule *rule = find_rule(p->config, &host->boundary[k]);
    if (rule) rule->function = &host->boundary[k].function;
  }
}

tc_status tc_plan_create_for_host(const tc_run_options *options, const tc_run_environment *environment,
                                  tc_world *world, const tc_log *log, const tc_plan_host *host, tc_plan *p) {
  *p = (tc_plan){.options = options, .environment = environment, .world = world, .log = log};
  p->mesh = host->mesh;
  p->borrows_mesh = host->has_mesh;
  TC_TRY(read_config(p));
  if (host->has_mesh) TC_TRY(tc_config_check_host_mesh(p->config));
  TC_TRY(prepare_ranks(p, host->threads, host->ranks_per_node));
  TC_TRY(TC_ON_ROOT(world, tc_run_options_list_inputs(options, p->config, &p->files)));
  if (!host->has_mesh) TC_TRY(find_mesh(p));
  TC_TRY(check_memory(p));
  TC_TRY(host->has_mesh ? share_mesh(p) : read_mesh(p));
  set_functions(p, host);
  return TC_OK;
}

tc_resume_source *tc_plan_resume_source(const tc_plan *plan) {
  return plan->resumption ? &plan->resumption->source : NULL;
}

tc_status tc_plan_check_solution(const tc_plan *p, const char *why) {
  const tc_strategy *strategy = p->config->strategy;
  if (!strategy || tc_strategy_is_valid(strategy) || p->world->ranks == 1) return TC_OK;
  return tc_config_error(p->config, "strategy",
                         "the field of strategy %s on several ranks is not a solution, %s", strategy->name,
                         why);
}

void tc_plan_free_mesh(tc_plan *p) {
  if (!p->borrows_mesh) tc_mesh_destroy(&p->mesh);
  p->mesh = NULL;
  tc_mesh_input_free_arrays(&p->input);
  tc_free(p->fibres.value);
  p->fibres.value = NULL;
}

void tc_plan_free(tc_plan *p) {
  tc_device_close(&p->device.device);
  tc_plan_free_mesh(p);
  tc_mesh_input_free(&p->input);
  tc_config_destroy(&p->config);
  *p = (tc_plan){0};
}
