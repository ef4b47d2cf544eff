/* `tetracast levels`: prints the throughput that each memory level of a machine allows. Serial, without MPI.
 */
#include "base/document/render.h"
#include "base/file/file_list.h"
#include "commands/command.h"
#include "options/list_options.h"
#include "options/machine_option.h"
#include "report/document/report.h"
#include "report/sections/levels_table.h"

/* Chooses the working sets for which the throughput is printed, in values: the capacity of each cache level
 * and four times the largest capacity. */
static void choose_sets(const tc_params *p, app_number_list *out) {
  for (int level = 0; level < TC_LEVELS; level++) {
    const double values = p->level_cache_B[level] / 8.0;
    if (!(values >= 1.0 && values < INT32_MAX / 4)) continue;
    if (out->count && values <= out->number[out->count - 1]) continue;
    out->number[out->count++] = (int32_t)values;
  }
  if (out->count) out->number[out->count] = 4 * out->number[out->count - 1];
  out->count += out->count > 0;
}

static tc_status check_files(const app_arguments *a, const char *machine) {
  tc_file_list files = {0};
  TC_TRY(tc_file_list_add_input(&files, "the machine", machine));
  TC_TRY(tc_file_list_add_output(&files, "--json", a->json));
  TC_TRY(tc_report_prepare("tetracast", a->json, NULL));
  return tc_report_check_command("levels", a->json, NULL);
}

static tc_status run_levels(app_context *app) {
  const app_arguments *a = &app->arguments;
  const char *path = app_arguments_value(a, "machine");
  tc_machine_source origin;
  app_number_list sets = {0};
  tc_document document;
  if (a->positionals)
    return tc_status_create(TC_USAGE, "levels accepts only options (see tetracast levels --help)");
  TC_TRY(app_list_numbers(a, "working-sets", NULL, &sets));
  TC_TRY(app_machine_option_find(path, &app->log, &origin));
  TC_TRY(check_files(a, path));
  if (!sets.count) choose_sets(&origin.machine.params, &sets);
  const tc_levels_report report = {origin.text, origin.machine.params, sets.count, sets.number};
  tc_report_levels_build(&report, &document);
  TC_TRY(tc_document_print(&document, tc_document_text, app->out));
  if (!a->json) return TC_OK;
  tc_report_levels_build(&report, &document);
  return tc_document_write(&document, tc_document_json, a->json);
}

const app_command app_command_levels = {
    .name = "levels",
    .summary = "print the limits that caches and memory of a machine set",
    .usage =
        "usage: tetracast levels [--machine FILE] [--working-sets VALUES,..] [--json FILE] [-q]\n\n"
        "Prints capacity and bandwidth of each memory level, and the resulting limits for the kernel of\n"
        "Langguth et al. 2015 (11 FLOPs and 64 bytes per row): the roofline, the worst case, the balance of\n"
        "equations (2) and (3), and equation (6) for working sets that should be cached. Needs no MPI and\n"
        "measures nothing.\n\n"
        "  --machine FILE           machine file (configs/machines); default: the cached parameters of this\n"
        "                           machine, with the cache sizes that the system reports (on a virtual\n"
        "                           machine other guests may share these caches)\n"
        "  --working-sets 140,4000  numbers of values of 8 bytes; default: the capacity of each level, and\n"
        "                           four times the last one\n"
        "  --json FILE              writes all of it as JSON; unknown values are null\n\n"
        "example: tetracast levels --machine configs/machines/sandybridge-core.yaml \\\n"
        "           --working-sets 140,4000,32000,500000,2500000\n",
    .options = (const char *const[]){"--machine", "--working-sets", "--json", NULL},
    .is_serial = true,
    .run = run_levels,
};
