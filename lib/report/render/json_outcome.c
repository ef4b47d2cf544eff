#include "report/render/json_outcome.h"

#include "solve/problem/boundary.h"

static void write_regions(tc_json *json, const tc_outcome *o) {
  const tc_labels *regions = o->problem->space->regions;
  tc_json_begin(json, "regions", '[');
  for (int32_t k = 0; k < regions->count; k++) {
    tc_json_begin(json, NULL, '{');
    tc_json_integer(json, "region", regions->label[k]);
    tc_json_integer(json, "cells", regions->items[k]);
    tc_json_number(json, "volume", regions->size[k]);
    tc_json_number(json, "integral", o->digest->region_integral[k]);
    tc_json_number(json, "mean", tc_region_stats_mean(o->digest, k));
    tc_json_end(json, '}');
  }
  tc_json_end(json, ']');
}

static void write_markers(tc_json *json, const tc_outcome *o) {
  const tc_labels *markers = o->problem->space->markers;
  const tc_boundary *boundary = o->problem->physics->boundary;
  tc_json_begin(json, "markers", '[');
  for (int m = 0; m < markers->count; m++) {
    tc_json_begin(json, NULL, '{');
    tc_json_integer(json, "marker", markers->label[m]);
    tc_json_integer(json, "faces", markers->items[m]);
    tc_json_number(json, "area", markers->size[m]);
    tc_json_text(json, "kind", tc_boundary_kinds.name((int)boundary[m].kind));
    tc_json_number(json, "inflow", tc_outcome_inflow(o, m));
    tc_json_number(json, "flux", tc_outcome_rate(o, m));
    tc_json_end(json, '}');
  }
  tc_json_end(json, ']');
}

static void write_balance(tc_json *json, const tc_outcome *o) {
  const int markers = o->problem->space->markers->count;
  double inflow = 0.0;
  for (int m = 0; m < markers; m++) inflow += tc_outcome_inflow(o, m);
  tc_json_begin(json, "balance", '{');
  tc_json_number(json, "begin", o->initial_integral);
  tc_json_number(json, "end", o->digest->integral);
  tc_json_number(json, "inflow", inflow);
  tc_json_number(json, "source", tc_outcome_inflow(o, markers));
  tc_json_number(json, "defect", tc_outcome_defect(o));
  tc_json_number(json, "error", tc_outcome_error(o));
  tc_json_number(json, "scale", tc_outcome_scale(o));
  tc_json_end(json, '}');
}

static void write_probes(tc_json *json, const tc_outcome *o) {
  tc_json_begin(json, "probes", '[');
  for (int n = 0; n < o->probes->count; n++) {
    tc_json_begin(json, NULL, '{');
    tc_json_begin(json, "at", '[');
    for (int i = 0; i < 3; i++) tc_json_number(json, NULL, o->probes->probe[n].position[i]);
    tc_json_end(json, ']');
    tc_json_integer(json, "cell", o->probes->cell[n] + o->problem->space->base);
    tc_json_number(json, "value", o->probe[n]);
    tc_json_begin(json, "states", '{');
    for (int k = 0; k < tc_outcome_states(o); k++)
      tc_json_number(json, tc_source_state_name(o->source, k), o->probe[(k + 1) * o->probes->count + n]);
    tc_json_end(json, '}');
    tc_json_end(json, '}');
  }
  tc_json_end(json, ']');
}

void tc_json_outcome(tc_json *json, const tc_outcome *outcome) {
  if (!outcome) return;
  write_regions(json, outcome);
  write_markers(json, outcome);
  write_balance(json, outcome);
  write_probes(json, outcome);
}
