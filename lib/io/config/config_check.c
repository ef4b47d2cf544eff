/* Checks combinations of keys (see config_check.h). Each error message begins with the position of the key
 * that the user most likely has to change. The checks of different sections are independent of each other and
 * may be called in any order. */
#include "io/config/config_check.h"
#include "io/config/config_auto.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "io/config/config_auto.h"
#include "solve/stability/step_size.h"

#define FIBRES "diffusion.fibres."

static tc_status check_vector_length(const tc_config *config, const char *key, int count) {
  if (count == 0 || count == 3) return TC_OK;
  return tc_config_error(config, key, "expected a list of 3 formulas in x, y, z, found %d", count);
}

static tc_status check_directions(const tc_config *config) {
  const int direction = config->diffusion.fibres.direction.count,
            sheet = config->diffusion.fibres.sheet.count;
  const bool file = config->diffusion.fibres.file;
  TC_TRY(check_vector_length(config, FIBRES "direction", direction));
  TC_TRY(check_vector_length(config, FIBRES "sheet", sheet));
  if (file && direction)
    return tc_config_error(config, FIBRES "file",
                           "conflicts with " FIBRES "direction: remove one of the two");
  if (!file && tc_config_is_set(config, FIBRES "dataset"))
    return tc_config_error(config, FIBRES "dataset", "requires " FIBRES "file, which is missing: add it");
  if (sheet && !file && !direction)
    return tc_config_error(config, FIBRES "sheet",
                           "there are no fibres: add " FIBRES "direction or " FIBRES "file");
  return TC_OK;
}

/* Checks that the config sets the direction of fibres for a tensor along fibres and, if `sheet` is true, the
 * direction of sheets. `where` is the position of the tensor, for messages. */
static tc_status check_fibres_set(const tc_config *config, const char *where, bool sheet) {
  const bool direction = config->diffusion.fibres.direction.count, file = config->diffusion.fibres.file;
  if (!direction && !file)
    return tc_status_create(TC_USAGE,
                            "%s: the tensor follows fibres, but there are none: add " FIBRES
                            "direction or " FIBRES "file",
                            where);
  if (sheet && direction && !config->diffusion.fibres.sheet.count)
    return tc_status_create(TC_USAGE,
                            "%s: the tensor has a value along the sheet, but the direction of the sheet is "
                            "missing: add " FIBRES "sheet",
                            where);
  return TC_OK;
}

static tc_status check_tensor(const tc_config *config) {
  static const char *const along = FIBRES "tensor.along", *const across = FIBRES "tensor.across",
                           *const sheet = FIBRES "tensor.sheet";
  const bool has[3] = {tc_config_is_set(config, along), tc_config_is_set(config, across),
                       tc_config_is_set(config, sheet)};
  if (!has[0] && !has[1] && !has[2]) return TC_OK;
  if (!has[0])
    return tc_config_error(config, has[1] ? across : sheet,
                           "requires " FIBRES "tensor.along, which is missing: add it");
  if (!has[1])
    return tc_config_error(config, along, "requires " FIBRES "tensor.across, which is missing: add it");
  if (tc_config_is_set(config, "diffusion.tensor"))
    return tc_config_error(config, "diffusion.tensor",
                           "conflicts with " FIBRES "tensor (%s): set one of the two to null",
                           tc_config_location(config, along));
  return check_fibres_set(config, tc_config_location(config, has[2] ? sheet : along), has[2]);
}

tc_status tc_config_check_fibres(const tc_config *config) {
  TC_TRY(check_directions(config));
  TC_TRY(check_tensor(config));
  bool uses_fibres = tc_config_is_set(config, FIBRES "tensor.along");
  for (int r = 0; r < config->diffusion.regions.count; r++) {
    const tc_tensor_input *tensor = &config->diffusion.regions.item[r].tensor;
    if (tensor->form != TC_TENSOR_FIBRES) continue;
    TC_TRY(check_fibres_set(config, tensor->where, tc_tensor_has_sheet(tensor)));
    uses_fibres = true;
  }
  const bool file = config->diffusion.fibres.file;
  if (!uses_fibres && (file || config->diffusion.fibres.direction.count))
    return tc_config_error(config, file ? FIBRES "file" : FIBRES "direction",
                           "no tensor follows the fibres: add " FIBRES "tensor: {along: .., across: ..}");
  if (!uses_fibres && config->snapshots.fibres)
    return tc_config_error(config, "snapshots.fibres",
                           "there are no fibres: add " FIBRES "direction or " FIBRES "file");
  return TC_OK;
}

