#include "run/plan/run_options.h"

#include <string.h>

#include "base/core/memory.h"
#include "base/file/file.h"
#include "io/config/config_auto.h"
#include "io/config/config_check.h"
#include "io/machine/machine_lookup.h"
#include "io/mesh_input/mesh_input.h"
#include "model/step/model.h"

enum { largest_config = 1 << 20 };

tc_solver_set tc_run_options_solvers(const tc_run_options *choice, const tc_config *config) {
  tc_solver_set set = tc_config_solver_set(config);
  if (choice->solvers && choice->solvers->methods) set.methods = choice->solvers->methods;
  if (choice->solvers && choice->solvers->preconditioners)
    set.preconditioners = choice->solvers->preconditioners;
  return set;
}

/* Checks keys of the config that depend on each other. Does not check the pair of method and preconditioner
 * if the command compares several, because the command does this itself. */
static tc_status check_together(const tc_run_options *choice, tc_config *config) {
  TC_TRY(tc_config_check_unused(config, tc_run_options_solvers(choice, config)));
  TC_TRY(tc_config_check_kernel(config));
  TC_TRY(tc_config_check_device(config));
  return choice->solvers ? TC_OK : tc_config_check_pair(config);
}

static tc_status parse_text(const tc_run_options *choice, const char *text, tc_config **out) {
  const tc_config_overrides overrides = {choice->overrides, choice->fallbacks, choice->override,
                                         choice->fallback};
  return tc_config_parse_overridden(choice->config, text, &overrides, out);
}

static tc_status read_and_parse(const tc_run_options *choice, const tc_world *world, tc_config **out) {
  char *text = NULL;
  TC_TRY(tc_world_read_text(world, choice->config, largest_config, TC_USAGE, &text));
  const tc_status status = parse_text(choice, text, out);
  tc_free(text);
  return status;
}

/* Root only. Returns an error if the file is a Matrix Market file. The library does not link the target
 * `matrix`, which recognises other formats. */
static tc_status check_no_matrix(const char *path) {
  if (!tc_file_starts_with(path, "%%MatrixMarket")) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "%s: is a matrix file instead of a config: use tetracast solve, predict or compare",
                          path);
}

/* Collective. Parses the config on all ranks; the root reads the file. If the file is a matrix file, an error
 * that states this replaces the syntax error of the first line. */
static tc_status parse_file(const tc_run_options *choice, const tc_world *world, tc_config **out) {
  if (strcmp(choice->config, "-") == 0)
    return tc_status_create(TC_USAGE, "-: the config cannot be read from standard input: use a file");
  tc_status status = tc_world_agree(world, read_and_parse(choice, world, out));
  if (!status) return TC_OK;
  tc_status matrix = TC_ON_ROOT(world, check_no_matrix(choice->config));
  return matrix ? tc_status_replace(status, matrix) : status;
}

/* Sets the method of a former run, if the method is automatic. */
static tc_status set_method(const char *name, tc_config *config) {
  int index;
  if (!config->time.is_auto) return TC_OK;
  TC_TRY(tc_registry_parse(&tc_integrator_registry, "the method of the former run", name, NULL, &index));
  tc_config_choose_method(config, tc_integrator_at(index));
  return TC_OK;
}

/* Sets the preconditioner of a former run, if the preconditioner is automatic. */
static tc_status set_preconditioner(const char *name, tc_config *config) {
  int index;
  if (!config->solver.preconditioner.is_auto) return TC_OK;
  TC_TRY(tc_registry_parse(&tc_preconditioner_registry, "the preconditioner of the former run", name, NULL,
                           &index));
  tc_config_choose_preconditioner(config, tc_preconditioner_at(index));
  return TC_OK;
}

tc_status tc_run_options_read_config(const tc_run_options *choice, const tc_world *world, tc_config **out) {
  tc_status status = choice->text ? parse_text(choice, choice->text, out) : parse_file(choice, world, out);
  if (!status && choice->machine) (*out)->machine = choice->machine;
  if (!status && choice->mesh) (*out)->mesh.file = choice->mesh;
  if (!status && choice->scheme) (*out)->diffusion.scheme = choice->scheme;
  if (!status && choice->method) status = set_method(choice->method, *out);
  if (!status && choice->preconditioner) status = set_preconditioner(choice->preconditioner, *out);
  if (!status && choice->model)
    status = tc_registry_parse(&tc_model_registry, "--model", choice->model, "auto", &(*out)->model);
  if (!status) status = check_together(choice, *out);
  return tc_world_agree(world, status);
}

