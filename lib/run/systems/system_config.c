#include "run/systems/system_config.h"

#include <stdio.h>
#include <string.h>

#include "base/text/suggestion.h"
#include "comm/world/world_threads.h"
#include "io/config/config_auto.h"
#include "io/config/config_check.h"
#include "yaml/keys.h"

enum { name_size = 80 };

/* Config without overrides. It contains the required keys, which the solve of a system does not use. The
 * method steady makes all solver keys available. */
static const char config_text[] = "mesh: {file: none}\n"
                                  "initial: 0\n"
                                  "diffusion: {scheme: two-point}\n"
                                  "time: {method: steady}\n";

static bool is_used(const tc_key *key) {
  static const char *const section[] = {"solver", "distribution", "order"};
  static const char *const single[] = {"strategy",  "storage", "threads", "ranks_per_node",
                                       "placement", "machine", "model"};
  for (size_t k = 0; k < sizeof section / sizeof *section; k++)
    if (tc_key_is_below(key, section[k])) return true;
  for (size_t k = 0; k < sizeof single / sizeof *single; k++)
    if (strcmp(key->name, single[k]) == 0) return true;
  return false;
}

/* Called before the config is read, because the error message of the config reader would recommend another
 * time.method. */
static tc_status check_device(const tc_run_options *choice) {
  static const char key[] = "device=";
  for (int k = 0; k < choice->overrides; k++) {
    const char *override = choice->override[k];
    if (strncmp(override, key, strlen(key)) == 0 && strcmp(override + strlen(key), "none") != 0)
      return tc_status_create(TC_USAGE,
                              "-s %s: systems of matrix files are solved without devices: remove it",
                              override);
  }
  return TC_OK;
}

/* Returns the name of the last part of a key: tolerance for solver.tolerance. */
static const char *last_part(const char *name) {
  const char *dot = strrchr(name, '.');
  return dot ? dot + 1 : name;
}

/* Returns the key that the user may have meant by `name`, among the keys that the commands use. It is the
 * shortest key of the section solver whose last part is `name`. If there is none, it is the most similar key,
 * or "". */
static tc_suggestion find_used_key(const char *name) {
  tc_suggestion exact = tc_suggestion_init(name), similar = exact;
  for (int k = 0; k < tc_config_keys.count; k++) {
    const tc_key *key = &tc_config_keys.key[k];
    if (!is_used(key)) continue;
    const bool is_better = !exact.best_match[0] || strlen(key->name) < strlen(exact.best_match);
    if (strcmp(last_part(key->name), name) == 0 && tc_key_is_below(key, "solver") && is_better)
      snprintf(exact.best_match, sizeof exact.best_match, "%s", key->name);
    tc_suggestion_add(&similar, key->name);
  }
  return exact.best_match[0] ? exact : similar;
}

/* Called before the config is read, because the error message of the config reader about an unknown key may
 * recommend keys that have no effect on systems. */
static tc_status check_name(const char *override) {
  char name[name_size];
  const size_t length = strcspn(override, "=:");
  if (length == 0 || length >= sizeof name) return TC_OK;
  snprintf(name, sizeof name, "%.*s", (int)length, override);
  if (tc_keys_find(&tc_config_keys, name) >= 0 || tc_keys_has_section(&tc_config_keys, name)) return TC_OK;
  const tc_suggestion suggestion = find_used_key(name);
  if (!suggestion.best_match[0]) return TC_OK;
  return tc_status_create(TC_USAGE, "-s %s: unknown key '%s' (did you mean '%s'?)", override, name,
                          suggestion.best_match);
}

static tc_status check_names(const tc_run_options *choice) {
  for (int k = 0; k < choice->overrides; k++) TC_TRY(check_name(choice->override[k]));
  return TC_OK;
}

static tc_status check_keys(const tc_config *config, const char *command) {
  for (int k = 0; k < tc_config_keys.count; k++) {
    const tc_key *key = &tc_config_keys.key[k];
    if (!tc_config_is_overridden(config, key->name) || is_used(key)) continue;
    return tc_config_error(config, key->name, "%s does not use it%s: remove it", command,
                           strcmp(command, "solve") == 0 ? "" : " for a matrix file");
  }
  return TC_OK;
}

/* Sets METIS as the partitioner, because the rows of a matrix have no coordinates and METIS needs only the
 * graph. */
static tc_status choose_partitioner(tc_config *config) {
  tc_partitioner *partitioner = &config->distribution.partitioner;
  if (*partitioner == TC_PARTITIONER_CHUNKS || *partitioner == TC_PARTITIONER_CURVE)
    return tc_config_error(config, "distribution.partitioner",
                           "%s needs coordinates, which a matrix file does not contain: set it to metis",
                           tc_partitioners.name((int)*partitioner));
  *partitioner = TC_PARTITIONER_METIS;
  return TC_OK;
}

tc_status tc_system_config_read(const tc_run_options *choice, const char *command, const tc_world *world,
                                const tc_log *log, tc_config **out) {
  tc_run_options own = *choice;
  own.config = command;
  own.text = config_text;
  TC_TRY(check_device(choice));
  TC_TRY(check_names(choice));
  TC_TRY(tc_run_options_read_config(&own, world, out));
  TC_TRY(check_keys(*out, command));
  TC_TRY(choose_partitioner(*out));
  (*out)->mesh.file = NULL;
  tc_run_options_log_ignored(*out, log);
  return TC_OK;
}

tc_status tc_system_config_prepare_world(const tc_config *config, tc_world *world) {
  TC_TRY(tc_config_check_ranks(config, world->ranks));
  TC_TRY(tc_world_set_threads(world, config->threads));
  tc_world_set_ranks_per_node(world, config->ranks_per_node);
  world->placement = config->placement;
  return TC_OK;
}

tc_system_options tc_system_config_options(const tc_config *config, const tc_strategy *strategy,
                                           const tc_format *storage) {
  const tc_implicit_options implicit = tc_config_implicit(config);
  tc_system_options out = {.solver = implicit.solver,
                           .relative_to_start = implicit.relative_to_start,
                           .accept = implicit.accept};
  out.chooses_preconditioner = tc_config_lacks_preconditioner(config);
  if (implicit.automatic) out.solver.method = NULL;
  out.solver.strategy = strategy;
  out.solver.format = tc_strategy_storage(strategy, storage);
  return out;
}

int64_t tc_system_config_products(const tc_config *config, int64_t right_sides) {
  if (tc_config_is_overridden(config, "storage")) return INT64_MAX;
  const int64_t iterations = config->solver.iterations;
  return right_sides > 0 && iterations > INT64_MAX / right_sides ? INT64_MAX : iterations * right_sides;
}
