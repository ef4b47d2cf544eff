/* Checks the keys of the sections `time` and `solver` and converts them to solver options (see
 * config_solver.h). The table `reader_keys` lists keys that only some methods or preconditioners use. Setting
 * such a key is an error if none of these methods and preconditioners is selected.
 * tc_config_find_pair_conflict calls several functions, each of which finds one kind of conflict. The command
 * compare uses it to skip incompatible pairs. */
#include "io/config/config_solver.h"

#include <string.h>

#include "io/config/config_auto.h"
#include "io/config/config_check.h"
#include "linear/choice/preconditioner_choice.h"

#define SOLVER         "solver"
#define PRECONDITIONER "solver.preconditioner."

static const tc_named_item references[] = {[TC_REFERENCE_RHS] = {"rhs", "the norm of the right side"},
                                           [TC_REFERENCE_START] = {"start",
                                                                   "the norm of the first residual"}};

TC_REGISTRY_NAMED_ITEMS(tc_config_references, references);

static const tc_named_item smoothed_levels[] =
    {{"below", "plain aggregation on the finest level, smoothed aggregation below"},
     {"all", "smoothed aggregation on all levels"}};

TC_REGISTRY_NAMED_ITEMS(tc_config_smoothed_levels, smoothed_levels);

static const tc_named_item splittings[] =
    {[TC_SPLITTING_NONE] = {"none", "source and states in the steps of the diffusion"},
     [TC_SPLITTING_GODUNOV] = {"godunov", "a local step, then the diffusion; first order"},
     [TC_SPLITTING_STRANG] = {"strang", "half a local step, the diffusion, half a local step; second order"}};

TC_REGISTRY_NAMED_ITEMS(tc_config_splittings, splittings);

/* ---- keys without an effect ---- */

/* Keys that only some solver methods or preconditioners use. */
static const struct {
  const char *key;
  /* flags TC_READS_.. that mark the methods and preconditioners that use the key */
  unsigned method, preconditioner;
} reader_keys[] = {
    {"solver.restart", TC_READS_RESTART, 0},
    {"solver.relaxation", TC_READS_METHOD_RELAXATION, TC_READS_RELAXATION},
    {PRECONDITIONER "scope", TC_READS_METHOD_SCOPE, TC_READS_SCOPE},
    {PRECONDITIONER "degree", 0, TC_READS_DEGREE},
    {PRECONDITIONER "fill", 0, TC_READS_FILL},
    {PRECONDITIONER "drop", 0, TC_READS_DROP},
    {PRECONDITIONER "smoothing", 0, TC_READS_MULTIGRID},
    {PRECONDITIONER "smoothed", 0, TC_READS_MULTIGRID},
    {PRECONDITIONER "strength", 0, TC_READS_MULTIGRID},
    {PRECONDITIONER "coarsest", 0, TC_READS_MULTIGRID},
    {PRECONDITIONER "rows_per_rank", 0, TC_READS_MULTIGRID},
    {PRECONDITIONER "rebuild", 0, TC_READS_MULTIGRID},
};

/* Returns the set of all methods and preconditioners that use the key reader_keys[r]. */
static tc_solver_set find_readers(size_t r) {
  tc_solver_set set = {0, 0};
  for (int k = 0; k < tc_method_count(); k++)
    set.methods |= (unsigned)((tc_method_at(k)->needs & reader_keys[r].method) != 0) << k;
  for (int k = 0; k < tc_preconditioner_count(); k++)
    set.preconditioners |= (unsigned)((tc_preconditioner_at(k)->reads & reader_keys[r].preconditioner) != 0)
                           << k;
  return set;
}

static void add_names(const tc_registry *list, unsigned mask, tc_line *line) {
  for (int k = 0; k < list->count; k++)
    if (mask >> k & 1u) tc_line_add(line, "%s%s", line->length ? ", " : "", list->name(k));
}