void tc_run_options_log_ignored(const tc_config *config, const tc_log *log) {
  if (config->order.ignored_block)
    tc_log_write(log, TC_LOG_NORMAL, "%s: ignored, because the order %s has no blocks",
                 config->order.ignored_block, config->order.method->name);
}

static const char *json_path(const tc_run_options *choice, const tc_config *config) {
  return choice->json ? choice->json : config->report.json;
}

static const char *csv_path(const tc_run_options *choice, const tc_config *config) {
  return choice->csv ? choice->csv : config->report.csv;
}

static const char *html_path(const tc_run_options *choice, const tc_config *config) {
  return choice->html ? choice->html : config->report.html;
}

tc_status tc_run_options_list_inputs(const tc_run_options *choice, const tc_config *config,
                                     tc_file_list *files) {
  TC_TRY(tc_file_list_add_input(files, "the config", config->path));
  if (!choice->again || strcmp(choice->again, config->path) != 0)
    TC_TRY(tc_file_list_add_input(files, "the file to rerun", choice->again));
  TC_TRY(tc_file_list_add_mesh_input(files, "the mesh", config->mesh.file));
  TC_TRY(tc_file_list_add_input(files, "the fibre file", config->diffusion.fibres.file));
  TC_TRY(tc_file_list_add_input(files, "the file of the initial field", config->initial.file));
  if (tc_machine_kind_of(config->machine) == TC_MACHINE_FILE)
    TC_TRY(tc_file_list_add_input(files, "the machine file", config->machine));
  return TC_OK;
}

/* Adds the file of forecast.records to the list of inputs. The file need not exist; it is listed so that no
 * output replaces it. */
static tc_status add_record_file(const tc_config *config, tc_file_list *files) {
  const char *const path = config->forecast.records;
  if (strcmp(path, "auto") == 0 || strcmp(path, "none") == 0) return TC_OK;
  return tc_file_list_add_lock(files, "the forecast records", path, path);
}

/* Adds a report. `option` is its path in the options, which replaces that of the config. If a rerun would
 * replace the file that it reads, because the recorded config names it, the message also states the override
 * that switches off reports. */
static tc_status add_report(const tc_run_options *choice, const char *label, const char *option,
                            const char *path, tc_file_list *files) {
  const tc_status status = tc_file_list_add_output(files, label, path);
  if (tc_status_code(status) != TC_USAGE || option || !choice->again) return status;
  return tc_status_replace(status, tc_status_create(TC_USAGE, "%s, or write no report with -s report=null",
                                                    tc_status_text(status)));
}

tc_status tc_run_options_prepare_reports(const tc_run_options *choice, const tc_config *config,
                                         tc_file_list *files) {
  const char *json = json_path(choice, config), *csv = csv_path(choice, config),
             *html = html_path(choice, config);
  TC_TRY(tc_run_options_list_inputs(choice, config, files));
  TC_TRY(add_report(choice, "the JSON report", choice->json, json, files));
  TC_TRY(add_report(choice, "the CSV report", choice->csv, csv, files));
  TC_TRY(add_report(choice, "the HTML report", choice->html, html, files));
  TC_TRY(add_record_file(config, files));
  TC_TRY(tc_report_prepare("tetracast", json, csv));
  TC_TRY(tc_report_prepare_html(choice->replaces, html));
  return choice->replaces ? tc_report_check_command(choice->replaces, json, csv) : TC_OK;
}

tc_status tc_run_options_write_reports(const tc_run_options *choice, const tc_config *config,
                                       const tc_report *report, tc_report_text *text, FILE *out) {
  const char *json = json_path(choice, config), *csv = csv_path(choice, config),
             *html = html_path(choice, config);
  if (json) TC_TRY(tc_report_json(report, json));
  if (csv) TC_TRY(tc_report_csv(report, csv));
  if (html) TC_TRY(tc_report_html(report, text, html));
  if (json) fprintf(out, "Report: %s\n", json);
  if (csv) fprintf(out, "Report: %s\n", csv);
  if (html) fprintf(out, "Report: %s (open it in a browser)\n", html);
  return TC_OK;
}
