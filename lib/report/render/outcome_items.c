#include "report/render/report_items.h"
#include "solve/problem/boundary.h"

static void add_regions(tc_section *section, const tc_outcome *o) {
  const tc_labels *regions = o->problem->space->regions;
  tc_section *list = tc_list_add(section, "regions");
  for (int32_t k = 0; k < regions->count; k++)
    TC_SECTION(list, NULL, TC_VALUE("region", regions->label[k]), TC_VALUE("name", regions->name[k]),
               TC_VALUE("cells", regions->items[k]), TC_VALUE("volume", regions->size[k]),
               TC_VALUE("integral", o->digest->region_integral[k]),
               TC_VALUE("mean", tc_region_stats_mean(o->digest, k)));
}

static void add_markers(tc_section *section, const tc_outcome *o) {
  const tc_labels *markers = o->problem->space->markers;
  const tc_boundary *boundary = o->problem->physics->boundary;
  tc_section *list = tc_list_add(section, "markers");
  for (int m = 0; m < markers->count; m++)
    TC_SECTION(list, NULL, TC_VALUE("marker", markers->label[m]), TC_VALUE("name", markers->name[m]),
               TC_VALUE("faces", markers->items[m]), TC_VALUE("area", markers->size[m]),
               TC_VALUE("kind", tc_boundary_kinds.name((int)boundary[m].kind)),
               TC_VALUE("inflow", tc_outcome_inflow(o, m)), TC_VALUE("flux", tc_outcome_rate(o, m)));
}

static void add_balance(tc_section *section, const tc_outcome *o) {
  const int markers = o->problem->space->markers->count;
  double inflow = 0.0;
  for (int m = 0; m < markers; m++) inflow += tc_outcome_inflow(o, m);
  TC_SECTION(section, "balance", TC_VALUE("begin", o->initial_integral), TC_VALUE("end", o->digest->integral),
             TC_VALUE("inflow", inflow), TC_VALUE("source", tc_outcome_inflow(o, markers)),
             TC_VALUE("defect", tc_outcome_defect(o)), TC_VALUE("error", tc_outcome_error(o)),
             TC_VALUE("scale", tc_outcome_scale(o)));
}

static void add_probe(tc_section *list, const tc_outcome *o, int n) {
  tc_section *probe = tc_section_add(list, NULL);
  tc_list_add_numbers(probe, "at", 3, o->probes->probe[n].position);
  TC_ADD(probe, TC_VALUE("cell", o->probes->cell[n] + o->problem->space->base),
         TC_VALUE("value", o->probe[n]));
  tc_section *states = tc_section_add(probe, "states");
  for (int k = 0; k < tc_outcome_states(o); k++)
    tc_item_add(states,
                TC_VALUE(tc_source_state_name(o->source, k), o->probe[(k + 1) * o->probes->count + n]));
}

void tc_items_add_outcome(tc_section *section, const tc_outcome *outcome) {
  if (!outcome) return;
  add_regions(section, outcome);
  add_markers(section, outcome);
  add_balance(section, outcome);
  tc_section *probes = tc_list_add(section, "probes");
  for (int n = 0; n < outcome->probes->count; n++) add_probe(probes, outcome, n);
}
