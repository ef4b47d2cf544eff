/* JSON output of `tetracast mesh order --study`. */
#include "base/document/render.h"
#include "machine/parameters/machine_items.h"
#include "mesh_reports/order_study_report.h"

static void add_order(tc_section *section, const tc_ordering *ordering) {
  tc_items_add(section, TC_ITEMS(tc_item_text("order", ordering->order->name),
                                 tc_item_if(ordering->order->in_blocks,
                                            tc_item_integer("order_block", ordering->block))));
}

static void add_result(tc_section *list, const tc_ordering *ordering, const tc_order_study_result *worth) {
  tc_section *result = tc_section_add(list, NULL, TC_NO_ITEMS);
  add_order(result, ordering);
  tc_item_add(result, tc_item_number("row_s", worth->row_s));
  tc_section_add(result, "lines_per_row_beyond",
                 TC_ITEMS(tc_item_number("L1", worth->lines[1]), tc_item_number("L2", worth->lines[2]),
                          tc_item_number("L3", worth->lines[3])));
  tc_items_add(result, TC_ITEMS(tc_item_number("ordering_s", worth->order_s),
                                tc_item_number("counting_s", worth->count_s)));
}

/* Appends "best": the config keys of the ordering with the shortest forecast time; null if there is no
 * forecast. */
static void add_best(tc_section *section, const app_order_study_report *s) {
  if (s->best < 0)
    tc_item_add(section, tc_item_null("best"));
  else
    add_order(tc_section_add(section, "best", TC_NO_ITEMS), &s->study->orders.ordering[s->best]);
}

static void add_study(tc_section *root, const app_order_study_report *s) {
  tc_item_add(root, tc_item_text("command", "mesh order --study"));
  tc_section_add(root, "mesh",
                 TC_ITEMS(tc_item_text("file", s->mesh->name), tc_item_integer("cells", s->mesh->cells),
                          tc_item_integer("nodes", s->mesh->nodes)));
  tc_items_add(root,
               TC_ITEMS(tc_item_text("scheme", s->study->scheme->name),
                        tc_item_integer("width", s->study->scheme->width), tc_item_integer("ranks", s->ranks),
                        tc_item_text("distribution", tc_distribution_name((int)s->layout->kind)),
                        tc_item_integer("block_size", s->layout->block_size),
                        tc_item_text("objective", tc_objectives.name((int)s->layout->objective))));
  tc_section *machine = tc_section_add(root, "machine", TC_NO_ITEMS);
  tc_items_add_params(machine, &s->study->machine.machine.params);
  tc_item_add(machine, tc_item_text("origin", s->study->machine.text));
  tc_section *results = tc_list_add(root, "results", TC_NO_ITEMS);
  for (int i = 0; i < s->study->orders.count; i++)
    add_result(results, &s->study->orders.ordering[i], &s->worth[i]);
  add_best(root, s);
}

tc_status app_order_study_write_json(const app_order_study_report *s) {
  tc_document document;
  add_study(tc_document_begin(&document, "tetracast"), s);
  return tc_document_write(&document, tc_document_json, s->study->json);
}
