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

/* A study and the function that fills a document about it. One of the members `time` and `powers` is NULL. */
typedef struct source {
  const tc_time_study *time;
  app_time_study_build *build_time;
  const tc_powers_study *powers;
} source;

static void build(const source *from, tc_document *document) {
  if (from->time)
    from->build_time(from->time, document);
  else
    tc_powers_study_build(from->powers, document);
}

static tc_status write_report(tc_document_renderer *render, const char *path, const source *from, FILE *out) {
  tc_document document;
  if (!path) return TC_OK;
  build(from, &document);
  TC_TRY(tc_document_write(&document, render, path));
  fprintf(out, "Report: %s\n", path);
  return TC_OK;
}

static tc_status write_study(const tc_run_options *options, const source *from, FILE *out) {
  tc_document document;
  build(from, &document);
  TC_TRY(tc_document_print(&document, tc_document_text, out));
  TC_TRY(write_report(tc_document_json, options->json, from, out));
  TC_TRY(write_report(tc_document_csv, options->csv, from, out));
  return write_report(tc_document_html, options->html, from, out);
}

tc_status app_write_time_study(const tc_run_options *options, const tc_time_study *study,
                               app_time_study_build *build_time, FILE *out) {
  const source from = {.time = study, .build_time = build_time};
  return write_study(options, &from, out);
}

tc_status app_write_powers_study(const tc_run_options *options, const tc_powers_study *study, FILE *out) {
  const source from = {.powers = study};
  return write_study(options, &from, out);
}
