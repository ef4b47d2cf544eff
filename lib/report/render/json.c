/* JSON report: the members of the run, then the list of results. The head of the file names the program, by
 * which tc_report_prepare recognises reports. Unknown values are null. The file is published when it is
 * complete. */
#include <math.h>

#include "base/file/file.h"
#include "base/program/json_program.h"
#include "base/text/json_writer.h"
#include "machine/parameters/json_head.h"
#include "report/document/report.h"
#include "report/render/json_outcome.h"
#include "report/render/json_result.h"
#include "report/render/json_run.h"
#include "report/render/json_topology.h"

static void write_machine(tc_json *json, const tc_report *report) {
  tc_json_begin(json, "machine", '{');
  tc_json_params(json, &report->machine);
  tc_json_text(json, "name", report->run.machine);
  tc_json_text(json, "origin", report->machine_name);
  tc_json_bool(json, "is_other_machine", report->run.is_other_machine);
  tc_json_bool(json, "foreign",
               report->run.is_other_machine); /* former name of the key, still written until version 1.0 */
  tc_json_end(json, '}');
}

/* Writes a number, or null if it is 0 because it differs between results. */
static void write_number_of(tc_json *json, const char *name, int number) {
  if (number > 0)
    tc_json_integer(json, name, number);
  else
    tc_json_text(json, name, NULL);
}

static void write_initial(tc_json *json, const tc_field_stats *field) {
  if (!field) return;
  tc_json_begin(json, "initial", '{');
  tc_json_number(json, "min", field->min);
  tc_json_number(json, "max", field->max);
  tc_json_number(json, "integral", field->integral);
  tc_json_hash(json, "hash", field->hash);
  tc_json_end(json, '}');
}

/* Writes the hash of the matrix, or null if it is unknown. */
static void write_matrix(tc_json *json, uint64_t hash) {
  if (hash)
    tc_json_hash(json, "matrix_hash", hash);
  else
    tc_json_text(json, "matrix_hash", NULL);
}

static void write_steady(tc_json *json, const tc_steady_stop *steady) {
  if (!steady) {
    tc_json_text(json, "steady", NULL);
    return;
  }
  tc_json_begin(json, "steady", '{');
  tc_json_bool(json, "reached", steady->reached);
  tc_json_number(json, "change", steady->change >= 0.0 ? steady->change : NAN);
  tc_json_number(json, "tolerance", steady->tolerance);
  tc_json_end(json, '}');
}

/* Writes the sizes of the steps. There are several if the run was extended. */
static void write_spans(tc_json *json, const tc_report_run *run) {
  if (!run->spans) return;
  tc_json_bool(json, "in_one_go", run->is_one_go);
  tc_json_begin(json, "step_sizes", '[');
  for (int k = 0; k < run->spans->count; k++) {
    const tc_step_span *span = &run->spans->item[k];
    tc_json_begin(json, NULL, '{');
    tc_json_integer(json, "after_step", span->origin.step);
    tc_json_number(json, "after_time", span->origin.time);
    tc_json_number(json, "dt", span->dt);
    tc_json_end(json, '}');
  }
  tc_json_end(json, ']');
}

static void write_head(tc_json *json, const tc_report *report) {
  tc_json_program(json, "tetracast");
  tc_json_text(json, "title", report->title);
  tc_json_text(json, "overrides", report->overrides);
  tc_json_begin(json, "mesh", '{');
  tc_json_text(json, "file", report->mesh_file);
  tc_json_integer(json, "cells", report->cells);
  tc_json_integer(json, "nodes", report->nodes_of_mesh);
  tc_json_hash(json, "hash", report->run.mesh_hash);
  if (report->topology) tc_json_topology(json, report->topology);
  tc_json_end(json, '}');
  tc_json_text(json, "scheme", report->scheme);
  tc_json_text(json, "method", report->method);
  tc_json_integer(json, "width", report->width);
  tc_json_integer(json, "steps", report->steps);
  tc_json_number(json, "dt", report->dt > 0.0 ? report->dt : NAN);
  tc_json_number(json, "time", report->dt > 0.0 ? report->time : NAN);
  write_spans(json, &report->run);
  write_steady(json, report->steady);
  write_number_of(json, "ranks", report->ranks);
  tc_json_integer(json, "threads", report->threads);
  write_number_of(json, "nodes", report->nodes);
  tc_json_bool(json, "nodes_imagined", report->run.virtual_nodes);
  tc_json_text(json, "kernel", tc_row_forms.name(report->kernel));
  tc_json_device_use(json, &report->device);
  tc_json_text(json, "placement", tc_placements.name(report->placement));
  write_number_of(json, "memory_nodes", report->memory_nodes);
  tc_json_text(json, "model", tc_model_at(report->model)->name);
  write_machine(json, report);
  write_initial(json, report->initial);
  write_matrix(json, report->run.matrix_hash);
  tc_json_integer(json, "first_step", report->run.start_step);
  tc_json_outcome(json, report->outcome);
  tc_json_run(json, report);
}

static void write_failures(tc_json *json, const tc_report *report) {
  tc_json_begin(json, "failures", '[');
  for (int i = 0; i < report->failures; i++) {
    const tc_failure *f = &report->failure[i];
    tc_json_begin(json, NULL, '{');
    tc_json_text(json, "method", f->method);
    tc_json_text(json, "preconditioner", f->preconditioner);
    tc_json_text(json, "strategy", f->strategy);
    tc_json_integer(json, "block_size", f->block_size);
    write_number_of(json, "nodes", f->nodes > 0 ? f->nodes : report->nodes);
    write_number_of(json, "ranks", f->ranks > 0 ? f->ranks : report->ranks);
    tc_json_text(json, "reason", f->reason);
    tc_json_text(json, "why", f->reason); /* former name of the key, still written until version 1.0 */
    tc_json_end(json, '}');
  }
  tc_json_end(json, ']');
}

tc_status tc_report_json(const tc_report *report, const char *path) {
  tc_file file;
  TC_TRY(tc_file_open(path, &file));
  tc_json json = {file.out, 0, true};
  tc_json_begin(&json, NULL, '{');
  write_head(&json, report);
  tc_json_begin(&json, "results", '[');
  for (int i = 0; i < report->results; i++) tc_json_result(&json, report, &report->result[i]);
  tc_json_end(&json, ']');
  write_failures(&json, report);
  tc_json_end(&json, '}');
  return tc_file_commit(&file);
}
