/* JSON members of the run as a whole: command, environment, config, setup phases, warnings and files. json.c
 * calls it before the results. Texts without a value are null. */
#include "report/render/json_run.h"

#include <math.h>
#include <string.h>

#include "machine/parameters/json_head.h"
#include "report/document/warnings.h"

enum { host_size = 128 };

static void write_hosts(tc_json *json, const char *hosts) {
  char name[host_size];
  tc_json_begin(json, "hosts", '[');
  for (const char *at = hosts; at && *at; at += strspn(at, "\n")) {
    const size_t length = strcspn(at, "\n");
    snprintf(name, sizeof name, "%.*s", (int)length, at);
    tc_json_text(json, NULL, name);
    at += length;
  }
  tc_json_end(json, ']');
}

static void write_config(tc_json *json, const tc_report *report) {
  tc_json_begin(json, "config", '{');
  tc_json_text(json, "file", report->run.config_file);
  tc_json_text(json, "text", report->run.config_text);
  tc_json_text(json, "overrides", report->overrides);
  tc_json_text(json, "machine", report->run.given_machine);
  tc_json_text(json, "model", report->run.given_model);
  tc_json_end(json, '}');
}

/* Writes the setup phases in their order. */
static void write_phases(tc_json *json, const tc_log_record *record) {
  tc_json_begin(json, "phases", '[');
  for (int p = 0; record && p < record->phases; p++) {
    tc_json_begin(json, NULL, '{');
    tc_json_text(json, "name", record->phase[p].name);
    tc_json_number(json, "seconds", record->phase[p].seconds);
    tc_json_end(json, '}');
  }
  tc_json_end(json, ']');
}

static void write_warnings(tc_json *json, const tc_report *report) {
  const tc_log_record *record = report->run.log;
  tc_line line;
  tc_json_begin(json, "warnings", '[');
  for (int w = 0; record && w < record->warnings; w++) tc_json_text(json, NULL, record->warning[w]);
  for (int w = 0; w < TC_REPORT_WARNINGS; w++)
    if (tc_report_warning(report, w, &line)) tc_json_text(json, NULL, line.text);
  tc_json_end(json, ']');
}

static void write_files(tc_json *json, const tc_file_list *files) {
  tc_json_begin(json, "files", '[');
  for (int f = 0; files && f < files->count; f++) {
    if (!files->file[f].written || files->file[f].companion) continue;
    tc_json_begin(json, NULL, '{');
    tc_json_text(json, "what", files->file[f].label);
    tc_json_text(json, "name", files->file[f].name);
    tc_json_end(json, '}');
  }
  tc_json_end(json, ']');
}

static void write_place(tc_json *json, const tc_extreme_cell *at) {
  tc_json_integer(json, "cell", at->cell);
  tc_json_begin(json, "at", '[');
  for (int i = 0; i < 3; i++) tc_json_number(json, NULL, at->position[i]);
  tc_json_end(json, ']');
}

static void write_response(tc_json *json, const tc_response *r) {
  if (r->products == 0) {
    tc_json_text(json, "response", NULL);
    return;
  }
  tc_json_begin(json, "response", '{');
  tc_json_number(json, "largest", r->largest);
  tc_json_number(json, "limit", TC_RESPONSE_LIMIT);
  write_place(json, &r->worst[0]);
  tc_json_integer(json, "tested_cells", r->tested);
  tc_json_integer(json, "products", r->products);
  tc_json_end(json, '}');
}

/* Writes the largest gain of a row across a jump of the tensor (solve/stability/tensor_jump.h). */
static void write_gain(tc_json *json, const tc_extreme_cell *gain) {
  if (gain->value == 0.0) {
    tc_json_text(json, "jump_gain", NULL);
    return;
  }
  tc_json_begin(json, "jump_gain", '{');
  tc_json_number(json, "largest", gain->value);
  write_place(json, gain);
  tc_json_end(json, '}');
}

static void write_stability(tc_json *json, const tc_stable_step *safe) {
  if (!safe) return;
  const bool searched = safe->growth.products > 0;
  tc_json_begin(json, "stability", '{');
  tc_json_number(json, "stabilisation", safe->takes_one ? safe->stabilisation : NAN);
  tc_json_integer(json, "limited_points", safe->limited ? safe->distant : 0);
  tc_json_bool(json, "proved", safe->proved);
  tc_json_integer(json, "proved_cells", safe->certificate.cells);
  tc_json_number(json, "step_bound", safe->bound);
  tc_json_number(json, "growth_per_step", searched ? safe->growth.rate : NAN);
  tc_json_bool(json, "growth_settled", searched && safe->growth.settled);
  write_response(json, &safe->response);
  write_gain(json, &safe->jump_gain);
  tc_json_integer(json, "products", safe->products);
  tc_json_end(json, '}');
}

void tc_json_device_use(tc_json *json, const tc_device_config *use) {
  tc_json_device(json, use->device);
  if (!use->device) return;
  tc_json_text(json, "kernel", tc_stagings.name((int)use->staging));
  tc_json_integer(json, "tile", use->tile);
  tc_json_end(json, '}');
}

void tc_json_run(tc_json *json, const tc_report *report) {
  tc_json_text(json, "command", report->run.command);
  tc_json_text(json, "libraries", report->run.libraries);
  tc_json_text(json, "directory", report->run.directory);
  tc_json_text(json, "date", report->run.date);
  tc_json_number(json, "wall_s", report->run.wall_s > 0.0 ? report->run.wall_s : NAN);
  write_hosts(json, report->run.hosts);
  tc_json_text(json, "cluster", report->run.cluster);
  write_config(json, report);
  write_phases(json, report->run.log);
  write_warnings(json, report);
  write_files(json, report->run.files);
  tc_json_number(json, "disk_B", report->disk_B > 0.0 ? report->disk_B : NAN);
  write_stability(json, report->run.stable_step);
}
