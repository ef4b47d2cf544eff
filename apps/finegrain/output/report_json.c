/* JSON report of `finegrain analyse` and `predict`, and the sections that `finegrain run` shares with it. An
 * access count is the maximum over the ranks. The numbers of values by pattern are sums over all ranks.
 * Unknown values are null. */
#include <math.h>

#include "base/document/render.h"
#include "machine/parameters/machine_items.h"
#include "output/report.h"
#include "pgas/shared_access.h"

static void add_counts(tc_section *section, const char *key, const fg_case *c, int partition, int use) {
  const fg_counts most = fg_case_counts(c, partition, use);
  tc_section_add(section, key,
                 TC_ITEMS(tc_item_integer("references", c->partitions.item[partition].unique[use]),
                          tc_item_number("local", most.own), tc_item_number("near", most.near),
                          tc_item_number("far", most.far)));
}

/* Appends the number of values that all ranks together access with each pattern in partition `p`, reads and
 * writes added up. */
static void add_pattern(tc_section *section, const fg_case *c, const tc_reference_partition *p) {
  tc_access_mix all = {.own = 0.0};
  for (int use = 0; use < TC_USES; use++) fg_case_add_mix(c, p, use, &all);
  section =
      tc_section_add(section, "pattern",
                     TC_ITEMS(tc_item_number("local", all.own), tc_item_number("private", all.privatised),
                              tc_item_number("cached", all.cached.values)));
  for (int pattern = 0; pattern < TC_PATTERNS; pattern++)
    tc_item_add(section, tc_item_number(tc_access_cost_pattern_names[pattern],
                                        all.share[TC_LOCATION_NODE][pattern].values +
                                            all.share[TC_LOCATION_REMOTE][pattern].values));
}

static void add_partition(tc_section *list, const fg_case *c, int partition) {
  const tc_reference_partition *p = &c->partitions.item[partition];
  tc_section *section = tc_section_add(list, NULL,
                                       TC_ITEMS(tc_item_text("name", c->loops.array[p->array].name),
                                                tc_item_integer("interval", p->interval + 1)));
  tc_section *references = tc_list_add(section, "references", TC_NO_ITEMS);
  for (int r = 0; r < p->references; r++) tc_item_add(references, tc_item_text(NULL, p->reference[r]->text));
  add_pattern(section, c, p);
  add_counts(section, "reads", c, partition, TC_READS);
  add_counts(section, "writes", c, partition, TC_WRITES);
}

void fg_partitions_add(tc_section *section, const fg_case *c) {
  tc_section *list = tc_list_add(section, "partitions", TC_NO_ITEMS);
  for (int p = 0; p < c->partitions.count; p++) add_partition(list, c, p);
}

static void add_case(tc_section *list, const fg_case *c, bool forecast) {
  tc_section *section =
      tc_section_add(list, NULL,
                     TC_ITEMS(tc_item_text("layer", c->layer->name), tc_item_integer("ranks", c->loops.ranks),
                              tc_item_integer("nodes", fg_nodes(c))));
  if (forecast)
    tc_items_add(section, TC_ITEMS(tc_item_text("rates", tc_rates_origins.name((int)c->rates)),
                                   tc_item_number("predicted_s", c->forecast.total_s),
                                   tc_item_if(!isnan(c->forecast.total_s),
                                              tc_item_number("shared_s", c->forecast.shared_s)),
                                   tc_item_number("barriers_s", c->forecast.barrier_s),
                                   tc_item_number("speedup", c->forecast.speedup)));
  fg_partitions_add(section, c);
}

tc_section *fg_document_begin(tc_document *document, const fg_options *o, const char *loops) {
  tc_section *root = tc_document_begin(document, "finegrain");
  tc_items_add(root, TC_ITEMS(tc_item_text("input", o->program), tc_item_text("loops", loops)));
  tc_section *set = tc_section_add(root, "set", TC_NO_ITEMS);
  for (int s = 0; s < o->settings; s++) tc_item_add(set, tc_item_integer(o->set[s].name, o->set[s].value));
  return root;
}

tc_status fg_json(const fg_options *o, const tc_machine *machine, int cases, const fg_case *c) {
  tc_document document;
  tc_section *root = fg_document_begin(&document, o, c->loops.name);
  if (machine) {
    const bool is_printed = o->reading == TC_LOOP_FORECAST_PRINTED;
    tc_items_add(root, TC_ITEMS(tc_item_text("variant", is_printed ? "printed" : "incremental"),
                                /* former name of "variant", written until version 1.0 */
                                tc_item_text("reading", is_printed ? "printed" : "beyond")));
    tc_items_add_params(tc_section_add(root, "machine", TC_ITEMS(tc_item_text("name", machine->name))),
                        &machine->params);
  }
  tc_section *results = tc_list_add(root, "results", TC_NO_ITEMS);
  for (int i = 0; i < cases; i++) add_case(results, &c[i], machine != NULL);
  return tc_document_write(&document, tc_document_json, o->json);
}