static tc_status check_key_has_reader(const tc_config *config, tc_solver_set set, size_t r) {
  const tc_solver_set key_readers = find_readers(r);
  tc_line line = {0};
  if (!tc_config_is_set(config, reader_keys[r].key)) return TC_OK;
  if ((key_readers.methods & set.methods) || (key_readers.preconditioners & set.preconditioners))
    return TC_OK;
  add_names(&tc_method_registry, key_readers.methods, &line);
  add_names(&tc_preconditioner_registry, key_readers.preconditioners, &line);
  return tc_config_error(config, reader_keys[r].key, "is used only by %s: remove it or set it to null",
                         line.length ? line.text : "methods that this program does not contain");
}

bool tc_config_method_uses(const tc_integrator *method, const char *key) {
  if (!strncmp(key, SOLVER ".", strlen(SOLVER "."))) return method->solves;
  const bool is_theta_key = !strcmp(key, "time.theta") || !strcmp(key, "time.multiple");
  const bool is_step_key =
      !strcmp(key, "time.steps") || !strcmp(key, "time.end") || !strcmp(key, "time.steady");
  if (is_theta_key) return method->steps && method->solves;
  if (!strcmp(key, "time.splitting")) return method->steps;
  if (!strcmp(key, "time.stages") || !strcmp(key, "time.overshoot") || !strcmp(key, "powers"))
    return method->stabilised;
  if (!strcmp(key, "time.tolerance") || !strcmp(key, "time.absolute")) return method->controlled;
  return !is_step_key || method->steps;
}

static tc_status check_time(const tc_config *config) {
  const tc_integrator *method = config->time.method;
  for (int k = 0; k < tc_config_keys.count; k++) {
    const char *key = tc_config_keys.key[k].name;
    if (!tc_config_is_set(config, key)) continue;
    if (tc_config_uses(config, key)) continue;
    if (!method->solves && tc_key_is_below(&tc_config_keys.key[k], SOLVER))
      return tc_config_error(config, key,
                             "time.method %s solves no linear systems: remove the key or set solver to null",
                             method->name);
    return tc_config_error(config, key, "time.method %s does not use it: remove it or set it to null",
                           method->name);
  }
  if (!method->steps && config->time.dt > 0.0)
    return tc_config_error(config, "time.dt",
                           "time.method %s has no time steps: remove the key or set it to auto",
                           method->name);
  if (config->time.dt > 0.0 && tc_config_is_set(config, "time.multiple"))
    return tc_config_error(config, "time.multiple",
                           "is used only with time.dt: auto: remove it or set time.dt to auto");
  return TC_OK;
}

/* ---- error control ---- */

bool tc_config_controls_error(const tc_config *config) {
  const tc_integrator *method = config->time.method;
  if (!method->controlled || config->time.dt > 0.0) return false;
  return method->stabilised || config->time.is_auto || tc_config_is_set(config, "time.tolerance");
}

/* Keys that must not be set in a run with error control, and for each the reason and the remedy. */
static const struct {
  const char *key, *message;
} controlled_conflicts[] = {
    {"time.multiple",
     "conflicts with time.tolerance, which controls the size of the steps: remove it or set it to null"},
    {"time.steps",
     "error control (time.dt: auto) chooses the number of steps: set time.end, and time.steps to null"},
};

/* True if the config requests snapshots at intervals of steps. With error control their number would be
 * unknown before the run. */
static bool counts_snapshots(const tc_config *config) {
  return config->snapshots.file && config->snapshots.every > 0;
}

/* Returns an error if a key of error control is set in a run that has no error control. */
static tc_status check_unused_tolerance(const tc_config *config) {
  static const char *const key[] = {"time.tolerance", "time.absolute"};
  for (size_t k = 0; k < sizeof key / sizeof *key; k++)
    if (tc_config_is_set(config, key[k]))
      return tc_config_error(config, key[k],
                             config->time.dt > 0.0
                                 ? "is used only with time.dt: auto: remove it or set time.dt to auto"
                                 : "is used only with time.tolerance: set time.tolerance");
  return TC_OK;
}