/* Ignores the value of order.block in the file, because it applies to the order that the file sets. The
 * command line has set another order, which has no blocks. */
static void ignore_order_block(tc_config *config) {
  config->order.ignored_block = tc_config_location(config, "order.block");
  config->order.block = 0;
}

tc_status tc_config_check_order(tc_config *config, bool overrides) {
  if (config->order.block > 0 && !config->order.method->in_blocks) {
    if (!overrides || tc_config_is_overridden(config, "order.block"))
      return tc_config_error(config, "order.block",
                             "is used only by order.method metis and blocks: remove it or set it to null");
    ignore_order_block(config);
  }
  const tc_layout_options layout = tc_config_layout(config, 1);
  if (!tc_config_is_set(config, "order.objective") || tc_layout_uses_objective(&layout)) return TC_OK;
  if (layout.kind == TC_DISTRIBUTION_METIS)
    return tc_config_error(config, "order.objective",
                           "is used only by distribution.partitioner metis and by order.method metis and "
                           "blocks: remove it or set it to null");
  return tc_config_error(config, "order.objective",
                         "is used only by METIS (order.method metis or blocks, or distribution.kind metis): "
                         "remove it or set it to null");
}

tc_status tc_config_check_partitioner(const tc_config *config) {
  if (config->distribution.partitioner == TC_PARTITIONER_AUTO ||
      config->distribution.kind == TC_DISTRIBUTION_METIS)
    return TC_OK;
  return tc_config_error(config, "distribution.partitioner",
                         "is used only by distribution.kind metis: remove it or set it to auto");
}

/* Returns the first key of boundary.default that is set. Messages about the default boundary condition begin
 * with the position of this key. */
static const char *find_default_key(const tc_config *config) {
  static const char *const key[] = {"boundary.default.kind", "boundary.default.h",
                                    "boundary.default.outside"};
  for (size_t k = 0; k < sizeof key / sizeof *key; k++)
    if (tc_config_is_set(config, key[k])) return key[k];
  return "boundary.default.value";
}

static tc_status missing_key_error(const tc_boundary_rule *rule, const char *key) {
  return tc_status_create(TC_USAGE, "%s: the kind %s needs the key %s: add it", rule->where,
                          tc_boundary_kinds.name((int)rule->kind), key);
}

static tc_status unknown_key_error(const tc_boundary_rule *rule, const char *key, const char *kind,
                                   const char *remedy) {
  /* Example: run.yaml:3: boundary.default.h: the kind flux does not use the key h, only exchange does: .. */
  return tc_status_create(TC_USAGE, "%s: the kind %s does not use the key %s, only %s: %s", rule->where,
                          tc_boundary_kinds.name((int)rule->kind), key, kind, remedy);
}

static tc_status check_exchange(const tc_boundary_rule *rule) {
  if (rule->value) return unknown_key_error(rule, "value", "flux and value do", "set outside instead");
  if (!rule->h) return missing_key_error(rule, "h");
  return rule->outside ? TC_OK : missing_key_error(rule, "outside");
}

static tc_status check_value(const tc_boundary_rule *rule, bool needed) {
  if (rule->h) return unknown_key_error(rule, "h", "exchange does", "remove it");
  if (rule->outside) return unknown_key_error(rule, "outside", "exchange does", "remove it");
  return rule->value || !needed ? TC_OK : missing_key_error(rule, "value");
}

static tc_status check_rule(const tc_boundary_rule *rule) {
  switch (rule->kind) {
  case TC_BOUNDARY_FLUX: return check_value(rule, false);
  case TC_BOUNDARY_VALUE: return check_value(rule, true);
  case TC_BOUNDARY_EXCHANGE: return check_exchange(rule);
  }
  return tc_status_create(TC_INTERNAL, "%s: unknown kind of boundary %d: please report this as a bug",
                          rule->where, (int)rule->kind);
}

tc_status tc_config_check_boundary(tc_config *config) {
  config->boundary.common.where = tc_config_location(config, find_default_key(config));
  TC_TRY(check_rule(&config->boundary.common));
  for (int r = 0; r < config->boundary.markers.count; r++)
    TC_TRY(check_rule(&config->boundary.markers.item[r]));
  return TC_OK;
}

