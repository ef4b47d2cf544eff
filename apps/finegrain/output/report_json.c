/* JSON report of `finegrain analyse` and `predict`, and the sections that `finegrain run` shares with it. An
 * access count is the maximum over the ranks. The numbers of values by pattern are sums over all ranks.
 * Unknown values are null. */
#include <math.h>

#include "base/document/render.h"
#include "machine/parameters/machine_items.h"
#include "output/report.h"
#include "pgas/shared_access.h"

static void add_counts(tc_section *section, const char *key, const fg_case *c, int partition, int use) {
  const fg_counts max_counts = fg_case_counts(c, partition, use);
  TC_SECTION(section, key, TC_VALUE("references", c->partitions.item[partition].unique[use]),
             TC_VALUE("local", max_counts.owned), TC_VALUE("near", max_counts.node_local),
             TC_VALUE("far", max_counts.remote));
}

/* Appends the number of values that all ranks together access with each pattern in partition `p`, reads and
 * writes added up. */
static void add_pattern(tc_section *section, const fg_case *c, const tc_reference_partition *p) {
  tc_access_mix mix = {.own = 0.0};
  for (int use = 0; use < TC_USES; use++) fg_case_add_mix(c, p, use, &mix);
  section = TC_SECTION(section, "pattern", TC_VALUE("local", mix.own), TC_VALUE("private", mix.privatised),
                       TC_VALUE("cached", mix.cached.values));
  for (int pattern = 0; pattern < TC_PATTERNS; pattern++)
    tc_item_add(section, TC_VALUE(tc_access_cost_pattern_names[pattern],
                                  mix.share[TC_LOCATION_NODE][pattern].values +
                                      mix.share[TC_LOCATION_REMOTE][pattern].values));
}

static void add_partition(tc_section *list, const fg_case *c, int partition) {
  const tc_reference_partition *p = &c->partitions.item[partition];
  tc_section *section = TC_SECTION(list, NULL, TC_VALUE("name", c->loops.array[p->array].name),
                                   TC_VALUE("interval", p->interval + 1));
  tc_section *references = tc_list_add(section, "references");
  for (int r = 0; r < p->references; r++) tc_item_add(references, TC_VALUE(NULL, p->reference[r]->text));
  add_pattern(section, c, p);
  add_counts(section, "reads", c, partition, TC_READS);
  add_counts(section, "writes", c, partition, TC_WRITES);
}

void fg_partitions_add(tc_section *section, const fg_case *c) {
  tc_section *list = tc_list_add(section, "partitions");
  for (int p = 0; p < c->partitions.count; p++) add_partition(list, c, p);
}

static void add_case(tc_section *list, const fg_case *c, bool forecast) {
  tc_section *section = TC_SECTION(list, NULL, TC_VALUE("layer", c->layer->name),
                                   TC_VALUE("ranks", c->loops.ranks), TC_VALUE("nodes", fg_count_nodes(c)));
  if (forecast)
    TC_ADD(section, TC_VALUE("rates", tc_rates_origins.name((int)c->rates)),
           TC_VALUE("predicted_s", c->forecast.total_s),
           tc_item_if(!isnan(c->forecast.total_s), TC_VALUE("shared_s", c->forecast.shared_s)),
           TC_VALUE("barriers_s", c->forecast.barrier_s), TC_VALUE("speedup", c->forecast.speedup));
  fg_partitions_add(section, c);
}

tc_section *fg_document_begin(tc_document *document, const fg_options *o, const char *loops) {
  tc_section *root = tc_document_begin(document, "finegrain");
  TC_ADD(root, TC_VALUE("input", o->program), TC_VALUE("loops", loops));
  tc_section *set = tc_section_add(root, "set");
  for (int s = 0; s < o->settings; s++) tc_item_add(set, TC_VALUE(o->set[s].name, o->set[s].value));
  return root;
}

tc_status fg_write_json(const fg_options *o, const tc_machine *machine, int cases, const fg_case *c) {
  tc_document document;
  tc_section *root = fg_document_begin(&document, o, c->loops.name);
  if (machine) {
    const bool is_printed = o->variant == TC_LOOP_FORECAST_PRINTED;
    TC_ADD(root, TC_VALUE("variant", is_printed ? "printed" : "incremental"),
           /* former name of the key "variant", still written until version 1.0 */
           TC_VALUE("reading", is_printed ? "printed" : "beyond"));
    tc_items_add_params(TC_SECTION(root, "machine", TC_VALUE("name", machine->name)), &machine->params);
  }
  tc_section *results = tc_list_add(root, "results");
  for (int i = 0; i < cases; i++) add_case(results, &c[i], machine != NULL);
  return tc_document_write(&document, tc_document_json, o->json);
}