/* Checks the keys that control the error of time steps. If time.method is auto, checks these keys as for a
 * method with error control. */
static tc_status check_error_control(const tc_config *config) {
  if (!config->time.is_auto && !tc_config_controls_error(config)) return check_unused_tolerance(config);
  for (size_t k = 0; k < sizeof controlled_conflicts / sizeof *controlled_conflicts; k++)
    if (tc_config_is_set(config, controlled_conflicts[k].key))
      return tc_config_error(config, controlled_conflicts[k].key, "%s", controlled_conflicts[k].message);
  if (!(config->time.end > 0.0))
    return tc_config_error(config, "time.end",
                           "steps with error control (time.dt: auto) need an end time: set it");
  if (config->time.splitting != TC_SPLITTING_NONE)
    return tc_config_error(config, "time.splitting",
                           "does not support error control (time.dt: auto): set time.dt to a number or "
                           "time.splitting to none");
  if (counts_snapshots(config))
    return tc_config_error(config, "snapshots.every",
                           "error control (time.dt: auto) chooses the number of steps: set snapshots.every "
                           "to null, and use snapshots.interval or snapshots.times instead");
  if (tc_config_has_device(config))
    return tc_config_error(config, "device",
                           "error control (time.dt: auto) does not run on a device: set device to none");
  return TC_OK;
}

static bool has_boundary_data(const tc_config *config) {
  const tc_boundary_options boundary = tc_config_boundary(config);
  bool any = tc_boundary_datum(&boundary.common);
  for (int k = 0; k < boundary.rules; k++) any = any || tc_boundary_datum(&boundary.rule[k]);
  return any;
}

/* The limit of the overshoot is relative to the range of the field at the start of a step. Returns an error
 * if the data of the run may widen this range within the step. */
static tc_status check_overshoot(const tc_config *config) {
  if (!(config->time.overshoot > 0.0)) return TC_OK;
  if (!tc_source_is_configured(&config->source) && !has_boundary_data(config)) return TC_OK;
  return tc_config_error(config, "time.overshoot",
                         "with a source, states or boundary data the field may leave its initial range: set "
                         "time.overshoot to null");
}

/* Returns an error if splitting is requested but the run has no term that could be split off. */
static tc_status check_splitting(const tc_config *config) {
  if (config->time.splitting == TC_SPLITTING_NONE || tc_source_is_configured(&config->source)) return TC_OK;
  return tc_config_error(config, "time.splitting",
                         "the config has neither a source nor states to split: remove the key or set it to "
                         "none");
}

static unsigned index_bit(const tc_registry *list, const char *name) {
  const int index = tc_registry_find(list, name);
  return index < 0 ? 0u : 1u << index;
}

tc_solver_set tc_solver_set_single(const tc_method *method, const tc_preconditioner *preconditioner) {
  const unsigned automatic =
      index_bit(&tc_method_registry, "cg") | index_bit(&tc_method_registry, "bicgstab");
  return (tc_solver_set){method ? index_bit(&tc_method_registry, method->name) : automatic,
                         index_bit(&tc_preconditioner_registry, preconditioner->name)};
}

tc_solver_set tc_config_solver_set(const tc_config *config) {
  tc_solver_set set = tc_solver_set_single(config->solver.method, config->solver.preconditioner.name);
  for (int k = 0; k < TC_PRECONDITIONER_CANDIDATES && config->solver.preconditioner.is_auto; k++)
    set.preconditioners |= index_bit(&tc_preconditioner_registry, tc_preconditioner_candidate_at(k)->name);
  return set;
}

/* Returns an error if solver.iterations and a key of the convergence test are set. With solver.iterations,
 * each solve makes exactly this number of iterations without a convergence test. */
