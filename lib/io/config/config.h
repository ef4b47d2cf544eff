/* The run configuration: a YAML file plus overrides (configs/README.md describes every key).
 * Not collective: every rank parses the same text, once, before anything else of a run. tc_config_parse
 * checks each key and those combinations that only concern the config. The functions of config_check.h,
 * config_solver.h and config_device.h check combinations that depend on the command, the ranks or device. */
#ifndef TC_IO_CONFIG_CONFIG_H
#define TC_IO_CONFIG_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/status.h"
#include "comm/exchange/strategy.h"
#include "count/layout.h"
#include "device/device_matrix.h"
#include "fv/formula/expression.h"
#include "fv/scheme/scheme.h"
#include "graph/order.h"
#include "io/config/config_initial.h"
#include "linear/solver/method.h"
#include "mesh/topology.h"
#include "solve/problem/boundary.h"
#include "solve/problem/material.h"
#include "solve/problem/source.h"
#include "solve/space/probe.h"
#include "solve/step/integrator.h"
#include "sparse/matrix.h"
#include "yaml/keys.h"

typedef struct tc_config_store tc_config_store;

typedef enum tc_config_reference { TC_REFERENCE_RHS, TC_REFERENCE_START } tc_config_reference;

/* All settings of a run. The config owns its strings and lists, or they are static. A key that is null or
 * absent has the default of configs/README.md; strings are then NULL. */
typedef struct tc_config {
  const char *title;
  struct {
    const char *file;
    tc_components_policy components;
  } mesh;
  struct {
    const tc_order *method;
    int32_t block;
    const char *aside; /* location of an order.block that is ignored because the command line names another
                          order; NULL if there is none */
    tc_objective objective;
  } order;
  struct {
    tc_distribution_kind kind;
    int32_t block_size;
    tc_grid grid; /* grid of ranks; 0 x 0 stands for the grid closest to a square */
  } distribution;
  struct {
    const tc_scheme *scheme;
    tc_tensor_input tensor;
    double stabilisation; /* stabilisation of the scheme; negative for auto */
    TC_LIST(tc_region_tensor) regions;
    struct {
      TC_LIST(tc_expression *) direction, sheet; /* formulas in x, y, z; 0 or 3 items */
      const char *file, *dataset;
      struct {
        tc_scalar_input along, across, sheet; /* all members zero if not set */
      } tensor;
    } fibres;
  } diffusion;
  struct {
    tc_boundary_rule common; /* value of boundary.default */
    TC_LIST(tc_boundary_rule) markers;
  } boundary;
  tc_initial initial;
  tc_source_options source; /* values of the keys `source` and `states` */
  tc_expression *exact;     /* exact solution in x, y, z, t; NULL if not set */
  struct {
    const tc_integrator *method;
    int64_t steps;
    double dt;
    double safety;
    double end;
    double steady;
    /* Options of implicit steps: weight of the rates at the end of a step, and size of an automatic step as a
     * multiple of the stable explicit step. */
    double theta, multiple;
  } time; /* `dt` is 0 for auto. If `end` is 0, the run makes `steps` steps, otherwise steps up to time `end`.
             `steady` is 0 without a steady stop */
  struct {
    const tc_method *method; /* method of the solver; NULL for auto */
    int32_t restart;
    double relaxation;
    double tolerance, absolute;
    tc_config_reference relative_to;
    int64_t most_iterations,
        iterations; /* `iterations`: number of iterations of every solve, without a convergence test; 0 stands
                       for iterations until the residual meets the tolerance */
    double accept;  /* residual up to which an unconverged solve is accepted; 0 accepts none */
    const char *history; /* path of the file of residuals; NULL for none */
    struct {
      const tc_preconditioner *name;
      bool named; /* true if the user named the preconditioner; otherwise methods without a preconditioner
                     ignore the default */
      int scope;  /* index of the preconditioner's scope in tc_scopes */
      int32_t degree, fill;
      double drop;
    } preconditioner;
  } solver;                    /* keys of the solver, checked by io/config/config_solver.h */
  const tc_strategy *strategy; /* NULL for auto, the strategy with the smallest forecast */
  tc_row_form kernel;          /* row form: how the product of a row is computed */
  const tc_format *storage;    /* format of the matrix; NULL for auto */
  int ranks_per_node; /* 0 for the physical nodes; K > 0 if every K consecutive ranks count as one node, to
                         forecast other machines */
  tc_placement placement; /* threads that first touch, and so place, the memory of matrix and vectors */
  struct {
    const char *name;
    tc_device_options options; /* parsed from the name (io/config/config_device.h) */
    tc_staging staging;
    int32_t tile; /* rows of a tile; 0 for the default size */
  } device;       /* keys of the device that computes the steps */
  int threads;    /* 0 stands for OMP_NUM_THREADS, or 1 if that is not set */
  struct {
    const char *file;
    int64_t every;
    int compress;
    bool tensor, fibres; /* true if tensors or fibres are also written to the file */
  } snapshots; /* file is NULL without snapshots. If every is 0, only the first and the last field are written
                */
  struct {
    const char *file;
    int64_t every;
  } history; /* file is NULL without a history. If every is 0, there are about 500 rows
                (solve/observe/history.h) */
  struct {
    const char *file;
    int64_t every, keep;
    double seconds, wall;
  } checkpoint; /* file is NULL without checkpoints. If every and seconds are 0, none are written during the
                   run. wall is 0 without a limit of the wall time */
  TC_LIST(tc_probe) probes;
  const char *machine; /* path of a machine file, "auto" or "none" (io/machine/machine_lookup.h) */
  int model;           /* index of the performance model, or TC_MODEL_AUTO */
  struct {
    const char *json, *csv;
  } report;

  const char *path; /* path of the config file */
  const char *text; /* contents of the file, verbatim */
  const char
      *physics; /* the -s overrides that change the solution, verbatim, one per line; "" if there are none.
                   Equal for runs that differ only in how they are computed and reported (config_keys.c) */
  const char *overrides;  /* all -s overrides, one per line; "" if there are none */
  tc_config_store *store; /* memory that owns the strings of the config */
} tc_config;

