/* `tetracast levels`: prints the throughput that each memory level of a machine (caches and main memory)
 * allows. Serial, without MPI.
 */
#include "base/document/render.h"
#include "base/file/file_list.h"
#include "commands/command.h"
#include "options/machine_option.h"
#include "report/document/report.h"
#include "report/sections/levels_table.h"

/* Chooses the working sets for which the throughput is printed, in values: the capacity of each cache level
 * and four times the largest capacity. */
static void choose_sets(const tc_params *p, tc_option_numbers *out) {
  for (int level = 0; level < TC_LEVELS; level++) {
    const double values = p->level_cache_B[level] / 8.0;
    if (!(values >= 1.0 && values < INT32_MAX / 4)) continue;
    if (out->count && values <= out->item[out->count - 1]) continue;
    out->item[out->count++] = (int32_t)values;
  }
  if (out->count) out->item[out->count] = 4 * out->item[out->count - 1];
  out->count += out->count > 0;
}

static tc_status check_files(const tc_run_options *o) {
  tc_file_list files = {0};
  TC_TRY(tc_file_list_add_input(&files, "the machine", o->machine));
  TC_TRY(tc_file_list_add_output(&files, "--json", o->json));
  TC_TRY(tc_report_prepare("tetracast", o->json, NULL));
  return tc_report_check_command("levels", o->json, NULL);
}

static tc_status run_levels(tc_command_call *call) {
  app_options *o = call->options;
  tc_option_numbers *sets = &o->working_sets;
  tc_machine_source origin;
  tc_document document;
  TC_TRY(app_machine_option_find(o->run.machine, &call->log, &origin));
  TC_TRY(check_files(&o->run));
  if (!sets->count) choose_sets(&origin.machine.params, sets);
  const tc_levels_report report = {origin.text, origin.machine.params, sets->count, sets->item};
  tc_report_levels_build(&report, &document);
  TC_TRY(tc_document_print(&document, tc_document_text, call->out));
  if (!o->run.json) return TC_OK;
  tc_report_levels_build(&report, &document);
  return tc_document_write(&document, tc_document_json, o->run.json);
}

static const tc_option table[] = {
    {"--machine", "FILE",
     "machine file (configs/machines); default: the cached parameters of this machine, with the cache sizes "
     "that the system reports (on a virtual machine other guests may share these caches)",
     TC_OPTION_TEXT(app_options, run.machine)},
    {"--working-sets", "140,4000",
     "numbers of values of 8 bytes; default: the capacity of each level, and four times the last one",
     APP_OPTION_NUMBERS(working_sets)},
    {"--json", "FILE", "writes all of it as JSON; unknown values are null",
     TC_OPTION_TEXT(app_options, run.json)},
    {0},
};

const tc_command app_command_levels = {
    .name = "levels",
    .summary = "print the limits that caches and memory of a machine set",
    .about =
        "Prints capacity and bandwidth of each memory level, and the resulting limits for the kernel of\n"
        "Langguth et al. 2015 (11 FLOPs and 64 bytes per row): the roofline, the worst case, the balance of\n"
        "equations (2) and (3), and equation (6) for working sets that should be cached. Needs no MPI and\n"
        "measures nothing.\n",
    .example = "example: tetracast levels --machine configs/machines/sandybridge-core.yaml \\\n"
               "           --working-sets 140,4000,32000,500000,2500000\n",
    .options = table,
    .run = run_levels,
};
