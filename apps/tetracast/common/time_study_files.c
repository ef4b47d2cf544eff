#include "common/time_study_files.h"

#include "base/document/render.h"

tc_status app_prepare_time_study(const tc_run_options *options, const char *command) {
  tc_file_list files = {0};
  TC_TRY(tc_file_list_add_input(&files, "the config", options->config));
  TC_TRY(tc_file_list_add_output(&files, "--json", options->json));
  TC_TRY(tc_file_list_add_output(&files, "--csv", options->csv));
  TC_TRY(tc_file_list_add_output(&files, "--html", options->html));
  return tc_time_study_prepare(command, options->json, options->csv, options->html);
}

static tc_status write_report(tc_document_renderer *render, const char *path, const tc_time_study *study,
                              app_time_study_build *build, FILE *out) {
  tc_document document;
  if (!path) return TC_OK;
  build(study, &document);
  TC_TRY(tc_document_write(&document, render, path));
  fprintf(out, "Report: %s\n", path);
  return TC_OK;
}

tc_status app_write_time_study(const tc_run_options *options, const tc_time_study *study,
                               app_time_study_build *build, FILE *out) {
  tc_document document;
  build(study, &document);
  TC_TRY(tc_document_print(&document, tc_document_text, out));
  TC_TRY(write_report(tc_document_json, options->json, study, build, out));
  TC_TRY(write_report(tc_document_csv, options->csv, study, build, out));
  return write_report(tc_document_html, options->html, study, build, out);
}
