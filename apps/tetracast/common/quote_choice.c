#include "common/quote_choice.h"

#include <stdio.h>
#include <string.h>

#include "base/program/processors.h"
#include "common/dry_run_command.h"
#include "io/config/config_check.h"
#include "io/machine/job_records.h"

/* ---- nodes ---- */

static bool is_this_machine(const tc_config *config) {
  return tc_machine_kind_of(config->machine) == TC_MACHINE_AUTO;
}

/* Sets *out to the powers of 2 below `most`, followed by `most`. */
static void add_powers(int most, tc_option_numbers *out) {
  for (int64_t nodes = 1; nodes < most; nodes *= 2) out->item[out->count++] = (int32_t)nodes;
  out->item[out->count++] = most;
}

static tc_status choose_nodes(const app_quote_options *o, const tc_config *config, const tc_machine *machine,
                              tc_option_numbers *out) {
  *out = o->app.nodes;
  if (out->count == 0)
    add_powers(o->max_nodes > 0 ? o->max_nodes : machine->nodes > 0 ? machine->nodes : 1, out);
  if (!is_this_machine(config) || out->item[out->count - 1] == 1) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "--machine auto: only this host is measured, which is one node: use a machine file "
                          "for %d nodes",
                          (int)out->item[out->count - 1]);
}

/* ---- ranks and threads ---- */

static int cores_of_node(const tc_config *config, const tc_machine *machine) {
  if (machine->site.node_cores > 0) return machine->site.node_cores;
  if (is_this_machine(config)) return tc_processors_usable();
  const int threads = machine->threads > 0 ? machine->threads : 1;
  return machine->ranks_per_node > 0 ? machine->ranks_per_node * threads : 1;
}

/* Returns the numbers of an option. If the option is not given and the config value is not 0, returns the
 * config value. */
static tc_option_numbers numbers_of(const tc_option_numbers *option, int32_t of_config) {
  if (option->count > 0 || of_config == 0) return *option;
  return (tc_option_numbers){1, {of_config}};
}

/* Chooses the numbers of threads. The machine on which the program runs (--machine auto) is measured for one
 * number of threads only. */
static tc_status choose_threads(const app_quote_options *o, const tc_config *config, tc_option_numbers *out) {
  *out = numbers_of(&o->threads, config->threads);
  if (!is_this_machine(config)) return TC_OK;
  if (out->count == 0) out->item[out->count++] = 1;
  if (out->count == 1) return TC_OK;
  return tc_status_create(TC_USAGE, "--threads: --machine auto is measured for one number of threads: list a "
                                    "single number, or use a machine file");
}

static tc_status too_many_shapes(int shapes) {
  return tc_status_create(TC_USAGE,
                          "--ranks-per-node, --threads: %d pairs of them fit on a node, but a quote compares "
                          "at most %d: use shorter lists",
                          shapes, (int)TC_QUOTE_SHAPES);
}

/* Checks that no case has too many ranks. The ranks per node of the shapes may be computed from the cores, so
 * the check uses the request and not the options. */
static tc_status check_ranks(const tc_quote_request *r) {
  tc_option_numbers ranks = {.count = r->shapes};
  for (int i = 0; i < r->shapes; i++) ranks.item[i] = r->shape[i].ranks_per_node;
  return app_dry_run_check_ranks(&r->nodes, &ranks);
}

static tc_status choose_shapes(const app_quote_options *o, const tc_config *config, const tc_machine *machine,
                               tc_quote_request *out) {
  const int cores = cores_of_node(config, machine);
  const tc_option_numbers ranks = numbers_of(&o->app.ranks_per_node, config->ranks_per_node);
  tc_option_numbers threads;
  TC_TRY(choose_threads(o, config, &threads));
  out->shapes = tc_quote_shapes(cores, &ranks, &threads, out->shape);
  if (out->shapes > TC_QUOTE_SHAPES) return too_many_shapes(out->shapes);
  if (out->shapes > 0) return check_ranks(out);
  return tc_status_create(TC_USAGE,
                          "--ranks-per-node, --threads: no pair of them fits the %d cores of a node: use "
                          "fewer ranks or threads",
                          cores);
}

/* ---- strategies and storage formats ---- */

/* Chooses the strategies of the search. Returns an error for a strategy whose field is not a solution, such
 * as `none`. `predict` accepts such a strategy, but a job must compute a solution. */
static tc_status choose_strategies(const app_quote_options *o, const tc_config *config, app_strategies *out) {
  TC_TRY(app_dry_run_choose_strategies(&o->app, config, out));
  for (int i = 0; i < out->count; i++)
    if (!tc_strategy_is_valid(out->item[i]))
      return tc_status_create(TC_USAGE,
                              "--strategies %s: the strategy exchanges no values, so its field is not a "
                              "solution: remove it",
                              out->item[i]->name);
  return TC_OK;
}

static bool is_supported(const tc_config *config, const tc_format *format) {
  return format->form == config->kernel &&
         (!tc_config_has_device(config) || format == tc_format_first(config->kernel));
}

