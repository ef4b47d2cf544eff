/* JSON output of `tetracast mesh order --study`. */
#include "base/document/render.h"
#include "machine/parameters/machine_items.h"
#include "mesh_reports/order_study_report.h"

static void add_order(tc_section *section, const tc_ordering *ordering) {
  TC_ADD(section, TC_VALUE("order", ordering->order->name),
         tc_item_if(ordering->order->in_blocks, TC_VALUE("order_block", ordering->block)));
}

static void add_result(tc_section *list, const tc_ordering *ordering, const tc_order_study_result *worth) {
  tc_section *result = tc_section_add(list, NULL);
  add_order(result, ordering);
  tc_item_add(result, TC_VALUE("row_s", worth->row_s));
  TC_SECTION(result, "lines_per_row_beyond", TC_VALUE("L1", worth->lines[1]), TC_VALUE("L2", worth->lines[2]),
             TC_VALUE("L3", worth->lines[3]));
  TC_ADD(result, TC_VALUE("ordering_s", worth->order_s), TC_VALUE("counting_s", worth->count_s));
}

/* Appends "best": the config keys of the ordering with the shortest forecast time; null if there is no
 * forecast. */
static void add_best(tc_section *section, const app_order_study_report *s) {
  if (s->best < 0)
    tc_item_add(section, tc_item_null("best"));
  else
    add_order(tc_section_add(section, "best"), &s->study->orders.ordering[s->best]);
}

/* Returns the name of the partitioner. Returns NULL for a distribution that needs no partitioner. */
static const char *partitioner_name(const app_order_study_report *s) {
  if (s->layout->kind != TC_DISTRIBUTION_METIS) return NULL;
  return tc_partitioners.name((int)tc_layout_partitioner(s->layout, s->mesh->cells));
}

static void add_study(tc_section *root, const app_order_study_report *s) {
  tc_item_add(root, TC_VALUE("command", "mesh order --study"));
  TC_SECTION(root, "mesh", TC_VALUE("file", s->mesh->name), TC_VALUE("cells", s->mesh->cells),
             TC_VALUE("nodes", s->mesh->nodes));
  TC_ADD(root, TC_VALUE("scheme", s->study->scheme->name), TC_VALUE("width", s->study->scheme->width),
         TC_VALUE("ranks", s->ranks), TC_VALUE("distribution", tc_distribution_name((int)s->layout->kind)),
         TC_VALUE("partitioner", partitioner_name(s)), TC_VALUE("block_size", s->layout->block_size),
         TC_VALUE("objective", tc_objectives.name((int)s->layout->objective)));
  tc_section *machine = tc_section_add(root, "machine");
  tc_items_add_params(machine, &s->study->machine.machine.params);
  tc_item_add(machine, TC_VALUE("origin", s->study->machine.text));
  tc_section *results = tc_list_add(root, "results");
  for (int i = 0; i < s->study->orders.count; i++)
    add_result(results, &s->study->orders.ordering[i], &s->worth[i]);
  add_best(root, s);
}

tc_status app_order_study_write_json(const app_order_study_report *s) {
  tc_document document;
  add_study(tc_document_begin(&document, "tetracast"), s);
  return tc_document_write(&document, tc_document_json, s->study->json);
}
