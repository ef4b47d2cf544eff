/* Plan of a run: the config with the user's options, the communicator, the names of the files and the mesh on
 * the root. The plan contains all that is known before the mesh is distributed. A session creates it once
 * with tc_plan_create, and every setup (prepared.h) borrows it. tc_plan_create performs all checks that need
 * only the config before it reads the mesh, so that mistakes are reported early. */
#ifndef TC_RUN_SESSION_PLAN_H
#define TC_RUN_SESSION_PLAN_H

#include "base/file/file_list.h"
#include "comm/world/core_load.h"
#include "io/config/config.h"
#include "io/mesh_input/mesh_input.h"
#include "model/setup/memory_footprint.h"
#include "run/environment/run_environment.h"
#include "run/plan/run_options.h"
#include "solve/problem/material.h"
#include "solve/problem/source.h"
#include "solve/step/step.h"

/* Checkpoint from which a run resumes, set by tc_run_checkpoints_find (run/outputs/checkpoints.h). */
typedef struct tc_resumption {
  tc_resume_source source; /* restart data of the checkpoint */
  tc_step_spans spans; /* step sizes before the checkpoint; a span is an interval of steps of equal size */
  /* With error control, the time of the checkpoint and the end time of the run that wrote it; otherwise 0. */
  double time, end;
  /* true if the run that wrote the checkpoint had itself been resumed from a run with another end time */
  bool is_extended;
  char *from; /* file name of the checkpoint; root only */
} tc_resumption;

/* Plan of a run: its config, mesh and machine before the setup. Zero-initialise before use; released by
 * tc_plan_free. Must not be copied after its creation. */
typedef struct tc_plan {
  const tc_run_options *options; /* options, environment, world and log are borrowed */
  const tc_run_environment *environment;
  tc_world *world;
  const tc_log *log;
  tc_config *config;
  tc_core_load load;       /* numbers of threads and cores of the node that has the most threads per core */
  tc_device_config device; /* device that computes the steps; device.device is NULL if the CPU computes */
  tc_file_list files;      /* root: input and output files of the command */
  tc_footprint_run footprint; /* input of the footprint model */
  tc_mesh_input input; /* root only: files in which the mesh was found; all zero if mesh.file is not read */
  tc_mesh *mesh;       /* root only; freed by tc_plan_free_mesh unless it is borrowed */
  bool borrows_mesh;   /* true if the mesh belongs to the program that uses the library (tc_plan_host) */
  /* Functions of the program that uses the library, for the source and the tensor. Borrowed; may be NULL. */
  const tc_source_function *source;
  const tc_tensor_function *tensor;
  tc_fibre_values fibres; /* root only: contents of the fibre file; freed with the mesh */
  uint64_t mesh_hash;
  bool uses_step_cache;      /* true if the setup may read and write the cache of stable steps */
  tc_resumption *resumption; /* checkpoint from which the run resumes; borrowed; NULL if the run begins with
                                the first step */
} tc_plan;

/* Collective. Reads the config, checks the machine file, opens the device, and sets the number of threads and
 * the ranks per node. Then finds the mesh, checks the memory and reads the mesh. Imports the mesh if
 * mesh.file names a source file. Logs the memory that the run will need, and warns if less memory is free.
 * The caller frees the plan, also after an error. Errors (on all ranks): TC_USAGE (config, machine file),
 * TC_INPUT (mesh), TC_OUTPUT (reports), TC_INTERNAL (memory). */
tc_status tc_plan_create(const tc_run_options *options, const tc_run_environment *environment,
                         tc_world *world, const tc_log *log, tc_plan *plan);

/* Function of a program for the boundary data of one marker. The config must have a rule for this marker,
 * with a formula that depends on t. */
typedef struct tc_plan_boundary {
  bool is_default; /* true for boundary.default, without a marker */
  int32_t marker;
  tc_boundary_function function;
} tc_plan_boundary;

/* Settings that a program that uses the library (lib/api) passes to tc_plan_create_for_host. */
typedef struct tc_plan_host {
  int threads;        /* OpenMP threads if the config does not set them */
  int ranks_per_node; /* ranks per node if the config does not set them; as in tc_world_create */
  bool has_mesh;      /* true if `mesh` replaces mesh.file; equal on all ranks */
  const tc_source_function *source; /* added to the source of the config; borrowed; NULL if there is none */
  const tc_tensor_function *tensor; /* replaces the tensors of the config; borrowed; NULL if there is none */
  /* [boundaries] functions that replace the formulas of boundary data; borrowed until tc_plan_free */
  int boundaries;
  const tc_plan_boundary *boundary;
  /* Borrowed until tc_plan_free_mesh; its cells are oriented; NULL on ranks other than the root. */
  tc_mesh *mesh;
} tc_plan_host;

/* Collective. Creates the plan of a program that uses the library. Unlike tc_plan_create it neither checks
 * nor prepares reports. The caller frees the plan, also after an error. Errors (on all ranks): those of
 * tc_plan_create, except for reports. */
tc_status tc_plan_create_for_host(const tc_run_options *options, const tc_run_environment *environment,
                                  tc_world *world, const tc_log *log, const tc_plan_host *host,
                                  tc_plan *plan);

/* Collective. Returns in *out the diffusion tensors and fibre axes of the config. *out borrows from the plan.
 * The root reads the fibre file once, before the mesh is freed. Errors are returned on all ranks. */
tc_status tc_plan_material(tc_plan *plan, tc_material *out);

/* Not collective, but equal on all ranks. Checks that the field can be output as a solution. Returns TC_USAGE
 * if the field of the config's strategy is not a solution on several ranks. `why` ends the message, for
 * example "so no snapshots can be written: remove snapshots.file or use another strategy". */
tc_status tc_plan_check_solution(const tc_plan *plan, const char *why);

/* Not collective. Returns the source of the restart data of a resumed run; NULL if the run begins with the
 * first step. */
tc_resume_source *tc_plan_resume_source(const tc_plan *plan);

/* Not collective. Frees the mesh, unless it is borrowed, and the fibres. Call it when no further setup or
 * output needs them. */
void tc_plan_free_mesh(tc_plan *plan);

void tc_plan_free(tc_plan *plan);

#endif