/* Parses the text of the file `path` and applies the overrides ("key.sub=value") in order, so that later ones
 * replace earlier ones. The caller frees `*out` with tc_config_destroy. Errors: TC_USAGE, "path:line: ..." or
 * "-s key=value: ...", for invalid YAML, an unknown (with the nearest known one), missing or duplicate key, a
 * wrong type, a value out of range or not in its list (with the allowed ones), or an unsupported value;
 * TC_INTERNAL if memory is exhausted. Combinations of the keys of linear solvers are not checked here, but by
 * the functions of io/config/config_solver.h. */
tc_status tc_config_parse(const char *path, const char *text, int overrides, const char *const *override,
                          tc_config **out);
void tc_config_destroy(tc_config **config);

/* Returns the options for ordering the mesh and distributing it over ranks in blocks of `block_size`. */
tc_layout_options tc_config_layout(const tc_config *config, int32_t block_size);

/* Returns the boundary conditions. The config retains ownership of its lists. */
tc_boundary_options tc_config_boundary(const tc_config *config);

/* Returns where a key was set: "run.yaml:12: initial", "-s initial=..", or "run.yaml: initial (default)".
 * Returns the path for an unknown key. The string lives as long as the config. */
const char *tc_config_location(const tc_config *config, const char *key);

/* Returns the value of a key by its index in config_keys.h. Returns NULL if the key is not set or is null. */
tc_yaml_node *tc_config_node(const tc_config *config, int key);

/* True if the key has a value other than null. */
bool tc_config_is_set(const tc_config *config, const char *key);

/* True if an override (-s) set the value of the key. */
bool tc_config_is_overridden(const tc_config *config, const char *key);

#endif