/* Adds the storage formats of the option --storage. Returns an error if the config does not support one. */
static tc_status add_named_storages(const app_quote_options *o, const tc_config *config,
                                    app_quote_choice *out) {
  for (int i = 0; i < o->storages.count; i++) {
    const tc_format *format = o->storages.item[i];
    if (!is_supported(config, format))
      return tc_status_create(TC_USAGE, "--storage %s: kernel %s%s does not support this format: remove it",
                              format->name, tc_row_forms.name(config->kernel),
                              tc_config_has_device(config) ? " on a device" : "");
    out->storage[out->storages++] = format;
  }
  return TC_OK;
}

/* Chooses the storage formats of the option --storage. Without the option, chooses the format of the config
 * or, for storage: auto, all formats that the config supports. */
static tc_status choose_storages(const app_quote_options *o, const tc_config *config, app_quote_choice *out) {
  if (o->storages.count > 0) return add_named_storages(o, config, out);
  if (config->storage) out->storage[out->storages++] = config->storage;
  for (int i = 0; !config->storage && i < tc_format_count(); i++)
    if (is_supported(config, tc_format_at(i))) out->storage[out->storages++] = tc_format_at(i);
  return TC_OK;
}

tc_status app_quote_choose(const app_quote_options *o, const tc_config *config, const tc_machine *machine,
                           app_quote_choice *out) {
  tc_quote_request *r = &out->request;
  *out = (app_quote_choice){.storages = 0};
  r->deadline_s = o->deadline_s;
  r->budget_hours = o->budget_hours;
  r->level = o->level > 0.0 ? o->level : config->forecast.level;
  TC_TRY(choose_nodes(o, config, machine, &r->nodes));
  TC_TRY(choose_shapes(o, config, machine, r));
  TC_TRY(choose_strategies(o, config, &out->strategies));
  TC_TRY(choose_storages(o, config, out));
  r->strategies = out->strategies.count;
  r->strategy = out->strategies.item;
  r->storages = out->storages;
  r->storage = out->storage;
  return TC_OK;
}

/* ---- SLURM ---- */

/* Copies the text of an option into out[TC_SITE_TEXT]. */
static tc_status copy_text(const char *option, const char *text, char *out) {
  if (!*text) return tc_status_create(TC_USAGE, "%s: the name is empty: set it or remove the option", option);
  if (strlen(text) >= TC_SITE_TEXT)
    return tc_status_create(TC_USAGE, "%s %s: more than %d characters: shorten it", option, text,
                            (int)TC_SITE_TEXT - 1);
  strcpy(out, text);
  return TC_OK;
}

static tc_status copy_modules(const app_name_list *names, tc_machine_slurm *out) {
  if (names->count > TC_SITE_MODULES)
    return tc_status_create(TC_USAGE, "--module: more than %d modules: use fewer", (int)TC_SITE_MODULES);
  for (int m = 0; m < names->count; m++) TC_TRY(copy_text("--module", names->word[m], out->module[m]));
  if (names->count > 0) out->modules = names->count;
  return TC_OK;
}

tc_status app_quote_choose_slurm(const app_quote_options *o, const char *place,
                                 const tc_machine_slurm *machine, tc_machine_slurm *out) {
  *out = *machine;
  if (o->partition) TC_TRY(copy_text("--partition", o->partition, out->partition));
  if (o->account) TC_TRY(copy_text("--account", o->account, out->account));
  TC_TRY(copy_modules(&o->modules, out));
  if (!out->requires_account || *out->account) return TC_OK;
  return tc_status_create(TC_USAGE, "%s: jobs on this machine require an account: set --account", place);
}

/* ---- identity ---- */

/* Replaces the partition `former` at the end of the identity CLUSTER-PARTITION, an array of TC_SITE_TEXT
 * bytes. Returns false if the identity does not end with -`former`. */
static bool replace_partition(const char *former, const char *partition, char *identity) {
  const size_t length = strlen(identity), end = strlen(former), begin = length - end;
  if (end == 0 || length < end + 2 || identity[begin - 1] != '-' || strcmp(identity + begin, former) != 0)
    return false;
  snprintf(identity + begin, TC_SITE_TEXT - begin, "%s", partition);
  return true;
}

/* Sets site->identity to CLUSTER-`partition`. Returns false if the name of the cluster is unknown, or if
 * `partition` is a list. */
static bool find_partition_identity(const char *partition, tc_machine_site *site) {
  if (strchr(partition, ',')) return false; /* a list of partitions, of which SLURM chooses one */
  return replace_partition(partition, partition, site->identity) ||
         replace_partition(site->slurm.partition, partition, site->identity) ||
         tc_job_records_slurm_identity(partition, site->identity, sizeof site->identity);
}

tc_status app_quote_set_identity(const app_quote_options *o, const tc_log *log, tc_machine *machine) {
  tc_machine_site *site = &machine->site;
  const char *partition = o->partition ? o->partition : site->slurm.partition;
  const bool is_own = *site->identity && strcmp(partition, site->slurm.partition) == 0;
  if (o->app.identity) return copy_text("--identity", o->app.identity, site->identity);
  if (!*partition || is_own || find_partition_identity(partition, site)) return TC_OK;
  tc_log_warn(log,
              "the machine name under which jobs in partition %s are recorded is unknown on this host: set "
              "--identity to the name that tetracast records prints in a job of that partition",
              partition);
  return TC_OK;
}
