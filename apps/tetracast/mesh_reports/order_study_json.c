/* JSON output of `tetracast mesh order --study`. */
#include <math.h>

#include "base/file/file.h"
#include "base/program/json_program.h"
#include "machine/parameters/json_head.h"
#include "mesh_reports/order_study_report.h"

static void write_mesh(tc_json *json, const tc_mesh *mesh) {
  tc_json_begin(json, "mesh", '{');
  tc_json_text(json, "file", mesh->name);
  tc_json_integer(json, "cells", mesh->cells);
  tc_json_integer(json, "nodes", mesh->nodes);
  tc_json_end(json, '}');
}

static void write_machine(tc_json *json, const tc_machine_source *machine) {
  tc_json_begin(json, "machine", '{');
  tc_json_params(json, &machine->machine.params);
  tc_json_text(json, "origin", machine->text);
  tc_json_end(json, '}');
}

static void write_order(tc_json *json, const tc_ordering *ordering) {
  tc_json_text(json, "order", ordering->order->name);
  if (ordering->order->in_blocks)
    tc_json_integer(json, "order_block", ordering->block);
  else
    tc_json_text(json, "order_block", NULL);
}

static void write_worth(tc_json *json, const tc_ordering *ordering, const tc_order_study_result *worth) {
  static const char *const level[TC_LEVELS] = {[1] = "L1", "L2", "L3"};
  tc_json_begin(json, NULL, '{');
  write_order(json, ordering);
  tc_json_number(json, "row_s", worth->row_s);
  tc_json_begin(json, "lines_per_row_beyond", '{');
  for (int l = 1; l < TC_LEVELS; l++) tc_json_number(json, level[l], worth->lines[l]);
  tc_json_end(json, '}');
  tc_json_number(json, "ordering_s", worth->order_s);
  tc_json_number(json, "counting_s", worth->count_s);
  tc_json_end(json, '}');
}

static void write_results(tc_json *json, const app_order_study_report *s) {
  tc_json_begin(json, "results", '[');
  for (int i = 0; i < s->study->orders.count; i++)
    write_worth(json, &s->study->orders.ordering[i], &s->worth[i]);
  tc_json_end(json, ']');
}

/* Writes the member "best": the config keys of the ordering with the shortest forecast time; null if there is
 * no forecast. */
static void write_best(tc_json *json, const app_order_study_report *s) {
  if (s->best < 0) {
    tc_json_text(json, "best", NULL);
    return;
  }
  tc_json_begin(json, "best", '{');
  write_order(json, &s->study->orders.ordering[s->best]);
  tc_json_end(json, '}');
}

tc_status app_order_study_write_json(const app_order_study_report *s) {
  tc_file file;
  TC_TRY(tc_file_open(s->study->json, &file));
  tc_json json = {file.out, 0, true};
  tc_json_begin(&json, NULL, '{');
  tc_json_program(&json, "tetracast");
  tc_json_text(&json, "command", "mesh order --study");
  write_mesh(&json, s->mesh);
  tc_json_text(&json, "scheme", s->study->scheme->name);
  tc_json_integer(&json, "width", s->study->scheme->width);
  tc_json_integer(&json, "ranks", s->ranks);
  tc_json_text(&json, "distribution", tc_distribution_name((int)s->layout->kind));
  tc_json_integer(&json, "block_size", s->layout->block_size);
  tc_json_text(&json, "objective", tc_objectives.name((int)s->layout->objective));
  write_machine(&json, &s->study->machine);
  write_results(&json, s);
  write_best(&json, s);
  tc_json_end(&json, '}');
  return tc_file_commit(&file);
}
