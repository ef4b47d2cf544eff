#include <math.h>

#include "base/file/file.h"
#include "machine/parameters/json_head.h"
#include "output/report.h"
#include "output/run_table.h"

static void write_counted(tc_json *json, const char *name, const tc_access_counts *c) {
  tc_json_begin(json, name, '{');
  tc_json_integer(json, "local", c->own);
  tc_json_integer(json, "near", c->node_local);
  tc_json_integer(json, "far", c->remote);
  tc_json_integer(json, "near_operations", c->near_operations);
  tc_json_integer(json, "far_operations", c->far_operations);
  tc_json_integer(json, "lines", c->lines);
  tc_json_end(json, '}');
}

/* Writes the member `name`. Its value is null if `value` is 0, which means not measured. */
static void write_known(tc_json *json, const char *name, double value) {
  tc_json_number(json, name, value > 0.0 ? value : (double)NAN);
}

static void write_rates(tc_json *json, const tc_params *m) {
  tc_json_begin(json, "rates", '{');
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    if (tc_param_is_pattern(p)) write_known(json, tc_param_name(p), *tc_param_get(m, p));
  tc_json_number(json, "node_barrier_s", m->node_barrier_s);
  tc_json_number(json, "remote_barrier_s", m->remote_barrier_s);
  tc_json_end(json, '}');
}

static void write_times(tc_json *json, const fg_timed_run *t) {
  tc_json_integer(json, "repeats", t->repeats);
  tc_json_number(json, "measured_s", t->s);
  tc_json_number(json, "private_s", t->private_s);
  tc_json_number(json, "predicted_s", t->of.forecast.total_s);
  tc_json_number(json, "error", fg_trial_error(t, &t->of.forecast));
  tc_json_number(json, "printed_s", t->printed.total_s);
  tc_json_number(json, "printed_error", fg_trial_error(t, &t->printed));
  tc_json_number(json, "speedup_measured", t->alone_s / t->s);
  tc_json_number(json, "speedup", t->of.forecast.speedup);
  tc_json_number(json, "cpu_share", t->cpu_share);
  tc_json_number(json, "drift", t->drift);
}

static void write_trial(tc_json *json, const fg_run *run, const fg_timed_run *t) {
  tc_json_begin(json, NULL, '{');
  tc_json_text(json, "program", t->of.loops.name);
  tc_json_text(json, "layer", t->of.layer->name);
  tc_json_integer(json, "ranks", t->of.loops.ranks);
  tc_json_integer(json, "nodes", run->nodes);
  tc_json_integer(json, "size", t->of.loops.array[0].size[0]);
  tc_json_number(json, "percent", t->percent > 0 ? t->percent : (double)NAN);
  write_times(json, t);
  tc_json_begin(json, "counted", '{');
  write_counted(json, "reads", &t->counted[TC_READS]);
  write_counted(json, "writes", &t->counted[TC_WRITES]);
  tc_json_end(json, '}');
  fg_json_partitions(json, &t->of);
  write_known(json, "update_s", t->update_s);
  write_known(json, "remote_service_operation_s", t->serving.operation_s);
  tc_json_number(json, "remote_service_s", t->serving.operation_s > 0.0 ? t->serving.served_s : (double)NAN);
  write_rates(json, &t->rates);
  tc_json_end(json, '}');
}

tc_status fg_run_json(const fg_run *run) {
  tc_file file;
  TC_TRY(tc_file_open(run->options->json, &file));
  tc_json json = {file.out, 0, true};
  tc_json_begin(&json, NULL, '{');
  fg_json_head(&json, run->options, run->trial->of.loops.name);
  tc_json_text(&json, "layout", *fg_options_layout(run->options) ? fg_options_layout(run->options) : NULL);
  tc_json_bool(&json, "shared_elements", run->options->collide);
  tc_json_bool(&json, "oversubscribed", run->is_oversubscribed);
  tc_json_bool(&json, "is_comparable", fg_run_is_comparable(run));
  tc_json_begin(&json, "results", '[');
  for (int i = 0; i < run->trials; i++) write_trial(&json, run, &run->trial[i]);
  tc_json_end(&json, ']');
  tc_json_end(&json, '}');
  return tc_file_commit(&file);
}
