/* JSON report of `finegrain analyse` and `predict`, and the parts that `finegrain run` shares with it. An
 * access count is the maximum over the ranks. The numbers of values by pattern are sums over all ranks.
 * Unknown values are null. The file is published when it is complete. */
#include <math.h>

#include "base/file/file.h"
#include "base/program/json_program.h"
#include "machine/parameters/json_head.h"
#include "output/report.h"
#include "pgas/shared_access.h"

static void write_counts(tc_json *json, const char *name, const fg_case *c, const tc_reference_partition *p,
                         int use) {
  double own = 0.0, near = 0.0, far = 0.0;
  for (int r = 0; r < c->loops.ranks; r++) {
    own = fmax(own, p->count[use][r].own);
    near = fmax(near, p->count[use][r].node_local.values);
    far = fmax(far, p->count[use][r].remote.values);
  }
  tc_json_begin(json, name, '{');
  tc_json_integer(json, "references", p->unique[use]);
  tc_json_number(json, "local", own);
  tc_json_number(json, "near", near);
  tc_json_number(json, "far", far);
  tc_json_end(json, '}');
}

/* Writes the number of values that all ranks together access with each pattern in partition `p`, reads and
 * writes added up. */
static void write_pattern(tc_json *json, const fg_case *c, const tc_reference_partition *p) {
  tc_access_mix all = {.own = 0.0};
  for (int use = 0; use < TC_USES; use++)
    for (int r = 0; r < c->loops.ranks; r++) {
      const tc_access_mix mix = tc_access_mix_init(c->machine, p, use, r, c->layer->capabilities);
      tc_access_mix_add(&all, &mix);
    }
  tc_json_begin(json, "pattern", '{');
  tc_json_number(json, "local", all.own);
  tc_json_number(json, "private", all.privatised);
  tc_json_number(json, "cached", all.cached.values);
  for (int pattern = 0; pattern < TC_PATTERNS; pattern++)
    tc_json_number(json, tc_access_cost_pattern_names[pattern],
                   all.share[TC_LOCATION_NODE][pattern].values +
                       all.share[TC_LOCATION_REMOTE][pattern].values);
  tc_json_end(json, '}');
}

static void write_partition(tc_json *json, const fg_case *c, const tc_reference_partition *p) {
  tc_json_begin(json, NULL, '{');
  tc_json_text(json, "name", c->loops.array[p->array].name);
  tc_json_integer(json, "interval", p->interval + 1);
  tc_json_begin(json, "references", '[');
  for (int r = 0; r < p->references; r++) tc_json_text(json, NULL, p->reference[r]->text);
  tc_json_end(json, ']');
  write_pattern(json, c, p);
  write_counts(json, "reads", c, p, TC_READS);
  write_counts(json, "writes", c, p, TC_WRITES);
  tc_json_end(json, '}');
}

void fg_json_partitions(tc_json *json, const fg_case *c) {
  tc_json_begin(json, "partitions", '[');
  for (int p = 0; p < c->partitions.count; p++) write_partition(json, c, &c->partitions.item[p]);
  tc_json_end(json, ']');
}

static void write_case(tc_json *json, const fg_case *c, bool forecast) {
  tc_json_begin(json, NULL, '{');
  tc_json_text(json, "layer", c->layer->name);
  tc_json_integer(json, "ranks", c->loops.ranks);
  tc_json_integer(json, "nodes", fg_nodes(c));
  if (forecast) {
    tc_json_text(json, "rates", tc_rates_origins.name((int)c->rates));
    tc_json_number(json, "predicted_s", c->forecast.total_s);
    tc_json_number(json, "shared_s", isnan(c->forecast.total_s) ? (double)NAN : c->forecast.shared_s);
    tc_json_number(json, "barriers_s", c->forecast.barrier_s);
    tc_json_number(json, "speedup", c->forecast.speedup);
  }
  fg_json_partitions(json, c);
  tc_json_end(json, '}');
}

/* Writes the member "set": the values of the program that the user set on the command line. */
static void write_settings(tc_json *json, const fg_options *o) {
  tc_json_begin(json, "set", '{');
  for (int s = 0; s < o->settings; s++) tc_json_integer(json, o->set[s].name, o->set[s].value);
  tc_json_end(json, '}');
}

void fg_json_head(tc_json *json, const fg_options *o, const char *loops) {
  tc_json_program(json, "finegrain");
  tc_json_text(json, "input", o->program);
  tc_json_text(json, "loops", loops);
  write_settings(json, o);
}

tc_status fg_json(const fg_options *o, const tc_machine *machine, int cases, const fg_case *c) {
  tc_file file;
  TC_TRY(tc_file_open(o->json, &file));
  tc_json json = {file.out, 0, true};
  tc_json_begin(&json, NULL, '{');
  fg_json_head(&json, o, c->loops.name);
  if (machine) {
    const bool is_printed = o->reading == TC_LOOP_FORECAST_PRINTED;
    tc_json_text(&json, "variant", is_printed ? "printed" : "incremental");
    /* former name of "variant", written until version 1.0 */
    tc_json_text(&json, "reading", is_printed ? "printed" : "beyond");
    tc_json_begin(&json, "machine", '{');
    tc_json_text(&json, "name", machine->name);
    tc_json_params(&json, &machine->params);
    tc_json_end(&json, '}');
  }
  tc_json_begin(&json, "results", '[');
  for (int i = 0; i < cases; i++) write_case(&json, &c[i], machine != NULL);
  tc_json_end(&json, ']');
  tc_json_end(&json, '}');
  return tc_file_commit(&file);
}