tc_status tc_config_check_states(const tc_config *config) {
  static const char *const reserved[] = {"region", "tensor", "fibres"};
  for (int i = 0; i < config->source.states; i++)
    for (size_t k = 0; k < sizeof reserved / sizeof *reserved; k++)
      if (!strcmp(config->source.state[i].name, reserved[k]))
        return tc_config_error(config, "states",
                               "the name %s is reserved for a dataset of snapshots: use another name",
                               reserved[k]);
  return TC_OK;
}

tc_status tc_config_check_ranks(const tc_config *config, int ranks) {
  const tc_grid grid = config->distribution.grid;
  if (!grid.rows || (int64_t)grid.rows * grid.cols == ranks) return TC_OK;
  return tc_config_error(config, "distribution.grid",
                         "a grid of %d x %d needs %lld ranks, but the run has %d: set two numbers whose "
                         "product is the number of ranks, or set the key to null for an automatic grid",
                         (int)grid.rows, (int)grid.cols, (long long)grid.rows * grid.cols, ranks);
}

tc_status tc_config_check_host_mesh(const tc_config *config) {
  if (config->mesh.scale == 1.0) return TC_OK;
  return tc_config_error(config, "mesh.scale",
                         "the key does not change a mesh that the calling program passes: multiply the "
                         "points in the program, or remove the key");
}

/* Returns an error if the config has a grid of ranks but the strategy does not distribute the rows over both
 * dimensions of a grid. */
tc_status tc_config_check_grid(const tc_config *config) {
  if (!config->distribution.grid.rows || !config->strategy || tc_strategy_counts_all_ranks(config->strategy))
    return TC_OK;
  return tc_config_error(config, "distribution.grid",
                         "is used only by strategy bcs and by auto, which may choose bcs: remove the key or "
                         "set it to null");
}

/* ---- kernel ---- */

static tc_status difference_error(const tc_config *config, const char *where, const char *reason) {
  return tc_status_create(TC_USAGE,
                          "%s: kernel: difference (%s) computes rows as sums of m_ij (x_j - x_i), but %s: "
                          "set kernel to matrix",
                          where, tc_config_location(config, "kernel"), reason);
}

/* The kernel `difference` requires that the entries of each matrix row sum to 0, which holds for flux
 * conditions only. Returns an error for this kernel with other boundary conditions. */
static tc_status check_conserves(const tc_config *config, const tc_boundary_rule *rule) {
  if (rule->kind == TC_BOUNDARY_FLUX) return TC_OK;
  return difference_error(config, rule->where,
                          "boundary conditions of kind value and exchange add to the diagonal");
}

static tc_status check_storage(tc_config *config) {
  if (!config->storage && config->kernel != TC_ROW_FORM_MATRIX)
    config->storage = tc_format_first(config->kernel);
  if (!config->storage || config->storage->form == config->kernel) return TC_OK;
  return tc_config_error(config, "storage",
                         "%s is a format for kernel: %s, not for kernel: %s (%s): set storage to auto",
                         config->storage->name, tc_row_forms.name(config->storage->form),
                         tc_row_forms.name(config->kernel), tc_config_location(config, "kernel"));
}

tc_status tc_config_check_strategy_kernel(const tc_config *config, const char *where,
                                          const tc_strategy *strategy) {
  if (!strategy || tc_strategy_supports(strategy, config->kernel)) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "%s: %s splits rows over ranks and does not support kernel: difference (%s): use "
                          "another strategy or kernel: matrix",
                          where, strategy->name, tc_config_location(config, "kernel"));
}

tc_status tc_config_check_kernel(tc_config *config) {
  const tc_integrator *method = config->time.method;
  TC_TRY(check_storage(config));
  if (config->kernel == TC_ROW_FORM_MATRIX) return TC_OK;
  if (!config->diffusion.scheme->differences)
    return difference_error(config, tc_config_location(config, "diffusion.scheme"),
                            "only the rows of diffusion.scheme two-point have this form");
  if (method->solves || !method->steps)
    return difference_error(config, tc_config_location(config, "time.method"),
                            "only explicit methods (time.method euler, rkl2 and rkc2) can use this form");
  TC_TRY(check_conserves(config, &config->boundary.common));
  for (int r = 0; r < config->boundary.markers.count; r++)
    TC_TRY(check_conserves(config, &config->boundary.markers.item[r]));
  return tc_config_check_strategy_kernel(config, tc_config_location(config, "strategy"), config->strategy);
}

/* ---- requested times ---- */

bool tc_config_has_output_times(const tc_config *c) {
  return c->snapshots.times.count > 0 || c->snapshots.interval > 0.0;
}

