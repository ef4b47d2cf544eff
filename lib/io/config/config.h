/* The run configuration: a YAML file plus overrides (configs/README.md describes every key). Not collective:
 * every rank parses the same text once at the start of a run. tc_config_parse checks each key, and
 * combinations of keys that do not depend on the command, the number of ranks or the device. The functions of
 * config_check.h and config_solver.h check the other combinations. */
#ifndef TC_IO_CONFIG_CONFIG_H
#define TC_IO_CONFIG_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/status.h"
#include "comm/exchange/strategy.h"
#include "count/layout.h"
#include "device/device_matrix.h"
#include "fv/scheme/scheme.h"
#include "graph/order/order.h"
#include "io/config/config_kinds.h"
#include "linear/operator/sweep_plan.h"
#include "linear/solver/method.h"
#include "mesh/topology.h"
#include "solve/observe/output_times.h"
#include "solve/problem/boundary.h"
#include "solve/step/integrator.h"
#include "sparse/matrix.h"

typedef struct tc_config_store tc_config_store;

typedef enum tc_config_reference { TC_REFERENCE_RHS, TC_REFERENCE_START } tc_config_reference;

typedef enum tc_config_speed_probe { TC_SPEED_PROBE_AUTO, TC_SPEED_PROBE_NONE } tc_config_speed_probe;

/* All settings of a run. The file config_keys.def lists the keys and declares their members. A key that is
 * null or absent has its default. Strings and lists live as long as the config. Regions and markers may be
 * names until tc_config_resolve_names (io/config/config_labels.h) has replaced them by numbers. */
typedef struct tc_config {
#define TC_CONFIG_SECTION(name) struct {
#define TC_CONFIG_END(name)                                                                                  \
  }                                                                                                          \
  name;
#define TC_CONFIG_MEMBER(declaration) declaration;
#define TC_CONFIG_KEY(...)
#define TC_CONFIG_VALUE(section, member, kind, ...)           tc_key_type_##kind member;
#define TC_CONFIG_LIST(section, member, kind, ...)            TC_LIST(tc_key_type_##kind) member;
#define TC_CONFIG_MAPS(section, member, type, ...)            TC_LIST(type) member;
#define TC_CONFIG_CHOICE(section, member, type, ...)          const type *member;
#define TC_CONFIG_INDEX(section, member, registry, type, ...) type member;
#include "io/config/config_keys.def"

  const char *path; /* path of the YAML file */
  const char *text; /* contents of the YAML file, verbatim */
  /* All -s overrides that change the solution, verbatim, one per line; "" if there are none. Runs that
   * differ only in execution and reporting have equal texts. */
  const char *solution_overrides;
  const char *overrides;  /* all -s overrides, verbatim, one per line; "" if there are none */
  tc_config_store *store; /* owner of the strings and lists of the config */
} tc_config;

/* Parses the text of the file `path` and applies the overrides ("key.sub=value") in order, so that later ones
 * replace earlier ones. The caller frees `*out` with tc_config_destroy. Errors: TC_USAGE for invalid YAML, an
 * unknown, missing or duplicate key, a wrong type, or a value that is out of range, not an allowed name or
 * not supported; TC_INTERNAL if memory is exhausted. Messages begin with "path:line:" or "-s key=value:".
 * Combinations of the keys of linear solvers are checked by io/config/config_solver.h instead. */
tc_status tc_config_parse(const char *path, const char *text, int overrides, const char *const *override,
                          tc_config **out);
void tc_config_destroy(tc_config **config);

/* Overrides of a config: `item` replaces keys of the text, `fallback` sets only keys that neither the text
 * nor `item` sets. All are "key.sub=value". */
typedef struct tc_config_overrides {
  int items, fallbacks;
  const char *const *item;     /* [items] */
  const char *const *fallback; /* [fallbacks] */
} tc_config_overrides;

/* Parses a config as tc_config_parse does, with overrides of both kinds. A program that uses the library sets
 * required keys by fallbacks. */
tc_status tc_config_parse_overridden(const char *path, const char *text, const tc_config_overrides *overrides,
                                     tc_config **out);

/* Returns the options for ordering the cells and distributing them over ranks. `block_size` is the number of
 * rows per block of a cyclic distribution. */
tc_layout_options tc_config_layout(const tc_config *config, int32_t block_size);

/* Returns the name of the method that divides `cells` cells into subdomains; NULL if the distribution has no
 * subdomains (distribution.kind is not metis). */
const char *tc_config_partitioner(const tc_config *config, int64_t cells);

/* Returns the pool that owns the texts and lists of the config. */
tc_pool *tc_config_memory(tc_config *config);

/* Returns the boundary conditions, which borrow lists from the config. Call it after
 * tc_config_resolve_names. */
tc_boundary_options tc_config_boundary(const tc_config *config);

/* Returns the position at which a key was set, for messages: "run.yaml:12: initial", "-s initial=..", or
 * "run.yaml: initial (default)". Returns the path of the config for an unknown key. The string lives as long
 * as the config. */
const char *tc_config_location(const tc_config *config, const char *key);

/* Returns the error TC_USAGE with the text "position: message" about the value of `key`. The position is
 * tc_config_location(config, key). The message is formatted by `format`, as in printf. */
tc_status tc_config_error(const tc_config *config, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

extern const tc_keys tc_config_keys; /* table of all keys of a run configuration */

/* Returns the value of the key with the index `key` in tc_config_keys; NULL if the key is not set or is
 * null. */
tc_yaml_node *tc_config_node(const tc_config *config, int key);

/* True if the key has a value other than null. */
bool tc_config_is_set(const tc_config *config, const char *key);

/* True if the key has a value other than null and an override (-s) set the value. */
bool tc_config_is_overridden(const tc_config *config, const char *key);

#endif