static tc_status check_iterations(const tc_config *config) {
  static const char *const key[] = {"solver.tolerance", "solver.absolute", "solver.most_iterations",
                                    "solver.accept"};
  if (config->solver.iterations == 0) return TC_OK;
  for (size_t k = 0; k < sizeof key / sizeof *key; k++)
    if (tc_config_is_set(config, key[k]))
      return tc_config_error(config, key[k],
                             "conflicts with solver.iterations, which omits the convergence test: remove it "
                             "or set it to null");
  return TC_OK;
}

/* Returns an error if the config requests several Runge-Kutta stages in one pass over the matrix, but the
 * strategy reads values of other ranks during the product. */
static tc_status check_powers(const tc_config *config) {
  const tc_strategy *strategy = config->strategy;
  if (config->powers < 2 || !strategy || strategy->transport) return TC_OK;
  return tc_config_error(config, "powers",
                         "strategy %s (%s) reads values of other ranks during the product: set "
                         "powers to 1 or auto, or strategy to condensed, neighbour or block",
                         strategy->name, tc_config_location(config, "strategy"));
}

tc_status tc_config_check_unused(const tc_config *config, tc_solver_set set) {
  TC_TRY(tc_config_check_auto(config));
  TC_TRY(check_time(config));
  TC_TRY(check_splitting(config));
  TC_TRY(check_overshoot(config));
  TC_TRY(check_error_control(config));
  TC_TRY(check_powers(config));
  TC_TRY(check_iterations(config));
  TC_TRY(tc_config_check_auto_preconditioner(config));
  for (size_t r = 0; r < sizeof reader_keys / sizeof *reader_keys; r++)
    TC_TRY(check_key_has_reader(config, set, r));
  return TC_OK;
}

/* ---- conflicts between keys ---- */

/* Finds a conflict of a method that requires symmetry with the matrix or the preconditioner. This function
 * and the next ones return the conflicting key and append the reason to `reason`, or return NULL. */
static const char *find_symmetry_conflict(const tc_config *config, tc_line *reason) {
  const tc_method *method = config->solver.method;
  const tc_scheme *scheme = config->diffusion.scheme;
  const tc_preconditioner *preconditioner = config->solver.preconditioner.name;
  if (!method || !(method->needs & TC_NEEDS_SYMMETRIC)) return NULL;
  if (scheme->symmetric && preconditioner->symmetric) return NULL;
  if (scheme->symmetric)
    tc_line_add(reason,
                "%s is not symmetric, but %s requires a symmetric preconditioner: use bicgstab, gmres or "
                "another preconditioner",
                preconditioner->name, method->name);
  else
    tc_line_add(reason,
                "%s needs a symmetric matrix, but that of scheme %s is not: use bicgstab, gmres or "
                "diffusion.scheme two-point",
                method->name, scheme->name);
  return scheme->symmetric ? PRECONDITIONER "name" : "solver.method";
}

static const char *find_preconditioner_conflict(const tc_config *config, tc_line *reason) {
  const tc_method *method = config->solver.method;
  if (!method || !(method->needs & TC_NEEDS_NO_PRECONDITIONER)) return NULL;
  if (!config->solver.preconditioner.named || !config->solver.preconditioner.name->create) return NULL;
  tc_line_add(reason, "%s supports no preconditioner: set " PRECONDITIONER "name to none", method->name);
  return PRECONDITIONER "name";
}

static tc_scope configured_scope(const tc_config *config) {
  return (tc_scope)(1 << config->solver.preconditioner.scope);
}

static const char *find_scope_conflict(const tc_config *config, tc_line *reason) {
  const tc_preconditioner *preconditioner = config->solver.preconditioner.name;
  const bool rank = configured_scope(config) == TC_SCOPE_RANK;
  if (config->solver.method && (config->solver.method->needs & TC_READS_METHOD_SCOPE)) return NULL;
  if (preconditioner->scopes & configured_scope(config)) return NULL;
  tc_line_add(reason, "%s has no scope %s, because %s: %s", preconditioner->name, rank ? "rank" : "global",
              rank ? "its result does not depend on the number of ranks"
                   : "its factors, and thus the results, depend on the distribution",
              rank ? "remove the key" : "set " PRECONDITIONER "scope to rank");
  return tc_config_is_set(config, PRECONDITIONER "scope") ? PRECONDITIONER "scope" : PRECONDITIONER "name";
}