tc_output_times tc_config_output_times(const tc_config *c, double end) {
  if (!tc_config_has_output_times(c)) return (tc_output_times){.count = 0};
  return (tc_output_times){.count = c->snapshots.times.count,
                           .time = c->snapshots.times.item,
                           .interval = c->snapshots.interval,
                           .end = end};
}

static const char *times_key(const tc_config *c) {
  return c->snapshots.times.count > 0 ? "snapshots.times" : "snapshots.interval";
}

static tc_status check_times_possible(const tc_config *c) {
  if (c->snapshots.times.count > 0 && c->snapshots.interval > 0.0)
    return tc_config_error(c, "snapshots.times",
                           "conflicts with snapshots.interval (%s): set one of the two to null",
                           tc_config_location(c, "snapshots.interval"));
  if (!c->time.method->steps)
    return tc_config_error(c, times_key(c), "time.method %s makes no time steps: remove the key",
                           c->time.method->name);
  if (c->time.dt == 0.0 && c->time.end == 0.0)
    return tc_config_error(c, times_key(c),
                           "the end of a run of %" PRId64
                           " steps is unknown with time.dt: auto: set time.end and remove time.steps",
                           c->time.steps);
  return TC_OK;
}

tc_status tc_config_check_output_times(const tc_config *c) {
  const int64_t most = 1000000; /* No file can contain so large a number of snapshots. */
  if (!tc_config_has_output_times(c)) return TC_OK;
  TC_TRY(check_times_possible(c));
  const char *where = tc_config_location(c, times_key(c));
  tc_step_size size = {.dt = 0.0};
  if (c->time.dt > 0.0)
    TC_TRY(tc_step_size_compute(tc_config_location(c, "time.dt"), INFINITY, c->time.dt, c->time.dt,
                                c->time.steps, c->time.end, &size));
  const double end = c->time.end > 0.0 ? c->time.end : (double)size.steps * size.dt;
  const tc_output_times times = tc_config_output_times(c, end);
  TC_TRY(tc_output_times_check(&times, where, most));
  return size.dt > 0.0 ? tc_output_times_check_multiples(&times, where, size.dt) : TC_OK;
}

/* ---- history ---- */

bool tc_config_has_history(const tc_config *c) {
  return c->history.file ||
         (c->snapshots.file && (c->history.every > 0 || c->history.remaining || c->probes.count > 0));
}

/* ---- device ---- */

bool tc_config_has_device(const tc_config *config) {
  return config->device_options.automatic || config->device_options.backend;
}

static tc_status check_device_keys_unset(const tc_config *config) {
  static const char *const keys[] = {"device_kernel", "device_tile"};
  for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
    if (tc_config_is_set(config, keys[k]))
      return tc_config_error(config, keys[k], "is used only on a device: set device to opencl or cuda");
  return TC_OK;
}

static tc_status check_tile(const tc_config *config) {
  static const int32_t tiles[] = {0, 64, 128, 256, 512};
  for (size_t t = 0; t < sizeof tiles / sizeof *tiles; t++)
    if (config->device_tile == tiles[t]) return TC_OK;
  return tc_config_error(config, "device_tile", "expected one of 0, 64, 128, 256, 512, found %d",
                         (int)config->device_tile);
}

tc_status tc_config_check_device_strategy(const tc_config *config, const char *where,
                                          const tc_strategy *strategy) {
  if (!tc_config_has_device(config) || !strategy || strategy->transport) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "%s: %s reads remote values during the product, which a device does not support "
                          "(%s): use a strategy with an exchange, such as condensed, or device: none",
                          where, strategy->name, tc_config_location(config, "device"));
}

tc_status tc_config_check_device(tc_config *config) {
  TC_TRY(
      tc_device_options_parse(tc_config_location(config, "device"), config->device, &config->device_options));
  if (!tc_config_has_device(config)) return check_device_keys_unset(config);
  TC_TRY(check_tile(config));
  if (!config->time.method->on_device)
    return tc_config_error(config, "device",
                           "time.method %s (%s) does not run on a device: use euler, or device: none",
                           tc_config_method_name(config), tc_config_location(config, "time.method"));
  const tc_format *format = tc_format_first(config->kernel);
  if (config->storage && config->storage != format)
    return tc_config_error(config, "storage", "a device (%s) supports only storage %s: set storage to auto",
                           tc_config_location(config, "device"), format->name);
  return tc_config_check_device_strategy(config, tc_config_location(config, "strategy"), config->strategy);
}
