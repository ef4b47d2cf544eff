#include "report/render/report_items.h"
#include "solve/problem/boundary.h"

static void add_regions(tc_section *section, const tc_outcome *o) {
  const tc_labels *regions = o->problem->space->regions;
  tc_section *list = tc_list_add(section, "regions", TC_NO_ITEMS);
  for (int32_t k = 0; k < regions->count; k++)
    tc_section_add(list, NULL,
                   TC_ITEMS(tc_item_integer("region", regions->label[k]),
                            tc_item_integer("cells", regions->items[k]),
                            tc_item_number("volume", regions->size[k]),
                            tc_item_number("integral", o->digest->region_integral[k]),
                            tc_item_number("mean", tc_region_stats_mean(o->digest, k))));
}

static void add_markers(tc_section *section, const tc_outcome *o) {
  const tc_labels *markers = o->problem->space->markers;
  const tc_boundary *boundary = o->problem->physics->boundary;
  tc_section *list = tc_list_add(section, "markers", TC_NO_ITEMS);
  for (int m = 0; m < markers->count; m++)
    tc_section_add(list, NULL,
                   TC_ITEMS(tc_item_integer("marker", markers->label[m]),
                            tc_item_integer("faces", markers->items[m]),
                            tc_item_number("area", markers->size[m]),
                            tc_item_text("kind", tc_boundary_kinds.name((int)boundary[m].kind)),
                            tc_item_number("inflow", tc_outcome_inflow(o, m)),
                            tc_item_number("flux", tc_outcome_rate(o, m))));
}

static void add_balance(tc_section *section, const tc_outcome *o) {
  const int markers = o->problem->space->markers->count;
  double inflow = 0.0;
  for (int m = 0; m < markers; m++) inflow += tc_outcome_inflow(o, m);
  tc_section_add(section, "balance",
                 TC_ITEMS(tc_item_number("begin", o->initial_integral),
                          tc_item_number("end", o->digest->integral), tc_item_number("inflow", inflow),
                          tc_item_number("source", tc_outcome_inflow(o, markers)),
                          tc_item_number("defect", tc_outcome_defect(o)),
                          tc_item_number("error", tc_outcome_error(o)),
                          tc_item_number("scale", tc_outcome_scale(o))));
}

static void add_probe(tc_section *list, const tc_outcome *o, int n) {
  tc_section *probe = tc_section_add(list, NULL, TC_NO_ITEMS);
  tc_list_add_numbers(probe, "at", 3, o->probes->probe[n].position);
  tc_items_add(probe, TC_ITEMS(tc_item_integer("cell", o->probes->cell[n] + o->problem->space->base),
                               tc_item_number("value", o->probe[n])));
  tc_section *states = tc_section_add(probe, "states", TC_NO_ITEMS);
  for (int k = 0; k < tc_outcome_states(o); k++)
    tc_item_add(states,
                tc_item_number(tc_source_state_name(o->source, k), o->probe[(k + 1) * o->probes->count + n]));
}

void tc_items_add_outcome(tc_section *section, const tc_outcome *outcome) {
  if (!outcome) return;
  add_regions(section, outcome);
  add_markers(section, outcome);
  add_balance(section, outcome);
  tc_section *probes = tc_list_add(section, "probes", TC_NO_ITEMS);
  for (int n = 0; n < outcome->probes->count; n++) add_probe(probes, outcome, n);
}