/* Finds a strategy that exchanges no values, with which a solve cannot converge. Such a strategy is allowed
 * only with a fixed number of iterations. */
static const char *find_strategy_conflict(const tc_config *config, tc_line *reason) {
  if (!config->strategy || tc_strategy_is_valid(config->strategy) || config->solver.iterations > 0)
    return NULL;
  tc_line_add(reason,
              "strategy %s exchanges no values, so no solve converges: set solver.iterations or use another "
              "strategy",
              config->strategy->name);
  return "strategy";
}

const char *tc_config_find_pair_conflict(const tc_config *config, tc_line *reason) {
  static const char *(*const finders[])(const tc_config *,
                                        tc_line *) = {find_symmetry_conflict, find_preconditioner_conflict,
                                                      find_scope_conflict, find_strategy_conflict};
  const char *key = NULL;
  *reason = (tc_line){0};
  for (size_t f = 0; !key && f < sizeof finders / sizeof *finders; f++) key = finders[f](config, reason);
  return config->time.method->solves || config->time.is_auto ? key : NULL;
}

tc_status tc_config_check_pair(const tc_config *config) {
  tc_line reason;
  const char *key = tc_config_find_pair_conflict(config, &reason);
  return key ? tc_config_error(config, key, "%s", reason.text) : TC_OK;
}

/* ---- conversion to solver options ---- */

double tc_config_theta(const tc_config *c) {
  return c->time.method->solves && c->time.method->steps ? c->time.theta : 0.0;
}

/* True if the tolerance is relative to the first residual of a solve. This is the default if time.steady is
 * set, because each solve must then be accurate relative to the small change per step. */
static bool is_relative_to_start(const tc_config *c) {
  if (c->time.steady > 0.0 && !tc_config_is_set(c, SOLVER ".relative_to")) return true;
  return c->solver.relative_to == TC_REFERENCE_START;
}

static tc_multigrid_options multigrid_options(const tc_config *c) {
  return (tc_multigrid_options){.smoothing = c->solver.preconditioner.smoothing,
                                .smooths_all = c->solver.preconditioner.smoothed == 1,
                                .strength = c->solver.preconditioner.strength,
                                .coarsest = c->solver.preconditioner.coarsest,
                                .rows_per_rank = c->solver.preconditioner.rows_per_rank};
}

tc_implicit_options tc_config_implicit(const tc_config *c) {
  const tc_method *method = c->solver.method;
  const tc_preconditioner *preconditioner = c->solver.preconditioner.name;
  const bool automatic = !method && preconditioner->symmetric;
  if (!method && !automatic) method = tc_method_find("bicgstab");
  if (method && (method->needs & TC_NEEDS_NO_PRECONDITIONER)) preconditioner = tc_preconditioner_find("none");
  return (tc_implicit_options){
      .theta = c->time.theta,
      .solver = {.method = method,
                 .method_options = {.restart = c->solver.restart, .relaxation = c->solver.relaxation},
                 .preconditioner = preconditioner,
                 .preconditioner_options = {.scope = configured_scope(c),
                                            .degree = c->solver.preconditioner.degree,
                                            .relaxation = c->solver.relaxation,
                                            .fill = c->solver.preconditioner.fill,
                                            .drop = c->solver.preconditioner.drop,
                                            .rebuild = c->solver.preconditioner.rebuild,
                                            .multigrid = multigrid_options(c)},
                 .tolerance = c->solver.tolerance,
                 .absolute = c->solver.absolute,
                 .most_iterations = c->solver.most_iterations,
                 .iterations = c->solver.iterations},
      .automatic = automatic,
      .relative_to_start = is_relative_to_start(c),
      .accept = c->solver.accept,
  };
}
