/* `tetracast levels`: what the memory of a machine allows. One process, no MPI. */
#include <omp.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "io/files.h"
#include "io/machine_known.h"
#include "lists.h"
#include "machine/bench_stream.h"
#include "machine/caches.h"
#include "report/levels.h"
#include "report/report.h"

/* This machine as a run with the most ranks has remembered it. */
static bool recall(int cores, const tc_log *log, tc_machine_origin *out) {
  tc_machine_key key = {.nodes = 1, .threads = omp_get_max_threads()};
  gethostname(key.host, sizeof key.host - 1);
  for (key.ranks_per_node = cores; key.ranks_per_node > 0; key.ranks_per_node--)
    if (tc_machine_recall(&key, log, out) != TC_MACHINE_FORGOTTEN) return true;
  return false;
}

/* What nobody has measured of it the system may announce. */
static void find_here(const tc_log *log, tc_machine_origin *out) {
  const int cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
  tc_params *p = &out->machine.params;
  if (!recall(cores, log, out))
    *out = (tc_machine_origin){.machine = {.ranks_per_node = 1}, .text = "this machine, not measured yet"};
  const int threads = out->machine.ranks_per_node * omp_get_max_threads();
  if (!(p->level_cache_B[0] > 0.0)) tc_caches_announced(TC_CACHES_FOLDER, threads, cores, p->level_cache_B);
  if (!(p->cache_line_B > 0.0)) p->cache_line_B = tc_cache_line_B();
}

static tc_status find_machine(const char *path, const tc_log *log, tc_machine_origin *out) {
  const tc_machine_kind kind = path ? tc_machine_kind_of(path) : TC_MACHINE_AUTO;
  if (kind == TC_MACHINE_FILE) return tc_machine_read(path, out);
  if (kind == TC_MACHINE_NONE)
    return tc_status_make(TC_USAGE, "--machine none: of no machine there is nothing to tell");
  find_here(log, out);
  return TC_OK;
}

/* Those of Table 2: what the levels above hold, and four times the last. */
static void choose_sets(const tc_params *p, tc_number_list *out) {
  for (int level = 0; level < TC_LEVELS; level++) {
    const double values = p->level_cache_B[level] / 8.0;
    if (!(values >= 1.0 && values < INT32_MAX / 4)) continue;
    if (out->count && values <= out->number[out->count - 1]) continue;
    out->number[out->count++] = (int32_t)values;
  }
  if (out->count) out->number[out->count] = 4 * out->number[out->count - 1];
  out->count += out->count > 0;
}

static tc_status prepare(const tc_arguments *a, const char *machine) {
  tc_files files = {0};
  TC_TRY(tc_files_read(&files, "the machine", machine));
  TC_TRY(tc_files_write(&files, "--json", a->json));
  return tc_report_prepare(a->json, NULL);
}

static tc_status run(tc_app *app) {
  const tc_arguments *a = &app->arguments;
  const char *path = tc_arguments_value(a, "machine");
  tc_machine_origin origin;
  tc_number_list sets = {0};
  if (a->words) return tc_status_make(TC_USAGE, "levels takes options only (see tetracast levels --help)");
  TC_TRY(tc_list_numbers(a, "working-sets", NULL, &sets));
  TC_TRY(find_machine(path, &app->log, &origin));
  TC_TRY(prepare(a, path));
  if (!sets.count) choose_sets(&origin.machine.params, &sets);
  const tc_levels_report report = {origin.text, origin.machine.params, sets.count, sets.number};
  tc_report_levels(&report, app->out);
  return a->json ? tc_report_levels_json(&report, a->json) : TC_OK;
}

const tc_command tc_command_levels = {
    .name = "levels",
    .summary = "what the caches and the memory of a machine allow",
    .usage =
        "usage: tetracast levels [--machine FILE] [--working-sets VALUES,..] [--json FILE] [-q]\n\n"
        "What each level of the memory holds and delivers, and what that allows the kernel of Langguth et "
        "al.\n"
        "2015 (11 FLOPs and 64 bytes a row): the roofline, the worst case, the balance of (2) and (3), and\n"
        "by (6) for sets of values that should be cached. Needs no MPI, and measures nothing: without\n"
        "--machine it tells what a run has remembered of this machine, and the caches that the system\n"
        "announces (a virtual machine announces what others use too).\n\n"
        "  --machine FILE           a machine file (configs/machines)\n"
        "  --working-sets 140,4000  values of 8 bytes (what the caches hold, and four times the last)\n"
        "  --json FILE              all of it, null for what is not known\n\n"
        "example: tetracast levels --machine configs/machines/sandybridge-core.yaml\n"
        "           --working-sets 140,4000,32000,500000,2500000\n",
    .options = (const char *const[]){"--machine", "--working-sets", "--json", NULL},
    .alone = true,
    .run = run,
};
