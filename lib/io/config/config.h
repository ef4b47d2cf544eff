/* The run configuration: YAML (configs/README.md tells every key). Not collective: every rank parses the same
 * text. */
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

/* Everything a run is told. Strings and pointers to lists belong to the config or are static. A key that is
 * null or absent has the default named in configs/README.md; strings are NULL then. */
typedef struct tc_config {
  const char *title;
  struct {
    const char *file;
    tc_components_policy components;
  } mesh;
  struct {
    const tc_order *method;
    int32_t block;
    const char *aside; /* where a block stands that the order of the command line does not read, or NULL */
    tc_objective objective;
  } order;
  struct {
    tc_distribution_kind kind;
    int32_t block_size;
    tc_grid grid; /* none: the squarest */
  } distribution;
  struct {
    const tc_scheme *scheme;
    tc_tensor_input tensor;
    double stabilisation; /* below 0: auto */
    TC_LIST(tc_region_tensor) regions;
    struct {
      TC_LIST(tc_expression *) direction, sheet; /* in x, y, z; none or 3 */
      const char *file, *dataset;
      struct {
        tc_scalar_input along, across, sheet; /* zero: not given */
      } tensor;
    } fibres;
  } diffusion;
  struct {
    tc_boundary_rule common; /* boundary.default */
    TC_LIST(tc_boundary_rule) markers;
  } boundary;
  tc_initial initial;
  tc_source_options source; /* keys `source` and `states` */
  tc_expression *exact;     /* in x, y, z, t, or NULL */
  struct {
    const tc_integrator *method;
    int64_t steps;
    double dt;
    double safety;
    double end;
    double steady;
    double theta, multiple; /* of implicit steps */
  } time; /* dt 0: auto; end 0: by steps; end > 0: steps follow; steady 0: whatever the field does */
  struct {
    const tc_method *method; /* NULL: auto */
    int32_t restart;
    double relaxation;
    double tolerance, absolute;
    tc_config_reference relative_to;
    int64_t most_iterations, iterations; /* iterations 0: until the residual is small enough */
    double accept;                       /* 0: no failed solve is */
    const char *history;                 /* NULL: none */
    struct {
      const tc_preconditioner *name;
      bool named; /* by somebody; else methods that take none go without */
      int scope;  /* number in tc_scopes */
      int32_t degree, fill;
      double drop;
    } preconditioner;
  } solver;                    /* io/config/config_solver.h */
  const tc_strategy *strategy; /* NULL: auto, the cheapest by the forecast */
  tc_row_form kernel;          /* how rows are computed */
  const tc_format *storage;    /* of the matrix; NULL: auto */
  int ranks_per_node;          /* 0: the real nodes; K: every K ranks count as a node (what-if) */
  tc_placement placement;      /* of matrix and vectors */
  struct {
    const char *name;
    tc_device_options options; /* what the name says (io/config/config_device.h) */
    tc_staging staging;
    int32_t tile; /* 0: the usual one */
  } device;       /* that makes steps */
  int threads;    /* 0: OMP_NUM_THREADS, or 1 when that is absent */
  struct {
    const char *file;
    int64_t every;
    int compress;
    bool tensor, fibres; /* in the file too */
  } snapshots;           /* file NULL: none; every 0: first and last */
  struct {
    const char *file;
    int64_t every;
  } history; /* file NULL: none; every 0: about 500 rows (solve/observe/history.h) */
  struct {
    const char *file;
    int64_t every, keep;
    double seconds, wall;
  } checkpoint; /* file NULL: none; every 0, seconds 0: not in between; wall 0: as long as it takes */
  TC_LIST(tc_probe) probes;
  const char *machine; /* a machine file, or "auto", "none" (io/machine/machine_lookup.h) */
  int model;           /* number of the performance model, or TC_MODEL_AUTO */
  struct {
    const char *json, *csv;
  } report;

  const char *path; /* of the file */
  const char *text; /* the file, verbatim */
  const char
      *physics; /* the -s overrides that change the solution, one per line, as given; "" without. The same for
                 * runs that differ only in how they are computed and reported (config_keys.c) */
  const char *overrides;  /* all -s overrides, one per line; "" without */
  tc_config_store *store; /* what the strings live in */
} tc_config;

/* Parses the text of the file `path` and applies overrides ("key.sub=value", in this order, later ones win).
 * Errors, TC_USAGE, "path:line: ..." or "-s key=value: ...": bad YAML, unknown or duplicate key (with the
 * nearest known one), wrong type, out of range or not in a list (with what is allowed), a value this version
 * does not support yet. What the keys of systems to be solved say together is looked at by
 * io/config/config_solver.h.
 */
tc_status tc_config_parse(const char *path, const char *text, int overrides, const char *const *override,
                          tc_config **out);
void tc_config_destroy(tc_config **config);

/* How the mesh is ordered and dealt to ranks, with blocks of block_size. */
tc_layout_options tc_config_layout(const tc_config *config, int32_t block_size);

/* What is prescribed at the boundary; everything stays the config's. */
tc_boundary_options tc_config_boundary(const tc_config *config);

/* Where a key was set: "run.yaml:12: initial", "-s initial=..", or "run.yaml: initial (default)"; for what is
 * no key, the path. Lives as long as the config. */
const char *tc_config_location(const tc_config *config, const char *key);

/* What a key (its number in config_keys.h) was set to; NULL: nothing, or null. */
tc_yaml_node *tc_config_node(const tc_config *config, int key);

/* Whether the key was set to something, and that not null. */
bool tc_config_is_set(const tc_config *config, const char *key);

/* Whether that was by an override. */
bool tc_config_is_overridden(const tc_config *config, const char *key);

#endif
