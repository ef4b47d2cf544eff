/* `tetracast records`: prints or removes the forecast records of a machine, which compare the forecast and
 * the measured time of earlier jobs. Serial, without MPI. */
#include <string.h>

#include "base/core/memory.h"
#include "base/document/render.h"
#include "base/file/file_list.h"
#include "commands/command.h"
#include "io/machine/job_records.h"
#include "report/document/report.h"
#include "report/sections/records_table.h"

static tc_status find_place(const app_options *o, tc_job_records_place *out) {
  tc_job_records_find(o->records ? o->records : "auto", o->identity, out);
  if (out->path[0]) return TC_OK;
  return tc_status_create(TC_USAGE, "records: the directory of the machine cache is unknown: set "
                                    "XDG_CACHE_HOME or HOME");
}

static tc_status reset(tc_command_call *call, const tc_job_records_place *place) {
  bool is_removed;
  TC_TRY(tc_job_records_reset(place, &is_removed));
  fprintf(call->out, "%s forecast records%s%s: %s\n", is_removed ? "removed the" : "there were no",
          place->is_automatic ? " of " : "", place->is_automatic ? place->identity : "", place->path);
  return TC_OK;
}

static tc_status check_files(const tc_job_records_place *place, const char *json) {
  tc_file_list files = {0};
  TC_TRY(tc_file_list_add_input(&files, "the forecast records", place->path));
  TC_TRY(tc_file_list_add_output(&files, "--json", json));
  TC_TRY(tc_report_prepare("tetracast", json, NULL));
  return tc_report_check_command("records", json, NULL);
}

static tc_status write_report(tc_command_call *call, const char *json, const tc_records_report *report) {
  tc_document document;
  tc_report_records_build(report, &document);
  TC_TRY(tc_document_print(&document, tc_document_text, call->out));
  if (!json) return TC_OK;
  tc_report_records_build(report, &document);
  return tc_document_write(&document, tc_document_json, json);
}

/* Returns the error for records that cannot be used. A warning has already stated the reason. */
static tc_status unusable_error(const app_options *o) {
  return tc_status_create(TC_INPUT, "--file %s: contains no usable forecast records: set it to another path",
                          o->records);
}

static tc_status report_records(tc_command_call *call, const char *json, tc_job_records_place *place) {
  tc_job_record *record = NULL;
  place->is_read_only = true;
  TC_TRY(check_files(place, json));
  TC_TRY(TC_ALLOC(record, TC_JOB_RECORDS_MAX));
  const int records = tc_job_records_read(place, &call->log, record);
  const char *const identity = place->is_automatic ? place->identity : NULL;
  const tc_status status =
      place->path[0] ? write_report(call, json, &(tc_records_report){identity, place->path, records, record})
                     : unusable_error(call->options);
  tc_free(record);
  return status;
}

/* Returns the error for the file name `auto` or `none`. In the config these words are special values of the
 * key forecast.records. A file with such a name is therefore accepted only with its directory, for example
 * ./auto. */
static tc_status path_error(const char *path) {
  if (!*path)
    return tc_status_create(TC_USAGE, "--file: the path is empty: set it, for example to ./jobs.records, or "
                                      "remove the option");
  return tc_status_create(TC_USAGE,
                          "--file %s: %s is a value of the key forecast.records, not a file: for a file of "
                          "this name write ./%s",
                          path, path, path);
}

/* Checks the options --identity and --file, of which at most one may be given. */
static tc_status check_place(const app_options *o) {
  if (o->identity && o->records)
    return tc_status_create(TC_USAGE,
                            "--identity and --file: both select the records: remove one of the two");
  if (o->identity && !*o->identity)
    return tc_status_create(TC_USAGE,
                            "--identity: the name is empty: set it to a machine or remove the option");
  if (o->records && (!*o->records || !strcmp(o->records, "auto") || !strcmp(o->records, "none")))
    return path_error(o->records);
  return TC_OK;
}

static tc_status check_records(const tc_command_call *call) {
  const app_options *o = call->options;
  TC_TRY(check_place(o));
  if (!o->reset || !o->run.json) return TC_OK;
  return tc_status_create(TC_USAGE, "--reset writes no report: remove --json or --reset");
}

static tc_status run_records(tc_command_call *call) {
  const app_options *o = call->options;
  tc_job_records_place place;
  TC_TRY(find_place(o, &place));
  return o->reset ? reset(call, &place) : report_records(call, o->run.json, &place);
}

static const tc_option table[] = {
    {"--identity", "NAME", "records of another machine; default: cluster and partition of SLURM, or the host",
     TC_OPTION_TEXT(app_options, identity)},
    {"--file", "PATH", "records in a file, to which the key forecast.records of a config is set",
     TC_OPTION_TEXT(app_options, records)},
    {"--reset", NULL, "removes the records", TC_OPTION_FLAG(app_options, reset)},
    {"--json", "FILE", "writes the records as JSON", TC_OPTION_TEXT(app_options, run.json)},
    {0},
};

const tc_command app_command_records = {
    .name = "records",
    .summary = "print the forecast and measured times of earlier jobs",
    .about =
        "Prints the latest records of jobs on this machine, from which the bounds of later jobs are\n"
        "computed: the forecast of the wall time at the start of the job, its bound, the measured time,\n"
        "and if the bound held.\n",
    .example = "example: tetracast records --identity lumi-standard\n",
    .options = table,
    .check = check_records,
    .run = run_records,
};
